import CairnGeodesy
import CairnMemory
import TestSupport
import Testing

@testable import CairnRoutes

@Suite struct TourSearchTests {
  private func isTour(_ order: [Int32], count: Int) -> Bool {
    order.sorted() == Array(0..<Int32(count))
  }

  /// Runs a search with a given amount of work.
  private func search<Costs: TourCosts>(
    _ costs: Costs, _ candidates: TourNeighbors, work: Int, seed: UInt64 = 1,
    from start: [Int32]? = nil
  ) -> TourResult {
    var budget = SearchBudget()
    budget.work = work
    budget.seed = seed
    return TourSearch.optimize(costs, start: start, candidates: candidates, budget: budget)
  }

  @Test(arguments: 4...10)
  func smallToursAreOptimal(count: Int) {
    for seed in 0..<rounds(6, inDebug: 2) {
      let places = TourCases.anywhere(count, seed: UInt64(seed))
      let costs = SphereCosts(places)
      let found = search(
        costs, TourNeighbors(onSphere: costs.vectors), work: rounds(4_000, inDebug: 800))
      #expect(found.length <= TourCases.optimum(costs) * (1 + 1e-12))

      let table = TourCases.costs(count, seed: UInt64(seed))
      let other = search(
        table, TourNeighbors(nearestBy: table, width: 10), work: rounds(4_000, inDebug: 800))
      #expect(other.length <= TourCases.optimum(table) * (1 + 1e-12))
    }
  }

  @Test(arguments: TourCases.adversarial.indices)
  func adversarialSetsGiveTours(index: Int) {
    let (name, places) = TourCases.adversarial[index]
    let costs = SphereCosts(places)
    let found = search(
      costs, TourNeighbors(onSphere: costs.vectors), work: rounds(3_000, inDebug: 600))
    #expect(isTour(found.order, count: places.count), "\(name)")
    #expect(found.length == costs.length(of: found.order))
    let identity = (0..<Int32(places.count)).map { $0 }
    #expect(found.length <= costs.length(of: identity))
  }

