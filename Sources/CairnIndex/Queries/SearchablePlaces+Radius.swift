public import CairnGeodesy

extension SearchablePlaces {
  /// The places within a distance of a centre, nearest first.
  ///
  /// ```swift
  /// for found in index.within(5_000, of: here) {
  ///   print(found.element.name, found.distance)
  /// }
  /// ```
  ///
  /// For the first few of many see `within(_:of:limit:)`, for the number alone
  /// `count(within:of:)`.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  /// - Returns: the places with their distances, equally distant ones in the order in which they
  ///   came.
  /// - Complexity: O(log n + k) for k results of even density, O(log n + k log k) at worst.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func within(_ radius: Double, of center: Coordinate) throws(Failure) -> [Neighbor] {
    try _found { take in
      _core.withHits(
        within: radius, of: center, sorted: true, where: { _ in 0 }, filtered: false, take)
    }
  }

  /// The places within a distance of a centre that satisfy a condition, nearest first.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - isIncluded: asked once for each place within the distance, in no order.
  /// - Returns: the places with their distances, equally distant ones in the order in which they
  ///   came.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
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

  /// The nearest of the places within a distance of a centre, nearest first.
  ///
  /// Only as many as are wanted are ordered; this is `nearest(to:count:within:)` by another name.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - limit: how many at most; none for 0 or less.
  /// - Returns: the places with their distances, equally distant ones in the order in which they
  ///   came.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func within(
    _ radius: Double, of center: Coordinate, limit: Int
  ) throws(Failure) -> [Neighbor] {
    try nearest(to: center, count: limit, within: radius)
  }

  /// The nearest of the places within a distance of a centre that satisfy a condition.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - limit: how many at most; none for 0 or less.
  ///   - isIncluded: asked at most once for a place, in no order.
  /// - Returns: the places with their distances, equally distant ones in the order in which they
  ///   came.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func within(
    _ radius: Double, of center: Coordinate, limit: Int, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Neighbor] {
    try nearest(to: center, count: limit, within: radius, where: isIncluded)
  }

  /// What the places within a distance of a centre are known by, and how far away they are,
  /// nearest first.
  ///
  /// The elements are not looked at. Where they are large, hold texts or are objects, that is most
  /// of the time of a list.
  ///
  /// ```swift
  /// for hit in index.hits(within: 5_000, of: here) {
  ///   heat[hit.key] += 1 - hit.distance / 5_000
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - limit: how many at most, the nearest of them; none for 0 or less.
  /// - Returns: keys and distances in the order of ``within(_:of:)``.
  /// - Complexity: O(log n + k) for k results of even density, O(log n + k log k) at worst.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
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

  /// The places within a distance of a centre in an unspecified order, which is faster.
  ///
  /// The order is the same on every run and every machine.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  /// - Returns: the places with their distances.
  /// - Complexity: O(log n + k) for k results.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func unsorted(within radius: Double, of center: Coordinate) throws(Failure) -> [Neighbor] {
    try _found { take in
      _core.withHits(
        within: radius, of: center, sorted: false, where: { _ in 0 }, filtered: false, take)
    }
  }

  /// The places within a distance of a centre that satisfy a condition, in an unspecified order.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - isIncluded: asked once for each place within the distance.
  /// - Returns: the places with their distances.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
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

  /// Some of the places within a distance of a centre, as many as are wanted: the search ends
  /// when it has them.
  ///
  /// Which ones is not specified, but the same on every run and every machine. For the nearest
  /// see `within(_:of:limit:)`.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - limit: how many at most; none for 0 or less.
  /// - Returns: the places with their distances, in an unspecified order.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func unsorted(
    within radius: Double, of center: Coordinate, limit: Int
  ) throws(Failure) -> [Neighbor] {
    try _some(within: radius, of: center, limit: limit, where: { _ in true })
  }

  /// Some of the places within a distance of a centre that satisfy a condition, as many as are
  /// wanted.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - limit: how many at most; none for 0 or less.
  ///   - isIncluded: asked in an unspecified order until there are enough.
  /// - Returns: the places with their distances, in an unspecified order.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func unsorted(
    within radius: Double, of center: Coordinate, limit: Int, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Neighbor] {
    try _some(within: radius, of: center, limit: limit, where: { _satisfies($0, isIncluded) })
  }

  /// How many places are within a distance of a centre, without listing them.
  ///
  /// Whole nodes of the tree are counted at once, so large radii cost little more than small ones.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  /// - Complexity: O(√n) at worst, about O(log n) for small radii.
  /// - Returns: the number of places.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func count(within radius: Double, of center: Coordinate) throws(Failure) -> Int {
    let count = _core.count(within: radius, of: center)
    try _verify()
    return count
  }

  /// How many places within a distance of a centre satisfy a condition.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - isIncluded: asked once for each place within the distance.
  /// - Returns: the number of places.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
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

  /// Whether any place is within a distance of a centre.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  /// - Returns: whether there is at least one.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func containsAny(within radius: Double, of center: Coordinate) throws(Failure) -> Bool {
    let found = _core.containsAny(within: radius, of: center)
    try _verify()
    return found
  }

  /// Whether any place within a distance of a centre satisfies a condition.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - isIncluded: asked until it first holds.
  /// - Returns: whether there is at least one.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
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

  /// Calls a closure for each place within a distance of a centre, without making a list.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - body: called once for each place, in an unspecified order.
  /// - Throws: what the index throws; the places handed out before are right.
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

  /// At most `limit` places within a distance, whichever are met first.
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

  /// The places that a search of the core hands out at its end.
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
