/// Constructs a tour from greedy edges: repeatedly takes the shortest edge that joins two ends of
/// different fragments, until one fragment is left.
///
/// Source: J. L. Bentley, "Fast algorithms for geometric traveling salesman problems", ORSA Journal
/// on Computing 4 (1992), doi:10.1287/ijoc.4.4.387.
///
/// - Parameters:
///   - costs: the costs.
///   - candidates: the neighbors of each city that are tried first.
///   - watch: the deadline and cancellation check.
/// - Returns: every city once, or nil if the time runs out.
/// - Complexity: O(*n* log *n*) if the costs find neighbors in that time, otherwise O(*n*² log
///   *n*).
func greedyTour<Costs: TourCosts>(
  _ costs: Costs, _ candidates: TourNeighbors, until watch: inout SearchWatch
) -> [Int32]? {
  let count = costs.count
  guard count > 2 else { return Array(0..<Int32(count)) }
  var fragments = GreedyFragments(count)
  fragments.join(costs, candidates.narrowed(to: 5), cities: nil, until: &watch)
  return fragments.joined(costs, until: &watch)
}

/// Paths that together visit every city once.
struct GreedyFragments {
  /// The number of paths; a single city is a path.
  private(set) var count: Int
  /// The neighbors of each city on its path, or -1.
  private var links: [SIMD2<Int32>]
  /// For each path end, the other end; a single city is its own other end.
  private var otherEnd: [Int32]

  struct Edge {
    var length: Double
    var a: Int32
    var b: Int32
  }

  init(_ count: Int) {
    self.count = count
    links = Array(repeating: SIMD2(-1, -1), count: count)
    otherEnd = Array(0..<Int32(count))
  }

  /// The cities at the ends of paths; a single city occurs once.
  var ends: [Int32] {
    (0..<Int32(links.count)).filter { links[Int($0)].y < 0 }
  }

  /// Takes the shortest edges of the lists that fit.
  ///
  /// - Parameters:
  ///   - costs: the costs.
  ///   - lists: the edges to choose from, as neighbor lists.
  ///   - cities: the cities by the indices in the lists; nil if these are cities.
  ///   - watch: if it ends, no further edges are taken.
  mutating func join<Costs: TourCosts>(
    _ costs: Costs, _ lists: TourNeighbors, cities: [Int32]?, until watch: inout SearchWatch
  ) {
    var edges: [Edge] = []
    edges.reserveCapacity(lists.ids.count)
    for index in 0..<lists.count {
      guard watch.hasTime(after: 10 * lists.width) else { return }
      let a = cities?[index] ?? Int32(index)
      for slot in index * lists.width..<(index + 1) * lists.width {
        let b = cities?[Int(lists.ids[slot])] ?? lists.ids[slot]
        if otherEnd[Int(a)] == b, a != b, links[Int(a)].x >= 0 { continue }
        edges.append(Edge(length: costs.greedyLength(a, b), a: min(a, b), b: max(a, b)))
      }
    }
    edges.sort(until: &watch) { ($0.length, $0.a, $0.b) < ($1.length, $1.a, $1.b) }
    // Edges of infinite length belong to the two ends of the last path, which stay open.
    for edge in edges where count > 1 && edge.length < .infinity && watch.hasTime(after: 8) {
      take(edge.a, edge.b)
    }
  }

  /// Joins the paths to a single one; returns its cities in order, or nil if the time runs out.
  consuming func joined<Costs: TourCosts>(
    _ costs: Costs, until watch: inout SearchWatch
  ) -> [Int32]? {
    while count > 1 {
      let ends = ends
      let width = min(ends.count - 1, 6)
      guard watch.hasTime(after: ends.count),
        let lists = costs.neighbors(among: ends, width: width, until: &watch)
      else { return nil }
      let before = count
      join(costs, lists, cities: ends, until: &watch)
      // If all ends have the same few neighbors, a round joins only those. There would be O(n) of
      // these rounds, so the rest is joined end by end.
      if 10 * (before - count) < before, ends.count <= 2 * CostMatrix.maximumCount {
        joinNearest(costs, until: &watch)
      }
      guard watch.end == nil else { return nil }
    }
    return tour
  }

  /// Repeatedly joins an end to the nearest end of another path and continues from that path's
  /// other end.
  ///
  /// - Complexity: O(*n*²) for *n* ends.
  mutating func joinNearest<Costs: TourCosts>(_ costs: Costs, until watch: inout SearchWatch) {
    var rest = ends
    // A hub is the last city; its end stays open.
    guard let first = rest.last else { return }
    var here = otherEnd[Int(first)]
    rest.removeAll { $0 == first || $0 == here }
    while count > 1, watch.hasTime(after: 2 * rest.count) {
      var nearest = rest[0]
      var least = Double.infinity
      for end in rest {
        let length = costs.greedyLength(here, end)
        if length < least {
          least = length
          nearest = end
        }
      }
      let next = otherEnd[Int(nearest)]
      take(here, nearest)
      rest.removeAll { $0 == nearest || $0 == next }
      here = next
    }
  }

  /// Whether two cities are ends of different paths.
  @inline(__always)
  func mayJoin(_ a: Int32, _ b: Int32) -> Bool {
    links[Int(a)].y < 0 && links[Int(b)].y < 0 && otherEnd[Int(a)] != b && a != b
  }

  /// Joins two paths by an edge, unless one of its cities is not an end of a path or both are ends
  /// of the same path.
  @inline(__always)
  mutating func take(_ a: Int32, _ b: Int32) {
    guard mayJoin(a, b) else { return }
    if links[Int(a)].x < 0 { links[Int(a)].x = b } else { links[Int(a)].y = b }
    if links[Int(b)].x < 0 { links[Int(b)].x = a } else { links[Int(b)].y = a }
    let first = otherEnd[Int(a)]
    let last = otherEnd[Int(b)]
    otherEnd[Int(first)] = last
    otherEnd[Int(last)] = first
    count -= 1
  }

  /// The cities in the order of the single remaining path.
  var tour: [Int32] {
    var order: [Int32] = []
    order.reserveCapacity(links.count)
    guard var city = ends.first else { return [] }
    var before: Int32 = -1
    while city >= 0 {
      order.append(city)
      let next = links[Int(city)]
      let following = next.x != before ? next.x : next.y
      before = city
      city = following
    }
    return order
  }
}

extension Array {
  /// Sorts by merging runs, checking the watch in between; if it ends, the order is arbitrary.
  ///
  /// The sort is not stable.
  mutating func sort(until watch: inout SearchWatch, by isLess: (Element, Element) -> Bool) {
    let run = 1_024
    if count <= run { return sort(by: isLess) }
    for low in stride(from: 0, to: count, by: run) {
      guard watch.hasTime(after: 8 * run) else { return }
      self[low..<Swift.min(count, low + run)].sort(by: isLess)
    }
    var length = run
    var merged: [Element] = []
    merged.reserveCapacity(count)
    while length < count {
      merged.removeAll(keepingCapacity: true)
      for low in stride(from: 0, to: count, by: 2 * length) {
        let middle = Swift.min(count, low + length)
        let high = Swift.min(count, middle + length)
        var (left, right) = (low, middle)
        while left < middle || right < high {
          guard watch.hasTime(after: 2) else { return }
          if right == high || (left < middle && !isLess(self[right], self[left])) {
            merged.append(self[left])
            left += 1
          } else {
            merged.append(self[right])
            right += 1
          }
        }
      }
      swap(&self, &merged)
      length *= 2
    }
  }
}
