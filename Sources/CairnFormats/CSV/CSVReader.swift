internal import CairnMemory

/// Reads rows of separated values (RFC 4180) from bytes, in pieces of any size.
///
/// Quoted fields may contain delimiters, doubled quotes and line breaks. Rows end with LF, CRLF or
/// CR. A byte order mark and empty lines are skipped; the last line break may be missing. A quote
/// inside an unquoted field is an ordinary character.
///
/// The text is UTF-8. UTF-16, Windows-1252 and Latin-1 are detected and converted, see
/// ``encoding``; any other encoding is an error with the byte.
///
/// ```swift
/// var rows = CSVReader(Array("name,height\nZugspitze,2962\n".utf8))
/// while try rows.next() {
///   print(rows.text(0), rows.number(1) ?? "height")
/// }
/// // name height
/// // Zugspitze 2962.0
/// ```
///
/// For a stream, create an empty reader, ``append(_:)`` each piece as it arrives and take rows
/// until ``next()`` returns false; call ``finish()`` after the last piece. Between pieces only the
/// row in progress is buffered.
public struct CSVReader: Sendable {
  /// The byte between two fields.
  public var delimiter: UInt8 { scanner.delimiter }

  /// The line on which the current row starts, counted from 1.
  public var line: Int { row.line }

  /// The maximum number of buffered bytes of an incomplete row, 256 MiB by default as for the
  /// features of other formats: an unclosed quote would otherwise consume the rest of the input.
  public var recordLimit = defaultRecordLimit

  /// The maximum length of a row in bytes, for readers and writers.
  internal static let defaultRecordLimit = 1 << 28

  /// The text encoding detected so far; UTF-8 while the input is ASCII.
  ///
  /// UTF-16 and Windows-1252 are converted to UTF-8, see ``TextEncoding``.
  public var encoding: TextEncoding { decoder.encoding }

  internal var scanner: RowScanner
  internal var decoder = TextDecoder()
  internal var bytes: [UInt8] = []
  /// The buffer offset to which the scanner's positions are relative.
  internal var base = 0
  /// The current row; empty before the first row and at the end.
  internal var row = RowScanner.Row()

  /// The number of scanned bytes after `base`.
  private var taken = 0
  internal var nextRow = 0
  private var isFinished = false
  private var hasGivenUp = false
  /// Whether the scanned rows are pure ASCII.
  internal private(set) var isASCII = true
  /// The number of bytes dropped from the start of the input.
  private var dropped = 0

  /// Creates a reader without input.
  ///
  /// - Parameter delimiter: the ASCII byte between fields.
  public init(delimiter: UInt8 = UInt8(ascii: ",")) {
    scanner = RowScanner(delimiter: delimiter)
  }

  /// Creates a reader for a complete input.
  ///
  /// - Parameters:
  ///   - bytes: the complete text.
  ///   - delimiter: the ASCII byte between fields.
  public init(_ bytes: [UInt8], delimiter: UInt8 = UInt8(ascii: ",")) {
    self.init(delimiter: delimiter)
    append(bytes)
    finish()
  }

  /// Creates a reader for a dialect.
  ///
  /// - Parameters:
  ///   - bytes: the start of the input, which the decoder has converted to UTF-8.
  ///   - scanner: finds the rows of the dialect.
  ///   - decoder: the decoder of the start, which decodes the rest.
  ///   - isFinished: whether the input is complete.
  ///   - droppedCount: the number of bytes of the input before `bytes`.
  internal init(
    _ bytes: [UInt8] = [], scanner: RowScanner, decoder: TextDecoder = TextDecoder(),
    isFinished: Bool, droppedCount: Int = 0
  ) {
    dropped = droppedCount
    self.scanner = scanner
    self.decoder = decoder
    self.bytes = bytes
    self.isFinished = isFinished
  }

  /// Adds the next piece of the input.
  ///
  /// The fields of the current row become invalid.
  ///
  /// - Complexity: O(the piece) amortized.
  public mutating func append(_ piece: [UInt8]) {
    row = RowScanner.Row(line: row.line)
    if hasGivenUp { return }
    if nextRow == scanner.rowCount { leaveRows() }
    appendText(decoder.decode(piece))
  }

  private mutating func appendText(_ piece: [UInt8]) {
    if base == bytes.count {
      dropped += base
      bytes = piece
      base = 0
      return
    }
    if base > bytes.count / 2 {
      dropped += base
      bytes.removeSubrange(..<base)
      base = 0
    }
    bytes.append(contentsOf: piece)
  }

  /// Marks the end of the input; the last row needs no line break.
  public mutating func finish() {
    if isFinished { return }
    isFinished = true
    let rest = decoder.finish()
    if !rest.isEmpty, !hasGivenUp { appendText(rest) }
  }

  /// Advances to the next row that is not an empty line.
  ///
  /// - Returns: false if the input so far contains no further complete row.
  /// - Throws: ``FormatError`` for a quote that is not closed or is followed by text, for a row
  ///   that exceeds ``recordLimit`` or is not valid UTF-8, and for an unsupported encoding. After
  ///   text that follows a quote and after invalid UTF-8 the next call continues with the next row;
  ///   the other errors end the input.
  public mutating func next() throws(FormatError) -> Bool {
    while true {
      while nextRow < scanner.rowCount {
        row = bytes.withUnsafeSpan { scanner.row(nextRow, in: $0.suffix(from: base)) }
        nextRow += 1
        guard row.fieldCount > 0 else { continue }
        if let field = row.malformedField {
          row = RowScanner.Row(line: row.line)
          throw FormatError(.textAfterQuote, line: line, field: field + 1)
        }
        if !isASCII, let broken = firstBroken(row) {
          row = RowScanner.Row(line: row.line)
          // Bytes of UTF-16 input cannot be located after conversion.
          throw FormatError(.brokenText, line: line, byte: encoding == .utf8 ? broken : nil)
        }
        return true
      }
      row = RowScanner.Row(line: row.line)
      guard try findRows() else { return false }
    }
  }

  /// The first byte of a row that is not valid UTF-8, counted from the start of the input.
  private func firstBroken(_ row: RowScanner.Row) -> Int? {
    let range = base + row.start..<base + row.end
    return bytes.withUnsafeSpan { $0.firstInvalidUTF8(in: range) }.map { dropped + $0 }
  }

  /// Scans for more rows.
  private mutating func findRows() throws(FormatError) -> Bool {
    if hasGivenUp { return false }
    leaveRows()
    taken = bytes.withUnsafeSpan { scanner.scan($0.suffix(from: base), isLast: isFinished) }
    nextRow = 0
    guard taken == 0 else {
      isASCII = bytes.withUnsafeSpan { $0.firstBeyondASCII(in: base..<base + taken) } == nil
      return true
    }
    if let problem = decoder.problem {
      hasGivenUp = true
      bytes = []
      base = 0
      throw problem
    }
    if bytes.count - base > recordLimit { throw giveUp(.recordTooLong(limit: recordLimit)) }
    if scanner.hasUnclosedQuote { throw giveUp(.unclosedQuote) }
    return false
  }

  /// Advances past the scanned rows.
  private mutating func leaveRows() {
    base += taken
    taken = 0
  }

  private mutating func giveUp(_ reason: FormatError.Reason) -> FormatError {
    hasGivenUp = true
    bytes = []
    base = 0
    return FormatError(reason, line: scanner.nextLine)
  }
}
