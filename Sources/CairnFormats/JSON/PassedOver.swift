/// Counts of what is right in JSON and yet not read, in one word.
///
/// They are those of one value, which is at most 256 MB long. A count stays at the most that it can
/// be: 2³² - 1 numbers, 2²⁴ - 1 members, 255 systems.
internal struct PassedOver {
  private var word: UInt64 = 0

  /// Numbers of positions behind the elevation.
  internal var measureCount: Int { Int(truncatingIfNeeded: word & 0xFFFF_FFFF) }
  /// Members that GeoJSON does not know.
  internal var foreignCount: Int { Int(truncatingIfNeeded: word >> 32 & 0xFF_FFFF) }
  /// Reference systems near WGS 84.
  internal var nearSystemCount: Int { Int(truncatingIfNeeded: word >> 56) }

  @inline(__always)
  internal var isEmpty: Bool { word == 0 }

  @inline(never)
  internal mutating func addMeasure() {
    if word & 0xFFFF_FFFF < 0xFFFF_FFFF { word &+= 1 }
  }

  @inline(never)
  internal mutating func addForeign(_ count: Int = 1) {
    let least = min(count, 0xFF_FFFF - foreignCount)
    word &+= UInt64(truncatingIfNeeded: least) << 32
  }

  @inline(never)
  internal mutating func addNearSystem() {
    if word >> 56 < 0xFF { word &+= 1 << 56 }
  }
}
