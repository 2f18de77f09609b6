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
/// It is a packed k-d tree over unit vectors with sixteen children a node. Sources: J. L. Bentley,
/// "Multidimensional binary search trees used for associative searching", Communications of the
/// ACM 18 (1975), doi:10.1145/361002.361007; and for packing, I. Kamel and C. Faloutsos, "On
/// packing R-trees", CIKM 1993, doi:10.1145/170088.170403.
public struct PlaceIndex<Element> {
  /// All elements as they were given, those without a valid coordinate too.
  public let elements: [Element]
  /// Offsets of elements that are not indexed since their coordinate is not valid, ascending.
  ///
  /// Empty unless the index was made by ``init(skippingInvalid:coordinate:)``.
  public let skippedOffsets: [Int]
  @usableFromInline
  internal let core: PackedCore

  @inlinable
  internal init(elements: [Element], core: PackedCore, skippedOffsets: [Int]) {
    self.elements = elements
    self.core = core
    self.skippedOffsets = skippedOffsets
  }

  /// The number of places that queries see.
  @inlinable
  public var count: Int { core.count }

  /// Whether there is no place to find.
  @inlinable
  public var isEmpty: Bool { core.count == 0 }
}

extension PlaceIndex: Sendable where Element: Sendable {}

/// Why an index cannot be built.
public enum PlaceIndexError: Error, Hashable, Sendable {
  /// The element at this offset has a coordinate that is not finite or lies beyond a pole.
  case invalidCoordinate(offset: Int, coordinate: Coordinate)
  /// More elements than offsets of 32 bits can tell apart.
  case tooManyElements(count: Int)
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
  /// - Throws: ``PlaceIndexError`` with the offset of the first coordinate that is not valid.
  /// - Complexity: O(n log n) for n elements.
  @inlinable
  public init(
    _ places: some Sequence<Element>, coordinate: (Element) -> Coordinate, threads: Int = 1
  ) throws(PlaceIndexError) {
    let elements = Array(places)
    self.init(
      elements: elements, core: try PackedCore(elements.map(coordinate), threads: threads),
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
    let (core, skipped) = try PackedCore.skippingInvalid(elements.map(coordinate), threads: threads)
    self.init(elements: elements, core: core, skippedOffsets: skipped)
  }
}
