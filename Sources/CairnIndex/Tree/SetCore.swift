public import CairnGeodesy
internal import CairnMemory

/// The search structure of a ``PlaceIndexSet``: the trees of its parts, whose tags follow one
/// another.
///
/// The entry points are documented in ``_SearchCore``.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
public struct _SetCore: Sendable {
  /// The cores of the parts, and the numbers that are added to their tags, in ascending order.
  private let parts: [(core: _PackedCore, start: Int)]
  /// The number of points.
  public let count: Int
  /// The number of tags, including those without a point.
  private let tagCount: Int

  init(_ parts: [(core: _PackedCore, start: Int)], tagCount: Int) {
    self.parts = parts
    self.tagCount = tagCount
    count = parts.reduce(0) { $0 + $1.core.count }
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension _SetCore: _SearchCore {
  // MARK: Within a radius

  public func count(within radius: Double, of center: Coordinate) -> Int {
    parts.reduce(0) { $0 + $1.core.count(within: radius, of: center) }
  }

  public func containsAny(within radius: Double, of center: Coordinate) -> Bool {
    parts.contains { $0.core.containsAny(within: radius, of: center) }
  }

  public func forEachRun(within radius: Double, of center: Coordinate, _ body: (_TagBatch) -> Bool)
  {
    forEachPart { part in
      var continues = true
      part.core.forEachRun(within: radius, of: center) { batch in
        continues = batch.withTags(from: part.start, body)
        return continues
      }
      return continues
    }
  }

  public func forEachHit(
    within radius: Double, of center: Coordinate, _ body: (_ tag: Int, _ distance: Double) -> Bool
  ) {
    forEachPart { part in
      var continues = true
      part.core.forEachHit(within: radius, of: center) { tag, distance in
        continues = body(tag + part.start, distance)
        return continues
      }
      return continues
    }
  }

  public func withHits(
    within radius: Double, of center: Coordinate, sorted: Bool,
    where included: (_TagBatch) -> UInt64, filtered: Bool, _ body: (_HitBuffer) -> Void
  ) {
    var hits = GrowableArray<Hit>(capacity: 64)
    for part in parts {
      part.core.withHits(
        within: radius, of: center, sorted: false,
        where: { $0.withTags(from: part.start, included) }, filtered: filtered
      ) { found in
        hits.append(found, from: part.start)
      }
    }
    if sorted { hits.sortHits() }
    hits.withValues { body(_HitBuffer($0)) }
  }

  public func withNearest(
    _ wanted: Int, to center: Coordinate, within radius: Double, where isIncluded: (Int) -> Bool,
    filtered: Bool, _ body: (_HitBuffer) -> Void
  ) {
    var hits = GrowableArray<Hit>(capacity: 64)
    var radius = radius
    for part in parts {
      part.core.withNearest(
        wanted, to: center, within: radius, where: { isIncluded($0 + part.start) },
        filtered: filtered
      ) { found in
        hits.append(found, from: part.start)
      }
      guard wanted > 0, hits.count >= wanted else { continue }
      hits.sortHits()
      hits.truncate(wanted)
      // Later parts need nothing that is farther; a place at this distance has a greater offset.
      radius = hits[wanted - 1].distance
    }
    hits.sortHits()
    hits.withValues { body(_HitBuffer($0)) }
  }

  public func withHits(
    within distance: Double, of path: GeoPath, limit: Int, where isIncluded: (Int) -> Bool,
    _ body: (_HitBuffer) -> Void
  ) {
    var hits = GrowableArray<Hit>(capacity: 64)
    for part in parts {
      part.core.withHits(
        within: distance, of: path, limit: limit, where: { isIncluded($0 + part.start) }
      ) { found in
        hits.append(found, from: part.start)
      }
    }
    hits.sortHits()
    if limit < hits.count { hits.truncate(max(limit, 0)) }
    hits.withValues { body(_HitBuffer($0)) }
  }

  public func hits(
    along path: PathIndex, within distance: Double, where isIncluded: (Int) -> Bool
  ) -> [_PathHit] {
    var hits: [_PathHit] = []
    for part in parts {
      hits += part.core.hits(along: path, within: distance) { isIncluded($0 + part.start) }
        .map { _PathHit(tag: $0.tag + part.start, point: $0.point) }
    }
    _PathHit.sort(&hits)
    return hits
  }

  // MARK: In a region

  public func count(in outline: _RegionOutline) -> Int {
    parts.reduce(0) { $0 + $1.core.count(in: outline) }
  }

  public func containsAny(in outline: _RegionOutline) -> Bool {
    parts.contains { $0.core.containsAny(in: outline) }
  }

  public func forEachRun(in outline: _RegionOutline, _ body: (_TagBatch) -> Bool) {
    forEachPart { part in
      var continues = true
      part.core.forEachRun(in: outline) { batch in
        continues = batch.withTags(from: part.start, body)
        return continues
      }
      return continues
    }
  }

  public func tags(in outline: _RegionOutline, limit: Int) -> [Int] {
    var tags: [Int] = []
    for part in parts where tags.count < limit {
      tags += part.core.tags(in: outline, limit: limit - tags.count).map { $0 + part.start }
    }
    return tags
  }

  public func counts(in partition: _Partition) -> [Int] {
    var counts = [Int](repeating: 0, count: partition.areas.areaCount)
    for part in parts {
      for (area, found) in part.core.counts(in: partition).enumerated() { counts[area] += found }
    }
    return counts
  }

  // MARK: Lazily

  public func cursor(from center: Coordinate, in outline: _RegionOutline?) -> _NearestCursor {
    _NearestCursor(parts.map { ($0.core.cursor(from: center, in: outline), $0.start) })
  }

  // MARK: Batches on several threads

  public func counts(
    within radius: Double, ofEach centers: [Coordinate], threads: Int,
    where isIncluded: (Int) -> Bool, filtered: Bool
  ) -> [Int] {
    var counts = [Int](repeating: 0, count: centers.count)
    for part in parts {
      let found = part.core.counts(
        within: radius, ofEach: centers, threads: threads,
        where: { isIncluded($0 + part.start) }, filtered: filtered)
      for index in counts.indices { counts[index] += found[index] }
    }
    return counts
  }

  public func hits(
    ofEach centers: [Coordinate], within radius: Double, nearest wanted: Int?, threads: Int,
    where isIncluded: (Int) -> Bool, filtered: Bool
  ) -> _HitTable {
    let tables = PartialResults<HitList>()
    inShares(centers.count, threads: threads) { share, range in
      var table = HitList()
      table.ends.reserveCapacity(range.count)
      func take(_ found: _HitBuffer) {
        for place in 0..<found.count { table.hits.append(found[place]) }
      }
      for index in range {
        if let wanted {
          withNearest(
            wanted, to: centers[index], within: radius, where: isIncluded, filtered: filtered, take)
        } else {
          withHits(
            within: radius, of: centers[index], sorted: true,
            where: { $0.included(where: isIncluded) }, filtered: filtered, take)
        }
        table.ends.append(table.hits.count)
      }
      tables.set(share, table)
    }
    return _HitTable(joining: tables.inOrder, threads: threads)
  }

  public func pairs(
    within radius: Double, with other: _PointList, threads: Int,
    where isIncluded: (_ tag: Int, _ other: Int) -> Bool, filtered: Bool
  ) -> [_TagPair] {
    var pairs: [_TagPair] = []
    for part in parts {
      pairs += part.core.pairs(
        within: radius, with: other, threads: threads,
        where: { isIncluded($0 + part.start, $1) }, filtered: filtered
      ).map { _TagPair(tag: $0.tag + part.start, other: $0.other, distance: $0.distance) }
    }
    return pairs
  }

  public var points: _PointList { _PointList(parts.map { ($0.core.points, $0.start) }) }

  /// Builds one tree of the points of all parts, O(n log n).
  public func packed() throws(IndexFileError) -> _PackedCore {
    if parts.count == 1 { return try parts[0].core.packed() }
    guard tagCount <= PackedLayout.maximumCount else { throw .tooLarge(section: .tree) }
    for part in parts { _ = try part.core.packed() }
    var places: [(tag: Int, place: Coordinate)] = []
    places.reserveCapacity(count)
    let points = points
    points.forEach(0..<count) { places.append(($0, $1)) }
    places.sort { $0.tag < $1.tag }
    return _PackedCore(
      tree: PackedTree(
        places.map { $0.place }, offsets: places.map { UInt32(truncatingIfNeeded: $0.tag) },
        threads: 1))
  }

  /// Calls a closure with each part until it returns false.
  private func forEachPart(_ body: ((core: _PackedCore, start: Int)) -> Bool) {
    for part in parts where !body(part) { return }
  }
}

extension _TagBatch {
  /// Calls a closure with the same tags plus a number.
  fileprivate func withTags<Result>(from start: Int, _ body: (_TagBatch) -> Result) -> Result {
    withScratch(of: Int.self, count: Self.mostCount) { tags in
      for index in 0..<count { tags[index] = self[index] + start }
      return body(_TagBatch(tags[0..<count]))
    }
  }
}

extension GrowableArray where Value == Hit {
  /// Appends hits of a part.
  fileprivate mutating func append(_ found: _HitBuffer, from start: Int) {
    reserve(found.count)
    for index in 0..<found.count {
      appendReserved(Hit(tag: found[index].tag + start, distance: found[index].distance))
    }
  }
}
