public import CairnGeodesy

/// A place that a query found, as every kind of index hands it out.
public protocol PlaceNeighbor<Element> {
  /// What was searched for.
  associatedtype Element
  /// What the index knows a place by.
  associatedtype Key: Hashable

  /// The place.
  var element: Element { get }
  /// What the index knows it by: its offset or its ID.
  var key: Key { get }
  /// Metres from the query's centre: exactly what ``Coordinate/distance(to:)`` gives.
  var distance: Double { get }
}

/// A place that a query of a ``PlaceIndex`` or a ``MappedPlaceIndex`` found, and how far away it
/// is.
public struct Neighbor<Element>: PlaceNeighbor {
  /// The place.
  public let element: Element
  /// Where the place stood in the sequence that the index was built from.
  public let offset: Int
  /// Metres from the query's centre: exactly what ``Coordinate/distance(to:)`` gives.
  public let distance: Double

  /// Makes a neighbour.
  ///
  /// - Parameters:
  ///   - element: the place.
  ///   - offset: where it stood in the sequence that the index was built from.
  ///   - distance: metres from the query's centre.
  @inlinable
  public init(element: Element, offset: Int, distance: Double) {
    self.element = element
    self.offset = offset
    self.distance = distance
  }

  /// The same as ``offset``.
  @inlinable
  public var key: Int { offset }
}

extension Neighbor: Equatable where Element: Equatable {}
extension Neighbor: Hashable where Element: Hashable {}
extension Neighbor: Sendable where Element: Sendable {}

extension DynamicPlaceIndex {
  /// An element that a query found, and how far away it is.
  public struct Neighbor: Identifiable, PlaceNeighbor {
    /// The ID of the element.
    public let id: ID
    /// The element.
    public let element: Element
    /// Metres from the query's centre: exactly what ``Coordinate/distance(to:)`` gives.
    public let distance: Double

    /// Makes a neighbour.
    ///
    /// - Parameters:
    ///   - id: the ID of the element.
    ///   - element: the element.
    ///   - distance: metres from the query's centre.
    @inlinable
    public init(id: ID, element: Element, distance: Double) {
      self.id = id
      self.element = element
      self.distance = distance
    }

    /// The same as ``id``.
    @inlinable
    public var key: ID { id }
  }
}

extension DynamicPlaceIndex.Neighbor: Equatable where Element: Equatable {}
extension DynamicPlaceIndex.Neighbor: Hashable where Element: Hashable {}
extension DynamicPlaceIndex.Neighbor: Sendable where Element: Sendable, ID: Sendable {}

/// What an index knows a place by, and how far away it is: an answer without the place itself.
public struct PlaceHit<Key: Hashable>: Hashable {
  /// What the index knows the place by: its offset or its ID.
  public let key: Key
  /// Metres from the query's centre: exactly what ``Coordinate/distance(to:)`` gives.
  public let distance: Double

  /// Makes a hit.
  ///
  /// - Parameters:
  ///   - key: what the index knows the place by.
  ///   - distance: metres from the query's centre.
  @inlinable
  public init(key: Key, distance: Double) {
    self.key = key
    self.distance = distance
  }
}

extension PlaceHit: Sendable where Key: Sendable {}

/// A place along a path, and where the path passes it.
public struct PlaceAlongPath<Element, Key: Hashable> {
  /// The place.
  public let element: Element
  /// What the index knows it by: its offset or its ID.
  public let key: Key
  /// The point of the path that is nearest to the place.
  public let point: GeoPathPoint

  /// Makes a place along a path.
  ///
  /// - Parameters:
  ///   - element: the place.
  ///   - key: what the index knows it by.
  ///   - point: the point of the path that is nearest to it.
  @inlinable
  public init(element: Element, key: Key, point: GeoPathPoint) {
    self.element = element
    self.key = key
    self.point = point
  }

  /// Metres from the place to the path.
  @inlinable public var distance: Double { point.distance }
  /// Metres along the path to where it passes the place.
  @inlinable public var distanceAlong: Double { point.distanceAlong }
  /// On which side of the path the place lies.
  @inlinable public var side: PathSide { point.side }
}

extension PlaceAlongPath: Equatable where Element: Equatable {}
extension PlaceAlongPath: Hashable where Element: Hashable {}
extension PlaceAlongPath: Sendable where Element: Sendable, Key: Sendable {}

/// The results of many queries in one piece of memory: a collection of lists.
public struct NeighborLists<Neighbor: PlaceNeighbor>: RandomAccessCollection {
  /// All results, one query after another.
  public let neighbors: [Neighbor]
  @usableFromInline
  internal let starts: [Int]

  @inlinable
  internal init(neighbors: [Neighbor], starts: [Int]) {
    self.neighbors = neighbors
    self.starts = starts
  }

  /// The first query.
  @inlinable
  public var startIndex: Int { 0 }

  /// The number of queries.
  @inlinable
  public var endIndex: Int { starts.count - 1 }

  /// The results of a query, nearest first.
  ///
  /// - Parameter query: the position of its centre among all centres.
  @inlinable
  public subscript(query: Int) -> ArraySlice<Neighbor> {
    neighbors[starts[query]..<starts[query + 1]]
  }
}

extension NeighborLists: Sendable where Neighbor: Sendable {}

/// A pair of places of two indexes that lie within some distance of each other.
public struct PlacePair<Key: Hashable, OtherKey: Hashable>: Hashable {
  /// What the index that was asked knows its place by: an offset or an ID.
  public let key: Key
  /// What the other index knows its place by.
  public let otherKey: OtherKey
  /// Metres from the other place to the first.
  public let distance: Double

  /// Makes a pair.
  ///
  /// - Parameters:
  ///   - key: what the index that was asked knows its place by.
  ///   - otherKey: what the other index knows its place by.
  ///   - distance: metres from the other place to the first.
  @inlinable
  public init(key: Key, otherKey: OtherKey, distance: Double) {
    self.key = key
    self.otherKey = otherKey
    self.distance = distance
  }
}

extension PlacePair: Sendable where Key: Sendable, OtherKey: Sendable {}
