package import CairnMemory

/// The order of two keys.
package enum KeyOrder: Int8, Sendable {
  case less = -1
  case equal, greater
}

extension SearchKey {
  /// Compares the key of a cell of a table with this key.
  ///
  /// ASCII is folded up to the first difference, so most comparisons read a few bytes and allocate
  /// nothing.
  ///
  /// - Parameters:
  ///   - text: the table; the cell ends before a tab, a line feed or the end of the text.
  ///   - start: the start of the cell, or of a word in it.
  /// - Returns: whether the key of the cell is less than this key, equal or greater.
  package func order(ofCell text: ConstantText, at start: Int) -> KeyOrder {
    var place = start
    // The number of equal bytes.
    var equal = 0
    var spaceIsDue = false
    while place < text.count {
      let byte = text[place]
      if byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n") { break }
      if byte >= 0x80 || byte == UInt8(ascii: "&") { return orderOfFolded(text, start) }
      place += 1
      let small = byte | 0x20
      guard small &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 else {
        if byte != UInt8(ascii: "'"), byte != UInt8(ascii: "`") { spaceIsDue = true }
        continue
      }
      if spaceIsDue, equal > 0 {
        guard equal < bytes.count else { return .greater }
        if bytes[equal] != UInt8(ascii: " ") { return .less }
        equal += 1
      }
      spaceIsDue = false
      guard equal < bytes.count else { return .greater }
      if bytes[equal] != small { return small < bytes[equal] ? .less : .greater }
      equal += 1
    }
    return equal < bytes.count ? .less : .equal
  }

  private func orderOfFolded(_ text: ConstantText, _ start: Int) -> KeyOrder {
    let key = SearchKey(text, start..<TextTable.Reader(text, at: start).endOfCell())
    return key < self ? .less : key == self ? .equal : .greater
  }
}
