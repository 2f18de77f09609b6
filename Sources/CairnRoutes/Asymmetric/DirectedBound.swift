internal import CairnGeodesy

extension SpanningTreeBound where Trees == SpanningTree {
  /// A lower bound of all tours with asymmetric costs, from the minimum 1-trees of the symmetric
  /// costs of twice the number of cities.
  ///
  /// With the fixed edges, these 1-trees correspond to the 1-arborescences of the directed costs,
  /// and the best node weights give the bound of Held and Karp: usually within 1 % of the best
  /// tour, where the assignment may be 15 % below it. Starting from the reduced costs of the
  /// assignment, it is never worse. For the transformation see ``DirectedCosts``.
  ///
  /// - Parameters:
  ///   - costs: the reduced costs.
  ///   - tour: a tour of the cities, such as the joined cycles of the assignment.
  ///   - candidates: the candidate neighbors of each city.
  ///   - iterations: the maximum number of trees to build.
  ///   - watch: the deadline and cancellation check.
  /// - Returns: the bound in the original costs, with the rounding error subtracted; minus infinity
  ///   if there was no time.
  internal static func directed(
    _ costs: DirectedCosts, tour: [Int32], _ candidates: TourNeighbors, iterations: Int,
    until watch: inout SearchWatch
  ) -> Double {
    // Low enough to be in every good tree; a tree without a fixed edge weakens the bound, but does
    // not invalidate it.
    let prize = 4 * costs.greatest
    func cost(_ a: Int, _ b: Int) -> Double {
      (a ^ b) & 1 == 0 ? .infinity : (a ^ b) == 1 ? -prize : costs.cost(Int32(a), Int32(b))
    }
    guard costs.count >= 6, let tree = SpanningTree(count: costs.count, until: &watch, cost)
    else { return -.infinity }
    let stops = Double(costs.count / 2)
    let shift = prize * stops
    let graph =
      costs.count < CandidateTree.leastCount ? nil : CandidateTree(candidates, order: tour, cost)
    var bound = SpanningTreeBound(tree, trip: .roundTrip)
    bound.raise(
      towards: costs.length(of: tour) - shift, iterations: iterations, among: graph, until: &watch)
    var sum = CompensatedSum()
    sum.add(bound.value)
    sum.add(shift)
    sum.add(costs.offset)
    return sum.value - stops * costs.error - 0x1p-50 * (shift + costs.offset.magnitude)
  }
}

extension CandidateTree {
  /// The number of nodes from which most trees are built from candidate edges only.
  internal static var leastCount: Int { 200 }
}
