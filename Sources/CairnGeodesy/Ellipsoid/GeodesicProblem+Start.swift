extension GeodesicProblem {
  /// Where the search for the bearing at the first place starts.
  enum Start {
    /// A first guess of the bearing.
    case guess(AngleVector)
    /// The line is so short that a closed formula is exact: arc, bearings, longitude scale.
    case solved(arc: Double, stretch: Double, start: AngleVector, end: AngleVector)
  }

  /// The spherical triangle over two parametric latitudes and a longitude difference `omega`.
  struct SphericalTriangle {
    /// The bearing at the first place; its length is the sine of the arc.
    var bearing: AngleVector
    /// The cosine of the arc.
    var arcCosine: Double
  }

  @inline(__always)
  func sphericalTriangle(_ omega: AngleVector) -> SphericalTriangle {
    // 1 - cos(omega) or 1 + cos(omega) by the sine, whichever does not cancel.
    let squared = omega.sine * omega.sine
    let north: Double
    if omega.cosine >= 0 {
      north =
        (second.sine * first.cosine - second.cosine * first.sine)
        + second.cosine * first.sine * squared / (1 + omega.cosine)
    } else {
      north =
        (second.sine * first.cosine + second.cosine * first.sine)
        - second.cosine * first.sine * squared / (1 - omega.cosine)
    }
    return SphericalTriangle(
      bearing: AngleVector(sine: second.cosine * omega.sine, cosine: north),
      arcCosine: first.sine * second.sine + first.cosine * second.cosine * omega.cosine)
  }

  /// A guess of the bearing at the first place, good to the third power of the flattening
  /// away from the antipode, and by the astroid near it.
  @inline(__always)
  func start() -> Start {
    let triangle = sphericalTriangle(longitudeVector)
    let bearing = triangle.bearing
    let arcSine =
      root(bearing.sine * bearing.sine + bearing.cosine * bearing.cosine)
    let n = abs(constants.thirdFlattening)
    if triangle.arcCosine >= 0 {
      if arcSine < constants.shortArc { return shortLine() }
    } else if n <= 0.1 && arcSine < 6 * n * .pi * first.cosine * first.cosine {
      return .guess(antipodalBearing())
    }
    return .guess(refined(triangle, arcSine: arcSine))
  }

  /// A line below some decimetres: the longitude on the auxiliary sphere is in proportion.
  private func shortLine() -> Start {
    let sum = first.sine + second.sine
    let width = first.cosine + second.cosine
    let middle = sum * sum / (sum * sum + width * width)
    let stretch = root(1 + constants.secondEccentricitySquared * middle)
    let omega = AngleVector(radians: longitude / (constants.axisRatio * stretch))
    let triangle = sphericalTriangle(omega)
    let arcSine =
      root(
        triangle.bearing.sine * triangle.bearing.sine
          + triangle.bearing.cosine * triangle.bearing.cosine)
    let arc = AngleVector(sine: arcSine, cosine: triangle.arcCosine).radians
    if arc == 0 {
      let north = AngleVector(sine: 0, cosine: 1)
      return .solved(arc: 0, stretch: stretch, start: north, end: north)
    }
    let end = AngleVector(
      sine: first.cosine * omega.sine,
      cosine: (second.sine * first.cosine - second.cosine * first.sine)
        - first.cosine * second.sine * omega.sine * omega.sine / (1 + omega.cosine))
    return .solved(
      arc: arc, stretch: stretch, start: triangle.bearing.normalized, end: end.normalized)
  }

  /// Two steps of Newton's method for the longitude difference on the auxiliary sphere, with
  /// the first terms of the series only.
  @inline(__always)
  private func refined(_ triangle: SphericalTriangle, arcSine: Double) -> AngleVector {
    let scale = 1 / arcSine
    let bearing = AngleVector(
      sine: triangle.bearing.sine * scale, cosine: triangle.bearing.cosine * scale)
    let arc = AngleVector(sine: arcSine, cosine: triangle.arcCosine).radians
    let equator = bearing.sine * first.cosine
    let lag = longitudeLag(
      bearing: bearing, arc: arc, arcSine: arcSine, arcCosine: triangle.arcCosine)
    // The change of the bearing, and of sin(alpha0), with the longitude difference.
    let end =
      (second.sine * first.cosine - second.cosine * first.sine)
      - first.cosine * second.sine * (1 - longitudeVector.cosine)
    let bearingRate = second.cosine * end * scale * scale
    let equatorRate = first.cosine * bearing.cosine * bearingRate
    let slope = 1 - constants.flattening * (equator * equator + arc * equatorRate)
    guard slope > 0.5 else { return bearing }
    let step = lag / slope
    guard abs(step) < 0.1 else { return bearing }

    let omega = longitudeVector.turned(by: step)
    let next = sphericalTriangle(omega)
    let nextSine =
      root(next.bearing.sine * next.bearing.sine + next.bearing.cosine * next.bearing.cosine)
    let nextScale = 1 / nextSine
    let nextBearing = AngleVector(
      sine: next.bearing.sine * nextScale, cosine: next.bearing.cosine * nextScale)
    let nextLag = longitudeLag(
      bearing: nextBearing, arc: arc + step * (equator + 0.5 * step * equatorRate),
      arcSine: nextSine, arcCosine: next.arcCosine)
    return nextBearing.turned(by: bearingRate * (nextLag - step) / slope)
  }

  /// How far the longitude on the ellipsoid lags behind that on the auxiliary sphere, to the
  /// fourth power of the flattening.
  @inline(__always)
  private func longitudeLag(
    bearing: AngleVector, arc: Double, arcSine: Double, arcCosine: Double
  ) -> Double {
    let equator = bearing.sine * first.cosine
    let rise =
      bearing.cosine * bearing.cosine
      + bearing.sine * bearing.sine * first.sine * first.sine
    let k2 = constants.secondEccentricitySquared * rise
    // epsilon / rise, which stays finite on the equator.
    let ratio = constants.secondEccentricitySquared * (0.25 + k2 * (-0.125 + k2 * (5.0 / 64)))
    let e = ratio * rise
    let a3 = 1 + e * (constants.longitudeScale.a1 + e * constants.longitudeScale.a2)
    let c31 = constants.longitudeSeries.c11 + e * constants.longitudeSeries.c12
    let uneven =
      2 * c31 * arcSine * (e * arcCosine - 2 * ratio * first.sine * second.sine)
    return constants.flattening * a3 * equator * (arc + uneven)
  }
}
