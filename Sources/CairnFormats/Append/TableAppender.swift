internal import CairnGeodesy
package import CairnMemory

/// Appends columns to the rows of a table that arrives in pieces of any size: the country of each
/// row, its geohash, the nearest of some places, or the result of a closure.
///
/// For each input row one row is written, in order. All bytes of the table are preserved, including
/// line breaks of any kind; the new fields are inserted before the line break. A row is processed
/// when its line break has arrived; only the row in progress is buffered.
///
/// ```swift
/// var table = TableAppender([.geohash(precision: 5)])
/// try table.append(Array("name,lat,lon\nEiffel Tower,48.85826,2.2945\n".utf8))
/// try table.finish()
/// String(decoding: table.drain(), as: UTF8.self)
/// // name,lat,lon,geohash
/// // Eiffel Tower,48.85826,2.2945,u09tu
/// ```
///
/// A line `sep=;`, comments and titles before the first row are passed through. The first row
/// identifies the coordinate columns, recognized as by ``PlaceColumns``, the
/// delimiter, and whether there is a header; ``Options`` specify what it does not identify. Blank
/// lines are preserved, short rows are padded to the length of the header. The text is UTF-8; other
/// encodings are detected and converted to UTF-8, see ``encoding``.
///
/// To read the places themselves, use ``PlaceTable`` or ``TableReader``. Splitting the input into
/// pieces does not make it faster: a piece costs O(bytes), about 40 ns per row, and the lookups. A
/// row of more than ``Options/recordLimit`` bytes is an error, since an unclosed quote would
/// consume the rest of the input.
public struct TableAppender: Sendable {
  /// The columns to append.
  public let columns: [AppendedColumn]
  /// The options for reading the table.
  public let options: Options
  /// The counts and errors so far.
  public internal(set) var report = Report()

  /// The encoding of the table detected so far; UTF-8 while it is pure ASCII.
  public var encoding: TextEncoding { decoder.encoding }

  /// The properties of the table from its first row; nil before that has arrived.
  package internal(set) var table: Table?

  internal private(set) var decoder: TextDecoder

  // The input buffer: bytes up to `filled`, of which those before `done` are processed.
  internal var input: [UInt8]
  internal var done = 0
  internal private(set) var filled = 0
  internal let pieceSize: Int
  /// The line of the header, until it is found.
  internal var firstLine = 1
  internal var isAtStart = true
  /// The number of bytes without a first row at the last attempt to find one.
  internal var startLength = 0
  /// The lines before the first row; nil until they have arrived.
  internal var preamble: TablePreamble?
  private var isFinished = false

  internal var scanner = RowScanner()
  /// The input offset to which the scanner's positions are relative.
  internal var base = 0
  /// The number of bytes of the scanned rows.
  private var taken = 0
  /// The next of the scanned rows.
  internal var nextRow = 0

  internal var batch = RowBatch()
  internal var points: [Coordinate] = []
  internal var others: [Coordinate] = []
  internal var fields: [AppendedFields] = []
  internal var writers: [AppendedColumn.Writer] = []
  /// Whether the decimal mark of the table's numbers is known.
  internal var hasDecimalMark = false
  /// The number of rows numbered so far.
  internal var numberedCount = 0
  /// The row that is being repeated for each of its results, and the next result.
  internal var repeated: (row: Int, answer: Int)?

  // The output buffer.
  internal var output: [UInt8]
  package internal(set) var written = 0

  /// A table whose first row has been read.
  package struct Table: Sendable {
    internal let dialect: TableDialect
    /// The line break after the first row.
    internal let lineBreak: [UInt8]
    /// The coordinate columns.
    package let columns: [CoordinateColumns]
    /// The fields of the header; nil if none exists.
    package let names: [String]?
    /// The number of fields of a padded row.
    internal let width: Int
  }

  /// The byte between the fields; nil before the first row has been read.
  package var delimiter: UInt8? { table?.dialect.delimiter }

