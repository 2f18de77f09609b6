public import CairnIndex

/// An index over shapes that come, go and change, known by ID.
///
/// ```swift
/// var closures = DynamicRegionIndex(roadworks, id: \.id, shape: \.area)
/// closures.insert(another)
/// closures.remove(41)
/// closures.elements(touching: route)
/// ```
///
/// It answers what ``RegionIndex`` answers, with the same words; see ``SearchableRegions``. It is a
/// value: a copy sees what it was made of. While a copy is held, the first change moves the list of
/// shapes, some nanoseconds a shape; the shapes themselves are shared.
///
/// ## What it is
/// Packed trees of doubling sizes, of which the smallest are made into a larger one from time to
/// time (the logarithmic method of J. L. Bentley and J. B. Saxe, doi:10.1016/0196-6774(80)90015-2).
/// A shape is prepared once, when it comes; what was removed leaves its tree when that is made
/// anew. So a change costs some microseconds on average beside the preparation of its shape, and
/// one in *n* costs O(*n* log *n*): where no single change may take long, as at 60 frames a second
/// with 100,000 shapes, build a ``RegionIndex`` aside.
public struct DynamicRegionIndex<Element, ID: Hashable> {
  /// What finds shapes, knowing them by tags in the order in which they came.
  public private(set) var _core = _RegionCore()
  /// By tag; nil where the element was removed.
  @usableFromInline internal private(set) var entries: [Entry?] = []
  private var tags: [ID: Int] = [:]
  private let identify: @Sendable (Element) -> ID
  private let outline: @Sendable (Element) -> GeoShape

  @usableFromInline
  internal struct Entry {
    @usableFromInline let id: ID
    @usableFromInline let element: Element
  }

  /// Makes an index without elements.
  ///
  /// - Parameters:
  ///   - id: the ID of an element: a key path or a closure.
  ///   - shape: the shape of an element when it is inserted: a key path or a closure.
  public init<Shape: GeoShaped & SendableMetatype>(
    id: @escaping @Sendable (Element) -> ID, shape: @escaping @Sendable (Element) -> Shape
  ) {
    identify = id
    outline = { shape($0).shape }
  }

  /// Makes an index of the elements of a sequence; of elements with the same ID the last stays.
  ///
  /// - Parameters:
  ///   - elements: any elements.
  ///   - id: the ID of an element: a key path or a closure.
  ///   - shape: the shape of an element when it is inserted: a key path or a closure.
  public init<Shape: GeoShaped & SendableMetatype>(
    _ elements: some Sequence<Element>, id: @escaping @Sendable (Element) -> ID,
    shape: @escaping @Sendable (Element) -> Shape
  ) {
    self.init(id: id, shape: shape)
    insert(contentsOf: elements)
  }

  /// All elements, in the order in which they came.
  public var elements: [Element] { entries.compactMap { $0?.element } }

  /// The element with an ID, nil when there is none.
  public subscript(id: ID) -> Element? {
    tags[id].flatMap { entries[$0]?.element }
  }

  /// Whether there is an element with an ID.
  public func contains(_ id: ID) -> Bool { tags[id] != nil }

  /// The shape that the index has for the element with an ID, nil when there is none.
  public func shape(of id: ID) -> GeoShape? {
    tags[id].flatMap { _core.shape($0) }
  }

  /// Inserts an element, or replaces the one that has its ID.
  ///
  /// An element that takes the place of another comes last among equally distant ones. One with an
  /// empty shape is kept and never found.
  ///
  /// - Parameter element: the element; its ID and its shape are asked once.
  /// - Returns: the element that was replaced, nil when the ID is new.
  /// - Complexity: amortised O(log² *n*), and what it takes to prepare the shape.
  @discardableResult
  public mutating func insert(_ element: Element) -> Element? {
    let id = identify(element)
    let old = remove(id)
    append(element, id, outline(element))
    return old
  }

