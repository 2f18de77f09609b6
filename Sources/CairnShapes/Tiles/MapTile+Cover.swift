internal import CairnGeodesy
public import CairnIndex

/// An error in finding the tiles of a region.
///
/// Thrown by ``MapTile/tiles(covering:zoom:limit:)``. Each zoom has about four times as many tiles
/// as the previous one.
///
/// ```swift
/// do {
///   tiles = try MapTile.tiles(covering: park, zoom: 18, limit: 10_000)
/// } catch .tooManyTiles {
///   tiles = try MapTile.tiles(covering: park, zoom: 16, limit: 10_000)
/// }
/// ```
public enum MapTileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The zoom is not in 0...30.
  case invalidZoom(Int)
  /// The region has more tiles than the limit.
  case tooManyTiles(limit: Int)

  /// A description of the error and its remedy.
  public var description: String {
    switch self {
    case .invalidZoom(let zoom): "zoom \(zoom) is not in 0...\(MapTile.maximumZoom)"
    case .tooManyTiles(let limit):
      "the region has more than \(limit) tiles; use a lower zoom or a higher limit"
    }
  }
}

extension MapTile {
  /// Returns the tiles of a zoom that a region touches.
  ///
  /// ```swift
  /// let tiles = try MapTile.tiles(covering: PathCorridor(within: 500, of: route), zoom: 15)
  /// ```
  ///
  /// Every tile with a place of the region is included. For a box, a cap, a polygon or a corridor
  /// these are exactly the tiles within a micrometer of it. A box with positive width and height
  /// that ends at a tile edge does not include the next tile, so the box of a tile yields only that
  /// tile. For a ``CombinedRegion`` there may be additional tiles in which borders of two parts run
  /// without meeting; for a custom region the tiles are those of its box. Regions across 180° or
  /// around a pole need no special handling: places that the map does not show belong to the first
  /// and the last row. At the pole itself, which has all longitudes, a box has only the tiles
  /// between its sides.
  ///
  /// - Parameters:
  ///   - region: a region of any type; an empty one has no tiles.
  ///   - zoom: the zoom, in 0...30.
  ///   - limit: the maximum number of tiles.
  /// - Returns: the tiles in ascending order: row by row from the north.
  /// - Throws: ``MapTileError/tooManyTiles(limit:)`` if there are more, after about as much work as
  ///   for that many; ``MapTileError/invalidZoom(_:)``.
  /// - Complexity: O(*k* log *k*) for *k* tiles, times the number of edges near a tile for
  ///   polygons; areas entirely inside are tested once.
  public static func tiles(
    covering region: some PlaceRegion, zoom: Int, limit: Int = 1_000_000
  ) throws(MapTileError) -> [MapTile] {
    guard 0...maximumZoom ~= zoom else { throw .invalidZoom(zoom) }
    var found: [MapTile] = []
    let isComplete =
      switch region {
      case let box as BoundingBox: add(box, zoom, limit, &found)
      case let shape as GeoShape where shape.box != nil: add(shape.boundingBox, zoom, limit, &found)
      default: add(region, zoom, limit, &found)
      }
    guard isComplete else { throw .tooManyTiles(limit: limit) }
    found.sort()
    return found
  }

  /// Adds the tiles of a region; returns false if there are more than the limit.
  private static func add(
    _ region: some PlaceRegion, _ zoom: Int, _ limit: Int, _ found: inout [MapTile]
  ) -> Bool {
    var isComplete = true
    region.visitCells(of: [MapTile(storing: 0, 0, 0)]) { tile, isInside in
      guard isInside || tile.zoom == zoom else { return true }
      let depth = zoom - tile.zoom
      let side = 1 << depth
      guard depth < 30, found.count + side * side <= limit else {
        isComplete = false
        return nil
      }
      for y in 0..<side {
        for x in 0..<side {
          found.append(MapTile(storing: zoom, tile.x << depth + x, tile.y << depth + y))
        }
      }
      return false
    }
    return isComplete
  }

  /// Adds the tiles of a box by its rows and columns.
  private static func add(
    _ box: BoundingBox, _ zoom: Int, _ limit: Int, _ found: inout [MapTile]
  ) -> Bool {
    guard !box.isEmpty else { return true }
    let count = 1 << zoom
    let rows: ClosedRange<Int>
    let north = row(of: box.north, zoom)
    let south = row(of: box.south, zoom)
    // An edge belongs to the tile south of it, but only a place or a line needs that tile.
    let endsAtEdge = south > north && box.south == latitude(ofRow: south, zoom)
    rows = north...(endsAtEdge ? south - 1 : south)
    let west = column(of: box.west, zoom)
    var width = count
    if !box.spansAllLongitudes {
      let east = column(of: box.east, zoom)
      width = (east - west + count) % count + 1
      let edge = longitude(ofColumn: east, zoom)
      let endsAtEdge = box.east == edge || box.east == 180
      if endsAtEdge, box.west != box.east { width = width == 1 ? count : width - 1 }
      // The box wraps around almost the whole Earth, ending in the tile in which it starts.
      if width == 1, box.longitudeSpan > 360 / Double(count) { width = count }
    }
    for y in rows {
      guard found.count + width <= limit else { return false }
      for step in 0..<width {
        found.append(MapTile(storing: zoom, (west + step) & (count - 1), y))
      }
    }
    return true
  }
}

extension GeoShape {
  fileprivate var box: BoundingBox? {
    if case .box(let box) = self { box } else { nil }
  }
}
