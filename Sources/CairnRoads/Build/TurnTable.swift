internal import CairnOSM

/// The turns of a profile that differ from the rule: forbidden ones, and those after which later
/// turns are forbidden.
///
/// The state of a traveler is the arc just driven, or, within a restriction through via ways, one
/// of a few extra states that also record the arcs before it. A turn leads from a state and an arc
/// to another state, normally that of the arc itself. The sequences of forbidden arcs thus become
/// an automaton, in the manner of A. V. Aho and M. J. Corasick, "Efficient string matching",
/// Communications of the ACM 18 (1975), doi:10.1145/360825.360855.
struct TurnTable {
  /// The arc of each extra state; the first one has the number of the arcs.
  private(set) var extraArcs: [UInt32] = []
  /// The state in the upper and the arc in the lower half, ascending.
  private(set) var keys: [UInt64] = []
  /// The state after each turn; ``forbidden`` if it must not be taken.
  private(set) var targets: [UInt32] = []

  static let forbidden = UInt32.max

  /// The maximum number of paths through via ways; restrictions with more are ignored as broken.
  private static let pathLimit = 1000
  /// The maximum number of roads of such a path; a longer one is a broken restriction, too.
  private static let lengthLimit = 100

  private let graph: RoadGraph
  private let profile: Int
  private let arcsOfWays: [Int64: [UInt32]]
  private var sequences: Set<[UInt32]> = []

  /// The edges of the ways that are members of turn restrictions.
  static func restrictedEdges(_ graph: RoadGraph) -> [Int64: [Int]] {
    var ways: [Int64: [Int]] = [:]
    for restriction in graph.extract.restrictions {
      for way in restriction.fromWays + restriction.toWays + restriction.viaWays {
        ways[way] = []
      }
    }
    guard !ways.isEmpty else { return [:] }
    for (edge, chain) in graph.edges.enumerated() {
      ways[graph.extract.wayIDs[Int(graph.chains.ways[Int(chain)])]]?.append(edge)
    }
    return ways
  }

  init(_ graph: RoadGraph, profile: Int, edges: [Int64: [Int]]) {
    self.graph = graph
    self.profile = profile
    arcsOfWays = edges.mapValues { edges in
      edges.flatMap { edge in
        let use = graph.wayClass(of: edge).uses[profile]
        var arcs: [UInt32] = []
        if use.forward > 0 { arcs.append(graph.edgeArcs[2 * edge]) }
        if use.backward > 0 { arcs.append(graph.edgeArcs[2 * edge + 1]) }
        return arcs
      }
    }
    let rules = graph.extract.rules[profile]
    for restriction in graph.extract.restrictions {
      if let kind = restriction.kind(for: rules) { add(restriction, kind) }
    }
    makeAutomaton()
  }

  private mutating func add(_ restriction: TurnRestriction, _ kind: String) {
    for from in restriction.fromWays {
      for to in restriction.toWays {
        var found =
          if let node = restriction.viaNodes.first {
            turns(from, node, to)
          } else { paths(from, restriction.viaWays, to) }
        // At a node within the way, going straight on is not a U-turn.
        if from == to, restriction.viaWays.isEmpty, kind.hasSuffix("_u_turn") {
          found.removeAll { graph.reverse(Int($0[0])) != Int($0[1]) }
        }
        kind.hasPrefix("only_") ? require(found) : sequences.formUnion(found)
      }
    }
  }

  /// The pairs of arcs through a via node.
  private func turns(_ from: Int64, _ node: Int64, _ to: Int64) -> [[UInt32]] {
    let arcs = arcsOfWays[from] ?? []
    let next = arcsOfWays[to] ?? []
    func id(_ node: UInt32) -> Int64 {
      graph.extract.nodeIDs[Int(graph.nodes[Int(node)])]
    }
    var found: [[UInt32]] = []
    for arc in arcs where id(graph.heads[Int(arc)]) == node {
      for turn in next where id(UInt32(graph.tail(of: Int(turn)))) == node {
        found.append([arc, turn])
      }
    }
    return found
  }

