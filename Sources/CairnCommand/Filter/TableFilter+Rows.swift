internal import CairnFormats
internal import CairnGeodesy

extension TableFilter {
  /// Answers the next rows of the index.
  mutating func answerBatch(_ table: inout Table, to stream: inout ByteOutput) throws(Failure) {
    let problem = readBatch(&table)
    answers.answer(points, others)
    let room =
      batch.next - batch.start + batch.count * (answers.capacity + 1) + batch.missingCount + 64
    try reserve(room, to: &stream)
    if Answers.repeatsRows {
      try writeRepeatedRows(table.index, to: &stream)
    } else if batch.isPlain {
      writePlainBatch()
    } else {
      writeBatch(table.index)
    }
    done = batch.next
    if let problem {
      try flush(to: &stream)
      throw Failure(code: .data, message: problem.description)
    }
  }

  /// Reads the coordinates of the next rows.
  ///
  /// - Returns: what is wrong with the row behind the last one read, when that ends it all.
  private mutating func readBatch(_ table: inout Table) -> FormatError? {
    let separators = table.index.separators
    let separatorCount = table.index.separatorCount
    let breaks = table.index.breaks
    let bytes = input.slots
    let reader = RowReader(
      bytes: bytes, separators: separators, dialect: table.index.dialect, powers: powers.slots)
    let ends = batch.ends.slots
    let missing = batch.missing.slots
    let fates = batch.fates.slots
    let columns = table.columns[0]
    let hasHeader = table.names != nil
    let isBounded = hasHeader || settings.fieldCount != nil
    let isSpoiltAnywhere = !table.index.spoilt.isEmpty
    var points: [Coordinate] = []
    swap(&points, &self.points)
    defer { swap(&points, &self.points) }
    points.removeAll(keepingCapacity: true)
    others.removeAll(keepingCapacity: true)

    let limit = min(table.index.breakCount, table.row + RowBatch.capacity)
    var row = table.row
    var first = table.separator
    var count = 0
    var start = Int(separators[first - 1] &+ 1)
    batch.start = start
    batch.missingCount = 0
    batch.isPlain = true
    var problem: FormatError?
    while row < limit {
      let lineBreak = Int(breaks[row])
      var end = lineBreak
      if end > start, bytes[end &- 1] == 0x0D { end &-= 1 }
      var fieldCount = table.usualCount
      if first &+ fieldCount > separatorCount
        || Int(separators[first &+ fieldCount &- 1]) != lineBreak
      {
        fieldCount = 1
        while Int(separators[first + fieldCount - 1]) != lineBreak { fieldCount += 1 }
        // Without a header the next row is thought to be as this one.
        if !hasHeader { table.usualCount = max(fieldCount, table.width) }
      }
      ends[count] = UInt32(truncatingIfNeeded: end)
      missing[count] = 0
      fates[count] = RowBatch.Fate.answered
      var point = Coordinate(latitude: .nan, longitude: .nan)
      var other = point
      if fieldCount >= table.width {
        point = reader.point(columns, first: first, rowEnd: end)
        if Answers.pointCount > 1 {
          other = reader.point(table.columns[1], first: first, rowEnd: end)
          if other.latitude.isNaN { point = other }
        }
      }
      let isLong = isBounded && fieldCount > table.width
      if point.latitude.isNaN || isLong || isSpoiltAnywhere {
        let details = look(
          atRowFrom: start, to: end, first: first, fieldCount: fieldCount, lineBreak: lineBreak,
          count, &point, &other, reader, table)
        if let details, settings.onError == .fail || details.endsInput {
          problem = details
          break
        }
      } else {
        report.rowCount &+= 1
      }
      points.append(point)
      if Answers.pointCount > 1 { others.append(other) }
      count &+= 1
      row &+= 1
      first &+= fieldCount
      start = lineBreak &+ 1
    }
    batch.count = count
    // The last line may have no break.
    batch.next = min(start, filled)
    table.row = row
    table.separator = first
    return problem
  }

