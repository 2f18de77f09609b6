#if !hasFeature(Embedded)
  /// A spill file: bytes are appended, and can be read back in order any number of times.
  ///
  /// The file is unlinked, so it is invisible to others and removed when the process ends for any
  /// reason.
  package struct SpillFile: ~Copyable {
    /// The number of bytes.
    package private(set) var byteCount = 0

    private let path: String
    private let descriptor: Int32
    /// The bytes that are not written yet.
    private var pending: [UInt8] = []
    private static let pieceSize = 1 << 18

    /// Creates a file in the directory of another one, which need not exist.
    ///
    /// - Throws: ``FileError`` if a file operation fails.
    package init(beside path: String) throws(FileError) {
      self.path = path
      let folder = path.utf8.lastIndex(of: 0x2F).map { path[...$0] } ?? ""
      var random = SystemRandomNumberGenerator()
      var made: Int32 = -1
      repeat {
        let name = "\(folder).cairn-draft-\(String(random.next(), radix: 36))"
        made = repeatingInterrupted {
          unsafe open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        }
        if made >= 0 { _ = unsafe unlink(name) }
      } while made < 0 && errno == EEXIST
      descriptor = made
      guard made >= 0 else { throw FileError(operation: .create, path: path, code: errno) }
    }

    deinit { if descriptor >= 0 { _ = close(descriptor) } }

    /// Appends bytes.
    package mutating func write(_ bytes: ArraySlice<UInt8>) throws(FileError) {
      byteCount += bytes.count
      pending += bytes
      if pending.count >= Self.pieceSize { try flush() }
    }

    private mutating func flush() throws(FileError) {
      if let problem = System.write(pending, to: descriptor) {
        throw FileError(operation: .write, path: path, code: problem.number)
      }
      pending.removeAll(keepingCapacity: true)
    }

    /// Converts the file to random access.
    ///
    /// - Throws: ``FileError`` if a file operation fails.
    package consuming func atAnyPosition() throws(FileError) -> FileBytes {
      try flush()
      guard let bytes = FileBytes(descriptor, byteCount: byteCount) else {
        throw FileError(operation: .read, path: path, code: errno)
      }
      return bytes
    }

    /// Reads all bytes from the start.
    ///
    /// - Parameters:
    ///   - body: called with consecutive pieces of 256 KB; the last one may be shorter.
    ///   - failure: converts a file error to the error type of the caller.
    /// - Throws: any error that `body` throws, or the result of `failure`.
    package mutating func read<Failure: Error>(
      _ body: ([UInt8]) throws(Failure) -> Void, failure: (FileError) -> Failure
    ) throws(Failure) {
      do throws(FileError) { try flush() } catch { throw failure(error) }
      guard lseek(descriptor, 0, SEEK_SET) == 0 else {
        throw failure(FileError(operation: .read, path: path, code: errno))
      }
      var rest = byteCount
      while rest > 0 {
        var piece = [UInt8](repeating: 0, count: min(rest, Self.pieceSize))
        var filled = 0
        while filled < piece.count {
          let (start, end) = (filled, piece.count)
          switch piece.withUnsafeBuffer({ System.read(descriptor, into: $0[start..<end]) }) {
          case .success(let count) where count > 0: filled += count
          case .success: throw failure(FileError(operation: .read, path: path, code: EIO))
          case .failure(let problem):
            throw failure(FileError(operation: .read, path: path, code: problem.number))
          }
        }
        rest -= filled
        try body(piece)
      }
    }
  }
#endif
