internal import CairnMemory

/// A cutter of border cells of areas into parts, which also writes their leaves.
internal struct CellSubdivider: Sendable {
  /// The approximate maximum number of lines of a leaf.
  private let leafSize: Int
  /// The minimum number of halvings of each cell.
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

  /// The words of a cell that was cut: an entry for each part, followed by the leaves.
  var block: [UInt32] { writer.words }

  /// Cuts a cell and leaves its words in ``block``.
  ///
  /// - Parameters:
  ///   - border: the cell.
  ///   - column: its column in the grid.
  ///   - row: its row.
  ///   - plan: the chains through it.
  /// - Returns: the number of halvings of the cell.
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
    let window = CellRange(
      originX: box.west, originY: box.south, shift: shift, columns: side, rows: side)
    partRuns.removeAll(keepingCapacity: true)
    for run in cellRuns {
      window.appendRuns(
        of: plan.chains, chain: Int(run.chain),
        vertices: Int(run.first)..<Int(run.first + run.count + 1), to: &partRuns)
    }
    GridRun.sort(partRuns, cellCount: side * side, into: &sortedRuns, starts: &partStarts)
    writer.begin()
    _ = writer.appendParts(side * side)
    let rowStates = statesUpwards(window, isAtRim: column == 0, border, plan)
    for partRow in 0..<side {
      var state = rowStates[partRow]
      for partColumn in 0..<side {
        let part = partRow * side + partColumn
        let range = partStarts[part]..<partStarts[part + 1]
        if range.isEmpty {
          writer.set(part, to: state)
          continue
        }
        let box = window.box(column: partColumn, row: partRow)
        let entry = writer.write(sortedRuns[range], of: plan.chains, box: box, area: state)
        writer.set(part, to: entry)
        for toggle in writer.southernToggles { state ^= UInt32(toggle) }
      }
    }
    return halvings
  }

  /// The states beside the southwestern corner of each row of parts.
  ///
  /// They change at the lines that cross the western side of the cell just outside of it.
  private func statesUpwards(
    _ window: CellRange, isAtRim: Bool, _ border: GridPlan.BorderCell, _ plan: GridPlan
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

}

/// Cells of a grid that are cut at their first lookup.
///
/// The first thread that looks one up cuts it, and other threads that need it wait. From then on
/// the cell's entry refers to its block, and lookups neither wait nor take a lock.
internal final class PendingCells: Sendable {
  private let plan: GridPlan
  private let workshop: Lock<Workshop>

  /// The state for cutting cells, one at a time.
  private struct Workshop: Sendable {
    var cutter: CellSubdivider
    var cursor: BlockTable.Cursor
  }

  init(plan: GridPlan, cutter: CellSubdivider, cursor: BlockTable.Cursor) {
    self.plan = plan
    workshop = Lock(Workshop(cutter: cutter, cursor: cursor))
  }

  /// Cuts a cell if it is not cut yet.
  ///
  /// - Parameters:
  ///   - cell: the number of the cell.
  ///   - words: the tables of the grid.
  /// - Returns: the new entry of the cell.
  func cut(_ cell: Int, in words: BlockTable) -> UInt32 {
    workshop.withLock { workshop in
      // Another thread may have been faster.
      let entry = words.cell(cell)
      guard entry & BoundaryGrid.Entry.isPending != 0 else { return entry }
      let border = plan.borderCells[Int(entry & (BoundaryGrid.Entry.isPending - 1))]
      let cut = workshop.cutter.entry(
        ofCell: cell, border, of: plan, appendingTo: words, &workshop.cursor)
      words.setCell(cell, to: cut)
      return cut
    }
  }
}

extension CellSubdivider {
  /// Cuts a cell and stores its block.
  ///
  /// - Returns: the entry of the cell.
  fileprivate mutating func entry(
    ofCell cell: Int, _ border: GridPlan.BorderCell, of plan: GridPlan,
    appendingTo words: BlockTable, _ cursor: inout BlockTable.Cursor
  ) -> UInt32 {
    let (row, column) = cell.quotientAndRemainder(dividingBy: plan.frame.columns)
    let halvings = cut(border, column: column, row: row, of: plan)
    guard let position = words.append(block, to: &cursor) else {
      preconditionFailure("The boundaries of areas are too large for a grid.")
    }
    return BoundaryGrid.Entry.cut(halvings: halvings, position: position)
  }
}
