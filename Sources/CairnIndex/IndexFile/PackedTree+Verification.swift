internal import CairnGeodesy
internal import CairnMemory

/// What searches rely on and a checksum does not show, since anybody can compute one.
///
/// The points of a tree follow from its coordinates, the boxes from the points, and arithmetic has
/// the same bits everywhere. So a tree whose points and boxes are what they should be answers
/// rightly, whoever wrote it.
extension PackedTree {
  /// Whether a node of level 1 and the points below it are what a builder makes of their
  /// coordinates, with offsets below a bound.
  func isGenuine(belowNode node: Int, _ layout: PackedLayout, elementCount: Int) -> Bool {
    for position in layout.positions(ofNode: node) {
      let coordinate = degrees[position]
      guard Int(offsets[position]) < elementCount, coordinate.isValid else { return false }
      let vector = coordinate.unitVector
      let row = pointRow(of: position)
      guard points[row] == Float(vector.x), points[row + PointRow.y] == Float(vector.y),
        points[row + PointRow.z] == Float(vector.z)
      else { return false }
    }
    let end = min((node + 1) << PackedLayout.levelOneShift, layout.leafCount * PackedLayout.fanOut)
    for position in layout.positions(ofNode: node).upperBound..<end
    where points[pointRow(of: position)] != .infinity {
      return false
    }
    return isGenuine(node: node, atLevel: 1, layout)
  }

  /// Whether the boxes of a node are those of its children, and its own that in the node above.
  func isGenuine(node: Int, atLevel level: Int, _ layout: PackedLayout) -> Bool {
    let (first, width) = layout.nodes(atLevel: level)
    let below = level == 1 ? layout.leafCount : layout.nodes(atLevel: level - 1).count
    let start = (first + node) * PackedLayout.nodeFloats
    for axis in 0..<3 {
      for lane in 0..<PackedLayout.fanOut {
        let child = node << PackedLayout.fanOutShift + lane
        let least = start + PackedLayout.fanOut * axis + lane
        let box = (boxes[least], boxes[least + BoxRow.greatestX])
        if child >= below {
          guard box == (.infinity, -.infinity) else { return false }
        } else if level == 1 {
          guard box == bounds(ofLeaf: child, axis: axis) else { return false }
        }
      }
      guard level < rootLevel else { continue }
      let above = layout.nodes(atLevel: level + 1).first + node >> PackedLayout.fanOutShift
      let lane = above * PackedLayout.nodeFloats + node & (PackedLayout.fanOut - 1)
      let least = lane + PackedLayout.fanOut * axis
      let own = (boxes[least], boxes[least + BoxRow.greatestX])
      guard own == bounds(ofNode: first + node, axis: axis) else { return false }
    }
    return node < width
  }

  /// Whether all nodes above level 1 are what a builder makes of them.
  func isUpperPartGenuine(_ layout: PackedLayout) -> Bool {
    guard rootLevel > 1 else { return true }
    return (2...rootLevel).allSatisfy { level in
      (0..<layout.nodes(atLevel: level).count).allSatisfy {
        isGenuine(node: $0, atLevel: level, layout)
      }
    }
  }

  /// The offsets of all points, ascending.
  var allOffsets: [Int] {
    var positions = GrowingList<UInt32>(capacity: count)
    for position in 0..<count { positions.append(UInt32(truncatingIfNeeded: position)) }
    return sortedTags(of: positions)
  }

  private func pointRow(of position: Int) -> Int {
    (position >> PackedLayout.fanOutShift) * PackedLayout.leafFloats
      + position & (PackedLayout.fanOut - 1)
  }
}

/// What a file is checked by: a node of level 1, the points below it, and all that a search reads
/// of them.
extension PackedLayout {
  /// The binary logarithm of ``levelOnePoints``.
  static let levelOneShift = 2 * fanOutShift
  /// The number of points below a full node of level 1.
  static let levelOnePoints = 1 << levelOneShift

  /// The positions of the points below a node of level 1.
  func positions(ofNode node: Int) -> Range<Int> {
    (node << Self.levelOneShift)..<min((node + 1) << Self.levelOneShift, count)
  }

  /// The bytes that a node of level 1 needs: its boxes, points, degrees and offsets.
  func byteRanges(ofNode node: Int) -> [Range<Int>] {
    let positions = positions(ofNode: node)
    let leaves = (node << Self.fanOutShift)..<min((node + 1) << Self.fanOutShift, leafCount)
    func range(_ start: Int, _ bytes: Int, _ items: Range<Int>) -> Range<Int> {
      (start + items.lowerBound * bytes)..<(start + items.upperBound * bytes)
    }
    let index = nodes(atLevel: 1).first + node
    return [
      range(nodesOffset, Self.nodeFloats * 4, index..<(index + 1)),
      range(pointsOffset, Self.leafFloats * 4, leaves),
      range(degreesOffset, Self.degreeBytes, positions),
      range(offsetsOffset, Self.offsetBytes, positions),
    ]
  }

  /// The bytes at the start of a tree that belong to no node of level 1: its header and the nodes
  /// above.
  var upperBytes: Int {
    nodesOffset + nodes(atLevel: 1).first * Self.nodeFloats * 4
  }

  /// Whether the header of a tree is the one that belongs to this layout.
  func matches(header: Slab<UInt64>) -> Bool {
    guard header[0] == UInt64(count), header[1] == UInt64(rootLevel) else { return false }
    return (1...rootLevel).allSatisfy { header[1 + $0] == UInt64(nodes(atLevel: $0).first) }
  }
}
