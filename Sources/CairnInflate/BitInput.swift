internal import CairnMemory

/// Compressed input, read bit by bit starting with the lowest bit (RFC 1951, 3.1.1).
///
/// The next bits are held in a word. If there are too few of them, the caller restores the place
/// where its step began, and retries when more input has arrived.
internal struct BitInput: Sendable {
  internal private(set) var bytes: [UInt8] = []
  /// The first byte that is not in the word yet.
  internal var position = 0
  /// The next bits, the first one lowest; zero above ``bitCount``.
  internal var bits: UInt64 = 0
  internal var bitCount = 0
  internal private(set) var isFinished = false
  /// The number of bytes dropped before ``bytes``.
  private var droppedCount = 0

  /// A state of the input that can be restored.
  internal typealias Place = (position: Int, bits: UInt64, bitCount: Int)

  internal var place: Place {
    get { (position, bits, bitCount) }
    set { (position, bits, bitCount) = newValue }
  }

  /// The offset in the whole input of the next byte to read, counted from 0.
  internal var offset: Int { droppedCount + position - bitCount / 8 }

  internal mutating func append(_ piece: [UInt8]) {
    // The bytes in the word may be needed again.
    let used = position - min(position, 8)
    droppedCount += used
    position -= used
    if used == bytes.count {
      bytes = piece
    } else {
      bytes.removeSubrange(..<used)
      bytes += piece
    }
  }

  internal mutating func finish() { isFinished = true }

  /// Moves whole bytes into the word while it has capacity.
  internal mutating func fill() {
    while bitCount < 56, position < bytes.count {
      bits |= UInt64(bytes[position]) << UInt64(bitCount)
      position += 1
      bitCount += 8
    }
  }

  /// Consumes up to 32 bits; returns nil if too few have arrived.
  internal mutating func take(_ count: Int) -> Int? {
    if bitCount < count { fill() }
    guard bitCount >= count else { return nil }
    let value = Int(bits & (1 << UInt64(count) - 1))
    drop(count)
    return value
  }

  /// Consumes bits that are in the word.
  internal mutating func drop(_ count: Int) {
    bits >>= UInt64(count)
    bitCount -= count
  }

  /// Aligns the input to the next byte, and empties the word.
  internal mutating func align() {
    position -= bitCount / 8
    bits = 0
    bitCount = 0
  }

  /// The number of whole bytes after the position; the word must be empty.
  internal var waitingCount: Int { bytes.count - position }

  /// Whether no whole byte is left to read.
  internal var isEmpty: Bool { bitCount < 8 && position == bytes.count }

  /// Consumes whole bytes as a little-endian number; returns nil if too few have arrived.
  ///
  /// The word must be empty.
  internal mutating func number(ofBytes count: Int) -> UInt32? {
    guard waitingCount >= count else { return nil }
    var number: UInt32 = 0
    for index in 0..<count { number |= UInt32(bytes[position + index]) << UInt32(8 * index) }
    position += count
    return number
  }
}
