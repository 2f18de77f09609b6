public import CairnGeodesy

extension PlaceIndex {
  /// The places along a route with their distances from it, nearest first.
  ///
  /// Exactly those for which ``GeoPath/distance(to:on:)`` on the mean sphere is at most the
  /// distance. Nothing is found along a path without vertices or with an invalid one.
  ///
  /// ```swift
  /// for charger in index.within(2_000, of: route) {
  ///   print(charger.element.name, charger.distance)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - limit: how many at most: the nearest; none for 0 or less.
  /// - Returns: the places, equally distant ones by offset.
  @inlinable
  public func within(
    _ distance: Double, of path: GeoPath, limit: Int = .max
  ) -> [Neighbor<Element>] {
    core.hits(within: distance, of: path, limit: limit, where: { _ in true }).map(neighbor)
  }

  /// The places along a route that satisfy a condition with their distances from it, nearest
  /// first.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - limit: how many at most: the nearest; none for 0 or less.
  ///   - isIncluded: asked once for each place along it, in an unspecified order.
  /// - Returns: the places, equally distant ones by offset.
  @inlinable
  public func within(
    _ distance: Double, of path: GeoPath, limit: Int = .max, where isIncluded: (Element) -> Bool
  ) -> [Neighbor<Element>] {
    core.hits(
      within: distance, of: path, limit: limit, where: { isIncluded(elements[$0]) }
    ).map(neighbor)
  }

  /// The places along a route, in input order: those within a distance of a path.
  ///
  /// ```swift
  /// let chargers = index.elements(within: 2_000, of: route)
  /// ```
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - limit: how many at most: the first in input order; none for 0 or less.
  @inlinable
  public func elements(
    within distance: Double, of path: GeoPath, limit: Int = .max
  ) -> [Element] {
    elements(in: PathCorridor(within: distance, of: path), limit: limit)
  }

  /// The places within a distance of a path that satisfy a condition, in input order.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - limit: how many at most: the first in input order; none for 0 or less.
  ///   - isIncluded: asked once for each place along it, in input order, until there are enough.
  @inlinable
  public func elements(
    within distance: Double, of path: GeoPath, limit: Int = .max,
    where isIncluded: (Element) -> Bool
  ) -> [Element] {
    elements(in: PathCorridor(within: distance, of: path), limit: limit, where: isIncluded)
  }

  /// The offsets of the places within a distance of a path, ascending.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - limit: how many at most: the least; none for 0 or less.
  @inlinable
  public func offsets(
    within distance: Double, of path: GeoPath, limit: Int = .max
  ) -> [Int] {
    offsets(in: PathCorridor(within: distance, of: path), limit: limit)
  }

  /// How many places are within a distance of a path, without listing them.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  @inlinable
  public func count(within distance: Double, of path: GeoPath) -> Int {
    count(in: PathCorridor(within: distance, of: path))
  }

  /// How many places within a distance of a path satisfy a condition.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - isIncluded: asked once for each place along it, in an unspecified order.
  @inlinable
  public func count(
    within distance: Double, of path: GeoPath, where isIncluded: (Element) -> Bool
  ) -> Int {
    count(in: PathCorridor(within: distance, of: path), where: isIncluded)
  }

  /// Whether any place is within a distance of a path.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  @inlinable
  public func containsAny(within distance: Double, of path: GeoPath) -> Bool {
    containsAny(in: PathCorridor(within: distance, of: path))
  }

  /// Whether any place within a distance of a path satisfies a condition.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - isIncluded: asked in an unspecified order until it first holds.
  @inlinable
  public func containsAny(
    within distance: Double, of path: GeoPath, where isIncluded: (Element) -> Bool
  ) -> Bool {
    containsAny(in: PathCorridor(within: distance, of: path), where: isIncluded)
  }
}
