import CairnGeodesy
import CairnHours
import CairnRoutes
import Foundation
import Testing

@Suite struct RouteCodingTests {
  private func copy<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  private func places(_ count: Int) -> [Coordinate] {
    (0..<count).map { (number: Int) -> Coordinate in
      let north = number * 5 % count
      let east = number * 7 % count
      return Coordinate(latitude: Double(north), longitude: Double(east))
    }
  }

  @Test func tripsAndRoutesRoundTrip() throws {
    for trip in [
      Trip.roundTrip, .roundTrip(from: 2), .open, .open(from: 1), .open(to: 3),
      .open(from: 0, to: 4),
    ] {
      #expect(try copy(trip) == trip)
      for count in [1, 2, 9] where max(trip.start ?? 0, trip.end ?? 0) < count {
        let route = try RoutePlanner().plan(places(count), trip: trip)
        let again = try copy(route)
        #expect(
          again == route && again.length == route.length && again.isOptimal == route.isOptimal)
      }
    }
    let searched = try RoutePlanner(limit: .effort(.quick)).plan(places(61))
    #expect(try copy(searched) == searched)
  }

  @Test func invalidRoutesFailToDecode() throws {
    let route = try RoutePlanner().plan(places(3))
    let text = String(decoding: try JSONEncoder().encode(route), as: UTF8.self)
    let wrong = [
      text.replacingOccurrences(of: #""order":["#, with: #""order":[7,"#),
      text.replacingOccurrences(of: #""from":1"#, with: #""from":2"#),
      text.replacingOccurrences(of: #""isRound":true"#, with: #""isRound":true,"end":1"#),
    ]
    for text in wrong {
      #expect(throws: DecodingError.self, "\(text)") {
        try JSONDecoder().decode(Route.self, from: Data(text.utf8))
      }
    }
  }

  /// Replaces parts of the encoded text, and expects decoding to fail with a reason.
  private func refuses<Value: Codable>(
    _ value: Value, _ changes: [(String, String)], _ reason: String
  ) throws {
    let text = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    for (part, other) in changes {
      let changed = text.replacingOccurrences(of: part, with: other)
      #expect(changed != text, "\(part) \(text)")
      do {
        _ = try JSONDecoder().decode(Value.self, from: Data(changed.utf8))
        Issue.record("\(other) was decoded")
      } catch DecodingError.dataCorrupted(let context) {
        #expect(context.debugDescription.contains(reason), "\(context.debugDescription)")
      }
    }
  }

  @Test func invalidStopsAndDaysFailToDecode() throws {
    var stop = VisitStop(
      "A", place: .row(0), duration: .seconds(61), priority: .optional(score: 7), day: 1)
    stop.timeBefore = 62
    stop.timeAfter = 63
    stop.exit = .row(5)
    stop.utcOffset = 3600
    stop.position = .index(2)
    stop.lateness = .allowed(penalty: 8, limit: 9)
    #expect(try copy(stop) == stop)
    try refuses(stop, [("61", "-1"), ("61", "1e8")], "the duration of the visit is")
    try refuses(stop, [("62", "-1")], "the time before the visit is -1.0; it has to be")
    try refuses(stop, [("63", "-1")], "the time after the visit is -1.0; it has to be")
    try refuses(stop, [(":7}", ":-7}")], "the score is -7.0")
    try refuses(stop, [(":8", ":-8"), (":8", ":1e9")], "the lateness penalty is")
    try refuses(stop, [(":9", ":-9")], "the lateness limit is")
    try refuses(stop, [("3600", "99999")], "a clock is 99999.0 s ahead of UTC")
    try refuses(
      stop, [(#""day":1"#, #""day":-1"#), (":2}", ":-2}"), (":5}", ":-5}")], "are counted from 0")
    var day = TripDay(date: CivilDate(2026, 5, 4)!, from: ClockTime(9, 0), to: ClockTime(13, 0))
    day.utcOffset = 7200
    day.breaks = [TripBreak(between: ClockTime(11, 0), and: ClockTime(12, 0), for: .minutes(1))]
    #expect(try copy(day) == day)
    try refuses(day, [("13:00", "08:00")], "a day goes from 09:00 to 08:00")
    try refuses(day, [("7200", "99999")], "the clock of a day is")
    try refuses(day, [("12:00", "10:00"), ("60", "-60")], "a break starts between two times")
    let plan = try SchedulePlanner().plan(
      [stop, stop].map { stop in
        var stop = stop
        (stop.day, stop.position, stop.exit, stop.utcOffset) = (0, nil, nil, nil)
        return stop
      }, days: [day], travel: .table([[0]]))
    #expect(plan.visitCount == 2)
    try refuses(
      plan, [(#""stop":1"#, #""stop":0"#), (#""day":0"#, #""day":3"#)], "an itinerary has its days")
  }

  @Test func impossibleNumbersOfSchedulesFailToDecode() throws {
    let (early, late) = (ClockTime(8, 0), ClockTime(9, 0))
    let visit = Visit(
      stop: 0, name: "A", travel: 11, arrival: early, start: early, departure: late, lateness: 12,
      pause: 13, utcOffset: 14, clockChange: 15, timeBefore: 16, timeAfter: 17)
    let pause = ScheduledBreak(
      number: 21, name: "B", start: early, end: late, visitsBefore: 1, moment: .onTheWay,
      utcOffset: 22)
    let day = DaySchedule(
      day: 0, departure: early, latestDeparture: early, visits: [visit], travelToEnd: 18,
      arrival: late, breaks: [pause], utcOffset: 19, clockChange: 20)
    let plan = Itinerary(days: [day], score: 23)
    #expect(try copy(plan) == plan)
    for number in [-1e300, -1, 1e300, 1e8] {
      try refuses(
        plan, [11, 12, 13, 16, 17, 18].map { (":\($0)", ":\(number)") }, "a number of 0 or more")
      guard number.magnitude > 1 else { continue }
      try refuses(
        plan, [14, 15, 19, 20, 22].map { (":\($0)", ":\(number)") }, "clocks differ by a few days")
    }
    let places = [2, -1].map { (#""visitsBefore":1"#, #""visitsBefore":\#($0)"#) }
    try refuses(plan, [(":21", ":-2")] + places, "between visits")
    try refuses(plan, [(":23", ":-3")], "the score")
  }

  @Test func stopsDaysAndItinerariesRoundTrip() throws {
    var visits: [VisitStop] = []
    for (number, place) in places(9).enumerated() {
      let near = Coordinate(latitude: place.latitude / 100, longitude: place.longitude / 100)
      let window = TimeWindow(ClockTime(9, 0), ClockTime(12 + number % 3, 30))
      visits.append(
        VisitStop("stop \(number)", at: near, duration: .hours(1), hours: .daily(window)))
      if number % 2 == 1 { visits[number].priority = .optional(score: Double(number)) }
    }
    visits[1].lateness = .allowed(penalty: 2)
    visits[2].lateness = .allowed(penalty: 1, limit: 600)
    visits[3].position = .last
    visits[3].day = 0
    let days = [TripDay(date: CivilDate(2026, 5, 4)!, from: ClockTime(9, 0), to: ClockTime(13, 0))]
    #expect(try copy(visits) == visits)
    #expect(try copy(days) == days)
    let plan = try SchedulePlanner().plan(visits, days: days, travel: .speed(metersPerSecond: 2))
    #expect(!plan.leftOut.isEmpty)
    #expect(try copy(plan) == plan)
  }
}
