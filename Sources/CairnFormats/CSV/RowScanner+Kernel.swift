internal import CairnMemory

/// The ends of fields, and which of them are ends of rows.
internal struct RowMarks: Sendable {
  /// The positions of the separators: the delimiters and line breaks outside of quotes.
  ///
  /// The first one denotes the byte before the first row; -1 wraps around.
  var separators: [UInt32] = [.max]
  /// The indices of the separators at the end of each row.
  var rowEnds: [UInt32] = []
  /// The number of separators in use.
  var separatorCount = 1
  /// The number of rows in use.
  var rowCount = 0

  /// The start of the row in progress.
  var rowStart: Int { Int(separators[firstSeparator] &+ 1) }

  /// The separator before the row in progress.
  private var firstSeparator: Int { rowCount == 0 ? 0 : Int(rowEnds[rowCount - 1]) }

  mutating func startFirstRow(at position: Int) {
    separators[0] = UInt32(truncatingIfNeeded: position) &- 1
  }

  /// Reserves capacity for the marks of more bytes, plus up to three that are written beyond the
  /// count.
  mutating func reserve(_ count: Int) {
    let missing = separatorCount + count + 4 - separators.count
    if missing > 0 { separators += Array(repeating: 0, count: max(missing, separators.count)) }
    let missingRows = rowCount + count + 4 - rowEnds.count
    if missingRows > 0 { rowEnds += Array(repeating: 0, count: max(missingRows, rowEnds.count)) }
  }

  /// Removes all rows but the row in progress, whose bytes are moved to the front.
  mutating func forgetRows(movedBy distance: Int) {
    let first = firstSeparator
    for index in first..<separatorCount {
      separators[index - first] = separators[index] &- UInt32(truncatingIfNeeded: distance)
    }
    separatorCount -= first
    rowCount = 0
  }

  /// Removes the field ends of the row in progress.
  mutating func restartRow() { separatorCount = firstSeparator + 1 }

  mutating func endField(at position: Int) {
    reserve(1)
    separators[separatorCount] = UInt32(truncatingIfNeeded: position)
    separatorCount += 1
  }

  mutating func endRow(at position: Int) {
    endField(at: position)
    rowEnds[rowCount] = UInt32(truncatingIfNeeded: separatorCount - 1)
    rowCount += 1
  }
}

extension RowScanner {
  /// Finds the rows in the bytes up to a position.
  ///
  /// - Parameters:
  ///   - bytes: the buffered bytes, from the row in progress on.
  ///   - end: the position.
  ///   - isLast: whether the input ends there.
  ///   - isAllHere: whether the input ends with the bytes.
  internal mutating func findRows(
    _ bytes: UnsafeByteSpan, to end: Int, isLast: Bool, isAllHere: Bool
  ) {
    // Only the next byte shows whether a CR is a line break by itself.
    let isHalfBreak = !isLast && end > scanned && bytes[end - 1] == 0x0D
    let end = isHalfBreak ? end - 1 : end
    while scanned < end {
      marks.reserve(end - scanned)
      if oddRow != nil {
        guard readOddRow(bytes, to: end, isLast: isLast, isAllHere: isAllHere) else { break }
      } else {
        scanBlocks(bytes, to: end)
      }
    }
    let isOpen = oddRow?.isOpen ?? (quoted != 0)
    if isLast, !isOpen, marks.rowStart < end {
      marks.endRow(at: end)
      if let field = oddRow?.malformedField { malformedRows.append((rowCount - 1, field)) }
      oddRow = nil
      quoted = 0
    }
  }

  /// Scans blocks up to the end, or up to the first misplaced quote.
  private mutating func scanBlocks(_ bytes: UnsafeByteSpan, to end: Int) {
    // Moved out of the scanner, so that both can be mutated.
    var marks = RowMarks()
    swap(&marks, &self.marks)
    defer { swap(&marks, &self.marks) }
    let counts = marks.separators.withUnsafeBuffer { separators in
      marks.rowEnds.withUnsafeBuffer { rowEnds in
        var list = MarkList(
          separators: separators, rowEnds: rowEnds, separatorCount: marks.separatorCount,
          rowCount: marks.rowCount)
        if let quote {
          scanQuotedBlocks(bytes, to: end, quote, &list)
        } else {
          scanPlainBlocks(bytes, to: end, &list)
        }
        return (list.separatorCount, list.rowCount)
      }
    }
    (marks.separatorCount, marks.rowCount) = counts
  }

