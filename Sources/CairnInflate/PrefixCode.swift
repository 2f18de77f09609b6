internal import CairnMemory

/// A canonical prefix code (RFC 1951, 3.2.2) as a lookup table for the next bits.
///
/// The first ``rootBits`` bits identify most symbols; a longer code is looked up in a subtable by
/// the bits that follow. An entry is one word:
///
/// | bits | contents |
/// |---|---|
/// | 0–3 | the number of bits of the code in this table; 0 if there is no such code |
/// | 4–7 | the number of extra bits after the code, or the number of bits of the subtable |
/// | 8–10 | a flag for a literal, the end of the block, or a subtable |
/// | 16–31 | the literal, the least length or distance, or the start of the subtable |
internal struct PrefixCode: Sendable {
  internal let rootBits: Int
  internal private(set) var table: [UInt32]

  internal static let literal: UInt32 = 1 << 8
  internal static let end: UInt32 = 1 << 9
  internal static let subtable: UInt32 = 1 << 10

  /// The maximum length of a code in bits.
  internal static let lengthLimit = 15

  internal init(rootBits: Int) {
    self.rootBits = rootBits
    table = [UInt32](repeating: 0, count: 1 << rootBits)
  }

  /// Builds the table from the code lengths of all symbols.
  ///
  /// - Parameters:
  ///   - lengths: the code length of each symbol in bits, 0 for an unused one.
  ///   - isComplete: whether the code must be complete; otherwise a single code of one bit, or
  ///     none, is allowed.
  ///   - meaning: returns the entry of a symbol without its length.
  /// - Returns: false if the lengths do not form a prefix code.
  internal mutating func set(
    _ lengths: ArraySlice<UInt8>, isComplete: Bool, meaning: (Int) -> UInt32
  ) -> Bool {
    var counts = [Int](repeating: 0, count: Self.lengthLimit + 1)
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    let longest = counts.lastIndex { $0 > 0 } ?? 0
    var unusedCodes = 1
    var codes = [Int](repeating: 0, count: Self.lengthLimit + 2)
    for length in 1...Self.lengthLimit {
      unusedCodes = 2 * unusedCodes - counts[length]
      if unusedCodes < 0 { return false }
      codes[length + 1] = (codes[length] + counts[length]) << 1
    }
    if unusedCodes > 0, isComplete || longest > 1 { return false }

    table.withUnsafeBuffer { table in
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
        table.withUnsafeBuffer { table in
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

  /// The code with its bits reversed, as it is read.
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
  /// The entry of a literal, a length or the end of a block (RFC 1951, 3.2.5).
  internal static func literalOrLength(_ symbol: Int) -> UInt32 {
    if symbol < 256 { return literal | UInt32(symbol) << 16 }
    if symbol == 256 { return end }
    let index = symbol - 257
    // The fixed code contains two symbols that must not be used; their entries have length 0.
    guard index < lengths.count else { return invalid }
    return UInt32(lengths[index].least) << 16 | UInt32(lengths[index].extraBits) << 4
  }

  /// The entry of a distance.
  internal static func distance(_ symbol: Int) -> UInt32 {
    guard symbol < 30 else { return invalid }
    let extraBits = max(symbol / 2 - 1, 0)
    let least = symbol < 4 ? symbol + 1 : (2 + symbol % 2) << extraBits + 1
    return UInt32(least) << 16 | UInt32(extraBits) << 4
  }

  /// The entry of an invalid symbol: a length or a distance of 0.
  internal static let invalid: UInt32 = 0

  private static let lengths: [(least: Int, extraBits: Int)] = (0..<29).map { index in
    if index < 8 { return (3 + index, 0) }
    if index == 28 { return (258, 0) }
    let extraBits = index / 4 - 1
    return (3 + (4 + index % 4) << extraBits, extraBits)
  }

  /// The code lengths of a block with fixed codes (RFC 1951, 3.2.6).
  internal static let fixedLengths: [UInt8] =
    [UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112)
    + [UInt8](repeating: 7, count: 24) + [UInt8](repeating: 8, count: 8)
    + [UInt8](repeating: 5, count: 32)
}
