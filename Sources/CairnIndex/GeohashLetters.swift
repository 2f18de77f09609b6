/// The 32 letters of a geohash: digits and lower-case letters without a, i, l and o, whose order is
/// that of their bytes.
internal enum GeohashLetters {
  /// Turns 40 bits into eight letters, the first letter in the lowest byte.
  ///
  /// All eight are worked out at once in one register: the bits are spread to five a byte, then
  /// each byte is moved up by what the letters skip before it.
  @inline(__always)
  static func eight(_ bits: UInt64) -> UInt64 {
    var lanes = (bits & 0xF_FFFF) | (bits & 0xFF_FFF0_0000) &<< 12
    lanes = (lanes & 0x0000_03FF_0000_03FF) | (lanes & 0x000F_FC00_000F_FC00) &<< 6
    lanes = (lanes & 0x001F_001F_001F_001F) | (lanes & 0x03E0_03E0_03E0_03E0) &<< 3
    // The tenth letter stands 40 bytes beyond where a digit after 9 would; i, l and o are skipped.
    var letters = lanes &+ 0x3030_3030_3030_3030
    letters &+= atLeast(10, lanes) &* 40
    letters &+= atLeast(17, lanes)
    letters &+= atLeast(19, lanes)
    letters &+= atLeast(21, lanes)
    return letters.byteSwapped
  }

  /// 1 in each byte whose value, less than 32, is at least the bound.
  @inline(__always)
  private static func atLeast(_ bound: UInt64, _ lanes: UInt64) -> UInt64 {
    ((lanes &+ (0x80 &- bound) &* 0x0101_0101_0101_0101) & 0x8080_8080_8080_8080) &>> 7
  }

  /// The value of a byte as a letter of either case; 255 where it is none.
  @inline(__always)
  static func value(of byte: UInt8) -> UInt8 {
    byte < 128 ? values[Int(byte)] : 255
  }

  private static let values: [UInt8] = [
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 255, 255, 255, 255, 255, 255,
    255, 255, 10, 11, 12, 13, 14, 15, 16, 255, 17, 18, 255, 19, 20, 255,
    21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 255, 255, 255, 255, 255,
    255, 255, 10, 11, 12, 13, 14, 15, 16, 255, 17, 18, 255, 19, 20, 255,
    21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 255, 255, 255, 255, 255,
  ]
}
