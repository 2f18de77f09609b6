internal import CairnGeodesy
internal import CairnMemory

/// The header of a node or leaf: its parent and its number of entries; `parent` links the free list
/// while the node is unused.
internal struct DynamicNodeHead: BitwiseCopyable, Equatable {
  /// The parent node, -1 for the root; the next free node while unused.
  internal var parent: Int32 = -1
  /// The lane in the parent node.
  internal var lane: Int32 = 0
  /// The number of children or points.
  internal var count: Int32 = 0
  /// 0 for a leaf, 1 for a node of leaves, and so on; -1 while unused.
  internal var level: Int32 = -1

  internal init() {}
}

/// A unit vector rounded to `Float`, as stored in leaves and bounded by boxes.
internal struct DynamicPoint: BitwiseCopyable, Equatable {
  internal var x: Float
  internal var y: Float
  internal var z: Float

  @inline(__always)
  internal init(x: Float, y: Float, z: Float) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The rounded unit vector of a coordinate.
  @inline(__always)
  internal init(_ coordinate: Coordinate) {
    let vector = UnitVector(stored: coordinate)
    self.init(x: Float(vector.x), y: Float(vector.y), z: Float(vector.z))
  }

  /// The value of a free place, infinitely far from everything.
  internal static var none: DynamicPoint {
    DynamicPoint(x: .infinity, y: .infinity, z: .infinity)
  }
}

/// A box of rounded unit vectors; the empty one is infinitely far from everything.
internal struct DynamicBox: BitwiseCopyable, Equatable {
  internal var lowX: Float = .infinity
  internal var lowY: Float = .infinity
  internal var lowZ: Float = .infinity
  internal var highX: Float = -.infinity
  internal var highY: Float = -.infinity
  internal var highZ: Float = -.infinity

  @inline(__always)
  internal init() {}

  /// The box of one point.
  @inline(__always)
  internal init(_ point: DynamicPoint) {
    lowX = point.x
    lowY = point.y
    lowZ = point.z
    highX = point.x
    highY = point.y
    highZ = point.z
  }

  /// The smallest box that contains both.
  @inline(__always)
  internal func union(_ other: DynamicBox) -> DynamicBox {
    var box = self
    box.lowX = min(lowX, other.lowX)
    box.lowY = min(lowY, other.lowY)
    box.lowZ = min(lowZ, other.lowZ)
    box.highX = max(highX, other.highX)
    box.highY = max(highY, other.highY)
    box.highZ = max(highZ, other.highZ)
    return box
  }

  /// Half the surface area of the box; 0 for an empty one.
  @inline(__always)
  internal var halfSurface: Float {
    guard lowX <= highX else { return 0 }
    let x = highX - lowX
    let y = highY - lowY
    let z = highZ - lowZ
    return x * y + y * z + z * x
  }

  /// The squared distance from the box to a point, 0 inside.
  @inline(__always)
  internal func squaredDistance(to point: DynamicPoint) -> Float {
    let x = max(lowX - point.x, point.x - highX, 0)
    let y = max(lowY - point.y, point.y - highY, 0)
    let z = max(lowZ - point.z, point.z - highZ, 0)
    return x * x + y * y + z * z
  }

  @inline(__always)
  internal func contains(_ point: DynamicPoint) -> Bool {
    point.x >= lowX && point.x <= highX && point.y >= lowY && point.y <= highY
      && point.z >= lowZ && point.z <= highZ
  }

  /// Whether a point of the box is on its surface, so that the box may shrink without it.
  @inline(__always)
  internal func touches(_ point: DynamicPoint) -> Bool {
    point.x == lowX || point.x == highX || point.y == lowY || point.y == highY
      || point.z == lowZ || point.z == highZ
  }
}

// Accessors of the memory layout. The lanes of a node are contiguous in rows of sixteen, as in
// ``PackedLayout``, so that the searches of the packed tree read these nodes too.
extension DynamicTree {
  // MARK: Nodes

  /// The index of the first box row of a node; six rows: minimum x, y, z, maximum x, y, z.
  @inline(__always)
  internal func boxes(of node: Int32) -> Int {
    Int(node) &* PackedLayout.nodeFloats
  }

  @inline(__always)
  internal func child(_ node: Int32, _ lane: Int32) -> Int32 {
    links[Int(node) &* Self.linkCount &+ Int(lane)]
  }

