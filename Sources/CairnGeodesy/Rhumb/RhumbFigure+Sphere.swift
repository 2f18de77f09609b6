extension RhumbFigure {
  /// A rhumb line on a sphere that is neither a parallel nor a meridian.
  ///
  /// What decides is carried in two doubles, so that the length of a line halfway round the
  /// Earth, whose last bit is worth 4 nm, is all but correctly rounded.
  ///
  /// - Parameter width: the difference of the longitudes in degrees.
  func sphericalCourse(from a: Coordinate, to b: Coordinate, width: DoubleDouble) -> Course {
    let radian = DoubleDouble(high: 0.017453292519943295, low: 2.9486522708701687e-19)
    let climb = DoubleDouble(sum: b.latitude, -a.latitude)
    let half = preciseSineAndCosine(degrees: climb.high / 2, lost: climb.low / 2).sine
    // The cosine of the middle latitude as the sine of what is left to the pole: near a pole
    // nothing else keeps the digits.
    let cosines = (
      Self.preciseCosine(DoubleDouble(a.latitude)), Self.preciseCosine(DoubleDouble(b.latitude))
    )
    let sum = DoubleDouble(sum: a.latitude, b.latitude)
    let middle = Self.preciseCosine(DoubleDouble(high: sum.high / 2, low: sum.low / 2))
    let sines = (half + half) * middle
    let rise = areaSine(sines / (cosines.0 * cosines.1)).magnitude
    let longitude = width * radian
    let way = (climb * radian).magnitude
    // The legs of the triangle are `way` and `way * ratio`.
    let ratio = longitude / rise
    let length =
      ratio.magnitude.high < 1e100
      ? way * (DoubleDouble(1) + ratio * ratio).squareRoot : way * ratio.magnitude
    return Course(
      length: (length * DoubleDouble(rectifyingRadius)).high,
      heading: AngleVector(
        sine: longitude.high, cosine: climb.high < 0 ? -rise.high : rise.high))
  }

  /// The cosine of a latitude in degrees.
  private static func preciseCosine(_ degrees: DoubleDouble) -> DoubleDouble {
    let toPole = DoubleDouble(90) - degrees.magnitude
    return preciseSineAndCosine(degrees: toPole.high, lost: toPole.low).sine
  }
}
