/// Builds a ``BoundaryGrid`` in two passes: first the cells that each chain runs through, then
/// the parts and leaves of each cell.
internal struct GridBuilder<States: GridStates> {
  let chains: BoundaryChains
  let units: GridUnits
  let originX: Int
  let originY: Int
  let columns: Int
  let rows: Int
  let cellShift: Int
  /// About how many lines a leaf is to have at most.
  let leafSize: Int
  var states: States

  /// The runs of chains through all cells, in the order of the chains.
  private var cellRuns: [GridRun] = []
  private var cells: [UInt32] = []
  private var parts: [UInt32] = []
  private var writer: LeafWriter

  /// Prepares a grid that covers a box.
  ///
  /// - Parameters:
  ///   - chains: which may reach beyond the box in the west and the east.
  ///   - box: the least and greatest units that a point is looked up at.
  ///   - cellShift: a cell is 2 to this power units wide.
  init(
    _ chains: BoundaryChains, states: States, units: GridUnits,
    box: (west: Int, south: Int, east: Int, north: Int), cellShift: Int, leafSize: Int
  ) {
    self.chains = chains
    self.states = states
    self.units = units
    originX = box.west
    originY = box.south
    columns = (box.east - box.west) >> cellShift + 1
    rows = (box.north - box.south) >> cellShift + 1
    self.cellShift = cellShift
    self.leafSize = leafSize
    writer = LeafWriter()
    writer.reserve(2 * chains.x.count)
  }

  /// Builds the grid, and hands the states back that its answers refer to.
  mutating func build() -> (grid: BoundaryGrid, states: States) {
    let window = GridWindow(
      originX: originX, originY: originY, shift: cellShift, columns: columns, rows: rows)
    var sink: [GridRun] = []
    sink.reserveCapacity(chains.x.count / 8)
    for chain in chains.toggles.indices {
      let range = Int(chains.starts[chain])..<Int(chains.starts[chain + 1])
      window.appendRuns(of: chains, chain: chain, vertices: range, to: &sink)
    }
    cellRuns = sink
    let cellStarts = sortByCell(&cellRuns, count: columns * rows)
    cells = [UInt32](repeating: 0, count: columns * rows)
    let western = linesAcross(meridian: originX)
    for row in 0..<rows {
      var state = States.outside
      for (line, toggle) in western
      where line.isBelow(originY + row << cellShift, justWestOf: originX) {
        state = states.toggled(state, by: toggle)
      }
      for column in 0..<columns {
        let cell = row * columns + column
        let runs = Int(cellStarts[cell])..<Int(cellStarts[cell + 1])
        if runs.isEmpty {
          cells[cell] = state
        } else {
          cut(cell, column: column, row: row, runs: runs, state: &state)
        }
      }
    }
    cellRuns = []
    let grid = BoundaryGrid(
      units: units, originX: originX, originY: originY, columns: columns, rows: rows,
      cellShift: cellShift,
      words: GridWords(cells: cells, parts: parts, leaves: writer.finish()))
    return (grid, states)
  }

  /// Cuts a cell into parts and writes their leaves; the state moves on to the next cell's corner.
  private mutating func cut(
    _ cell: Int, column: Int, row: Int, runs: Range<Int>, state: inout UInt32
  ) {
    var lineCount = 0
    for run in runs { lineCount += Int(cellRuns[run].count) }
    // Whole numbers within a leaf must fit into `Float`.
    var halvings = max(0, cellShift - 22)
    while halvings < min(BoundaryGrid.Entry.maximumHalvings, cellShift),
      lineCount > leafSize << halvings
    {
      halvings += 1
    }
    let shift = cellShift - halvings
    let side = 1 << halvings
    let window = GridWindow(
      originX: originX + column << cellShift, originY: originY + row << cellShift, shift: shift,
      columns: side, rows: side)
    var partRuns: [GridRun] = []
    for run in runs {
      let run = cellRuns[run]
      window.appendRuns(
        of: chains, chain: Int(run.chain),
        vertices: Int(run.first)..<Int(run.first + run.count + 1), to: &partRuns)
    }
    let partStarts = sortByCell(&partRuns, count: side * side)
    let rowStates = statesUpwards(window, runs: runs, from: state)
    let start = parts.count
    for partRow in 0..<side {
      var rowState = rowStates[partRow]
      for partColumn in 0..<side {
        let part = partRow * side + partColumn
        let range = Int(partStarts[part])..<Int(partStarts[part + 1])
        if range.isEmpty {
          parts.append(rowState)
          continue
        }
        let box = LeafBox(
          west: window.originX + partColumn << shift, south: window.originY + partRow << shift,
          side: 1 << shift)
        let entry = writer.write(
          partRuns[range], of: chains, box: box, state: rowState, states: &states)
        parts.append(entry)
        for toggle in writer.southernToggles {
          rowState = states.toggled(rowState, by: toggle)
        }
      }
      if partRow == 0 { state = rowState }
    }
    cells[cell] =
      BoundaryGrid.Entry.isReference
      | UInt32(halvings) << UInt32(BoundaryGrid.Entry.halvingsShift) | UInt32(start)
  }

  /// The lines that lead from one side of a meridian to the other.
  private func linesAcross(meridian x: Int) -> [(line: GridLine, toggle: UInt16)] {
    var result: [(GridLine, UInt16)] = []
    let meridian = Int32(truncatingIfNeeded: x)
    guard chains.x.contains(where: { $0 < meridian }) else { return [] }
    for chain in chains.toggles.indices {
      for index in Int(chains.starts[chain])..<(Int(chains.starts[chain + 1]) - 1)
      where (chains.x[index] < meridian) != (chains.x[index + 1] < meridian) {
        result.append((chains.line(index), chains.toggles[chain]))
      }
    }
    return result
  }

  /// The states beside the south-western corner of each row of parts.
  ///
  /// They change with the lines that cross the western side of the cell just outside of it.
  private mutating func statesUpwards(
    _ window: GridWindow, runs: Range<Int>, from corner: UInt32
  ) -> [UInt32] {
    var result = [UInt32](repeating: corner, count: window.rows)
    guard window.rows > 1 else { return result }
    for run in runs {
      let run = cellRuns[run]
      for index in Int(run.first)..<Int(run.first + run.count) {
        let line = chains.line(index)
        guard (line.x0 < window.originX) != (line.x1 < window.originX),
          !line.isBelow(window.originY, justWestOf: window.originX)
        else { continue }
        for row in 1..<window.rows
        where line.isBelow(window.originY + row << window.shift, justWestOf: window.originX) {
          result[row] = states.toggled(result[row], by: chains.toggles[Int(run.chain)])
        }
      }
    }
    return result
  }

  /// Sorts runs by cell, keeping their order within one, and tells where each cell's start.
  private func sortByCell(_ runs: inout [GridRun], count: Int) -> [UInt32] {
    var starts = [UInt32](repeating: 0, count: count + 1)
    for run in runs { starts[Int(run.cell) + 1] += 1 }
    for cell in 0..<count { starts[cell + 1] += starts[cell] }
    guard runs.count > 1 else { return starts }
    var next = starts
    var sorted = runs
    for run in runs {
      sorted[Int(next[Int(run.cell)])] = run
      next[Int(run.cell)] += 1
    }
    runs = sorted
    return starts
  }
}
