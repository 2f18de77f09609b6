public import CairnGeodesy

/// Places sorted by geohash: an index for the rows of a table that has such a column.
///
/// It answers by reading runs of keys and filtering exactly, as a query to a database would with
/// ``GeohashQuery``; so it is the model of such a query, its in-memory twin for tests, and the index
/// to use when rows come sorted by key and building must cost next to nothing. Where speed of
/// queries matters, take ``PlaceIndex``, which is many times faster.
///
/// ```swift
/// let index = try GeohashIndex(cities, coordinate: \.coordinate)
/// index.within(50_000, of: oslo)        // nearest first, with distances in metres
/// index.elements(in: .box(norway))      // in the order of the input
/// ```
///
/// Every answer is exactly that of a loop over all elements: radii include their edge, neighbours
/// are ordered by ``Coordinate/distance(to:)`` and then by offset.
public struct GeohashIndex<Element> {
  /// The elements as they were given.
  public let elements: [Element]
  @usableFromInline internal let column: GeohashColumn

  /// Sorts elements by their cells.
  ///
  /// - Parameters:
  ///   - elements: any elements; they keep their order and offsets.
  ///   - coordinate: where an element is: a key path or a closure, asked once for each element.
  /// - Throws: ``GeohashError/invalidCoordinate(offset:)`` with the first that is not valid.
  /// - Complexity: O(*n* log *n*).
  @inlinable
  public init(
    _ elements: some Sequence<Element>, coordinate: (Element) -> Coordinate
  ) throws(GeohashError) {
    let list = Array(elements)
    column = try GeohashColumn(list.map(coordinate))
    self.elements = list
  }

  /// Takes rows that have a key and are sorted by it, as a database returns them.
  ///
  /// - Parameters:
  ///   - rows: rows in ascending order of their keys.
  ///   - key: the stored key of a row.
  ///   - coordinate: where a row is.
  /// - Throws: ``GeohashError/unsortedKey(offset:)``, ``GeohashError/invalidCoordinate(offset:)``,
  ///   or ``GeohashError/foreignKey(offset:)`` when a key is not the cell of its coordinate, since
  ///   such a row could not be found.
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

  /// Whether there is no place to find.
  @inlinable public var isEmpty: Bool { column.count == 0 }

  /// The places within a distance of a centre, nearest first.
  ///
  /// - Parameters:
  ///   - radius: metres, edge included; nothing is found for a negative one or NaN.
  ///   - center: where to look; nothing is found for one that is not ``Coordinate/isValid``.
  ///   - maximumRanges: the most runs of keys to read; more of them read fewer other places.
  @inlinable
  public func within(
    _ radius: Double, of center: Coordinate, maximumRanges: Int = 16
  ) -> [Neighbor<Element>] {
    column.hits(within: radius, of: center, maximumRanges: maximumRanges).map { hit in
      Neighbor(element: elements[hit.offset], offset: hit.offset, distance: hit.distance)
    }
  }

  /// How many places are within a distance of a centre.
  ///
  /// - Parameters:
  ///   - radius: metres, edge included.
  ///   - center: where to look.
  ///   - maximumRanges: the most runs of keys to read.
  @inlinable
  public func count(
    within radius: Double, of center: Coordinate, maximumRanges: Int = 16
  ) -> Int {
    column.count(within: radius, of: center, maximumRanges: maximumRanges)
  }

  /// The places in a region, in the order of the input.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, polygons or a corridor.
  ///   - maximumRanges: the most runs of keys to read.
  @inlinable
  public func elements(in region: GeohashRegion, maximumRanges: Int = 16) -> [Element] {
    column.offsets(in: GeohashQuery(region, maximumRanges: maximumRanges)).map { elements[$0] }
  }
}

extension GeohashIndex: Sendable where Element: Sendable {}
