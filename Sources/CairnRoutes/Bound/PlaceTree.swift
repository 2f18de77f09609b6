internal import CairnGeodesy
internal import CairnMemory

/// A source of minimum spanning trees over all pairs of stops.
internal protocol SpanningTrees {
  /// The number of stops.
  var count: Int { get }
  /// The cost between two stops; infinite from a stop to itself.
  func cost(_ from: Int, _ to: Int) -> Double
  /// A stop that is far from the others, for the stop that a 1-tree excludes.
  func remotest() -> Int
  /// Returns the shortest tree over all stops except one, where each edge also costs the weights of
  /// its two ends.
  ///
  /// - Parameters:
  ///   - weights: a finite number for each stop.
  ///   - excluded: the stop to leave out, or nil.
  ///   - watch: if it ends, the result may be nil.
  /// - Returns: the tree, or nil if the time ran out.
  func shortest(
    weights: [Double], excluded: Int?, until watch: inout SearchWatch
  ) -> SpanningTree.Result?
}

/// Minimum spanning trees under node weights over many places, without a table of costs.
///
/// Borůvka's method: the cheapest edge from each component joins it to another one, until there is
/// one component. These edges are found in a k-d tree of which each node stores its box, its least
/// weight, and whether all of its places belong to one component: a node that cannot contain a
/// cheaper edge is skipped. The tree is that of all pairs of places, not only of near ones, so it
/// proves a bound. Compare W. B. March, P. Ram and A. G. Gray, "Fast Euclidean minimum spanning
/// tree" (2010, doi:10.1145/1835804.1835882).
///
/// On the sphere, costs are great-circle distances. On an ellipsoid they are lower bounds of
/// geodesics, too low by the flattening or a little more, and by a hundred-thousandth up to 100 km:
/// the straight lines between the places, and for long distances the arcs below the geodesics on
/// the sphere inside.
///
/// - Complexity: O(*n* log² *n*) for evenly distributed places and weights that differ little.
internal struct PlaceTree: SpanningTrees {
  internal let count: Int
  /// The places in the order of the k-d tree, and the stop at each of these positions.
  private let points: [SIMD4<Double>]
  private let stops: [Int32]
  /// The position of each stop.
  private let positions: [Int32]
  /// The box around the places of each node: the children of node `i` are `2·i + 1` and `2·i + 2`.
  private let lows: [SIMD4<Double>]
  private let highs: [SIMD4<Double>]
  /// The radius of the sphere, or the equatorial radius.
  private let radius: Double
  /// The radii of the spheres inside and around the ellipsoid, in units of the equatorial radius.
  private let inner: Double
  private let outer: Double
  private var isSphere: Bool { inner == outer }
  private let near: TourNeighbors

  /// The maximum number of places in a leaf.
  private static var leaf: Int { 8 }
  /// The maximum total by which costs exceed the true distances along a route of `count` legs.
  internal var error: Double { Double(count) * (isSphere ? 4e-9 : 2e-8) }

  /// Returns nil if the time runs out.
  internal init?(
    _ costs: SphereCosts, _ near: TourNeighbors, on surface: Surface,
    until watch: inout SearchWatch
  ) {
    let vectors = costs.vectors
    count = vectors.count
    self.near = near
    let tree = PointTree(vectors.map { SIMD4($0.x, $0.y, $0.z, 0) }, until: &watch)
    guard watch.hasTime(after: 20 * count) else { return nil }
    stops = tree.order
    points = stops.map { stop in
      let vector = vectors[Int(stop)]
      return SIMD4(vector.x, vector.y, vector.z, 0)
    }
    var positions = [Int32](repeating: 0, count: count)
    for (position, stop) in stops.enumerated() { positions[Int(stop)] = Int32(position) }
    self.positions = positions
    radius = surface.radii.equatorial
    let ratio = surface.radii.polar / surface.radii.equatorial
    (inner, outer) = (min(1, ratio), max(1, ratio))
    let nodes = Self.nodeCount(count)
    var lows = [SIMD4<Double>](repeating: .zero, count: nodes)
    var highs = lows
    Self.fill(&lows, &highs, points, 0, 0, count)
    self.lows = lows
    self.highs = highs
  }

  private static func nodeCount(_ count: Int) -> Int {
    var (size, nodes) = (max(1, count), 1)
    while size > leaf {
      size = (size + 1) / 2
      nodes = 2 * nodes + 1
    }
    return nodes
  }

