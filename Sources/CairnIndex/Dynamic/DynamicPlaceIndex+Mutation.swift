public import CairnGeodesy

extension DynamicPlaceIndex {
  /// Inserts an element, or replaces the one that has its ID.
  ///
  /// The new element keeps the rank of a replaced one among equally distant elements.
  ///
  /// - Parameter element: the element; its ID and its coordinate are read once.
  /// - Returns: the replaced element, nil if the ID is new.
  /// - Throws: ``PlaceIndexError`` if the coordinate is invalid; the index is then unchanged.
  /// - Complexity: O(log n); see ``DynamicPlaceIndex`` for insertions that move the memory.
  @inlinable
  @discardableResult
  public mutating func insert(_ element: Element) throws(PlaceIndexError) -> Element? {
    try place(element, offset: 0).old
  }

  /// - Parameters:
  ///   - element: the element to insert, or to replace the one with its ID.
  ///   - offset: the offset of the element reported by errors.
  /// - Returns: the slot, and the element that had the ID before with its coordinate; nil if there
  ///   was none.
  /// - Throws: ``PlaceIndexError`` if the coordinate is invalid or the index is full.
  @inlinable
  package mutating func place(
    _ element: Element, offset: Int
  ) throws(PlaceIndexError) -> (slot: Int, old: Element?, before: Coordinate?) {
    let id = identify(element)
    let hash = id.hashValue
    // Memory is prefetched while the coordinate is checked and converted.
    table.prefetch(hash)
    entries.prefetch(_core.prefetchNextSlot())
    let place = InsertionTarget(locate(element))
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
  /// - Throws: ``PlaceIndexError`` for the first invalid coordinate; the elements before it have
  ///   been inserted.
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
  /// The element itself is unchanged: if it stores a coordinate that should change too, insert the
  /// changed element instead.
  ///
  /// - Parameters:
  ///   - id: the ID of the element.
  ///   - coordinate: the new coordinate.
  /// - Returns: the previous coordinate, nil if no element has that ID.
  /// - Throws: ``PlaceIndexError`` if the coordinate is invalid.
  /// - Complexity: O(log n); O(1) for a short move.
  @inlinable
  @discardableResult
  public mutating func move(
    _ id: ID, to coordinate: Coordinate
  ) throws(PlaceIndexError) -> Coordinate? {
    let hash = id.hashValue
    table.prefetch(hash)
    let place = InsertionTarget(coordinate)
    guard let found = find(id, hash) else { return nil }
    return try _core.move(found.slot, to: place, offset: 0)
  }

  /// Moves elements one after the other, as ``move(_:to:)`` does, for example for a position report
  /// of a whole fleet.
  ///
  /// ```swift
  /// try fleet.move(contentsOf: zip(plates, positions))
  /// ```
  ///
  /// - Parameter places: IDs with the new coordinates of their elements.
  /// - Returns: the number of IDs that were found.
  /// - Throws: ``PlaceIndexError`` for the first invalid coordinate, with its offset; the elements
  ///   before it have been moved.
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
      let place = InsertionTarget(coordinate)
      if let found = find(id, hash) {
        try _core.move(found.slot, to: place, offset: offset)
        moved += 1
      }
      offset += 1
    }
    return moved
  }

  /// Removes elements one after the other, as ``remove(_:)`` does.
  ///
  /// - Parameter ids: the IDs of the elements.
  /// - Returns: the number of elements that were removed.
  @inlinable
  @discardableResult
  public mutating func remove(contentsOf ids: some Sequence<ID>) -> Int {
    var removed = 0
    for id in ids where remove(id) != nil { removed += 1 }
    return removed
  }

  /// Removes the element with an ID.
  ///
  /// - Parameter id: the ID of the element.
  /// - Returns: the element, nil if no element has that ID.
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

  /// Removes all elements and releases their memory.
  @inlinable
  public mutating func removeAll() {
    _core = _DynamicCore()
    table = DynamicSlotTable()
    entries = DynamicEntries()
  }

  /// Reserves capacity for a number of elements, so that insertions up to it do not move the
  /// memory.
  ///
  /// - Parameter capacity: the total number of elements, present ones included.
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
  /// Creates an empty index of `Identifiable` elements.
  ///
  /// - Parameter coordinate: a key path or closure that returns the coordinate of an element;
  ///   called at insertion.
  @inlinable
  public init(coordinate: @escaping @Sendable (Element) -> Coordinate) {
    self.init(id: { $0.id }, coordinate: coordinate)
  }

  /// Creates an index of the `Identifiable` elements of a sequence.
  ///
  /// - Parameters:
  ///   - places: the elements.
  ///   - coordinate: a key path or closure that returns the coordinate of an element; called at
  ///     insertion.
  /// - Throws: ``PlaceIndexError`` for an invalid coordinate, or for the first element with a
  ///   duplicate ID.
  /// - Complexity: O(n log n) for n elements.
  @inlinable
  public init(
    _ places: some Sequence<Element>, coordinate: @escaping @Sendable (Element) -> Coordinate
  ) throws(PlaceIndexError) {
    try self.init(places, id: { $0.id }, coordinate: coordinate)
  }
}
