internal import CairnMemory

/// The weights of shortest upward paths between some nodes and all their ancestors.
///
/// The label of a node has an entry per ancestor, by position, and padding for the vectors of
/// ``leastSum(_:_:_:)``. A shortest path leads up to a common ancestor and down from it, so that
/// its weight is the minimum of the sums of two labels.
internal struct HierarchyLabels {
  /// The direction of the paths.
  internal enum Direction {
    case fromNode, toNode
  }

  /// The number of entries after the last ancestor.
  private static let padding = 8

  private let height: Int
  /// The rank of each node.
  internal let ranks: [UInt32]
  /// The position of each node, at which its label begins, and the offset of its entries.
  private let slots: [UInt32]
  private let starts: [Int]
  /// The weights, as numbers less by 2³¹ for paths from a node, so that the sum with the weight of
  /// a path to a node does not overflow.
  private let entries: [Int32]
  /// The ranks of the ancestors.
  private let ancestors: [UInt32]

  /// Computes the labels of nodes of the graph.
  ///
  /// - Complexity: O(a) per node for a arcs of its ancestors.
  internal init(_ weights: HierarchyWeights, _ nodes: [Int], _ direction: Direction) {
    let hierarchy = weights.hierarchy
    let height = hierarchy.height
    self.height = height
    let ranks = nodes.map { hierarchy.ranks[$0] }
    self.ranks = ranks
    let slots = ranks.map { hierarchy.slots[Int($0)] }
    self.slots = slots
    var starts: [Int] = [0]
    for slot in slots {
      starts.append(starts[starts.count - 1] + height - Int(slot) + Self.padding)
    }
    self.starts = starts
    let count = starts[nodes.count]
    let sweep = LabelSweep(weights, direction)
    var ancestors = [UInt32](repeating: .max, count: count)
    entries = [Int32](capacity: count) { entries in
      ancestors.withUnsafeBuffer { ancestors in
        for index in 0..<nodes.count {
          let range = starts[index]..<starts[index + 1]
          sweep.run(
            rank: Int(ranks[index]), slot: Int(slots[index]), entries[range], ancestors[range])
        }
      }
      return count
    }
    self.ancestors = ancestors
  }

  /// The number of nodes.
  internal var count: Int { slots.count }

  /// Calls a closure with each ancestor of a node that can be reached, and the weight.
  internal func forEachAncestor(
    of index: Int, _ direction: Direction, _ body: (_ rank: UInt32, _ weight: UInt32) -> Void
  ) {
    let bias: Int32 = direction == .fromNode ? .min : 0
    for offset in starts[index]..<(starts[index + 1] - Self.padding) {
      let weight = UInt32(bitPattern: entries[offset] ^ bias)
      if weight < HierarchyWeights.infinity { body(ancestors[offset], weight) }
    }
  }

  /// Writes the weights of the shortest paths from each node to each node of other labels, row by
  /// row.
  internal func write(to others: HierarchyLabels, _ matrix: UnsafeBuffer<UInt32>) {
    // The labels of a block stay in the cache.
    let block = 64
    for first in stride(from: 0, to: others.count, by: block) {
      for row in 0..<count {
        for column in first..<min(first + block, others.count) {
          matrix[row &* others.count &+ column] = leastSum(row, others, column)
        }
      }
    }
  }

  /// Returns the weight of a shortest path from a node to a node of other labels.
  @inline(__always)
  private func leastSum(_ row: Int, _ others: HierarchyLabels, _ column: Int) -> UInt32 {
    // The offset of an entry is its position plus these.
    let here = starts[row] &- Int(slots[row])
    let there = others.starts[column] &- Int(others.slots[column])
    var low = max(Int(slots[row]), Int(others.slots[column]))
    var high = height
    // From the lowest common ancestor on, all ancestors are common.
    return ancestors.withUnsafeSpan { ancestors in
      others.ancestors.withUnsafeSpan { otherAncestors in
        while low < high {
          let middle = (low &+ high) &>> 1
          if ancestors[here &+ middle] == otherAncestors[there &+ middle] {
            high = middle
          } else {
            low = middle &+ 1
          }
        }
        return entries.withUnsafeSpan { entries in
          others.entries.withUnsafeSpan { otherEntries in
            Self.leastSum(
              entries.suffix(from: here &+ low), otherEntries.suffix(from: there &+ low),
              height &- low)
          }
        }
      }
    }
  }

  /// Returns the minimum of the sums of two lists, which are followed by infinite values.
  @inline(__always)
  private static func leastSum(
    _ from: UnsafeSpan<Int32>, _ to: UnsafeSpan<Int32>, _ count: Int
  ) -> UInt32 {
    var least = SIMD8<Int32>(repeating: -1)
    var index = 0
    while index < count {
      let sums = from.lanes(at: index, as: SIMD8<Int32>.self) &+ to.lanes(at: index)
      least = least.replacing(with: sums, where: sums .< least)
      index &+= 8
    }
    var four = least.lowHalf
    four = four.replacing(with: least.highHalf, where: least.highHalf .< four)
    let minimum = min(min(four[0], four[1]), min(four[2], four[3]))
    return UInt32(bitPattern: minimum ^ .min)
  }
}

/// The computation of a label.
private struct LabelSweep {
  private let firstUp: UnsafeSpan<UInt32>
  private let heads: UnsafeSpan<UInt32>
  private let slots: UnsafeSpan<UInt32>
  private let arcs: SearchSpans
  /// The difference between entries and weights, as bits.
  private let bias: Int32

  init(_ weights: HierarchyWeights, _ direction: HierarchyLabels.Direction) {
    let hierarchy = weights.hierarchy
    firstUp = hierarchy.firstUp.values
    heads = hierarchy.heads.values
    slots = hierarchy.slots.values
    arcs = SearchSpans(direction == .fromNode ? weights.upSearch : weights.downSearch)
    bias = direction == .fromNode ? .min : 0
  }

  /// Writes the label of a rank at a position.
  func run(
    rank: Int, slot: Int, _ entries: UnsafeBuffer<Int32>, _ ancestors: UnsafeBuffer<UInt32>
  ) {
    let infinity = Int32.max
    for index in 0..<entries.count { entries[index] = infinity }
    entries[0] = 0
    var node = rank
    var index = 0
    while true {
      ancestors[index] = UInt32(truncatingIfNeeded: node)
      let weight = UInt32(bitPattern: entries[index])
      entries[index] ^= bias
      if weight < HierarchyWeights.infinity {
        for arc in Int(arcs.first[node])..<Int(arcs.first[node &+ 1]) {
          let other = Int(arcs.slots[arc]) &- slot
          let sum = weight &+ arcs.weights[arc]
          let known = UInt32(bitPattern: entries[other])
          entries[other] = Int32(bitPattern: sum < known ? sum : known)
        }
      }
      let first = Int(firstUp[node])
      if first == Int(firstUp[node &+ 1]) { break }
      node = Int(heads[first])
      index = Int(slots[node]) &- slot
    }
    for index in (index &+ 1)..<entries.count { entries[index] = infinity ^ bias }
  }
}
