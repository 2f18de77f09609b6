internal import CairnGeodesy

/// All clusters of all zooms: trees whose leaves are the places.
///
/// The first nodes are the places in the order of the packed tree; a cluster comes after its
/// children. A node is shown from the zoom at which it was made up to the one below which it is
/// part of another.
struct ClusterForest: Sendable {
  struct Node: Sendable {
    var x: Double
    var y: Double
    var count: UInt32
    /// The greatest zoom at which the node is shown; places are shown beyond all zooms.
    var zoom: UInt8
    /// Where its children stand in ``ClusterForest/children``; the offset of the place for a leaf.
    var first: UInt32
    var childCount: UInt32
    /// All places below, relative to x and y.
    var bounds: Bounds
  }

  /// Distances from a node to the farthest of its places in each direction, rounded outward.
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
  /// The places as they are, for pins of a single one.
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

  /// Makes the clusters of one zoom out of the nodes of the zoom before.
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

  /// The node above some children: at the middle of all their places.
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
