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

  @inlinable
  internal func satisfies(_ slot: Int, _ isIncluded: (Element) -> Bool) -> Bool {
    guard let entry = entries[slot] else { return false }
    return isIncluded(entry.element)
  }

  @inlinable
  internal func neighbors(_ hits: HitBuffer) -> [Neighbor] {
    var neighbors: [Neighbor] = []
    neighbors.reserveCapacity(hits.count)
    for index in 0..<hits.count {
      let hit = hits[index]
      // Every slot that a search finds is in use.
      guard let entry = entries[DynamicCore.slot(of: hit)] else { continue }
      neighbors.append(Neighbor(id: entry.id, element: entry.element, distance: hit.distance))
    }
    return neighbors
  }
}
