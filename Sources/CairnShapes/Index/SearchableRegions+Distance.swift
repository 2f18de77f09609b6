public import CairnGeodesy
public import CairnIndex

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
  /// - Complexity: O(log *n* + *k*) for *k* shapes whose bounds are in reach, each of which is measured.
  @inlinable
  public func within(_ radius: Double, of center: Coordinate) -> [Neighbor] {
    within(radius, of: center) { _ in true }
  }

  /// The elements that satisfy a condition whose shapes are within a distance of a place, nearest first.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - isIncluded: asked once for each element within the distance, in no order.
  /// - Returns: the elements with their distances, in the order of ``within(_:of:)``.
  @inlinable
  public func within(
    _ radius: Double, of center: Coordinate, where isIncluded: (Element) -> Bool
  ) -> [Neighbor] {
    var hits: [_RegionHit] = []
    _core.forEachHit(within: radius, of: center) { hit in
      if isIncluded(_element(hit.tag)) { hits.append(hit) }
      return true
    }
    hits.sort(by: _RegionHit.isBefore)
    return hits.map { _neighbor($0.tag, distance: $0.distance) }
  }

  /// How many shapes are within a distance of a place.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  /// - Returns: the number, without a list being made.
  @inlinable
  public func count(within radius: Double, of center: Coordinate) -> Int {
    count(within: radius, of: center) { _ in true }
  }

  /// How many elements that satisfy a condition have a shape within a distance of a place.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - isIncluded: asked once for each element within the distance, in no order.
  /// - Returns: the number of elements.
  @inlinable
  public func count(
    within radius: Double, of center: Coordinate, where isIncluded: (Element) -> Bool
  ) -> Int {
    var count = 0
    _core.forEachHit(within: radius, of: center) { hit in
      if isIncluded(_element(hit.tag)) { count += 1 }
      return true
    }
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
  /// - Complexity: O(log *n* + *k*) for *k* shapes whose bounds are as near as the result, each of which
  ///   is measured.
  @inlinable
  public func nearest(
    to center: Coordinate, count: Int, within radius: Double = .infinity
  ) -> [Neighbor] {
    nearest(to: center, count: count, within: radius) { _ in true }
  }

  /// The elements that satisfy a condition whose shapes are nearest to a place, nearest first.
  ///
  /// - Parameters:
  ///   - center: where to look.
  ///   - count: how many at most; none for 0 or less, all for more than there are.
  ///   - radius: metres beyond which nothing is wanted; the edge is included.
  ///   - isIncluded: asked at most once for an element, nearest first, until there are enough.
  /// - Returns: the elements with their distances, in the order of ``nearest(to:count:within:)``.
  @inlinable
  public func nearest(
    to center: Coordinate, count: Int, within radius: Double = .infinity,
    where isIncluded: (Element) -> Bool
  ) -> [Neighbor] {
    var found: [Neighbor] = []
    guard count > 0 else { return found }
    var cursor = _RegionCursor(core: _core, center: center)
    while let hit = cursor.next(), hit.distance <= radius {
      guard isIncluded(_element(hit.tag)) else { continue }
      found.append(_neighbor(hit.tag, distance: hit.distance))
      if found.count == count { break }
    }
    return found
  }

  /// All elements in order of the distance of their shapes from a place, found only as far as they are
  /// asked for.
  ///
  /// - Parameter center: where to look; nothing is found when it is invalid.
  /// - Returns: a sequence that searches only as far as it is iterated, in the index as it is now.
  @inlinable
  public func nearest(to center: Coordinate) -> NearestRegions<Self> {
    NearestRegions(regions: self, center: center)
  }

  /// All pairs of a shape of this index and a place of another index that it contains.
  ///
  /// ```swift
  /// for pair in zones.pairs(with: stops) {
  ///   print(zones.elements[pair.key].name, stops.elements[pair.otherKey].name)
  /// }
  /// ```
  ///
  /// The places are searched as ``SearchablePlaces/keys(in:limit:)`` does. A line contains no place.
  ///
  /// - Parameter places: an index of places, of any kind.
  /// - Returns: the pairs, ordered by when the shape and then the place came; their distance is 0.
  /// - Throws: what the places' index throws; in memory nothing.
  @inlinable
  public func pairs<Places: SearchablePlaces>(
    with places: Places
  ) throws(Places.Failure) -> [PlacePair<Key, Places.Key>] {
    var pairs: [PlacePair<Key, Places.Key>] = []
    for tag in _core.tags {
      guard let shape = _core.shape(tag) else { continue }
      let key = _key(tag)
      for other in try places.keys(in: shape) {
        pairs.append(PlacePair(key: key, otherKey: other, distance: 0))
      }
    }
    return pairs
  }
}

/// The shapes of an index in order of their distance from a place, found one by one.
///
/// Made by ``SearchableRegions/nearest(to:)``. Each step costs only what it takes to be sure of the next
/// shape. The sequence can be iterated any number of times, and sees the index as it was.
public struct NearestRegions<Regions: SearchableRegions>: Sequence {
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
  public struct Iterator: IteratorProtocol {
    @usableFromInline internal let regions: Regions
    @usableFromInline internal var cursor: _RegionCursor

    @inlinable
    internal init(regions: Regions, cursor: _RegionCursor) {
      self.regions = regions
      self.cursor = cursor
    }

    /// The next element with its distance, or nil after the farthest.
    @inlinable
    public mutating func next() -> Regions.Neighbor? {
      cursor.next().map { regions._neighbor($0.tag, distance: $0.distance) }
    }
  }
}

extension NearestRegions: Sendable where Regions: Sendable {}
extension NearestRegions.Iterator: Sendable where Regions: Sendable {}
