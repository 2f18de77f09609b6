/// Finds the rows of separated values (RFC 4180) and their fields in pieces of bytes, at the speed
/// of memory: 64 bytes are compared at once, and only delimiters, quotes and line breaks are
/// looked at.
///
/// Each call of ``scan(_:isLast:)`` takes the bytes that are at hand and leaves up to some
/// thousand rows in ``rows``. Positions are counted from the start of those bytes. The next call
/// gets the bytes from the returned offset on, with more behind them where more has come.
///
/// ```swift
/// var scanner = RowScanner()
/// var offset = 0
/// while offset < bytes.count {
///   offset += bytes.withWindow { scanner.scan($0.suffix(from: offset), isLast: true) }
///   for row in scanner.rows { … scanner.field(0, of: row) … }
///   if scanner.hasUnclosedQuote { break }
/// }
/// ```
///
/// - A quote opens a quoted field only at the field's start; within it delimiters and line breaks
///   are text and two quotes are one. Elsewhere a quote is a character like another.
/// - Rows end with LF, CRLF or CR; the last one needs no end. A CR that is the last byte at hand
///   waits for the next one.
/// - A byte order mark at the start of the input belongs to no row.
/// - What has been looked at is not looked at again, however small the pieces are.
package struct RowScanner: Sendable {
  /// The byte between two fields.
  package let delimiter: UInt8
  /// The byte around a quoted field, or nil where a quote is a character like another.
  package let quote: UInt8?
  /// How many fields of a row are kept; further ones are only counted.
  package let fieldLimit: Int

  /// Whether the input ends within a quoted field.
  package private(set) var hasUnclosedQuote = false

  internal var rowStorage = Array(repeating: Row(), count: 8)
  internal var fieldStorage = Array(repeating: Field(start: 0, end: 0), count: 64)
  internal var progress = Progress()
  /// How many bytes the last call took.
  private var taken = 0
  /// Why the last call came back: when for want of room, the next one has more.
  private var lastStop = Stop.bytesAreOver
  private var isAtStart = true
  private let rowLimit: Int

  /// Makes a scanner at the start of an input.
  ///
  /// - Parameters:
  ///   - delimiter: the byte between two fields; neither a line break nor the quote.
  ///   - quote: the byte around quoted fields, or nil for none.
  ///   - fieldLimit: how many fields of a row are kept.
  ///   - rowLimit: how many rows a call finds at most; the first calls find fewer.
  package init(
    delimiter: UInt8 = UInt8(ascii: ","), quote: UInt8? = UInt8(ascii: "\""),
    fieldLimit: Int = .max, rowLimit: Int = 1024
  ) {
    self.delimiter = delimiter
    self.quote = quote
    self.fieldLimit = fieldLimit
    self.rowLimit = rowLimit
  }

  /// The line on which the row in progress starts, counted from 1.
  package var nextLine: Int { progress.nextLine }

  /// The rows that the last call found.
  package var rows: ArraySlice<Row> { rowStorage[..<progress.rowCount] }

  /// How many rows the last call found.
  package var rowCount: Int { progress.rowCount }

  /// One of the rows that the last call found.
  @inline(__always)
  package func row(_ index: Int) -> Row {
    assert(index < progress.rowCount)
    return rowStorage[index]
  }

  /// A field of one of the rows, counted from 0; nil when the row has no such field.
  @inline(__always)
  package func field(_ index: Int, of row: Row) -> Field? {
    guard index >= 0, index < min(row.fieldCount, fieldLimit) else { return nil }
    return fieldStorage[Int(row.firstField) &+ index]
  }

  /// Finds the next rows.
  ///
  /// - Parameters:
  ///   - bytes: the input from the end of the last row on.
  ///   - isLast: whether no more bytes follow these.
  /// - Returns: how many bytes the rows take: where the next call has to start. It is 0 when the
  ///   bytes hold no whole row; when they are the last ones, nothing is then left but perhaps a
  ///   quoted field that is never closed.
  package mutating func scan(_ bytes: ByteWindow, isLast: Bool) -> Int {
    progress.keepRowInProgress(&fieldStorage, movedBy: -taken)
    taken = 0
    if isAtStart {
      guard let skipped = Self.byteOrderMark(bytes, isLast: isLast) else { return 0 }
      progress.startRow(at: skipped)
      progress.scanned = skipped
      isAtStart = false
    }
    makeRoom()
    // Positions are 30 bits.
    let isCut = bytes.count > Self.longestPiece
    let piece = isCut ? bytes.prefix(Self.longestPiece) : bytes
    lastStop = findRows(piece, isLast: isLast && !isCut)
    while lastStop == .fieldsAreFull, progress.rowCount == 0 {
      makeRoom()
      lastStop = findRows(piece, isLast: isLast && !isCut)
    }
    hasUnclosedQuote = isLast && !isCut && lastStop == .bytesAreOver && progress.isOpen
    if progress.rowCount > 0 { taken = progress.rowStart }
    return taken
  }

  private mutating func makeRoom() {
    switch lastStop {
    case .bytesAreOver: break
    case .rowsAreFull:
      let room = min(rowStorage.count, max(rowLimit - rowStorage.count, 0))
      rowStorage += Array(repeating: Row(), count: room)
    case .fieldsAreFull: fieldStorage += fieldStorage
    }
  }

  private static let longestPiece = 1 << 30

  /// How many bytes a byte order mark takes at the start; nil when that is not known yet.
  private static func byteOrderMark(_ bytes: ByteWindow, isLast: Bool) -> Int? {
    for (index, byte) in [0xEF, 0xBB, 0xBF].enumerated() {
      guard index < bytes.count else { return isLast ? 0 : nil }
      guard bytes[index] == byte else { return 0 }
    }
    return 3
  }
}

