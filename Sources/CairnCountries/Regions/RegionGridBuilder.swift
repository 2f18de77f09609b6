internal import CairnGeodesy
internal import CairnMemory

/// A builder of the grid of a ``TerritoryAtlas``, which cuts its cells.
///
/// A window of cells is cut in three steps, which are the same for the whole grid, for the parts of
/// a cell and for the parts of a part: the lines are cut at the sides of the cells
/// (``SubdividedCells``), a sweep finds the regions that contain each cell and corner
/// (``RegionSweep``), and then each cell with lines is cut again or becomes a leaf.
///
/// ## Bounds
/// Where lines are short, all parts of a cell together have hardly more lines than the cell. A line
/// that passes through from side to side is a line of every part that it crosses. The length of the
/// lines predicts how many more lines a finer grid will have, and each cell has a budget for them.
/// So time and memory are proportional to the number of corners, whatever the shapes, and only
/// lookups where thousands of lines meet take longer.
internal struct RegionGridBuilder {
  private let chains: BoundaryChains
  private(set) var sets: RegionSets
  private var sweep: RegionSweep
  private var writer = LeafWriter()
  private var leafWriter = RegionLeafWriter()
  /// Windows that are currently unused, kept for reuse.
  private var spare: [SubdividedCells] = []

  /// The approximate maximum number of lines of a leaf.
  private static let leafSize = 24
  /// A part is cut again only if it has more lines than this.
  private static let cutAgainSize = 96
  /// In leaves with sides of at most 2 to this power units, the integers fit into `Float`.
  private static let floatShift = 22
  /// The approximate maximum number of words per line of a leaf: four vertices of four words.
  private static let wordsPerLine: Int64 = 16

  /// The maximum number of words of the blocks, and of the sets.
  private let mostWords: Int

  init(_ chains: BoundaryChains, regionCount: Int, mostWords: Int) {
    self.chains = chains
    self.mostWords = mostWords
    sets = RegionSets(regionCount: regionCount)
    sweep = RegionSweep(regionCount: regionCount)
  }

  /// The sum of widths and heights of all lines, in units.
  static func length(of chains: BoundaryChains) -> Int64 {
    var sum: Int64 = 0
    for chain in chains.toggles.indices {
      for index in Int(chains.starts[chain])..<Int(chains.starts[chain + 1]) - 1 {
        sum += chains.line(index).length
      }
    }
    return sum
  }

  /// The maximum excess of lines in the cells of a grid over its corners.
  static func allowance(ofGridWithCorners count: Int) -> Int64 {
    1 << 18 + min(4 * Int64(count), 1 << 23)
  }

  /// The maximum excess of lines in all parts over those in the cells.
  private var allowanceOfParts: Int64 { 1 << 19 + min(2 * Int64(chains.x.count), 1 << 23) }

  /// Cuts all cells of a grid.
  ///
  /// - Throws: ``TerritoryError/tooLarge(territory:latitude:longitude:)``.
  mutating func grid(_ frame: GridFrame) throws(TerritoryError) -> BoundaryGrid {
    var (words, cursor) = BlockTable.make(
      cellCount: frame.cellCount, expectedWords: 2 * chains.x.count, mostWords: mostWords)
    let all = chains.toggles.indices.map { chain in
      let first = UInt32(truncatingIfNeeded: chains.starts[chain])
      let end = UInt32(truncatingIfNeeded: chains.starts[chain + 1])
      let run = GridRun(
        cell: 0, chain: UInt32(truncatingIfNeeded: chain), first: first, count: end - first - 1)
      return (run: run, isInside: false)
    }
    var cut = SubdividedCells()
    cut.cut(all, of: chains, at: frame.window)
    sweep.sweep(frame.window, lines: all, of: chains, set: 0, sets: &sets, into: &cut)
    let lineCount = max(cut.runs.reduce(0) { $0 + Int64($1.count) }, 1)
    for cell in 0..<frame.cellCount {
      if cut.starts[cell] == cut.starts[cell + 1] {
        words.setCell(cell, to: cut.sets[cell])
        continue
      }
      let (row, column) = cell.quotientAndRemainder(dividingBy: frame.columns)
      let box = frame.window.box(column: column, row: row)
      let load = load(ofCell: cell, of: cut, side: box.side)
      let allowance = share(of: load, in: allowanceOfParts, lineCount)
      let halvings = halvings(of: load, shift: frame.cellShift, allowance: allowance)
      writer.begin()
      if halvings == 0 {
        let part = writer.appendParts(1)
        writer.set(part, to: try writeLeaf(ofCell: cell, of: cut, box, load))
      } else {
        _ = try writeParts(
          ofCell: cell, of: cut, box, shift: frame.cellShift, halvings: halvings,
          allowance: allowance)
      }
      guard sets.wordCount <= mostWords, let position = words.append(writer.words, to: &cursor)
      else { throw tooLarge(cell, of: cut, box) }
      words.setCell(cell, to: BoundaryGrid.Entry.cut(halvings: halvings, position: position))
    }
    return BoundaryGrid(frame: frame, words: words)
  }

