public import CairnGeodesy

/// Map clusters, for every zoom, of places that are inserted, moved and removed.
///
/// The cost of a change does not depend on the number of places: at each zoom, one cell of the map
/// gains or loses a place. The clusters depend only on the current places, not on the order of
/// changes.
///
/// ```swift
/// var pins = DynamicMapClusters()
/// pins.insert(7, at: Coordinate(latitude: 48.2, longitude: 16.4))
/// pins.remove(7, at: Coordinate(latitude: 48.2, longitude: 16.4))
/// pins.clusters(in: viewport, zoom: 5)
/// ```
///
/// At each zoom the map is divided into square cells that are a little wider than
/// ``Options/radius``. The position of a cell is the mean of its places. Each cell is attached to
/// the fullest neighboring cell that is fuller than itself and within the radius. Cells that are
/// attached directly or indirectly form one cluster, whose pin is at the position of its fullest
/// cell. So no two pins of a zoom are closer than the radius, a cluster does not depend on the
/// viewport, and every place is in exactly one cluster. Source of the idea of following the density
/// uphill, quick shift: A. Vedaldi and S. Soatto, "Quick shift and kernel methods for mode
/// seeking", ECCV 2008, doi:10.1007/978-3-540-88693-8_52.
///
/// Unlike with ``MapClusters``, a cluster of one zoom need not consist of whole clusters of the
/// next, and a place far from others may be at the edge of a large cluster. For places that do not
/// change, ``MapClusters`` is the better choice. Distances, zooms and the map's edges are as in
/// ``MapClusters``.
public struct DynamicMapClusters: Sendable {
  /// The clustering options.
  public struct Options: Hashable, Sendable {
    /// The minimum distance between two pins, in points on the screen.
    public var radius: Double
    /// The width of the whole world at zoom 0, in points: 256 for MapKit and raster tiles, 512 for
    /// vector tiles.
    public var worldSize: Double
    /// The zooms with clusters.
    public var zooms: ClosedRange<Int>

    /// Creates options.
    ///
    /// - Parameters:
    ///   - radius: the minimum distance between two pins, in points; positive.
    ///   - worldSize: the width of the world at zoom 0, in points; positive.
    ///   - zooms: the zooms with clusters, within 0...24.
    public init(radius: Double = 60, worldSize: Double = 256, zooms: ClosedRange<Int> = 0...16) {
      self.radius = radius
      self.worldSize = worldSize
      self.zooms = zooms
    }
  }

  /// The clustering options.
  public let options: Options
  /// The number of places.
  public private(set) var count = 0
  private var cells = ClusterCells()
  private let grids: [Grid]

  /// The grid of a zoom.
  fileprivate struct Grid: Sendable {
    let zoom: Int
    /// The number of cells in a row and in a column.
    let columns: UInt64
    /// The minimum distance between two pins, as a fraction of the map's width.
    let reach: Double
  }

  /// Creates a map without places.
  ///
  /// - Parameter options: the minimum distance of pins and the zooms.
  /// - Precondition: the options satisfy the requirements of
  ///   ``Options/init(radius:worldSize:zooms:)``.
  public init(options: Options = Options()) {
    precondition(options.radius > 0 && options.worldSize > 0, "lengths must be positive")
    precondition(
      options.zooms.lowerBound >= 0 && options.zooms.upperBound <= 24, "zooms must be in 0...24")
    self.options = options
    grids = options.zooms.map { zoom in
      let reach = options.radius / (options.worldSize * Double(1 << zoom))
      return Grid(zoom: zoom, columns: UInt64(max(1, min(0x1p28, 1 / reach))), reach: reach)
    }
  }

