package import CairnCountries
package import CairnGeodesy

/// Points that try a layer of areas: uniform ones, and those at its lines.
package enum LayerPoints {
  /// Points all over the Earth, the poles and the antimeridian more often than by chance.
  package static func anywhere(count: Int, seed: UInt64) -> [Coordinate] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in generator.coordinate().normalized }
  }

  /// Vertices, points an ulp or up to a kilometer beside them, and middles of lines.
  package static func atLines(of arcs: BoundaryArcs, count: Int, seed: UInt64) -> [Coordinate] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let vertex = generator.integer(in: 0...arcs.x.count - 2)
      var latitude = Double(arcs.y[vertex]) / 1e4
      var longitude = Double(arcs.x[vertex]) / 1e4
      switch generator.next() % 6 {
      // An ulp near 0 is less than ray casting can tell.
      case 0: if latitude.magnitude >= 1 { latitude = latitude.nextUp }
      case 1: if longitude.magnitude >= 1 { longitude = longitude.nextDown }
      case 2:
        // The middle of a line, or of two arcs' ends, which is as good a point.
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
