/// Consecutive lines of one chain that run through one cell.
internal struct GridRun: Sendable {
  let cell: UInt32
  let chain: UInt32
  /// The first vertex.
  let first: UInt32
  /// How many lines there are.
  let count: UInt32
}

/// A line between two vertices in units.
internal struct GridLine: Sendable {
  let x0: Int
  let y0: Int
  let x1: Int
  let y1: Int

  /// Compares where the line meets a parallel that it crosses with a meridian: negative, zero
  /// or positive as it meets it west of the meridian, on it or east of it.
  func crossing(ofParallel y: Int, comparedWith x: Int) -> Int {
    // With the line from south to north the width is positive.
    let (x0, y0, x1, y1) = y0 <= y1 ? (x0, y0, x1, y1) : (x1, y1, x0, y0)
    return sign(x0 - x, y1 - y0, plus: x1 - x0, y - y0)
  }

  /// Whether the line meets the meridian just west of `x`, which it crosses, below a parallel.
  func isBelow(_ y: Int, justWestOf x: Int) -> Bool {
    let (x0, y0, x1, y1) = x0 <= x1 ? (x0, y0, x1, y1) : (x1, y1, x0, y0)
    let side = sign(y0 - y, x1 - x0, plus: y1 - y0, x - x0)
    return side < 0 || side == 0 && y1 > y0
  }

  /// The sign of a · b + c · d.
  private func sign(_ a: Int, _ b: Int, plus c: Int, _ d: Int) -> Int {
    let limit = 1 << 31
    if max(abs(a), abs(b), abs(c), abs(d)) < limit { return (a &* b &+ c &* d).signum() }
    return Int((Int128(a) * Int128(b) + Int128(c) * Int128(d)).signum())
  }
}

extension BoundaryChains {
  /// The line between a vertex and the next.
  @inline(__always)
  func line(_ index: Int) -> GridLine {
    GridLine(x0: Int(x[index]), y0: Int(y[index]), x1: Int(x[index + 1]), y1: Int(y[index + 1]))
  }
}

/// A rectangle of equal cells.
internal struct GridWindow {
  let originX: Int
  let originY: Int
  let shift: Int
  let columns: Int
  let rows: Int

  /// Splits a part of a chain into runs through the cells, each line in all cells that it
  /// touches; what lies outside of the window is left out.
  func appendRuns(
    of chains: BoundaryChains, chain: Int, vertices: Range<Int>, to runs: inout [GridRun]
  ) {
    let chain = UInt32(truncatingIfNeeded: chain)
    var first = vertices.lowerBound
    guard vertices.count >= 2 else { return }
    var column = (Int(chains.x[first]) - originX) >> shift
    var row = (Int(chains.y[first]) - originY) >> shift

    func append(column: Int, row: Int, first: Int, end: Int) {
      guard column >= 0, column < columns, row >= 0, row < rows else { return }
      runs.append(
        GridRun(
          cell: UInt32(truncatingIfNeeded: row * columns + column), chain: chain,
          first: UInt32(truncatingIfNeeded: first), count: UInt32(truncatingIfNeeded: end - first)))
    }
    for vertex in (vertices.lowerBound + 1)..<vertices.upperBound {
      let nextColumn = (Int(chains.x[vertex]) - originX) >> shift
      let nextRow = (Int(chains.y[vertex]) - originY) >> shift
      if nextColumn == column && nextRow == row { continue }
      append(column: column, row: row, first: first, end: vertex)
      first = vertex - 1
      if abs(nextColumn - column) + abs(nextRow - row) > 1 {
        forEachCell(touchedBy: chains.line(first)) { otherColumn, otherRow in
          let isEnd =
            otherColumn == column && otherRow == row
            || otherColumn == nextColumn && otherRow == nextRow
          if !isEnd { append(column: otherColumn, row: otherRow, first: first, end: vertex) }
        }
      }
      column = nextColumn
      row = nextRow
    }
    append(column: column, row: row, first: first, end: vertices.upperBound - 1)
  }

  /// Calls `body` with every cell of the window that a line touches, and some that it almost does.
  private func forEachCell(touchedBy line: GridLine, _ body: (_ column: Int, _ row: Int) -> Void) {
    let west = min(line.x0, line.x1) - originX
    let east = max(line.x0, line.x1) - originX
    let firstColumn = max(west >> shift, 0)
    let lastColumn = min(east >> shift, columns - 1)
    guard firstColumn <= lastColumn else { return }
    let slope = Double(line.y1 - line.y0) / Double(line.x1 - line.x0)
    for column in firstColumn...lastColumn {
      var low = min(line.y0, line.y1)
      var high = max(line.y0, line.y1)
      if line.x0 != line.x1 {
        // Doubles are good to a small part of a unit here.
        let left = max(column << shift, west) + originX - line.x0
        let right = min((column + 1) << shift, east) + originX - line.x0
        let atLeft = Double(line.y0) + slope * Double(left)
        let atRight = Double(line.y0) + slope * Double(right)
        low = max(low, Int(min(atLeft, atRight)) - 2)
        high = min(high, Int(max(atLeft, atRight)) + 2)
      }
      let firstRow = max((low - originY) >> shift, 0)
      let lastRow = min((high - originY) >> shift, rows - 1)
      guard firstRow <= lastRow else { continue }
      for row in firstRow...lastRow { body(column, row) }
    }
  }
}
