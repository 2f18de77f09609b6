public import CairnGeodesy
internal import CairnMemory

// The same question about many places, over threads.

extension SearchableRegions {
  /// What the index knows the elements by whose shapes contain each of some places.
  ///
  /// ```swift
  /// let zonesOfStops = zones.keys(containingEach: stops.map(\.coordinate), threads: 4)
  /// ```
  ///
  /// - Parameters:
  ///   - places: what is to be inside.
  ///   - threads: how many threads may work on it; the result does not depend on it.
  /// - Returns: for each place what ``keys(containing:)`` gives.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; in memory nothing.
  @inlinable
  public func keys(
    containingEach places: some Sequence<Coordinate>, threads: Int = 1
  ) throws(Failure) -> [[Key]] {
    let tags = _core.tags(containingEach: Array(places), threads: threads)
    try _verify()
    return tags.map { $0.map { _key($0) } }
  }

  /// The elements whose shapes are nearest to each of some places, nearest first.
  ///
  /// - Parameters:
  ///   - centers: where to look.
  ///   - count: how many for each at most; none for 0 or less.
  ///   - radius: metres beyond which nothing is wanted; the edge is included.
  ///   - threads: how many threads may work on it; the result does not depend on it.
  /// - Returns: for each place what ``nearest(to:count:within:)`` gives.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; in memory nothing.
  @inlinable
  public func nearest(
    toEach centers: some Sequence<Coordinate>, count: Int, within radius: Double = .infinity,
    threads: Int = 1
  ) throws(Failure) -> [[Neighbor]] {
    let hits = _core.hits(
      nearestToEach: Array(centers), count: count, within: radius, threads: threads)
    try _verify()
    var lists: [[Neighbor]] = []
    lists.reserveCapacity(hits.count)
    for hits in hits {
      var list: [Neighbor] = []
      for hit in hits { list.append(try _neighbor(hit.tag, distance: hit.distance)) }
      lists.append(list)
    }
    return lists
  }
}

extension _RegionCore {
  @usableFromInline
  func tags(containingEach places: [Coordinate], threads: Int) -> [[Int]] {
    [[Int]](count: places.count, threads: threads, least: Self.leastShare) {
      tags(containing: places[$0])
    }
  }

  @usableFromInline
  func hits(
    nearestToEach centers: [Coordinate], count: Int, within radius: Double, threads: Int
  ) -> [[_RegionHit]] {
    [[_RegionHit]](count: centers.count, threads: threads, least: Self.leastShare) { number in
      var hits: [_RegionHit] = []
      guard count > 0 else { return hits }
      var cursor = _RegionCursor(core: self, center: centers[number])
      while hits.count < count, let hit = cursor.next(), hit.distance <= radius {
        hits.append(hit)
      }
      return hits
    }
  }

  /// A question takes microseconds.
  private static var leastShare: Int { 16 }
}
