internal import CairnGeodesy
package import CairnMemory

/// Appends answers to the rows of a table that comes in pieces of any size: the country of each
/// row, its geohash, the nearest of some places, or what a closure says.
///
/// One row comes out for each row that goes in, in their order. All bytes of the table stay as
/// they are, line breaks of any kind among them; the answers stand before the line break. A row is
/// answered as soon as its line break has arrived; only the row in progress is kept.
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
/// The first row says which columns hold the coordinate, as ``PlaceColumns`` recognises them, how
/// fields are separated and whether there is a header; ``Options`` say it where it does not. Blank
/// lines stay as they are, short rows are padded up to the header's fields. Texts are UTF-8; other
/// encodings are told by their first characters and come out as UTF-8, see ``encoding``.
///
/// For the places themselves rather than the table, read it with ``PlaceTable`` or
/// ``TableReader``. A table is not looked up faster in parts: a piece costs its bytes, with some
/// 40 ns for each row and what the answers cost. A row of more than ``Options/recordLimit`` bytes is an error, since a quote
/// that never closes would swallow the rest of the input.
public struct TableAppender: Sendable {
  /// What is appended.
  public let columns: [AppendedColumn]
  /// How the table is read.
  public let options: Options
  /// What was met so far.
  public internal(set) var report = Report()

  /// How the table is written, as far as it has come; UTF-8 while all is ASCII.
  public var encoding: TextEncoding { decoder.encoding }

  /// What the first row tells; nil before it has arrived.
  package internal(set) var table: Table?

  private var decoder = TextDecoder()

  // The table as it arrives: bytes up to `filled`, of which those before `done` are answered.
  internal var input: [UInt8]
  internal var done = 0
  internal private(set) var filled = 0
  internal let pieceSize: Int
  /// The line on which the header stands, until it is known.
  internal var firstLine = 1
  internal var isAtStart = true
  private var isFinished = false

  internal var scanner = RowScanner()
  /// Where the scanner's positions are counted from.
  internal var base = 0
  /// How many bytes the rows at hand take.
  private var taken = 0
  /// The next of the rows at hand.
  internal var nextRow = 0

  internal var batch = RowBatch()
  internal var points: [Coordinate] = []
  internal var others: [Coordinate] = []
  internal var fields: [AppendedFields] = []
  internal var writers: [AppendedColumn.Writer] = []
  /// How many rows have got a number.
  internal var numberedCount = 0
  /// The row that is being written once for each of its answers, and the next answer.
  internal var repeated: (row: Int, answer: Int)?

  // The answers on their way out.
  internal var output: [UInt8]
  package internal(set) var written = 0

  /// A table whose first row is known.
  package struct Table: Sendable {
    internal let dialect: TableDialect
    /// What ends the first row.
    internal let lineBreak: [UInt8]
    /// Where the coordinates stand.
    package let columns: [CoordinateColumns]
    /// The fields of the header; nil without one.
    package let names: [String]?
    /// How many fields a row has once it is padded.
    internal let width: Int
  }

  /// Bytes behind input and output that may be touched: runs are copied in whole words.
  internal static var slack: Int { 128 }

  /// Makes an appender of columns.
  ///
  /// - Parameters:
  ///   - columns: what is appended, in this order; without any the table stays as it is. One that
  ///     repeats rows stands alone, which is a precondition.
  ///   - options: how the table is read. That it tells as many coordinates as the columns need, at
  ///     least one, is a precondition, too.
  public init(_ columns: [AppendedColumn], options: Options = Options()) {
    self.init(columns, options: options, pieceSize: 1 << 16)
  }

  /// - Parameters:
  ///   - columns: what is appended.
  ///   - options: how the table is read.
  ///   - pieceSize: how many bytes ``fill(_:)`` asks for.
  package init(_ columns: [AppendedColumn], options: Options, pieceSize: Int) {
    precondition(
      columns.count == 1 || !columns.contains { $0.repeatsRows },
      "a column that repeats rows stands alone")
    precondition(
      options.points.count >= max(1, columns.map(\.pointCount).max() ?? 0),
      "the options tell as many coordinates as the columns need")
    self.columns = columns
    self.options = options
    self.pieceSize = max(pieceSize, 16)
    input = Array(repeating: 0, count: self.pieceSize + Self.slack)
    output = Array(repeating: 0, count: 2 * self.pieceSize + 1024 + Self.slack)
    points.reserveCapacity(RowBatch.capacity)
    others.reserveCapacity(RowBatch.capacity)
  }

