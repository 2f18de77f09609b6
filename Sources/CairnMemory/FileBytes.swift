#if !hasFeature(Embedded)
  /// The bytes of an open file, read at any position; the file stays open as long as this is there.
  package final class FileBytes: Sendable {
    /// How many bytes there are.
    package let byteCount: Int
    private let descriptor: Int32

    /// Makes one for a file that is open elsewhere, too.
    ///
    /// - Returns: nil where the system refuses, and says why in `errno`.
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

    /// Some bytes; fewer where the file ends before, or cannot be read.
    package func bytes(_ range: Range<Int>) -> [UInt8] {
      var piece = [UInt8](repeating: 0, count: range.count)
      var filled = 0
      while filled < piece.count {
        let (start, end) = (filled, piece.count)
        let result = piece.withSlab {
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
