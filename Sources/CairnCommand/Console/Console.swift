internal import CairnMemory

/// Where a run of the tool writes to, and what it may assume of the screen.
struct Console {
  /// The answer.
  var output: ByteOutput
  /// Complaints and progress.
  var errors: ByteOutput
  /// How many columns the screen has, when the output is a screen.
  var width: Int?
  /// Whether the answer may be set in bold and dim letters.
  var usesStyles = false
  /// Whether somebody looks at the complaints, so that progress may be told there.
  var showsProgress = false
  /// What is told which draft of a file is to go when a signal ends the process.
  var watchDrafts: OutputFile.Watch?

  /// The streams of this process.
  ///
  /// `COLUMNS` overrides the width of the screen; `NO_COLOR` and `TERM=dumb` forbid styles.
  static func process() -> Console {
    System.letWritesFail()
    var console = Console(
      output: ByteOutput(fileDescriptor: 1), errors: ByteOutput(fileDescriptor: 2))
    console.watchDrafts = Interruption.watch
    console.showsProgress = System.isTerminal(2) && System.environment("TERM") != "dumb"
    if System.isTerminal(1) {
      console.width =
        System.environment("COLUMNS").flatMap { Int($0) } ?? System.terminalWidth(1) ?? 80
      console.usesStyles =
        (System.environment("NO_COLOR") ?? "").isEmpty && System.environment("TERM") != "dumb"
    }
    return console
  }

  /// Streams that keep in memory what is written.
  static func memory(width: Int? = nil, usesStyles: Bool = false) -> Console {
    Console(output: ByteOutput(), errors: ByteOutput(), width: width, usesStyles: usesStyles)
  }
}

/// Bytes on their way out, collected so that a long answer costs few system calls.
struct ByteOutput {
  /// What has been written and not yet flushed; for an output in memory, all of it.
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

  /// Writes bytes in memory of the caller, without a copy where they go to a file.
  mutating func write(_ more: ByteWindow) throws(Failure) {
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

  /// Hands over what is collected.
  ///
  /// - Throws: ``Failure/readerIsGone`` when the reader closed the pipe, otherwise a failure
  ///   with what the system says.
  mutating func flush() throws(Failure) {
    guard let fileDescriptor, !bytes.isEmpty else { return }
    let error = System.write(bytes, to: fileDescriptor)
    bytes.removeAll(keepingCapacity: true)
    try Self.check(error)
  }

  private static func check(_ error: System.Problem?) throws(Failure) {
    guard let error else { return }
    if error.isClosedPipe { throw .readerIsGone }
    throw Failure(code: .inputOutput, message: "the output cannot be written: \(error.message)")
  }

  /// Forgets what is collected and not yet handed over.
  mutating func discard() {
    bytes.removeAll()
  }
}
