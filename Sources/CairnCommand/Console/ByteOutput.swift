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
  @unsafe
  mutating func write(_ more: UnsafeRawBufferPointer) throws(Failure) {
    guard let fileDescriptor else {
      unsafe bytes.append(contentsOf: more)
      return
    }
    try flush()
    try Self.check(unsafe System.write(more, to: fileDescriptor))
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
