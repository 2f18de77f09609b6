/// A sweep over the cells of a window from the southwest, row by row, that finds the regions that
/// contain the corner of a cell with boundaries, and the regions that contain cells entirely.
internal struct RegionSweep: Sendable {
  /// The progress of the sweep with a region.
  private struct Position: Sendable {
    /// All rows south of this one are done, and in this row the cells west of the column.
    var row: Int32 = 0
    var column: Int32 = 0
    /// Whether the region contains the southwestern corner of the next cell.
    var isInside = false
    /// Whether it contains that of the first cell of the row.
    var isInsideInWest = false
    /// The number of its bands; while they are sorted, the position of its next band.
    var bands = 0
  }

  /// A line that crosses the western side of the window and changes the rows from this one on.
  private struct Flip: Sendable {
    let row: Int
    let region: UInt16
  }

  /// Indexed by region; only those in the window are used.
  private var positions: [Position]
  private var present: [UInt16] = []
  private var flips: [Flip] = []
  private var found: [(region: UInt16, band: CellCover.Band)] = []
  private var sorted: [CellCover.Band] = []
  private var cover = CellCover()

  init(regionCount: Int) {
    positions = Array(repeating: Position(), count: regionCount)
  }

  /// Sweeps a window.
  ///
  /// - Parameters:
  ///   - window: the cells.
  ///   - lines: the runs through the window by region in ascending order, and whether each one's
  ///     region contains the corner of the window.
  ///   - chains: all lines.
  ///   - set: the regions that contain the whole window.
  ///   - sets: receives the sets of regions that contain cells.
  ///   - cut: the window with the runs through each cell; ``SubdividedCells/isInside`` and
  ///     ``SubdividedCells/sets`` are filled in.
  mutating func sweep(
    _ window: CellRange, lines: some Collection<(run: GridRun, isInside: Bool)>,
    of chains: BoundaryChains, set: UInt32, sets: inout RegionSets, into cut: inout SubdividedCells
  ) {
    begin(window, lines: lines, of: chains)
    cut.isInside.removeAll(keepingCapacity: true)
    var nextFlip = 0
    for row in 0..<window.rows {
      while nextFlip < flips.count, flips[nextFlip].row == row {
        turnRow(of: flips[nextFlip].region, at: row, in: window)
        nextFlip += 1
      }
      for column in 0..<window.columns {
        visit(column: column, row: row, of: window, chains, &cut)
      }
    }
    cover.begin(columns: window.columns, rows: window.rows)
    for region in present { finishRows(of: region, before: window.rows, in: window) }
    gather()
    cover.sets(addedTo: set, of: &sets, into: &cut.sets)
  }

  private mutating func begin(
    _ window: CellRange, lines: some Collection<(run: GridRun, isInside: Bool)>,
    of chains: BoundaryChains
  ) {
    present.removeAll(keepingCapacity: true)
    flips.removeAll(keepingCapacity: true)
    found.removeAll(keepingCapacity: true)
    for (run, isInside) in lines {
      let region = chains.toggles[Int(run.chain)]
      if present.last != region {
        present.append(region)
        positions[Int(region)] = Position(isInside: isInside, isInsideInWest: isInside)
      }
      for index in Int(run.first)..<Int(run.first + run.count)
      where (Int64(chains.x[index]) < window.originX)
        != (Int64(chains.x[index + 1]) < window.originX)
      {
        let row = window.firstRow(above: chains.line(index))
        // A crossing below the corner is already counted at the corner.
        if row > 0, row < window.rows { flips.append(Flip(row: row, region: region)) }
      }
    }
    flips.sort { $0.row < $1.row }
  }

  /// Finds the regions that contain the corner of a cell with boundaries.
  @inline(__always)
  private mutating func visit(
    column: Int, row: Int, of window: CellRange, _ chains: BoundaryChains,
    _ cut: inout SubdividedCells
  ) {
    let cell = row * window.columns + column
    var index = cut.starts[cell]
    let end = cut.starts[cell + 1]
    guard index < end else { return }
    let box = window.box(column: column, row: row)
    while index < end {
      let region = chains.toggles[Int(cut.runs[index].chain)]
      finishCells(of: region, before: column, row: row, in: window)
      let isInside = positions[Int(region)].isInside
      repeat {
        cut.isInside.append(isInside)
        if box.crossesSouthernSide(cut.runs[index], of: chains) {
          positions[Int(region)].isInside.toggle()
        }
        index += 1
      } while index < end && chains.toggles[Int(cut.runs[index].chain)] == region
      positions[Int(region)].column = Int32(truncatingIfNeeded: column + 1)
    }
  }

