internal import CairnGeodesy

/// What is done with the points that a search finds.
internal protocol DynamicVisitor {
  /// Whether points are wanted one by one; if not, a whole node is only counted.
  static var wantsPositions: Bool { get }
  /// A number of points at once; false ends the search.
  mutating func visit(count: Int) -> Bool
  /// Points of one leaf, by bits from position `start` on; false ends the search.
  mutating func visit(some bits: UInt32, from start: Int) -> Bool
}

extension DynamicTree {
  /// Visits every point of a region once, in the order of the tree.
  @inline(__always)
  internal func walk(_ region: some SearchRegion, _ visitor: inout some DynamicVisitor) {
    guard root >= 0 else { return }
    let height = Int(branchHeads[Int(root)].level)
    withScratch(of: DynamicOpenBranch.self, count: height) { open in
      var depth = 0
      var branch = root
      var level = Int32(truncatingIfNeeded: height)
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
          guard visitWhole(branch, lane, child, level, &visitor) else { return }
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
  private func visit(
    leaf: Int32, _ region: some SearchRegion, _ visitor: inout some DynamicVisitor
  ) -> Bool {
    let row = points(of: leaf)
    let start = Int(leaf) &* Self.leafCapacity
    var masks = region.classify(points: points, at: row)
    if leafHeads[Int(leaf)].count > 16 {
      let more = region.classify(points: points, at: row &+ PackedLayout.leafFloats)
      masks.possible |= more.possible << 16
      masks.whole |= more.whole << 16
    }
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
  private func visitWhole<Visitor: DynamicVisitor>(
    _ branch: Int32, _ lane: Int32, _ child: Int32, _ level: Int32, _ visitor: inout Visitor
  ) -> Bool {
    if !Visitor.wantsPositions {
      return visitor.visit(count: Int(weight(branch, lane)))
    }
    if level == 1 {
      return visitAll(leaf: child, count: weight(branch, lane), &visitor)
    }
    return visitAll(branch: child, level: level &- 1, &visitor)
  }

  private func visitAll(
    branch: Int32, level: Int32, _ visitor: inout some DynamicVisitor
  ) -> Bool {
    for lane in 0..<branchHeads[Int(branch)].count {
      let child = child(branch, lane)
      let goesOn =
        level == 1
        ? visitAll(leaf: child, count: weight(branch, lane), &visitor)
        : visitAll(branch: child, level: level &- 1, &visitor)
      guard goesOn else { return false }
    }
    return true
  }

  @inline(__always)
  private func visitAll(
    leaf: Int32, count: Int32, _ visitor: inout some DynamicVisitor
  ) -> Bool {
    let bits = UInt32.max >> UInt32(truncatingIfNeeded: 32 &- count)
    return visitor.visit(some: bits, from: Int(leaf) &* Self.leafCapacity)
  }
}

/// A branch whose remaining children are still to be seen: possible ones in the low half, whole
/// ones in the high half.
internal struct DynamicOpenBranch: BitwiseCopyable {
  internal var branch: Int32
  internal var masks: UInt32
}

/// Counts.
internal struct DynamicCounter: DynamicVisitor {
  internal static var wantsPositions: Bool { false }
  internal var count = 0

  @inline(__always)
  internal mutating func visit(count: Int) -> Bool {
    self.count &+= count
    return true
  }

  @inline(__always)
  internal mutating func visit(some bits: UInt32, from start: Int) -> Bool {
    count &+= bits.nonzeroBitCount
    return true
  }
}

/// Is content with one.
internal struct DynamicFinder: DynamicVisitor {
  internal static var wantsPositions: Bool { false }
  internal var found = false

  @inline(__always)
  internal mutating func visit(count: Int) -> Bool {
    found = true
    return false
  }

  @inline(__always)
  internal mutating func visit(some bits: UInt32, from start: Int) -> Bool {
    found = true
    return false
  }
}

/// Hands each position to a closure.
internal struct DynamicForwarder: DynamicVisitor {
  internal static var wantsPositions: Bool { true }
  internal let body: (Int) -> Bool

  @inline(__always)
  internal mutating func visit(count: Int) -> Bool { true }

  @inline(__always)
  internal mutating func visit(some bits: UInt32, from start: Int) -> Bool {
    var rest = bits
    while rest != 0 {
      guard body(start &+ rest.trailingZeroBitCount) else { return false }
      rest &= rest &- 1
    }
    return true
  }
}
