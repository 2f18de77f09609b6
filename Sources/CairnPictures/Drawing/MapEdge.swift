internal import CairnGeodesy

/// A line between two corners: what lies on it besides its ends.
internal struct MapEdge: Sendable {
  /// How corners are joined.
  enum Kind: Hashable, Sendable {
    /// Straight in longitude and latitude, as the boundaries of countries and a graticule are.
    case degrees
    /// By the shortest way on the sphere.
    case greatCircle
  }

  private let kind: Kind
  private let start: Coordinate
  private let end: Coordinate
  private let span: Double

  init(_ start: Coordinate, _ end: Coordinate, _ kind: Kind) {
    self.kind = kind
    self.start = start
    self.end = end
    span = (end.longitude - start.longitude).remainder(dividingBy: 360)
  }

  /// The coordinate at a fraction of the way.
  func coordinate(at fraction: Double) -> Coordinate {
    switch kind {
    case .greatCircle: return start.interpolated(to: end, fraction: fraction)
    case .degrees:
      return Coordinate(
        latitude: start.latitude + (end.latitude - start.latitude) * fraction,
        longitude: start.longitude + span * fraction)
    }
  }

  /// How many degrees a corner's step may be before it must be looked at in parts.
  static let longStep = 5.0

  /// Whether the edge is so long that its middle says little about it.
  func isLong(from first: Double, to last: Double) -> Bool {
    let share = last - first
    switch kind {
    case .degrees:
      return max(span.magnitude, (end.latitude - start.latitude).magnitude) * share > Self.longStep
    case .greatCircle:
      return share > 1.0 / 64
        && start.squaredDegrees(to: end) * share * share
          > Self.longStep * Self.longStep
    }
  }
}

extension Coordinate {
  /// The squared distance as an angle in degrees, roughly; for deciding how finely to cut.
  fileprivate func squaredDegrees(to other: Coordinate) -> Double {
    let degrees = distance(to: other) / 111_195
    return degrees * degrees
  }
}
