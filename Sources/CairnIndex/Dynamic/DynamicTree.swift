internal import CairnGeodesy

/// The tree of a ``DynamicPlaceIndex``: points on the unit sphere in flat memory, bounded by
/// boxes in three dimensions, changed in place.
///
/// Every point sits in a leaf of up to sixteen, and a branch holds up to sixteen children, all
/// at the same depth as in a B-tree. The boxes bound the rounded unit vectors exactly; see
/// ``ChordSlack`` for what decides. A point is known by its slot, which the index above hands
/// out, and lies at a *position*: 16 × leaf + place.
///
/// The memory is one block with a section for each kind of value. The tree is a value: a copy
/// costs a retain, the first change of a shared copy copies the block, and so does growth.
internal struct DynamicTree: Sendable {
  /// The number of points a leaf can hold.
  internal static let leafCapacity = 16
  /// The number of children a branch can hold.
  internal static let branchCapacity = 16
  /// A leaf with fewer points looks for a neighbour to merge with.
  internal static let leafMinimum = 5
  /// A branch with fewer children looks for a neighbour to merge with.
  internal static let branchMinimum = 5
  /// The location of a slot without a point.
  internal static let vacant = UInt32.max

  /// How many branches, leaves and slots the memory has room for.
  internal struct Room: Sendable, Equatable {
    internal var branches = 0
    internal var leaves = 0
    internal var slots = 0
  }

  private var memory: PackedMemory
  internal private(set) var room: Room

  /// Six rows of sixteen lanes a branch; see ``boxes(of:)``.
  internal private(set) var boxes: Slab<Float>
  /// Sixteen children and sixteen weights a branch.
  internal private(set) var links: Slab<Int32>
  internal private(set) var branchHeads: Slab<DynamicNodeHead>
  /// Three rows of sixteen lanes a leaf; see ``points(of:)``.
  internal private(set) var points: Slab<Float>
  /// The coordinate of each position, as the caller gave it.
  internal private(set) var degrees: Slab<Coordinate>
  /// The tag of each position: its slot below a number that grows with every insertion.
  internal private(set) var tags: Slab<UInt64>
  internal private(set) var leafHeads: Slab<DynamicNodeHead>
  /// The position of each slot, or ``vacant``.
  internal private(set) var locations: Slab<UInt32>

  /// The branch that everything hangs from; -1 while there is no point.
  internal var root: Int32 = -1
  /// The number of points.
  internal var count = 0
  /// The first node that was never used, and the first of those that were and are free again.
  internal var freshBranch = 0
  internal var freshLeaf = 0
  internal var freeBranch: Int32 = -1
  internal var freeLeaf: Int32 = -1
  internal var freeBranchCount = 0
  internal var freeLeafCount = 0

  internal init(room: Room = Room()) {
    self.room = room
    let sections = Sections(room)
    memory = PackedMemory(byteCount: sections.byteCount)
    boxes = Slab(memory, byteOffset: sections.boxes, count: room.branches * 96)
    links = Slab(memory, byteOffset: sections.links, count: room.branches * 32)
    branchHeads = Slab(memory, byteOffset: sections.branchHeads, count: room.branches)
    points = Slab(memory, byteOffset: sections.points, count: room.leaves * PackedLayout.leafFloats)
    degrees = Slab(memory, byteOffset: sections.degrees, count: room.leaves * Self.leafCapacity)
    tags = Slab(memory, byteOffset: sections.tags, count: room.leaves * Self.leafCapacity)
    leafHeads = Slab(memory, byteOffset: sections.leafHeads, count: room.leaves)
    locations = Slab(memory, byteOffset: sections.locations, count: room.slots)
    for slot in 0..<room.slots {
      locations[slot] = Self.vacant
    }
  }

  /// Where each section starts, in bytes.
  private struct Sections {
    var boxes = 0
    var links = 0
    var branchHeads = 0
    var points = 0
    var degrees = 0
    var tags = 0
    var leafHeads = 0
    var locations = 0
    var byteCount = 0

    init(_ room: Room) {
      boxes = reserve(room.branches * 96 * 4)
      links = reserve(room.branches * 32 * 4)
      branchHeads = reserve(room.branches * 16)
      points = reserve(room.leaves * PackedLayout.leafFloats * 4)
      degrees = reserve(room.leaves * DynamicTree.leafCapacity * 16)
      tags = reserve(room.leaves * DynamicTree.leafCapacity * 8)
      leafHeads = reserve(room.leaves * 16)
      locations = reserve(room.slots * 4)
    }

    /// Sections start at cache lines.
    private mutating func reserve(_ bytes: Int) -> Int {
      let start = byteCount
      byteCount += (bytes + 63) & ~63
      return start
    }
  }
}

// MARK: Memory

