/// An index of places with radius, nearest-neighbor, region and count queries.
///
/// The conforming types are ``PlaceIndex``, ``DynamicPlaceIndex``, ``MappedPlaceIndex`` and
/// ``PlaceIndexSet``. Every query is declared once, in an extension of this protocol, so all types
/// have the same queries with the same results. Use the protocol to write functions that accept any
/// of them:
///
/// ```swift
/// func nearestStop<Stops: SearchablePlaces<Stop>>(
///   _ stops: Stops, to here: Coordinate
/// ) throws(Stops.Failure) -> Stop? {
///   try stops.nearest(to: here, count: 1).first?.element
/// }
/// ```
///
/// Queries throw ``Failure``, which is `Never` for an index in memory, where no `try` is needed.
///
/// Every query returns exactly what a loop over all places with ``Coordinate/distance(to:)``, the
/// great-circle distance on the mean sphere, would return: a radius is inclusive, results are
/// ordered by distance, and ties by input order, which is insertion order for a
/// ``DynamicPlaceIndex``. A center that is not ``Coordinate/isValid`` has no distance to anything,
/// so nothing is found. The same holds for a radius that is negative or NaN; an infinite radius
/// finds everything.
///
/// Do not conform your own types: the requirements with an underscore may change at any time.
public protocol SearchablePlaces<Element> {
  /// The type of the places.
  associatedtype Element
  /// The type that identifies a place: its offset in the sequence that the index was built from, or
  /// an ID.
  associatedtype Key: Hashable
  /// A place found by a query, with its distance.
  associatedtype Neighbor: PlaceNeighbor where Neighbor.Element == Element, Neighbor.Key == Key
  /// The error of a query: `Never` for an index in memory, ``IndexFileError`` if a file is damaged
  /// or unreadable.
  associatedtype Failure: Error = Never
  /// The search structure, which identifies places by tags.
  associatedtype _Core: _SearchCore

  /// The search structure, which identifies places by tags.
  var _core: _Core { get }
  /// Returns the element of a tag.
  func _element(_ tag: Int) throws(Failure) -> Element
  /// Returns the key of a tag.
  func _key(_ tag: Int) -> Key
  /// Whether the element of a tag satisfies a condition; false if it cannot be read, in which case
  /// ``_verify()`` throws.
  func _satisfies(_ tag: Int, _ isIncluded: (Element) -> Bool) -> Bool
  /// Returns the neighbor with a tag and a distance.
  func _neighbor(_ tag: Int, distance: Double) throws(Failure) -> Neighbor
  /// Returns the neighbors for the hits of the core, verified.
  func _neighbors(_ hits: _HitBuffer) throws(Failure) -> [Neighbor]
  /// The number of elements, including those without a valid coordinate.
  var _elementCount: Int { get }
  /// Calls a closure with each element in input order, including those without a valid coordinate.
  func _forEachElement(_ body: (Element) -> Void) throws(IndexFileError)
  /// Throws if the last result of the core depends on damaged data.
  func _verify() throws(Failure)
  /// The core as one packed tree; all of a file is verified.
  func _packed() throws(Failure) -> _PackedCore
}

extension SearchablePlaces {
  /// The number of indexed places.
  @inlinable
  public var count: Int { _core.count }

  /// Whether the index is empty.
  @inlinable
  public var isEmpty: Bool { _core.count == 0 }
}

extension SearchablePlaces where Failure == Never {
  /// Does nothing: an index in memory needs no verification.
  @inlinable @inline(__always)
  public func _verify() {}

  /// The core as one packed tree.
  public func _packed() -> _PackedCore {
    do {
      return try _core.packed()
    } catch {
      preconditionFailure("only reading a file can fail")
    }
  }
}

extension SearchablePlaces where Failure == IndexFileError {
  /// The core as one packed tree, all of it verified.
  public func _packed() throws(IndexFileError) -> _PackedCore { try _core.packed() }
}
