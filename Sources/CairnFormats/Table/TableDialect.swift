internal import CairnGeodesy
internal import CairnMemory

/// The syntax of the rows of a table.
internal struct TableDialect: Hashable, Sendable {
  /// The byte between two fields.
  let delimiter: UInt8
  /// The byte around quoted fields, or nil for none.
  let quote: UInt8?
  /// Whether a field `\N` is null.
  var hasNullText: Bool

  static let tab = UInt8(ascii: "\t")
  /// Tab-separated without quoting, with `\N` for null.
  static let tsv = TableDialect(delimiter: tab, quote: nil)

  /// - Parameters:
  ///   - delimiter: the byte between two fields.
  ///   - quote: the byte around quoted fields, or nil for none.
  ///   - hasNullText: whether `\N` is null; nil for the usual rule, only with tabs.
  init(
    delimiter: UInt8 = UInt8(ascii: ","), quote: UInt8? = UInt8(ascii: "\""),
    hasNullText: Bool? = nil
  ) {
    self.delimiter = delimiter
    self.quote = quote
    self.hasNullText = hasNullText ?? (delimiter == Self.tab)
  }

  /// Whether a comma may be the decimal point: if the comma is the delimiter, only between quotes.
  var commaIsPoint: Bool { delimiter != UInt8(ascii: ",") }

  /// Whether a text is a field of the table without quotes.
  func isPlain(_ text: UnsafeByteSpan) -> Bool {
    for index in 0..<text.count {
      let byte = text[index]
      if byte == delimiter || byte == 0x0A || byte == 0x0D || byte == quote { return false }
    }
    return true
  }

  /// The text as a field of the table: quoted if necessary, or without quoting, with special bytes
  /// replaced by spaces.
  func field(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    let isSpecial = { byte in byte == delimiter || byte == 0x0A || byte == 0x0D }
    guard let quote else { return bytes.map { isSpecial($0) ? UInt8(ascii: " ") : $0 } }
    guard bytes.contains(where: { isSpecial($0) || $0 == quote }) else { return bytes }
    return [quote] + bytes.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
  }

  /// Creates a scanner at the start of the table, or at a later line.
  func scanner(firstLine: Int = 1) -> RowScanner {
    RowScanner(delimiter: delimiter, quote: quote, firstLine: firstLine)
  }

  /// The delimiters to try.
  static let delimiters: [UInt8] = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }

  /// The number of bytes examined to detect the dialect.
  static let sampleSize = 1 << 16

  /// Detects the delimiter with which the first row identifies a location; otherwise the most
  /// frequent one.
  ///
  /// - Parameters:
  ///   - start: the start of the table.
  ///   - isFinished: whether that is the whole table.
  ///   - columns: recognizes the columns from a first row.
  /// - Returns: the dialect, or nil if more bytes could change the result.
  static func sniffed(
    _ start: UnsafeByteSpan, isFinished: Bool, columns: ([String], TableDialect) -> PlaceColumns
  ) -> TableDialect? {
    var best = TableDialect()
    var bestCount = 1
    for delimiter in delimiters {
      let dialect = TableDialect(delimiter: delimiter)
      // A field quoted for one delimiter may not be quoted for another.
      var row = dialect.firstRow(start, isFinished: isFinished)
      if row == nil, !isFinished {
        if start.count < sampleSize { return nil }
        // The beginning of a very long header is sufficient.
        row = dialect.firstRow(start, isFinished: true)
      }
      guard let row else { continue }
      guard row.malformedField == nil else { continue }
      let columns = columns(row.fields, dialect)
      if let location = columns.location,
        columns.hasHeader || dialect.hasNumbers(row.fields, location)
      {
        return dialect
      }
      if row.fields.count > bestCount {
        best = dialect
        bestCount = row.fields.count
      }
    }
    return best
  }

  /// Whether the location columns of a row that is not a header contain numbers.
  private func hasNumbers(_ fields: [String], _ location: PlaceColumns.Location) -> Bool {
    guard case .degrees(let latitude, let longitude) = location else { return true }
    return [latitude, longitude].allSatisfy { column in
      let text = Array(fields[column].utf8)
      return DecimalNumber.parse(text, in: text.indices, commaIsPoint: commaIsPoint) != nil
    }
  }

  /// The first row, which may be a header.
  struct FirstRow {
    let fields: [String]
    let line: Int
    /// The first field, counted from 0, with text after its closing quote.
    let malformedField: Int?
    /// The first byte that is not valid UTF-8.
    let brokenByte: Int?
  }

  /// The first row with fields; nil if the bytes contain no complete one.
  func firstRow(
    _ bytes: UnsafeByteSpan, isFinished: Bool, _ firstLine: Int = 1
  ) -> FirstRow? {
    var scanner = scanner(firstLine: firstLine)
    var offset = 0
    while true {
      let rest = bytes.suffix(from: offset)
      let taken = scanner.scan(rest, isLast: isFinished)
      for row in scanner.rows(in: rest) where row.fieldCount > 0 {
        let fields = (0..<row.fieldCount).compactMap { scanner.field($0, of: row, in: rest) }
        return FirstRow(
          fields: fields.map { rest.text(of: $0) }, line: row.line,
          malformedField: row.malformedField,
          brokenByte: rest.firstInvalidUTF8(in: row.start..<row.end).map { offset + $0 })
      }
      guard taken > 0 else { return nil }
      offset += taken
    }
  }
}
