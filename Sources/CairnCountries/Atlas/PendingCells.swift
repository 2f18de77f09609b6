internal import Synchronization

/// Cells of a grid that are cut when they are first asked for.
///
/// Whoever asks for one first cuts it while others that do wait. From then on the cell's entry
/// refers to its block, and nobody waits.
internal final class PendingCells: Sendable {
  private let plan: GridPlan
  private let workshop: Mutex<Workshop>

  /// What cuts cells, one at a time.
  private struct Workshop: Sendable {
    var cutter: CellCutter
    var room: GridWords.Room
  }

  init(plan: GridPlan, cutter: CellCutter, room: GridWords.Room) {
    self.plan = plan
    workshop = Mutex(Workshop(cutter: cutter, room: room))
  }

  /// Cuts a cell if it is not cut yet.
  ///
  /// - Returns: its entry from now on.
  func cut(_ cell: Int, in words: GridWords) -> UInt32 {
    workshop.withLock { workshop in
      // Another thread may have been quicker.
      let entry = words.cell(cell)
      guard entry & BoundaryGrid.Entry.isPending != 0 else { return entry }
      let border = plan.borderCells[Int(entry & (BoundaryGrid.Entry.isPending - 1))]
      let cut = workshop.cutter.entry(
        ofCell: cell, border, of: plan, appendingTo: words, &workshop.room)
      words.setCell(cell, to: cut)
      return cut
    }
  }
}

extension CellCutter {
  /// Cuts a cell and stores its block.
  ///
  /// - Returns: the entry of the cell.
  fileprivate mutating func entry(
    ofCell cell: Int, _ border: GridPlan.BorderCell, of plan: GridPlan,
    appendingTo words: GridWords, _ room: inout GridWords.Room
  ) -> UInt32 {
    let (row, column) = cell.quotientAndRemainder(dividingBy: plan.frame.columns)
    let halvings = cut(border, column: column, row: row, of: plan)
    guard let position = words.append(block, to: &room) else {
      preconditionFailure("The boundaries of areas are too large for a grid.")
    }
    return BoundaryGrid.Entry.cut(halvings: halvings, position: position)
  }
}
