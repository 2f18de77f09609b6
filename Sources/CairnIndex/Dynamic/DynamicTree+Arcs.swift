internal import CairnGeodesy

extension DynamicTree {
  /// Visits every point of a region of arcs once, in the order of the tree.
  ///
  /// Each node looks only at the arcs that its parent could not rule out.
  internal func walk<Visitor: SearchVisitor & ~Copyable>(
    arcsOf region: some ArcRegion, _ visitor: inout Visitor
  ) {
    guard root >= 0 else { return }
    let arcs = region.arcs
    var near = GrowingList<UInt32>(capacity: 2 * arcs.count + 64)
    for index in arcs.indices { near.append(UInt32(truncatingIfNeeded: index)) }
    _ = descend(region, arcs, branch: root, near: 0..<arcs.count, &near, &visitor)
  }

  private func descend<Visitor: SearchVisitor & ~Copyable>(
    _ region: some ArcRegion, _ arcs: [SphereArc], branch: Int32, near: Range<Int>,
    _ list: inout GrowingList<UInt32>, _ visitor: inout Visitor
  ) -> Bool {
    let head = branchHeads[Int(branch)]
    for lane in 0..<head.count {
      let child = child(branch, lane)
      let ball = BoundingBall(boxes: boxes, at: boxes(of: branch) &+ Int(lane))
      let top = list.count
      defer { list.truncate(top) }
      var isWhole = region.narrow(arcs, near, to: ball, &list)
      if !isWhole, list.count == top {
        // Nothing decides here: all points are on the same side, that of the first.
        guard !region.isInsideWithinReach else { continue }
        isWhole = region.contains(firstCoordinate(below: child, level: head.level))
        if !isWhole { continue }
      }
      let goesOn: Bool
      if isWhole {
        goesOn = visitAll(branch, lane, child, head.level, &visitor)
      } else if head.level == 1 {
        let start = Int(child) &* Self.leafCapacity
        var found: UInt32 = 0
        for place in 0..<Int(weight(branch, lane))
        where region.contains(degrees[start &+ place], arcs, top..<list.count, list) {
          found |= 1 << UInt32(place)
        }
        goesOn = found == 0 || visitor.visit(some: found, from: start)
      } else {
        goesOn = descend(region, arcs, branch: child, near: top..<list.count, &list, &visitor)
      }
      guard goesOn else { return false }
    }
    return true
  }

  /// One of the coordinates below a child of a branch at a level.
  private func firstCoordinate(below child: Int32, level: Int32) -> Coordinate {
    var node = child
    for _ in 1..<level {
      node = self.child(node, 0)
    }
    return degrees[Int(node) &* Self.leafCapacity]
  }
}
