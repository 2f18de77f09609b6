internal import CairnMemory

/// Compressed bytes as they come, read bit by bit from the lowest one on (RFC 1951, 3.1.1).
///
/// The bits that are looked at next lie in one word. Whoever finds too few of them puts the input
/// back to where its own step began, and goes on from there when more has come.
internal struct BitInput: Sendable {
  internal private(set) var bytes: [UInt8] = []
  /// The first byte that is not in the word yet.
  internal var position = 0
  /// The bits read next, the first one lowest; zero above ``bitCount``.
  internal var bits: UInt64 = 0
  internal var bitCount = 0
  internal private(set) var isFinished = false
  /// How many bytes were dropped in front of ``bytes``.
  private var droppedCount = 0

  /// Where the input stands, to come back to.
  internal typealias Place = (position: Int, bits: UInt64, bitCount: Int)

  internal var place: Place {
    get { (position, bits, bitCount) }
    set { (position, bits, bitCount) = newValue }
  }

  /// The byte of the whole input that is read next, counted from 0.
  internal var offset: Int { droppedCount + position - bitCount / 8 }

  internal mutating func append(_ piece: [UInt8]) {
    // What is in the word may be put back.
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

  /// Puts whole bytes into the word as long as there are some and there is room.
  internal mutating func fill() {
    while bitCount < 56, position < bytes.count {
      bits |= UInt64(bytes[position]) << UInt64(bitCount)
      position += 1
      bitCount += 8
    }
  }

  /// Takes up to 32 bits; nil when too few have come.
  internal mutating func take(_ count: Int) -> Int? {
    if bitCount < count { fill() }
    guard bitCount >= count else { return nil }
    let value = Int(bits & (1 << UInt64(count) - 1))
    drop(count)
    return value
  }

  /// Takes away bits that are there.
  internal mutating func drop(_ count: Int) {
    bits >>= UInt64(count)
    bitCount -= count
  }

  /// Moves to the start of a byte, and out of the word.
  internal mutating func align() {
    position -= bitCount / 8
    bits = 0
    bitCount = 0
  }

  /// How many whole bytes wait behind the position, when the word is empty.
  internal var waitingCount: Int { bytes.count - position }

  /// Whether nothing is left to read.
  internal var isEmpty: Bool { bitCount < 8 && position == bytes.count }

  /// Takes whole bytes as a little-endian number when the word is empty; nil when too few wait.
  internal mutating func number(ofBytes count: Int) -> UInt32? {
    guard waitingCount >= count else { return nil }
    var number: UInt32 = 0
    for index in 0..<count { number |= UInt32(bytes[position + index]) << UInt32(8 * index) }
    position += count
    return number
  }
}
