internal import CairnMemory

/// Chains of straight lines in degrees that separate areas, prepared for point location.
///
/// ## Notation
///
/// | here   | meaning                                                                        |
/// |--------|--------------------------------------------------------------------------------|
/// | unit   | the integer step of coordinates: 1e-4 degrees, or 2e-7 for custom regions      |
/// | cell   | a square of the top grid, 2^`cellShift` units wide                             |
/// | part   | a square of a cell that is cut, 2^halvings of them per side                    |
/// | leaf   | a part with lines: its words in the block                                      |
/// | block  | the words of a cell that is cut: an entry per part, then the leaves            |
/// | entry  | 32 bits: a result (a state), or a reference to a block, part or leaf           |
/// | state  | the area, or the number of a set of regions, that contains a place             |
/// | toggle | the change of state when a line is crossed: an exclusive or, or some regions   |
/// | run    | consecutive lines of one chain through one cell                                |
/// | group  | the lines of a leaf with one toggle                                            |
/// | corner | the southwestern corner of a cell, part or leaf                                |
/// | ray    | the line due east from where a line leaves a leaf through its southern edge    |
/// | bound  | the rounding error of an orientation determinant, above which its sign is certain |
///
/// ## How a point is found
/// The world is cut into square **cells**. A cell without boundaries stores its result. Any other
/// cell is cut again, the finer the more lines it contains, into parts that either store a result,
/// too, or refer to a **leaf**: the few lines that pass through the part, and the state just
/// outside its southwestern corner. A part of regions in which many lines meet may be cut once
/// more. Each line between that corner and the point toggles the state once; the final state is the
/// result.
///
/// ## Which lines are between
/// From the corner the path goes along the southern edge of the leaf and then due north to the
/// point. The northward part crosses a line that spans the meridian of the point and is south of
/// the point. A line that leaves the leaf through its southern edge is extended by a ray due east
/// from its southern end: crossing the ray represents crossing the line on the eastward part. So
/// every leaf contains only polylines with integer coordinates, and a point is compared with all
/// lines in the same way, four at a time.
///
/// ## Exactness
/// The numbers of a leaf fit into `Float` exactly. A point's side of a line is determined in
/// `Float` if the rounding error cannot change the sign, and in 128-bit integers otherwise: the
/// filter of J. R. Shewchuk, "Adaptive precision floating-point arithmetic and fast robust
/// geometric predicates" (1997), doi:10.1007/PL00009321.
///
/// A point on a boundary is treated as if it were an infinitesimal step to the north-northeast.
internal final class BoundaryGrid: Sendable {
  /// The cells.
  let frame: GridFrame
  /// Their entries, and the blocks of cells that are cut.
  let words: BlockTable
  /// The cells that are cut at their first lookup.
  private let pending: PendingCells?

  init(frame: GridFrame, words: BlockTable, pending: PendingCells? = nil) {
    precondition(words.cellCount >= frame.columns * frame.rows)
    self.frame = frame
    self.words = words
    self.pending = pending
  }

  /// The contents of the entry of a cell or a part.
  enum Entry {
    /// Set in an entry that is not a result.
    static let isReference: UInt32 = 1 << 31
    /// The shift of the number of halvings of a cut cell.
    static let halvingsShift = 28
    static let maximumHalvings = 7
    /// Set in the entry of a cell that is not cut yet; the low bits are its number among such
    /// cells.
    static let isPending: UInt32 = 1 << 27
    /// The number of bits for the position of the block of a cut cell.
    static let blockBits = BlockTable.positionBits
    static let blockMask: UInt32 = 1 << 27 - 1
    /// Set in the entry of a part that is cut again; the lower bits are its number of halvings, and
    /// then the position of its parts in the block.
    static let isCutAgain: UInt32 = 1 << 30
    static let halvingsAgainShift = 27

    /// The entry of a cell that is cut.
    static func cut(halvings: Int, position: Int) -> UInt32 {
      isReference | UInt32(truncatingIfNeeded: halvings << halvingsShift)
        | UInt32(truncatingIfNeeded: position)
    }

    /// The entry of a part that is cut again.
    static func cutAgain(halvings: Int, start: Int) -> UInt32 {
      isReference | isCutAgain | UInt32(truncatingIfNeeded: halvings << halvingsAgainShift)
        | UInt32(truncatingIfNeeded: start)
    }
  }

  /// The words of a leaf of areas: the state beside its corner, then groups of lines with one
  /// toggle each, the last of which is marked.
  ///
  /// The words of a leaf of regions are documented at ``RegionLeafWriter``.
  ///
  /// The low half of a group's first word is the toggle. Most groups are *narrow*: their vertices
  /// take one word each, with both numbers in 16 bits.
  enum Leaf {
    /// Set in the last group of a leaf.
    static let isLast: UInt32 = 1 << 17
    /// Set if the vertices do not fit into 16 bits: the next words are the number of blocks and the
    /// error bound; then all x follow, then all y.
    static let isBroad: UInt32 = 1 << 18
    /// Set in a broad group whose vertices do not fit into `Float`: two words each.
    static let isWide: UInt32 = 1 << 19
    /// The position of the exponent of the error bound in a narrow group, five bits.
    static let exponentShift: UInt32 = 19
    /// The bias of that exponent.
    static let exponentBias = 19
    /// The position of the number of blocks of four lines in a narrow group.
    static let blocksShift: UInt32 = 24
    /// The bias of a 16-bit number.
    static let narrowBias = 1 << 15
  }
}

extension BoundaryGrid {
  /// A grid of areas whose cells are cut at their first lookup.
  static func cutLater(
    _ chains: BoundaryChains, frame: GridFrame, rim: [GridPlan.RimLine], leafSize: Int
  ) -> BoundaryGrid {
    let (words, cursor) = BlockTable.make(
      cellCount: frame.cellCount, expectedWords: 5 * chains.x.count / 2)
    let plan = GridPlan(chains, frame: frame, rim: rim) {
      cell, entry, isBorder in
      words.setCell(cell, to: isBorder ? Entry.isReference | Entry.isPending | entry : entry)
    }
    // With at least this many parts, most points of a cell with a short border are in a part
    // without lines.
    let cutter = CellSubdivider(leafSize: leafSize, leastHalvings: 2)
    let pending = PendingCells(plan: plan, cutter: cutter, cursor: cursor)
    return BoundaryGrid(frame: frame, words: words, pending: pending)
  }

  /// The entry of a cell, which is cut first if needed.
  @inline(__always)
  func entry(ofCell cell: Int) -> UInt32 {
    let entry = words.cell(cell)
    return entry & (Entry.isReference | Entry.isPending) == Entry.isReference | Entry.isPending
      ? entryOfPending(cell) : entry
  }

  @inline(never)
  func entryOfPending(_ cell: Int) -> UInt32 {
    pending?.cut(cell, in: words) ?? words.cell(cell)
  }
}
