internal import CairnGeodesy
internal import CairnMemory

extension TableAppender {
  /// Processes the next batch of the scanned rows.
  internal mutating func answerBatch() throws(TableAppenderError) {
    guard table != nil else { return }
    if repeated == nil {
      readBatch()
      if !hasDecimalMark { findDecimalMark() }
    }
    if case .repeating(let answer)? = writers.first {
      guard try writeRepeatedRows(answer) else { return }
    } else {
      answerColumns()
      let byteCount = fields.reduce(0) { $0 + $1.byteCount }
      reserve(
        batch.next - batch.start + byteCount + batch.exceptions.reduce(0) { $0 + $1.missing })
      if batch.exceptions.isEmpty { writePlainBatch() } else { writeBatch() }
    }
    done = base + batch.next
    if let problem = batch.problem { throw .table(problem) }
  }

  /// Computes the columns of the batch's rows, on two threads if there are several columns.
  private mutating func answerColumns() {
    let numbers = numbersOfRows()
    // Moved out of self, so that each column is changed in place, on either thread.
    let columns = fields.map { Lock($0) }
    fields = []
    let (writers, points, others) = (writers, points, others)
    let threads = points.count >= Self.leastForThreads ? 2 : 1
    inShares(columns.count, threads: threads, least: 1) { _, share in
      for number in share {
        columns[number].withLock { fields in
          fields.removeAll()
          writers[number].answer(points, others, numbers, &fields)
          assert(fields.rowCount == points.count)
        }
      }
    }
    fields = columns.map { $0.withLock { $0 } }
  }

  /// The number of rows from which starting a second thread pays off.
  private static var leastForThreads: Int { 1_024 }

  /// The numbers of the batch's rows among all rows that are not blank, if a column needs them.
  private mutating func numbersOfRows() -> [Int] {
    let isNeeded = writers.contains { if case .numbered = $0 { true } else { false } }
    guard isNeeded else { return [] }
    var exceptions = batch.exceptions[...]
    return points.indices.map { row in
      let exception = exceptions.first?.row == row ? exceptions.removeFirst() : nil
      if exception?.fate == .blank { return -1 }
      defer { numberedCount += 1 }
      return numberedCount
    }
  }

  /// Reads the coordinates of the next batch.
  private mutating func readBatch() {
    guard let table else { return }
    batch.removeAll()
    // Moved out of self, to mutate them in place.
    var points: [Coordinate] = []
    swap(&points, &self.points)
    defer { swap(&points, &self.points) }
    points.removeAll(keepingCapacity: true)
    others.removeAll(keepingCapacity: true)
    var ends: [Int] = []
    swap(&ends, &batch.ends)
    defer { swap(&ends, &batch.ends) }
    input.withUnsafeSpan { input in
      let bytes = input.prefix(filled).suffix(from: base)
      RowScanner.Places.with(scanner.marks, in: bytes) { places in
        readRows(at: places, table, &points, &ends)
      }
    }
  }

  /// Finds the decimal mark of the first coordinates, which appended numbers then have too.
  private mutating func findDecimalMark() {
    guard let table, table.dialect.commaIsPoint else {
      hasDecimalMark = true
      return
    }
    // The numbers of a single column are always divided by a comma.
    if case .both = table.columns[0] { return }
    for row in points.indices.prefix(100) where !points[row].latitude.isNaN {
      let start = row == 0 ? batch.start : next(behind: row - 1)
      let bytes = Array(input[base + start..<base + batch.ends[row]])
      let texts = Self.fields(of: bytes, table.dialect)
      for column in table.columns[0].all where column < texts.count {
        guard let mark = texts[column].utf8.first(where: { $0 == 0x2C || $0 == 0x2E }) else {
          continue
        }
        hasDecimalMark = true
        for number in fields.indices { fields[number].hasDecimalComma = mark == 0x2C }
        return
      }
    }
  }

