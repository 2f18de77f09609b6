extension GeodesicProblem {
  /// The shortest line, in the turned and mirrored frame of the problem.
  @inline(__always)
  func solution() -> GeodesicSolution {
    if startsAtPole || longitudeVector.sine == 0, let line = meridian() { return line }
    if first.sine == 0
      && (constants.flattening <= 0 || longitudeLeft >= constants.flattening * .pi)
    {
      let east = AngleVector(sine: 1, cosine: 0)
      return GeodesicSolution(
        length: constants.equatorialRadius * longitude, start: east, end: east)
    }
    switch start() {
    case .solved(let arc, let stretch, let start, let end):
      return GeodesicSolution(
        length: arc * constants.polarRadius * stretch, start: start, end: end)
    case .guess(let bearing):
      return search(from: bearing)
    }
  }

  /// The line along a meridian, unless a shorter one leaves it.
  private func meridian() -> GeodesicSolution? {
    let start = AngleVector(sine: longitudeVector.sine, cosine: longitudeVector.cosine)
    let end = AngleVector(sine: 0, cosine: 1)
    let x = AngleVector(sine: first.sine, cosine: start.cosine * first.cosine)
    let y = AngleVector(sine: second.sine, cosine: second.cosine)
    let turn = y - x
    let arc = AngleVector(sine: max(0, turn.sine), cosine: turn.cosine).radians
    let lengths = GeodesicLengths(
      epsilon: constants.thirdFlattening, arc: arc, x, firstStretch, y, secondStretch)
    guard arc < 1 || lengths.reducedLength >= 0 else { return nil }
    return GeodesicSolution(
      length: max(0, metres(arc: arc, beyond: lengths.lengthBeyondArc)), start: start, end: end)
  }

  /// One geodesic from the first place to the latitude of the second, and where it arrives.
  struct Trial {
    /// The longitude it arrives at, less the longitude wanted.
    var miss: Double
    /// The change of that with the bearing at the first place.
    var slope: Double
    var end: AngleVector
    /// The arc on the auxiliary sphere, and what the length exceeds it by.
    var arc: Double
    var lengthBeyondArc: Double
  }

  /// A length in metres from an arc and its excess in units of the polar radius.
  @inline(__always)
  private func metres(arc: Double, beyond: Double, and rest: Double = 0) -> Double {
    constants.polarRadius * arc
      + (constants.polarRadius * beyond + (constants.polarRadiusRest * arc + rest))
  }

  @inline(__always)
  func trial(_ bearing: AngleVector) -> Trial {
    var bearing = bearing
    if first.sine == 0 && bearing.cosine == 0 {
      // The equator has no node; a bearing this close to it does.
      bearing.cosine = -AngleVector.tiny
    }
    let equator = bearing.sine * first.cosine
    let rise =
      bearing.cosine * bearing.cosine
      + bearing.sine * bearing.sine * first.sine * first.sine
    let scale = 1 / root(rise)

    // cos(alpha) cos(beta) at both ends.
    let north1 = bearing.cosine * first.cosine
    let isSymmetric = second.cosine == first.cosine
    let north2: Double
    if isSymmetric && abs(second.sine) == -first.sine {
      north2 = abs(north1)
    } else {
      let gain =
        first.cosine < -first.sine
        ? (second.cosine - first.cosine) * (first.cosine + second.cosine)
        : (first.sine - second.sine) * (first.sine + second.sine)
      north2 = root(north1 * north1 + gain)
    }
    let end = AngleVector(
      sine: isSymmetric ? bearing.sine : equator / second.cosine,
      cosine: north2 / second.cosine)

    let x = AngleVector(sine: first.sine * scale, cosine: north1 * scale)
    let y = AngleVector(sine: second.sine * scale, cosine: north2 * scale)
    let turn = y - x
    let arc = AngleVector(sine: max(0, turn.sine), cosine: turn.cosine).radians
    let omega = AngleVector(
      sine: max(0, equator * turn.sine),
      cosine: x.cosine * y.cosine + equator * x.sine * (equator * y.sine))
    let excess = omega - longitudeVector

    let k2 = rise * constants.secondEccentricitySquared
    let e = k2 / (2 * (1 + root(1 + k2)) + k2)
    let uneven = constants.longitudeSeries(e).difference(x, y)
    let lag =
      constants.flattening * constants.longitudeScale(e) * equator * (arc + uneven)
    let lengths = GeodesicLengths(
      epsilon: e, arc: arc, x, firstStretch, y, secondStretch)
    let slope =
      north2 == 0
      ? -2 * constants.axisRatio * firstStretch / first.sine
      : lengths.reducedLength * constants.axisRatio / north2
    return Trial(
      miss: Self.smallAngle(excess) - lag, slope: slope, end: end,
      arc: arc, lengthBeyondArc: lengths.lengthBeyondArc)
  }

  /// The angle of a vector in radians, by a few terms of a series when it is small.
  @inline(__always)
  static func smallAngle(_ vector: AngleVector) -> Double {
    if abs(vector.sine) < 0.03125 * vector.cosine {
      let t = vector.sine / vector.cosine
      let q = t * t
      return t
        * (1 + q * (-1.0 / 3 + q * (1.0 / 5 + q * (-1.0 / 7 + q * (1.0 / 9 - q * (1.0 / 11))))))
    }
    // Half a turn lies between coinciding places and the opposite meridian: short of it.
    if vector.sine == 0 && vector.cosine < 0 { return -.pi }
    return vector.radians
  }

  /// Newton's method for the bearing at the first place, with a bracket that is bisected
  /// whenever a step leaves it: at most 83 rounds, usually one.
  @inline(__always)
  private func search(from guess: AngleVector) -> GeodesicSolution {
    let exact = Double.ulpOfOne
    var bearing = guess
    var low = AngleVector(sine: AngleVector.tiny, cosine: 1)
    var high = AngleVector(sine: AngleVector.tiny, cosine: -1)
    var isNear = false
    var isTight = false
    var trial = self.trial(bearing)
    for round in 0..<83 {
      if isTight || !(abs(trial.miss) >= (isNear ? 8 : 1) * exact) { break }
      if trial.slope > 0 {
        let step = -trial.miss / trial.slope
        // What a further step would change: nothing, after the correction below.
        if max(abs(trial.miss), abs(step)) * abs(step) <= 2e-17 * abs(trial.end.cosine) {
          return corrected(trial, bearing, step)
        }
      }
      let order = bearing.cosine / bearing.sine
      if trial.miss > 0 && (round > 20 || order > high.cosine / high.sine) {
        high = bearing
      } else if trial.miss < 0 && (round > 20 || order < low.cosine / low.sine) {
        low = bearing
      }
      var hasStepped = false
      if round < 20 && trial.slope > 0 {
        let step = -trial.miss / trial.slope
        if abs(step) < .pi {
          let next = bearing + AngleVector(radians: step)
          if next.sine > 0 {
            bearing = next.normalized
            // Where the slope vanishes the steps do not shrink as they should, so that only
            // the miss itself can end the search.
            isNear = abs(trial.miss) <= 16 * exact
            hasStepped = true
          }
        }
      }
      if !hasStepped {
        bearing =
          AngleVector(
            sine: (low.sine + high.sine) / 2, cosine: (low.cosine + high.cosine) / 2
          ).normalized
        isNear = false
        let tight = exact * 0x1p-26
        isTight =
          abs(low.sine - bearing.sine) + (low.cosine - bearing.cosine) < tight
          || abs(bearing.sine - high.sine) + (bearing.cosine - high.cosine) < tight
      }
      trial = self.trial(bearing)
    }
    return GeodesicSolution(
      length: metres(arc: trial.arc, beyond: trial.lengthBeyondArc), start: bearing,
      end: trial.end)
  }

  /// The line of a trial that missed by little, moved to the longitude wanted by the first
  /// variation of the length, its second term included.
  @inline(__always)
  private func corrected(_ trial: Trial, _ bearing: AngleVector, _ step: Double)
    -> GeodesicSolution
  {
    let start = bearing.turned(by: step)
    let equator = bearing.sine * first.cosine
    let change = equator + 0.5 * first.cosine * bearing.cosine * step
    let length = metres(
      arc: trial.arc, beyond: trial.lengthBeyondArc,
      and: -constants.equatorialRadius * trial.miss * change)
    guard step != 0 else {
      return GeodesicSolution(length: length, start: start, end: trial.end)
    }
    let end = trial.end.turned(
      by: step * bearing.cosine * first.cosine / (trial.end.cosine * second.cosine))
    return GeodesicSolution(length: length, start: start, end: end)
  }
}
