public import CairnGeodesy

/// A spatial index of places that are inserted, moved and removed.
///
/// Every element has an ID, which identifies it for replacement, moves and removal.
///
/// ```swift
/// var index = try DynamicPlaceIndex(taxis, id: \.plate, coordinate: \.position)
/// try index.move("AB-12-CD", to: Coordinate(latitude: 48.85, longitude: 2.35))
/// index.remove("EF-34-GH")
/// index.nearest(to: customer, count: 3)
/// ```
///
/// Every query returns exactly what a loop over all elements with ``Coordinate/distance(to:)``, the
/// great-circle distance on the mean sphere, would return: a radius is inclusive, results are
/// ordered by distance, and equally distant ones by the insertion of their IDs. An index built at
/// once from the same elements in that order returns the same results; so does a ``PlaceIndex``.
///
/// An invalid center has no distance to anything, so nothing is found. The same holds for a radius
/// that is negative or NaN; an infinite radius finds everything.
///
/// The index is a value. A copy is O(1) and keeps its own state. Copies share memory. The copy that
/// is changed first continues in the shared memory: it copies the nodes and pages that the others
/// reference before it changes them, O(log n) per change. Any other copy moves into new memory at
/// its first change, O(n). Memory that no copy references any longer is reused; if copies retain
/// more and more of it, a change occasionally moves the index into new memory, O(n). Queries never
/// change anything, so any number of threads may query one value at the same time.
///
/// If the memory is full, an insertion moves the index into twice as much, O(n), a few milliseconds
/// for a million places; ``reserveCapacity(_:)`` does so beforehand. Memory that a removal frees is
/// reused by the next insertion.
///
/// ## When not to use it
/// - For places that do not change: ``PlaceIndex`` is built and queried faster and needs less
///   memory.
/// - For extended shapes such as roads or lakes: this index stores points only.
///
/// ## Degenerate input
/// Any number of equal points keeps the tree balanced. A search cannot prune among places at the
/// same distance from the center: the nearest of n such places take O(n). IDs with equal hashes are
/// compared one by one, O(n) each if all hashes are equal.
///
/// ## Implementation
/// A dynamic R-tree over unit vectors with up to sixteen children per node and sixteen points per
/// leaf, all in one allocation. Sources: A. Guttman, "R-trees: a dynamic index structure for
/// spatial searching", SIGMOD 1984, doi:10.1145/602259.602266; the split of a node weights surface
/// areas as in J. Goldsmith and J. Salmon, "Automatic creation of object hierarchies for ray
/// tracing", IEEE Computer Graphics and Applications 7 (1987), doi:10.1109/MCG.1987.276983.
public struct DynamicPlaceIndex<ID: Hashable, Element> {
  /// An element with its ID, stored in the slot that the tree refers to.
  @usableFromInline
  internal struct Entry {
    @usableFromInline internal let id: ID
    @usableFromInline internal var element: Element

    @inlinable
    internal init(id: ID, element: Element) {
      self.id = id
      self.element = element
    }
  }

  /// The search structure; its tags hold the slots of elements and order equally distant ones.
  public var _core: _DynamicCore
  /// The offsets, in the source sequence, of the elements that were skipped because of an invalid
  /// coordinate, in ascending order.
  ///
  /// Empty unless the index was created by ``init(skippingInvalid:id:coordinate:)``.
  public private(set) var skippedOffsets: [Int] = []
  @usableFromInline internal var table: DynamicSlotTable
  @usableFromInline internal var entries: DynamicEntries<Entry>
  @usableFromInline internal let identify: @Sendable (Element) -> ID
  @usableFromInline internal let locate: @Sendable (Element) -> Coordinate

  /// Creates an empty index.
  ///
  /// - Parameters:
  ///   - id: a key path or closure that returns the ID of an element.
  ///   - coordinate: a key path or closure that returns the coordinate of an element; called at
  ///     insertion.
  @inlinable
  public init(
    id: @escaping @Sendable (Element) -> ID,
    coordinate: @escaping @Sendable (Element) -> Coordinate
  ) {
    _core = _DynamicCore()
    table = DynamicSlotTable()
    entries = DynamicEntries()
    identify = id
    locate = coordinate
  }

  /// Creates an index of the elements of a sequence, much faster than by single insertions.
  ///
  /// From 4,096 elements on, a second thread builds the tree while the calling thread hashes the
  /// IDs.
  ///
  /// - Parameters:
  ///   - places: the elements.
  ///   - id: a key path or closure that returns the ID of an element.
  ///   - coordinate: a key path or closure that returns the coordinate of an element; called at
  ///     insertion.
  /// - Throws: ``PlaceIndexError`` for an invalid coordinate, or for the first element with a
  ///   duplicate ID.
  /// - Complexity: O(n log n) for n elements.
  @inlinable
  public init(
    _ places: some Sequence<Element>,
    id: @escaping @Sendable (Element) -> ID,
    coordinate: @escaping @Sendable (Element) -> Coordinate
  ) throws(PlaceIndexError) {
    let elements = Array(places)
    let coordinates = elements.map(coordinate)
    var table = DynamicSlotTable()
    var entries = DynamicEntries<Entry>(capacity: elements.count)
    var repeated: Int?
    // The tree and the table of IDs are independent, so they can be built in parallel.
    _core = try _DynamicCore(coordinates) {
      var hashes: [Int] = []
      hashes.reserveCapacity(elements.count)
      for element in elements {
        let id = id(element)
        hashes.append(id.hashValue)
        entries.append(Entry(id: id, element: element))
      }
      repeated = table.fill(with: hashes) { entries[$0]?.id == entries[$1]?.id }
    }
    if let repeated { throw .duplicateID(offset: repeated) }
    self.table = table
    self.entries = entries
    identify = id
    locate = coordinate
  }