  /// Scans blocks without quoting.
  @inline(__always)
  private mutating func scanPlainBlocks(
    _ bytes: UnsafeByteSpan, to end: Int, _ list: inout MarkList
  ) {
    var position = scanned
    while position < end {
      let block = Block(bytes, at: position, to: end)
      var separators = block.separators(delimiter)
      if block.hasReturns { separators |= block.loneReturns }
      list.add(separators & block.valid, at: position, bytes)
      position += 64
    }
    scanned = end
  }

  /// Scans blocks with quoting.
  @inline(__always)
  private mutating func scanQuotedBlocks(
    _ bytes: UnsafeByteSpan, to end: Int, _ quote: UInt8, _ list: inout MarkList
  ) {
    var position = scanned
    var quoted = quoted
    var startsField = startsField
    var closesQuote = closesQuote
    while position < end {
      let block = Block(bytes, at: position, to: end)
      var separators = block.separators(delimiter)
      let lastBit = UInt64(truncatingIfNeeded: min(end - position, 64) - 1)
      if block.hasReturns(or: quote) || quoted | closesQuote != 0 {
        let quotes = block.bits(of: quote) & block.valid
        let lone = block.loneReturns
        separators |= lone
        // A bit for each byte inside quotes, including the opening quote.
        var inside = quotes
        for shift: UInt64 in [1, 2, 4, 8, 16, 32] { inside ^= inside &<< shift }
        inside ^= quoted
        let opening = quotes & inside
        let closing = quotes & ~inside
        let outer = separators & ~inside & block.valid
        // A field starts after a separator; a quote right after a closing one doubles it.
        let behindClosing = (closing &<< 1 | closesQuote) & block.valid
        let mayOpen = outer &<< 1 | startsField | behindClosing
        // The CR of a CRLF.
        let halves = block.returns & ~lone
        if opening & ~mayOpen | behindClosing & ~(outer | quotes | halves) != 0 {
          oddRow = IrregularRow(at: list.rowStart)
          break
        }
        if behindClosing & quotes != 0 { hasDoubledQuotes = true }
        hide((block.lineFeeds | lone) & inside & block.valid, at: position)
        separators = outer
        quoted = UInt64(bitPattern: Int64(bitPattern: inside &<< (63 &- lastBit)) &>> 63)
        closesQuote = closing &>> lastBit & 1
      }
      separators &= block.valid
      startsField = separators &>> lastBit & 1
      list.add(separators, at: position, bytes)
      position += 64
    }
    self.quoted = quoted
    self.startsField = startsField
    self.closesQuote = closesQuote
    scanned = min(position, end)
  }

  /// Records line breaks within quotes.
  @inline(__always)
  private mutating func hide(_ bits: UInt64, at position: Int) {
    var rest = bits
    while rest != 0 {
      quotedLineBreaks.append(position + rest.trailingZeroBitCount)
      rest &= rest &- 1
    }
  }

  /// Reads the row in progress byte by byte.
  ///
  /// - Returns: whether it ends within the bytes.
  @inline(never)
  private mutating func readOddRow(
    _ bytes: UnsafeByteSpan, to end: Int, isLast: Bool, isAllHere: Bool
  ) -> Bool {
    guard var row = oddRow else { return true }
    if !row.hasBegun {
      marks.restartRow()
      // They are sorted, and there may be many of other rows.
      while let last = quotedLineBreaks.last, last >= row.position { quotedLineBreaks.removeLast() }
      row.hasBegun = true
    }
    let hasEnded = row.read(
      bytes, to: end, isLast: isLast, isAllHere: isAllHere, delimiter: delimiter, quote: quote,
      &marks, &quotedLineBreaks)
    scanned = row.position
    if row.hasDoubledQuotes { hasDoubledQuotes = true }
    if row.hasSpacedQuotes { hasSpacedQuotes = true }
    oddRow = hasEnded ? nil : row
    guard hasEnded else { return false }
    if let field = row.malformedField { malformedRows.append((rowCount - 1, field)) }
    quoted = 0
    startsField = 1
    closesQuote = 0
    return true
  }
}

