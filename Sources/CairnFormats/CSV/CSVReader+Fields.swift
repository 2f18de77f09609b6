internal import CairnGeodesy
package import CairnMemory

extension CSVReader {
  /// The number of fields of the current row.
  public var fieldCount: Int { row.fieldCount }

  /// The text of a field, without surrounding spaces unless it is quoted; empty if the row lacks
  /// the field.
  public func text(_ index: Int) -> String {
    bytes.withUnsafeSpan { span in
      let span = span.suffix(from: base)
      return scanner.field(index, of: row, in: span).map(span.text) ?? ""
    }
  }

  /// The number in a field.
  ///
  /// - Parameters:
  ///   - index: the index of the field, counted from 0.
  ///   - commaIsPoint: whether a comma may be the decimal point.
  /// - Returns: the number, correctly rounded; nil if the field is missing or not a number.
  public func number(_ index: Int, commaIsPoint: Bool = false) -> Double? {
    bytes.withUnsafeSpan { span in
      let span = span.suffix(from: base)
      guard let field = scanner.field(index, of: row, in: span) else { return nil }
      return DecimalNumber.parse(span, in: span.trimmed(field), commaIsPoint: commaIsPoint)
    }
  }
}

extension CSVReader {
  /// Calls a closure with the current row and the bytes to which its positions refer.
  internal func withRow<R, Failure: Error>(
    _ body: (UnsafeByteSpan, RowScanner, RowScanner.Row) throws(Failure) -> R
  ) throws(Failure) -> R {
    try bytes.withUnsafeSpan { span throws(Failure) in
      try body(span.suffix(from: base), scanner, row)
    }
  }
}

extension UnsafeByteSpan {
  /// The range of a field's text, without spaces at its ends; spaces inside quotes are part of it.
  @inline(__always)
  package func trimmed(_ field: RowScanner.Field) -> Range<Int> {
    var (start, end) = (field.start, field.end)
    if field.isQuoted || start == end { return field.range }
    while start < end, self[start] == UInt8(ascii: " ") { start &+= 1 }
    while start < end, self[end &- 1] == UInt8(ascii: " ") { end &-= 1 }
    return Range(ordered: start, end)
  }

  /// The text of a field; invalid UTF-8 is replaced by replacement characters.
  package func text(of field: RowScanner.Field) -> String {
    if !field.hasDoubledQuotes { return text(in: trimmed(field)) }
    var unescaped: [UInt8] = []
    unescaped.append(text: field, of: self)
    return String(decoding: unescaped, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends the text of a field, with doubled quotes undoubled.
  @inline(__always)
  package mutating func append(text field: RowScanner.Field, of span: UnsafeByteSpan) {
    if field.hasDoubledQuotes {
      append(unescaped: field, of: span)
    } else {
      append(span, span.trimmed(field))
    }
  }

  /// Appends the text of a quoted field, in runs that end after the first of two quotes.
  private mutating func append(unescaped field: RowScanner.Field, of span: UnsafeByteSpan) {
    var run = field.start
    var index = run
    while index < field.end {
      // Within its quotes, the only quotes are doubled ones.
      if span[index] == span[field.start - 1] {
        append(span, run..<index + 1)
        run = index + 2
        index += 1
      }
      index += 1
    }
    if run < field.end { append(span, run..<field.end) }
  }
}
