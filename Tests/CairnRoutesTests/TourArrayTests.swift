internal import CairnMemory
import TestSupport
import Testing

@testable import CairnRoutes

@Suite struct TourArrayTests {
  private func isWhole(_ tour: borrowing TourArray) -> Bool {
    for index in 0..<tour.count where tour.place[tour.order[index]] != Int32(index) { return false }
    return Set(tour.order.values).count == tour.count
  }

  /// With a log that is never, sometimes and always too long.
  @Test(arguments: [5, 6, 17, 64], [1 << 16, 40, 0])
  func changesAreRolledBack(count: Int, logLimit: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    var tour = TourArray((0..<Int32(count)).shuffled(using: &generator))
    tour.isLogging = true
    tour.logLimit = logLimit
    for _ in 0..<200 {
      let before = tour.order.values
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let start = Int.random(in: 0..<count, using: &generator)
        let length = Int.random(in: 1...count - 1, using: &generator)
        if Bool.random(using: &generator) {
          tour.reverse(start: start, length: length)
        } else {
          // Swaps two parts of the range and reverses one of them.
          let first = Int.random(in: 0...length, using: &generator)
          tour.gather(from: (start + first) % count, step: 1, length: length - first, at: 0)
          let last = (start + first + count - 1) % count
          tour.gather(from: last, step: -1, length: first, at: length - first)
          tour.rewrite(start: start, step: .random(using: &generator) ? 1 : -1, length: length)
        }
        let isTour = isWhole(tour)
        #expect(isTour)
      }
      if Bool.random(using: &generator) {
        tour.rollBack()
        let isTour = isWhole(tour)
        #expect(isTour && tour.order.values == before)
      } else {
        tour.commit()
        let kept = tour.order.values
        tour.rollBack()
        #expect(tour.order.values == kept)
      }
    }
  }

  @Test func reversalReversesTheRange() {
    var tour = TourArray([0, 1, 2, 3, 4, 5, 6])
    tour.reverse(start: 1, length: 3)
    #expect(tour.order.values == [0, 3, 2, 1, 4, 5, 6])
    tour.reverse(start: 5, length: 4)
    #expect(tour.order.values == [6, 5, 2, 1, 4, 3, 0])
    let isTour = isWhole(tour)
    #expect(isTour)
  }
}

@Suite struct LinKernighanTests {
  /// The returned gain equals the reduction of the length, and kicks are undone exactly.
  @Test(arguments: [8, 9, 30, 200])
  func gainsAreCorrectAndKicksAreUndone(count: Int) {
    let costs = SphereCosts(TourCases.anywhere(count, seed: UInt64(count)))
    let candidates = TourNeighbors(onSphere: costs.vectors)
    var generator = SeededGenerator(seed: 3)
    let start = (0..<Int32(count)).shuffled(using: &generator)
    for depth in 2...SearchEffort.maximumDepth {
      var effort = SearchEffort()
      effort.depth = depth
      effort.splitDepth = depth - 2
      var search = LinKernighan(costs, order: start, candidates: candidates, effort: effort)
      var length = costs.length(of: start)
      for city in 0..<Int32(count) {
        length -= search.improve(city)
        #expect(abs(length - costs.length(of: search.tour.order.values)) < 1e-2)
      }
      while search.queueCount > 0 { length -= search.improve(search.dequeue()) }
      search.tour.isLogging = true
      var random = SplitMix64(seed: 7)
      for _ in 0..<6 {
        let before = search.tour.order.values
        guard let growth = search.kick(&random) else { continue }
        let kicked = costs.length(of: search.tour.order.values)
        #expect(abs(kicked - length - growth) < 1e-2)
        var gained = 0.0
        while search.queueCount > 0 { gained += search.improve(search.dequeue()) }
        #expect(abs(kicked - gained - costs.length(of: search.tour.order.values)) < 1e-2)
        #expect(Set(search.tour.order.values).count == count)
        search.tour.rollBack()
        #expect(search.tour.order.values == before)
      }
    }
  }

  /// A double bridge joins the four parts in another order without reversing any.
  @Test func aKickIsADoubleBridge() {
    let count = 40
    let costs = SphereCosts(TourCases.anywhere(count, seed: 2))
    let candidates = TourNeighbors(onSphere: costs.vectors)
    var random = SplitMix64(seed: 1)
    var search = LinKernighan(
      costs, order: (0..<Int32(count)).map { $0 }, candidates: candidates)
    search.tour.isLogging = true
    for _ in 0..<50 {
      guard search.kick(&random) != nil else { continue }
      let order = search.tour.order.values
      let broken = order.indices.filter {
        order[($0 + 1) % count] != (order[$0] + 1) % Int32(count)
      }
      #expect(broken.count == 4)
      search.tour.rollBack()
    }
  }
}
