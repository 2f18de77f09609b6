public import CairnGeodesy
internal import CairnMemory

/// The part of a ``DynamicPlaceIndex`` that does not depend on the element type: the tree and its
/// slots.
///
/// A tag holds a slot in its low 32 bits and the insertion number above it, so tags order like the
/// insertions.
public struct _DynamicCore: Sendable {
  internal var tree: DynamicTree
  /// The number of the next insertion.
  internal var nextSequence: Int
  /// Released slots; the last one is reused first.
  private var freeSlots = PagedStack()
  /// The number of slots used so far, released ones included.
  @usableFromInline
  internal private(set) var slotCount: Int

  /// The maximum number of elements, and of insertions before they are renumbered.
  private static let maximumCount = Int(Int32.max)

  @usableFromInline
  internal init() {
    tree = DynamicTree()
    nextSequence = 0
    slotCount = 0
  }

  /// Builds the tree, on a second thread if there are many points; the slot of each element is its
  /// offset.
  ///
  /// - Parameters:
  ///   - coordinates: the points.
  ///   - meanwhile: work for the calling thread; runs exactly once, even if the points are
  ///     rejected.
  /// - Throws: ``PlaceIndexError`` if there are too many points, or for the first invalid one.
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

  /// Below this number of points a second thread does not pay off.
  private static var fewPoints: Int { 4_096 }

  private static func tree(of coordinates: [Coordinate]) throws(PlaceIndexError) -> DynamicTree {
    guard coordinates.count <= maximumCount else {
      throw .tooManyElements(count: coordinates.count)
    }
    if let offset = coordinates.firstIndex(where: { !$0.isValid }) {
      throw .invalidCoordinate(offset: offset, coordinate: coordinates[offset])
    }
    return DynamicTree(coordinates)
  }

  /// Returns the slot of the next insertion and prefetches its location.
  ///
  /// Declared `mutating`, although it changes nothing, to avoid copying the whole struct.
  @usableFromInline
  internal mutating func prefetchNextSlot() -> Int {
    guard let slot = freeSlots.last else { return slotCount }
    tree.prefetchLocation(ofSlot: slot)
    return slot
  }

  /// Inserts a point into the tree and returns its slot.
  @usableFromInline
  internal mutating func insert(
    _ place: InsertionTarget, offset: Int
  ) throws(PlaceIndexError) -> Int {
    try place.check(offset: offset)
    guard tree.count < Self.maximumCount else { throw .tooManyElements(count: tree.count + 1) }
    if nextSequence == Self.maximumCount {
      renumber()
    }
    let slot: Int
    if let free = freeSlots.pop() {
      slot = free
    } else {
      slot = slotCount
      slotCount += 1
    }
    tree.insert(place, tag: DynamicTree.tag(slot: slot, sequence: nextSequence))
    nextSequence += 1
    return slot
  }

  /// Removes a point from the tree.
  @usableFromInline
  internal mutating func remove(_ slot: Int) {
    tree.remove(slot: slot)
    freeSlots.push(slot)
  }

  /// Moves a point; it keeps its slot and its rank among equally distant points.
  ///
  /// - Returns: the previous coordinate.
  @usableFromInline @discardableResult
  internal mutating func move(
    _ slot: Int, to place: InsertionTarget, offset: Int
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

  /// The slots in use, in order of insertion.
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

  /// Renumbers the elements from 0 in order of insertion; needed once in 2³¹ insertions.
  private mutating func renumber() {
    tree.makePrivate()
    let slots = slotsInOrder()
    for (sequence, slot) in slots.enumerated() {
      tree.tags[Int(tree.location(ofSlot: slot))] = DynamicTree.tag(slot: slot, sequence: sequence)
    }
    nextSequence = slots.count
  }
}

/// The target of an insertion or move: a coordinate with its rounded unit vector, computed before
/// the slot is known.
@usableFromInline
internal struct InsertionTarget {
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
