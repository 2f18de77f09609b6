public import CairnGeodesy

extension DynamicTree: NearestTree {
  internal var nearestRoot: (index: Int, height: Int)? {
    root >= 0 ? (Int(root), Int(branchHeads[Int(root)].level)) : nil
  }

  internal func keys(
    ofNode node: Int, atHeight height: Int, _ query: SearchCenter
  ) -> SIMD16<Float> {
    if height == 0 {
      let start = node * PackedLayout.leafFloats
      return keys { query.squaredChords(toPoints: points, at: start + 4 * $0) }
    }
    let start = node * PackedLayout.groupFloats
    return keys { query.squaredChords(toBoxes: boxes, at: start + 4 * $0).near }
  }

  internal func child(_ lane: Int, ofNode node: Int, atHeight height: Int) -> Int {
    height == 0
      ? node &* Self.leafCapacity &+ lane
      : Int(child(Int32(truncatingIfNeeded: node), Int32(truncatingIfNeeded: lane)))
  }

  internal func hit(at position: Int, from center: Coordinate) -> Hit {
    Hit(
      offset: Int(truncatingIfNeeded: tags[position]),
      distance: center.distance(to: degrees[position]))
  }
}

/// The cursor over a dynamic tree that inlined code may hold.
@usableFromInline
internal struct DynamicCursor: Sendable {
  private var cursor: RegionCursor<DynamicTree>

  internal init(
    _ tree: DynamicTree, from center: Coordinate, in outline: _RegionOutline? = nil
  ) {
    cursor = RegionCursor(tree, from: center, in: outline)
  }

  /// The next element's hit, with its tag as the offset.
  @usableFromInline
  internal mutating func next() -> Hit? {
    cursor.next()
  }
}

extension DynamicCore {
  @usableFromInline
  internal func cursor(
    from center: Coordinate, in outline: _RegionOutline? = nil
  ) -> DynamicCursor {
    DynamicCursor(tree, from: center, in: outline)
  }
}
