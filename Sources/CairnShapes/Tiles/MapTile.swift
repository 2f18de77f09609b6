public import CairnGeodesy
internal import CairnIndex
internal import CairnMemory

/// A square tile of a web map, numbered `z/x/y` as by OpenStreetMap, Google and others.
///
/// ```swift
/// let tile = MapTile(containing: Coordinate(latitude: 48.8584, longitude: 2.2945), zoom: 16)
/// tile?.description                        // "16/33185/22545"
/// tile?.quadkey                            // "1202200101300011"
/// tile?.boundingBox                        // its edges
/// let tiles = try MapTile.tiles(covering: park, zoom: 18)
/// ```
///
/// At zoom 0 one tile shows the Earth from 85.05° S to 85.05° N; each tile has four parts at the
/// next zoom. Columns count eastward from 180°, rows from the north. TMS services count rows from
/// the south: use ``rowFromSouth``.
///
/// Each valid place is in exactly one tile of a zoom: a tile contains its western and northern
/// edges, and places near the poles that the map does not show belong to the first and the last
/// row. 180° belongs to the western end, -180°.
///
/// To group places by cells that are no larger near the poles than elsewhere, use a ``Geohash`` of
/// the module `CairnIndex`; to find places, use an index of that module.
public struct MapTile: Hashable, Sendable, BitwiseCopyable {
  /// The zoom, in 0...30.
  public let zoom: Int
  /// The column, eastward from 180°.
  public let x: Int
  /// The row, from the north.
  public let y: Int

  /// The maximum zoom, with tiles of about four centimeters.
  public static let maximumZoom = 30

  /// Creates a tile from its numbers; nil if one is out of range.
  ///
  /// - Parameters:
  ///   - zoom: the zoom, in 0...30.
  ///   - x: the column, in 0..<2^zoom.
  ///   - y: the row, in 0..<2^zoom.
  public init?(zoom: Int, x: Int, y: Int) {
    guard 0...Self.maximumZoom ~= zoom else { return nil }
    let range = 0..<(1 << zoom)
    guard range.contains(x), range.contains(y) else { return nil }
    self.init(storing: zoom, x, y)
  }

  init(storing zoom: Int, _ x: Int, _ y: Int) {
    self.zoom = zoom
    self.x = x
    self.y = y
  }

  /// Creates the tile that contains a place.
  ///
  /// Returns nil for a place that is not ``Coordinate/isValid`` or a zoom out of range.
  ///
  /// - Parameters:
  ///   - coordinate: any place.
  ///   - zoom: the zoom, in 0...30.
  /// - Complexity: O(1).
  public init?(containing coordinate: Coordinate, zoom: Int) {
    guard 0...Self.maximumZoom ~= zoom, coordinate.isValid else { return nil }
    self.init(
      storing: zoom, Self.column(of: coordinate.longitude, zoom),
      Self.row(of: coordinate.latitude, zoom))
  }

  // MARK: The grid

  /// The exact western longitude of a column.
  static func longitude(ofColumn column: Int, _ zoom: Int) -> Double {
    Double(360 * column) / Double(1 << zoom) - 180
  }

  /// The northern latitude of a row.
  static func latitude(ofRow row: Int, _ zoom: Int) -> Double {
    let half = Double(1 << zoom) / 2
    let height = (half - Double(row)) / half * .pi
    return polarAngle(degreesOfX: 1, y: hyperbolicSineAndCosine(height).sine)
  }

  static func column(of longitude: Double, _ zoom: Int) -> Int {
    let longitude = longitude.remainder(dividingBy: 360)
    let count = 1 << zoom
    let place = (longitude + 180) / 360 * Double(count)
    var column = min(max(Int(place), 0), count - 1)
    // A longitude that rounds to an edge it has not reached belongs to the previous tile.
    if longitude < Self.longitude(ofColumn: column, zoom) { column -= 1 }
    return longitude == 180 ? 0 : max(column, 0)
  }

  static func row(of latitude: Double, _ zoom: Int) -> Int {
    let count = 1 << zoom
    guard latitude.magnitude < 90 else { return latitude > 0 ? 0 : count - 1 }
    let (sine, cosine) = sineAndCosine(degrees: latitude)
    let place = (1 - inverseHyperbolicSine(sine / cosine) / .pi) / 2 * Double(count)
    var row = Int(min(max(place, 0), Double(count - 1)))
    // Near an edge, within rounding errors, compare with the latitude of the edge in
    // ``boundingBox``.
    let rest = place - Double(row)
    if rest < 1e-5, row > 0, latitude > Self.latitude(ofRow: row, zoom) { row -= 1 }
    if rest > 1 - 1e-5, row < count - 1, latitude <= Self.latitude(ofRow: row + 1, zoom) {
      row += 1
    }
    return row
  }

  // MARK: Edges

  /// The edges of the tile, on a map that ends at 85.05° north and south.
  ///
  /// The longitudes are exact. Places on the eastern and southern edges are inside the box, but
  /// belong to the next tiles.
  public var boundingBox: BoundingBox {
    let edges = edges
    return BoundingBox(
      south: edges.south, west: edges.west, north: edges.north, east: edges.east)
  }

