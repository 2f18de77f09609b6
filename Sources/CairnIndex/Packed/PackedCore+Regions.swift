public import CairnGeodesy

extension PackedCore {
  @usableFromInline @inline(never)
  func count(in outline: _RegionOutline) -> Int {
    tree.count(in: outline)
  }

  @usableFromInline @inline(never)
  func containsAny(in outline: _RegionOutline) -> Bool {
    tree.containsAny(in: outline)
  }

  /// The least offsets in a region, ascending.
  @usableFromInline @inline(never)
  func offsets(in outline: _RegionOutline, limit: Int) -> [Int] {
    guard limit > 0 else { return [] }
    guard limit < tree.count else {
      var visitor = CollectingVisitor()
      tree.visit(outline, &visitor)
      return tree.sortedOffsets(of: visitor.positions)
    }
    var visitor = LeastKeysVisitor(of: tree.offsets, limit: limit)
    tree.visit(outline, &visitor)
    return visitor.sorted().map { Int($0) }
  }

  /// Hands the offsets in a region to a closure until that gives false; in no order.
  @usableFromInline @inline(never)
  func forEachOffset(in outline: _RegionOutline, _ body: (Int) -> Bool) {
    withoutActuallyEscaping(body) { body in
      var visitor = ForwardingVisitor(offsets: tree.offsets, body: body)
      tree.visit(outline, &visitor)
    }
  }

  /// The points within a distance of a path, nearest first.
  @usableFromInline @inline(never)
  func hits(
    within distance: Double, of path: GeoPath, limit: Int, where isIncluded: (Int) -> Bool
  ) -> [Hit] {
    tree.hits(within: distance, of: path, limit: limit, where: isIncluded)
  }
}
