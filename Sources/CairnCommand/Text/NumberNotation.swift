/// The notation of the numbers of a column: with a decimal point or a decimal comma, and with or
/// without marks between groups of digits.
///
/// A text that can be read in one way only is read in that way: `4,5`, `1.234,50`, `1,234,567`,
/// `1 234`, `1'234.5`. For a text such as `1.234` or `1,234`, the others of the column decide. If
/// they do not, a point is a decimal point, and a comma divides groups.
struct NumberNotation {
  private enum Mark {
    case point, comma, blank
  }

  private let decimal: Mark

  /// The notation of a text whose column is not known.
  static let standard = NumberNotation(of: EmptyCollection())

  /// The notation of most texts that can be read in one way only.
  init(of texts: some Sequence<String>) {
    var balance = 0
    for text in texts {
      switch WrittenNumber(text)?.decimal {
      case .comma: balance += 1
      case .point: balance -= 1
      default: break
      }
    }
    decimal = balance > 0 ? .comma : .point
  }

  /// The number that a text represents; nil if it is not a number, or not finite.
  func number(_ text: String) -> Double? {
    guard let written = WrittenNumber(text) else {
      // A number with an exponent.
      return text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") }
        ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
    }
    return written.value(decimal: written.decimal ?? decimal)
  }

  /// The runs of digits of a number, and the marks between them.
  private struct WrittenNumber {
    private var isNegative = false
    private var runs: [String] = [""]
    private var marks: [Mark] = []

    /// Splits a text; nil if it has other characters than those of a number.
    init?(_ text: String) {
      var isStart = true
      let scalars = text.unicodeScalars
      guard scalars.count <= 60 else { return nil }
      let blanks: [Unicode.Scalar] = [" ", "\u{A0}", "\u{2009}", "\u{202F}"]
      let start = scalars.firstIndex { !blanks.contains($0) } ?? scalars.endIndex
      let end = scalars.lastIndex { !blanks.contains($0) }.map { scalars.index(after: $0) }
      for scalar in scalars[start..<(end ?? start)] {
        defer { isStart = false }
        switch scalar {
        case "0"..."9": runs[runs.count - 1].unicodeScalars.append(scalar)
        case "+", "-", "\u{2212}":
          guard isStart else { return nil }
          isNegative = scalar != "+"
        case ".": add(.point)
        case ",": add(.comma)
        case "'", "\u{2019}": add(.blank)
        default:
          guard blanks.contains(scalar) else { return nil }
          add(.blank)
        }
      }
      guard runs.contains(where: { !$0.isEmpty }) else { return nil }
    }

    private mutating func add(_ mark: Mark) {
      marks.append(mark)
      runs.append("")
    }

    /// The decimal mark, if only one reading is possible.
    var decimal: Mark? {
      let points = marks.count { $0 == .point }
      let commas = marks.count { $0 == .comma }
      switch (points, commas) {
      case (0, 0): return nil
      case (1..., 1...): return marks.last == .comma ? .comma : .point
      case (2..., _): return .comma
      case (_, 2...): return .point
      default:
        let before = runs.dropLast().joined()
        let mayGroup =
          marks.count == 1 && runs[1].utf8.count == 3 && 1...3 ~= before.utf8.count
          && !before.hasPrefix("0")
        return mayGroup ? nil : points == 1 ? .point : .comma
      }
    }

    /// The number with a decimal mark; nil if the groups of digits have other lengths than three,
    /// or two as in India.
    func value(decimal: Mark) -> Double? {
      var groups = runs
      var fraction = ""
      var between = marks
      if between.last == decimal {
        fraction = groups.removeLast()
        between.removeLast()
      }
      guard let first = groups.first, let last = groups.last else { return nil }
      if let mark = between.first {
        guard mark != decimal, between.allSatisfy({ $0 == mark }), 1...3 ~= first.utf8.count,
          last.utf8.count == 3, groups.dropFirst().allSatisfy({ 2...3 ~= $0.utf8.count })
        else { return nil }
      }
      let digits = groups.joined()
      let number = Double("\(digits.isEmpty ? "0" : digits).\(fraction.isEmpty ? "0" : fraction)")
      return number.map { isNegative ? -$0 : $0 }
    }
  }
}
