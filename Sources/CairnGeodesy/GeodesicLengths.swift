/// The length and the reduced length of a stretch of one geodesic, in units of the polar radius.
internal struct GeodesicLengths {
  var length: Double
  /// m12: how far neighbouring geodesics from the first end are apart at the second, per
  /// radian between them.
  var reducedLength: Double
  /// The part of the reduced length that the scales M12 and M21 share.
  var excess: Double

  /// - Parameters:
  ///   - epsilon: the expansion parameter of the geodesic.
  ///   - arc: the arc on the auxiliary sphere, in radians.
  ///   - x: the arc from the equator to the first end, as a vector of length 1.
  ///   - y: the same for the second end.
  @inline(__always)
  init(
    epsilon e: Double, arc: Double,
    _ x: AngleVector, _ firstStretch: Double, _ y: AngleVector, _ secondStretch: Double
  ) {
    let a1 = LengthSeries.scale(e)
    let a2 = ReducedLengthSeries.scale(e)
    let i1 = a1 * (arc + LengthSeries.series(e).difference(x, y))
    let i2 = a2 * (arc + ReducedLengthSeries.series(e).difference(x, y))
    length = i1
    excess = i1 - i2
    reducedLength =
      secondStretch * (x.cosine * y.sine) - firstStretch * (x.sine * y.cosine)
      - x.cosine * y.cosine * excess
  }
}