  /// Creates an index of the elements of a sequence that have a valid coordinate.
  ///
  /// The others are skipped; ``skippedOffsets`` lists them.
  ///
  /// - Parameters:
  ///   - places: the elements.
  ///   - id: a key path or closure that returns the ID of an element.
  ///   - coordinate: a key path or closure that returns the coordinate of an element; called at
  ///     insertion.
  /// - Throws: ``PlaceIndexError``for the first element with a duplicate ID, with its offset among
  ///   the valid elements; never for a coordinate.
  /// - Complexity: O(n log n) for n elements.
  public init(
    skippingInvalid places: some Sequence<Element>,
    id: @escaping @Sendable (Element) -> ID,
    coordinate: @escaping @Sendable (Element) -> Coordinate
  ) throws(PlaceIndexError) {
    var valid: [Element] = []
    var skipped: [Int] = []
    for (offset, element) in places.enumerated() {
      if coordinate(element).isValid {
        valid.append(element)
      } else {
        skipped.append(offset)
      }
    }
    try self.init(valid, id: id, coordinate: coordinate)
    skippedOffsets = skipped
  }

  /// All elements, in the order in which their IDs were inserted.
  ///
  /// - Complexity: O(n log n).
  @inlinable
  public var elements: [Element] {
    _core.slotsInOrder().compactMap { entries[$0]?.element }
  }

  /// The element with an ID, nil if none exists.
  ///
  /// - Complexity: O(1).
  @inlinable
  public subscript(id: ID) -> Element? {
    guard let found = find(id, id.hashValue) else { return nil }
    return entries[found.slot]?.element
  }

  /// Whether an element has the ID.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func contains(_ id: ID) -> Bool {
    find(id, id.hashValue) != nil
  }

  /// Returns the stored coordinate of the element with an ID, nil if none exists.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func coordinate(of id: ID) -> Coordinate? {
    guard let found = find(id, id.hashValue) else { return nil }
    return _core.coordinate(found.slot)
  }

  @inlinable
  internal func find(_ id: ID, _ hash: Int) -> (slot: Int, place: Int)? {
    Self.find(id, hash, table, entries)
  }

  @inlinable
  internal static func find(
    _ id: ID, _ hash: Int, _ table: DynamicSlotTable, _ entries: DynamicEntries<Entry>
  ) -> (slot: Int, place: Int)? {
    var found = table.candidate(hash, after: nil)
    while let candidate = found {
      if entries[candidate.slot]?.id == id { return candidate }
      found = table.candidate(hash, after: candidate.place)
    }
    return nil
  }
}

extension DynamicPlaceIndex: Sendable where Element: Sendable, ID: Sendable {}
extension DynamicPlaceIndex.Entry: Sendable where Element: Sendable, ID: Sendable {}

// The requirements are documented in ``SearchablePlaces``.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension DynamicPlaceIndex: SearchablePlaces {
  @inlinable
  public var _elementCount: Int { _core.count }

  @inlinable
  public func _forEachElement(_ body: (Element) -> Void) {
    for slot in _core.slotsInOrder() {
      if let entry = entries[slot] { body(entry.element) }
    }
  }

  /// The entry of a tag returned by the core; a search finds only slots in use.
  @inlinable @inline(__always)
  internal func entry(_ tag: Int) -> Entry {
    guard let entry = entries[_DynamicCore.slot(ofTag: tag)] else {
      preconditionFailure("a search found a free slot")
    }
    return entry
  }

  @inlinable @inline(__always)
  public func _element(_ tag: Int) -> Element { entry(tag).element }

  @inlinable @inline(__always)
  public func _key(_ tag: Int) -> ID { entry(tag).id }

  @inlinable @inline(__always)
  public func _satisfies(_ tag: Int, _ isIncluded: (Element) -> Bool) -> Bool {
    entries.withBorrowedElement(at: _DynamicCore.slot(ofTag: tag)) { entry in
      entry.map { isIncluded($0.element) } ?? false
    }
  }

  @inlinable @inline(__always)
  public func _neighbor(_ tag: Int, distance: Double) -> Neighbor {
    let entry = entry(tag)
    return Neighbor(id: entry.id, element: entry.element, distance: distance)
  }

  @inlinable @inline(__always)
  public func _neighbors(_ hits: _HitBuffer) -> [Neighbor] {
    for index in 0..<hits.count { entries.prefetch(_DynamicCore.slot(ofTag: hits[index].tag)) }
    if let values = entries.values {
      // One array, so that the page of each hit need not be found.
      return hits.map(
        prefetching: { values.prefetchObjects(_DynamicCore.slot(ofTag: $0.tag)) },
        { hit in
          guard let entry = values[_DynamicCore.slot(ofTag: hit.tag)] else {
            preconditionFailure("a search found a free slot")
          }
          return Neighbor(id: entry.id, element: entry.element, distance: hit.distance)
        })
    }
    return hits.map(
      prefetching: { entries.prefetchObjects(_DynamicCore.slot(ofTag: $0.tag)) },
      { _neighbor($0.tag, distance: $0.distance) })
  }
}