/// The two lists while blocks are appended to them.
private struct MarkList {
  let separators: UnsafeBuffer<UInt32>
  let rowEnds: UnsafeBuffer<UInt32>
  var separatorCount: Int
  var rowCount: Int

  /// The start of the row in progress.
  var rowStart: Int { Int(separators[rowCount == 0 ? 0 : Int(rowEnds[rowCount - 1])] &+ 1) }

  /// Appends the separators of a block.
  ///
  /// Elements beyond the count are written as well, so that the loop runs in groups of four and its
  /// branch is rarely mispredicted.
  @inline(__always)
  mutating func add(_ bits: UInt64, at position: Int, _ bytes: UnsafeByteSpan) {
    var rest = bits
    var target = separatorCount
    // The loop advances to the new count of separators, in groups of four, and the count of rows by
    // at most one for each bit. The places are those of the bits, or `position` after the last.
    let added = bits.nonzeroBitCount
    precondition(
      target >= 0 && rowCount >= 0 && target <= separators.count &- (added &+ 3)
        && rowCount < rowEnds.count &- added && position >= 0
        && position < bytes.count &- (63 &- (bits | 1).leadingZeroBitCount))
    separatorCount &+= added
    while target < separatorCount {
      for offset in 0..<4 {
        let place = position &+ (rest.trailingZeroBitCount & 63)
        unsafe separators[unchecked: target &+ offset] = UInt32(truncatingIfNeeded: place)
        unsafe rowEnds[unchecked: rowCount] = UInt32(truncatingIfNeeded: target &+ offset)
        let byte = unsafe bytes[unchecked: place]
        rowCount &+= (byte == 0x0A || byte == 0x0D) && rest != 0 ? 1 : 0
        rest &= rest &- 1
      }
      target &+= 4
    }
  }
}

/// The contents of 64 bytes, with a bit for each byte.
private struct Block {
  private let block: ByteBlock
  /// The bytes that belong to the input.
  let valid: UInt64
  /// The last bit if a line feed follows the block.
  private let feedBehind: UInt64

  @inline(__always)
  init(_ bytes: UnsafeByteSpan, at position: Int, to end: Int) {
    block = bytes.block(at: position)
    let rest = end &- position
    valid = rest < 64 ? 1 &<< UInt64(truncatingIfNeeded: rest) &- 1 : .max
    feedBehind = rest > 64 && bytes[position &+ 64] == 0x0A ? 1 &<< 63 : 0
  }

  @inline(__always)
  func bits(of byte: UInt8) -> UInt64 {
    let wanted = SIMD16(repeating: byte)
    return block.bits { $0 .== wanted }
  }

  /// The delimiters and line feeds.
  @inline(__always)
  func separators(_ delimiter: UInt8) -> UInt64 {
    let (delimiter, feed) = (SIMD16(repeating: delimiter), SIMD16<UInt8>(repeating: 0x0A))
    return block.bits { ($0 .== delimiter) .| ($0 .== feed) }
  }

  @inline(__always)
  var lineFeeds: UInt64 { bits(of: 0x0A) }
  @inline(__always)
  var returns: UInt64 { bits(of: 0x0D) }

  @inline(__always)
  var hasReturns: Bool {
    let wanted = SIMD16<UInt8>(repeating: 0x0D)
    return block.holds { $0 .== wanted }
  }

  @inline(__always)
  func hasReturns(or quote: UInt8) -> Bool {
    let (quote, wanted) = (SIMD16(repeating: quote), SIMD16<UInt8>(repeating: 0x0D))
    return block.holds { ($0 .== quote) .| ($0 .== wanted) }
  }

  /// Carriage returns that are not followed by a line feed.
  @inline(__always)
  var loneReturns: UInt64 {
    returns & ~((lineFeeds & valid) &>> 1 | feedBehind) & valid
  }
}
