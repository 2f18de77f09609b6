internal import CairnMemory

extension DynamicTree {
  /// Removes the point of a slot from the tree.
  ///
  /// Boxes and counts above it are updated at once; an empty or underfull node is merged with a
  /// sibling and its memory reused: O(log n).
  internal mutating func remove(slot: Int) {
    makeUnique()
    let position = location(ofSlot: slot)
    var leaf = Int32(truncatingIfNeeded: position / UInt32(Self.leafCapacity))
    let place = Int32(truncatingIfNeeded: position % UInt32(Self.leafCapacity))
    if isShared { leaf = ownPath(ofLeaf: leaf) }
    prefetch(leaf, place)
    let removed = point(leaf, place)
    let head = leafHeads[Int(leaf)]
    let shrinks = box(head.parent, head.lane).touches(removed)
    if shrinks {
      setBox(head.parent, head.lane, bounds(ofLeaf: leaf, without: place))
    }
    let last = head.count &- 1
    if place != last {
      movePoint(leaf, last, to: leaf, place)
    }
    setPoint(leaf, last, .none)
    setLocation(ofSlot: slot, Self.vacant)
    leafHeads[Int(leaf)].count = last
    count -= 1
    countDown(from: head.parent, head.lane, shrinks: shrinks, removed)
    if last < Self.leafMinimum {
      thin(leaf: leaf)
    }
  }

  /// Decrements the count of every ancestor lane, and tightens the boxes.
  @inline(__always)
  private func countDown(
    from node: Int32, _ lane: Int32, shrinks: Bool, _ removed: DynamicPoint
  ) {
    var node = node
    var lane = lane
    var shrinks = shrinks
    while true {
      setWeight(node, lane, weight(node, lane) &- 1)
      let head = nodeHeads[Int(node)]
      guard head.parent >= 0 else { return }
      // If the point was not on the surface of a box, that box and its ancestors keep their size.
      shrinks = shrinks && box(head.parent, head.lane).touches(removed)
      if shrinks {
        setBox(head.parent, head.lane, bounds(ofNode: node))
      }
      node = head.parent
      lane = head.lane
    }
  }

  // MARK: Underfull nodes

  /// Merges an underfull leaf into the sibling whose box grows least, if one has capacity.
  private mutating func thin(leaf: Int32) {
    let head = leafHeads[Int(leaf)]
    let parent = head.parent
    if head.count > 0 {
      let box = box(parent, head.lane)
      guard let lane = bestSibling(of: head.lane, in: parent, box, leafCount: head.count) else {
        return
      }
      var target = child(parent, lane)
      if isShared { target = own(leaf: target) }
      let targetCount = leafHeads[Int(target)].count
      for place in 0..<head.count {
        movePoint(leaf, place, to: target, targetCount &+ place)
        setPoint(leaf, place, .none)
      }
      leafHeads[Int(target)].count = targetCount &+ head.count
      setBox(parent, lane, self.box(parent, lane).union(box))
      setWeight(parent, lane, targetCount &+ head.count)
    }
    detach(head.lane, from: parent)
    release(leaf: leaf)
    thin(node: parent)
  }

  /// Merges an underfull node into a sibling, removes an empty one, and removes a root with a
  /// single child.
  private mutating func thin(node start: Int32) {
    var node = start
    while true {
      let head = nodeHeads[Int(node)]
      guard head.parent >= 0 else {
        lowerRoot()
        return
      }
      guard head.count < Self.nodeMinimum else { return }
      if head.count > 0 {
        let box = box(head.parent, head.lane)
        guard let lane = bestSibling(of: head.lane, in: head.parent, box, nodeCount: head.count)
        else { return }
        var target = child(head.parent, lane)
        if isShared { target = own(node: target) }
        let moved = weight(of: node)
        for lane in 0..<head.count {
          attach(
            child(node, lane), box: self.box(node, lane), weight: weight(node, lane),
            to: target)
          clearLane(node, lane)
        }
        setBox(head.parent, lane, self.box(head.parent, lane).union(box))
        setWeight(head.parent, lane, weight(head.parent, lane) &+ moved)
      }
      detach(head.lane, from: head.parent)
      release(node: node)
      node = head.parent
    }
  }

  /// The lane of the leaf with capacity for `leafCount` more points whose box grows least.
  private func bestSibling(
    of lane: Int32, in parent: Int32, _ box: DynamicBox, leafCount: Int32
  ) -> Int32? {
    bestSibling(of: lane, in: parent, box) {
      // Leaves some free capacity, so that the next insertions do not split the leaf at once.
      leafHeads[Int($0)].count &+ leafCount <= Self.leafCapacity - 2
    }
  }

  /// The lane of the node with capacity for `nodeCount` more children whose box grows least.
  private func bestSibling(
    of lane: Int32, in parent: Int32, _ box: DynamicBox, nodeCount: Int32
  ) -> Int32? {
    bestSibling(of: lane, in: parent, box) {
      nodeHeads[Int($0)].count &+ nodeCount <= Self.nodeCapacity - 1
    }
  }

  @inline(__always)
  private func bestSibling(
    of lane: Int32, in parent: Int32, _ box: DynamicBox, hasCapacity: (Int32) -> Bool
  ) -> Int32? {
    var best: Int32?
    var bestGrowth = Float.infinity
    for other in 0..<nodeHeads[Int(parent)].count where other != lane {
      guard hasCapacity(child(parent, other)) else { continue }
      let otherBox = self.box(parent, other)
      let growth = otherBox.union(box).halfSurface - otherBox.halfSurface
      if growth < bestGrowth {
        best = other
        bestGrowth = growth
      }
    }
    return best
  }

  /// Clears a lane of a node and moves the last lane into the gap.
  private func detach(_ lane: Int32, from node: Int32) {
    let last = nodeHeads[Int(node)].count &- 1
    if lane != last {
      moveLane(node, from: last, to: lane)
    }
    clearLane(node, last)
    nodeHeads[Int(node)].count = last
  }

  private mutating func lowerRoot() {
    while true {
      let head = nodeHeads[Int(root)]
      if head.count == 0 {
        release(node: root)
        root = -1
        rootLevel = 0
        return
      }
      guard head.count == 1 && head.level > 1 else { return }
      let old = root
      root = child(old, 0)
      rootLevel &-= 1
      setParent(of: root, belowLevel: head.level, -1, 0)
      if isShared { own(node: root) }
      clearLane(old, 0)
      release(node: old)
    }
  }
}
