internal import CairnText

/// A typed text with words that may abbreviate those of a name: "pto vallarta", "Frankfurt a.M.".
///
/// A word of at most five letters abbreviates a longer one with the same first letter whose letters
/// include the others in the same order, if it is one of these:
/// - a word in front of a period or a slash: "Pres. Prudente", "Alphen a/d Rijn";
/// - a single letter that is not the last word: "n las vegas";
/// - a contraction, which lacks at least two letters, has the last one, and has a consonant as the
///   second one: "gt malvern", "gral roca";
/// - an abbreviation of a title in Spanish and Portuguese names: "gob virasoro", "cel fabriciano".
///
/// Other beginnings of words are not abbreviations, but parts of the name.
internal struct AbbreviatedWords {
  private let words: [ArraySlice<UInt8>]
  /// Whether a period or a slash follows each word.
  private let isMarked: [Bool]
  /// The longest word, by which names are looked up: a marked one or a title only if all are.
  let longest: SearchKey

  private static let greatestLength = 5
  /// The usual abbreviations of titles that are no contractions: of general, gobernador and
  /// governador, presidente, coronel, marechal, senador, conselheiro, capitán and capitão,
  /// comodoro, ingeniero, engenheiro, visconde, padre, desembargador, deputado, ministro and
  /// professor.
  private static let titles = Set(
    "gen gob gov pres cel mal sen cons cap comod ing eng visc pe des dep min prof"
      .split(separator: " ").map { ArraySlice($0.utf8) })

  /// How much of a name is typed.
  enum Extent {
    case whole
    case beginning
  }

  /// Creates the words; nil if none may be an abbreviation.
  init?(_ query: PlaceQuery) {
    words = query.key.words
    guard (2...8).contains(words.count), words.contains(where: { $0.count <= Self.greatestLength })
    else { return nil }
    var isMarked: [Bool] = []
    let parts = query.name.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "." || $0 == "/" })
    for (number, part) in parts.enumerated() {
      let count = SearchKey(part).words.count
      guard count > 0 else { continue }
      isMarked += Array(repeating: false, count: count - 1) + [number < parts.count - 1]
    }
    // The key of a query may be a part of its name.
    let marks = isMarked.count == words.count ? isMarked : words.map { _ in false }
    self.isMarked = marks
    // The last of equally long ones: titles precede names.
    let whole = zip(words, marks).filter { !$1 && !Self.titles.contains($0) }.map(\.0)
    guard let longest = (whole.isEmpty ? words : whole).reversed().max(by: { $0.count < $1.count }),
      longest.count > 2
    else { return nil }
    self.longest = SearchKey(bytes: Array(longest))
  }

  /// How much of a name consists of the words, of which at least one abbreviates one of the name;
  /// nil if the name does not begin with them.
  func extent(in key: SearchKey) -> Extent? {
    let others = key.words
    guard words.count <= others.count else { return nil }
    var hasAbbreviation = false
    var isFinished = true
    for (place, (word, other)) in zip(words, others).enumerated() where word != other {
      let isLast = place == words.count - 1
      if isAbbreviation(word, of: other, isMarked: isMarked[place], isLast: isLast) {
        hasAbbreviation = true
      } else {
        guard isLast, TypedPrefix(word).begins(other) else { return nil }
        isFinished = false
      }
    }
    guard hasAbbreviation else { return nil }
    return isFinished && words.count == others.count ? .whole : .beginning
  }

  private func isAbbreviation(
    _ word: ArraySlice<UInt8>, of other: ArraySlice<UInt8>, isMarked: Bool, isLast: Bool
  ) -> Bool {
    guard word.count <= Self.greatestLength, word.count < other.count, word.first == other.first,
      word.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 })
    else { return false }
    let isTitle = !isLast && Self.titles.contains(word)
    if other.starts(with: word) { return isMarked || isTitle || word.count == 1 && !isLast }
    guard isMarked || isTitle || isContraction(word, of: other) else { return false }
    var rest = word
    for letter in other where letter == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }

  /// Whether a word may be a contraction of another by its length, its second letter and its last.
  private func isContraction(_ word: ArraySlice<UInt8>, of other: ArraySlice<UInt8>) -> Bool {
    guard word.count > 1, other.count - word.count >= 2, word.last == other.last else {
      return false
    }
    return !"aeiouy".utf8.contains(word[word.startIndex + 1])
  }
}
