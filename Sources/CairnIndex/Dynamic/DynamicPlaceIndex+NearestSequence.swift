public import CairnGeodesy

extension DynamicPlaceIndex {
  /// All elements in order of their distance from a centre, found only as far as they are asked
  /// for.
  ///
  /// ```swift
  /// for found in index.nearest(to: here) where found.element.isFree {
  ///   try index.move(found.id, to: there)
  ///   break
  /// }
  /// ```
  ///
  /// For a fixed number ``nearest(to:count:within:)`` is faster.
  ///
  /// - Parameter center: where to look; nothing is found when it is not valid.
  @inlinable
  public func nearest(to center: Coordinate) -> NearestSequence {
    NearestSequence(index: self, center: center)
  }

  /// The elements in a region in order of their distance from a centre, found only as far as they
  /// are asked for.
  ///
  /// - Parameters:
  ///   - center: where to look from, inside the region or not.
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  @inlinable
  public func nearest(to center: Coordinate, in region: some PlaceRegion) -> NearestSequence {
    NearestSequence(index: self, center: center, outline: region._outline)
  }

  /// The elements of an index in order of their distance from a centre, found one by one.
  ///
  /// Stopping early is free, and so is going on: an iterator can be kept and asked for the next
  /// page later. The sequence sees the index as it was when the sequence was made, whatever
  /// changes afterwards. It is in the same order as the results of all other queries.
  public struct NearestSequence: Sequence {
    @usableFromInline internal let index: DynamicPlaceIndex
    @usableFromInline internal let center: Coordinate
    @usableFromInline internal let outline: _RegionOutline?

    @inlinable
    internal init(index: DynamicPlaceIndex, center: Coordinate, outline: _RegionOutline? = nil) {
      self.index = index
      self.center = center
      self.outline = outline
    }

    /// Starts at the nearest element.
    @inlinable
    public func makeIterator() -> Iterator {
      Iterator(index: index, cursor: index.core.cursor(from: center, in: outline))
    }

    /// Hands out elements in order of distance; a copy goes on by itself from the same place.
    public struct Iterator: IteratorProtocol {
      @usableFromInline internal let index: DynamicPlaceIndex
      @usableFromInline internal var cursor: DynamicCursor

      @inlinable
      internal init(index: DynamicPlaceIndex, cursor: DynamicCursor) {
        self.index = index
        self.cursor = cursor
      }

      /// The next element, or nil after the farthest.
      ///
      /// - Complexity: amortised O(log n).
      @inlinable
      public mutating func next() -> Neighbor? {
        cursor.next().flatMap { index.neighbor($0) }
      }
    }
  }
}

extension DynamicPlaceIndex.NearestSequence: Sendable where Element: Sendable, ID: Sendable {}
extension DynamicPlaceIndex.NearestSequence.Iterator: Sendable
where Element: Sendable, ID: Sendable {}
