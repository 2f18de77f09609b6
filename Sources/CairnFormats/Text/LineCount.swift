internal import CairnMemory

/// Computes the line and byte offset of a position in an input of which only the tail is buffered.
///
/// Lines are counted from the previous position, forward or backward, so that errors in order cost
/// a single pass over the input.
internal struct LineCount: Sendable {
  /// The number of bytes dropped before the buffered ones.
  internal private(set) var droppedCount = 0
  /// The line of the byte at ``index``, counted from 1.
  private var line = 1
  private var index = 0

  /// Records that bytes are about to be dropped.
  ///
  /// - Parameters:
  ///   - count: the number of bytes to drop.
  ///   - bytes: the buffered bytes, of which the first `count` are dropped.
  internal mutating func drop(_ count: Int, of bytes: [UInt8]) {
    move(to: count, in: bytes)
    droppedCount += count
    index = 0
  }

  /// The line of a buffered byte, counted from 1, and its offset in the whole input, counted from
  /// 0.
  internal mutating func place(of index: Int, in bytes: [UInt8]) -> (line: Int, byte: Int) {
    move(to: min(index, bytes.count), in: bytes)
    return (line, droppedCount + self.index)
  }

  private mutating func move(to next: Int, in bytes: [UInt8]) {
    guard next != index else { return }
    let passed = min(index, next)..<max(index, next)
    let count = bytes.withUnsafeSpan { $0.lineFeeds(in: passed) }
    line += next > index ? count : -count
    index = next
  }
}
