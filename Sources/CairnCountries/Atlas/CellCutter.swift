/// Cuts border cells of areas into parts and writes their leaves.
internal struct CellCutter: Sendable {
  /// About how many lines a leaf is to have at most.
  private let leafSize: Int
  /// How often each cell is halved at least.
  private let leastHalvings: Int
  private var writer = LeafWriter()
  private var cellRuns: [GridRun] = []
  private var partRuns: [GridRun] = []
  private var sortedRuns: [GridRun] = []
  private var partStarts: [Int] = []

  init(leafSize: Int, leastHalvings: Int) {
    self.leafSize = leafSize
    self.leastHalvings = leastHalvings
  }

  /// What a cell is cut into: an entry for each part, and behind those the leaves.
  var block: [UInt32] { writer.words }

  /// Cuts a cell, which leaves its words in ``block``.
  ///
  /// - Returns: how often the cell was halved.
  mutating func cut(
    _ border: GridPlan.BorderCell, column: Int, row: Int, of plan: GridPlan
  ) -> Int {
    let frame = plan.frame
    cellRuns.removeAll(keepingCapacity: true)
    var lineCount = 0
    plan.forEachRun(of: border) { run in
      cellRuns.append(run)
      lineCount += Int(run.count)
    }
    var halvings = leastHalvings
    while halvings < min(BoundaryGrid.Entry.maximumHalvings, frame.cellShift),
      lineCount > leafSize << halvings
    {
      halvings += 1
    }
    let shift = frame.cellShift - halvings
    let side = 1 << halvings
    let box = frame.window.box(column: column, row: row)
    let window = GridWindow(
      originX: box.west, originY: box.south, shift: shift, columns: side, rows: side)
    partRuns.removeAll(keepingCapacity: true)
    for run in cellRuns {
      window.appendRuns(
        of: plan.chains, chain: Int(run.chain),
        vertices: Int(run.first)..<Int(run.first + run.count + 1), to: &partRuns)
    }
    sortByPart(count: side * side)
    writer.begin()
    _ = writer.appendParts(side * side)
    let rowStates = statesUpwards(window, isAtRim: column == 0, border, plan)
    for partRow in 0..<side {
      var state = rowStates[partRow]
      for partColumn in 0..<side {
        let part = partRow * side + partColumn
        let range = partStarts[part]..<partStarts[part + 1]
        if range.isEmpty {
          writer.setPart(part, to: state)
          continue
        }
        let box = window.box(column: partColumn, row: partRow)
        let entry = writer.write(sortedRuns[range], of: plan.chains, box: box, area: state)
        writer.setPart(part, to: entry)
        for toggle in writer.southernToggles { state ^= UInt32(toggle) }
      }
    }
    return halvings
  }

  /// The states beside the south-western corner of each row of parts.
  ///
  /// They change with the lines that cross the western side of the cell just outside of it.
  private func statesUpwards(
    _ window: GridWindow, isAtRim: Bool, _ border: GridPlan.BorderCell, _ plan: GridPlan
  ) -> [UInt32] {
    var result = [UInt32](repeating: border.state, count: window.rows)
    guard window.rows > 1 else { return result }
    func cross(_ line: GridLine, _ toggle: UInt16) {
      let first = window.firstRow(above: line)
      if first == 0 { return }
      for row in first..<window.rows { result[row] ^= UInt32(toggle) }
    }
    if isAtRim {
      for crossing in plan.rim { cross(crossing.line, crossing.toggle) }
      return result
    }
    for run in cellRuns {
      for index in Int(run.first)..<Int(run.first + run.count) {
        let line = plan.chains.line(index)
        if (line.x0 < window.originX) != (line.x1 < window.originX) {
          cross(line, plan.chains.toggles[Int(run.chain)])
        }
      }
    }
    return result
  }

  /// Sorts the runs by part, keeping their order within one, and notes where each part's start.
  private mutating func sortByPart(count: Int) {
    partStarts.removeAll(keepingCapacity: true)
    partStarts.append(contentsOf: repeatElement(0, count: count + 1))
    // Each start is one place late until its runs are placed.
    for run in partRuns where Int(run.cell) + 2 <= count { partStarts[Int(run.cell) + 2] += 1 }
    for part in 0..<count { partStarts[part + 1] += partStarts[part] }
    sortedRuns.removeAll(keepingCapacity: true)
    sortedRuns.append(contentsOf: partRuns)
    for run in partRuns {
      let part = Int(run.cell) + 1
      sortedRuns[partStarts[part]] = run
      partStarts[part] += 1
    }
  }
}
