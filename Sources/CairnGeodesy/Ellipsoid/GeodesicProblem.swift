/// The inverse problem: two places on an ellipsoid, and the shortest line between them.
///
/// The problem is solved in a frame that is swapped and mirrored so that the first place is in the
/// south, at least as far from the equator as the second, and to the west of it; bearings are then
/// in 0...180 degrees. ``restored(_:_:)`` converts the result back. The symbols are those of the
/// table at ``AuxiliarySphere``.
///
/// A line is determined by its bearing at the first place: each bearing leads to some point on the
/// parallel of the second place (``trial(_:)``), and Newton's method moves the longitude of that
/// point to the required one (``solution()``), from a guess that is nearly everywhere good enough
/// for a single step (GeodesicProblem+Guess.swift).
///
/// Source: Karney (2013), section 4, doi:10.1007/s00190-012-0578-z.
internal struct GeodesicProblem {
  let constants: EllipsoidConstants
  /// The parametric latitudes; the first in -90...0, the second no farther from the equator.
  var beta1: AngleVector
  var beta2: AngleVector
  /// √(1 + e'² sin²β) at both ends.
  var dn1: Double
  var dn2: Double
  /// φ₂ - φ₁ in degrees; free of rounding unless one is more than twice the other.
  let phi12: Double
  /// The longitude difference, in 0...π.
  var lambda12: AngleVector
  var lambda12Radians: Double
  /// π - λ₁₂ in radians; precise when that is small.
  var lambda12ToPi: Double
  var isSwapped: Bool
  var isMirroredEastWest: Bool
  var isMirroredNorthSouth: Bool
  var startsAtPole: Bool

  /// Creates the problem of two places; nil if a coordinate is invalid.
  @inline(__always)
  init?(_ constants: EllipsoidConstants, from a: Coordinate, to b: Coordinate) {
    guard
      abs(a.latitude) <= 90, abs(b.latitude) <= 90, a.longitude.isFinite, b.longitude.isFinite,
      constants.axisRatio > 0
    else { return nil }
    self.constants = constants
    let (difference, lost) = longitudeDifference(from: a.longitude, to: b.longitude)
    isMirroredEastWest = difference < 0
    let turn = abs(difference)
    let turnLost = isMirroredEastWest ? -lost : lost
    lambda12 = AngleVector(degrees: turn, lost: turnLost)
    lambda12Radians = (turn + turnLost) * (.pi / 180)
    lambda12ToPi = ((180 - turn) - turnLost) * (.pi / 180)

    var south = a.latitude
    var north = b.latitude
    isSwapped = abs(south) < abs(north)
    if isSwapped { swap(&south, &north) }
    // Opposite places on the equator are joined over the north pole.
    isMirroredNorthSouth = south >= 0
    if isMirroredNorthSouth {
      south = -south
      north = -north
    }
    startsAtPole = south == -90
    phi12 = north - south
    (beta1, dn1) = Self.parametric(south, constants)
    (beta2, dn2) = Self.parametric(north, constants)
    // Rounding must not break symmetry: latitudes whose magnitudes are equal, as judged by
    // whichever of sine and cosine changes faster, get equal sines and cosines. GeographicLib
    // documents this case from (48.522876735459, 0) to (-48.52287673545898, 179.5997204562231).
    if beta1.cosine < -beta1.sine {
      if beta2.cosine == beta1.cosine {
        beta2.sine = beta2.sine < 0 ? beta1.sine : -beta1.sine
        dn2 = dn1
      }
    } else if abs(beta2.sine) == -beta1.sine {
      beta2.cosine = beta1.cosine
      dn2 = dn1
    }
  }

  /// A place below this latitude in degrees, a picometer from the equator, counts as on it: the
  /// products of smaller sines would underflow.
  static var leastLatitude: Double { 1e-17 }

  /// The parametric latitude and √(1 + e'² sin²β).
  @inline(__always)
  static func parametric(_ latitude: Double, _ constants: EllipsoidConstants)
    -> (beta: AngleVector, dn: Double)
  {
    let phi = AngleVector(degrees: abs(latitude) < leastLatitude ? 0 : latitude)
    let s = constants.axisRatio * phi.sine
    let dn = 1 / root(s * s + phi.cosine * phi.cosine)
    return (AngleVector(sine: s * dn, cosine: phi.cosine * dn), dn)
  }

