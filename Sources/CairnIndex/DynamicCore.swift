public import CairnGeodesy

/// The part of a ``DynamicPlaceIndex`` that knows no element: the tree, the slots and the order
/// in which they came.
@usableFromInline
internal struct DynamicCore: Sendable {
  internal var tree: DynamicTree
  /// When the element of each slot came: a number that grows with every insertion.
  private var sequences: ContiguousArray<UInt64>
  private var nextSequence: UInt64
  /// Slots that are free again, the one to be used next at the end.
  private var freeSlots: ContiguousArray<UInt32> = []

  /// The greatest number of elements.
  private static let greatestCount = Int(Int32.max)

  @usableFromInline
  internal init() {
    tree = DynamicTree()
    sequences = []
    nextSequence = 0
  }

  /// Builds the tree; the slot of each element is its offset.
  @usableFromInline
  internal init(_ coordinates: [Coordinate]) throws(DynamicPlaceIndexError) {
    guard coordinates.count <= Self.greatestCount else {
      throw .tooManyElements
    }
    if let offset = coordinates.firstIndex(where: { !$0.isIndexable }) {
      throw .invalidCoordinate(coordinates[offset])
    }
    tree = DynamicTree(coordinates)
    sequences = ContiguousArray(0..<UInt64(coordinates.count))
    nextSequence = UInt64(coordinates.count)
  }

  @usableFromInline
  internal var count: Int { tree.count }

  /// The number of slots that were ever used.
  @usableFromInline
  internal var slotCount: Int { sequences.count }

  /// Puts a new point into the tree and returns its slot.
  @usableFromInline
  internal mutating func insert(
    _ coordinate: Coordinate
  ) throws(DynamicPlaceIndexError) -> Int {
    guard coordinate.isIndexable else { throw .invalidCoordinate(coordinate) }
    guard tree.count < Self.greatestCount else { throw .tooManyElements }
    let slot: UInt32
    if let free = freeSlots.popLast() {
      slot = free
      sequences[Int(slot)] = nextSequence
    } else {
      slot = UInt32(truncatingIfNeeded: sequences.count)
      sequences.append(nextSequence)
    }
    nextSequence += 1
    tree.insert(coordinate, slot: slot)
    return Int(slot)
  }

  /// Takes a point out of the tree.
  @usableFromInline
  internal mutating func remove(_ slot: Int) {
    tree.remove(slot: UInt32(truncatingIfNeeded: slot))
    freeSlots.append(UInt32(truncatingIfNeeded: slot))
  }

  /// Moves a point; it keeps its slot and its place among equally distant ones.
  @usableFromInline
  internal mutating func move(
    _ slot: Int, to coordinate: Coordinate
  ) throws(DynamicPlaceIndexError) {
    guard coordinate.isIndexable else { throw .invalidCoordinate(coordinate) }
    tree.move(slot: UInt32(truncatingIfNeeded: slot), to: coordinate)
  }

  @usableFromInline
  internal func coordinate(_ slot: Int) -> Coordinate {
    tree.degrees[Int(tree.locations[slot])]
  }

  @usableFromInline
  internal mutating func reserveCapacity(_ capacity: Int) {
    tree.reserveCapacity(capacity)
    sequences.reserveCapacity(capacity)
  }

  /// The slots in use, in the order in which they came.
  @usableFromInline
  internal func slotsInOrder() -> [Int] {
    var slots = (0..<sequences.count).filter { tree.locations[$0] != DynamicTree.vacant }
    if nextSequence != UInt64(sequences.count) {
      slots.sort { sequences[$0] < sequences[$1] }
    }
    return slots
  }

  /// The order of all results: by distance, equal ones by when they came.
  @inline(__always)
  internal func precedes(_ a: DynamicHit, _ b: DynamicHit) -> Bool {
    a.distance < b.distance
      || (a.distance == b.distance && sequences[Int(a.slot)] < sequences[Int(b.slot)])
  }
}

/// A point that a query found.
@usableFromInline
internal struct DynamicHit: BitwiseCopyable {
  @usableFromInline internal let slot: UInt32
  @usableFromInline internal let distance: Double

  @inline(__always)
  internal init(slot: UInt32, distance: Double) {
    self.slot = slot
    self.distance = distance
  }
}
