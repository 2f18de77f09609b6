import CairnInflate
import TestSupport
import Testing

/// Decompresses a stream in pieces; nil if it is invalid or truncated.
private func inflated(_ bytes: [UInt8], pieces: Int = .max) -> [UInt8]? {
  var inflater = Inflater()
  var output: [UInt8] = []
  var start = 0
  do {
    while start < bytes.count {
      let end = bytes.count - start > pieces ? start + pieces : bytes.count
      inflater.append(Array(bytes[start..<end]))
      while let piece = try inflater.next() { output += piece }
      start = end
    }
    inflater.finish()
    while let piece = try inflater.next() { output += piece }
  } catch {
    return nil
  }
  return inflater.isAtEnd ? output : nil
}

@Suite struct InflaterTests {
  private static let tries = rounds(6_000, inDebug: 25)

  /// Random symbols whose copies never reach back before the first byte.
  private static func symbols(
    _ generator: inout SeededGenerator, _ count: Int, _ before: Int
  ) -> [DeflateWriter.Symbol] {
    var length = before
    let letters = generator.integer(in: 1...256)
    let reach = [2, 9, 40, 1 << 15][generator.integer(in: 0...3)]
    return (0..<count).map { _ in
      if length == 0 || generator.integer(in: 0...2) > 0 {
        length += 1
        return .literal(UInt8(generator.integer(in: 0...letters - 1)))
      }
      let copied = generator.integer(in: 0...9) == 0 ? 258 : generator.integer(in: 3...40)
      let distance = generator.integer(in: 1...min(length, reach))
      length += copied
      return .copy(length: copied, distance: distance)
    }
  }

  /// A stream with blocks of all kinds, and its decompressed data.
  private static func stream(
    _ generator: inout SeededGenerator
  ) -> (bytes: [UInt8], data: [UInt8]) {
    var writer = DeflateWriter()
    var symbols: [DeflateWriter.Symbol] = []
    let blocks = generator.integer(in: 1...4)
    for block in 1...blocks {
      let count = generator.integer(in: 0...300)
      let isLast = block == blocks
      switch generator.integer(in: 0...3) {
      case 0:
        let data = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        writer.storedBlock(data, isLast: isLast)
        symbols += data.map { .literal($0) }
      case 1:
        let more = Self.symbols(&generator, count, DeflateWriter.expanded(symbols).count)
        writer.fixedBlock(more, isLast: isLast)
        symbols += more
      default:
        let more = Self.symbols(&generator, count, DeflateWriter.expanded(symbols).count)
        writer.block(more, isLast: isLast)
        symbols += more
      }
    }
    writer.align()
    return (writer.bytes, DeflateWriter.expanded(symbols))
  }

