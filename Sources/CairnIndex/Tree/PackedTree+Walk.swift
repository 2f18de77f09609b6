internal import CairnGeodesy
internal import CairnMemory

/// A stack of up to eight masks of 16 children, enough for the levels of a tree.
private struct MaskStack {
  private var upper: UInt64 = 0
  private var lower: UInt64 = 0

  @inline(__always)
  mutating func push(_ mask: UInt32) {
    upper = upper &<< 16 | lower &>> 48
    lower = lower &<< 16 | UInt64(mask)
  }

  @inline(__always)
  mutating func pop() -> UInt32 {
    let mask = UInt32(truncatingIfNeeded: lower) & 0xFFFF
    lower = lower &>> 16 | upper &<< 48
    upper &>>= 16
    return mask
  }
}

extension PackedTree {
  /// Visits every point of a region once, in the order of positions.
  ///
  /// It is specialized once for each pair of region and visitor, and not inlined: inlined into each
  /// query, it accounted for most of the compile time of the module. For the same reason nodes,
  /// including the root, are classified at a single place in the loop.
  @inline(never)
  func walk<Region: WalkedRegion, Visitor: SearchVisitor & ~Copyable>(
    _ region: Region, _ visitor: inout Visitor
  ) {
    guard count > 0 else { return }
    var level = rootLevel
    var node = 0
    // The unvisited children of the ancestors.
    var open = MaskStack()
    var openWhole = MaskStack()
    descent: while true {
      let start = boxes(ofNode: node, atLevel: level)
      let seen = region.seen(in: frame(at: start))
      var masks = ChildMasks(possible: 0, whole: 0)
      // A node in a damaged part of a file is treated as empty.
      if isReadable(node: node, atLevel: level) {
        masks = region.classify(boxes: boxes, at: start, seen)
      }
      if Visitor.counts, level == 1 {
        visitor.add(count(masks, ofNode: node, region, seen))
        masks.possible = 0
      }
      while true {
        while masks.possible == 0 {
          if level == rootLevel { return }
          level &+= 1
          node &>>= PackedLayout.fanOutShift
          masks.possible = open.pop()
          masks.whole = openWhole.pop()
        }
        let lane = masks.possible.trailingZeroBitCount
        let bit = masks.possible & (0 &- masks.possible)
        masks.possible ^= bit
        let child = node &<< PackedLayout.fanOutShift | lane
        if masks.whole & bit != 0 {
          let whole = positions(ofChild: child, atLevel: level)
          if Visitor.readsPoints, let verifier, !verifier.admits(positions: whole) { continue }
          guard visitor.visit(all: whole) else { return }
        } else if level == 1 {
          guard visitLeaf(child, region, seen, &visitor) else { return }
        } else {
          open.push(masks.possible)
          openWhole.push(masks.whole)
          level &-= 1
          prefetchNode(node &<< PackedLayout.fanOutShift, masks, atLevel: level, Region.self)
          node = child
          continue descent
        }
      }
    }
  }

  /// Prefetches the node that is classified after the next one, if it has the same parent.
  ///
  /// - Parameters:
  ///   - first: the first child of the parent.
  ///   - siblings: the unvisited children of the parent.
  ///   - level: the level of the node.
  ///   - type: the type of the region.
  @inline(__always)
  private func prefetchNode<Region: WalkedRegion>(
    _ first: Int, _ siblings: ChildMasks, atLevel level: Int, _ type: Region.Type
  ) {
    let next = siblings.possible & ~siblings.whole
    guard next != 0 else { return }
    let start = boxes(ofNode: first | next.trailingZeroBitCount, atLevel: level)
    if !Region.readsDegrees {
      for row in 0..<PackedLayout.boxRows { boxes.prefetch(start &+ row &* PackedLayout.fanOut) }
    }
    boxes.prefetch(start &+ PackedLayout.nodeFloats)
    boxes.prefetch(start &+ DegreeRow.south)
  }

  /// Prefetches the degrees of some leaves.
  @inline(__always)
  private func prefetchDegrees(ofLeaves leaves: UInt32, from first: Int) {
    var rest = leaves
    while rest != 0 {
      let start = (first | rest.trailingZeroBitCount) &<< PackedLayout.fanOutShift
      rest &= rest &- 1
      // Four degrees in each cache line.
      forEachQuad { degrees.prefetch(start &+ 4 &* $0) }
    }
  }

