internal import CairnGeodesy

/// How cells lie to a box: by comparing rows and columns, without a rounding error.
internal struct GeohashBoxShape: GeohashShape {
  private let box: BoundingBox
  private let rows: ClosedRange<Int64>
  private let columns: [ClosedRange<Int64>]

  init(_ box: BoundingBox) {
    self.box = box
    rows = Int64(GeohashGrid.row(of: box.south))...Int64(GeohashGrid.row(of: box.north))
    let first = Int64(GeohashGrid.column(of: box.west))
    let last = Int64(GeohashGrid.column(of: box.east))
    let end = Int64(UInt32.max)
    var columns = first <= last ? [first...last] : [first...end, 0...last]
    // 180 and -180 are the same meridian, but coordinates that say 180 are in the last column and
    // those that say -180 in the first: a box that reaches the meridian needs both.
    if box.west == -180 { columns.append(end...end) }
    if box.east == 180 { columns.append(0...0) }
    self.columns = columns
  }

  var parts: Void { () }

  var bounds: BoundingBox? { box }

  func relation(of cell: GeohashCell, parts: Void) -> (GeohashRelation, Void) {
    let (firstRow, rowCount) = cell.rows
    let (firstColumn, columnCount) = cell.columns
    let lastRow = firstRow + rowCount - 1
    let lastColumn = firstColumn + columnCount - 1
    guard firstRow <= rows.upperBound, lastRow >= rows.lowerBound else { return (.outside, ()) }
    let touchesColumns = columns.contains { $0.overlaps(firstColumn...lastColumn) }
    // A box that reaches a pole contains it at any longitude.
    let touchesPole =
      (box.north == 90 && lastRow == Int64(UInt32.max)) || (box.south == -90 && firstRow == 0)
    guard touchesColumns || touchesPole else { return (.outside, ()) }
    let edges = cell.edges
    let spansRows = edges.south >= box.south && edges.north <= box.north
    let spansColumns =
      box.west <= box.east
      ? edges.west >= box.west && edges.east <= box.east
      : edges.west >= box.west || edges.east <= box.east
    return (spansRows && spansColumns ? .inside : .crossing, ())
  }
}
