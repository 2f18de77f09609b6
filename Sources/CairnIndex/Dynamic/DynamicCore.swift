public import CairnGeodesy
internal import CairnMemory

/// The part of a ``DynamicPlaceIndex`` that knows no element: the tree and its slots.
///
/// A tag is a slot below a number that grows with every insertion.
public struct _DynamicCore: Sendable {
  internal var tree: DynamicTree
  /// The number of the next insertion.
  internal var nextSequence: Int
  /// Slots that are free again, the one to be used next at the end.
  private var freeSlots: ContiguousArray<UInt32> = []
  /// The number of slots that were ever used.
  @usableFromInline
  internal private(set) var slotCount: Int

  /// The greatest number of elements, and of insertions until they are numbered anew.
  private static let greatestCount = Int(Int32.max)

  @usableFromInline
  internal init() {
    tree = DynamicTree()
    nextSequence = 0
    slotCount = 0
  }

  /// Builds the tree, of many points on a thread of its own; the slot of each element is its offset.
  ///
  /// - Parameters:
  ///   - coordinates: the points.
  ///   - meanwhile: what the calling thread does besides, once, even when the points are refused.
  /// - Throws: ``PlaceIndexError`` for too many points or the first that is invalid.
  @usableFromInline
  internal init(
    _ coordinates: [Coordinate], meanwhile: () -> Void
  ) throws(PlaceIndexError) {
    self.init()
    var error: PlaceIndexError?
    var built: DynamicTree?
    inParts(2, threads: coordinates.count < Self.fewPoints ? 1 : 2) { _, parts in
      for part in parts {
        if part == 0 {
          meanwhile()
        } else {
          do throws(PlaceIndexError) {
            built = try Self.tree(of: coordinates)
          } catch let found {
            error = found
          }
        }
      }
    }
    if let error { throw error }
    if let built { tree = built }
    nextSequence = coordinates.count
    slotCount = coordinates.count
  }

  /// So few points are not worth a thread.
  private static var fewPoints: Int { 4_096 }

  private static func tree(of coordinates: [Coordinate]) throws(PlaceIndexError) -> DynamicTree {
    guard coordinates.count <= greatestCount else {
      throw .tooManyElements(count: coordinates.count)
    }
    if let offset = coordinates.firstIndex(where: { !$0.isValid }) {
      throw .invalidCoordinate(offset: offset, coordinate: coordinates[offset])
    }
    return DynamicTree(coordinates)
  }

  /// The slot of the next insertion, for which memory is asked for ahead.
  ///
  /// It changes nothing; one that says so would be given a copy of the whole.
  @usableFromInline
  internal mutating func prefetchNextSlot() -> Int {
    guard let slot = freeSlots.last.map({ Int($0) }) else { return slotCount }
    tree.prefetchLocation(ofSlot: slot)
    return slot
  }

  /// Puts a new point into the tree and returns its slot.
  @usableFromInline
  internal mutating func insert(
    _ place: DynamicPlace, offset: Int
  ) throws(PlaceIndexError) -> Int {
    try place.check(offset: offset)
    guard tree.count < Self.greatestCount else { throw .tooManyElements(count: tree.count + 1) }
    if nextSequence == Self.greatestCount {
      numberAnew()
    }
    let slot: Int
    if let free = freeSlots.popLast() {
      slot = Int(free)
    } else {
      slot = slotCount
      slotCount += 1
    }
    tree.insert(place, tag: DynamicTree.tag(slot: slot, sequence: nextSequence))
    nextSequence += 1
    return slot
  }

  /// Takes a point out of the tree.
  @usableFromInline
  internal mutating func remove(_ slot: Int) {
    tree.remove(slot: slot)
    freeSlots.append(UInt32(truncatingIfNeeded: slot))
  }

  /// Moves a point; it keeps its slot and its place among equally distant ones.
  ///
  /// - Returns: where it was.
  @usableFromInline @discardableResult
  internal mutating func move(
    _ slot: Int, to place: DynamicPlace, offset: Int
  ) throws(PlaceIndexError) -> Coordinate {
    try place.check(offset: offset)
    return tree.move(slot: slot, to: place)
  }

  /// The slot in a tag.
  @inlinable @inline(__always)
  internal static func slot(ofTag tag: Int) -> Int {
    Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: tag))
  }

  @usableFromInline
  internal func coordinate(_ slot: Int) -> Coordinate {
    tree.degrees[Int(tree.location(ofSlot: slot))]
  }

  @usableFromInline
  internal mutating func reserveCapacity(_ capacity: Int) {
    tree.reserveCapacity(capacity)
  }

  /// The slots in use, in the order in which their elements came.
  @usableFromInline
  internal func slotsInOrder() -> [Int] {
    tagsInOrder().map(DynamicTree.slot(ofTag:))
  }

  private func tagsInOrder() -> [UInt64] {
    (0..<slotCount)
      .filter { tree.location(ofSlot: $0) != DynamicTree.vacant }
      .map { tree.tags[Int(tree.location(ofSlot: $0))] }
      .sorted()
  }

  /// Numbers the elements from 0 in the order in which they came: once in two thousand million
  /// insertions.
  private mutating func numberAnew() {
    tree.makePrivate()
    let slots = slotsInOrder()
    for (sequence, slot) in slots.enumerated() {
      tree.tags[Int(tree.location(ofSlot: slot))] = DynamicTree.tag(slot: slot, sequence: sequence)
    }
    nextSequence = slots.count
  }
}

/// Where a point is to be, looked at before it is known which one it is.
@usableFromInline
internal struct DynamicPlace {
  internal let coordinate: Coordinate
  internal let point: DynamicPoint

  @usableFromInline
  internal init(_ coordinate: Coordinate) {
    self.coordinate = coordinate
    point = DynamicPoint(coordinate)
  }

  @inline(__always)
  internal func check(offset: Int) throws(PlaceIndexError) {
    guard coordinate.isValid else {
      throw .invalidCoordinate(offset: offset, coordinate: coordinate)
    }
  }
}
