package import CairnMemory
package import CairnText

/// The names of the countries besides ``Country/name``, found by the beginning of their keys or of
/// a later word.
///
/// The first eight bytes of the key of each name are stored, those of names in Latin letters apart
/// from all others, each made on first use: a text in Latin letters does not wait until the names
/// in other scripts are folded. ``CountryNameIndex`` finds whole names only, but in spellings such
/// as "St." for "Saint".
package struct CountryNames: Sendable {
  private struct Name: Sendable {
    let head: UInt64
    /// The start of the name in the table of names.
    let start: UInt32
    let isEnglish: Bool
  }

  /// The least number of bytes of a key that finds names in other languages: with fewer, it would
  /// find a country instead of the cities whose names begin with it.
  private static let leastLength = 4

  /// Sorted by head.
  private let names: [Name]

  private static let latin = CountryNames(isLatin: true)
  private static let others = CountryNames(isLatin: false)
  private static let latinWords = CountryNames(laterWordsOf: latin)
  private static let otherWords = CountryNames(laterWordsOf: others)

  private init(isLatin: Bool) {
    let table = CountryTable.shared
    var names: [Name] = []
    names.reserveCapacity(4_000)
    var key = SearchKey("")
    for row in 0..<table.facts.count {
      table.forEachName(ofRow: row) { text, range, column in
        guard CountryNameIndex.isOfAnotherScript(text[range.lowerBound]) != isLatin else { return }
        let head: UInt64
        if table.isOneName(column) {
          // Faster than folding the whole name.
          head = SearchKey.head(ofCell: text, at: range.lowerBound)
        } else {
          key.assign(text, range)
          head = key.head
        }
        guard head != 0 else { return }
        names.append(
          Name(
            head: head, start: UInt32(truncatingIfNeeded: range.lowerBound),
            isEnglish: column == 1))
      }
    }
    self.names = names.sorted { ($0.head, $0.start) < ($1.head, $1.start) }
  }

  /// The same names by the heads of their later words.
  private init(laterWordsOf names: CountryNames) {
    let text = Self.text
    var words: [Name] = []
    words.reserveCapacity(4_000)
    for name in names.names {
      let range = Self.range(at: Int(name.start))
      for gap in range where text[gap] == UInt8(ascii: " ") || text[gap] == UInt8(ascii: "-") {
        let rest = (gap + 1)..<range.upperBound
        guard rest.count >= Self.leastLength else { continue }
        let isEndOfCell = text[rest.upperBound] != UInt8(ascii: ";")
        let head =
          isEndOfCell ? SearchKey.head(ofCell: text, at: gap + 1) : SearchKey(text, rest).head
        words.append(Name(head: head, start: name.start, isEnglish: name.isEnglish))
      }
    }
    self.names = words.sorted { ($0.head, $0.start) < ($1.head, $1.start) }
  }

  /// Calls a closure with the names in which a later word may begin with a key of at least four
  /// bytes: the first eight are compared.
  ///
  /// - Parameters:
  ///   - key: the beginning of the word.
  ///   - body: receives the position of a name.
  /// - Complexity: O(log n + m) for m such names; two milliseconds on first use.
  package static func forEach(withLaterWord key: SearchKey, _ body: (_ position: Int) -> Void) {
    guard key.bytes.count >= leastLength else { return }
    let words = key.bytes[0] < 0x80 ? latinWords : otherWords
    for name in words.names(withHead: key) { body(Int(name.start)) }
  }

  /// Calls a closure with the names that begin with a key.
  ///
  /// - Parameters:
  ///   - key: the beginning; with fewer than four bytes it finds names in English only.
  ///   - body: receives the position of a name, and whether it is exactly the key.
  /// - Complexity: O(log n + m) for m names with the same first eight bytes; a millisecond on first
  ///   use, and a few more for names in other scripts.
  package static func forEach(
    withPrefix key: SearchKey, _ body: (_ position: Int, _ isExact: Bool) -> Void
  ) {
    guard !key.isEmpty else { return }
    let isShort = key.bytes.count < leastLength
    for name in all(like: key).names(withHead: key) where name.isEnglish || !isShort {
      let position = Int(name.start)
      let whole = SearchKey(text, range(at: position))
      if whole.hasPrefix(key) { body(position, whole == key) }
    }
  }

  /// Calls a closure with the names in Latin letters whose beginning is within the limit of a
  /// distance, if at least the first letter is equal.
  ///
  /// - Parameters:
  ///   - distance: the distance to the typed key.
  ///   - rightLetters: the length of the exact prefix.
  ///   - isStopped: whether to stop; called for each name.
  ///   - body: receives the position of a name, the least number of errors of a beginning, and that
  ///     of the whole name if it is within the limit.
  /// - Complexity: O(names with these letters), at most a few hundred.
  package static func forEach(
    like distance: inout PrefixDistance, rightLetters: Int, until isStopped: () -> Bool,
    _ body: (_ position: Int, _ errors: Int, _ whole: Int?) -> Void
  ) {
    let right = distance.wanted.prefix(max(1, rightLetters))
    let beginning = SearchKey(bytes: Array(right))
    var key = SearchKey("")
    for name in all(like: beginning).names(withHead: beginning) {
      if isStopped() { return }
      let position = Int(name.start)
      key.assign(text, range(at: position))
      distance.pop(to: 0)
      let letters = key.bytes.prefix(distance.greatestDepth)
      let isWithin = letters.allSatisfy { distance.push($0) }
      guard let errors = distance.nearestPrefixDistance else { continue }
      let isWhole = isWithin && letters.count == key.bytes.count
      body(position, errors, isWhole ? distance.distance : nil)
    }
  }

  /// The names in Latin letters or all others, as a key.
  private static func all(like key: SearchKey) -> CountryNames {
    key.bytes[0] < 0x80 ? latin : others
  }

  /// The names whose first eight bytes begin with those of a key.
  private func names(withHead key: SearchKey) -> ArraySlice<Name> {
    let head = key.head
    let ignoredBits = UInt64(64 - 8 * min(8, key.bytes.count))
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low + high) / 2
      if names[middle].head < head { low = middle + 1 } else { high = middle }
    }
    return names[low...].prefix { ($0.head ^ head) >> ignoredBits == 0 }
  }

  /// The table of the names.
  package static var text: ConstantText { CountryTable.shared.names.text }

  /// The range of the name at a position.
  package static func range(at position: Int) -> Range<Int> {
    var end = position
    let last = TextTable.Reader(text, at: position).endOfCell()
    // Names of one cell are separated by a semicolon.
    while end < last, text[end] != UInt8(ascii: ";") { end += 1 }
    return position..<end
  }

  /// The country of the name at a position.
  package static func country(at position: Int) -> Country {
    let table = CountryTable.shared
    var low = 0
    var high = table.countries.count - 1
    // Row 0 of the names is that of the languages.
    while low < high {
      let middle = (low + high + 1) / 2
      if Int(table.names.starts[middle + 1]) <= position { low = middle } else { high = middle - 1 }
    }
    return table.countries[low]
  }
}
