internal import CairnMemory

/// A shortest path in a graph.
package struct HierarchyPath: Hashable, Sendable {
  /// The sum of the weights of its arcs.
  package let weight: UInt32
  /// The arcs of the graph, in order; empty if the path begins and ends at the same node.
  package let arcs: [UInt32]
}

extension HierarchyWeights {
  /// Returns the weight of a shortest path.
  ///
  /// - Parameters:
  ///   - start: a node of the graph.
  ///   - end: a node of the graph.
  /// - Returns: nil if there is no path.
  /// - Precondition: both are nodes of the graph.
  /// - Complexity: O(a) for a arcs of the ancestors of both nodes, thousands in a city.
  package func weight(from start: Int, to end: Int) -> UInt32? {
    search(from: start, to: end) { $0.weight }
  }

  /// Returns a shortest path.
  ///
  /// - Parameters:
  ///   - start: a node of the graph.
  ///   - end: a node of the graph.
  /// - Returns: nil if there is no path.
  /// - Precondition: both are nodes of the graph.
  /// - Complexity: as for ``weight(from:to:)``, and O(k) for a path of k arcs.
  package func path(from start: Int, to end: Int) -> HierarchyPath? {
    search(from: start, to: end) { search in
      HierarchyPath(weight: search.weight, arcs: search.inputArcs())
    }
  }

  /// Calls a closure with a finished search, unless there is no path.
  private func search<R>(
    from start: Int, to end: Int, _ body: (borrowing PathSearch) -> R
  ) -> R? {
    precondition(start >= 0 && start < hierarchy.nodeCount)
    precondition(end >= 0 && end < hierarchy.nodeCount)
    let height = hierarchy.height
    return withScratch(of: UInt64.self, count: 2 * height) { labels in
      var search = PathSearch(
        self, forward: labels[0..<height], backward: labels[height..<(2 * height)])
      search.run(from: Int(hierarchy.ranks[start]), to: Int(hierarchy.ranks[end]))
      return search.weight < Self.infinity ? body(search) : nil
    }
  }
}

/// The arrays of ``HierarchySearchArcs``, valid as long as these.
internal struct SearchSpans {
  let first: UnsafeSpan<UInt32>
  let slots: UnsafeSpan<UInt32>
  let weights: UnsafeSpan<UInt32>
  let arcs: UnsafeSpan<UInt32>?

  init(_ arcs: HierarchySearchArcs) {
    first = arcs.first.values
    slots = arcs.slots.values
    weights = arcs.weights.values
    self.arcs = arcs.arcs?.values
  }
}

/// A search upward from both ends of a path, along the ancestors in the elimination tree.
///
/// A label is the weight of a path from the end to an ancestor, and in its lower half the last arc
/// of the path, so that taking the minimum needs no branch. It is stored at the position of the
/// ancestor.
private struct PathSearch {
  private let firstUp: UnsafeSpan<UInt32>
  private let heads: UnsafeSpan<UInt32>
  private let slots: UnsafeSpan<UInt32>
  private let upArcs: SearchSpans
  private let downArcs: SearchSpans
  private let weights: HierarchyWeights
  private let forward: UnsafeBuffer<UInt64>
  private let backward: UnsafeBuffer<UInt64>
  /// The weight of the best path known.
  private(set) var weight = HierarchyWeights.infinity
  /// The position of its highest node.
  private var top = 0
  private var startSlot = 0
  private var endSlot = 0

  init(
    _ weights: HierarchyWeights, forward: UnsafeBuffer<UInt64>, backward: UnsafeBuffer<UInt64>
  ) {
    let hierarchy = weights.hierarchy
    firstUp = hierarchy.firstUp.values
    heads = hierarchy.heads.values
    slots = hierarchy.slots.values
    upArcs = SearchSpans(weights.upSearch)
    downArcs = SearchSpans(weights.downSearch)
    self.weights = weights
    self.forward = forward
    self.backward = backward
  }

