extension CSVReader {
  /// How many fields the current row has.
  public var fieldCount: Int { fields.count }

  /// A field as text, without the spaces around it unless it is quoted; empty where the row
  /// has no such field.
  ///
  /// Broken UTF-8 comes out with replacement characters.
  public func text(_ index: Int) -> String {
    guard fields.indices.contains(index) else { return "" }
    let field = fields[index]
    guard field.hasDoubledQuotes else {
      return String(decoding: bytes[trimmed(field)], as: UTF8.self)
    }
    var unescaped: [UInt8] = []
    appendUnescaped(field, to: &unescaped)
    return String(decoding: unescaped, as: UTF8.self)
  }

  /// A field as a decimal number, or nil where it is none.
  ///
  /// - Parameters:
  ///   - index: the field, counted from 0.
  ///   - commaIsPoint: whether a comma may stand for the decimal point.
  public func number(_ index: Int, commaIsPoint: Bool = false) -> Double? {
    guard fields.indices.contains(index) else { return nil }
    return DecimalNumber.parse(bytes, in: trimmed(fields[index]), commaIsPoint: commaIsPoint)
  }

  /// Appends a field's text to a column; an empty text where the row has no such field.
  internal func append(_ index: Int?, to column: inout TextColumn) {
    guard let index, fields.indices.contains(index) else {
      column.endText()
      return
    }
    let field = fields[index]
    if field.hasDoubledQuotes {
      appendUnescaped(field, to: &column.bytes)
    } else {
      column.bytes.append(contentsOf: bytes[trimmed(field)])
    }
    column.endText()
  }

  /// A field's bytes without the spaces at its ends; those inside quotes are text.
  private func trimmed(_ field: Field) -> Range<Int> {
    var start = field.start
    var end = field.end
    guard start == 0 || bytes[start - 1] != UInt8(ascii: "\"") else { return start..<end }
    while start < end, bytes[start] == UInt8(ascii: " ") { start += 1 }
    while start < end, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return start..<end
  }

  /// Appends a quoted field's text in runs that end behind the first of two quotes.
  private func appendUnescaped(_ field: Field, to text: inout [UInt8]) {
    var run = field.start
    var index = field.start
    while index < field.end {
      if bytes[index] == UInt8(ascii: "\"") {
        text.append(contentsOf: bytes[run...index])
        run = index + 2
        index += 1
      }
      index += 1
    }
    if run < field.end { text.append(contentsOf: bytes[run..<field.end]) }
  }
}
