/// A number of about 78 bits: a head of 26 bits and a tail, which is a double.
///
/// The product of two heads is exact and the contribution of the tails is small, so that products,
/// quotients and roots of such numbers need only plain operations on doubles. On a processor
/// without fused multiply-add they cost a fraction of those of ``DoubleDouble``. The heads are
/// those of T. J. Dekker, "A floating-point technique for extending the available precision",
/// Numer. Math. 18 (1971), doi:10.1007/BF01397083, truncated instead of rounded.
internal struct SplitDouble: BitwiseCopyable, Sendable {
  /// At most 26 bits.
  var head: Double
  /// Less than 2⁻²⁵ of the head, or a few of its roundings more.
  var tail: Double

  @inline(__always)
  private init(head: Double, tail: Double) {
    self.head = head
    self.tail = tail
  }

  /// Creates the sum of a number and a smaller one, at most an eighth of it.
  @inline(__always)
  init(_ value: Double, _ rest: Double = 0) {
    head = Self.head(of: value + rest)
    tail = (value - head) + rest
  }

  /// The first 26 bits of a number.
  @inline(__always)
  private static func head(of value: Double) -> Double {
    Double(bitPattern: value.bitPattern & 0xffff_ffff_f800_0000)
  }

  /// The nearest double.
  @inline(__always)
  var value: Double { head + tail }

  @inline(__always)
  var magnitude: SplitDouble {
    head.sign == .minus ? SplitDouble(head: -head, tail: -tail) : self
  }

  @inline(__always)
  static func * (a: SplitDouble, b: SplitDouble) -> SplitDouble {
    SplitDouble(a.head * b.head, a.head * b.tail + a.tail * b.value)
  }

  /// The product, rounded once.
  @inline(__always)
  static func product(_ a: SplitDouble, _ b: SplitDouble) -> Double {
    a.head * b.head + (a.head * b.tail + a.tail * b.value)
  }

  @inline(__always)
  static func / (a: SplitDouble, b: SplitDouble) -> SplitDouble {
    let inverse = 1 / b.value
    let head = head(of: a.value * inverse)
    return SplitDouble(
      head: head, tail: (((a.head - head * b.head) - head * b.tail) + a.tail) * inverse)
  }

  /// The length of (x, y), whose squares must neither overflow nor both be subnormal.
  @inline(__always)
  static func hypotenuse(_ x: SplitDouble, _ y: SplitDouble) -> SplitDouble {
    let xValue = x.value
    let yValue = y.value
    let size = root(xValue * xValue + yValue * yValue)
    let head = head(of: size)
    // x² + y² minus the square of the head. The first difference is exact: it uses the longer leg.
    let xSquare = x.head * x.head
    let ySquare = y.head * y.head
    let rest =
      ((max(xSquare, ySquare) - head * head) + min(xSquare, ySquare))
      + (x.tail * (x.head + xValue) + y.tail * (y.head + yValue))
    return SplitDouble(head: head, tail: rest / (size + head))
  }
}
