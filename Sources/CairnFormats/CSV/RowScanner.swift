package import CairnMemory

/// Finds the rows and fields of separated values (RFC 4180) in pieces of bytes at memory speed: 64
/// bytes are compared at a time.
///
/// Each call of ``scan(_:isLast:)`` finds the rows in some thousands of the given bytes. Positions
/// are relative to the start of those bytes. The next call must be given the bytes from the
/// returned offset on, followed by any new ones.
///
/// ```swift
/// var scanner = RowScanner()
/// var offset = 0
/// while offset < bytes.count {
///   offset += bytes.withUnsafeSpan { bytes in
///     let rest = bytes.suffix(from: offset)
///     let taken = scanner.scan(rest, isLast: true)
///     for row in scanner.rows(in: rest) { … scanner.field(0, of: row, in: rest) … }
///     return taken
///   }
///   if scanner.rowCount == 0 { break }
/// }
/// ```
///
/// - A quote opens a quoted field only at the start of the field, or after spaces there if the next
///   quote ends the field; within it delimiters and line breaks are text, and two quotes denote
///   one. Spaces around a quoted field are not part of it. Elsewhere a quote is an ordinary
///   character.
/// - Rows end with LF, CRLF or CR, which may be mixed; the last row needs no line break. A CR at
///   the end of the given bytes is only processed together with the next byte.
/// - A byte order mark at the start of the input is skipped.
/// - Bytes are scanned once, however small the pieces are.
///
/// Quotes are matched by parity: bytes after an odd number of quotes are inside a field. That is
/// correct if every quote opens a field, closes one or is doubled; a row with any other quote is
/// read byte by byte, which is ten times slower, for example for a table with inch marks in
/// unquoted fields of every row.
///
/// Memory: four bytes for each field of the scanned rows and of the row in progress.
package struct RowScanner: Sendable {
  /// The byte between two fields.
  package let delimiter: UInt8
  /// The byte around a quoted field, or nil if a quote is an ordinary character.
  package let quote: UInt8?

  /// Whether the input ends within a quoted field.
  package private(set) var hasUnclosedQuote = false
  /// The number of rows found by the last call.
  package var rowCount: Int { marks.rowCount }

  /// The ends of fields and rows.
  internal var marks = RowMarks()
  /// The rows with text after a closing quote, each with the first such field, counted from 0.
  internal var malformedRows: [(row: Int, field: Int)] = []
  /// The positions of line breaks within quotes.
  internal var quotedLineBreaks: [Int] = []
  /// Whether a quoted field of the scanned rows may contain doubled quotes.
  internal var hasDoubledQuotes = false
  /// Whether there are spaces around a quoted field of the scanned rows.
  internal var hasSpacedQuotes = false

  /// The end of the scanned bytes.
  internal var scanned = 0
  /// All ones after an odd number of quotes.
  internal var quoted: UInt64 = 0
  /// 1 if a field may start at the next byte.
  internal var startsField: UInt64 = 1
  /// 1 if the previous byte was a quote that closed a field, unless it is doubled.
  internal var closesQuote: UInt64 = 0
  /// The row in progress, if it must be read byte by byte.
  internal var oddRow: IrregularRow?

  /// The number of bytes of the rows found by the last call.
  private var taken = 0
  /// The line of the first scanned row.
  private var firstLine: Int
  private var isAtStart: Bool
  /// The number of bytes to scan before rows are returned; the first calls scan fewer.
  private var pieceSize: Int
  private let largestPiece: Int

  /// Creates a scanner at the start of an input.
  ///
  /// - Parameters:
  ///   - delimiter: the byte between two fields; neither a line break nor the quote.
  ///   - quote: the byte around quoted fields, or nil for none.
  ///   - pieceSize: the number of bytes that a call scans, unless a row is longer.
  ///   - firstLine: the line on which the input starts, for parts of an input.
  ///   - skipsByteOrderMark: whether a byte order mark at the start is skipped.
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
    firstLine + rowCount + quotedLineBreaks(before: marks.rowStart)
  }

  /// Finds the next rows.
  ///
  /// - Parameters:
  ///   - bytes: the input from the end of the last row on; only the first 2 GiB are scanned.
  ///   - isLast: whether no more bytes follow.
  /// - Returns: the number of bytes of the rows, which is where the next call must start; 0 if the
  ///   bytes contain no complete row. If `isLast` is true, the rest is then only a byte order mark,
  ///   or an unclosed quoted field.
  package mutating func scan(_ bytes: UnsafeByteSpan, isLast: Bool) -> Int {
    forgetRows()
    if isAtStart {
      guard let skipped = Self.byteOrderMark(bytes, isLast: isLast) else { return 0 }
      marks.startFirstRow(at: skipped)
      scanned = skipped
      isAtStart = false
    }
    // Positions are stored in 32 bits.
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
      // A quote after spaces may need bytes that have not arrived.
      if end == count || scanned == start { break }
    }
    hasUnclosedQuote =
      isLast && !isCut && rowCount == 0 && (oddRow?.isOpen ?? (quoted != 0))
    taken = rowCount > 0 ? min(marks.rowStart, count) : 0
    return taken
  }

  private static let longestInput = 1 << 31

  /// Discards the rows found, and makes positions relative to the row in progress.
  private mutating func forgetRows() {
    guard rowCount > 0 else { return }
    firstLine = nextLine
    quotedLineBreaks.removeAll { $0 < taken }
    for index in quotedLineBreaks.indices { quotedLineBreaks[index] -= taken }
    malformedRows.removeAll(keepingCapacity: true)
    if scanned == taken {
      hasDoubledQuotes = false
      hasSpacedQuotes = false
    }
    marks.forgetRows(movedBy: taken)
    scanned -= taken
    oddRow?.position -= taken
    taken = 0
  }

  /// The length of the byte order mark at the start; nil if it has not arrived completely.
  private static func byteOrderMark(_ bytes: UnsafeByteSpan, isLast: Bool) -> Int? {
    for (index, byte) in [0xEF, 0xBB, 0xBF].enumerated() {
      guard index < bytes.count else { return isLast ? 0 : nil }
      guard bytes[index] == byte else { return 0 }
    }
    return 3
  }
}

