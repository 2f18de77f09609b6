public import CairnGeodesy
public import CairnIndex

/// Why a region could not be drawn.
///
/// It comes from `multiPolygon(tolerance:limit:)`, which makes polygons of any region. A region
/// that needs too many cells has a border that is long beside the tolerance: ten times the
/// tolerance is about a tenth of the cells.
///
/// ```swift
/// do {
///   polygons = try corridor.multiPolygon(tolerance: 1)
/// } catch .tooManyCells {
///   polygons = try corridor.multiPolygon(tolerance: 20)
/// }
/// ```
public enum RegionOutlineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The tolerance is not a number of metres of at least a millimetre.
  case invalidTolerance(Double)
  /// More cells than were allowed would have to be looked at.
  case tooManyCells(limit: Int, tolerance: Double)

  /// What is wrong, and what would be right.
  public var description: String {
    switch self {
    case .invalidTolerance(let tolerance):
      "a tolerance of \(tolerance) m is not in 0.001...infinity"
    case .tooManyCells(let limit, let tolerance):
      "an outline to \(tolerance) m needs more than \(limit) cells; allow more metres or more cells"
    }
  }
}

extension PlaceRegion {
  /// Polygons of the region for a drawing or a file, right to a tolerance in metres.
  ///
  /// ```swift
  /// let zone = try park.union(Cap(center: station, radius: 800)).multiPolygon(tolerance: 5)
  /// let hull = try PathCorridor(within: 2_000, of: route).multiPolygon(tolerance: 20)
  /// ```
  ///
  /// Every point of a border lies within the tolerance of a border of the region, and the other way
  /// round but for parts of the region, or gaps in it, that are narrower than the tolerance: those
  /// may be left out, and a line or a place has no polygon. Ask the region itself what is inside;
  /// this is to look at.
  ///
  /// The rings are valid by the rules of simple features on a map of longitude and latitude: cut at
  /// 180 degrees and at the poles, outer rings counterclockwise, holes clockwise, no ring that
  /// touches itself or another. Any region has polygons: one larger than a hemisphere, one around a
  /// pole, one of your own, which is looked at everywhere in its box.
  ///
  /// Method: cells of a grid as fine as the tolerance through which a border runs, found from coarse
  /// to fine; the border through each as in W. E. Lorensen and H. E. Cline, "Marching cubes", SIGGRAPH
  /// 1987, doi:10.1145/37401.37422, in the plane; and of the lines that run through the same sides
  /// of cells one with few corners, after L. J. Guibas, J. E. Hershberger, J. S. B. Mitchell and J. S.
  /// Snoeyink, "Approximating polygons and subdivisions with minimum-link paths", Int. J. Comput. Geom.
  /// Appl. 3 (1993), doi:10.1142/S0218195993000257. Two borders never share a side of a cell, which
  /// is why no rings can cross.
  ///
  /// - Parameters:
  ///   - tolerance: metres, at least a millimetre.
  ///   - limit: how many cells are looked at, at most.
  /// - Returns: polygons, none for an empty region.
  /// - Throws: ``RegionOutlineError/invalidTolerance(_:)``, and
  ///   ``RegionOutlineError/tooManyCells(limit:tolerance:)`` before memory runs out of proportion.
  /// - Complexity: O(*p* / *t*) questions for a border of *p* metres and a tolerance of *t*; near the
  ///   poles, and for a region of your own, more.
  public func multiPolygon(
    tolerance: Double, limit: Int = 4_000_000
  ) throws(RegionOutlineError) -> GeoMultiPolygon {
    GeoMultiPolygon(try rings(tolerance, limit).polygons)
  }

  /// The area of the region in square metres on the mean sphere, with what it may be wrong by.
  ///
  /// ```swift
  /// let (area, error) = try city.subtracting(lake).area(tolerance: 10)
  /// ```
  ///
  /// The area is that of the polygons of ``multiPolygon(tolerance:limit:)``; the error is a bound that
  /// holds for every region that is no wider in its box than it says: the area of all cells through
  /// which a border may run. The area is mostly right to a hundredth of that. Of a box, a cap or a
  /// polygon alone ask its own area, which is right to the last digits.
  ///
  /// - Parameters:
  ///   - tolerance: metres, at least a millimetre: the smaller the more exact.
  ///   - limit: how many cells are looked at, at most.
  /// - Returns: square metres; 0 and 0 for an empty region.
  /// - Throws: as ``multiPolygon(tolerance:limit:)``.
  public func area(
    tolerance: Double, limit: Int = 4_000_000
  ) throws(RegionOutlineError) -> (area: Double, error: Double) {
    let rings = try rings(tolerance, limit)
    let drawn = rings.polygons.reduce(0) { $0 + $1.area() }
    let area = min(max(drawn, rings.leastArea), rings.leastArea + rings.doubtfulArea)
    return (
      area, max(area - rings.leastArea, rings.leastArea + rings.doubtfulArea - area)
    )
  }