  /// Adds a place to the map.
  ///
  /// - Parameters:
  ///   - number: the ``DynamicMapCluster/number`` of a cluster of this place alone; need not be
  ///     unique.
  ///   - coordinate: the coordinate of the place; an invalid one is ignored.
  /// - Returns: whether the coordinate was valid.
  /// - Complexity: O(zooms).
  @discardableResult
  public mutating func insert(_ number: Int, at coordinate: Coordinate) -> Bool {
    guard coordinate.isValid else { return false }
    let point = FixedPoint(coordinate)
    let number = UInt64(bitPattern: Int64(number))
    for grid in grids {
      let place = Place(point, grid)
      cells.add(place.key, x: place.x, y: place.y, number: number)
    }
    count += 1
    return true
  }

  /// Removes a place from the map.
  ///
  /// - Parameters:
  ///   - number: the number that the place was inserted with.
  ///   - coordinate: the exact coordinate that the place was inserted with.
  /// - Returns: whether its cells contained a place.
  /// - Complexity: O(zooms).
  @discardableResult
  public mutating func remove(_ number: Int, at coordinate: Coordinate) -> Bool {
    guard coordinate.isValid else { return false }
    let point = FixedPoint(coordinate)
    let number = UInt64(bitPattern: Int64(number))
    let places = grids.map { Place(point, $0) }
    guard places.allSatisfy({ cells[$0.key] != nil }) else { return false }
    for place in places {
      cells.subtract(place.key, x: place.x, y: place.y, number: number)
    }
    count -= 1
    return true
  }
}

/// A point of the map in 2⁻³² of its width.
private struct FixedPoint {
  var x: UInt64
  var y: UInt64

  init(_ coordinate: Coordinate) {
    let point = MercatorPoint(coordinate)
    x = UInt64(min(point.x * 0x1p32, 0x1p32 - 1))
    y = UInt64(min(point.y * 0x1p32, 0x1p32 - 1))
  }
}

extension DynamicMapClusters {
  /// A point in a cell of a zoom.
  fileprivate struct Place {
    let key: UInt64
    /// The distance from the cell's corner.
    let x: UInt64
    let y: UInt64

    init(_ point: FixedPoint, _ grid: Grid) {
      let column = (point.x &* grid.columns) >> 32
      let row = (point.y &* grid.columns) >> 32
      key = DynamicMapClusters.key(grid, column: column, row: row)
      x = point.x &- DynamicMapClusters.corner(column, grid)
      y = point.y &- DynamicMapClusters.corner(row, grid)
    }
  }

  /// The first point of a column or row.
  fileprivate static func corner(_ column: UInt64, _ grid: Grid) -> UInt64 {
    (column << 32 &+ grid.columns &- 1) / grid.columns
  }

  fileprivate static func key(_ grid: Grid, column: UInt64, row: UInt64) -> UInt64 {
    UInt64(grid.zoom) << 58 | row << 29 | column
  }

  fileprivate static func column(_ key: UInt64) -> UInt64 { key & 0x1FFF_FFFF }
  fileprivate static func row(_ key: UInt64) -> UInt64 { key >> 29 & 0x1FFF_FFFF }

  /// A cell visited by a query.
  private struct Seen {
    var x: Double
    var y: Double
    var count: UInt32
    /// The cell that it is attached to, or itself.
    var parent: UInt64
  }

  /// Returns the clusters to show: all clusters of a zoom whose center is in a box.
  ///
  /// Pins have an extent, so pass a box somewhat larger than the viewport.
  ///
  /// - Parameters:
  ///   - box: the box; it may cross the antimeridian.
  ///   - zoom: the zoom, clamped to ``Options/zooms``.
  /// - Returns: the clusters by rows of cells, from west to east, in an order that depends only on
  ///   the places, the options and the box.
  /// - Complexity: O(k) for k cells in the box, empty or not, and in the clusters around its edge,
  ///   but at most O(n) for n nonempty cells.
  public func clusters(in box: BoundingBox, zoom: Int) -> [DynamicMapCluster] {
    let zoom = min(max(zoom, options.zooms.lowerBound), options.zooms.upperBound)
    let grid = grids[zoom - options.zooms.lowerBound]
    guard !box.isEmpty, count > 0 else { return [] }
    var question = Question(cells: cells, grid: grid)
    var found: [DynamicMapCluster] = []
    for key in keys(in: box, grid) {
      guard let seen = question.seen(key), seen.parent == key else { continue }
      let center = center(of: key, seen)
      guard box.contains(center) else { continue }
      found.append(question.cluster(key, at: center))
    }
    return found
  }

