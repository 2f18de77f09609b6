package import CairnMemory

/// Lines with the names of one thing in several languages, sorted by row.
///
/// A line is the row, then, each after a tab, the digits of languages, a space and the name in
/// these languages.
package struct TranslatedLines: Sendable {
  package let text: ConstantText

  package init(_ text: ConstantText) { self.text = text }

  /// The name in the line of a row.
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - language: the digit of the language.
  /// - Returns: the name; nil if none is known.
  /// - Complexity: O(log *n*) in the number of bytes.
  package func name(ofRow row: Int, in language: UInt8) -> String? {
    var low = 0
    var high = text.count
    while low < high {
      let start = lineStart(before: low + (high - low) / 2)
      var reader = TextTable.Reader(text, at: start)
      let found = reader.integer() ?? 0
      if found == row { return name(after: reader.position, in: language) }
      if found < row {
        reader.skipLine()
        low = reader.position
      } else {
        high = start
      }
    }
    return nil
  }

  /// The first byte of the line of a position.
  package func lineStart(before position: Int) -> Int {
    var start = position
    while start > 0, text[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    return start
  }

  private func name(after tab: Int, in language: UInt8) -> String? {
    var reader = TextTable.Reader(text, at: tab)
    while text[reader.position] == UInt8(ascii: "\t") {
      reader.position += 1
      let end = reader.endOfCell()
      var isWanted = false
      while text[reader.position] != UInt8(ascii: " ") {
        if text[reader.position] == language { isWanted = true }
        reader.position += 1
      }
      if isWanted { return text.string((reader.position + 1)..<end) }
      reader.position = end
    }
    return nil
  }
}

/// The languages of names, each with its digit in ``TranslatedLines``.
package struct NameLanguages: Sendable {
  /// The tags, such as `de` or `zh-Hant`.
  package let tags: [String]
  /// The digit of each tag in lower case: a printable character other than the quote and the
  /// backslash.
  private let digits: [String: UInt8]

  /// - Parameter literal: one tag per line, in the order of their digits.
  package init(_ literal: StaticString) {
    let table = TextTable(literal, expectedRowLength: 4)
    tags = (0..<table.count).map { table.string(column: 0, row: $0) }
    var digits: [String: UInt8] = [:]
    var digit = UInt8(ascii: "!")
    for tag in tags {
      if digit == UInt8(ascii: "\"") || digit == UInt8(ascii: "\\") { digit += 1 }
      digits[tag.lowercased()] = digit
      digit += 1
    }
    self.digits = digits
  }

  /// The digit of a language, or else of the first part of its tag.
  package func digit(of language: String) -> UInt8? {
    let tag = language.lowercased().split(separator: "_").joined(separator: "-")
    return digits[tag] ?? digits[String(tag.prefix { $0 != "-" })]
  }
}
