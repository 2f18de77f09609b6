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

  /// Cells that cover a box.
  ///
  /// - Parameter box: the least and greatest units that a point is looked up at.
  init(
    units: GridUnits, box: (west: Int, south: Int, east: Int, north: Int), cellShift: Int
  ) {
    self.units = units
    originX = box.west
    originY = box.south
    columns = (box.east - box.west) >> cellShift + 1
    rows = (box.north - box.south) >> cellShift + 1
    self.cellShift = cellShift
  }

  var cellCount: Int { columns * rows }

  /// All cells.
  var window: GridWindow {
    GridWindow(
      originX: originX, originY: originY, shift: cellShift, columns: columns, rows: rows)
  }

  /// The square of a cell.
  func box(column: Int, row: Int) -> LeafBox {
    LeafBox(
      west: originX + column << cellShift, south: originY + row << cellShift,
      side: 1 << cellShift)
  }
}
