internal import CairnGeodesy
internal import CairnMemory

/// Verifies the invariants that searches rely on, which a checksum cannot guarantee because anyone
/// can compute one.
///
/// The points of a tree follow from its coordinates and the boxes from the points, with
/// bit-identical arithmetic on every platform. So a tree that passes returns correct results,
/// whoever wrote it.
extension PackedTree {
  /// Whether a node of level 1 and the points below it are what the builder computes from their
  /// coordinates, with offsets below `elementCount`.
  func isValidTree(belowNode node: Int, _ layout: PackedLayout, elementCount: Int) -> Bool {
    let frame = frame(at: boxes(ofNode: node, atLevel: 1))
    for position in layout.positions(ofNode: node) {
      let coordinate = degrees[position]
      guard Int(offsets[position]) < elementCount, coordinate.isValid else { return false }
      let row = pointRow(of: position)
      let point = (points[row], points[row + PointRow.y], points[row + PointRow.z])
      guard point == frame.difference(UnitVector(stored: coordinate)) else { return false }
    }
    let end = min((node + 1) << PackedLayout.levelOneShift, layout.leafCount * PackedLayout.fanOut)
    for position in layout.positions(ofNode: node).upperBound..<end
    where points[pointRow(of: position)] != .infinity {
      return false
    }
    return isValidTree(node: node, atLevel: 1, layout)
  }

  /// Whether the boxes of a node match its children, its frame (except for the origin) follows from
  /// them, and its own box matches the one in its parent.
  func isValidTree(node: Int, atLevel level: Int, _ layout: PackedLayout) -> Bool {
    let (first, width) = layout.nodes(atLevel: level)
    let below = level == 1 ? layout.leafCount : layout.nodes(atLevel: level - 1).count
    let start = boxes(ofNode: node, atLevel: level)
    for axis in 0..<3 {
      for lane in 0..<PackedLayout.fanOut {
        let child = node << PackedLayout.fanOutShift + lane
        let box = box(at: start, lane, axis)
        if child >= below {
          guard box == (.infinity, -.infinity) else { return false }
        } else if level == 1 {
          guard box == bounds(ofLeaf: child, axis: axis) else { return false }
        }
      }
    }
    let degrees = NodeDegreeRows(boxes, at: start)
    let children = node << PackedLayout.fanOutShift
    let present = children..<min(children + PackedLayout.fanOut, below)
    guard
      isFrameValid(at: start, repeats: level == 1 ? repeats(ofNode: node, layout) : 0),
      level == 1
        ? degrees == degreeRows(ofLeaves: present) : degrees.mayContain(children: present.count)
    else { return false }
    if level < rootLevel {
      let above = boxes(ofNode: node >> PackedLayout.fanOutShift, atLevel: level + 1)
      let box = bounds(ofNode: first + node, in: frame(at: above))
      let lane = node & (PackedLayout.fanOut - 1)
      guard (0..<3).allSatisfy({ self.box(at: above, lane, $0) == box[$0] }),
        NodeDegreeRows(boxes, at: above).holds(DegreeSpan(degrees.degrees), lane: lane)
      else { return false }
    }
    return node < width
  }

  /// Whether the frame of a node is what the builder computes from its boxes, with an origin whose
  /// components are at most 2, the diameter of the unit sphere, in magnitude.
  private func isFrameValid(at start: Int, repeats: UInt32) -> Bool {
    let frame = frame(at: start)
    let row = start + PackedLayout.nodeFloats
    return max(frame.origin.x.magnitude, frame.origin.y.magnitude, frame.origin.z.magnitude) <= 2
      && frame.slack == slack(at: start) && frame.reach == reach(at: start)
      && frame.repeats == repeats && boxes[quad: row + 8].bits.y <= 1
  }

  /// The bounds of a child along an axis; `start` is the index of the node's first box float.
  private func box(at start: Int, _ lane: Int, _ axis: Int) -> (Float, Float) {
    let least = start + PackedLayout.fanOut * axis + lane
    return (boxes[least], boxes[least + BoxRow.greatestX])
  }

  /// The offsets of all points, in ascending order.
  var allOffsets: [Int] {
    var positions = GrowableArray<UInt32>(capacity: count)
    for position in 0..<count { positions.append(UInt32(truncatingIfNeeded: position)) }
    return sortedTags(of: positions)
  }
}

extension Range<Int> {
  /// The range with an offset added to both bounds.
  func shifted(by offset: Int) -> Range<Int> {
    (lowerBound + offset)..<(upperBound + offset)
  }
}

/// The unit of verification: a node of level 1, the points below it, and everything that a search
/// reads of them.
extension PackedLayout {
  /// The binary logarithm of ``levelOnePoints``.
  static let levelOneShift = 2 * fanOutShift
  /// The number of points below a full node of level 1.
  static let levelOnePoints = 1 << levelOneShift

  /// The positions of the points below a node of level 1.
  func positions(ofNode node: Int) -> Range<Int> {
    (node << Self.levelOneShift)..<min((node + 1) << Self.levelOneShift, count)
  }

  /// The byte ranges of consecutive nodes of level 1: their boxes, points, degrees and offsets.
  func byteRanges(ofNodes nodes: Range<Int>) -> [Range<Int>] {
    func items(_ shift: Int, _ count: Int) -> Range<Int> {
      (nodes.lowerBound << shift)..<min(nodes.upperBound << shift, count)
    }
    let positions = items(Self.levelOneShift, count)
    let leaves = items(Self.fanOutShift, leafCount)
    func range(_ start: Int, _ bytes: Int, _ items: Range<Int>) -> Range<Int> {
      (start + items.lowerBound * bytes)..<(start + items.upperBound * bytes)
    }
    return [
      bytes(ofNodes: nodes, atLevel: 1),
      range(pointsOffset, Self.leafFloats * 4, leaves),
      range(degreesOffset, Self.degreeBytes, positions),
      range(offsetsOffset, Self.offsetBytes, positions),
    ]
  }

  /// The byte range of consecutive nodes of a level.
  func bytes(ofNodes nodes: Range<Int>, atLevel level: Int) -> Range<Int> {
    let size = Self.framedNodeFloats * 4
    let start = nodesOffset + self.nodes(atLevel: level).first * size
    return (start + nodes.lowerBound * size)..<(start + nodes.upperBound * size)
  }

  /// Whether the header of a tree matches this layout.
  func matches(header: UnsafeBuffer<UInt64>) -> Bool {
    guard header[0] == UInt64(count), header[1] == UInt64(rootLevel) else { return false }
    return (1...rootLevel).allSatisfy { header[1 + $0] == UInt64(nodes(atLevel: $0).first) }
  }
}
