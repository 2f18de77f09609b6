internal import CairnGeodesy
internal import CairnMemory

// Notation of the folder. Distances are compared by keys: h = sin²(d / 2R), the squared half chord,
// which grows with the distance d and needs no inverse function.
//
// | here                 | meaning                                                              |
// |----------------------|----------------------------------------------------------------------|
// | arc                  | a chain of lines between two nodes of the partition, `BoundaryArcs`  |
// | line                 | a segment, straight in degrees: φ = φ₀ + t·Δφ, λ = λ₀ + t·Δλ         |
// | piece                | up to eight lines of an arc: a leaf entry of the tree                |
// | node, level          | eight boxes; level 0 has the boxes of pieces, the last is the root   |
// | `latitude`, `rise`   | φ₀, Δφ in radians                                                    |
// | `longitude`, `run`   | λ₀, Δλ, the longitude counted from the observer's                    |
// | key                  | h = sin²((φ − φₒ)/2) + cos φₒ·cos φ·sin²((λ − λₒ)/2) (haversine)     |
// | `fraction`           | t                                                                    |
// | `slope`, `curvature` | dh/dt, d²h/dt²                                                       |
// | bound                | a lower bound of h for a node or line                                |

/// A tree over short pieces of all arcs for finding the boundary nearest to a point: a packed
/// R-tree in the order of a space-filling curve.
///
/// The pieces are sorted by the positions of their centers on the Hilbert curve, and each run of
/// eight neighbors forms a node, up to a single root: the packed R-tree of Kamel and Faloutsos
/// (1993, doi:10.1145/170088.170403). A node stores the boxes of its children in longitude and
/// latitude, from which a lower bound of the distance follows.
///
/// The tree takes 5 to 10 bytes per line in addition to the arcs. Without arcs it has no nodes and
/// finds nothing.
///
/// The first queries compare the boxes of all arcs instead, see ``mostScans``.
internal final class BorderIndex: Sendable {
  let arcs: BoundaryArcs
  private let storedTree = Once<BorderTree>()
  private let scans = AtomicNumber(0)

  /// The number of queries that scan: together they take about as long as building the tree, so a
  /// process with a single query does not build it, and no sequence of queries takes more than
  /// twice the time of the better choice.
  static let mostScans = 8

  init(_ arcs: BoundaryArcs) { self.arcs = arcs }

  /// The tree, built on first use in O(*n* log *n*).
  var tree: BorderTree { storedTree { BorderTree(arcs) } }

  /// The tree if it is built or due to be built, otherwise `nil` for a query that scans.
  var treeOfNextQuery: BorderTree? {
    scans.value < Self.mostScans && storedTree.existing == nil && scans.add(1) < Self.mostScans
      ? nil : tree
  }

  static let radiansPerUnit = Double.pi / 180 / BoundaryArcs.unitsPerDegree
  /// The maximum number of lines in a piece: the number of lanes that are compared at once.
  static let pieceLength = 8
}

/// The tree of a ``BorderIndex``.
///
/// A class rather than a struct of three arrays, because each query would retain all of them.
internal final class BorderTree: Sendable {
  let arcs: BoundaryArcs
  /// The pieces in the order of the leaves of the tree.
  let pieces: [Piece]
  /// The nodes, level by level from the leaves, eight children each.
  let nodes: [Node]
  /// The start of each level of nodes; the last level is the root.
  let levels: [Int]

  /// A tree without nodes.
  static let empty = BorderTree(
    BoundaryArcs(starts: [0], x: [], y: [], left: [], right: [], areaCount: 1))

  /// Builds the tree in O(*n* log *n*).
  init(_ arcs: BoundaryArcs) {
    self.arcs = arcs
    let unsorted = Piece.all(of: arcs)
    // Sorted by position on the curve; the low bits contain the index of the piece.
    let indexBits = UInt64(64 - max(unsorted.count, 1).leadingZeroBitCount)
    var keys = unsorted.enumerated().map { index, piece in
      let curve = piece.box(in: arcs).placeOnCurve
      return (curve << 18) & ~((1 << indexBits) - 1) | UInt64(index)
    }
    keys.sort()
    let pieces = keys.map { unsorted[Int($0 & ((1 << indexBits) - 1))] }
    var nodes: [Node] = []
    nodes.reserveCapacity(pieces.count / 7 + 8)
    var levels: [Int] = []
    var boxes: [UnitBox] = []
    var count = pieces.count
    while count > 0 {
      var parents: [UnitBox] = []
      parents.reserveCapacity(count / 8 + 1)
      for start in stride(from: 0, to: count, by: 8) {
        var node = Node()
        var parent = UnitBox()
        for child in start..<min(start + 8, count) {
          let box = levels.isEmpty ? pieces[child].box(in: arcs) : boxes[child]
          node.set(child - start, to: box)
          parent.add(box)
        }
        nodes.append(node)
        parents.append(parent)
      }
      levels.append(nodes.count - parents.count)
      if parents.count == 1 { break }
      boxes = parents
      count = parents.count
    }
    self.pieces = pieces
    self.nodes = nodes
    self.levels = levels
  }

