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
  /// A dump of GeoNames, which has no header, is recognised too. The bytes are UTF-8; UTF-16,
  /// Windows-1252 and Latin-1 are told by their first characters, see ``encoding``.
  ///
  /// - Parameters:
  ///   - csv: the bytes of the table.
  ///   - delimiter: the byte between fields, or nil to find out.
  ///   - hasHeader: whether the first row names the columns; nil to find out: one with numbers
  ///     in the place of a latitude and a longitude does not.
  ///   - overrides: columns chosen by name or by number, in place of what would be recognised.
  ///   - policy: what to do with a row that has no valid coordinate.
  /// - Throws: ``FormatError`` when there is no row, when the columns do not say where places
  ///   are, for a quote that is never closed, for an encoding that is not read, and for a bad row
  ///   where the policy says so.
  /// - Complexity: O(bytes). Beside the bytes it holds the columns, and nothing for each row.
  public init(
    csv: [UInt8], delimiter: UInt8? = nil, hasHeader: Bool? = nil,
    columns overrides: [PlaceColumns.Role: String] = [:], badRows policy: BadRowPolicy = .skip
  ) throws(FormatError) {
    if hasHeader != false, delimiter == nil, overrides.isEmpty, GeoNamesTable.recognises(csv) {
      try self.init(geoNames: csv, badRows: policy)
      return
    }
    let (text, encoding) = try TextDecoder.decoded(csv)
    self = try text.withWindow { bytes throws(FormatError) in
      let found = try TableStart.find(
        bytes, delimiter: delimiter, hasHeader: hasHeader, overrides: overrides)
      guard let start = found else { throw FormatError(.empty, line: 1) }
      var table = PlaceTable(columns: start.columns)
      let reader = try PlaceRowReader(start.columns, start.dialect, line: start.line)
      try table.read(bytes, reader, policy)
      table.encoding = encoding
      return table
    }
  }

  /// Reads all rows behind the header.
  internal mutating func read(
    _ bytes: ByteWindow, _ reader: PlaceRowReader, _ policy: BadRowPolicy
  ) throws(FormatError) {
    var scanner = reader.dialect.scanner()
    var isHeader = columns.hasHeader
    var offset = 0
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
          if !isASCII, let broken = rest.firstBrokenUTF8(in: row.start..<row.end) {
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
      // Nothing is left but a byte order mark, where the input is that alone.
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
    _ bytes: ByteWindow, _ reader: PlaceRowReader, _ scanner: RowScanner, _ row: RowScanner.Row
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

  /// Makes room for as many rows as there will be, judged by those so far: growing in steps would
  /// hold old and new columns at once.
  private mutating func makeRoom(forTimes factor: Double) {
    func room(_ count: Int) -> Int { Int(Double(count) * factor * 1.03) + 1024 }
    coordinates.reserveCapacity(room(coordinates.count))
    names.reserveCapacity(room)
    countries.reserveCapacity(room)
    kinds.reserveCapacity(room)
    if !populations.isEmpty { populations.reserveCapacity(room(populations.count)) }
  }
}

extension TextColumn {
  /// Appends a field's text; an empty one where there is none or the null word.
  @inline(__always)
  fileprivate mutating func append(
    _ field: RowScanner.Field?, of window: ByteWindow, _ dialect: TableDialect
  ) {
    if let field, !dialect.isNull(field, of: window) { bytes.append(text: field, of: window) }
    endText()
  }

  fileprivate mutating func reserveCapacity(_ room: (Int) -> Int) {
    if isEmpty { return }
    bytes.reserveCapacity(room(bytes.count))
    ends.reserveCapacity(room(ends.count))
  }
}
