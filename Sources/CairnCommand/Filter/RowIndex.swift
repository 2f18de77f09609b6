/// Where the fields and rows of a piece of a table end.
///
/// Blocks of 64 bytes are compared at once. Quotes are followed by counting them: bytes behind an
/// odd number of quotes are inside a field. That is only right where every quote opens a field,
/// closes one or is doubled; a row with another quote is read again, byte by byte.
///
/// Rows end with LF, CRLF or CR, as those of ``CSVReader`` do, one way or mixed: a CR right before
/// an LF belongs to the row in front of it, any other one outside of quotes is a break.
struct RowIndex {
  /// The ends of all fields: positions of delimiters and line breaks outside of quotes.
  private(set) var separatorCount = 0
  /// The ends of all rows.
  private(set) var breakCount = 0
  /// Rows that have text behind a closing quote, by their line break.
  private(set) var spoilt: [UInt32] = []
  /// How many bytes have been looked at.
  private(set) var scanned = 0
  /// How many line breaks these hold, in quotes or not.
  private(set) var newlineCount = 0

  let dialect: TableDialect
  private var separatorMemory: FilterMemory<UInt32>
  private var breakMemory: FilterMemory<UInt32>

  /// All ones inside of quotes.
  private var quoted: UInt64 = 0
  /// 1 when a field may start at the next byte.
  private var startsField: UInt64 = 1
  /// 1 when the byte before was a quote that closed a field.
  private var closesQuote: UInt64 = 0
  /// The row in progress has to be read byte by byte.
  private var isOdd = false

  init(_ dialect: TableDialect, capacity: Int) {
    self.dialect = dialect
    separatorMemory = FilterMemory(capacity: capacity + 1)
    breakMemory = FilterMemory(capacity: capacity + 1)
    separators[-1] = .max
  }

  /// The ends of fields; before the first of them stands the start of the first row less one.
  var separators: FilterSlots<UInt32> { separatorMemory.slots }
  /// The ends of rows.
  var breaks: FilterSlots<UInt32> { breakMemory.slots }
  /// Whether the row in progress ends inside of quotes.
  var isInsideQuotes: Bool { quoted != 0 }

  /// Makes room for the ends within more bytes.
  mutating func grow(to capacity: Int) {
    let separators = FilterMemory<UInt32>(capacity: capacity + 1)
    separators.slots.copy(from: self.separators, start: 0, count: separatorCount)
    separators.slots[-1] = .max
    separatorMemory = separators
    let breaks = FilterMemory<UInt32>(capacity: capacity + 1)
    breaks.slots.copy(from: self.breaks, start: 0, count: breakCount)
    breakMemory = breaks
  }

  /// Forgets all rows up to the row in progress, whose bytes move to the start.
  ///
  /// - Parameters:
  ///   - count: how many bytes went.
  ///   - newlines: how many line breaks the row in progress holds.
  mutating func drop(_ count: Int, newlines: Int) {
    let separators = separators
    let done = firstSeparatorInProgress
    for index in done..<separatorCount {
      separators[index - done] = separators[index] - UInt32(truncatingIfNeeded: count)
    }
    separatorCount -= done
    breakCount = 0
    spoilt.removeAll(keepingCapacity: true)
    scanned -= count
    newlineCount = newlines
  }

  /// Ends a last row that has no line break.
  mutating func finish(at end: Int) {
    separators[separatorCount] = UInt32(truncatingIfNeeded: end)
    breaks[breakCount] = UInt32(truncatingIfNeeded: end)
    separatorCount += 1
    breakCount += 1
  }

  /// Where in the list the ends of the row in progress begin.
  private var firstSeparatorInProgress: Int {
    guard breakCount > 0 else { return 0 }
    let last = breaks[breakCount - 1]
    var index = separatorCount
    while index > 0, separators[index - 1] != last { index -= 1 }
    return index
  }

