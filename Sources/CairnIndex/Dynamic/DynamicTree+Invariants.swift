extension DynamicTree {
  /// Checks everything that must hold between the operations, for the tests.
  ///
  /// - Returns: what is wrong, nil when all is well.
  internal func violation() -> String? {
    guard root >= 0 else {
      if count != 0 { return "no root, but \(count) points" }
      return freeNodeViolation(branches: 0, leaves: 0)
    }
    let head = branchHeads[Int(root)]
    if head.parent != -1 { return "the root has a parent" }
    if head.level < 1 { return "the root is no branch" }
    if head.count == 0 || (head.count == 1 && head.level > 1) { return "the root is too thin" }
    var seen = (branches: 0, leaves: 0, points: 0)
    if let found = violation(inBranch: root, level: head.level, &seen) { return found }
    if seen.points != count { return "\(seen.points) points in the leaves, \(count) counted" }
    var occupied = 0
    for slot in 0..<room.slots where locations[slot] != Self.vacant {
      occupied += 1
    }
    if occupied != count { return "\(occupied) slots have a location, \(count) points counted" }
    return freeNodeViolation(branches: seen.branches, leaves: seen.leaves)
  }

  private func violation(
    inBranch branch: Int32, level: Int32, _ seen: inout (branches: Int, leaves: Int, points: Int)
  ) -> String? {
    let head = branchHeads[Int(branch)]
    seen.branches += 1
    if head.level != level { return "branch \(branch) has level \(head.level), not \(level)" }
    if head.count < 1 || head.count > 16 { return "branch \(branch) has \(head.count) children" }
    for lane in 0..<Int32(Self.branchCapacity) {
      let box = box(branch, lane)
      let child = child(branch, lane)
      guard lane < head.count else {
        if box != DynamicBox() || child != -1 || weight(branch, lane) != 0 {
          return "branch \(branch) has something in the free lane \(lane)"
        }
        continue
      }
      let childHead = level > 1 ? branchHeads[Int(child)] : leafHeads[Int(child)]
      if childHead.parent != branch || childHead.lane != lane {
        return "child \(child) of branch \(branch) does not know where it hangs"
      }
      let before = seen.points
      let bounds = level > 1 ? bounds(ofBranch: child) : bounds(ofLeaf: child)
      if bounds != box { return "the box of lane \(lane) of branch \(branch) is not tight" }
      let found =
        level > 1
        ? violation(inBranch: child, level: level - 1, &seen) : violation(inLeaf: child, &seen)
      if let found { return found }
      if seen.points - before != Int(weight(branch, lane)) {
        return "the weight of lane \(lane) of branch \(branch) is wrong"
      }
    }
    return nil
  }

  private func violation(
    inLeaf leaf: Int32, _ seen: inout (branches: Int, leaves: Int, points: Int)
  ) -> String? {
    let head = leafHeads[Int(leaf)]
    seen.leaves += 1
    seen.points += Int(head.count)
    if head.level != 0 { return "leaf \(leaf) has level \(head.level)" }
    if head.count < 1 || head.count > 16 { return "leaf \(leaf) has \(head.count) points" }
    for place in 0..<Int32(Self.leafCapacity) {
      let position = Int(leaf) * Self.leafCapacity + Int(place)
      guard place < head.count else {
        if point(leaf, place) != .none { return "leaf \(leaf) has a ghost at \(place)" }
        continue
      }
      if point(leaf, place) != DynamicPoint(degrees[position]) {
        return "leaf \(leaf) has another vector than its degrees at \(place)"
      }
      if locations[Self.slot(ofTag: tags[position])] != UInt32(position) {
        return "slot \(Self.slot(ofTag: tags[position])) does not know that it is at \(position)"
      }
    }
    return nil
  }

  /// Every node is either in the tree, or in a free list, or was never used.
  private func freeNodeViolation(branches: Int, leaves: Int) -> String? {
    var free = (branches: 0, leaves: 0)
    var node = freeBranch
    while node >= 0 && free.branches <= freshBranch {
      if branchHeads[Int(node)].level != -1 { return "free branch \(node) is in use" }
      free.branches += 1
      node = branchHeads[Int(node)].parent
    }
    node = freeLeaf
    while node >= 0 && free.leaves <= freshLeaf {
      if leafHeads[Int(node)].level != -1 { return "free leaf \(node) is in use" }
      for place in 0..<Int32(Self.leafCapacity) where point(node, place) != .none {
        return "free leaf \(node) has a ghost at \(place)"
      }
      free.leaves += 1
      node = leafHeads[Int(node)].parent
    }
    if free.branches != freeBranchCount || free.leaves != freeLeafCount {
      return "the free lists are miscounted"
    }
    if branches + free.branches != freshBranch || leaves + free.leaves != freshLeaf {
      return "nodes were lost"
    }
    return nil
  }
}
