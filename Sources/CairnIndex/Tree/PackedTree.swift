internal import CairnGeodesy
internal import CairnMemory

/// The tree of a packed index: points of the unit sphere, without pointers and elements.
///
/// A position is an index in tree order, an offset an index in the input. See ``PackedLayout`` for
/// the memory layout.
struct PackedTree: Sendable {
  let memory: PackedMemory
  /// The number of points.
  let count: Int
  /// The level of the root.
  let rootLevel: Int
  /// The index of the first node of each level, at `level + 1`.
  let header: UnsafeBuffer<UInt64>
  let boxes: UnsafeBuffer<Float>
  let points: UnsafeBuffer<Float>
  let degrees: UnsafeBuffer<Coordinate>
  let offsets: UnsafeBuffer<UInt32>
  /// Verifies the parts of a file before they are used; nil for a tree in memory.
  let verifier: PageVerifier?
  /// The children of each node above level 1 that a search for a few points can skip, one bit each,
  /// in the order of the file; empty if there are none, and for a file.
  var repeatedNodes: [UInt16] = []

  /// Creates a tree over memory that contains one, or that will be filled.
  init(memory: PackedMemory, layout: PackedLayout, verifier: PageVerifier? = nil) {
    assert(memory.byteCount >= layout.byteCount)
    self.memory = memory
    self.verifier = verifier
    count = layout.count
    rootLevel = layout.rootLevel
    unsafe header = UnsafeBuffer(memory, byteOffset: 0, count: PackedLayout.headerBytes / 8)
    unsafe boxes = UnsafeBuffer(
      memory, byteOffset: layout.nodesOffset,
      count: layout.nodeCount * PackedLayout.framedNodeFloats)
    unsafe points = UnsafeBuffer(
      memory, byteOffset: layout.pointsOffset, count: layout.leafCount * PackedLayout.leafFloats)
    unsafe degrees = UnsafeBuffer(memory, byteOffset: layout.degreesOffset, count: layout.count)
    unsafe offsets = UnsafeBuffer(memory, byteOffset: layout.offsetsOffset, count: layout.count)
  }

  /// Creates the upper nodes of a tree, without its points.
  ///
  /// - Parameters:
  ///   - memory: the memory up to the last of these nodes.
  ///   - nodeCount: the number of nodes.
  ///   - layout: the layout of the whole tree.
  init(upperPart memory: PackedMemory, nodeCount: Int, layout: PackedLayout) {
    self.memory = memory
    verifier = nil
    count = layout.count
    rootLevel = layout.rootLevel
    unsafe header = UnsafeBuffer(memory, byteOffset: 0, count: PackedLayout.headerBytes / 8)
    unsafe boxes = UnsafeBuffer(
      memory, byteOffset: layout.nodesOffset, count: nodeCount * PackedLayout.framedNodeFloats)
    unsafe points = UnsafeBuffer(memory, byteOffset: 0, count: 0)
    unsafe degrees = UnsafeBuffer(memory, byteOffset: 0, count: 0)
    unsafe offsets = UnsafeBuffer(memory, byteOffset: 0, count: 0)
  }

  /// The index of the first box float of a node in ``boxes``.
  @inline(__always)
  func boxes(ofNode node: Int, atLevel level: Int) -> Int {
    place(ofNode: node, atLevel: level) &* PackedLayout.framedNodeFloats
  }

  /// The index of a node in the order of the file.
  @inline(__always)
  func place(ofNode node: Int, atLevel level: Int) -> Int {
    Int(truncatingIfNeeded: header[level + 1]) &+ node
  }

  /// The frame of a node; `start` is the index of its first box float.
  @inline(__always)
  func frame(at start: Int) -> NodeFrame {
    NodeFrame(boxes, at: start &+ PackedLayout.nodeFloats)
  }

  /// The positions of the points below a child of a node at `level`.
  @inline(__always)
  func positions(ofChild child: Int, atLevel level: Int) -> Range<Int> {
    let shift = PackedLayout.fanOutShift &* level
    return (child &<< shift)..<min((child &+ 1) &<< shift, count)
  }
}

extension PackedTree: SearchTree {
  var tags: UnsafeBuffer<UInt32> { offsets }

  var nearestRoot: (index: Int, level: Int)? {
    count > 0 ? (0, rootLevel) : nil
  }

  func frame(ofNode node: Int, atLevel level: Int) -> NodeFrame {
    level == 0
      ? frame(at: boxes(ofNode: node &>> PackedLayout.fanOutShift, atLevel: 1))
      : frame(at: boxes(ofNode: node, atLevel: level))
  }

  func child(_ lane: Int, ofNode node: Int, atLevel level: Int) -> Int {
    node &<< PackedLayout.fanOutShift | lane
  }

  func rows(ofNode node: Int, atLevel level: Int) -> Int {
    level == 0 ? node * PackedLayout.leafFloats : boxes(ofNode: node, atLevel: level)
  }

  func weight(ofLane lane: Int, ofNode node: Int, atLevel level: Int) -> Int {
    positions(ofChild: node << PackedLayout.fanOutShift | lane, atLevel: level).count
  }

  func rectangle(ofLane lane: Int, ofNode node: Int, atLevel level: Int) -> DegreeRectangle? {
    let child = node << PackedLayout.fanOutShift | lane
    guard child << (level * PackedLayout.fanOutShift) < count else { return nil }
    let start = boxes(ofNode: node, atLevel: level)
    return frame(at: start).degrees.rectangle(ofChild: lane, boxes, at: start)
  }

  func isReadable(node: Int, atLevel level: Int) -> Bool {
    guard let verifier, level > 0 else { return true }
    return verifier.admits(node: node, atLevel: level)
  }

  /// Whether a node must not be read; not inlined, since few searches call it.
  @inline(never)
  func isUnreadable(node: Int, atLevel level: Int) -> Bool {
    !isReadable(node: node, atLevel: level)
  }

  /// Whether points may be read: true except in a damaged file.
  func isReadable(_ positions: Range<Int>) -> Bool {
    verifier?.admits(positions: positions) ?? true
  }

  func sortedTags(of positions: borrowing GrowableArray<UInt32>) -> [Int] {
    positions.withValues { found in
      for index in 0..<found.count { found[index] = offsets[Int(found[index])] }
      found.sortAscending()
      return [Int](count: found.count) { Int(found[$0]) }
    }
  }
}
