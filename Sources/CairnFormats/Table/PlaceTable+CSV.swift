internal import CairnGeodesy
internal import CairnMemory

extension PlaceTable {
  /// Reads a whole table of separated values.
  ///
  /// ```swift
  /// let tsv = Array("48.2082\t16.3738\tWien\n".utf8)
  /// let table = try PlaceTable(
  ///   csv: tsv, hasHeader: false, columns: [.latitude: "1", .longitude: "2", .name: "3"])
  /// table.names[0]   // "Wien"
  /// ```
  ///
  /// A GeoNames dump, which has no header, is recognized as well. The text is UTF-8; UTF-16,
  /// Windows-1252 and Latin-1 are detected, see ``encoding``.
  ///
  /// - Parameters:
  ///   - csv: the bytes of the table.
  ///   - delimiter: the byte between fields, or nil to detect it.
  ///   - hasHeader: whether the first row is a header; nil to detect it: a row with numbers in the
  ///     columns of the latitude and longitude is not a header.
  ///   - overrides: the columns for chosen roles, by name or number, instead of those recognized by
  ///     name.
  ///   - policy: how a row without a valid coordinate is treated.
  /// - Throws: ``FormatError`` if there is no row, if the columns do not identify the location, for
  ///   an unclosed quote, for an unsupported encoding, and for a bad row under
  ///   ``BadRowPolicy/fail``.
  /// - Complexity: O(bytes). Besides the bytes, memory is needed only for the columns.
  public init(
    csv: [UInt8], delimiter: UInt8? = nil, hasHeader: Bool? = nil,
    columns overrides: [PlaceColumns.Role: String] = [:], badRows policy: BadRowPolicy = .skip
  ) throws(FormatError) {
    if hasHeader != false, delimiter == nil, overrides.isEmpty, GeoNamesTable.recognizes(csv) {
      try self.init(geoNames: csv, badRows: policy)
      return
    }
    let (text, encoding) = try TextDecoder.decoded(csv)
    self = try text.withUnsafeSpan { bytes throws(FormatError) in
      let found = try TableStart.find(
        bytes, delimiter: delimiter, hasHeader: hasHeader, overrides: overrides)
      guard let start = found else { throw FormatError(.empty, line: 1) }
      var table = PlaceTable(columns: start.columns)
      let reader = try PlaceRowReader(start.columns, start.dialect, line: start.line)
      try table.read(bytes, reader, policy, behind: start.preamble)
      table.encoding = encoding
      return table
    }
  }

  /// Reads all rows after the header.
  internal mutating func read(
    _ bytes: UnsafeByteSpan, _ reader: PlaceRowReader, _ policy: BadRowPolicy,
    behind preamble: TablePreamble = TablePreamble()
  ) throws(FormatError) {
    var scanner = reader.dialect.scanner(firstLine: preamble.lineCount + 1)
    var isHeader = columns.hasHeader
    var offset = preamble.length
    var hasRoom = false
    while offset < bytes.count {
      let rest = bytes.suffix(from: offset)
      let taken = scanner.scan(rest, isLast: true)
      let isASCII = rest.firstBeyondASCII(in: 0..<taken) == nil
      for index in 0..<scanner.rowCount {
        let row = scanner.row(index, in: rest)
        if row.fieldCount == 0 { continue }
        if isHeader {
          isHeader = false
          continue
        }
        if columns.hasHeader, scanner.hasText(behind: columns.names.count, row, in: rest) {
          longRows.add(line: row.line)
        }
        do throws(FormatError) {
          if !isASCII, let broken = rest.firstInvalidUTF8(in: row.start..<row.end) {
            throw FormatError(.brokenText, line: row.line, byte: offset + broken)
          }
          coordinates.append(try reader.coordinate(rest, scanner, row))
        } catch {
          if policy == .fail { throw error }
          count(error)
          if policy == .skip { continue }
          coordinates.append(Coordinate(latitude: .nan, longitude: .nan))
          if error.reason == .brokenText {
            appendNoTexts(reader)
            continue
          }
        }
        appendTexts(rest, reader, scanner, row)
      }
      if scanner.hasUnclosedQuote { throw FormatError(.unclosedQuote, line: scanner.nextLine) }
      // Only a byte order mark is left, if the input contains nothing else.
      if taken == 0 { break }
      offset += taken
      if !hasRoom, offset > TableDialect.sampleSize {
        hasRoom = true
        makeRoom(forTimes: Double(bytes.count) / Double(offset))
      }
    }
  }

  private mutating func appendNoTexts(_ reader: PlaceRowReader) {
    names.append("")
    if reader.country != nil { countries.append("") }
    if reader.kind != nil { kinds.append("") }
    if reader.population != nil { populations.append(0) }
  }

  private mutating func appendTexts(
    _ bytes: UnsafeByteSpan, _ reader: PlaceRowReader, _ scanner: RowScanner, _ row: RowScanner.Row
  ) {
    let name = reader.name.flatMap { scanner.field($0, of: row, in: bytes) }
    names.append(name, of: bytes, reader.dialect)
    if let index = reader.country {
      countries.append(scanner.field(index, of: row, in: bytes), of: bytes, reader.dialect)
    }
    if let index = reader.kind {
      kinds.append(scanner.field(index, of: row, in: bytes), of: bytes, reader.dialect)
    }
    if let index = reader.population {
      let number = scanner.field(index, of: row, in: bytes).flatMap {
        DecimalNumber.parse(bytes, in: bytes.trimmed($0), commaIsPoint: reader.dialect.commaIsPoint)
      }
      populations.append(number.flatMap { Int(exactly: $0.rounded()) } ?? 0)
    }
  }

  /// Reserves capacity for the estimated number of rows: growing in steps would need memory for old
  /// and new columns at once.
  private mutating func makeRoom(forTimes factor: Double) {
    func expected(_ count: Int) -> Int { Int(Double(count) * factor * 1.03) + 1024 }
    coordinates.reserveCapacity(expected(coordinates.count))
    names.reserveCapacity(expected)
    countries.reserveCapacity(expected)
    kinds.reserveCapacity(expected)
    if !populations.isEmpty { populations.reserveCapacity(expected(populations.count)) }
  }
}

extension TextColumn {
  /// Appends a field's text; an empty text for a missing field or null.
  @inline(__always)
  fileprivate mutating func append(
    _ field: RowScanner.Field?, of span: UnsafeByteSpan, _ dialect: TableDialect
  ) {
    if let field, !dialect.isNull(field, of: span) { bytes.append(text: field, of: span) }
    endText()
  }

  fileprivate mutating func reserveCapacity(_ expected: (Int) -> Int) {
    if isEmpty { return }
    bytes.reserveCapacity(expected(bytes.count))
    ends.reserveCapacity(expected(ends.count))
  }
}
