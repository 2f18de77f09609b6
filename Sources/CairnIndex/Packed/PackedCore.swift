public import CairnGeodesy

/// What the generic index calls: the tree behind a door that inlined code may pass.
///
/// It speaks of offsets; what an element is, only the caller knows. Predicates are asked with
/// offsets, too, and only where `filtered` says so.
@usableFromInline
struct PackedCore: Sendable {
  let tree: PackedTree

  init(tree: PackedTree) {
    self.tree = tree
  }

  @usableFromInline
  var count: Int { tree.count }

  @usableFromInline
  func count(within radius: Double, of center: Coordinate) -> Int {
    tree.count(within: radius, of: center)
  }

  @usableFromInline
  func containsAny(within radius: Double, of center: Coordinate) -> Bool {
    tree.containsAny(within: radius, of: center)
  }

  /// Hands the offsets within a radius to a closure until that gives false; in no order.
  @usableFromInline
  func forEachOffset(within radius: Double, of center: Coordinate, _ body: (Int) -> Bool) {
    tree.forEachOffset(within: radius, of: center, body)
  }

  /// Hands the points within a radius to a closure until that gives false; in no order.
  @usableFromInline
  func forEachHit(
    within radius: Double, of center: Coordinate, _ body: (Hit) -> Bool
  ) {
    tree.forEachHit(within: radius, of: center, body)
  }

  /// Some of the points within a radius, as many as are wanted.
  @usableFromInline
  func hits(
    within radius: Double, of center: Coordinate, limit: Int, where isIncluded: (Int) -> Bool
  ) -> [Hit] {
    var found: [Hit] = []
    guard limit > 0 else { return found }
    forEachHit(within: radius, of: center) { hit in
      if isIncluded(hit.offset) { found.append(hit) }
      return found.count < limit
    }
    return found
  }

  /// Calls `body` with the points within a radius.
  @usableFromInline
  func withHits<Result>(
    within radius: Double, of center: Coordinate, sorted: Bool, where isIncluded: (Int) -> Bool,
    filtered: Bool, _ body: (HitBuffer) -> Result
  ) -> Result {
    var hits = GrowingList<Hit>(capacity: 512)
    tree.collect(
      &hits, within: radius, of: center, sorted: sorted, where: isIncluded, filtered: filtered)
    return hits.withValues { body(HitBuffer($0)) }
  }

  /// Calls `body` with the nearest points.
  ///
  /// It gives nothing back, since to hand a type of the caller through costs as much as a search.
  @usableFromInline
  func forNearest(
    _ wanted: Int, to center: Coordinate, within radius: Double, where isIncluded: (Int) -> Bool,
    filtered: Bool, _ body: (HitBuffer) -> Void
  ) {
    tree.withNearest(
      wanted, to: center, within: radius, where: isIncluded, filtered: filtered
    ) { body(HitBuffer($0)) }
  }

  /// Calls `body` with the nearest points.
  func withNearest<Result>(
    _ wanted: Int, to center: Coordinate, within radius: Double, where isIncluded: (Int) -> Bool,
    filtered: Bool, _ body: (HitBuffer) -> Result
  ) -> Result {
    tree.withNearest(
      wanted, to: center, within: radius, where: isIncluded, filtered: filtered
    ) { body(HitBuffer($0)) }
  }
}

extension PackedCore {
  @usableFromInline
  func cursor(from center: Coordinate, in outline: _RegionOutline? = nil) -> PackedCursor {
    PackedCursor(tree, from: center, in: outline)
  }
}
