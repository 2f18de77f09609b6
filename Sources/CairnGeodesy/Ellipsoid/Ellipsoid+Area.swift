extension Ellipsoid {
  /// The area in square meters and the perimeter in meters of a ring of geodesics.
  ///
  /// The ring closes itself: the last place is joined to the first, and repeating the first at the
  /// end makes no difference. The area is positive if the ring runs counterclockwise around the
  /// smaller of the two parts into which it divides the surface, negative if it runs clockwise. It
  /// is in -A/2...A/2, where A is the ``area`` of the whole surface. Rings around a pole and across
  /// 180 degrees need no special care, and edges may be as long as a shortest line can be. An edge
  /// between opposite meridians follows the line of ``inverse(from:to:)``.
  ///
  /// An empty ring and a single place have neither area nor perimeter. Both are NaN if a latitude
  /// is outside -90...90 or a number is not finite. A ring that crosses itself counts each part as
  /// often as the ring winds around it.
  ///
  /// The area of a ring of n places is accurate to about 0.1 n square meters; that of a small ring
  /// to a few square millimeters times its extent in meters.
  ///
  /// ```swift
  /// let octant = [
  ///   Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0, longitude: 90),
  ///   Coordinate(latitude: 90, longitude: 0),
  /// ]
  /// Ellipsoid.wgs84.measure(ring: octant).area * 8 // Ellipsoid.wgs84.area
  /// ```
  ///
  /// Source: Karney (2013), section 6, doi:10.1007/s00190-012-0578-z.
  ///
  /// - Parameter ring: the vertices in either direction, closed or open.
  /// - Returns: the signed area, and the perimeter, which is never negative.
  /// - Complexity: O(*n*), without a copy of the ring.
  public func measure(ring: some Collection<Coordinate>) -> (area: Double, perimeter: Double) {
    var measure = RingMeasure(constants)
    for coordinate in ring { measure.add(coordinate) }
    return measure.closed()
  }
}

/// The sums over the edges of a ring.
internal struct RingMeasure {
  private let constants: EllipsoidConstants
  private var first: Coordinate?
  private var last: Coordinate?
  private var area = DoubleDouble(0)
  private var perimeter = DoubleDouble(0)
  /// The total change of longitude in degrees: a multiple of 360 once the ring is closed.
  private var longitude = DoubleDouble(0)

  init(_ constants: EllipsoidConstants) {
    self.constants = constants
  }

  mutating func add(_ coordinate: Coordinate) {
    guard let start = last else {
      first = coordinate
      last = coordinate
      // A single place must be valid, too.
      if GeodesicProblem(constants, from: coordinate, to: coordinate) == nil {
        area = DoubleDouble(.nan)
      }
      return
    }
    last = coordinate
    guard let problem = GeodesicProblem(constants, from: start, to: coordinate) else {
      area = DoubleDouble(.nan)
      return
    }
    let solution = problem.solution()
    perimeter = perimeter + DoubleDouble(solution.length)
    area = area + DoubleDouble(problem.area(under: solution))
    let turn = longitudeDifference(from: start.longitude, to: coordinate.longitude)
    longitude = longitude + DoubleDouble(high: turn.difference, low: turn.lost)
  }

  /// The signed area and the perimeter after the last edge, back to the first place.
  consuming func closed() -> (area: Double, perimeter: Double) {
    if let first { add(first) }
    let total = 4 * .pi * constants.authalicRadiusSquared
    // Each edge contributes the area between it and the equator, so the area to the left of the
    // ring is the negative of the sum, plus half the surface if the ring encloses a pole.
    var sum = -(area.high + area.low)
    guard sum.isFinite else { return (.nan, .nan) }
    let turns = (longitude.high / 360).rounded()
    let isRoundPole = turns.remainder(dividingBy: 2) != 0
    if isRoundPole { sum += sum < 0 ? total / 2 : -total / 2 }
    sum = sum.remainder(dividingBy: total)
    return (sum + 0, perimeter.high + perimeter.low)
  }
}

extension GeodesicProblem {
  /// Below this cosine of ω₁₂, that is beyond 134 degrees, the half angles of the spherical excess
  /// lose digits; from this difference of the sines of the latitudes on, the bearings do as well.
  private static var leastCosineForHalfAngles: Double { -0.7 }
  private static var mostRiseForHalfAngles: Double { 1.75 }

  /// The area between a shortest line and the equator, in square meters, positive for a line
  /// that runs east in the north.
  func area(under solution: GeodesicSolution) -> Double {
    let alpha1 = solution.alpha1
    let alpha2 = solution.alpha2
    let sinAlpha0 = alpha1.sine * beta1.cosine
    let cosSquaredAlpha0 = AuxiliarySphere.cosSquaredAlpha0(alpha: alpha1, beta: beta1)
    let cosAlpha0 = root(cosSquaredAlpha0)
    var area = 0.0
    if sinAlpha0 != 0 && cosAlpha0 != 0 {
      let sigma1 = AuxiliarySphere.sigma(alpha: alpha1, beta: beta1).normalized
      let sigma2 = AuxiliarySphere.sigma(alpha: alpha2, beta: beta2).normalized
      let epsilon = AuxiliarySphere.epsilon(
        kSquared: cosSquaredAlpha0 * constants.secondEccentricitySquared)
      area =
        constants.equatorialRadius * constants.equatorialRadius * cosAlpha0 * sinAlpha0
        * constants.eccentricitySquared * constants.c4.difference(epsilon, sigma1, sigma2)
    }
    // The spherical excess: the bearing at the end minus that at the start.
    let excess: Double
    let omega12 =
      solution.omega12 ?? sphericalLongitude(alpha1, alpha2, sinAlpha0: sinAlpha0)
    let isMeridian = startsAtPole || lambda12.sine == 0 && alpha1.sine == 0
    if !isMeridian && omega12.cosine > Self.leastCosineForHalfAngles
      && beta2.sine - beta1.sine < Self.mostRiseForHalfAngles
    {
      // From the half angles, which are precise for short lines.
      let dOmega = 1 + omega12.cosine
      let d1 = 1 + beta1.cosine
      let d2 = 1 + beta2.cosine
      excess =
        2
        * AngleVector(
          sine: omega12.sine * (beta1.sine * d2 + beta2.sine * d1),
          cosine: dOmega * (beta1.sine * beta2.sine + d1 * d2)
        ).radians
    } else {
      var turn = alpha2 - alpha1
      if turn.sine == 0 && turn.cosine < 0 {
        // Over a pole: the sign of the turn is that of the hemisphere.
        turn = AngleVector(
          sine: AngleVector.tiny * alpha1.cosine, cosine: -1)
      }
      excess = turn.radians
    }
    area += constants.authalicRadiusSquared * excess
    return isMirroredEastWest != isMirroredNorthSouth ? -area : area
  }

  /// ω₁₂, the longitude difference on the auxiliary sphere, as a vector of length 1.
  private func sphericalLongitude(
    _ alpha1: AngleVector, _ alpha2: AngleVector, sinAlpha0: Double
  ) -> AngleVector {
    if beta1.sine == 0 && alpha1.cosine == 0 {
      return AngleVector(radians: min(.pi, lambda12Radians / constants.axisRatio))
    }
    let omega1 = AuxiliarySphere.omega(
      sinAlpha0: sinAlpha0, sigma: AuxiliarySphere.sigma(alpha: alpha1, beta: beta1))
    let omega2 = AuxiliarySphere.omega(
      sinAlpha0: sinAlpha0, sigma: AuxiliarySphere.sigma(alpha: alpha2, beta: beta2))
    return (omega2 - omega1).normalized.notNegative
  }
}
