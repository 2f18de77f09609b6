public import CairnGeodesy
internal import CairnMemory

/// Places sorted by geohash: an in-memory index with the same access pattern as a geohash column of
/// a database.
///
/// It reads runs of keys and filters them exactly, as a database query with ``GeohashQuery`` does.
/// Use it as a model of such a query, as its in-memory counterpart in tests, or if rows are already
/// sorted by key and building must be cheap. If query speed matters, use ``PlaceIndex``, which is
/// many times faster.
///
/// ```swift
/// let index = try GeohashIndex(cities, coordinate: \.coordinate)
/// index.within(50_000, of: oslo)        // nearest first, with distances in meters
/// index.elements(in: norway)      // in the order of the input
/// ```
///
/// Every query returns exactly what a loop over all elements would return: radii are inclusive, and
/// neighbors are ordered by ``Coordinate/distance(to:)`` and then by offset.
public struct GeohashIndex<Element> {
  /// The elements in input order.
  public let elements: [Element]
  @usableFromInline internal let column: GeohashColumn

  /// Creates an index by sorting elements by their cells.
  ///
  /// - Parameters:
  ///   - elements: the elements; they keep their order and offsets.
  ///   - coordinate: a key path or closure that returns the coordinate of an element, called once
  ///     per element.
  /// - Throws: ``GeohashError/invalidCoordinate(offset:coordinate:)`` for the first invalid
  ///   coordinate.
  /// - Complexity: O(*n* log *n*).
  @inlinable
  public init(
    _ elements: some Sequence<Element>, coordinate: (Element) -> Coordinate
  ) throws(GeohashError) {
    let list = Array(elements)
    column = try GeohashColumn(list.map(coordinate))
    self.elements = list
  }

  /// Creates an index of rows that are already sorted by a key, as a database returns them.
  ///
  /// - Parameters:
  ///   - rows: rows in ascending order of their keys.
  ///   - key: the stored key of a row.
  ///   - coordinate: the coordinate of a row.
  /// - Throws: ``GeohashError/unsortedKey(offset:)``,
  ///   ``GeohashError/invalidCoordinate(offset:coordinate:)``, or
  ///   ``GeohashError/foreignKey(offset:)`` if a key is not the cell of its coordinate, since such
  ///   a row could not be found.
  /// - Complexity: O(*n*).
  @inlinable
  public init<Key: GeohashInteger>(
    sorted rows: some Sequence<Element>, key: (Element) -> Key,
    coordinate: (Element) -> Coordinate
  ) throws(GeohashError) {
    let list = Array(rows)
    column = try GeohashColumn(sorted: list.map(key), list.map(coordinate))
    elements = list
  }

  /// The number of places.
  @inlinable public var count: Int { column.count }

  /// Whether the index is empty.
  @inlinable public var isEmpty: Bool { column.count == 0 }

  /// Returns the places within a distance of a center, nearest first.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive; nothing is found if it is negative or NaN.
  ///   - center: the center; nothing is found if it is not ``Coordinate/isValid``.
  ///   - maximumRanges: the maximum number of key ranges to read; more ranges read fewer places
  ///     outside the radius.
  /// - Returns: the places with their distances, equally distant ones in input order.
  @inlinable
  public func within(
    _ radius: Double, of center: Coordinate, maximumRanges: Int = 16
  ) -> [Neighbor<Element>] {
    column.hits(within: radius, of: center, maximumRanges: maximumRanges).map { hit in
      Neighbor(element: elements[hit.tag], offset: hit.tag, distance: hit.distance)
    }
  }

  /// Returns the number of places within a distance of a center.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - center: the center of the search.
  ///   - maximumRanges: the maximum number of key ranges to read.
  /// - Returns: the number of places.
  @inlinable
  public func count(
    within radius: Double, of center: Coordinate, maximumRanges: Int = 16
  ) -> Int {
    column.count(within: radius, of: center, maximumRanges: maximumRanges)
  }

