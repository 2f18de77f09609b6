import TestSupport
import Testing

@testable import CairnRoutes

/// The moves that make room on days with windows, each compared with all alternatives; afterward
/// the state of the chains is compared with recomputed times.
@Suite struct RoomOracleTests {
  private static let kinds = ChainsCase.Kind.allCases

  @Test(arguments: kinds) func exchangesMatchAllAlternatives(_ kind: ChainsCase.Kind) throws {
    var (done, refused) = (0, 0)
    try forEachPair(kind, seed: 91) { sample, first, second in
      let orders = sample.orders
      let days = [first, second].map { sample.chains.day(of: $0) }
      let swapped = orders.map { $0.map { $0 == first ? second : $0 == second ? first : $0 } }
      let isPossible =
        days[0] >= 0 && days[1] >= 0 && days[0] != days[1]
        && days.allSatisfy { !sample.chains.isLoose[$0] } && sample.canDo(swapped)
      let isDone = sample.chains.exchange(first, second)
      #expect(isDone == isPossible)
      #expect(sample.orders == (isDone ? swapped : orders))
      done += isDone ? 1 : 0
      refused += isDone ? 0 : 1
      return isDone
    }
    #expect(done > 5 && refused > 5, "\(done) \(refused)")
  }

  @Test(arguments: kinds) func tailSwapsMatchAllAlternatives(_ kind: ChainsCase.Kind) throws {
    var (done, refused, missed) = (0, 0, 0)
    try forEachPair(kind, seed: 92) { sample, visit, other in
      let orders = sample.orders
      let (first, second) = (sample.chains.day(of: visit), sample.chains.day(of: other))
      var crossed = orders
      var isPossible = first >= 0 && second >= 0 && first != second
      if isPossible {
        let at = orders[first].firstIndex(of: visit)! + 1
        let from = orders[second].firstIndex(of: other)!
        crossed[first] = Array(orders[first][..<at] + orders[second][from...])
        crossed[second] = Array(orders[second][..<from] + orders[first][at...])
        isPossible =
          !sample.chains.isLoose[first] && !sample.chains.isLoose[second] && sample.canDo(crossed)
      }
      let isDone = sample.chains.swapTails(behind: visit, from: other)
      #expect(isPossible || !isDone)
      #expect(sample.orders == (isDone ? crossed : orders))
      done += isDone ? 1 : 0
      refused += isDone ? 0 : 1
      missed += isPossible && !isDone ? 1 : 0
      return isDone
    }
    #expect(done > 5 && refused > 5, "\(done) \(refused)")
    // The tails are checked with the values of their current days, which is exact if days are
    // equal.
    if kind == .equalDays { #expect(missed == 0) }
    #expect(missed * 4 <= done, "\(missed) \(done)")
  }

  /// Tries a move, which returns whether it succeeded, on pairs of stops of many plans.
  ///
  /// Some moves are committed, and some rolled back, which restores the state.
  private func forEachPair(
    _ kind: ChainsCase.Kind, seed: UInt64,
    _ move: (_ sample: inout ChainsCase, _ first: Int, _ second: Int) -> Bool
  ) throws {
    var random = SeededGenerator(seed: seed)
    // Few of the pairs of varied days may change places.
    for round in 0..<rounds(120, inDebug: kind == .varied ? 25 : 12) {
      var sample = try ChainsCase(kind, stops: 4 + round % 5, days: 2 + round % 2, using: &random)
      sample.fill(using: &random)
      #expect(sample.fault() == nil)
      let stops = sample.oracle.stops.indices
      for _ in 0..<12 {
        let (first, second) = (
          Int.random(in: stops, using: &random), Int.random(in: stops, using: &random)
        )
        let orders = sample.orders
        let isDone = move(&sample, first, second)
        #expect(sample.fault() == nil)
        if isDone, Bool.random(using: &random) {
          sample.chains.rollBack()
          #expect(sample.orders == orders && sample.fault() == nil)
        }
        sample.chains.commit()
      }
    }
  }

  /// The least sum of counters of one to five visits whose removal makes room for a stop, by trying
  /// all sets.
  private func leastSum(
    _ sample: ChainsCase, _ stop: Int, _ near: [Int32], _ failures: [Int]
  ) -> Int {
    var least = Int.max
    for (day, order) in sample.orders.enumerated() where !sample.chains.isLoose[day] {
      // The stop is inserted beside a visit near it, and removals begin at most five visits before
      // it.
      let places = near.compactMap { order.firstIndex(of: Int($0)) }
      for position in Set(places + places.map { $0 + 1 }) {
        let first = max(0, position - 5)
        let free = order.count - first
        for set in 1..<(1 << free) where set.nonzeroBitCount <= 5 {
          let out = Set((0..<free).filter { set & 1 << $0 != 0 }.map { order[first + $0] })
          let sum = out.reduce(0) { $0 + failures[$1] }
          if sum >= least { continue }
          let kept =
            order[..<position].filter { !out.contains($0) } + [stop]
            + order[position...].filter { !out.contains($0) }
          if sample.oracle.cost(kept, day: day) != nil { least = sum }
        }
      }
    }
    return least
  }

  @Test(arguments: kinds) func ejectionsHaveLeastCounterSum(_ kind: ChainsCase.Kind) throws {
    var random = SeededGenerator(seed: 93)
    var (found, none) = (0, 0)
    for round in 0..<rounds(150, inDebug: 30) {
      var sample = try ChainsCase(kind, stops: 6 + round % 4, days: 1 + round % 2, using: &random)
      sample.fill(using: &random)
      let failures = sample.oracle.stops.indices.map { _ in Int.random(in: 0...6, using: &random) }
      for _ in 0..<4 {
        guard let stop = sample.chains.absent.randomElement(using: &random).map({ Int($0) }) else {
          break
        }
        let near = sample.oracle.stops.indices.filter { $0 != stop }.map { Int32($0) }
          .shuffled(using: &random).prefix(Int.random(in: 1...8, using: &random))
        let least = leastSum(sample, stop, Array(near), failures)
        let orders = sample.orders
        let ejection = sample.chains.ejection(
          for: stop, Array(near), failures, turn: Int.random(in: near.indices, using: &random))
        #expect(ejection.failures == least, "\(kind) \(orders) \(stop)")
        guard least < .max else {
          #expect(ejection.behind < 0 && ejection.visits.isEmpty)
          none += 1
          continue
        }
        found += 1
        #expect(1...5 ~= ejection.visits.count)
        #expect(ejection.visits.reduce(0) { $0 + failures[$1] } == least)
        sample.chains.insert(stop, ejection)
        #expect(sample.fault() == nil)
        let kept = orders.map { $0.filter { !ejection.visits.contains($0) } }
        #expect(sample.orders.map { $0.filter { $0 != stop } } == kept)
        if Bool.random(using: &random) {
          sample.chains.rollBack()
          #expect(sample.orders == orders && sample.fault() == nil)
        }
        sample.chains.commit()
      }
    }
    #expect(found > 5 && none > 0, "\(found) \(none)")
  }

  /// If exhaustive search finds a plan with every stop, `makeRoom` fits in all of them.
  @Test(arguments: kinds) func makeRoomFitsAllStops(_ kind: ChainsCase.Kind) throws {
    var random = SeededGenerator(seed: 94)
    var (gained, whole) = (0, 0)
    for _ in 0..<rounds(40, inDebug: 2) {
      var sample = try ChainsCase(kind, stops: 5, days: 2, using: &random)
      sample.fill(3, using: &random)
      var search = ItinerarySearch(model: sample.model, stops: Array(0..<5), seed: 5)
      search.restore(sample.orders)
      var stop = ScheduleMeter(SearchBudget())
      let before = search.chains.absent.count
      search.makeRoom(sample.model.mandatoryWorth ?? 0, steps: 2_000, until: &stop)
      sample.chains = search.chains
      #expect(sample.fault() == nil)
      // Unconstrained days make no room.
      if !sample.chains.isLoose.contains(true), sample.oracle.best().mustSee == 5 {
        #expect(search.chains.absent.isEmpty)
        whole += 1
      }
      #expect(search.chains.absent.count <= before)
      gained += before - search.chains.absent.count
    }
    #expect(gained > 0 && whole > 0, "\(gained) \(whole)")
  }
}
