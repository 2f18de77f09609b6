internal import CairnMemory

/// A canonical prefix code (RFC 1951, 3.2.2) as a table that the next bits are looked up in.
///
/// The first ``rootBits`` bits find most symbols; a longer one is found in a table of its own, of
/// the bits behind. An entry is one word:
///
/// | bits | what |
/// |---|---|
/// | 0–3 | how many bits the code has beyond the table's own; 0 where no code is so |
/// | 4–7 | how many extra bits follow it, or how many bits its own table takes |
/// | 8–10 | a literal, the end of the block, a table |
/// | 16–31 | the literal, the least length or distance, or where the table starts |
internal struct PrefixCode: Sendable {
  internal let rootBits: Int
  internal private(set) var table: [UInt32]

  internal static let literal: UInt32 = 1 << 8
  internal static let end: UInt32 = 1 << 9
  internal static let subtable: UInt32 = 1 << 10

  /// How long a code may be.
  internal static let lengthLimit = 15

  internal init(rootBits: Int) {
    self.rootBits = rootBits
    table = [UInt32](repeating: 0, count: 1 << rootBits)
  }

  /// Makes the table for the lengths of the codes of all symbols, 0 for one that has none.
  ///
  /// - Parameters:
  ///   - lengths: how many bits each symbol's code has.
  ///   - isComplete: whether a code must leave no bits over; else one single bit may stand alone.
  ///   - meaning: the entry of a symbol without its length.
  /// - Returns: false where the lengths are no code.
  internal mutating func set(
    _ lengths: ArraySlice<UInt8>, isComplete: Bool, meaning: (Int) -> UInt32
  ) -> Bool {
    var counts = [Int](repeating: 0, count: Self.lengthLimit + 1)
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    let longest = counts.lastIndex { $0 > 0 } ?? 0
    var room = 1
    var codes = [Int](repeating: 0, count: Self.lengthLimit + 2)
    for length in 1...Self.lengthLimit {
      room = 2 * room - counts[length]
      if room < 0 { return false }
      codes[length + 1] = (codes[length] + counts[length]) << 1
    }
    if room > 0, isComplete || longest > 1 { return false }

    table.withSlab { table in
      for index in 0..<table.count { table[index] = 0 }
    }
    let rootSize = 1 << rootBits
    table.removeLast(table.count - rootSize)
    let restBits = max(longest - rootBits, 0)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let length = Int(length)
      let code = Self.reversed(codes[length], length)
      codes[length] += 1
      if length <= rootBits {
        let entry = meaning(symbol) | UInt32(length)
        table.withSlab { table in
          for index in stride(from: code, to: rootSize, by: 1 << length) { table[index] = entry }
        }
        continue
      }
      let root = code & (rootSize - 1)
      if table[root] == 0 {
        table[root] =
          Self.subtable | UInt32(rootBits) | UInt32(restBits) << 4
          | UInt32(table.count) << 16
        table += repeatElement(0, count: 1 << restBits)
      }
      let start = Int(table[root] >> 16)
      let entry = meaning(symbol) | UInt32(length - rootBits)
      for index in stride(from: code >> rootBits, to: 1 << restBits, by: 1 << (length - rootBits)) {
        table[start + index] = entry
      }
    }
    return true
  }

  /// A code with its first bit lowest, as it is read.
  private static func reversed(_ code: Int, _ length: Int) -> Int {
    var (code, reversed) = (code, 0)
    for _ in 0..<length {
      reversed = reversed << 1 | code & 1
      code >>= 1
    }
    return reversed
  }
}

extension PrefixCode {
  /// The entries of literals, lengths and the end of a block (RFC 1951, 3.2.5).
  internal static func literalOrLength(_ symbol: Int) -> UInt32 {
    if symbol < 256 { return literal | UInt32(symbol) << 16 }
    if symbol == 256 { return end }
    let index = symbol - 257
    // Two that the fixed code has and nothing may use; their entry has no length to be found by.
    guard index < lengths.count else { return invalid }
    return UInt32(lengths[index].least) << 16 | UInt32(lengths[index].extraBits) << 4
  }

  /// The entries of distances.
  internal static func distance(_ symbol: Int) -> UInt32 {
    guard symbol < 30 else { return invalid }
    let extraBits = max(symbol / 2 - 1, 0)
    let least = symbol < 4 ? symbol + 1 : (2 + symbol % 2) << extraBits + 1
    return UInt32(least) << 16 | UInt32(extraBits) << 4
  }

  /// What a symbol without a meaning has: a length or a distance of nothing.
  internal static let invalid: UInt32 = 0

  private static let lengths: [(least: Int, extraBits: Int)] = (0..<29).map { index in
    if index < 8 { return (3 + index, 0) }
    if index == 28 { return (258, 0) }
    let extraBits = index / 4 - 1
    return (3 + (4 + index % 4) << extraBits, extraBits)
  }

  /// The codes of a block that brings none of its own (RFC 1951, 3.2.6).
  internal static let fixedLengths: [UInt8] =
    [UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112)
    + [UInt8](repeating: 7, count: 24) + [UInt8](repeating: 8, count: 8)
    + [UInt8](repeating: 5, count: 32)
}
