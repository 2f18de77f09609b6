package import CairnGeodesy
internal import CairnMemory

// The implementations of the entry points of ``_SearchCore``, for any tree. They are inlined into
// the entry points, because passing a tree copies thirty words.
extension SearchTree {
  // MARK: Within a radius

  /// Returns the number of points within a radius in meters.
  @inline(__always)
  func count(within radius: Double, of center: Coordinate) -> Int {
    guard let disc = DiscRegion(center: center, radius: radius) else { return 0 }
    var visitor = CountingVisitor()
    walk(disc, &visitor)
    return visitor.count
  }

  /// Whether any point is within a radius in meters.
  @inline(__always)
  func containsAny(within radius: Double, of center: Coordinate) -> Bool {
    guard let disc = DiscRegion(center: center, radius: radius) else { return false }
    var visitor = FirstVisitor()
    walk(disc, &visitor)
    return visitor.found
  }

  /// Calls a closure with batches of the tags within a radius until it returns false.
  @inline(__always)
  func forEachRun(within radius: Double, of center: Coordinate, _ body: (_TagBatch) -> Bool) {
    guard let disc = DiscRegion(center: center, radius: radius) else { return }
    forward(to: body) { walk(disc, &$0) }
  }

  @inline(__always)
  private func forward(
    to body: (_TagBatch) -> Bool, _ search: (inout ForwardingVisitor<Self>) -> Void
  ) {
    withoutActuallyEscaping(body) { body in
      withScratch(of: Int.self, count: ForwardingVisitor<Self>.capacity) { buffer in
        var visitor = ForwardingVisitor(self, buffer: buffer, body: body)
        search(&visitor)
        visitor.finish()
      }
    }
  }

  /// Calls a closure with each point within a radius, unordered, until it returns false.
  @inline(__always)
  func forEachHit(
    within radius: Double, of center: Coordinate, _ body: (_ tag: Int, _ distance: Double) -> Bool
  ) {
    guard let disc = DiscRegion(center: center, radius: radius) else { return }
    withoutActuallyEscaping(body) { body in
      var visitor = MeasuringVisitor(tree: self, center: center, body: body)
      walk(disc, &visitor)
    }
  }

  /// Calls a closure with the points within a radius.
  @inline(__always)
  func withHits(
    within radius: Double, of center: Coordinate, sorted: Bool,
    where included: (_TagBatch) -> UInt64, filtered: Bool, _ body: (_HitBuffer) -> Void
  ) {
    var hits = GrowableArray<Hit>(capacity: 512)
    collect(
      &hits, within: radius, of: center, sorted: sorted, where: included, filtered: filtered)
    hits.withValues { body(_HitBuffer($0)) }
  }

  // MARK: In a region

  /// Returns the number of points in a region.
  @inline(__always)
  func count(in outline: _RegionOutline) -> Int {
    var visitor = CountingVisitor()
    visit(outline, &visitor)
    return visitor.count
  }

  /// Whether any point is in a region.
  @inline(__always)
  func containsAny(in outline: _RegionOutline) -> Bool {
    var visitor = FirstVisitor()
    visit(outline, &visitor)
    return visitor.found
  }

  /// Calls a closure with batches of the tags in a region until it returns false.
  @inline(__always)
  func forEachRun(in outline: _RegionOutline, _ body: (_TagBatch) -> Bool) {
    forward(to: body) { visit(outline, &$0) }
  }

  /// Returns the `limit` least tags in a region, in ascending order.
  @inline(__always)
  func tags(in outline: _RegionOutline, limit: Int) -> [Int] {
    guard limit > 0 else { return [] }
    guard limit < count else {
      var visitor = CollectingVisitor()
      visit(outline, &visitor)
      return sortedTags(of: visitor.positions)
    }
    var visitor = LeastKeysVisitor(of: tags, limit: limit)
    visit(outline, &visitor)
    return visitor.sorted().map { Int(truncatingIfNeeded: $0) }
  }

  // MARK: Along a path

  /// Calls a closure with the points within a distance of a path, nearest first.
  func withHits(
    within distance: Double, of path: GeoPath, limit: Int, where isIncluded: (Int) -> Bool,
    _ body: (_HitBuffer) -> Void
  ) {
    var hits = GrowableArray<Hit>(capacity: 0)
    if limit > 0, let region = CorridorRegion(PathIndex(path), distance: distance) {
      var visitor = CollectingVisitor()
      walk(along: region, &visitor)
      for index in 0..<visitor.positions.count {
        let position = Int(truncatingIfNeeded: visitor.positions[index])
        let tag = tag(at: position)
        if isIncluded(tag) {
          hits.append(Hit(tag: tag, distance: region.distance(to: degrees[position])))
        }
      }
      hits.sortHits()
      if limit < hits.count { hits.truncate(limit) }
    }
    hits.withValues { body(_HitBuffer($0)) }
  }

  /// Returns the points within a distance of a path, in path order.
  func hits(
    along path: PathIndex, within distance: Double, where isIncluded: (Int) -> Bool
  ) -> [_PathHit] {
    guard let region = CorridorRegion(path, distance: distance) else { return [] }
    var visitor = CollectingVisitor()
    walk(along: region, &visitor)
    var hits: [_PathHit] = []
    for index in 0..<visitor.positions.count {
      let position = Int(truncatingIfNeeded: visitor.positions[index])
      let tag = tag(at: position)
      if isIncluded(tag), let point = path.nearestPoint(to: degrees[position]) {
        hits.append(_PathHit(tag: tag, point: point))
      }
    }
    _PathHit.sort(&hits)
    return hits
  }

