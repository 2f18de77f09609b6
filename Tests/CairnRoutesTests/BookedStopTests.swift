import CairnHours
import TestSupport
import Testing

@testable import CairnRoutes

/// Booked stops together with others that do not all fit in, for one or several days and all
/// searches.
@Suite struct BookedStopTests {
  private func plan(
    _ stops: [VisitStop], _ days: Int, _ objective: ScheduleObjective = .leastTravel
  ) throws -> Itinerary {
    let list = (0..<days).map { _ in TripDay(from: ClockTime(9, 0), to: ClockTime(18, 0)) }
    return try SchedulePlanner(limit: .work(2_000)).plan(
      stops, days: list, travel: .table([[0]]), objective: objective)
  }

  @Test(arguments: [(1, 1), (2, 1), (2, 2), (15, 1), (45, 3)])
  func aBookedStopIsVisitedOnce(count: Int, days: Int) throws {
    for (number, hours) in [
      OpeningHours.always, .daily(TimeWindow(ClockTime(9, 0), ClockTime(17, 0))),
    ].enumerated() {
      // Long days take a long time without optimization.
      for visit in [3600.0, 0].prefix(count > 15 ? 1 : 2) {
        for day in [nil, 0, days - 1].prefix(count > 15 ? 1 : 3) {
          var stops = [
            VisitStop(
              "Wedding", place: .row(0), duration: .seconds(visit), hours: hours, priority: .booked,
              day: day)
          ]
          // One stop that does not fit together with it, and many that may.
          stops.append(VisitStop("Hike", place: .row(0), duration: .hours(9)))
          for number in 1..<count {
            let duration: Double = 1800 * Double(1 + number % 3)
            stops.append(
              VisitStop(
                "stop \(number)", place: .row(0), duration: .seconds(duration),
                priority: number.isMultiple(of: 2) ? .mustSee : .optional(score: 1)))
          }
          if number == 1 {
            stops[0].lateness = .allowed(penalty: 1)
            stops[1].hours = .daily(TimeWindow(ClockTime(9, 0), ClockTime(18, 0)))
          }
          let plan = try plan(stops, days)
          let visited = plan.days.flatMap { $0.visits.map(\.stop) }
          #expect(Set(visited).count == visited.count && visited.contains(0))
          #expect(Set(visited + plan.leftOut.map(\.stop)) == Set(stops.indices))
          if let day { #expect(plan.days[day].visits.contains { $0.stop == 0 }) }
        }
      }
    }
  }

  @Test func weddingOutweighsLongHike() throws {
    let stops = [
      VisitStop("Wedding", place: .row(0), duration: .hours(1), priority: .booked),
      VisitStop("Hike", place: .row(0), duration: .hours(9)),
    ]
    let plan = try plan(stops, 1)
    #expect(plan.days[0].visits.map(\.name) == ["Wedding"])
    guard case .noTimeBesideBooked? = plan.leftOut.first?.reason else {
      Issue.record("\(plan.leftOut)")
      return
    }
    #expect(plan.isOptimal)
  }

  /// Checked against the rules only: there are too many stops to try every order.
  @Test(arguments: ScheduleObjective.allCases)
  func manyBookedStopsKeepEveryRule(objective: ScheduleObjective) throws {
    var random = SeededGenerator(seed: 71)
    for (count, days) in [(14, 1), (20, 2), (45, 3)].prefix(rounds(3, inDebug: 2)) {
      for features: ScheduleCase.Features in [
        [.booked], [.booked, .dayLocks, .optional], [.booked, .soft, .severalWindows, .nights],
      ] {
        let example = ScheduleCase(
          stops: count, days: days, features: features, objective: objective, using: &random)
        let plan = try example.plan(SchedulePlanner(limit: .work(rounds(20_000, inDebug: 6_000))))
        #expect(example.oracle.fault(in: plan) == nil)
        #expect(example.oracle.value(of: plan) != nil)
      }
    }
  }

  @Test func aVisitIsNotInsertedTwice() throws {
    var random = SeededGenerator(seed: 3)
    var sample = try ChainsCase(.varied, stops: 16, days: 2, using: &random)
    sample.fill(using: &random)
    let orders = sample.orders
    let visit = try #require(orders.joined().first)
    for day in 0..<2 {
      let start = sample.model.start(of: day)
      let isInserted = sample.chains.insert(visit, behind: start)
      #expect(!isInserted && sample.orders == orders)
      let absent = try #require(sample.chains.absent.first.map { Int($0) })
      let isBehindAbsent = sample.chains.insert(visit, behind: absent)
      #expect(!isBehindAbsent && sample.orders == orders)
    }
    let other = orders[0].contains(visit) ? 1 : 0
    let areAllSet = sample.chains.replace(other, orders[other] + [visit, visit])
    #expect(!areAllSet && sample.orders == orders)
    #expect(sample.fault() == nil)
  }
}
