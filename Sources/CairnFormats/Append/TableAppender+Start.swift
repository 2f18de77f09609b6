internal import CairnMemory

extension TableAppender {
  /// Reads the first row if it has arrived completely.
  ///
  /// - Parameter isLast: whether the whole table has arrived.
  /// - Throws: ``TableAppenderError`` if the row and the options do not identify the coordinates.
  internal mutating func begin(isLast: Bool) throws(TableAppenderError) {
    if isAtStart {
      guard filled >= 3 || isLast else { return }
      isAtStart = false
      if filled >= 3, input[0] == 0xEF, input[1] == 0xBB, input[2] == 0xBF {
        pass(0..<3)
        done = 3
      }
    }
    // Each attempt scans the whole start, so the next one waits until it is an eighth longer.
    let rest = filled - done
    guard
      isLast || decoder.problem != nil || rest > options.recordLimit
        || rest >= startLength + startLength / 8
    else { return }
    defer { startLength = filled - done }
    guard try passPreamble(isLast: isLast) else { return }
    while let row = firstRow(isLast: isLast) {
      if row.end == done, row.next > row.end {
        // A blank line is not the first row.
        pass(done..<row.next)
        done = row.next
        firstLine += 1
        continue
      }
      let first = Array(input[done..<row.end])
      guard !NMEAReader.recognizes(first) else {
        throw .table(FormatError(.isNMEA, line: firstLine, endsInput: true))
      }
      let known = options.delimiter ?? preamble?.delimiter
      let isTold = options.isTSV || known != nil
      var dialect =
        options.isTSV
        ? TableDialect.tsv
        : TableDialect(
          delimiter: known ?? delimiter(of: first), hasNullText: false)
      var found = options.columns(Self.fields(of: first, dialect), dialect)
      let isComplete = input.withUnsafeSpan { bytes in
        dialect.complete(
          &found, options.chosenColumns, from: bytes.prefix(filled).suffix(from: done),
          isFinished: isLast)
      }
      guard isComplete else { return }
      if found.hasHeader, !isTold { dialect.hasNullText = dialect.delimiter == TableDialect.tab }
      try start(row, dialect, found)
      return
    }
  }

  /// Passes the lines before the first row, once they have arrived.
  ///
  /// - Returns: false if more input is needed.
  private mutating func passPreamble(isLast: Bool) throws(TableAppenderError) -> Bool {
    guard preamble == nil else { return true }
    let options = options
    let start = Array(input[done..<min(filled, done + TableDialect.sampleSize)])
    guard !NMEAReader.recognizes(start) else { return true }
    let isWhole = isLast && start.count == filled - done
    let found: TablePreamble? = start.withUnsafeSpan { bytes in
      if let count = options.skippedLineCount {
        return TablePreamble.skipping(lines: count, of: bytes, isFinished: isLast)
      }
      return TablePreamble.find(
        bytes, isFinished: isWhole || start.count == TableDialect.sampleSize,
        delimiter: options.isTSV ? TableDialect.tab : options.delimiter,
        hasHeader: options.hasHeader
      ) { options.columns($0, options.isTSV ? .tsv : $1) }
    }
    guard let found else { return false }
    preamble = found
    pass(done..<done + found.length)
    done += found.length
    firstLine += found.lineCount
    return true
  }

