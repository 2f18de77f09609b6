internal import CairnGeodesy
internal import CairnMemory

extension DynamicTree {
  /// An upper bound of the levels of a tree of 2³¹ points.
  internal static let greatestLevel = 32

  /// Visits every point of a region once, in tree order.
  @inline(__always)
  internal func walk<Visitor: SearchVisitor & ~Copyable>(
    _ region: some SearchRegion, _ visitor: inout Visitor
  ) {
    guard root >= 0 else { return }
    // A constant size keeps the buffer on the stack.
    withScratch(of: DynamicOpenNode.self, count: Self.greatestLevel) {
      walk(region, &visitor, open: $0)
    }
  }

  /// Visits every point of a box once.
  @inline(__always)
  internal func walk<Visitor: SearchVisitor & ~Copyable>(
    in box: BoundingBox, _ visitor: inout Visitor
  ) {
    if let region = BoxRegion(box) { walk(region, &visitor) }
  }

  /// Visits every point of a region that classifies rectangles once.
  @inline(__always)
  internal func walk<Visitor: SearchVisitor & ~Copyable>(
    rectanglesOf region: any DegreeRegion, _ visitor: inout Visitor
  ) {
    if let region = PreparedRegion(region) { walk(region, &visitor) }
  }

  /// The same, with a stack for the ancestors of the current node.
  ///
  /// It is specialized once for each pair of region and visitor, and not inlined; nodes, including
  /// the root, are classified at a single place in the loop. See the method of the packed tree.
  @inline(never)
  private func walk<Region: SearchRegion, Visitor: SearchVisitor & ~Copyable>(
    _ region: Region, _ visitor: inout Visitor, open: UnsafeBuffer<DynamicOpenNode>
  ) {
    let seen = region.seen(in: .sphere)
    var depth = 0
    var node = root
    var level = rootLevel
    descent: while true {
      var masks = region.classify(boxes: boxes, at: boxes(of: node), seen)
      while true {
        while masks.possible == 0 {
          if depth == 0 { return }
          depth &-= 1
          node = open[depth].node
          masks.possible = open[depth].masks & 0xFFFF
          masks.whole = open[depth].masks >> 16
          level &+= 1
        }
        let lane = Int32(truncatingIfNeeded: masks.possible.trailingZeroBitCount)
        let bit = masks.possible & (0 &- masks.possible)
        masks.possible ^= bit
        let child = child(node, lane)
        if masks.whole & bit != 0 {
          guard visitAll(node, lane, child, level, &visitor) else { return }
        } else if level == 1 {
          guard visit(leaf: child, region, seen, &visitor) else { return }
        } else {
          open[depth] = DynamicOpenNode(
            node: node, masks: masks.possible | masks.whole << 16)
          depth &+= 1
          level &-= 1
          node = child
          continue descent
        }
      }
    }
  }

  /// Visits the points of a leaf.
  @inline(__always)
  private func visit<Region: SearchRegion, Visitor: SearchVisitor & ~Copyable>(
    leaf: Int32, _ region: Region, _ seen: Region.Seen, _ visitor: inout Visitor
  ) -> Bool {
    let start = Int(leaf) &* Self.leafCapacity
    let found = region.lanes(
      of: points, at: points(of: leaf), degrees: degrees, at: start, seen)
    return found == 0 || visitor.visit(some: found, from: start)
  }

  /// Visits all points, in tree order.
  internal func visitEverything<Visitor: SearchVisitor & ~Copyable>(_ visitor: inout Visitor) {
    guard root >= 0 else { return }
    _ = visitAll(node: root, level: rootLevel, &visitor)
  }

  /// Visits all points below a lane.
  @inline(__always)
  internal func visitAll<Visitor: SearchVisitor & ~Copyable>(
    _ node: Int32, _ lane: Int32, _ child: Int32, _ level: Int32, _ visitor: inout Visitor
  ) -> Bool {
    let weight = Int(weight(node, lane))
    if !Visitor.readsPoints {
      // The visitor uses only the number of points.
      return visitor.visit(all: 0..<weight)
    }
    if level == 1 {
      let start = Int(child) &* Self.leafCapacity
      return visitor.visit(all: start..<(start &+ weight))
    }
    return visitAll(node: child, level: level &- 1, &visitor)
  }

  private func visitAll<Visitor: SearchVisitor & ~Copyable>(
    node: Int32, level: Int32, _ visitor: inout Visitor
  ) -> Bool {
    for lane in 0..<Int32(Self.nodeCapacity) {
      let child = child(node, lane)
      guard child >= 0 else { break }
      guard visitAll(node, lane, child, level, &visitor) else { return false }
    }
    return true
  }
}

/// A node with the masks of its unvisited children: possible ones in the low half, whole ones in
/// the high half.
internal struct DynamicOpenNode: BitwiseCopyable {
  internal var node: Int32
  internal var masks: UInt32
}

extension DynamicTree {
  /// Visits every point of a corridor once, in tree order.
  ///
  /// Each node tests only the parts of the path that its parent could not exclude.
  internal func walk<Visitor: SearchVisitor & ~Copyable>(
    along region: CorridorRegion, _ visitor: inout Visitor
  ) {
    guard root >= 0 else { return }
    var near = GrowableArray<PathTree.Part>(capacity: 64)
    near.append(region.root)
    _ = descend(region, node: root, level: rootLevel, near: 0..<1, &near, &visitor)
  }

  private func descend<Visitor: SearchVisitor & ~Copyable>(
    _ region: CorridorRegion, node: Int32, level: Int32, near: Range<Int>,
    _ list: inout GrowableArray<PathTree.Part>, _ visitor: inout Visitor
  ) -> Bool {
    for lane in 0..<Int32(Self.nodeCapacity) {
      let child = child(node, lane)
      guard child >= 0 else { break }
      let ball = BoundingBall(boxes: boxes, at: boxes(of: node) &+ Int(lane), in: .sphere)
      let top = list.count
      defer { list.truncate(top) }
      let isWhole = region.narrow(near, to: ball, &list)
      if !isWhole, list.count == top { continue }
      let continues: Bool
      if isWhole {
        continues = visitAll(node, lane, child, level, &visitor)
      } else if level == 1 {
        let start = Int(child) &* Self.leafCapacity
        var found: UInt32 = 0
        for place in 0..<Int(weight(node, lane))
        where region.contains(degrees[start &+ place], top..<list.count, list) {
          found |= 1 << UInt32(place)
        }
        continues = found == 0 || visitor.visit(some: found, from: start)
      } else {
        continues = descend(
          region, node: child, level: level &- 1, near: top..<list.count, &list, &visitor)
      }
      guard continues else { return false }
    }
    return true
  }
}
