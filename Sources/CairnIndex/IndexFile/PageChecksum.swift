/// The checksum of a page of an index file.
///
/// Four lanes each take every fourth word: `lane = rotated((lane ^ word) * odd)`. Every step is a
/// bijection of the lane and, for a given lane, of the word, so a change within one lane (any
/// single bit, byte or word) always changes the result; other changes slip through with a chance
/// of 2⁻⁶⁴. Four independent multiplications keep it near the speed of memory. It guards against
/// accidents, not against somebody who writes a matching checksum; whoever does gets a file that
/// is read without harm all the same.
enum PageChecksum {
  /// The checksum of the words of a page; their number is a multiple of four.
  static func of(_ words: Slab<UInt64>) -> UInt64 {
    assert(words.count & 3 == 0)
    var lanes = SIMD4<UInt64>(
      0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x27D4_EB2F_1656_67C5)
    var index = 0
    while index < words.count {
      lanes.x = step(lanes.x, words[index])
      lanes.y = step(lanes.y, words[index &+ 1])
      lanes.z = step(lanes.z, words[index &+ 2])
      lanes.w = step(lanes.w, words[index &+ 3])
      index &+= 4
    }
    return finish(lanes.x) ^ rotated(finish(lanes.y), 16) ^ rotated(finish(lanes.z), 32)
      ^ rotated(finish(lanes.w), 48)
  }

  @inline(__always)
  private static func step(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotated((lane ^ word) &* 0x9FB2_1C65_1E98_DF25, 29)
  }

  @inline(__always)
  private static func finish(_ lane: UInt64) -> UInt64 {
    let mixed = (lane ^ lane &>> 32) &* 0xD6E8_FEB8_6659_FD93
    return mixed ^ mixed &>> 32
  }

  @inline(__always)
  private static func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 {
    word &<< bits | word &>> (64 - bits)
  }
}
