internal import CairnMemory

/// Reads rows of separated values (RFC 4180) from bytes, in pieces of any size.
///
/// Quoted fields may hold delimiters, doubled quotes and line breaks; rows end with LF, CRLF or
/// CR; a byte order mark, empty lines and a missing last line break are no matter. A quote
/// inside an unquoted field is a character like another.
///
/// Texts are UTF-8. UTF-16, Windows-1252 and Latin-1 are told by their first characters and read
/// as well, see ``encoding``; any other encoding is an error that names the byte.
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
/// For a stream, make the reader empty, ``append(_:)`` what arrives, take rows until
/// ``next()`` is false, and ``finish()`` after the last piece. Only the bytes of the row in
/// progress are kept between pieces.
public struct CSVReader: Sendable {
  /// The byte between two fields.
  public var delimiter: UInt8 { scanner.delimiter }

  /// The line on which the current row starts, counted from 1.
  public var line: Int { row.line }

  /// How many bytes of an unfinished row are kept before it is an error, 256 MB by default, as for
  /// the features of other formats: an unclosed quote would otherwise take in the rest of the
  /// input.
  public var recordLimit = defaultRecordLimit

  /// The most bytes that a row has, to readers and writers alike.
  internal static let defaultRecordLimit = 1 << 28

  /// How the input is written, as far as it has come; UTF-8 while it is ASCII.
  ///
  /// UTF-16 and Windows-1252 are read as UTF-8, see ``TextEncoding``.
  public var encoding: TextEncoding { decoder.encoding }

  internal var scanner: RowScanner
  internal var decoder = TextDecoder()
  internal var bytes: [UInt8] = []
  /// Where the scanner's positions are counted from.
  internal var base = 0
  /// The row that the fields are taken from; one without fields before the first and at the end.
  internal var row = RowScanner.Row()

  /// Where the scanner goes on, counted from `base`.
  private var taken = 0
  internal var nextRow = 0
  private var isFinished = false
  private var hasGivenUp = false
  /// Whether the rows that were found last are plain ASCII.
  internal private(set) var isASCII = true
  /// How many bytes have gone before those at hand.
  private var dropped = 0

  /// Makes a reader without input.
  ///
  /// - Parameter delimiter: the ASCII byte between fields; a comma unless told.
  public init(delimiter: UInt8 = UInt8(ascii: ",")) {
    scanner = RowScanner(delimiter: delimiter)
  }

  /// Makes a reader over a whole input.
  ///
  /// - Parameters:
  ///   - bytes: all of the text.
  ///   - delimiter: the ASCII byte between fields; a comma unless told.
  public init(_ bytes: [UInt8], delimiter: UInt8 = UInt8(ascii: ",")) {
    self.init(delimiter: delimiter)
    append(bytes)
    finish()
  }

  /// Makes a reader of a dialect.
  ///
  /// - Parameters:
  ///   - bytes: the start of the input, which the decoder has made UTF-8 of.
  ///   - scanner: finds the rows of the dialect.
  ///   - decoder: what has read the start, and goes on.
  ///   - isFinished: whether no more input comes.
  internal init(
    _ bytes: [UInt8] = [], scanner: RowScanner, decoder: TextDecoder = TextDecoder(),
    isFinished: Bool
  ) {
    self.scanner = scanner
    self.decoder = decoder
    self.bytes = bytes
    self.isFinished = isFinished
  }

  /// Adds the next piece of the input.
  ///
  /// The fields of the current row are gone afterwards.
  ///
  /// - Complexity: O(the piece), amortised.
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

  /// Says that no more input comes, so that a last row needs no line break.
  public mutating func finish() {
    if isFinished { return }
    isFinished = true
    let rest = decoder.finish()
    if !rest.isEmpty, !hasGivenUp { appendText(rest) }
  }

  /// Moves to the next row that is not an empty line.
  ///
  /// - Returns: false when the input so far holds no further whole row.
  /// - Throws: ``FormatError`` for a quote that is not closed or is followed by text, for a row
  ///   beyond ``recordLimit`` or with a text that is no UTF-8, and for an encoding that is not
  ///   read. After text behind a quote and after a broken text the next call goes on with the next
  ///   row; the others end the input.
  public mutating func next() throws(FormatError) -> Bool {
    while true {
      while nextRow < scanner.rowCount {
        row = bytes.withWindow { scanner.row(nextRow, in: $0.suffix(from: base)) }
        nextRow += 1
        guard row.fieldCount > 0 else { continue }
        if let field = row.spoiltField {
          row = RowScanner.Row(line: row.line)
          throw FormatError(.textAfterQuote, line: line, field: field + 1)
        }
        if !isASCII, let broken = firstBroken(row) {
          row = RowScanner.Row(line: row.line)
          // Of UTF-16 the bytes are others.
          throw FormatError(.brokenText, line: line, byte: encoding == .utf8 ? broken : nil)
        }
        return true
      }
      row = RowScanner.Row(line: row.line)
      guard try findRows() else { return false }
    }
  }

  /// The first byte of a row that is no UTF-8, counted from the start of the input.
  private func firstBroken(_ row: RowScanner.Row) -> Int? {
    let range = base + row.start..<base + row.end
    return bytes.withWindow { $0.firstBrokenUTF8(in: range) }.map { dropped + $0 }
  }

  /// Has the scanner find more rows.
  private mutating func findRows() throws(FormatError) -> Bool {
    if hasGivenUp { return false }
    leaveRows()
    taken = bytes.withWindow { scanner.scan($0.suffix(from: base), isLast: isFinished) }
    nextRow = 0
    guard taken == 0 else {
      isASCII = bytes.withWindow { $0.firstBeyondASCII(in: base..<base + taken) } == nil
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

  /// Goes on behind the rows that were found.
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
