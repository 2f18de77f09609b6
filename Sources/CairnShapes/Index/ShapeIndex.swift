public import CairnIndex

/// An immutable spatial index of shapes, with containment, intersection and distance queries.
///
/// ```swift
/// let zones = ShapeIndex(deliveryZones, shape: \.outline)   // boxes, circles, lines, polygons
/// zones.elements(containing: here)
/// zones.elements(touching: route)
/// zones.nearest(to: here, count: 3)        // by true distance, 0 inside
/// zones.within(500, of: here)
/// ```
///
/// Shapes may be of any kind, overlap, cross the antimeridian and enclose poles. Every query
/// returns exactly what a loop over all elements with the methods of ``GeoShape`` would return; see
/// ``SearchableShapes`` for all queries. The index is a value over immutable memory: copying it is
/// free, and any number of threads may query it at once.
///
/// ## When not to use it
/// - For places: ``PlaceIndex`` is smaller and faster.
/// - For shapes that change: use ``DynamicShapeIndex``.
/// - For areas of a map that share borders, such as states, and lookups by place only:
///   `TerritoryAtlas` of the module `CairnCountries` stores each border once, has edges straight in
///   degrees as in files, and is faster. This index has great-circle edges, supports lines and
///   circles, and measures distances.
/// - For a single query of a few shapes: query each ``GeoShape``.
///
/// ## Implementation
/// A packed R-tree of three-dimensional boxes around the shapes on the unit sphere, so that poles
/// and 180° need no special handling, over shapes that are prepared when the index is created:
/// polygons by a grid of their edges, borders by bounding balls of edges. A second tree of boxes in
/// degrees finds the shapes that may contain a place, without its vector. Building takes O(*n* log
/// *n*) time for *n* corners of all shapes, and about 200 bytes per corner.
public struct ShapeIndex<Element> {
  /// All elements in input order, including those with an empty shape.
  public let elements: [Element]
  /// The search structure; its tags are the offsets of elements.
  public let _core: _ShapeCore

  /// Creates an index of the elements of a sequence.
  ///
  /// An empty shape, such as one with an invalid coordinate, is not an error: its element stays in
  /// ``elements``, no query finds it, and ``emptyOffsets`` lists it.
  ///
  /// - Parameters:
  ///   - elements: the elements; they keep their order.
  ///   - shape: a key path or closure that returns the shape of an element, called once per
  ///     element.
  @inlinable
  public init<Shape: GeoShaped>(
    _ elements: some Sequence<Element>, shape: (Element) -> Shape
  ) {
    self.elements = Array(elements)
    _core = _ShapeCore(self.elements.map { shape($0).shape })
  }

  init(elements: [Element], core: _ShapeCore) {
    self.elements = elements
    _core = core
  }

  /// The offsets of elements that no query finds because their shape is empty, in ascending order.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public var emptyOffsets: [Int] { _core.emptyTags }
}

extension ShapeIndex where Element: GeoShaped {
  /// Creates an index of `GeoShaped` elements.
  ///
  /// - Parameter elements: the elements; they keep their order.
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    self.init(elements) { $0.shape }
  }
}

extension ShapeIndex: Sendable where Element: Sendable {}

// The requirements are documented in ``SearchableShapes``.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ShapeIndex: SearchableShapes {
  @inlinable
  public func _element(_ tag: Int) -> Element { elements[tag] }

  @inlinable
  public func _key(_ tag: Int) -> Int { tag }

  @inlinable @inline(__always)
  public func _satisfies(_ tag: Int, _ isIncluded: (Element) -> Bool) -> Bool {
    elements.withBorrowedElement(at: tag, isIncluded)
  }

  @inlinable
  public func _neighbor(_ tag: Int, distance: Double) -> Neighbor<Element> {
    CairnIndex.Neighbor(element: elements[tag], offset: tag, distance: distance)
  }
}
