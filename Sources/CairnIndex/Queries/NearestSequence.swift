public import CairnGeodesy

/// The places of an index in order of their distance from a centre, found one by one.
///
/// Made by ``SearchablePlaces/nearest(to:)``. Each step costs only what it takes to be sure of the
/// next place, so that stopping early is free, and so is going on: an iterator can be kept and
/// asked for the next page later.
///
/// ```swift
/// for found in index.nearest(to: here) where found.element.isOpen {
///   print(found.element.name)
///   break
/// }
/// let page = index.nearest(to: here).lazy.filter { $0.element.kind == .city }.prefix(20)
/// ```
///
/// The sequence can be iterated any number of times. It is in the same order as the results of
/// all other queries. It sees a ``DynamicPlaceIndex`` as that was when the sequence was made,
/// whatever changes afterwards.
///
/// Of an index in memory it is a `Sequence`. Of a file each step can fail, so there it is asked
/// by hand; each step reads only the pages that it takes to be sure of the next place:
///
/// ```swift
/// var nearest = file.nearest(to: here).makeIterator()
/// while let found = try nearest.next(), found.distance < 50_000 {
///   print(found.element)
/// }
/// ```
public struct NearestSequence<Places: SearchablePlaces> {
  @usableFromInline
  internal let places: Places
  @usableFromInline
  internal let center: Coordinate
  @usableFromInline
  internal let outline: _RegionOutline?

  @inlinable
  internal init(places: Places, center: Coordinate, outline: _RegionOutline? = nil) {
    self.places = places
    self.center = center
    self.outline = outline
  }

  /// Starts at the nearest place.
  @inlinable
  public func makeIterator() -> Iterator {
    Iterator(places: places, cursor: places._core.cursor(from: center, in: outline))
  }

  /// Hands out places in order of distance.
  ///
  /// A copy goes on by itself from the same place.
  public struct Iterator {
    @usableFromInline
    internal let places: Places
    @usableFromInline
    internal var cursor: _NearestCursor

    @inlinable
    internal init(places: Places, cursor: _NearestCursor) {
      self.places = places
      self.cursor = cursor
    }

    /// The next place, or nil after the farthest.
    ///
    /// - Throws: what the index throws, when a part that it takes to be sure is damaged.
    /// - Complexity: amortised O(log n).
    @inlinable
    public mutating func next() throws(Places.Failure) -> Places.Neighbor? {
      let hit = cursor.next()
      try places._verify()
      guard let hit else { return nil }
      return try places._neighbor(hit.tag, distance: hit.distance)
    }
  }
}

// The compiler cannot derive a step that never throws from one that throws `Never`.
extension NearestSequence.Iterator: IteratorProtocol where Places.Failure == Never {
  /// The next place, or nil after the farthest.
  ///
  /// - Complexity: amortised O(log n).
  @inlinable
  public mutating func next() -> Places.Neighbor? {
    cursor.next().map { places._neighbor($0.tag, distance: $0.distance) }
  }
}

extension NearestSequence: Sequence where Places.Failure == Never {}
extension NearestSequence: Sendable where Places: Sendable {}
extension NearestSequence.Iterator: Sendable where Places: Sendable {}

extension SearchablePlaces {
  /// All places in order of their distance from a centre, found only as far as they are asked for.
  ///
  /// For a fixed number ``nearest(to:count:within:)`` is faster.
  ///
  /// - Parameter center: where to look; nothing is found when it is invalid.
  /// - Returns: a sequence that searches only as far as it is iterated.
  @inlinable
  public func nearest(to center: Coordinate) -> NearestSequence<Self> {
    NearestSequence(places: self, center: center)
  }

  /// The places in a region in order of their distance from a centre, found only as far as they
  /// are asked for.
  ///
  /// Parts of the index outside the region are not looked at, however far away it is.
  ///
  /// ```swift
  /// for found in index.nearest(to: here, in: park).prefix(5) { print(found.element.name) }
  /// ```
  ///
  /// - Parameters:
  ///   - center: where to look from, inside the region or not.
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  /// - Returns: a sequence that searches only as far as it is iterated.
  @inlinable
  public func nearest(
    to center: Coordinate, in region: some PlaceRegion
  ) -> NearestSequence<Self> {
    NearestSequence(places: self, center: center, outline: region._outline)
  }

  /// The places in a region nearest to a centre, nearest first.
  ///
  /// - Parameters:
  ///   - center: where to look from, inside the region or not.
  ///   - count: how many at most; none for 0 or less.
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  /// - Returns: the places with their distances, equally distant ones in the order in which they
  ///   came.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func nearest(
    to center: Coordinate, count: Int, in region: some PlaceRegion
  ) throws(Failure) -> [Neighbor] {
    var found: [Neighbor] = []
    var nearest = nearest(to: center, in: region).makeIterator()
    while found.count < count, let next = try nearest.next() { found.append(next) }
    return found
  }
}
