public import CairnGeodesy
public import CairnIndex

/// Shapes that can be asked which contain a place, which touch a shape, and which are near.
///
/// ``RegionIndex``, ``DynamicRegionIndex`` and ``MappedRegionIndex`` are the kinds there are. Every
/// question stands once, as an extension of this protocol, with the words of ``SearchablePlaces``,
/// which asks about places what this asks about shapes.
///
/// Questions throw ``Failure``, which is `Never` for an index in memory: there, no `try` is needed.
///
/// Every answer is exactly that of a loop over all shapes with ``GeoShape/contains(_:)``,
/// ``GeoShape/distance(to:)-(Coordinate)`` and ``GeoShape/intersects(_:)``: a radius includes its
/// edge, results are ordered by distance, equally distant ones (those that contain the place have
/// distance 0) by the order in which they came. A place that is not ``Coordinate/isValid`` is in
/// nothing and has no distance to anything; an empty shape is never found.
///
/// Types of your own cannot conform: the requirements with an underscore may change at any time.
public protocol SearchableRegions<Element> {
  /// What is searched for.
  associatedtype Element
  /// What the index knows an element by: the offset in the sequence that it was built from, or an
  /// ID.
  associatedtype Key: Hashable
  /// An element that a query found, and how far away it is.
  associatedtype Neighbor: PlaceNeighbor where Neighbor.Element == Element, Neighbor.Key == Key

  /// Why a question can fail: `Never` in memory, ``IndexFileError`` for a file.
  associatedtype Failure: Error = Never

  /// What finds shapes, knowing them by tags.
  var _core: _RegionCore { get }
  /// The element with a tag that the core gave.
  func _element(_ tag: Int) throws(Failure) -> Element
  /// What the index knows the element with a tag by.
  func _key(_ tag: Int) -> Key
  /// Whether the element with a tag satisfies a condition; false for one that cannot be read, which
  /// ``_verify()`` then throws.
  func _satisfies(_ tag: Int, _ isIncluded: (Element) -> Bool) -> Bool
  /// The element with a tag, which is at a distance.
  func _neighbor(_ tag: Int, distance: Double) throws(Failure) -> Neighbor
  /// Throws if the core's last answer rests on what cannot be trusted.
  func _verify() throws(Failure)
}

extension SearchableRegions where Failure == Never {
  /// Does nothing: what is in memory can be trusted.
  @inlinable @inline(__always)
  public func _verify() {}
}

extension SearchableRegions {
  /// The elements with some tags.
  @inlinable
  internal func _elements(_ tags: [Int]) throws(Failure) -> [Element] {
    try _verify()
    var elements: [Element] = []
    elements.reserveCapacity(tags.count)
    for tag in tags { elements.append(try _element(tag)) }
    return elements
  }

  /// The elements with those of some tags that satisfy a condition.
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

extension SearchableRegions {
  /// The number of elements that queries can find: all but those with an empty shape.
  @inlinable
  public var count: Int { _core.count }

  /// Whether there is no shape to find.
  @inlinable
  public var isEmpty: Bool { _core.count == 0 }
}

// Which contain a place. A condition is asked once for each, and until there is an answer.

extension SearchableRegions {
  /// The elements whose shapes contain a place, in input order.
  ///
  /// ```swift
  /// zones.elements(containing: here).map(\.name)
  /// ```
  ///
  /// - Parameter place: what is to be inside.
  /// - Returns: the elements, in the order in which they came.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; in memory nothing.
  /// - Complexity: O(log *n* + *k*) for *k* shapes whose bounds hold the place.
  @inlinable
  public func elements(containing place: Coordinate) throws(Failure) -> [Element] {
    try _elements(_core.tags(containing: place))
  }

  /// The elements whose shapes contain a place and that satisfy a condition, in input order.
  ///
  /// - Parameters:
  ///   - place: what is to be inside.
  ///   - isIncluded: asked once for each element that contains the place, in input order.
  /// - Returns: the elements, in the order in which they came.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; in memory nothing.
  @inlinable
  public func elements(
    containing place: Coordinate, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Element] {
    try _elements(_core.tags(containing: place), where: isIncluded)
  }

