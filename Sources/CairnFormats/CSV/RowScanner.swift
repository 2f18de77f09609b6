package import CairnMemory

/// Finds the rows of separated values (RFC 4180) and their fields in pieces of bytes, at the speed
/// of memory: 64 bytes are compared at once.
///
/// Each call of ``scan(_:isLast:)`` takes the bytes that are at hand and finds the rows of some
/// thousand bytes. Positions are counted from the start of those bytes. The next call gets the
/// bytes from the returned offset on, with more behind them where more has come.
///
/// ```swift
/// var scanner = RowScanner()
/// var offset = 0
/// while offset < bytes.count {
///   offset += bytes.withWindow { bytes in
///     let rest = bytes.suffix(from: offset)
///     let taken = scanner.scan(rest, isLast: true)
///     for row in scanner.rows(in: rest) { … scanner.field(0, of: row, in: rest) … }
///     return taken
///   }
///   if scanner.rowCount == 0 { break }
/// }
/// ```
///
/// - A quote opens a quoted field only at the field's start, or behind spaces there if the next
///   quote ends the field; within it delimiters and line breaks are text and two quotes are one.
///   Spaces around a quoted field do not belong to it. Elsewhere a quote is a character like
///   another.
/// - Rows end with LF, CRLF or CR, one way or mixed; the last one needs no end. A CR that is the
///   last byte at hand waits for the next one.
/// - A byte order mark at the start of the input belongs to no row.
/// - What has been looked at is not looked at again, however small the pieces are.
///
/// Quotes are followed by counting them: bytes behind an odd number of quotes are inside a field.
/// That is right where every quote opens a field, closes one or is doubled; a row with another
/// quote is read byte by byte, which is ten times as slow: so is a table all of whose rows have an
/// inch mark in an unquoted field.
///
/// It keeps four bytes for each field of the rows at hand and of the row in progress.
package struct RowScanner: Sendable {
  /// The byte between two fields.
  package let delimiter: UInt8
  /// The byte around a quoted field, or nil where a quote is a character like another.
  package let quote: UInt8?

  /// Whether the input ends within a quoted field.
  package private(set) var hasUnclosedQuote = false
  /// How many rows the last call found.
  package var rowCount: Int { marks.rowCount }

  /// Where fields and rows end.
  internal var marks = RowMarks()
  /// Rows with text behind a closing quote, each with the first such field, counted from 0.
  internal var spoilt: [(row: Int, field: Int)] = []
  /// The line breaks within quotes, each counted once.
  internal var hiddenBreaks: [Int] = []
  /// Whether a quoted field of the rows at hand may hold doubled quotes.
  internal var hasDoubledQuotes = false
  /// Whether there are spaces around a quoted field of the rows at hand.
  internal var hasSpacedQuotes = false

  /// What stands before it needs no second look.
  internal var scanned = 0
  /// All ones behind an odd number of quotes.
  internal var quoted: UInt64 = 0
  /// 1 when a field may start at the next byte.
  internal var startsField: UInt64 = 1
  /// 1 when the byte before was a quote that closed a field, unless it is doubled.
  internal var closesQuote: UInt64 = 0
  /// The row in progress, where it has to be read byte by byte.
  internal var oddRow: OddRow?

  /// How many bytes the last call took.
  private var taken = 0
  /// The line of the first row at hand.
  private var firstLine: Int
  private var isAtStart: Bool
  /// How many bytes are looked at before rows are handed over; the first calls take fewer.
  private var pieceSize: Int
  private let largestPiece: Int

  /// Makes a scanner at the start of an input.
  ///
  /// - Parameters:
  ///   - delimiter: the byte between two fields; neither a line break nor the quote.
  ///   - quote: the byte around quoted fields, or nil for none.
  ///   - pieceSize: how many bytes a call looks at, unless a row is longer.
  ///   - firstLine: the line on which the input starts, for parts of an input.
  ///   - skipsByteOrderMark: whether a byte order mark may stand at the start.
  package init(
    delimiter: UInt8 = UInt8(ascii: ","), quote: UInt8? = UInt8(ascii: "\""),
    pieceSize: Int = 1 << 16, firstLine: Int = 1, skipsByteOrderMark: Bool = true
  ) {
    self.firstLine = firstLine
    isAtStart = skipsByteOrderMark
    self.delimiter = delimiter
    self.quote = quote
    largestPiece = max(pieceSize, 64)
    self.pieceSize = min(largestPiece, 1 << 12)
  }

  /// The line on which the row in progress starts, counted from 1.
  package var nextLine: Int {
    firstLine + rowCount + hiddenBreaks(before: marks.rowStart)
  }

  /// Finds the next rows.
  ///
  /// - Parameters:
  ///   - bytes: the input from the end of the last row on, shorter than 4 GB.
  ///   - isLast: whether no more bytes follow these.
  /// - Returns: how many bytes the rows take: where the next call has to start. It is 0 when the
  ///   bytes hold no whole row; when they are the last ones, nothing is then left but a byte order
  ///   mark alone, or a quoted field that is never closed.
  package mutating func scan(_ bytes: ByteWindow, isLast: Bool) -> Int {
    forgetRows()
    if isAtStart {
      guard let skipped = Self.byteOrderMark(bytes, isLast: isLast) else { return 0 }
      marks.startFirstRow(at: skipped)
      scanned = skipped
      isAtStart = false
    }
    // Positions are 32 bits.
    let isCut = bytes.count > Self.longestInput
    let count = isCut ? Self.longestInput : bytes.count
    while rowCount == 0, scanned < count || isLast {
      let end = min(count, scanned + pieceSize)
      let isAllHere = isLast && !isCut
      let start = scanned
      findRows(
        isCut ? bytes.prefix(count) : bytes, to: end, isLast: isAllHere && end == count,
        isAllHere: isAllHere)
      pieceSize = min(2 * pieceSize, largestPiece)
      // A quote behind spaces may wait for bytes that are not here yet.
      if end == count || scanned == start { break }
    }
    hasUnclosedQuote =
      isLast && !isCut && rowCount == 0 && (oddRow?.isOpen ?? (quoted != 0))
    taken = rowCount > 0 ? min(marks.rowStart, count) : 0
    return taken
  }

  private static let longestInput = 1 << 31

  /// Forgets the rows found, and counts positions from the row in progress.
  private mutating func forgetRows() {
    guard rowCount > 0 else { return }
    firstLine = nextLine
    hiddenBreaks.removeAll { $0 < taken }
    for index in hiddenBreaks.indices { hiddenBreaks[index] -= taken }
    spoilt.removeAll(keepingCapacity: true)
    if scanned == taken {
      hasDoubledQuotes = false
      hasSpacedQuotes = false
    }
    marks.forgetRows(movedBy: taken)
    scanned -= taken
    oddRow?.position -= taken
    taken = 0
  }

  /// How many bytes a byte order mark takes at the start; nil when that is not known yet.
  private static func byteOrderMark(_ bytes: ByteWindow, isLast: Bool) -> Int? {
    for (index, byte) in [0xEF, 0xBB, 0xBF].enumerated() {
      guard index < bytes.count else { return isLast ? 0 : nil }
      guard bytes[index] == byte else { return 0 }
    }
    return 3
  }
}

