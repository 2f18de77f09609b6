internal import CairnMemory

// The functions of the folder Math, for lanes.

extension GeodesicBatch {
  @inline(__always)
  static func size(_ x: Lanes) -> Lanes {
    Lanes(bits: x.bits & SIMD4(repeating: 0x7fff_ffff_ffff_ffff))
  }

  @inline(__always)
  static func notNegative(_ x: Lanes) -> Lanes {
    Lanes.zero.replacing(with: x, where: x .>= Lanes.zero)
  }

  @inline(__always)
  static func hypotenuse(_ x: Lanes, _ y: Lanes) -> Lanes {
    let sum: Lanes = x * x + y * y
    return root(sum)
  }

  /// Like ``AngleVector/turned(by:)``.
  @inline(__always)
  static func turned(_ angle: Angles, by small: Lanes) -> Angles {
    let (s, c1) = sineAndBend(ofSmall: small)
    let sine: Lanes = angle.sine + (angle.cosine * s - angle.sine * c1)
    let cosine: Lanes = angle.cosine - (angle.sine * s + angle.cosine * c1)
    return Angles(sine: sine, cosine: cosine)
  }

  /// Like `longitudeDifference(from:to:)`, with the magnitude and its rounding error, and a mask of
  /// the lanes without a small difference: opposite meridians, huge and invalid numbers.
  @inline(__always)
  static func longitudeDifference(
    from start: Lanes, to end: Lanes
  ) -> (size: Lanes, lost: Lanes, isOdd: Mask) {
    let (sum, lost) = exactSum(end, Lanes.zero - start)
    let isHuge = .!(size(sum) .<= Lanes(repeating: reducible))
    let turns: Lanes = (sum * (1 / 360) + integerRounder) - integerRounder
    let rest: Lanes = sum - 360 * turns
    let isWest = rest .< Lanes(repeating: -180)
    let isEast = rest .> Lanes(repeating: 180)
    let within = rest.replacing(with: rest + 360, where: isWest)
      .replacing(with: rest - 360, where: isEast)
    let (difference, restLost) = exactSum(within, lost)
    let isMirrored = difference .< Lanes.zero
    let turn = size(difference)
    let turnLost = restLost.replacing(with: Lanes.zero - restLost, where: isMirrored)
    return (turn, turnLost, isHuge .| (turn .>= Lanes(repeating: 180)))
  }

  @inline(__always)
  private static func exactSum(_ a: Lanes, _ b: Lanes) -> (sum: Lanes, lost: Lanes) {
    let sum: Lanes = a + b
    let fromB: Lanes = sum - a
    let fromA: Lanes = sum - fromB
    let lost: Lanes = (a - fromA) + (b - fromB)
    return (sum, lost)
  }

  /// Like `sineAndCosine(degrees:lost:)`, for angles in 0...180 degrees.
  @inline(__always)
  static func sineAndCosine(degrees: Lanes, lost: Lanes) -> Angles {
    let quarters: Lanes = (degrees * (1 / 90) + integerRounder) - integerRounder
    let rest: Lanes = degrees - 90 * quarters
    let high = Lanes(bits: rest.bits & SIMD4(repeating: 0xffff_ffff_f800_0000))
    let low: Lanes = rest - high
    let angle: Lanes = rest * 0x1.1df46a2529d39p-6
    let first: Lanes = (high * 0x1.1df46ap-6 - angle) + high * 0x1.294e9c8ae0ec6p-33
    let second: Lanes = low * 0x1.294e9c8ae0ec6p-33 + lost * 0x1.1df46a2529d39p-6
    let angleLost: Lanes = (first + low * 0x1.1df46ap-6) + second

    let square: Lanes = angle * angle
    let square2: Lanes = square * square
    let sines = sineOrCosineTerms(ofCosine: false, square: square, square2)
    let cosines = sineOrCosineTerms(ofCosine: true, square: square, square2)
    let half: Lanes = 0.5 * square
    let bend: Lanes = (angleLost - half * angleLost) + angle * square * sines
    let sine: Lanes = angle + bend
    let near: Lanes = 1 - half
    let rise: Lanes = ((1 - near) - half) + (square * square * cosines - angle * angleLost)
    let cosine: Lanes = near + rise

    let isOne = quarters .== Lanes(repeating: 1)
    let isTwo = quarters .== Lanes(repeating: 2)
    let turnedSine = sine.replacing(with: cosine, where: isOne)
      .replacing(with: Lanes.zero - sine, where: isTwo)
    let turnedCosine = cosine.replacing(with: Lanes.zero - sine, where: isOne)
      .replacing(with: Lanes.zero - cosine, where: isTwo)
    return Angles(sine: turnedSine, cosine: turnedCosine)
  }

  /// Like `polarAngle(radiansOfX:y:)`, for vectors with a sine that is not negative.
  @inline(__always)
  static func radians(_ angle: Angles) -> Lanes {
    let bound = 0x1.a827999fcef32p-2
    let x = size(angle.cosine)
    let y = angle.sine
    let isFlat = y .<= bound * x
    let isSteep = x .< bound * y
    let numerator = (y - x).replacing(with: Lanes.zero - x, where: isSteep)
      .replacing(with: y, where: isFlat)
    let denominator = (y + x).replacing(with: y, where: isSteep).replacing(with: x, where: isFlat)
    let eighths = Lanes(repeating: 1).replacing(with: Lanes(repeating: 2), where: isSteep)
      .replacing(with: Lanes.zero, where: isFlat)
    let tangent: Lanes = numerator / denominator
    let arc: Lanes = tangent + arcExcess(tangent)
    let isBack = angle.cosine .< Lanes.zero
    let turn = eighths.replacing(with: 4 - eighths, where: isBack)
    let forward = arc.replacing(with: Lanes.zero - arc, where: isBack)
    let fine: Lanes = turn * 0x1.1a62633145c07p-55 + forward
    return turn * (.pi / 4) + fine
  }
}