  /// The slack after input and output that may be overwritten: runs are copied in whole words.
  internal static var slack: Int { 128 }

  /// Creates an appender.
  ///
  /// - Parameters:
  ///   - columns: the columns to append, in order; without any, the table is unchanged. A column
  ///     that repeats rows must be the only one.
  ///   - options: the options for reading the table. They must specify the number of coordinates
  ///     that the columns need, at least one.
  public init(_ columns: [AppendedColumn], options: Options = Options()) {
    self.init(columns, options: options, pieceSize: 1 << 16)
  }

  /// - Parameters:
  ///   - columns: the columns to append.
  ///   - options: the options for reading the table.
  ///   - pieceSize: the number of bytes that ``fill(_:)`` requests.
  package init(_ columns: [AppendedColumn], options: Options, pieceSize: Int) {
    precondition(
      columns.count == 1 || !columns.contains { $0.repeatsRows },
      "a column that repeats rows must be the only one")
    precondition(
      options.points.count >= max(1, columns.map(\.pointCount).max() ?? 0),
      "the options must specify as many coordinates as the columns need")
    self.columns = columns
    self.options = options
    self.pieceSize = max(pieceSize, 16)
    decoder = TextDecoder(options.encoding)
    input = Array(repeating: 0, count: self.pieceSize + Self.slack)
    output = Array(repeating: 0, count: 2 * self.pieceSize + 1024 + Self.slack)
    points.reserveCapacity(RowBatch.capacity)
    others.reserveCapacity(RowBatch.capacity)
  }

  /// Processes the rows completed by a piece of the table.
  ///
  /// - Parameter piece: the bytes that follow the previous piece.
  /// - Throws: ``TableAppenderError``; the rows processed before can still be drained.
  /// - Complexity: O(the piece) amortized, plus the cost of the columns.
  public mutating func append(_ piece: [UInt8]) throws(TableAppenderError) {
    hold(piece)
    while try answerNext(isLast: false) {}
  }

  /// Processes the last row, which needs no line break.
  ///
  /// - Throws: ``TableAppenderError``, including for an unclosed quote.
  public mutating func finish() throws(TableAppenderError) {
    if isFinished { return }
    isFinished = true
    makeRoom(for: 1)
    take(0)
    while try answerNext(isLast: true) {}
  }

  /// Returns the output since the start or the last drain.
  ///
  /// - Returns: bytes of the table in UTF-8.
  public mutating func drain() -> [UInt8] {
    defer { written = 0 }
    return Array(output[..<written])
  }
}

// MARK: Bytes in and out

extension TableAppender {
  /// Copies a piece of the table to the input buffer; ``answerNext(isLast:)`` processes it.
  ///
  /// - Parameter piece: the bytes that follow the previous piece; empty at the end.
  package mutating func hold(_ piece: [UInt8]) {
    makeRoom(for: piece.count)
    input.replaceSubrange(filled..<filled + piece.count, with: piece)
    take(piece.count)
  }

  /// Calls a closure to fill the input buffer.
  ///
  /// - Parameter body: receives the free part of the buffer and returns the number of bytes it has
  ///   written; 0 at the end.
  /// - Returns: the number of bytes written.
  /// - Throws: the errors of `body`.
  package mutating func fill<Problem: Error>(
    _ body: (UnsafeBuffer<UInt8>) throws(Problem) -> Int
  ) throws(Problem) -> Int {
    // Each piece reuses the memory of the previous one, which is still in the cache.
    forgetDone()
    makeRoom(for: pieceSize)
    let range = filled..<filled + pieceSize
    let count = try input.withUnsafeBuffer { bytes throws(Problem) in try body(bytes[range]) }
    take(count)
    return count
  }

