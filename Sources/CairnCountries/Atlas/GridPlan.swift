/// What a ``BoundaryGrid`` of areas is made from: the chains, and which of them run through each cell.
///
/// From here each cell can be cut into parts and leaves on its own, in any order.
internal struct GridPlan: Sendable {
  let chains: BoundaryChains
  let frame: GridFrame
  /// Lines that change the state along the western rim of the grid, from the south.
  let rim: [RimLine]
  /// The runs of chains through all cells, in the order of the chains.
  private let runs: [GridRun]
  /// For each run the next one through the same cell.
  private let nextRuns: [UInt32]
  /// The cells through which boundaries run.
  private(set) var borderCells: [BorderCell] = []

  /// A line that leads from one side of the western rim to the other.
  struct RimLine: Sendable {
    let line: GridLine
    let toggle: UInt16
  }

  /// A cell through which boundaries run.
  struct BorderCell: Sendable {
    /// The first of its runs.
    fileprivate let firstRun: UInt32
    /// The state just outside of its south-western corner.
    let state: UInt32
  }

  private static let noRun = UInt32.max

  /// Finds the cells that each chain runs through, and the states of all cells.
  ///
  /// - Parameters:
  ///   - chains: which may reach beyond the grid in the west and the east.
  ///   - setCell: called for each cell with the state that it has as a whole, or with the number
  ///     of its border cell.
  init(
    _ chains: BoundaryChains, frame: GridFrame, rim: [RimLine],
    setCell: (_ cell: Int, _ entry: UInt32, _ isBorder: Bool) -> Void
  ) {
    self.chains = chains
    self.frame = frame
    self.rim = rim
    var sink: [GridRun] = []
    sink.reserveCapacity(chains.x.count / 16)
    var crossesSouth: [Bool] = []
    crossesSouth.reserveCapacity(chains.x.count / 16)
    let window = frame.window
    for chain in chains.toggles.indices {
      let range = Int(chains.starts[chain])..<Int(chains.starts[chain + 1])
      window.appendRuns(of: chains, chain: chain, vertices: range, to: &sink)
      for run in sink[crossesSouth.count...] {
        let (row, column) = Int(run.cell).quotientAndRemainder(dividingBy: frame.columns)
        let box = window.box(column: column, row: row)
        crossesSouth.append(box.crossesSouthernSide(run, of: chains))
      }
    }
    var firstRuns = [UInt32](repeating: Self.noRun, count: frame.cellCount)
    var nextRuns = [UInt32](repeating: Self.noRun, count: sink.count)
    for run in sink.indices.reversed() {
      let cell = Int(sink[run].cell)
      nextRuns[run] = firstRuns[cell]
      firstRuns[cell] = UInt32(truncatingIfNeeded: run)
    }
    runs = sink
    self.nextRuns = nextRuns
    borderCells.reserveCapacity(sink.count / 2)
    for row in 0..<frame.rows {
      var state: UInt32 = 0
      for crossing in rim
      where crossing.line.isBelow(
        window.originY + Int64(row) << window.shift, justWestOf: window.originX)
      {
        state ^= UInt32(crossing.toggle)
      }
      for column in 0..<frame.columns {
        let cell = row * frame.columns + column
        let first = firstRuns[cell]
        if first == Self.noRun {
          setCell(cell, state, false)
          continue
        }
        setCell(cell, UInt32(truncatingIfNeeded: borderCells.count), true)
        borderCells.append(BorderCell(firstRun: first, state: state))
        var next = first
        while next != Self.noRun {
          if crossesSouth[Int(next)] {
            state ^= UInt32(chains.toggles[Int(runs[Int(next)].chain)])
          }
          next = nextRuns[Int(next)]
        }
      }
    }
  }

  /// Calls a closure with the runs through a cell, in the order of the chains.
  func forEachRun(of border: BorderCell, _ body: (GridRun) -> Void) {
    var next = border.firstRun
    while next != Self.noRun {
      body(runs[Int(next)])
      next = nextRuns[Int(next)]
    }
  }
}
