public import CairnGeodesy

/// The pins of a map over places that come, go and move, for every zoom.
///
/// A change costs the same whatever the number of places: at each zoom one cell of the map gains a
/// place or loses one. The clusters are exactly those that the same places would give if they had
/// been there from the start, in any order.
///
/// ```swift
/// var pins = DynamicMapClusters()
/// pins.insert(7, at: Coordinate(latitude: 48.2, longitude: 16.4))
/// pins.remove(7, at: Coordinate(latitude: 48.2, longitude: 16.4))
/// pins.clusters(in: viewport, zoom: 5)
/// ```
///
/// At each zoom the map is divided into square cells that are a little wider than
/// ``Options/radius``. A cell stands in the middle of its places, and belongs to the fullest cell
/// around it that is fuller than itself and stands within the radius; cells that belong to one
/// another, step by step, are one cluster, whose pin stands where its fullest cell does. So no two
/// pins of a zoom are closer than the radius, a cluster does not depend on the viewport, and every
/// place is in exactly one. The idea of following the density uphill is that of quick shift: A.
/// Vedaldi and S. Soatto, "Quick shift and kernel methods for mode seeking", ECCV 2008,
/// doi:10.1007/978-3-540-88693-8_52.
///
/// Unlike those of ``MapClusters``, a cluster of one zoom need not consist of whole clusters of the
/// next, and a place far from others may be at the edge of a large cluster. For places that do not
/// change those are the better choice. Distances, zooms and the map's edges are as there.
public struct DynamicMapClusters: Sendable {
  /// How places are grouped.
  public struct Options: Hashable, Sendable {
    /// How close two pins may be, in points on the screen.
    public var radius: Double
    /// The width of the whole world at zoom 0, in points: 256 for MapKit and raster tiles, 512 for
    /// vector tiles.
    public var worldSize: Double
    /// The zooms that can be asked for.
    public var zooms: ClosedRange<Int>

    /// Makes options.
    ///
    /// - Parameters:
    ///   - radius: how close two pins may be, in points; positive.
    ///   - worldSize: the width of the world at zoom 0, in points; positive.
    ///   - zooms: the zooms with clusters, within 0...24.
    public init(radius: Double = 60, worldSize: Double = 256, zooms: ClosedRange<Int> = 0...16) {
      self.radius = radius
      self.worldSize = worldSize
      self.zooms = zooms
    }
  }

  /// How places are grouped.
  public let options: Options
  /// The number of places.
  public private(set) var count = 0
  private var cells: [UInt64: Cell] = [:]
  private let grids: [Grid]

  /// What lies in a cell of a zoom.
  fileprivate struct Cell: Sendable {
    var count: UInt32 = 0
    /// The sums of the distances from the cell's corner, in 2⁻³² of the map: whole numbers, so that
    /// a place that is taken out leaves nothing behind.
    var x: UInt64 = 0
    var y: UInt64 = 0
    /// The sum of the numbers of the places: of a single one it is the number.
    var numbers: UInt64 = 0
  }

  /// The cells of a zoom.
  fileprivate struct Grid: Sendable {
    let zoom: Int
    /// Cells in a row and in a column.
    let columns: UInt64
    /// How close two pins may be, as a part of the map's width.
    let reach: Double
  }

  /// Makes a map without places.
  ///
  /// - Parameter options: how close pins may be, and for which zooms.
  /// - Precondition: the options are as ``Options/init(radius:worldSize:zooms:)`` says.
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

  /// Puts a place on the map.
  ///
  /// - Parameters:
  ///   - number: what a cluster of this place alone is to tell; need not differ from others.
  ///   - coordinate: where it is; an invalid one is not put anywhere.
  /// - Returns: whether the coordinate was valid.
  /// - Complexity: O(zooms).
  @discardableResult
  public mutating func insert(_ number: Int, at coordinate: Coordinate) -> Bool {
    guard coordinate.isValid else { return false }
    let point = FixedPoint(coordinate)
    let number = UInt64(bitPattern: Int64(number))
    for grid in grids {
      let place = Place(point, grid)
      cells[place.key, default: Cell()].add(place, number)
    }
    count += 1
    return true
  }

