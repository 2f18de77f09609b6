internal import CairnMemory

// Copy-on-write by node. The newest version writes; a unit that a live older version references is
// copied first, from the root down, and the copy belongs to the newest version alone. Hence the
// parent of a node that belongs to the newest version belongs to it too, and so do the location
// pages of the points in its leaves: when the unit was created, no live version was newer than its
// creation, and versions never come back to life. Only the writer reads node headers, so they
// describe the newest version only.
extension DynamicTree {
  /// The number of slots per page of locations, the unit of copy-on-write.
  internal static let pageSlots = 256

  /// Whether older versions are live, so that a node may have to be copied before a change.
  @inline(__always)
  internal var isShared: Bool { newestLiveVersion >= 0 }

  /// Makes this the newest version, uniquely referenced, with capacity for the copies that a change
  /// needs.
  @inline(__always)
  internal mutating func makeUnique() {
    if isShared || !isKnownUniquelyReferenced(&version) || version.isSuperseded {
      begin()
    }
  }

  /// Makes this the only version in its memory.
  internal mutating func makePrivate() {
    makeUnique()
    if isShared { compact(into: capacity) }
  }

  @inline(never)
  private mutating func begin() {
    if !isKnownUniquelyReferenced(&version) || version.isSuperseded {
      let old = version
      guard let number = old.history.advance(from: old.number) else {
        compact(into: capacity)
        return
      }
      old.supersede()
      version = DynamicVersion(old.history, number: number, pageCount: pageTable.count)
      let table = unsafe UnsafeBuffer<UInt32>(version.pages, byteOffset: 0, count: pageTable.count)
      pageTable.copy(pageTable.count, to: table)
      pageTable = table
      newestLiveVersion = old.number
    }
    if version.history.endCount != knownEnds { collect() }
    if isShared && isShort {
      compact(into: capacity)
    }
  }

  /// Whether the free memory may not suffice for the copies of one change.
  private var isShort: Bool {
    freeLeafCount &+ capacity.leaves &- nextUnusedLeaf < 4
      || freeNodeCount &+ capacity.nodes &- nextUnusedNode < 3 * Int(rootLevel) + 4
      || freePageCount &+ capacity.pages &- nextUnusedPage
        < min(3 * Self.leafCapacity, pageTable.count)
  }

  /// Frees the units that only ended versions referenced.
  private mutating func collect() {
    knownEnds = version.history.endCount
    let collected = version.history.collect()
    newestLiveVersion = collected.newestLiveVersion
    for unit in collected.free {
      switch unit.kind {
      case .node:
        for lane in 0..<Int32(Self.nodeCapacity) { clearLane(unit.index, lane) }
        release(node: unit.index)
      case .leaf:
        for place in 0..<Int32(Self.leafCapacity) { setPoint(unit.index, place, .none) }
        release(leaf: unit.index)
      case .page:
        locations[Int(unit.index) * Self.pageSlots] = freePage
        freePage = UInt32(bitPattern: unit.index)
        freePageCount += 1
      }
    }
  }

  /// Copies the tree into new memory that no other version uses, with at least the capacity
  /// `wanted` and half of that capacity for more nodes: O(n).
  internal mutating func compact(into wanted: Capacity) {
    var nodes = 0
    var leaves = 0
    if root >= 0 { countUnits(root, level: rootLevel, &nodes, &leaves) }
    var wanted = wanted
    wanted.leaves = max(wanted.leaves, leaves + leaves / 2 + 8)
    wanted.nodes = max(wanted.nodes, nodes + nodes / 2 + 4 * Int(rootLevel) + 8)
    var tree = DynamicTree(capacity: wanted)
    tree.count = count
    tree.rootLevel = rootLevel
    if root >= 0 { tree.root = tree.adopt(node: root, level: rootLevel, of: self) }
    self = tree
  }

  private func countUnits(_ node: Int32, level: Int32, _ nodes: inout Int, _ leaves: inout Int) {
    nodes += 1
    for lane in 0..<Int32(Self.nodeCapacity) {
      let child = child(node, lane)
      guard child >= 0 else { return }
      if level > 1 {
        countUnits(child, level: level - 1, &nodes, &leaves)
      } else {
        leaves += 1
      }
    }
  }

