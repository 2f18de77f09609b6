internal import CairnGeodesy

/// What searches rely on and a checksum does not show, since anybody can compute one.
///
/// The points of a tree follow from its coordinates, the boxes from the points, and arithmetic has
/// the same bits everywhere. So a tree whose points and boxes are what they should be answers
/// rightly, whoever wrote it.
extension PackedTree {
  /// Whether a block is what a builder makes of its coordinates, with offsets below a bound.
  func isGenuine(block: Int, _ layout: PackedLayout, elementCount: Int) -> Bool {
    for position in layout.positions(ofBlock: block) {
      let coordinate = degrees[position]
      guard Int(offsets[position]) < elementCount, coordinate.isIndexable else { return false }
      let vector = coordinate.unitVector
      let row = pointRow(of: position)
      guard points[row] == Float(vector.x), points[row + 16] == Float(vector.y),
        points[row + 32] == Float(vector.z)
      else { return false }
    }
    let end = min((block + 1) << PackedLayout.blockShift, layout.leafCount * PackedLayout.fanOut)
    for position in layout.positions(ofBlock: block).upperBound..<end
    where points[pointRow(of: position)] != .infinity {
      return false
    }
    return isGenuine(group: block, atHeight: 1, layout)
  }

  /// Whether the boxes of a node are those of its children, and its own that in the node above.
  func isGenuine(group: Int, atHeight level: Int, _ layout: PackedLayout) -> Bool {
    let (first, width) = layout.groups(atHeight: level)
    let below = level == 1 ? layout.leafCount : layout.groups(atHeight: level - 1).count
    let start = (first + group) * PackedLayout.groupFloats
    for axis in 0..<3 {
      for lane in 0..<PackedLayout.fanOut {
        let child = group << PackedLayout.fanOutShift + lane
        let box = (groups[start + 16 * axis + lane], groups[start + 16 * (axis + 3) + lane])
        if child >= below {
          guard box == (.infinity, -.infinity) else { return false }
        } else if level == 1 {
          guard box == bounds(ofLeaf: child, axis: axis) else { return false }
        }
      }
      guard level < height else { continue }
      let above = layout.groups(atHeight: level + 1).first + group >> PackedLayout.fanOutShift
      let lane = above * PackedLayout.groupFloats + group & (PackedLayout.fanOut - 1)
      let own = (groups[lane + 16 * axis], groups[lane + 16 * (axis + 3)])
      guard own == bounds(ofGroup: first + group, axis: axis) else { return false }
    }
    return group < width
  }

  /// Whether all nodes above the blocks are what a builder makes of them.
  func isUpperPartGenuine(_ layout: PackedLayout) -> Bool {
    guard height > 1 else { return true }
    return (2...height).allSatisfy { level in
      (0..<layout.groups(atHeight: level).count).allSatisfy {
        isGenuine(group: $0, atHeight: level, layout)
      }
    }
  }

  /// The offsets of all points, ascending.
  var allOffsets: [Int] {
    var positions = GrowingList<UInt32>(capacity: count)
    for position in 0..<count { positions.append(UInt32(truncatingIfNeeded: position)) }
    return sortedOffsets(of: positions)
  }

  private func pointRow(of position: Int) -> Int {
    (position >> PackedLayout.fanOutShift) * PackedLayout.leafFloats
      + position & (PackedLayout.fanOut - 1)
  }
}
