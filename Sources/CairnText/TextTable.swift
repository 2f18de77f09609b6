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
    var reader = Reader(literal)
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
    if range.count == 1, text[range.lowerBound] == UInt8(ascii: "-") { return nil }
    return text.string(range)
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
      while position < text.count, text[position] != UInt8(ascii: "\n") { position += 1 }
      position += 1
    }

    /// Moves past the next tab; stays at a newline.
    @inlinable package mutating func skipCell() {
      position = endOfCell()
      if position < text.count, text[position] == UInt8(ascii: "\t") { position += 1 }
    }

    /// Returns the end of the cell at this position.
    @inlinable package func endOfCell() -> Int {
      var end = position
      while end < text.count, text[end] != UInt8(ascii: "\t"), text[end] != UInt8(ascii: "\n") {
        end += 1
      }
      return end
    }

    /// Reads digits and moves past the last one; returns nil if none exist.
    @inlinable package mutating func integer() -> Int? {
      let start = position
      var value = 0
      while position < text.count, position - start < 18 {
        let digit = text[position] &- UInt8(ascii: "0")
        if digit > 9 { break }
        value = value * 10 + Int(digit)
        position += 1
      }
      return position == start ? nil : value
    }

    /// Reads a cell of degrees such as `-33.86785` and moves past its tab.
    ///
    /// There are at most 3 + 5 digits, so the digits and the power of ten are exact and the
    /// quotient is correctly rounded.
    @inlinable package mutating func degrees() -> Double {
      let isNegative = position < text.count && text[position] == UInt8(ascii: "-")
      if isNegative { position += 1 }
      var digits = 0
      var scale = 1
      var isBehindPoint = false
      while position < text.count, scale < 1_000_000 {
        let byte = text[position]
        let digit = byte &- UInt8(ascii: "0")
        if digit <= 9 {
          digits = digits &* 10 &+ Int(digit)
          if isBehindPoint { scale *= 10 }
        } else if byte == UInt8(ascii: ".") {
          isBehindPoint = true
        } else {
          break
        }
        position += 1
      }
      skipCell()
      let value = Double(digits) / Double(scale)
      return isNegative ? -value : value
    }
  }
}
