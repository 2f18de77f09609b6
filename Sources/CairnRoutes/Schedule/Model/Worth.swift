/// The worth of one or several visits: a 256-bit integer.
///
/// Sums and differences are exact and independent of their order, so two plans compare like the
/// exact sums of their scores, and a plan's worth can be updated incrementally. The scores in
/// ``VisitStop/Priority/scores`` need 40 bits before the binary point and 152 after it; the
/// remaining bits suffice for sums over 2,000 stops of three priorities.
struct Worth: Comparable, AdditiveArithmetic, ExpressibleByIntegerLiteral, Sendable {
  /// The most significant to the least significant word, in two's complement.
  private var first: Int64
  private var second: UInt64
  private var third: UInt64
  private var last: UInt64

  /// The number of bits by which a score is shifted left of 2⁻¹⁵²; the bits below count stops.
  private static var countBits: Int { 11 }
  /// The position of the bit with the score value 1.
  private static var pointBits: Int { 152 + countBits }

  static var zero: Worth { Worth(first: 0, second: 0, third: 0, last: 0) }

  private init(first: Int64, second: UInt64, third: UInt64, last: UInt64) {
    (self.first, self.second, self.third, self.last) = (first, second, third, last)
  }

  /// The worth of a number of stops whose score is 0.
  init(_ count: Int) {
    let sign: UInt64 = count < 0 ? .max : 0
    self.init(
      first: Int64(truncatingIfNeeded: sign), second: sign, third: sign,
      last: UInt64(truncatingIfNeeded: count))
  }

  init(integerLiteral value: Int) { self.init(value) }

  /// The exact worth of a score; any positive score outweighs any number of stops with a score of
  /// 0.
  ///
  /// - Parameter score: 0, or a score in ``VisitStop/Priority/scores``.
  init(score: Double) {
    self = .zero
    guard VisitStop.Priority.scores.contains(score) else { return }
    let significand = score.significandBitPattern | 1 << 52
    let shift = Int(score.exponent) - 52 + Self.pointBits
    // The significand spans at most two words.
    var words: [UInt64] = [0, 0, 0, 0]
    words[shift / 64] = significand << (shift % 64)
    if shift % 64 > 11 { words[shift / 64 + 1] = significand >> (64 - shift % 64) }
    (last, third, second) = (words[0], words[1], words[2])
    first = Int64(bitPattern: words[3])
  }

  /// The sum of the scores, rounded once; the bits that count stops are ignored.
  ///
  /// Rounding is monotonic: a greater sum never rounds to less than a smaller one.
  var score: Double {
    let words = [last & ~(1 << Self.countBits - 1), third, second, UInt64(bitPattern: first)]
    guard let top = words.lastIndex(where: { $0 > 0 }) else { return 0 }
    let empty = words[top].leadingZeroBitCount
    var bits = words[top] << empty
    if top > 0 {
      if empty > 0 { bits |= words[top - 1] >> (64 - empty) }
      // Any bits that follow break ties between two equally distant doubles.
      let follows =
        words[top - 1] << empty != 0 || words[..<(top - 1)].contains { $0 != 0 }
      if follows { bits |= 1 }
    }
    return Double(
      sign: .plus, exponent: 64 * top - empty - Self.pointBits, significand: Double(bits))
  }

  static func + (a: Worth, b: Worth) -> Worth {
    let (last, carry) = a.last.addingReportingOverflow(b.last)
    let (third, carry2) = add(a.third, b.third, carry)
    let (second, carry3) = add(a.second, b.second, carry2)
    return Worth(
      first: a.first &+ b.first &+ (carry3 ? 1 : 0), second: second, third: third, last: last)
  }

  static func - (a: Worth, b: Worth) -> Worth {
    let inverse = Worth(first: ~b.first, second: ~b.second, third: ~b.third, last: ~b.last)
    return a + inverse + 1
  }

  private static func add(_ a: UInt64, _ b: UInt64, _ carry: Bool) -> (UInt64, Bool) {
    let (sum, overflows) = a.addingReportingOverflow(b)
    let (result, overflowsToo) = sum.addingReportingOverflow(carry ? 1 : 0)
    return (result, overflows || overflowsToo)
  }

  static func < (a: Worth, b: Worth) -> Bool {
    if a.first != b.first { return a.first < b.first }
    if a.second != b.second { return a.second < b.second }
    return a.third != b.third ? a.third < b.third : a.last < b.last
  }
}

extension Double {
  /// The approximate worth, used by the searches as a weight.
  init(_ worth: Worth) { self = worth.approximation }
}

extension Worth {
  fileprivate var approximation: Double {
    Double(first) * 0x1p192 + Double(second) * 0x1p128 + Double(third) * 0x1p64 + Double(last)
  }
}
