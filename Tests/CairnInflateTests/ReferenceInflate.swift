/// A straightforward bit-by-bit decompressor: the oracle of the tests.
struct ReferenceInflate {
  private let bytes: [UInt8]
  private var bit = 0
  private(set) var output: [UInt8] = []

  private struct Wrong: Error {}

  /// The decompressed data of a stream and its length in bytes; nil if it is invalid or truncated.
  static func decode(_ bytes: [UInt8]) -> (output: [UInt8], count: Int)? {
    var decoder = ReferenceInflate(bytes)
    do {
      try decoder.run()
    } catch {
      return nil
    }
    return (decoder.output, (decoder.bit + 7) / 8)
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  private mutating func take(_ count: Int) throws -> Int {
    var value = 0
    for place in 0..<count {
      guard bit < 8 * bytes.count else { throw Wrong() }
      value |= Int(bytes[bit / 8] >> UInt8(bit % 8) & 1) << place
      bit += 1
    }
    return value
  }

  /// Symbols in the order of their codes, and the number of codes of each length.
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    init(_ lengths: [Int], isComplete: Bool) throws {
      for length in 1...15 {
        for symbol in lengths.indices where lengths[symbol] == length {
          counts[length] += 1
          symbols.append(symbol)
        }
      }
      var room = 1
      for length in 1...15 {
        room = 2 * room - counts[length]
        if room < 0 { throw Wrong() }
      }
      let isSingle = counts[1...].reduce(0, +) == counts[1]
      if room > 0, isComplete || !isSingle { throw Wrong() }
    }
  }

  private mutating func symbol(_ code: Code) throws -> Int {
    var (value, first, index) = (0, 0, 0)
    for length in 1...15 {
      value |= try take(1)
      if value - first < code.counts[length] { return code.symbols[index + value - first] }
      index += code.counts[length]
      first = (first + code.counts[length]) << 1
      value <<= 1
    }
    throw Wrong()
  }

  private mutating func run() throws {
    while true {
      let isLast = try take(1) == 1
      switch try take(2) {
      case 0:
        bit = (bit + 7) / 8 * 8
        let count = try take(16)
        guard try take(16) == ~count & 0xFFFF else { throw Wrong() }
        for _ in 0..<count { output.append(UInt8(try take(8))) }
      case 1:
        let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
        try symbols(
          Code(lengths, isComplete: true),
          Code([Int](repeating: 5, count: 32), isComplete: true))
      case 2: try ownCodes()
      default: throw Wrong()
      }
      if isLast { return }
    }
  }

  private mutating func ownCodes() throws {
    let counts = (try take(5) + 257, try take(5) + 1, try take(4) + 4)
    guard counts.0 <= 286, counts.1 <= 30 else { throw Wrong() }
    var lengths = [Int](repeating: 0, count: 19)
    for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15].prefix(
      counts.2)
    {
      lengths[symbol] = try take(3)
    }
    let code = try Code(lengths, isComplete: true)
    lengths = []
    while lengths.count < counts.0 + counts.1 {
      switch try symbol(code) {
      case 16:
        guard let last = lengths.last else { throw Wrong() }
        lengths += Array(repeating: last, count: try take(2) + 3)
      case 17: lengths += Array(repeating: 0, count: try take(3) + 3)
      case 18: lengths += Array(repeating: 0, count: try take(7) + 11)
      case let length: lengths.append(length)
      }
    }
    guard lengths.count == counts.0 + counts.1, lengths[256] > 0 else { throw Wrong() }
    try symbols(
      Code(Array(lengths[..<counts.0]), isComplete: false),
      Code(Array(lengths[counts.0...]), isComplete: false))
  }

  private mutating func symbols(_ literals: Code, _ distances: Code) throws {
    while true {
      let symbol = try symbol(literals)
      if symbol == 256 { return }
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      let index = symbol - 257
      guard index < 29 else { throw Wrong() }
      let bits = index < 8 || index == 28 ? 0 : index / 4 - 1
      let base = index < 8 ? 3 + index : index == 28 ? 258 : 3 + (4 + index % 4) << bits
      let length = base + (try take(bits))
      let far = try self.symbol(distances)
      guard far < 30 else { throw Wrong() }
      let more = far < 2 ? 0 : far / 2 - 1
      let distance = (far < 2 ? far + 1 : (2 + far % 2) << more + 1) + (try take(more))
      guard distance <= output.count else { throw Wrong() }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }
}
