internal import CairnGeodesy
internal import CairnMemory

/// The tree of a ``DynamicPlaceIndex``: points on the unit sphere in flat memory, bounded by
/// three-dimensional boxes, updated in place.
///
/// A leaf holds up to sixteen points and a node up to sixteen children; all leaves are at the same
/// depth, as in a B-tree. Levels are numbered as in ``PackedLayout``: 0 for leaves, 1 for the nodes
/// above them, and so on. The boxes bound the rounded unit vectors exactly; see ``ChordSlack`` for
/// the exact decision. A point is identified by its slot, which ``_DynamicCore`` assigns, and
/// stored at a *position*: 16 × leaf + place.
///
/// The memory is one allocation with a section for each kind of value. The tree is a value: a copy
/// costs a retain. Copies share the memory: the one that is changed first continues in it and
/// copies the nodes that the others reference before it changes them, see ``DynamicHistory``;
/// another one that is changed later copies everything. Growth moves the memory.
internal struct DynamicTree: Sendable {
  /// The number of points a leaf can hold.
  internal static let leafCapacity = 16
  /// The number of children a node can hold.
  internal static let nodeCapacity = 16
  /// The links of a node: the numbers of its children, then their weights, sixteen each.
  internal static let linkCount = 2 * nodeCapacity
  /// A leaf with fewer points is merged with a sibling.
  internal static let leafMinimum = 5
  /// A node with fewer children is merged with a sibling.
  internal static let nodeMinimum = 5
  /// The average numbers of points per leaf and children per node that ``reserveCapacity(_:)``
  /// assumes, both less than full; if they are lower, an insertion moves the memory once more.
  private static let usualLeafFill = 9
  private static let usualNodeFill = 7
  /// The location of a slot without a point.
  internal static let vacant = UInt32.max

  /// The capacity of the memory in nodes, leaves and slots.
  internal struct Capacity: Sendable, Equatable {
    internal var nodes = 0
    internal var leaves = 0
    internal var slots = 0

    /// The number of location pages: those of the slots, and spare ones for the copies of at least
    /// two changes.
    internal var pages: Int {
      let all = tableCount
      return all + min(2 * all, all / 2 + 6 * DynamicTree.leafCapacity)
    }

    /// The number of location pages that the slots need.
    internal var tableCount: Int {
      (slots + DynamicTree.pageSlots - 1) / DynamicTree.pageSlots
    }
  }

  /// The allocation, shared by all versions.
  private var memory: PackedMemory
  internal var version: DynamicVersion
  /// The newest older version that may still be in use, -1 if none exists.
  internal var newestLiveVersion: Int32 = -1
  /// The number of ended versions when ``newestLiveVersion`` was last updated.
  internal var knownEnds = 0
  internal private(set) var capacity: Capacity

  /// Six rows of sixteen lanes per node; see ``boxes(of:)``.
  internal private(set) var boxes: UnsafeBuffer<Float>
  /// Sixteen children and sixteen weights per node.
  internal private(set) var links: UnsafeBuffer<Int32>
  internal private(set) var nodeHeads: UnsafeBuffer<DynamicNodeHead>
  /// Three rows of sixteen lanes per leaf; see ``points(of:)``.
  internal private(set) var points: UnsafeBuffer<Float>
  /// The coordinate of each position, as the caller gave it.
  internal private(set) var degrees: UnsafeBuffer<Coordinate>
  /// The tag of each position: the slot in the low 32 bits, the insertion number above it.
  internal private(set) var tags: UnsafeBuffer<UInt64>
  internal private(set) var leafHeads: UnsafeBuffer<DynamicNodeHead>
  /// The position of each slot, or ``vacant``, in pages; see ``location(ofSlot:)``.
  internal private(set) var locations: UnsafeBuffer<UInt32>
  /// The page of each run of ``pageSlots`` slots.
  internal var pageTable: UnsafeBuffer<UInt32>
  /// The versions that created the nodes, leaves and pages.
  internal private(set) var nodeCreationVersions: UnsafeBuffer<Int32>
  internal private(set) var leafBirths: UnsafeBuffer<Int32>
  internal private(set) var pageBirths: UnsafeBuffer<Int32>

  /// The root node; -1 if the tree is empty.
  internal var root: Int32 = -1
  /// The level of the root.
  internal var rootLevel: Int32 = 0
  /// The number of points.
  internal var count = 0
  /// The first node that was never used; ``freeNode`` is the head of the free list.
  internal var nextUnusedNode = 0
  internal var nextUnusedLeaf = 0
  internal var freeNode: Int32 = -1
  internal var freeLeaf: Int32 = -1
  internal var freeNodeCount = 0
  internal var freeLeafCount = 0
  internal var nextUnusedPage = 0
  internal var freePage: UInt32 = 0
  internal var freePageCount = 0