  /// Finishes the rows of a region that are south of the given one.
  private mutating func finishRows(of region: UInt16, before row: Int, in window: CellRange) {
    let row = Int32(truncatingIfNeeded: row)
    let width = Int32(truncatingIfNeeded: window.columns)
    let position = positions[Int(region)]
    guard position.row < row else { return }
    if position.isInside, position.column < width {
      note(region, rows: position.row..<position.row + 1, columns: position.column..<width)
    }
    if position.isInsideInWest, position.row + 1 < row {
      note(region, rows: position.row + 1..<row, columns: 0..<width)
    }
    positions[Int(region)].row = row
    positions[Int(region)].column = 0
    positions[Int(region)].isInside = position.isInsideInWest
  }

  /// Finishes the cells of a region that are before the given one.
  @inline(__always)
  private mutating func finishCells(
    of region: UInt16, before column: Int, row: Int, in window: CellRange
  ) {
    if Int(positions[Int(region)].row) < row { finishRows(of: region, before: row, in: window) }
    let position = positions[Int(region)]
    let column = Int32(truncatingIfNeeded: column)
    if position.isInside, position.column < column {
      note(region, rows: position.row..<position.row + 1, columns: position.column..<column)
    }
  }

  private mutating func turnRow(of region: UInt16, at row: Int, in window: CellRange) {
    finishRows(of: region, before: row, in: window)
    positions[Int(region)].isInsideInWest.toggle()
    positions[Int(region)].isInside = positions[Int(region)].isInsideInWest
  }

  private mutating func note(_ region: UInt16, rows: Range<Int32>, columns: Range<Int32>) {
    found.append((region, CellCover.Band(rows: rows, columns: columns)))
    positions[Int(region)].bands += 1
  }

  /// Sorts the bands by region, keeping their order within one, and merges them into squares.
  private mutating func gather() {
    guard let none = found.first?.band else { return }
    var start = 0
    for region in present {
      let count = positions[Int(region)].bands
      positions[Int(region)].bands = start
      start += count
    }
    sorted.removeAll(keepingCapacity: true)
    sorted.append(contentsOf: repeatElement(none, count: found.count))
    for (region, band) in found {
      sorted[positions[Int(region)].bands] = band
      positions[Int(region)].bands += 1
    }
    start = 0
    for region in present {
      let end = positions[Int(region)].bands
      if start < end { cover.add(sorted[start..<end], of: region) }
      start = end
    }
  }
}

/// A window whose runs are cut at the sides of its cells.
internal struct SubdividedCells: Sendable {
  /// The runs through all cells, cell by cell from the southwest, within a cell by region.
  private(set) var runs: [GridRun] = []
  /// Cell `i` has the runs `starts[i] ..< starts[i + 1]`.
  private(set) var starts: [Int] = []
  /// For each run, whether its region contains the corner of the cell.
  var isInside: [Bool] = []
  /// The set of regions that contain each whole cell.
  var sets: [UInt32] = []
  private var unsorted: [GridRun] = []

  /// Cuts runs at the sides of a window's cells.
  mutating func cut(
    _ lines: some Collection<(run: GridRun, isInside: Bool)>, of chains: BoundaryChains,
    at window: CellRange
  ) {
    unsorted.removeAll(keepingCapacity: true)
    for (run, _) in lines {
      let first = Int(run.first)
      window.appendRuns(
        of: chains, chain: Int(run.chain), vertices: first..<first + Int(run.count) + 1,
        to: &unsorted)
    }
    GridRun.sort(
      unsorted, cellCount: window.columns * window.rows, into: &runs, starts: &starts)
  }

  /// The runs through a cell, and whether each one's region contains the corner of the cell.
  func lines(ofCell cell: Int) -> [(run: GridRun, isInside: Bool)] {
    (starts[cell]..<starts[cell + 1]).map { (runs[$0], isInside[$0]) }
  }
}
