/// Chains of straight lines in degrees that separate areas, prepared for looking points up.
///
/// ## How a point is found
/// The world is cut into square **cells**. A cell through which no boundary runs stores its
/// answer. Any other is cut again, the finer the more lines run through it, into parts which
/// either store an answer too or refer to a **leaf**: the few lines that run through it, and the
/// state just outside its south-west corner. Each line that lies between that corner and the
/// point toggles the state once, and what remains is the answer.
///
/// ## Which lines lie between
/// From the corner the way leads along the southern edge of the leaf and then due north to the
/// point. A line is crossed on the way north if it spans the meridian of the point and lies south
/// of the point. A line that leaves the leaf through its southern edge is extended by a ray due
/// east from its southern end: crossing the ray stands for crossing the line on the way east.
/// So every leaf holds nothing but polylines with whole numbers, and a point is compared with
/// all lines in the same way, four at a time.
///
/// ## Exactness
/// The numbers of a leaf fit into `Float` exactly. On which side of a line a point lies is decided
/// in `Float` where the result is beyond doubt and in 128-bit integers otherwise.
///
/// A point on a boundary is taken as if it lay an infinitesimal step to the north-north-east.
internal final class BoundaryGrid: Sendable {
  /// The units of all whole numbers here.
  let units: GridUnits
  /// The south-west corner of the first cell.
  let originX: Int
  let originY: Int
  /// How many cells there are from west to east, and from south to north.
  let columns: Int
  let rows: Int
  /// A cell is 2 to this power units wide and high.
  let cellShift: Int
  /// Cells, their parts and the leaves.
  let words: GridWords

  init(
    units: GridUnits, originX: Int, originY: Int, columns: Int, rows: Int, cellShift: Int,
    words: GridWords
  ) {
    self.units = units
    self.originX = originX
    self.originY = originY
    self.columns = columns
    self.rows = rows
    self.cellShift = cellShift
    self.words = words
  }

  /// What a cell or a part refers to.
  enum Entry {
    /// Set in an entry that is no answer.
    static let isReference: UInt32 = 1 << 31
    /// Where the number of halvings of a cut cell stands; below is where its parts start.
    static let halvingsShift = 28
    static let partsMask: UInt32 = 1 << 28 - 1
    static let maximumHalvings = 7
  }

  /// The words of a leaf: the state beside its corner, then groups of lines with one toggle each,
  /// the last of which is marked.
  ///
  /// The first word of a group holds the toggle in its low half. Most groups are *narrow*: their
  /// vertices are a word each, with both numbers in 16 bits.
  enum Leaf {
    /// Set when the region of the group holds the corner.
    static let isInside: UInt32 = 1 << 16
    /// Set in the last group of a leaf.
    static let isLast: UInt32 = 1 << 17
    /// Set when the vertices do not fit into 16 bits: the next words are the count of blocks and
    /// the bound of doubt; then all x follow, then all y.
    static let isBroad: UInt32 = 1 << 18
    /// Set in a broad group whose vertices do not fit into `Float`: two words each.
    static let isWide: UInt32 = 1 << 19
    /// Where a narrow group holds the exponent of its bound of doubt, in five bits.
    static let exponentShift: UInt32 = 19
    /// What is added to that exponent.
    static let exponentBias = 19
    /// Where a narrow group holds how many blocks of four lines it has.
    static let blocksShift: UInt32 = 24
    /// What is added to a number in 16 bits.
    static let narrowBias = 1 << 15
  }
}
