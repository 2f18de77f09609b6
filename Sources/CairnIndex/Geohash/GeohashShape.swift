internal import CairnGeodesy

/// The parts of a shape that touch a cell, passed down to its halves.
internal enum GeohashParts {
  /// All parts, of any shape.
  case all
  /// The edges of polygons or of a path, by number.
  case edges([Int32])
  /// The steps of a combination that are undecided in the cell.
  case steps(GeohashCombinedShape.Steps)

  /// The edges that touch the cell, of a shape with `count` edges.
  func edges(of count: Int) -> [Int32] {
    if case .edges(let edges) = self { edges } else { (0..<Int32(count)).map { $0 } }
  }
}

/// A region that classifies cells and narrows itself to the parts that touch a cell.
internal protocol GeohashShape {
  /// A box that contains the region; nil to search the whole Earth.
  var bounds: BoundingBox? { get }

  /// Returns the relation of a cell to the region.
  ///
  /// Conservative: it may return `crossing` in doubt, but never `outside` for a cell that contains
  /// a point of the region.
  ///
  /// - Parameters:
  ///   - cell: the cell.
  ///   - parts: all parts, or those that touch an enclosing cell; reduced to those that touch the
  ///     cell.
  /// - Returns: the relation.
  func relation(of cell: GeohashCell, _ parts: inout GeohashParts) -> RegionRelation

  /// Returns the same for any closed rectangle of degrees.
  func relation(of edges: GeohashEdges, _ parts: inout GeohashParts) -> RegionRelation
}

extension GeohashShape {
  func relation(of cell: GeohashCell, _ parts: inout GeohashParts) -> RegionRelation {
    relation(of: cell.edges, &parts)
  }
}

/// A region that is known only by its bounding box and, optionally, by its classification of
/// rectangles.
internal struct GeohashCustomShape: GeohashShape {
  private let box: BoundingBox
  private let shape: GeohashBoxShape
  private let region: (any DegreeRegion)?

  init(_ box: BoundingBox, judgedBy region: (any DegreeRegion)? = nil) {
    self.box = box
    shape = GeohashBoxShape(box)
    self.region = region
  }

  var bounds: BoundingBox? { box }

  func relation(of cell: GeohashCell, _ parts: inout GeohashParts) -> RegionRelation {
    guard shape.relation(of: cell, &parts) != .outside else { return .outside }
    return judgment(of: cell.edges)
  }

  func relation(of edges: GeohashEdges, _ parts: inout GeohashParts) -> RegionRelation {
    guard shape.relation(of: edges, &parts) != .outside else { return .outside }
    return judgment(of: edges)
  }

  private func judgment(of edges: GeohashEdges) -> RegionRelation {
    guard let region else { return .crossing }
    return region.relation(
      to: DegreeRectangle(
        south: edges.south, north: edges.north, west: edges.west,
        width: edges.east - edges.west))
  }
}

/// The relation of cells to a box, by comparing rows and columns, without rounding errors.
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
    // 180 and -180 are the same meridian, but coordinates with 180 are in the last column and those
    // with -180 in the first, so a box that reaches the meridian needs both.
    if box.west == -180 { columns.append(end...end) }
    if box.east == 180 { columns.append(0...0) }
    self.columns = columns
  }

  var bounds: BoundingBox? { box }

  func relation(of cell: GeohashCell, _ parts: inout GeohashParts) -> RegionRelation {
    let (firstRow, rowCount) = cell.rows
    let (firstColumn, columnCount) = cell.columns
    let lastRow = firstRow + rowCount - 1
    let lastColumn = firstColumn + columnCount - 1
    guard firstRow <= rows.upperBound, lastRow >= rows.lowerBound else { return .outside }
    let touchesColumns = columns.contains { $0.overlaps(firstColumn...lastColumn) }
    // A box that reaches a pole contains it at any longitude.
    let touchesPole =
      (box.north == 90 && lastRow == Int64(UInt32.max)) || (box.south == -90 && firstRow == 0)
    guard touchesColumns || touchesPole else { return .outside }
    return holds(cell.edges) ? .inside : .crossing
  }

  func relation(of edges: GeohashEdges, _ parts: inout GeohashParts) -> RegionRelation {
    guard edges.south <= box.north, edges.north >= box.south else { return .outside }
    let rectangle = BoundingBox(
      south: edges.south, west: edges.west, north: edges.north, east: edges.east)
    guard rectangle.intersects(box) else { return .outside }
    return holds(edges) ? .inside : .crossing
  }

  private func holds(_ edges: GeohashEdges) -> Bool {
    let spansRows = edges.south >= box.south && edges.north <= box.north
    let spansColumns =
      box.west <= box.east
      ? edges.west >= box.west && edges.east <= box.east
      : edges.west >= box.west || edges.east <= box.east
    return spansRows && spansColumns
  }
}
