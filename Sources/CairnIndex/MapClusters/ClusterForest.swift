internal import CairnGeodesy
internal import CairnMemory

/// The clusters of all zooms: trees whose leaves are the places.
///
/// The first nodes are the places in the order of the packed tree; a cluster follows its children.
/// A node is shown from the zoom just above that of its parent up to the zoom at which it was
/// formed.
struct ClusterForest: Sendable {
  struct Node: Sendable {
    var x: Double
    var y: Double
    var count: UInt32
    /// The maximum zoom at which the node is shown; places are shown beyond all zooms.
    var zoom: UInt8
    /// The index of its first child in ``ClusterForest/children``; for a leaf, the offset of the
    /// place.
    var first: UInt32
    var childCount: UInt32
    /// The bounds of all places below, relative to x and y.
    var bounds: Bounds
  }

  /// The distances from a node to the farthest of its places in each direction, rounded outward.
  struct Bounds: Sendable {
    var west: Float
    var north: Float
    var east: Float
    var south: Float
  }

  private(set) var nodes: ContiguousArray<Node> = []
  private(set) var children: ContiguousArray<UInt32> = []
  /// The nodes that are shown at the least zoom.
  private(set) var roots: ContiguousArray<UInt32> = []
  /// The exact coordinates, for pins of single places.
  let tree: PackedTree

  init(_ tree: PackedTree, _ options: MapClusters.Options) {
    self.tree = tree
    nodes.reserveCapacity(tree.count * 3 / 2)
    let leafZoom = UInt8(options.zooms.upperBound + 1)
    for position in 0..<tree.count {
      let point = MercatorPoint(tree.degrees[position])
      nodes.append(
        Node(
          x: point.x, y: point.y, count: 1, zoom: leafZoom, first: tree.offsets[position],
          childCount: 0, bounds: Bounds(west: 0, north: 0, east: 0, south: 0)))
    }
    roots = ContiguousArray((0..<UInt32(tree.count)))
    var grid = ClusterGrid()
    for zoom in options.zooms.reversed() {
      let radius = options.radius / (options.worldSize * Double(1 << zoom))
      merge(within: radius, zoom: zoom, minimum: options.minimumCount, &grid)
    }
  }

  /// Forms the clusters of one zoom from the nodes of the next greater zoom.
  private mutating func merge(
    within radius: Double, zoom: Int, minimum: Int, _ grid: inout ClusterGrid
  ) {
    grid.fill(roots.count, radius: radius) { (nodes[Int(roots[$0])].x, nodes[Int(roots[$0])].y) }
    var shown: ContiguousArray<UInt32> = []
    shown.reserveCapacity(roots.count)
    var near: [Int] = []
    for seed in roots.indices where !grid.isTaken(seed) {
      grid.take(seed)
      let center = nodes[Int(roots[seed])]
      near.removeAll(keepingCapacity: true)
      var count = Int(center.count)
      grid.forEachFree(around: (center.x, center.y)) { candidate in
        let node = nodes[Int(roots[candidate])]
        let dx = MercatorPoint.eastward(from: center.x, to: node.x)
        let dy = node.y - center.y
        if dx * dx + dy * dy <= radius * radius {
          near.append(candidate)
          count += Int(node.count)
        }
      }
      guard !near.isEmpty, count >= minimum else {
        shown.append(roots[seed])
        continue
      }
      near.sort()
      for candidate in near { grid.take(candidate) }
      let first = children.count
      children.append(roots[seed])
      for candidate in near { children.append(roots[candidate]) }
      shown.append(UInt32(nodes.count))
      nodes.append(cluster(of: first..<children.count, count: count, zoom: zoom))
    }
    roots = shown
  }

  /// Returns the parent node of some children, at the centroid of all their places.
  private func cluster(of range: Range<Int>, count: Int, zoom: Int) -> Node {
    let origin = nodes[Int(children[range.lowerBound])]
    var dx = 0.0
    var dy = 0.0
    for child in range {
      let node = nodes[Int(children[child])]
      dx += MercatorPoint.eastward(from: origin.x, to: node.x) * Double(node.count)
      dy += (node.y - origin.y) * Double(node.count)
    }
    var x = origin.x + dx / Double(count)
    x -= x.rounded(.down)
    if x >= 1 { x = 0 }
    let y = min(max(origin.y + dy / Double(count), 0), 1)
    var bounds = Bounds(west: 0, north: 0, east: 0, south: 0)
    for child in range {
      let node = nodes[Int(children[child])]
      let east = MercatorPoint.eastward(from: x, to: node.x)
      let south = node.y - y
      bounds.west = min(bounds.west, Float(east + Double(node.bounds.west)).nextDown)
      bounds.east = max(bounds.east, Float(east + Double(node.bounds.east)).nextUp)
      bounds.north = min(bounds.north, Float(south + Double(node.bounds.north)).nextDown)
      bounds.south = max(bounds.south, Float(south + Double(node.bounds.south)).nextUp)
    }
    return Node(
      x: x, y: y, count: UInt32(count), zoom: UInt8(zoom), first: UInt32(range.lowerBound),
      childCount: UInt32(range.count), bounds: bounds)
  }
}

