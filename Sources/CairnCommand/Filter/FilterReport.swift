internal import CairnFormats

/// What a filter met on the way: how many rows, and what was wrong with some.
struct FilterReport {
  /// How many rows were answered, blank lines not among them.
  var rowCount = 0
  /// How many of them have no valid coordinate.
  var badCount = 0
  /// How many have more fields than the header.
  var longCount = 0
  /// What was wrong with the first bad rows.
  private(set) var errors: [FormatError] = []

  private static let errorLimit = 3

  /// Whether the next bad row is to be looked at closely.
  var wantsError: Bool { errors.count < Self.errorLimit }

  mutating func add(_ error: FormatError) { errors.append(error) }

  /// Lines for the standard error; none when all went well.
  ///
  /// - Parameter leavesOut: whether rows without a valid coordinate were left out.
  func summary(leavesOut: Bool) -> [String] {
    var lines: [String] = []
    if badCount > 0 {
      let verb = badCount == 1 ? "has" : "have"
      let fate = leavesOut ? ", left out" : ""
      lines.append(
        "\(Text.grouped(badCount)) of \(Text.grouped(rowCount)) rows \(verb) no valid coordinate"
          + fate)
      lines += errors.map { "  \($0)" }
      if badCount > errors.count {
        lines.append("  and \(Text.grouped(badCount - errors.count)) more")
      }
    }
    if longCount > 0 {
      lines.append(
        "\(Text.grouped(longCount)) rows have more fields than the header; their answers come last")
    }
    return lines
  }
}