  private static func fill(
    _ lows: inout [SIMD4<Double>], _ highs: inout [SIMD4<Double>], _ points: [SIMD4<Double>],
    _ node: Int, _ low: Int, _ high: Int
  ) {
    guard high > low else { return }
    if high - low > leaf {
      let middle = (low + high) / 2
      let (left, right) = (2 * node + 1, 2 * node + 2)
      fill(&lows, &highs, points, left, low, middle)
      fill(&lows, &highs, points, right, middle, high)
      lows[node] = lows[left].replacing(with: lows[right], where: lows[right] .< lows[left])
      highs[node] = highs[left].replacing(with: highs[right], where: highs[right] .> highs[left])
      return
    }
    (lows[node], highs[node]) = (points[low], points[low])
    for point in points[low..<high] {
      lows[node].replace(with: point, where: point .< lows[node])
      highs[node].replace(with: point, where: point .> highs[node])
    }
  }

  internal func cost(_ from: Int, _ to: Int) -> Double {
    if from == to { return .infinity }
    let delta = points[Int(positions[from])] - points[Int(positions[to])]
    return cost(ofSquare: Self.square(delta))
  }

  @inline(__always)
  private static func square(_ delta: SIMD4<Double>) -> Double {
    delta.x * delta.x + delta.y * delta.y + delta.z * delta.z
  }

  /// The cost for a squared chord, which is never above the true distance.
  @inline(__always)
  private func cost(ofSquare square: Double) -> Double {
    radius * (isSphere ? arc(square) : leastDistance(square)) * (1 - 0x1p-35)
  }

  /// The least distance on an ellipsoid between places with a squared chord, for an equatorial
  /// radius of 1.
  ///
  /// A curve is at least as long as its central projection onto the sphere inside. With r₁ and r₂
  /// for the distances of the places from the center and ω for the angle between them, the squared
  /// chord is (r₁ - r₂)² + 4 r₁ r₂ sin²(ω / 2), and so at most (outer - inner)² + 4 outer² sin²(ω /
  /// 2).
  private func leastDistance(_ square: Double) -> Double {
    let step = outer - inner
    let least = max(0, square - step * step) / (outer * outer)
    return max(square.magnitude.squareRoot(), inner * arc(least))
  }

  internal func remotest() -> Int {
    // Any stop makes a valid bound, so the near ones suffice.
    var best = (far: -1.0, stop: 0)
    for stop in 0..<count where near.width > 1 {
      let far = cost(stop, Int(near.ids[stop * near.width + 1]))
      if far > best.far { best = (far, stop) }
    }
    return best.stop
  }

  internal func shortest(
    weights: [Double], excluded: Int?, until watch: inout SearchWatch
  ) -> SpanningTree.Result? {
    var joining = Joining(self, weights, excluded)
    var result = SpanningTree.Result(degrees: [Int](repeating: 0, count: count))
    var sum = CompensatedSum()
    var left = count - (excluded == nil ? 1 : 2)
    while left > 0 {
      guard let found = joining.cheapest(self, until: &watch) else { return nil }
      let before = left
      for edge in found where joining.join(edge.from, edge.to) {
        left -= 1
        sum.add(edge.cost)
        result.greatest = max(result.greatest, edge.cost.magnitude)
        let (from, to) = (stops[Int(edge.from)], stops[Int(edge.to)])
        result.degrees[Int(from)] += 1
        result.degrees[Int(to)] += 1
        result.edges.append(SIMD2(from, to))
      }
      // Only costs that are not finite could leave a component alone.
      if left == before { return nil }
    }
    result.length = sum.value
    return result
  }
}

extension PlaceTree {
  /// An edge from one component to another one, between positions.
  private struct Edge {
    var cost = Double.infinity
    var from: Int32 = -1
    var to: Int32 = -1
  }

  /// The components of a forest while it is joined into one tree.
  private struct Joining {
    /// The weight of each position.
    private var weights: [Double]
    private let excluded: Int32
    /// The forest of a union-find structure over positions.
    private var parents: [Int32]
    /// The component of each position, -2 for the excluded one.
    private var components: [Int32]
    /// The least weight of each node, and the component of all of its positions or -1.
    private var leastWeights: [Double]
    private var nodeComponents: [Int32]
    /// The cheapest edge of each component, by its number.
    private var best: [Edge]

    init(_ tree: PlaceTree, _ weights: [Double], _ excluded: Int?) {
      self.weights = tree.stops.map { weights[Int($0)] }
      self.excluded = excluded.map { tree.positions[$0] } ?? -1
      parents = Array(0..<Int32(tree.count))
      components = parents
      leastWeights = [Double](repeating: .infinity, count: tree.lows.count)
      nodeComponents = [Int32](repeating: -1, count: tree.lows.count)
      best = [Edge](repeating: Edge(), count: tree.count)
      if self.excluded >= 0 { self.weights[Int(self.excluded)] = .infinity }
      weigh(0, 0, tree.count)
    }

