public import CairnIndex

/// An index of shapes that are inserted, removed and changed by ID.
///
/// ```swift
/// var closures = DynamicShapeIndex(roadworks, id: \.id, shape: \.area)
/// closures.insert(another)
/// closures.remove(41)
/// closures.elements(touching: route)
/// ```
///
/// It supports the same queries as ``ShapeIndex``; see ``SearchableShapes``. It is a value: a
/// copy is a snapshot. While a copy exists, the first change copies the list of shapes, a few
/// nanoseconds per shape; the shapes themselves are shared.
///
/// ## Implementation
/// Packed trees of doubling sizes, of which the smallest are periodically merged into a larger one
/// (the logarithmic method of J. L. Bentley and J. B. Saxe, doi:10.1016/0196-6774(80)90015-2). A
/// shape is prepared once, when it is inserted; a removed shape stays in its tree until that is
/// rebuilt. So a change costs some microseconds on average in addition to preparing its shape, but
/// one in *n* changes costs O(*n* log *n*): if no single change may take long, for example at 60
/// frames per second with 100,000 shapes, build a ``ShapeIndex`` in the background.
public struct DynamicShapeIndex<Element, ID: Hashable> {
  /// The search structure; its tags are in insertion order.
  public private(set) var _core = _ShapeCore()
  /// The entries by tag; nil if the element was removed.
  @usableFromInline internal private(set) var entries: [Entry?] = []
  private var tags: [ID: Int] = [:]
  private let identify: @Sendable (Element) -> ID
  private let outline: @Sendable (Element) -> GeoShape

  @usableFromInline
  internal struct Entry {
    @usableFromInline let id: ID
    @usableFromInline let element: Element
  }

  /// Creates an empty index.
  ///
  /// - Parameters:
  ///   - id: a key path or closure that returns the ID of an element.
  ///   - shape: a key path or closure that returns the shape of an element; called at insertion.
  public init<Shape: GeoShaped & SendableMetatype>(
    id: @escaping @Sendable (Element) -> ID, shape: @escaping @Sendable (Element) -> Shape
  ) {
    identify = id
    outline = { shape($0).shape }
  }

  /// Creates an index of the elements of a sequence; of elements with the same ID, the last one is
  /// kept.
  ///
  /// - Parameters:
  ///   - elements: the elements.
  ///   - id: a key path or closure that returns the ID of an element.
  ///   - shape: a key path or closure that returns the shape of an element; called at insertion.
  public init<Shape: GeoShaped & SendableMetatype>(
    _ elements: some Sequence<Element>, id: @escaping @Sendable (Element) -> ID,
    shape: @escaping @Sendable (Element) -> Shape
  ) {
    self.init(id: id, shape: shape)
    insert(contentsOf: elements)
  }

  /// All elements, in insertion order.
  public var elements: [Element] { entries.compactMap { $0?.element } }

  /// The element with an ID, nil if none exists.
  public subscript(id: ID) -> Element? {
    tags[id].flatMap { entries[$0]?.element }
  }

  /// Whether an element has the ID.
  public func contains(_ id: ID) -> Bool { tags[id] != nil }

  /// Returns the indexed shape of the element with an ID, nil if none exists.
  public func shape(of id: ID) -> GeoShape? {
    tags[id].flatMap { _core.shape($0) }
  }

  /// Inserts an element, or replaces the one that has its ID.
  ///
  /// A replacing element comes last among equally distant ones. An element with an empty shape is
  /// kept but never found.
  ///
  /// - Parameter element: the element; its ID and its shape are read once.
  /// - Returns: the replaced element, nil if the ID is new.
  /// - Complexity: amortized O(log² *n*), in addition to preparing the shape.
  @discardableResult
  public mutating func insert(_ element: Element) -> Element? {
    let id = identify(element)
    let old = remove(id)
    append(element, id, outline(element))
    _core.indexAppended()
    return old
  }

  /// Inserts the elements of a sequence in order, as ``insert(_:)`` does, but indexes them
  /// together.
  ///
  /// - Parameter elements: the elements.
  /// - Complexity: O(*m* log *m*) for *m* elements in addition to preparing their shapes, and the
  ///   amortized cost of merging them with the others.
  public mutating func insert(contentsOf elements: some Sequence<Element>) {
    for element in elements {
      let id = identify(element)
      remove(id)
      append(element, id, outline(element))
    }
    _core.indexAppended()
  }

  /// Changes the shape of the element with an ID; the element itself is unchanged.
  ///
  /// - Parameters:
  ///   - id: the ID of the element.
  ///   - shape: the new shape.
  /// - Returns: whether an element has the ID.
  /// - Complexity: that of an insertion.
  @discardableResult
  public mutating func update(_ id: ID, to shape: some GeoShaped) -> Bool {
    guard let element = remove(id) else { return false }
    append(element, id, shape.shape)
    _core.indexAppended()
    return true
  }

  /// Removes the element with an ID.
  ///
  /// - Parameter id: the ID of the element.
  /// - Returns: the element, nil if no element has that ID.
  /// - Complexity: amortized O(log *n*).
  @discardableResult
  public mutating func remove(_ id: ID) -> Element? {
    guard let tag = tags.removeValue(forKey: id) else { return nil }
    let old = entries[tag]?.element
    entries[tag] = nil
    _core.remove(tag)
    // If most are removed, compact the rest.
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
    _core = _ShapeCore()
    entries = []
    tags = [:]
  }

  private mutating func append(_ element: Element, _ id: ID, _ shape: GeoShape) {
    tags[id] = entries.count
    entries.append(Entry(id: id, element: element))
    _core.append(shape)
  }
}

extension DynamicShapeIndex: Sendable where Element: Sendable, ID: Sendable {}
extension DynamicShapeIndex.Entry: Sendable where Element: Sendable, ID: Sendable {}

// The requirements are documented in ``SearchableShapes``.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension DynamicShapeIndex: SearchableShapes {
  /// The entry of a tag returned by the core; a search finds only tags in use.
  @usableFromInline
  internal func entry(_ tag: Int) -> Entry {
    guard let entry = entries[tag] else { preconditionFailure("a search found a removed element") }
    return entry
  }

  @inlinable
  public func _element(_ tag: Int) -> Element { entry(tag).element }

  @inlinable
  public func _key(_ tag: Int) -> ID { entry(tag).id }

  @inlinable @inline(__always)
  public func _satisfies(_ tag: Int, _ isIncluded: (Element) -> Bool) -> Bool {
    entries.withBorrowedElement(at: tag) { entry in entry.map { isIncluded($0.element) } ?? false }
  }

  @inlinable
  public func _neighbor(_ tag: Int, distance: Double) -> Neighbor {
    let entry = entry(tag)
    return Neighbor(id: entry.id, element: entry.element, distance: distance)
  }

  /// An element found by a query, with its ID and the distance of its shape.
  public typealias Neighbor = KeyedNeighbor<ID, Element>
}
