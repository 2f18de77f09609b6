/// Groups of stops that are close together compared with the distance to the next stop outside,
/// groups of such groups, and so on.
///
/// In a minimum spanning tree a remote group is often attached by a single edge, but a route enters
/// and leaves it. Then the weights of all of its stops must decrease together. Steps by the degree
/// of each stop do that only by small changes that move from stop to stop; with a variable per
/// group, whose slope is the sum of those of its stops, it is one step.
///
/// Groups are the nodes of the dendrogram of single-linkage clustering: the components of a minimum
/// spanning tree without its edges above some length.
internal struct NestedClusters {
  /// The number of stops.
  internal let count: Int
  /// The innermost group around each stop and then around each group, or -1; inner groups come
  /// first, and group `g` has the index `count + g`.
  private let parents: [Int32]
  /// The length of a step of 1 at each stop and group.
  private let scales: [Double]

  /// The factor by which the distance to other stops exceeds the longest edge within a group.
  private static let separation = 1.5
  /// The length of steps of groups, relative to the distance to the next stop outside.
  private static let scale = 0.1
  /// The greatest slope that lengthens a step.
  ///
  /// If the weights of a group are too high, all of its stops are attached to one stop outside. A
  /// step along that slope would be longer than any leg, and later steps would be too short to undo
  /// it.
  private static let steepest = 2.0
  /// The minimum length of steps of a stop, relative to the mean leg.
  private static let least = 1e-4

  /// Finds the groups.
  ///
  /// - Parameters:
  ///   - count: the number of stops.
  ///   - edges: the edges of a minimum spanning tree or forest, in any order.
  ///   - cost: the cost between two stops, which are numbered in the order of a good route.
  /// - Complexity: O(*n* log *n*).
  internal init(
    count: Int, edges: [SIMD2<Int32>], _ cost: (_ from: Int, _ to: Int) -> Double
  ) {
    // The dendrogram: each edge joins two nodes to a new one.
    var outer = [Int32](repeating: -1, count: count + edges.count)
    var heights = [Double](repeating: 0, count: count + edges.count)
    var roots = Array(0..<Int32(outer.count))
    func root(_ node: Int32) -> Int32 {
      var node = node
      while roots[Int(node)] != node {
        roots[Int(node)] = roots[Int(roots[Int(node)])]
        node = roots[Int(node)]
      }
      return node
    }
    var ordered = edges.map { (length: cost(Int($0.x), Int($0.y)), edge: $0) }
    ordered.sort { $0.length < $1.length }
    for (number, (length, edge)) in ordered.enumerated() {
      let joined = Int32(count + number)
      heights[Int(joined)] = length
      for end in [root(edge.x), root(edge.y)] {
        outer[Int(end)] = joined
        roots[Int(end)] = joined
      }
    }
    // The numbers of the nodes that are well separated.
    var numbers = [Int32](repeating: -1, count: outer.count)
    var kept: [Int] = []
    for node in count..<outer.count where outer[node] >= 0 {
      let around = heights[Int(outer[node])]
      guard around > 0, around >= Self.separation * heights[node] else { continue }
      numbers[node] = Int32(count + kept.count)
      kept.append(node)
    }
    // A joined node comes after its parts.
    var groups = [Int32](repeating: -1, count: outer.count)
    for node in outer.indices.reversed() where outer[node] >= 0 {
      let around = Int(outer[node])
      groups[node] = numbers[around] >= 0 ? numbers[around] : groups[around]
    }
    self.count = count
    parents = groups[0..<count] + kept.map { groups[$0] }
    // A stop's shorter leg is within its cluster, which steps that suit the legs between clusters
    // would disturb.
    let legs = (0..<count).map { cost($0, $0 + 1 == count ? 0 : $0 + 1) }
    let mean = legs.reduce(0, +) / Double(max(1, count))
    let own = (0..<count).map { stop in
      max(min(legs[stop], legs[stop == 0 ? count - 1 : stop - 1]), Self.least * mean)
    }
    scales = own + kept.map { Self.scale * heights[Int(outer[$0])] }
  }

  /// The direction of a step along the slopes of the stops and the groups.
  ///
  /// - Parameter slopes: the slope of each stop.
  /// - Returns: for each stop, the sum of the scaled slopes of it and of the groups around it, none
  ///   of them steeper than ``steepest``.
  /// - Complexity: O(*n*).
  internal func direction(_ slopes: [Double]) -> [Double] {
    var sums = slopes
    sums.append(contentsOf: repeatElement(0, count: parents.count - count))
    for index in parents.indices where parents[index] >= 0 {
      sums[Int(parents[index])] += sums[index]
    }
    for index in parents.indices.reversed() {
      sums[index] = max(-Self.steepest, min(sums[index], Self.steepest)) * scales[index]
      if parents[index] >= 0 { sums[index] += sums[Int(parents[index])] }
    }
    sums.removeLast(parents.count - count)
    return sums
  }
}
