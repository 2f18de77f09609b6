internal import CairnGeodesy
internal import CairnMemory

extension DynamicTree {
  /// Moves the point of a slot.
  ///
  /// A point that stays in the box of its leaf is written over in place. So is one that an insertion
  /// would put into the same leaf again, from the node above on; the boxes follow it. Any other one
  /// is removed and inserted. Source of the bottom-up way: M. L. Lee, W. Hsu, C. S. Jensen, B. Cui
  /// and K. L. Teo, "Supporting frequent updates in R-trees", VLDB 2003.
  ///
  /// - Returns: where it was.
  internal mutating func move(slot: Int, to target: DynamicPlace) -> Coordinate {
    makeUnique()
    let position = Int(location(ofSlot: slot))
    let leaf = Int32(truncatingIfNeeded: position / Self.leafCapacity)
    let place = Int32(truncatingIfNeeded: position % Self.leafCapacity)
    prefetch(leaf, place)
    let before = degrees[position]
    let old = point(leaf, place)
    let head = leafHeads[Int(leaf)]
    let box = box(head.parent, head.lane)
    // As little as can be: the processor looks ahead to the next move while this one waits.
    if box.contains(target.point) && !box.touches(old) {
      // Found before the call, which would copy the tree to the stack else.
      let owned = isShared ? ownPath(ofLeaf: leaf) : leaf
      put(target.point, target.coordinate, tag: tags[position], owned, place)
    } else if !moveWithinLeaf(leaf, place, to: target) {
      let tag = tags[Int(location(ofSlot: slot))]
      remove(slot: slot)
      insert(target, tag: tag)
    }
    return before
  }

  /// Moves a point that changes the box of its leaf, if it may stay there.
  ///
  /// - Returns: whether it did; nothing has moved where not.
  private mutating func moveWithinLeaf(
    _ leaf: Int32, _ place: Int32, to target: DynamicPlace
  ) -> Bool {
    let leaf = isShared ? ownPath(ofLeaf: leaf) : leaf
    let head = leafHeads[Int(leaf)]
    let above = nodeHeads[Int(head.parent)]
    // What leaves the node above is for the nodes above that.
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

  /// Tightens the boxes of a node and of those above it when a point has left one of its leaves, and
  /// none has come that was outside.
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