  @inline(__always)
  internal func setChild(_ node: Int32, _ lane: Int32, _ child: Int32) {
    links[Int(node) &* Self.linkCount &+ Int(lane)] = child
  }

  /// The number of points below a lane.
  @inline(__always)
  internal func weight(_ node: Int32, _ lane: Int32) -> Int32 {
    links[Int(node) &* Self.linkCount &+ Self.nodeCapacity &+ Int(lane)]
  }

  @inline(__always)
  internal func setWeight(_ node: Int32, _ lane: Int32, _ weight: Int32) {
    links[Int(node) &* Self.linkCount &+ Self.nodeCapacity &+ Int(lane)] = weight
  }

  /// Reads the first child and the first weight of a node, so that their cache lines are loaded
  /// together with its boxes instead of after them.
  ///
  /// This is a prefetch, not a check: every node of a nonempty tree has a child, so the result is
  /// always true. The caller must branch on it, or the compiler would remove the reads.
  @inline(__always)
  internal func prefetchLinks(of node: Int32) -> Bool {
    child(node, 0) >= 0 && weight(node, 0) >= 0
  }

  /// Whether every lane of a node is used, according to the box of the last lane, which a descent
  /// reads next anyway.
  @inline(__always)
  internal func isFull(node: Int32) -> Bool {
    boxes[boxes(of: node) &+ (Self.nodeCapacity - 1)] < .infinity
  }

  /// The number of points below a node.
  internal func weight(of node: Int32) -> Int32 {
    var sum: Int32 = 0
    for lane in 0..<Int32(Self.nodeCapacity) {
      sum &+= weight(node, lane)
    }
    return sum
  }

  @inline(__always)
  internal func box(_ node: Int32, _ lane: Int32) -> DynamicBox {
    let rows = boxes.part(at: boxes(of: node), width: PackedLayout.nodeFloats)
    let lane = Self.inRow(lane)
    var box = DynamicBox()
    box.lowX = rows[lane]
    box.lowY = rows[lane &+ BoxRow.leastY]
    box.lowZ = rows[lane &+ BoxRow.leastZ]
    box.highX = rows[lane &+ BoxRow.greatestX]
    box.highY = rows[lane &+ BoxRow.greatestY]
    box.highZ = rows[lane &+ BoxRow.greatestZ]
    return box
  }

  @inline(__always)
  internal func setBox(_ node: Int32, _ lane: Int32, _ box: DynamicBox) {
    let rows = boxes.part(at: boxes(of: node), width: PackedLayout.nodeFloats)
    let lane = Self.inRow(lane)
    rows[lane] = box.lowX
    rows[lane &+ BoxRow.leastY] = box.lowY
    rows[lane &+ BoxRow.leastZ] = box.lowZ
    rows[lane &+ BoxRow.greatestX] = box.highX
    rows[lane &+ BoxRow.greatestY] = box.highY
    rows[lane &+ BoxRow.greatestZ] = box.highZ
  }

  /// The index of a lane in a row of sixteen; the mask lets the compiler see that it is in bounds.
  @inline(__always)
  private static func inRow(_ lane: Int32) -> Int {
    assert(lane >= 0 && lane < nodeCapacity)
    return Int(lane & 15)
  }

  internal func clearLane(_ node: Int32, _ lane: Int32) {
    setBox(node, lane, DynamicBox())
    setChild(node, lane, -1)
    setWeight(node, lane, 0)
  }

  internal func moveLane(_ node: Int32, from lane: Int32, to target: Int32) {
    let child = child(node, lane)
    setBox(node, target, box(node, lane))
    setChild(node, target, child)
    setWeight(node, target, weight(node, lane))
    setParent(of: child, belowLevel: nodeHeads[Int(node)].level, node, target)
  }

  /// Sets the parent and lane of a node or leaf.
  @inline(__always)
  internal func setParent(of node: Int32, belowLevel level: Int32, _ parent: Int32, _ lane: Int32) {
    if level > 1 {
      nodeHeads[Int(node)].parent = parent
      nodeHeads[Int(node)].lane = lane
    } else {
      leafHeads[Int(node)].parent = parent
      leafHeads[Int(node)].lane = lane
    }
  }

