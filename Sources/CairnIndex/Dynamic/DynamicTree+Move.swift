internal import CairnGeodesy
internal import CairnMemory

extension DynamicTree {
  /// Moves the point of a slot.
  ///
  /// A point that stays in the box of its leaf is overwritten in place. So is a point that an
  /// insertion starting at the parent node would put into the same leaf again; the boxes are
  /// updated. Any other point is removed and inserted. Source of the bottom-up update: M. L. Lee,
  /// W. Hsu, C. S. Jensen, B. Cui and K. L. Teo, "Supporting frequent updates in R-trees", VLDB
  /// 2003.
  ///
  /// - Returns: the previous coordinate.
  internal mutating func move(slot: Int, to target: InsertionTarget) -> Coordinate {
    makeUnique()
    let position = Int(location(ofSlot: slot))
    let leaf = Int32(truncatingIfNeeded: position / Self.leafCapacity)
    let place = Int32(truncatingIfNeeded: position % Self.leafCapacity)
    prefetch(leaf, place)
    let before = degrees[position]
    let old = point(leaf, place)
    let head = leafHeads[Int(leaf)]
    let box = box(head.parent, head.lane)
    // The common path is kept short, so that out-of-order execution can start the next move while
    // this one waits for memory.
    if box.contains(target.point) && !box.touches(old) {
      // Computed before the call, which would otherwise copy the tree to the stack.
      let owned = isShared ? ownPath(ofLeaf: leaf) : leaf
      put(target.point, target.coordinate, tag: tags[position], owned, place)
    } else if !moveWithinLeaf(leaf, place, to: target) {
      let tag = tags[Int(location(ofSlot: slot))]
      remove(slot: slot)
      insert(target, tag: tag)
    }
    return before
  }

  /// Moves a point that changes the box of its leaf, if it may stay in that leaf.
  ///
  /// - Returns: whether the point was moved; if not, nothing has changed.
  private mutating func moveWithinLeaf(
    _ leaf: Int32, _ place: Int32, to target: InsertionTarget
  ) -> Bool {
    let leaf = isShared ? ownPath(ofLeaf: leaf) : leaf
    let head = leafHeads[Int(leaf)]
    let above = nodeHeads[Int(head.parent)]
    // A point that leaves the box of the parent node needs a full insertion.
    if above.parent >= 0, !box(above.parent, above.lane).contains(target.point) { return false }
    let box = box(head.parent, head.lane)
    let rest = bounds(ofLeaf: leaf, without: place)
    let changed = rest.union(DynamicBox(target.point))
    if changed.halfSurface > box.halfSurface {
      setBox(head.parent, head.lane, rest)
      guard chooseLane(head.parent, for: target.point) == head.lane else {
        setBox(head.parent, head.lane, box)
        return false
      }
    }
    let old = point(leaf, place)
    let position = Int(leaf) &* Self.leafCapacity &+ Int(place)
    put(target.point, target.coordinate, tag: tags[position], leaf, place)
    setBox(head.parent, head.lane, changed)
    shrink(head.parent, without: old)
    return true
  }

  /// Tightens the boxes of a node and its ancestors after a point has left one of its leaves,
  /// provided that no point outside the boxes was added.
  private func shrink(_ node: Int32, without point: DynamicPoint) {
    var node = node
    while true {
      let head = nodeHeads[Int(node)]
      guard head.parent >= 0, box(head.parent, head.lane).touches(point) else { return }
      setBox(head.parent, head.lane, bounds(ofNode: node))
      node = head.parent
    }
  }
}
