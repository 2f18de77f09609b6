extension Coordinate {
  /// The great-circle distance to another place on the mean sphere, in metres.
  public func distance(to other: Coordinate) -> Double {
    Sphere.mean.distance(from: self, to: other)
  }
}
