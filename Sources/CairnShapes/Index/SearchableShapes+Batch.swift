public import CairnGeodesy
internal import CairnMemory

// Batch queries of many places on several threads.

extension SearchableShapes {
  /// Returns the keys of the elements whose shapes contain each of many places.
  ///
  /// ```swift
  /// let zonesOfStops = zones.keys(containingEach: stops.map(\.coordinate), threads: 4)
  /// ```
  ///
  /// - Parameters:
  ///   - places: the places.
  ///   - threads: the maximum number of threads; the result does not depend on it.
  /// - Returns: the result of ``keys(containing:)`` for each place.
  /// - Throws: ``SearchableShapes/Failure``.
  @inlinable
  public func keys(
    containingEach places: some Sequence<Coordinate>, threads: Int = 1
  ) throws(Failure) -> [[Key]] {
    let tags = _core.tags(containingEach: Array(places), threads: threads)
    try _verify()
    return tags.map { $0.map { _key($0) } }
  }

  /// Returns the elements whose shapes are nearest to each of many places, nearest first.
  ///
  /// - Parameters:
  ///   - centers: the centers of the searches.
  ///   - count: the maximum number of results per center; 0 or less returns none.
  ///   - radius: the maximum distance in meters, inclusive.
  ///   - threads: the maximum number of threads; the result does not depend on it.
  /// - Returns: the result of ``nearest(to:count:within:)`` for each place.
  /// - Throws: ``SearchableShapes/Failure``.
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

extension _ShapeCore {
  @usableFromInline
  func tags(containingEach places: [Coordinate], threads: Int) -> [[Int]] {
    [[Int]](count: places.count, threads: threads, least: Self.leastShare) {
      tags(containing: places[$0])
    }
  }

  @usableFromInline
  func hits(
    nearestToEach centers: [Coordinate], count: Int, within radius: Double, threads: Int
  ) -> [[_ShapeHit]] {
    [[_ShapeHit]](count: centers.count, threads: threads, least: Self.leastShare) { number in
      var hits: [_ShapeHit] = []
      guard count > 0 else { return hits }
      var cursor = _ShapeCursor(core: self, center: centers[number])
      while hits.count < count, let hit = cursor.next(), hit.distance <= radius {
        hits.append(hit)
      }
      return hits
    }
  }

  /// A query takes microseconds, so a share needs only a few.
  private static var leastShare: Int { 16 }
}
