/// A compressor for tests and the benchmark: deflate (RFC 1951) with dynamic codes, at about the
/// ratio of the fastest setting of gzip.
///
/// A stream can be assembled from blocks of any kind, including those that no compressor writes.
package struct DeflateWriter {
  /// The stream so far; unused bits of its last byte are zero.
  package private(set) var bytes: [UInt8] = []
  private var bits: UInt64 = 0
  private var bitCount = 0

  /// A literal, or a copy of a number of bytes from a distance back.
  package enum Symbol: Equatable {
    case literal(UInt8)
    case copy(length: Int, distance: Int)
  }

  package init() {}

  /// Compresses bytes in blocks with dynamic codes.
  package static func compressed(_ data: [UInt8]) -> [UInt8] {
    var writer = DeflateWriter()
    let symbols = symbols(of: data)
    var start = 0
    repeat {
      let end = min(start + 1 << 15, symbols.count)
      writer.block(symbols[start..<end], isLast: end == symbols.count)
      start = end
    } while start < symbols.count
    writer.align()
    return writer.bytes
  }

  /// Wraps a stream in a gzip file with one member.
  package static func gzip(_ data: [UInt8], checksum: UInt32) -> [UInt8] {
    var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + compressed(data)
    for number in [checksum, UInt32(truncatingIfNeeded: data.count)] {
      for shift in stride(from: 0, to: 32, by: 8) {
        file.append(UInt8(truncatingIfNeeded: number >> UInt32(shift)))
      }
    }
    return file
  }

  /// The meaning of the symbols of a stream.
  package static func expanded(_ symbols: some Sequence<Symbol>) -> [UInt8] {
    var data: [UInt8] = []
    for symbol in symbols {
      switch symbol {
      case .literal(let byte): data.append(byte)
      case .copy(let length, let distance):
        for _ in 0..<length { data.append(data[data.count - distance]) }
      }
    }
    return data
  }

  /// Finds copies greedily, considering only the last occurrence of four bytes.
  private static func symbols(of data: [UInt8]) -> [Symbol] {
    var symbols: [Symbol] = []
    var places = [Int](repeating: -1, count: 1 << 16)
    var at = 0
    while at < data.count {
      guard at + 4 <= data.count else {
        symbols.append(.literal(data[at]))
        at += 1
        continue
      }
      let key =
        UInt32(data[at]) | UInt32(data[at + 1]) << 8 | UInt32(data[at + 2]) << 16
        | UInt32(data[at + 3]) << 24
      let slot = Int((key &* 2_654_435_761) >> 16)
      let place = places[slot]
      places[slot] = at
      var length = 0
      if place >= 0, at - place <= 1 << 15 {
        let most = min(258, data.count - at)
        while length < most, data[place + length] == data[at + length] { length += 1 }
      }
      if length >= 4 {
        symbols.append(.copy(length: length, distance: at - place))
        at += length
      } else {
        symbols.append(.literal(data[at]))
        at += 1
      }
    }
    return symbols
  }
}

// MARK: Blocks

