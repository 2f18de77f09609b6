extension GeodesicProblem {
  /// The starting point of the search for the bearing at the first place.
  enum Guess {
    /// A first guess of α₁.
    case bearing(AngleVector)
    /// The line is so short that a closed formula is exact.
    case solved(GeodesicSolution)
  }

  /// The spherical triangle over two parametric latitudes and a longitude difference ω₁₂.
  struct SphericalTriangle {
    /// The bearing at the first place; its length is the sine of the arc.
    var bearing: AngleVector
    /// The cosine of the arc.
    var arcCosine: Double
  }

  @inline(__always)
  func sphericalTriangle(_ omega12: AngleVector) -> SphericalTriangle {
    // 1 - cos ω or 1 + cos ω from the sine, whichever does not cancel.
    let squared = omega12.sine * omega12.sine
    let north: Double
    if omega12.cosine >= 0 {
      north =
        (beta2.sine * beta1.cosine - beta2.cosine * beta1.sine)
        + beta2.cosine * beta1.sine * squared / (1 + omega12.cosine)
    } else {
      north =
        (beta2.sine * beta1.cosine + beta2.cosine * beta1.sine)
        - beta2.cosine * beta1.sine * squared / (1 - omega12.cosine)
    }
    return SphericalTriangle(
      bearing: AngleVector(sine: beta2.cosine * omega12.sine, cosine: north),
      arcCosine: beta1.sine * beta2.sine + beta1.cosine * beta2.cosine * omega12.cosine)
  }

  /// The greatest |n|, that of a flattening of 1/5.5, for which the astroid is small compared with
  /// the Earth, as its equation assumes.
  private static var astroidLimit: Double { 0.1 }

  /// A guess of the bearing at the first place, accurate to the third power of the flattening away
  /// from the antipode, and from the astroid near it.
  @inline(__always)
  func guess() -> Guess {
    let triangle = sphericalTriangle(lambda12)
    let arcSine = triangle.bearing.size
    let n = abs(constants.thirdFlattening)
    if triangle.arcCosine >= 0 {
      // Around a pole, where ω is large, so is its error, and with it that of the area under the
      // line.
      if arcSine * max(1, 1_000 * lambda12Radians) < constants.shortArc {
        return .solved(shortLine())
      }
    } else if n <= Self.astroidLimit && arcSine < 6 * n * .pi * beta1.cosine * beta1.cosine {
      // Within three times the half width of the astroid, 2nπ cos²β, of the antipode.
      return .bearing(antipodalBearing())
    }
    return .bearing(refined(triangle, arcSine: arcSine))
  }

  /// The solution for a line of up to about a hundred meters: the longitude on the auxiliary sphere
  /// is proportional.
  ///
  /// On so short a line the difference of the sines of β is lost to rounding; that of the given
  /// latitudes is not: sin(β₂ - β₁) = (1 - f) √(1 + e'² sin²β₁) √(1 + e'² sin²β₂) sin(φ₂ - φ₁). So
  /// bearings are as accurate as the given coordinates.
  private func shortLine() -> GeodesicSolution {
    let sum = beta1.sine + beta2.sine
    let width = beta1.cosine + beta2.cosine
    // sin² of the middle latitude.
    let middle = sum * sum / (sum * sum + width * width)
    let dn = root(1 + constants.secondEccentricitySquared * middle)
    let omega12 = AngleVector(radians: lambda12Radians / (constants.axisRatio * dn))
    let north =
      constants.axisRatio * (dn1 * dn2) * AngleVector(radians: phi12 * (.pi / 180)).sine
    // 1 - cos ω from the sine where it would cancel; close to a pole ω can have any value.
    let bend =
      omega12.cosine < 0
      ? 1 - omega12.cosine : omega12.sine * omega12.sine / (1 + omega12.cosine)
    let alpha1 = AngleVector(
      sine: beta2.cosine * omega12.sine, cosine: north + beta2.cosine * beta1.sine * bend)
    let alpha2 = AngleVector(
      sine: beta1.cosine * omega12.sine, cosine: north - beta1.cosine * beta2.sine * bend)
    let arcSine = alpha1.size
    // The arc from its sine: two terms of the series.
    let sigma12 = arcSine * (1 + arcSine * arcSine / 6)
    if sigma12 == 0 {
      let north = AngleVector(sine: 0, cosine: 1)
      return GeodesicSolution(length: 0, alpha1: north, alpha2: north)
    }
    return GeodesicSolution(
      length: sigma12 * constants.polarRadius * dn, alpha1: alpha1.normalized,
      alpha2: alpha2.normalized, omega12: omega12)
  }

  /// Two steps of Newton's method for the longitude difference on the auxiliary sphere, with only
  /// the first terms of the series.
  ///
  /// Beyond the bounds below, near the antipode and on very flat ellipsoids, where the steps may
  /// diverge, the guess is the bearing on the sphere.
  ///
  /// - Parameters:
  ///   - triangle: the triangle with λ₁₂ for ω₁₂.
  ///   - arcSine: the sine of its arc.
  /// - Returns: the bearing, of length 1.
  @inline(__always)
  private func refined(_ triangle: SphericalTriangle, arcSine: Double) -> AngleVector {
    let scale = 1 / arcSine
    let bearing = AngleVector(
      sine: triangle.bearing.sine * scale, cosine: triangle.bearing.cosine * scale)
    let sigma12 = AngleVector(sine: arcSine, cosine: triangle.arcCosine).radians
    let sinAlpha0 = bearing.sine * beta1.cosine
    let lag = longitudeLag(
      bearing: bearing, arc: sigma12, arcSine: arcSine, arcCosine: triangle.arcCosine)
    // The change of the bearing, and of sin α₀, with the longitude difference.
    let end =
      (beta2.sine * beta1.cosine - beta2.cosine * beta1.sine)
      - beta1.cosine * beta2.sine * (1 - lambda12.cosine)
    let bearingRate = beta2.cosine * end * scale * scale
    let sinAlpha0Rate = beta1.cosine * bearing.cosine * bearingRate
    let slope = 1 - constants.flattening * (sinAlpha0 * sinAlpha0 + sigma12 * sinAlpha0Rate)
    // A nearly spherical ellipsoid has a slope of nearly 1, and steps the size of its flattening.
    guard slope > 0.5 else { return bearing }
    let step = lag / slope
    guard abs(step) < 0.1 else { return bearing }

    let next = sphericalTriangle(lambda12.turned(by: step))
    let nextSine = next.bearing.size
    let nextScale = 1 / nextSine
    let nextBearing = AngleVector(
      sine: next.bearing.sine * nextScale, cosine: next.bearing.cosine * nextScale)
    let nextLag = longitudeLag(
      bearing: nextBearing, arc: sigma12 + step * (sinAlpha0 + 0.5 * step * sinAlpha0Rate),
      arcSine: nextSine, arcCosine: next.arcCosine)
    return nextBearing.turned(by: bearingRate * (nextLag - step) / slope)
  }

  /// The lag of the longitude on the ellipsoid behind that on the auxiliary sphere, ω₁₂ - λ₁₂, to
  /// the fourth power of the flattening.
  @inline(__always)
  private func longitudeLag(
    bearing: AngleVector, arc: Double, arcSine: Double, arcCosine: Double
  ) -> Double {
    let sinAlpha0 = bearing.sine * beta1.cosine
    let cosSquaredAlpha0 = AuxiliarySphere.cosSquaredAlpha0(alpha: bearing, beta: beta1)
    let kSquared = constants.secondEccentricitySquared * cosSquaredAlpha0
    // ε / cos²α₀ from its series, which stays finite on the equator.
    let ratio =
      constants.secondEccentricitySquared
      * (0.25 + kSquared * (-0.125 + kSquared * (5.0 / 64)))
    let epsilon = ratio * cosSquaredAlpha0
    let a3 = 1 + epsilon * (constants.a3.a1 + epsilon * constants.a3.a2)
    let c31 = constants.c3.c11 + epsilon * constants.c3.c12
    let uneven =
      2 * c31 * arcSine * (epsilon * arcCosine - 2 * ratio * beta1.sine * beta2.sine)
    return constants.flattening * a3 * sinAlpha0 * (arc + uneven)
  }

  // MARK: Near the antipode

  /// The distance beyond the cusp of the astroid, in units of its width, at which the evolute
  /// degenerates: a thousand times the square root of the rounding unit.
  private static var cuspLength: Double { 1000 * 0x1p-26 }
  /// The corresponding distance beside the cusp: 200 roundings.
  ///
  /// Without these limits some searches take up to 17 rounds instead of 10. With half this value,
  /// GeographicLib documents the case (52.784459512564, 0) to (-52.78445951256399,
  /// 179.63440746494378).
  private static var cuspWidth: Double { 200 * Double.ulpOfOne }

  /// The bearing at the first place when the second is almost opposite: there the geodesics
  /// from a point touch an astroid, and the bearing follows from a quartic equation.
  ///
  /// Source: Karney (2013), section 5 and appendix B; `x`, `y` and `k` are its symbols.
  private func antipodalBearing() -> AngleVector {
    let f = constants.flattening
    let sinBetaSum = beta2.sine * beta1.cosine + beta2.cosine * beta1.sine
    // The longitude and the latitude of the antipode's surroundings, in units of the astroid.
    let x: Double
    let y: Double
    let lambdaUnit: Double
    if f >= 0 {
      let epsilon = AuxiliarySphere.epsilon(
        kSquared: beta1.sine * beta1.sine * constants.secondEccentricitySquared)
      lambdaUnit = f * beta1.cosine * constants.a3(epsilon) * .pi
      x = -lambda12ToPi / lambdaUnit
      y = sinBetaSum / (lambdaUnit * beta1.cosine)
    } else {
      // On a prolate ellipsoid the astroid stretches along the meridian.
      let cosBetaSum = beta2.cosine * beta1.cosine - beta2.sine * beta1.sine
      let betaSum = AngleVector(sine: sinBetaSum, cosine: cosBetaSum).radians
      let n = constants.thirdFlattening
      // The meridian through the first place, to the opposite meridian.
      let lengths = GeodesicLengths(
        epsilon: n, sigma12: .pi + betaSum, beta1, dn1,
        AngleVector(sine: beta2.sine, cosine: -beta2.cosine), dn2)
      let mean = LengthSeries.scale(n) - ReducedLengthSeries.scale(n)
      x = -1 + lengths.reducedLength / (beta1.cosine * beta2.cosine * mean * .pi)
      // From the reduced length or, close to the meridian of the antipode, from f.
      let betaUnit =
        x < -0.01 ? sinBetaSum / x : -f * beta1.cosine * beta1.cosine * .pi
      lambdaUnit = betaUnit / beta1.cosine
      y = -lambda12ToPi / lambdaUnit
    }

    if y > -Self.cuspWidth && x > -1 - Self.cuspLength {
      // The evolute degenerates to a line through the antipode.
      if f >= 0 {
        let sine = min(1, -x)
        return AngleVector(sine: sine, cosine: -root(1 - sine * sine))
      }
      let cosine = max(x > -Self.cuspWidth ? 0 : -1, x)
      return AngleVector(sine: root(1 - cosine * cosine), cosine: cosine)
    }
    let k = Self.astroid(x, y)
    let omega12ToPi = lambdaUnit * (f >= 0 ? -x * k / (1 + k) : -y * (1 + k) / k)
    // The spherical triangle with ω₁₂ = π minus that.
    let left = AngleVector(radians: omega12ToPi)
    let alpha1 = AngleVector(
      sine: beta2.cosine * left.sine,
      cosine: sinBetaSum
        - beta2.cosine * beta1.sine * left.sine * left.sine / (1 + left.cosine))
    // If rounding has destroyed the direction, it is due east.
    guard alpha1.sine > 0 else { return AngleVector(sine: 1, cosine: 0) }
    return alpha1.normalized
  }

  /// The positive root k of k⁴ + 2k³ - (x² + y² - 1)k² - 2y²k - y² = 0.
  ///
  /// By Ferrari's method in the form that does not cancel: Karney (2013), appendix B.
  private static func astroid(_ x: Double, _ y: Double) -> Double {
    let p = x * x
    let q = y * y
    let r = (p + q - 1) / 6
    // On the x axis within the astroid: the root is 0.
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
      // Three real roots: the one by the cosine of a third of an angle.
      let angle = AngleVector(sine: root(-discriminant), cosine: -(s + r3)).radians
      u += 2 * r * AngleVector(radians: angle / 3).cosine
    }
    let v = root(u * u + q)
    let uv = u < 0 ? q / (v - u) : u + v
    let w = (uv - q) / (2 * v)
    return uv / (root(uv + w * w) + w)
  }
}