  private func rings(
    _ tolerance: Double, _ limit: Int
  ) throws(RegionOutlineError) -> RegionRings {
    guard tolerance >= 1e-3 else { throw .invalidTolerance(tolerance) }
    guard let rings = RegionRings(self, tolerance: tolerance, limit: limit) else {
      throw .tooManyCells(limit: limit, tolerance: tolerance)
    }
    return rings
  }
}

/// The rings of a region on the map.
private struct RegionRings {
  let polygons: [GeoPolygon]
  /// The area of the cells that the region surely has all of.
  let leastArea: Double
  /// The area of the cells through which a border may run.
  let doubtfulArea: Double

  /// Nil when more cells than the limit would be looked at.
  init?(_ region: some PlaceRegion, tolerance: Double, limit: Int) {
    let grid = OutlineGrid(region.boundingBox, tolerance: tolerance)
    var crossed: [OutlineGrid.Cell] = []
    var visited = 0
    var areas = (inside: 0.0, crossed: 0.0)
    region.visitCells(of: [OutlineCell(grid)]) { cell, isInside in
      visited += 1
      guard visited <= limit else { return nil }
      if !isInside, !cell.isFinest { return true }
      if isInside {
        areas.inside += cell.area
      } else {
        areas.crossed += cell.area
        crossed.append(cell.first)
      }
      return false
    }
    guard visited <= limit else { return nil }
    leastArea = areas.inside
    doubtfulArea = areas.crossed
    var tracer = OutlineTracer(grid, holds: region.contains)
    for cell in crossed { tracer.trace(from: cell) }
    polygons = OutlineAssembly.polygons(of: tracer.rings(holdsCorner: region.contains))
  }
}

/// A rectangle of cells of a grid.
private struct OutlineCell: DegreeCell {
  let grid: OutlineGrid
  var columns: Range<Int>
  var rows: Range<Int>

  init(_ grid: OutlineGrid) {
    self.grid = grid
    columns = 0..<grid.columns
    rows = 0..<grid.rows
  }

  var isFinest: Bool { columns.count == 1 && rows.count == 1 }

  var first: OutlineGrid.Cell {
    OutlineGrid.Cell(column: columns.lowerBound, row: rows.lowerBound)
  }

  var rectangle: DegreeRectangle {
    let west = grid.longitude(columns.lowerBound)
    return DegreeRectangle(
      south: grid.latitude(rows.lowerBound), north: grid.latitude(rows.upperBound), west: west,
      width: grid.longitude(columns.upperBound) - west)
  }

  /// Square metres on the mean sphere.
  var area: Double {
    let edges = rectangle
    let height =
      sineAndCosine(degrees: edges.north).sine - sineAndCosine(degrees: edges.south).sine
    return Sphere.mean.radius * Sphere.mean.radius * height * edges.width * (.pi / 180)
  }

  /// Two halves of the longer side.
  var parts: [OutlineCell] {
    let isWide =
      rows.count == 1 || columns.count > 1 && rectangle.width > rectangle.north - rectangle.south
    var (first, second) = (self, self)
    if isWide {
      let middle = columns.lowerBound + columns.count / 2
      first.columns = columns.lowerBound..<middle
      second.columns = middle..<columns.upperBound
    } else {
      let middle = rows.lowerBound + rows.count / 2
      first.rows = rows.lowerBound..<middle
      second.rows = middle..<rows.upperBound
    }
    return [first, second]
  }
}

/// A grid of longitudes and latitudes around the Earth with cells no wider than a tolerance.
struct OutlineGrid: Sendable {
  let columns: Int
  let rows: Int

  struct Cell: Hashable, Sendable {
    var column: Int
    var row: Int
  }

  init(_ box: BoundingBox, tolerance: Double) {
    // The sides of a square whose diagonal is the tolerance, and a little less.
    let side = min(tolerance / 1.5, 1e6)
    let degrees = side / (Sphere.mean.radius * .pi / 180)
    // Cells are widest at the latitude of the region that is nearest to the equator.
    let nearest = box.south > 0 ? box.south : box.north < 0 ? -box.north : 0
    let shrinking = max(sineAndCosine(degrees: min(nearest, 90)).cosine, 1e-6)
    rows = max(4, Int((180 / degrees).rounded(.up)))
    columns = max(8, Int((360 * shrinking / degrees).rounded(.up)))
  }

  func longitude(_ column: Int) -> Double { Double(column) / Double(columns) * 360 - 180 }
  func latitude(_ row: Int) -> Double { Double(row) / Double(rows) * 180 - 90 }

  /// A corner as a region is asked about it: at the ends of the map a little inside of it, where
  /// the other end of the map is another place.
  func place(_ column: Int, _ row: Int) -> Coordinate {
    let rim = 1e-9
    return Coordinate(
      latitude: min(max(latitude(row), -90 + rim), 90 - rim),
      longitude: min(max(longitude(column), -180 + rim), 180 - rim))
  }
}
