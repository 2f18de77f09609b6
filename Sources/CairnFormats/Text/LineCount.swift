internal import CairnMemory

/// Tells the line and the byte of a place in an input of which only the end is kept.
///
/// Lines are counted from the place that was asked for last, forwards or backwards, so that
/// errors in order cost one pass over the input.
internal struct LineCount: Sendable {
  /// How many bytes were dropped in front of those at hand.
  internal private(set) var droppedCount = 0
  /// The line of the byte at ``index``, counted from 1.
  private var line = 1
  private var index = 0

  /// Takes note of bytes that are about to be dropped.
  ///
  /// - Parameters:
  ///   - count: how many of them there are.
  ///   - bytes: the bytes at hand, those that go in front.
  internal mutating func drop(_ count: Int, of bytes: [UInt8]) {
    move(to: count, in: bytes)
    droppedCount += count
    index = 0
  }

  /// The line of a byte at hand, counted from 1, and its number in the whole input, from 0.
  internal mutating func place(of index: Int, in bytes: [UInt8]) -> (line: Int, byte: Int) {
    move(to: min(index, bytes.count), in: bytes)
    return (line, droppedCount + self.index)
  }

  private mutating func move(to next: Int, in bytes: [UInt8]) {
    guard next != index else { return }
    let passed = min(index, next)..<max(index, next)
    let count = bytes.withWindow { $0.lineFeeds(in: passed) }
    line += next > index ? count : -count
    index = next
  }
}
