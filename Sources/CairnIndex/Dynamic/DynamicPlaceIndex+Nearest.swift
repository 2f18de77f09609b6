public import CairnGeodesy

extension DynamicPlaceIndex {
  /// The elements nearest to a centre, nearest first.
  ///
  /// - Parameters:
  ///   - center: where to look.
  ///   - count: how many at most; none for 0 or less, all for more than there are.
  ///   - radius: metres beyond which nothing is wanted; the edge is included.
  /// - Returns: the elements with their distances, equally distant ones by when they came.
  /// - Complexity: O(log n + k log k) for k results of even density.
  @inlinable
  public func nearest(
    to center: Coordinate, count: Int, within radius: Double = .infinity
  ) -> [Neighbor] {
    core.withNearest(
      count, to: center, within: radius, where: { _ in true }, filtered: false, neighbors)
  }

  /// The elements nearest to a centre that satisfy a condition, nearest first.
  ///
  /// The condition is evaluated inside the search, so the result is full even when few elements
  /// satisfy it.
  ///
  /// - Parameters:
  ///   - center: where to look.
  ///   - count: how many at most; none for 0 or less, all for more than there are.
  ///   - radius: metres beyond which nothing is wanted; the edge is included.
  ///   - isIncluded: asked at most once for an element, in no order.
  /// - Returns: the elements with their distances, equally distant ones by when they came.
  @inlinable
  public func nearest(
    to center: Coordinate, count: Int, within radius: Double = .infinity,
    where isIncluded: (Element) -> Bool
  ) -> [Neighbor] {
    core.withNearest(
      count, to: center, within: radius, where: { satisfies($0, isIncluded) }, filtered: true,
      neighbors)
  }
}
