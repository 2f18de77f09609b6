internal import CairnMemory

extension DynamicTree {
  /// Checks the invariants of the tree, for the tests.
  ///
  /// - Returns: a description of the first violation, nil if none exists.
  internal func violation() -> String? {
    // Headers describe the newest version only, so an older version is checked in a copy.
    guard !version.isSuperseded else {
      var copy = self
      copy.makeUnique()
      return copy.violation()
    }
    guard root >= 0 else {
      if count != 0 { return "no root, but \(count) points" }
      return freeNodeViolation(nodes: 0, leaves: 0)
    }
    let head = nodeHeads[Int(root)]
    if head.parent != -1 { return "the root has a parent" }
    if head.level < 1 { return "the root is a leaf" }
    if head.level != rootLevel { return "rootLevel is wrong" }
    if head.count == 0 || (head.count == 1 && head.level > 1) { return "the root is underfull" }
    var seen = (nodes: 0, leaves: 0, points: 0)
    if let found = violation(inNode: root, level: head.level, &seen) { return found }
    if seen.points != count { return "\(seen.points) points in the leaves, \(count) counted" }
    var occupied = 0
    for slot in 0..<capacity.slots where location(ofSlot: slot) != Self.vacant {
      occupied += 1
    }
    if occupied != count { return "\(occupied) slots have a location, \(count) points counted" }
    return freeNodeViolation(nodes: seen.nodes, leaves: seen.leaves)
  }

  private func violation(
    inNode node: Int32, level: Int32, _ seen: inout (nodes: Int, leaves: Int, points: Int)
  ) -> String? {
    let head = nodeHeads[Int(node)]
    seen.nodes += 1
    if head.level != level { return "node \(node) has level \(head.level), not \(level)" }
    if head.count < 1 || head.count > Self.nodeCapacity {
      return "node \(node) has \(head.count) children"
    }
    for lane in 0..<Int32(Self.nodeCapacity) {
      let box = box(node, lane)
      let child = child(node, lane)
      guard lane < head.count else {
        if box != DynamicBox() || child != -1 || weight(node, lane) != 0 {
          return "the free lane \(lane) of node \(node) is not empty"
        }
        continue
      }
      let childHead = level > 1 ? nodeHeads[Int(child)] : leafHeads[Int(child)]
      if childHead.parent != node || childHead.lane != lane {
        return "the header of child \(child) of node \(node) has the wrong parent or lane"
      }
      let before = seen.points
      let bounds = level > 1 ? bounds(ofNode: child) : bounds(ofLeaf: child)
      if bounds != box { return "the box of lane \(lane) of node \(node) is not tight" }
      let found =
        level > 1
        ? violation(inNode: child, level: level - 1, &seen) : violation(inLeaf: child, &seen)
      if let found { return found }
      if seen.points - before != Int(weight(node, lane)) {
        return "the weight of lane \(lane) of node \(node) is wrong"
      }
    }
    return nil
  }

  private func violation(
    inLeaf leaf: Int32, _ seen: inout (nodes: Int, leaves: Int, points: Int)
  ) -> String? {
    let head = leafHeads[Int(leaf)]
    seen.leaves += 1
    seen.points += Int(head.count)
    if head.level != 0 { return "leaf \(leaf) has level \(head.level)" }
    if head.count < 1 || head.count > Self.leafCapacity {
      return "leaf \(leaf) has \(head.count) points"
    }
    for place in 0..<Int32(Self.leafCapacity) {
      let position = Int(leaf) * Self.leafCapacity + Int(place)
      guard place < head.count else {
        if point(leaf, place) != .none { return "place \(place) of leaf \(leaf) is not empty" }
        continue
      }
      if point(leaf, place) != DynamicPoint(degrees[position]) {
        return "the vector at place \(place) of leaf \(leaf) does not match its degrees"
      }
      if location(ofSlot: Self.slot(ofTag: tags[position])) != UInt32(position) {
        return "the location of slot \(Self.slot(ofTag: tags[position])) is not \(position)"
      }
    }
    return nil
  }

  /// Checks that every allocated node is in the tree, in a free list, or retained for an older
  /// version.
  private func freeNodeViolation(nodes: Int, leaves: Int) -> String? {
    var free = (nodes: 0, leaves: 0)
    var node = freeNode
    while node >= 0 && free.nodes <= nextUnusedNode {
      if nodeHeads[Int(node)].level != -1 { return "free node \(node) is in use" }
      free.nodes += 1
      node = nodeHeads[Int(node)].parent
    }
    node = freeLeaf
    while node >= 0 && free.leaves <= nextUnusedLeaf {
      if leafHeads[Int(node)].level != -1 { return "free leaf \(node) is in use" }
      for place in 0..<Int32(Self.leafCapacity) where point(node, place) != .none {
        return "place \(place) of free leaf \(node) is not empty"
      }
      free.leaves += 1
      node = leafHeads[Int(node)].parent
    }
    if free.nodes != freeNodeCount || free.leaves != freeLeafCount {
      return "the lengths of the free lists are wrong"
    }
    let kept = (
      nodes: version.history.retainedCount(.node), leaves: version.history.retainedCount(.leaf),
      pages: version.history.retainedCount(.page)
    )
    if nodes + free.nodes + kept.nodes != nextUnusedNode
      || leaves + free.leaves + kept.leaves != nextUnusedLeaf
      || pageTable.count + freePageCount + kept.pages != nextUnusedPage
    {
      return "nodes, leaves or pages were leaked"
    }
    return nil
  }
}
