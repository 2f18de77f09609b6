extension Coordinate {
  /// The unit vector of this coordinate.
  public var unitVector: UnitVector {
    let (sinLatitude, cosLatitude) = sineAndCosine(degrees: latitude)
    let (sinLongitude, cosLongitude) = sineAndCosine(degrees: longitude)
    return UnitVector(
      x: cosLatitude * cosLongitude, y: cosLatitude * sinLongitude, z: sinLatitude)
  }
}
