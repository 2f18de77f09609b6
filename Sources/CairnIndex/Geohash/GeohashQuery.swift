public import CairnGeodesy

/// A query for a store that keeps places sorted by geohash: the key ranges to read and an exact
/// filter for the rows.
///
/// The ranges contain every place of the region and some places outside it, so keep only the rows
/// that satisfy ``matches(_:)``. This works with any store:
///
/// ```swift
/// let oslo = Coordinate(latitude: 59.9139, longitude: 10.7522)
/// let query = GeohashQuery(within: 5_000, of: oslo)
/// for range in query.ranges(of: Geohash60.self) {
///   // SELECT * FROM place WHERE hash BETWEEN range.first.rawValue AND range.last.rawValue
///   // keep the rows for which query.matches(coordinate) is true
/// }
/// ```
///
/// Fewer ranges mean fewer scans; more ranges mean fewer rows outside the region.
public struct GeohashQuery: Sendable {
  /// The region of the query.
  public let region: any PlaceRegion
  private let cells: [GeohashCell]

  /// Creates a query for the places in a region.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, polygons, a ``PathCorridor`` or a custom region; an empty region has
  ///     no ranges.
  ///   - maximumRanges: the maximum number of ranges, at least 1.
  /// - Complexity: O(*k* log *k*) for *k* ranges, times the number of edges near a cell for
  ///   polygons.
  public init(_ region: some PlaceRegion, maximumRanges: Int = 16) {
    self.region = region
    // Cells are halved one bit at a time here, since ranges need not end at character boundaries.
    cells =
      region._outline.shape.map {
        GeohashCoverer.cells(of: $0, step: 1, limit: max(1, maximumRanges), count: 60)
      } ?? []
  }

  /// Creates a query for the places within a distance of a center.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters on the mean sphere, inclusive; nothing is found if it is
  ///     negative or NaN.
  ///   - center: the center of the search.
  ///   - maximumRanges: the maximum number of ranges, at least 1.
  public init(within radius: Double, of center: Coordinate, maximumRanges: Int = 16) {
    self.init(Cap(center: center, radius: radius), maximumRanges: maximumRanges)
  }

  /// Whether a place is in the region; the exact filter for rows read by a scan.
  public func matches(_ coordinate: Coordinate) -> Bool { region.contains(coordinate) }

  /// The closed ranges of keys of a bit count, aligned to the top of 64 bits.
  internal func bits(ofKeysWith count: Int) -> [(first: UInt64, last: UInt64)] {
    GeohashRanges.bits(cells, count: count)
  }

  /// Returns the ranges of integer keys to read, ascending and disjoint.
  ///
  /// The key type must be that of the stored column: see ``GeohashInteger``.
  public func ranges<Key: GeohashInteger>(of type: Key.Type = Key.self) -> [GeohashKeyRange<Key>] {
    GeohashRanges.keys(cells)
  }

  /// Returns the ranges of strings to read, ascending and disjoint, each half-open `lower..<upper`.
  ///
  /// Strings are compared **by bytes**: in SQL, the column needs a binary collation ("C" in
  /// PostgreSQL, `BINARY` in SQLite). A key may continue with anything after the geohash
  /// (`u09tunq:42`). The last byte of an upper bound is incremented and is not always a geohash
  /// character.
  ///
  /// - Parameter keyLength: the number of characters of the stored geohashes, clamped to 1...12;
  ///   without it, a shorter key would sort before a finer range that should contain it.
  /// - Returns: the ranges; empty for an empty region.
  public func stringRanges(keyLength: Int = 12) -> [Range<String>] {
    GeohashRanges.strings(cells, keyLength: keyLength)
  }

  /// Reads the ranges with a closure and returns the rows that match.
  ///
  /// ```swift
  /// let rows = try query.matches(of: Geohash60.self, at: \.coordinate) { range in
  ///   try database.rows(from: range.first.rawValue, through: range.last.rawValue)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the type of the stored keys.
  ///   - coordinate: the coordinate of a row.
  ///   - read: returns the rows whose key is in a range, both ends included.
  /// - Returns: the rows in the region, in the order in which they were read: by key.
  /// - Throws: any error that `read` throws.
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

/// A closed range of integer keys.
///
/// Use ``first`` and ``last`` for a scan with `BETWEEN`, and ``lowerBound`` and ``upperBound`` for
/// a half-open scan.
public struct GeohashKeyRange<Key: GeohashInteger>: Hashable, Sendable {
  /// The least key.
  public let first: Key
  /// The greatest key.
  public let last: Key

  /// Creates a range.
  ///
  /// - Parameters:
  ///   - first: the least key.
  ///   - last: the greatest key.
  public init(first: Key, last: Key) {
    self.first = first
    self.last = last
  }

  /// The bits of the least key.
  public var lowerBound: UInt64 { first.rawValue }

  /// The bits of the greatest key plus one; nil if that is 2^64, in which case the scan runs to the
  /// end.
  public var upperBound: UInt64? { last.rawValue == .max ? nil : last.rawValue + 1 }

  /// Whether a key is in the range.
  public func contains(_ key: Key) -> Bool { key >= first && key <= last }
}

/// Converts cells to ranges for stores with sorted keys.
internal enum GeohashRanges {
  /// Ranges of the 64 bits of cells.
  ///
  /// - Parameters:
  ///   - cells: the cells, in ascending order.
  ///   - count: the bits of a key: cells finer than a key are widened to it.
  /// - Returns: closed ranges, ascending; adjacent and overlapping ranges are merged.
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

  /// Half-open ranges of strings, ascending; adjacent ranges are merged.
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

  /// The least string, by bytes, after all strings that begin with a geohash: its last byte plus
  /// one.
  ///
  /// This is correct for every key with the prefix, whereas appending a high character such as `~`
  /// misses keys that continue with a higher one. `z` becomes `{`.
  private static func successor(of hash: Geohash) -> String {
    var bytes = Array(hash.description.utf8)
    bytes[bytes.count - 1] += 1
    return String(decoding: bytes, as: UTF8.self)
  }
}