  /// The sequences of arcs through via ways, without turning around on one of them.
  private func paths(_ from: Int64, _ via: [Int64], _ to: Int64) -> [[UInt32]] {
    var paths = (arcsOfWays[from] ?? []).map { [$0] }
    for way in via {
      var longer: [[UInt32]] = []
      for path in paths {
        var open = [path]
        var seen: Set<UInt32> = []
        while let current = open.popLast() {
          let last = Int(current[current.count - 1])
          for arc in arcs(along: way, from: graph.heads[last]) where !seen.contains(arc) {
            if current.count > 1, graph.reverse(last) == Int(arc) { continue }
            seen.insert(arc)
            longer.append(current + [arc])
            open.append(current + [arc])
          }
          // Real restrictions have a handful of paths; without limits, ways that cross themselves
          // would give exponentially many.
          if longer.count > Self.pathLimit || current.count > Self.lengthLimit { return [] }
        }
      }
      paths = longer
    }
    var found: [[UInt32]] = []
    for path in paths {
      let last = Int(path[path.count - 1])
      for arc in arcs(along: to, from: graph.heads[last]) where graph.reverse(last) != Int(arc) {
        found.append(path + [arc])
      }
    }
    return found
  }

  /// The usable arcs of a way that leave a node.
  private func arcs(along way: Int64, from node: UInt32) -> [UInt32] {
    (graph.firstOut[Int(node)]..<graph.firstOut[Int(node) + 1]).filter { arc in
      let half = graph.arcEdges[Int(arc)]
      let edge = Int(half / 2)
      guard graph.extract.wayIDs[Int(graph.chains.ways[Int(graph.edges[edge])])] == way else {
        return false
      }
      let use = graph.wayClass(of: edge).uses[profile]
      return (half % 2 == 0 ? use.forward : use.backward) > 0
    }
  }

  /// Forbids all turns after the beginnings of paths, except those of the paths.
  private mutating func require(_ paths: [[UInt32]]) {
    var allowed: [[UInt32]: Set<UInt32>] = [:]
    for path in paths {
      allowed[Array(path.dropLast()), default: []].insert(path[path.count - 1])
    }
    for (beginning, turns) in allowed {
      let node = Int(graph.heads[Int(beginning[beginning.count - 1])])
      for arc in graph.firstOut[node]..<graph.firstOut[node + 1] where !turns.contains(arc) {
        sequences.insert(beginning + [arc])
      }
    }
  }

  private mutating func makeAutomaton() {
    var beginnings: Set<[UInt32]> = []
    var arcs: Set<UInt32> = []
    for sequence in sequences {
      arcs.formUnion(sequence)
      for count in 2..<max(2, sequence.count) { beginnings.insert(Array(sequence.prefix(count))) }
    }
    // Extra states are sorted by their node, so that those that arrive at a node are neighbors.
    let nodes: [(node: UInt32, arcs: [UInt32])] = beginnings.map { arcs in
      (graph.heads[Int(arcs[arcs.count - 1])], arcs)
    }
    let extra: [[UInt32]] = nodes.sorted {
      $0.node != $1.node ? $0.node < $1.node : $0.arcs.lexicographicallyPrecedes($1.arcs)
    }.map(\.arcs)
    var states: [[UInt32]: UInt32] = [:]
    for (index, arcs) in extra.enumerated() {
      states[arcs] = UInt32(graph.heads.count + index)
      extraArcs.append(arcs[arcs.count - 1])
    }
    var turns: [(key: UInt64, target: UInt32)] = []
    func addTurns(from state: UInt32, _ path: [UInt32]) {
      let node = Int(graph.heads[Int(path[path.count - 1])])
      for arc in graph.firstOut[node]..<graph.firstOut[node + 1] {
        let longer = path + [arc]
        let target = target(of: longer, states)
        if target != arc { turns.append((UInt64(state) << 32 | UInt64(arc), target)) }
      }
    }
    for arc in arcs { addTurns(from: arc, [arc]) }
    for arcs in extra { addTurns(from: states[arcs] ?? 0, arcs) }
    turns.sort { $0.key < $1.key }
    keys = turns.map(\.key)
    targets = turns.map(\.target)
    sequences = []
  }

  /// The state after a sequence of arcs: that of its longest suffix that is a prefix of a forbidden
  /// sequence.
  private func target(of path: [UInt32], _ states: [[UInt32]: UInt32]) -> UInt32 {
    for start in path.indices where sequences.contains(Array(path[start...])) {
      return Self.forbidden
    }
    for start in path.indices {
      if let state = states[Array(path[start...])] { return state }
    }
    return path[path.count - 1]
  }
}
