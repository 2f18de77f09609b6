package import CairnCountries
package import CairnGeodesy

/// Test points for a layer of areas: uniform ones, and those at its lines.
package enum LayerPoints {
  /// Points all over the Earth, with more at the poles and the antimeridian.
  package static func anywhere(count: Int, seed: UInt64) -> [Coordinate] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in generator.coordinate().normalized }
  }

  /// Vertices, points an ulp or up to a kilometer away from them, and midpoints of lines.
  package static func atLines(of arcs: BoundaryArcs, count: Int, seed: UInt64) -> [Coordinate] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let vertex = generator.integer(in: 0...arcs.x.count - 2)
      var latitude = Double(arcs.y[vertex]) / 1e4
      var longitude = Double(arcs.x[vertex]) / 1e4
      switch generator.next() % 6 {
      // An ulp near 0 is below the resolution of the ray casting.
      case 0: if latitude.magnitude >= 1 { latitude = latitude.nextUp }
      case 1: if longitude.magnitude >= 1 { longitude = longitude.nextDown }
      case 2:
        // The midpoint of a line, or of the ends of two arcs, which is an equally good test point.
        latitude = Double(arcs.y[vertex] + arcs.y[vertex + 1]) / 2e4
        longitude = Double(arcs.x[vertex] + arcs.x[vertex + 1]) / 2e4
      case 3, 4:
        latitude += generator.double(in: -0.009...0.009)
        longitude += generator.double(in: -0.009...0.009)
      default: break
      }
      return Coordinate(latitude: max(-90, min(89.99, latitude)), longitude: longitude).normalized
    }
  }
}
