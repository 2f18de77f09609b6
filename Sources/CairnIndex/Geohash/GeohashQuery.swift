public import CairnGeodesy

/// A question to a store that keeps places sorted by geohash: which runs of keys to read, and which
/// of the rows read to keep.
///
/// The runs hold every place of the region, and places beside it; so keep only what
/// ``matches(_:)``. That is all there is to it, whatever the store:
///
/// ```swift
/// let oslo = Coordinate(latitude: 59.9139, longitude: 10.7522)
/// let query = GeohashQuery(within: 5_000, of: oslo)
/// for range in query.ranges(of: Geohash60.self) {
///   // SELECT * FROM place WHERE hash BETWEEN range.first.rawValue AND range.last.rawValue
///   // keep those rows of which query.matches(coordinate)
/// }
/// ```
///
/// Fewer ranges mean fewer scans, more ranges fewer rows read beside the region.
public struct GeohashQuery: Sendable {
  /// What is asked for.
  public let region: any PlaceRegion
  private let cells: [GeohashCell]

  /// Asks for the places of a region.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, polygons, a ``PathCorridor`` or a region of your own; of an empty
  ///     one there are no ranges.
  ///   - maximumRanges: the most ranges you want to scan, at least 1.
  /// - Complexity: O(*k* log *k*) for *k* ranges, times the number of edges near a cell for
  ///   polygons.
  public init(_ region: some PlaceRegion, maximumRanges: Int = 16) {
    self.region = region
    // Cells are halved one bit at a time here: ranges need not end where a character does.
    cells =
      region._outline.withShape { shape in
        GeohashCover.fewCells(of: shape, step: 1, limit: max(1, maximumRanges), count: 60)
      } ?? []
  }

  /// Asks for the places within a distance of a centre.
  ///
  /// - Parameters:
  ///   - radius: metres on the mean sphere, edge included; nothing is found for a negative one or
  ///     NaN.
  ///   - center: where to look.
  ///   - maximumRanges: the most ranges you want to scan, at least 1.
  public init(within radius: Double, of center: Coordinate, maximumRanges: Int = 16) {
    self.init(Cap(center: center, radius: radius), maximumRanges: maximumRanges)
  }

  /// Whether a place is in the region, exactly: the filter for what a scan has read.
  public func matches(_ coordinate: Coordinate) -> Bool { region.contains(coordinate) }

  /// The runs of keys of a depth, aligned to the top of 64 bits, both ends included.
  internal func bits(ofKeysWith count: Int) -> [(first: UInt64, last: UInt64)] {
    GeohashRanges.bits(cells, count: count)
  }

  /// The runs of integer keys to read, ascending and disjoint.
  ///
  /// The type of key must be that of the stored column: see ``GeohashInteger``.
  public func ranges<Key: GeohashInteger>(of type: Key.Type = Key.self) -> [GeohashKeyRange<Key>] {
    GeohashRanges.keys(cells)
  }

  /// The runs of strings to read, ascending and disjoint, each a half-open `lower..<upper`.
  ///
  /// Strings are compared **by bytes**: in SQL, the column needs a binary collation ("C" in
  /// PostgreSQL, `BINARY` in SQLite). A key may go on after the geohash in any way
  /// (`u09tunq:42`). Upper bounds are the last prefix with its last byte plus one, which is not
  /// always a letter of a geohash.
  ///
  /// - Parameter keyLength: the number of characters of the stored geohashes, taken into 1...12; a
  ///   shorter key would otherwise sort before a finer range that it should be found in.
  /// - Returns: the runs; none for an empty region.
  public func stringRanges(keyLength: Int = 12) -> [Range<String>] {
    GeohashRanges.strings(cells, keyLength: keyLength)
  }

  /// Reads the runs with a closure and keeps what matches.
  ///
  /// ```swift
  /// let rows = try query.matches(of: Geohash60.self, at: \.coordinate) { range in
  ///   try database.rows(from: range.first.rawValue, through: range.last.rawValue)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the type of the stored keys.
  ///   - coordinate: where a row is.
  ///   - read: the rows whose key is in a range, both ends included.
  /// - Returns: the rows in the region, in the order in which they were read: by key.
  /// - Throws: what `read` throws.
  @inlinable
  public func matches<Key: GeohashInteger, Rows: Sequence, Failure: Error>(
    of key: Key.Type, at coordinate: (Rows.Element) -> Coordinate,
    reading read: (GeohashKeyRange<Key>) throws(Failure) -> Rows
  ) throws(Failure) -> [Rows.Element] {
    var found: [Rows.Element] = []
    for range in ranges(of: key) {
      for row in try read(range) where matches(coordinate(row)) {
        found.append(row)
      }
    }
    return found
  }
}

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
  /// Ranges of the 64 bits of cells.
  ///
  /// - Parameters:
  ///   - cells: the cells, in ascending order.
  ///   - count: the bits of a key: cells finer than a key are widened to it.
  /// - Returns: ranges, both ends included, ascending, merged where they join or overlap.
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