  /// Writes the header, if there is one, and prepares for the rows.
  private mutating func start(
    _ row: (end: Int, next: Int), _ dialect: TableDialect, _ found: PlaceColumns
  ) throws(TableAppenderError) {
    let header = found.hasHeader ? found.names : nil
    if let header, let count = options.fieldCount, count != header.count {
      throw .headerFieldCount(header.count, fieldCount: count)
    }
    var columns: [CoordinateColumns] = []
    for point in options.points { columns.append(try CoordinateColumns(point, in: found)) }
    let last = columns.map(\.last).max() ?? 0
    if header == nil, let count = options.fieldCount, count <= last {
      throw .columnBeyondFieldCount(column: last + 1, fieldCount: count)
    }
    table = Table(
      dialect: dialect, lineBreak: Array(input[row.end..<row.next]), columns: columns,
      names: header, width: header?.count ?? max(options.fieldCount ?? 0, last + 1))
    if header != nil {
      firstLine += input.withUnsafeSpan { $0.lineBreaks(in: done..<row.next) }
      pass(done..<row.end)
      for name in self.columns.flatMap(\.names) {
        write([dialect.delimiter] + dialect.field(name))
      }
      pass(row.end..<row.next)
      done = row.next
    }
    scanner = RowScanner(
      delimiter: dialect.delimiter, quote: dialect.quote, firstLine: firstLine,
      skipsByteOrderMark: false)
    base = done
    fields = self.columns.map { _ in AppendedFields(dialect) }
    writers = self.columns.map { $0.start(dialect) }
  }

  /// The fields of the first row.
  internal static func fields(of row: [UInt8], _ dialect: TableDialect) -> [String] {
    guard dialect.quote != nil else {
      return row.split(separator: dialect.delimiter, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
    var reader = CSVReader(row, delimiter: dialect.delimiter)
    guard (try? reader.next()) == true else { return [] }
    return (0..<reader.fieldCount).map { reader.text($0) }
  }

  /// The delimiter with which the first row identifies a location; otherwise the most frequent one,
  /// or the comma if there is no header.
  private func delimiter(of first: [UInt8]) -> UInt8 {
    var best: (delimiter: UInt8, count: Int) = (UInt8(ascii: ","), 1)
    for delimiter in TableDialect.delimiters {
      let dialect = TableDialect(delimiter: delimiter)
      let fields = Self.fields(of: first, dialect)
      let columns = PlaceColumns(
        firstRow: fields, commaIsPoint: dialect.commaIsPoint, hasHeader: nil,
        overrides: options.chosenColumns)
      let isWanted = options.hasHeader != false || !columns.hasHeader
      if isWanted, columns.location != nil || !columns.pairNames.isEmpty { return delimiter }
      if fields.count > best.count { best = (delimiter, fields.count) }
    }
    return options.hasHeader == false ? UInt8(ascii: ",") : best.delimiter
  }

  /// The end of the first row and the start of the next one; nil if they have not arrived.
  ///
  /// The delimiter may be unknown: a quote after any possible delimiter opens a field.
  private func firstRow(isLast: Bool) -> (end: Int, next: Int)? {
    let quote: UInt8? = options.isTSV ? nil : UInt8(ascii: "\"")
    let delimiters =
      options.isTSV
      ? [TableDialect.tab]
      : (options.delimiter ?? preamble?.delimiter).map { [$0] } ?? TableDialect.delimiters
    var index = done
    var startsField = true
    while index < filled {
      let byte = input[index]
      if startsField, byte == quote {
        index += 1
        while true {
          while index < filled, input[index] != quote { index += 1 }
          guard index < filled else { return nil }
          index += 1
          guard index < filled, input[index] == quote else { break }
          index += 1
        }
        if index == filled, !isLast { return nil }
        startsField = false
        continue
      }
      if byte == 0x0A { return (index, index + 1) }
      if byte == 0x0D {
        guard index + 1 < filled else { return isLast ? (index, index + 1) : nil }
        return (index, input[index + 1] == 0x0A ? index + 2 : index + 1)
      }
      startsField = delimiters.contains(byte)
      index += 1
    }
    return isLast && done < filled ? (filled, filled) : nil
  }
}

extension UnsafeByteSpan {
  /// The number of line breaks in a range, including quoted ones; CRLF counts as one.
  fileprivate func lineBreaks(in range: Range<Int>) -> Int {
    range.count { self[$0] == 0x0A || self[$0] == 0x0D && self[$0 + 1] != 0x0A }
  }
}
