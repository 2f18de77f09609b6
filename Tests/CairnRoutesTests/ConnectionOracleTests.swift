import CairnHours
import TestSupport
import Testing

@testable import CairnRoutes

/// Connections between two shores with different clocks, compared with all choices and orders.
@Suite struct ConnectionOracleTests {
  @Test(arguments: ScheduleObjective.allCases)
  func oneDayIsSolvedOptimally(objective: ScheduleObjective) throws {
    var random = SeededGenerator(seed: 501)
    var (flown, missed) = (0, 0)
    for round in 0..<rounds(160, inDebug: 12) {
      let connections = 1 + round % 2
      let example = ConnectionCase(
        stops: 2 + round % (5 - connections), connections: connections, days: 1,
        objective: objective, using: &random)
      let best = example.oracle.best()
      do {
        let plan = try example.plan()
        #expect(example.oracle.fault(in: plan) == nil)
        #expect(example.oracle.value(of: plan) == best)
        #expect(plan.isOptimal)
        flown += plan.days[0].visits.count { $0.clockChange != 0 }
      } catch {
        #expect(best == nil, "\(error)")
        missed += 1
      }
    }
    #expect(flown > 0 && missed > 0)
  }

  /// The stop misses the booked stops by exactly the times in the reason.
  @Test func reasonsBesideBookedStopsAreTrue() throws {
    var random = SeededGenerator(seed: 504)
    var seen = 0
    for round in 0..<900 {
      let example = ConnectionCase(
        stops: 2 + round % 3, connections: 1 + round % 2, days: 1, objective: .leastTravel,
        using: &random)
      let oracle = example.oracle
      guard let plan = try? example.plan(SchedulePlanner(limit: .forFewStops())) else { continue }
      let booked = plan.days[0].visits.map(\.stop).filter { oracle.stops[$0].priority == .booked }
      for left in plan.leftOut {
        guard case .noTimeBesideBooked(let arrival, let latest, _) = left.reason else { continue }
        seen += 1
        let stop = oracle.stops[left.stop]
        let ahead = stop.utcOffset ?? oracle.days[0].utcOffset ?? 0
        #expect(latest < arrival)
        var isReached = false
        for position in 0...booked.count {
          let (before, behind) = (booked[..<position], booked[position...])
          #expect(oracle.times(before + [left.stop] + behind, day: 0) == nil)
          // The arrival after these stops, if the stop were always open and nothing followed.
          var anywhen = oracle
          anywhen.stops[left.stop].hours = .always
          anywhen.stops[left.stop].startsAt = nil
          anywhen.days[0].end = nil
          anywhen.days[0].to = anywhen.days[0].to + 20 * 86_400
          guard let times = anywhen.times(before + [left.stop], day: 0)?.visits.last,
            times.arrival + ahead == arrival.seconds
          else { continue }
          isReached = true
          // A start at the latest start keeps everything, and one a second later does not.
          for (later, isKept) in [(0.0, true), (1, false)] {
            var rest = oracle
            rest.days[0].start = stop.place
            rest.days[0].from =
              latest + later - ahead + (oracle.days[0].utcOffset ?? 0)
            let found = rest.times([left.stop] + behind, day: 0)
            let isAtOnce = found?.visits[0].start == latest.seconds + later - ahead
            #expect(isAtOnce == isKept, "\(left)")
          }
        }
        #expect(isReached, "\(left)")
      }
    }
    #expect(seen > 0)
  }

  @Test(arguments: ScheduleObjective.allCases)
  func twoDaysAreSolvedOptimally(objective: ScheduleObjective) throws {
    var random = SeededGenerator(seed: 502)
    var flown = 0
    for round in 0..<rounds(60, inDebug: 4) {
      let example = ConnectionCase(
        stops: 2 + round % 3, connections: 1, days: 2, objective: objective, using: &random)
      let best = example.oracle.best()
      do {
        let plan = try example.plan(SchedulePlanner(limit: .forFewStops()))
        #expect(example.oracle.fault(in: plan) == nil)
        #expect(example.oracle.value(of: plan) == best)
        flown += plan.days.flatMap(\.visits).count { $0.clockChange != 0 }
      } catch {
        // Only booked stops are planned around.
        let areBooked = example.oracle.stops.allSatisfy {
          $0.startsAt == nil || $0.priority == .booked
        }
        #expect(best == nil || !areBooked, "\(error)")
      }
    }
    #expect(flown > 0)
  }

