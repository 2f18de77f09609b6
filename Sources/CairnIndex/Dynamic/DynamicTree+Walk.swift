internal import CairnGeodesy

extension DynamicTree {
  /// More levels than a tree of 2³¹ points can have.
  internal static let greatestHeight = 32

  /// Visits every point of a region once, in the order of the tree.
  @inline(__always)
  internal func walk<Visitor: SearchVisitor & ~Copyable>(
    _ region: some SearchRegion, _ visitor: inout Visitor
  ) {
    guard root >= 0 else { return }
    // A constant number keeps this on the stack.
    withScratch(of: DynamicOpenBranch.self, count: Self.greatestHeight) { open in
      var depth = 0
      var branch = root
      var level = branchHeads[Int(root)].level
      var masks = region.classify(boxes: boxes, at: boxes(of: branch))
      while true {
        while masks.possible == 0 {
          if depth == 0 { return }
          depth &-= 1
          branch = open[depth].branch
          masks.possible = open[depth].masks & 0xFFFF
          masks.whole = open[depth].masks >> 16
          level &+= 1
        }
        let lane = Int32(truncatingIfNeeded: masks.possible.trailingZeroBitCount)
        let bit = masks.possible & (0 &- masks.possible)
        masks.possible ^= bit
        let child = child(branch, lane)
        if masks.whole & bit != 0 {
          guard visitAll(branch, lane, child, level, &visitor) else { return }
        } else if level == 1 {
          guard visit(leaf: child, region, &visitor) else { return }
        } else {
          open[depth] = DynamicOpenBranch(
            branch: branch, masks: masks.possible | masks.whole << 16)
          depth &+= 1
          level &-= 1
          branch = child
          masks = region.classify(boxes: boxes, at: boxes(of: branch))
        }
      }
    }
  }

  /// Visits the points of a leaf; those in doubt are decided one by one.
  @inline(__always)
  private func visit<Visitor: SearchVisitor & ~Copyable>(
    leaf: Int32, _ region: some SearchRegion, _ visitor: inout Visitor
  ) -> Bool {
    let masks = region.classify(points: points, at: points(of: leaf))
    let start = Int(leaf) &* Self.leafCapacity
    var found = masks.whole
    var doubtful = masks.possible ^ masks.whole
    while doubtful != 0 {
      let bit = doubtful & (0 &- doubtful)
      if region.contains(degrees[start &+ doubtful.trailingZeroBitCount]) { found |= bit }
      doubtful ^= bit
    }
    return found == 0 || visitor.visit(some: found, from: start)
  }

  /// Visits all points below a lane.
  @inline(__always)
  internal func visitAll<Visitor: SearchVisitor & ~Copyable>(
    _ branch: Int32, _ lane: Int32, _ child: Int32, _ level: Int32, _ visitor: inout Visitor
  ) -> Bool {
    let weight = Int(weight(branch, lane))
    if !Visitor.readsPoints {
      // Where the points are does not matter then.
      return visitor.visit(all: 0..<weight)
    }
    if level == 1 {
      let start = Int(child) &* Self.leafCapacity
      return visitor.visit(all: start..<(start &+ weight))
    }
    return visitAll(branch: child, level: level &- 1, &visitor)
  }

  private func visitAll<Visitor: SearchVisitor & ~Copyable>(
    branch: Int32, level: Int32, _ visitor: inout Visitor
  ) -> Bool {
    for lane in 0..<branchHeads[Int(branch)].count {
      guard visitAll(branch, lane, child(branch, lane), level, &visitor) else { return false }
    }
    return true
  }
}

/// A branch whose remaining children are still to be seen: possible ones in the low half, whole
/// ones in the high half.
internal struct DynamicOpenBranch: BitwiseCopyable {
  internal var branch: Int32
  internal var masks: UInt32
}

/// Hands the slot of each point to a closure, until that is content.
internal struct DynamicForwardingVisitor: SearchVisitor {
  internal static var readsPoints: Bool { true }

  internal let tags: Slab<UInt64>
  internal let body: (Int) -> Bool

  @inline(__always)
  internal mutating func visit(all positions: Range<Int>) -> Bool {
    for position in positions where !body(DynamicTree.slot(ofTag: tags[position])) {
      return false
    }
    return true
  }

  @inline(__always)
  internal mutating func visit(some bits: UInt32, from start: Int) -> Bool {
    var rest = bits
    while rest != 0 {
      let position = start &+ rest.trailingZeroBitCount
      guard body(DynamicTree.slot(ofTag: tags[position])) else { return false }
      rest &= rest &- 1
    }
    return true
  }
}
