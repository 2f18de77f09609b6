/// Compresses bytes as a DEFLATE stream (RFC 1951), in pieces of any size.
///
/// Repetitions within 32 KiB are found by chains of equal hashes; blocks use the fixed codes. The
/// result is somewhat larger than that of zlib, and needs no tables.
internal struct Deflater: Sendable {
  /// The compressed bytes so far, without those that were taken.
  internal private(set) var output: [UInt8] = []

  private static let windowSize = 1 << 15
  private static let blockSize = 1 << 16
  private static let hashBits = 15
  private static let longestMatch = 258
  private static let shortestMatch = 4
  /// The number of earlier occurrences that are compared.
  private static let chainLimit = 16

  /// The bytes that matches may refer to, and those that are not compressed yet.
  private var bytes: [UInt8] = []
  private var next = 0
  /// The last position of each hash, and before each position the previous one of the same hash;
  /// -1 for none.
  private var heads = [Int32](repeating: -1, count: 1 << Deflater.hashBits)
  private var chain: [Int32] = []
  private var hasBegun = false
  private var pending: UInt32 = 0
  private var pendingCount: UInt32 = 0

  /// Adds bytes.
  ///
  /// - Complexity: O(bytes).
  internal mutating func append(_ piece: [UInt8]) {
    bytes += piece
    while bytes.count - next >= 2 * Self.blockSize { compress(to: next + Self.blockSize) }
  }

  /// Ends the stream.
  internal mutating func finish() {
    compress(to: bytes.count)
    if hasBegun { put(0, 7) }
    // An empty last block.
    put(1, 1)
    put(1, 2)
    put(0, 7)
    if pendingCount > 0 { put(0, 8 - pendingCount) }
  }

  /// Removes and returns the compressed bytes.
  internal mutating func take() -> [UInt8] {
    defer { output.removeAll(keepingCapacity: true) }
    return output
  }

  // MARK: Matches

  private mutating func compress(to end: Int) {
    guard next < end else { return }
    if !hasBegun {
      hasBegun = true
      // A block of fixed codes that is not the last one; it continues until the stream ends.
      put(0, 1)
      put(1, 2)
    }
    while chain.count < bytes.count { chain.append(-1) }
    while next < end {
      let match = next + Self.shortestMatch <= bytes.count ? longestMatch(to: end) : nil
      if let match {
        put(length: match.length)
        put(distance: match.distance)
        for offset in 1..<match.length { note(next + offset) }
        next += match.length
      } else {
        put(literal: bytes[next])
        next += 1
      }
    }
    forget()
  }

  /// The longest earlier occurrence of the next bytes; also records the position.
  private mutating func longestMatch(to end: Int) -> (length: Int, distance: Int)? {
    var candidate = note(next)
    var best = (length: Self.shortestMatch - 1, distance: 0)
    let limit = min(Self.longestMatch, end - next)
    guard limit >= Self.shortestMatch else { return nil }
    var steps = 0
    while candidate >= 0, next - candidate <= Self.windowSize, steps < Self.chainLimit {
      if bytes[candidate + best.length] == bytes[next + best.length] {
        var length = 0
        while length < limit, bytes[candidate + length] == bytes[next + length] { length += 1 }
        if length > best.length {
          best = (length, next - candidate)
          if length == limit { break }
        }
      }
      candidate = Int(chain[candidate])
      steps += 1
    }
    return best.distance > 0 ? best : nil
  }

  /// Records a position; returns the previous one with the same hash, or -1.
  @discardableResult
  private mutating func note(_ position: Int) -> Int {
    guard position + Self.shortestMatch <= bytes.count else { return -1 }
    var word: UInt32 = 0
    for offset in 0..<Self.shortestMatch { word = word << 8 | UInt32(bytes[position + offset]) }
    let hash = Int((word &* 0x9E37_79B1) >> UInt32(32 - Self.hashBits))
    let previous = heads[hash]
    chain[position] = previous
    heads[hash] = Int32(position)
    return Int(previous)
  }

  /// Drops the bytes that no match can refer to any longer.
  private mutating func forget() {
    let dropped = next - Self.windowSize
    guard dropped > 0 else { return }
    bytes.removeFirst(dropped)
    chain.removeFirst(dropped)
    next -= dropped
    for index in heads.indices { heads[index] = max(heads[index] - Int32(dropped), -1) }
    for index in chain.indices { chain[index] = max(chain[index] - Int32(dropped), -1) }
  }

  // MARK: Codes

  /// Appends bits, the lowest first.
  private mutating func put(_ bits: UInt32, _ count: UInt32) {
    pending |= bits << pendingCount
    pendingCount += count
    while pendingCount >= 8 {
      output.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingCount -= 8
    }
  }

  /// Appends a code, the highest bit first.
  private mutating func put(code: UInt32, _ count: UInt32) {
    var reversed: UInt32 = 0
    for index in 0..<count where code >> index & 1 == 1 { reversed |= 1 << (count - 1 - index) }
    put(reversed, count)
  }

  private mutating func put(literal: UInt8) {
    if literal < 144 {
      put(code: 0x30 + UInt32(literal), 8)
    } else {
      put(code: 0x190 + UInt32(literal) - 144, 9)
    }
  }

  /// The smallest length of each length code from 257 on, and the number of its extra bits.
  private static let lengths: [(base: Int, extra: UInt32)] = {
    var lengths: [(base: Int, extra: UInt32)] = []
    var base = 3
    for code in 0..<28 {
      let extra = UInt32(max(0, code / 4 - 1))
      lengths.append((base, extra))
      base += 1 << extra
    }
    return lengths + [(258, 0)]
  }()

  /// The smallest distance of each distance code, and the number of its extra bits.
  private static let distances: [(base: Int, extra: UInt32)] = {
    var distances: [(base: Int, extra: UInt32)] = []
    var base = 1
    for code in 0..<30 {
      let extra = UInt32(max(0, code / 2 - 1))
      distances.append((base, extra))
      base += 1 << extra
    }
    return distances
  }()

  /// The length code of each length, counted from 257.
  private static let lengthCodes: [UInt8] = (0...258).map { length in
    UInt8(max(lengths.lastIndex { $0.base <= length } ?? 0, 0))
  }

  private mutating func put(length: Int) {
    let code = Int(Self.lengthCodes[length])
    let (base, extra) = Self.lengths[code]
    // The codes 256 to 279 have seven bits, those from 280 on eight.
    if code < 23 { put(code: UInt32(code + 1), 7) } else { put(code: UInt32(0xC0 + code - 23), 8) }
    put(UInt32(length - base), extra)
  }

  private mutating func put(distance: Int) {
    var low = 0
    var high = Self.distances.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Self.distances[middle].base <= distance { low = middle } else { high = middle }
    }
    put(code: UInt32(low), 5)
    put(UInt32(distance - Self.distances[low].base), Self.distances[low].extra)
  }
}
