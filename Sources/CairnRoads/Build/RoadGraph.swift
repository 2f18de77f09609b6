internal import CairnMemory
internal import CairnOSM

/// The arrays of a road network; see ``RoadSection`` for their meanings.
struct RoadGraph {
  let extract: RoadExtract
  let chains: RoadChains
  /// The nodes, as offsets in the extract's nodes, along a Hilbert curve.
  var nodes: [Int32] = []
  /// The edges, as offsets of chains, along a Hilbert curve.
  var edges: [Int32] = []
  var tails: [UInt32] = []
  var edgeHeads: [UInt32] = []
  var firstOut: [UInt32] = []
  var heads: [UInt32] = []
  var arcEdges: [UInt32] = []
  var edgeArcs: [UInt32] = []

  init(_ extract: RoadExtract) {
    self.extract = extract
    chains = RoadChains(extract)
    numberNodes()
    numberEdges()
    connect()
  }

  private func hilbert(_ node: Int32) -> UInt64 {
    RoadGeometry.hilbertIndex(
      latitude: extract.latitudes[Int(node)], longitude: extract.longitudes[Int(node)])
  }

  private mutating func numberNodes() {
    var isEnd = [Bool](repeating: false, count: extract.nodeIDs.count)
    for chain in 0..<chains.count {
      let range = chains.range(of: chain)
      isEnd[Int(chains.nodes[range.lowerBound])] = true
      isEnd[Int(chains.nodes[range.upperBound - 1])] = true
    }
    var keyed: [(key: UInt64, node: Int32)] = []
    for node in isEnd.indices where isEnd[node] {
      keyed.append((hilbert(Int32(node)), Int32(node)))
    }
    keyed.sort { ($0.key, $0.node) < ($1.key, $1.node) }
    nodes = keyed.map(\.node)
  }

  private mutating func numberEdges() {
    var keyed: [(key: UInt64, chain: Int32)] = []
    keyed.reserveCapacity(chains.count)
    for chain in 0..<chains.count {
      let range = chains.range(of: chain)
      let middle = chains.nodes[(range.lowerBound + range.upperBound) / 2]
      keyed.append((hilbert(middle), Int32(chain)))
    }
    keyed.sort { ($0.key, $0.chain) < ($1.key, $1.chain) }
    edges = keyed.map(\.chain)
    var numbers = [UInt32](repeating: 0, count: extract.nodeIDs.count)
    for (number, node) in nodes.enumerated() { numbers[Int(node)] = UInt32(number) }
    for chain in edges {
      let range = chains.range(of: Int(chain))
      tails.append(numbers[Int(chains.nodes[range.lowerBound])])
      edgeHeads.append(numbers[Int(chains.nodes[range.upperBound - 1])])
    }
  }

  private mutating func connect() {
    firstOut = [UInt32](repeating: 0, count: nodes.count + 1)
    for edge in edges.indices {
      firstOut[Int(tails[edge]) + 1] += 1
      firstOut[Int(edgeHeads[edge]) + 1] += 1
    }
    for node in nodes.indices { firstOut[node + 1] += firstOut[node] }
    var next = firstOut
    heads = [UInt32](repeating: 0, count: 2 * edges.count)
    arcEdges = heads
    edgeArcs = heads
    for edge in edges.indices {
      for direction in 0...1 {
        let from = direction == 0 ? tails[edge] : edgeHeads[edge]
        let arc = next[Int(from)]
        next[Int(from)] += 1
        heads[Int(arc)] = direction == 0 ? edgeHeads[edge] : tails[edge]
        arcEdges[Int(arc)] = UInt32(2 * edge + direction)
        edgeArcs[2 * edge + direction] = arc
      }
    }
  }

  /// The class of an edge.
  func wayClass(of edge: Int) -> WayClasses.Class {
    extract.classes.classes[Int(extract.classOf[Int(chains.ways[Int(edges[edge])])])]
  }

  /// The arc in the opposite direction.
  func reverse(_ arc: Int) -> Int { Int(edgeArcs[Int(arcEdges[arc] ^ 1)]) }

  /// The node at which an arc begins.
  func tail(of arc: Int) -> Int { Int(heads[reverse(arc)]) }

  /// Whether a profile cannot pass a node.
  func isBlocked(_ node: UInt32, _ profile: Int) -> Bool {
    extract.blocked[Int(nodes[Int(node)])] & (1 << UInt16(profile)) != 0
  }

  /// Whether a profile can pass a node only at the ends of a route.
  func isGate(_ node: UInt32, _ profile: Int) -> Bool {
    extract.gates[Int(nodes[Int(node)])] & (1 << UInt16(profile)) != 0
  }

  /// The times in milliseconds of all arcs for all profiles.
  func weights() -> [[UInt32]] {
    var weights = [[UInt32]](
      repeating: [UInt32](repeating: RoadGeometry.impassable, count: heads.count),
      count: extract.rules.count)
    var lengths: [Double] = []
    for edge in edges.indices {
      let nodes = chains.nodes[chains.range(of: Int(edges[edge]))]
      lengths.removeAll(keepingCapacity: true)
      for (node, next) in zip(nodes, nodes.dropFirst()) {
        lengths.append(extract.distance(node, next))
      }
      let uses = wayClass(of: edge).uses
      for (profile, use) in uses.enumerated()
      where !isBlocked(tails[edge], profile) && !isBlocked(edgeHeads[edge], profile) {
        if use.forward > 0, !use.isForwardPrivate {
          weights[profile][Int(edgeArcs[2 * edge])] = Self.time(lengths, use.forward)
        }
        if use.backward > 0, !use.isBackwardPrivate {
          weights[profile][Int(edgeArcs[2 * edge + 1])] = Self.time(lengths, use.backward)
        }
      }
    }
    return weights
  }

  private static func time(_ lengths: [Double], _ speed: Double) -> UInt32 {
    var time: UInt32 = 0
    for length in lengths {
      time = RoadGeometry.sum(time, RoadGeometry.time(length, kilometersPerHour: speed))
    }
    return time
  }
}
