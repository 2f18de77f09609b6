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
/// A centre that is not valid has no distance to anything: nothing is found. The same holds for
/// a radius that is negative or NaN; an infinite one finds everything.
///
/// The index is a value. A copy costs the same whatever the size and sees its own state: the
/// first change of an index that shares memory with a copy copies that memory once, O(n), the
/// changes after it are O(log n). Queries never change anything, so any number of threads may
/// ask one value at once.
///
/// An insertion now and then finds the memory full and moves into twice as much, O(n), a few
/// milliseconds for a million places; ``reserveCapacity(_:)`` does that beforehand. Memory that a removal frees is
/// used again for the next insertion.
///
/// Inside is an R-tree over unit vectors with up to sixteen children a branch and as many points
/// a leaf, all in one block of memory. Source: A. Guttman, "R-trees: a dynamic index structure
/// for spatial searching", SIGMOD 1984, doi:10.1145/602259.602266; the division of a branch weighs surfaces as J. Goldsmith and
/// J. Salmon do in "Automatic creation of object hierarchies for ray tracing", IEEE Computer
/// Graphics and Applications 7 (1987), doi:10.1109/MCG.1987.276983.
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

  @usableFromInline internal var core: DynamicCore
  @usableFromInline internal var table: DynamicSlotTable
  /// By slot; nil where a slot is free.
  @usableFromInline internal var entries: ContiguousArray<Entry?>
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
    core = DynamicCore()
    table = DynamicSlotTable()
    entries = []
    identify = id
    locate = coordinate
  }

  /// Makes an index of the elements of a sequence at once, much faster than one by one.
  ///
  /// - Parameters:
  ///   - places: the elements.
  ///   - id: the ID of an element: a key path or a closure.
  ///   - coordinate: where an element is when it is inserted: a key path or a closure.
  /// - Throws: ``DynamicPlaceIndexError`` for a coordinate that is not valid, or for the first
  ///   element whose ID an earlier one has too.
  /// - Complexity: O(n log n) for n elements.
  @inlinable
  public init(
    _ places: some Sequence<Element>,
    id: @escaping @Sendable (Element) -> ID,
    coordinate: @escaping @Sendable (Element) -> Coordinate
  ) throws(DynamicPlaceIndexError) {
    let elements = Array(places)
    core = try DynamicCore(elements.map(coordinate))
    table = DynamicSlotTable(capacity: elements.count)
    entries = []
    identify = id
    locate = coordinate
    entries.reserveCapacity(elements.count)
    for element in elements {
      let id = id(element)
      let hash = id.hashValue
      if find(id, hash) != nil { throw .duplicateID(offset: entries.count) }
      table.insert(hash, slot: entries.count)
      entries.append(Entry(id: id, element: element))
    }
  }

  /// The number of elements.
  @inlinable
  public var count: Int { core.count }

  /// Whether there is no element.
  @inlinable
  public var isEmpty: Bool { core.count == 0 }

  /// All elements, in the order in which their IDs came into the index.
  ///
  /// - Complexity: O(n log n).
  @inlinable
  public var elements: [Element] {
    core.slotsInOrder().compactMap { entries[$0]?.element }
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
    return core.coordinate(found.slot)
  }

  @inlinable
  internal func find(_ id: ID, _ hash: Int) -> (slot: Int, place: Int)? {
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

/// Why an element is not taken into a ``DynamicPlaceIndex``.
public enum DynamicPlaceIndexError: Error, Hashable, Sendable {
  /// The coordinate is not finite or lies beyond a pole.
  case invalidCoordinate(Coordinate)
  /// The element at this offset of the sequence has the ID of an earlier one.
  case duplicateID(offset: Int)
  /// More elements than the index can hold: 2,147,483,647.
  case tooManyElements
}
