/// Consecutive lines of one chain that pass through one cell.
internal struct GridRun: Sendable {
  let cell: UInt32
  let chain: UInt32
  /// The first vertex.
  let first: UInt32
  /// The number of lines.
  let count: UInt32
}

extension GridRun {
  /// Sorts runs by cell, keeping their order within one (counting sort).
  ///
  /// - Parameters:
  ///   - runs: the runs.
  ///   - cellCount: the number of cells; they are 0..<cellCount.
  ///   - sorted: receives the runs; its memory is reused.
  ///   - starts: cell `i` has the runs `starts[i] ..< starts[i + 1]`.
  /// - Complexity: O(*n*) for runs and cells together.
  static func sort(
    _ runs: [GridRun], cellCount: Int, into sorted: inout [GridRun], starts: inout [Int]
  ) {
    starts.removeAll(keepingCapacity: true)
    starts.append(contentsOf: repeatElement(0, count: cellCount + 2))
    // Each start is shifted by one position until its runs are placed.
    for run in runs { starts[Int(run.cell) + 2] += 1 }
    for cell in 0..<cellCount { starts[cell + 2] += starts[cell + 1] }
    sorted.removeAll(keepingCapacity: true)
    sorted.append(contentsOf: runs)
    for run in runs {
      let cell = Int(run.cell) + 1
      sorted[starts[cell]] = run
      starts[cell] += 1
    }
  }
}

/// A line between two vertices in units.
///
/// Its width may be two turns, which needs more than 32 bits.
internal struct GridLine: Sendable {
  let x0: Int64
  let y0: Int64
  let x1: Int64
  let y1: Int64

  /// The sum of width and height.
  var length: Int64 { abs(x1 - x0) + abs(y1 - y0) }

  /// Compares the point at which the line meets a parallel, which it crosses, with a meridian: the
  /// result is negative, zero or positive if the point is west of the meridian, on it or east of
  /// it.
  func crossing(ofParallel y: Int64, comparedWith x: Int64) -> Int {
    // With the line from south to north the height is positive.
    let (x0, y0, x1, y1) = y0 <= y1 ? (x0, y0, x1, y1) : (x1, y1, x0, y0)
    return sign(x0 - x, y1 - y0, plus: x1 - x0, y - y0)
  }

  /// Whether the line meets the meridian just west of `x`, which it crosses, below a parallel.
  func isBelow(_ y: Int64, justWestOf x: Int64) -> Bool {
    let (x0, y0, x1, y1) = x0 <= x1 ? (x0, y0, x1, y1) : (x1, y1, x0, y0)
    let side = sign(y0 - y, x1 - x0, plus: y1 - y0, x - x0)
    return side < 0 || side == 0 && y1 > y0
  }

  /// The sign of a · b + c · d.
  private func sign(_ a: Int64, _ b: Int64, plus c: Int64, _ d: Int64) -> Int {
    let limit: Int64 = 1 << 31
    if max(abs(a), abs(b), abs(c), abs(d)) < limit {
      return Int(truncatingIfNeeded: (a &* b &+ c &* d).signum())
    }
    return (WideInteger(product: a, b) + WideInteger(product: c, d)).signum
  }
}

extension BoundaryChains {
  /// The line between a vertex and the next.
  @inline(__always)
  func line(_ index: Int) -> GridLine {
    GridLine(
      x0: Int64(x[index]), y0: Int64(y[index]), x1: Int64(x[index + 1]), y1: Int64(y[index + 1]))
  }
}

/// A rectangle of equal cells.
internal struct CellRange {
  let originX: Int64
  let originY: Int64
  let shift: Int
  let columns: Int
  let rows: Int

  @inline(__always)
  private func column(ofX x: Int32) -> Int {
    Int(truncatingIfNeeded: (Int64(x) - originX) >> shift)
  }

  @inline(__always)
  private func row(ofY y: Int32) -> Int {
    Int(truncatingIfNeeded: (Int64(y) - originY) >> shift)
  }

  /// The square of a cell.
  func box(column: Int, row: Int) -> LeafBox {
    LeafBox(
      west: originX + Int64(column) << shift, south: originY + Int64(row) << shift,
      side: 1 << shift)
  }