  /// The bearings at the two given places, from those in the frame of the problem.
  @inline(__always)
  func restored(_ alpha1: AngleVector, _ alpha2: AngleVector) -> (AngleVector, AngleVector) {
    var alpha1 = alpha1
    var alpha2 = alpha2
    if isSwapped { swap(&alpha1, &alpha2) }
    if isMirroredEastWest {
      alpha1.sine = -alpha1.sine
      alpha2.sine = -alpha2.sine
    }
    if isSwapped != isMirroredNorthSouth {
      alpha1.cosine = -alpha1.cosine
      alpha2.cosine = -alpha2.cosine
    }
    return (alpha1, alpha2)
  }

  /// The bearing of a solution at the given first place; north for equal places.
  func heading(of solution: GeodesicSolution) -> AngleVector {
    solution.length > 0
      ? restored(solution.alpha1, solution.alpha2).0 : AngleVector(sine: 0, cosine: 1)
  }
}

/// The shortest line of a ``GeodesicProblem``: its length in meters and its bearings at both ends.
internal struct GeodesicSolution {
  var length: Double
  var alpha1: AngleVector
  var alpha2: AngleVector
  /// The longitude difference on the auxiliary sphere, if it is known better than from the
  /// bearings.
  var omega12: AngleVector?
}

extension GeodesicProblem {
  /// The shortest line, in the swapped and mirrored frame of the problem.
  @inline(__always)
  func solution() -> GeodesicSolution {
    if startsAtPole || lambda12.sine == 0, let line = meridian() { return line }
    if beta1.sine == 0
      && (constants.flattening <= 0 || lambda12ToPi >= constants.flattening * .pi)
    {
      // Along the equator, up to the point at which lines over the poles become shorter.
      let east = AngleVector(sine: 1, cosine: 0)
      return GeodesicSolution(
        length: constants.equatorialRadius * lambda12Radians, alpha1: east, alpha2: east)
    }
    switch guess() {
    case .solved(let solution): return solution
    case .bearing(let alpha1):
      return search(from: alpha1)
    }
  }

  /// The line along a meridian, unless another line is shorter.
  private func meridian() -> GeodesicSolution? {
    let alpha1 = AngleVector(sine: lambda12.sine, cosine: lambda12.cosine)
    let alpha2 = AngleVector(sine: 0, cosine: 1)
    let sigma1 = AuxiliarySphere.sigma(alpha: alpha1, beta: beta1)
    let sigma2 = beta2
    let sigma12 = (sigma2 - sigma1).notNegative.radians
    let lengths = GeodesicLengths(
      epsilon: constants.thirdFlattening, sigma12: sigma12, sigma1, dn1, sigma2, dn2)
    // A negative reduced length means that the line has passed a conjugate point and is not the
    // shortest. Because of rounding it may also be negative on lines of zero length, as from
    // (20.001, 0) to itself.
    guard sigma12 < 1 || lengths.reducedLength >= 0 else { return nil }
    return GeodesicSolution(
      length: max(0, meters(arc: sigma12, beyond: lengths.lengthBeyondArc)),
      alpha1: alpha1, alpha2: alpha2)
  }

  /// A length in meters from an arc and its excess in units of the polar radius.
  @inline(__always)
  private func meters(arc: Double, beyond: Double, and rest: Double = 0) -> Double {
    constants.polarRadius * arc
      + (constants.polarRadius * beyond + (constants.polarRadiusError * arc + rest))
  }

  /// A geodesic from the first place to the latitude of the second, and its end point.
  struct Trial {
    /// The longitude of the end point minus the required longitude, in radians.
    var miss: Double
    /// The derivative of `miss` with respect to the bearing at the first place.
    var slope: Double
    var alpha2: AngleVector
    /// The arc on the auxiliary sphere, and s / b minus that arc.
    var sigma12: Double
    var lengthBeyondArc: Double
  }