  @Test func agreesWithTheOracleOnRandomStreams() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<Self.tries {
      let (bytes, data) = Self.stream(&generator)
      #expect(ReferenceInflate.decode(bytes)?.output == data)
      #expect(inflated(bytes) == data)
      #expect(inflated(bytes, pieces: generator.integer(in: 1...20)) == data)
    }
  }

  /// For a stream with a few flipped bits, the result is that of the bit-by-bit oracle.
  @Test func agreesWithTheOracleOnDamagedStreams() {
    var generator = SeededGenerator(seed: 2)
    var (accepted, refused) = (0, 0)
    for _ in 0..<5 * Self.tries {
      var (bytes, _) = Self.stream(&generator)
      for _ in 0..<generator.integer(in: 1...3) {
        bytes[generator.integer(in: 0...min(bytes.count - 1, 80))] ^=
          1 << UInt8(generator.integer(in: 0...7))
      }
      let wanted = ReferenceInflate.decode(bytes)?.output
      if wanted == nil { refused += 1 } else { accepted += 1 }
      #expect(inflated(bytes) == wanted)
      #expect(inflated(bytes, pieces: 7) == wanted)
    }
    #expect(accepted > 20 && refused > 20)
  }

  /// Truncation is detected at every position.
  @Test func truncatedStreamsAreRejected() {
    var generator = SeededGenerator(seed: 3)
    let (bytes, data) = Self.stream(&generator)
    for count in 0..<bytes.count { #expect(inflated(Array(bytes.prefix(count))) == nil) }
    #expect(inflated(bytes) == data)
    // The bytes after the stream are not part of it.
    #expect(inflated(bytes + [1, 2, 3]) == data)
  }

  /// Codes of 15 bits, codes of a single symbol, and an empty distance code.
  @Test func readsCodesOfEveryLength() {
    var literals = [Int](repeating: 0, count: 286)
    for index in 0..<14 { literals[index] = index + 1 }
    literals[14] = 15
    literals[256] = 15
    var symbols: [DeflateWriter.Symbol] = []
    for round in 0..<500 { symbols.append(.literal(UInt8(round * 7 % 15))) }
    var writer = DeflateWriter()
    writer.block(symbols, isLast: true, lengths: (literals, [0]))
    writer.align()
    #expect(inflated(writer.bytes) == DeflateWriter.expanded(symbols))

    var long = [Int](repeating: 9, count: 286)
    for index in 0..<226 { long[index] = 8 }
    var distances = [Int](repeating: 0, count: 30)
    for index in 0..<14 { distances[2 * index] = index + 1 }
    distances[1] = 15
    distances[29] = 15
    let data = (0..<60_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    var far: [DeflateWriter.Symbol] = data.map { .literal($0) }
    far += [
      .copy(length: 258, distance: 32_768), .copy(length: 3, distance: 1),
      .copy(length: 17, distance: 24_577), .copy(length: 258, distance: 2),
    ]
    writer = DeflateWriter()
    // 226 codes of 8 bits and 60 of 9 bits form a complete code.
    writer.block(far, isLast: true, lengths: (long, distances))
    writer.align()
    let wanted = ReferenceInflate.decode(writer.bytes)?.output
    #expect(wanted == DeflateWriter.expanded(far))
    #expect(inflated(writer.bytes) == wanted)
    #expect(inflated(writer.bytes, pieces: 1_000) == wanted)
  }

  /// The error describes the fault of an invalid stream.
  @Test(arguments: [
    ([0x07], "a block of an unknown kind"),
    ([0x01, 1, 0, 0, 0], "the length of a stored block is wrong"),
    ([0x03, 0x02, 0x00], "a distance reaches back before the first byte"),
    ([0xF5, 0, 0, 0], "a code has too many symbols"),
    ([0x05, 0, 0, 0, 0, 0], "the code of lengths is invalid"),
  ])
  func reportsErrors(bytes: [Int], what: String) throws {
    var inflater = Inflater()
    inflater.append(bytes.map { UInt8($0) })
    inflater.finish()
    let error = #expect(throws: InflateError.self) { _ = try inflater.next() }
    #expect(error?.reason == .invalid(what))
  }

  /// A stream that expands a thousandfold is returned in pieces of bounded size.
  @Test func aDecompressionBombIsReturnedInPieces() throws {
    let count = rounds(2_000, inDebug: 5)
    var writer = DeflateWriter()
    writer.block([.literal(7)], isLast: false)
    let run = [DeflateWriter.Symbol](repeating: .copy(length: 258, distance: 1), count: 4_000)
    for number in 1...count { writer.block(run, isLast: number == count) }
    writer.align()
    var inflater = Inflater()
    inflater.append(writer.bytes)
    inflater.finish()
    var total = 0
    while let piece = try inflater.next() {
      #expect(piece.count <= 1 << 19 && piece.allSatisfy { $0 == 7 })
      total += piece.count
    }
    #expect(total == 1 + count * 4_000 * 258)
    #expect(total > 900 * writer.bytes.count)
  }

  @Test func readsWhatTheWriterCompresses() {
    let text = (0..<20_000).map { "\($0 * 7919 % 1_000),\(Double($0) / 8)\n" }.joined()
    let data = Array(text.utf8)
    let bytes = DeflateWriter.compressed(data)
    #expect(bytes.count < data.count / 2)
    #expect(inflated(bytes) == data)
    #expect(inflated(bytes, pieces: 4_099) == data)
    #expect(inflated(DeflateWriter.compressed([])) == [])
  }

  /// The bytes of a sequence of bits, the first one lowest in its byte.
  private static func bytes(_ bits: String) -> [UInt8] {
    let bits = Array(bits.utf8.filter { $0 != 0x20 })
    return stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<min(start + 8, bits.count)].reversed().reduce(UInt8(0)) {
        $0 << 1 | ($1 == UInt8(ascii: "1") ? 1 : 0)
      }
    }
  }

  private func reason(_ bytes: [UInt8]) -> InflateError.Reason? {
    var inflater = Inflater()
    inflater.append(bytes)
    inflater.finish()
    do {
      while try inflater.next() != nil {}
      return nil
    } catch {
      return error.reason
    }
  }

  /// An incomplete code is invalid, except a single code of one bit.
  @Test func incompleteCodesAreRejected() {
    var literals = [Int](repeating: 0, count: 286)
    literals[65] = 1
    literals[256] = 1
    func stream(_ literals: [Int], _ distances: [Int]) -> [UInt8] {
      var writer = DeflateWriter()
      writer.block([.literal(65)], isLast: true, lengths: (literals, distances))
      writer.align()
      return writer.bytes
    }
    #expect(inflated(stream(literals, [0])) == [65])
    #expect(inflated(stream(literals, [1])) == [65])
    for distances in [[2], [2, 2], [2, 2, 2], [3, 3, 3], [15], [1, 3], [1, 2]] {
      #expect(
        reason(stream(literals, distances)) == .invalid("the code of distances is invalid"),
        "\(distances)")
      #expect(ReferenceInflate.decode(stream(literals, distances)) == nil)
    }
    for distances in [[1, 1, 1], [1, 2, 2, 2]] {
      #expect(
        reason(stream(literals, distances)) == .invalid("the code of distances is invalid"),
        "\(distances)")
    }
    var open = literals
    open[65] = 2
    open[256] = 2
    #expect(reason(stream(open, [0])) == .invalid("the code of literals and lengths is invalid"))
    var endless = literals
    endless[256] = 0
    #expect(reason(stream(endless, [0])) == .invalid("no code for the end of a block"))
  }

  /// Symbols of the fixed codes that must not be used.
  @Test func invalidSymbolsAreRejected() {
    // Enough bytes before it for the distance to be valid.
    var writer = DeflateWriter()
    for _ in 0..<3 {
      writer.storedBlock([UInt8](repeating: 1, count: 30_000), isLast: false)
    }
    writer.align()
    for distance in ["11110", "11111"] {
      let block = Self.bytes("1 10 0000001 \(distance) 00000000000000 0000000 00000000")
      #expect(reason(writer.bytes + block) == .invalid("bits that are not a code"), "\(distance)")
    }
    for length in ["11000110", "11000111"] {
      let block = Self.bytes("1 10 \(length) 00000 0000000 00000000")
      #expect(reason(writer.bytes + block) == .invalid("bits that are not a code"), "\(length)")
    }
  }

  /// Counts and repetitions of code lengths that are too large.
  @Test func tooManyLengthsAreRejected() {
    // 257 literals, 31 or 32 distances.
    for count in ["01111", "11111"] {
      #expect(
        reason(Self.bytes("1 01 00000 \(count) 0000 000000000000 00000000"))
          == .invalid("a code has too many symbols"))
    }
    // The code of lengths contains 18 (11 to 138 zeros) and 16 (repeat the last) with one bit each.
    let head = "1 01 00000 00000 0000 100 000 100 000"
    #expect(
      reason(Self.bytes(head + " 0 00 00000000")) == .invalid("there is no length to repeat"))
    #expect(
      reason(Self.bytes(head + " 1 1111111 1 1111111 00000000"))
        == .invalid("more lengths than symbols"))
  }
}
