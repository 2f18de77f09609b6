public import CairnGeodesy

extension SearchablePlaces {
  /// The places nearest to a centre, nearest first.
  ///
  /// ```swift
  /// let closest = index.nearest(to: here, count: 1).first
  /// let few = index.nearest(to: here, count: 10, within: 20_000)
  /// ```
  ///
  /// When it is not known beforehand how many are needed, iterate over ``nearest(to:)``.
  ///
  /// - Parameters:
  ///   - center: where to look.
  ///   - count: how many at most; none for 0 or less, all for more than there are.
  ///   - radius: metres beyond which nothing is wanted; the edge is included.
  /// - Returns: the places with their distances, equally distant ones in the order in which they
  ///   came.
  /// - Complexity: O(log n + k) for k results of even density.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func nearest(
    to center: Coordinate, count: Int, within radius: Double = .infinity
  ) throws(Failure) -> [Neighbor] {
    try _found { take in
      _core.withNearest(
        count, to: center, within: radius, where: { _ in true }, filtered: false, take)
    }
  }

  /// The places nearest to a centre that satisfy a condition, nearest first.
  ///
  /// The condition is evaluated inside the search, so the result is full even when few places
  /// satisfy it.
  ///
  /// ```swift
  /// let airports = index.nearest(to: here, count: 3) { $0.kind == .airport }
  /// ```
  ///
  /// - Parameters:
  ///   - center: where to look.
  ///   - count: how many at most; none for 0 or less, all for more than there are.
  ///   - radius: metres beyond which nothing is wanted; the edge is included.
  ///   - isIncluded: asked at most once for a place, also for one at distance 0, in no order.
  /// - Returns: the places with their distances, equally distant ones in the order in which they
  ///   came.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func nearest(
    to center: Coordinate, count: Int, within radius: Double = .infinity,
    where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Neighbor] {
    try _found { take in
      _core.withNearest(
        count, to: center, within: radius, where: { _satisfies($0, isIncluded) }, filtered: true,
        take)
    }
  }
}
