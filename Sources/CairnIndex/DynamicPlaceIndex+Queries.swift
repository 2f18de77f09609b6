public import CairnGeodesy

extension DynamicPlaceIndex {
  /// An element that a query found, and how far away it is.
  public struct Neighbor: Identifiable {
    /// The ID of the element.
    public let id: ID
    /// The element.
    public let element: Element
    /// Metres from the query's centre: exactly what ``Coordinate/distance(to:)`` gives.
    public let distance: Double

    /// Makes a neighbour.
    @inlinable
    public init(id: ID, element: Element, distance: Double) {
      self.id = id
      self.element = element
      self.distance = distance
    }
  }

  /// The elements within a distance of a centre, nearest first.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  /// - Returns: the elements with their distances, equally distant ones by when they came.
  @inlinable
  public func within(_ radius: Double, of center: Coordinate) -> [Neighbor] {
    var hits = core.hits(within: radius, of: center)
    core.sort(&hits)
    return neighbors(hits)
  }

  /// The elements within a distance of a centre that pass a test, nearest first.
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
    var hits = core.hits(within: radius, of: center)
    hits.removeAll { !passes(Int($0.slot), isIncluded) }
    core.sort(&hits)
    return neighbors(hits)
  }

  /// The elements within a distance of a centre, in no order: faster where order is not needed.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  @inlinable
  public func unsorted(within radius: Double, of center: Coordinate) -> [Neighbor] {
    neighbors(core.hits(within: radius, of: center))
  }

  /// How many elements are within a distance of a centre, without listing them.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  @inlinable
  public func count(within radius: Double, of center: Coordinate) -> Int {
    core.count(within: radius, of: center)
  }

  /// How many elements within a distance of a centre pass a test.
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
    _ = core.containsAny(within: radius, of: center) { slot in
      count += passes(slot, isIncluded) ? 1 : 0
      return false
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

  /// Whether any element within a distance of a centre passes a test.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - center: where to look.
  ///   - isIncluded: asked for elements within the distance, in no order, until one passes.
  @inlinable
  public func containsAny(
    within radius: Double, of center: Coordinate, where isIncluded: (Element) -> Bool
  ) -> Bool {
    core.containsAny(within: radius, of: center) { passes($0, isIncluded) }
  }

  /// The elements nearest to a centre, nearest first.
  ///
  /// - Parameters:
  ///   - center: where to look.
  ///   - count: how many at most; none for 0 or less.
  ///   - radius: metres beyond which nothing is wanted; the edge is included.
  /// - Returns: the elements with their distances, equally distant ones by when they came.
  @inlinable
  public func nearest(
    to center: Coordinate, count: Int, within radius: Double = .infinity
  ) -> [Neighbor] {
    neighbors(core.nearest(count, to: center, within: radius, where: nil))
  }

  /// The nearest elements that pass a test, nearest first.
  ///
  /// - Parameters:
  ///   - center: where to look.
  ///   - count: how many at most; none for 0 or less.
  ///   - radius: metres beyond which nothing is wanted; the edge is included.
  ///   - isIncluded: asked at most once for an element, roughly from near to far.
  /// - Returns: the elements with their distances, equally distant ones by when they came.
  @inlinable
  public func nearest(
    to center: Coordinate, count: Int, within radius: Double = .infinity,
    where isIncluded: (Element) -> Bool
  ) -> [Neighbor] {
    let hits = withoutActuallyEscaping(isIncluded) { isIncluded in
      core.nearest(count, to: center, within: radius) { passes($0, isIncluded) }
    }
    return neighbors(hits)
  }

  @inlinable
  internal func passes(_ slot: Int, _ isIncluded: (Element) -> Bool) -> Bool {
    guard let entry = entries[slot] else { return false }
    return isIncluded(entry.element)
  }

  @inlinable
  internal func neighbors(_ hits: [DynamicHit]) -> [Neighbor] {
    var neighbors: [Neighbor] = []
    neighbors.reserveCapacity(hits.count)
    for hit in hits {
      guard let entry = entries[Int(hit.slot)] else { continue }
      neighbors.append(Neighbor(id: entry.id, element: entry.element, distance: hit.distance))
    }
    return neighbors
  }
}

extension DynamicPlaceIndex.Neighbor: Equatable where Element: Equatable {}
extension DynamicPlaceIndex.Neighbor: Hashable where Element: Hashable {}
extension DynamicPlaceIndex.Neighbor: Sendable where Element: Sendable, ID: Sendable {}
