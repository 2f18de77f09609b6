/// A latitude whose sine, cosine and isometric latitude are tabulated with two doubles each.
///
/// Any latitude at least a degree from the pole is within a sixty-fourth of its angle to the pole
/// from such a node. The difference is so small that a double represents it with digits to spare.
internal struct IsometricNode {
  /// The angle to the pole in degrees.
  var toPole: Double
  private var place: Int

  /// Creates the node nearest to an angle to the pole of 1 to 90 degrees.
  @inline(__always)
  init(nearest angle: Double) {
    // Keeps five bits of the fraction.
    let step = (angle.bitPattern &+ 1 << 46) >> 47
    toPole = Double(bitPattern: step << 47)
    place = 5 * Int(truncatingIfNeeded: step &- 1023 << 5)
  }

  /// The sine of the angle to the pole, and its rounding error.
  @inline(__always)
  var sine: Double { Self.numbers[place] }
  @inline(__always)
  var sineLost: Double { Self.numbers[place + 1] }
  @inline(__always)
  var cosine: Double { Self.numbers[place + 2] }
  /// The isometric latitude, ln cot of half the angle, in degrees, and its rounding error.
  @inline(__always)
  var isometric: Double { Self.numbers[place + 3] }
  @inline(__always)
  var isometricLost: Double { Self.numbers[place + 4] }
}