extension DeflateWriter {
  /// Writes bits, lowest first.
  package mutating func write(_ value: Int, _ count: Int) {
    bits |= UInt64(value) << UInt64(bitCount)
    bitCount += count
    while bitCount >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      bitCount -= 8
    }
  }

  /// Fills the last byte.
  package mutating func align() { if bitCount > 0 { write(0, 8 - bitCount) } }

  /// Writes a stored block of at most 65,535 bytes.
  package mutating func storedBlock(_ data: [UInt8], isLast: Bool) {
    write(isLast ? 1 : 0, 3)
    align()
    write(data.count, 16)
    write(~data.count & 0xFFFF, 16)
    bytes += data
  }

  /// Writes a block with the fixed codes.
  package mutating func fixedBlock(_ symbols: some Sequence<Symbol>, isLast: Bool) {
    write(isLast ? 3 : 2, 3)
    let lengths =
      [Int](repeating: 8, count: 144) + [Int](repeating: 9, count: 112)
      + [Int](repeating: 7, count: 24) + [Int](repeating: 8, count: 8)
    write(symbols, lengths, [Int](repeating: 5, count: 30))
  }

  /// Writes a block with optimal dynamic codes, or with the given code lengths.
  package mutating func block(
    _ symbols: some Sequence<Symbol>, isLast: Bool,
    lengths: (literals: [Int], distances: [Int])? = nil
  ) {
    var counts = (
      literals: [Int](repeating: 0, count: 286), distances: [Int](repeating: 0, count: 30)
    )
    counts.literals[256] = 1
    for symbol in symbols {
      switch symbol {
      case .literal(let byte): counts.literals[Int(byte)] += 1
      case .copy(let length, let distance):
        counts.literals[Self.lengthSymbol(length).symbol] += 1
        counts.distances[Self.distanceSymbol(distance).symbol] += 1
      }
    }
    let lengths =
      lengths
      ?? (
        Self.lengths(of: counts.literals, limit: 15), Self.lengths(of: counts.distances, limit: 15)
      )
    write(isLast ? 5 : 4, 3)
    write(lengths.literals.count - 257, 5)
    write(lengths.distances.count - 1, 5)
    let runs = Self.runs(lengths.literals + lengths.distances)
    var runCounts = [Int](repeating: 0, count: 19)
    for run in runs { runCounts[run.symbol] += 1 }
    // The code of the lengths must be complete, so it needs at least two symbols.
    if runCounts.count(where: { $0 > 0 }) == 1 { runCounts[runCounts[0] > 0 ? 1 : 0] = 1 }
    let runLengths = Self.lengths(of: runCounts, limit: 7)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    let count = max(4, (order.lastIndex { runLengths[$0] > 0 } ?? 0) + 1)
    write(count - 4, 4)
    for symbol in order.prefix(count) { write(runLengths[symbol], 3) }
    let codes = Self.codes(runLengths)
    for run in runs {
      write(codes[run.symbol], runLengths[run.symbol])
      write(run.extra, run.symbol == 18 ? 7 : run.symbol == 17 ? 3 : run.symbol == 16 ? 2 : 0)
    }
    write(symbols, lengths.literals, lengths.distances)
  }

  private mutating func write(
    _ symbols: some Sequence<Symbol>, _ literals: [Int], _ distances: [Int]
  ) {
    let codes = (Self.codes(literals), Self.codes(distances))
    for symbol in symbols {
      switch symbol {
      case .literal(let byte): write(codes.0[Int(byte)], literals[Int(byte)])
      case .copy(let length, let distance):
        let (long, far) = (Self.lengthSymbol(length), Self.distanceSymbol(distance))
        write(codes.0[long.symbol], literals[long.symbol])
        write(long.extra, long.bits)
        write(codes.1[far.symbol], distances[far.symbol])
        write(far.extra, far.bits)
      }
    }
    write(codes.0[256], literals[256])
  }

  private static func lengthSymbol(_ length: Int) -> (symbol: Int, extra: Int, bits: Int) {
    if length == 258 { return (285, 0, 0) }
    let rest = length - 3
    if rest < 8 { return (257 + rest, 0, 0) }
    let bits = Int.bitWidth - 3 - rest.leadingZeroBitCount
    return (257 + 4 * bits + rest >> bits, rest & (1 << bits - 1), bits)
  }

  private static func distanceSymbol(_ distance: Int) -> (symbol: Int, extra: Int, bits: Int) {
    let rest = distance - 1
    if rest < 4 { return (rest, 0, 0) }
    let bits = Int.bitWidth - 2 - rest.leadingZeroBitCount
    return (2 * bits + rest >> bits, rest & (1 << bits - 1), bits)
  }

  /// Encodes code lengths as the symbols that a block stores.
  private static func runs(_ lengths: [Int]) -> [(symbol: Int, extra: Int)] {
    var runs: [(symbol: Int, extra: Int)] = []
    var at = 0
    while at < lengths.count {
      var end = at
      while end < lengths.count, lengths[end] == lengths[at] { end += 1 }
      var count = end - at
      if lengths[at] == 0 {
        while count >= 3 {
          let taken = min(count, 138)
          runs.append(taken > 10 ? (18, taken - 11) : (17, taken - 3))
          count -= taken
        }
      } else {
        runs.append((lengths[at], 0))
        count -= 1
        while count >= 3 {
          let taken = min(count, 6)
          runs.append((16, taken - 3))
          count -= taken
        }
      }
      runs += repeatElement((symbol: lengths[at], extra: 0), count: count)
      at = end
    }
    return runs
  }

  /// The canonical codes for code lengths, with their first bit lowest.
  private static func codes(_ lengths: [Int]) -> [Int] {
    var codes = [Int](repeating: 0, count: lengths.count)
    var code = 0
    for length in 1...15 {
      for symbol in lengths.indices where lengths[symbol] == length {
        codes[symbol] = (0..<length).reduce(0) { $0 | (code >> $1 & 1) << (length - 1 - $1) }
        code += 1
      }
      code <<= 1
    }
    return codes
  }

  /// The code lengths of a Huffman code, at most `limit` each.
  ///
  /// Source: D. A. Huffman, "A method for the construction of minimum-redundancy codes", 1952,
  /// doi:10.1109/JRPROC.1952.273898.
  private static func lengths(of counts: [Int], limit: Int) -> [Int] {
    var lengths = [Int](repeating: 0, count: counts.count)
    var counts = counts
    let used = counts.indices.filter { counts[$0] > 0 }
    if used.count == 1 { lengths[used[0]] = 1 }
    while used.count > 1 {
      var trees = used.map { (count: counts[$0], symbols: [$0]) }
      for symbol in used { lengths[symbol] = 0 }
      while trees.count > 1 {
        trees.sort { $0.count > $1.count }
        guard let a = trees.popLast(), let b = trees.popLast() else { break }
        for symbol in a.symbols + b.symbols { lengths[symbol] += 1 }
        trees.append((a.count + b.count, a.symbols + b.symbols))
      }
      if lengths.allSatisfy({ $0 <= limit }) { break }
      for symbol in used { counts[symbol] = (counts[symbol] + 1) / 2 }
    }
    return lengths
  }
}