  mutating func run(from start: Int, to end: Int) {
    startSlot = Int(slots[start])
    endSlot = Int(slots[end])
    clear(forward, from: startSlot)
    clear(backward, from: endSlot)
    var node = start
    var other = end
    // The paths to the root up to the lowest common ancestor.
    while node != other {
      if node < other {
        relax(node, forward, upArcs)
        guard let parent = parent(of: node) else { return }
        node = parent
      } else {
        relax(other, backward, downArcs)
        guard let parent = parent(of: other) else { return }
        other = parent
      }
    }
    while true {
      let slot = Int(slots[node])
      let sum = Self.weight(forward[slot]) &+ Self.weight(backward[slot])
      if sum < weight {
        weight = sum
        top = slot
      }
      relax(node, forward, upArcs)
      relax(node, backward, downArcs)
      guard let parent = parent(of: node) else { return }
      node = parent
    }
  }

  private func parent(of node: Int) -> Int? {
    let first = Int(firstUp[node])
    return first < Int(firstUp[node &+ 1]) ? Int(heads[first]) : nil
  }

  private func clear(_ labels: UnsafeBuffer<UInt64>, from slot: Int) {
    for index in slot..<labels.count { labels[index] = UInt64(HierarchyWeights.infinity) &<< 32 }
    labels[slot] = 0
  }

  @inline(__always)
  private static func weight(_ label: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: label &>> 32) }

  @inline(__always)
  private func relax(
    _ node: Int, _ labels: UnsafeBuffer<UInt64>, _ arcs: SearchSpans
  ) {
    let label = labels[Int(slots[node])] &>> 32
    if label >= weight { return }
    for arc in Int(arcs.first[node])..<Int(arcs.first[node &+ 1]) {
      let slot = Int(arcs.slots[arc])
      let sum = (label &+ UInt64(arcs.weights[arc])) &<< 32 | UInt64(truncatingIfNeeded: arc)
      let known = labels[slot]
      labels[slot] = sum < known ? sum : known
    }
  }

  /// Returns the arcs of the graph of the best path.
  func inputArcs() -> [UInt32] {
    // Twice the number of an arc, plus 1 in the direction down; the last element is the next arc of
    // the path.
    var stack: [UInt32] = []
    chain(backward, downArcs, to: endSlot) { stack.append($0 &<< 1 | 1) }
    stack.reverse()
    chain(forward, upArcs, to: startSlot) { stack.append($0 &<< 1) }
    return weights.inputArcs(of: stack)
  }

  /// Calls a closure with the arcs from the highest node of the path to one end of it.
  private func chain(
    _ labels: UnsafeBuffer<UInt64>, _ arcs: SearchSpans, to start: Int, _ body: (UInt32) -> Void
  ) {
    var slot = top
    while slot != start {
      let offset = UInt32(truncatingIfNeeded: labels[slot])
      let arc = arcs.arcs.map { $0[Int(offset)] } ?? offset
      body(arc)
      slot = Int(slots[Int(weights.hierarchy.tails[Int(arc)])])
    }
  }
}

extension HierarchyWeights {
  /// Returns the arcs of the graph that arcs of the hierarchy stand for.
  ///
  /// - Parameter arcs: twice the number of each arc, plus 1 in the direction down; the last element
  ///   is the next arc of the path.
  /// - Returns: the arcs of the graph, in order.
  internal func inputArcs(of arcs: [UInt32]) -> [UInt32] {
    let heads = hierarchy.heads.values
    var stack = arcs
    var result: [UInt32] = []
    while let next = stack.popLast() {
      let arc = Int(next &>> 1)
      let isDown = next & 1 != 0
      let source = isDown ? downSources[arc] : upSources[arc]
      if source & Self.isInput != 0 {
        result.append(source & ~Self.isInput)
        continue
      }
      // The arc from the node below to the head follows that to the tail in the same list.
      var toHead = Int(source) &+ 1
      while heads[toHead] != heads[arc] { toHead &+= 1 }
      let upper = UInt32(truncatingIfNeeded: toHead)
      if isDown {
        stack.append(source &<< 1)
        stack.append(upper &<< 1 | 1)
      } else {
        stack.append(upper &<< 1)
        stack.append(source &<< 1 | 1)
      }
    }
    return result
  }
}