  /// The keys of the cells that may contain places of a box, by rows.
  private func keys(in box: BoundingBox, _ grid: Grid) -> [UInt64] {
    let columns = Int(grid.columns)
    let west = MercatorPoint(Coordinate(latitude: 0, longitude: box.west)).x
    let width = box.longitudeSpan / 360
    let first = Int((west * Double(columns)).rounded(.down)) - 1
    let span = min(columns, Int((width * Double(columns)).rounded(.up)) + 3)
    func row(_ latitude: Double) -> Int {
      Int(MercatorPoint(Coordinate(latitude: latitude, longitude: 0)).y * Double(columns))
    }
    let rows = max(0, row(box.north) - 1)...min(columns - 1, row(box.south) + 1)
    // If the box has more cells than there are nonempty cells, filter the nonempty ones instead.
    if span.multipliedReportingOverflow(by: rows.count).overflow || span * rows.count > cells.count
    {
      return cells.keys.filter { key in
        guard key >> 58 == UInt64(grid.zoom), rows.contains(Int(Self.row(key))) else {
          return false
        }
        let offset = (Int(Self.column(key)) - first) % columns
        return (offset + columns) % columns < span
      }.sorted()
    }
    var keys: [UInt64] = []
    for row in rows {
      for step in 0..<span {
        let column = ((first + step) % columns + columns) % columns
        keys.append(Self.key(grid, column: UInt64(column), row: UInt64(row)))
      }
    }
    return keys.sorted()
  }

  private func center(of key: UInt64, _ seen: Seen) -> Coordinate {
    MercatorPoint(x: seen.x, y: seen.y).coordinate
  }

  /// A query with the cells that it has visited.
  private struct Question {
    let cells: ClusterCells
    let grid: Grid
    var known: [UInt64: Seen] = [:]

    init(cells: ClusterCells, grid: Grid) {
      self.cells = cells
      self.grid = grid
    }

    /// Returns a nonempty cell with its position and the cell that it is attached to.
    mutating func seen(_ key: UInt64) -> Seen? {
      if let seen = known[key] { return seen }
      guard var seen = middle(of: key) else { return nil }
      var best = (count: seen.count, key: key)
      for other in DynamicMapClusters.neighbors(of: key, grid) {
        guard let near = middle(of: other) else { continue }
        // Of two equally full cells, the one with the lower key counts as fuller.
        guard near.count > best.count || near.count == best.count && other < best.key else {
          continue
        }
        let dx = MercatorPoint.eastward(from: seen.x, to: near.x)
        let dy = near.y - seen.y
        if dx * dx + dy * dy <= grid.reach * grid.reach { best = (near.count, other) }
      }
      seen.parent = best.key
      known[key] = seen
      return seen
    }

    private func middle(of key: UInt64) -> Seen? {
      guard let cell = cells[key] else { return nil }
      let x = Double(DynamicMapClusters.corner(DynamicMapClusters.column(key), grid))
      let y = Double(DynamicMapClusters.corner(DynamicMapClusters.row(key), grid))
      let count = Double(cell.count)
      return Seen(
        x: (x + Double(cell.x) / count) * 0x1p-32, y: (y + Double(cell.y) / count) * 0x1p-32,
        count: cell.count, parent: key)
    }

