internal import CairnGeodesy

/// The rectangle of equal square cells that a grid covers, row by row from the south-west.
internal struct GridFrame: Sendable {
  /// The units of all whole numbers here.
  let units: GridUnits
  /// The south-west corner of the first cell.
  let originX: Int
  let originY: Int
  /// How many cells there are from west to east, and from south to north.
  let columns: Int
  let rows: Int
  /// A cell is 2 to this power units wide and high.
  let cellShift: Int
  /// The number of cells in a degree, and that from the meridian of Greenwich and the equator to
  /// the middle of the first cell.
  private let cellsPerDegree: Double
  private let firstColumn: Double
  private let firstRow: Double

  /// Cells that cover a box.
  ///
  /// - Parameter box: the least and greatest units that a point is looked up at.
  init(
    units: GridUnits, box: (west: Int64, south: Int64, east: Int64, north: Int64),
    cellShift: Int
  ) {
    self.units = units
    originX = Int(truncatingIfNeeded: box.west)
    originY = Int(truncatingIfNeeded: box.south)
    columns = Int(truncatingIfNeeded: (box.east - box.west) >> cellShift) + 1
    rows = Int(truncatingIfNeeded: (box.north - box.south) >> cellShift) + 1
    self.cellShift = cellShift
    let unitsPerCell = Double(1 << cellShift)
    cellsPerDegree = units.perDegree / unitsPerCell
    firstColumn = Double(-box.west) / unitsPerCell - 0.5
    firstRow = Double(-box.south) / unitsPerCell - 0.5
  }

  var cellCount: Int { columns * rows }

  /// The cell of a coordinate where a rough calculation leaves no doubt.
  ///
  /// It does for all but one of some hundred thousand coordinates, those on the sides of cells
  /// among them, and for the poles and the antimeridian. The grid must cover the Earth with at
  /// most some thousand cells from side to side.
  @inline(__always)
  func roughCell(of coordinate: Coordinate) -> Int? {
    guard coordinate.latitude.magnitude < 90, coordinate.longitude.magnitude < 180 else {
      return nil
    }
    // Half a cell less, so that rounding to the nearest number rounds the whole down.
    let x = coordinate.longitude * cellsPerDegree + firstColumn
    let y = coordinate.latitude * cellsPerDegree + firstRow
    let column = x + wholeNumbers
    let row = y + wholeNumbers
    guard (x - (column - wholeNumbers)).magnitude < 0.499_999,
      (y - (row - wholeNumbers)).magnitude < 0.499_999
    else { return nil }
    return lowBits(row) &* columns &+ lowBits(column)
  }

  /// All cells.
  var window: GridWindow {
    GridWindow(
      originX: Int64(originX), originY: Int64(originY), shift: cellShift, columns: columns,
      rows: rows)
  }
}