  /// The number of points in some leaves of a node of level 1.
  ///
  /// A short loop without data-dependent branches, so that the loads of the next leaves overlap
  /// with the counting.
  @inline(__always)
  private func count<Region: WalkedRegion>(
    _ leaves: ChildMasks, ofNode node: Int, _ region: Region, _ seen: Region.Seen
  ) -> Int {
    let first = node &<< PackedLayout.fanOutShift
    // Unused lanes may be classified as whole.
    let whole = leaves.whole & leaves.possible
    var found = whole.nonzeroBitCount &<< PackedLayout.fanOutShift
    // The last leaf of the tree may have fewer points.
    let last = (count &- 1) &>> PackedLayout.fanOutShift
    if last &- first < PackedLayout.fanOut, whole &>> UInt32(last &- first) & 1 != 0 {
      found &-= (last &+ 1) &<< PackedLayout.fanOutShift &- count
    }
    var rest = leaves.possible ^ whole
    if Region.readsDegrees { prefetchDegrees(ofLeaves: rest, from: first) }
    while rest != 0 {
      let leaf = first | rest.trailingZeroBitCount
      rest &= rest &- 1
      found &+=
        region.lanes(
          of: points, at: leaf &* PackedLayout.leafFloats, degrees: degrees,
          at: leaf &<< PackedLayout.fanOutShift, seen
        ).nonzeroBitCount
    }
    return found
  }

  /// Visits every point of a box once.
  @inline(__always)
  func walk<Visitor: SearchVisitor & ~Copyable>(in box: BoundingBox, _ visitor: inout Visitor) {
    if let region = DegreeBoxRegion(box) { walk(region, &visitor) }
  }

  /// Visits every point of a region that classifies rectangles once.
  @inline(__always)
  func walk<Visitor: SearchVisitor & ~Copyable>(
    rectanglesOf region: any DegreeRegion, _ visitor: inout Visitor
  ) {
    if let region = DegreeRegionWalk(region) { walk(region, &visitor) }
  }

  /// Visits the points of a leaf.
  @inline(__always)
  private func visitLeaf<Region: WalkedRegion, Visitor: SearchVisitor & ~Copyable>(
    _ leaf: Int, _ region: Region, _ seen: Region.Seen, _ visitor: inout Visitor
  ) -> Bool {
    let start = leaf &<< PackedLayout.fanOutShift
    let found = region.lanes(
      of: points, at: leaf &* PackedLayout.leafFloats, degrees: degrees, at: start, seen)
    return found == 0 || visitor.visit(some: found, from: start)
  }
}

extension PackedTree {
  /// Visits every point of a corridor once.
  ///
  /// Each node tests only the parts of the path that its parent could not exclude.
  func walk<Visitor: SearchVisitor & ~Copyable>(
    along region: CorridorRegion, _ visitor: inout Visitor
  ) {
    guard count > 0 else { return }
    var near = GrowableArray<PathTree.Part>(capacity: 64)
    near.append(region.root)
    _ = descend(region, node: 0, level: rootLevel, near: 0..<1, &near, &visitor)
  }

  private func descend<Visitor: SearchVisitor & ~Copyable>(
    _ region: CorridorRegion, node: Int, level: Int, near: Range<Int>,
    _ list: inout GrowableArray<PathTree.Part>, _ visitor: inout Visitor
  ) -> Bool {
    guard isReadable(node: node, atLevel: level) else { return true }
    let start = boxes(ofNode: node, atLevel: level)
    let frame = frame(at: start)
    for lane in 0..<PackedLayout.fanOut {
      let child = node << PackedLayout.fanOutShift | lane
      guard child << (PackedLayout.fanOutShift * level) < count else { break }
      let positions = positions(ofChild: child, atLevel: level)
      let ball = BoundingBall(boxes: boxes, at: start + lane, in: frame)
      let top = list.count
      defer { list.truncate(top) }
      let isWhole = region.narrow(near, to: ball, &list)
      if !isWhole, list.count == top { continue }
      let continues: Bool
      if isWhole {
        if Visitor.readsPoints, !isReadable(positions) { continue }
        continues = visitor.visit(all: positions)
      } else if level == 1 {
        continues = visit(region, leaf: positions, near: top..<list.count, list, &visitor)
      } else {
        continues = descend(
          region, node: child, level: level - 1, near: top..<list.count, &list, &visitor)
      }
      guard continues else { return false }
    }
    return true
  }

  private func visit<Visitor: SearchVisitor & ~Copyable>(
    _ region: CorridorRegion, leaf positions: Range<Int>, near: Range<Int>,
    _ list: borrowing GrowableArray<PathTree.Part>, _ visitor: inout Visitor
  ) -> Bool {
    var found: UInt32 = 0
    for position in positions where region.contains(degrees[position], near, list) {
      found |= 1 << UInt32(position - positions.lowerBound)
    }
    return found == 0 || visitor.visit(some: found, from: positions.lowerBound)
  }
}