  /// Looks at the bytes that have arrived.
  ///
  /// - Parameters:
  ///   - bytes: all bytes; the first row starts with the first of them.
  ///   - end: where the bytes end.
  ///   - isLast: whether no more come.
  mutating func scan(_ bytes: FilterSlots<UInt8>, to end: Int, isLast: Bool) {
    // Whether a CR is a break of its own, only the next byte can say.
    let isHalfBreak = !isLast && end > scanned && bytes[end - 1] == 0x0D
    let end = isHalfBreak ? end - 1 : end
    while scanned < end || isOdd && isLast {
      if isOdd {
        let arrived = min(scanned, end)..<end
        guard isLast || bytes.lineBreaks(in: arrived) > 0 else {
          scanned = end
          return
        }
        guard readOddRow(bytes, to: end, isLast: isLast) else { return }
      } else if dialect.hasQuotes {
        scanBlocks(bytes, to: end)
      } else {
        scanPlainBlocks(bytes, to: end)
      }
    }
  }
}

extension RowIndex {
  /// Looks at blocks where quotes mean nothing.
  private mutating func scanPlainBlocks(_ bytes: FilterSlots<UInt8>, to end: Int) {
    var ends = Ends(self)
    var position = scanned
    while position < end {
      let block = Block(bytes, at: position, dialect.delimiter)
      var separators = block.separators
      if block.hasReturns { separators |= block.loneReturns(bytes, at: position, to: end) }
      if end - position < 64 { separators &= 1 &<< UInt64(end - position) &- 1 }
      ends.add(separators, at: position, bytes)
      position += 64
    }
    newlineCount += ends.breakCount - breakCount
    separatorCount = ends.separatorCount
    breakCount = ends.breakCount
    scanned = end
  }

  /// Looks at blocks up to the end or the first quote that stands where none should.
  private mutating func scanBlocks(_ bytes: FilterSlots<UInt8>, to end: Int) {
    var ends = Ends(self)
    var position = scanned
    var quoted = quoted
    var startsField = startsField
    var closesQuote = closesQuote
    var hiddenNewlines = 0
    while position < end {
      let block = Block(bytes, at: position, dialect.delimiter)
      var separators = block.separators
      let rest = end - position
      let valid: UInt64 = rest < 64 ? 1 &<< UInt64(rest) &- 1 : .max
      let lastBit = UInt64(min(rest, 64) - 1)
      if block.hasQuotesOrReturns || quoted | closesQuote != 0 {
        let quotes = block.quotes & valid
        let lone = block.loneReturns(bytes, at: position, to: end)
        separators |= lone
        var inside = quotes
        for shift: UInt64 in [1, 2, 4, 8, 16, 32] { inside ^= inside &<< shift }
        inside ^= quoted
        let opening = quotes & inside
        let closing = quotes & ~inside
        let outer = separators & ~inside & valid
        // A field starts behind a separator; a quote behind a closing one is a doubled one.
        let mayOpen = outer &<< 1 | startsField | closing &<< 1 | closesQuote
        let behindClosing = (closing &<< 1 | closesQuote) & valid
        // The first half of CRLF.
        let halves = block.returns & ~lone
        if opening & ~mayOpen | behindClosing & ~(outer | quotes | halves) != 0 {
          isOdd = true
          break
        }
        hiddenNewlines += ((block.newlines | lone) & inside & valid).nonzeroBitCount
        separators = outer
        quoted = UInt64(bitPattern: Int64(bitPattern: inside &<< (63 &- lastBit)) &>> 63)
        closesQuote = closing &>> lastBit & 1
      }
      separators &= valid
      startsField = separators &>> lastBit & 1
      ends.add(separators, at: position, bytes)
      position += 64
    }
    newlineCount += ends.breakCount - breakCount + hiddenNewlines
    separatorCount = ends.separatorCount
    breakCount = ends.breakCount
    self.quoted = quoted
    self.startsField = startsField
    self.closesQuote = closesQuote
    scanned = min(position, end)
  }