  /// Returns the places in a region, in input order.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - maximumRanges: the maximum number of key ranges to read.
  /// - Returns: the places in input order.
  @inlinable
  public func elements(in region: some PlaceRegion, maximumRanges: Int = 16) -> [Element] {
    column.offsets(in: GeohashQuery(region, maximumRanges: maximumRanges)).map { elements[$0] }
  }
}

extension GeohashIndex: Sendable where Element: Sendable {}

/// Keys in ascending order with their coordinates and offsets, like a sorted database column.
@usableFromInline
internal struct GeohashColumn: Sendable {
  /// Keys, aligned to the top of 64 bits.
  private let keys: [UInt64]
  private let coordinates: [Coordinate]
  private let offsets: [Int]
  private let bitCount: Int

  /// Sorts coordinates by their cells of 64 bits, ties by offset.
  @usableFromInline
  init(_ places: [Coordinate]) throws(GeohashError) {
    let cells = try Geohash64.cells(of: places)
    let order = cells.indices.sorted { first, second in
      (cells[first].rawValue, first) < (cells[second].rawValue, second)
    }
    keys = order.map { cells[$0].rawValue }
    coordinates = order.map { places[$0] }
    offsets = order
    bitCount = 64
  }

  /// Takes keys that are already in ascending order.
  @usableFromInline
  init<Key: GeohashInteger>(
    sorted keys: [Key], _ places: [Coordinate]
  ) throws(GeohashError) {
    for (offset, (key, place)) in zip(keys, places).enumerated() {
      guard let cell = Key(place) else {
        throw .invalidCoordinate(offset: offset, coordinate: place)
      }
      guard cell == key else { throw .foreignKey(offset: offset) }
      guard offset == 0 || keys[offset - 1] <= key else { throw .unsortedKey(offset: offset) }
    }
    self.keys = keys.map(\.leadingBits)
    coordinates = places
    offsets = Array(places.indices)
    bitCount = Key.bitCount
  }

  @usableFromInline
  var count: Int { keys.count }

  /// The first position whose key is not less than the bits.
  private func position(of bits: UInt64) -> Int {
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < bits { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Calls the body with the offset and coordinate of each place whose key is in a range.
  private func forEachCandidate(
    of query: GeohashQuery, _ body: (Int, Coordinate) -> Void
  ) {
    for range in query.bits(ofKeysWith: bitCount) {
      var position = position(of: range.first)
      while position < keys.count, keys[position] <= range.last {
        body(offsets[position], coordinates[position])
        position += 1
      }
    }
  }

  /// The offsets of the places in a region, ascending.
  @usableFromInline
  func offsets(in query: GeohashQuery) -> [Int] {
    var found: [Int] = []
    forEachCandidate(of: query) { offset, coordinate in
      if query.matches(coordinate) { found.append(offset) }
    }
    return found.sorted()
  }

  /// The places within a distance, by distance and then by offset.
  @usableFromInline
  func hits(
    within radius: Double, of center: Coordinate, maximumRanges: Int
  ) -> [Hit] {
    var found: [Hit] = []
    let query = GeohashQuery(within: radius, of: center, maximumRanges: maximumRanges)
    forEachCandidate(of: query) { offset, coordinate in
      let distance = center.distance(to: coordinate)
      if distance <= radius { found.append(Hit(tag: offset, distance: distance)) }
    }
    found.withUnsafeBuffer { $0.sortHits() }
    return found
  }

  /// The number of places within a distance.
  @usableFromInline
  func count(within radius: Double, of center: Coordinate, maximumRanges: Int) -> Int {
    var count = 0
    let query = GeohashQuery(within: radius, of: center, maximumRanges: maximumRanges)
    forEachCandidate(of: query) { _, coordinate in
      if center.distance(to: coordinate) <= radius { count += 1 }
    }
    return count
  }
}
