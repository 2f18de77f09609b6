#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension Coordinate {
  /// The unit vector of this coordinate.
  public var unitVector: UnitVector {
    let phi = latitude * .pi / 180
    let lambda = longitude * .pi / 180
    return UnitVector(
      x: cos(phi) * cos(lambda), y: cos(phi) * sin(lambda), z: sin(phi))
  }

  /// The great-circle distance on the mean sphere, in metres.
  public func distance(to other: Coordinate) -> Double {
    Sphere.mean.distance(from: self, to: other)
  }
}

extension Sphere {
  /// The great-circle distance, in metres.
  public func distance(from a: Coordinate, to b: Coordinate) -> Double {
    let c2 = a.unitVector.squaredChord(to: b.unitVector)
    return 2 * radius * atan2(c2.squareRoot(), max(0, 4 - c2).squareRoot())
  }
}
