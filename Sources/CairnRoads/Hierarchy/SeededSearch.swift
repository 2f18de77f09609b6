internal import CairnMemory

/// A node at which a path begins or ends, with the weight before or after it.
internal struct HierarchySeed {
  internal var node: Int
  internal var weight: UInt32
}

/// A shortest path between two sets of seeds.
internal struct SeededPath {
  /// The sum of the weights of the path and of its two seeds.
  internal var weight: UInt32
  /// The offsets of the seeds.
  internal var start: Int
  internal var end: Int
  /// The arcs of the graph, in order.
  internal var arcs: [UInt32]
}

/// The labels of searches by rank, reused by later searches.
internal final class SeededLabels {
  /// The weight of the shortest path known from a start to each rank, or from a rank to an end; the
  /// lower half is its last arc, or the offset of a seed.
  fileprivate struct Side: ~Copyable {
    let labels: FixedArray<UInt64>

    init(count: Int) { labels = FixedArray(repeating: SeededLabels.unreached, count: count) }

    @inline(__always)
    func weight(_ rank: Int) -> UInt32 { UInt32(truncatingIfNeeded: labels[rank] &>> 32) }
  }

  fileprivate let forward: Side
  fileprivate let backward: Side
  /// The ranks at which labels may be set, and their number; not a variable, since access to one
  /// of a class is checked at run time.
  fileprivate let visited: FixedArray<UInt32>
  private let counter = FixedArray<Int>(repeating: 0, count: 1)

  fileprivate static let unreached = UInt64(HierarchyWeights.infinity) << 32
  /// Marks the lower half of a label as the offset of a seed.
  fileprivate static let seedBit: UInt64 = 1 << 31

  internal init(nodeCount: Int) {
    forward = Side(count: nodeCount)
    backward = Side(count: nodeCount)
    visited = FixedArray(repeating: 0, count: nodeCount)
  }

  fileprivate var visitedCount: Int { counter[0] }

  @inline(__always)
  fileprivate func visit(_ rank: UInt32) {
    visited[counter[0]] = rank
    counter[0] &+= 1
  }

  fileprivate func reset() {
    for index in 0..<visitedCount {
      forward.labels[Int(visited[index])] = Self.unreached
      backward.labels[Int(visited[index])] = Self.unreached
    }
    counter[0] = 0
  }
}

/// Searches upward from several nodes at once, along their ancestors in the elimination tree.
///
/// The seeds of a search are near each other, so most of their ancestors are common, and a search
/// from several takes hardly longer than from one.
internal struct SeededSearch {
  private let weights: HierarchyWeights
  private let labels: SeededLabels
  private let firstUp: UnsafeSpan<UInt32>
  private let heads: UnsafeSpan<UInt32>
  private let up: UnsafeSpan<UInt32>
  private let down: UnsafeSpan<UInt32>

  internal init(_ weights: HierarchyWeights, _ labels: SeededLabels) {
    self.weights = weights
    self.labels = labels
    firstUp = weights.hierarchy.firstUp.values
    heads = weights.hierarchy.heads.values
    up = weights.up.values
    down = weights.down.values
  }

  /// Whether a node is an ancestor of a start, of an end, or of both.
  private struct Sides: OptionSet {
    let rawValue: UInt8
    static let start = Sides(rawValue: 1)
    static let end = Sides(rawValue: 2)
  }

  private struct Cursor {
    var rank: UInt32
    var sides: Sides
  }

  /// Returns a shortest path between seeds, or nil if none has less weight than a limit.
  ///
  /// - Complexity: O(a) for a arcs of the ancestors of all seeds.
  internal func path(
    from starts: [HierarchySeed], to ends: [HierarchySeed], below limit: UInt32
  ) -> SeededPath? {
    defer { labels.reset() }
    var cursors: [Cursor] = []
    seed(starts, .start, labels.forward, &cursors)
    seed(ends, .end, labels.backward, &cursors)
    var best = limit
    var top = -1
    climb(&cursors) { rank, sides in
      let sum = labels.forward.weight(rank) &+ labels.backward.weight(rank)
      if sum < best {
        best = sum
        top = rank
      }
      if sides.contains(.start) { relax(rank, labels.forward, up, best) }
      if sides.contains(.end) { relax(rank, labels.backward, down, best) }
    }
    guard top >= 0 else { return nil }
    return joined(at: top, best)
  }

  /// The weights of the shortest paths from seeds to all their ancestors, or in the other
  /// direction, without those that do not exist.
  internal func ancestors(
    of seeds: [HierarchySeed], isStart: Bool, _ body: (_ rank: UInt32, _ weight: UInt32) -> Void
  ) {
    defer { labels.reset() }
    run(seeds, isStart: isStart)
    for index in 0..<labels.visitedCount {
      let rank = labels.visited[index]
      let weight =
        isStart ? labels.forward.weight(Int(rank)) : labels.backward.weight(Int(rank))
      if weight < HierarchyWeights.infinity { body(rank, weight) }
    }
  }