  // MARK: Batches

  /// Returns the number of points within a radius of each center.
  func counts(
    within radius: Double, ofEach centers: [Coordinate], threads: Int,
    where isIncluded: (Int) -> Bool, filtered: Bool
  ) -> [Int] {
    var counts = [Int](repeating: 0, count: centers.count)
    counts.withUnsafeBuffer { counts in
      inShares(centers.count, threads: threads) { _, range in
        for index in range {
          counts[index] =
            filtered
            ? count(within: radius, of: centers[index], where: isIncluded)
            : count(within: radius, of: centers[index])
        }
      }
    }
    return counts
  }

  private func count(
    within radius: Double, of center: Coordinate, where isIncluded: (Int) -> Bool
  ) -> Int {
    var count = 0
    forEachRun(within: radius, of: center) { run in
      count &+= run.count(where: isIncluded)
      return true
    }
    return count
  }

  /// Returns the points within a radius of each center, or the nearest `wanted` of them.
  func hits(
    ofEach centers: [Coordinate], within radius: Double, nearest wanted: Int?, threads: Int,
    where isIncluded: (Int) -> Bool, filtered: Bool
  ) -> _HitTable {
    let parts = PartialResults<HitList>()
    inShares(centers.count, threads: threads) { part, range in
      var table = HitList()
      table.ends.reserveCapacity(range.count)
      var hits = GrowableArray<Hit>(capacity: 64)
      for index in range {
        if let wanted {
          withNearest(
            wanted, to: centers[index], within: radius, where: isIncluded, filtered: filtered
          ) { found in
            for place in 0..<found.count { table.hits.append(found[place]) }
          }
        } else {
          collect(
            &hits, within: radius, of: centers[index], sorted: true,
            where: { $0.included(where: isIncluded) }, filtered: filtered)
          for place in 0..<hits.count { table.hits.append(hits[place]) }
        }
        table.ends.append(table.hits.count)
      }
      parts.set(part, table)
    }
    return _HitTable(joining: parts.inOrder, threads: threads)
  }

  /// Returns all pairs of a point of this tree and one of another list within a radius of each
  /// other.
  func pairs(
    within radius: Double, with other: _PointList, threads: Int,
    where isIncluded: (_ tag: Int, _ other: Int) -> Bool, filtered: Bool
  ) -> [_TagPair] {
    let parts = PartialResults<[_TagPair]>()
    // Iterate in the order of the other tree, so that consecutive queries touch the same nodes.
    inShares(other.count, threads: threads) { part, range in
      var pairs: [_TagPair] = []
      var hits = GrowableArray<Hit>(capacity: 64)
      other.forEach(range) { there, place in
        collect(
          &hits, within: radius, of: place, sorted: false,
          where: { $0.included { isIncluded($0, there) } }, filtered: filtered)
        for index in 0..<hits.count {
          pairs.append(
            _TagPair(tag: hits[index].tag, other: there, distance: hits[index].distance))
        }
      }
      parts.set(part, pairs)
    }
    return _TagPair.sorted(parts.inOrder, threads: threads)
  }

  // MARK: By area

  /// Returns the number of points in each area of a partition.
  func counts(in partition: _Partition) -> [Int] {
    var counts = [Int](repeating: 0, count: partition.areas.areaCount)
    if let root = nearestRoot { add(root.index, root.level, partition.areas, &counts) }
    return counts
  }

  /// Adds the counts of the points below a node.
  private func add(
    _ node: Int, _ level: Int, _ partition: any DegreePartition, _ counts: inout [Int]
  ) {
    guard isReadable(node: node, atLevel: level) else { return }
    for lane in 0..<PackedLayout.fanOut {
      guard let rectangle = rectangle(ofLane: lane, ofNode: node, atLevel: level) else { continue }
      let weight = weight(ofLane: lane, ofNode: node, atLevel: level)
      if let area = partition.area(of: rectangle) {
        counts[area] += weight
      } else {
        let child = child(lane, ofNode: node, atLevel: level)
        if level > 1 {
          add(child, level - 1, partition, &counts)
        } else {
          for place in 0..<weight {
            counts[partition.area(at: degrees[self.child(place, ofNode: child, atLevel: 0)])] += 1
          }
        }
      }
    }
  }
}

/// Numbered areas, defined by another module, that can be looked up by rectangles.
package protocol DegreePartition: AnyObject, Sendable {
  /// The number of areas.
  var areaCount: Int { get }
  /// Returns the area of all places of a rectangle; nil if there may be several.
  func area(of rectangle: DegreeRectangle) -> Int?
  /// Returns the area of a place.
  func area(at coordinate: Coordinate) -> Int
}

/// A ``DegreePartition``, wrapped for the entry points of an index.
public struct _Partition: Sendable {
  let areas: any DegreePartition

  /// Wraps a partition.
  package init(_ areas: some DegreePartition) {
    self.areas = areas
  }
}