  /// The edges in degrees; the east of the last column is 180.
  private var edges: (south: Double, west: Double, north: Double, east: Double) {
    (
      Self.latitude(ofRow: y + 1, zoom), Self.longitude(ofColumn: x, zoom),
      Self.latitude(ofRow: y, zoom), Self.longitude(ofColumn: x + 1, zoom)
    )
  }

  /// The center of the tile on the map.
  public var center: Coordinate {
    guard zoom < Self.maximumZoom else { return boundingBox.center }
    return Coordinate(
      latitude: Self.latitude(ofRow: 2 * y + 1, zoom + 1),
      longitude: Self.longitude(ofColumn: 2 * x + 1, zoom + 1))
  }

  // MARK: Relatives

  /// The four parts of the tile at the next zoom: northwest, northeast, southwest, southeast;
  /// empty at the maximum zoom.
  public var children: [MapTile] {
    guard zoom < Self.maximumZoom else { return [] }
    return [(0, 0), (1, 0), (0, 1), (1, 1)].map {
      MapTile(storing: zoom + 1, 2 * x + $0.0, 2 * y + $0.1)
    }
  }

  /// The enclosing tile of the previous zoom; nil at zoom 0.
  public var parent: MapTile? { ancestor(zoom: zoom - 1) }

  /// Returns the enclosing tile of a lower zoom, or the tile itself.
  ///
  /// - Parameter coarser: the lower zoom, in 0...zoom.
  /// - Returns: nil for a greater zoom or a negative one.
  public func ancestor(zoom coarser: Int) -> MapTile? {
    guard 0...zoom ~= coarser else { return nil }
    return MapTile(storing: coarser, x >> (zoom - coarser), y >> (zoom - coarser))
  }

  /// Whether this tile contains or equals another one.
  public func contains(_ other: MapTile) -> Bool {
    other.ancestor(zoom: zoom) == self
  }

  /// Returns the tile at an offset in columns and rows, wrapping around at 180°.
  ///
  /// - Parameters:
  ///   - columns: the offset to the east; negative to the west.
  ///   - rows: the offset to the south; negative to the north.
  /// - Returns: nil beyond the first and the last row.
  public func neighbor(columns: Int, rows: Int) -> MapTile? {
    let (row, isBeyond) = y.addingReportingOverflow(rows)
    guard !isBeyond, 0..<(1 << zoom) ~= row else { return nil }
    return MapTile(storing: zoom, (x &+ columns) & (1 << zoom - 1), row)
  }

  // MARK: Names

  /// The row counted from the south, as in TMS services.
  public var rowFromSouth: Int { (1 << zoom) - 1 - y }

  /// The tile as one digit per zoom; tiles share a prefix with the tiles that they contain; "" at
  /// zoom 0.
  ///
  /// This is the quadkey of Bing Maps.
  public var quadkey: String {
    var key = ""
    for level in stride(from: zoom - 1, through: 0, by: -1) {
      let digit = (x >> level & 1) + 2 * (y >> level & 1)
      key.append(["0", "1", "2", "3"][digit])
    }
    return key
  }

  /// Creates the tile of a quadkey; nil for any other text.
  ///
  /// - Parameter quadkey: up to 30 digits, each from 0 to 3.
  public init?(quadkey: some StringProtocol) {
    var (x, y, zoom) = (0, 0, 0)
    for byte in quadkey.utf8 {
      guard zoom < Self.maximumZoom, 0x30...0x33 ~= byte else { return nil }
      x = x << 1 | Int(byte & 1)
      y = y << 1 | Int(byte >> 1 & 1)
      zoom += 1
    }
    self.init(storing: zoom, x, y)
  }
}

extension MapTile: CustomStringConvertible, LosslessStringConvertible {
  /// The tile as `zoom/x/y`.
  public var description: String { "\(zoom)/\(x)/\(y)" }

  /// Creates the tile of `zoom/x/y`; nil for any other text or for numbers out of range.
  ///
  /// - Parameter description: three unsigned integers.
  public init?(_ description: String) {
    let numbers = description.split(separator: "/", omittingEmptySubsequences: false).map { part in
      part.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(part) : nil
    }
    guard numbers.count == 3, let zoom = numbers[0], let x = numbers[1], let y = numbers[2] else {
      return nil
    }
    self.init(zoom: zoom, x: x, y: y)
  }
}

extension MapTile: Identifiable {
  /// The tile itself.
  public var id: MapTile { self }
}

extension MapTile: Comparable {
  /// Orders by zoom, then row by row from the northwest.
  public static func < (a: MapTile, b: MapTile) -> Bool {
    (a.zoom, a.y, a.x) < (b.zoom, b.y, b.x)
  }
}

extension MapTile: DegreeCell {
  /// The rectangle of the tile, extended to the poles for the outer rows.
  package var rectangle: DegreeRectangle {
    let edges = edges
    return DegreeRectangle(
      south: y == 1 << zoom - 1 ? -90 : edges.south, north: y == 0 ? 90 : edges.north,
      west: edges.west, width: edges.east - edges.west)
  }

  /// The same as the children.
  package var parts: [MapTile] { children }
}
