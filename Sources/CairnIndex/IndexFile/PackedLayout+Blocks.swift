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
