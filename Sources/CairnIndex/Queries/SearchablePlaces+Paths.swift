public import CairnGeodesy

extension SearchablePlaces {
  /// Returns the places along a route with their distances from it, nearest first.
  ///
  /// These are exactly the places for which ``GeoPath/distance(to:on:)`` on the mean sphere is at
  /// most the distance. No place is found along a path without vertices or with an invalid vertex.
  ///
  /// ```swift
  /// for charger in index.within(2_000, of: route) {
  ///   print(charger.element.name, charger.distance)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - distance: the maximum distance from the path in meters, inclusive.
  ///   - path: a route or a track.
  ///   - limit: the maximum number of results, the nearest ones; 0 or less returns none.
  /// - Returns: the places, ties in input order.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func within(
    _ distance: Double, of path: GeoPath, limit: Int = .max
  ) throws(Failure) -> [Neighbor] {
    try _found { take in
      _core.withHits(within: distance, of: path, limit: limit, where: { _ in true }, take)
    }
  }

  /// Returns the places along a route that satisfy a condition, with their distances from it,
  /// nearest first.
  ///
  /// - Parameters:
  ///   - distance: the maximum distance from the path in meters, inclusive.
  ///   - path: a route or a track.
  ///   - limit: the maximum number of results, the nearest ones; 0 or less returns none.
  ///   - isIncluded: a predicate, called once for each place along the path, in an unspecified
  ///     order.
  /// - Returns: the places, ties in input order.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func within(
    _ distance: Double, of path: GeoPath, limit: Int = .max, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Neighbor] {
    try _found { take in
      _core.withHits(
        within: distance, of: path, limit: limit, where: { _satisfies($0, isIncluded) }, take)
    }
  }

  /// Returns the places along a route in path order, with the distance along the path and the side.
  ///
  /// These are the places of `within(_:of:limit:)`, each with the point of the path nearest to it,
  /// ``GeoPath/nearestPoint(to:on:)`` on the mean sphere. If a path passes a place twice, the place
  /// is returned once, at the nearest point.
  ///
  /// ```swift
  /// for stop in stations.places(along: route, within: 1_000) {
  ///   print(stop.distanceAlong, stop.side, stop.element.name)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - path: a route or a track.
  ///   - distance: the maximum distance from the path in meters, inclusive.
  ///   - limit: the maximum number of results, the first along the path; 0 or less returns none.
  /// - Returns: the places by distance along the path, then by distance from it, ties in input
  ///   order.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func places(
    along path: GeoPath, within distance: Double, limit: Int = .max
  ) throws(Failure) -> [PlaceAlongPath<Element, Key>] {
    try places(along: PathIndex(path), within: distance, limit: limit)
  }

  /// Returns the places along a route that satisfy a condition, in path order.
  ///
  /// - Parameters:
  ///   - path: a route or a track.
  ///   - distance: the maximum distance from the path in meters, inclusive.
  ///   - limit: the maximum number of results, the first along the path; 0 or less returns none.
  ///   - isIncluded: a predicate, called once for each place along the path, in an unspecified
  ///     order.
  /// - Returns: the places by distance along the path, as without a condition.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func places(
    along path: GeoPath, within distance: Double, limit: Int = .max,
    where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [PlaceAlongPath<Element, Key>] {
    try places(along: PathIndex(path), within: distance, limit: limit, where: isIncluded)
  }

  /// Returns the places along a prepared path, in path order.
  ///
  /// - Parameters:
  ///   - path: a prepared route or track.
  ///   - distance: the maximum distance from the path in meters, inclusive.
  ///   - limit: the maximum number of results, the first along the path; 0 or less returns none.
  /// - Returns: the places by distance along the path.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func places(
    along path: PathIndex, within distance: Double, limit: Int = .max
  ) throws(Failure) -> [PlaceAlongPath<Element, Key>] {
    try _found(_core.hits(along: path, within: distance, where: { _ in true }), limit: limit)
  }

  /// Returns the places along a prepared path that satisfy a condition, in path order.
  ///
  /// - Parameters:
  ///   - path: a prepared route or track.
  ///   - distance: the maximum distance from the path in meters, inclusive.
  ///   - limit: the maximum number of results, the first along the path; 0 or less returns none.
  ///   - isIncluded: a predicate, called once for each place along the path, in an unspecified
  ///     order.
  /// - Returns: the places by distance along the path.
  /// - Throws: ``SearchablePlaces/Failure``.
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

  /// Returns the places within a distance of a path, in input order.
  ///
  /// ```swift
  /// let chargers = index.elements(within: 2_000, of: route)
  /// ```
  ///
  /// - Parameters:
  ///   - distance: the maximum distance from the path in meters, inclusive.
  ///   - path: a route or a track.
  ///   - limit: the maximum number of results, the first in input order; 0 or less returns none.
  /// - Returns: the places in input order, or in insertion order.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func elements(
    within distance: Double, of path: GeoPath, limit: Int = .max
  ) throws(Failure) -> [Element] {
    try elements(in: PathCorridor(within: distance, of: path), limit: limit)
  }

  /// Returns the places within a distance of a path that satisfy a condition, in input order.
  ///
  /// - Parameters:
  ///   - distance: the maximum distance from the path in meters, inclusive.
  ///   - path: a route or a track.
  ///   - limit: the maximum number of results, the first in input order; 0 or less returns none.
  ///   - isIncluded: a predicate, called once for each place along the path, in input order, until
  ///     the limit is reached.
  /// - Returns: the places in input order, or in insertion order.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func elements(
    within distance: Double, of path: GeoPath, limit: Int = .max,
    where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Element] {
    try elements(in: PathCorridor(within: distance, of: path), limit: limit, where: isIncluded)
  }

  /// Returns the keys of the places within a distance of a path, in input order.
  ///
  /// - Parameters:
  ///   - distance: the maximum distance from the path in meters, inclusive.
  ///   - path: a route or a track.
  ///   - limit: the maximum number of results, the first in input order; 0 or less returns none.
  /// - Returns: offsets in ascending order, or IDs in insertion order.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func keys(
    within distance: Double, of path: GeoPath, limit: Int = .max
  ) throws(Failure) -> [Key] {
    try keys(in: PathCorridor(within: distance, of: path), limit: limit)
  }

  /// Returns the number of places within a distance of a path.
  ///
  /// - Parameters:
  ///   - distance: the maximum distance from the path in meters, inclusive.
  ///   - path: a route or a track.
  /// - Returns: the number of places.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func count(within distance: Double, of path: GeoPath) throws(Failure) -> Int {
    try count(in: PathCorridor(within: distance, of: path))
  }

  /// Returns the number of places within a distance of a path that satisfy a condition.
  ///
  /// - Parameters:
  ///   - distance: the maximum distance from the path in meters, inclusive.
  ///   - path: a route or a track.
  ///   - isIncluded: a predicate, called once for each place along the path, in an unspecified
  ///     order.
  /// - Returns: the number of places.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func count(
    within distance: Double, of path: GeoPath, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> Int {
    try count(in: PathCorridor(within: distance, of: path), where: isIncluded)
  }

  /// Whether any place is within a distance of a path.
  ///
  /// - Parameters:
  ///   - distance: the maximum distance from the path in meters, inclusive.
  ///   - path: a route or a track.
  /// - Returns: whether there is at least one.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func containsAny(within distance: Double, of path: GeoPath) throws(Failure) -> Bool {
    try containsAny(in: PathCorridor(within: distance, of: path))
  }

  /// Whether any place within a distance of a path satisfies a condition.
  ///
  /// - Parameters:
  ///   - distance: the maximum distance from the path in meters, inclusive.
  ///   - path: a route or a track.
  ///   - isIncluded: a predicate, called in an unspecified order until it returns true.
  /// - Returns: whether there is at least one.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func containsAny(
    within distance: Double, of path: GeoPath, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> Bool {
    try containsAny(in: PathCorridor(within: distance, of: path), where: isIncluded)
  }
}