  /// Follows the geodesic with a bearing at the first place to the latitude of the second.
  ///
  /// - Parameter bearing: α₁, of length 1.
  /// - Returns: the end point and its distance.
  @inline(__always)
  func trial(_ bearing: AngleVector) -> Trial {
    var alpha1 = bearing
    if beta1.sine == 0 && alpha1.cosine == 0 {
      // The equator has no node; a bearing this close to it does.
      alpha1.cosine = -AngleVector.tiny
    }
    let sinAlpha0 = alpha1.sine * beta1.cosine
    let cosSquaredAlpha0 = AuxiliarySphere.cosSquaredAlpha0(alpha: alpha1, beta: beta1)
    let scale = 1 / root(cosSquaredAlpha0)

    // cos α cos β at both ends; the second from the first and the difference of the cos²β, in the
    // form that does not cancel.
    let north1 = alpha1.cosine * beta1.cosine
    let isSymmetric = beta2.cosine == beta1.cosine
    let north2: Double
    if isSymmetric && abs(beta2.sine) == -beta1.sine {
      north2 = abs(north1)
    } else {
      let gain =
        beta1.cosine < -beta1.sine
        ? (beta2.cosine - beta1.cosine) * (beta1.cosine + beta2.cosine)
        : (beta1.sine - beta2.sine) * (beta1.sine + beta2.sine)
      north2 = root(north1 * north1 + gain)
    }
    let alpha2 = AngleVector(
      sine: isSymmetric ? alpha1.sine : sinAlpha0 / beta2.cosine,
      cosine: north2 / beta2.cosine)

    let sigma1 = AngleVector(sine: beta1.sine * scale, cosine: north1 * scale)
    let sigma2 = AngleVector(sine: beta2.sine * scale, cosine: north2 * scale)
    let turn = sigma2 - sigma1
    let sigma12 = turn.notNegative.radians
    // ω₂ - ω₁, whose tangents are sin α₀ times those of σ₂ and σ₁.
    let omega12 = AngleVector(
      sine: max(0, sinAlpha0 * turn.sine),
      cosine: sigma1.cosine * sigma2.cosine + sinAlpha0 * sigma1.sine * (sinAlpha0 * sigma2.sine))
    let excess = omega12 - lambda12

    let epsilon = AuxiliarySphere.epsilon(
      kSquared: cosSquaredAlpha0 * constants.secondEccentricitySquared)
    let b312 = constants.c3(epsilon).difference(sigma1, sigma2)
    let lag = constants.flattening * constants.a3(epsilon) * sinAlpha0 * (sigma12 + b312)
    let lengths = GeodesicLengths(
      epsilon: epsilon, sigma12: sigma12, sigma1, dn1, sigma2, dn2)
    let slope =
      north2 == 0
      ? -2 * constants.axisRatio * dn1 / beta1.sine
      : lengths.reducedLength * constants.axisRatio / north2
    return Trial(
      miss: Self.smallAngle(excess) - lag, slope: slope, alpha2: alpha2,
      sigma12: sigma12, lengthBeyondArc: lengths.lengthBeyondArc)
  }

  /// The angle of a vector in radians, from a few terms of a series if it is small.
  @inline(__always)
  static func smallAngle(_ vector: AngleVector) -> Double {
    if abs(vector.sine) < 0.03125 * vector.cosine {
      return arcTangent(ofSmall: vector.sine / vector.cosine)
    }
    // Half a turn, between coinciding places and the opposite meridian, counts as falling short of
    // it.
    if vector.sine == 0 && vector.cosine < 0 { return -.pi }
    return vector.radians
  }

  /// The maximum number of rounds of the search that may be steps of Newton's method.
  ///
  /// Nearly all pairs take one or two rounds. Of 200,000 hard pairs, close to each other, the
  /// antipode or the equator, none took more than 10 on WGS 84, or more than 51, including
  /// bisections, at a flattening of 1/10.
  private static var newtonRounds: Int { 20 }
  /// The maximum number of rounds: after Newton's, one bisection per bit of a double, and ten
  /// spare.
  private static var rounds: Int { newtonRounds + 53 + 10 }
  /// A step is the last if the next would be below this many radians, a tenth of a rounding.
  static var negligibleStep: Double { 2e-17 }

