internal import CairnGeodesy
internal import CairnMemory

/// The input of a ``BoundaryGrid`` of areas: the chains, and those that pass through each cell.
///
/// From it each cell can be cut into parts and leaves independently, in any order.
internal struct GridPlan: Sendable {
  let chains: BoundaryChains
  let frame: GridFrame
  /// Lines that change the state along the western rim of the grid, from the south.
  let rim: [RimLine]
  /// The runs of chains through all cells, in the order of the chains.
  private let runs: [GridRun]
  /// For each run the next one through the same cell.
  private let nextRuns: [UInt32]
  /// The cells with boundaries.
  private(set) var borderCells: [BorderCell] = []

  /// A line from one side of the western rim to the other.
  struct RimLine: Sendable {
    let line: GridLine
    let toggle: UInt16
  }

  /// A cell with boundaries.
  struct BorderCell: Sendable {
    /// The first of its runs.
    fileprivate let firstRun: UInt32
    /// The state just outside its southwestern corner.
    let state: UInt32
  }

  private static let noRun = UInt32.max

  /// Finds the cells that each chain passes through, and the states of all cells.
  ///
  /// - Parameters:
  ///   - chains: the chains, which may reach beyond the grid in the west and the east.
  ///   - frame: the cells.
  ///   - rim: the lines that change the state along the western rim, from the south.
  ///   - setCell: called for each cell with its state if it has no boundaries, or with the number
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

extension BoundaryGrid {
  /// Prepares arcs between areas for point location.
  static func areas(of arcs: BoundaryArcs) -> BoundaryGrid {
    let chains = BoundaryChains(
      starts: arcs.starts, x: arcs.x, y: arcs.y,
      toggles: zip(arcs.left, arcs.right).map { $0 ^ $1 })
    let frame = GridFrame(
      units: .countries, box: (west: -1_800_000, south: -900_000, east: 1_799_999, north: 900_000),
      cellShift: 13)
    return cutLater(
      chains, frame: frame, rim: chains.antimeridian(of: frame), leafSize: 32)
  }

  /// The area of a coordinate in a grid made from areas; 0 if the coordinate is not valid.
  ///
  /// Most coordinates are in a cell without boundaries.
  @inline(__always)
  func area(at coordinate: Coordinate) -> Int {
    if let cell = frame.roughCell(of: coordinate) {
      let entry = words.cell(cell)
      if entry & Entry.isReference == 0 { return Int(entry) }
    }
    return Int(areaNearBoundary(at: coordinate))
  }

  /// Writes the area of each of many coordinates.
  func writeAreas(at places: UnsafeSpan<Coordinate>, into areas: UnsafeBuffer<UInt16>) {
    for row in 0..<places.count {
      areas[row] = UInt16(truncatingIfNeeded: area(at: places[row]))
    }
  }

  /// The area of any coordinate.
  @inline(never)
  private func areaNearBoundary(at coordinate: Coordinate) -> UInt16 {
    guard let point = GridPoint(coordinate) else { return 0 }
    switch place(of: point) {
    case nil: return 0
    case .state(let area): return UInt16(truncatingIfNeeded: area)
    case .leaf(let leaf):
      var area = UInt16(truncatingIfNeeded: leaf.block[leaf.start])
      var group = leaf.block.group(leaf.start &+ 1)
      while true {
        if toggles(group, of: leaf, at: point) { area ^= group.toggle }
        if group.isLast { break }
        group = leaf.block.group(group.end)
      }
      return area
    }
  }
}

extension BoundaryChains {
  /// The changes of the area beside the antimeridian from south to north along the western rim.
  ///
  /// Arcs end where they reach the antimeridian. Each is extended out of the grid by a short line
  /// along the parallel there, and the area around the south pole by one south of it.
  fileprivate func antimeridian(of frame: GridFrame) -> [GridPlan.RimLine] {
    let rim = Int32(truncatingIfNeeded: frame.originX)
    var lines: [GridPlan.RimLine] = []
    func lead(out y: Int, _ toggle: UInt16) {
      let x = Int64(frame.originX)
      let line = GridLine(x0: x - 1, y0: Int64(y), x1: x, y1: Int64(y))
      lines.append(GridPlan.RimLine(line: line, toggle: toggle))
    }
    var area: UInt16 = 0
    for chain in toggles.indices {
      let first = Int(starts[chain])
      let last = Int(starts[chain + 1]) - 1
      for end in [first, last] where x[end] == rim {
        lead(out: Int(y[end]), toggles[chain])
        // The north pole is in no area, the south pole in the exclusive or of all toggles.
        area ^= toggles[chain]
      }
    }
    lead(out: frame.originY - 1, area)
    return lines
  }
}
