/// The rhumb lines of an ellipsoid; ``SphericalRhumb`` is for spheres.
///
/// The formulas use four latitudes, named as in C. F. F. Karney, "The area of rhumb polygons",
/// Studia Geophysica et Geodaetica 68 (2024), doi:10.1007/s11200-024-0709-z:
///
/// | here | paper | meaning |
/// |---|---|---|
/// | `phi` | φ | the geographic latitude |
/// | `beta` | β | the parametric one, from which the others follow: tan β = (1 − f) tan φ |
/// | `psi` | ψ | the isometric one, in whose chart rhumb lines are straight |
/// | `mu` | μ | the rectifying one, proportional to the distance along a meridian |
/// | `lambda` | λ | the longitude |
///
/// A trailing 12 is a difference, end minus start, as in `psi12`. All of them are computed as
/// divided differences, so that a line that runs almost along a parallel keeps every digit.
internal struct EllipsoidalRhumb {
  var equatorialRadius: Double
  /// b / a.
  var axisRatio: Double
  var eccentricitySquared: Double
  /// The meters in one radian of rectifying latitude.
  var rectifyingRadius: Double
  /// From β to μ, and back.
  var series: (rectifying: SineSeries<Double>, parametric: SineSeries<Double>)

  /// The latitudes of one place.
  private struct Latitude {
    var phi: AngleVector
    var beta: AngleVector
    /// Degrees to the pole of its hemisphere; exact.
    var degreesToPole: Double
    var isNorth: Bool
  }

  private func latitude(_ degrees: Double) -> Latitude {
    let phi = AngleVector(degrees: degrees)
    return Latitude(
      phi: phi,
      beta: AngleVector(sine: axisRatio * phi.sine, cosine: phi.cosine).normalized,
      degreesToPole: 90 - abs(degrees), isNorth: degrees >= 0)
  }

  /// ψ₂ - ψ₁, from that of the sphere and sin φ₂ - sin φ₁, which the caller computes without
  /// cancellation.
  private func isometricDifference(
    _ first: AngleVector, _ second: AngleVector, spherical: SplitDouble, sines: Double
  ) -> Double {
    if eccentricitySquared == 0 { return spherical.value }
    let ratio = sines / (1 - eccentricitySquared * first.sine * second.sine)
    let e = root(abs(eccentricitySquared))
    let x = e * ratio
    // On the Earth x is at most 0.17.
    let shift =
      eccentricitySquared < 0
      ? -polarAngle(radiansOfX: 1, y: x)
      : x.magnitude <= 0.236 ? x + x * areaTangentExcess(square: x * x) : areaTangent(x)
    return spherical.head + (spherical.tail - e * shift)
  }

  /// Differences of latitudes below this, in degrees or radians, count as zero: a distance far
  /// smaller than an atom, whose square would underflow.
  private static var leastAngle: Double { 1e-100 }

  // MARK: The inverse problem

  /// A rhumb line between two places.
  struct Course {
    /// In meters.
    var length: Double
    /// The bearing, as a vector of any length.
    var heading: AngleVector
  }

  /// The rhumb line between two places; nil if a coordinate is invalid.
  func course(from a: Coordinate, to b: Coordinate) -> Course? {
    guard
      abs(a.latitude) <= 90, abs(b.latitude) <= 90, a.longitude.isFinite, b.longitude.isFinite,
      axisRatio > 0, equatorialRadius > 0
    else { return nil }
    let (turn, rest) = longitudeDifference(from: a.longitude, to: b.longitude)
    let lambda12 = turn * (.pi / 180) + rest * (.pi / 180)
    let first = latitude(a.latitude)
    let second = latitude(b.latitude)
    let phi12 = b.latitude - a.latitude
    let north = phi12 < 0 ? -1.0 : 1.0
    let east = AngleVector(sine: lambda12 < 0 ? -1 : 1, cosine: 0)

    if abs(phi12) < Self.leastAngle {
      if turn == 0 || abs(a.latitude) == 90 {
        return Course(length: 0, heading: AngleVector(sine: 0, cosine: 1))
      }
      let length = abs(lambda12) * equatorialRadius * first.beta.cosine
      return Course(length: length, heading: east)
    }
    let meridional = abs(meridionalDistance(first, second, phi12: phi12))
    let meridian = AngleVector(sine: 0, cosine: north)
    if turn == 0 || first.phi.cosine == 0 || second.phi.cosine == 0 {
      return Course(length: meridional, heading: meridian)
    }
    let psi12 = abs(
      isometricDifference(
        first.phi, second.phi,
        spherical: SphericalRhumb.isometricRadians(from: a.latitude, to: (b.latitude, 0)),
        sines: sineDifference(first, second, phi12: phi12)))
    // The product is with the longer leg of the triangle, which saves a rounding.
    let ratio = lambda12 / psi12
    let length = meridional * root(1 + ratio * ratio)
    return Course(length: length, heading: AngleVector(sine: lambda12, cosine: north * psi12))
  }

  /// sin φ₂ - sin φ₁, given φ₁₂ in degrees.
  private func sineDifference(
    _ first: Latitude, _ second: Latitude, phi12: Double
  ) -> Double {
    let half = AngleVector(radians: phi12 * (.pi / 360)).sine
    // The cosine of the middle latitude, from the distance to the pole if both share a hemisphere.
    let middle: Double
    if first.isNorth == second.isNorth {
      let toPole = (first.degreesToPole + second.degreesToPole) / 2
      middle = AngleVector(degrees: toPole).sine
    } else {
      let toEquator = abs(first.degreesToPole - second.degreesToPole) / 2
      middle = AngleVector(degrees: toEquator).cosine
    }
    return 2 * half * middle
  }

