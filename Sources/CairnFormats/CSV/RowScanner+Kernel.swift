internal import CairnMemory

/// Two lists: where fields end, and which of those ends are ends of rows.
internal struct RowMarks: Sendable {
  /// The separators, that is the delimiters and line breaks outside of quotes, by position.
  ///
  /// The first one stands for the byte in front of the first row; -1 wraps around.
  var separators: [UInt32] = [.max]
  /// The separators at the end of each row, by number.
  var rowEnds: [UInt32] = []
  /// How many separators count.
  var separatorCount = 1
  /// How many rows count.
  var rowCount = 0

  /// Where the row in progress starts.
  var rowStart: Int { Int(separators[firstSeparator] &+ 1) }

  /// The separator in front of the row in progress.
  private var firstSeparator: Int { rowCount == 0 ? 0 : Int(rowEnds[rowCount - 1]) }

  mutating func startFirstRow(at position: Int) {
    separators[0] = UInt32(truncatingIfNeeded: position) &- 1
  }

  /// Makes room for the marks of more bytes, and of up to three that do not count.
  mutating func reserve(_ count: Int) {
    let missing = separatorCount + count + 4 - separators.count
    if missing > 0 { separators += Array(repeating: 0, count: max(missing, separators.count)) }
    let missingRows = rowCount + count + 4 - rowEnds.count
    if missingRows > 0 { rowEnds += Array(repeating: 0, count: max(missingRows, rowEnds.count)) }
  }

  /// Forgets all rows but the row in progress, whose bytes move to the front.
  mutating func forgetRows(movedBy distance: Int) {
    let first = firstSeparator
    for index in first..<separatorCount {
      separators[index - first] = separators[index] &- UInt32(truncatingIfNeeded: distance)
    }
    separatorCount -= first
    rowCount = 0
  }

