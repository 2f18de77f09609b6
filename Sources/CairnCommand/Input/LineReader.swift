internal import CairnMemory

/// Reads the lines of a file as they arrive, without their line breaks.
struct LineReader {
  /// The number of lines read so far.
  private(set) var count = 0

  private let file: Int32
  private var bytes: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private static let pieceSize = 1 << 16
  private static let lineLimit = 1 << 24

  init(file: Int32) {
    self.file = file
  }

  /// Reads the next line.
  ///
  /// - Parameter isDrained: called before waiting for more input.
  /// - Returns: the line without its line break; nil at the end.
  /// - Throws: ``Failure`` if a line is longer than 16 MB or the input cannot be read.
  mutating func next(_ isDrained: () throws(Failure) -> Void) throws(Failure) -> String? {
    var searched = position
    while true {
      if let end = bytes[searched...].firstIndex(of: 0x0A) {
        defer { position = end + 1 }
        return line(to: end)
      }
      guard !isAtEnd else {
        guard position < bytes.count else { return nil }
        defer { position = bytes.count }
        return line(to: bytes.count)
      }
      searched = bytes.count
      guard searched - position <= Self.lineLimit else {
        throw Failure(code: .data, message: "line \(count + 1) is longer than 16 MB")
      }
      try isDrained()
      if position > 0 {
        bytes.removeSubrange(..<position)
        searched -= position
        position = 0
      }
      try read()
    }
  }

  private mutating func line(to end: Int) -> String {
    count += 1
    var last = end
    if last > position, bytes[last - 1] == 0x0D { last -= 1 }
    return String(decoding: bytes[position..<last], as: UTF8.self)
  }

  private mutating func read() throws(Failure) {
    let start = bytes.count
    bytes += [UInt8](repeating: 0, count: Self.pieceSize)
    let result = bytes.withUnsafeBuffer { System.read(file, into: $0[start..<$0.count]) }
    switch result {
    case .success(let count):
      bytes.removeLast(Self.pieceSize - count)
      isAtEnd = count == 0
    case .failure(let problem):
      throw Failure(
        code: .inputOutput, message: "the standard input cannot be read: \(problem.message)")
    }
  }
}
