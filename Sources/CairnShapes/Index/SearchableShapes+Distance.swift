public import CairnGeodesy

// Queries by true distance: 0 inside a shape, otherwise the distance to its border in meters.

extension SearchableShapes {
  /// Returns the elements whose shapes are within a distance of a place, nearest first.
  ///
  /// ```swift
  /// for found in roads.within(50, of: here) { print(found.element.name, found.distance) }
  /// ```
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive; 0 finds shapes that contain the place.
  ///   - center: the center of the search.
  /// - Returns: the elements with their distances, 0 for a shape that contains the place; ties in
  ///   input order.
  /// - Throws: ``SearchableShapes/Failure``.
  /// - Complexity: O(log *n* + *k*) for *k* shapes whose bounds are within the radius, each of
  ///   which is measured.
  @inlinable
  public func within(_ radius: Double, of center: Coordinate) throws(Failure) -> [Neighbor] {
    try within(radius, of: center) { _ in true }
  }

  /// Returns the elements that satisfy a condition and whose shapes are within a distance of a
  /// place, nearest first.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - center: the center of the search.
  ///   - isIncluded: a predicate, called once for each element within the distance, in an
  ///     unspecified order.
  /// - Returns: the elements with their distances, in the order of `within(_:of:)`.
  /// - Throws: ``SearchableShapes/Failure``.
  @inlinable
  public func within(
    _ radius: Double, of center: Coordinate, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Neighbor] {
    var hits: [_ShapeHit] = []
    _core.forEachHit(within: radius, of: center) { hit in
      if _satisfies(hit.tag, isIncluded) { hits.append(hit) }
      return true
    }
    return try _neighbors(&hits)
  }

  /// Returns the elements whose shapes are within a distance of a shape, nearest first.
  ///
  /// ```swift
  /// parks.within(200, of: route)      // along a route
  /// ```
  ///
  /// - Parameters:
  ///   - radius: the maximum distance in meters between the nearest points of two shapes; 0 finds
  ///     touching shapes.
  ///   - shape: a box, a circle, a line, a polygon, or any `GeoShaped` value.
  /// - Returns: the elements with their distances, 0 for a shape that touches; ties in input order.
  /// - Throws: ``SearchableShapes/Failure``.
  /// - Complexity: O(log *n*), plus ``GeoShape/distance(to:)-(GeoShaped)`` for each shape whose
  ///   bounds are within the radius.
  @inlinable
  public func within(_ radius: Double, of shape: some GeoShaped) throws(Failure) -> [Neighbor] {
    try within(radius, of: shape) { _ in true }
  }

  /// Returns the elements that satisfy a condition and whose shapes are within a distance of a
  /// shape, nearest first.
  ///
  /// - Parameters:
  ///   - radius: the maximum distance in meters between the nearest points of two shapes.
  ///   - shape: a box, a circle, a line, a polygon, or any `GeoShaped` value.
  ///   - isIncluded: a predicate, called once for each element within the distance, in an
  ///     unspecified order.
  /// - Returns: the elements with their distances, in the order of ``within(_:of:)-(_,GeoShaped)``.
  /// - Throws: ``SearchableShapes/Failure``.
  @inlinable
  public func within(
    _ radius: Double, of shape: some GeoShaped, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Neighbor] {
    var hits: [_ShapeHit] = []
    _core.forEachHit(within: radius, of: shape.shape) { hit in
      if _satisfies(hit.tag, isIncluded) { hits.append(hit) }
      return true
    }
    return try _neighbors(&hits)
  }

  /// Returns the neighbors for hits, nearest first.
  @inlinable
  internal func _neighbors(_ hits: inout [_ShapeHit]) throws(Failure) -> [Neighbor] {
    try _verify()
    hits.sort(by: _ShapeHit.isBefore)
    var found: [Neighbor] = []
    found.reserveCapacity(hits.count)
    for hit in hits { found.append(try _neighbor(hit.tag, distance: hit.distance)) }
    return found
  }

  /// Returns the number of shapes within a distance of a place.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - center: the center of the search.
  /// - Returns: the number of shapes.
  /// - Throws: ``SearchableShapes/Failure``.
  @inlinable
  public func count(within radius: Double, of center: Coordinate) throws(Failure) -> Int {
    try count(within: radius, of: center) { _ in true }
  }

