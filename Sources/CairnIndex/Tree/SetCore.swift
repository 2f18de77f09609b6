public import CairnGeodesy
internal import CairnMemory

/// The search structure of a ``PlaceIndexSet``: the trees of its parts, whose tags follow one
/// another.
///
/// The entry points are documented in ``_SearchCore``.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
public struct _SetCore: Sendable {
  /// A part, and the number that is added to its tags.
  struct Part: Sendable {
    let core: _PackedCore
    /// The number of tags of the core, including those without a point.
    let tagCount: Int
    fileprivate(set) var start: Int
  }

  /// The parts, in ascending order of their tags.
  private(set) var parts: [Part] = []
  /// The number of points.
  public private(set) var count = 0
  /// The boxes of the parts, read at the first query after a change.
  private var preparedBounds = Once<PartBounds>()

  /// The number of tags, including those without a point.
  var tagCount: Int { parts.last.map { $0.start + $0.tagCount } ?? 0 }

  var bounds: PartBounds { preparedBounds { PartBounds(parts.map { $0.core.tree }) } }

  /// Returns the number of the part of a tag.
  func part(ofTag tag: Int) -> Int {
    var (low, high) = (0, parts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if parts[middle].start <= tag { low = middle } else { high = middle }
    }
    return low
  }

  /// Appends a part.
  mutating func append(_ core: _PackedCore, tagCount: Int) {
    parts.append(Part(core: core, tagCount: tagCount, start: self.tagCount))
    count += core.count
    preparedBounds = Once()
  }

  /// Replaces a part.
  mutating func replace(_ number: Int, by core: _PackedCore, tagCount: Int) {
    let old = parts[number]
    parts[number] = Part(core: core, tagCount: tagCount, start: old.start)
    count += core.count - old.core.count
    shift(from: number + 1, by: tagCount - old.tagCount)
  }

  /// Removes a part.
  mutating func remove(_ number: Int) {
    let old = parts.remove(at: number)
    count -= old.core.count
    shift(from: number, by: -old.tagCount)
  }

  private mutating func shift(from number: Int, by tags: Int) {
    if tags != 0 {
      for later in number..<max(parts.count, number) { parts[later].start += tags }
    }
    preparedBounds = Once()
  }
}

// MARK: Choosing parts

extension _SetCore {
  /// Calls a closure with each part that may have places within a radius, in order, until it
  /// returns false.
  func forEachPart(within radius: Double, of center: Coordinate, _ body: (Part) -> Bool) {
    guard parts.count > 1 else {
      if let part = parts.first { _ = body(part) }
      return
    }
    bounds.forEach(within: radius, of: center) { body(parts[$0]) }
  }

  /// Calls a closure with each part that may have places in a region, in order, until it returns
  /// false.
  func forEachPart(in box: @autoclosure () -> BoundingBox, _ body: (Part) -> Bool) {
    guard parts.count > 1 else {
      if let part = parts.first { _ = body(part) }
      return
    }
    bounds.forEach(in: VectorBox(box())) { body(parts[$0]) }
  }

