internal import CairnGeodesy
internal import CairnMemory

extension DynamicTree {
  /// Inserts a point; the slot of its tag must be vacant and the coordinate valid.
  ///
  /// One descent: every full node is split before it is entered, so splits never propagate upward.
  /// O(log n), or O(n) if the memory must grow.
  internal mutating func insert(_ target: InsertionTarget, tag: UInt64) {
    prepareForInsertion(slot: Self.slot(ofTag: tag))
    let point = target.point
    if isShared {
      ownPage(ofSlot: Self.slot(ofTag: tag))
      if root >= 0 { own(node: root) }
    }
    if root < 0 {
      createRoot()
    }
    if nodeHeads[Int(root)].count == Self.nodeCapacity {
      growRoot()
    }
    count += 1
    var node = root
    var level = rootLevel
    while true {
      guard prefetchLinks(of: node) else { return }
      var lane = chooseLane(node, for: point)
      var child = child(node, lane)
      if level == 1 { prefetch(child, weight(node, lane) & (Int32(Self.leafCapacity) &- 1)) }
      if isShared {
        child = level > 1 ? own(node: child) : own(leaf: child)
      }
      let isFull =
        level > 1
        ? isFull(node: child)
        : weight(node, lane) == Int32(Self.leafCapacity)
      if isFull {
        if level > 1 {
          splitNode(child)
        } else {
          splitLeaf(child)
        }
        // The node has capacity for one split per level, so only the two halves are compared.
        lane = nearer(lane, nodeHeads[Int(node)].count &- 1, of: node, to: point)
        child = self.child(node, lane)
      }
      take(point, into: node, lane)
      guard level > 1 else {
        // The count in the parent is available before the leaf's header has been loaded.
        let place = weight(node, lane) &- 1
        put(point, target.coordinate, tag: tag, child, place)
        leafHeads[Int(child)].count = place &+ 1
        return
      }
      node = child
      level &-= 1
    }
  }

  /// Extends the box of a lane to contain a point, and increments its count.
  @inline(__always)
  private func take(_ point: DynamicPoint, into node: Int32, _ lane: Int32) {
    let box = box(node, lane)
    if !box.contains(point) {
      setBox(node, lane, box.union(DynamicBox(point)))
    }
    setWeight(node, lane, weight(node, lane) &+ 1)
  }

  /// The lane, out of two, whose box is nearer to a point; the one with the smaller box on ties.
  @inline(__always)
  private func nearer(
    _ first: Int32, _ second: Int32, of node: Int32, to point: DynamicPoint
  ) -> Int32 {
    let firstBox = box(node, first)
    let secondBox = box(node, second)
    let firstDistance = firstBox.squaredDistance(to: point)
    let secondDistance = secondBox.squaredDistance(to: point)
    if firstDistance == secondDistance {
      return firstBox.halfSurface <= secondBox.halfSurface ? first : second
    }
    return firstDistance < secondDistance ? first : second
  }

  /// Creates the root node and its first leaf.
  private mutating func createRoot() {
    root = takeNode(level: 1)
    rootLevel = 1
    attach(takeLeaf(), box: DynamicBox(), weight: 0, to: root)
  }

  /// Adds a new root above the full old one, and splits the old one.
  private mutating func growRoot() {
    let old = root
    rootLevel &+= 1
    root = takeNode(level: rootLevel)
    attach(
      old, box: bounds(ofNode: old), weight: Int32(truncatingIfNeeded: count), to: root)
    splitNode(old)
  }
}