  /// Returns the number of elements that satisfy a condition and have a shape within a distance of
  /// a place.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - center: the center of the search.
  ///   - isIncluded: a predicate, called once for each element within the distance, in an
  ///     unspecified order.
  /// - Returns: the number of elements.
  /// - Throws: ``SearchableShapes/Failure``.
  @inlinable
  public func count(
    within radius: Double, of center: Coordinate, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> Int {
    var count = 0
    _core.forEachHit(within: radius, of: center) { hit in
      if _satisfies(hit.tag, isIncluded) { count += 1 }
      return true
    }
    try _verify()
    return count
  }

  /// Returns the elements whose shapes are nearest to a place, nearest first.
  ///
  /// - Parameters:
  ///   - center: the center of the search.
  ///   - count: the maximum number of results; 0 or less returns none.
  ///   - radius: the maximum distance in meters, inclusive.
  /// - Returns: the elements with their distances, 0 for a shape that contains the place; ties in
  ///   input order.
  /// - Throws: ``SearchableShapes/Failure``.
  /// - Complexity: O(log *n* + *k*) for *k* shapes whose bounds are as near as the results, each of
  ///   which is measured.
  @inlinable
  public func nearest(
    to center: Coordinate, count: Int, within radius: Double = .infinity
  ) throws(Failure) -> [Neighbor] {
    try nearest(to: center, count: count, within: radius) { _ in true }
  }

  /// Returns the elements that satisfy a condition and whose shapes are nearest to a place, nearest
  /// first.
  ///
  /// - Parameters:
  ///   - center: the center of the search.
  ///   - count: the maximum number of results; 0 or less returns none.
  ///   - radius: the maximum distance in meters, inclusive.
  ///   - isIncluded: a predicate, called at most once per element, nearest first, until enough
  ///     elements are found.
  /// - Returns: the elements with their distances, in the order of ``nearest(to:count:within:)``.
  /// - Throws: ``SearchableShapes/Failure``.
  @inlinable
  public func nearest(
    to center: Coordinate, count: Int, within radius: Double = .infinity,
    where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Neighbor] {
    var found: [Neighbor] = []
    guard count > 0 else { return found }
    var cursor = _ShapeCursor(core: _core, center: center)
    while let hit = cursor.next(), hit.distance <= radius {
      guard _satisfies(hit.tag, isIncluded) else { continue }
      found.append(try _neighbor(hit.tag, distance: hit.distance))
      if found.count == count { break }
    }
    try _verify()
    return found
  }

  /// Returns all elements in order of the distance of their shapes from a place, found lazily.
  ///
  /// - Parameter center: the center of the search; nothing is found if it is invalid.
  /// - Returns: a lazy sequence over a snapshot of the index.
  @inlinable
  public func nearest(to center: Coordinate) -> NearestShapeSequence<Self> {
    NearestShapeSequence(shapes: self, center: center)
  }
}

/// The shapes of an index in order of their distance from a place, found lazily.
///
/// Created by ``SearchableShapes/nearest(to:)``. Each step does only the work needed to determine
/// the next shape. The sequence can be iterated any number of times, and keeps a snapshot of the
/// index.
///
/// For an index in memory it is a `Sequence`. For a file each step can throw, so call the iterator
/// directly:
///
/// ```swift
/// var nearest = file.nearest(to: here).makeIterator()
/// while let found = try nearest.next(), found.distance < 500 { print(found.element) }
/// ```
public struct NearestShapeSequence<Shapes: SearchableShapes> {
  @usableFromInline internal let shapes: Shapes
  @usableFromInline internal let center: Coordinate

  @inlinable
  internal init(shapes: Shapes, center: Coordinate) {
    self.shapes = shapes
    self.center = center
  }

  /// Returns an iterator that starts at the nearest shape.
  @inlinable
  public func makeIterator() -> Iterator {
    Iterator(shapes: shapes, cursor: _ShapeCursor(core: shapes._core, center: center))
  }

  /// An iterator over shapes in order of distance.
  public struct Iterator {
    @usableFromInline internal let shapes: Shapes
    @usableFromInline internal var cursor: _ShapeCursor

    @inlinable
    internal init(shapes: Shapes, cursor: _ShapeCursor) {
      self.shapes = shapes
      self.cursor = cursor
    }

    /// Returns the next element with its distance, or nil after the farthest one.
    ///
    /// - Throws: the error of the index if a shape needed for this step is damaged.
    @inlinable
    public mutating func next() throws(Shapes.Failure) -> Shapes.Neighbor? {
      let hit = cursor.next()
      try shapes._verify()
      guard let hit else { return nil }
      return try shapes._neighbor(hit.tag, distance: hit.distance)
    }
  }
}

// The compiler does not accept a method that throws `Never` as a witness of a nonthrowing one.
extension NearestShapeSequence.Iterator: IteratorProtocol where Shapes.Failure == Never {
  /// Returns the next element with its distance, or nil after the farthest one.
  @inlinable
  public mutating func next() -> Shapes.Neighbor? {
    cursor.next().map { shapes._neighbor($0.tag, distance: $0.distance) }
  }
}

extension NearestShapeSequence: Sequence where Shapes.Failure == Never {}
extension NearestShapeSequence: Sendable where Shapes: Sendable {}
extension NearestShapeSequence.Iterator: Sendable where Shapes: Sendable {}