  /// Reads the row in progress byte by byte, if all of it has arrived.
  private mutating func readOddRow(
    _ bytes: FilterSlots<UInt8>, to end: Int, isLast: Bool
  ) -> Bool {
    let separators = separators
    let rowStart = breakCount > 0 ? Int(breaks[breakCount - 1]) + 1 : 0
    separatorCount = firstSeparatorInProgress
    var row = OddRow(dialect, at: rowStart)
    while let position = row.nextSeparator(bytes, to: end) {
      separators[separatorCount] = UInt32(truncatingIfNeeded: position)
      separatorCount += 1
      guard bytes[position].isLineBreak else { continue }
      breaks[breakCount] = UInt32(truncatingIfNeeded: position)
      breakCount += 1
      if row.isSpoilt { spoilt.append(UInt32(truncatingIfNeeded: position)) }
      newlineCount +=
        row.newlineCount - bytes.lineBreaks(in: rowStart..<max(rowStart, scanned))
      scanned = position + 1
      quoted = 0
      startsField = 1
      closesQuote = 0
      isOdd = false
      return true
    }
    // The ends found so far are found again when more has arrived.
    newlineCount += bytes.lineBreaks(in: min(scanned, end)..<end)
    scanned = end
    quoted = row.isInsideQuotes ? .max : 0
    if isLast, row.isSpoilt { spoilt.append(UInt32(truncatingIfNeeded: end)) }
    return false
  }
}

extension UInt8 {
  /// Whether it is LF or CR.
  @inline(__always)
  var isLineBreak: Bool { self == 0x0A || self == 0x0D }
}

extension FilterSlots where Element == UInt8 {
  /// How many line breaks a range holds, in quotes or not; CRLF counts where its LF stands.
  func lineBreaks(in range: Range<Int>) -> Int {
    var count = 0
    for index in range {
      let byte = self[index]
      if byte == 0x0A || byte == 0x0D && self[index + 1] != 0x0A { count += 1 }
    }
    return count
  }
}

/// What a block of 64 bytes holds.
private struct Block {
  private let first: SIMD16<UInt8>
  private let second: SIMD16<UInt8>
  private let third: SIMD16<UInt8>
  private let fourth: SIMD16<UInt8>
  private let delimiter: UInt8

  @inline(__always)
  init(_ bytes: FilterSlots<UInt8>, at position: Int, _ delimiter: UInt8) {
    first = bytes.sixteen(position)
    second = bytes.sixteen(position &+ 16)
    third = bytes.sixteen(position &+ 32)
    fourth = bytes.sixteen(position &+ 48)
    self.delimiter = delimiter
  }

  /// Delimiters and line feeds.
  @inline(__always)
  var separators: UInt64 {
    let delimiter = SIMD16(repeating: delimiter)
    let lineBreak = SIMD16<UInt8>(repeating: 0x0A)
    return bits(of: (first .== delimiter) .| (first .== lineBreak))
      | bits(of: (second .== delimiter) .| (second .== lineBreak)) &<< 16
      | bits(of: (third .== delimiter) .| (third .== lineBreak)) &<< 32
      | bits(of: (fourth .== delimiter) .| (fourth .== lineBreak)) &<< 48
  }

  @inline(__always)
  var hasQuotesOrReturns: Bool {
    let quote = SIMD16(repeating: UInt8(ascii: "\""))
    let carriageReturn = SIMD16<UInt8>(repeating: 0x0D)
    return holdsAnywhere(
      (first .== quote) .| (second .== quote) .| (third .== quote) .| (fourth .== quote)
        .| (first .== carriageReturn) .| (second .== carriageReturn)
        .| (third .== carriageReturn) .| (fourth .== carriageReturn))
  }

  @inline(__always)
  var hasReturns: Bool {
    let carriageReturn = SIMD16<UInt8>(repeating: 0x0D)
    return holdsAnywhere(
      (first .== carriageReturn) .| (second .== carriageReturn) .| (third .== carriageReturn)
        .| (fourth .== carriageReturn))
  }

