/// A sphere or an ellipsoid, as the formulas for rhumb lines see it.
///
/// Three latitudes belong together: the geographic one, phi; the isometric one, psi, on whose
/// chart rhumb lines are straight; and the rectifying one, mu, which measures the way along a
/// meridian. All differences are taken as divided differences, so that a line that runs almost
/// along a parallel keeps every digit.
///
/// Source: C. F. F. Karney, "The area of rhumb polygons", Studia Geophysica et Geodaetica 68
/// (2024), doi:10.1007/s11200-024-0709-z; the series by way of the parametric latitude, beta.
internal struct RhumbFigure {
  var equatorialRadius: Double
  /// b / a.
  var axisRatio: Double
  var eccentricitySquared: Double
  /// The metres in one radian of rectifying latitude.
  var rectifyingRadius: Double
  /// From beta to mu, and back; nil on a sphere, where they are the same.
  var series: (rectifying: SineSeries, parametric: SineSeries)?

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

  /// The difference of the isometric latitudes.
  ///
  /// - Parameter sines: sin(phi2) - sin(phi1), which the caller knows without cancellation.
  private func isometricDifference(
    _ first: AngleVector, _ second: AngleVector, sines: Double
  ) -> Double {
    let spherical = areaSine(DoubleDouble(sines / (first.cosine * second.cosine))).high
    if eccentricitySquared == 0 { return spherical }
    let ratio = sines / (1 - eccentricitySquared * first.sine * second.sine)
    let e = root(abs(eccentricitySquared))
    let shift =
      eccentricitySquared > 0
      ? areaTangent(e * ratio) : -polarAngle(radiansOfX: 1, y: e * ratio)
    return spherical - e * shift
  }

  // MARK: The inverse problem

  /// A rhumb line between two places.
  struct Course {
    /// In metres.
    var length: Double
    /// The bearing; of any length.
    var heading: AngleVector
  }

  /// Nil when a coordinate is not a place.
  func course(from a: Coordinate, to b: Coordinate) -> Course? {
    guard
      abs(a.latitude) <= 90, abs(b.latitude) <= 90, a.longitude.isFinite, b.longitude.isFinite,
      axisRatio > 0, equatorialRadius > 0
    else { return nil }
    let (turn, rest) = longitudeDifference(from: a.longitude, to: b.longitude)
    let longitude = turn * (.pi / 180) + rest * (.pi / 180)
    let first = latitude(a.latitude)
    let second = latitude(b.latitude)
    let climb = b.latitude - a.latitude
    let north = climb < 0 ? -1.0 : 1.0
    let east = AngleVector(sine: longitude < 0 ? -1 : 1, cosine: 0)

    // What the squares of a smaller climb would lose is far below an atom.
    if abs(climb) < 1e-100 {
      if turn == 0 || abs(a.latitude) == 90 {
        return Course(length: 0, heading: AngleVector(sine: 0, cosine: 1))
      }
      let length = abs(longitude) * equatorialRadius * first.beta.cosine
      return Course(length: length, heading: east)
    }
    if series == nil, turn != 0, first.phi.cosine != 0, second.phi.cosine != 0 {
      return sphericalCourse(from: a, to: b, width: DoubleDouble(sum: turn, rest))
    }
    let way = abs(meridionalDistance(first, second, climb: climb))
    let meridian = AngleVector(sine: 0, cosine: north)
    if turn == 0 || first.phi.cosine == 0 || second.phi.cosine == 0 {
      return Course(length: way, heading: meridian)
    }
    let rise = abs(
      isometricDifference(
        first.phi, second.phi, sines: sineDifference(first, second, climb: climb)))
    // The longer leg of the triangle carries the product, to save a rounding.
    let ratio = longitude / rise
    let length = way * root(1 + ratio * ratio)
    return Course(length: length, heading: AngleVector(sine: longitude, cosine: north * rise))
  }

