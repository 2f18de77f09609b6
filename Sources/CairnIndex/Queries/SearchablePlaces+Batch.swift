public import CairnGeodesy
public import CairnMemory

extension SearchablePlaces {
  /// Returns the number of places within a distance of each of many centers.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - centers: the centers; fastest if consecutive centers are near each other.
  ///   - threads: the maximum number of threads; the result does not depend on it.
  /// - Returns: a count for each center, in order.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func counts(
    within radius: Double, ofEach centers: some Sequence<Coordinate>, threads: Int = 1
  ) throws(Failure) -> [Int] {
    let counts = _core.counts(
      within: radius, ofEach: Array(centers), threads: threads, where: { _ in true },
      filtered: false)
    try _verify()
    return counts
  }

  /// Returns the places within a distance of each of many centers, nearest first.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - centers: the centers, for example an array or a buffer; fastest if consecutive centers are
  ///     near each other.
  ///   - threads: the maximum number of threads; the result does not depend on it.
  /// - Returns: the result of ``within(_:of:order:)`` for each center, in order.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func within(
    _ radius: Double, ofEach centers: some Sequence<Coordinate>, threads: Int = 1
  ) throws(Failure) -> NeighborLists<Neighbor> {
    try _lists(
      _core.hits(
        ofEach: Array(centers), within: radius, nearest: nil, threads: threads,
        where: { _ in true }, filtered: false), threads: threads)
  }

  /// Returns the places nearest to each of many centers, nearest first.
  ///
  /// - Parameters:
  ///   - centers: the centers, for example an array or a buffer; fastest if consecutive centers are
  ///     near each other.
  ///   - count: the maximum number of results for each center.
  ///   - radius: the maximum distance in meters, inclusive.
  ///   - threads: the maximum number of threads; the result does not depend on it.
  /// - Returns: the result of ``nearest(to:count:within:)`` for each center, in order.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func nearest(
    toEach centers: some Sequence<Coordinate>, count: Int, within radius: Double = .infinity,
    threads: Int = 1
  ) throws(Failure) -> NeighborLists<Neighbor> {
    try _lists(
      _core.hits(
        ofEach: Array(centers), within: radius, nearest: count, threads: threads,
        where: { _ in true }, filtered: false), threads: threads)
  }

  @inlinable
  internal func _lists(
    _ table: _HitTable, threads: Int
  ) throws(Failure) -> NeighborLists<Neighbor> {
    try _verify()
    let neighbors = try [Neighbor](joining: table.lists, threads: threads) {
      hit throws(Failure) in try _neighbor(hit.tag, distance: hit.distance)
    }
    return NeighborLists(neighbors: neighbors, starts: table.starts)
  }
}

// The same with a predicate, which several threads may call concurrently.
extension SearchablePlaces where Element: Sendable {
  /// Returns the number of places that satisfy a condition within a distance of each of many
  /// centers.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - centers: the centers; fastest if consecutive centers are near each other.
  ///   - threads: the maximum number of threads; the result does not depend on it.
  ///   - isIncluded: a predicate, called once for each place within the distance of each center, on
  ///     any of the threads.
  /// - Returns: a count for each center, in order.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func counts(
    within radius: Double, ofEach centers: some Sequence<Coordinate>, threads: Int = 1,
    where isIncluded: @Sendable (Element) -> Bool
  ) throws(Failure) -> [Int] {
    let counts = _core.counts(
      within: radius, ofEach: Array(centers), threads: threads,
      where: { _satisfies($0, isIncluded) }, filtered: true)
    try _verify()
    return counts
  }

  /// Returns the places that satisfy a condition within a distance of each of many centers, nearest
  /// first.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - centers: the centers; fastest if consecutive centers are near each other.
  ///   - threads: the maximum number of threads; the result does not depend on it.
  ///   - isIncluded: a predicate, called once for each place within the distance of each center, on
  ///     any of the threads.
  /// - Returns: the result of ``within(_:of:order:where:)`` for each center, in order.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func within(
    _ radius: Double, ofEach centers: some Sequence<Coordinate>, threads: Int = 1,
    where isIncluded: @Sendable (Element) -> Bool
  ) throws(Failure) -> NeighborLists<Neighbor> {
    try _lists(
      _core.hits(
        ofEach: Array(centers), within: radius, nearest: nil, threads: threads,
        where: { _satisfies($0, isIncluded) }, filtered: true), threads: threads)
  }

  /// Returns the places nearest to each of many centers that satisfy a condition, nearest first.
  ///
  /// - Parameters:
  ///   - centers: the centers; fastest if consecutive centers are near each other.
  ///   - count: the maximum number of results for each center.
  ///   - radius: the maximum distance in meters, inclusive.
  ///   - threads: the maximum number of threads; the result does not depend on it.
  ///   - isIncluded: a predicate, called at most once for each place and center, on any of the
  ///     threads.
  /// - Returns: the result of ``nearest(to:count:within:where:)`` for each center, in order.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func nearest(
    toEach centers: some Sequence<Coordinate>, count: Int, within radius: Double = .infinity,
    threads: Int = 1, where isIncluded: @Sendable (Element) -> Bool
  ) throws(Failure) -> NeighborLists<Neighbor> {
    try _lists(
      _core.hits(
        ofEach: Array(centers), within: radius, nearest: count, threads: threads,
        where: { _satisfies($0, isIncluded) }, filtered: true), threads: threads)
  }
}
