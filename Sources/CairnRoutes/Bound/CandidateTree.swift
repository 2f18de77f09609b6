internal import CairnMemory

/// A graph of likely edges, for minimum spanning trees under node weights.
///
/// The trees of ``SpanningTree`` nearly always use only such edges, and a tree takes
/// O(m log n) steps here for n stops and m edges. As other edges could be cheaper, these trees
/// prove no bound; they only show how to change the weights.
///
/// Prim's method with a binary heap.
internal struct CandidateTree {
  internal let count: Int
  /// The neighbors of each stop.
  private var lists: [[Int32]]
  /// The neighbors of all stops, one after another, and the costs of the edges to them.
  private var ends: [Int32] = []
  private var costs: [Double] = []
  /// The first edge of each stop in `ends`, and the end of the last one.
  private var starts: [Int32] = []

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
    var isChanged = starts.isEmpty
    for edge in edges where edge.x != edge.y && !lists[Int(edge.x)].contains(edge.y) {
      lists[Int(edge.x)].append(edge.y)
      lists[Int(edge.y)].append(edge.x)
      isChanged = true
    }
    guard isChanged else { return }
    (starts, ends, costs) = ([0], [], [])
    for (stop, list) in lists.enumerated() {
      ends += list
      costs += list.map { cost(stop, Int($0)) }
      starts.append(Int32(ends.count))
    }
  }

  /// Returns the shortest tree, as ``SpanningTree/shortest(weights:excluded:)``; if the graph without
  /// the excluded stop is not connected, the shortest forest.
  internal func shortest(weights: [Double], excluded: Int?) -> SpanningTree.Result {
    var heap = StopHeap(count: count)
    let parents = FixedArray<Int32>(repeating: -1, count: count)
    let degrees = FixedArray(repeating: 0, count: count)
    var length = 0.0
    if let excluded { heap.close(Int32(excluded)) }
    for root in 0..<Int32(count) where heap.isOpen(root) {
      _ = heap.lower(root, to: 0)
      while let (key, stop) = heap.pop() {
        let from = Int(stop)
        let parent = Int(parents[from])
        if parent >= 0 {
          length += key
          degrees[from] += 1
          degrees[parent] += 1
        }
        let weight = weights[from]
        for slot in Int(starts[from])..<Int(starts[from &+ 1]) {
          let to = ends[slot]
          let way = costs[slot] + weight + weights[Int(to)]
          if heap.lower(to, to: way) { parents[Int(to)] = stop }
        }
      }
    }
    return SpanningTree.Result(length: length, degrees: degrees.values)
  }
}

/// Stops by the length of the shortest edge to a tree, the least first: a binary heap.
private struct StopHeap: ~Copyable {
  private let keys: FixedArray<Double>
  private let heap: FixedArray<Int32>
  /// The index of each stop in the heap; -1 before it is in it, -2 after it was removed.
  private let places: FixedArray<Int32>
  /// The number of stops in the heap.
  private var size = 0

  init(count: Int) {
    keys = FixedArray(repeating: .infinity, count: count)
    places = FixedArray(repeating: -1, count: count)
    heap = FixedArray(repeating: 0, count: count)
  }

  /// Whether a stop was never in the heap.
  func isOpen(_ stop: Int32) -> Bool { places[Int(stop)] == -1 }

  /// Excludes a stop.
  func close(_ stop: Int32) { places[Int(stop)] = -2 }

  /// Adds a stop or lowers its key; returns false if its key is already as low, or if it was
  /// removed.
  mutating func lower(_ stop: Int32, to key: Double) -> Bool {
    var at = Int(places[Int(stop)])
    guard at != -2, key < keys[Int(stop)] else { return false }
    keys[Int(stop)] = key
    if at < 0 {
      at = size
      size &+= 1
    }
    while at > 0 {
      let parent = (at &- 1) / 2
      if keys[Int(heap[parent])] <= key { break }
      heap[at] = heap[parent]
      places[Int(heap[at])] = Int32(truncatingIfNeeded: at)
      at = parent
    }
    heap[at] = stop
    places[Int(stop)] = Int32(truncatingIfNeeded: at)
    return true
  }

  /// Removes and returns the stop with the least key; nil if the heap is empty.
  mutating func pop() -> (key: Double, stop: Int32)? {
    guard size > 0 else { return nil }
    let first = heap[0]
    size &-= 1
    let last = heap[size]
    places[Int(first)] = -2
    guard size > 0 else { return (keys[Int(first)], first) }
    var at = 0
    while true {
      var child = 2 &* at &+ 1
      if child >= size { break }
      if child &+ 1 < size, keys[Int(heap[child &+ 1])] < keys[Int(heap[child])] {
        child &+= 1
      }
      if keys[Int(heap[child])] >= keys[Int(last)] { break }
      heap[at] = heap[child]
      places[Int(heap[at])] = Int32(truncatingIfNeeded: at)
      at = child
    }
    heap[at] = last
    places[Int(last)] = Int32(truncatingIfNeeded: at)
    return (keys[Int(first)], first)
  }
}
