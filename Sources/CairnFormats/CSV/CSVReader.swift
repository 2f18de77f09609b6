/// Reads rows of separated values (RFC 4180) from bytes, in pieces of any size.
///
/// Quoted fields may hold delimiters, doubled quotes and line breaks; rows end with LF, CRLF or
/// CR; a byte order mark, empty lines and a missing last line break are no matter. A quote
/// inside an unquoted field is a character like another.
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

  /// How many bytes of an unfinished row are kept before it is an error: an unclosed quote would
  /// else swallow the rest of the input.
  public var recordLimit = 1 << 24

  internal var scanner: RowScanner
  internal var bytes: [UInt8] = []
  /// Where the scanner's positions are counted from.
  internal var base = 0
  /// The row that the fields are taken from; one without fields before the first and at the end.
  internal var row = RowScanner.Row()

  /// Where the scanner goes on, counted from `base`.
  private var taken = 0
  private var nextRow = 0
  private var isFinished = false
  private var hasGivenUp = false

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
    self.bytes = bytes
    isFinished = true
  }

  /// Makes a reader of a dialect.
  internal init(_ bytes: [UInt8] = [], scanner: RowScanner, isFinished: Bool) {
    self.scanner = scanner
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
    if base == bytes.count {
      bytes = piece
      base = 0
      return
    }
    if base > bytes.count / 2 {
      bytes.removeSubrange(..<base)
      base = 0
    }
    bytes.append(contentsOf: piece)
  }

  /// Says that no more input comes, so that a last row needs no line break.
  public mutating func finish() {
    isFinished = true
  }

  /// Moves to the next row that is not an empty line.
  ///
  /// - Returns: false when the input so far holds no further whole row.
  /// - Throws: ``FormatError`` for a quote that is not closed or is followed by text, and for a
  ///   row beyond ``recordLimit``. After text behind a quote the next call goes on with the
  ///   next row; the other two end the input.
  public mutating func next() throws(FormatError) -> Bool {
    while true {
      while nextRow < scanner.rowCount {
        row = scanner.row(nextRow)
        nextRow += 1
        guard row.fieldCount > 0 else { continue }
        if let field = row.spoiltField {
          row = RowScanner.Row(line: row.line)
          throw FormatError(.textAfterQuote, line: line, field: field + 1)
        }
        return true
      }
      row = RowScanner.Row(line: row.line)
      guard try findRows() else { return false }
    }
  }

  /// Has the scanner find more rows.
  private mutating func findRows() throws(FormatError) -> Bool {
    if hasGivenUp { return false }
    leaveRows()
    taken = bytes.withWindow { scanner.scan($0.suffix(from: base), isLast: isFinished) }
    nextRow = 0
    guard taken == 0 else { return true }
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