  /// Looks closely at a row that is blank, short, long or without a valid coordinate.
  ///
  /// - Returns: what is wrong with it, as far as it is still wanted.
  @inline(never)
  private mutating func look(
    atRowFrom start: Int, to end: Int, first: Int, fieldCount: Int, lineBreak: Int, _ row: Int,
    _ point: inout Coordinate, _ other: inout Coordinate, _ reader: RowReader, _ table: Table
  ) -> FormatError? {
    if start == end {
      batch.fates.slots[row] = RowBatch.Fate.blank
      batch.isPlain = false
      return nil
    }
    report.rowCount += 1
    if fieldCount < table.width {
      let missing = table.width - fieldCount
      batch.missing.slots[row] = UInt32(truncatingIfNeeded: missing)
      batch.missingCount += missing
      batch.isPlain = false
      if table.columns.allSatisfy({ $0.last < fieldCount }) {
        point = reader.point(table.columns[0], first: first, rowEnd: end)
        if Answers.pointCount > 1 {
          other = reader.point(table.columns[1], first: first, rowEnd: end)
          if other.latitude.isNaN { point = other }
        }
      }
    } else if fieldCount > table.width {
      if settings.fieldCount != nil {
        return tooLong(fieldCount, line: firstLine + newlinesBefore(start, table), table)
      }
      if table.names != nil { report.longCount += 1 }
    }
    let isSpoilt = table.index.spoilt.contains(UInt32(truncatingIfNeeded: lineBreak))
    guard point.latitude.isNaN || isSpoilt else { return nil }
    point = Coordinate(latitude: .nan, longitude: .nan)
    let isNull = table.columns.contains { columns in
      guard columns.last < fieldCount else { return false }
      switch columns {
      case .both(let column):
        return reader.isNull(reader.range(column, first: first, rowEnd: end))
      case .pair(let latitude, let longitude):
        return reader.isNull(reader.range(latitude, first: first, rowEnd: end))
          || reader.isNull(reader.range(longitude, first: first, rowEnd: end))
      }
    }
    if isNull, !isSpoilt { return nil }
    report.badCount += 1
    if settings.onError == .skip {
      batch.fates.slots[row] = RowBatch.Fate.skipped
      batch.isPlain = false
    }
    guard report.wantsError || settings.onError == .fail else { return nil }
    let line = firstLine + newlinesBefore(start, table)
    let error =
      isSpoilt
      ? FormatError(.textAfterQuote, line: line)
      : table.columns.lazy.compactMap {
        reader.error(
          $0, first: first, rowEnd: end, fieldCount: fieldCount, names: table.names, line: line)
      }.first
    if let error { report.add(error) }
    return error
  }

  /// What is wrong with a row that has more fields than it may have.
  private func tooLong(_ fieldCount: Int, line: Int, _ table: Table) -> FormatError {
    let cure =
      table.index.dialect.hasQuotes ? "; a field that holds the delimiter stands in quotes" : ""
    return FormatError(
      .expected(
        "a row of \(table.width) fields, as --fields says,", found: "one of \(fieldCount)\(cure)"),
      line: line, endsInput: true)
  }

  private func newlinesBefore(_ position: Int, _ table: Table) -> Int {
    input.slots.lineBreaks(in: 0..<position)
  }

  /// Writes rows that are all answered and complete.
  private mutating func writePlainBatch() {
    let bytes = input.slots
    let target = output.slots
    let ends = batch.ends.slots
    var position = written
    var start = batch.start
    for row in 0..<batch.count {
      // With the line break of the row before.
      let end = Int(ends[row])
      target.copyLoosely(from: bytes, start, end, to: position)
      position = answers.write(row, of: points, to: target, at: position &+ end &- start)
      start = end
    }
    target.copyLoosely(from: bytes, start, batch.next, to: position)
    written = position + batch.next - start
  }

  /// Writes rows some of which are blank, short or left out.
  private mutating func writeBatch(_ index: RowIndex) {
    let bytes = input.slots
    let target = output.slots
    let style = AnswerStyle(index.dialect)
    var position = written
    var start = batch.start
    for row in 0..<batch.count {
      let end = Int(batch.ends.slots[row])
      let next = row + 1 == batch.count ? batch.next : nextStart(behind: end)
      defer { start = next }
      let fate = batch.fates.slots[row]
      if fate == RowBatch.Fate.skipped { continue }
      target.copyLoosely(from: bytes, start, end, to: position)
      position += end - start
      if fate == RowBatch.Fate.answered {
        for _ in 0..<batch.missing.slots[row] {
          target[position] = style.delimiter
          position += 1
        }
        position = answers.write(row, of: points, to: target, at: position)
      }
      target.copyLoosely(from: bytes, end, next, to: position)
      position += next - end
    }
    written = position
  }

  /// Writes each row once for each of its answers.
  private mutating func writeRepeatedRows(
    _ index: RowIndex, to stream: inout ByteOutput
  ) throws(Failure) {
    let bytes = input.slots
    let style = AnswerStyle(index.dialect)
    var start = batch.start
    for row in 0..<batch.count {
      let end = Int(batch.ends.slots[row])
      let next = row + 1 == batch.count ? batch.next : nextStart(behind: end)
      defer { start = next }
      guard batch.fates.slots[row] == RowBatch.Fate.answered, points[row].latitude.isFinite else {
        continue
      }
      let missing = Int(batch.missing.slots[row])
      let count = try answers.answers(to: row, of: points)
      for answer in 0..<count {
        try reserve(next - start + missing + answers.capacity + 65, to: &stream)
        let target = output.slots
        target.copyLoosely(from: bytes, start, end, to: written)
        var position = written + end - start
        for _ in 0..<missing {
          target[position] = style.delimiter
          position += 1
        }
        position = answers.write(answer, of: points, to: target, at: position)
        target.copyLoosely(from: bytes, end, next, to: position)
        position += next - end
        if end == next, answer + 1 < count {
          position = target.write(index.dialect.lineBreak.bytes, at: position)
        }
        written = position
      }
    }
  }

  /// Where the row behind a line break starts.
  private func nextStart(behind end: Int) -> Int {
    input.slots[end] == 0x0D && input.slots[end + 1] == 0x0A ? end + 2 : end + 1
  }
}
