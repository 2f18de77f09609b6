#if !hasFeature(Embedded)
  /// A file without a name, read and written at any position, which the system removes when the
  /// process ends for any reason.
  ///
  /// Several threads may use it at once, unless they write the same bytes.
  package final class TemporaryFile: Sendable {
    internal let number: Int32
    fileprivate let path: String

    /// Creates a file in the directory of a path, whose own file need not exist; returns nil if the
    /// directory is not writable, with the reason in `errno`.
    package init?(beside path: String) {
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
      if made < 0 { return nil }
      number = made
      self.path = path
    }

    deinit { _ = close(number) }

    /// The error of a file that cannot be created in the directory of a path; call it immediately
    /// after ``init(beside:)`` has returned nil.
    package static func creationFailure(_ path: String) -> FileError {
      FileError(operation: .create, path: path, code: errno)
    }

    /// Reads values from a byte position; all of them must have been written.
    package func read<Value: BitwiseCopyable>(
      into values: UnsafeBuffer<Value>, at position: Int
    ) throws(FileError) {
      let size = values.count * MemoryLayout<Value>.stride
      let bytes = unsafe UnsafeMutableRawBufferPointer(start: values.base, count: size)
        .bindMemory(to: UInt8.self)
      var filled = 0
      while filled < size {
        let rest = unsafe UnsafeBuffer(bytes)[filled..<size]
        switch System.read(number, at: position + filled, into: rest) {
        case .success(let count) where count > 0: filled += count
        case .success: throw FileError(operation: .read, path: path, code: EIO)
        case .failure(let problem):
          throw FileError(operation: .read, path: path, code: problem.number)
        }
      }
    }
  }

  /// Writes to positions of a file that stays open at least as long as this value is used.
  ///
  /// Several threads may write different ranges.
  package struct FilePositions: Sendable {
    fileprivate let number: Int32
    fileprivate let path: String

    /// Writes values at a byte position.
    package func write<Value: BitwiseCopyable>(
      _ values: UnsafeSpan<Value>, at position: Int
    ) throws(FileError) {
      if let code = writeValues(values, to: number, at: position) {
        throw FileError(operation: .write, path: path, code: code)
      }
    }
  }

  extension TemporaryFile {
    /// The positions of the file.
    package var positions: FilePositions { FilePositions(number: number, path: path) }
  }

  extension OutputFile {
    /// The positions of a regular file; those of ``write(_:)`` do not change.
    package var positions: FilePositions { FilePositions(number: number, path: name) }
  }

  /// Writes values at a byte position of a file; returns the `errno`, or nil on success.
  private func writeValues<Value: BitwiseCopyable>(
    _ values: UnsafeSpan<Value>, to file: Int32, at position: Int
  ) -> Int32? {
    #if canImport(WASILibc)
      return EINVAL
    #else
      let size = values.count * MemoryLayout<Value>.stride
      var written = 0
      while written < size {
        // Some systems reject writes of more than 2 GB.
        let count = unsafe pwrite(
          file, UnsafeRawPointer(values.base) + written, min(size - written, 1 << 30),
          off_t(position + written))
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return count < 0 ? errno : EIO }
        written += count
      }
      return nil
    #endif
  }
#endif