  internal init(capacity: Capacity = Capacity()) {
    self.capacity = capacity
    let sections = Sections(capacity)
    memory = PackedMemory(byteCount: sections.byteCount)
    unsafe boxes = UnsafeBuffer(
      memory, byteOffset: sections.boxes, count: capacity.nodes * PackedLayout.nodeFloats)
    unsafe links = UnsafeBuffer(
      memory, byteOffset: sections.links, count: capacity.nodes * Self.linkCount)
    unsafe nodeHeads = UnsafeBuffer(memory, byteOffset: sections.nodeHeads, count: capacity.nodes)
    unsafe points = UnsafeBuffer(
      memory, byteOffset: sections.points, count: capacity.leaves * PackedLayout.leafFloats)
    unsafe degrees = UnsafeBuffer(
      memory, byteOffset: sections.degrees, count: capacity.leaves * Self.leafCapacity)
    unsafe tags = UnsafeBuffer(
      memory, byteOffset: sections.tags, count: capacity.leaves * Self.leafCapacity)
    unsafe leafHeads = UnsafeBuffer(memory, byteOffset: sections.leafHeads, count: capacity.leaves)
    unsafe locations = UnsafeBuffer(
      memory, byteOffset: sections.locations, count: capacity.pages * Self.pageSlots)
    unsafe nodeCreationVersions = UnsafeBuffer(
      memory, byteOffset: sections.nodeCreationVersions, count: capacity.nodes)
    unsafe leafBirths = UnsafeBuffer(
      memory, byteOffset: sections.leafBirths, count: capacity.leaves)
    unsafe pageBirths = UnsafeBuffer(memory, byteOffset: sections.pageBirths, count: capacity.pages)
    nextUnusedPage = capacity.tableCount
    version = DynamicVersion(DynamicHistory(), number: 0, pageCount: nextUnusedPage)
    unsafe pageTable = UnsafeBuffer(version.pages, byteOffset: 0, count: nextUnusedPage)
    for page in 0..<nextUnusedPage {
      pageTable[page] = UInt32(truncatingIfNeeded: page)
      pageBirths[page] = 0
    }
    for place in 0..<(nextUnusedPage * Self.pageSlots) {
      locations[place] = Self.vacant
    }
  }

  /// Where each section starts, in bytes.
  private struct Sections {
    var boxes = 0
    var links = 0
    var nodeHeads = 0
    var points = 0
    var degrees = 0
    var tags = 0
    var leafHeads = 0
    var locations = 0
    var nodeCreationVersions = 0
    var leafBirths = 0
    var pageBirths = 0
    var byteCount = 0

    init(_ capacity: Capacity) {
      boxes = reserve(capacity.nodes * PackedLayout.nodeFloats * 4)
      links = reserve(capacity.nodes * DynamicTree.linkCount * 4)
      nodeHeads = reserve(capacity.nodes * MemoryLayout<DynamicNodeHead>.stride)
      points = reserve(capacity.leaves * PackedLayout.leafFloats * 4)
      degrees = reserve(capacity.leaves * DynamicTree.leafCapacity * PackedLayout.degreeBytes)
      tags = reserve(capacity.leaves * DynamicTree.leafCapacity * 8)
      leafHeads = reserve(capacity.leaves * MemoryLayout<DynamicNodeHead>.stride)
      locations = reserve(capacity.pages * DynamicTree.pageSlots * 4)
      nodeCreationVersions = reserve(capacity.nodes * 4)
      leafBirths = reserve(capacity.leaves * 4)
      pageBirths = reserve(capacity.pages * 4)
    }

    /// Reserves a section, aligned to a cache line.
    private mutating func reserve(_ bytes: Int) -> Int {
      let start = byteCount
      byteCount += PackedLayout.aligned(bytes)
      return start
    }
  }
}

// MARK: Memory

extension DynamicTree {
  /// Makes the memory unique, with capacity for one more point in `slot`: a descent splits at most
  /// one node per level and may add a new root.
  @inline(__always)
  internal mutating func prepareForInsertion(slot: Int) {
    makeUnique()
    let rootLevel = Int(rootLevel)
    if freeLeafCount &+ capacity.leaves &- nextUnusedLeaf < 2
      || freeNodeCount &+ capacity.nodes &- nextUnusedNode < rootLevel &+ 2
      || slot >= capacity.slots
    {
      makeRoom(leaves: 2, nodes: rootLevel + 2, slots: slot + 1)
    }
  }

  /// Moves into new memory with capacity for at least the given numbers of further leaves and
  /// nodes, and for the given number of slots in total.
  @inline(never)
  internal mutating func makeRoom(leaves: Int, nodes: Int, slots: Int) {
    var wanted = capacity
    if freeLeafCount + capacity.leaves - nextUnusedLeaf < leaves {
      wanted.leaves = max(nextUnusedLeaf + leaves, 2 * capacity.leaves)
    }
    if freeNodeCount + capacity.nodes - nextUnusedNode < nodes {
      wanted.nodes = max(nextUnusedNode + nodes, 2 * capacity.nodes)
    }
    if slots > capacity.slots {
      wanted.slots = max(slots, 2 * capacity.slots)
    }
    // Also grows sections that are nearly full, since the memory moves as a whole anyway.
    if Self.isNearlyFull(nextUnusedLeaf - freeLeafCount, of: wanted.leaves) { wanted.leaves *= 2 }
    if Self.isNearlyFull(nextUnusedNode - freeNodeCount, of: wanted.nodes) { wanted.nodes *= 2 }
    if Self.isNearlyFull(slots, of: wanted.slots) { wanted.slots *= 2 }
    move(to: wanted)
  }