  /// Carriage returns that no line feed follows; the bytes end at `end`.
  @inline(__always)
  func loneReturns(_ bytes: FilterSlots<UInt8>, at position: Int, to end: Int) -> UInt64 {
    let next = position &+ 64
    let follows: UInt64 = next < end && bytes[next] == 0x0A ? 1 &<< 63 : 0
    let rest = end &- position
    let valid: UInt64 = rest < 64 ? 1 &<< UInt64(rest) &- 1 : .max
    return returns & ~((newlines & valid) &>> 1 | follows) & valid
  }

  @inline(__always)
  var quotes: UInt64 { all(UInt8(ascii: "\"")) }
  @inline(__always)
  var returns: UInt64 { all(0x0D) }
  @inline(__always)
  var newlines: UInt64 { all(0x0A) }

  @inline(__always)
  private func all(_ byte: UInt8) -> UInt64 {
    let wanted = SIMD16(repeating: byte)
    return bits(of: first .== wanted) | bits(of: second .== wanted) &<< 16
      | bits(of: third .== wanted) &<< 32 | bits(of: fourth .== wanted) &<< 48
  }
}

/// The two lists of ends while blocks are added to them.
private struct Ends {
  var separatorCount: Int
  var breakCount: Int
  private let separators: FilterSlots<UInt32>
  private let breaks: FilterSlots<UInt32>

  init(_ index: borrowing RowIndex) {
    separatorCount = index.separatorCount
    breakCount = index.breakCount
    separators = index.separators
    breaks = index.breaks
  }

  /// Adds the separators of a block.
  ///
  /// Places beyond the count are written too, so that the loop runs in fours and its branch is
  /// seldom mispredicted.
  @inline(__always)
  mutating func add(_ bits: UInt64, at position: Int, _ bytes: FilterSlots<UInt8>) {
    var rest = bits
    let count = bits.nonzeroBitCount
    var target = separatorCount
    separatorCount &+= count
    while target < separatorCount {
      for offset in 0..<4 {
        let place = position &+ (rest.trailingZeroBitCount & 63)
        separators[target &+ offset] = UInt32(truncatingIfNeeded: place)
        breaks[breakCount] = UInt32(truncatingIfNeeded: place)
        let isBreak = bytes[place].isLineBreak && rest != 0
        breakCount &+= isBreak ? 1 : 0
        rest &= rest &- 1
      }
      target &+= 4
    }
  }
}

/// A row read byte by byte, as ``CSVReader`` does: a quote opens a field only where one starts, and
/// what stands behind a closing quote belongs to the field and spoils the row.
private struct OddRow {
  private(set) var isSpoilt = false
  private(set) var isInsideQuotes = false
  private(set) var newlineCount = 0
  private let dialect: TableDialect
  private var position: Int

  init(_ dialect: TableDialect, at start: Int) {
    self.dialect = dialect
    position = start
  }

  /// The end of the next field; nil when the bytes end before it.
  mutating func nextSeparator(_ bytes: FilterSlots<UInt8>, to end: Int) -> Int? {
    let quote = UInt8(ascii: "\"")
    if position < end, bytes[position] == quote {
      isInsideQuotes = true
      position += 1
      while position < end, isInsideQuotes {
        let byte = bytes[position]
        if byte == 0x0D || byte == 0x0A && bytes[position - 1] != 0x0D { newlineCount += 1 }
        if byte == quote {
          if position + 1 < end, bytes[position + 1] == quote {
            position += 1
          } else {
            isInsideQuotes = false
          }
        }
        position += 1
      }
      if isInsideQuotes { return nil }
      if position < end, !endsField(bytes) { isSpoilt = true }
    }
    while position < end {
      let byte = bytes[position]
      position += 1
      if byte == dialect.delimiter { return position - 1 }
      if byte == 0x0A || byte == 0x0D && !(position < end && bytes[position] == 0x0A) {
        newlineCount += 1
        return position - 1
      }
    }
    return nil
  }

  private func endsField(_ bytes: FilterSlots<UInt8>) -> Bool {
    bytes[position] == dialect.delimiter || bytes[position].isLineBreak
  }
}