  /// Inserts the elements of a sequence one after the other, as ``insert(_:)`` does.
  ///
  /// - Parameter elements: the elements.
  public mutating func insert(contentsOf elements: some Sequence<Element>) {
    for element in elements { insert(element) }
  }

  /// Gives the element with an ID another shape; the element itself stays as it is.
  ///
  /// - Parameters:
  ///   - id: which element.
  ///   - shape: its shape from now on.
  /// - Returns: whether there is such an element.
  /// - Complexity: as of an insertion.
  @discardableResult
  public mutating func update(_ id: ID, to shape: some GeoShaped) -> Bool {
    guard let element = remove(id) else { return false }
    append(element, id, shape.shape)
    return true
  }

  /// Removes the element with an ID.
  ///
  /// - Parameter id: which element.
  /// - Returns: the element, nil when there is none with that ID.
  /// - Complexity: amortised O(log *n*).
  @discardableResult
  public mutating func remove(_ id: ID) -> Element? {
    guard let tag = tags.removeValue(forKey: id) else { return nil }
    let old = entries[tag]?.element
    entries[tag] = nil
    _core.remove(tag)
    // Most are gone: the rest moves together.
    if entries.count > 64, tags.count < entries.count / 2 {
      let kept = _core.compact()
      entries = kept.map { entries[$0] }
      for (tag, entry) in entries.enumerated() {
        if let entry { tags[entry.id] = tag }
      }
    }
    return old
  }

  /// Removes all elements.
  public mutating func removeAll() {
    _core = _RegionCore()
    entries = []
    tags = [:]
  }

  private mutating func append(_ element: Element, _ id: ID, _ shape: GeoShape) {
    tags[id] = entries.count
    entries.append(Entry(id: id, element: element))
    _core.append(shape)
  }
}

extension DynamicRegionIndex: Sendable where Element: Sendable, ID: Sendable {}
extension DynamicRegionIndex.Entry: Sendable where Element: Sendable, ID: Sendable {}

// What each requirement is stands in ``SearchableRegions``.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension DynamicRegionIndex: SearchableRegions {
  /// The entry with a tag that the core gave: every tag that a search finds is in use.
  @usableFromInline
  internal func entry(_ tag: Int) -> Entry {
    guard let entry = entries[tag] else { preconditionFailure("a search found what was removed") }
    return entry
  }

  @inlinable
  public func _element(_ tag: Int) -> Element { entry(tag).element }

  @inlinable
  public func _key(_ tag: Int) -> ID { entry(tag).id }

  @inlinable @inline(__always)
  public func _satisfies(_ tag: Int, _ isIncluded: (Element) -> Bool) -> Bool {
    entries.lend(at: tag) { entry in entry.map { isIncluded($0.element) } ?? false }
  }

  @inlinable
  public func _neighbor(_ tag: Int, distance: Double) -> Neighbor {
    let entry = entry(tag)
    return Neighbor(id: entry.id, element: entry.element, distance: distance)
  }

  /// An element that a query found, and how far away its shape is.
  public struct Neighbor: Identifiable, PlaceNeighbor {
    /// The ID of the element.
    public let id: ID
    /// The element.
    public let element: Element
    /// Metres from the query's centre, 0 inside.
    public let distance: Double

    /// Makes a neighbour.
    ///
    /// - Parameters:
    ///   - id: the ID of the element.
    ///   - element: the element.
    ///   - distance: metres from the query's centre, 0 inside.
    @inlinable
    public init(id: ID, element: Element, distance: Double) {
      self.id = id
      self.element = element
      self.distance = distance
    }

    /// The same as ``id``.
    @inlinable
    public var key: ID { id }
  }
}

extension DynamicRegionIndex.Neighbor: Equatable where Element: Equatable {}
extension DynamicRegionIndex.Neighbor: Hashable where Element: Hashable {}
extension DynamicRegionIndex.Neighbor: Sendable where Element: Sendable, ID: Sendable {}
