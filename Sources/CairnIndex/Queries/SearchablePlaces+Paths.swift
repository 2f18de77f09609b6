public import CairnGeodesy

extension SearchablePlaces {
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
  /// - Returns: the places, equally distant ones in the order in which they came.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func within(
    _ distance: Double, of path: GeoPath, limit: Int = .max
  ) throws(Failure) -> [Neighbor] {
    try _found { take in
      _core.withHits(within: distance, of: path, limit: limit, where: { _ in true }, take)
    }
  }

  /// The places along a route that satisfy a condition with their distances from it, nearest
  /// first.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - limit: how many at most: the nearest; none for 0 or less.
  ///   - isIncluded: asked once for each place along it, in an unspecified order.
  /// - Returns: the places, equally distant ones in the order in which they came.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func within(
    _ distance: Double, of path: GeoPath, limit: Int = .max, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Neighbor] {
    try _found { take in
      _core.withHits(
        within: distance, of: path, limit: limit, where: { _satisfies($0, isIncluded) }, take)
    }
  }

  /// The places along a route in the order in which it passes them: how far along and on which
  /// side.
  ///
  /// Those that `within(_:of:limit:)` finds, each with the point of the path nearest to it, which
  /// is ``GeoPath/nearestPoint(to:on:)`` on the mean sphere. A path that passes a place twice has
  /// it once, where it comes nearest.
  ///
  /// ```swift
  /// for stop in stations.places(along: route, within: 1_000) {
  ///   print(stop.distanceAlong, stop.side, stop.element.name)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - path: a route or a track.
  ///   - distance: metres from the path; the edge is included.
  ///   - limit: how many at most: the first on the way; none for 0 or less.
  /// - Returns: the places by the way to them; of those at one point of the path the nearest to it
  ///   first, equally distant ones in the order in which they came.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func places(
    along path: GeoPath, within distance: Double, limit: Int = .max
  ) throws(Failure) -> [PlaceAlongPath<Element, Key>] {
    try places(along: PathIndex(path), within: distance, limit: limit)
  }

  /// The places along a route that satisfy a condition, in the order in which it passes them.
  ///
  /// - Parameters:
  ///   - path: a route or a track.
  ///   - distance: metres from the path; the edge is included.
  ///   - limit: how many at most: the first on the way; none for 0 or less.
  ///   - isIncluded: asked once for each place along it, in an unspecified order.
  /// - Returns: the places by the way to them, as without a condition.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func places(
    along path: GeoPath, within distance: Double, limit: Int = .max,
    where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [PlaceAlongPath<Element, Key>] {
    try places(along: PathIndex(path), within: distance, limit: limit, where: isIncluded)
  }

  /// The places along a path that is asked about often, in the order in which it passes them.
  ///
  /// - Parameters:
  ///   - path: a route or a track, prepared.
  ///   - distance: metres from the path; the edge is included.
  ///   - limit: how many at most: the first on the way; none for 0 or less.
  /// - Returns: the places by the way to them.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func places(
    along path: PathIndex, within distance: Double, limit: Int = .max
  ) throws(Failure) -> [PlaceAlongPath<Element, Key>] {
    try _found(_core.hits(along: path, within: distance, where: { _ in true }), limit: limit)
  }

  /// The places along a path that is asked about often and that satisfy a condition, in the order
  /// in which it passes them.
  ///
  /// - Parameters:
  ///   - path: a route or a track, prepared.
  ///   - distance: metres from the path; the edge is included.
  ///   - limit: how many at most: the first on the way; none for 0 or less.
  ///   - isIncluded: asked once for each place along it, in an unspecified order.
  /// - Returns: the places by the way to them.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func places(
    along path: PathIndex, within distance: Double, limit: Int = .max,
    where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [PlaceAlongPath<Element, Key>] {
    try _found(
      _core.hits(along: path, within: distance, where: { _satisfies($0, isIncluded) }),
      limit: limit)
  }

  @inlinable
  internal func _found(
    _ hits: [_PathHit], limit: Int
  ) throws(Failure) -> [PlaceAlongPath<Element, Key>] {
    try _verify()
    return try hits.prefix(max(limit, 0)).map { hit throws(Failure) in
      PlaceAlongPath(element: try _element(hit.tag), key: _key(hit.tag), point: hit.point)
    }
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
  /// - Returns: the places in input order, or in that of insertion.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func elements(
    within distance: Double, of path: GeoPath, limit: Int = .max
  ) throws(Failure) -> [Element] {
    try elements(in: PathCorridor(within: distance, of: path), limit: limit)
  }

  /// The places within a distance of a path that satisfy a condition, in input order.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - limit: how many at most: the first in input order; none for 0 or less.
  ///   - isIncluded: asked once for each place along it, in input order, until there are enough.
  /// - Returns: the places in input order, or in that of insertion.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func elements(
    within distance: Double, of path: GeoPath, limit: Int = .max,
    where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Element] {
    try elements(in: PathCorridor(within: distance, of: path), limit: limit, where: isIncluded)
  }

  /// What the index knows the places within a distance of a path by, in input order.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - limit: how many at most: the first in input order; none for 0 or less.
  /// - Returns: offsets in ascending order, or IDs in the order of insertion.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func keys(
    within distance: Double, of path: GeoPath, limit: Int = .max
  ) throws(Failure) -> [Key] {
    try keys(in: PathCorridor(within: distance, of: path), limit: limit)
  }

  /// How many places are within a distance of a path, without listing them.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  /// - Returns: the number of places.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func count(within distance: Double, of path: GeoPath) throws(Failure) -> Int {
    try count(in: PathCorridor(within: distance, of: path))
  }

  /// How many places within a distance of a path satisfy a condition.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - isIncluded: asked once for each place along it, in an unspecified order.
  /// - Returns: the number of places.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func count(
    within distance: Double, of path: GeoPath, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> Int {
    try count(in: PathCorridor(within: distance, of: path), where: isIncluded)
  }

  /// Whether any place is within a distance of a path.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  /// - Returns: whether there is at least one.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func containsAny(within distance: Double, of path: GeoPath) throws(Failure) -> Bool {
    try containsAny(in: PathCorridor(within: distance, of: path))
  }

  /// Whether any place within a distance of a path satisfies a condition.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - isIncluded: asked in an unspecified order until it first holds.
  /// - Returns: whether there is at least one.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func containsAny(
    within distance: Double, of path: GeoPath, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> Bool {
    try containsAny(in: PathCorridor(within: distance, of: path), where: isIncluded)
  }
}