  /// The meters along a meridian between two latitudes, given φ₁₂ in degrees.
  private func meridionalDistance(
    _ first: Latitude, _ second: Latitude, phi12: Double
  ) -> Double {
    let turn = AngleVector(degrees: phi12)
    let beta12 = AngleVector(
      sine: axisRatio * turn.sine,
      cosine: first.phi.cosine * second.phi.cosine
        + axisRatio * axisRatio * first.phi.sine * second.phi.sine
    ).normalized
    let uneven = series.rectifying.divided(
      sumOfAngles: first.beta + second.beta, difference: beta12)
    return rectifyingRadius * (beta12.radians + uneven)
  }

  // MARK: The direct problem

  /// The place at the end of a rhumb line; NaN for invalid input.
  func end(from start: Coordinate, heading: AngleVector, length: Double) -> Coordinate {
    guard
      abs(start.latitude) <= 90, start.longitude.isFinite, length.isFinite,
      axisRatio > 0, equatorialRadius > 0
    else { return .nowhere }
    let first = latitude(start.latitude)
    let meridional = length * heading.cosine
    let mu12 = meridional / rectifyingRadius
    // The rectifying latitude at the start, and the angle from there to the pole ahead.
    let lead = series.rectifying.sum(first.beta)
    let toPole =
      AngleVector(sine: first.beta.cosine, cosine: first.beta.sine).radians - lead
    let left = mu12 < 0 ? .pi - toPole : toPole
    if abs(mu12) >= left || first.phi.cosine == 0 && mu12 == 0 {
      return Coordinate(
        latitude: mu12 < 0 || mu12 == 0 && start.latitude < 0 ? -90 : 90,
        longitude: longitudeRange(start.longitude))
    }

    let mu1 = first.beta.turned(by: lead)
    let mu12Vector = AngleVector(radians: mu12)
    let mu2 = mu1 + mu12Vector
    let beta12 =
      mu12 + series.parametric.divided(sumOfAngles: mu1 + mu2, difference: mu12Vector)
    let beta12Vector = AngleVector(radians: beta12)
    let beta2 = first.beta + beta12Vector
    let phi2 = AngleVector(sine: beta2.sine, cosine: axisRatio * beta2.cosine).normalized
    let phi12 = AngleVector(
      sine: beta12Vector.sine,
      cosine: axisRatio * first.beta.cosine * beta2.cosine
        + first.beta.sine * beta2.sine / axisRatio)
    let rise = phi12.degrees
    let latitude = max(-90, min(90, start.latitude + rise))
    // On a meridian, and at a pole, which the line circles endlessly, the longitude stays.
    guard heading.sine != 0, first.phi.cosine != 0, abs(latitude) < 90 else {
      return Coordinate(
        latitude: latitude, longitude: longitudeRange(start.longitude))
    }

    // Radians of longitude per meter to the east.
    let rate: Double
    if abs(mu12) < Self.leastAngle {
      rate = 1 / (equatorialRadius * first.beta.cosine)
    } else {
      let half = AngleVector(radians: phi12.radians / 2)
      let sines = 2 * half.sine * (first.phi + half).cosine
      let end = exactSum(start.latitude, rise)
      let spherical = SphericalRhumb.isometricRadians(
        from: start.latitude, to: (end.sum, end.lost))
      rate =
        isometricDifference(first.phi, phi2, spherical: spherical, sines: sines) / meridional
    }
    let degrees = length * heading.sine * rate * (180 / .pi)
    return Coordinate(
      latitude: latitude,
      longitude: longitudeRange(
        withinHalfTurn(start.longitude) + withinHalfTurn(degrees)))
  }
}

extension EllipsoidalRhumb {
  init(_ constants: EllipsoidConstants) {
    self.init(
      equatorialRadius: constants.equatorialRadius, axisRatio: constants.axisRatio,
      eccentricitySquared: constants.eccentricitySquared,
      rectifyingRadius: constants.rectifyingRadius,
      series: (constants.rectifyingSeries, constants.parametricSeries))
  }

  func inverse(from a: Coordinate, to b: Coordinate) -> RhumbInverse {
    guard let course = course(from: a, to: b) else {
      return RhumbInverse(distance: .nan, bearing: .nan)
    }
    return RhumbInverse(
      distance: course.length, bearing: course.length > 0 ? course.heading.bearing : 0)
  }

  func direct(from start: Coordinate, bearing: Double, distance: Double) -> Coordinate {
    guard bearing.isFinite else { return .nowhere }
    return end(
      from: start, heading: AngleVector(degrees: withinHalfTurn(bearing)),
      length: distance)
  }

  func midpoint(from a: Coordinate, to b: Coordinate) -> Coordinate {
    // From a pole the line is determined by the meridian on which it reaches the other place.
    if abs(a.latitude) == 90 && abs(b.latitude) < 90 { return midpoint(from: b, to: a) }
    guard let course = course(from: a, to: b) else { return .nowhere }
    guard course.length > 0 else {
      return Coordinate(
        latitude: a.latitude, longitude: longitudeRange(a.longitude))
    }
    return end(from: a, heading: course.heading.normalized, length: course.length / 2)
  }
}