  private mutating func adopt(node: Int32, level: Int32, of other: DynamicTree) -> Int32 {
    let copy = takeNode(level: level)
    for lane in 0..<Int32(Self.nodeCapacity) {
      let child = other.child(node, lane)
      guard child >= 0 else { break }
      let weight = other.weight(node, lane)
      let below =
        level > 1
        ? adopt(node: child, level: level - 1, of: other)
        : adopt(leaf: child, count: weight, of: other)
      attach(below, box: other.box(node, lane), weight: weight, to: copy)
    }
    return copy
  }

  private mutating func adopt(leaf: Int32, count: Int32, of other: DynamicTree) -> Int32 {
    let copy = takeLeaf()
    for place in 0..<count {
      let position = Int(leaf) * Self.leafCapacity + Int(place)
      append(other.point(leaf, place), other.degrees[position], tag: other.tags[position], to: copy)
    }
    return copy
  }

  // MARK: Copies before a change

  /// Copies the location page of a slot, unless this version already owns it.
  internal mutating func ownPage(ofSlot slot: Int) {
    let entry = slot / Self.pageSlots
    let page = pageTable[entry]
    let birth = pageBirths[Int(page)]
    guard birth <= newestLiveVersion else { return }
    var copy = freePage
    if freePageCount > 0 {
      freePage = locations[Int(copy) * Self.pageSlots]
      freePageCount -= 1
    } else {
      copy = UInt32(truncatingIfNeeded: nextUnusedPage)
      nextUnusedPage += 1
    }
    let start = Int(page) * Self.pageSlots
    locations.copy(
      locations[start..<(start + Self.pageSlots)].span, to: Int(copy) * Self.pageSlots)
    pageBirths[Int(copy)] = version.number
    pageTable[entry] = copy
    version.history.keep(
      DynamicUnit(kind: .page, index: Int32(bitPattern: page), birth: birth))
  }

  /// Copies a leaf, unless this version already owns it; this version must own its parent.
  internal mutating func own(leaf: Int32) -> Int32 {
    let birth = leafBirths[Int(leaf)]
    guard birth <= newestLiveVersion else { return leaf }
    let head = leafHeads[Int(leaf)]
    let copy = takeLeaf()
    for place in 0..<head.count {
      ownPage(ofSlot: Self.slot(ofTag: tags[Int(leaf) * Self.leafCapacity + Int(place)]))
      movePoint(leaf, place, to: copy, place)
    }
    leafHeads[Int(copy)] = head
    setChild(head.parent, head.lane, copy)
    version.history.keep(DynamicUnit(kind: .leaf, index: leaf, birth: birth))
    return copy
  }

  /// Copies a node, unless this version already owns it; it must be the root or have an owned
  /// parent.
  @discardableResult
  internal mutating func own(node: Int32) -> Int32 {
    let birth = nodeCreationVersions[Int(node)]
    guard birth <= newestLiveVersion else { return node }
    let head = nodeHeads[Int(node)]
    let copy = takeNode(level: head.level)
    boxes.copy(
      boxes.part(at: boxes(of: node), width: PackedLayout.nodeFloats).span, to: boxes(of: copy))
    let start = Int(node) * Self.linkCount
    links.copy(
      links[start..<(start + Self.linkCount)].span, to: Int(copy) * Self.linkCount)
    for lane in 0..<head.count {
      setParent(of: child(copy, lane), belowLevel: head.level, copy, lane)
    }
    nodeHeads[Int(copy)] = head
    if head.parent < 0 {
      root = copy
    } else {
      setChild(head.parent, head.lane, copy)
    }
    version.history.keep(DynamicUnit(kind: .node, index: node, birth: birth))
    return copy
  }

  /// Copies a leaf and its ancestors, as far as this version does not own them yet.
  internal mutating func ownPath(ofLeaf leaf: Int32) -> Int32 {
    guard leafBirths[Int(leaf)] <= newestLiveVersion else { return leaf }
    ownPath(ofNode: leafHeads[Int(leaf)].parent)
    return own(leaf: leaf)
  }

  private mutating func ownPath(ofNode node: Int32) {
    guard nodeCreationVersions[Int(node)] <= newestLiveVersion else { return }
    let parent = nodeHeads[Int(node)].parent
    if parent >= 0 { ownPath(ofNode: parent) }
    own(node: node)
  }
}
