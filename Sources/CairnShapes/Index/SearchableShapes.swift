public import CairnGeodesy
public import CairnIndex

/// An index of shapes with containment, intersection and distance queries.
///
/// The conforming types are ``ShapeIndex``, ``DynamicShapeIndex`` and ``MappedShapeIndex``.
/// Every query is declared once, in an extension of this protocol, with the same names as in
/// ``SearchablePlaces``, the corresponding protocol for places.
///
/// Queries throw ``Failure``, which is `Never` for an index in memory, where no `try` is needed.
///
/// Every query returns exactly what a loop over all shapes with ``GeoShape/contains(_:)``,
/// ``GeoShape/distance(to:)-(Coordinate)`` and ``GeoShape/intersects(_:)`` would return: a radius
/// is inclusive, results are ordered by distance, and ties (all shapes that contain the place have
/// distance 0) by input order, which is insertion order for a ``DynamicShapeIndex``. A place that
/// is not ``Coordinate/isValid`` is in no shape and has no distance to anything; an empty shape is
/// never found.
///
/// Do not conform your own types: the requirements with an underscore may change at any time.
public protocol SearchableShapes<Element> {
  /// The type of the elements.
  associatedtype Element
  /// The type that identifies an element: its offset in the sequence that the index was built from,
  /// or an ID.
  associatedtype Key: Hashable
  /// An element found by a query, with its distance.
  associatedtype Neighbor: PlaceNeighbor where Neighbor.Element == Element, Neighbor.Key == Key

  /// The error of a query: `Never` for an index in memory, ``IndexFileError`` if a file is damaged
  /// or unreadable.
  associatedtype Failure: Error = Never

  /// The search structure, which identifies shapes by tags.
  var _core: _ShapeCore { get }
  /// Returns the element of a tag.
  func _element(_ tag: Int) throws(Failure) -> Element
  /// Returns the key of a tag.
  func _key(_ tag: Int) -> Key
  /// Whether the element of a tag satisfies a condition; false if it cannot be read, in which case
  /// ``_verify()`` throws.
  func _satisfies(_ tag: Int, _ isIncluded: (Element) -> Bool) -> Bool
  /// Returns the neighbor with a tag and a distance.
  func _neighbor(_ tag: Int, distance: Double) throws(Failure) -> Neighbor
  /// Throws if the last result of the core depends on damaged data.
  func _verify() throws(Failure)
}

extension SearchableShapes where Failure == Never {
  /// Does nothing: an index in memory needs no verification.
  @inlinable @inline(__always)
  public func _verify() {}
}

extension SearchableShapes {
  /// Returns the elements of tags.
  @inlinable
  internal func _elements(_ tags: [Int]) throws(Failure) -> [Element] {
    try _verify()
    var elements: [Element] = []
    elements.reserveCapacity(tags.count)
    for tag in tags { elements.append(try _element(tag)) }
    return elements
  }

  /// Returns the elements of tags that satisfy a condition.
  @inlinable
  internal func _elements(
    _ tags: [Int], where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Element] {
    try _verify()
    var elements: [Element] = []
    for tag in tags where _satisfies(tag, isIncluded) { elements.append(try _element(tag)) }
    try _verify()
    return elements
  }
}

extension SearchableShapes {
  /// The number of elements that queries can find: all but those with an empty shape.
  @inlinable
  public var count: Int { _core.count }

  /// Whether the index has no nonempty shape.
  @inlinable
  public var isEmpty: Bool { _core.count == 0 }
}

// Containment queries. A predicate is called at most once per element, and only until the result is
// known.

extension SearchableShapes {
  /// Returns the elements whose shapes contain a place, in input order.
  ///
  /// ```swift
  /// zones.elements(containing: here).map(\.name)
  /// ```
  ///
  /// - Parameter place: the place.
  /// - Returns: the elements, in input order.
  /// - Throws: ``SearchableShapes/Failure``.
  /// - Complexity: O(log *n* + *k*) for *k* shapes whose bounds contain the place.
  @inlinable
  public func elements(containing place: Coordinate) throws(Failure) -> [Element] {
    try _elements(_core.tags(containing: place))
  }

  /// Returns the elements whose shapes contain a place and that satisfy a condition, in input
  /// order.
  ///
  /// - Parameters:
  ///   - place: the place.
  ///   - isIncluded: a predicate, called once for each element that contains the place, in input
  ///     order.
  /// - Returns: the elements, in input order.
  /// - Throws: ``SearchableShapes/Failure``.
  @inlinable
  public func elements(
    containing place: Coordinate, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Element] {
    try _elements(_core.tags(containing: place), where: isIncluded)
  }

  /// Returns the keys of the elements whose shapes contain a place, in input order.
  ///
  /// - Parameter place: the place.
  /// - Returns: offsets or IDs.
  /// - Throws: ``SearchableShapes/Failure``.
  @inlinable
  public func keys(containing place: Coordinate) throws(Failure) -> [Key] {
    let tags = _core.tags(containing: place)
    try _verify()
    return tags.map { _key($0) }
  }

  /// Returns the number of shapes that contain a place.
  ///
  /// - Parameter place: the place.
  /// - Returns: the number of shapes.
  /// - Throws: ``SearchableShapes/Failure``.
  @inlinable
  public func count(containing place: Coordinate) throws(Failure) -> Int {
    try count(containing: place) { _ in true }
  }