    private mutating func weigh(_ node: Int, _ low: Int, _ high: Int) {
      guard high - low > PlaceTree.leaf else {
        leastWeights[node] = weights[low..<max(high, low)].min() ?? .infinity
        return
      }
      let middle = (low + high) / 2
      weigh(2 * node + 1, low, middle)
      weigh(2 * node + 2, middle, high)
      leastWeights[node] = min(leastWeights[2 * node + 1], leastWeights[2 * node + 2])
    }

    private mutating func root(_ position: Int32) -> Int32 {
      var position = position
      while parents[Int(position)] != position {
        parents[Int(position)] = parents[Int(parents[Int(position)])]
        position = parents[Int(position)]
      }
      return position
    }

    /// Joins the components of two positions; returns false if they are the same.
    mutating func join(_ a: Int32, _ b: Int32) -> Bool {
      let (a, b) = (root(a), root(b))
      if a == b { return false }
      parents[Int(max(a, b))] = min(a, b)
      return true
    }

    /// The cheapest edge from each component to another one; nil if the time runs out.
    mutating func cheapest(_ tree: PlaceTree, until watch: inout SearchWatch) -> [Edge]? {
      for position in 0..<Int32(tree.count) {
        components[Int(position)] = position == excluded ? -2 : root(position)
        best[Int(position)] = Edge()
      }
      label(0, 0, tree.count)
      // The edges to near places are good ones to begin with.
      for position in 0..<tree.count where components[position] >= 0 {
        let stop = Int(tree.stops[position])
        for slot in stop * tree.near.width..<(stop + 1) * tree.near.width {
          offer(tree, position, Int(tree.positions[Int(tree.near.ids[slot])]))
        }
      }
      for position in 0..<tree.count where components[position] >= 0 {
        guard watch.hasTime(after: 100) else { return nil }
        search(tree, 0, 0, tree.count, position)
      }
      return best.filter { $0.from >= 0 }
    }

    private mutating func label(_ node: Int, _ low: Int, _ high: Int) {
      if high - low > PlaceTree.leaf {
        let middle = (low + high) / 2
        label(2 * node + 1, low, middle)
        label(2 * node + 2, middle, high)
        let left = nodeComponents[2 * node + 1]
        nodeComponents[node] = left == nodeComponents[2 * node + 2] ? left : -1
        return
      }
      guard high > low else { return }
      let first = components[low]
      nodeComponents[node] = components[low..<high].allSatisfy { $0 == first } ? first : -1
    }

    /// Considers the edge between two positions of different components for that of the first.
    @inline(__always)
    private mutating func offer(_ tree: PlaceTree, _ from: Int, _ to: Int) {
      let component = components[from]
      if components[to] == component || components[to] < 0 { return }
      let way = tree.cost(ofSquare: PlaceTree.square(tree.points[from] - tree.points[to]))
      // The same sum in both directions.
      let cost = way + (weights[from] + weights[to])
      if cost < best[Int(component)].cost {
        best[Int(component)] = Edge(
          cost: cost, from: Int32(truncatingIfNeeded: from), to: Int32(truncatingIfNeeded: to))
      }
    }

    /// Whether a node may contain the end of a cheaper edge from a position.
    @inline(__always)
    private func mayImprove(_ tree: PlaceTree, _ node: Int, _ from: Int) -> Bool {
      let component = components[from]
      if nodeComponents[node] == component { return false }
      let point = tree.points[from]
      let (low, high) = (tree.lows[node] - point, point - tree.highs[node])
      let zero = SIMD4<Double>.zero
      let outside =
        zero.replacing(with: low, where: low .> zero)
        + zero.replacing(with: high, where: high .> zero)
      // A chord is never longer than the arc.
      let way = tree.radius * PlaceTree.square(outside).magnitude.squareRoot() * (1 - 0x1p-34)
      return way + (weights[from] + leastWeights[node]) < best[Int(component)].cost
    }

    private mutating func search(
      _ tree: PlaceTree, _ node: Int, _ low: Int, _ high: Int, _ from: Int
    ) {
      guard mayImprove(tree, node, from) else { return }
      guard high &- low > PlaceTree.leaf else {
        for to in low..<high { offer(tree, from, to) }
        return
      }
      let middle = (low &+ high) / 2
      // The half with the position itself comes first, otherwise the nearer one along its order.
      if from < middle {
        search(tree, 2 &* node &+ 1, low, middle, from)
        search(tree, 2 &* node &+ 2, middle, high, from)
      } else {
        search(tree, 2 &* node &+ 2, middle, high, from)
        search(tree, 2 &* node &+ 1, low, middle, from)
      }
    }
  }
}
