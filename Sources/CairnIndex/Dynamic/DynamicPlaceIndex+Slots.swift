package import CairnGeodesy
internal import CairnMemory

/// Access for collections that store further columns about each element outside the index.
extension DynamicPlaceIndex {
  /// The ID that the index reads from an element, which need not be in it.
  package func id(of element: Element) -> ID { identify(element) }

  /// The slot of the element with an ID, nil if none exists.
  package func slot(of id: ID) -> Int? {
    find(id, id.hashValue)?.slot
  }

  /// The element in a slot that is in use, with its ID; nil for a free one.
  package func entry(inSlot slot: Int) -> (id: ID, element: Element)? {
    entries[slot].map { ($0.id, $0.element) }
  }

  /// The element in a slot, nil for a free one.
  package func element(inSlot slot: Int) -> Element? {
    entries[slot]?.element
  }
}

extension _DynamicCore {
  /// The number of slots used so far; all slots in use are below it.
  package var slotLimit: Int { slotCount }

  /// The coordinate of the point in a slot in use.
  package func coordinate(inSlot slot: Int) -> Coordinate { coordinate(slot) }

  /// The unit vector of the point in a slot in use, each component rounded to 24 bits.
  package func roundedVector(inSlot slot: Int) -> SIMD3<Float> {
    let position = Int32(truncatingIfNeeded: tree.location(ofSlot: slot))
    let capacity = Int32(DynamicTree.leafCapacity)
    let point = tree.point(position / capacity, position % capacity)
    return SIMD3(point.x, point.y, point.z)
  }

  /// The tag of the point in a slot in use: tags order like the insertions.
  package func tag(inSlot slot: Int) -> Int {
    Int(truncatingIfNeeded: tree.tags[Int(tree.location(ofSlot: slot))])
  }

  /// The slot in a tag.
  @inline(__always)
  package static func slot(inTag tag: Int) -> Int { slot(ofTag: tag) }
}

extension _SearchCore {
  /// Returns the nearest points that satisfy a condition, ordered by distance and then by
  /// insertion.
  package func nearestTags(
    _ wanted: Int, to center: Coordinate, within radius: Double, where isIncluded: (Int) -> Bool
  ) -> [(tag: Int, distance: Double)] {
    var found: [(tag: Int, distance: Double)] = []
    withNearest(wanted, to: center, within: radius, where: isIncluded, filtered: true) { hits in
      found = hits.map { ($0.tag, $0.distance) }
    }
    return found
  }
}
