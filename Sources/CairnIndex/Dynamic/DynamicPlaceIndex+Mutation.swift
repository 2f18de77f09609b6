public import CairnGeodesy

extension DynamicPlaceIndex {
  /// Inserts an element, or replaces the one that has its ID.
  ///
  /// A replaced element gives its place among equally distant ones to the new one.
  ///
  /// - Parameter element: the element; its ID and its coordinate are asked once.
  /// - Returns: the element that was replaced, nil when the ID is new.
  /// - Throws: ``PlaceIndexError`` when the coordinate is invalid; the index stays as it
  ///   was then.
  /// - Complexity: O(log n); see ``DynamicPlaceIndex`` for when the memory must move.
  @inlinable
  @discardableResult
  public mutating func insert(_ element: Element) throws(PlaceIndexError) -> Element? {
    try place(element, offset: 0).old
  }

  /// - Parameters:
  ///   - element: what is put in, or in place of the one with its ID.
  ///   - offset: what an error names the element by.
  /// - Returns: the slot, and the element that had the ID before with where it was; nil when there
  ///   was none.
  /// - Throws: ``PlaceIndexError`` for an invalid coordinate and for one element too many.
  @inlinable
  package mutating func place(
    _ element: Element, offset: Int
  ) throws(PlaceIndexError) -> (slot: Int, old: Element?, before: Coordinate?) {
    let id = identify(element)
    let hash = id.hashValue
    // What will be needed comes from memory while the place is looked at.
    table.prefetch(hash)
    entries.prefetch(_core.prefetchNextSlot())
    let place = DynamicPlace(locate(element))
    if let found = find(id, hash) {
      let before = try _core.move(found.slot, to: place, offset: offset)
      let old = entries[found.slot]?.element
      entries[found.slot] = Entry(id: id, element: element)
      return (found.slot, old, before)
    }
    let slot = try _core.insert(place, offset: offset)
    table.insert(hash, slot: slot)
    if slot == entries.count {
      entries.append(Entry(id: id, element: element))
    } else {
      entries[slot] = Entry(id: id, element: element)
    }
    return (slot, nil, nil)
  }

  /// Inserts the elements of a sequence one after the other, as ``insert(_:)`` does.
  ///
  /// - Parameter places: the elements.
  /// - Throws: ``PlaceIndexError`` at the first coordinate that is invalid; the elements
  ///   before it are in the index then.
  @inlinable
  public mutating func insert(
    contentsOf places: some Sequence<Element>
  ) throws(PlaceIndexError) {
    var offset = 0
    for element in places {
      _ = try place(element, offset: offset)
      offset += 1
    }
  }

  /// Moves the element with an ID to another coordinate.
  ///
  /// The element itself stays as it is: where it has a coordinate of its own that shall change
  /// too, insert the changed element instead.
  ///
  /// - Parameters:
  ///   - id: which element.
  ///   - coordinate: where it is from now on.
  /// - Returns: where it was, nil when there is no element with that ID.
  /// - Throws: ``PlaceIndexError`` when the coordinate is invalid.
  /// - Complexity: O(log n), and O(1) for a move to a place close by.
  @inlinable
  @discardableResult
  public mutating func move(
    _ id: ID, to coordinate: Coordinate
  ) throws(PlaceIndexError) -> Coordinate? {
    let hash = id.hashValue
    table.prefetch(hash)
    let place = DynamicPlace(coordinate)
    guard let found = find(id, hash) else { return nil }
    return try _core.move(found.slot, to: place, offset: 0)
  }

  /// Moves the elements with some IDs one after the other, as ``move(_:to:)`` does: a report of
  /// a whole fleet.
  ///
  /// ```swift
  /// try fleet.move(contentsOf: zip(plates, positions))
  /// ```
  ///
  /// - Parameter places: IDs, and where their elements are from now on.
  /// - Returns: how many of the IDs there are.
  /// - Throws: ``PlaceIndexError`` at the first coordinate that is invalid, with its offset; the
  ///   elements before it have moved then.
  @inlinable
  @discardableResult
  public mutating func move(
    contentsOf places: some Sequence<(ID, Coordinate)>
  ) throws(PlaceIndexError) -> Int {
    var offset = 0
    var moved = 0
    for (id, coordinate) in places {
      let hash = id.hashValue
      table.prefetch(hash)
      let place = DynamicPlace(coordinate)
      if let found = find(id, hash) {
        try _core.move(found.slot, to: place, offset: offset)
        moved += 1
      }
      offset += 1
    }
    return moved
  }

  /// Removes the elements with some IDs one after the other, as ``remove(_:)`` does.
  ///
  /// - Parameter ids: which elements.
  /// - Returns: how many were there.
  @inlinable
  @discardableResult
  public mutating func remove(contentsOf ids: some Sequence<ID>) -> Int {
    var removed = 0
    for id in ids where remove(id) != nil { removed += 1 }
    return removed
  }

  /// Removes the element with an ID.
  ///
  /// - Parameter id: which element.
  /// - Returns: the element, nil when there is none with that ID.
  /// - Complexity: O(log n).
  @inlinable
  @discardableResult
  public mutating func remove(_ id: ID) -> Element? {
    guard let found = find(id, id.hashValue) else { return nil }
    _core.remove(found.slot)
    table.remove(at: found.place)
    let old = entries[found.slot]?.element
    entries[found.slot] = nil
    return old
  }

  /// Removes all elements and gives their memory back.
  @inlinable
  public mutating func removeAll() {
    _core = _DynamicCore()
    table = DynamicSlotTable()
    entries = DynamicEntries()
  }

  /// Makes room for a number of elements, so that insertions do not move the memory on the way.
  ///
  /// - Parameter capacity: the number of all elements, present ones included.
  /// - Complexity: O(n + capacity).
  @inlinable
  public mutating func reserveCapacity(_ capacity: Int) {
    _core.reserveCapacity(capacity)
    table.reserveCapacity(capacity)
    entries.reserveCapacity(capacity)
  }
}

extension DynamicPlaceIndex
where Element: Identifiable & SendableMetatype, ID == Element.ID, ID: SendableMetatype {
  /// Makes an index without elements that know their own IDs.
  ///
  /// - Parameter coordinate: where an element is when it is inserted: a key path or a closure.
  @inlinable
  public init(coordinate: @escaping @Sendable (Element) -> Coordinate) {
    self.init(id: { $0.id }, coordinate: coordinate)
  }

  /// Makes an index of the elements of a sequence that know their own IDs.
  ///
  /// - Parameters:
  ///   - places: the elements.
  ///   - coordinate: where an element is when it is inserted: a key path or a closure.
  /// - Throws: ``PlaceIndexError`` for a coordinate that is invalid, or for the first
  ///   element whose ID an earlier one has too.
  /// - Complexity: O(n log n) for n elements.
  @inlinable
  public init(
    _ places: some Sequence<Element>, coordinate: @escaping @Sendable (Element) -> Coordinate
  ) throws(PlaceIndexError) {
    try self.init(places, id: { $0.id }, coordinate: coordinate)
  }
}
