public import CairnGeodesy

/// The places of an index in order of their distance from a centre, found one by one.
///
/// Made by ``PlaceIndex/nearest(to:)``. Each step costs only what it takes to be sure of the next
/// place, so that stopping early is free, and so is going on: an iterator can be kept and asked
/// for the next page later.
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
/// all other queries: by exact distance, equally distant places by offset.
public struct NearestSequence<Element>: Sequence {
  @usableFromInline
  internal let index: PlaceIndex<Element>
  @usableFromInline
  internal let center: Coordinate
  @usableFromInline
  internal let outline: _RegionOutline?

  @inlinable
  internal init(index: PlaceIndex<Element>, center: Coordinate, outline: _RegionOutline? = nil) {
    self.index = index
    self.center = center
    self.outline = outline
  }

  /// Starts at the nearest place.
  @inlinable
  public func makeIterator() -> Iterator {
    Iterator(index: index, cursor: index.core.cursor(from: center, in: outline))
  }

  /// Hands out places in order of distance.
  ///
  /// A copy goes on by itself from the same place.
  public struct Iterator: IteratorProtocol {
    @usableFromInline
    internal let index: PlaceIndex<Element>
    @usableFromInline
    internal var cursor: PackedCursor

    @inlinable
    internal init(index: PlaceIndex<Element>, cursor: PackedCursor) {
      self.index = index
      self.cursor = cursor
    }

    /// The next place, or nil after the farthest.
    ///
    /// - Complexity: amortised O(log n).
    @inlinable
    public mutating func next() -> Neighbor<Element>? {
      cursor.next().map { index.neighbor($0) }
    }
  }
}

extension NearestSequence: Sendable where Element: Sendable {}
extension NearestSequence.Iterator: Sendable where Element: Sendable {}

extension PlaceIndex {
  /// All places in order of their distance from a centre, found only as far as they are asked for.
  ///
  /// For a fixed number ``nearest(to:count:within:)`` is faster.
  ///
  /// - Parameter center: where to look; nothing is found when it is not finite.
  @inlinable
  public func nearest(to center: Coordinate) -> NearestSequence<Element> {
    NearestSequence(index: self, center: center)
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
  @inlinable
  public func nearest(
    to center: Coordinate, in region: some PlaceRegion
  ) -> NearestSequence<Element> {
    NearestSequence(index: self, center: center, outline: region._outline)
  }
}
