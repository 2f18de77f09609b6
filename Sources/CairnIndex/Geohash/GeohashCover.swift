public import CairnGeodesy

/// Cells that together contain every point of a region, and possibly more.
///
/// There are two ways to choose them:
/// - ``init(_:precision:maximumCells:)`` uses **all cells of one precision** that touch the region.
///   For a circle these are exactly the cells whose closed area is within the radius of the center
///   (to a micrometer, in favor of the cell).
/// - ``init(_:maximumCells:maximumPrecision:)`` uses **cells of different precision**, few and
///   large ones inside and small ones along the edge, up to a maximum number.
///
/// Every cover extends beyond its region, so filter the results exactly: ``GeohashQuery`` does
/// both. The antimeridian, the poles and the edges of the grid need no special handling.
///
/// ```swift
/// let fiji = BoundingBox(south: -18, west: 179, north: -17, east: -179)
/// try GeohashCover(fiji, precision: 3).cells.map(\.description)
/// // ["2hb", "ruz"]
/// ```
///
/// The second way follows S2RegionCoverer (S2 Geometry Library, 2005).
public struct GeohashCover: Hashable, Sendable {
  /// The cells in ascending order; none of them contains another.
  public let cells: [Geohash]

  /// Covers a region with all cells of one precision that touch it.
  ///
  /// - Parameters:
  ///   - region: the region to cover; an empty region has no cells.
  ///   - precision: the number of characters, in 1...12.
  ///   - maximumCells: the maximum number of cells.
  /// - Throws: ``GeohashError/tooManyCells(limit:)`` if more cells are needed, after about as much
  ///   work as for that many; ``GeohashError/invalidPrecision(_:)``.
  /// - Complexity: O(*k*) for *k* cells, times the number of edges near a cell for polygons.
  public init(
    _ region: some PlaceRegion, precision: Int, maximumCells: Int = 10_000
  ) throws(GeohashError) {
    guard 1...12 ~= precision else { throw .invalidPrecision(precision) }
    guard let shape = region._outline.shape else {
      cells = []
      return
    }
    guard let list = GeohashCoverer.cells(of: shape, count: 5 * precision, limit: maximumCells)
    else { throw .tooManyCells(limit: maximumCells) }
    cells = list.map { Geohash(bits: $0.bits, precision: precision) }
  }

  /// Covers a region with cells of different precision, refining the coarsest cell on its edge
  /// while the number of cells allows.
  ///
  /// - Parameters:
  ///   - region: the region to cover; an empty region has no cells.
  ///   - maximumCells: the maximum number of cells. If the region touches more cells of one
  ///     character than that, up to 32, these are the cover.
  ///   - maximumPrecision: the maximum number of characters, clamped to 1...12.
  /// - Complexity: O(*k* log *k*) for *k* cells, times the number of edges near a cell for
  ///   polygons.
  public init(_ region: some PlaceRegion, maximumCells: Int, maximumPrecision: Int = 12) {
    let precision = min(max(maximumPrecision, 1), 12)
    let found = region._outline.shape.map {
      GeohashCoverer.cells(of: $0, step: 5, limit: maximumCells, count: 5 * precision)
    }
    cells = (found ?? []).map { Geohash(bits: $0.bits, precision: $0.count / 5) }
  }

  /// Whether a coordinate is in one of the cells; false if it is invalid.
  ///
  /// - Complexity: O(log *k*) for *k* cells.
  public func contains(_ coordinate: Coordinate) -> Bool {
    guard let hash = Geohash(coordinate) else { return false }
    // Find the last cell that does not sort after the coordinate's geohash.
    var low = 0
    var high = cells.count
    while low < high {
      let middle = (low + high) / 2
      if cells[middle] <= hash { low = middle + 1 } else { high = middle }
    }
    return low > 0 && cells[low - 1].isPrefix(of: hash)
  }

  /// Returns the cells as ranges of integer keys, ascending and disjoint; adjacent ranges are
  /// merged.
  ///
  /// Cells finer than a key are widened to the key.
  public func ranges<Key: GeohashInteger>(of type: Key.Type = Key.self) -> [GeohashKeyRange<Key>] {
    GeohashRanges.keys(cells.map { $0.gridCell })
  }

  /// Returns the cells as ranges of strings, ascending and disjoint; adjacent ranges are merged.
  ///
  /// See ``GeohashQuery/stringRanges(keyLength:)`` for how to use them.
  public func stringRanges(keyLength: Int = 12) -> [Range<String>] {
    GeohashRanges.strings(cells.map { $0.gridCell }, keyLength: keyLength)
  }
}
