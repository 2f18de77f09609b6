public import CairnGeodesy

/// An index over places that come, go and move: what is near, what is inside, how many.
///
/// Every element has an ID, by which it is replaced, moved and removed again.
///
/// ```swift
/// var index = try DynamicPlaceIndex(taxis, id: \.plate, coordinate: \.position)
/// try index.move("AB-12-CD", to: Coordinate(latitude: 48.85, longitude: 2.35))
/// index.remove("EF-34-GH")
/// index.nearest(to: customer, count: 3)
/// ```
///
/// Every answer is exactly that of a loop over all elements with ``Coordinate/distance(to:)``,
/// the great-circle distance on the mean sphere: a radius includes its edge, results are ordered
/// by distance, and equally distant ones by when their IDs came into the index. An index of the
/// same elements that was built at once, in that order, gives the same answers; so does a
/// ``PlaceIndex``.
///
/// A centre that is invalid has no distance to anything: nothing is found. The same holds for
/// a radius that is negative or NaN; an infinite one finds everything.
///
/// The index is a value. A copy costs the same whatever the size and sees its own state. Of
/// several copies one goes on in the memory that they share: the first that is changed. It copies
/// what the others see before it changes it, a few nodes at a time, O(log n) a move; the first
/// insertion or removal also copies the list of IDs and elements, O(n). Any other copy gets memory
/// of its own with its first change, O(n). What no copy sees any more is used again; where more and
/// more is kept, a change now and then moves the index into new memory, O(n). Queries never change
/// anything, so any number of threads may ask one value at once.
///
/// An insertion now and then finds the memory full and moves into twice as much, O(n), a few
/// milliseconds for a million places; ``reserveCapacity(_:)`` does that beforehand. Memory that a
/// removal frees is used again for the next insertion.
///
/// ## When not to use it
/// - For places that do not change: ``PlaceIndex`` is built sooner, needs less memory, and its
///   questions are quicker.
/// - For extended things, roads or lakes: they are points here.
///
/// ## Degenerate input
/// Any number of equal points keeps the tree flat. What is equally far from a centre cannot be told
/// apart by a search: the nearest of n such places take O(n). IDs with equal hashes are told apart
/// by comparison, O(n) each when all are equal.
///
/// ## What it is
/// A dynamic R-tree over unit vectors with up to sixteen children a node and as many points a leaf,
/// all in one allocation. Sources: A. Guttman, "R-trees: a dynamic index structure for spatial
/// searching", SIGMOD 1984, doi:10.1145/602259.602266; the division of a node weighs surfaces as
/// J. Goldsmith and J. Salmon do in "Automatic creation of object hierarchies for ray tracing",
/// IEEE Computer Graphics and Applications 7 (1987), doi:10.1109/MCG.1987.276983.
public struct DynamicPlaceIndex<ID: Hashable, Element> {
  /// An element with its ID, in the slot that the tree knows it by.
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

  /// What finds elements, knowing them by tags: slots that order equally distant ones.
  public var _core: _DynamicCore
  /// Offsets of elements that were left out since their coordinate was invalid, ascending: in
  /// the sequence that the index was made of.
  ///
  /// Empty unless the index was made by ``init(skippingInvalid:id:coordinate:)``.
  public private(set) var skippedOffsets: [Int] = []
  @usableFromInline internal var table: DynamicSlotTable
  @usableFromInline internal var entries: DynamicEntries<Entry>
  @usableFromInline internal let identify: @Sendable (Element) -> ID
  @usableFromInline internal let locate: @Sendable (Element) -> Coordinate

  /// Makes an index without elements.
  ///
  /// - Parameters:
  ///   - id: the ID of an element: a key path or a closure.
  ///   - coordinate: where an element is when it is inserted: a key path or a closure.
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

  /// Makes an index of the elements of a sequence at once, much faster than one by one.
  ///
  /// From some thousand elements on, a second thread works on it: the IDs are looked up beside the
  /// tree.
  ///
  /// - Parameters:
  ///   - places: the elements.
  ///   - id: the ID of an element: a key path or a closure.
  ///   - coordinate: where an element is when it is inserted: a key path or a closure.
  /// - Throws: ``PlaceIndexError`` for a coordinate that is invalid, or for the first
  ///   element whose ID an earlier one has too.
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
    // The tree knows no IDs, and they know no tree.
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

  /// Makes an index of those elements of a sequence that have a valid coordinate.
  ///
  /// The others are left out; ``skippedOffsets`` names them.
  ///
  /// - Parameters:
  ///   - places: the elements.
  ///   - id: the ID of an element: a key path or a closure.
  ///   - coordinate: where an element is when it is inserted: a key path or a closure.
  /// - Throws: ``PlaceIndexError``, never for a coordinate: for the first element whose ID an
  ///   earlier one has too, by its offset among those that are valid.
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

  /// All elements, in the order in which their IDs came into the index.
  ///
  /// - Complexity: O(n log n).
  @inlinable
  public var elements: [Element] {
    _core.slotsInOrder().compactMap { entries[$0]?.element }
  }

  /// The element with an ID, nil when there is none.
  ///
  /// - Complexity: O(1).
  @inlinable
  public subscript(id: ID) -> Element? {
    guard let found = find(id, id.hashValue) else { return nil }
    return entries[found.slot]?.element
  }

  /// Whether there is an element with an ID.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func contains(_ id: ID) -> Bool {
    find(id, id.hashValue) != nil
  }

  /// Where the index has the element with an ID, nil when there is none.
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

// What each requirement is stands in ``SearchablePlaces``.
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

  /// The entry with a tag that the core gave: every slot that a search finds is in use.
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
    entries.lend(at: _DynamicCore.slot(ofTag: tag)) { entry in
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
    return hits.map(
      prefetching: { entries.prefetchObjects(_DynamicCore.slot(ofTag: $0.tag)) },
      { _neighbor($0.tag, distance: $0.distance) })
  }
}
