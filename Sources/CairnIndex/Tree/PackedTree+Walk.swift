internal import CairnGeodesy
internal import CairnMemory

/// What the points of a tree are visited of: the children of its nodes are judged, and the points of
/// its leaves.
protocol WalkedRegion: Sendable {
  /// What the region needs to judge what is below a node: what follows from the frame, or the
  /// frame.
  associatedtype Seen
  /// What the boxes of a node, and the points of the leaves below it, are judged by.
  func seen(in frame: NodeFrame) -> Seen
  /// Which of 16 boxes may hold a point of the region, and which lie in it as a whole.
  ///
  /// One bit a box; every whole one is also possible.
  func classify(boxes: Slab<Float>, at start: Int, _ seen: Seen) -> ChildMasks
  /// The points of a leaf that the region contains, exactly, as bits.
  ///
  /// - Parameters:
  ///   - points: the rows of all leaves.
  ///   - row: where those of this leaf begin.
  ///   - degrees: all points as they were given.
  ///   - start: the position of the leaf's first point.
  ///   - seen: what the points are judged by.
  /// - Returns: those inside, as bits.
  func lanes(
    of points: Slab<Float>, at row: Int, degrees: Slab<Coordinate>, at start: Int, _ seen: Seen
  ) -> UInt32
}

/// A part of the sphere that a tree can be searched for, in any order and with conditions.
protocol SearchRegion: WalkedRegion {
  /// Which of the 16 points of a leaf may be in the region, and which surely are.
  func classify(points: Slab<Float>, at start: Int, _ seen: Seen) -> ChildMasks
  /// Whether the region contains a point, exactly.
  func contains(_ coordinate: Coordinate) -> Bool
  /// Those of some points of a leaf that the region contains, exactly.
  ///
  /// - Parameters:
  ///   - lanes: which points are asked for, as bits.
  ///   - points: the rows of all leaves.
  ///   - row: where those of this leaf begin.
  ///   - degrees: all points as they were given.
  ///   - start: the position of the leaf's first point.
  ///   - seen: what the points are judged by.
  /// - Returns: those inside, as bits.
  func contained(
    _ lanes: UInt32, points: Slab<Float>, at row: Int, degrees: Slab<Coordinate>, at start: Int,
    _ seen: Seen
  ) -> UInt32
}

extension SearchRegion where Seen == NodeFrame {
  func seen(in frame: NodeFrame) -> NodeFrame { frame }
}

extension SearchRegion {
  /// Judges the boxes of a node for which nothing is prepared.
  @inline(__always)
  func classify(boxes: Slab<Float>, at start: Int, in frame: NodeFrame) -> ChildMasks {
    classify(boxes: boxes, at: start, seen(in: frame))
  }

  /// Judges the points of a leaf for which nothing is prepared.
  @inline(__always)
  func classify(points: Slab<Float>, at start: Int, in frame: NodeFrame) -> ChildMasks {
    classify(points: points, at: start, seen(in: frame))
  }

  /// Those in doubt are decided by their coordinates.
  @inline(__always)
  func lanes(
    of points: Slab<Float>, at row: Int, degrees: Slab<Coordinate>, at start: Int, _ seen: Seen
  ) -> UInt32 {
    let masks = classify(points: points, at: row, seen)
    let doubtful = masks.possible ^ masks.whole
    guard doubtful != 0 else { return masks.whole }
    return masks.whole
      | contained(doubtful, points: points, at: row, degrees: degrees, at: start, seen)
  }

  /// Decides points of a leaf for which nothing is prepared.
  @inline(__always)
  func contained(
    _ lanes: UInt32, points: Slab<Float>, at row: Int, degrees: Slab<Coordinate>, at start: Int,
    in frame: NodeFrame
  ) -> UInt32 {
    contained(
      lanes, points: points, at: row, degrees: degrees, at: start, seen(in: frame))
  }

  @inline(__always)
  func contained(
    _ lanes: UInt32, points: Slab<Float>, at row: Int, degrees: Slab<Coordinate>, at start: Int,
    _ seen: Seen
  ) -> UInt32 {
    containedEach(lanes, degrees, at: start)
  }

  /// The same, one point after the other.
  @inline(__always)
  func containedEach(_ lanes: UInt32, _ degrees: Slab<Coordinate>, at start: Int) -> UInt32 {
    degrees.lanes(lanes, at: start) { contains($0) }
  }
}

extension Slab where Value == Coordinate {
  /// Those of some points of a leaf that satisfy a condition, as bits.
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
  /// Those that may be inside.
  var possible: UInt32
  /// Those that surely are, wholly; a subset.
  var whole: UInt32
}

/// Masks of 16 children each, of up to eight levels; a tree has no more.
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
  /// It is compiled once for each kind of region and visitor, and not inlined: as a part
  /// of each question it was most of what the module takes to compile. For the same reason nodes
  /// are classified at one place of the loop, the root too.
  @inline(never)
  func walk<Region: WalkedRegion, Visitor: SearchVisitor & ~Copyable>(
    _ region: Region, _ visitor: inout Visitor
  ) {
    guard count > 0 else { return }
    var level = rootLevel
    var node = 0
    // The children still to be seen of the nodes above.
    var open = MaskStack()
    var openWhole = MaskStack()
    descent: while true {
      let start = boxes(ofNode: node, atLevel: level)
      let seen = region.seen(in: frame(at: start))
      var masks = ChildMasks(possible: 0, whole: 0)
      // A node in a damaged part of a file has no children.
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
          if Visitor.readsPoints, let sentry, !sentry.admits(positions: whole) { continue }
          guard visitor.visit(all: whole) else { return }
        } else if level == 1 {
          guard visitLeaf(child, region, seen, &visitor) else { return }
        } else {
          open.push(masks.possible)
          openWhole.push(masks.whole)
          level &-= 1
          node = child
          continue descent
        }
      }
    }
  }

  /// The number of points in some leaves of a node of level 1.
  ///
  /// In one short loop that no result turns aside, so that the processor asks memory for the next
  /// leaves while it counts in one.
  @inline(__always)
  private func count<Region: WalkedRegion>(
    _ leaves: ChildMasks, ofNode node: Int, _ region: Region, _ seen: Region.Seen
  ) -> Int {
    let first = node &<< PackedLayout.fanOutShift
    // A leaf that does not exist may seem to be inside as a whole.
    let whole = leaves.whole & leaves.possible
    var found = whole.nonzeroBitCount &<< PackedLayout.fanOutShift
    // The last leaf of all may have fewer points.
    let last = (count &- 1) &>> PackedLayout.fanOutShift
    if last &- first < PackedLayout.fanOut, whole &>> UInt32(last &- first) & 1 != 0 {
      found &-= (last &+ 1) &<< PackedLayout.fanOutShift &- count
    }
    var rest = leaves.possible ^ whole
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

  /// Visits every point of a region of rectangles once.
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
