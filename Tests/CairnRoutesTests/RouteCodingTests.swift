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

  @Test func tripsAndRoutesComeBack() throws {
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

  @Test func invalidRoutesAreRefused() throws {
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

  @Test func stopsDaysAndItinerariesComeBack() throws {
    var visits: [VisitStop] = []
    for (number, place) in places(9).enumerated() {
      let near = Coordinate(latitude: place.latitude / 100, longitude: place.longitude / 100)
      let window = TimeWindow(ClockTime(9, 0), ClockTime(12 + number % 3, 30))
      visits.append(
        VisitStop("stop \(number)", at: near, visit: 3_600, hours: .daily(window)))
      if number % 2 == 1 { visits[number].priority = .optional(score: Double(number)) }
    }
    visits[1].lateness = .allowed(penalty: 2)
    visits[2].lateness = .allowed(penalty: 1, limit: 600)
    visits[3].position = .last
    visits[3].day = 0
    let days = [TripDay(date: CivilDate(2026, 5, 4)!, from: ClockTime(9, 0), to: ClockTime(13, 0))]
    #expect(try copy(visits) == visits)
    #expect(try copy(days) == days)
    let plan = try SchedulePlanner().plan(visits, days: days, travel: .speed(metresPerSecond: 2))
    #expect(!plan.leftOut.isEmpty)
    #expect(try copy(plan) == plan)
  }
}
