internal import CairnGeodesy
internal import CairnMemory

// A node is repeated if its points all equal those of the node before it at the same level, with
// ascending offsets across both. Ties are ordered by offset, so a search for at most as many points
// as a full node holds can skip it: however many places share a position, it visits a few of them.
//
// The leaves of a node are marked in its frame, see ``repeats(ofNode:_:)``, even in a file. The
// nodes above are marked beside the tree: in a file these marks could not be verified without
// reading all points.
extension PackedTree {
  /// The children of a node above level 1 that are repeated, one bit each.
  @inline(__always)
  func repeatedChildren(ofNode node: Int, atLevel level: Int) -> UInt32 {
    repeatedNodes.isEmpty ? 0 : UInt32(repeatedNodes[place(ofNode: node, atLevel: level)])
  }

  /// Marks the repeated nodes of a tree that has been filled.
  ///
  /// - Returns: the children of each node above level 1, in the order of the file; empty if there
  ///   are none.
  func markedRepeatedNodes(_ layout: PackedLayout) -> [UInt16] {
    guard rootLevel > 1, count > 0 else { return [] }
    let lowest = (1..<layout.nodes(atLevel: 1).count).filter {
      isRepeated(layout.positions(ofNode: $0))
    }
    guard !lowest.isEmpty else { return [] }
    var marks = [UInt16](repeating: 0, count: layout.nodes(atLevel: 1).first)
    func mark(_ child: Int, ofLevel level: Int) {
      let parent = place(ofNode: child >> PackedLayout.fanOutShift, atLevel: level + 1)
      marks[parent] |= 1 << UInt16(child & (PackedLayout.fanOut - 1))
    }
    for node in lowest { mark(node, ofLevel: 1) }
    for level in stride(from: 2, to: rootLevel, by: 1) {
      let below = layout.nodes(atLevel: level - 1).count
      for node in 1..<layout.nodes(atLevel: level).count {
        let width = min(PackedLayout.fanOut, below - node << PackedLayout.fanOutShift)
        let all = UInt16.max >> UInt16(PackedLayout.fanOut - width)
        let place = place(ofNode: node, atLevel: level)
        // The points of the node before are all equal if its children after the first are repeated.
        if marks[place] == all, marks[place - 1] | 1 == .max { mark(node, ofLevel: level) }
      }
    }
    return marks
  }

  /// Whether the points of a node of level 1 and of the node before are all equal, with ascending
  /// offsets.
  private func isRepeated(_ positions: Range<Int>) -> Bool {
    let start = positions.lowerBound - PackedLayout.levelOnePoints
    guard degrees[start] == degrees[positions.lowerBound] else { return false }
    return (start + 1..<positions.upperBound).allSatisfy { position in
      let before = position - 1
      return degrees[position] == degrees[before] && offsets[position] > offsets[before]
    }
  }
}
