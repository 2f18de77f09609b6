internal import CairnFormats
internal import CairnGeodesy

/// Appends answers to the rows of a table that comes in pieces of any size.
///
/// One line comes out for each line that goes in, in their order. All bytes of the table stay as
/// they are, line breaks of any kind among them; the answer stands before the line break. A row is answered as soon as its line break
/// has arrived; only the row in progress is kept.
///
/// A piece is worked on in three passes, each a loop of one kind: find the ends of all fields; read
/// the coordinates of some hundred rows; look up their answers and write them out.
struct TableFilter<Answers: RowAnswers> {
  let settings: FilterSettings
  /// What was met so far.
  var report = FilterReport()
  var answers: Answers
  /// What the first row tells; nil before it has arrived.
  var table: Table?

  /// Makes UTF-8 of a table that is none.
  private var decoder = TextDecoder()
  /// How the table is written; UTF-8 while all is ASCII.
  var encoding: TextEncoding { decoder.encoding }

  // The table as it arrives: bytes up to `filled`, of which those before `done` are answered.
  var input: FilterMemory<UInt8>
  var done = 0
  private(set) var filled = 0
  /// The line on which the input's first byte stands.
  var firstLine = 1
  var isAtStart = true

  // The answers on their way out.
  var output: FilterMemory<UInt8>
  var written = 0

  let powers = FilterNumber.powers()
  var batch = RowBatch()
  var points: [Coordinate] = []
  var others: [Coordinate] = []

  /// A table whose first row is known.
  struct Table {
    var index: RowIndex
    let columns: [CoordinateColumns]
    /// The fields of the header.
    let names: [String]?
    /// How many fields a row has once it is padded.
    let width: Int
    /// How many fields the next row is thought to have.
    var usualCount: Int
    /// The number of the next row in the index, and of the end of its first field.
    var row = 0
    var separator = 0
  }

  /// The longest row; a quote that never closes would else swallow any amount.
  static var rowLimit: Int { 1 << 24 }

  /// - Parameters:
  ///   - pieceSize: how many bytes are asked for at a time.
  init(_ answers: Answers, _ settings: FilterSettings, pieceSize: Int = 1 << 18) {
    self.answers = answers
    self.settings = settings
    input = FilterMemory(capacity: max(pieceSize, 16))
    output = FilterMemory(capacity: 2 * pieceSize + 1024)
    points.reserveCapacity(RowBatch.capacity)
    others.reserveCapacity(RowBatch.capacity)
  }

  /// Lets a body fill the room that there is for more of the table.
  ///
  /// - Parameter body: gets the room and says how many bytes it has filled; 0 at the end.
  mutating func fill<Problem: Error>(
    _ body: (UnsafeMutableRawBufferPointer) -> Result<Int, Problem>
  ) throws(Problem) -> Int {
    makeRoom()
    let count = try unsafe input.slots.withRoom(from: filled, body).get()
    if decoder.isSettled { filled += count } else { takeText(count) }
    return count
  }

  /// Takes bytes that have just come as UTF-8.
  private mutating func takeText(_ count: Int) {
    // Nearly all of nearly every table is ASCII and stays where it is.
    if decoder.isASCII, count > 0, input.slots.areASCII(filled..<filled + count) {
      decoder.passASCII(count)
      filled += count
      return
    }
    let text =
      count == 0 ? decoder.finish() : decoder.decode(input.slots.bytes(filled..<filled + count))
    while filled + text.count > input.capacity { grow() }
    filled = input.slots.write(text, at: filled)
  }

  /// Answers all rows that have arrived and hands the answers over.
  mutating func answerRows(isLast: Bool, to stream: inout ByteOutput) throws(Failure) {
    if table == nil { try begin(isLast: isLast, to: &stream) }
    if table != nil {
      table?.index.scan(input.slots, to: filled, isLast: isLast)
      try answerIndexedRows(isLast: isLast, to: &stream)
    }
    try flush(to: &stream)
    if filled - done > Self.rowLimit {
      throw failure(.recordTooLong(limit: Self.rowLimit))
    }
    if let problem = decoder.problem {
      throw Failure(code: .data, message: problem.description)
    }
    if isLast, done < filled { throw failure(.unclosedQuote) }
  }

  private mutating func answerIndexedRows(
    isLast: Bool, to stream: inout ByteOutput
  ) throws(Failure) {
    guard var table else { return }
    if isLast, !table.index.isInsideQuotes { table.index.finish(at: filled) }
    // Taken out, so that its lists are changed where they are.
    self.table = nil
    defer { self.table = table }
    while table.row < table.index.breakCount {
      try answerBatch(&table, to: &stream)
    }
  }

  private func failure(_ reason: FormatError.Reason) -> Failure {
    Failure(code: .data, message: FormatError(reason, line: line(of: done)).description)
  }

  /// The line on which a byte stands.
  func line(of position: Int) -> Int {
    firstLine + input.slots.lineBreaks(in: 0..<position)
  }
}

extension TableFilter {
  /// Makes room for more of the table.
  private mutating func makeRoom() {
    if done == filled || filled == input.capacity && done >= input.capacity / 2 { forgetDone() }
    if filled == input.capacity { grow() }
  }

  private mutating func grow() {
    let larger = FilterMemory<UInt8>(capacity: 2 * input.capacity)
    larger.slots.copy(from: input.slots, start: 0, count: filled)
    input = larger
    table?.index.grow(to: larger.capacity)
  }

  /// Moves what is not answered yet to the start.
  mutating func forgetDone() {
    guard done > 0 else { return }
    if let scanned = table?.index.scanned, let count = table?.index.newlineCount {
      let kept = input.slots.lineBreaks(in: done..<max(done, scanned))
      firstLine += count - kept
      table?.index.drop(done, newlines: kept)
      table?.row = 0
      table?.separator = 0
    } else {
      firstLine += input.slots.lineBreaks(in: 0..<done)
    }
    input.slots.move(from: done, count: filled - done, to: 0)
    filled -= done
    done = 0
  }

  /// Hands over what is written.
  mutating func flush(to stream: inout ByteOutput) throws(Failure) {
    guard written > 0 else { return }
    let count = written
    written = 0
    try unsafe stream.write(output.slots.buffer(0..<count))
  }

  /// Makes room for more bytes of output.
  mutating func reserve(_ count: Int, to stream: inout ByteOutput) throws(Failure) {
    guard written + count > output.capacity else { return }
    try flush(to: &stream)
    if count > output.capacity { output = FilterMemory(capacity: max(count, 2 * output.capacity)) }
  }

  /// Writes bytes of the table as they are.
  mutating func pass(_ range: Range<Int>, to stream: inout ByteOutput) throws(Failure) {
    try reserve(range.count, to: &stream)
    output.slots.copyLoosely(from: input.slots, range.lowerBound, range.upperBound, to: written)
    written += range.count
  }
}