  /// The first row whose western end is above the point at which a line crosses the western side,
  /// or the number of rows.
  func firstRow(above line: GridLine) -> Int {
    var low = 0
    var high = rows
    while low < high {
      let middle = (low + high) / 2
      if line.isBelow(originY + Int64(middle) << shift, justWestOf: originX) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }

  /// Splits a part of a chain into runs through the cells, each line in all cells that it touches;
  /// parts outside the window are omitted.
  func appendRuns(
    of chains: BoundaryChains, chain: Int, vertices: Range<Int>, to runs: inout [GridRun]
  ) {
    let chain = UInt32(truncatingIfNeeded: chain)
    var first = vertices.lowerBound
    guard vertices.count >= 2 else { return }
    var column = self.column(ofX: chains.x[first])
    var row = self.row(ofY: chains.y[first])

    func append(column: Int, row: Int, first: Int, end: Int) {
      guard column >= 0, column < columns, row >= 0, row < rows else { return }
      runs.append(
        GridRun(
          cell: UInt32(truncatingIfNeeded: row * columns + column), chain: chain,
          first: UInt32(truncatingIfNeeded: first), count: UInt32(truncatingIfNeeded: end - first)))
    }
    for vertex in (vertices.lowerBound + 1)..<vertices.upperBound {
      let nextColumn = self.column(ofX: chains.x[vertex])
      let nextRow = self.row(ofY: chains.y[vertex])
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

  /// Calls `body` with every cell of the window that a line touches, and with some within two units
  /// of it.
  private func forEachCell(touchedBy line: GridLine, _ body: (_ column: Int, _ row: Int) -> Void) {
    let west = min(line.x0, line.x1) - originX
    let east = max(line.x0, line.x1) - originX
    let firstColumn = max(Int(truncatingIfNeeded: west >> shift), 0)
    let lastColumn = min(Int(truncatingIfNeeded: east >> shift), columns - 1)
    guard firstColumn <= lastColumn else { return }
    let slope = Double(line.y1 - line.y0) / Double(line.x1 - line.x0)
    for column in firstColumn...lastColumn {
      var low = min(line.y0, line.y1)
      var high = max(line.y0, line.y1)
      if line.x0 != line.x1 {
        // Doubles are accurate to a small fraction of a unit here.
        let left = max(Int64(column) << shift, west) + originX - line.x0
        let right = min(Int64(column + 1) << shift, east) + originX - line.x0
        let atLeft = Double(line.y0) + slope * Double(left)
        let atRight = Double(line.y0) + slope * Double(right)
        low = max(low, Int64(min(atLeft, atRight)) - 2)
        high = min(high, Int64(max(atLeft, atRight)) + 2)
      }
      let firstRow = max(Int(truncatingIfNeeded: (low - originY) >> shift), 0)
      let lastRow = min(Int(truncatingIfNeeded: (high - originY) >> shift), rows - 1)
      guard firstRow <= lastRow else { continue }
      for row in firstRow...lastRow { body(column, row) }
    }
  }
}

/// Polylines in integer units, each of which toggles one thing when it is crossed.
///
/// Individual chains need not be closed, but for each toggle all chains together must have no free
/// ends except on the western and eastern rim of the grid.
internal struct BoundaryChains: Sendable {
  /// Chain `i` has the vertices `starts[i] ..< starts[i + 1]`.
  var starts: [Int32] = [0]
  var x: [Int32] = []
  var y: [Int32] = []
  /// The toggle of each chain: the exclusive or of two areas, or a region.
  var toggles: [UInt16] = []

  init() {}

  init(starts: [Int32], x: [Int32], y: [Int32], toggles: [UInt16]) {
    self.starts = starts
    self.x = x
    self.y = y
    self.toggles = toggles
  }

  /// Adds a chain.
  mutating func append(_ vertices: [(x: Int64, y: Int64)], toggle: UInt16) {
    for vertex in vertices {
      x.append(Int32(truncatingIfNeeded: vertex.x))
      y.append(Int32(truncatingIfNeeded: vertex.y))
    }
    starts.append(Int32(truncatingIfNeeded: x.count))
    toggles.append(toggle)
  }
}
