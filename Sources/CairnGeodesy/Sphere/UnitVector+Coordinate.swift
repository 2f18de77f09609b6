extension Coordinate {
  /// This place as a point of the unit sphere.
  ///
  /// Each component is right to two units in the last place of 1 (2e-16). The poles are exactly
  /// (0, 0, ±1) whatever their longitude; longitudes that differ by whole turns give the same
  /// vector. A latitude outside -90...90 and what is not finite give NaN in each component. The
  /// bits are the same on every platform.
  ///
  /// - Complexity: O(1), two pairs of sine and cosine.
  public var unitVector: UnitVector {
    let validLatitude = latitude.magnitude <= 90 && longitude.isFinite ? latitude : .nan
    let (sinLatitude, cosLatitude) = sineAndCosine(degrees: validLatitude)
    let (sinLongitude, cosLongitude) = sineAndCosine(degrees: longitude)
    return UnitVector(
      x: cosLatitude * cosLongitude + 0, y: cosLatitude * sinLongitude + 0, z: sinLatitude)
  }
}

extension UnitVector {
  /// The place in the direction of this vector, its longitude in -180..<180.
  ///
  /// The vector may have any length from 1e-150 to 1e150, so sums of vectors give centres
  /// without normalising. The poles get longitude 0. A vector without a direction (zero, or not
  /// finite) gives NaN for both numbers. Right to 4 units in the last place of the numbers, with
  /// the same bits on every platform.
  public var coordinate: Coordinate {
    let toAxis = hypotenuse(x, y)
    guard toAxis > 0 || z.magnitude > 0, z.isFinite, toAxis.isFinite else {
      return Coordinate(latitude: .nan, longitude: .nan)
    }
    return Coordinate(
      latitude: polarAngle(degreesOfX: toAxis, y: z),
      longitude: longitudeRange(polarAngle(degreesOfX: x, y: y)))
  }
}
