public import CairnGeodesy

/// A query result: a place with its key and distance.
public protocol PlaceNeighbor<Element> {
  /// The type of the places.
  associatedtype Element
  /// The type that identifies a place: an offset or an ID.
  associatedtype Key: Hashable

  /// The place.
  var element: Element { get }
  /// The key of the place: its offset or its ID.
  var key: Key { get }
  /// The distance from the center of the query in meters, exactly ``Coordinate/distance(to:)``.
  var distance: Double { get }
}

/// The order of the places that a radius query returns.
///
/// ```swift
/// let cluster = index.within(5_000, of: here, order: .unspecified)
/// ```
public enum NeighborOrder: Hashable, Sendable {
  /// By distance, ties in input order.
  case nearestFirst
  /// In an order that is not specified, but is the same on every machine: no time is spent on
  /// sorting.
  case unspecified
}

/// A place found by a query of a ``PlaceIndex`` or a ``MappedPlaceIndex``, with its distance.
public struct Neighbor<Element>: PlaceNeighbor {
  /// The place.
  public let element: Element
  /// The offset of the place in the sequence that the index was built from.
  public let offset: Int
  /// The distance from the center of the query in meters, exactly ``Coordinate/distance(to:)``.
  public let distance: Double

  /// Creates a neighbor.
  ///
  /// - Parameters:
  ///   - element: the place.
  ///   - offset: its offset in the sequence that the index was built from.
  ///   - distance: the distance from the center of the query in meters.
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

extension Neighbor: Identifiable {
  /// The same as ``offset``, which is unique among the places of one index.
  @inlinable
  public var id: Int { offset }
}

extension Neighbor: Equatable where Element: Equatable {}
extension Neighbor: Hashable where Element: Hashable {}
extension Neighbor: Sendable where Element: Sendable {}

/// An element of a ``DynamicPlaceIndex`` or of a `DynamicShapeIndex`, found by a query, with its
/// distance.
public struct KeyedNeighbor<ID: Hashable, Element>: Identifiable, PlaceNeighbor {
  /// The ID of the element.
  public let id: ID
  /// The element.
  public let element: Element
  /// The distance from the center of the query in meters: exactly ``Coordinate/distance(to:)`` for
  /// a place; 0 inside a shape.
  public let distance: Double

  /// Creates a neighbor.
  ///
  /// - Parameters:
  ///   - id: the ID of the element.
  ///   - element: the element.
  ///   - distance: the distance from the center of the query in meters.
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

extension KeyedNeighbor: Equatable where Element: Equatable {}
extension KeyedNeighbor: Hashable where Element: Hashable {}
extension KeyedNeighbor: Sendable where Element: Sendable, ID: Sendable {}

extension DynamicPlaceIndex {
  /// An element found by a query, with its ID and distance.
  public typealias Neighbor = KeyedNeighbor<ID, Element>
}

/// The key and distance of a place found by a query, without the place itself.
public struct PlaceHit<Key: Hashable>: Hashable {
  /// The key of the place: its offset or its ID.
  public let key: Key
  /// The distance from the center of the query in meters, exactly ``Coordinate/distance(to:)``.
  public let distance: Double

  /// Creates a hit.
  ///
  /// - Parameters:
  ///   - key: the key of the place.
  ///   - distance: the distance from the center of the query in meters.
  @inlinable
  public init(key: Key, distance: Double) {
    self.key = key
    self.distance = distance
  }
}

extension PlaceHit: Identifiable {
  /// The same as ``key``, which is unique among the places of one index.
  @inlinable
  public var id: Key { key }
}

extension PlaceHit: Sendable where Key: Sendable {}

/// A place along a path, with the nearest point of the path.
public struct PlaceAlongPath<Element, Key: Hashable> {
  /// The place.
  public let element: Element
  /// The key of the place: its offset or its ID.
  public let key: Key
  /// The point of the path that is nearest to the place.
  public let point: GeoPathPoint

  /// Creates a place along a path.
  ///
  /// - Parameters:
  ///   - element: the place.
  ///   - key: the key of the place.
  ///   - point: the point of the path that is nearest to it.
  @inlinable
  public init(element: Element, key: Key, point: GeoPathPoint) {
    self.element = element
    self.key = key
    self.point = point
  }

  /// The distance from the place to the path in meters.
  @inlinable public var distance: Double { point.distance }
  /// The distance along the path to ``point`` in meters.
  @inlinable public var distanceAlong: Double { point.distanceAlong }
  /// The side of the path on which the place is.
  @inlinable public var side: PathSide { point.side }
}

extension PlaceAlongPath: Identifiable {
  /// The same as ``key``, which is unique among the places of one index.
  @inlinable
  public var id: Key { key }
}

extension PlaceAlongPath: Equatable where Element: Equatable {}
extension PlaceAlongPath: Hashable where Element: Hashable {}
extension PlaceAlongPath: Sendable where Element: Sendable, Key: Sendable {}

/// The results of many queries in one array: a collection of lists.
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
  /// - Parameter query: the index of its center among all centers.
  @inlinable
  public subscript(query: Int) -> ArraySlice<Neighbor> {
    neighbors[starts[query]..<starts[query + 1]]
  }
}

extension NeighborLists: Sendable where Neighbor: Sendable {}

/// A pair of places of two indexes within a distance of each other.
public struct PlacePair<Key: Hashable, OtherKey: Hashable>: Hashable {
  /// The key of the place in the queried index: an offset or an ID.
  public let key: Key
  /// The key of the place in the other index.
  public let otherKey: OtherKey
  /// The distance from the other place to the first in meters.
  public let distance: Double

  /// Creates a pair.
  ///
  /// - Parameters:
  ///   - key: the key of the place in the queried index.
  ///   - otherKey: the key of the place in the other index.
  ///   - distance: the distance from the other place to the first in meters.
  @inlinable
  public init(key: Key, otherKey: OtherKey, distance: Double) {
    self.key = key
    self.otherKey = otherKey
    self.distance = distance
  }
}

extension PlacePair: Identifiable {
  /// The keys of both places of a pair.
  public struct ID: Hashable {
    /// The key of the place in the queried index.
    public let key: Key
    /// The key of the place in the other index.
    public let otherKey: OtherKey

    /// Creates an ID.
    @inlinable
    public init(key: Key, otherKey: OtherKey) {
      self.key = key
      self.otherKey = otherKey
    }
  }

  /// Both keys, which are unique among the pairs of two indexes.
  @inlinable
  public var id: ID { ID(key: key, otherKey: otherKey) }
}

extension PlacePair: Sendable where Key: Sendable, OtherKey: Sendable {}
extension PlacePair.ID: Sendable where Key: Sendable, OtherKey: Sendable {}
