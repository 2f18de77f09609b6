public import CairnGeodesy

extension DynamicPlaceIndex {
  /// The elements along a route with their distances from it, nearest first.
  ///
  /// Exactly those for which ``GeoPath/distance(to:on:)`` on the mean sphere is at most the
  /// distance. Nothing is found along a path without vertices or with an invalid one.
  ///
  /// ```swift
  /// for taxi in index.within(500, of: route) {
  ///   print(taxi.id, taxi.distance)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - limit: how many at most: the nearest; none for 0 or less.
  /// - Returns: the elements, equally distant ones by when they came.
  @inlinable
  public func within(
    _ distance: Double, of path: GeoPath, limit: Int = .max
  ) -> [Neighbor] {
    core.hits(within: distance, of: path, limit: limit, where: { _ in true })
      .compactMap(neighbor)
  }

  /// The elements along a route that satisfy a condition with their distances from it, nearest
  /// first.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - limit: how many at most: the nearest; none for 0 or less.
  ///   - isIncluded: asked once for each element along it, in an unspecified order.
  /// - Returns: the elements, equally distant ones by when they came.
  @inlinable
  public func within(
    _ distance: Double, of path: GeoPath, limit: Int = .max, where isIncluded: (Element) -> Bool
  ) -> [Neighbor] {
    core.hits(
      within: distance, of: path, limit: limit, where: { satisfies($0, isIncluded) }
    ).compactMap(neighbor)
  }

  /// The elements along a route, in the order in which they came: those within a distance of a path.
  ///
  /// ```swift
  /// let taxis = index.elements(within: 500, of: route)
  /// ```
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - limit: how many at most: the first to come; none for 0 or less.
  @inlinable
  public func elements(
    within distance: Double, of path: GeoPath, limit: Int = .max
  ) -> [Element] {
    elements(in: PathCorridor(within: distance, of: path), limit: limit)
  }

  /// The elements within a distance of a path that satisfy a condition, in the order in which they
  /// came.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - limit: how many at most: the first to come; none for 0 or less.
  ///   - isIncluded: asked once for each element along it, in that order, until there are enough.
  @inlinable
  public func elements(
    within distance: Double, of path: GeoPath, limit: Int = .max,
    where isIncluded: (Element) -> Bool
  ) -> [Element] {
    elements(in: PathCorridor(within: distance, of: path), limit: limit, where: isIncluded)
  }

  /// How many elements are within a distance of a path, without listing them.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  @inlinable
  public func count(within distance: Double, of path: GeoPath) -> Int {
    count(in: PathCorridor(within: distance, of: path))
  }

  /// How many elements within a distance of a path satisfy a condition.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - isIncluded: asked once for each element along it, in an unspecified order.
  @inlinable
  public func count(
    within distance: Double, of path: GeoPath, where isIncluded: (Element) -> Bool
  ) -> Int {
    count(in: PathCorridor(within: distance, of: path), where: isIncluded)
  }

  /// Whether any element is within a distance of a path.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  @inlinable
  public func containsAny(within distance: Double, of path: GeoPath) -> Bool {
    containsAny(in: PathCorridor(within: distance, of: path))
  }

  /// Whether any element within a distance of a path satisfies a condition.
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
