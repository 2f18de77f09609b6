import TestSupport
import Testing

@testable import CairnRoutes

/// The end of searches with an effort, and the schedule of effort of itineraries.
struct EffortTests {
  /// With patience, the search of few stops ends long before its budget, with as short a tour.
  @Test(arguments: [13, rounds(30, inDebug: 20)]) func searchesEndWhenMoreDoesNotHelp(count: Int) {
    let costs = SphereCosts(TourCases.clusters(count, seed: 3))
    let candidates = TourNeighbors(onSphere: costs.vectors)
    let budget = SearchBudget(work: 1_000_000)
    let normal = TourSearch.optimize(
      costs, candidates: candidates, budget: budget, effort: .symmetric(.effort(.normal)))
    let long = TourSearch.optimize(
      costs, candidates: candidates, budget: SearchBudget(work: rounds(200_000, inDebug: 6_000)))
    #expect(normal.end == .exhausted && long.end == .work)
    #expect(normal.kicks < 10_000)
    #expect(normal.length <= long.length * (1 + 1e-9))
  }

  /// Limits of work and time are used up.
  @Test func otherLimitsHaveNoPatience() {
    #expect(SearchEffort.symmetric(.work(5)).patience == nil)
    #expect(SearchEffort.symmetric(.time(.seconds(1))).patience == nil)
    #expect(SearchEffort.symmetric(.effort(.thorough)).patience == nil)
  }

  /// Backtracking ends where there is little time for each city, and only there.
  @Test func littleTimePerCityEndsBacktracking() {
    let began = Moment.now
    var budget = SearchBudget(work: 1_000)
    budget.now = { began }
    let effort = SearchEffort()
    #expect(effort.fitted(to: budget, count: 1_000_000).breadth == effort.breadth)
    budget.deadline = began + .milliseconds(50)
    #expect(effort.fitted(to: budget, count: 100).breadth == effort.breadth)
    #expect(effort.fitted(to: budget, count: 101).breadth == [0, 1, 1, 1, 1, 1, 1, 1])
    #expect(effort.fitted(to: budget, count: 101).children < effort.children)
    // Every second depth of asymmetric costs is not used.
    let directed = SearchEffort.directed
    #expect(directed.fitted(to: budget, count: 101).breadth == directed.breadth)
  }

  /// Tours of very many cities are combined if there is a limit of time.
  @Test func largeToursAreCombinedWithALimitOfTime() {
    let began = Moment.now
    var budget = SearchBudget(work: .max)
    budget.now = { began }
    let effort = SearchEffort()
    #expect(effort.fitted(to: budget, count: 40_000).population == effort.population)
    #expect(effort.fitted(to: budget, count: 40_001).population == 0)
    budget.deadline = began + .seconds(1)
    #expect(effort.fitted(to: budget, count: 1_000_000).population == effort.population)
  }

  /// A clock that does not advance keeps the search without backtracking reproducible.
  @Test(arguments: 5...10) func smallToursAreOptimalWithoutBacktracking(count: Int) {
    let began = Moment.now
    for seed in 0..<UInt64(rounds(20, inDebug: 4)) {
      var budget = SearchBudget(
        work: rounds(4_000, inDebug: 800), deadline: began + .microseconds(100 * count))
      budget.now = { began }
      let costs = SphereCosts(TourCases.anywhere(count, seed: seed))
      let found = TourSearch.optimize(
        costs, candidates: TourNeighbors(onSphere: costs.vectors), budget: budget)
      #expect(found.order.sorted() == Array(0..<Int32(count)))
      #expect(found.length <= TourCases.optimum(costs) * (1 + 1e-12))
    }
  }

  @Test func occasionalNeighborhoodsAreDue() {
    var plain = EffortSchedule(stops: 50, tours: [], ejects: false, isWide: false)
    #expect(plain.occasional.isEmpty)
    #expect((0..<8_000).filter { _ in plain.isDue() }.count == 4)
    var tours = EffortSchedule(stops: 50, tours: [0, 2], ejects: false, isWide: false)
    #expect(tours.occasional.count == 1)
    #expect((0..<8_000).filter { _ in tours.isDue() }.count == 2)
    // Room is made in the first iteration, and then every 250.
    var crowded = EffortSchedule(stops: 50, tours: [], ejects: true, isWide: false)
    #expect((0..<1_001).filter { _ in crowded.isDue() } == [0, 250, 500, 750, 1_000])
    #expect(crowded.allows(.ejections, favorsMissed: true, work: 0))
    #expect(!crowded.allows(.ejections, favorsMissed: false, work: 0))
    crowded.charge(.ejections, 600)
    #expect(!crowded.allows(.ejections, favorsMissed: true, work: 1_000))
    #expect(crowded.allows(.ejections, favorsMissed: true, work: 1_200))
    crowded.charge(.tours(days: [0]), 10_000)
    #expect(crowded.allows(.ejections, favorsMissed: true, work: 1_200))
  }

  /// The temperature falls in each cycle and starts again with the next.
  @Test func temperaturesFallInCycles() {
    var schedule = EffortSchedule(stops: 10, tours: [], ejects: false, isWide: true)
    var cycles = 0
    var last = schedule.temperature
    #expect(last == 3)
    for iteration in 0..<40_000 {
      if schedule.beginsCycle({ Double(iteration) / 40_000 }) {
        cycles += 1
        #expect(schedule.temperature == 3)
      } else {
        #expect(schedule.temperature <= last)
      }
      last = schedule.temperature
    }
    #expect(cycles >= 4)
  }

  /// The rank computed from the rank before agrees with the one computed from all stops.
  @Test(arguments: ChainsCase.Kind.allCases) func ranksAgree(kind: ChainsCase.Kind) throws {
    var random = SeededGenerator(seed: 17)
    let sample = try ChainsCase(kind, stops: 9, days: 2, using: &random)
    var search = ItinerarySearch(model: sample.model, stops: Array(0..<9), seed: 2)
    var stop = ScheduleMeter(SearchBudget())
    search.construct(until: &stop)
    search.weights.costWeight = 0.01
    var current = search.weights.rank(of: search.chains)
    for round in 0..<60 {
      let breadth = round % 2 == 0 ? Breadth.narrow : .broad
      search.ruin(breadth)
      search.recreate(.random(breadth, favorsMissed: round % 3 == 0), until: &stop)
      let next = search.weights.rank(of: search.chains, after: current)
      let whole = search.weights.rank(of: search.chains)
      #expect(next.missed == whole.missed && next.cost == whole.cost)
      #expect(abs(next.energy - whole.energy) <= 1e-9 * (1 + whole.energy.magnitude))
      if round % 4 == 0 {
        search.chains.rollBack()
        #expect(search.weights.rank(of: search.chains).missed == current.missed)
      } else {
        search.chains.commit()
        current = whole
      }
    }
  }
}
