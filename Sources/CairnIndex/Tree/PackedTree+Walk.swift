internal import CairnGeodesy
internal import CairnMemory

/// A region that guides the traversal of a tree: it classifies the children of nodes and the points
/// of leaves.
protocol WalkedRegion: Sendable {
  /// The region in the frame of a node, or the frame itself.
  associatedtype Seen
  /// Whether points are tested by their degrees and not by their vectors.
  static var readsDegrees: Bool { get }
  /// Returns the region in the frame of a node, to classify its boxes and the points below it.
  func seen(in frame: NodeFrame) -> Seen
  /// Returns which of 16 boxes may contain a point of the region, and which are entirely inside.
  ///
  /// One bit per box; every whole box is also possible.
  func classify(boxes: UnsafeBuffer<Float>, at start: Int, _ seen: Seen) -> ChildMasks
  /// Returns the points of a leaf that the region contains, exactly.
  ///
  /// - Parameters:
  ///   - points: the point rows of all leaves.
  ///   - row: the index of the first row of this leaf.
  ///   - degrees: the coordinates of all points.
  ///   - start: the position of the first point of the leaf.
  ///   - seen: the region in the frame of the node.
  /// - Returns: the points inside, as bits.
  func lanes(
    of points: UnsafeBuffer<Float>, at row: Int, degrees: UnsafeBuffer<Coordinate>, at start: Int,
    _ seen: Seen
  ) -> UInt32
}

/// A region for searches of any tree, in any order and with predicates.
protocol SearchRegion: WalkedRegion {
  /// Returns which of the 16 points of a leaf may be in the region, and which certainly are.
  func classify(points: UnsafeBuffer<Float>, at start: Int, _ seen: Seen) -> ChildMasks
  /// Whether the region contains a point, exactly.
  func contains(_ coordinate: Coordinate) -> Bool
  /// Returns which of the given points of a leaf the region contains, exactly.
  ///
  /// - Parameters:
  ///   - lanes: the points to test, as bits.
  ///   - points: the point rows of all leaves.
  ///   - row: the index of the first row of this leaf.
  ///   - degrees: the coordinates of all points.
  ///   - start: the position of the first point of the leaf.
  ///   - seen: the region in the frame of the node.
  /// - Returns: the points inside, as bits.
  func contained(
    _ lanes: UInt32, points: UnsafeBuffer<Float>, at row: Int, degrees: UnsafeBuffer<Coordinate>,
    at start: Int,
    _ seen: Seen
  ) -> UInt32
}

extension WalkedRegion {
  static var readsDegrees: Bool { false }
}

extension SearchRegion where Seen == NodeFrame {
  func seen(in frame: NodeFrame) -> NodeFrame { frame }
}

extension SearchRegion {
  /// Classifies the boxes of a node in its frame.
  @inline(__always)
  func classify(boxes: UnsafeBuffer<Float>, at start: Int, in frame: NodeFrame) -> ChildMasks {
    classify(boxes: boxes, at: start, seen(in: frame))
  }

  /// Classifies the points of a leaf in the frame of its node.
  @inline(__always)
  func classify(points: UnsafeBuffer<Float>, at start: Int, in frame: NodeFrame) -> ChildMasks {
    classify(points: points, at: start, seen(in: frame))
  }

  /// Undecided points are decided by their coordinates.
  @inline(__always)
  func lanes(
    of points: UnsafeBuffer<Float>, at row: Int, degrees: UnsafeBuffer<Coordinate>, at start: Int,
    _ seen: Seen
  ) -> UInt32 {
    let masks = classify(points: points, at: row, seen)
    let doubtful = masks.possible ^ masks.whole
    guard doubtful != 0 else { return masks.whole }
    return masks.whole
      | contained(doubtful, points: points, at: row, degrees: degrees, at: start, seen)
  }

  /// Tests points of a leaf in the frame of its node.
  @inline(__always)
  func contained(
    _ lanes: UInt32, points: UnsafeBuffer<Float>, at row: Int, degrees: UnsafeBuffer<Coordinate>,
    at start: Int,
    in frame: NodeFrame
  ) -> UInt32 {
    contained(
      lanes, points: points, at: row, degrees: degrees, at: start, seen(in: frame))
  }

  @inline(__always)
  func contained(
    _ lanes: UInt32, points: UnsafeBuffer<Float>, at row: Int, degrees: UnsafeBuffer<Coordinate>,
    at start: Int,
    _ seen: Seen
  ) -> UInt32 {
    containedEach(lanes, degrees, at: start)
  }

  /// Tests the points one by one.
  @inline(__always)
  func containedEach(_ lanes: UInt32, _ degrees: UnsafeBuffer<Coordinate>, at start: Int) -> UInt32
  {
    degrees.lanes(lanes, at: start) { contains($0) }
  }
}

extension UnsafeBuffer where Value == Coordinate {
  /// Returns which of the given points of a leaf satisfy a condition, as bits.
  @inline(__always)
  func lanes(_ lanes: UInt32, at start: Int, where isIncluded: (Coordinate) -> Bool) -> UInt32 {
    var rest = lanes
    var found: UInt32 = 0
    while rest != 0 {
      let bit = rest & (0 &- rest)
      rest ^= bit
      if isIncluded(self[start &+ bit.trailingZeroBitCount]) { found |= bit }
    }
    return found
  }
}

/// One bit for each of 16 children.
struct ChildMasks {
  /// The children that may be inside.
  var possible: UInt32
  /// The children that are certainly entirely inside; a subset.
  var whole: UInt32
}

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
