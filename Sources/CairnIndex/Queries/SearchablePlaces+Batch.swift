public import CairnGeodesy
public import CairnMemory

extension SearchablePlaces {
  /// How many places are within a distance of each of many centres.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - centers: where to look; best in an order in which neighbours follow each other.
  ///   - threads: how many threads may work on it; the result does not depend on it.
  /// - Returns: a count for each centre, in their order.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
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

  /// The places within a distance of each of many centres, nearest first.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - centers: where to look: an array or a buffer, best in an order in which neighbours
  ///     follow each other.
  ///   - threads: how many threads may work on it; the result does not depend on it.
  /// - Returns: what ``within(_:of:)`` gives for each centre, in their order.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func within(
    _ radius: Double, ofEach centers: some Sequence<Coordinate>, threads: Int = 1
  ) throws(Failure) -> NeighborLists<Neighbor> {
    try _lists(
      _core.hits(
        ofEach: Array(centers), within: radius, nearest: nil, threads: threads,
        where: { _ in true }, filtered: false), threads: threads)
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
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
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

// The same with a condition, which several threads may ask at once.
extension SearchablePlaces where Element: Sendable {
  /// How many places that satisfy a condition are within a distance of each of many centres.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - centers: where to look; best in an order in which neighbours follow each other.
  ///   - threads: how many threads may work on it; the result does not depend on it.
  ///   - isIncluded: asked once for each place within the distance of each centre, on any of
  ///     the threads.
  /// - Returns: a count for each centre, in their order.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
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
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
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

  /// The places that satisfy a condition nearest to each of many centres, nearest first.
  ///
  /// - Parameters:
  ///   - centers: where to look; best in an order in which neighbours follow each other.
  ///   - count: how many at most for each centre.
  ///   - radius: metres beyond which nothing is wanted; the edge is included.
  ///   - threads: how many threads may work on it; the result does not depend on it.
  ///   - isIncluded: asked at most once for a place and a centre, on any of the threads.
  /// - Returns: what ``nearest(to:count:within:where:)`` gives for each centre, in their order.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
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
