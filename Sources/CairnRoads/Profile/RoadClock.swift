internal import CairnHours

/// The time at which conditional tags such as `access:conditional` are evaluated
/// (<https://wiki.openstreetmap.org/wiki/Conditional_restrictions>).
struct RoadClock: Hashable, Sendable {
  /// The local time.
  let time: CivilTime

  init(_ time: CivilTime) {
    self.time = time
  }

  /// The value of a conditional tag that is in force, such as `no` of `no @ (Mo-Fr 07:00-09:00)`.
  ///
  /// - Parameters:
  ///   - text: values with conditions, separated by semicolons; the last one in force wins.
  ///   - dimensions: the dimensions of the traveler, for conditions such as `weight>3.5`.
  /// - Returns: nil if no condition is known to be true.
  func value(_ text: String, _ dimensions: [String: Double]) -> String? {
    var found: String?
    for part in Self.parts(text) {
      guard let at = part.firstIndex(of: "@") else { continue }
      let value = TagValues.trimmed(part[..<at])
      if !value.isEmpty, isTrue(Self.unwrapped(part[part.index(after: at)...]), dimensions) {
        found = value
      }
    }
    return found
  }

  /// The parts of a text between semicolons outside parentheses.
  private static func parts(_ text: String) -> [Substring] {
    var parts: [Substring] = []
    var depth = 0
    var start = text.startIndex
    for index in text.indices {
      switch text[index] {
      case "(": depth += 1
      case ")": depth -= 1
      case ";" where depth <= 0:
        parts.append(text[start..<index])
        start = text.index(after: index)
      default: break
      }
    }
    parts.append(text[start...])
    return parts
  }

  /// A condition without its parentheses.
  private static func unwrapped(_ text: Substring) -> String {
    let text = trimmed(text)
    guard text.first == "(", text.last == ")", text.count > 1 else { return text }
    return trimmed(text.dropFirst().dropLast())
  }

  private static func trimmed(_ text: Substring) -> String { TagValues.trimmed(text) }

  /// Whether all terms of a condition are true; unknown terms are not.
  private func isTrue(_ condition: String, _ dimensions: [String: Double]) -> Bool {
    let words = condition.split(whereSeparator: \.isWhitespace).map(String.init)
    let terms = words.split(omittingEmptySubsequences: false) { $0 == "AND" || $0 == "and" }
      .map { $0.joined(separator: " ") }
    return terms.allSatisfy { isTermTrue($0, dimensions) }
  }

  private func isTermTrue(_ term: String, _ dimensions: [String: Double]) -> Bool {
    guard !term.isEmpty else { return false }
    if let sign = term.firstIndex(where: { $0 == "<" || $0 == ">" }) {
      let name = TagValues.trimmed(term[..<sign])
      var rest = term[term.index(after: sign)...]
      let includesEqual = rest.first == "="
      if includesEqual { rest.removeFirst() }
      let key = "max" + name
      guard let own = dimensions[key], let limit = TagValues.dimension(String(rest), key: key)
      else { return false }
      if own == limit { return includesEqual }
      return term[sign] == "<" ? own < limit : own > limit
    }
    guard let hours = try? OpeningHours(term) else { return false }
    return hours.isOpen(at: time)
  }
}
