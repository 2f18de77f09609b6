public import CairnGeodesy

extension DynamicPlaceIndex {
  /// The elements within a distance of a centre, nearest first.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  /// - Returns: the elements with their distances, equally distant ones by when they came.
  /// - Complexity: O(√n + k) for k results of even density.
  @inlinable
  public func within(_ radius: Double, of center: Coordinate) -> [Neighbor] {
    core.withHits(
      within: radius, of: center, sorted: true, where: { _ in true }, filtered: false, neighbors)
  }

  /// The elements within a distance of a centre that satisfy a condition, nearest first.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - isIncluded: asked once for each element within the distance, in no order.
  /// - Returns: the elements with their distances, equally distant ones by when they came.
  @inlinable
  public func within(
    _ radius: Double, of center: Coordinate, where isIncluded: (Element) -> Bool
  ) -> [Neighbor] {
    core.withHits(
      within: radius, of: center, sorted: true, where: { satisfies($0, isIncluded) },
      filtered: true, neighbors)
  }

  /// The nearest elements within a distance of a centre, at most so many.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - limit: how many at most; none for 0 or less.
  /// - Returns: the elements with their distances, equally distant ones by when they came.
  @inlinable
  public func within(_ radius: Double, of center: Coordinate, limit: Int) -> [Neighbor] {
    nearest(to: center, count: limit, within: radius)
  }

  /// The nearest elements within a distance of a centre that satisfy a condition, at most so many.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - limit: how many at most; none for 0 or less.
  ///   - isIncluded: asked at most once for an element, in no order.
  /// - Returns: the elements with their distances, equally distant ones by when they came.
  @inlinable
  public func within(
    _ radius: Double, of center: Coordinate, limit: Int, where isIncluded: (Element) -> Bool
  ) -> [Neighbor] {
    nearest(to: center, count: limit, within: radius, where: isIncluded)
  }

  /// The elements within a distance of a centre, in no order: faster where order is not needed.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  @inlinable
  public func unsorted(within radius: Double, of center: Coordinate) -> [Neighbor] {
    core.withHits(
      within: radius, of: center, sorted: false, where: { _ in true }, filtered: false, neighbors)
  }

  /// The elements within a distance of a centre that satisfy a condition, in no order.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - isIncluded: asked once for each element within the distance.
  @inlinable
  public func unsorted(
    within radius: Double, of center: Coordinate, where isIncluded: (Element) -> Bool
  ) -> [Neighbor] {
    core.withHits(
      within: radius, of: center, sorted: false, where: { satisfies($0, isIncluded) },
      filtered: true, neighbors)
  }

  /// Some of the elements within a distance of a centre, as many as are wanted: the search ends
  /// when it has them.
  ///
  /// Which ones is not specified. For the nearest see ``within(_:of:limit:)``.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - limit: how many at most; none for 0 or less.
  /// - Returns: the elements with their distances, in no order.
  @inlinable
  public func unsorted(within radius: Double, of center: Coordinate, limit: Int) -> [Neighbor] {
    unsorted(within: radius, of: center, limit: limit, where: { _ in true })
  }

  /// Some of the elements within a distance of a centre that satisfy a condition, as many as are
  /// wanted.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - limit: how many at most; none for 0 or less.
  ///   - isIncluded: asked in no order until there are enough.
  /// - Returns: the elements with their distances, in no order.
  @inlinable
  public func unsorted(
    within radius: Double, of center: Coordinate, limit: Int, where isIncluded: (Element) -> Bool
  ) -> [Neighbor] {
    var found: [Neighbor] = []
    guard limit > 0 else { return found }
    core.forEachHit(within: radius, of: center) { hit in
      if satisfies(DynamicCore.slot(of: hit), isIncluded), let neighbor = neighbor(hit) {
        found.append(neighbor)
      }
      return found.count < limit
    }
    return found
  }

  /// How many elements are within a distance of a centre, without listing them.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  /// - Complexity: O(√n) at worst for even density.
  @inlinable
  public func count(within radius: Double, of center: Coordinate) -> Int {
    core.count(within: radius, of: center)
  }

  /// How many elements within a distance of a centre satisfy a condition.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - isIncluded: asked once for each element within the distance, in no order.
  @inlinable
  public func count(
    within radius: Double, of center: Coordinate, where isIncluded: (Element) -> Bool
  ) -> Int {
    var count = 0
    core.forEachSlot(within: radius, of: center) { slot in
      if satisfies(slot, isIncluded) { count &+= 1 }
      return true
    }
    return count
  }

  /// Whether any element is within a distance of a centre.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  @inlinable
  public func containsAny(within radius: Double, of center: Coordinate) -> Bool {
    core.containsAny(within: radius, of: center)
  }

  /// Whether any element within a distance of a centre satisfies a condition.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - isIncluded: asked for elements within the distance, in no order, until one satisfies it.
  @inlinable
  public func containsAny(
    within radius: Double, of center: Coordinate, where isIncluded: (Element) -> Bool
  ) -> Bool {
    var found = false
    core.forEachSlot(within: radius, of: center) { slot in
      found = satisfies(slot, isIncluded)
      return !found
    }
    return found
  }

  /// Calls a closure for each element within a distance of a centre, without making a list.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - body: called once for each element, in no order.
  @inlinable
  public func forEach(
    within radius: Double, of center: Coordinate, _ body: (Neighbor) -> Void
  ) {
    core.forEachHit(within: radius, of: center) { hit in
      if let neighbor = neighbor(hit) { body(neighbor) }
      return true
    }
  }

  @inlinable
  internal func satisfies(_ slot: Int, _ isIncluded: (Element) -> Bool) -> Bool {
    guard let entry = entries[slot] else { return false }
    return isIncluded(entry.element)
  }

  /// Every slot that a search finds is in use.
  @inlinable
  internal func neighbor(_ hit: Hit) -> Neighbor? {
    entries[DynamicCore.slot(of: hit)].map {
      Neighbor(id: $0.id, element: $0.element, distance: hit.distance)
    }
  }

  @inlinable
  internal func neighbors(_ hits: HitBuffer) -> [Neighbor] {
    // Every slot that a search finds is in use.
    hits.compactMap { hit in
      entries[DynamicCore.slot(of: hit)].map { entry in
        Neighbor(id: entry.id, element: entry.element, distance: hit.distance)
      }
    }
  }
}