  /// sin(phi2) - sin(phi1), from the difference of the latitudes in degrees.
  private func sineDifference(
    _ first: Latitude, _ second: Latitude, climb: Double
  ) -> Double {
    let half = AngleVector(radians: climb * (.pi / 360)).sine
    // The cosine of the middle latitude, by the distance from the pole when that is shared.
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

  /// The metres along a meridian between two latitudes.
  private func meridionalDistance(
    _ first: Latitude, _ second: Latitude, climb: Double
  ) -> Double {
    guard let series else { return rectifyingRadius * (climb * (.pi / 180)) }
    let turn = AngleVector(degrees: climb)
    let beta = AngleVector(
      sine: axisRatio * turn.sine,
      cosine: first.phi.cosine * second.phi.cosine
        + axisRatio * axisRatio * first.phi.sine * second.phi.sine
    ).normalized
    let uneven = series.rectifying.divided(
      sumOfAngles: first.beta + second.beta, difference: beta)
    return rectifyingRadius * (beta.radians + uneven)
  }

  // MARK: The direct problem

  /// The place at the end of a rhumb line; NaN for input that is not a place.
  func end(from start: Coordinate, heading: AngleVector, length: Double) -> Coordinate {
    guard
      abs(start.latitude) <= 90, start.longitude.isFinite, length.isFinite,
      axisRatio > 0, equatorialRadius > 0
    else { return Coordinate(latitude: .nan, longitude: .nan) }
    let first = latitude(start.latitude)
    let way = length * heading.cosine
    let rise = way / rectifyingRadius
    // The rectifying latitude at the start, and what is left of it to the pole ahead.
    let lead = series?.rectifying.sum(first.beta) ?? 0
    let toPole =
      AngleVector(sine: first.beta.cosine, cosine: first.beta.sine).radians - lead
    let left = rise < 0 ? .pi - toPole : toPole
    if abs(rise) >= left || first.phi.cosine == 0 && rise == 0 {
      return Coordinate(
        latitude: rise < 0 || rise == 0 && start.latitude < 0 ? -90 : 90,
        longitude: longitudeRange(start.longitude))
    }

    let mu = first.beta.turned(by: lead)
    let riseVector = AngleVector(radians: rise)
    let muEnd = mu + riseVector
    let climb =
      rise
      + (series?.parametric.divided(sumOfAngles: mu + muEnd, difference: riseVector) ?? 0)
    let climbVector = AngleVector(radians: climb)
    let beta = first.beta + climbVector
    let phi = AngleVector(sine: beta.sine, cosine: axisRatio * beta.cosine).normalized
    let turn = AngleVector(
      sine: climbVector.sine,
      cosine: axisRatio * first.beta.cosine * beta.cosine
        + first.beta.sine * beta.sine / axisRatio)
    let latitude = max(-90, min(90, start.latitude + turn.degrees))
    // On a meridian, and from a pole, where the line has turned without end, the longitude stays.
    guard heading.sine != 0, first.phi.cosine != 0 else {
      return Coordinate(
        latitude: latitude, longitude: longitudeRange(start.longitude))
    }

    // Radians of longitude per metre to the east.
    let rate: Double
    if abs(rise) < 1e-100 {
      rate = 1 / (equatorialRadius * first.beta.cosine)
    } else {
      let half = AngleVector(radians: turn.radians / 2)
      let sines = 2 * half.sine * (first.phi + half).cosine
      rate = isometricDifference(first.phi, phi, sines: sines) / way
    }
    let degrees = length * heading.sine * rate * (180 / .pi)
    return Coordinate(
      latitude: latitude,
      longitude: longitudeRange(
        withinHalfTurn(start.longitude) + withinHalfTurn(degrees)))
  }
}

extension RhumbFigure {
  init(_ sphere: Sphere) {
    self.init(
      equatorialRadius: sphere.radius, axisRatio: 1, eccentricitySquared: 0,
      rectifyingRadius: sphere.radius, series: nil)
  }

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
    guard bearing.isFinite else { return Coordinate(latitude: .nan, longitude: .nan) }
    return end(
      from: start, heading: AngleVector(degrees: withinHalfTurn(bearing)),
      length: distance)
  }

  func midpoint(from a: Coordinate, to b: Coordinate) -> Coordinate {
    // From a pole the line is known by the meridian that it reaches the other place on.
    if abs(a.latitude) == 90 && abs(b.latitude) < 90 { return midpoint(from: b, to: a) }
    guard let course = course(from: a, to: b) else {
      return Coordinate(latitude: .nan, longitude: .nan)
    }
    guard course.length > 0 else {
      return Coordinate(
        latitude: a.latitude, longitude: longitudeRange(a.longitude))
    }
    return end(from: a, heading: course.heading.normalized, length: course.length / 2)
  }
}
