#if !hasFeature(Embedded)
  /// Random access to the bytes of a file, which stays open as long as this object exists.
  package final class FileBytes: Sendable {
    /// The number of bytes.
    package let byteCount: Int
    private let descriptor: Int32

    /// Duplicates the descriptor of an open file.
    ///
    /// - Returns: nil on failure, with the reason in `errno`.
    internal init?(_ descriptor: Int32, byteCount: Int) {
      #if canImport(WASILibc)
        return nil
      #else
        self.descriptor = dup(descriptor)
        self.byteCount = byteCount
        if self.descriptor < 0 { return nil }
      #endif
    }

    deinit { System.close(descriptor) }

    /// Returns a range of bytes; fewer if the file ends earlier or cannot be read.
    package func bytes(_ range: Range<Int>) -> [UInt8] {
      var piece = [UInt8](repeating: 0, count: range.count)
      var filled = 0
      while filled < piece.count {
        let (start, end) = (filled, piece.count)
        let result = piece.withUnsafeBuffer {
          System.read(descriptor, at: range.lowerBound + start, into: $0[start..<end])
        }
        guard case .success(let count) = result, count > 0 else { break }
        filled += count
      }
      piece.removeLast(piece.count - filled)
      return piece
    }
  }
#endif