  /// Once around the equator: the length is known.
  @Test func equatorIsTraversedOnce() {
    let places = (0..<90).map { Coordinate(latitude: 0, longitude: Double($0 * 4 * 7 % 360)) }
    let costs = SphereCosts(places)
    let found = search(
      costs, TourNeighbors(onSphere: costs.vectors), work: rounds(2_000, inDebug: 600))
    #expect(abs(found.length - 2 * .pi * Sphere.mean.radius) < 1)
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5])
  func fewCitiesGiveATour(count: Int) {
    let costs = SphereCosts(TourCases.anywhere(count, seed: 1))
    let found = search(costs, TourNeighbors(onSphere: costs.vectors), work: 100)
    #expect(isTour(found.order, count: count))
    #expect(found.length.isFinite)
  }

  @Test func theSameWorkGivesTheSameTour() {
    let costs = SphereCosts(TourCases.clusters(300, seed: 2))
    let candidates = TourNeighbors(onSphere: costs.vectors)
    let first = search(costs, candidates, work: rounds(4_000, inDebug: 800), seed: 5)
    let again = search(costs, candidates, work: rounds(4_000, inDebug: 800), seed: 5)
    #expect(first.order == again.order)
    #expect(first.kicks == again.kicks)
    #expect(first.end == .work)
    let other = search(costs, candidates, work: rounds(4_000, inDebug: 800), seed: 6)
    #expect(first.order != other.order)
  }

  @Test func moreWorkIsNotWorse() {
    let costs = SphereCosts(TourCases.anywhere(250, seed: 3))
    let candidates = TourNeighbors(onSphere: costs.vectors)
    let some = search(costs, candidates, work: 300)
    let more = search(costs, candidates, work: rounds(15_000, inDebug: 3_000))
    #expect(more.length < some.length)
  }

  @Test func startIsNeverWorsened() {
    let costs = SphereCosts(TourCases.clusters(120, seed: 8))
    let candidates = TourNeighbors(onSphere: costs.vectors)
    var generator = SeededGenerator(seed: 1)
    var best: TourResult?
    for work in [0, 1, 7, 100, 500, 3_000] {
      let start = (0..<Int32(120)).shuffled(using: &generator)
      let found = search(costs, candidates, work: work, from: start)
      #expect(isTour(found.order, count: 120))
      #expect(found.length <= costs.length(of: start))
      if let before = best {
        let after = search(costs, candidates, work: work, from: before.order)
        #expect(after.length <= before.length)
      }
      best = found
    }
  }

  /// Thousands of cities are renumbered by location, which must not affect the result.
  @Test func manyCitiesKeepTheirNumbers() {
    let costs = SphereCosts(TourCases.anywhere(2_500, seed: 5))
    let candidates = TourNeighbors(onSphere: costs.vectors, width: 8, quadrant: 1)
    let greedy = greedyTour(costs, candidates)
    let found = search(costs, candidates, work: 2_500, from: greedy)
    #expect(isTour(found.order, count: 2_500))
    #expect(found.length == costs.length(of: found.order))
    // A further search without work leaves the tour unchanged.
    let kept = search(costs, candidates, work: 0, from: found.order)
    #expect(kept.order == found.order)
    #expect(found.length < 0.95 * costs.length(of: greedy))
  }

  @Test func searchEndsWhenCancelled() {
    let costs = SphereCosts(TourCases.anywhere(400, seed: 7))
    let candidates = TourNeighbors(onSphere: costs.vectors)
    let greedy = costs.length(of: greedyTour(costs, candidates))
    let asked = Lock(0)
    var budget = SearchBudget()
    budget.isCancelled = {
      asked.withLock {
        $0 += 1
        return $0 > 10
      }
    }
    let found = TourSearch.optimize(costs, candidates: candidates, budget: budget)
    #expect(found.end == .cancelled)
    #expect(asked.withLock { $0 } == 11)
    #expect(isTour(found.order, count: 400))
    #expect(found.length <= greedy)
  }

  @Test func searchEndsAtTheDeadline() {
    let costs = SphereCosts(TourCases.anywhere(200, seed: 9))
    let began = Moment.now
    let looks = Lock(0)
    var budget = SearchBudget()
    budget.deadline = began + .seconds(50)
    // Every reading of the clock advances it by a second.
    budget.now = {
      began
        + .seconds(
          looks.withLock {
            $0 += 1
            return $0
          })
    }
    let found = TourSearch.optimize(
      costs, candidates: TourNeighbors(onSphere: costs.vectors), budget: budget)
    #expect(found.end == .deadline)
    #expect(looks.withLock { $0 } == 50)
    #expect(isTour(found.order, count: 200))
  }

  @Test func progressNeverGrows() {
    let costs = SphereCosts(TourCases.anywhere(100, seed: 10))
    let began = Moment.now
    let looks = Lock(0)
    let told = Lock<[SearchProgress]>([])
    var budget = SearchBudget()
    budget.work = 20_000
    budget.now = {
      began
        + .seconds(
          looks.withLock {
            $0 += 1
            return $0
          })
    }
    budget.progress = { step in told.withLock { $0.append(step) } }
    let found = TourSearch.optimize(
      costs, candidates: TourNeighbors(onSphere: costs.vectors), budget: budget)
    let steps = told.withLock { $0 }
    #expect(!steps.isEmpty)
    for (step, next) in zip(steps, steps.dropFirst()) {
      #expect(next.length <= step.length * (1 + 1e-12))
      #expect(next.kicks > step.kicks)
    }
    #expect(found.length <= (steps.last?.length ?? 0) * (1 + 1e-9))
  }

  /// An edge with a large negative cost is never removed.
  @Test func fixedEdgeIsKept() {
    let places = TourCases.anywhere(60, seed: 11)
    let plain = SphereCosts(places)
    let costs = MatrixCosts(count: 60) { a, b in
      a == 59 && b == 0 ? -1e9 : plain.cost(Int32(a), Int32(b))
    }
    let found = search(costs, TourNeighbors(nearestBy: costs, width: 10), work: 10_000)
    let place = found.order.firstIndex(of: 0) ?? 0
    let neighbors = [found.order[(place + 1) % 60], found.order[(place + 59) % 60]]
    #expect(neighbors.contains(59))
  }
}
