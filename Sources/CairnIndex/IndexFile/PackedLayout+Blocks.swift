internal import CairnGeodesy

/// Blocks: the points below one node of height 1, with all that a search reads of them.
extension PackedLayout {
  static let blockShift = 2 * fanOutShift
  static let blockPoints = 1 << blockShift

  /// The positions of the points of a block.
  func positions(ofBlock block: Int) -> Range<Int> {
    (block << Self.blockShift)..<min((block + 1) << Self.blockShift, count)
  }

  /// The bytes that a block needs: its boxes, points, degrees and offsets.
  func byteRanges(ofBlock block: Int) -> [Range<Int>] {
    let positions = positions(ofBlock: block)
    let leaves = (block << Self.fanOutShift)..<min((block + 1) << Self.fanOutShift, leafCount)
    func range(_ start: Int, _ bytes: Int, _ items: Range<Int>) -> Range<Int> {
      (start + items.lowerBound * bytes)..<(start + items.upperBound * bytes)
    }
    let group = groups(atHeight: 1).first + block
    return [
      range(groupsOffset, Self.groupFloats * 4, group..<(group + 1)),
      range(pointsOffset, Self.leafFloats * 4, leaves),
      range(degreesOffset, 16, positions),
      range(offsetsOffset, 4, positions),
    ]
  }

  /// The bytes at the start of a tree that belong to no block: its header and the higher nodes.
  var upperBytes: Int {
    groupsOffset + groups(atHeight: 1).first * Self.groupFloats * 4
  }

  /// Whether the header of a tree is the one that belongs to this layout.
  func matches(header: Slab<UInt64>) -> Bool {
    guard header[0] == UInt64(count), header[1] == UInt64(height) else { return false }
    return (1...height).allSatisfy { header[1 + $0] == UInt64(groups(atHeight: $0).first) }
  }
}

/// What a searcher relies on and a checksum does not show.
extension PackedLayout {
  /// Whether the points of a block are places, their offsets below the number of elements, and
  /// the room for points and leaves that do not exist marked as empty.
  func isPlausible(block: Int, _ memory: PackedMemory, elementCount: Int) -> Bool {
    let degrees = Slab<Coordinate>(memory, byteOffset: degreesOffset, count: count)
    let offsets = Slab<UInt32>(memory, byteOffset: offsetsOffset, count: count)
    let positions = positions(ofBlock: block)
    for position in positions
    where Int(offsets[position]) >= elementCount || !degrees[position].isIndexable {
      return false
    }
    let points = Slab<Float>(memory, byteOffset: pointsOffset, count: leafCount * Self.leafFloats)
    for position in positions
      .upperBound..<min(leafCount * Self.fanOut, (block + 1) << Self.blockShift)
    {
      let row = (position >> Self.fanOutShift) * Self.leafFloats + position & (Self.fanOut - 1)
      guard points[row] == .infinity else { return false }
    }
    return hasNoFalseChildren(
      group: groups(atHeight: 1).first + block, children: leafCount - block << Self.fanOutShift,
      memory)
  }

  /// Whether the nodes above the blocks have no more children than there are.
  func isUpperPartPlausible(_ memory: PackedMemory) -> Bool {
    guard height > 1 else { return true }
    return (2...height).allSatisfy { level in
      let (first, width) = groups(atHeight: level)
      let children = groups(atHeight: level - 1).count
      return hasNoFalseChildren(
        group: first + width - 1, children: children - (width - 1) << Self.fanOutShift, memory)
    }
  }

  private func hasNoFalseChildren(group: Int, children: Int, _ memory: PackedMemory) -> Bool {
    guard children < Self.fanOut else { return true }
    let boxes = Slab<Float>(
      memory, byteOffset: groupsOffset, count: groupCount * Self.groupFloats)
    let start = group * Self.groupFloats
    return (children..<Self.fanOut).allSatisfy { lane in
      boxes[start + lane] == .infinity && boxes[start + lane + 3 * Self.fanOut] == -.infinity
    }
  }
}
