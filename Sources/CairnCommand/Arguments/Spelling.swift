internal import CairnPlaces
internal import CairnText

/// Help with words that are nearly right.
enum Spelling {
  /// "; did you mean `near`?" for the word that is closest, or nothing.
  static func suggestion(for word: String, among words: [String]) -> String {
    let typed = Array(word.lowercased().utf8.prefix(64))
    var distance = EditDistance(to: typed, limit: typed.count < 4 ? 1 : 2)
    var best: (slips: Int, word: String)?
    for candidate in words {
      var slips = distance(to: Array(candidate.utf8))
      if slips == nil, typed.count > 3, candidate.utf8.starts(with: typed) { slips = 3 }
      if let slips, slips < best?.slips ?? .max { best = (slips, candidate) }
    }
    return best.map { "; did you mean `\($0.word)`?" } ?? ""
  }

  /// A word as a message quotes it: in backquotes, and not longer than fits a line.
  static func quoted(_ word: String) -> String {
    "`\(DisplayWidth.truncated(word, to: 60))`"
  }

  /// "a, b or c".
  static func list(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
