/// A run of integer keys, both ends included.
///
/// For a scan by `BETWEEN` take ``first`` and ``last``; for a half-open one ``lowerBound`` and
/// ``upperBound``.
public struct GeohashKeyRange<Key: GeohashInteger>: Hashable, Sendable {
  /// The least key.
  public let first: Key
  /// The greatest key.
  public let last: Key

  /// The bits of the least key.
  public var lowerBound: UInt64 { first.rawValue }

  /// One more than the bits of the greatest key; nil when that is 2^64, so that a scan runs to the
  /// end.
  public var upperBound: UInt64? { last.rawValue == .max ? nil : last.rawValue + 1 }

  /// Whether a key lies in the range.
  public func contains(_ key: Key) -> Bool { key >= first && key <= last }
}

/// Cells as ranges for stores with sorted keys.
internal enum GeohashRanges {
  /// Ranges of the 64 bits, both ends included, ascending, merged where they join or overlap.
  ///
  /// - Parameter count: the bits of a key: cells finer than a key are widened to it.
  static func bits(_ cells: [GeohashCell], count: Int) -> [(first: UInt64, last: UInt64)] {
    var ranges: [(first: UInt64, last: UInt64)] = []
    for cell in cells {
      let wide = cell.ancestor(count: count)
      if let previous = ranges.last, previous.last == .max || wide.bits <= previous.last + 1 {
        ranges[ranges.count - 1].last = max(previous.last, wide.lastBits)
      } else {
        ranges.append((wide.bits, wide.lastBits))
      }
    }
    return ranges
  }

  static func keys<Key: GeohashInteger>(_ cells: [GeohashCell]) -> [GeohashKeyRange<Key>] {
    bits(cells, count: Key.bitCount).map { range in
      GeohashKeyRange(first: Key(leading: range.first), last: Key(leading: range.last))
    }
  }

  /// Half-open ranges of strings, ascending, merged where they join.
  static func strings(_ cells: [GeohashCell], keyLength: Int) -> [Range<String>] {
    let length = min(max(keyLength, 1), 12)
    var ranges: [Range<String>] = []
    var last: UInt64?
    for cell in cells {
      let wide = cell.ancestor(count: 5 * length)
      let precision = max(1, (wide.count + 4) / 5)
      let lower = Geohash(bits: wide.bits, precision: precision).description
      let upper = successor(of: Geohash(bits: wide.lastBits, precision: precision))
      if let previous = ranges.last, let end = last, end == .max || wide.bits <= end + 1 {
        ranges[ranges.count - 1] = previous.lowerBound..<max(previous.upperBound, upper)
        last = max(end, wide.lastBits)
      } else {
        ranges.append(lower..<upper)
        last = wide.lastBits
      }
    }
    return ranges
  }

  /// The least string, by bytes, after all that begin with a geohash: its last byte plus one.
  ///
  /// This is right for every key with the prefix whatever follows, where appending a high
  /// character such as `~` misses keys that continue with one higher still. `z` becomes `{`.
  private static func successor(of hash: Geohash) -> String {
    var bytes = Array(hash.description.utf8)
    bytes[bytes.count - 1] += 1
    return String(decoding: bytes, as: UTF8.self)
  }
}
