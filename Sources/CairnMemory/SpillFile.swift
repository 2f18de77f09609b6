#if !hasFeature(Embedded)
  /// Bytes or records that are appended, and can be read back in order any number of times: in
  /// memory up to a limit, above it in a temporary file.
  ///
  /// The file is unlinked, so it is invisible to others and removed when the process ends for any
  /// reason. If it cannot be created, the bytes stay in memory.
  package struct SpillFile: ~Copyable {
    /// The number of bytes, including the lengths of records.
    package private(set) var byteCount = 0

    private let path: String
    private let memoryLimit: Int
    private var file: TemporaryFile?
    private var mayCreateFile = true
    /// The bytes that are not in the file.
    private var pending: [UInt8] = []
    private static let pieceSize = 1 << 18

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - path: a path, whose file need not exist; the temporary file is created in its directory.
    ///   - memoryLimit: the maximum number of bytes kept in memory.
    package init(beside path: String, memoryLimit: Int = 4 << 20) {
      self.path = path
      self.memoryLimit = memoryLimit
    }

    /// Appends bytes.
    package mutating func write(_ bytes: ArraySlice<UInt8>) throws(FileError) {
      byteCount += bytes.count
      pending += bytes
      if pending.count >= Self.pieceSize { try spill() }
    }

    /// Appends a record, preceded by its length.
    package mutating func append(record: ArraySlice<UInt8>) throws(FileError) {
      let start = pending.count
      pending.append(group: UInt64(record.count))
      byteCount += pending.count - start
      try write(record)
    }

    /// Writes the pending bytes to the file if they exceed the limit.
    private mutating func spill() throws(FileError) {
      if file == nil {
        guard mayCreateFile, pending.count > memoryLimit else { return }
        file = TemporaryFile(beside: path)
        mayCreateFile = false
      }
      guard let descriptor = file?.number else { return }
      if let problem = System.write(pending, to: descriptor) {
        throw FileError(operation: .write, path: path, code: problem.number)
      }
      // The first write may have been as large as the limit.
      pending.removeAll(keepingCapacity: pending.count < 2 * Self.pieceSize)
    }

    /// Converts the list to random access.
    ///
    /// - Returns: a function that returns a range of the bytes; fewer beyond the end, or if the
    ///   file cannot be read.
    /// - Throws: ``FileError`` if a file operation fails.
    package consuming func atAnyPosition()
      throws(FileError) -> @Sendable (Range<Int>) -> [UInt8]
    {
      try spill()
      guard let descriptor = file?.number else {
        let bytes = pending
        return { Array(bytes[$0.clamped(to: bytes.indices)]) }
      }
      guard let bytes = FileBytes(descriptor, byteCount: byteCount) else {
        throw FileError(operation: .read, path: path, code: errno)
      }
      return { bytes.bytes($0) }
    }

    /// Reads all bytes from the start.
    ///
    /// - Parameters:
    ///   - body: called with consecutive pieces: of 256 KB if they are in a file, of which the last
    ///     may be shorter.
    ///   - failure: converts a file error to the error type of the caller.
    /// - Throws: any error that `body` throws, or the result of `failure`.
    package mutating func read<Failure: Error>(
      _ body: ([UInt8]) throws(Failure) -> Void, failure: (FileError) -> Failure
    ) throws(Failure) {
      do throws(FileError) { try spill() } catch { throw failure(error) }
      guard let descriptor = file?.number else { return try body(pending) }
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

    /// Reads all records in order, if only records were appended.
    ///
    /// - Parameters:
    ///   - body: called with an array and the range of the record in it.
    ///   - failure: converts a file error to the error type of the caller.
    /// - Throws: any error that `body` throws, or the result of `failure`.
    package mutating func forEachRecord<Failure: Error>(
      _ body: ([UInt8], Range<Int>) throws(Failure) -> Void, failure: (FileError) -> Failure
    ) throws(Failure) {
      var rest: [UInt8] = []
      try read(
        { piece throws(Failure) in
          if rest.isEmpty { rest = piece } else { rest += piece }
          var start = 0
          while let (length, first) = rest.group(at: start), rest.count - first >= length {
            try body(rest, first..<(first + length))
            start = first + length
          }
          rest.removeFirst(start)
        }, failure: failure)
    }
  }
#endif

extension [UInt8] {
  /// Appends a number in groups of seven bits, the lowest first, with the high bit set in all but
  /// the last.
  package mutating func append(group number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Decodes the number at a position, and returns it with the position after it; nil if the array
  /// ends before the number does.
  fileprivate func group(at position: Int) -> (number: Int, end: Int)? {
    var number = 0
    var end = position
    while end < count {
      number |= Int(self[end] & 0x7F) << (7 * (end - position))
      end += 1
      if self[end - 1] < 0x80 { return (number, end) }
    }
    return nil
  }
}
