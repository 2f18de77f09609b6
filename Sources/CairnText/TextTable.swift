package import CairnMemory

/// A table of tab-separated cells, one row per line, over constant text.
///
/// Initialization finds the start of each line; a cell is found on access by skipping the cells
/// before it. For external text with quotes, other separators or other line endings use the readers
/// of the module `CairnFormats`.
package struct TextTable: Sendable {
  package let text: ConstantText
  /// The start of each row, and the end of the last one.
  package let starts: [UInt32]

  /// The number of rows.
  package var count: Int { starts.count - 1 }

  /// Finds the rows in O(*n*) for *n* bytes.
  ///
  /// - Parameters:
  ///   - literal: lines, each ending with a newline.
  ///   - expectedRowLength: the approximate number of bytes per row, to reserve memory once.
  package init(_ literal: StaticString, expectedRowLength: Int = 32) {
    self.init(ConstantText(literal), expectedRowLength: expectedRowLength)
  }

  /// Finds the rows of a text, likewise.
  package init(_ text: ConstantText, expectedRowLength: Int) {
    var reader = Reader(text, at: 0)
    var starts: [UInt32] = []
    starts.reserveCapacity(reader.text.count / expectedRowLength + 2)
    while !reader.isAtEnd {
      starts.append(UInt32(truncatingIfNeeded: reader.position))
      reader.skipLine()
    }
    starts.append(UInt32(truncatingIfNeeded: reader.position))
    self.init(text: reader.text, starts: starts)
  }

  package init(text: ConstantText, starts: [UInt32]) {
    self.text = text
    self.starts = starts
  }

  /// Returns the range of a row without its newline.
  package func range(ofRow row: Int) -> Range<Int> {
    Int(starts[row])..<(Int(starts[row + 1]) - 1)
  }

  /// Returns the range of a cell.
  ///
  /// - Parameters:
  ///   - column: the column, from 0; a missing column is empty.
  ///   - row: a row of the table.
  /// - Returns: the range of its bytes in ``text``.
  package func range(ofColumn column: Int, row: Int) -> Range<Int> {
    var reader = Reader(text, at: Int(starts[row]))
    for _ in 0..<column { reader.skipCell() }
    let start = reader.position
    return start..<reader.endOfCell()
  }

  /// Returns the text of a cell.
  package func string(column: Int, row: Int) -> String {
    text.string(range(ofColumn: column, row: row))
  }

  /// Returns the text of a cell, or nil for `-`.
  package func optionalString(column: Int, row: Int) -> String? {
    let range = range(ofColumn: column, row: row)
    return isMissing(range) ? nil : text.string(range)
  }

  /// Whether a cell is `-`.
  package func isMissing(column: Int, row: Int) -> Bool {
    isMissing(range(ofColumn: column, row: row))
  }

  private func isMissing(_ range: Range<Int>) -> Bool {
    range.count == 1 && text[range.lowerBound] == UInt8(ascii: "-")
  }

  /// Returns the integer in a cell, or nil for anything else.
  package func integer(column: Int, row: Int) -> Int? {
    var reader = Reader(text, at: range(ofColumn: column, row: row).lowerBound)
    return reader.integer()
  }
}

extension TextTable {
  /// A cursor over the text.
  package struct Reader {
    package let text: ConstantText
    package var position: Int

    @inlinable package init(_ literal: StaticString) {
      self.init(ConstantText(literal), at: 0)
    }

    @inlinable package init(_ text: ConstantText, at position: Int) {
      self.text = text
      self.position = position
    }

    @inlinable package var isAtEnd: Bool { position >= text.count }

    /// Moves past the next newline.
    @inlinable package mutating func skipLine() {
      let bytes = text.span
      let newlines: UInt64 = 0x0A0A_0A0A_0A0A_0A0A
      let ones: UInt64 = 0x0101_0101_0101_0101
      var at = position
      while at &+ 8 <= bytes.count {
        // The lowest zero byte is exact (Mycroft).
        let word = bytes.word(at: at) ^ newlines
        let zeros = (word &- ones) & ~word & (ones &* 0x80)
        if zeros != 0 {
          position = at &+ zeros.trailingZeroBitCount / 8 &+ 1
          return
        }
        at &+= 8
      }
      while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { at &+= 1 }
      position = at + 1
    }

    /// Moves past the next tab; stays at a newline.
    @inlinable package mutating func skipCell() {
      position = endOfCell()
      if position < text.count, text[position] == UInt8(ascii: "\t") { position += 1 }
    }

    /// Returns the end of the cell at this position.
    @inlinable package func endOfCell() -> Int {
      let bytes = text.span
      var end = position
      // Below these two bytes there are no others in a table, so one comparison is enough.
      while end < bytes.count, bytes[end] > UInt8(ascii: "\n") { end &+= 1 }
      return end
    }

    /// Reads digits and moves past the last one; returns nil if none exist.
    @inlinable package mutating func integer() -> Int? {
      let bytes = text.span
      let start = position
      let limit = Swift.min(bytes.count, start &+ 18)
      var at = start
      var value = 0
      while at < limit {
        let digit = bytes[at] &- UInt8(ascii: "0")
        if digit > 9 { break }
        value = value &* 10 &+ Int(digit)
        at &+= 1
      }
      position = at
      return at == start ? nil : value
    }

    /// Reads a cell of degrees such as `-33.86785` and moves past its tab.
    ///
    /// There are at most 3 + 5 digits, so the digits and the power of ten are exact and the
    /// quotient is correctly rounded.
    @inlinable package mutating func degrees() -> Double {
      let bytes = text.span
      var at = position
      let isNegative = at < bytes.count && bytes[at] == UInt8(ascii: "-")
      if isNegative { at &+= 1 }
      var digits = 0
      var scale = 1
      while at < bytes.count, case let digit = bytes[at] &- UInt8(ascii: "0"), digit <= 9 {
        digits = digits &* 10 &+ Int(digit)
        at &+= 1
      }
      if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
        at &+= 1
        while at < bytes.count, scale < 1_000_000,
          case let digit = bytes[at] &- UInt8(ascii: "0"), digit <= 9
        {
          digits = digits &* 10 &+ Int(digit)
          scale &*= 10
          at &+= 1
        }
      }
      position = at
      skipCell()
      let value = Double(digits) / Double(scale)
      return isNegative ? -value : value
    }
  }
}
