public import CairnGeodesy
public import CairnIndex

/// An error in converting a region to polygons.
///
/// Thrown by `multiPolygon(tolerance:limit:)`, which converts any region to polygons. A region
/// needs too many cells if its border is long relative to the tolerance: ten times the tolerance
/// needs about a tenth of the cells.
///
/// ```swift
/// do {
///   polygons = try corridor.multiPolygon(tolerance: 1)
/// } catch .tooManyCells {
///   polygons = try corridor.multiPolygon(tolerance: 20)
/// }
/// ```
public enum RegionOutlineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The tolerance is NaN or less than a millimeter.
  case invalidTolerance(Double)
  /// The conversion would visit more cells than the limit.
  case tooManyCells(limit: Int, tolerance: Double)

  /// A description of the error and its remedy.
  public var description: String {
    switch self {
    case .invalidTolerance(let tolerance):
      "a tolerance of \(tolerance) m is not in 0.001...infinity"
    case .tooManyCells(let limit, let tolerance):
      "an outline to \(tolerance) m needs more than \(limit) cells; increase the tolerance or limit"
    }
  }
}

extension PlaceRegion {
  /// Returns polygons that approximate the region within a tolerance in meters, for drawing or
  /// export.
  ///
  /// ```swift
  /// let zone = try park.union(Cap(center: station, radius: 800)).multiPolygon(tolerance: 5)
  /// let hull = try PathCorridor(within: 2_000, of: route).multiPolygon(tolerance: 20)
  /// ```
  ///
  /// Every point of a polygon border is within the tolerance of a border of the region, and vice
  /// versa, except that parts of the region, or gaps in it, that are narrower than the tolerance
  /// may be omitted; a line or a place has no polygon. For containment tests use the region itself;
  /// the polygons are for display.
  ///
  /// The rings are valid simple features on a longitude–latitude map: cut at 180 degrees and at the
  /// poles, outer rings counterclockwise, holes clockwise, no ring touching itself or another. Any
  /// region is supported: larger than a hemisphere, around a pole, or a custom one, which is
  /// sampled everywhere in its box.
  ///
  /// Method: find the cells of a grid as fine as the tolerance that a border crosses, from coarse
  /// to fine; trace the border through the cells as in W. E. Lorensen and H. E. Cline, "Marching
  /// cubes", SIGGRAPH 1987, doi:10.1145/37401.37422, in the plane; and choose a line with few
  /// corners through the same sides of cells, after L. J. Guibas, J. E. Hershberger, J. S. B.
  /// Mitchell and J. S. Snoeyink, "Approximating polygons and subdivisions with minimum-link
  /// paths", Int. J. Comput. Geom. Appl. 3 (1993), doi:10.1142/S0218195993000257. Two borders never
  /// share a side of a cell, so rings cannot cross.
  ///
  /// - Parameters:
  ///   - tolerance: the tolerance in meters, at least a millimeter.
  ///   - limit: the maximum number of visited cells.
  /// - Returns: polygons; empty for an empty region.
  /// - Throws: ``RegionOutlineError/invalidTolerance(_:)``, or
  ///   ``RegionOutlineError/tooManyCells(limit:tolerance:)`` if the limit is exceeded.
  /// - Complexity: O(*p* / *t*) containment tests for a border of *p* meters and a tolerance of
  ///   *t*; more near the poles and for a custom region.
  public func multiPolygon(
    tolerance: Double, limit: Int = 4_000_000
  ) throws(RegionOutlineError) -> GeoMultiPolygon {
    GeoMultiPolygon(try rings(tolerance, limit).polygons)
  }

  /// Returns the area of the region in square meters on the mean sphere, with an error bound.
  ///
  /// ```swift
  /// let (area, error) = try city.subtracting(lake).area(tolerance: 10)
  /// ```
  ///
  /// The area is that of the polygons of ``multiPolygon(tolerance:limit:)``; the error is a
  /// guaranteed bound for every region with a correct bounding box: the area of all cells that a
  /// border may cross. The actual error is usually a hundredth of it. For a single box, cap or
  /// polygon use its own area, which is accurate to the last digits.
  ///
  /// - Parameters:
  ///   - tolerance: the tolerance in meters, at least a millimeter; smaller values are more exact.
  ///   - limit: the maximum number of visited cells.
  /// - Returns: square meters; 0 and 0 for an empty region.
  /// - Throws: the same errors as ``multiPolygon(tolerance:limit:)``.
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
  /// The area of the cells that are certainly inside the region.
  let leastArea: Double
  /// The area of the cells that a border may cross.
  let doubtfulArea: Double

  /// Returns nil if more cells than the limit would be visited.
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

  /// The area in square meters on the mean sphere.
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

/// A grid of longitudes and latitudes around the Earth, with cells no larger than a tolerance.
struct OutlineGrid: Sendable {
  let columns: Int
  let rows: Int

  struct Cell: Hashable, Sendable {
    var column: Int
    var row: Int
  }

  init(_ box: BoundingBox, tolerance: Double) {
    // The side of a square whose diagonal is slightly less than the tolerance.
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

  /// The test point of a corner: slightly inside the map at its boundary, so that opposite ends of
  /// the map are different places.
  func place(_ column: Int, _ row: Int) -> Coordinate {
    let rim = 1e-9
    return Coordinate(
      latitude: min(max(latitude(row), -90 + rim), 90 - rim),
      longitude: min(max(longitude(column), -180 + rim), 180 - rim))
  }
}
