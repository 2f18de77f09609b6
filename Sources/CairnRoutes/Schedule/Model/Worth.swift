/// What visits are worth, alone or together: a whole number of 256 bits.
///
/// Sums and differences are exact and do not depend on their order, so that two plans compare as the
/// exact sums of their scores do, and changes of a plan can be added to and subtracted from its worth.
/// The scores of ``VisitStop/Priority/scores`` have 40 bits before the point and 152 behind it; what
/// is left suffices for sums over 2,000 stops of three priorities.
struct Worth: Comparable, AdditiveArithmetic, ExpressibleByIntegerLiteral, Sendable {
  /// From the most significant bits to the least significant ones, as two's complement.
  private var first: Int64
  private var second: UInt64
  private var third: UInt64
  private var last: UInt64

  /// How many bits a score is shifted to the left of 2⁻¹⁵²: the bits below count stops.
  private static var countBits: Int { 11 }
  /// The place of the bit that is worth 1 in a score.
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

  /// The worth of a score, exactly; any score outweighs all stops together whose score is 0.
  ///
  /// - Parameter score: 0, or a score of ``VisitStop/Priority/scores``.
  init(score: Double) {
    self = .zero
    guard VisitStop.Priority.scores.contains(score) else { return }
    let significand = score.significandBitPattern | 1 << 52
    let shift = Int(score.exponent) - 52 + Self.pointBits
    // The significand lies in two words at most.
    var words: [UInt64] = [0, 0, 0, 0]
    words[shift / 64] = significand << (shift % 64)
    if shift % 64 > 11 { words[shift / 64 + 1] = significand >> (64 - shift % 64) }
    (last, third, second) = (words[0], words[1], words[2])
    first = Int64(bitPattern: words[3])
  }

  /// The sum of scores that this is the worth of, rounded once; what only counts stops is left out.
  ///
  /// Greater sums are never rounded to less than smaller ones.
  var score: Double {
    let words = [last & ~(1 << Self.countBits - 1), third, second, UInt64(bitPattern: first)]
    guard let top = words.lastIndex(where: { $0 > 0 }) else { return 0 }
    let empty = words[top].leadingZeroBitCount
    var bits = words[top] << empty
    if top > 0 {
      if empty > 0 { bits |= words[top - 1] >> (64 - empty) }
      // Whether anything follows decides between two doubles at the same distance.
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
  /// About what a worth is, as the searches weigh it.
  init(_ worth: Worth) { self = worth.approximation }
}

extension Worth {
  fileprivate var approximation: Double {
    Double(first) * 0x1p192 + Double(second) * 0x1p128 + Double(third) * 0x1p64 + Double(last)
  }
}
