extension Ellipsoid {
  /// The signed distance of a place from the geodesic through two others, in meters, positive to
  /// the right of the direction of travel.
  ///
  /// The geodesic continues beyond both places; for the segment between them see
  /// ``distance(from:toSegmentFrom:to:)``. A geodesic of an ellipsoid does not close, so the
  /// distance is to the nearest place on it within half a turn of `a`. Through equal places the
  /// line runs north. NaN if a latitude is outside -90...90 or a number is not finite.
  ///
  /// The distance is accurate to about 10 nm, except if the place is about a quarter of the
  /// circumference away from the whole line, where it is ill-conditioned.
  ///
  /// Method: steps along the line with the reduced length and the geodesic scale (Karney 2013,
  /// section 3); on a sphere a single step would suffice.
  public func crossTrackDistance(
    of place: Coordinate, fromLineThrough a: Coordinate, and b: Coordinate
  ) -> Double {
    guard let track = GeodesicTrack(constants, from: a, to: b) else { return .nan }
    return track.foot(of: place).across
  }

  /// The signed distance in meters from `a` along the geodesic to the place on it that is nearest
  /// to a given place; negative if that is behind `a`.
  ///
  /// Considers only places within half a turn of `a`. NaN as for
  /// ``crossTrackDistance(of:fromLineThrough:and:)``.
  public func alongTrackDistance(
    of place: Coordinate, onLineThrough a: Coordinate, and b: Coordinate
  ) -> Double {
    guard let track = GeodesicTrack(constants, from: a, to: b) else { return .nan }
    return track.foot(of: place).along
  }

  /// The place on the shortest line between `a` and `b` that is nearest to a given place.
  ///
  /// An end of the segment is returned exactly as stored. The coordinate is NaN if a latitude is
  /// outside -90...90 or a number is not finite.
  public func nearestPoint(
    to place: Coordinate, onSegmentFrom a: Coordinate, to b: Coordinate
  ) -> Coordinate {
    nearest(to: place, a, b).coordinate
  }

  /// The distance in meters from a place to the shortest line between `a` and `b`, its ends
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

/// The geodesic through two places, for finding the nearest place on it.
internal struct GeodesicTrack {
  private let constants: EllipsoidConstants
  private let start: Coordinate
  private let line: EllipsoidLine
  let length: Double

  /// Creates the geodesic through two places; nil if a coordinate is invalid.
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

  func coordinate(at meters: Double) -> Coordinate {
    line.coordinate(of: line.position(at: meters))
  }

  /// The maximum number of steps toward the nearest place.
  ///
  /// Each step squares the error, so four or five suffice; the bound is for places a quarter of the
  /// circumference away, where the nearest place is ill-defined.
  private static var mostSteps: Int { 24 }
  /// Below this step in meters the position is exact to rounding.
  private static var negligibleStep: Double { 1e-9 }
  /// A step in meters that no longer shrinks is rounding error if it is below this limit;
  /// above, it is a step in the wrong direction, as occurs on very flat ellipsoids, and others
  /// follow.
  private static var settledStep: Double { 1e-3 }

  /// The nearest place within half a turn of the start: its distance along the line, and its signed
  /// distance from the given place, positive if that is to the right.
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
