import CairnHours
import TestSupport
import Testing

@testable import CairnRoutes

/// Sums of scores, compared with arbitrary-precision integers.
@Suite struct WorthTests {
  /// A sum of scores in binary digits, the most significant first, down to 2⁻¹⁵².
  private func digits(of scores: [Double]) -> [Int] {
    var counts = [Int](repeating: 0, count: 220)
    for score in scores where score > 0 {
      let significand = score.significandBitPattern | 1 << 52
      for bit in 0..<53 where significand >> bit & 1 == 1 {
        counts[Int(score.exponent) - 52 + bit + 152] += 1
      }
    }
    for place in 0..<219 {
      counts[place + 1] += counts[place] / 2
      counts[place] %= 2
    }
    return counts.reversed()
  }

  private func randomScore(using random: inout SeededGenerator) -> Double {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: Double(Int.random(in: 0...9, using: &random))
    case 1: Double(Int.random(in: 1...9, using: &random)) / 10
    case 2: [1e12, 1e-30, 1e9, 0.1 + 0.2, 0.3].randomElement(using: &random) ?? 1
    case 3:
      Double(
        sign: .plus, exponent: Int.random(in: -99...38, using: &random),
        significand: Double.random(in: 1..<2, using: &random))
    default: Double.random(in: 0...100, using: &random)
    }
  }

  @Test func sumsAreExact() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<rounds(2_000, inDebug: 100) {
      let lists = (0..<2).map { _ in
        (0..<Int.random(in: 0...6, using: &random)).map { _ in randomScore(using: &random) }
      }
      let worths = lists.map { $0.reduce(Worth.zero) { $0 + Worth(score: $1) } }
      let sums = lists.map { digits(of: $0) }
      let isLess = sums[0].lexicographicallyPrecedes(sums[1])
      #expect((worths[0] < worths[1]) == isLess, "\(lists)")
      #expect((worths[0] == worths[1]) == (sums[0] == sums[1]), "\(lists)")
      // In any order, and after subtraction.
      #expect(lists[0].reversed().reduce(.zero) { $0 + Worth(score: $1) } == worths[0])
      #expect(worths[0] + worths[1] - worths[1] == worths[0])
      #expect((worths[0] - worths[1] < 0) == isLess)
      // Rounding is monotonic.
      if worths[0] < worths[1] { #expect(worths[0].score <= worths[1].score) }
      if worths[0] == worths[1] { #expect(worths[0].score == worths[1].score) }
      for score in lists.joined() { #expect(Worth(score: score).score == score) }
    }
    #expect((Worth(score: 1e12) + Worth(score: 1e-30)).score == 1e12)
    #expect((Worth(score: 1) + Worth(score: 0x1p-53)).score == 1)
    #expect((Worth(score: 1) + Worth(score: 0x1p-53) + Worth(score: 1e-30)).score == 1.0.nextUp)
    #expect((Worth(score: 0.1) + Worth(score: 0.2)).score == 0.1 + 0.2)
  }

  @Test func anyScoreOutweighsAllZeroScores() {
    #expect(Worth(2_000) < Worth(score: 1e-30))
    #expect(Worth(score: 1e-30) + Worth(2_000) < Worth(score: 1e-30.nextUp))
    #expect(Worth(-3) < 0 && Worth(-3) + 5 == 2 && Worth(3).score == 0)
  }

  /// The chosen places, where there is time for only one of them.
  private func chosen(_ scores: [[Double]], stops: Int) throws -> [Int] {
    let list = scores.enumerated().flatMap { place, scores in
      scores.map { VisitStop("\(place)", place: .row(place), priority: .optional(score: $0)) }
    }
    let day = TripDay(from: ClockTime(9, 0), to: ClockTime(10, 0))
    let filler = (0..<stops).map { _ in
      VisitStop("far", place: .row(scores.count), priority: .optional(score: 1e12))
    }
    let travel = TravelTimes.table(count: scores.count + 1) { _, _ in 7200 }
    var plan = try SchedulePlanner().plan(list, days: [day], travel: travel)
    #expect(plan.isOptimal)
    // A stop that is worth far more but cannot be visited does not reduce the precision of the
    // others.
    let closed = filler.map { stop in
      var stop = stop
      stop.hours = .never
      return stop
    }
    let beside = try SchedulePlanner().plan(list + closed, days: [day], travel: travel)
    #expect(beside.days[0].visits == plan.days[0].visits)
    plan = beside
    return Set(plan.days[0].visits.compactMap { Int($0.name) }).sorted()
  }

  @Test(arguments: [
    [[1.0], [5]], [[1e12], [1e12.nextUp.nextDown, 1e-30]], [[0.3], [0.1, 0.2]], [[1e-30], [2e-30]],
    [[1e9], [1e9 + 1e-6]], [[0.7, 0.1], [0.8]], [[0], [0, 0]], [[0, 0, 0, 0], [1e-30]],
  ])
  func greaterSumIsVisited(sums: [[Double]]) throws {
    let worths = sums.map { list in
      list.reduce(Worth.zero) { $0 + ($1 > 0 ? Worth(score: $1) : 1) }
    }
    let better = worths[0] < worths[1] ? 1 : 0
    for stops in [0, 1, 14] {
      #expect(try chosen(sums, stops: stops) == [better])
      #expect(try chosen(Array(sums.reversed()), stops: stops) == [1 - better])
    }
  }

  @Test func scoresOutOfRangeThrow() throws {
    let day = TripDay(from: ClockTime(9, 0), to: ClockTime(10, 0))
    for score in [
      1e300, 1e12.nextUp, 1e-30.nextDown, .leastNonzeroMagnitude, -1, -1e-40, .nan, .infinity,
    ] {
      let stop = VisitStop("A", place: .row(0), priority: .optional(score: score))
      let error = #expect(throws: ScheduleError.self) {
        try SchedulePlanner().plan([stop], days: [day], travel: .table([[0]]))
      }
      guard case .invalidQuantity(.score, _, stop: 0)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(error?.description.contains("from 1e-30 to 1000000000000.0") == true)
    }
    for score in [0, -0.0, 1e-30, 1e12] {
      let stop = VisitStop("A", place: .row(0), priority: .optional(score: score))
      let plan = try SchedulePlanner().plan([stop], days: [day], travel: .table([[0]]))
      #expect(plan.visitCount == 1 && plan.score == score)
    }
  }

  /// Two distant stops with a score of 1 each and a nearby one with 2, or many with 0.
  @Test func objectiveBreaksTiesOfScores() throws {
    let scores: [Double] = [1, 1, 2]
    for extra in [0, 12] {
      for objective in [ScheduleObjective.leastTravel, .earliestEnd, .balancedDays] {
        var stops = scores.enumerated().map {
          VisitStop("\($0)", place: .row($0 + 1), priority: .optional(score: $1))
        }
        // More than the exact method supports.
        stops += (0..<extra).map {
          VisitStop("\($0 + 3)", place: .row(0), hours: .never, priority: .optional(score: 1))
        }
        if extra > 0 {
          stops += (0..<13).map {
            VisitStop("z\($0)", place: .row(0), priority: .optional(score: 0))
          }
        }
        let ways = [0.0, 2335, 2335, 11]
        let travel = TravelTimes.table(count: 4) { a, b in
          // The first two are at the same place; the nearby one is far from them.
          a + b == 3 && a * b == 2 ? 0 : max(ways[a], ways[b]) * (a * b == 0 ? 1 : 10)
        }
        let day = TripDay(
          from: ClockTime(9, 0), to: ClockTime(10, 18), startPlace: .row(0), endPlace: .row(0))
        let plan = try SchedulePlanner(limit: .forManyStops).plan(
          stops, days: [day], travel: travel, objective: objective)
        #expect(plan.score == 2 && plan.travel == 22)
        #expect(plan.visitCount == (extra > 0 ? 14 : 1))
      }
    }
  }
}
