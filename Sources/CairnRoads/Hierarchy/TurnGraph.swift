/// A graph of turns: its nodes are the arcs of another graph, and its arcs the permitted turns
/// between them.
///
/// A rule may forbid a sequence of more than two arcs. Then there is a further node for each of its
/// beginnings of at least two arcs, which represents that these were the last arcs of the path. The
/// nodes and turns are the states of an Aho–Corasick automaton, of which all transitions that
/// complete a forbidden sequence are left out.
///
/// A path from a node to another has the weights of all arcs but the first.
///
/// Source: A. V. Aho, M. J. Corasick, "Efficient string matching", Communications of the ACM 18
/// (1975), doi:10.1145/360825.360855.
package struct TurnGraph: Sendable {
  /// The graph; the number of an arc of the other graph is that of its node.
  package let graph: HierarchyInput
  /// The last arc of each node.
  package let arcs: [UInt32]
  /// The number of arcs of the other graph.
  package let arcCount: Int

  /// Finds the permitted turns of a graph.
  ///
  /// - Parameters:
  ///   - graph: the graph.
  ///   - forbidden: sequences of two or more arcs that no path may contain.
  ///   - reverses: the arc that leads back along the same road for each arc, or `UInt32.max`.
  ///   - allowsTurningAround: whether an arc may be followed by the one that leads back, for each
  ///     node; usually at dead ends.
  /// - Throws: ``HierarchyError/turn(index:)`` for a bad sequence,
  ///   ``HierarchyError/count(of:expected:actual:)``, or ``HierarchyError/tooLarge``.
  /// - Complexity: O(t + s) for t turns and s arcs in forbidden sequences.
  package init(
    _ graph: HierarchyInput, forbidden: [[UInt32]], reverses: [UInt32],
    allowsTurningAround: [Bool]
  ) throws(HierarchyError) {
    guard reverses.count == graph.arcCount else {
      throw .count(of: "reverses", expected: graph.arcCount, actual: reverses.count)
    }
    guard allowsTurningAround.count == graph.nodeCount else {
      throw .count(
        of: "allowsTurningAround", expected: graph.nodeCount, actual: allowsTurningAround.count)
    }
    let automaton = try TurnAutomaton(graph, forbidden)
    var firstOut: [UInt32] = [0]
    firstOut.reserveCapacity(automaton.arcs.count + 1)
    var heads: [UInt32] = []
    for state in 0..<automaton.arcs.count {
      let arc = Int(automaton.arcs[state])
      let node = Int(graph.heads[arc])
      let turnsAround = allowsTurningAround[node]
      for next in graph.firstOut[node]..<graph.firstOut[node + 1] {
        if next == reverses[arc] && !turnsAround { continue }
        if let head = automaton.state(after: UInt32(truncatingIfNeeded: state), next) {
          heads.append(head)
        }
      }
      guard heads.count < 1 << 31 - 1 else { throw .tooLarge }
      firstOut.append(UInt32(truncatingIfNeeded: heads.count))
    }
    self.graph = try HierarchyInput(firstOut: firstOut, heads: heads)
    arcs = automaton.arcs
    arcCount = graph.arcCount
  }

  /// Returns the weights of the turns: each is the weight of the arc that it leads to.
  ///
  /// - Parameter weights: the weights of the arcs of the other graph.
  /// - Returns: a weight per arc of ``graph``.
  /// - Throws: ``HierarchyError/count(of:expected:actual:)``.
  package func weights(_ weights: [UInt32]) throws(HierarchyError) -> [UInt32] {
    guard weights.count == arcCount else {
      throw .count(of: "weights", expected: arcCount, actual: weights.count)
    }
    return graph.heads.map { weights[Int(arcs[Int($0)])] }
  }

  /// Returns all nodes whose last arc is the given one: the arc itself, and beginnings of forbidden
  /// sequences.
  ///
  /// A shortest path to the arc is the shortest to one of them; a path from the arc begins at the
  /// arc itself.
  ///
  /// - Parameter arc: an arc of the other graph.
  /// - Returns: nodes of ``graph``, the arc first.
  /// - Complexity: O(b) for b beginnings of forbidden sequences, of which there are few.
  package func nodes(of arc: Int) -> [Int] {
    [arc] + (arcCount..<arcs.count).filter { arcs[$0] == arc }
  }
}

