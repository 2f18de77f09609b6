extension Coordinate {
  /// Whether both numbers are finite and the latitude lies in -90...90.
  ///
  /// Any finite longitude is valid, since it is taken modulo 360.
  @inlinable
  public var isValid: Bool {
    latitude >= -90 && latitude <= 90 && longitude.isFinite
  }
}

/// The way eastwards from one longitude in -180..<180 to another, in degrees, in 0..<360.
///
/// The relative error is a few roundings, also across the antimeridian.
internal func eastward(from west: Double, to east: Double) -> Double {
  west <= east ? east - west : (180 - west) + (east + 180)
}