/// A grid of points on the map's square, to find points near another; x wraps around.
///
/// A hash table with chaining: cells are twice as wide as the search radius, so a search usually
/// visits four; at great zooms there are trillions of cells, nearly all empty.
struct ClusterGrid {
  /// The number of cells in a row and in a column.
  private var columns = 1
  private var scale = 1.0
  private var reach = 0.0
  private var mask = 0
  private var heads: ContiguousArray<UInt32> = []
  private var next: ContiguousArray<UInt32> = []
  private var cells: ContiguousArray<UInt64> = []
  private var taken: ContiguousArray<Bool> = []

  private static let none = UInt32.max

  /// Fills the grid for searches within a radius; points with lower numbers come first.
  mutating func fill(_ count: Int, radius: Double, _ point: (Int) -> (x: Double, y: Double)) {
    columns = max(1, Int(min(0.5 / radius, 0x1p30)))
    scale = Double(columns)
    // The margin far exceeds the rounding error of a difference of coordinates.
    reach = radius * (1 + 1e-6)
    var size = 16
    while size < 2 * count { size *= 2 }
    mask = size - 1
    heads = ContiguousArray(repeating: Self.none, count: size)
    next = ContiguousArray(repeating: Self.none, count: count)
    cells = ContiguousArray(repeating: 0, count: count)
    taken = ContiguousArray(repeating: false, count: count)
    for index in (0..<count).reversed() {
      let (x, y) = point(index)
      let cell = Self.cell(column(x), column(y))
      let slot = slot(of: cell)
      cells[index] = cell
      next[index] = heads[slot]
      heads[slot] = UInt32(truncatingIfNeeded: index)
    }
  }

  func isTaken(_ index: Int) -> Bool { taken[index] }

  mutating func take(_ index: Int) { taken[index] = true }

  /// Calls a closure for each free point in the cells within reach of a place.
  @inline(__always)
  func forEachFree(around place: (x: Double, y: Double), _ body: (Int) -> Void) {
    let west = place.x - reach
    let east = place.x + reach
    var first = west < 0 ? column(max(west + 1, 0)) - columns : column(west)
    var last = east >= 1 ? column(min(east - 1, 1)) + columns : column(east)
    // With few columns, the same column may be reached on both sides.
    if last - first >= columns {
      first = 0
      last = columns - 1
    }
    for row in column(max(place.y - reach, 0))...column(min(place.y + reach, 1)) {
      for unwrapped in first...last {
        let column =
          unwrapped < 0
          ? unwrapped + columns : unwrapped >= columns ? unwrapped - columns : unwrapped
        let cell = Self.cell(column, row)
        var index = heads[slot(of: cell)]
        while index != Self.none {
          let candidate = Int(index)
          if cells[candidate] == cell, !taken[candidate] { body(candidate) }
          index = next[candidate]
        }
      }
    }
  }

  @inline(__always)
  private func column(_ value: Double) -> Int {
    min(Int(value * scale), columns - 1)
  }

  @inline(__always)
  private static func cell(_ column: Int, _ row: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: row) &<< 32 | UInt64(truncatingIfNeeded: column)
  }

  /// Eight neighboring cells have neighboring slots, in one cache line.
  @inline(__always)
  private func slot(of cell: UInt64) -> Int {
    let block = cell &>> 3
    let mixed = (block ^ block &>> 29) &* mixingFactor
    return Int(truncatingIfNeeded: mixed &>> 29 & ~7 | cell & 7) & mask
  }
}

/// A point of the Web Mercator square: x eastward from the antimeridian, y southward from 85.05° N,
/// both in 0...1.
struct MercatorPoint {
  var x: Double
  var y: Double

  /// Projects a coordinate; latitudes beyond the map's edge are clamped to it.
  init(_ coordinate: Coordinate) {
    let turns = coordinate.longitude / 360 + 0.5
    x = turns - turns.rounded(.down)
    // A tiny negative longitude rounds to a full turn.
    if x >= 1 { x = 0 }
    let sine = coordinate.unitVector.z
    let stretched =
      abs(sine) < 1
      ? naturalLogarithm((1 + sine) / (1 - sine)) / (4 * .pi) : sine * Double.infinity
    y = min(max(0.5 - stretched, 0), 1)
  }

  init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The coordinate of the point.
  var coordinate: Coordinate {
    // The Gudermannian function: 2 atan(e^v) - 90°.
    let latitude =
      2 * polarAngle(degreesOfX: 1, y: exponential((0.5 - y) * 2 * .pi)) - 90
    return Coordinate(latitude: latitude, longitude: (x - 0.5) * 360)
  }

  /// The shorter signed eastward distance from one x to another, in -0.5..<0.5.
  @inline(__always)
  static func eastward(from a: Double, to b: Double) -> Double {
    let way = b - a
    return way >= 0.5 ? way - 1 : way < -0.5 ? way + 1 : way
  }
}
