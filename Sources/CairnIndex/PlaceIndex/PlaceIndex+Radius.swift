public import CairnGeodesy

extension PlaceIndex {
  /// The places within a distance of a centre, nearest first.
  ///
  /// ```swift
  /// for found in index.within(5_000, of: here) {
  ///   print(found.element.name, found.distance)
  /// }
  /// ```
  ///
  /// For the first few of many see ``within(_:of:limit:)``, for the number alone
  /// ``count(within:of:)``.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  /// - Returns: the places with their distances, equally distant ones by offset.
  /// - Complexity: O(log n + k) for k results of even density, O(log n + k log k) at worst.
  @inlinable
  public func within(_ radius: Double, of center: Coordinate) -> [Neighbor<Element>] {
    core.withHits(
      within: radius, of: center, sorted: true, where: { _ in true }, filtered: false, neighbors)
  }

  /// The places within a distance of a centre that satisfy a condition, nearest first.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - isIncluded: asked once for each place within the distance, in no order.
  /// - Returns: the places with their distances, equally distant ones by offset.
  @inlinable
  public func within(
    _ radius: Double, of center: Coordinate, where isIncluded: (Element) -> Bool
  ) -> [Neighbor<Element>] {
    core.withHits(
      within: radius, of: center, sorted: true, where: { isIncluded(elements[$0]) },
      filtered: true, neighbors)
  }

  /// The nearest of the places within a distance of a centre, nearest first.
  ///
  /// Only as many as are wanted are ordered; this is `nearest(to:count:within:)` by another name.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - limit: how many at most; none for 0 or less.
  /// - Returns: the places with their distances, equally distant ones by offset.
  @inlinable
  public func within(
    _ radius: Double, of center: Coordinate, limit: Int
  ) -> [Neighbor<Element>] {
    nearest(to: center, count: limit, within: radius)
  }

  /// The nearest of the places within a distance of a centre that satisfy a condition.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - limit: how many at most; none for 0 or less.
  ///   - isIncluded: asked at most once for a place, in no order.
  /// - Returns: the places with their distances, equally distant ones by offset.
  @inlinable
  public func within(
    _ radius: Double, of center: Coordinate, limit: Int, where isIncluded: (Element) -> Bool
  ) -> [Neighbor<Element>] {
    nearest(to: center, count: limit, within: radius, where: isIncluded)
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
  @inlinable
  public func unsorted(within radius: Double, of center: Coordinate) -> [Neighbor<Element>] {
    core.withHits(
      within: radius, of: center, sorted: false, where: { _ in true }, filtered: false, neighbors)
  }

  /// The places within a distance of a centre that satisfy a condition, in an unspecified order.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - isIncluded: asked once for each place within the distance.
  /// - Returns: the places with their distances.
  @inlinable
  public func unsorted(
    within radius: Double, of center: Coordinate, where isIncluded: (Element) -> Bool
  ) -> [Neighbor<Element>] {
    core.withHits(
      within: radius, of: center, sorted: false, where: { isIncluded(elements[$0]) },
      filtered: true, neighbors)
  }

  /// Some of the places within a distance of a centre, as many as are wanted: the search ends
  /// when it has them.
  ///
  /// Which ones is not specified, but the same on every run and every machine. For the nearest
  /// see ``within(_:of:limit:)``.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - limit: how many at most; none for 0 or less.
  /// - Returns: the places with their distances, in an unspecified order.
  @inlinable
  public func unsorted(
    within radius: Double, of center: Coordinate, limit: Int
  ) -> [Neighbor<Element>] {
    core.hits(within: radius, of: center, limit: limit, where: { _ in true }).map(neighbor)
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
  @inlinable
  public func unsorted(
    within radius: Double, of center: Coordinate, limit: Int, where isIncluded: (Element) -> Bool
  ) -> [Neighbor<Element>] {
    core.hits(within: radius, of: center, limit: limit, where: { isIncluded(elements[$0]) })
      .map(neighbor)
  }

  /// How many places are within a distance of a centre, without listing them.
  ///
  /// Whole nodes of the tree are counted at once, so large radii cost little more than small ones.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  /// - Complexity: O(√n) at worst, about O(log n) for small radii.
  @inlinable
  public func count(within radius: Double, of center: Coordinate) -> Int {
    core.count(within: radius, of: center)
  }

  /// How many places within a distance of a centre satisfy a condition.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - isIncluded: asked once for each place within the distance.
  @inlinable
  public func count(
    within radius: Double, of center: Coordinate, where isIncluded: (Element) -> Bool
  ) -> Int {
    var count = 0
    core.forEachOffset(within: radius, of: center) { offset in
      if isIncluded(elements[offset]) { count &+= 1 }
      return true
    }
    return count
  }

  /// Whether any place is within a distance of a centre.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  @inlinable
  public func containsAny(within radius: Double, of center: Coordinate) -> Bool {
    core.containsAny(within: radius, of: center)
  }

  /// Whether any place within a distance of a centre satisfies a condition.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - isIncluded: asked until it first holds.
  @inlinable
  public func containsAny(
    within radius: Double, of center: Coordinate, where isIncluded: (Element) -> Bool
  ) -> Bool {
    var found = false
    core.forEachOffset(within: radius, of: center) { offset in
      found = isIncluded(elements[offset])
      return !found
    }
    return found
  }

  /// Calls a closure for each place within a distance of a centre, without making a list.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - body: called once for each place, in an unspecified order.
  @inlinable
  public func forEach(
    within radius: Double, of center: Coordinate, _ body: (Neighbor<Element>) -> Void
  ) {
    core.forEachHit(within: radius, of: center) { hit in
      body(neighbor(hit))
      return true
    }
  }

  @inlinable
  internal func neighbor(_ hit: Hit) -> Neighbor<Element> {
    Neighbor(element: elements[hit.offset], offset: hit.offset, distance: hit.distance)
  }

  @inlinable
  internal func neighbors(_ hits: HitBuffer) -> [Neighbor<Element>] {
    hits.neighbors(elements)
  }
}
