/// The length and the reduced length of a stretch of one geodesic, in units of the polar radius.
internal struct GeodesicLengths {
  ///
  /// What it exceeds the arc by: their sum would lose a digit of it.
  var lengthBeyondArc: Double
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
    let a1 = LengthSeries.scaleExcess(e)
    let a2 = ReducedLengthSeries.scaleExcess(e)
    let uneven1 = LengthSeries.series(e).difference(x, y)
    let uneven2 = ReducedLengthSeries.series(e).difference(x, y)
    lengthBeyondArc = uneven1 + a1 * (arc + uneven1)
    excess = lengthBeyondArc - (uneven2 + a2 * (arc + uneven2))
    reducedLength =
      secondStretch * (x.cosine * y.sine) - firstStretch * (x.sine * y.cosine)
      - x.cosine * y.cosine * excess
  }
}
