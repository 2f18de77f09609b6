/// The CRC-32 checksum of gzip, ZIP (RFC 1952, 8) and atlas files, computed eight bytes at a time.
///
/// Source: M. Kounavis, F. Berry, "Novel table lookup-based algorithms for high-performance CRC
/// generation", IEEE Transactions on Computers 57 (2008), doi:10.1109/TC.2008.85.
package struct CRC32: Sendable {
  private var rest: UInt32 = .max

  /// The checksum of the bytes so far.
  package var value: UInt32 { ~rest }

  package init() {}

  package mutating func add(_ bytes: [UInt8]) { add(bytes, in: bytes.indices) }

  package mutating func add(_ bytes: [UInt8], in range: Range<Int>) {
    bytes.withUnsafeSpan { add($0, in: range) }
  }

  /// Adds the bytes of a range.
  package mutating func add(_ bytes: UnsafeSpan<UInt8>, in range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    var rest = rest
    Self.tables.withUnsafeSpan { tables in
      var index = range.lowerBound
      while index &+ 8 <= range.upperBound {
        let word = bytes.word(at: index) ^ UInt64(rest)
        @inline(__always) func part(_ byte: UInt64, _ table: Int) -> UInt32 {
          tables[table &* 256 &+ Int(truncatingIfNeeded: word >> (8 &* byte) & 255)]
        }
        rest =
          part(0, 7) ^ part(1, 6) ^ part(2, 5) ^ part(3, 4) ^ part(4, 3) ^ part(5, 2)
          ^ part(6, 1) ^ part(7, 0)
        index &+= 8
      }
      while index < range.upperBound {
        rest = tables[Int((rest ^ UInt32(bytes[index])) & 255)] ^ rest >> 8
        index &+= 1
      }
    }
    self.rest = rest
  }

  /// The contribution of each byte to the sum when zero to seven bytes follow it.
  private static let tables: [UInt32] = {
    var tables = (0..<256).map { (byte: UInt32) in
      (0..<8).reduce(byte) { rest, _ in rest >> 1 ^ (rest & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    for index in 256..<2048 {
      let before = tables[index - 256]
      tables.append(tables[Int(before & 255)] ^ before >> 8)
    }
    return tables
  }()
}
