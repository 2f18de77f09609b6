public import CairnIndex

/// An index over shapes that does not change: which contain a place, which touch a shape, which are
/// near.
///
/// ```swift
/// let zones = RegionIndex(deliveryZones, shape: \.outline)   // boxes, circles, lines, polygons
/// zones.elements(containing: here)
/// zones.elements(touching: route)
/// zones.nearest(to: here, count: 3)        // by true distance, 0 inside
/// zones.within(500, of: here)
/// ```
///
/// Shapes may be of any kind and overlap as they like, cross the antimeridian and enclose poles.
/// Every answer is that of a loop over all elements with the questions of ``GeoShape``; see
/// ``SearchableRegions`` for all of them. The index is a value over immutable memory: copying it is
/// free, and any number of threads may query it at once.
///
/// ## When not to use it
/// - For places: ``PlaceIndex`` is smaller and faster.
/// - For shapes that come and go: ``DynamicRegionIndex``.
/// - For areas of a map that share their borders, such as states, to be looked up by place and
///   nothing else: `RegionAtlas` of the module `CairnCountries` stores each border once, has
///   straight edges in degrees as files do, and answers faster. Its cousin here has great-circle
///   edges, knows lines and circles as well, and measures distances.
/// - For one question to a few shapes: ask each ``GeoShape``.
///
/// ## What it is
/// A packed R-tree of boxes in three dimensions around the shapes on the unit sphere, so that poles
/// and 180° are no special case, over shapes that are prepared when the index is made: polygons by
/// a grid of their edges, borders by balls of edges. Building takes O(*n* log *n*) for *n* corners
/// of all shapes together, and some 200 bytes a corner.
public struct RegionIndex<Element> {
  /// All elements as they were given, those with an empty shape too.
  public let elements: [Element]
  /// What finds shapes, knowing them by their offsets.
  public let _core: _RegionCore

  /// Indexes the elements of a sequence.
  ///
  /// An empty shape, such as one with an invalid coordinate, is no error: its element stays among
  /// ``elements``, no query finds it, and ``emptyOffsets`` names it.
  ///
  /// - Parameters:
  ///   - elements: any elements; they keep their order.
  ///   - shape: the shape of an element: a key path or a closure, asked once for each.
  @inlinable
  public init<Shape: GeoShaped>(
    _ elements: some Sequence<Element>, shape: (Element) -> Shape
  ) {
    self.elements = Array(elements)
    _core = _RegionCore(self.elements.map { shape($0).shape })
  }

  init(elements: [Element], core: _RegionCore) {
    self.elements = elements
    _core = core
  }

  /// Offsets of elements that no query finds since their shape has no point, ascending.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public var emptyOffsets: [Int] { _core.emptyTags }
}

extension RegionIndex where Element: GeoShaped {
  /// Indexes elements that have a shape of their own.
  ///
  /// - Parameter elements: any elements; they keep their order.
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    self.init(elements) { $0.shape }
  }
}

extension RegionIndex: Sendable where Element: Sendable {}

// What each requirement is stands in ``SearchableRegions``.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension RegionIndex: SearchableRegions {
  @inlinable
  public func _element(_ tag: Int) -> Element { elements[tag] }

  @inlinable
  public func _key(_ tag: Int) -> Int { tag }

  @inlinable @inline(__always)
  public func _satisfies(_ tag: Int, _ isIncluded: (Element) -> Bool) -> Bool {
    elements.lend(at: tag, to: isIncluded)
  }

  @inlinable
  public func _neighbor(_ tag: Int, distance: Double) -> Neighbor<Element> {
    CairnIndex.Neighbor(element: elements[tag], offset: tag, distance: distance)
  }
}
