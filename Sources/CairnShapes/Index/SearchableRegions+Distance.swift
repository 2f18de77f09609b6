public import CairnGeodesy

// By true distance: 0 inside a shape, else metres to its border.

extension SearchableRegions {
  /// The elements whose shapes are within a distance of a place, nearest first.
  ///
  /// ```swift
  /// for found in roads.within(50, of: here) { print(found.element.name, found.distance) }
  /// ```
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included, and 0 finds what contains the place.
  ///   - center: where to look.
  /// - Returns: the elements with their distances, 0 for a shape that contains the place; equally
  ///   distant ones in the order in which they came.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; in memory nothing.
  /// - Complexity: O(log *n* + *k*) for *k* shapes whose bounds are in reach, each of which is
  ///   measured.
  @inlinable
  public func within(_ radius: Double, of center: Coordinate) throws(Failure) -> [Neighbor] {
    try within(radius, of: center) { _ in true }
  }

  /// The elements that satisfy a condition whose shapes are within a distance of a place, nearest
  /// first.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - isIncluded: asked once for each element within the distance, in no order.
  /// - Returns: the elements with their distances, in the order of `within(_:of:)`.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; in memory nothing.
  @inlinable
  public func within(
    _ radius: Double, of center: Coordinate, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Neighbor] {
    var hits: [_RegionHit] = []
    _core.forEachHit(within: radius, of: center) { hit in
      if _satisfies(hit.tag, isIncluded) { hits.append(hit) }
      return true
    }
    return try _neighbors(&hits)
  }

  /// The elements whose shapes are within a distance of a shape, nearest first.
  ///
  /// ```swift
  /// parks.within(200, of: route)      // along a way
  /// ```
  ///
  /// - Parameters:
  ///   - radius: metres between the nearest points of the two; 0 finds what touches.
  ///   - shape: a box, a circle, a line, a polygon, or what has a shape.
  /// - Returns: the elements with their distances, 0 for a shape that touches; equally distant ones
  ///   in the order in which they came.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; in memory nothing.
  /// - Complexity: O(log *n*), and what ``GeoShape/distance(to:)-(GeoShaped)`` costs for each shape
  ///   whose bounds are in reach.
  @inlinable
  public func within(_ radius: Double, of shape: some GeoShaped) throws(Failure) -> [Neighbor] {
    try within(radius, of: shape) { _ in true }
  }

  /// The elements that satisfy a condition whose shapes are within a distance of a shape, nearest
  /// first.
  ///
  /// - Parameters:
  ///   - radius: metres between the nearest points of the two.
  ///   - shape: a box, a circle, a line, a polygon, or what has a shape.
  ///   - isIncluded: asked once for each element within the distance, in no order.
  /// - Returns: the elements with their distances, in the order of ``within(_:of:)-(_,GeoShaped)``.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; in memory nothing.
  @inlinable
  public func within(
    _ radius: Double, of shape: some GeoShaped, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Neighbor] {
    var hits: [_RegionHit] = []
    _core.forEachHit(within: radius, of: shape.shape) { hit in
      if _satisfies(hit.tag, isIncluded) { hits.append(hit) }
      return true
    }
    return try _neighbors(&hits)
  }

  /// What was found, nearest first.
  @inlinable
  internal func _neighbors(_ hits: inout [_RegionHit]) throws(Failure) -> [Neighbor] {
    try _verify()
    hits.sort(by: _RegionHit.isBefore)
    var found: [Neighbor] = []
    found.reserveCapacity(hits.count)
    for hit in hits { found.append(try _neighbor(hit.tag, distance: hit.distance)) }
    return found
  }

  /// How many shapes are within a distance of a place.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  /// - Returns: the number, without a list being made.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; in memory nothing.
  @inlinable
  public func count(within radius: Double, of center: Coordinate) throws(Failure) -> Int {
    try count(within: radius, of: center) { _ in true }
  }

  /// How many elements that satisfy a condition have a shape within a distance of a place.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - isIncluded: asked once for each element within the distance, in no order.
  /// - Returns: the number of elements.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; in memory nothing.
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

