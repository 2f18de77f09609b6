public import CairnGeodesy

/// An index over places that does not change: what is near, what is inside, how many.
///
/// ```swift
/// let index = try PlaceIndex(cities, coordinate: \.coordinate)
/// index.within(50_000, of: paris)          // nearest first, with distances in metres
/// index.nearest(to: paris, count: 10)
/// index.count(within: 50_000, of: paris)   // without making a list
/// ```
///
/// Every answer is exactly that of a loop over all elements with ``Coordinate/distance(to:)``,
/// the great-circle distance on the mean sphere: a radius includes its edge, results are ordered
/// by distance, equally distant ones by their offset in the input. Poles, the antimeridian,
/// antipodes and equal points are places like any other.
///
/// A centre that is not finite or lies beyond a pole has no distance to anything: nothing is
/// found. The same holds for a radius that is negative or NaN; an infinite one finds everything.
///
/// The index is a value over immutable memory: copying it is free, and any number of threads may
/// query it at once. It needs about 34 bytes a place beside the elements themselves.
///
/// ## When not to use it
/// - For places that come, go or move: every change is a new index, O(n log n). Take
///   ``DynamicPlaceIndex``.
/// - For a question or two to places that are not indexed yet: building costs as much as a few
///   loops over them with ``Coordinate/distance(to:)``.
/// - For extended things, roads or lakes: they are points here.
///
/// ## Degenerate input
/// Any number of equal points is built and searched as others are: a leaf of them is a point, and
/// of those at one spot a search keeps no more than are wanted. What is equally far cannot be told
/// apart by a search, though: the nearest of n places at one spot, or on a circle around the
/// centre, take O(n).
///
/// ## What it is
/// A packed (bulk-loaded) R-tree in k-d order over unit vectors, with sixteen children a node and
/// sixteen points a leaf. Sources: J. L. Bentley,
/// "Multidimensional binary search trees used for associative searching", Communications of the
/// ACM 18 (1975), doi:10.1145/361002.361007; and for packing, I. Kamel and C. Faloutsos, "On
/// packing R-trees", CIKM 1993, doi:10.1145/170088.170403.
public struct PlaceIndex<Element> {
  /// All elements as they were given, those without a valid coordinate too.
  public let elements: [Element]
  /// Offsets of elements that are not indexed since their coordinate is invalid, ascending.
  ///
  /// Empty unless the index was made by `init(skippingInvalid:coordinate:)`.
  public let skippedOffsets: [Int]
  /// What finds places, knowing them by their offsets.
  public let _core: _PackedCore

  @inlinable
  internal init(elements: [Element], core: _PackedCore, skippedOffsets: [Int]) {
    self.elements = elements
    _core = core
    self.skippedOffsets = skippedOffsets
  }
}

extension PlaceIndex: Sendable where Element: Sendable {}

// What each requirement is stands in ``SearchablePlaces``.
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
    elements.lend(at: tag, to: isIncluded)
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

/// Why an index cannot be built or changed.
///
/// It comes when a ``PlaceIndex`` or a ``DynamicPlaceIndex`` is made, and from what changes the
/// latter, which then stays as it was. Input that may have rows without a place goes into
/// ``PlaceIndex/init(skippingInvalid:coordinate:threads:)``, which has no such error and names what
/// it left out.
///
/// ```swift
/// do {
///   index = try PlaceIndex(rows, coordinate: \.location)
/// } catch .invalidCoordinate(let offset, _) {
///   print("row \(offset) is nowhere")
/// } catch {
///   print(error)
/// }
/// ```
public enum PlaceIndexError: Error, Hashable, Sendable {
  /// The element at this offset of what was given has a coordinate that is not
  /// ``Coordinate/isValid``; the offset is 0 where a single element was given.
  case invalidCoordinate(offset: Int, coordinate: Coordinate)
  /// The element at this offset has the ID of an earlier one; an ID stands for one element.
  case duplicateID(offset: Int)
  /// More elements than an index can tell apart: 2³² - 1, and 2³¹ - 1 in a dynamic one.
  case tooManyElements(count: Int)
}

extension PlaceIndexError: CustomStringConvertible {
  /// One line that says what is wrong, where, and what would be right.
  public var description: String {
    switch self {
    case .invalidCoordinate(let offset, let coordinate):
      "the element at offset \(offset) lies at latitude \(coordinate.latitude), longitude "
        + "\(coordinate.longitude); a latitude is from -90 to 90 degrees and a longitude is finite"
    case .duplicateID(let offset):
      "the element at offset \(offset) has the ID of an earlier one; an ID stands for one element"
    case .tooManyElements(let count):
      "\(count) elements are more than an index can tell apart"
    }
  }
}

extension PlaceIndex {
  /// Indexes the elements of a sequence.
  ///
  /// Longitudes may be in any turn; latitudes must lie in -90...90.
  ///
  /// - Parameters:
  ///   - places: any elements; they keep their order.
  ///   - coordinate: where an element is: a key path or a closure, asked once for each element.
  ///   - threads: how many threads may work on it; the index does not depend on it.
  /// - Throws: ``PlaceIndexError`` with the offset of the first coordinate that is invalid.
  /// - Complexity: O(n log n) for n elements.
  @inlinable
  public init(
    _ places: some Sequence<Element>, coordinate: (Element) -> Coordinate, threads: Int = 1
  ) throws(PlaceIndexError) {
    let elements = Array(places)
    self.init(
      elements: elements, core: try _PackedCore(elements.map(coordinate), threads: threads),
      skippedOffsets: [])
  }

  /// Indexes those elements of a sequence that have a valid coordinate.
  ///
  /// The others stay among ``elements``, so that offsets are those of the input, but no query
  /// finds them; ``skippedOffsets`` names them.
  ///
  /// - Parameters:
  ///   - places: any elements; they keep their order.
  ///   - coordinate: where an element is: a key path or a closure, asked once for each element.
  ///   - threads: how many threads may work on it; the index does not depend on it.
  /// - Throws: ``PlaceIndexError/tooManyElements(count:)``, never for a coordinate.
  /// - Complexity: O(n log n) for n elements.
  @inlinable
  public init(
    skippingInvalid places: some Sequence<Element>, coordinate: (Element) -> Coordinate,
    threads: Int = 1
  ) throws(PlaceIndexError) {
    let elements = Array(places)
    let (core, skipped) = try _PackedCore.skippingInvalid(
      elements.map(coordinate), threads: threads)
    self.init(elements: elements, core: core, skippedOffsets: skipped)
  }
}