// MARK: Rows and fields

extension RowScanner {
  /// A row: where it stands and which fields are its own.
  package struct Row: Sendable {
    /// Where its first byte is.
    package fileprivate(set) var start = 0
    /// Where its line break is, or the end of the input.
    package fileprivate(set) var end = 0
    /// Where the next row starts, behind the line break.
    package fileprivate(set) var next = 0
    /// How many fields it has; 0 for an empty line.
    package fileprivate(set) var fieldCount = 0
    /// The line on which the row starts, counted from 1.
    package fileprivate(set) var line: Int
    /// The first field, counted from 0, behind whose closing quote text follows.
    package fileprivate(set) var spoiltField: Int?
    /// The number of the separator in front of its first field.
    fileprivate var separator = 0

    /// Whether text follows the closing quote of a field.
    @inline(__always)
    package var isSpoilt: Bool { spoiltField != nil }

    /// A row without fields.
    internal init(line: Int = 0) {
      self.line = line
    }
  }

  /// A field: its bytes without the quotes around them.
  package struct Field: Sendable {
    /// Where its text starts.
    package let start: Int
    /// Where its text ends.
    package let end: Int
    /// Whether quotes are around it.
    package let isQuoted: Bool
    /// Whether its text holds doubled quotes, each of which stands for one.
    package let hasDoubledQuotes: Bool

    /// Where its text stands.
    @inline(__always)
    package var range: Range<Int> { Range(ordered: start, end) }
  }

  /// The rows that the last call found.
  ///
  /// - Parameter bytes: those that the call was given.
  /// - Returns: the rows in their order; each is made when it is asked for.
  package func rows(in bytes: ByteWindow) -> some Sequence<Row> {
    (0..<rowCount).lazy.map { row($0, in: bytes) }
  }

  /// One of the rows that the last call found.
  @inline(__always)
  package func row(_ index: Int, in bytes: ByteWindow) -> Row {
    assert(index < rowCount)
    var row = Row(line: firstLine &+ index)
    row.separator = index == 0 ? 0 : Int(marks.rowEnds[index &- 1])
    let last = Int(marks.rowEnds[index])
    row.start = Int(marks.separators[row.separator] &+ 1)
    row.end = Int(marks.separators[last])
    row.next = min(row.end &+ 1, bytes.count)
    // Outside of quotes a CR stands before an LF or is the break itself.
    if row.end > row.start, bytes[row.end &- 1] == 0x0D { row.end &-= 1 }
    row.fieldCount = row.end == row.start ? 0 : last &- row.separator
    if !hiddenBreaks.isEmpty { row.line &+= hiddenBreaks(before: row.start) }
    if !spoilt.isEmpty { row.spoiltField = spoiltField(ofRow: index) }
    return row
  }

