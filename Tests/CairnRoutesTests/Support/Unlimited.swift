import CairnGeodesy
import TestSupport

@testable import CairnRoutes

// Variants of the searches' preparation steps without a time limit.

extension TourNeighbors {
  init(nearestBy costs: some TourCosts, width: Int) {
    var watch = SearchWatch()
    let lists = TourNeighbors(count: costs.count, width: width, until: &watch) {
      costs.cost($0, $1)
    }
    self = lists ?? .none
  }

  init(onSphere vectors: [UnitVector], width: Int = 10, quadrant: Int = 2) {
    var watch = SearchWatch()
    self =
      TourNeighbors(onSphere: vectors, width: width, quadrant: quadrant, until: &watch) ?? .none
  }

  private static var none: TourNeighbors { TourNeighbors(count: 0, width: 0, ids: []) }
}

func greedyTour<Costs: TourCosts>(
  _ costs: Costs, _ candidates: TourNeighbors
) -> [Int32] {
  var watch = SearchWatch()
  return greedyTour(costs, candidates, until: &watch) ?? []
}

/// Greedy tours with noise.
func greedyStarts<Costs: TourCosts>(
  _ number: Int, _ costs: Costs, _ candidates: TourNeighbors, noise: Double,
  _ random: inout SplitMix64
) -> [[Int32]] {
  var watch = SearchWatch()
  guard var starts = GreedyStarts(costs, candidates, until: &watch) else { return [] }
  return (0..<number).compactMap { _ in starts.tour(noise: noise, &random, until: &watch) }
}

extension LinKernighan {
  init(
    _ costs: Costs, order: [Int32], candidates: TourNeighbors,
    effort: SearchEffort = SearchEffort()
  ) {
    var watch = SearchWatch()
    self.init(costs, order: order, candidates: candidates, effort: effort, until: &watch)
  }
}

extension MatrixCosts {
  /// Creates costs from a function, called once for each pair with `a > b`.
  init(count: Int, _ cost: (_ a: Int, _ b: Int) -> Double) {
    var rows = [Double](repeating: 0, count: count * count)
    for a in 0..<count {
      for b in 0..<a {
        let value = cost(a, b)
        rows[a * count + b] = value
        rows[b * count + a] = value
      }
    }
    var watch = SearchWatch()
    guard let costs = MatrixCosts(count: count, rows: rows, until: &watch) else {
      preconditionFailure("A watch without a limit has ended.")
    }
    self = costs
  }
}

extension ClosedTourCosts {
  init(_ costs: CostMatrix, trip: Trip) {
    var watch = SearchWatch()
    self.init(costs, trip: trip, until: &watch)
  }
}

extension SpanningTrees {
  func shortest(weights: [Double], excluded: Int?) -> SpanningTree.Result {
    var watch = SearchWatch()
    guard let tree = shortest(weights: weights, excluded: excluded, until: &watch) else {
      preconditionFailure("There is no tree.")
    }
    return tree
  }
}

extension SpanningTreeBound where Trees == SpanningTree {
  init(_ costs: CostMatrix, trip: Trip) {
    var watch = SearchWatch()
    let tree = SpanningTree(count: costs.count, until: &watch) {
      costs.costs[$0 * costs.count + $1]
    }
    guard let tree else { preconditionFailure("A watch without a limit has ended.") }
    self.init(tree, trip: trip)
  }
}

extension SpanningTreeBound {
  mutating func raise(towards length: Double, iterations: Int) {
    var watch = SearchWatch()
    raise(towards: length, iterations: iterations, until: &watch)
  }
}

extension ScheduleModel {
  init(
    stops: [VisitStop], days: [TripDay], travel: TravelTimes, objective: ScheduleObjective
  ) throws(ScheduleError) {
    var watch = SearchWatch()
    try self.init(stops: stops, days: days, travel: travel, objective: objective, until: &watch)
  }
}

extension ExactOrder {
  mutating func solve() -> [Int]? {
    var stop = ScheduleMeter(SearchBudget())
    return solve(until: &stop)
  }
}

extension OrderSearch {
  init(model: ScheduleModel, day: Int, stops: [Int], seed: UInt64) {
    guard
      let search = OrderSearch(
        model: model, day: day, stops: stops, seed: seed, until: SearchWatch())
    else { preconditionFailure("A watch without a limit has ended.") }
    self = search
  }
}

extension ScheduleSolver {
  mutating func solve() -> [[Int]] {
    var watch = SearchWatch()
    return solve(DayLowerBounds.all(model, until: &watch) ?? [])
  }
}

extension RouteLimit {
  /// An effort for schedules of a handful of stops, or a fifth of the quick one in a debug build.
  static func forFewStops(_ effort: RouteEffort = .quick) -> RouteLimit {
    [.effort(effort), .work(4_000)][rounds(0, inDebug: 1)]
  }
  /// The quick effort for schedules of a dozen or two, or less in a debug build.
  static let forManyStops = [RouteLimit.effort(.quick), .work(30_000)][rounds(0, inDebug: 1)]
}
