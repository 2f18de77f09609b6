/// A latitude whose sine, cosine and isometric latitude are known to two doubles each.
///
/// Any latitude at least a degree from the pole is within a sixty-fourth of its angle to the pole
/// from such a node. What lies between is so small that a double holds it with digits to spare.
internal struct IsometricNode {
  /// The angle to the pole in degrees.
  var toPole: Double
  private var place: Int

  /// The node nearest to an angle to the pole of 1 to 90 degrees.
  @inline(__always)
  init(nearest angle: Double) {
    // Five bits of the fraction are kept.
    let step = (angle.bitPattern &+ 1 << 46) >> 47
    toPole = Double(bitPattern: step << 47)
    place = 5 * Int(truncatingIfNeeded: step &- 1023 << 5)
  }

  /// The sine of the angle to the pole, and what its rounding lost.
  @inline(__always)
  var sine: Double { Self.numbers[place] }
  @inline(__always)
  var sineLost: Double { Self.numbers[place + 1] }
  @inline(__always)
  var cosine: Double { Self.numbers[place + 2] }
  /// The isometric latitude, ln cot of half the angle, in degrees, and what its rounding lost.
  @inline(__always)
  var isometric: Double { Self.numbers[place + 3] }
  @inline(__always)
  var isometricLost: Double { Self.numbers[place + 4] }
}
