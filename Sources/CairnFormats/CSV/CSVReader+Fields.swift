internal import CairnGeodesy
package import CairnMemory

extension CSVReader {
  /// How many fields the current row has.
  public var fieldCount: Int { row.fieldCount }

  /// A field as text, without the spaces around it unless it is quoted; empty where the row
  /// has no such field.
  public func text(_ index: Int) -> String {
    bytes.withWindow { window in
      let window = window.suffix(from: base)
      return scanner.field(index, of: row, in: window).map(window.text) ?? ""
    }
  }

  /// A field as a decimal number.
  ///
  /// - Parameters:
  ///   - index: the field, counted from 0.
  ///   - commaIsPoint: whether a comma may stand for the decimal point.
  /// - Returns: the number, correctly rounded, or nil where the field is none or is not there.
  public func number(_ index: Int, commaIsPoint: Bool = false) -> Double? {
    bytes.withWindow { window in
      let window = window.suffix(from: base)
      guard let field = scanner.field(index, of: row, in: window) else { return nil }
      return DecimalNumber.parse(window, in: window.trimmed(field), commaIsPoint: commaIsPoint)
    }
  }
}

extension CSVReader {
  /// Calls a closure with the current row and the bytes that its positions are counted in.
  internal func withRow<R, Failure: Error>(
    _ body: (ByteWindow, RowScanner, RowScanner.Row) throws(Failure) -> R
  ) throws(Failure) -> R {
    try bytes.withWindow { window throws(Failure) in
      try body(window.suffix(from: base), scanner, row)
    }
  }
}

extension ByteWindow {
  /// Where a field's text stands, without the spaces at its ends; those inside quotes are text.
  @inline(__always)
  package func trimmed(_ field: RowScanner.Field) -> Range<Int> {
    var (start, end) = (field.start, field.end)
    if field.isQuoted || start == end { return field.range }
    while start < end, self[start] == UInt8(ascii: " ") { start &+= 1 }
    while start < end, self[end &- 1] == UInt8(ascii: " ") { end &-= 1 }
    return Range(ordered: start, end)
  }

  /// A field's text; broken UTF-8 comes out with replacement characters.
  package func text(of field: RowScanner.Field) -> String {
    if !field.hasDoubledQuotes { return text(in: trimmed(field)) }
    var unescaped: [UInt8] = []
    unescaped.append(text: field, of: self)
    return String(decoding: unescaped, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends a field's text, with one quote for two.
  @inline(__always)
  package mutating func append(text field: RowScanner.Field, of window: ByteWindow) {
    if field.hasDoubledQuotes {
      append(unescaped: field, of: window)
    } else {
      append(window, window.trimmed(field))
    }
  }

  /// Appends a quoted field's text in runs that end behind the first of two quotes.
  private mutating func append(unescaped field: RowScanner.Field, of window: ByteWindow) {
    var run = field.start
    var index = run
    while index < field.end {
      // Within its quotes, the only quotes are doubled ones.
      if window[index] == window[field.start - 1] {
        append(window, run..<index + 1)
        run = index + 2
        index += 1
      }
      index += 1
    }
    if run < field.end { append(window, run..<field.end) }
  }
}
