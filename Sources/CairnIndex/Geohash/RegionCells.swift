package import CairnGeodesy

/// A rectangle of degrees that can be divided into smaller ones: a map tile or a grid cell.
package protocol DegreeCell {
  /// The closed rectangle of the cell.
  var rectangle: DegreeRectangle { get }
  /// The parts of the cell, which together cover it.
  var parts: [Self] { get }
}

extension PlaceRegion {
  /// Visits the cells that the region touches, from coarse to fine.
  ///
  /// Every cell that contains a place of the region is visited. A cell that is only within a
  /// micrometer of the region may also be visited, and so may a cell that touches all parts of a
  /// combined region but not the combination.
  ///
  /// - Parameters:
  ///   - cells: the cells to start with.
  ///   - body: called with each cell, in the order of the cells and of their parts, and whether the
  ///     region contains it entirely; returns whether to visit its parts, or nil to stop.
  package func visitCells<Cell: DegreeCell>(
    of cells: [Cell], _ body: (_ cell: Cell, _ isInside: Bool) -> Bool?
  ) {
    guard let shape = _outline.shape else { return }
    // This is a stack, so the order is reversed.
    var waiting = cells.reversed().map { ($0, GeohashParts.all) }
    while var last = waiting.popLast() {
      let cell = last.0
      let rectangle = cell.rectangle
      let relation = shape.relation(
        of: GeohashEdges(
          south: rectangle.south, west: rectangle.west, north: rectangle.north,
          east: rectangle.west + rectangle.width),
        &last.1)
      guard relation != .outside else { continue }
      guard let goesDeeper = body(cell, relation == .inside) else { return }
      if goesDeeper { for part in cell.parts.reversed() { waiting.append((part, last.1)) } }
    }
  }
}