  /// Some lines of an arc.
  struct Piece: Sendable {
    let arc: Int32
    /// The first vertex.
    let first: Int32
    /// The number of lines.
    let count: Int32
  }

  /// The boxes of eight children in radians.
  struct Node: Sendable {
    var longitude = SIMD8<Float>(repeating: 0)
    var halfWidth = SIMD8<Float>(repeating: 0)
    var latitude = SIMD8<Float>(repeating: 0)
    /// Negative if there is no child: its bound is then greater than every key.
    var halfHeight = SIMD8<Float>(repeating: -1e3)
    /// The least cosine of a latitude in the box.
    var cosine = SIMD8<Float>(repeating: 0)
    var count = 0
  }
}

/// A box in units.
internal struct UnitBox {
  var west = Int32.max
  var south = Int32.max
  var east = Int32.min
  var north = Int32.min

  mutating func add(_ other: UnitBox) {
    west = min(west, other.west)
    south = min(south, other.south)
    east = max(east, other.east)
    north = max(north, other.north)
  }

  mutating func add(x: Int32, y: Int32) {
    west = min(west, x)
    south = min(south, y)
    east = max(east, x)
    north = max(north, y)
  }
}

extension BorderTree.Piece {
  /// The pieces of all arcs, in their order.
  fileprivate static func all(of arcs: BoundaryArcs) -> [BorderTree.Piece] {
    var pieces: [BorderTree.Piece] = []
    pieces.reserveCapacity(arcs.x.count / BorderIndex.pieceLength + arcs.count)
    for arc in 0..<arcs.count { forEach(of: arc, arcs.vertices(of: arc)) { pieces.append($0) } }
    return pieces
  }

  /// Calls a closure with the pieces of an arc, in their order.
  @inline(__always)
  static func forEach(of arc: Int, _ vertices: Range<Int>, _ body: (BorderTree.Piece) -> Void) {
    var first = vertices.lowerBound
    while first < vertices.upperBound - 1 {
      let last = min(first + BorderIndex.pieceLength, vertices.upperBound - 1)
      body(
        BorderTree.Piece(
          arc: Int32(truncatingIfNeeded: arc), first: Int32(truncatingIfNeeded: first),
          count: Int32(truncatingIfNeeded: last - first)))
      first = last
    }
  }

  /// The box around the lines.
  fileprivate func box(in arcs: BoundaryArcs) -> UnitBox {
    var box = UnitBox()
    for vertex in Int(first)...Int(first + count) { box.add(x: arcs.x[vertex], y: arcs.y[vertex]) }
    return box
  }
}

extension UnitBox {
  /// The position of the center along the Hilbert curve: a number of 46 bits.
  ///
  /// In each quadrant the curve starts and ends at neighboring corners, so it is reflected across a
  /// diagonal for the first and the last quadrant.
  fileprivate var placeOnCurve: UInt64 {
    var x = UInt32(Int(west) + Int(east) + 3_600_000)
    var y = UInt32(Int(south) + Int(north) + 1_800_000)
    var place: UInt64 = 0
    for bit in (0..<UInt32(23)).reversed() {
      let right = x >> bit & 1
      let upper = y >> bit & 1
      place = place << 2 | UInt64((3 * right) ^ upper)
      // Masks instead of branches, which are as often taken as not: this is a fifth of the time to
      // build the index.
      let isLower = 0 &- (1 ^ upper)
      let isReflected = isLower & (0 &- right)
      x ^= isReflected
      y ^= isReflected
      let exchanged = (x ^ y) & isLower
      x ^= exchanged
      y ^= exchanged
    }
    return place
  }
}

extension BorderTree.Node {
  /// Stores the box of a child, enlarged by the rounding of `Float` (2e-6 radians are 8 ulps of π).
  mutating func set(_ lane: Int, to box: UnitBox) {
    let scale = BorderIndex.radiansPerUnit
    let slack = 2e-6
    longitude[lane] = Float(Double(Int(box.west) + Int(box.east)) / 2 * scale)
    halfWidth[lane] = Float(Double(Int(box.east) - Int(box.west)) / 2 * scale + slack)
    latitude[lane] = Float(Double(Int(box.south) + Int(box.north)) / 2 * scale)
    halfHeight[lane] = Float(Double(Int(box.north) - Int(box.south)) / 2 * scale + slack)
    let steepest = Double(max(abs(box.south), abs(box.north))) * scale
    cosine[lane] = Float(max(sineAndCosine(radians: steepest).cosine - slack, 0))
    count = max(count, lane + 1)
  }
}
