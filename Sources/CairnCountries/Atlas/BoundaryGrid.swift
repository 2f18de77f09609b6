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
internal struct BoundaryGrid: Sendable {
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

  /// What a cell or a part refers to.
  enum Entry {
    /// Set in an entry that is no answer.
    static let isReference: UInt32 = 1 << 31
    /// Where the number of halvings of a cut cell stands; below is where its parts start.
    static let halvingsShift = 28
    static let partsMask: UInt32 = 1 << 28 - 1
    static let maximumHalvings = 7
  }

  /// The words of a leaf and of each of its groups, before the vertices.
  enum Leaf {
    /// The state beside the corner, then the count of groups.
    static let headerCount = 2
    /// The toggle with its flags, the count of blocks of four lines, the bound of doubt.
    static let groupHeaderCount = 3
    /// Set when the region of the group holds the corner.
    static let isInside: UInt32 = 1 << 16
    /// Set when the vertices are pairs of words, too large for `Float`.
    static let isWide: UInt32 = 1 << 17
  }
}
