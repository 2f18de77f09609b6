extension Ellipsoid {
  /// The area in square metres and the perimeter in metres of a ring of geodesics.
  ///
  /// The ring closes itself: the last place is joined to the first, and repeating the first at
  /// the end changes nothing. The area is positive when the ring runs counter-clockwise round
  /// the smaller of the two parts that it cuts the surface into, negative when it runs
  /// clockwise; it lies in -A/2...A/2 with the ``area`` A of the whole surface. Rings round a
  /// pole and across 180 degrees need no care, and edges may be as long as a shortest line
  /// can be; an edge between opposite meridians goes the way that ``inverse(from:to:)`` gives.
  ///
  /// An empty ring and a single place have neither area nor perimeter. Both are NaN when a
  /// latitude is outside -90...90 or a number is not finite. A ring that crosses itself counts
  /// each part as often as the ring winds round it.
  ///
  /// The area of a ring of n places is exact to some 0.1 n square metres, that of a small ring
  /// to some square millimetres times its extent in metres.
  ///
  /// ```swift
  /// let octant = [
  ///   Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0, longitude: 90),
  ///   Coordinate(latitude: 90, longitude: 0),
  /// ]
  /// Ellipsoid.wgs84.measure(ring: octant).area * 8 // Ellipsoid.wgs84.area
  /// ```
  ///
  /// Complexity: O(n), without a copy of the ring.
  ///
  /// Source: Karney (2013), section 6, doi:10.1007/s00190-012-0578-z.
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
  /// The degrees of longitude gone through: a multiple of 360 when the ring closes.
  private var longitude = DoubleDouble(0)

  init(_ constants: EllipsoidConstants) {
    self.constants = constants
  }

  mutating func add(_ coordinate: Coordinate) {
    guard let start = last else {
      first = coordinate
      last = coordinate
      // A lone place still has to be one.
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
    // The area to the left of the ring is what the edges leave of the side of the equator
    // that they run over.
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
  /// The area between a shortest line and the equator, in square metres, positive for a line
  /// that runs east in the north.
  func area(under solution: GeodesicSolution) -> Double {
    let start = solution.start
    let end = solution.end
    let equator = start.sine * first.cosine
    let rise =
      start.cosine * start.cosine + start.sine * start.sine * first.sine * first.sine
    let polar = root(rise)
    var area = 0.0
    if equator != 0 && polar != 0 {
      let x = AngleVector(sine: first.sine, cosine: start.cosine * first.cosine).normalized
      let y = AngleVector(sine: second.sine, cosine: end.cosine * second.cosine).normalized
      let k2 = rise * constants.secondEccentricitySquared
      let e = k2 / (2 * (1 + root(1 + k2)) + k2)
      area =
        constants.equatorialRadius * constants.equatorialRadius * polar * equator
        * constants.eccentricitySquared * constants.areaSeries.difference(e, x, y)
    }
    // The spherical excess: the bearing at the end less that at the start.
    let excess: Double
    let omega = sphericalLongitude(start, end, equator: equator)
    let isMeridian = startsAtPole || longitudeVector.sine == 0 && start.sine == 0
    if !isMeridian && omega.cosine > -0.7 && second.sine - first.sine < 1.75 {
      // By the half angles, which are precise for short lines.
      let dOmega = 1 + omega.cosine
      let d1 = 1 + first.cosine
      let d2 = 1 + second.cosine
      excess =
        2
        * AngleVector(
          sine: omega.sine * (first.sine * d2 + second.sine * d1),
          cosine: dOmega * (first.sine * second.sine + d1 * d2)
        ).radians
    } else {
      var turn = end - start
      if turn.sine == 0 && turn.cosine < 0 {
        // Over a pole: the sign of the turn is that of the hemisphere.
        turn = AngleVector(
          sine: AngleVector.tiny * start.cosine, cosine: -1)
      }
      excess = turn.radians
    }
    area += constants.authalicRadiusSquared * excess
    return isMirroredEastWest != isMirroredNorthSouth ? -area : area
  }

  /// The longitude difference on the auxiliary sphere, as a vector of length 1.
  private func sphericalLongitude(
    _ start: AngleVector, _ end: AngleVector, equator: Double
  ) -> AngleVector {
    let x = AngleVector(sine: equator * first.sine, cosine: start.cosine * first.cosine)
    let y = AngleVector(sine: equator * second.sine, cosine: end.cosine * second.cosine)
    if first.sine == 0 && start.cosine == 0 {
      return AngleVector(radians: min(.pi, longitude / constants.axisRatio))
    }
    let omega = (y - x).normalized
    return AngleVector(sine: max(0, omega.sine), cosine: omega.cosine)
  }
}