  private static func isNearlyFull(_ used: Int, of capacity: Int) -> Bool {
    used > capacity - capacity / 3
  }

  private mutating func move(to wanted: Capacity) {
    if isShared || !isKnownUniquelyReferenced(&version) || version.isSuperseded {
      compact(into: wanted)
      return
    }
    var tree = DynamicTree(capacity: wanted)
    boxes.copy(nextUnusedNode * PackedLayout.nodeFloats, to: tree.boxes)
    links.copy(nextUnusedNode * Self.linkCount, to: tree.links)
    nodeHeads.copy(nextUnusedNode, to: tree.nodeHeads)
    points.copy(nextUnusedLeaf * PackedLayout.leafFloats, to: tree.points)
    degrees.copy(nextUnusedLeaf * Self.leafCapacity, to: tree.degrees)
    tags.copy(nextUnusedLeaf * Self.leafCapacity, to: tree.tags)
    leafHeads.copy(nextUnusedLeaf, to: tree.leafHeads)
    for page in 0..<pageTable.count {
      let start = Int(pageTable[page]) * Self.pageSlots
      tree.locations.copy(
        locations[start..<(start + Self.pageSlots)].span, to: page * Self.pageSlots)
    }
    for node in 0..<nextUnusedNode { tree.nodeCreationVersions[node] = 0 }
    for leaf in 0..<nextUnusedLeaf { tree.leafBirths[leaf] = 0 }
    tree.root = root
    tree.rootLevel = rootLevel
    tree.count = count
    tree.nextUnusedNode = nextUnusedNode
    tree.nextUnusedLeaf = nextUnusedLeaf
    tree.freeNode = freeNode
    tree.freeLeaf = freeLeaf
    tree.freeNodeCount = freeNodeCount
    tree.freeLeafCount = freeLeafCount
    self = tree
  }

  /// Reserves capacity for a number of points, so that they can be inserted without another move if
  /// nodes are filled as usual.
  internal mutating func reserveCapacity(_ pointCount: Int) {
    var wanted = capacity
    wanted.slots = max(wanted.slots, pointCount)
    wanted.leaves = max(wanted.leaves, pointCount / Self.usualLeafFill + 2)
    wanted.nodes = max(wanted.nodes, wanted.leaves / Self.usualNodeFill + 16)
    if wanted != capacity {
      move(to: wanted)
    }
  }

  // MARK: Nodes

  /// Allocates an empty leaf.
  internal mutating func takeLeaf() -> Int32 {
    var leaf = freeLeaf
    if leaf >= 0 {
      freeLeaf = leafHeads[Int(leaf)].parent
      freeLeafCount -= 1
    } else {
      leaf = Int32(truncatingIfNeeded: nextUnusedLeaf)
      nextUnusedLeaf += 1
      for place in 0..<Int32(Self.leafCapacity) {
        setPoint(leaf, place, .none)
      }
    }
    var head = DynamicNodeHead()
    head.level = 0
    leafHeads[Int(leaf)] = head
    leafBirths[Int(leaf)] = version.number
    return leaf
  }

  /// Allocates an empty node.
  internal mutating func takeNode(level: Int32) -> Int32 {
    var node = freeNode
    if node >= 0 {
      freeNode = nodeHeads[Int(node)].parent
      freeNodeCount -= 1
    } else {
      node = Int32(truncatingIfNeeded: nextUnusedNode)
      nextUnusedNode += 1
      for lane in 0..<Int32(Self.nodeCapacity) {
        clearLane(node, lane)
      }
    }
    var head = DynamicNodeHead()
    head.level = level
    nodeHeads[Int(node)] = head
    nodeCreationVersions[Int(node)] = version.number
    return node
  }

  /// Returns an empty leaf to the free list.
  internal mutating func release(leaf: Int32) {
    var head = DynamicNodeHead()
    head.parent = freeLeaf
    leafHeads[Int(leaf)] = head
    freeLeaf = leaf
    freeLeafCount += 1
  }

  /// Returns an empty node to the free list.
  internal mutating func release(node: Int32) {
    var head = DynamicNodeHead()
    head.parent = freeNode
    nodeHeads[Int(node)] = head
    freeNode = node
    freeNodeCount += 1
  }

  /// Adds a leaf or node in the first free lane of a node.
  internal func attach(_ child: Int32, box: DynamicBox, weight: Int32, to node: Int32) {
    let head = nodeHeads[Int(node)]
    assert(head.count < Self.nodeCapacity)
    setBox(node, head.count, box)
    setChild(node, head.count, child)
    setWeight(node, head.count, weight)
    setParent(of: child, belowLevel: head.level, node, head.count)
    nodeHeads[Int(node)].count = head.count &+ 1
  }
}

extension UnsafeBuffer {
  /// Copies the first `count` values to another buffer.
  internal func copy(_ count: Int, to other: UnsafeBuffer<Value>) {
    other.copy(span.prefix(count), to: 0)
  }
}
