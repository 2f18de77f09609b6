internal import CairnMemory

/// Nodes of which the nearest can be found, by the weight of the path to them.
///
/// Each ancestor of a target has a bucket with the weights of the paths from it to the targets
/// below, in ascending order. A query merges the buckets of the ancestors of its start.
///
/// Sources: R. Geisberger, P. Sanders, D. Schultes, D. Delling, "Contraction hierarchies", WEA 2008,
/// doi:10.1007/978-3-540-68552-4_24, for buckets; I. Abraham et al., "HLDB: location-based services
/// in databases", SIGSPATIAL 2012, doi:10.1145/2424321.2424365, for sorted ones.
public struct HierarchyTargets: Sendable {
  /// A target and the weight of the path to it.
  public struct Hit: Hashable, Sendable {
    /// The offset of the target in the list of all.
    public let target: Int
    /// The weight of a shortest path to it.
    public let weight: UInt32
  }

  /// The weights of the hierarchy.
  public let weights: HierarchyWeights
  /// The number of targets.
  public let count: Int
  /// The offset of the bucket of each rank, and the number of all entries.
  private let firstEntry: [UInt32]
  /// The weights with the targets in the lower halves, ascending in each bucket.
  private let entries: [UInt64]

  /// Collects the paths to targets.
  ///
  /// - Parameters:
  ///   - weights: the weights of a hierarchy.
  ///   - targets: nodes of the graph, in any order; some may be equal.
  /// - Precondition: all are nodes of the graph.
  /// - Complexity: O(t · (a + h log t)) for t targets, a arcs of the ancestors of a node and the
  ///   height h of the hierarchy, plus O(n).
  public init(_ weights: HierarchyWeights, targets: [Int]) {
    weights.check(targets)
    self.weights = weights
    count = targets.count
    let labels = HierarchyLabels(weights, targets, .toNode)
    var ends = [UInt32](repeating: 0, count: weights.hierarchy.nodeCount + 1)
    for target in 0..<targets.count {
      labels.forEachAncestor(of: target, .toNode) { rank, _ in ends[Int(rank) + 1] += 1 }
    }
    for rank in 1..<max(ends.count, 1) { ends[rank] += ends[rank - 1] }
    firstEntry = ends
    var next = ends
    var entries = [UInt64](repeating: 0, count: Int(ends[ends.count - 1]))
    for target in 0..<targets.count {
      labels.forEachAncestor(of: target, .toNode) { rank, weight in
        entries[Int(next[Int(rank)])] = UInt64(weight) << 32 | UInt64(target)
        next[Int(rank)] += 1
      }
    }
    entries.withUnsafeBuffer { entries in
      for rank in 0..<(ends.count - 1) where ends[rank] < ends[rank + 1] {
        entries[Int(ends[rank])..<Int(ends[rank + 1])].sort(by: <)
      }
    }
    self.entries = entries
  }

  /// Returns the nearest targets of a node, in ascending order of their weights, and of their
  /// offsets for equal weights.
  ///
  /// Targets without a path are left out.
  ///
  /// - Parameters:
  ///   - count: the maximum number of targets.
  ///   - node: a node of the graph.
  ///   - limit: the maximum weight.
  /// - Returns: at most `count` targets.
  /// - Precondition: `node` is a node of the graph.
  /// - Complexity: O(a + (k + d) log h) for a arcs of the ancestors, height h, k results, and d
  ///   entries of targets that were found before, which are few.
  public func nearest(
    _ count: Int, from node: Int, limit: UInt32 = HierarchyWeights.infinity - 1
  ) -> [Hit] {
    weights.check([node])
    var queue = BucketQueue()
    let label = HierarchyLabels(weights, [node], .fromNode)
    label.forEachAncestor(of: 0, .fromNode) { rank, weight in
      let bucket = firstEntry[Int(rank)]..<firstEntry[Int(rank) + 1]
      if !bucket.isEmpty { queue.append(bucket, weight, entries) }
    }
    queue.heapify()
    var hits: [Hit] = []
    var isFound = [Bool](repeating: false, count: count > 0 ? self.count : 0)
    while hits.count < count, let least = queue.popLeast(entries) {
      let weight = UInt32(truncatingIfNeeded: least >> 32)
      if weight > limit || weight >= HierarchyWeights.infinity { break }
      let target = Int(UInt32(truncatingIfNeeded: least))
      if isFound[target] { continue }
      isFound[target] = true
      hits.append(Hit(target: target, weight: weight))
    }
    return hits
  }
}

/// A heap of buckets by their least remaining entry.
private struct BucketQueue {
  private struct Item {
    /// The weight of the least entry from the start, and the target.
    var key: UInt64
    /// The weight from the start to the ancestor.
    let weight: UInt32
    /// The remaining entries after the least.
    var next: UInt32
    let end: UInt32
  }

  private var items: [Item] = []

  mutating func append(_ bucket: Range<UInt32>, _ weight: UInt32, _ entries: [UInt64]) {
    let key = entries[Int(bucket.lowerBound)] + UInt64(weight) << 32
    items.append(
      Item(key: key, weight: weight, next: bucket.lowerBound + 1, end: bucket.upperBound))
  }

  mutating func heapify() {
    for index in (0..<(items.count / 2)).reversed() { sink(from: index) }
  }

  /// Removes and returns the least key.
  mutating func popLeast(_ entries: [UInt64]) -> UInt64? {
    guard let first = items.first else { return nil }
    if first.next < first.end {
      items[0].key = entries[Int(first.next)] + UInt64(first.weight) << 32
      items[0].next += 1
    } else {
      let last = items.removeLast()
      if items.isEmpty { return first.key }
      items[0] = last
    }
    sink(from: 0)
    return first.key
  }

  private mutating func sink(from start: Int) {
    let item = items[start]
    var hole = start
    while true {
      var child = 2 * hole + 1
      if child >= items.count { break }
      if child + 1 < items.count && items[child + 1].key < items[child].key { child += 1 }
      if items[child].key >= item.key { break }
      items[hole] = items[child]
      hole = child
    }
    items[hole] = item
  }
}
