internal import CairnGeodesy

/// A tree over short pieces of all arcs, to find the boundary nearest to a point.
///
/// The pieces are up to eight lines of an arc, sorted along a curve that fills the map, and
/// eight neighbours each make a node, up to a single root. A node knows the box of its children
/// in longitude and latitude, from which a distance follows that no point in it falls short of.
internal struct BorderIndex: Sendable {
  let arcs: BoundaryArcs
  /// The pieces in the order of the leaves of the tree.
  var pieces: [Piece] = []
  /// The nodes, level by level from the leaves, eight children each.
  var nodes: [Node] = []
  /// Where each level of nodes starts; the last level is the root.
  var levels: [Int] = []

  /// Some lines of an arc.
  struct Piece: Sendable {
    let arc: Int32
    /// The first vertex.
    let first: Int32
    /// How many lines there are.
    let count: Int32
  }

  /// The boxes of eight children in radians.
  struct Node: Sendable {
    var longitude = SIMD8<Float>(repeating: 0)
    var halfWidth = SIMD8<Float>(repeating: 0)
    var latitude = SIMD8<Float>(repeating: 0)
    var halfHeight = SIMD8<Float>(repeating: 0)
    /// The least cosine of a latitude in the box.
    var cosine = SIMD8<Float>(repeating: 0)
    var count = 0
  }

  static let radiansPerUnit = Double.pi / 180 / BoundaryArcs.unitsPerDegree
  /// The lines of a piece at most.
  static let pieceLength = 8
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

extension BorderIndex {
  /// Builds the tree in O(*n* log *n*).
  init(_ arcs: BoundaryArcs) {
    self.arcs = arcs
    var unsorted: [(key: UInt64, piece: Piece, box: UnitBox)] = []
    unsorted.reserveCapacity(arcs.x.count / Self.pieceLength + arcs.count)
    for arc in 0..<arcs.count {
      let range = arcs.vertices(of: arc)
      var first = range.lowerBound
      while first < range.upperBound - 1 {
        let last = min(first + Self.pieceLength, range.upperBound - 1)
        var box = UnitBox()
        for vertex in first...last { box.add(x: arcs.x[vertex], y: arcs.y[vertex]) }
        let key = Self.curve(
          x: UInt32(Int(box.west) + Int(box.east) + 3_600_000),
          y: UInt32(Int(box.south) + Int(box.north) + 1_800_000))
        let piece = Piece(
          arc: Int32(truncatingIfNeeded: arc), first: Int32(truncatingIfNeeded: first),
          count: Int32(truncatingIfNeeded: last - first))
        unsorted.append((key, piece, box))
        first = last
      }
    }
    unsorted.sort { ($0.key, $0.piece.first) < ($1.key, $1.piece.first) }
    pieces = unsorted.map(\.piece)
    var boxes = unsorted.map(\.box)
    while !boxes.isEmpty {
      levels.append(nodes.count)
      var parents: [UnitBox] = []
      for start in stride(from: 0, to: boxes.count, by: 8) {
        var node = Node()
        var parent = UnitBox()
        for (lane, box) in boxes[start..<min(start + 8, boxes.count)].enumerated() {
          node.set(lane, to: box)
          parent.add(box)
        }
        nodes.append(node)
        parents.append(parent)
      }
      if parents.count == 1 { break }
      boxes = parents
    }
  }

  /// The place along a curve that goes through all quarters of a square one after the other.
  private static func curve(x: UInt32, y: UInt32) -> UInt64 {
    spread(x) | spread(y) << 1
  }

  /// The bits of a number with a gap after each.
  private static func spread(_ value: UInt32) -> UInt64 {
    var bits = UInt64(value)
    bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
    bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333
    return (bits | bits << 1) & 0x5555_5555_5555_5555
  }
}

extension BorderIndex.Node {
  /// Stores the box of a child, larger by what `Float` may have rounded away.
  fileprivate mutating func set(_ lane: Int, to box: UnitBox) {
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
