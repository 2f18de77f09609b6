// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The entry points are documented in ``_SearchCore``.

public import CairnGeodesy

extension _PackedCore: _SearchCore {
  public var count: Int { tree.count }

  @inline(never)
  public func count(within radius: Double, of center: Coordinate) -> Int {
    tree.count(within: radius, of: center)
  }

  @inline(never)
  public func containsAny(within radius: Double, of center: Coordinate) -> Bool {
    tree.containsAny(within: radius, of: center)
  }

  @inline(never)
  public func forEachRun(within radius: Double, of center: Coordinate, _ body: (_TagBatch) -> Bool)
  {
    tree.forEachRun(within: radius, of: center, body)
  }

  @inline(never)
  public func forEachHit(
    within radius: Double, of center: Coordinate, _ body: (_ tag: Int, _ distance: Double) -> Bool
  ) {
    tree.forEachHit(within: radius, of: center, body)
  }

  @inline(never)
  public func withHits(
    within radius: Double, of center: Coordinate, sorted: Bool,
    where included: (_TagBatch) -> UInt64, filtered: Bool, _ body: (_HitBuffer) -> Void
  ) {
    tree.withHits(
      within: radius, of: center, sorted: sorted, where: included, filtered: filtered, body)
  }

  @inline(never)
  public func withNearest(
    _ wanted: Int, to center: Coordinate, within radius: Double, where isIncluded: (Int) -> Bool,
    filtered: Bool, _ body: (_HitBuffer) -> Void
  ) {
    tree.withNearest(
      wanted, to: center, within: radius, where: isIncluded, filtered: filtered
    ) { body(_HitBuffer($0)) }
  }

  @inline(never)
  public func withHits(
    within distance: Double, of path: GeoPath, limit: Int, where isIncluded: (Int) -> Bool,
    _ body: (_HitBuffer) -> Void
  ) {
    tree.withHits(within: distance, of: path, limit: limit, where: isIncluded, body)
  }

  @inline(never)
  public func hits(
    along path: PathIndex, within distance: Double, where isIncluded: (Int) -> Bool
  ) -> [_PathHit] {
    tree.hits(along: path, within: distance, where: isIncluded)
  }

  @inline(never)
  public func count(in outline: _RegionOutline) -> Int {
    tree.count(in: outline)
  }

  @inline(never)
  public func containsAny(in outline: _RegionOutline) -> Bool {
    tree.containsAny(in: outline)
  }

  @inline(never)
  public func forEachRun(in outline: _RegionOutline, _ body: (_TagBatch) -> Bool) {
    tree.forEachRun(in: outline, body)
  }

  @inline(never)
  public func tags(in outline: _RegionOutline, limit: Int) -> [Int] {
    tree.tags(in: outline, limit: limit)
  }

  @inline(never)
  public func counts(in partition: _Partition) -> [Int] {
    tree.counts(in: partition)
  }

  public func cursor(from center: Coordinate, in outline: _RegionOutline?) -> _NearestCursor {
    _NearestCursor(tree, from: center, in: outline)
  }

  @inline(never)
  public func counts(
    within radius: Double, ofEach centers: [Coordinate], threads: Int,
    where isIncluded: (Int) -> Bool, filtered: Bool
  ) -> [Int] {
    tree.counts(
      within: radius, ofEach: centers, threads: threads, where: isIncluded, filtered: filtered)
  }

  @inline(never)
  public func hits(
    ofEach centers: [Coordinate], within radius: Double, nearest wanted: Int?, threads: Int,
    where isIncluded: (Int) -> Bool, filtered: Bool
  ) -> _HitTable {
    tree.hits(
      ofEach: centers, within: radius, nearest: wanted, threads: threads, where: isIncluded,
      filtered: filtered)
  }

  @inline(never)
  public func pairs(
    within radius: Double, with other: _PointList, threads: Int,
    where isIncluded: (_ tag: Int, _ other: Int) -> Bool, filtered: Bool
  ) -> [_TagPair] {
    tree.pairs(
      within: radius, with: other, threads: threads, where: isIncluded, filtered: filtered)
  }

  public var points: _PointList { _PointList(tree) }

  /// Returns itself, after verifying the whole file if it is mapped.
  public func packed() throws(IndexFileError) -> _PackedCore {
    try tree.verifier?.checkEverything()
    return self
  }
}
