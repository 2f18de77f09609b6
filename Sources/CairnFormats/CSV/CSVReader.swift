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
  public var delimiter: UInt8

  /// The line on which the current row starts, counted from 1.
  public internal(set) var line = 0

  /// How many bytes of an unfinished row are kept before it is an error: an unclosed quote would
  /// else swallow the rest of the input.
  public var recordLimit = 1 << 24

  internal var bytes: [UInt8] = []
  /// The first byte that belongs to no row yet.
  internal var position = 0
  internal var nextLine = 1
  internal var isFinished = false
  internal var isAtStart = true

  /// A field of the current row: its bytes without the quotes around them.
  internal struct Field: Sendable {
    internal var start: Int
    internal var end: Int
    internal var hasDoubledQuotes = false
  }

  internal var fields: [Field] = []

  /// Makes a reader without input.
  ///
  /// - Parameter delimiter: the ASCII byte between fields; a comma unless told.
  public init(delimiter: UInt8 = UInt8(ascii: ",")) {
    self.delimiter = delimiter
  }

  /// Makes a reader over a whole input.
  ///
  /// - Parameters:
  ///   - bytes: all of the text.
  ///   - delimiter: the ASCII byte between fields; a comma unless told.
  public init(_ bytes: [UInt8], delimiter: UInt8 = UInt8(ascii: ",")) {
    self.bytes = bytes
    self.delimiter = delimiter
    isFinished = true
  }

  /// Adds the next piece of the input.
  ///
  /// The fields of the current row are gone afterwards.
  ///
  /// - Complexity: O(the piece + the row in progress).
  public mutating func append(_ piece: [UInt8]) {
    fields.removeAll(keepingCapacity: true)
    if position == bytes.count {
      bytes = piece
    } else {
      bytes.removeSubrange(..<position)
      bytes.append(contentsOf: piece)
    }
    position = 0
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
    if isAtStart {
      guard bytes.count >= 3 || isFinished else { return false }
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
      isAtStart = false
    }
    while true {
      switch scan() {
      case .row:
        if fields.count == 1, fields[0].start == fields[0].end, !lastFieldWasQuoted { continue }
        return true
      case .incomplete:
        fields.removeAll(keepingCapacity: true)
        if bytes.count - position > recordLimit { throw giveUp(.recordTooLong(limit: recordLimit)) }
        guard isFinished, position < bytes.count else { return false }
        throw giveUp(.unclosedQuote)
      case .textAfterQuote:
        let field = fields.count
        fields.removeAll(keepingCapacity: true)
        throw FormatError(.textAfterQuote, line: line, field: field)
      }
    }
  }

  private mutating func giveUp(_ reason: FormatError.Reason) -> FormatError {
    position = bytes.count
    isFinished = true
    return FormatError(reason, line: nextLine)
  }

  /// True when the last field scanned had quotes, so that `""` alone on a line is a row.
  internal var lastFieldWasQuoted = false
}