/// The automaton that recognizes forbidden sequences.
///
/// Its states are the arcs, numbered as in the graph, and then the beginnings of forbidden
/// sequences with two or more arcs, but not the whole sequences.
private struct TurnAutomaton {
  /// A state and a following arc.
  private struct Step: Hashable {
    let state: UInt32
    let arc: UInt32
  }

  /// The last arc of each state.
  private(set) var arcs: [UInt32]
  /// The longest beginning of a sequence that a state ends with, for states after the arcs.
  private var fallbacks: [UInt32] = []
  private var successors: [Step: UInt32] = [:]
  private var completions: Set<Step> = []
  private let arcCount: Int
  /// Whether a rule has a state for an arc: most arcs need no lookup.
  private var isInRule: [Bool]

  init(_ graph: HierarchyInput, _ forbidden: [[UInt32]]) throws(HierarchyError) {
    arcCount = graph.arcCount
    arcs = (0..<arcCount).map { UInt32(truncatingIfNeeded: $0) }
    isInRule = [Bool](repeating: false, count: arcCount)
    let tails = Self.tails(of: graph)
    for (index, sequence) in forbidden.enumerated() {
      guard sequence.count >= 2, sequence.allSatisfy({ Int($0) < graph.arcCount }) else {
        throw .turn(index: index)
      }
      for (arc, next) in zip(sequence, sequence.dropFirst())
      where graph.heads[Int(arc)] != tails[Int(next)] {
        throw .turn(index: index)
      }
    }
    var steps: [(parent: UInt32, depth: Int)] = []
    for sequence in forbidden {
      var state = sequence[0]
      isInRule[Int(state)] = true
      for (depth, arc) in sequence.enumerated().dropFirst().dropLast() {
        let step = Step(state: state, arc: arc)
        if let known = successors[step] {
          state = known
          continue
        }
        guard arcs.count < 1 << 31 - 2 else { throw .tooLarge }
        steps.append((state, depth))
        state = UInt32(truncatingIfNeeded: arcs.count)
        successors[step] = state
        arcs.append(arc)
      }
      completions.insert(Step(state: state, arc: sequence[sequence.count - 1]))
    }
    // Fallbacks are less deep than their states.
    fallbacks = [UInt32](repeating: 0, count: steps.count)
    for index in steps.indices.sorted(by: { (steps[$0].depth, $0) < (steps[$1].depth, $1) }) {
      let arc = arcs[arcCount + index]
      let parent = steps[index].parent
      fallbacks[index] = fallback(of: parent).map { successor(of: $0, arc) } ?? arc
    }
  }

  private static func tails(of graph: HierarchyInput) -> [UInt32] {
    var tails = [UInt32](repeating: 0, count: graph.arcCount)
    graph.forEachArc { arc, tail, _ in tails[arc] = UInt32(truncatingIfNeeded: tail) }
    return tails
  }

  /// The next shorter beginning that a state ends with; nil for an arc.
  private func fallback(of state: UInt32) -> UInt32? {
    Int(state) < arcCount ? nil : fallbacks[Int(state) - arcCount]
  }

  /// Returns the state after another one and an arc.
  private func successor(of state: UInt32, _ arc: UInt32) -> UInt32 {
    var state = state
    while true {
      if let next = successors[Step(state: state, arc: arc)] { return next }
      guard let shorter = fallback(of: state) else { return arc }
      state = shorter
    }
  }

  /// Returns the state after another one and an arc, or nil if this completes a forbidden sequence.
  func state(after state: UInt32, _ arc: UInt32) -> UInt32? {
    if Int(state) < arcCount && !isInRule[Int(state)] { return arc }
    var part: UInt32? = state
    while let current = part {
      if completions.contains(Step(state: current, arc: arc)) { return nil }
      part = fallback(of: current)
    }
    return successor(of: state, arc)
  }
}