// MARK: Rows and fields

extension RowScanner {
  /// A row: its position and its fields.
  package struct Row: Sendable {
    /// The position of its first byte.
    package fileprivate(set) var start = 0
    /// The position of its line break, or the end of the input.
    package fileprivate(set) var end = 0
    /// The start of the next row, after the line break.
    package fileprivate(set) var next = 0
    /// The number of fields; 0 for an empty line.
    package fileprivate(set) var fieldCount = 0
    /// The line on which the row starts, counted from 1.
    package fileprivate(set) var line: Int
    /// The first field, counted from 0, with text after its closing quote.
    package fileprivate(set) var malformedField: Int?
    /// The index of the separator before its first field.
    fileprivate var separator = 0

    /// Whether text follows the closing quote of a field.
    @inline(__always)
    package var isMalformedRow: Bool { malformedField != nil }

    /// A row without fields.
    internal init(line: Int = 0) {
      self.line = line
    }
  }

  /// A field: the range of its text, without quotes.
  package struct Field: Sendable {
    /// The start of its text.
    package let start: Int
    /// The end of its text.
    package let end: Int
    /// Whether it is quoted.
    package let isQuoted: Bool
    /// Whether its text contains doubled quotes, each pair of which denotes one.
    package let hasDoubledQuotes: Bool

    /// The range of its text.
    @inline(__always)
    package var range: Range<Int> { Range(ordered: start, end) }
  }

  /// The rows found by the last call.
  ///
  /// - Parameter bytes: the bytes passed to the call.
  /// - Returns: a lazy sequence of the rows in order.
  package func rows(in bytes: UnsafeByteSpan) -> some Sequence<Row> {
    (0..<rowCount).lazy.map { row($0, in: bytes) }
  }

  /// A row found by the last call.
  @inline(__always)
  package func row(_ index: Int, in bytes: UnsafeByteSpan) -> Row {
    assert(index < rowCount)
    var row = Row(line: firstLine &+ index)
    row.separator = index == 0 ? 0 : Int(marks.rowEnds[index &- 1])
    let last = Int(marks.rowEnds[index])
    row.start = Int(marks.separators[row.separator] &+ 1)
    row.end = Int(marks.separators[last])
    row.next = min(row.end &+ 1, bytes.count)
    // Outside of quotes, a CR before the end belongs to the line break.
    if row.end > row.start, bytes[row.end &- 1] == 0x0D { row.end &-= 1 }
    row.fieldCount = row.end == row.start ? 0 : last &- row.separator
    if !quotedLineBreaks.isEmpty { row.line &+= quotedLineBreaks(before: row.start) }
    if !malformedRows.isEmpty { row.malformedField = malformedField(ofRow: index) }
    return row
  }

