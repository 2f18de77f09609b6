public import CairnGeodesy

/// The places of an index in order of their distance from a center, found lazily.
///
/// Created by ``SearchablePlaces/nearest(to:)``. Each step does only the work needed to determine
/// the next place, so stopping early costs nothing. An iterator can also be kept and resumed later,
/// for example for the next page.
///
/// ```swift
/// for found in index.nearest(to: here) where found.element.isOpen {
///   print(found.element.name)
///   break
/// }
/// let page = index.nearest(to: here).lazy.filter { $0.element.kind == .city }.prefix(20)
/// ```
///
/// The sequence can be iterated any number of times. Its order is that of all other queries. It
/// keeps a snapshot of a ``DynamicPlaceIndex``, unaffected by later changes.
///
/// For an index in memory it is a `Sequence`. For a file each step can throw, so call the iterator
/// directly; each step reads only the pages needed to determine the next place:
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

  /// Returns an iterator that starts at the nearest place.
  @inlinable
  public func makeIterator() -> Iterator {
    Iterator(places: places, cursor: places._core.cursor(from: center, in: outline))
  }

  /// An iterator over places in order of distance.
  ///
  /// A copy continues independently from the same position.
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

    /// Returns the next place, or nil after the farthest one.
    ///
    /// - Throws: the error of the index if a part needed for this step is damaged.
    /// - Complexity: amortized O(log n).
    @inlinable
    public mutating func next() throws(Places.Failure) -> Places.Neighbor? {
      let hit = cursor.next()
      try places._verify()
      guard let hit else { return nil }
      return try places._neighbor(hit.tag, distance: hit.distance)
    }
  }
}

// The compiler does not accept a method that throws `Never` as a witness of a nonthrowing one.
extension NearestSequence.Iterator: IteratorProtocol where Places.Failure == Never {
  /// Returns the next place, or nil after the farthest one.
  ///
  /// - Complexity: amortized O(log n).
  @inlinable
  public mutating func next() -> Places.Neighbor? {
    cursor.next().map { places._neighbor($0.tag, distance: $0.distance) }
  }
}

extension NearestSequence: Sequence where Places.Failure == Never {}
extension NearestSequence: Sendable where Places: Sendable {}
extension NearestSequence.Iterator: Sendable where Places: Sendable {}

extension SearchablePlaces {
  /// Returns all places in order of their distance from a center, found lazily.
  ///
  /// For a known number of places, ``nearest(to:count:within:)`` is faster.
  ///
  /// - Parameter center: the center of the search; nothing is found if it is invalid.
  /// - Returns: a lazy sequence.
  @inlinable
  public func nearest(to center: Coordinate) -> NearestSequence<Self> {
    NearestSequence(places: self, center: center)
  }

  /// Returns the places in a region in order of their distance from a center, found lazily.
  ///
  /// Parts of the index outside the region are skipped, however far away the region is.
  ///
  /// ```swift
  /// for found in index.nearest(to: here, in: park).prefix(5) { print(found.element.name) }
  /// ```
  ///
  /// - Parameters:
  ///   - center: the center of the search, inside or outside the region.
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  /// - Returns: a lazy sequence.
  @inlinable
  public func nearest(
    to center: Coordinate, in region: some PlaceRegion
  ) -> NearestSequence<Self> {
    NearestSequence(places: self, center: center, outline: region._outline)
  }

  /// Returns the places in a region nearest to a center, nearest first.
  ///
  /// - Parameters:
  ///   - center: the center of the search, inside or outside the region.
  ///   - count: the maximum number of results; 0 or less returns none.
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  /// - Returns: the places with their distances, ties in input order.
  /// - Throws: ``SearchablePlaces/Failure``.
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
