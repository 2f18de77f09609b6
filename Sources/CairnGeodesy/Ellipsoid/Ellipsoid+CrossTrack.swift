extension Ellipsoid {
  /// The distance of a place from the geodesic through two others, in metres, positive to the
  /// right of the direction of travel.
  ///
  /// The geodesic runs on beyond both places; ``distance(from:toSegmentFrom:to:)`` stops there.
  /// On an ellipsoid it does not close: what counts is the nearest place on it within half a
  /// turn of `a`. Through equal places it runs north. NaN when a latitude is outside -90...90
  /// or a number is not finite.
  ///
  /// The distance is exact to some 10 nm, except where the place is about a quarter of the
  /// circumference away from the whole line: there it is hardly defined.
  ///
  /// Method: steps along the line with the reduced length and the geodesic scale (Karney 2013,
  /// section 3), which on a sphere would arrive at once.
  public func crossTrackDistance(
    of place: Coordinate, fromLineThrough a: Coordinate, and b: Coordinate
  ) -> Double {
    guard let track = GeodesicTrack(constants, from: a, to: b) else { return .nan }
    return track.foot(of: place).across
  }

  /// The distance in metres from `a` along the geodesic to the place on it that is nearest to a
  /// given one; negative when that lies behind `a`.
  ///
  /// The nearest place within half a turn of `a` counts. NaN as for
  /// ``crossTrackDistance(of:fromLineThrough:and:)``.
  public func alongTrackDistance(
    of place: Coordinate, onLineThrough a: Coordinate, and b: Coordinate
  ) -> Double {
    guard let track = GeodesicTrack(constants, from: a, to: b) else { return .nan }
    return track.foot(of: place).along
  }

  /// The place on the shortest line between `a` and `b` that is nearest to a given one.
  ///
  /// An end of the segment comes back exactly as it was stored. The coordinate is NaN when a
  /// latitude is outside -90...90 or a number is not finite.
  public func nearestPoint(
    to place: Coordinate, onSegmentFrom a: Coordinate, to b: Coordinate
  ) -> Coordinate {
    nearest(to: place, a, b).coordinate
  }

  /// The distance in metres from a place to the shortest line between `a` and `b`, its ends
  /// included; never negative.
  ///
  /// NaN when a latitude is outside -90...90 or a number is not finite.
  public func distance(
    from place: Coordinate, toSegmentFrom a: Coordinate, to b: Coordinate
  ) -> Double {
    nearest(to: place, a, b).distance
  }

  private func nearest(
    to place: Coordinate, _ a: Coordinate, _ b: Coordinate
  ) -> (coordinate: Coordinate, distance: Double) {
    let toStart = distance(from: place, to: a)
    let toEnd = distance(from: place, to: b)
    guard
      toStart.isFinite, toEnd.isFinite, let track = GeodesicTrack(constants, from: a, to: b)
    else { return (.nowhere, .nan) }
    var best = toStart <= toEnd ? (a, toStart) : (b, toEnd)
    let foot = track.foot(of: place)
    if foot.along > 0 && foot.along < track.length && abs(foot.across) < best.1 {
      best = (track.coordinate(at: foot.along), abs(foot.across))
    }
    return best
  }
}

/// The geodesic through two places, for finding what is nearest on it.
internal struct GeodesicTrack {
  private let constants: EllipsoidConstants
  private let start: Coordinate
  private let line: EllipsoidLine
  let length: Double

  /// Nil when a coordinate is invalid.
  init?(_ constants: EllipsoidConstants, from a: Coordinate, to b: Coordinate) {
    guard let problem = GeodesicProblem(constants, from: a, to: b) else { return nil }
    let solution = problem.solution()
    guard
      let line = EllipsoidLine(constants, from: a, heading: problem.heading(of: solution))
    else { return nil }
    self.constants = constants
    self.line = line
    start = a
    length = solution.length
  }

  func coordinate(at metres: Double) -> Coordinate {
    line.coordinate(of: line.position(at: metres))
  }

  /// The most steps towards a foot.
  ///
  /// Each squares the error, so that four or five do; the bound is for places that have no clear
  /// foot, a quarter of the circumference away.
  private static var mostSteps: Int { 24 }
  /// Below this step in metres the foot is exact to rounding.
  private static var negligibleStep: Double { 1e-9 }
  /// Below this step in metres one that does not shrink any more is rounding; above, a step in
  /// the wrong direction, as there are on very flat ellipsoids, after which others follow.
  private static var settledStep: Double { 1e-3 }

  /// The nearest place within half a turn of the start: where it is on the line, and how far
  /// it is from the given place, positive when that is to the right.
  func foot(of place: Coordinate) -> (along: Double, across: Double) {
    var along = 0.0
    var best = (along: Double.nan, across: Double.nan)
    var least = Double.infinity
    for _ in 0..<Self.mostSteps {
      let position = line.position(at: along)
      guard
        let problem = GeodesicProblem(
          constants, from: along == 0 ? start : line.coordinate(of: position), to: place)
      else { return (.nan, .nan) }
      let solution = problem.solution()
      // The direction to the place, as seen in the direction of travel.
      let alpha1 = problem.restored(solution.alpha1, solution.alpha2).0
      let aside = alpha1 - position.heading.normalized
      let scales = problem.scales(of: solution)
      let off = AngleVector(
        sine: scales.reducedLength * aside.cosine,
        cosine: scales.scale * constants.equatorialRadius)
      let step = off.sine == 0 ? 0 : off.radians * constants.equatorialRadius
      if abs(step) < least {
        least = abs(step)
        best = (along, aside.sine < 0 ? -solution.length : solution.length)
      } else if least < Self.settledStep {
        break
      }
      if least <= Self.negligibleStep { break }
      along += step
    }
    return best
  }
}
