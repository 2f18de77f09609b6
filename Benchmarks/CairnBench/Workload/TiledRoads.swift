internal import CairnRoads
internal import TestSupport

/// Copies of a road network side by side, to measure how costs grow with its size.
///
/// Neighboring copies are joined by 40 roads in both directions, of a minute each, between random
/// nodes of the quarters that face each other.
struct TiledRoads {
  let graph: HierarchyInput
  let weights: [UInt32]
  let latitudes: [Float]
  let longitudes: [Float]

  /// - Parameters:
  ///   - roads: the network.
  ///   - side: the number of copies in each direction.
  ///   - seed: the seed of the joining roads.
  /// - Throws: ``HierarchyError`` if there are too many roads.
  init(_ roads: HierarchyGraph, side: Int, seed: UInt64) throws {
    let count = roads.graph.nodeCount
    // With the roads that join a copy with two neighbors.
    let largest = max(count, roads.graph.arcCount + 160)
    guard side < 1 << 10, largest * side * side < 1 << 31 else { throw HierarchyError.tooLarge }
    let links = Self.links(roads, side: side, seed: seed)
    var firstOut: [UInt32] = [0]
    var heads: [UInt32] = []
    var weights: [UInt32] = []
    for tile in 0..<(side * side) {
      for node in 0..<count {
        for arc in Int(roads.graph.firstOut[node])..<Int(roads.graph.firstOut[node + 1]) {
          heads.append(roads.graph.heads[arc] + UInt32(tile * count))
          weights.append(roads.weights[arc])
        }
        for head in links[tile * count + node] ?? [] {
          heads.append(UInt32(head))
          weights.append(60_000)
        }
        firstOut.append(UInt32(heads.count))
      }
    }
    graph = try HierarchyInput(firstOut: firstOut, heads: heads)
    self.weights = weights
    let extent = (Self.extent(roads.latitudes), Self.extent(roads.longitudes))
    let tiles = 0..<(side * side)
    latitudes = tiles.flatMap { tile in roads.latitudes.map { $0 + Float(tile / side) * extent.0 } }
    longitudes = tiles.flatMap { tile in
      roads.longitudes.map { $0 + Float(tile % side) * extent.1 }
    }
  }

  private static func extent(_ values: [Float]) -> Float {
    (values.max() ?? 0) - (values.min() ?? 0) + 0.001
  }

  /// The nodes that further roads lead to, by the node at which they begin.
  private static func links(_ roads: HierarchyGraph, side: Int, seed: UInt64) -> [Int: [Int]] {
    let count = roads.graph.nodeCount
    let eastward = (0..<count).sorted { roads.longitudes[$0] < roads.longitudes[$1] }
    let northward = (0..<count).sorted { roads.latitudes[$0] < roads.latitudes[$1] }
    var random = SeededGenerator(seed: seed)
    var links: [Int: [Int]] = [:]
    func join(_ tile: Int, to other: Int, _ nodes: [Int]) {
      for _ in 0..<40 {
        let low = nodes[random.integer(in: 0...(count - 1) / 4)] + tile * count
        let high = nodes[random.integer(in: (count - 1) * 3 / 4...count - 1)] + other * count
        links[low, default: []].append(high)
        links[high, default: []].append(low)
      }
    }
    for row in 0..<side {
      for column in 0..<side {
        let tile = row * side + column
        if column > 0 { join(tile, to: tile - 1, eastward) }
        if row > 0 { join(tile, to: tile - side, northward) }
      }
    }
    return links
  }
}
