/// The memory layout of a packed tree, computed from the number of points alone.
///
/// Leaves hold 16 points and nodes 16 children, all full but the last of each level. Levels are
/// numbered upward: the leaves are level 0, the nodes whose children are leaves level 1, and the
/// root has the greatest number, at least 1 and at most ``greatestLevel``. So a child is found by
/// its position: child `c` of the nodes at level `l` covers the points from `c << (4 * l)`, and its
/// parent is node `c >> 4` of that level. A node stores the boxes of its children.
///
/// ```
/// byte 0      header: the number of points, the level of the root (UInt64 each), then the
///             index of the first node of levels 1, 2, … (UInt64 each); 128 bytes
/// nodes       from the root downward; 512 bytes each: seven rows of 16 floats, the least x of 16
///             children, the least y, the least z, the greatest x, y, z, and the frame of the node,
///             see `NodeFrame` (three doubles, two floats, twice 16 bits, 32 more and six floats);
///             then four rows of bytes, the southern, western, northern and eastern bounds of the
///             children, see `NodeDegrees`
/// points      three rows of 16 floats per leaf, x, y, z of unit vectors in the frame of the parent
///             node; 192 bytes
/// degrees     latitude and longitude of each point as given, Float64; 16 bytes per point
/// offsets     the index of each point in the input, UInt32; 4 bytes per point
/// ```
///
/// Sections start at multiples of 64 bytes. Unused children and points have infinite bounds, which
/// no query intersects.
struct PackedLayout: Sendable {
  static let fanOutShift = 4
  static let fanOut = 1 << fanOutShift
  static let headerBytes = 128
  /// The least and the greatest x, y and z.
  static let boxRows = 6
  /// The size of a node's boxes in floats: ``boxRows`` bounds per child.
  static let nodeFloats = boxRows * fanOut
  /// The size of a node of a packed tree in floats, with its frame and degrees after the boxes.
  static let framedNodeFloats = nodeFloats + NodeFrame.floats + DegreeRow.floats
  /// The size of a leaf's points in floats: x, y and z of each.
  static let leafFloats = 3 * fanOut
  /// The size of a `Coordinate`: two numbers of 64 bits.
  static let degreeBytes = 16
  /// The size of an offset in the input, `UInt32`.
  static let offsetBytes = 4
  /// The alignment of sections: a cache line.
  static let sectionAlignment = 64
  /// The maximum number of points: offsets have 32 bits, and the byte count must fit into an `Int`,
  /// which may have 32 bits.
  static let maximumCount = Int(min(UInt64(UInt32.max), UInt64(Int.max / 128)))
  /// The level of the root of ``maximumCount`` points.
  static let greatestLevel = 7

  let count: Int
  let leafCount: Int
  /// The level of the root: 1 for up to 256 points.
  let rootLevel: Int
  let nodeCount: Int

  let nodesOffset: Int
  let pointsOffset: Int
  let degreesOffset: Int
  let offsetsOffset: Int
  let byteCount: Int

  /// Creates the layout of a tree.
  ///
  /// - Parameters:
  ///   - count: the number of points.
  ///   - leastLevel: the least level of the root; greater than 1 for a part of a larger tree.
  init(count: Int, leastLevel: Int = 1) {
    assert(count >= 0 && count <= Self.maximumCount)
    self.count = count
    leafCount = Self.parents(of: count)
    var level = 1
    var width = Self.parents(of: leafCount)
    var nodes = width
    while width > 1 || level < leastLevel {
      width = Self.parents(of: width)
      nodes += width
      level += 1
    }
    rootLevel = level
    nodeCount = nodes
    nodesOffset = Self.headerBytes
    pointsOffset = nodesOffset + nodes * Self.framedNodeFloats * 4
    degreesOffset = pointsOffset + leafCount * Self.leafFloats * 4
    offsetsOffset = degreesOffset + Self.aligned(count * Self.degreeBytes)
    byteCount = offsetsOffset + Self.aligned(count * Self.offsetBytes)
  }

  /// The number of nodes at a level, and the index of the first of them.
  func nodes(atLevel wanted: Int) -> (first: Int, count: Int) {
    var width = leafCount
    var after = nodeCount
    for _ in 0..<wanted {
      width = Self.parents(of: width)
      after -= width
    }
    return (after, width)
  }

  /// The number of points in the first half of a range of points below a node of a level, or nil if
  /// they fit into one leaf.
  ///
  /// The halves consist of whole children, and a range that fits into one child is halved like that
  /// child.
  static func half(of count: Int, level: Int) -> Int? {
    var capacity = 1 << (fanOutShift * level)
    while capacity >= fanOut, count <= capacity { capacity >>= fanOutShift }
    guard capacity >= fanOut else { return nil }
    let children = (count + capacity - 1) / capacity
    return (children + 1) / 2 * capacity
  }

  static func parents(of children: Int) -> Int {
    (children + fanOut - 1) >> fanOutShift
  }

  /// Rounds a size up to a multiple of ``sectionAlignment``.
  static func aligned(_ bytes: Int) -> Int {
    (bytes + sectionAlignment - 1) & ~(sectionAlignment - 1)
  }
}

/// The offsets of the rows of a node's boxes, in floats: six bounds of sixteen children.
enum BoxRow {
  static let leastX = 0
  static let leastY = PackedLayout.fanOut
  static let leastZ = 2 * PackedLayout.fanOut
  static let greatestX = 3 * PackedLayout.fanOut
  static let greatestY = 4 * PackedLayout.fanOut
  static let greatestZ = 5 * PackedLayout.fanOut
}

/// The offsets of the rows of a leaf's points, in floats.
enum PointRow {
  static let x = 0
  static let y = PackedLayout.fanOut
  static let z = 2 * PackedLayout.fanOut
}
