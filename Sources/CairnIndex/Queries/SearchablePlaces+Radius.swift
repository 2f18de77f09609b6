public import CairnGeodesy

extension SearchablePlaces {
  /// Returns the places within a distance of a center, nearest first.
  ///
  /// ```swift
  /// for found in index.within(5_000, of: here) {
  ///   print(found.element.name, found.distance)
  /// }
  /// ```
  ///
  /// For only the nearest of many, use `within(_:of:limit:)`; for the number alone,
  /// `count(within:of:)`.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - center: the center of the search.
  /// - Returns: the places with their distances, ties in input order.
  /// - Complexity: O(log n + k) for k results of uniform density, O(log n + k log k) at worst.
  /// - Throws: ``IndexFileError`` if the file is damaged or unreadable; an index in memory never
  ///   throws.
  @inlinable
  public func within(_ radius: Double, of center: Coordinate) throws(Failure) -> [Neighbor] {
    try _found { take in
      _core.withHits(
        within: radius, of: center, sorted: true, where: { _ in 0 }, filtered: false, take)
    }
  }

  /// Returns the places within a distance of a center that satisfy a condition, nearest first.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - center: the center of the search.
  ///   - isIncluded: a predicate, called once for each place within the distance, in an unspecified
  ///     order.
  /// - Returns: the places with their distances, ties in input order.
  /// - Throws: ``IndexFileError`` if the file is damaged or unreadable; an index in memory never
  ///   throws.
  @inlinable
  public func within(
    _ radius: Double, of center: Coordinate, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Neighbor] {
    try _found { take in
      _core.withHits(
        within: radius, of: center, sorted: true,
        where: { $0.included { _satisfies($0, isIncluded) } }, filtered: true, take)
    }
  }

  /// Returns the nearest of the places within a distance of a center, nearest first.
  ///
  /// Equivalent to `nearest(to:count:within:)`; only `limit` places are sorted.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - center: the center of the search.
  ///   - limit: the maximum number of results; 0 or less returns none.
  /// - Returns: the places with their distances, ties in input order.
  /// - Throws: ``IndexFileError`` if the file is damaged or unreadable; an index in memory never
  ///   throws.
  @inlinable
  public func within(
    _ radius: Double, of center: Coordinate, limit: Int
  ) throws(Failure) -> [Neighbor] {
    try nearest(to: center, count: limit, within: radius)
  }

  /// Returns the nearest of the places within a distance of a center that satisfy a condition.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - center: the center of the search.
  ///   - limit: the maximum number of results; 0 or less returns none.
  ///   - isIncluded: a predicate, called at most once per place, in an unspecified order.
  /// - Returns: the places with their distances, ties in input order.
  /// - Throws: ``IndexFileError`` if the file is damaged or unreadable; an index in memory never
  ///   throws.
  @inlinable
  public func within(
    _ radius: Double, of center: Coordinate, limit: Int, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Neighbor] {
    try nearest(to: center, count: limit, within: radius, where: isIncluded)
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
  /// - Returns: keys and distances in the order of ``within(_:of:)``.
  /// - Complexity: O(log n + k) for k results of uniform density, O(log n + k log k) at worst.
  /// - Throws: ``IndexFileError`` if the file is damaged or unreadable; an index in memory never
  ///   throws.
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

  /// Returns the places within a distance of a center in an unspecified order, which is faster.
  ///
  /// The order is deterministic, also across machines.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - center: the center of the search.
  /// - Returns: the places with their distances.
  /// - Complexity: O(log n + k) for k results.
  /// - Throws: ``IndexFileError`` if the file is damaged or unreadable; an index in memory never
  ///   throws.
  @inlinable
  public func unsorted(within radius: Double, of center: Coordinate) throws(Failure) -> [Neighbor] {
    try _found { take in
      _core.withHits(
        within: radius, of: center, sorted: false, where: { _ in 0 }, filtered: false, take)
    }
  }

  /// Returns the places within a distance of a center that satisfy a condition, in an unspecified
  /// order.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - center: the center of the search.
  ///   - isIncluded: a predicate, called once for each place within the distance.
  /// - Returns: the places with their distances.
  /// - Throws: ``IndexFileError`` if the file is damaged or unreadable; an index in memory never
  ///   throws.
  @inlinable
  public func unsorted(
    within radius: Double, of center: Coordinate, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Neighbor] {
    try _found { take in
      _core.withHits(
        within: radius, of: center, sorted: false,
        where: { $0.included { _satisfies($0, isIncluded) } }, filtered: true, take)
    }
  }

  /// Returns up to `limit` of the places within a distance of a center; the search ends when they
  /// are found.
  ///
  /// The choice is unspecified but deterministic, also across machines. For the nearest places use
  /// `within(_:of:limit:)`.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - center: the center of the search.
  ///   - limit: the maximum number of results; 0 or less returns none.
  /// - Returns: the places with their distances, in an unspecified order.
  /// - Throws: ``IndexFileError`` if the file is damaged or unreadable; an index in memory never
  ///   throws.
  @inlinable
  public func unsorted(
    within radius: Double, of center: Coordinate, limit: Int
  ) throws(Failure) -> [Neighbor] {
    try _some(within: radius, of: center, limit: limit, where: { _ in true })
  }

  /// Returns up to `limit` of the places within a distance of a center that satisfy a condition.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - center: the center of the search.
  ///   - limit: the maximum number of results; 0 or less returns none.
  ///   - isIncluded: a predicate, called in an unspecified order until the limit is reached.
  /// - Returns: the places with their distances, in an unspecified order.
  /// - Throws: ``IndexFileError`` if the file is damaged or unreadable; an index in memory never
  ///   throws.
  @inlinable
  public func unsorted(
    within radius: Double, of center: Coordinate, limit: Int, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Neighbor] {
    try _some(within: radius, of: center, limit: limit, where: { _satisfies($0, isIncluded) })
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
  /// - Throws: ``IndexFileError`` if the file is damaged or unreadable; an index in memory never
  ///   throws.
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
  /// - Throws: ``IndexFileError`` if the file is damaged or unreadable; an index in memory never
  ///   throws.
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
  /// - Throws: ``IndexFileError`` if the file is damaged or unreadable; an index in memory never
  ///   throws.
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
  /// - Throws: ``IndexFileError`` if the file is damaged or unreadable; an index in memory never
  ///   throws.
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

  /// Returns at most `limit` places within a distance, the first ones found.
  @inlinable
  internal func _some(
    within radius: Double, of center: Coordinate, limit: Int, where isIncluded: (Int) -> Bool
  ) throws(Failure) -> [Neighbor] {
    var found: [Neighbor] = []
    guard limit > 0 else { return found }
    var failure: Failure?
    _core.forEachHit(within: radius, of: center) { tag, distance in
      guard isIncluded(tag) else { return true }
      do throws(Failure) {
        found.append(try _neighbor(tag, distance: distance))
        return found.count < limit
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    try _verify()
    return found
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
