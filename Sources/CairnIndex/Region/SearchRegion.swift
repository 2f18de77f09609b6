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
