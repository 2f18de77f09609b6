internal import CairnMemory

/// The bytes of an extract, at any position.
internal enum OSMSource: Sendable {
  case memory([UInt8])
  case file(FileBytes)
  /// A copy of a pipe.
  case copy(byteCount: Int, read: @Sendable (Range<Int>) -> [UInt8])

  /// The maximum number of bytes of a pipe that are kept in memory.
  private static let memoryLimit = 1 << 21

  /// Opens a file; a pipe is first copied to memory, or to a temporary file if it is large.
  ///
  /// - Parameter path: the path; nil for the standard input.
  /// - Throws: ``OSMError`` if it cannot be read.
  internal init(path: String?) throws(OSMError) {
    let name = path.map { "`\($0)`" } ?? "the standard input"
    do throws(System.Problem) {
      self = try Self.opened(path)
    } catch {
      throw OSMError(.unreadable("\(name) cannot be read: \(error.message)"), byte: 0)
    }
  }

  private static func opened(_ path: String?) throws(System.Problem) -> OSMSource {
    let stream = try System.InputStream(path.map { Array($0.utf8CString) })
    if let file = stream.atAnyPosition { return .file(file) }
    var copy = SpillFile(beside: System.temporaryFolder + "/x", memoryLimit: memoryLimit)
    do throws(FileError) {
      while true {
        let piece = try next(of: stream)
        if piece.isEmpty { break }
        try copy.write(piece[...])
      }
      let byteCount = copy.byteCount
      return .copy(byteCount: byteCount, read: try copy.atAnyPosition())
    } catch {
      throw System.Problem(number: error.code)
    }
  }

  private static func next(of stream: borrowing System.InputStream) throws(FileError) -> [UInt8] {
    do throws(System.Problem) {
      return try stream.next(1 << 18)
    } catch {
      throw FileError(operation: .read, path: "", code: error.number)
    }
  }

  /// The number of bytes.
  internal var byteCount: Int {
    switch self {
    case .memory(let bytes): bytes.count
    case .file(let file): file.byteCount
    case .copy(let byteCount, _): byteCount
    }
  }

  /// Returns a range of bytes; fewer if the file ends earlier or cannot be read.
  internal func bytes(_ range: Range<Int>) -> [UInt8] {
    switch self {
    case .memory(let bytes): Array(bytes[range.clamped(to: bytes.indices)])
    case .file(let file): file.bytes(range)
    case .copy(_, let read): read(range)
    }
  }
}