  /// Reserves input capacity.
  private mutating func makeRoom(for count: Int) {
    let capacity = input.count - Self.slack
    guard filled + count > capacity else { return }
    forgetDone()
    let missing = filled + count - capacity
    // Doubles the buffer for a long row, so that it is rarely moved.
    if missing > 0 { input += Array(repeating: 0, count: max(missing, capacity)) }
  }

  /// Moves the unprocessed bytes to the start.
  internal mutating func forgetDone() {
    guard done > 0 else { return }
    // The rest is a partial row.
    let kept = Array(input[done..<filled])
    input.replaceSubrange(0..<kept.count, with: kept)
    filled -= done
    base -= done
    done = 0
  }

  /// Converts bytes at the end of the input buffer to UTF-8.
  private mutating func take(_ count: Int) {
    let new = filled..<filled + count
    if decoder.isSettled {
      filled += count
      return
    }
    // Fast path: nearly all of nearly every table is ASCII and is used in place.
    if decoder.isASCII, count > 0, input.withUnsafeSpan({ $0.firstBeyondASCII(in: new) }) == nil {
      decoder.passASCII(count)
      filled += count
      return
    }
    let text = count == 0 ? decoder.finish() : decoder.decode(Array(input[new]))
    makeRoom(for: text.count)
    input.replaceSubrange(filled..<filled + text.count, with: text)
    filled += text.count
  }

  /// Passes the output to a closure without copying it.
  package mutating func drain<Problem: Error>(
    _ body: (UnsafeByteSpan) throws(Problem) -> Void
  ) throws(Problem) {
    guard written > 0 else { return }
    let count = written
    written = 0
    try output.withUnsafeSpan { bytes throws(Problem) in try body(bytes.prefix(count)) }
  }

  /// Reserves output capacity.
  internal mutating func reserve(_ count: Int) {
    let missing = written + count + Self.slack - output.count
    if missing > 0 { output += Array(repeating: 0, count: max(missing, output.count)) }
  }

  /// Copies bytes of the table to the output.
  internal mutating func pass(_ range: Range<Int>) { write(input[range]) }

  /// Writes bytes.
  internal mutating func write(_ bytes: some Collection<UInt8>) {
    reserve(bytes.count)
    output.replaceSubrange(written..<written + bytes.count, with: bytes)
    written += bytes.count
  }
}

// MARK: Steps

extension TableAppender {
  /// Processes a batch of the rows that have arrived, or some rows of it if they are repeated.
  ///
  /// - Parameter isLast: whether the whole table has arrived.
  /// - Returns: false if more input is needed, or nothing is left.
  /// - Throws: ``TableAppenderError``; the rows processed before can still be drained.
  package mutating func answerNext(isLast: Bool) throws(TableAppenderError) -> Bool {
    if table == nil {
      do throws(TableAppenderError) {
        try begin(isLast: isLast)
      } catch {
        // If the table cannot be read, nothing is written.
        written = 0
        throw error
      }
      guard table != nil else {
        try checkRest(isLast: isLast)
        return false
      }
    }
    if nextRow == scanner.rowCount, repeated == nil {
      base += taken
      done = base
      let rest = base..<filled
      taken = input.withUnsafeSpan { input in
        scanner.scan(input.prefix(rest.upperBound).suffix(from: rest.lowerBound), isLast: isLast)
      }
      nextRow = 0
      guard scanner.rowCount > 0 else {
        try checkRest(isLast: isLast)
        return false
      }
    }
    try answerBatch()
    return true
  }

  /// Checks the bytes that do not form a complete row.
  private func checkRest(isLast: Bool) throws(TableAppenderError) {
    let line = table == nil ? firstLine : scanner.nextLine
    if filled - done > options.recordLimit {
      throw .table(FormatError(.recordTooLong(limit: options.recordLimit), line: line))
    }
    if let problem = decoder.problem { throw .table(problem) }
    if isLast, done < filled { throw .table(FormatError(.unclosedQuote, line: line)) }
  }
}
