internal import CairnMemory

/// The properties of a table determined by its start: the dialect and the columns.
internal struct TableStart {
  let dialect: TableDialect
  let columns: PlaceColumns
  /// The line of the first row.
  let line: Int
  /// The lines before it that are skipped; its length is 0 if no line is skipped.
  let preamble: TablePreamble

  /// Examines the first row.
  ///
  /// - Returns: nil if the first row is not complete yet.
  /// - Throws: ``FormatError`` if there is no first row.
  static func find(
    _ bytes: UnsafeByteSpan, isFinished: Bool = true, delimiter: UInt8?, hasHeader: Bool?,
    overrides: [PlaceColumns.Role: String]
  ) throws(FormatError) -> TableStart? {
    func columns(
      _ fields: [String], _ dialect: TableDialect, takesWholeDegrees: Bool = false
    ) -> PlaceColumns {
      PlaceColumns(
        firstRow: fields, commaIsPoint: dialect.commaIsPoint, hasHeader: hasHeader,
        overrides: overrides, takesWholeDegrees: takesWholeDegrees)
    }
    guard !NMEAReader.recognizes((0..<min(bytes.count, 64)).map { bytes[$0] }) else {
      throw FormatError(.isNMEA, line: 1, endsInput: true)
    }
    let found = TablePreamble.find(
      bytes, isFinished: isFinished, delimiter: delimiter, hasHeader: hasHeader
    ) {
      columns($0, $1, takesWholeDegrees: hasHeader == false)
    }
    guard var preamble = found else { return nil }
    if preamble.lineCount == 0 { preamble.length = 0 }
    let bytes = bytes.suffix(from: preamble.length)
    let delimiter = delimiter ?? preamble.delimiter
    let dialect: TableDialect
    if let delimiter {
      dialect = TableDialect(delimiter: delimiter)
    } else {
      let sample = bytes.prefix(min(bytes.count, TableDialect.sampleSize))
      let found = TableDialect.sniffed(
        sample, isFinished: isFinished && sample.count == bytes.count,
        columns: { columns($0, $1) })
      guard let found else { return nil }
      dialect = found
    }
    guard let row = dialect.firstRow(bytes, isFinished: isFinished, preamble.lineCount + 1) else {
      guard isFinished else { return nil }
      let isBlank = (0..<bytes.count).allSatisfy { [0xEF, 0xBB, 0xBF, 10, 13].contains(bytes[$0]) }
      throw FormatError(isBlank ? .empty : .unclosedQuote, line: 1)
    }
    var columns = columns(row.fields, dialect, takesWholeDegrees: hasHeader == false)
    guard dialect.complete(&columns, overrides, from: bytes, isFinished: isFinished) else {
      return nil
    }
    if columns.hasHeader {
      if let field = row.malformedField {
        throw FormatError(.textAfterQuote, line: row.line, field: field + 1, endsInput: true)
      }
      if let byte = row.brokenByte {
        throw FormatError(
          .brokenText, line: row.line, byte: preamble.length + byte, endsInput: true)
      }
    }
    columns.skippedLineCount = preamble.lineCount
    columns.delimiter = dialect.delimiter
    return TableStart(dialect: dialect, columns: columns, line: row.line, preamble: preamble)
  }
}

extension FormatError.Reason {
  /// The input of a table reader is an NMEA log.
  internal static let isNMEA = FormatError.Reason.expected(
    "a table", found: "NMEA 0183 sentences, which can be converted to GPX or GeoJSON")
}
