public import CairnGeodesy

/// Hands out the places of an index file in order of their distance from a centre, one by one.
///
/// Made by ``MappedPlaceIndex/nearest(to:)``. It is a ``NearestSequence/Iterator`` that can fail.
///
/// ```swift
/// var nearest = cities.nearest(to: here)
/// while let found = try nearest.next(), found.distance < 50_000 {
///   print(found.element)
/// }
/// ```
///
/// Each step reads only the pages that it takes to be sure of the next place. A copy goes on by
/// itself from the same place.
public struct MappedNearestCursor<Element>: Sendable {
  private let index: MappedPlaceIndex<Element>
  private var cursor: PackedCursor

  init(
    _ index: MappedPlaceIndex<Element>, from center: Coordinate, in outline: _RegionOutline? = nil
  ) {
    self.index = index
    cursor = index.core.cursor(from: center, in: outline)
  }

  /// The next place, or nil after the farthest.
  ///
  /// - Throws: ``IndexFileError`` when a part that it takes to be sure is damaged.
  /// - Complexity: amortised O(log n).
  public mutating func next() throws(IndexFileError) -> Neighbor<Element>? {
    let hit = cursor.next()
    if let failure = index.reader.sentry.failure { throw failure }
    guard let hit else { return nil }
    return try index.neighbor(hit)
  }
}

extension MappedPlaceIndex {
  /// All places in order of their distance from a centre, found only as far as they are asked for.
  ///
  /// - Parameter center: where to look; nothing is found when it is not finite.
  public func nearest(to center: Coordinate) -> MappedNearestCursor<Element> {
    MappedNearestCursor(self, from: center)
  }

  /// The places in a region in order of their distance from a centre, found only as far as they
  /// are asked for.
  ///
  /// - Parameters:
  ///   - center: where to look from, inside the region or not.
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  public func nearest(
    to center: Coordinate, in region: some PlaceRegion
  ) -> MappedNearestCursor<Element> {
    MappedNearestCursor(self, from: center, in: region._outline)
  }
}
