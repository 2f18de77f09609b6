public import CairnGeodesy

/// An immutable spatial index of places.
///
/// ```swift
/// let index = try PlaceIndex(cities, coordinate: \.coordinate)
/// index.within(50_000, of: paris)          // nearest first, with distances in meters
/// index.nearest(to: paris, count: 10)
/// index.count(within: 50_000, of: paris)   // without making a list
/// ```
///
/// Every query returns exactly what a loop over all elements with ``Coordinate/distance(to:)``, the
/// great-circle distance on the mean sphere, would return: a radius is inclusive, results are
/// ordered by distance, and ties by their offset in the input. Poles, the antimeridian, antipodes
/// and equal points need no special handling.
///
/// A center that is not finite or beyond a pole has no distance to anything, so nothing is found.
/// The same holds for a radius that is negative or NaN; an infinite radius finds everything.
///
/// The index is a value over immutable memory: copying it is free, and any number of threads may
/// query it at once. It needs about 34 bytes per place in addition to the elements.
///
/// ## When not to use it
/// - For places that change: every change requires a new index, O(n log n). Use
///   ``DynamicPlaceIndex``.
/// - For only one or two queries: building costs as much as a few loops over the places with
///   ``Coordinate/distance(to:)``.
/// - For extended shapes such as roads or lakes: this index stores points only.
///
/// ## Degenerate input
/// Equal points are indexed like others: the box of a leaf of equal points is a point, and a search
/// keeps no more of them than requested. A search cannot prune among places at equal distances,
/// though: the nearest of n places at one spot, or on a circle around the center, take O(n).
///
/// ## Implementation
/// A packed (bulk-loaded) R-tree in k-d order over unit vectors, with sixteen children per node and
/// sixteen points per leaf. Sources: J. L. Bentley, "Multidimensional binary search trees used for
/// associative searching", Communications of the ACM 18 (1975), doi:10.1145/361002.361007; and for
/// packing, I. Kamel and C. Faloutsos, "On packing R-trees", CIKM 1993, doi:10.1145/170088.170403.
public struct PlaceIndex<Element> {
  /// All elements in input order, including those without a valid coordinate.
  public let elements: [Element]
  /// The offsets of elements that are not indexed because their coordinate is invalid, in ascending
  /// order.
  ///
  /// Empty unless the index was created by `init(skippingInvalid:coordinate:)`.
  public let skippedOffsets: [Int]
  /// The search structure; its tags are the offsets of elements.
  public let _core: _PackedCore

  @inlinable
  internal init(elements: [Element], core: _PackedCore, skippedOffsets: [Int]) {
    self.elements = elements
    _core = core
    self.skippedOffsets = skippedOffsets
  }
}

extension PlaceIndex: Sendable where Element: Sendable {}

// The requirements are documented in ``SearchablePlaces``.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension PlaceIndex: SearchablePlaces {
  @inlinable
  public var _elementCount: Int { elements.count }

  @inlinable
  public func _forEachElement(_ body: (Element) -> Void) { elements.forEach(body) }

  @inlinable @inline(__always)
  public func _element(_ tag: Int) -> Element { elements[tag] }

  @inlinable @inline(__always)
  public func _key(_ tag: Int) -> Int { tag }

  @inlinable @inline(__always)
  public func _satisfies(_ tag: Int, _ isIncluded: (Element) -> Bool) -> Bool {
    elements.withBorrowedElement(at: tag, isIncluded)
  }

  @inlinable @inline(__always)
  public func _neighbor(_ tag: Int, distance: Double) -> CairnIndex.Neighbor<Element> {
    CairnIndex.Neighbor(element: elements[tag], offset: tag, distance: distance)
  }

  @inlinable @inline(__always)
  public func _neighbors(_ hits: _HitBuffer) -> [CairnIndex.Neighbor<Element>] {
    hits.neighbors(elements)
  }
}

/// An error in building or changing an index.
///
/// Thrown when a ``PlaceIndex`` or a ``DynamicPlaceIndex`` is created, and by changes of the
/// latter, which then stays unchanged. For input with invalid coordinates use
/// ``PlaceIndex/init(skippingInvalid:coordinate:threads:)``, which skips them and lists what it
/// skipped.
///
/// ```swift
/// do {
///   index = try PlaceIndex(rows, coordinate: \.location)
/// } catch .invalidCoordinate(let offset, _) {
///   print("row \(offset) has an invalid coordinate")
/// } catch {
///   print(error)
/// }
/// ```
public enum PlaceIndexError: Error, Hashable, Sendable {
  /// The element at this offset of the input has a coordinate that is not ``Coordinate/isValid``;
  /// the offset is 0 for a single element.
  case invalidCoordinate(offset: Int, coordinate: Coordinate)
  /// The element at this offset has the ID of an earlier one; IDs must be unique.
  case duplicateID(offset: Int)
  /// There are more elements than an index supports: 2³² - 1, or 2³¹ - 1 in a dynamic one.
  case tooManyElements(count: Int)
}

extension PlaceIndexError: CustomStringConvertible {
  /// A description of the error, its position and the valid range.
  public var description: String {
    switch self {
    case .invalidCoordinate(let offset, let coordinate):
      "the element at offset \(offset) has latitude \(coordinate.latitude), longitude "
        + "\(coordinate.longitude); a latitude is from -90 to 90 degrees and a longitude is finite"
    case .duplicateID(let offset):
      "the element at offset \(offset) has the ID of an earlier one; IDs must be unique"
    case .tooManyElements(let count):
      "\(count) elements are more than an index supports"
    }
  }
}

extension PlaceIndex {
  /// Creates an index of the elements of a sequence.
  ///
  /// Longitudes may include full turns; latitudes must be in -90...90.
  ///
  /// - Parameters:
  ///   - places: the elements; they keep their order.
  ///   - coordinate: a key path or closure that returns the coordinate of an element, called once
  ///     per element.
  ///   - threads: the maximum number of threads; the index does not depend on it.
  /// - Throws: ``PlaceIndexError`` with the offset of the first invalid coordinate.
  /// - Complexity: O(n log n) for n elements.
  @inlinable
  public init(
    _ places: some Sequence<Element>, coordinate: (Element) -> Coordinate, threads: Int = 1
  ) throws(PlaceIndexError) {
    let elements = Array(places)
    self.init(
      elements: elements,
      core: try _PackedCore(elements.mapInLargePages(coordinate), threads: threads),
      skippedOffsets: [])
  }

  /// Creates an index of the elements of a sequence that have a valid coordinate.
  ///
  /// The others stay in ``elements``, so that offsets are those of the input, but no query finds
  /// them; ``skippedOffsets`` lists them.
  ///
  /// - Parameters:
  ///   - places: the elements; they keep their order.
  ///   - coordinate: a key path or closure that returns the coordinate of an element, called once
  ///     per element.
  ///   - threads: the maximum number of threads; the index does not depend on it.
  /// - Throws: ``PlaceIndexError/tooManyElements(count:)``; never for an invalid coordinate.
  /// - Complexity: O(n log n) for n elements.
  @inlinable
  public init(
    skippingInvalid places: some Sequence<Element>, coordinate: (Element) -> Coordinate,
    threads: Int = 1
  ) throws(PlaceIndexError) {
    let elements = Array(places)
    let (core, skipped) = try _PackedCore.skippingInvalid(
      elements.mapInLargePages(coordinate), threads: threads)
    self.init(elements: elements, core: core, skippedOffsets: skipped)
  }
}
