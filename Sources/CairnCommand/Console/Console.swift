internal import CairnMemory

/// The output streams of a run, and the properties of the terminal.
struct Console {
  /// Standard output, for results.
  var output: ByteOutput
  /// Standard error, for errors, notes and progress.
  var errors: ByteOutput
  /// The width of the terminal in columns; nil if the output is not a terminal.
  var width: Int?
  /// Whether the output may use bold and dim text.
  var usesStyles = false
  /// Whether standard error is a terminal, so that progress may be shown there.
  var showsProgress = false
  /// The failure that is reported after the answer, of a damaged file of which a part was read.
  var damage: Failure?
  /// Registers the draft of an output file, to be removed if a signal ends the process.
  var registerDraft: OutputFile.Watch?

  /// The streams of this process.
  ///
  /// `COLUMNS` overrides the width of the terminal; `NO_COLOR` and `TERM=dumb` disable styles.
  static func process() -> Console {
    System.ignoreWriteSignals()
    var console = Console(
      output: ByteOutput(fileDescriptor: 1), errors: ByteOutput(fileDescriptor: 2))
    console.registerDraft = TemporaryFileCleanup.watch
    console.showsProgress = System.isTerminal(2) && System.environment("TERM") != "dumb"
    if System.isTerminal(1) {
      console.width =
        System.environment("COLUMNS").flatMap { Int($0) } ?? System.terminalWidth(1) ?? 80
      console.usesStyles =
        (System.environment("NO_COLOR") ?? "").isEmpty && System.environment("TERM") != "dumb"
    }
    return console
  }

  /// Streams that collect their bytes in memory.
  static func memory(width: Int? = nil, usesStyles: Bool = false) -> Console {
    Console(output: ByteOutput(), errors: ByteOutput(), width: width, usesStyles: usesStyles)
  }
}

/// A buffered output, so that a long result takes few system calls.
struct ByteOutput {
  /// The bytes written but not yet flushed; for an output in memory, all bytes.
  private(set) var bytes: [UInt8] = []
  private let fileDescriptor: Int32?
  private static let capacity = 1 << 16

  /// An output that keeps everything in memory.
  init() {
    fileDescriptor = nil
  }

  /// An output to an open file, a pipe or a terminal.
  init(fileDescriptor: Int32) {
    self.fileDescriptor = fileDescriptor
  }

  /// Writes bytes.
  mutating func write(_ more: [UInt8]) throws(Failure) {
    bytes.append(contentsOf: more)
    if bytes.count >= Self.capacity { try flush() }
  }

  /// Writes bytes of the caller's memory, without copying them if the output is a file.
  mutating func write(_ more: UnsafeByteSpan) throws(Failure) {
    guard let fileDescriptor else {
      bytes.append(more, 0..<more.count)
      return
    }
    try flush()
    try Self.check(System.write(more, to: fileDescriptor))
  }

  /// Writes text as UTF-8.
  mutating func write(_ text: String) throws(Failure) {
    bytes.append(contentsOf: text.utf8)
    if bytes.count >= Self.capacity { try flush() }
  }

  /// Writes the buffered bytes to the file.
  ///
  /// - Throws: ``Failure/closedPipe`` if the reader closed the pipe, otherwise a failure with the
  ///   system's error message.
  mutating func flush() throws(Failure) {
    guard let fileDescriptor, !bytes.isEmpty else { return }
    let error = System.write(bytes, to: fileDescriptor)
    bytes.removeAll(keepingCapacity: true)
    try Self.check(error)
  }

  private static func check(_ error: System.Problem?) throws(Failure) {
    guard let error else { return }
    if error.isClosedPipe { throw .closedPipe }
    throw Failure(code: .inputOutput, message: "the output cannot be written: \(error.message)")
  }

  /// Discards the buffered bytes.
  mutating func discard() {
    bytes.removeAll()
  }
}