  /// Returns the number of elements that satisfy a condition and have a shape that contains a
  /// place.
  ///
  /// - Parameters:
  ///   - place: the place.
  ///   - isIncluded: a predicate, called once for each element that contains the place, in an
  ///     unspecified order.
  /// - Returns: the number of elements.
  /// - Throws: ``SearchableShapes/Failure``.
  @inlinable
  public func count(containing place: Coordinate, where isIncluded: (Element) -> Bool)
    throws(Failure) -> Int
  {
    var count = 0
    _core.forEachTag(containing: place) { tag in
      if _satisfies(tag, isIncluded) { count += 1 }
      return true
    }
    try _verify()
    return count
  }

  /// Whether any shape contains a place.
  ///
  /// - Parameter place: the place.
  /// - Returns: whether there is at least one.
  /// - Throws: ``SearchableShapes/Failure``.
  @inlinable
  public func containsAny(containing place: Coordinate) throws(Failure) -> Bool {
    var isFound = false
    _core.forEachTag(containing: place) { _ in
      isFound = true
      return false
    }
    try _verify()
    return isFound
  }

  /// Calls a closure for each element whose shape contains a place, without creating an array.
  ///
  /// - Parameters:
  ///   - place: the place.
  ///   - body: called once for each element with its key, in an unspecified order.
  /// - Throws: ``SearchableShapes/Failure``.
  @inlinable
  public func forEach(containing place: Coordinate, _ body: (_ key: Key, Element) -> Void)
    throws(Failure)
  {
    _core.forEachTag(containing: place) { tag in
      do throws(Failure) {
        body(_key(tag), try _element(tag))
        return true
      } catch {
        return false
      }
    }
    try _verify()
  }
}

// Intersection queries.

extension SearchableShapes {
  /// Returns the elements whose shapes touch another shape, in input order.
  ///
  /// Two shapes touch if they have a common point, borders included, or come within a micrometer. A
  /// shape inside another touches it.
  ///
  /// ```swift
  /// parks.elements(touching: viewport)       // a BoundingBox
  /// parks.elements(touching: route)          // a GeoPath
  /// ```
  ///
  /// - Parameter other: a box, a circle, a line, a polygon, or any `GeoShaped` value.
  /// - Returns: the elements, in input order.
  /// - Throws: ``SearchableShapes/Failure``.
  /// - Complexity: O(log *n*) plus ``GeoShape/intersects(_:)`` for each shape whose bounds
  ///   intersect those of the other.
  @inlinable
  public func elements(touching other: some GeoShaped) throws(Failure) -> [Element] {
    try _elements(_core.tags(touching: other.shape))
  }

  /// Returns the elements whose shapes touch another shape and that satisfy a condition, in input
  /// order.
  ///
  /// - Parameters:
  ///   - other: a box, a circle, a line, a polygon, or any `GeoShaped` value.
  ///   - isIncluded: a predicate, called once for each element that touches the shape, in input
  ///     order.
  /// - Returns: the elements, in input order.
  /// - Throws: ``SearchableShapes/Failure``.
  @inlinable
  public func elements(
    touching other: some GeoShaped, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Element] {
    try _elements(_core.tags(touching: other.shape), where: isIncluded)
  }

  /// Returns the keys of the elements whose shapes touch another shape, in input order.
  ///
  /// - Parameter other: a box, a circle, a line, a polygon, or any `GeoShaped` value.
  /// - Returns: offsets or IDs.
  /// - Throws: ``SearchableShapes/Failure``.
  @inlinable
  public func keys(touching other: some GeoShaped) throws(Failure) -> [Key] {
    let tags = _core.tags(touching: other.shape)
    try _verify()
    return tags.map { _key($0) }
  }

  /// Returns the number of shapes that touch another shape.
  ///
  /// - Parameter other: a box, a circle, a line, a polygon, or any `GeoShaped` value.
  /// - Returns: the number of shapes.
  /// - Throws: ``SearchableShapes/Failure``.
  @inlinable
  public func count(touching other: some GeoShaped) throws(Failure) -> Int {
    try count(touching: other) { _ in true }
  }

  /// Returns the number of elements that satisfy a condition and have a shape that touches another
  /// shape.
  ///
  /// - Parameters:
  ///   - other: a box, a circle, a line, a polygon, or any `GeoShaped` value.
  ///   - isIncluded: a predicate, called once for each element that touches the shape, in an
  ///     unspecified order.
  /// - Returns: the number of elements.
  /// - Throws: ``SearchableShapes/Failure``.
  @inlinable
  public func count(touching other: some GeoShaped, where isIncluded: (Element) -> Bool)
    throws(Failure) -> Int
  {
    var count = 0
    _core.forEachTag(touching: other.shape) { tag in
      if _satisfies(tag, isIncluded) { count += 1 }
      return true
    }
    try _verify()
    return count
  }

  /// Whether any shape touches another shape.
  ///
  /// - Parameter other: a box, a circle, a line, a polygon, or any `GeoShaped` value.
  /// - Returns: whether there is at least one.
  /// - Throws: ``SearchableShapes/Failure``.
  @inlinable
  public func containsAny(touching other: some GeoShaped) throws(Failure) -> Bool {
    var isFound = false
    _core.forEachTag(touching: other.shape) { _ in
      isFound = true
      return false
    }
    try _verify()
    return isFound
  }

  /// Calls a closure for each element whose shape touches another shape, without creating an array.
  ///
  /// - Parameters:
  ///   - other: a box, a circle, a line, a polygon, or any `GeoShaped` value.
  ///   - body: called once for each element with its key, in an unspecified order.
  /// - Throws: ``SearchableShapes/Failure``.
  @inlinable
  public func forEach(touching other: some GeoShaped, _ body: (_ key: Key, Element) -> Void)
    throws(Failure)
  {
    _core.forEachTag(touching: other.shape) { tag in
      do throws(Failure) {
        body(_key(tag), try _element(tag))
        return true
      } catch {
        return false
      }
    }
    try _verify()
  }
}
