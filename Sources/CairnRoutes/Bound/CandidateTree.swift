internal import CairnMemory

/// A graph of likely edges, for minimum spanning trees under node weights.
///
/// The trees of ``SpanningTree`` nearly always use only such edges, and a tree takes O(m) steps here
/// for m edges. As other edges could be cheaper, and edges that differ by less than a ten-millionth
/// are taken in any order, these trees prove no bound; they only show how to change the weights.
///
/// J. B. Kruskal's method (1956, doi:10.1090/S0002-9939-1956-0078686-7), with the edges in order by
/// a radix sort.
internal struct CandidateTree {
  internal let count: Int
  /// The neighbors of each stop.
  private var lists: [[Int32]]
  /// Each edge once.
  private var edges: [Edge] = []
  /// The length of each edge as a sortable number, above the number of the edge; and space to sort.
  private var keys: [UInt64] = []
  private var scratch: [UInt64] = []

  private struct Edge {
    var ends: SIMD2<Int32>
    var cost: Double
  }

  /// Creates a graph.
  ///
  /// - Parameters:
  ///   - near: the likely neighbors of each stop.
  ///   - order: a tour, whose edges keep the graph connected.
  ///   - cost: the cost between two stops.
  internal init(
    _ near: NeighborLists, order: [Int32], _ cost: (_ from: Int, _ to: Int) -> Double
  ) {
    count = near.count
    lists = [[Int32]](repeating: [], count: near.count)
    var edges = zip(order, order.dropFirst() + order.prefix(1)).map { SIMD2($0, $1) }
    for stop in 0..<near.count {
      for slot in stop * near.width..<(stop + 1) * near.width {
        edges.append(SIMD2(Int32(stop), near.ids[slot]))
      }
    }
    add(edges, cost)
  }

  /// Adds the edges that are missing.
  internal mutating func add(
    _ edges: [SIMD2<Int32>], _ cost: (_ from: Int, _ to: Int) -> Double
  ) {
    for edge in edges where edge.x != edge.y && !lists[Int(edge.x)].contains(edge.y) {
      lists[Int(edge.x)].append(edge.y)
      lists[Int(edge.y)].append(edge.x)
      self.edges.append(Edge(ends: edge, cost: cost(Int(edge.x), Int(edge.y))))
    }
    keys = [UInt64](repeating: 0, count: self.edges.count)
    scratch = keys
  }

  /// Returns the shortest tree, as ``SpanningTree/shortest(weights:excluded:)``; if the graph without
  /// the excluded stop is not connected, the shortest forest.
  internal mutating func shortest(weights: [Double], excluded: Int?) -> SpanningTree.Result {
    let keys = sortedKeys(weights)
    // A forest of a union-find structure.
    let parents = FixedArray(Array(0..<Int32(count)))
    var result = SpanningTree.Result(degrees: [Int](repeating: 0, count: count))
    let wanted = max(0, count - (excluded == nil ? 1 : 2))
    result.edges.reserveCapacity(wanted)
    let other = Int32(excluded ?? -1)
    for key in keys {
      if result.edges.count == wanted { break }
      let edge = edges[Int(truncatingIfNeeded: key & 0xFFFF_FFFF)]
      let (from, to) = (edge.ends.x, edge.ends.y)
      let (a, b) = (Self.root(from, parents), Self.root(to, parents))
      if a == b || from == other || to == other { continue }
      parents[max(a, b)] = min(a, b)
      result.length += edge.cost + weights[Int(from)] + weights[Int(to)]
      result.degrees[Int(from)] += 1
      result.degrees[Int(to)] += 1
      result.edges.append(edge.ends)
    }
    self.keys = keys
    return result
  }

  @inline(__always)
  private static func root(_ stop: Int32, _ parents: borrowing FixedArray<Int32>) -> Int32 {
    var stop = stop
    var parent = parents[stop]
    while parent != stop {
      let next = parents[parent]
      parents[stop] = next
      (stop, parent) = (parent, next)
    }
    return stop
  }

  /// The keys of all edges in ascending order; takes the storage of `keys`.
  private mutating func sortedKeys(_ weights: [Double]) -> [UInt64] {
    // Local arrays, which need no check for uniqueness at each step.
    var (keys, sorted) = (self.keys, scratch)
    (self.keys, scratch) = ([], [])
    for (number, edge) in edges.enumerated() {
      let length = Float(edge.cost + weights[Int(edge.ends.x)] + weights[Int(edge.ends.y)])
      // Negative numbers have the reverse order of their bits.
      let bits = length.bitPattern
      let key = bits ^ (bits >> 31 == 0 ? 0x8000_0000 : 0xFFFF_FFFF)
      keys[number] = UInt64(key) << 32 | UInt64(truncatingIfNeeded: number)
    }
    // From the lowest eleven bits on.
    for shift in [32, 43, 54] as [UInt64] {
      var ends = [Int](repeating: 0, count: 2_048)
      for key in keys { ends[Int(truncatingIfNeeded: key >> shift & 2_047)] += 1 }
      var sum = 0
      for digit in ends.indices {
        (ends[digit], sum) = (sum, sum + ends[digit])
      }
      for key in keys {
        let digit = Int(truncatingIfNeeded: key >> shift & 2_047)
        sorted[ends[digit]] = key
        ends[digit] += 1
      }
      swap(&keys, &sorted)
    }
    scratch = sorted
    return keys
  }
}
