/// The rules of ``RowScanner`` implemented byte by byte, as an oracle.
struct PlainRows {
  struct Row: Equatable {
    var bytes: Range<Int>
    var next: Int
    var line: Int
    var malformedField: Int?
    var fields: [Field] = []
  }

  struct Field: Equatable {
    var range: Range<Int>
    var isQuoted = false
    var hasDoubledQuotes = false
  }

  private(set) var rows: [Row] = []
  private(set) var hasUnclosedQuote = false

  private let bytes: [UInt8]
  private let delimiter: UInt8
  private let quote: UInt8?

  init(_ bytes: [UInt8], delimiter: UInt8, quote: UInt8?) {
    self.bytes = bytes
    self.delimiter = delimiter
    self.quote = quote
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var line = 1
    while index < bytes.count, let row = row(at: index, line) {
      rows.append(row)
      line += 1
      for field in row.fields where field.isQuoted { line += breaks(in: field.range) }
      index = row.next
    }
    hasUnclosedQuote = index < bytes.count
  }

  private func isBreak(_ index: Int) -> Bool { bytes[index] == 10 || bytes[index] == 13 }

  private func breaks(in range: Range<Int>) -> Int {
    range.filter { bytes[$0] == 13 || bytes[$0] == 10 && bytes[$0 - 1] != 13 }.count
  }

  private func row(at start: Int, _ line: Int) -> Row? {
    var row = Row(bytes: start..<start, next: start, line: line)
    var index = start
    while true {
      var field = Field(range: index..<index)
      let opening = skipBlanks(index)
      var doubled = Field(range: index..<index)
      if opening > index, opening < bytes.count, bytes[opening] == quote,
        let closing = closingQuote(behind: opening, &doubled), closing - opening <= 1 << 16,
        endsField(skipBlanks(closing + 1))
      {
        // Spaces around a quoted field are not part of it.
        field = doubled
        field.range = opening + 1..<closing
        field.isQuoted = true
        index = skipBlanks(closing + 1)
      } else if index < bytes.count, bytes[index] == quote {
        guard let closing = closingQuote(behind: index, &field) else { return nil }
        field.range = index + 1..<closing
        field.isQuoted = true
        index = skipBlanks(closing + 1)
        if index < bytes.count, bytes[index] != delimiter, !isBreak(index),
          row.malformedField == nil
        {
          row.malformedField = row.fields.count
        }
      }
      let textStart = index
      while index < bytes.count, bytes[index] != delimiter, !isBreak(index) { index += 1 }
      if !field.isQuoted { field.range = textStart..<index }
      row.fields.append(field)
      if index < bytes.count, bytes[index] == delimiter {
        index += 1
        continue
      }
      row.bytes = start..<index
      if row.bytes.isEmpty { row.fields = [] }
      if index + 1 < bytes.count, bytes[index] == 13, bytes[index + 1] == 10 { index += 1 }
      row.next = min(index + 1, bytes.count)
      return row
    }
  }

  private func skipBlanks(_ start: Int) -> Int {
    var index = start
    while index < bytes.count, [32, 9].contains(bytes[index]), bytes[index] != delimiter {
      index += 1
    }
    return index
  }

  private func endsField(_ index: Int) -> Bool {
    index == bytes.count || bytes[index] == delimiter || isBreak(index)
  }

  private func closingQuote(behind opening: Int, _ field: inout Field) -> Int? {
    var index = opening + 1
    while index < bytes.count {
      if bytes[index] == quote {
        guard index + 1 < bytes.count, bytes[index + 1] == quote else { return index }
        field.hasDoubledQuotes = true
        index += 1
      }
      index += 1
    }
    return nil
  }
}