  /// Forgets the ends of fields of the row in progress.
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
  ///   - bytes: the bytes at hand, from the row in progress on.
  ///   - end: the position.
  ///   - isLast: whether the input ends there.
  ///   - isAllHere: whether the input ends with the bytes.
  internal mutating func findRows(
    _ bytes: ByteWindow, to end: Int, isLast: Bool, isAllHere: Bool
  ) {
    // Whether a CR is a break of its own, only the next byte can say.
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
      if let field = oddRow?.spoiltField { spoilt.append((rowCount - 1, field)) }
      oddRow = nil
      quoted = 0
    }
  }

  /// Looks at blocks up to the end or to the first quote that stands where none should.
  private mutating func scanBlocks(_ bytes: ByteWindow, to end: Int) {
    // Taken out of the scanner, so that both can be written to at once.
    var marks = RowMarks()
    swap(&marks, &self.marks)
    defer { swap(&marks, &self.marks) }
    let counts = marks.separators.withSlab { separators in
      marks.rowEnds.withSlab { rowEnds in
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

  /// Looks at blocks where quotes mean nothing.
  @inline(__always)
  private mutating func scanPlainBlocks(
    _ bytes: ByteWindow, to end: Int, _ list: inout MarkList
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

  /// Looks at blocks where fields may stand in quotes.
  @inline(__always)
  private mutating func scanQuotedBlocks(
    _ bytes: ByteWindow, to end: Int, _ quote: UInt8, _ list: inout MarkList
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
        // A bit for each byte inside of quotes, the opening one with them.
        var inside = quotes
        for shift: UInt64 in [1, 2, 4, 8, 16, 32] { inside ^= inside &<< shift }
        inside ^= quoted
        let opening = quotes & inside
        let closing = quotes & ~inside
        let outer = separators & ~inside & block.valid
        // A field starts behind a separator; a quote behind a closing one is a doubled one.
        let behindClosing = (closing &<< 1 | closesQuote) & block.valid
        let mayOpen = outer &<< 1 | startsField | behindClosing
        // The first half of CRLF.
        let halves = block.returns & ~lone
        if opening & ~mayOpen | behindClosing & ~(outer | quotes | halves) != 0 {
          oddRow = OddRow(at: list.rowStart)
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

  /// Notes line breaks within quotes.
  @inline(__always)
  private mutating func hide(_ bits: UInt64, at position: Int) {
    var rest = bits
    while rest != 0 {
      hiddenBreaks.append(position + rest.trailingZeroBitCount)
      rest &= rest &- 1
    }
  }

  /// Reads the row in progress byte by byte.
  ///
  /// - Returns: whether it ends within the bytes.
  @inline(never)
  private mutating func readOddRow(
    _ bytes: ByteWindow, to end: Int, isLast: Bool, isAllHere: Bool
  ) -> Bool {
    guard var row = oddRow else { return true }
    if !row.hasBegun {
      marks.restartRow()
      // They are in order, and those of other rows may be many.
      while let last = hiddenBreaks.last, last >= row.position { hiddenBreaks.removeLast() }
      row.hasBegun = true
    }
    let hasEnded = row.read(
      bytes, to: end, isLast: isLast, isAllHere: isAllHere, delimiter: delimiter, quote: quote,
      &marks, &hiddenBreaks)
    scanned = row.position
    if row.hasDoubledQuotes { hasDoubledQuotes = true }
    if row.hasSpacedQuotes { hasSpacedQuotes = true }
    oddRow = hasEnded ? nil : row
    guard hasEnded else { return false }
    if let field = row.spoiltField { spoilt.append((rowCount - 1, field)) }
    quoted = 0
    startsField = 1
    closesQuote = 0
    return true
  }
}

/// The two lists while blocks are added to them.
private struct MarkList {
  let separators: Slab<UInt32>
  let rowEnds: Slab<UInt32>
  var separatorCount: Int
  var rowCount: Int

  /// Where the row in progress starts.
  var rowStart: Int { Int(separators[rowCount == 0 ? 0 : Int(rowEnds[rowCount - 1])] &+ 1) }

  /// Adds the separators of a block.
  ///
  /// Places beyond the count are written too, so that the loop runs in fours and its branch is
  /// seldom mispredicted.
  @inline(__always)
  mutating func add(_ bits: UInt64, at position: Int, _ bytes: ByteWindow) {
    var rest = bits
    var target = separatorCount
    separatorCount &+= bits.nonzeroBitCount
    while target < separatorCount {
      for offset in 0..<4 {
        let place = position &+ (rest.trailingZeroBitCount & 63)
        separators[target &+ offset] = UInt32(truncatingIfNeeded: place)
        rowEnds[rowCount] = UInt32(truncatingIfNeeded: target &+ offset)
        let byte = bytes[place]
        rowCount &+= (byte == 0x0A || byte == 0x0D) && rest != 0 ? 1 : 0
        rest &= rest &- 1
      }
      target &+= 4
    }
  }
}

/// What 64 bytes hold, a bit for each byte.
private struct Block {
  private let block: ByteBlock
  /// The bytes that count.
  let valid: UInt64
  /// The last bit where a line feed stands behind the block.
  private let feedBehind: UInt64

  @inline(__always)
  init(_ bytes: ByteWindow, at position: Int, to end: Int) {
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

  /// Delimiters and line feeds.
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

  /// Carriage returns that no line feed follows.
  @inline(__always)
  var loneReturns: UInt64 {
    returns & ~((lineFeeds & valid) &>> 1 | feedBehind) & valid
  }
}

/// A row in progress with a quote inside an unquoted field, text behind a closing quote or spaces
/// around a quoted field, read byte by byte.
///
/// Spaces around a quoted field do not belong to it. A quote behind spaces opens a quoted field only
/// if the next quote closes it, at the end of a field: `, "x, y",` is one field, `, "x" or y,` and
/// `, 5" pipe,` are text as it is written. Text behind the closing quote of a field that begins with
/// its quote belongs to the field and spoils the row.
internal struct OddRow: Sendable {
  /// The next byte.
  var position: Int
  var hasBegun = false
  /// Whether it is inside of quotes.
  private(set) var isOpen = false
  private(set) var hasDoubledQuotes = false
  /// Whether there are spaces around a quoted field.
  private(set) var hasSpacedQuotes = false
  private(set) var spoiltField: Int?
  private var field = 0
  private var startsField = true
  /// Whether only spaces have come since the closing quote of the field.
  private var followsQuote = false
  /// How far it has been looked for the closing quote of a field that begins with spaces, counted
  /// from the opening one; 0 if none is open.
  private var lookedAhead = 0

  /// How far a closing quote may be from a quote behind spaces.
  private static let longestSpacedField = 1 << 16

  init(at start: Int) {
    position = start
  }

  /// Reads on.
  ///
  /// - Parameters:
  ///   - bytes: the bytes at hand.
  ///   - end: where those to be read end.
  ///   - isLast: whether the input ends there.
  ///   - isAllHere: whether the input ends with the bytes at hand.
  ///   - delimiter: the byte between two fields.
  ///   - quote: the byte around a field.
  ///   - marks: take the ends of the fields and of the row.
  ///   - hiddenBreaks: takes the line breaks within quotes.
  /// - Returns: whether the row ends within the bytes; the position is then behind it.
  mutating func read(
    _ bytes: ByteWindow, to end: Int, isLast: Bool, isAllHere: Bool, delimiter: UInt8,
    quote: UInt8?, _ marks: inout RowMarks, _ hiddenBreaks: inout [Int]
  ) -> Bool {
    while position < end {
      let byte = bytes[position]
      let isFollowed = position + 1 < end
      if isOpen {
        if byte == quote {
          // Whether it is doubled, only the next byte can say.
          guard isFollowed || isLast else { return false }
          if isFollowed, bytes[position + 1] == quote {
            hasDoubledQuotes = true
            position += 1
          } else {
            isOpen = false
            followsQuote = true
          }
        } else if byte == 0x0D || byte == 0x0A && bytes[position - 1] != 0x0D {
          hiddenBreaks.append(position)
        }
        position += 1
        continue
      }
      if startsField, byte == quote {
        if position > 0, bytes[position - 1].isBlank(beside: delimiter) {
          guard let isQuoted = closes(bytes, isAllHere: isAllHere, delimiter, byte) else {
            return false
          }
          lookedAhead = 0
          if isQuoted { hasSpacedQuotes = true }
          isOpen = isQuoted
        } else {
          isOpen = true
        }
        startsField = false
        position += 1
        continue
      }
      let isBreak = byte == 0x0A || byte == 0x0D
      if byte.isBlank(beside: delimiter), startsField || followsQuote {
        if followsQuote { hasSpacedQuotes = true }
        position += 1
        continue
      }
      if followsQuote, !isBreak, byte != delimiter, spoiltField == nil { spoiltField = field }
      followsQuote = false
      startsField = byte == delimiter
      if startsField {
        marks.endField(at: position)
        field += 1
      } else if isBreak, byte == 0x0A || !(isFollowed && bytes[position + 1] == 0x0A) {
        marks.endRow(at: position)
        position += 1
        return true
      }
      position += 1
    }
    return false
  }

  /// Whether the quote at the position, which follows spaces, has a closing quote at the end
  /// of a field.
  ///
  /// - Returns: nil if that has not come yet.
  private mutating func closes(
    _ bytes: ByteWindow, isAllHere: Bool, _ delimiter: UInt8, _ quote: UInt8
  ) -> Bool? {
    let end = bytes.count
    var index = position + max(lookedAhead, 1)
    while index < end {
      guard index - position <= Self.longestSpacedField else { return false }
      if bytes[index] == quote {
        // The byte behind it says whether it is doubled, one behind the spaces whether it closes.
        var next = index + 1
        if next < end, bytes[next] == quote {
          index += 2
          continue
        }
        while next < end, bytes[next].isBlank(beside: delimiter) { next += 1 }
        if next < end {
          return bytes[next] == delimiter || bytes[next] == 0x0A || bytes[next] == 0x0D
        }
        lookedAhead = index - position
        return isAllHere ? true : nil
      }
      index += 1
    }
    lookedAhead = index - position
    return isAllHere ? false : nil
  }
}

extension UInt8 {
  /// Whether it is a space, or a tab that is not the delimiter.
  @inline(__always)
  internal func isBlank(beside delimiter: UInt8) -> Bool {
    self == 0x20 && delimiter != 0x20 || self == 0x09 && delimiter != 0x09
  }
}