  /// Answers the rows that a piece of the table ends.
  ///
  /// - Parameter piece: the bytes behind those of the piece before.
  /// - Throws: ``TableAppenderError``; what was answered before is still to be drained.
  /// - Complexity: O(the piece), amortised, and what the answers cost.
  public mutating func append(_ piece: [UInt8]) throws(TableAppenderError) {
    makeRoom(for: piece.count)
    input.replaceSubrange(filled..<filled + piece.count, with: piece)
    take(piece.count)
    while try answerNext(isLast: false) {}
  }

  /// Answers the last row, which needs no line break.
  ///
  /// - Throws: ``TableAppenderError``, also for a quote that is not closed.
  public mutating func finish() throws(TableAppenderError) {
    if isFinished { return }
    isFinished = true
    makeRoom(for: 1)
    take(0)
    while try answerNext(isLast: true) {}
  }

  /// Hands over what has been answered since the start or the last drain.
  ///
  /// - Returns: bytes of the table, UTF-8.
  public mutating func drain() -> [UInt8] {
    defer { written = 0 }
    return Array(output[..<written])
  }
}

// MARK: Bytes in and out

extension TableAppender {
  /// Lets a body fill the room that there is for more of the table.
  ///
  /// - Parameter body: gets the room and says how many bytes it has filled; 0 at the end.
  /// - Returns: how many bytes came.
  /// - Throws: what the body throws.
  package mutating func fill<Problem: Error>(
    _ body: (Slab<UInt8>) throws(Problem) -> Int
  ) throws(Problem) -> Int {
    // Each piece comes to where the one before was, which is still in the cache.
    forgetDone()
    makeRoom(for: pieceSize)
    let room = filled..<filled + pieceSize
    let count = try input.withSlab { bytes throws(Problem) in try body(bytes[room]) }
    take(count)
    return count
  }

  /// Makes room for more of the table.
  private mutating func makeRoom(for count: Int) {
    let capacity = input.count - Self.slack
    guard filled + count > capacity else { return }
    forgetDone()
    let missing = filled + count - capacity
    // A long row doubles the room, so that it is moved seldom.
    if missing > 0 { input += Array(repeating: 0, count: max(missing, capacity)) }
  }

  /// Moves what is not answered yet to the start.
  internal mutating func forgetDone() {
    guard done > 0 else { return }
    // What is left is a part of a row.
    let kept = Array(input[done..<filled])
    input.replaceSubrange(0..<kept.count, with: kept)
    filled -= done
    base -= done
    done = 0
  }

  /// Takes bytes that stand behind the others, as UTF-8.
  private mutating func take(_ count: Int) {
    let new = filled..<filled + count
    if decoder.isSettled {
      filled += count
      return
    }
    // Nearly all of nearly every table is ASCII and stays where it is.
    if decoder.isASCII, count > 0, input.withWindow({ $0.firstBeyondASCII(in: new) }) == nil {
      decoder.passASCII(count)
      filled += count
      return
    }
    let text = count == 0 ? decoder.finish() : decoder.decode(Array(input[new]))
    makeRoom(for: text.count)
    input.replaceSubrange(filled..<filled + text.count, with: text)
    filled += text.count
  }

  /// Hands over what has been answered to a body, without a copy.
  package mutating func drain<Problem: Error>(
    _ body: (ByteWindow) throws(Problem) -> Void
  ) throws(Problem) {
    guard written > 0 else { return }
    let count = written
    written = 0
    try output.withWindow { bytes throws(Problem) in try body(bytes.prefix(count)) }
  }

  /// Makes room for more bytes of output.
  internal mutating func reserve(_ count: Int) {
    let missing = written + count + Self.slack - output.count
    if missing > 0 { output += Array(repeating: 0, count: max(missing, output.count)) }
  }

  /// Writes bytes of the table as they are.
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
  /// Answers some of the rows that have arrived.
  ///
  /// - Parameter isLast: whether all of the table has arrived.
  /// - Returns: false where more of the table has to arrive first, or nothing is left.
  /// - Throws: ``TableAppenderError``; what was answered before is still to be drained.
  package mutating func answerNext(isLast: Bool) throws(TableAppenderError) -> Bool {
    if table == nil {
      do throws(TableAppenderError) {
        try begin(isLast: isLast)
      } catch {
        // Of a table that cannot be read, nothing is written.
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
      taken = input.withWindow { input in
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

  /// Looks at what no row has come of.
  private func checkRest(isLast: Bool) throws(TableAppenderError) {
    let line = table == nil ? firstLine : scanner.nextLine
    if filled - done > options.recordLimit {
      throw .table(FormatError(.recordTooLong(limit: options.recordLimit), line: line))
    }
    if let problem = decoder.problem { throw .table(problem) }
    if isLast, done < filled { throw .table(FormatError(.unclosedQuote, line: line)) }
  }
}
