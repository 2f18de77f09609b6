#if !hasFeature(Embedded)
  /// Bytes that wait on the disk: written one behind the other, and read back in that order as
  /// often as they are needed.
  ///
  /// The file has no name, so that nobody else sees it and the system takes it away with the
  /// process, whatever ends that.
  package struct ScratchFile: ~Copyable {
    /// How many bytes there are.
    package private(set) var byteCount = 0

    private let path: String
    private let descriptor: Int32
    /// What is not written yet.
    private var pending: [UInt8] = []
    private static let pieceSize = 1 << 18

    /// Makes a file in the folder of another one, which need not be there.
    ///
    /// - Throws: ``FileError`` when the system refuses.
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

    /// Writes some bytes of an array behind those that are written.
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

    /// The same bytes, to be read at any position.
    ///
    /// - Throws: ``FileError`` when the system refuses.
    package consuming func atAnyPosition() throws(FileError) -> FileBytes {
      try flush()
      guard let bytes = FileBytes(descriptor, byteCount: byteCount) else {
        throw FileError(operation: .read, path: path, code: errno)
      }
      return bytes
    }

    /// Reads all bytes from the first one on.
    ///
    /// - Parameters:
    ///   - body: gets the next bytes, 256 KB or at the end fewer.
    ///   - failure: makes an error for the caller of what the system refuses.
    /// - Throws: what the body throws, and what `failure` gives.
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
          switch piece.withSlab({ System.read(descriptor, into: $0[start..<end]) }) {
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