    /// Returns the cluster with the given fullest cell.
    mutating func cluster(_ root: UInt64, at center: Coordinate) -> DynamicMapCluster {
      var members = [root]
      var next = 0
      var count = 0
      var numbers: UInt64 = 0
      while next < members.count {
        let key = members[next]
        next += 1
        count += Int(cells[key]?.count ?? 0)
        numbers &+= cells[key]?.numbers ?? 0
        for other in DynamicMapClusters.neighbors(of: key, grid)
        where cells[other] != nil && seen(other)?.parent == key {
          members.append(other)
        }
      }
      return DynamicMapCluster(
        id: root, center: center, count: count,
        number: count == 1 ? Int(Int64(bitPattern: numbers)) : nil, cells: members)
    }
  }

  /// The up to eight neighbors of a cell, each once; columns wrap around.
  fileprivate static func neighbors(of key: UInt64, _ grid: Grid) -> [UInt64] {
    let columns = grid.columns
    let column = column(key)
    let row = row(key)
    var near: [UInt64] = []
    near.reserveCapacity(8)
    for row in (row == 0 ? 0 : row - 1)...min(row + 1, columns - 1) {
      for step in 0..<min(3, columns) {
        let other = self.key(grid, column: (column + columns - 1 + step) % columns, row: row)
        if other != key { near.append(other) }
      }
    }
    return near
  }

  /// Whether a coordinate is in a cell of a cluster; for a coordinate of the map's places, whether
  /// the place belongs to the cluster.
  public func contains(_ coordinate: Coordinate, in cluster: DynamicMapCluster) -> Bool {
    guard coordinate.isValid,
      let grid = grids.first(where: { UInt64($0.zoom) == cluster.id >> 58 })
    else { return false }
    return cluster.cells.contains(Place(FixedPoint(coordinate), grid).key)
  }

  /// Returns a box that contains all places of a cluster, up to a cell's width larger than
  /// necessary, to zoom a map to.
  public func boundingBox(of cluster: DynamicMapCluster) -> BoundingBox {
    guard let grid = grids.first(where: { UInt64($0.zoom) == cluster.id >> 58 }) else {
      return .empty
    }
    if grid.columns == 1 { return .world }
    let columns = Double(grid.columns)
    var box = BoundingBox.empty
    for key in cluster.cells {
      let column = Double(Self.column(key))
      let row = Double(Self.row(key))
      // A billionth of the map's width is a few centimeters; the last row ends at the pole.
      let north = MercatorPoint(x: 0, y: max(0, row / columns - 1e-9)).coordinate.latitude
      let south = MercatorPoint(x: 0, y: min(1, (row + 1) / columns + 1e-9)).coordinate.latitude
      box = box.union(
        BoundingBox(
          south: row + 1 == columns ? -90 : south, west: (column / columns - 0.5) * 360 - 1e-6,
          north: row == 0 ? 90 : north, east: ((column + 1) / columns - 0.5) * 360 + 1e-6))
    }
    return box
  }
}

/// A pin of a dynamic map: a place, or several places too close to be shown separately.
public struct DynamicMapCluster: Hashable, Sendable, Identifiable {
  /// The identity of the cluster within its ``DynamicMapClusters``, stable as long as its fullest
  /// cell stays the fullest.
  public let id: UInt64
  /// The position of the pin: the mean of the places in its fullest cell; for a single place, its
  /// coordinate within two centimeters.
  public let center: Coordinate
  /// The number of places.
  public let count: Int
  /// The number that a single place was inserted with; nil for several places.
  public let number: Int?
  /// The cells of the cluster, the fullest first.
  let cells: [UInt64]
}

extension DynamicMapCluster {
  /// Creates a cluster, such as for a preview or a test.
  ///
  /// It has no cells: no coordinate is in it, and its bounding box is empty.
  ///
  /// - Parameters:
  ///   - id: the identity of the cluster within its ``DynamicMapClusters``.
  ///   - center: the position of the pin.
  ///   - count: the number of places.
  ///   - number: the number that a single place was inserted with; nil for several places.
  public init(id: UInt64, center: Coordinate, count: Int, number: Int? = nil) {
    self.init(id: id, center: center, count: count, number: number, cells: [])
  }
}
