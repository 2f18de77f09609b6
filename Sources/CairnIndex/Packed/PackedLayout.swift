/// Where everything of a packed tree stands, computed from the number of points alone.
///
/// Leaves hold 16 points and nodes 16 children, all full but the last of each height, so a child
/// is found by its position: child `c` at height `h` covers the points from `c << (4 * h + 4)`.
/// Height 0 are the leaves; the boxes of 16 children of one node stand together as a *group*.
///
/// ```
/// byte 0      header: the number of points, the height of the root (UInt64 each), then the
///             index of the first group of heights 1, 2, … (UInt64 each); 128 bytes
/// groups      the root's first, downwards; one is six rows of 16 floats: the least x of 16
///             children, the least y, the least z, the greatest x, y, z; 384 bytes
/// points      a leaf is three rows of 16 floats, x, y, z of unit vectors; 192 bytes
/// degrees     latitude and longitude of each point as given, Float64; 16 bytes a point
/// offsets     the place of each point in the input, UInt32; 4 bytes a point
/// ```
///
/// Sections start at multiples of 64 bytes. A child or a point that does not exist has infinite
/// bounds that no query meets.
struct PackedLayout: Sendable {
  static let fanOutShift = 4
  static let fanOut = 1 << fanOutShift
  static let headerBytes = 128
  static let boxRows = 6
  static let groupFloats = boxRows * fanOut
  static let leafFloats = 3 * fanOut
  /// Points that offsets of 32 bits can tell apart, and whose bytes can be counted where `Int` has
  /// no more bits.
  static let greatestCount = Int(min(UInt64(UInt32.max), UInt64(Int.max / 128)))
  /// The height of the root for as many points.
  static let greatestHeight = 7

  let count: Int
  let leafCount: Int
  /// The height of the root: 1 for up to 256 points.
  let height: Int
  let groupCount: Int

  let groupsOffset: Int
  let pointsOffset: Int
  let degreesOffset: Int
  let offsetsOffset: Int
  let byteCount: Int

  init(count: Int) {
    assert(count >= 0 && count <= Self.greatestCount)
    self.count = count
    leafCount = Self.parents(of: count)
    var height = 1
    var width = Self.parents(of: leafCount)
    var groups = width
    while width > 1 {
      width = Self.parents(of: width)
      groups += width
      height += 1
    }
    self.height = height
    groupCount = groups
    groupsOffset = Self.headerBytes
    pointsOffset = groupsOffset + groups * Self.groupFloats * 4
    degreesOffset = pointsOffset + leafCount * Self.leafFloats * 4
    offsetsOffset = degreesOffset + Self.aligned(count * 16)
    byteCount = offsetsOffset + Self.aligned(count * 4)
  }

  /// How many groups stand at a height, and the index of the first of them.
  func groups(atHeight wanted: Int) -> (first: Int, count: Int) {
    var width = leafCount
    var after = groupCount
    for _ in 0..<wanted {
      width = Self.parents(of: width)
      after -= width
    }
    return (after, width)
  }

  static func parents(of children: Int) -> Int {
    (children + fanOut - 1) >> fanOutShift
  }

  private static func aligned(_ bytes: Int) -> Int {
    (bytes + 63) & ~63
  }
}