  /// Writes the weights of the shortest paths from seeds to several targets.
  ///
  /// - Parameters:
  ///   - seeds: the starts.
  ///   - targets: the ancestors of the targets with their weights.
  ///   - body: is called with each target and its weight, at least infinity if there is no path.
  internal func weights(
    from seeds: [HierarchySeed], to targets: SeededTargets,
    _ body: (_ target: Int, _ weight: UInt32) -> Void
  ) {
    defer { labels.reset() }
    run(seeds, isStart: true)
    targets.ranks.withUnsafeSpan { ranks in
      targets.weights.withUnsafeSpan { weights in
        for target in 0..<targets.count {
          var least = HierarchyWeights.infinity
          for index in targets.starts[target]..<targets.starts[target + 1] {
            let sum = labels.forward.weight(Int(ranks[index])) &+ weights[index]
            least = sum < least ? sum : least
          }
          body(target, least)
        }
      }
    }
  }

  private func run(_ seeds: [HierarchySeed], isStart: Bool) {
    var cursors: [Cursor] = []
    if isStart {
      seed(seeds, .start, labels.forward, &cursors)
      climb(&cursors) { rank, _ in relax(rank, labels.forward, up, HierarchyWeights.infinity) }
    } else {
      seed(seeds, .end, labels.backward, &cursors)
      climb(&cursors) { rank, _ in relax(rank, labels.backward, down, HierarchyWeights.infinity) }
    }
  }

  private func seed(
    _ seeds: [HierarchySeed], _ sides: Sides, _ side: borrowing SeededLabels.Side,
    _ cursors: inout [Cursor]
  ) {
    for (index, seed) in seeds.enumerated() {
      let rank = weights.hierarchy.ranks[seed.node]
      let label = UInt64(seed.weight) << 32 | SeededLabels.seedBit | UInt64(index)
      if label < side.labels[Int(rank)] { side.labels[Int(rank)] = label }
      if let known = cursors.firstIndex(where: { $0.rank == rank }) {
        cursors[known].sides.formUnion(sides)
      } else {
        cursors.append(Cursor(rank: rank, sides: sides))
      }
    }
  }

  /// Calls a closure with all ancestors in ascending order.
  @inline(__always)
  private func climb(_ cursors: inout [Cursor], _ body: (_ rank: Int, _ sides: Sides) -> Void) {
    while var index = cursors.indices.last {
      for other in 0..<index where cursors[other].rank < cursors[index].rank { index = other }
      let cursor = cursors[index]
      let rank = Int(cursor.rank)
      labels.visit(cursor.rank)
      body(rank, cursor.sides)
      let first = Int(firstUp[rank])
      guard first < Int(firstUp[rank &+ 1]) else {
        cursors.remove(at: index)
        continue
      }
      let parent = heads[first]
      cursors[index].rank = parent
      guard cursors.count > 1 else { continue }
      if let known = cursors.indices.first(where: { $0 != index && cursors[$0].rank == parent }) {
        cursors[known].sides.formUnion(cursor.sides)
        cursors.remove(at: index)
      }
    }
  }

  @inline(__always)
  private func relax(
    _ rank: Int, _ side: borrowing SeededLabels.Side, _ arcWeights: UnsafeSpan<UInt32>,
    _ best: UInt32
  ) {
    let label = side.labels[rank] &>> 32
    if label >= UInt64(best) { return }
    for arc in Int(firstUp[rank])..<Int(firstUp[rank &+ 1]) {
      let head = Int(heads[arc])
      let sum = (label &+ UInt64(arcWeights[arc])) &<< 32 | UInt64(truncatingIfNeeded: arc)
      let known = side.labels[head]
      side.labels[head] = sum < known ? sum : known
    }
  }

  private func joined(at top: Int, _ weight: UInt32) -> SeededPath {
    // Twice the number of an arc, plus 1 in the direction down; the last element is the next arc of
    // the path.
    var stack: [UInt32] = []
    let end = chain(labels.backward, from: top) { stack.append($0 &<< 1 | 1) }
    stack.reverse()
    let start = chain(labels.forward, from: top) { stack.append($0 &<< 1) }
    return SeededPath(
      weight: weight, start: start, end: end, arcs: weights.inputArcs(of: stack))
  }

  /// Calls a closure with the arcs from the highest node of a path to a seed, and returns the
  /// offset of the seed.
  private func chain(
    _ side: borrowing SeededLabels.Side, from top: Int, _ body: (UInt32) -> Void
  ) -> Int {
    var rank = top
    while side.labels[rank] & SeededLabels.seedBit == 0 {
      let arc = UInt32(truncatingIfNeeded: side.labels[rank])
      body(arc)
      rank = Int(weights.hierarchy.tails[Int(arc)])
    }
    return Int(UInt32(truncatingIfNeeded: side.labels[rank] & ~SeededLabels.seedBit))
  }
}

/// The ancestors of several targets, with the weights of the paths from them.
internal struct SeededTargets {
  internal private(set) var starts = [0]
  internal private(set) var ranks: [UInt32] = []
  internal private(set) var weights: [UInt32] = []

  internal var count: Int { starts.count - 1 }

  internal mutating func append(_ seeds: [HierarchySeed], _ search: SeededSearch) {
    search.ancestors(of: seeds, isStart: false) { rank, weight in
      ranks.append(rank)
      weights.append(weight)
    }
    starts.append(ranks.count)
  }
}
