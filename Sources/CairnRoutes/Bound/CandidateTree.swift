internal import CairnMemory

/// A graph of likely edges, for minimum spanning trees under node weights.
///
/// The trees of ``SpanningTree`` nearly always use only such edges, and a tree takes O(m) steps
/// here for m edges. As other edges could be cheaper, and edges that differ by less than a
/// ten-millionth are taken in any order, these trees prove no bound; they only show how to change
/// the weights.
///
/// J. B. Kruskal's method (1956, doi:10.1090/S0002-9939-1956-0078686-7), with the edges in order by
/// a radix sort.
internal struct CandidateTree {
  internal let count: Int
  /// The neighbors of each stop.
  private var lists: [[Int32]]
  /// Each edge once.
  private var edges: [Edge] = []
  /// The edges in ascending order of their lengths under the last weights.
  private var order = LengthOrder()

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
    _ near: TourNeighbors, order: [Int32], _ cost: (_ from: Int, _ to: Int) -> Double
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
  }

  /// Returns the shortest tree, as ``SpanningTree/shortest(weights:excluded:)``; if the graph
  /// without the excluded stop is not connected, the shortest forest.
  internal mutating func shortest(weights: [Double], excluded: Int?) -> SpanningTree.Result {
    order.sort(edges.count) { [edges] number in
      let edge = edges[number]
      return edge.cost + weights[Int(edge.ends.x)] + weights[Int(edge.ends.y)]
    }
    // A forest of a union-find structure.
    let parents = FixedArray(Array(0..<Int32(count)))
    var result = SpanningTree.Result(degrees: [Int](repeating: 0, count: count))
    let wanted = max(0, count - (excluded == nil ? 1 : 2))
    result.edges.reserveCapacity(wanted)
    let other = Int32(excluded ?? -1)
    for number in order.numbers {
      if result.edges.count == wanted { break }
      let edge = edges[number]
      let (from, to) = (edge.ends.x, edge.ends.y)
      let (a, b) = (Self.root(from, parents), Self.root(to, parents))
      if a == b || from == other || to == other { continue }
      parents[max(a, b)] = min(a, b)
      result.length += edge.cost + weights[Int(from)] + weights[Int(to)]
      result.degrees[Int(from)] += 1
      result.degrees[Int(to)] += 1
      result.edges.append(edge.ends)
    }
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
}