  /// Finds the bearing at the first place by Newton's method, with a bracket that is bisected
  /// whenever a step leaves it.
  @inline(__always)
  private func search(from guess: AngleVector) -> GeodesicSolution {
    let rounding = Double.ulpOfOne
    var alpha1 = guess
    // The bracket starts with all bearings: as close to 0 and 180 degrees as keeps ratios finite.
    var low = AngleVector(sine: AngleVector.tiny, cosine: 1)
    var high = AngleVector(sine: AngleVector.tiny, cosine: -1)
    var isNear = false
    var isTight = false
    var trial = self.trial(alpha1)
    for round in 0..<Self.rounds {
      // After a step from within 16 roundings the miss consists only of rounding; it cannot be
      // expected to fall below eight of them.
      if isTight || !(abs(trial.miss) >= (isNear ? 8 : 1) * rounding) { break }
      if trial.slope > 0 {
        let step = -trial.miss / trial.slope
        // Newton's method squares the error, so this is the size of a further step.
        let next = max(abs(trial.miss), abs(step)) * abs(step)
        if next <= Self.negligibleStep * abs(trial.alpha2.cosine) {
          return corrected(trial, alpha1, step)
        }
      }
      let order = alpha1.cosine / alpha1.sine
      if trial.miss > 0 && (round > Self.newtonRounds || order > high.cosine / high.sine) {
        high = alpha1
      } else if trial.miss < 0 && (round > Self.newtonRounds || order < low.cosine / low.sine) {
        low = alpha1
      }
      var hasStepped = false
      if round < Self.newtonRounds && trial.slope > 0 {
        let step = -trial.miss / trial.slope
        if abs(step) < .pi {
          let next = alpha1 + AngleVector(radians: step)
          if next.sine > 0 {
            alpha1 = next.normalized
            // If the slope vanishes, the steps do not shrink as they should, so only the miss
            // itself can end the search.
            isNear = abs(trial.miss) <= 16 * rounding
            hasStepped = true
          }
        }
      }
      if !hasStepped {
        alpha1 =
          AngleVector(
            sine: (low.sine + high.sine) / 2, cosine: (low.cosine + high.cosine) / 2
          ).normalized
        isNear = false
        // A bracket of one rounding is not yet too tight: close to a meridian, where sines are
        // small, bearings differ by far less.
        let tight = rounding * 0x1p-26
        isTight =
          abs(low.sine - alpha1.sine) + (low.cosine - alpha1.cosine) < tight
          || abs(alpha1.sine - high.sine) + (alpha1.cosine - high.cosine) < tight
      }
      trial = self.trial(alpha1)
    }
    return GeodesicSolution(
      length: meters(arc: trial.sigma12, beyond: trial.lengthBeyondArc), alpha1: alpha1,
      alpha2: trial.alpha2)
  }

  /// The line of a trial with a small miss, moved to the required longitude.
  ///
  /// From the first variation of the length, including its second term.
  ///
  /// - Parameters:
  ///   - trial: the last trial.
  ///   - bearing: its bearing at the first place.
  ///   - step: the correction of the bearing by Newton's method.
  /// - Returns: the solution, exact to rounding.
  @inline(__always)
  private func corrected(_ trial: Trial, _ bearing: AngleVector, _ step: Double)
    -> GeodesicSolution
  {
    let alpha1 = bearing.turned(by: step)
    let sinAlpha0 = bearing.sine * beta1.cosine
    let change = sinAlpha0 + 0.5 * beta1.cosine * bearing.cosine * step
    let length = meters(
      arc: trial.sigma12, beyond: trial.lengthBeyondArc,
      and: -constants.equatorialRadius * trial.miss * change)
    guard step != 0 else {
      return GeodesicSolution(length: length, alpha1: alpha1, alpha2: trial.alpha2)
    }
    let alpha2 = trial.alpha2.turned(
      by: step * bearing.cosine * beta1.cosine / (trial.alpha2.cosine * beta2.cosine))
    return GeodesicSolution(length: length, alpha1: alpha1, alpha2: alpha2)
  }
}
