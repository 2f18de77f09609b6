internal import CairnFormats

extension TableFilter {
  /// Reads the first row, if all of it has arrived.
  mutating func begin(isLast: Bool, to stream: inout ByteOutput) throws(Failure) {
    if isAtStart {
      guard filled >= 3 || isLast else { return }
      isAtStart = false
      let bytes = input.slots
      if filled >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
        try pass(0..<3, to: &stream)
        done = 3
      }
    }
    while let row = firstRow(isLast: isLast) {
      if row.end == done, row.next > row.end {
        // A blank line says nothing.
        try pass(done..<row.next, to: &stream)
        done = row.next
        continue
      }
      var dialect = TableDialect()
      if settings.isTSV { dialect = .tsv }
      if row.next > row.end { dialect.lineBreak = .init(input.slots.bytes(row.end..<row.next)) }
      let first = input.slots.bytes(done..<row.end)
      let isTold = settings.isTSV || settings.delimiter != nil
      dialect.delimiter = settings.delimiter ?? (isTold ? dialect.delimiter : delimiter(of: first))
      let fields = Self.fields(of: first, dialect)
      let columns = settings.columns(fields, dialect)
      if columns.hasHeader {
        if !isTold { dialect.hasNulls = dialect.delimiter == UInt8(ascii: "\t") }
        try readHeader(row, dialect, columns, to: &stream)
      } else {
        try beginWithoutHeader(dialect, columns)
      }
      return
    }
  }

  private mutating func beginWithoutHeader(
    _ dialect: TableDialect, _ found: PlaceColumns
  ) throws(Failure) {
    var columns: [CoordinateColumns] = []
    for point in settings.points { columns.append(try CoordinateColumns(point, in: found)) }
    let last = columns.map(\.last).max() ?? 0
    if let count = settings.fieldCount, count <= last {
      throw .usage("with --fields \(count) there is no column \(last + 1)")
    }
    start(
      dialect, columns, names: nil, width: max(settings.fieldCount ?? 0, last + 1),
      usualCount: settings.fieldCount ?? last + 1)
  }

  private mutating func readHeader(
    _ row: (end: Int, next: Int), _ dialect: TableDialect, _ found: PlaceColumns,
    to stream: inout ByteOutput
  ) throws(Failure) {
    let names = found.names
    if let count = settings.fieldCount, count != names.count {
      throw Failure(
        code: .data, message: "the header has \(names.count) fields, not \(count) as --fields says")
    }
    var columns: [CoordinateColumns] = []
    for point in settings.points { columns.append(try CoordinateColumns(point, in: found)) }

    let titles = answers.columns.flatMap { [dialect.delimiter] + dialect.field($0) }
    try pass(done..<row.end, to: &stream)
    try reserve(titles.count, to: &stream)
    written = output.slots.write(titles, at: written)
    try pass(row.end..<row.next, to: &stream)
    done = row.next
    start(dialect, columns, names: names, width: names.count, usualCount: names.count)
  }

  private mutating func start(
    _ dialect: TableDialect, _ columns: [CoordinateColumns], names: [String]?, width: Int,
    usualCount: Int
  ) {
    answers.begin(dialect)
    forgetDone()
    table = Table(
      index: RowIndex(dialect, capacity: input.capacity), columns: columns, names: names,
      width: width, usualCount: usualCount)
  }

  /// The fields of a header.
  private static func fields(of header: [UInt8], _ dialect: TableDialect) -> [String] {
    guard dialect.hasQuotes else {
      return header.split(separator: dialect.delimiter, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
    var reader = CSVReader(header, delimiter: dialect.delimiter)
    guard (try? reader.next()) == true else { return [] }
    return (0..<reader.fieldCount).map { reader.text($0) }
  }

  /// The delimiter with which a first row says where a place is, else the most frequent; without a
  /// header the comma then.
  private func delimiter(of first: [UInt8]) -> UInt8 {
    var best: (delimiter: UInt8, count: Int) = (UInt8(ascii: ","), 1)
    for delimiter in [",", ";", "\t", "|"].map({ UInt8(ascii: $0) }) {
      let dialect = TableDialect(delimiter: delimiter)
      let fields = Self.fields(of: first, dialect)
      let columns = PlaceColumns(
        firstRow: fields, commaIsPoint: dialect.commaIsPoint, hasHeader: nil,
        overrides: settings.chosenColumns)
      let isWanted = settings.hasHeader != false || !columns.hasHeader
      if isWanted, columns.location != nil || !columns.pairNames.isEmpty { return delimiter }
      if fields.count > best.count { best = (delimiter, fields.count) }
    }
    return settings.hasHeader == false ? UInt8(ascii: ",") : best.delimiter
  }

  /// Where the first row ends and where the next one starts; nil when that is not known yet.
  ///
  /// The delimiter may not be known: a quote opens a field behind any that it might be.
  private func firstRow(isLast: Bool) -> (end: Int, next: Int)? {
    let bytes = input.slots
    let quote = settings.isTSV ? 0 : UInt8(ascii: "\"")
    let delimiters = settings.delimiter.map { [$0] } ?? Array(",;\t|".utf8)
    var index = done
    var startsField = true
    while index < filled {
      let byte = bytes[index]
      if startsField, byte == quote {
        index += 1
        while true {
          while index < filled, bytes[index] != quote { index += 1 }
          guard index < filled else { return nil }
          index += 1
          guard index < filled, bytes[index] == quote else { break }
          index += 1
        }
        if index == filled, !isLast { return nil }
        startsField = false
        continue
      }
      if byte == 0x0A { return (index, index + 1) }
      if byte == 0x0D {
        guard index + 1 < filled else { return isLast ? (index, index + 1) : nil }
        return (index, bytes[index + 1] == 0x0A ? index + 2 : index + 1)
      }
      startsField = delimiters.contains(byte)
      index += 1
    }
    return isLast && done < filled ? (filled, filled) : nil
  }
}
