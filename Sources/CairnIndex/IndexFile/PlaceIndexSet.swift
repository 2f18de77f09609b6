/// Several index files that are searched together, as one index.
///
/// ```swift
/// var pings = try PlaceIndexSet([
///   (name: "monday", index: MappedPlaceIndex(opening: "monday.cairn")),
///   (name: "tuesday", index: MappedPlaceIndex(opening: "tuesday.cairn")),
/// ])
/// let here = pings                       // a snapshot
/// pings["wednesday"] = try MappedPlaceIndex(opening: "wednesday.cairn")
/// pings["monday"] = nil
/// try pings.nearest(to: paris, count: 3)
/// ```
///
/// The files may divide the places in any way: by region, by date, or at random. A set has every
/// query of ``SearchablePlaces``, and returns exactly what one index of all places would: the
/// places of the first part, then those of the second one, and so on. So the offset of a place is
/// its offset in its part, plus the number of elements in the parts before it; ``part(ofOffset:)``
/// converts it back. There is no limit on the number of places of all parts.
///
/// A set is a value: a copy is a snapshot that later changes do not affect, and that any number of
/// threads may query. To replace a part while readers continue, write its new file, open it, assign
/// it, and hand out the new set; a file that has been replaced or removed stays open until the last
/// snapshot with it is released.
///
/// A query searches the parts one after the other, and usually takes less than a microsecond for a
/// part that has nothing near. Prefer a few large parts over many small ones.
public struct PlaceIndexSet<Element>: Sendable {
  /// The parts in order, with their names.
  @usableFromInline
  internal private(set) var parts: [Part] = []
  /// The search structure; its tags are the offsets of elements.
  public private(set) var _core = _SetCore([], tagCount: 0)

  /// A part and its position.
  @usableFromInline
  internal struct Part: Sendable {
    @usableFromInline
    internal let name: String
    @usableFromInline
    internal let index: MappedPlaceIndex<Element>
    /// The number of elements in the parts before it.
    @usableFromInline
    internal let start: Int
  }

  /// Creates a set of index files.
  ///
  /// - Parameter parts: the parts in order, with different names; a later part replaces an earlier
  ///   one of the same name.
  /// - Complexity: O(p) for p parts.
  public init(_ parts: [(name: String, index: MappedPlaceIndex<Element>)] = []) {
    var places: [String: Int] = [:]
    var indexes: [(name: String, index: MappedPlaceIndex<Element>)] = []
    for part in parts {
      if let place = places[part.name] {
        indexes[place] = part
      } else {
        places[part.name] = indexes.count
        indexes.append(part)
      }
    }
    set(indexes)
  }

  /// Replaces all parts.
  private mutating func set(_ indexes: [(name: String, index: MappedPlaceIndex<Element>)]) {
    var start = 0
    parts = indexes.map { name, index in
      defer { start += index.elementCount }
      return Part(name: name, index: index, start: start)
    }
    _core = _SetCore(parts.map { ($0.index._core, $0.start) }, tagCount: start)
  }

  /// The names of the parts, in order.
  public var names: [String] { parts.map { $0.name } }

  /// The part with a name; nil if no part has it.
  ///
  /// Assigning an index replaces the part of that name, or appends a new one; assigning nil removes
  /// the part, and moves the offsets of later parts.
  ///
  /// - Complexity: O(p) for p parts.
  public subscript(name: String) -> MappedPlaceIndex<Element>? {
    get { parts.first { $0.name == name }?.index }
    set {
      var indexes = parts.map { (name: $0.name, index: $0.index) }
      let place = indexes.firstIndex { $0.name == name }
      switch (place, newValue) {
      case (let place?, let index?): indexes[place].index = index
      case (let place?, nil): indexes.remove(at: place)
      case (nil, let index?): indexes.append((name, index))
      case (nil, nil): return
      }
      set(indexes)
    }
  }

  /// The number of elements of all parts, including those without a valid coordinate.
  public var elementCount: Int { parts.last.map { $0.start + $0.index.elementCount } ?? 0 }

  /// Returns the part of an element.
  ///
  /// - Parameter offset: the offset of the element in the set, in 0..<``elementCount``, or the
  ///   process traps.
  /// - Returns: the name of the part, and the offset in the part.
  /// - Complexity: O(log p) for p parts.
  public func part(ofOffset offset: Int) -> (name: String, offset: Int) {
    precondition(offset >= 0 && offset < elementCount, "offset outside the set")
    let part = _part(offset)
    return (part.name, offset - part.start)
  }

  /// Verifies every page of all files; see ``MappedPlaceIndex/checkEverything()``.
  ///
  /// - Throws: ``IndexFileError`` for the first invalid page.
  /// - Complexity: O(n).
  public func checkEverything() throws(IndexFileError) {
    for part in parts { try part.index.checkEverything() }
  }

  /// The part of a tag.
  @usableFromInline
  internal func _part(_ tag: Int) -> Part {
    var (low, high) = (0, parts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if parts[middle].start <= tag { low = middle } else { high = middle }
    }
    return parts[low]
  }
}

// The requirements are documented in ``SearchablePlaces``.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension PlaceIndexSet: SearchablePlaces {
  public var _elementCount: Int { elementCount }

  public func _forEachElement(_ body: (Element) -> Void) throws(IndexFileError) {
    for part in parts { try part.index._forEachElement(body) }
  }

  @inlinable
  public func _element(_ tag: Int) throws(IndexFileError) -> Element {
    let part = _part(tag)
    return try part.index._element(tag - part.start)
  }

  @inlinable @inline(__always)
  public func _key(_ tag: Int) -> Int { tag }

  @inlinable
  public func _satisfies(_ tag: Int, _ isIncluded: (Element) -> Bool) -> Bool {
    let part = _part(tag)
    return part.index._satisfies(tag - part.start, isIncluded)
  }

  @inlinable
  public func _neighbor(
    _ tag: Int, distance: Double
  ) throws(IndexFileError) -> CairnIndex.Neighbor<Element> {
    CairnIndex.Neighbor(element: try _element(tag), offset: tag, distance: distance)
  }

  @inlinable
  public func _neighbors(
    _ hits: _HitBuffer
  ) throws(IndexFileError) -> [CairnIndex.Neighbor<Element>] {
    try _verify()
    var found: [CairnIndex.Neighbor<Element>] = []
    found.reserveCapacity(hits.count)
    for index in 0..<hits.count {
      found.append(try _neighbor(hits[index].tag, distance: hits[index].distance))
    }
    return found
  }

  @inlinable
  public func _verify() throws(IndexFileError) {
    for part in parts { try part.index._verify() }
  }
}