  /// Reads the coordinates and the ends of the next rows, up to an error that ends the run.
  @inline(__always)
  private mutating func readRows(
    at places: RowScanner.Places, _ table: Table, _ points: inout [Coordinate], _ ends: inout [Int]
  ) {
    let bytes = places.bytes
    let reader = CoordinateFieldReader(bytes: bytes, dialect: table.dialect)
    let hasOthers = columns.contains { $0.pointCount > 1 }
    let isBounded = table.names != nil || options.fieldCount != nil
    let limit = min(scanner.rowCount, nextRow + RowBatch.capacity)
    let (width, columns) = (table.width, table.columns[0])
    let mayBeSpoilt = !scanner.malformedRows.isEmpty
    var index = nextRow
    var goodCount = 0
    var first = places.first(of: index)
    var start = Int(places.separators[first] &+ 1)
    batch.start = start
    while index < limit {
      let last = Int(places.rowEnds[index])
      let lineBreak = Int(places.separators[last])
      let hasReturn = lineBreak > start && bytes[lineBreak &- 1] == 0x0D
      let end = hasReturn ? lineBreak &- 1 : lineBreak
      let fieldCount = last &- first
      var point = CoordinateFieldReader.none
      if fieldCount >= width, !hasOthers {
        point = reader.coordinate(columns) { places.range($0, first: first, end: end) }
      } else if fieldCount >= width {
        let row = scanner.row(index, in: bytes)
        if row.fieldCount >= width {
          point = self.point(of: row, reader, table, hasOthers: true)
        }
      }
      let isLong = isBounded && fieldCount > width
      var isGood = true
      if point.latitude.isNaN || isLong || mayBeSpoilt {
        let row = scanner.row(index, in: bytes)
        isGood = !point.latitude.isNaN && !isLong && !row.isMalformedRow
        let problem =
          isGood
          ? nil : examine(at: row, points.count, &point, reader, table, hasOthers: hasOthers)
        if let problem, options.badRows == .fail || problem.endsInput {
          batch.problem = problem
          if hasOthers { others.removeLast(others.count - points.count) }
          break
        }
      }
      if isGood { goodCount &+= 1 }
      points.append(point)
      ends.append(end)
      index &+= 1
      first = last
      start = lineBreak &+ 1
    }
    // The last line may lack a line break.
    batch.next = min(start, bytes.count)
    nextRow = index
    report.rowCount += goodCount
  }

  /// The coordinate of a row that has enough fields, after appending its second coordinate if one
  /// is needed; NaN if either is not valid.
  @inline(__always)
  private mutating func point(
    of row: RowScanner.Row, _ reader: CoordinateFieldReader, _ table: Table, hasOthers: Bool
  ) -> Coordinate {
    let point = reader.coordinate(table.columns[0]) { scanner.range($0, of: row) }
    guard hasOthers else { return point }
    let other = reader.coordinate(table.columns[1]) { scanner.range($0, of: row) }
    others.append(other)
    return other.latitude.isNaN ? other : point
  }

  /// Examines a row that is blank, short, long or without a valid coordinate.
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - index: its index in the batch.
  ///   - point: its coordinate.
  ///   - reader: parses its fields.
  ///   - table: the properties of the table.
  ///   - hasOthers: whether it has a second coordinate.
  /// - Returns: the error, if it is recorded or thrown.
  @inline(never)
  private mutating func examine(
    at row: RowScanner.Row, _ index: Int, _ point: inout Coordinate,
    _ reader: CoordinateFieldReader, _ table: Table, hasOthers: Bool
  ) -> FormatError? {
    var exception = RowBatch.Exception(row: index)
    defer {
      if exception.fate != .answered || exception.missing > 0 { batch.exceptions.append(exception) }
      if hasOthers, others.count == index { others.append(CoordinateFieldReader.none) }
    }
    if row.start == row.end {
      exception.fate = .blank
      return nil
    }
    report.rowCount += 1
    if row.fieldCount < table.width {
      exception.missing = table.width - row.fieldCount
      if table.columns.allSatisfy({ $0.last < row.fieldCount }) {
        point = self.point(of: row, reader, table, hasOthers: hasOthers)
      }
    } else if row.fieldCount > table.width {
      if options.fieldCount != nil { return tooLong(row, table) }
      if table.names != nil { report.addLongRow(line: row.line) }
    }
    guard point.latitude.isNaN || row.isMalformedRow else { return nil }
    point = CoordinateFieldReader.none
    let fields = table.columns.filter { $0.last < row.fieldCount }.flatMap(\.all)
    if !row.isMalformedRow, fields.contains(where: { reader.isNull(scanner.range($0, of: row)) }) {
      return nil
    }
    report.badCount += 1
    if options.badRows == .skip { exception.fate = .skipped }
    guard report.wantsError || options.badRows == .fail else { return nil }
    var error = row.isMalformedRow ? FormatError(.textAfterQuote, line: row.line) : nil
    for columns in table.columns where error == nil {
      error = reader.error(columns, row, table.names) { scanner.range($0, of: row) }
    }
    if let error { report.errors.append(error) }
    return error
  }

  /// The error for a row with too many fields.
  private func tooLong(_ row: RowScanner.Row, _ table: Table) -> FormatError {
    let cure =
      table.dialect.quote == nil ? "" : "; a field that contains the delimiter must be quoted"
    return FormatError(
      .expected(
        "a row of \(table.width) fields",
        found: "one of \(row.fieldCount)\(cure)"),
      line: row.line, endsInput: true)
  }
}

// MARK: Writing