extension RowScanner {
  /// A row: where it stands and which fields are its own.
  package struct Row: Sendable, BitwiseCopyable {
    private var startBits: UInt32 = 0
    private var endBits: UInt32 = 0
    private var nextBits: UInt32 = 0
    internal var firstField: UInt32 = 0
    private var fieldCountBits: UInt32 = 0
    private var spoiltBits: UInt32 = 0
    /// The line on which the row starts, counted from 1.
    package private(set) var line = 0

    /// A row without fields.
    internal init(line: Int = 0) {
      self.line = line
    }

    @inline(__always)
    internal init(
      bytes: Range<Int>, next: Int, firstField: Int, fieldCount: Int, spoiltField: Int, line: Int
    ) {
      startBits = UInt32(truncatingIfNeeded: bytes.lowerBound)
      endBits = UInt32(truncatingIfNeeded: bytes.upperBound)
      nextBits = UInt32(truncatingIfNeeded: next)
      self.firstField = UInt32(truncatingIfNeeded: firstField)
      fieldCountBits = UInt32(truncatingIfNeeded: fieldCount)
      spoiltBits = UInt32(truncatingIfNeeded: spoiltField)
      self.line = line
    }

    /// Where its first byte is.
    @inline(__always)
    package var start: Int { Int(startBits) }
    /// Where its line break is, or the end of the input.
    @inline(__always)
    package var end: Int { Int(endBits) }
    /// Where the next row starts, behind the line break.
    @inline(__always)
    package var next: Int { Int(nextBits) }
    /// How many fields it has; 0 for an empty line.
    @inline(__always)
    package var fieldCount: Int { Int(fieldCountBits) }
    /// The first field, counted from 0, behind whose closing quote text follows.
    package var spoiltField: Int? { spoiltBits == 0 ? nil : Int(spoiltBits) - 1 }
    /// Whether text follows the closing quote of a field.
    @inline(__always)
    package var isSpoilt: Bool { spoiltBits != 0 }
  }

  /// A field: its bytes without the quotes around them.
  package struct Field: Sendable, BitwiseCopyable {
    private var startBits: UInt32
    private var endBits: UInt32

    @inline(__always)
    internal init(start: Int, end: Int, isQuoted: Bool = false, hasDoubledQuotes: Bool = false) {
      startBits = UInt32(truncatingIfNeeded: start)
      endBits =
        UInt32(truncatingIfNeeded: end) | (isQuoted ? 1 << 30 : 0)
        | (hasDoubledQuotes ? 1 << 31 : 0)
    }

    /// Where its text starts.
    @inline(__always)
    package var start: Int { Int(startBits) }
    /// Where its text ends.
    @inline(__always)
    package var end: Int { Int(endBits & (1 << 30 - 1)) }
    /// Where its text stands.
    @inline(__always)
    package var range: Range<Int> { unsafe Range(uncheckedBounds: (start, end)) }
    /// Whether quotes are around it.
    @inline(__always)
    package var isQuoted: Bool { endBits & 1 << 30 != 0 }
    /// Whether its text holds doubled quotes, each of which stands for one.
    @inline(__always)
    package var hasDoubledQuotes: Bool { endBits & 1 << 31 != 0 }

    /// The same field counted from another place.
    internal func moved(by distance: Int) -> Field {
      var moved = self
      moved.startBits &+= UInt32(truncatingIfNeeded: distance)
      moved.endBits &+= UInt32(truncatingIfNeeded: distance)
      return moved
    }
  }

  /// How far the row in progress has been looked at, and where the next row and field go.
  internal struct Progress: Sendable {
    /// What stands before it needs no second look.
    var scanned = 0
    var rowStart = 0
    /// Where the field in progress starts, behind its quote if it has one.
    var fieldStart = 0
    /// Where its quotes have been closed; -1 when it has none or they are open.
    var closedAt = -1
    var isOpen = false
    var hasDoubledQuotes = false

    /// The fields that are kept of the rows found and of the row in progress.
    var fieldSlot = 0
    var firstField = 0
    var fieldCount = 0
    /// The first field with text behind its quotes, counted from 1; 0 when there is none.
    var spoiltField = 0
    /// Line breaks within the quotes of the row.
    var breaks = 0
    var rowCount = 0
    var nextLine = 1

    @inline(__always)
    mutating func startRow(at position: Int) {
      rowStart = position
      fieldStart = position
    }

    /// Forgets the rows found, and counts positions from another place.
    mutating func keepRowInProgress(_ fields: inout [Field], movedBy distance: Int) {
      rowCount = 0
      let kept = firstField..<fieldSlot
      if firstField > 0 || distance != 0 {
        for (slot, field) in kept.enumerated() { fields[slot] = fields[field].moved(by: distance) }
      }
      firstField = 0
      fieldSlot = kept.count
      guard distance != 0 else { return }
      scanned += distance
      rowStart += distance
      fieldStart += distance
      if closedAt >= 0 { closedAt += distance }
    }
  }
}
