internal import CairnMemory

/// The places between two parallels and two meridians, as an index asks a region about them.
package struct DegreeRectangle: Sendable {
  /// The least latitude, -90 or more.
  package let south: Double
  /// The greatest latitude, 90 or less.
  package let north: Double
  /// The western longitude, -180 or more and less than 180.
  package let west: Double
  /// How many degrees it reaches to the east, 0...360.
  package let width: Double

  package init(south: Double, north: Double, west: Double, width: Double) {
    self.south = south
    self.north = north
    self.west = west
    self.width = width
  }
}

extension GeoPolygon {
  /// Whether the polygon contains all places of a rectangle, or none: `nil` when in doubt.
  ///
  /// - Complexity: O(1) on average for a rectangle that is small beside the polygon or lies outside
  ///   of its box; a larger one is soon in doubt.
  package func containsAllOrNone(of rectangle: DegreeRectangle) -> Bool? {
    // A pole is on the meridian of Greenwich, wherever the rectangle is.
    guard rectangle.south > -90, rectangle.north < 90 else { return nil }
    let rectangle = rectangle.widened
    guard rectangle.mayMeet(boundingBox) else { return false }
    guard let isInside = outerIndex.containsAllOrNone(of: rectangle) else { return nil }
    guard isInside else { return false }
    var answer: Bool? = true
    rings.holeIndexes.forEachInPlace { _, hole in
      guard answer == true, rectangle.mayMeet(hole.boundingBox) else { return }
      answer = hole.containsAllOrNone(of: rectangle).map { !$0 }
    }
    return answer
  }
}

extension DegreeRectangle {
  /// The rectangle with a rim far wider than any rounding.
  package var widened: DegreeRectangle {
    let rim = 1e-9
    return DegreeRectangle(
      south: max(south - rim, -90), north: min(north + rim, 90), west: longitudeRange(west - rim),
      width: min(width + 2 * rim, 360))
  }

  /// Whether a box and the rectangle may have a place in common, that of a pole left aside.
  package func mayMeet(_ box: BoundingBox) -> Bool {
    guard box.south <= north, box.north >= south else { return false }
    return eastward(from: west, to: box.west) <= width
      || eastward(from: box.west, to: west) <= box.longitudeSpan
  }

  /// Whether an edge may run through the rectangle.
  fileprivate func mayMeet(_ edge: RingEdge) -> Bool {
    guard edge.low <= north, edge.high >= south else { return false }
    return eastward(from: west, to: edge.west) <= width
      || eastward(from: edge.west, to: west) <= eastward(from: edge.west, to: edge.east)
  }
}

extension RingIndex {
  /// How many cells, and how many edges, are looked at before a rectangle is in doubt.
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
    // No edge, so that all places are on one side.
    return contains(RingPoint(longitude: rectangle.west, latitude: rectangle.south))
  }
}

extension RingGrid {
  /// Calls a closure with the edges of all cells that a place of a rectangle may be in, until that
  /// gives false; an edge may come more than once.
  ///
  /// - Returns: whether there were no more cells than given, and the closure never gave false.
  fileprivate func forEachEdge(
    near rectangle: DegreeRectangle, cells: Int, _ body: (_ edge: Int) -> Bool
  ) -> Bool {
    let first = column(rectangle.west)
    let last = column(longitudeRange(rectangle.west + rectangle.width))
    let rows = row(rectangle.south)...row(rectangle.north)
    // On the way to the east it may pass the western end of the grid.
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
