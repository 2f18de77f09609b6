extension Sphere {
  /// The great-circle distance between two places, in metres.
  public func distance(from start: Coordinate, to end: Coordinate) -> Double {
    2 * radius * Haversine.halfAngle(start, end)
  }
}