  /// The positions of the scanned rows, for loops over all of them: without rarely needed
  /// properties, and without the bounds checks of arrays.
  internal struct Places {
    let bytes: UnsafeByteSpan
    let separators: UnsafeSpan<UInt32>
    let rowEnds: UnsafeSpan<UInt32>

    /// Calls a closure with the positions of the rows of a buffer, valid only during the call.
    @inline(__always)
    static func with<Result>(
      _ marks: RowMarks, in bytes: UnsafeByteSpan, _ body: (Places) -> Result
    ) -> Result {
      marks.separators.withUnsafeSpan { separators in
        marks.rowEnds.withUnsafeSpan { rowEnds in
          body(Places(bytes: bytes, separators: separators, rowEnds: rowEnds))
        }
      }
    }

    /// The index of the separator before the first field of a row.
    @inline(__always)
    func first(of row: Int) -> Int { row == 0 ? 0 : Int(rowEnds[row &- 1]) }

    /// The range of a field, including its quotes.
    ///
    /// - Parameters:
    ///   - field: the index of the field, counted from 0; the row must have it.
    ///   - first: the separator before the row.
    ///   - end: the end of the row, before its line break.
    /// - Returns: the positions of its first byte and after its last.
    @inline(__always)
    func range(_ field: Int, first: Int, end: Int) -> (start: Int, end: Int) {
      let start = Int(separators[first &+ field] &+ 1)
      return (start, min(Int(separators[first &+ field &+ 1]), end))
    }
  }

  /// The range of a field of a row, including its quotes.
  ///
  /// - Parameters:
  ///   - index: the index of the field, counted from 0; the row must have it.
  ///   - row: a row found by the last call.
  /// - Returns: the start and the end of the field.
  @inline(__always)
  internal func range(_ index: Int, of row: Row) -> (start: Int, end: Int) {
    assert(index < row.fieldCount)
    let start = Int(marks.separators[row.separator &+ index] &+ 1)
    // The last field ends before the line break, which may have two bytes.
    return (start, min(Int(marks.separators[row.separator &+ index &+ 1]), row.end))
  }

  /// A field of a row, counted from 0; nil if the row lacks the field.
  @inline(__always)
  package func field(_ index: Int, of row: Row, in bytes: UnsafeByteSpan) -> Field? {
    guard index >= 0, index < row.fieldCount else { return nil }
    let (start, end) = range(index, of: row)
    guard start < end, bytes[start] == quote else {
      if hasSpacedQuotes, let field = spacedField(start, end, bytes) { return field }
      return Field(start: start, end: end, isQuoted: false, hasDoubledQuotes: false)
    }
    return quotedField(start, end, row, bytes)
  }

  /// A quoted field preceded by spaces; nil if the field is not one.
  private func spacedField(_ start: Int, _ end: Int, _ bytes: UnsafeByteSpan) -> Field? {
    var opening = start
    while opening < end, bytes[opening].isBlank(beside: delimiter) { opening += 1 }
    guard opening > start, opening < end, bytes[opening] == quote else { return nil }
    let (closing, hasDoubled) = closingQuote(opening, end, bytes)
    guard closing < end, (closing + 1..<end).allSatisfy({ bytes[$0].isBlank(beside: delimiter) })
    else { return nil }
    return Field(start: opening + 1, end: closing, isQuoted: true, hasDoubledQuotes: hasDoubled)
  }

  /// The position of a field's closing quote, or the field's end if none exists, and whether
  /// there are doubled quotes before it.
  private func closingQuote(_ opening: Int, _ end: Int, _ bytes: UnsafeByteSpan) -> (Int, Bool) {
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

  private func quotedField(_ start: Int, _ end: Int, _ row: Row, _ bytes: UnsafeByteSpan) -> Field {
    var closing = end - 1
    var hasDoubled = false
    if row.isMalformedRow || hasDoubledQuotes || hasSpacedQuotes {
      (closing, hasDoubled) = closingQuote(start, end, bytes)
    }
    return Field(start: start + 1, end: closing, isQuoted: true, hasDoubledQuotes: hasDoubled)
  }

  @inline(never)
  private func quotedLineBreaks(before position: Int) -> Int {
    quotedLineBreaks.sortedIndex { $0 >= position }
  }

  @inline(never)
  private func malformedField(ofRow row: Int) -> Int? {
    let index = malformedRows.sortedIndex { $0.row >= row }
    return index < malformedRows.count && malformedRows[index].row == row
      ? malformedRows[index].field : nil
  }
}

extension Array {
  /// The first index whose element satisfies a predicate that all later elements satisfy as well.
  internal func sortedIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