  private mutating func writeLeaf(
    ofCell cell: Int, of cut: SubdividedCells, _ box: LeafBox, _ load: Load
  ) throws(TerritoryError) -> UInt32 {
    guard Int64(writer.words.count) + Self.wordsPerLine * load.lines <= Int64(mostWords) else {
      throw tooLarge(cell, of: cut, box)
    }
    return leafWriter.write(cut, cell: cell, of: chains, box: box, sets: &sets, to: &writer)
  }

  private func tooLarge(_ cell: Int, of cut: SubdividedCells, _ box: LeafBox) -> TerritoryError {
    let run = cut.runs[cut.starts[cell]]
    let perDegree = GridUnits.regions.perDegree
    return .tooLarge(
      territory: Int(chains.toggles[Int(run.chain)]), latitude: Double(box.south) / perDegree,
      longitude: Double(box.west) / perDegree)
  }

  /// The number of lines through a cell, and the sum of their widths and heights in it.
  private struct Load {
    var lines: Int64 = 0
    var length: Int64 = 0
  }

  private func load(ofCell cell: Int, of cut: SubdividedCells, side: Int64) -> Load {
    var load = Load()
    for run in cut.runs[cut.starts[cell]..<cut.starts[cell + 1]] {
      load.lines += Int64(run.count)
      for index in Int(run.first)..<Int(run.first + run.count) {
        let line = chains.line(index)
        load.length += min(abs(line.x1 - line.x0), side) + min(abs(line.y1 - line.y0), side)
      }
    }
    return load
  }

  private func share(of load: Load, in allowance: Int64, _ lineCount: Int64) -> Int64 {
    Int64(Double(allowance) * (Double(load.lines) / Double(lineCount)))
  }

  /// The number of times a cell is to be halved.
  private func halvings(of load: Load, shift: Int, allowance: Int64) -> Int {
    let most = min(BoundaryGrid.Entry.maximumHalvings, shift)
    var halvings = min(max(shift - Self.floatShift, 0), most)
    while halvings < most, load.lines > Int64(Self.leafSize) << halvings { halvings += 1 }
    while halvings > 0, load.length >> (shift - halvings) > allowance { halvings -= 1 }
    return halvings
  }

  /// Cuts a cell into parts and writes them.
  ///
  /// - Returns: the word at which the entries of the parts start.
  private mutating func writeParts(
    ofCell cell: Int, of outer: SubdividedCells, _ box: LeafBox, shift: Int, halvings: Int,
    allowance: Int64
  ) throws(TerritoryError) -> Int {
    let shift = shift - halvings
    let window = CellRange(
      originX: box.west, originY: box.south, shift: shift, columns: 1 << halvings,
      rows: 1 << halvings)
    var cut = spare.popLast() ?? SubdividedCells()
    let lines = outer.lines(ofCell: cell)
    cut.cut(lines, of: chains, at: window)
    sweep.sweep(window, lines: lines, of: chains, set: outer.sets[cell], sets: &sets, into: &cut)
    let lineCount = max(cut.runs.reduce(0) { $0 + Int64($1.count) }, 1)
    let used = lines.reduce(0) { $0 + Int64($1.run.count) }
    let rest = max(allowance - max(lineCount - used, 0), 0)
    let partCount = window.columns * window.rows
    let start = writer.appendParts(partCount)
    for part in 0..<partCount {
      if cut.starts[part] == cut.starts[part + 1] {
        writer.set(start + part, to: cut.sets[part])
        continue
      }
      let (row, column) = part.quotientAndRemainder(dividingBy: window.columns)
      let box = window.box(column: column, row: row)
      let load = load(ofCell: part, of: cut, side: box.side)
      let share = share(of: load, in: rest, lineCount)
      let again =
        load.lines > Self.cutAgainSize || shift > Self.floatShift
        ? self.halvings(of: load, shift: shift, allowance: share) : 0
      if again == 0 {
        writer.set(start + part, to: try writeLeaf(ofCell: part, of: cut, box, load))
      } else {
        let first = try writeParts(
          ofCell: part, of: cut, box, shift: shift, halvings: again, allowance: share)
        let entry = BoundaryGrid.Entry.cutAgain(halvings: again, start: first)
        writer.set(start + part, to: entry)
      }
    }
    spare.append(cut)
    return start
  }
}