  // MARK: Leaves

  /// The index of the first point row of a leaf; three rows: x, y, z.
  @inline(__always)
  internal func points(of leaf: Int32) -> Int {
    Int(leaf) &* PackedLayout.leafFloats
  }

  /// Prefetches all data of the point at a place.
  @inline(__always)
  internal func prefetch(_ leaf: Int32, _ place: Int32) {
    let row = points(of: leaf) &+ Int(place)
    points.prefetch(row)
    points.prefetch(row &+ PointRow.y)
    points.prefetch(row &+ PointRow.z)
    let position = Int(leaf) &* Self.leafCapacity &+ Int(place)
    tags.prefetch(position)
    degrees.prefetch(position)
    leafHeads.prefetch(Int(leaf))
  }

  @inline(__always)
  internal func point(_ leaf: Int32, _ place: Int32) -> DynamicPoint {
    let rows = points.part(at: points(of: leaf), width: PackedLayout.leafFloats)
    let lane = Self.inRow(place)
    return DynamicPoint(x: rows[lane], y: rows[lane &+ PointRow.y], z: rows[lane &+ PointRow.z])
  }

  @inline(__always)
  internal func setPoint(_ leaf: Int32, _ place: Int32, _ point: DynamicPoint) {
    let rows = points.part(at: points(of: leaf), width: PackedLayout.leafFloats)
    let lane = Self.inRow(place)
    rows[lane] = point.x
    rows[lane &+ PointRow.y] = point.y
    rows[lane &+ PointRow.z] = point.z
  }

  /// Stores all data of a point at a place, and updates the location of its slot.
  @inline(__always)
  internal func put(
    _ point: DynamicPoint, _ coordinate: Coordinate, tag: UInt64, _ leaf: Int32, _ place: Int32
  ) {
    setPoint(leaf, place, point)
    let position = Int(leaf) &* Self.leafCapacity &+ Int(place)
    tags[position] = tag
    degrees[position] = coordinate
    setLocation(ofSlot: Self.slot(ofTag: tag), UInt32(truncatingIfNeeded: position))
  }

  /// Copies all data of a point to another place, and updates the location of its slot.
  @inline(__always)
  internal func movePoint(
    _ leaf: Int32, _ place: Int32, to target: Int32, _ targetPlace: Int32
  ) {
    let position = Int(leaf) &* Self.leafCapacity &+ Int(place)
    put(point(leaf, place), degrees[position], tag: tags[position], target, targetPlace)
  }

  /// Appends a point to a leaf that is not full.
  @inline(__always)
  internal func append(
    _ point: DynamicPoint, _ coordinate: Coordinate, tag: UInt64, to leaf: Int32
  ) {
    let place = leafHeads[Int(leaf)].count
    put(point, coordinate, tag: tag, leaf, place)
    leafHeads[Int(leaf)].count = place &+ 1
  }

  // MARK: Slots

  /// The position of a slot, or ``vacant``.
  @inline(__always)
  internal func location(ofSlot slot: Int) -> UInt32 {
    locations[
      Int(pageTable[slot / Self.pageSlots]) &* Self.pageSlots &+ slot & (Self.pageSlots - 1)]
  }

  /// Prefetches the location of a slot.
  @inline(__always)
  internal func prefetchLocation(ofSlot slot: Int) {
    locations.prefetch(
      Int(pageTable[slot / Self.pageSlots]) &* Self.pageSlots &+ slot & (Self.pageSlots - 1))
  }

  /// Sets the position of a slot; its page must belong to this version.
  @inline(__always)
  internal func setLocation(ofSlot slot: Int, _ position: UInt32) {
    let page = Int(pageTable[slot / Self.pageSlots])
    assert(pageBirths[page] > newestLiveVersion)
    locations[page &* Self.pageSlots &+ slot & (Self.pageSlots - 1)] = position
  }

  // MARK: Tags

  /// The tag of a slot and the sequence number of its insertion.
  @inline(__always)
  internal static func tag(slot: Int, sequence: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: sequence) << 32 | UInt64(truncatingIfNeeded: slot)
  }

  @inline(__always)
  internal static func slot(ofTag tag: UInt64) -> Int {
    Int(truncatingIfNeeded: tag & 0xFFFF_FFFF)
  }
}
