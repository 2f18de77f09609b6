/// Different greedy tours of the same cities: starts for a population.
///
/// The edges of the candidate lists are collected once. Each tour lengthens them by random
/// fractions and is then constructed like ``greedyTour(_:_:until:)``.
struct GreedyStarts<Costs: TourCosts> {
  private let costs: Costs
  /// The edges to the nearest candidates, and to the others, which are used if ends are left over.
  private var near: [GreedyFragments.Edge] = []
  private var far: [GreedyFragments.Edge] = []
  private var order = LengthOrder()

  /// Collects the edges; nil if the time runs out.
  init?(_ costs: Costs, _ candidates: TourNeighbors, until watch: inout SearchWatch) {
    self.costs = costs
    let width = candidates.width
    near.reserveCapacity(candidates.count * Self.nearest)
    for a in 0..<Int32(candidates.count) {
      guard watch.hasTime(after: 20 * width) else { return nil }
      let row = Int(a) * width
      for rank in 0..<width {
        let b = candidates.ids[row + rank]
        // An edge that is in both lists is taken from that of the smaller city.
        let other = Int(b) * width
        if b < a, candidates.ids[other..<other + width].contains(a) { continue }
        let edge = GreedyFragments.Edge(
          length: costs.greedyLength(a, b), a: min(a, b), b: max(a, b))
        if rank < Self.nearest { near.append(edge) } else { far.append(edge) }
      }
    }
  }

  private static var nearest: Int { 5 }

  /// Constructs a tour.
  ///
  /// - Parameters:
  ///   - noise: the maximum fraction of its length that is added to an edge.
  ///   - random: selects the fractions.
  ///   - watch: the deadline and cancellation check.
  /// - Returns: every city once, or nil if the time runs out.
  mutating func tour(
    noise: Double, _ random: inout SplitMix64, until watch: inout SearchWatch
  ) -> [Int32]? {
    var fragments = GreedyFragments(costs.count)
    take(near, noise, &fragments, &random, until: &watch)
    let rest = far.filter { fragments.mayJoin($0.a, $0.b) }
    take(rest, noise, &fragments, &random, until: &watch)
    return watch.end == nil ? fragments.joined(costs, until: &watch) : nil
  }

  private mutating func take(
    _ edges: [GreedyFragments.Edge], _ noise: Double, _ fragments: inout GreedyFragments,
    _ random: inout SplitMix64, until watch: inout SearchWatch
  ) {
    guard watch.hasTime(after: 20 * edges.count) else { return }
    order.sort(edges.count) { edges[$0].length * (1 + noise * random.unit()) }
    for number in order.numbers where fragments.count > 1 && edges[number].length < .infinity {
      fragments.take(edges[number].a, edges[number].b)
    }
  }
}
