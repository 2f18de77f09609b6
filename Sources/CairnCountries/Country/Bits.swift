internal import CairnMemory

/// A bit string encoded as text in which each character from `0` to `o` encodes six bits, lowest
/// first.
///
/// The text consists of lines of 128 characters; the bits of a line follow those of the line
/// before. Lengths are checked once per line, and the cursor once per arc.
package struct Bits: Sendable {
  /// The bits, eight per byte, followed by zeros so that a cursor may read ahead.
  private let bytes: [UInt8]

  private static let lineLength = 128
  private static let bytesInLine = 96
  /// The number of bytes beyond the last bit that a cursor may read.
  private static let margin = 16

  package init(_ text: StaticString) {
    precondition(
      text.utf8CodeUnitCount % (Self.lineLength + 1) == 0, "The data has an incomplete line.")
    let lines = text.utf8CodeUnitCount / (Self.lineLength + 1)
    let count = lines * Self.bytesInLine
    bytes = [UInt8](capacity: count + Self.margin) { target in
      let source = ConstantText(text).span
      for line in 0..<lines {
        for group in 0..<(Self.lineLength / 8) {
          let eight = source.word(at: line * (Self.lineLength + 1) + group * 8)
          // The eight bytes written contain six bytes of bits; the next group overwrites the other
          // two.
          target.store(Self.packed(eight), at: line * Self.bytesInLine + group * 6)
        }
      }
      for at in count..<(count + Self.margin) { target[at] = 0 }
      return count + Self.margin
    }
  }

  /// The 48 bits that eight characters encode.
  private static func packed(_ characters: UInt64) -> UInt64 {
    let sixes = characters &- 0x3030_3030_3030_3030
    let twelves = (sixes & 0x003F_003F_003F_003F) | (sixes & 0x3F00_3F00_3F00_3F00) >> 2
    let halves = (twelves & 0x0000_0FFF_0000_0FFF) | (twelves & 0x0FFF_0000_0FFF_0000) >> 4
    return (halves & 0xFF_FFFF) | (halves >> 32) << 24
  }

  /// Calls a closure with a cursor at the first bit.
  package func read<Result>(_ body: (inout BitCursor) -> Result) -> Result {
    bytes.withUnsafeSpan { window in
      var cursor = BitCursor(window, bitCount: (window.count - Self.margin) * 8)
      return body(&cursor)
    }
  }
}

/// A position in ``Bits`` that advances as numbers are read.
package struct BitCursor {
  private let bytes: UnsafeByteSpan
  private let bitCount: Int
  /// The number of bits before the cursor.
  package private(set) var position = 0

  /// - Parameters:
  ///   - bytes: the bits, followed by zeros.
  ///   - bitCount: the number of bits.
  fileprivate init(_ bytes: UnsafeByteSpan, bitCount: Int) {
    self.bytes = bytes
    self.bitCount = bitCount
  }

  /// Traps if reading the given number of bits would exceed the end.
  package func require(bits: Int) {
    precondition(bits >= 0 && bits <= bitCount - position, "The data ends too early.")
  }

  /// Moves to a bit, counted from the first one.
  package mutating func move(to bit: Int) {
    precondition(bit >= 0 && bit <= bitCount, "The data ends too early.")
    position = bit
  }

  /// At least 57 bits from the current position, without advancing.
  private var ahead: UInt64 {
    assert(position >= 0 && position <= bitCount)
    return bytes.word(at: position >> 3) >> UInt64(truncatingIfNeeded: position & 7)
  }

  /// Reads a number of a fixed width, at most 32 bits.
  @inline(__always)
  package mutating func number(width: Int) -> Int {
    let value = ahead & ((1 as UInt64) << UInt64(truncatingIfNeeded: width) &- 1)
    position &+= width
    return Int(truncatingIfNeeded: value)
  }

  /// Reads two numbers of fixed widths, at most 28 bits each.
  @inline(__always)
  package mutating func pair(widths: (Int, Int)) -> (Int, Int) {
    let bits = ahead
    let first = bits & ((1 as UInt64) << UInt64(truncatingIfNeeded: widths.0) &- 1)
    let rest = bits >> UInt64(truncatingIfNeeded: widths.0)
    let second = rest & ((1 as UInt64) << UInt64(truncatingIfNeeded: widths.1) &- 1)
    position &+= widths.0 &+ widths.1
    return (Int(truncatingIfNeeded: first), Int(truncatingIfNeeded: second))
  }

  /// Reads a number of any size: seven bits at a time, each group with a bit that is set if more
  /// follow.
  package mutating func number() -> Int {
    var value = 0
    var shift = 0
    while shift < 35 {
      let byte = number(width: 8)
      value |= (byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return value
  }

  /// Reads a signed number of any size.
  package mutating func signedNumber() -> Int { Self.signed(number()) }

  /// The number of a zigzag code: 0, 1, 2, 3, 4 are 0, -1, 1, -2, 2.
  @inline(__always)
  package static func signed(_ code: Int) -> Int { (code >> 1) ^ (0 &- (code & 1)) }
}
