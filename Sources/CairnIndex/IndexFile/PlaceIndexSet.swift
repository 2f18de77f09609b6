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
/// A query skips the parts whose bounding boxes contain nothing of its area, and a search for the
/// nearest places begins with the nearest part, so parts that divide places by region add little: a
/// search takes O(log p) for p parts, plus the search of each part whose box is near. Parts that
/// each cover the whole area, such as one for each day, are all searched. The first query after a
/// change reads the box of each part from its file, O(p log p).
///
/// Prefer a few large parts over many small ones, and create a set of many with ``init(_:)``.
public struct PlaceIndexSet<Element>: Sendable {
  /// The parts in order.
  @usableFromInline
  internal private(set) var parts: [Part] = []
  /// The search structure; its tags are the offsets of elements.
  public private(set) var _core = _SetCore()
  /// The number of each part by its name.
  private var numbers: [String: Int] = [:]

  /// A part and its name.
  @usableFromInline
  internal struct Part: Sendable {
    @usableFromInline
    internal let name: String
    @usableFromInline
    internal let index: MappedPlaceIndex<Element>
  }

  /// Creates a set of index files.
  ///
  /// - Parameter parts: the parts in order, with different names; a later part replaces an earlier
  ///   one of the same name.
  /// - Complexity: O(p) for p parts.
  public init(_ parts: [(name: String, index: MappedPlaceIndex<Element>)] = []) {
    for part in parts { assign(part.index, to: part.name) }
  }

  /// Appends a part, or replaces the part of the same name.
  private mutating func assign(_ index: MappedPlaceIndex<Element>, to name: String) {
    let part = Part(name: name, index: index)
    if let number = numbers[name] {
      parts[number] = part
      _core.replace(number, by: index._core, tagCount: index.elementCount)
    } else {
      numbers[name] = parts.count
      parts.append(part)
      _core.append(index._core, tagCount: index.elementCount)
    }
  }

  private mutating func remove(_ name: String) {
    guard let number = numbers.removeValue(forKey: name) else { return }
    parts.remove(at: number)
    _core.remove(number)
    for later in number..<max(parts.count, number) { numbers[parts[later].name] = later }
  }

  /// The names of the parts, in order.
  public var names: [String] { parts.map { $0.name } }

  /// The part with a name; nil if no part has it.
  ///
  /// Assigning an index replaces the part of that name, or appends a new one; assigning nil removes
  /// the part, and moves the offsets of later parts.
  ///
  /// - Complexity: O(1) to read a part. O(1) to append a part, or to replace it by one with the
  ///   same number of elements, if the set has no copy; otherwise O(p) for p parts. The next query
  ///   takes O(p log p), see ``PlaceIndexSet``.
  public subscript(name: String) -> MappedPlaceIndex<Element>? {
    get { numbers[name].map { parts[$0].index } }
    set { if let newValue { assign(newValue, to: name) } else { remove(name) } }
  }

  /// The number of elements of all parts, including those without a valid coordinate.
  public var elementCount: Int { _core.tagCount }

  /// Returns the part of an element.
  ///
  /// - Parameter offset: the offset of the element in the set, in 0..<``elementCount``, or the
  ///   process traps.
  /// - Returns: the name of the part, and the offset in the part.
  /// - Complexity: O(log p) for p parts.
  public func part(ofOffset offset: Int) -> (name: String, offset: Int) {
    precondition(offset >= 0 && offset < elementCount, "offset outside the set")
    let (number, offset) = _place(offset)
    return (parts[number].name, offset)
  }

  /// Verifies every page of all files; see ``MappedPlaceIndex/checkEverything()``.
  ///
  /// - Throws: ``IndexFileError`` for the first invalid page.
  /// - Complexity: O(n).
  public func checkEverything() throws(IndexFileError) {
    for part in parts { try part.index.checkEverything() }
  }

  /// The number of the part of a tag, and the tag in the part.
  @usableFromInline
  internal func _place(_ tag: Int) -> (part: Int, tag: Int) {
    let number = _core.part(ofTag: tag)
    return (number, tag - _core.parts[number].start)
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
    let place = _place(tag)
    return try parts[place.part].index._element(place.tag)
  }

  @inlinable @inline(__always)
  public func _key(_ tag: Int) -> Int { tag }

  @inlinable
  public func _satisfies(_ tag: Int, _ isIncluded: (Element) -> Bool) -> Bool {
    let place = _place(tag)
    return parts[place.part].index._satisfies(place.tag, isIncluded)
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

  public func _verify() throws(IndexFileError) {
    // Hardly any process ever reads a damaged file, and a query must not visit all parts.
    guard PageVerifier.hasAnyFailed else { return }
    for part in parts { try part.index._verify() }
  }
}