  /// The search used for many stops, compared with the exact method.
  @Test(arguments: ScheduleObjective.allCases)
  func searchMatchesExactMethod(objective: ScheduleObjective) throws {
    var random = SeededGenerator(seed: 503)
    var count = 0
    for _ in 0..<rounds(60, inDebug: 6) {
      var oracle = ConnectionCase(
        stops: 5, connections: 1, days: 1, objective: objective, using: &random
      ).oracle
      for stop in oracle.stops.indices where oracle.stops[stop].startsAt != nil {
        oracle.stops[stop].priority = .booked
      }
      let model = try ScheduleModel(
        stops: oracle.stops, days: oracle.days, travel: .table(oracle.table), objective: objective)
      let all = Array(oracle.stops.indices)
      var exact = ExactOrder(model: model, day: 0, stops: all)
      // The day must be possible with only the booked stops.
      guard let order = exact.solve(), oracle.value([model.bookings(on: 0)]) != nil else {
        continue
      }
      count += 1
      var search = ItinerarySearch(model: model, stops: all, seed: 3)
      var stop = ScheduleMeter(SearchBudget(work: rounds(25_000, inDebug: 5_000)))
      search.run(until: &stop)
      #expect(oracle.value([search.orders[0]]) == oracle.value([order]))
    }
    #expect(count > 2)
  }

  /// With too many stops to try all orders: every rule is kept, and every possible connection is
  /// taken.
  @Test func manyStopsKeepEveryRule() throws {
    var random = SeededGenerator(seed: 504)
    var planned = 0
    for round in 0..<rounds(24, inDebug: 4) {
      let example = ConnectionCase(
        stops: 24, connections: 1, days: 1 + round % 3, objective: .leastTravel, using: &random)
      var alone = example.oracle
      alone.stops = alone.stops.filter { $0.priority == .booked }
      let best = alone.best()
      do {
        let plan = try example.plan(SchedulePlanner(limit: .forManyStops))
        #expect(example.oracle.fault(in: plan) == nil)
        if let best { #expect(example.oracle.value(of: plan)?.booked == best.booked) }
        planned += 1
      } catch {
        let areBooked = example.oracle.stops.allSatisfy {
          $0.startsAt == nil || $0.priority == .booked
        }
        #expect(best == nil || !areBooked, "\(error)")
      }
    }
    #expect(planned > 0)
  }

  /// Only differences between clocks matter: not a common offset, nor offsets that are all equal
  /// and omitted.
  @Test func onlyClockDifferencesMatter() throws {
    var random = SeededGenerator(seed: 505)
    for _ in 0..<rounds(40, inDebug: 6) {
      let example = ConnectionCase(
        stops: 4, connections: 1, days: 1, objective: .leastTravel, using: &random)
      var other = example
      for stop in other.oracle.stops.indices {
        other.oracle.stops[stop].utcOffset? += 1800
        other.oracle.stops[stop].exitUTCOffset? += 1800
      }
      other.oracle.days[0].utcOffset? += 1800
      other.oracle.days[0].endUTCOffset? += 1800
      guard let plan = try? example.plan(), let same = try? other.plan() else {
        #expect((try? example.plan()) == nil && (try? other.plan()) == nil)
        continue
      }
      #expect(plan.days[0].visits.map(\.start) == same.days[0].visits.map(\.start))
      #expect(plan.days[0].arrival == same.days[0].arrival && plan.leftOut == same.leftOut)
    }
  }
}
