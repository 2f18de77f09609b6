package import CairnGeodesy

/// A rectangle of degrees that is divided into smaller ones: a map tile, or a cell of a grid.
package protocol DegreeCell {
  /// The cell with its edges.
  var rectangle: DegreeRectangle { get }
  /// The parts of the cell, which together are all of it.
  var parts: [Self] { get }
}

extension PlaceRegion {
  /// Walks over the cells that the region touches, from coarse to fine.
  ///
  /// No cell that holds a place of the region is left out. A cell that only comes within a
  /// micrometre may be handed out, and so may one in which a region that is made of others has
  /// something of each part but nothing of what is made of them.
  ///
  /// - Parameters:
  ///   - cells: where to begin.
  ///   - body: is given each cell, in the order of the cells and of their parts, and whether the
  ///     region has all of it; it says whether the parts are to be looked at, or nil to end.
  package func visitCells<Cell: DegreeCell>(
    of cells: [Cell], _ body: (_ cell: Cell, _ isInside: Bool) -> Bool?
  ) {
    _ = _outline.withShape { shape in walk(shape, cells, body) }
  }
}

// A function of its own opens the existential: what follows is specialised for each shape.
private func walk<Cell: DegreeCell>(
  _ shape: some GeohashShape, _ cells: [Cell], _ body: (Cell, Bool) -> Bool?
) {
  // The last is taken next.
  var waiting = cells.reversed().map { ($0, shape.parts) }
  while let (cell, parts) = waiting.popLast() {
    let rectangle = cell.rectangle
    let (relation, touching) = shape.relation(
      of: GeohashEdges(
        south: rectangle.south, west: rectangle.west, north: rectangle.north,
        east: rectangle.west + rectangle.width),
      parts: parts)
    guard relation != .outside else { continue }
    guard let goesDeeper = body(cell, relation == .inside) else { return }
    if goesDeeper { for part in cell.parts.reversed() { waiting.append((part, touching)) } }
  }
}
