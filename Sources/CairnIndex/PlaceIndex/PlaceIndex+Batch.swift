public import CairnGeodesy

extension PlaceIndex {
  /// How many places are within a distance of each of many centres.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - centers: where to look; best in an order in which neighbours follow each other.
  ///   - threads: how many threads may work on it; the result does not depend on it.
  /// - Returns: a count for each centre, in their order.
  @inlinable
  public func counts(
    within radius: Double, ofEach centers: some Sequence<Coordinate>, threads: Int = 1
  ) -> [Int] {
    core.counts(
      within: radius, ofEach: Array(centers), threads: threads, where: { _ in true },
      filtered: false)
  }

  /// The places within a distance of each of many centres, nearest first.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - centers: where to look: an array or a buffer, best in an order in which neighbours
  ///     follow each other.
  ///   - threads: how many threads may work on it; the result does not depend on it.
  /// - Returns: what ``within(_:of:)`` gives for each centre, in their order.
  @inlinable
  public func within(
    _ radius: Double, ofEach centers: some Sequence<Coordinate>, threads: Int = 1
  ) -> NeighborLists<Element> {
    lists(
      core.hits(
        ofEach: Array(centers), within: radius, nearest: nil, threads: threads,
        where: { _ in true }, filtered: false))
  }

  /// The places nearest to each of many centres, nearest first.
  ///
  /// - Parameters:
  ///   - centers: where to look: an array or a buffer, best in an order in which neighbours
  ///     follow each other.
  ///   - count: how many at most for each centre.
  ///   - radius: metres beyond which nothing is wanted; the edge is included.
  ///   - threads: how many threads may work on it; the result does not depend on it.
  /// - Returns: what ``nearest(to:count:within:)`` gives for each centre, in their order.
  @inlinable
  public func nearest(
    toEach centers: some Sequence<Coordinate>, count: Int, within radius: Double = .infinity,
    threads: Int = 1
  ) -> NeighborLists<Element> {
    lists(
      core.hits(
        ofEach: Array(centers), within: radius, nearest: count, threads: threads,
        where: { _ in true }, filtered: false))
  }

  /// All pairs of a place of this index and a place of another within a distance of each other.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - other: the other places; may be this index itself, which also pairs each with itself.
  ///   - threads: how many threads may work on it; the result does not depend on it.
  /// - Returns: the pairs by their offsets, ordered by the first and then the second. The
  ///   distance is that from the other place to the one of this index.
  @inlinable
  public func pairs<Other>(
    within radius: Double, with other: PlaceIndex<Other>, threads: Int = 1
  ) -> [PlacePair] {
    core.pairs(
      within: radius, with: other.core, threads: threads, where: { _, _ in true }, filtered: false
    ).map(PlacePair.init)
  }

  @inlinable
  internal func lists(_ table: HitTable) -> NeighborLists<Element> {
    NeighborLists(neighbors: table.hits.map(neighbor), starts: table.starts)
  }
}

// The same with a condition, which several threads may ask at once.
extension PlaceIndex where Element: Sendable {
  /// How many places that satisfy a condition are within a distance of each of many centres.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - centers: where to look; best in an order in which neighbours follow each other.
  ///   - threads: how many threads may work on it; the result does not depend on it.
  ///   - isIncluded: asked once for each place within the distance of each centre, on any of
  ///     the threads.
  /// - Returns: a count for each centre, in their order.
  @inlinable
  public func counts(
    within radius: Double, ofEach centers: some Sequence<Coordinate>, threads: Int = 1,
    where isIncluded: @Sendable (Element) -> Bool
  ) -> [Int] {
    core.counts(
      within: radius, ofEach: Array(centers), threads: threads,
      where: { isIncluded(elements[$0]) }, filtered: true)
  }

  /// The places that satisfy a condition within a distance of each of many centres, nearest
  /// first.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - centers: where to look; best in an order in which neighbours follow each other.
  ///   - threads: how many threads may work on it; the result does not depend on it.
  ///   - isIncluded: asked once for each place within the distance of each centre, on any of
  ///     the threads.
  /// - Returns: what ``within(_:of:where:)`` gives for each centre, in their order.
  @inlinable
  public func within(
    _ radius: Double, ofEach centers: some Sequence<Coordinate>, threads: Int = 1,
    where isIncluded: @Sendable (Element) -> Bool
  ) -> NeighborLists<Element> {
    lists(
      core.hits(
        ofEach: Array(centers), within: radius, nearest: nil, threads: threads,
        where: { isIncluded(elements[$0]) }, filtered: true))
  }

  /// The places that satisfy a condition nearest to each of many centres, nearest first.
  ///
  /// - Parameters:
  ///   - centers: where to look; best in an order in which neighbours follow each other.
  ///   - count: how many at most for each centre.
  ///   - radius: metres beyond which nothing is wanted; the edge is included.
  ///   - threads: how many threads may work on it; the result does not depend on it.
  ///   - isIncluded: asked at most once for a place and a centre, on any of the threads.
  /// - Returns: what ``nearest(to:count:within:where:)`` gives for each centre, in their order.
  @inlinable
  public func nearest(
    toEach centers: some Sequence<Coordinate>, count: Int, within radius: Double = .infinity,
    threads: Int = 1, where isIncluded: @Sendable (Element) -> Bool
  ) -> NeighborLists<Element> {
    lists(
      core.hits(
        ofEach: Array(centers), within: radius, nearest: count, threads: threads,
        where: { isIncluded(elements[$0]) }, filtered: true))
  }

  /// All pairs of a place of this index and a place of another within a distance of each other
  /// that satisfy a condition.
  ///
  /// ```swift
  /// // Every pair of cities of two countries once.
  /// cities.pairs(within: 50_000, with: cities) { $0.country < $1.country }
  /// ```
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - other: the other places; may be this index itself.
  ///   - threads: how many threads may work on it; the result does not depend on it.
  ///   - isIncluded: asked once for each pair within the distance, on any of the threads.
  /// - Returns: the pairs by their offsets, ordered by the first and then the second. The
  ///   distance is that from the other place to the one of this index.
  @inlinable
  public func pairs<Other: Sendable>(
    within radius: Double, with other: PlaceIndex<Other>, threads: Int = 1,
    where isIncluded: @Sendable (Element, Other) -> Bool
  ) -> [PlacePair] {
    core.pairs(
      within: radius, with: other.core, threads: threads,
      where: { isIncluded(elements[$0], other.elements[$1]) }, filtered: true
    ).map(PlacePair.init)
  }
}
