public import CairnGeodesy

// Hits carry tags as offsets: they order equally distant elements by when they came.
extension DynamicCore {
  @usableFromInline @inline(never)
  internal func count(within radius: Double, of center: Coordinate) -> Int {
    guard let disc = DiscRegion(center: center, radius: radius) else { return 0 }
    return count(in: disc)
  }

  @usableFromInline @inline(never)
  internal func containsAny(within radius: Double, of center: Coordinate) -> Bool {
    guard let disc = DiscRegion(center: center, radius: radius) else { return false }
    var visitor = FirstVisitor()
    tree.walk(disc, &visitor)
    return visitor.found
  }

  /// Hands the slots within a radius to a closure until that gives false; in no order.
  @usableFromInline @inline(never)
  internal func forEachSlot(
    within radius: Double, of center: Coordinate, _ body: (Int) -> Bool
  ) {
    guard let disc = DiscRegion(center: center, radius: radius) else { return }
    forEachSlot(in: disc, body)
  }

  /// Hands the points within a radius to a closure until that gives false; in no order.
  @usableFromInline @inline(never)
  internal func forEachHit(
    within radius: Double, of center: Coordinate, _ body: (Hit) -> Bool
  ) {
    guard let disc = DiscRegion(center: center, radius: radius) else { return }
    withoutActuallyEscaping(body) { body in
      var visitor = MeasuringVisitor(tree: tree, center: center, body: body)
      tree.walk(disc, &visitor)
    }
  }

  /// Calls `body` with the points within a radius.
  @usableFromInline @inline(never)
  internal func withHits<Result>(
    within radius: Double, of center: Coordinate, sorted: Bool, where isIncluded: (Int) -> Bool,
    filtered: Bool, _ body: (HitBuffer) -> Result
  ) -> Result {
    var hits = GrowingList<Hit>(capacity: 512)
    tree.collect(
      &hits, within: radius, of: center, sorted: sorted,
      where: { isIncluded(DynamicTree.slot(ofTag: UInt64(truncatingIfNeeded: $0))) },
      filtered: filtered)
    return hits.withValues { body(HitBuffer($0)) }
  }

  /// Calls `body` with the nearest points.
  @usableFromInline @inline(never)
  internal func withNearest<Result>(
    _ wanted: Int, to center: Coordinate, within radius: Double, where isIncluded: (Int) -> Bool,
    filtered: Bool, _ body: (HitBuffer) -> Result
  ) -> Result {
    var hits = GrowingList<Hit>(capacity: 0)
    collectNearest(
      &hits, wanted, to: center, within: radius, where: isIncluded, filtered: filtered)
    return hits.withValues { body(HitBuffer($0)) }
  }

  /// The slot of a hit.
  @inlinable @inline(__always)
  internal static func slot(of hit: Hit) -> Int {
    Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: hit.offset))
  }

  // MARK: Regions

  @usableFromInline @inline(never)
  internal func count(in outline: _RegionOutline) -> Int {
    tree.count(in: outline)
  }

  @usableFromInline @inline(never)
  internal func containsAny(in outline: _RegionOutline) -> Bool {
    tree.containsAny(in: outline)
  }

  /// The slots in a region in the order in which their elements came, the first so many.
  @usableFromInline @inline(never)
  internal func slots(in outline: _RegionOutline, limit: Int) -> [Int] {
    guard limit > 0 else { return [] }
    guard limit < count else {
      var visitor = CollectingVisitor()
      tree.visit(outline, &visitor)
      return slots(of: visitor)
    }
    var visitor = LeastKeysVisitor(of: tree.tags, limit: limit)
    tree.visit(outline, &visitor)
    return visitor.sorted().map(DynamicTree.slot(ofTag:))
  }

  /// Hands the slots in a region to a closure until that gives false; in no order.
  @usableFromInline @inline(never)
  internal func forEachSlot(in outline: _RegionOutline, _ body: (Int) -> Bool) {
    withoutActuallyEscaping(body) { body in
      var visitor = DynamicForwardingVisitor(tags: tree.tags, body: body)
      tree.visit(outline, &visitor)
    }
  }

  /// The points within a distance of a path, nearest first.
  @usableFromInline @inline(never)
  internal func hits(
    within distance: Double, of path: GeoPath, limit: Int, where isIncluded: (Int) -> Bool
  ) -> [Hit] {
    tree.hits(within: distance, of: path, limit: limit) { key in
      isIncluded(DynamicTree.slot(ofTag: UInt64(truncatingIfNeeded: key)))
    }
  }

  // MARK: Any region

  @inline(__always)
  private func count(in region: some SearchRegion) -> Int {
    var visitor = CountingVisitor()
    tree.walk(region, &visitor)
    return visitor.count
  }

  @inline(__always)
  private func forEachSlot(in region: some SearchRegion, _ body: (Int) -> Bool) {
    withoutActuallyEscaping(body) { body in
      var visitor = DynamicForwardingVisitor(tags: tree.tags, body: body)
      tree.walk(region, &visitor)
    }
  }

  /// The slots of what was found, in the order in which their elements came.
  private func slots(of visitor: borrowing CollectingVisitor) -> [Int] {
    var tags: [UInt64] = []
    tags.reserveCapacity(visitor.positions.count)
    for index in 0..<visitor.positions.count {
      tags.append(tree.tags[Int(visitor.positions[index])])
    }
    tags.sort()
    return tags.map(DynamicTree.slot(ofTag:))
  }

  // MARK: Hits

  @inline(never)
  private func collectNearest(
    _ hits: inout GrowingList<Hit>, _ wanted: Int, to center: Coordinate, within radius: Double,
    where isIncluded: (Int) -> Bool, filtered: Bool
  ) {
    guard wanted > 0, count > 0, radius >= 0, let query = SearchCenter(center) else { return }
    let wanted = min(wanted, count)
    var found = GrowingList<Candidate>(capacity: min(2 * wanted, 1 << 16) + 32)
    let limit = tree.findNearest(
      &found, wanted, to: query, limit: ChordBand(radius: radius).possible, where: isIncluded,
      filtered: filtered)
    withScratch(of: UInt32.self, count: found.count) { positions in
      var near = 0
      for index in 0..<found.count where found[index].squaredChord <= limit {
        positions[near] = found[index].position
        near &+= 1
      }
      tree.append(to: &hits, positions: positions[0..<near], from: center)
    }
    hits.withValues { $0.sortHits() }
    if hits.count > wanted { hits.truncate(wanted) }
    // What is beyond the radius is at the end.
    while hits.count > 0, !(hits[hits.count - 1].distance <= radius) {
      hits.truncate(hits.count - 1)
    }
  }
}