extension TableAppender {
  /// Writes rows that are all complete and valid.
  private mutating func writePlainBatch() {
    // Moved out of self, to mutate it in place.
    var output: [UInt8] = []
    swap(&output, &self.output)
    defer { swap(&output, &self.output) }
    written = output.withUnsafeBuffer { target in
      input.withUnsafeSpan { input in
        AppendedFields.withSpans(of: fields) { columns in
          copyRows(from: input.suffix(from: base), columns, to: target)
        }
      }
    }
  }

  /// Copies each row and the fields for it; returns the position after the last one.
  @inline(__always)
  private func copyRows(
    from rows: UnsafeByteSpan, _ columns: [AppendedFields.Spans],
    to target: UnsafeBuffer<UInt8>
  ) -> Int {
    var position = written
    var start = batch.start
    for (row, end) in batch.ends.enumerated() {
      // Copies the row, together with the line break of the previous one.
      target.copyOverrunning(from: rows, start, end, to: position)
      position &+= end &- start
      for number in 0..<columns.count {
        let column = columns[number]
        let (first, last) = (row == 0 ? 0 : column.ends[row &- 1], column.ends[row])
        target.copyShort(from: column.bytes, first, last, to: position)
        position &+= last &- first
      }
      start = end
    }
    target.copyOverrunning(from: rows, start, batch.next, to: position)
    return position &+ batch.next &- start
  }

  /// Writes rows of which some are blank, short or skipped.
  private mutating func writeBatch() {
    guard let table else { return }
    var exceptions = batch.exceptions[...]
    var start = batch.start
    for (row, end) in batch.ends.enumerated() {
      let next = self.next(behind: row)
      defer { start = next }
      let exception = exceptions.first?.row == row ? exceptions.removeFirst() : nil
      if exception?.fate == .skipped { continue }
      pass(base + start..<base + end)
      if exception?.fate != .blank {
        if let missing = exception?.missing, missing > 0 {
          write(Array(repeating: table.dialect.delimiter, count: missing))
        }
        for column in fields { write(column.row(row)) }
      }
      pass(base + end..<base + next)
    }
  }

  /// Writes each row once for each of its results, until a call has written two pieces.
  ///
  /// - Parameter answer: computes the results of a row.
  /// - Returns: whether all rows are written.
  /// - Throws: the errors of `answer`; the rows before are written.
  private mutating func writeRepeatedRows(
    _ answer: (Coordinate, Int, inout AppendedFields) throws(TableAppenderError) -> Void
  ) throws(TableAppenderError) -> Bool {
    guard let table else { return true }
    var (row, number) = repeated ?? (0, 0)
    // Counted from here: the caller need not drain between calls, as in `append`.
    let limit = written + 2 * pieceSize
    var exceptions = batch.exceptions.drop { $0.row < row }
    while row < batch.ends.count {
      let exception = exceptions.first?.row == row ? exceptions.removeFirst() : nil
      if exception?.fate != .blank, number == 0 { numberedCount += 1 }
      if exception.map({ $0.fate == .answered }) ?? true {
        if number == 0 {
          fields[0].removeAll()
          repeated = (row, 0)
          try answer(points[row], numberedCount - 1, &fields[0])
        }
        let start = row == 0 ? batch.start : next(behind: row - 1)
        let (end, next) = (batch.ends[row], next(behind: row))
        while number < fields[0].rowCount {
          if written > limit {
            repeated = (row, number)
            // The row is computed and numbered again.
            if number == 0, exception?.fate != .blank { numberedCount -= 1 }
            return false
          }
          pass(base + start..<base + end)
          if let missing = exception?.missing {
            write(Array(repeating: table.dialect.delimiter, count: missing))
          }
          write(fields[0].row(number))
          pass(base + end..<base + next)
          number += 1
          // The last line may lack a line break.
          if end == next, number < fields[0].rowCount { write(table.lineBreak) }
        }
      }
      row += 1
      number = 0
    }
    repeated = nil
    return true
  }

  /// The start of the row after one of the batch.
  private func next(behind row: Int) -> Int {
    let end = batch.ends[row]
    if row + 1 == batch.ends.count { return batch.next }
    return input[base + end] == 0x0D && input[base + end + 1] == 0x0A ? end + 2 : end + 1
  }
}

extension AppendedColumn.Writer {
  /// Computes the fields of all rows; of none if rows are repeated.
  fileprivate func answer(
    _ points: [Coordinate], _ others: [Coordinate], _ numbers: [Int], _ fields: inout AppendedFields
  ) {
    switch self {
    case .once(let answer): answer(points, others, &fields)
    case .numbered(let answer): answer(points, numbers, &fields)
    case .repeating: break
    }
  }
}
