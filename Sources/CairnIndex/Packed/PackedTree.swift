internal import CairnGeodesy

/// The index itself, without the elements: points of the unit sphere in a tree without pointers.
///
/// Positions are places in the tree's own order, offsets places in the input. See
/// ``PackedLayout`` for what stands where.
struct PackedTree: Sendable {
  let memory: PackedMemory
  /// The number of points.
  let count: Int
  /// The height of the root.
  let height: Int
  /// The first group of each height, at `2 + height - 1`.
  let header: Slab<UInt64>
  let groups: Slab<Float>
  let points: Slab<Float>
  let degrees: Slab<Coordinate>
  let offsets: Slab<UInt32>
  /// Who checks a file before it is used; nil for memory that was built here.
  let sentry: PageSentry?

  /// A tree on memory that already holds one, or that is going to be filled.
  init(memory: PackedMemory, layout: PackedLayout, sentry: PageSentry? = nil) {
    assert(memory.byteCount >= layout.byteCount)
    self.memory = memory
    self.sentry = sentry
    count = layout.count
    height = layout.height
    header = Slab(memory, byteOffset: 0, count: PackedLayout.headerBytes / 8)
    groups = Slab(
      memory, byteOffset: layout.groupsOffset, count: layout.groupCount * PackedLayout.groupFloats)
    points = Slab(
      memory, byteOffset: layout.pointsOffset, count: layout.leafCount * PackedLayout.leafFloats)
    degrees = Slab(memory, byteOffset: layout.degreesOffset, count: layout.count)
    offsets = Slab(memory, byteOffset: layout.offsetsOffset, count: layout.count)
  }

  /// Where the boxes of the children of a node begin in ``groups``.
  @inline(__always)
  func boxes(ofGroup group: Int, atHeight height: Int) -> Int {
    (Int(truncatingIfNeeded: header[height + 1]) &+ group) &* PackedLayout.groupFloats
  }

  /// The points under a child of a node at `height`.
  @inline(__always)
  func positions(ofChild child: Int, ofHeight height: Int) -> Range<Int> {
    let shift = PackedLayout.fanOutShift &* height
    return (child &<< shift)..<min((child &+ 1) &<< shift, count)
  }
}
