public import CairnGeodesy

extension SearchablePlaces {
  /// Returns the places within a distance of a center, nearest first unless another order is given.
  ///
  /// ```swift
  /// for found in index.within(5_000, of: here) {
  ///   print(found.element.name, found.distance)
  /// }
  /// ```
  ///
  /// For only the nearest of many, use `nearest(to:count:within:)`; for the number alone,
  /// `count(within:of:)`.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - center: the center of the search.
  ///   - order: the order of the results; an unspecified one is faster.
  /// - Returns: the places with their distances, ties in input order.
  /// - Complexity: O(log n + k) for k results of uniform density, O(log n + k log k) at worst.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func within(
    _ radius: Double, of center: Coordinate, order: NeighborOrder = .nearestFirst
  ) throws(Failure) -> [Neighbor] {
    try _found { take in
      _core.withHits(
        within: radius, of: center, sorted: order == .nearestFirst, where: { _ in 0 },
        filtered: false, take)
    }
  }

  /// Returns the places within a distance of a center that satisfy a condition, nearest first
  /// unless another order is given.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - center: the center of the search.
  ///   - order: the order of the results; an unspecified one is faster.
  ///   - isIncluded: a predicate, called once for each place within the distance, in an unspecified
  ///     order.
  /// - Returns: the places with their distances, ties in input order.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func within(
    _ radius: Double, of center: Coordinate, order: NeighborOrder = .nearestFirst,
    where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Neighbor] {
    try _found { take in
      _core.withHits(
        within: radius, of: center, sorted: order == .nearestFirst,
        where: { $0.included { _satisfies($0, isIncluded) } }, filtered: true, take)
    }
  }

  /// Returns the keys and distances of the places within a distance of a center, nearest first.
  ///
  /// The elements are not accessed, which saves most of the time if they are large, contain strings
  /// or are objects.
  ///
  /// ```swift
  /// for hit in index.hits(within: 5_000, of: here) {
  ///   heat[hit.key] += 1 - hit.distance / 5_000
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - center: the center of the search.
  ///   - limit: the maximum number of results, the nearest ones; 0 or less returns none.
  /// - Returns: keys and distances in the order of ``within(_:of:order:)``.
  /// - Complexity: O(log n + k) for k results of uniform density, O(log n + k log k) at worst.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func hits(
    within radius: Double, of center: Coordinate, limit: Int = .max
  ) throws(Failure) -> [PlaceHit<Key>] {
    var found: [PlaceHit<Key>] = []
    let take = { (hits: _HitBuffer) in
      found = hits.map { PlaceHit(key: _key($0.tag), distance: $0.distance) }
    }
    if limit < count {
      _core.withNearest(
        limit, to: center, within: radius, where: { _ in true }, filtered: false, take)
    } else {
      _core.withHits(
        within: radius, of: center, sorted: true, where: { _ in 0 }, filtered: false, take)
    }
    try _verify()
    return found
  }

  /// Returns the number of places within a distance of a center.
  ///
  /// Nodes inside the radius are counted as a whole, so large radii cost little more than small
  /// ones.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - center: the center of the search.
  /// - Complexity: O(√n) at worst, about O(log n) for small radii.
  /// - Returns: the number of places.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func count(within radius: Double, of center: Coordinate) throws(Failure) -> Int {
    let count = _core.count(within: radius, of: center)
    try _verify()
    return count
  }

  /// Returns the number of places within a distance of a center that satisfy a condition.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - center: the center of the search.
  ///   - isIncluded: a predicate, called once for each place within the distance.
  /// - Returns: the number of places.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func count(
    within radius: Double, of center: Coordinate, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> Int {
    var count = 0
    _core.forEachRun(within: radius, of: center) { run in
      count &+= run.count { _satisfies($0, isIncluded) }
      return true
    }
    try _verify()
    return count
  }

  /// Whether any place is within a distance of a center.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - center: the center of the search.
  /// - Returns: whether there is at least one.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func containsAny(within radius: Double, of center: Coordinate) throws(Failure) -> Bool {
    let found = _core.containsAny(within: radius, of: center)
    try _verify()
    return found
  }

  /// Whether any place within a distance of a center satisfies a condition.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - center: the center of the search.
  ///   - isIncluded: a predicate, called until it returns true.
  /// - Returns: whether there is at least one.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func containsAny(
    within radius: Double, of center: Coordinate, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> Bool {
    var found = false
    _core.forEachTag(within: radius, of: center) { tag in
      found = _satisfies(tag, isIncluded)
      return !found
    }
    try _verify()
    return found
  }

  /// Calls a closure for each place within a distance of a center, without creating an array.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - center: the center of the search.
  ///   - body: called once for each place, in an unspecified order.
  /// - Throws: any error of the index; the places passed before are valid.
  @inlinable
  public func forEach(
    within radius: Double, of center: Coordinate, _ body: (Neighbor) -> Void
  ) throws(Failure) {
    var failure: Failure?
    _core.forEachHit(within: radius, of: center) { tag, distance in
      do throws(Failure) {
        body(try _neighbor(tag, distance: distance))
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    try _verify()
  }

  /// Returns the neighbors for the hits that a search of the core passes to its closure.
  @inlinable @inline(__always)
  internal func _found(
    by search: ((_HitBuffer) -> Void) -> Void
  ) throws(Failure) -> [Neighbor] {
    var found: [Neighbor] = []
    var failure: Failure?
    search { hits in
      do throws(Failure) {
        found = try _neighbors(hits)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return found
  }
}
