extension GeodesicProblem {
  /// The bearing at the first place when the second is almost opposite: there the geodesics
  /// from a point touch an astroid, and the bearing follows from a quartic equation.
  func antipodalBearing() -> AngleVector {
    let f = constants.flattening
    let sumSine = second.sine * first.cosine + second.cosine * first.sine
    let x: Double
    let y: Double
    let longitudeUnit: Double
    if f >= 0 {
      let k2 = first.sine * first.sine * constants.secondEccentricitySquared
      let e = k2 / (2 * (1 + root(1 + k2)) + k2)
      longitudeUnit = f * first.cosine * constants.longitudeScale(e) * .pi
      x = -longitudeLeft / longitudeUnit
      y = sumSine / (longitudeUnit * first.cosine)
    } else {
      let sumCosine = second.cosine * first.cosine - second.sine * first.sine
      let sum = AngleVector(sine: sumSine, cosine: sumCosine).radians
      let n = constants.thirdFlattening
      // The meridian through the first place, to the opposite meridian.
      let lengths = GeodesicLengths(
        epsilon: n, arc: .pi + sum, first, firstStretch,
        AngleVector(sine: second.sine, cosine: -second.cosine), secondStretch)
      let mean = LengthSeries.scale(n) - ReducedLengthSeries.scale(n)
      x = -1 + lengths.reducedLength / (first.cosine * second.cosine * mean * .pi)
      let latitudeUnit =
        x < -0.01 ? sumSine / x : -f * first.cosine * first.cosine * .pi
      longitudeUnit = latitudeUnit / first.cosine
      y = -longitudeLeft / longitudeUnit
    }

    let almostOne = 1000 * 0x1p-26
    let almostZero = 200 * Double.ulpOfOne
    if y > -almostZero && x > -1 - almostOne {
      // The evolute degenerates to a line through the antipode.
      if f >= 0 {
        let sine = min(1, -x)
        return AngleVector(sine: sine, cosine: -root(1 - sine * sine))
      }
      let cosine = max(x > -almostZero ? 0 : -1, x)
      return AngleVector(sine: root(1 - cosine * cosine), cosine: cosine)
    }
    let k = Self.astroid(x, y)
    let left = longitudeUnit * (f >= 0 ? -x * k / (1 + k) : -y * (1 + k) / k)
    let vector = AngleVector(radians: left)
    // The triangle with longitude pi - left.
    let bearing = AngleVector(
      sine: second.cosine * vector.sine,
      cosine: sumSine
        - second.cosine * first.sine * vector.sine * vector.sine / (1 + vector.cosine))
    guard bearing.sine > 0 else { return AngleVector(sine: 1, cosine: 0) }
    return bearing.normalized
  }

  /// The positive root k of k⁴ + 2k³ - (x² + y² - 1)k² - 2y²k - y² = 0.
  static func astroid(_ x: Double, _ y: Double) -> Double {
    let p = x * x
    let q = y * y
    let r = (p + q - 1) / 6
    if q == 0 && r <= 0 { return 0 }
    let s = p * q / 4
    let r2 = r * r
    let r3 = r * r2
    let discriminant = s * (s + 2 * r3)
    var u = r
    if discriminant >= 0 {
      var t3 = s + r3
      // The sign that does not cancel.
      t3 += t3 < 0 ? -root(discriminant) : root(discriminant)
      let t = cubeRoot(t3)
      u += t + (t != 0 ? r2 / t : 0)
    } else {
      let angle = AngleVector(sine: root(-discriminant), cosine: -(s + r3)).radians
      u += 2 * r * AngleVector(radians: angle / 3).cosine
    }
    let v = root(u * u + q)
    let uv = u < 0 ? q / (v - u) : u + v
    let w = (uv - q) / (2 * v)
    return uv / (root(uv + w * w) + w)
  }
}
