/// Places that can be asked what is near, what is inside, and how many.
///
/// ``PlaceIndex``, ``DynamicPlaceIndex`` and ``MappedPlaceIndex`` are the kinds there are. Every
/// question stands once, as an extension of this protocol, so that all kinds answer all of them
/// with the same words and the same answers. It is also how a function takes any of them:
///
/// ```swift
/// func nearestStop<Stops: SearchablePlaces<Stop>>(
///   _ stops: Stops, to here: Coordinate
/// ) throws(Stops.Failure) -> Stop? {
///   try stops.nearest(to: here, count: 1).first?.element
/// }
/// ```
///
/// Questions throw ``Failure``, which is `Never` for an index in memory: there, no `try` is needed.
///
/// Every answer is exactly that of a loop over all places with ``Coordinate/distance(to:)``, the
/// great-circle distance on the mean sphere: a radius includes its edge, results are ordered by
/// distance, equally distant ones by the order in which the places came. A centre that is not
/// ``Coordinate/isValid`` has no distance to anything: nothing is found. The same holds for a
/// radius that is negative or NaN; an infinite one finds everything.
///
/// Types of your own cannot conform: the requirements with an underscore may change at any time.
public protocol SearchablePlaces<Element> {
  /// What is searched for.
  associatedtype Element
  /// What the index knows a place by: the offset in the sequence that it was built from, or an ID.
  associatedtype Key: Hashable
  /// A place that a query found, and how far away it is.
  associatedtype Neighbor: PlaceNeighbor where Neighbor.Element == Element, Neighbor.Key == Key
  /// Why a query can fail: `Never` in memory, ``IndexFileError`` for a file.
  associatedtype Failure: Error = Never
  /// What finds places, knowing them by tags.
  associatedtype _Core: _SearchCore

  /// What finds places, knowing them by tags.
  var _core: _Core { get }
  /// The element with a tag that the core gave.
  func _element(_ tag: Int) throws(Failure) -> Element
  /// What the index knows the place with a tag by.
  func _key(_ tag: Int) -> Key
  /// Whether the element with a tag satisfies a condition; false for one that cannot be read,
  /// which ``_verify()`` then throws.
  func _satisfies(_ tag: Int, _ isIncluded: (Element) -> Bool) -> Bool
  /// The place with a tag, which is at a distance.
  func _neighbor(_ tag: Int, distance: Double) throws(Failure) -> Neighbor
  /// The places that the core found; verified.
  func _neighbors(_ hits: _HitBuffer) throws(Failure) -> [Neighbor]
  /// The number of elements, those without a place too.
  var _elementCount: Int { get }
  /// Hands all elements to a closure in the order in which they came, those without a place too.
  func _forEachElement(_ body: (Element) -> Void) throws(IndexFileError)
  /// Throws if the core's last answer rests on what cannot be trusted.
  func _verify() throws(Failure)
}

extension SearchablePlaces {
  /// The number of places that queries see.
  @inlinable
  public var count: Int { _core.count }

  /// Whether there is no place to find.
  @inlinable
  public var isEmpty: Bool { _core.count == 0 }
}

extension SearchablePlaces where Failure == Never {
  /// Does nothing: what is in memory can be trusted.
  @inlinable @inline(__always)
  public func _verify() {}
}
