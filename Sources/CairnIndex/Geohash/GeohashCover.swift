public import CairnGeodesy

/// Cells that together hold every point of a region: a superset, never less.
///
/// Two ways to choose them:
/// - ``init(_:precision:maximumCells:)`` takes **all cells of one precision** that touch the
///   region. For a circle these are exactly the cells whose closed area has a distance from the
///   centre of at most the radius (to a micrometre, in favour of the cell).
/// - ``init(_:maximumCells:maximumPrecision:)`` takes **cells of different precision**, few and
///   large inside, small along the edge, at most as many as you say.
///
/// Cells beyond the region are part of any cover, so filter what you find exactly:
/// ``GeohashQuery`` does both. Seams at 180 degrees, poles and the edges of the grid need no
/// attention.
///
/// ```swift
/// let fiji = BoundingBox(south: -18, west: 179, north: -17, east: -179)
/// try GeohashCover(fiji, precision: 3).cells.map(\.description)
/// // ["2hb", "ruz"]
/// ```
///
/// The strategy of the second way is that of S2RegionCoverer (S2 Geometry Library, 2005).
public struct GeohashCover: Hashable, Sendable {
  /// The cells in ascending order; none of them holds another.
  public let cells: [Geohash]

  /// Takes all cells of one precision that touch a region.
  ///
  /// - Parameters:
  ///   - region: what to cover; an empty region has no cells.
  ///   - precision: the number of characters, in 1...12.
  ///   - maximumCells: the most cells you want to get.
  /// - Throws: ``GeohashError/tooManyCells(limit:)`` when there are more, after about as much work
  ///   as for that many; ``GeohashError/invalidPrecision(_:)``.
  /// - Complexity: O(*k*) for *k* cells, times the number of edges near a cell for polygons.
  public init(
    _ region: some PlaceRegion, precision: Int, maximumCells: Int = 10_000
  ) throws(GeohashError) {
    guard 1...12 ~= precision else { throw .invalidPrecision(precision) }
    let found = region._outline.withShape { shape in
      GeohashCover.allCells(of: shape, count: 5 * precision, limit: maximumCells)
    }
    guard let list = found ?? [] else { throw .tooManyCells(limit: maximumCells) }
    cells = list.map { Geohash(bits: $0.bits, precision: precision) }
  }

  /// Takes cells of different precision, refining the coarsest cell on the edge of the region as
  /// long as there may be more cells.
  ///
  /// - Parameters:
  ///   - region: what to cover; an empty region has no cells.
  ///   - maximumCells: the most cells you want to get. A region may touch more cells of one
  ///     character than that, up to 32; these are then the cover.
  ///   - maximumPrecision: the longest geohash, taken into 1...12.
  /// - Complexity: O(*k* log *k*) for *k* cells, times the number of edges near a cell for
  ///   polygons.
  public init(_ region: some PlaceRegion, maximumCells: Int, maximumPrecision: Int = 12) {
    let precision = min(max(maximumPrecision, 1), 12)
    let found = region._outline.withShape { shape in
      GeohashCover.fewCells(of: shape, step: 5, limit: maximumCells, count: 5 * precision)
    }
    cells = (found ?? []).map { Geohash(bits: $0.bits, precision: $0.count / 5) }
  }

  // Opens the existential: from here on the code is specialised for each shape.
  internal static func allCells(
    of shape: some GeohashShape, count: Int, limit: Int
  ) -> [GeohashCell]? {
    GeohashCoverer.cells(of: shape, count: count, limit: limit)
  }

  internal static func fewCells(
    of shape: some GeohashShape, step: Int, limit: Int, count: Int
  ) -> [GeohashCell] {
    GeohashCoverer.cells(of: shape, step: step, limit: limit, count: count)
  }

  /// Whether a coordinate lies in one of the cells; false when it is invalid.
  ///
  /// - Complexity: O(log *k*) for *k* cells.
  public func contains(_ coordinate: Coordinate) -> Bool {
    guard let hash = Geohash(coordinate) else { return false }
    // The last cell whose string is not after that of the coordinate.
    var low = 0
    var high = cells.count
    while low < high {
      let middle = (low + high) / 2
      if cells[middle] <= hash { low = middle + 1 } else { high = middle }
    }
    return low > 0 && cells[low - 1].isPrefix(of: hash)
  }

  /// The cells as ranges of integer keys, merged where they join, ascending and disjoint.
  ///
  /// Cells finer than a key are widened to the key.
  public func ranges<Key: GeohashInteger>(of type: Key.Type = Key.self) -> [GeohashKeyRange<Key>] {
    GeohashRanges.keys(cells.map { $0.gridCell })
  }

  /// The cells as ranges of strings, merged where they join, ascending and disjoint.
  ///
  /// See ``GeohashQuery/stringRanges(keyLength:)`` for how to use them.
  public func stringRanges(keyLength: Int = 12) -> [Range<String>] {
    GeohashRanges.strings(cells.map { $0.gridCell }, keyLength: keyLength)
  }
}