  /// Where the rows that the last call found stand, for loops over all of them: without what few
  /// rows need, and without the checks for bounds that arrays make.
  internal struct Places {
    let bytes: ByteWindow
    let separators: Window<UInt32>
    let rowEnds: Window<UInt32>

    /// The separator in front of the first field of a row, by number.
    @inline(__always)
    func first(of row: Int) -> Int { row == 0 ? 0 : Int(rowEnds[row &- 1]) }

    /// Where a field of a row stands, with the quotes around it.
    ///
    /// - Parameters:
    ///   - field: the field, counted from 0; the row has it.
    ///   - first: the separator in front of the row.
    ///   - end: where the row ends, before its line break.
    /// - Returns: the positions of its first byte and behind its last.
    @inline(__always)
    func range(_ field: Int, first: Int, end: Int) -> (start: Int, end: Int) {
      let start = Int(separators[first &+ field] &+ 1)
      return (start, min(Int(separators[first &+ field &+ 1]), end))
    }
  }

  /// Where a field of one of the rows stands, with the quotes around it.
  ///
  /// - Parameters:
  ///   - index: the field, counted from 0; the row has it.
  ///   - row: one of the rows that the last call found.
  /// - Returns: where the field starts and where it ends.
  @inline(__always)
  internal func range(_ index: Int, of row: Row) -> (start: Int, end: Int) {
    assert(index < row.fieldCount)
    let start = Int(marks.separators[row.separator &+ index] &+ 1)
    // The last field ends before the line break, which may take two bytes.
    return (start, min(Int(marks.separators[row.separator &+ index &+ 1]), row.end))
  }

  /// A field of one of the rows, counted from 0; nil when the row has no such field.
  @inline(__always)
  package func field(_ index: Int, of row: Row, in bytes: ByteWindow) -> Field? {
    guard index >= 0, index < row.fieldCount else { return nil }
    let (start, end) = range(index, of: row)
    guard start < end, bytes[start] == quote else {
      if hasSpacedQuotes, let field = spacedField(start, end, bytes) { return field }
      return Field(start: start, end: end, isQuoted: false, hasDoubledQuotes: false)
    }
    return quotedField(start, end, row, bytes)
  }

  /// A quoted field with spaces in front of it; nil if a field is none.
  private func spacedField(_ start: Int, _ end: Int, _ bytes: ByteWindow) -> Field? {
    var opening = start
    while opening < end, bytes[opening].isBlank(beside: delimiter) { opening += 1 }
    guard opening > start, opening < end, bytes[opening] == quote else { return nil }
    let (closing, hasDoubled) = closingQuote(opening, end, bytes)
    guard closing < end, (closing + 1..<end).allSatisfy({ bytes[$0].isBlank(beside: delimiter) })
    else { return nil }
    return Field(start: opening + 1, end: closing, isQuoted: true, hasDoubledQuotes: hasDoubled)
  }

  /// Where the closing quote of a field stands, its end if it has none, and whether there are
  /// doubled quotes before it.
  private func closingQuote(_ opening: Int, _ end: Int, _ bytes: ByteWindow) -> (Int, Bool) {
    var hasDoubled = false
    var index = opening + 1
    while index < end {
      if bytes[index] == quote {
        guard index + 1 < end, bytes[index + 1] == quote else { break }
        hasDoubled = true
        index += 1
      }
      index += 1
    }
    return (index, hasDoubled)
  }

  private func quotedField(_ start: Int, _ end: Int, _ row: Row, _ bytes: ByteWindow) -> Field {
    var closing = end - 1
    var hasDoubled = false
    if row.isSpoilt || hasDoubledQuotes || hasSpacedQuotes {
      (closing, hasDoubled) = closingQuote(start, end, bytes)
    }
    return Field(start: start + 1, end: closing, isQuoted: true, hasDoubledQuotes: hasDoubled)
  }

  @inline(never)
  private func hiddenBreaks(before position: Int) -> Int {
    hiddenBreaks.sortedIndex { $0 >= position }
  }

  @inline(never)
  private func spoiltField(ofRow row: Int) -> Int? {
    let index = spoilt.sortedIndex { $0.row >= row }
    return index < spoilt.count && spoilt[index].row == row ? spoilt[index].field : nil
  }
}

extension Array {
  /// The first index whose element fulfils a condition that all behind it fulfil as well.
  fileprivate func sortedIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