extension DynamicTree {
  /// Makes sure that the memory is not shared with a copy and has room for one more point in
  /// `slot`: a descent splits at most one node a level and may add a new root.
  @inline(__always)
  internal mutating func prepareForInsertion(slot: Int) {
    let height = root < 0 ? 0 : Int(branchHeads[Int(root)].level)
    if freeLeafCount &+ room.leaves &- freshLeaf < 2
      || freeBranchCount &+ room.branches &- freshBranch < height &+ 2
      || slot >= room.slots || !isKnownUniquelyReferenced(&memory)
    {
      makeRoom(leaves: 2, branches: height + 2, slots: slot + 1)
    }
  }

  /// Makes sure that the memory is not shared with a copy.
  @inline(__always)
  internal mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&memory) {
      makeRoom(leaves: 0, branches: 0, slots: 0)
    }
  }

  /// Moves into a block of its own with room for so many more nodes and for so many slots.
  @inline(never)
  internal mutating func makeRoom(leaves: Int, branches: Int, slots: Int) {
    var wanted = room
    if freeLeafCount + room.leaves - freshLeaf < leaves {
      wanted.leaves = max(freshLeaf + leaves, 2 * room.leaves)
    }
    if freeBranchCount + room.branches - freshBranch < branches {
      wanted.branches = max(freshBranch + branches, 2 * room.branches)
    }
    if slots > room.slots {
      wanted.slots = max(slots, 2 * room.slots)
    }
    move(to: wanted)
  }

  private mutating func move(to wanted: Room) {
    var tree = DynamicTree(room: wanted)
    boxes.copy(freshBranch * 96, to: tree.boxes)
    links.copy(freshBranch * 32, to: tree.links)
    branchHeads.copy(freshBranch, to: tree.branchHeads)
    points.copy(freshLeaf * PackedLayout.leafFloats, to: tree.points)
    degrees.copy(freshLeaf * Self.leafCapacity, to: tree.degrees)
    tags.copy(freshLeaf * Self.leafCapacity, to: tree.tags)
    leafHeads.copy(freshLeaf, to: tree.leafHeads)
    locations.copy(room.slots, to: tree.locations)
    tree.root = root
    tree.count = count
    tree.freshBranch = freshBranch
    tree.freshLeaf = freshLeaf
    tree.freeBranch = freeBranch
    tree.freeLeaf = freeLeaf
    tree.freeBranchCount = freeBranchCount
    tree.freeLeafCount = freeLeafCount
    self = tree
  }

  /// Makes room for a number of points without another move, if they spread as usual.
  internal mutating func reserveCapacity(_ capacity: Int) {
    var wanted = room
    wanted.slots = max(wanted.slots, capacity)
    wanted.leaves = max(wanted.leaves, capacity / 9 + 2)
    wanted.branches = max(wanted.branches, wanted.leaves / 7 + 16)
    if wanted != room {
      move(to: wanted)
    }
  }

  // MARK: Nodes

  /// A leaf without points.
  internal mutating func takeLeaf() -> Int32 {
    var leaf = freeLeaf
    if leaf >= 0 {
      freeLeaf = leafHeads[Int(leaf)].parent
      freeLeafCount -= 1
    } else {
      leaf = Int32(truncatingIfNeeded: freshLeaf)
      freshLeaf += 1
      for place in 0..<Int32(Self.leafCapacity) {
        setPoint(leaf, place, .none)
      }
    }
    var head = DynamicNodeHead()
    head.level = 0
    leafHeads[Int(leaf)] = head
    return leaf
  }

  /// A branch without children.
  internal mutating func takeBranch(level: Int32) -> Int32 {
    var branch = freeBranch
    if branch >= 0 {
      freeBranch = branchHeads[Int(branch)].parent
      freeBranchCount -= 1
    } else {
      branch = Int32(truncatingIfNeeded: freshBranch)
      freshBranch += 1
      for lane in 0..<Int32(Self.branchCapacity) {
        clearLane(branch, lane)
      }
    }
    var head = DynamicNodeHead()
    head.level = level
    branchHeads[Int(branch)] = head
    return branch
  }

  /// Gives an emptied leaf back.
  internal mutating func release(leaf: Int32) {
    var head = DynamicNodeHead()
    head.parent = freeLeaf
    leafHeads[Int(leaf)] = head
    freeLeaf = leaf
    freeLeafCount += 1
  }

  /// Gives an emptied branch back.
  internal mutating func release(branch: Int32) {
    var head = DynamicNodeHead()
    head.parent = freeBranch
    branchHeads[Int(branch)] = head
    freeBranch = branch
    freeBranchCount += 1
  }

  /// Hangs a node into the first free lane of a branch.
  internal func attach(_ node: Int32, box: DynamicBox, weight: Int32, to branch: Int32) {
    let head = branchHeads[Int(branch)]
    assert(head.count < Self.branchCapacity)
    setBox(branch, head.count, box)
    setChild(branch, head.count, node)
    setWeight(branch, head.count, weight)
    setParent(of: node, belowLevel: head.level, branch, head.count)
    branchHeads[Int(branch)].count = head.count &+ 1
  }
}

extension Slab {
  /// Copies the first values to another window.
  internal func copy(_ count: Int, to other: Slab<Value>) {
    for index in 0..<count {
      other[index] = self[index]
    }
  }
}
