/// A typed text with words that may abbreviate those of a name: "pto vallarta", "Frankfurt a.M.".
///
/// A word of at most five letters abbreviates a longer one with the same first letter whose letters
/// include the others in the same order, if it is one of these:
/// - a word before a period or a slash: "Pres. Prudente", "Alphen a/d Rijn";
/// - a single letter that is not the last word: "n las vegas";
/// - a contraction, which lacks at least two letters, has the last one, and has a consonant as the
///   second one: "gt malvern", "gral roca";
/// - an abbreviation of a title in Spanish and Portuguese names: "gob virasoro", "cel fabriciano".
///
/// Other beginnings of words are not abbreviations, but parts of the name.
package struct AbbreviatedWords {
  private let words: [ArraySlice<UInt8>]
  /// Whether a period or a slash follows each word.
  private let isMarked: [Bool]
  /// The words by which names can be looked up, the longest first: those that cannot be
  /// abbreviations, or if all can be, only the longest one.
  package let lookupWords: [ArraySlice<UInt8>]
  /// The longest of these.
  package var longest: SearchKey { SearchKey(bytes: lookupWords.first.map(Array.init) ?? []) }
  /// The letters with which the first word of a name begins: a letter for an abbreviation.
  package let beginning: ArraySlice<UInt8>

  private static let greatestLength = 5
  /// The usual abbreviations of titles that are not contractions: of general, gobernador and
  /// governador, presidente, coronel, marechal, senador, conselheiro, capitán and capitão,
  /// comodoro, ingeniero, engenheiro, visconde, padre, desembargador, deputado, ministro and
  /// professor.
  private static let titles = Set(
    "gen gob gov pres cel mal sen cons cap comod ing eng visc pe des dep min prof"
      .split(separator: " ").map { ArraySlice($0.utf8) })

  /// The part of a name that is typed.
  package enum Extent {
    case whole
    case beginning
  }

  /// Creates the words; nil if none may be an abbreviation.
  ///
  /// - Parameters:
  ///   - text: the typed text, for its periods and slashes.
  ///   - key: its key, or that of a part of it.
  package init?(_ text: String, key: SearchKey) {
    let words = key.words
    guard (2...8).contains(words.count) else { return nil }
    var isMarked: [Bool] = []
    let parts = text.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "." || $0 == "/" })
    for (number, part) in parts.enumerated() {
      let count = SearchKey(part).words.count
      guard count > 0 else { continue }
      isMarked += Array(repeating: false, count: count - 1) + [number < parts.count - 1]
    }
    // The key of a query may be a part of its name.
    let marks = isMarked.count == words.count ? isMarked : words.map { _ in false }
    self.words = words
    self.isMarked = marks
    let whole = words.indices.filter {
      !Self.mayBeAbbreviation(words[$0], isMarked: marks[$0], isLast: $0 == words.count - 1)
    }
    guard whole.count < words.count else { return nil }
    let candidates = Self.longestFirst(whole.map { words[$0] })
    lookupWords = candidates.isEmpty ? Array(Self.longestFirst(words).prefix(1)) : candidates
    guard !lookupWords.isEmpty else { return nil }
    beginning = whole.first == 0 ? words[0] : words[0].prefix(1)
  }

  /// The words of at least three letters, the longest first, and the last of equally long ones,
  /// since titles precede names.
  package static func longestFirst(_ words: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
    words.enumerated().filter { $0.element.count > 2 }
      .sorted { ($0.element.count, $0.offset) > ($1.element.count, $1.offset) }
      .map { $0.element }
  }

  /// The part of a name that the words cover, if at least one of them abbreviates a word of the
  /// name; nil if the name does not begin with them.
  package func extent(in key: SearchKey) -> Extent? {
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

  /// Whether a word may abbreviate a longer one that begins with the same letter.
  private static func mayBeAbbreviation(
    _ word: ArraySlice<UInt8>, isMarked: Bool, isLast: Bool
  ) -> Bool {
    guard word.count <= greatestLength,
      word.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 })
    else { return false }
    return isMarked || isTitle(word, isLast: isLast) || word.count == 1 && !isLast
      || isContracted(word)
  }

  private func isAbbreviation(
    _ word: ArraySlice<UInt8>, of other: ArraySlice<UInt8>, isMarked: Bool, isLast: Bool
  ) -> Bool {
    guard word.count < other.count, word.first == other.first,
      Self.mayBeAbbreviation(word, isMarked: isMarked, isLast: isLast)
    else { return false }
    let isTitle = Self.isTitle(word, isLast: isLast)
    if other.starts(with: word) { return isMarked || isTitle || word.count == 1 && !isLast }
    let isContraction =
      Self.isContracted(word) && other.count - word.count >= 2 && word.last == other.last
    guard isMarked || isTitle || isContraction else { return false }
    var rest = word
    for letter in other where letter == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }

  private static func isTitle(_ word: ArraySlice<UInt8>, isLast: Bool) -> Bool {
    !isLast && titles.contains(word)
  }

  /// Whether a word may be a contraction by its second letter.
  private static func isContracted(_ word: ArraySlice<UInt8>) -> Bool {
    word.count > 1 && !"aeiouy".utf8.contains(word[word.startIndex + 1])
  }
}