  /// The elements whose shapes are nearest to a place, nearest first.
  ///
  /// - Parameters:
  ///   - center: where to look.
  ///   - count: how many at most; none for 0 or less, all for more than there are.
  ///   - radius: metres beyond which nothing is wanted; the edge is included.
  /// - Returns: the elements with their distances, 0 for a shape that contains the place; equally
  ///   distant ones in the order in which they came.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; in memory nothing.
  /// - Complexity: O(log *n* + *k*) for *k* shapes whose bounds are as near as the result, each of
  ///   which is measured.
  @inlinable
  public func nearest(
    to center: Coordinate, count: Int, within radius: Double = .infinity
  ) throws(Failure) -> [Neighbor] {
    try nearest(to: center, count: count, within: radius) { _ in true }
  }

  /// The elements that satisfy a condition whose shapes are nearest to a place, nearest first.
  ///
  /// - Parameters:
  ///   - center: where to look.
  ///   - count: how many at most; none for 0 or less, all for more than there are.
  ///   - radius: metres beyond which nothing is wanted; the edge is included.
  ///   - isIncluded: asked at most once for an element, nearest first, until there are enough.
  /// - Returns: the elements with their distances, in the order of ``nearest(to:count:within:)``.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; in memory nothing.
  @inlinable
  public func nearest(
    to center: Coordinate, count: Int, within radius: Double = .infinity,
    where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Neighbor] {
    var found: [Neighbor] = []
    guard count > 0 else { return found }
    var cursor = _RegionCursor(core: _core, center: center)
    while let hit = cursor.next(), hit.distance <= radius {
      guard _satisfies(hit.tag, isIncluded) else { continue }
      found.append(try _neighbor(hit.tag, distance: hit.distance))
      if found.count == count { break }
    }
    try _verify()
    return found
  }

  /// All elements in order of the distance of their shapes from a place, found only as far as they
  /// are asked for.
  ///
  /// - Parameter center: where to look; nothing is found when it is invalid.
  /// - Returns: a sequence that searches only as far as it is iterated, in the index as it is now.
  @inlinable
  public func nearest(to center: Coordinate) -> NearestRegions<Self> {
    NearestRegions(regions: self, center: center)
  }
}

/// The shapes of an index in order of their distance from a place, found one by one.
///
/// Made by ``SearchableRegions/nearest(to:)``. Each step costs only what it takes to be sure of the
/// next shape. The sequence can be iterated any number of times, and sees the index as it was.
///
/// Of an index in memory it is a `Sequence`. Of a file each step can fail, so there it is asked by
/// hand:
///
/// ```swift
/// var nearest = file.nearest(to: here).makeIterator()
/// while let found = try nearest.next(), found.distance < 500 { print(found.element) }
/// ```
public struct NearestRegions<Regions: SearchableRegions> {
  @usableFromInline internal let regions: Regions
  @usableFromInline internal let center: Coordinate

  @inlinable
  internal init(regions: Regions, center: Coordinate) {
    self.regions = regions
    self.center = center
  }

  /// Starts at the nearest shape.
  @inlinable
  public func makeIterator() -> Iterator {
    Iterator(regions: regions, cursor: _RegionCursor(core: regions._core, center: center))
  }

  /// Hands out shapes in order of distance.
  public struct Iterator {
    @usableFromInline internal let regions: Regions
    @usableFromInline internal var cursor: _RegionCursor

    @inlinable
    internal init(regions: Regions, cursor: _RegionCursor) {
      self.regions = regions
      self.cursor = cursor
    }

    /// The next element with its distance, or nil after the farthest.
    ///
    /// - Throws: what the index throws, when a shape that it takes to be sure is damaged.
    @inlinable
    public mutating func next() throws(Regions.Failure) -> Regions.Neighbor? {
      let hit = cursor.next()
      try regions._verify()
      guard let hit else { return nil }
      return try regions._neighbor(hit.tag, distance: hit.distance)
    }
  }
}

// The compiler cannot derive a step that never throws from one that throws `Never`.
extension NearestRegions.Iterator: IteratorProtocol where Regions.Failure == Never {
  /// The next element with its distance, or nil after the farthest.
  @inlinable
  public mutating func next() -> Regions.Neighbor? {
    cursor.next().map { regions._neighbor($0.tag, distance: $0.distance) }
  }
}

extension NearestRegions: Sequence where Regions.Failure == Never {}
extension NearestRegions: Sendable where Regions: Sendable {}
extension NearestRegions.Iterator: Sendable where Regions: Sendable {}
