public import CairnGeodesy

extension SearchablePlaces {
  /// Returns the places nearest to a center, nearest first.
  ///
  /// ```swift
  /// let closest = index.nearest(to: here, count: 1).first
  /// let few = index.nearest(to: here, count: 10, within: 20_000)
  /// ```
  ///
  /// If you do not know in advance how many you need, iterate over ``nearest(to:)``.
  ///
  /// - Parameters:
  ///   - center: the center of the search.
  ///   - count: the maximum number of results; 0 or less returns none.
  ///   - radius: the maximum distance in meters, inclusive.
  /// - Returns: the places with their distances, ties in input order.
  /// - Complexity: O(log n + k) for k results of uniform density. Of places at one position, a
  ///   ``PlaceIndex`` visits about k, the first ones in input order; other indexes, and searches
  ///   with a condition, visit all of them.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func nearest(
    to center: Coordinate, count: Int, within radius: Double = .infinity
  ) throws(Failure) -> [Neighbor] {
    try _found { take in
      _core.withNearest(
        count, to: center, within: radius, where: { _ in true }, filtered: false, take)
    }
  }

  /// Returns the places nearest to a center that satisfy a condition, nearest first.
  ///
  /// The condition is evaluated during the search, so the result is complete even if few places
  /// satisfy it.
  ///
  /// ```swift
  /// let airports = index.nearest(to: here, count: 3) { $0.kind == .airport }
  /// ```
  ///
  /// - Parameters:
  ///   - center: the center of the search.
  ///   - count: the maximum number of results; 0 or less returns none.
  ///   - radius: the maximum distance in meters, inclusive.
  ///   - isIncluded: a predicate, called at most once per place, including a place at distance 0,
  ///     in an unspecified order.
  /// - Returns: the places with their distances, ties in input order.
  /// - Throws: ``SearchablePlaces/Failure``.
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
