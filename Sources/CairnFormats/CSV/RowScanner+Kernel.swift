extension RowScanner {
  /// Why the kernel came back.
  internal enum Stop {
    case bytesAreOver
    case rowsAreFull
    case fieldsAreFull
  }

  internal mutating func findRows(_ bytes: ByteWindow, isLast: Bool) -> Stop {
    // Taken out of the scanner, so that both can be written to at once.
    var (fields, rows): ([Field], [Row]) = ([], [])
    swap(&fields, &fieldStorage)
    swap(&rows, &rowStorage)
    defer {
      swap(&fields, &fieldStorage)
      swap(&rows, &rowStorage)
    }
    let kernel = Kernel(
      bytes: bytes, isLast: isLast, delimiter: delimiter, quote: quote ?? delimiter,
      fieldLimit: fieldLimit)
    return fields.withOutputWindow { fields in
      rows.withOutputWindow { rows in
        kernel.findRows(&progress, fields, rows)
      }
    }
  }
}

/// The loop over delimiters, quotes and line breaks.
private struct Kernel {
  let bytes: ByteWindow
  let isLast: Bool
  let delimiter: UInt8
  /// The delimiter where there are no quotes: it is recognised first.
  let quote: UInt8
  let fieldLimit: Int

  @inline(never)
  func findRows(
    _ progress: inout RowScanner.Progress, _ fields: OutputWindow<RowScanner.Field>,
    _ rows: OutputWindow<RowScanner.Row>
  ) -> RowScanner.Stop {
    var state = progress
    defer { progress = state }
    let count = bytes.count
    var cursor = MarkCursor(bytes, from: state.scanned, delimiter, quote)

    while let at = cursor.next() {
      let byte = bytes[at]
      if state.isOpen {
        if byte == quote {
          if at &+ 1 < count, bytes[at &+ 1] == quote {
            state.hasDoubledQuotes = true
            cursor.skip(behind: at)
          } else if at &+ 1 < count || isLast {
            state.closedAt = at
            state.isOpen = false
          } else {
            // Whether it is doubled, only the next byte can say.
            state.scanned = at
            return .bytesAreOver
          }
        } else if byte == 0x0D || byte == 0x0A && bytes[at &- 1] != 0x0D {
          state.breaks &+= 1
        }
        continue
      }
      if byte == delimiter {
        guard state.fieldSlot < fields.count else {
          state.scanned = at
          return .fieldsAreFull
        }
        state.endField(at: at, fields, limit: fieldLimit)
        continue
      }
      if byte == quote {
        if at == state.fieldStart {
          state.isOpen = true
          state.fieldStart = at &+ 1
        }
        continue
      }
      var next = at &+ 1
      if byte == 0x0D {
        if next < count {
          if bytes[next] == 0x0A {
            cursor.skip(behind: at)
            next &+= 1
          }
        } else if !isLast {
          state.scanned = at
          return .bytesAreOver
        }
      }
      guard state.fieldSlot < fields.count else {
        state.scanned = at
        return .fieldsAreFull
      }
      state.endRow(at: at, next: next, fields, rows, limit: fieldLimit)
      if state.rowCount == rows.count {
        state.scanned = next
        return .rowsAreFull
      }
    }

    state.scanned = count
    if isLast, !state.isOpen, state.rowStart < count {
      guard state.fieldSlot < fields.count else { return .fieldsAreFull }
      state.endRow(at: count, next: count, fields, rows, limit: fieldLimit)
    }
    return .bytesAreOver
  }
}

/// Walks from one delimiter, quote or line break to the next.
private struct MarkCursor {
  private let bytes: ByteWindow
  private let delimiter: SIMD16<UInt8>
  private let quote: SIMD16<UInt8>
  private var blockStart: Int
  private var nextBlock: Int
  /// The marks of the block that are still to come.
  private var marks: UInt64 = 0

  @inline(__always)
  init(_ bytes: ByteWindow, from start: Int, _ delimiter: UInt8, _ quote: UInt8) {
    self.bytes = bytes
    self.delimiter = SIMD16(repeating: delimiter)
    self.quote = SIMD16(repeating: quote)
    blockStart = start
    nextBlock = start
  }

  @inline(__always)
  mutating func next() -> Int? {
    while marks == 0 {
      guard nextBlock < bytes.count else { return nil }
      blockStart = nextBlock
      // A comparison with a number in place of a vector would be a loop over its bytes.
      let (delimiter, quote) = (delimiter, quote)
      let (lineFeed, carriageReturn) = (SIMD16<UInt8>(repeating: 10), SIMD16<UInt8>(repeating: 13))
      marks = bytes.block(at: blockStart).bits {
        ($0 .== delimiter) .| ($0 .== quote) .| ($0 .== lineFeed) .| ($0 .== carriageReturn)
      }
      nextBlock &+= 64
      // What is read behind the end is zero, which may be the delimiter.
      if nextBlock > bytes.count { marks &= UInt64.max &>> UInt64(nextBlock &- bytes.count) }
    }
    let at = blockStart &+ marks.trailingZeroBitCount
    marks &= marks &- 1
    return at
  }

  /// Leaves out the byte behind the mark that was given last; it is a mark, too.
  @inline(__always)
  mutating func skip(behind at: Int) {
    if at &+ 1 == nextBlock {
      nextBlock &+= 1
    } else {
      marks &= marks &- 1
    }
  }
}

extension RowScanner.Progress {
  @inline(__always)
  fileprivate mutating func endField(
    at end: Int, _ fields: OutputWindow<RowScanner.Field>, limit: Int
  ) {
    if closedAt < 0 {
      fields[fieldSlot] = RowScanner.Field(start: fieldStart, end: end)
    } else {
      fields[fieldSlot] = RowScanner.Field(
        start: fieldStart, end: closedAt, isQuoted: true, hasDoubledQuotes: hasDoubledQuotes)
      if closedAt &+ 1 != end, spoiltField == 0 { spoiltField = fieldCount &+ 1 }
      closedAt = -1
      hasDoubledQuotes = false
    }
    if fieldCount < limit { fieldSlot &+= 1 }
    fieldCount &+= 1
    fieldStart = end &+ 1
  }

  @inline(__always)
  fileprivate mutating func endRow(
    at end: Int, next: Int, _ fields: OutputWindow<RowScanner.Field>,
    _ rows: OutputWindow<RowScanner.Row>, limit: Int
  ) {
    if end > rowStart { endField(at: end, fields, limit: limit) }
    rows[rowCount] = RowScanner.Row(
      bytes: unsafe Range(uncheckedBounds: (rowStart, end)), next: next, firstField: firstField,
      fieldCount: fieldCount, spoiltField: spoiltField, line: nextLine)
    rowCount &+= 1
    nextLine &+= 1 &+ breaks
    breaks = 0
    spoiltField = 0
    firstField = fieldSlot
    fieldCount = 0
    startRow(at: next)
  }
}