  /// Calls a closure with the parts that may have places within a radius, the nearest first.
  ///
  /// - Parameters:
  ///   - radius: the maximum distance in meters.
  ///   - center: the center of the search.
  ///   - body: searches a part; returns the radius within which later parts are needed.
  func forEachPart(
    within radius: Double, nearestTo center: Coordinate, _ body: (Part) -> Double
  ) {
    guard parts.count > 1 else {
      if let part = parts.first { _ = body(part) }
      return
    }
    guard radius >= 0 else { return }
    var queue = PartQueue(bounds, from: center)
    var limit = PartBounds.limit(within: radius)
    while let number = queue.next(within: limit) {
      limit = PartBounds.limit(within: body(parts[number]))
    }
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension _SetCore: _SearchCore {
  // MARK: Within a radius

  public func count(within radius: Double, of center: Coordinate) -> Int {
    var count = 0
    forEachPart(within: radius, of: center) { part in
      count += part.core.count(within: radius, of: center)
      return true
    }
    return count
  }

  public func containsAny(within radius: Double, of center: Coordinate) -> Bool {
    var isFound = false
    forEachPart(within: radius, of: center) { part in
      isFound = part.core.containsAny(within: radius, of: center)
      return !isFound
    }
    return isFound
  }

  public func forEachRun(within radius: Double, of center: Coordinate, _ body: (_TagBatch) -> Bool)
  {
    forEachPart(within: radius, of: center) { part in
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
    forEachPart(within: radius, of: center) { part in
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
    forEachPart(within: radius, of: center) { part in
      part.core.withHits(
        within: radius, of: center, sorted: false,
        where: { $0.withTags(from: part.start, included) }, filtered: filtered
      ) { found in
        hits.append(found, from: part.start)
      }
      return true
    }
    if sorted { hits.sortHits() }
    hits.withValues { body(_HitBuffer($0)) }
  }

  public func withNearest(
    _ wanted: Int, to center: Coordinate, within radius: Double, where isIncluded: (Int) -> Bool,
    filtered: Bool, _ body: (_HitBuffer) -> Void
  ) {
    var hits = GrowableArray<Hit>(capacity: 64)
    var nearest = radius
    forEachPart(within: radius, nearestTo: center) { part in
      part.core.withNearest(
        wanted, to: center, within: nearest, where: { isIncluded($0 + part.start) },
        filtered: filtered
      ) { found in
        hits.append(found, from: part.start)
      }
      if wanted > 0, hits.count >= wanted {
        hits.sortHits()
        hits.truncate(wanted)
        // A place at this distance is needed if its offset is smaller.
        nearest = hits[wanted - 1].distance
      }
      return nearest
    }
    hits.sortHits()
    hits.withValues { body(_HitBuffer($0)) }
  }

  public func withHits(
    within distance: Double, of path: GeoPath, limit: Int, where isIncluded: (Int) -> Bool,
    _ body: (_HitBuffer) -> Void
  ) {
    var hits = GrowableArray<Hit>(capacity: 64)
    forEachPart(in: PathCorridor(within: distance, of: path).boundingBox) { part in
      part.core.withHits(
        within: distance, of: path, limit: limit, where: { isIncluded($0 + part.start) }
      ) { found in
        hits.append(found, from: part.start)
      }
      return true
    }
    hits.sortHits()
    if limit < hits.count { hits.truncate(max(limit, 0)) }
    hits.withValues { body(_HitBuffer($0)) }
  }

  public func hits(
    along path: PathIndex, within distance: Double, where isIncluded: (Int) -> Bool
  ) -> [_PathHit] {
    var hits: [_PathHit] = []
    forEachPart(in: PathCorridor(within: distance, of: path).boundingBox) { part in
      hits += part.core.hits(along: path, within: distance) { isIncluded($0 + part.start) }
        .map { _PathHit(tag: $0.tag + part.start, point: $0.point) }
      return true
    }
    _PathHit.sort(&hits)
    return hits
  }

  // MARK: In a region

  public func count(in outline: _RegionOutline) -> Int {
    var count = 0
    forEachPart(in: outline.boundingBox) { part in
      count += part.core.count(in: outline)
      return true
    }
    return count
  }

  public func containsAny(in outline: _RegionOutline) -> Bool {
    var isFound = false
    forEachPart(in: outline.boundingBox) { part in
      isFound = part.core.containsAny(in: outline)
      return !isFound
    }
    return isFound
  }

  public func forEachRun(in outline: _RegionOutline, _ body: (_TagBatch) -> Bool) {
    forEachPart(in: outline.boundingBox) { part in
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
    guard limit > 0 else { return tags }
    forEachPart(in: outline.boundingBox) { part in
      tags += part.core.tags(in: outline, limit: limit - tags.count).map { $0 + part.start }
      return tags.count < limit
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
    _NearestCursor(self, from: center, in: outline)
  }

  // MARK: Batches on several threads

  public func counts(
    within radius: Double, ofEach centers: [Coordinate], threads: Int,
    where isIncluded: (Int) -> Bool, filtered: Bool
  ) -> [Int] {
    var counts = [Int](repeating: 0, count: centers.count)
    counts.withUnsafeBuffer { counts in
      inShares(centers.count, threads: threads) { _, range in
        for index in range {
          guard filtered else {
            counts[index] = count(within: radius, of: centers[index])
            continue
          }
          forEachRun(within: radius, of: centers[index]) { run in
            counts[index] += run.count(where: isIncluded)
            return true
          }
        }
      }
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
    let lists = PartialResults<[_TagPair]>()
    inShares(other.count, threads: threads) { share, range in
      var pairs: [_TagPair] = []
      other.forEach(range) { there, place in
        withHits(
          within: radius, of: place, sorted: false,
          where: { $0.included { isIncluded($0, there) } }, filtered: filtered
        ) { found in
          for index in 0..<found.count {
            pairs.append(
              _TagPair(tag: found[index].tag, other: there, distance: found[index].distance))
          }
        }
      }
      lists.set(share, pairs)
    }
    return _TagPair.sorted(lists.inOrder, threads: threads)
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
}