  /// What the index knows the elements by whose shapes contain a place, in input order.
  ///
  /// - Parameter place: what is to be inside.
  /// - Returns: offsets or IDs.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; in memory nothing.
  @inlinable
  public func keys(containing place: Coordinate) throws(Failure) -> [Key] {
    let tags = _core.tags(containing: place)
    try _verify()
    return tags.map { _key($0) }
  }

  /// How many shapes contain a place.
  ///
  /// - Parameter place: what is to be inside.
  /// - Returns: the number, without a list being made.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; in memory nothing.
  @inlinable
  public func count(containing place: Coordinate) throws(Failure) -> Int {
    try count(containing: place) { _ in true }
  }

  /// How many elements that satisfy a condition have a shape that contains a place.
  ///
  /// - Parameters:
  ///   - place: what is to be inside.
  ///   - isIncluded: asked once for each element that contains the place, in no order.
  /// - Returns: the number of elements.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; in memory nothing.
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
  /// - Parameter place: what is to be inside.
  /// - Returns: whether there is at least one.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; in memory nothing.
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

  /// Calls a closure for each element whose shape contains a place, without making a list.
  ///
  /// - Parameters:
  ///   - place: what is to be inside.
  ///   - body: called once for each element, in no order, with what the index knows it by.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; in memory nothing.
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

// Which touch a shape.

extension SearchableRegions {
  /// The elements whose shapes touch another shape, in input order.
  ///
  /// Two shapes touch where they have a point in common, a border included; what comes nearer than
  /// a micrometre touches. One that lies within the other touches it.
  ///
  /// ```swift
  /// parks.elements(touching: viewport)       // a BoundingBox
  /// parks.elements(touching: route)          // a GeoPath
  /// ```
  ///
  /// - Parameter other: a box, a circle, a line, a polygon, or what has a shape.
  /// - Returns: the elements, in the order in which they came.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; in memory nothing.
  /// - Complexity: O(log *n*) and what ``GeoShape/intersects(_:)`` costs for each shape whose
  ///   bounds meet those of the other.
  @inlinable
  public func elements(touching other: some GeoShaped) throws(Failure) -> [Element] {
    try _elements(_core.tags(touching: other.shape))
  }

  /// The elements whose shapes touch another shape and that satisfy a condition, in input order.
  ///
  /// - Parameters:
  ///   - other: a box, a circle, a line, a polygon, or what has a shape.
  ///   - isIncluded: asked once for each element that touches the shape, in input order.
  /// - Returns: the elements, in the order in which they came.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; in memory nothing.
  @inlinable
  public func elements(
    touching other: some GeoShaped, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Element] {
    try _elements(_core.tags(touching: other.shape), where: isIncluded)
  }

  /// What the index knows the elements by whose shapes touch another shape, in input order.
  ///
  /// - Parameter other: a box, a circle, a line, a polygon, or what has a shape.
  /// - Returns: offsets or IDs.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; in memory nothing.
  @inlinable
  public func keys(touching other: some GeoShaped) throws(Failure) -> [Key] {
    let tags = _core.tags(touching: other.shape)
    try _verify()
    return tags.map { _key($0) }
  }

  /// How many shapes touch another shape.
  ///
  /// - Parameter other: a box, a circle, a line, a polygon, or what has a shape.
  /// - Returns: the number, without a list being made.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; in memory nothing.
  @inlinable
  public func count(touching other: some GeoShaped) throws(Failure) -> Int {
    try count(touching: other) { _ in true }
  }

  /// How many elements that satisfy a condition have a shape that touches another shape.
  ///
  /// - Parameters:
  ///   - other: a box, a circle, a line, a polygon, or what has a shape.
  ///   - isIncluded: asked once for each element that touches the shape, in no order.
  /// - Returns: the number of elements.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; in memory nothing.
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
  /// - Parameter other: a box, a circle, a line, a polygon, or what has a shape.
  /// - Returns: whether there is at least one.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; in memory nothing.
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

  /// Calls a closure for each element whose shape touches another shape, without making a list.
  ///
  /// - Parameters:
  ///   - other: a box, a circle, a line, a polygon, or what has a shape.
  ///   - body: called once for each element, in no order, with what the index knows it by.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; in memory nothing.
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
