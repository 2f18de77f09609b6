internal import CairnGeodesy

/// A vertex on a map that goes on beyond 180 degrees: *x* is a longitude plus whole turns.
internal struct MapVertex: Equatable {
  internal var x: Double
  internal var y: Double
  internal var elevation: Double?

  /// The position, whose longitude is moved by whole turns.
  internal func position(movedBy degrees: Double = 0) -> GeoFeature.Position {
    GeoFeature.Position(Coordinate(latitude: y, longitude: x + degrees), elevation: elevation)
  }

  /// The point at which the way to another vertex crosses a meridian; the same for the way back.
  internal func crossing(_ other: MapVertex, at x: Double) -> MapVertex {
    if self.x == x { return self }
    if other.x == x { return other }
    let (a, b) = self.x < other.x ? (self, other) : (other, self)
    let fraction = (x - a.x) / (b.x - a.x)
    func between(_ a: Double, _ b: Double) -> Double { a == b ? a : a + (b - a) * fraction }
    var elevation: Double?
    if let low = a.elevation, let high = b.elevation { elevation = between(low, high) }
    return MapVertex(x: x, y: between(a.y, b.y), elevation: elevation)
  }
}

/// A line or a ring laid out on a map without a seam.
///
/// Each edge takes the shorter way around the Earth in longitude. A line none of whose edges does
/// so across 180 degrees is taken as it stands on the map from -180 to 180 degrees: an edge from
/// -180 to 180 runs along a whole parallel.
internal struct UnrolledLine {
  internal var vertices: [MapVertex]
  /// The turns eastwards that a ring makes, in degrees: not 0 when it goes around a pole.
  internal var winding = 0.0
  /// Whether an edge crosses 180 degrees.
  internal private(set) var crosses = false

  /// Lays out a line, or a ring whose last vertex does not repeat the first.
  internal init(_ positions: [GeoFeature.Position], isRing: Bool) {
    vertices = positions.map {
      MapVertex(
        x: Self.reduced($0.coordinate.longitude), y: $0.coordinate.latitude,
        elevation: $0.elevation)
    }
    guard let first = vertices.first, let last = vertices.last else { return }
    crosses = isRing && Self.isLongWay(first.x - last.x)
    for index in vertices.indices.dropFirst() where !crosses {
      crosses = Self.isLongWay(vertices[index].x - vertices[index - 1].x)
    }
    guard crosses else { return }
    var turns = 0.0
    var before = first.x
    for index in vertices.indices.dropFirst() {
      let here = vertices[index].x
      turns += Self.turn(here - before)
      before = here
      vertices[index].x += turns
    }
    if isRing { winding = turns + Self.turn(first.x - before) }
  }

  /// A longitude in -180...180; both ends stay what they are.
  internal static func reduced(_ longitude: Double) -> Double {
    longitude.magnitude > 180 ? longitude.remainder(dividingBy: 360) : longitude
  }

  private static func isLongWay(_ change: Double) -> Bool {
    change.magnitude > 180 && change.magnitude < 360
  }

  /// What makes a change of longitude the shorter way.
  private static func turn(_ change: Double) -> Double {
    change > 180 ? -360 : change < -180 ? 360 : 0
  }
}

/// The maps from -180 to 180 degrees that follow one another without end; the usual one is 0.
internal enum MapStrip {
  /// The meridian at the eastern side of a map.
  internal static func east(of strip: Int) -> Double { 180 + 360 * Double(strip) }

  /// The maps that longitudes lie on; what only touches a map is not on it.
  internal static func strips(from west: Double, to east: Double) -> ClosedRange<Int> {
    let low = Int(((west + 180) / 360).rounded(.down))
    let high = Int(((east - 180) / 360).rounded(.up))
    return min(low, max(low, high))...max(low, high)
  }
}