  /// Takes a place off the map.
  ///
  /// - Parameters:
  ///   - number: the number that it was put there with.
  ///   - coordinate: where it was put, to the last bit.
  /// - Returns: whether there was a place in its cells.
  /// - Complexity: O(zooms).
  @discardableResult
  public mutating func remove(_ number: Int, at coordinate: Coordinate) -> Bool {
    guard coordinate.isValid else { return false }
    let point = FixedPoint(coordinate)
    let number = UInt64(bitPattern: Int64(number))
    let places = grids.map { Place(point, $0) }
    guard places.allSatisfy({ cells[$0.key] != nil }) else { return false }
    for place in places {
      if cells[place.key]?.count == 1 {
        cells[place.key] = nil
      } else {
        cells[place.key]?.subtract(place, number)
      }
    }
    count -= 1
    return true
  }
}

extension DynamicMapClusters.Cell {
  fileprivate mutating func add(_ place: DynamicMapClusters.Place, _ number: UInt64) {
    count += 1
    x &+= place.x
    y &+= place.y
    numbers &+= number
  }

  fileprivate mutating func subtract(_ place: DynamicMapClusters.Place, _ number: UInt64) {
    count -= 1
    x &-= place.x
    y &-= place.y
    numbers &-= number
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

  /// A cell that was looked at in answering one question.
  private struct Seen {
    var x: Double
    var y: Double
    var count: UInt32
    /// The cell that it belongs to, itself if that is none other.
    var parent: UInt64
  }

  /// The pins that a map shows: all clusters of a zoom with their center in a box.
  ///
  /// A pin has an extent, so a map asks for a box somewhat larger than what it shows.
  ///
  /// - Parameters:
  ///   - box: what is shown; it may cross the antimeridian.
  ///   - zoom: the zoom; one beyond ``Options/zooms`` is taken as the nearest of them.
  /// - Returns: the pins, from west to east in each row of cells, in an order that depends on
  ///   nothing but the places, the options and the box.
  /// - Complexity: O(the cells in the box and those of the clusters around its edge), whether or
  ///   not there is anything in them, but no more than there are cells with something.
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

  /// The keys of the cells that may have something in a box, by rows.
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
    // A box that has more cells than there are with something is asked the other way round.
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

  /// One question, with the cells that it has looked at.
  private struct Question {
    let cells: [UInt64: Cell]
    let grid: Grid
    var known: [UInt64: Seen] = [:]

    init(cells: [UInt64: Cell], grid: Grid) {
      self.cells = cells
      self.grid = grid
    }

    /// A cell with something in it, where it stands and what it belongs to.
    mutating func seen(_ key: UInt64) -> Seen? {
      if let seen = known[key] { return seen }
      guard var seen = middle(of: key) else { return nil }
      var best = (count: seen.count, key: key)
      for other in DynamicMapClusters.neighbors(of: key, grid) {
        guard let near = middle(of: other) else { continue }
        // Of two equally full ones that with the lower number counts as the fuller.
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

    /// The cluster whose fullest cell is given.
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

  /// The other cells of the square of nine around a cell, each once; columns wrap round.
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

  /// Whether a coordinate lies in a cluster's part of the map: whether it is one of its places, if
  /// it is one of these.
  public func contains(_ coordinate: Coordinate, in cluster: DynamicMapCluster) -> Bool {
    guard coordinate.isValid,
      let grid = grids.first(where: { UInt64($0.zoom) == cluster.id >> 58 })
    else { return false }
    return cluster.cells.contains(Place(FixedPoint(coordinate), grid).key)
  }

  /// A box with all places of a cluster in it, up to a cell's width larger than need be: where a
  /// map should zoom to.
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
      // A billionth of the map is some centimetres; the last row ends at the pole.
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

/// One pin of a map whose places change: a place, or several that are too close to be shown apart.
public struct DynamicMapCluster: Hashable, Sendable, Identifiable {
  /// What the cluster is known by within its ``DynamicMapClusters``: the same as long as its
  /// fullest part stays the fullest.
  public let id: UInt64
  /// Where to put the pin: the middle of the places of its fullest part; a single place itself,
  /// within two centimetres.
  public let center: Coordinate
  /// The number of places.
  public let count: Int
  /// The number that the place was put on the map with; nil for more than one.
  public let number: Int?
  /// The cells that it consists of, the fullest first.
  let cells: [UInt64]
}
