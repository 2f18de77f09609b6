internal import CairnMemory

/// The places between two parallels and two meridians, as passed by an index to a region.
package struct DegreeRectangle: Sendable {
  /// The least latitude, -90 or more.
  package let south: Double
  /// The greatest latitude, 90 or less.
  package let north: Double
  /// The western longitude, -180 or more and less than 180.
  package let west: Double
  /// The width to the east in degrees, 0...360.
  package let width: Double

  package init(south: Double, north: Double, west: Double, width: Double) {
    self.south = south
    self.north = north
    self.west = west
    self.width = width
  }
}

extension GeoPolygon {
  /// Whether the polygon contains all places of a rectangle or none of them; `nil` if undecided.
  ///
  /// - Complexity: O(1) on average for a rectangle that is small compared with the polygon or
  ///   outside its box. A larger rectangle soon becomes undecided.
  package func containsAllOrNone(of rectangle: DegreeRectangle) -> Bool? {
    // A pole is tested on the meridian of Greenwich, wherever the rectangle is.
    guard rectangle.south > -90, rectangle.north < 90 else { return nil }
    let rectangle = rectangle.widened
    guard rectangle.mayMeet(boundingBox) else { return false }
    guard let isInside = outerIndex.containsAllOrNone(of: rectangle) else { return nil }
    guard isInside else { return false }
    let boxes = rings.holeBoxes
    for number in boxes.indices where rectangle.mayMeet(boxes[number]) {
      let isInHole = rings.holeIndexes[number].containsAllOrNone(of: rectangle)
      if isInHole != false { return isInHole.map { !$0 } }
    }
    return true
  }
}

extension DegreeRectangle {
  /// The rectangle with a margin far greater than any rounding.
  package var widened: DegreeRectangle {
    let rim = 1e-9
    return DegreeRectangle(
      south: max(south - rim, -90), north: min(north + rim, 90), west: longitudeRange(west - rim),
      width: min(width + 2 * rim, 360))
  }

  /// Whether a box and the rectangle may have a place in common, ignoring the poles.
  package func mayMeet(_ box: BoundingBox) -> Bool {
    guard box.south <= north, box.north >= south else { return false }
    return eastward(from: west, to: box.west) <= width
      || eastward(from: box.west, to: west) <= box.longitudeSpan
  }

  /// Whether an edge may pass through the rectangle.
  fileprivate func mayMeet(_ edge: RingEdge) -> Bool {
    guard edge.low <= north, edge.high >= south else { return false }
    return eastward(from: west, to: edge.west) <= width
      || eastward(from: edge.west, to: west) <= eastward(from: edge.west, to: edge.east)
  }
}

extension RingIndex {
  /// The number of cells, and of edges, that are examined before a rectangle counts as undecided.
  private static let patience = (cells: 64, edges: 256)

  fileprivate func containsAllOrNone(of rectangle: DegreeRectangle) -> Bool? {
    if isDegenerate { return false }
    if isWhole { return true }
    var left = Self.patience.edges
    if let grid {
      let isClear = grid.forEachEdge(near: rectangle, cells: Self.patience.cells) { edge in
        left -= 1
        return left >= 0 && !rectangle.mayMeet(edges[edge])
      }
      guard isClear else { return nil }
    } else {
      for edge in edges where rectangle.mayMeet(edge) { return nil }
    }
    // No edge passes through, so all places are on one side.
    return contains(RingPoint(longitude: rectangle.west, latitude: rectangle.south))
  }
}

extension RingGrid {
  /// Calls a closure with the edges of all cells that may contain a place of a rectangle, until it
  /// returns false; an edge may be passed more than once.
  ///
  /// - Returns: whether there were at most `cells` cells and the closure never returned false.
  fileprivate func forEachEdge(
    near rectangle: DegreeRectangle, cells: Int, _ body: (_ edge: Int) -> Bool
  ) -> Bool {
    let first = column(rectangle.west)
    let last = column(longitudeRange(rectangle.west + rectangle.width))
    let rows = row(rectangle.south)...row(rectangle.north)
    // The rectangle may extend eastward past the western end of the grid.
    let toOrigin = eastward(from: rectangle.west, to: origin)
    let passesOrigin = toOrigin > 0 && toOrigin <= rectangle.width
    let width = passesOrigin ? columns - first + last + 1 : last - first + 1
    guard width > 0, width <= columns, width * rows.count <= cells else { return false }
    for step in 0..<width {
      let column = first + step < columns ? first + step : first + step - columns
      for row in rows {
        let cell = column * self.rows + row
        for member in Int(starts[cell] >> 1)..<Int(starts[cell + 1] >> 1) {
          guard body(Int(members[member])) else { return false }
        }
      }
    }
    return true
  }
}
