import CairnGeodesy
import CairnHours
import CairnRoutes
import Foundation
import Testing

/// Data as written by version 1.0: if one of these tests fails, stored data can no longer be read.
@Suite struct StoredRouteTests {
  /// Expects a value to be read from the text that version 1.0 wrote, and to be written as it.
  private func stays<Value: Codable & Equatable>(
    _ value: Value, _ text: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    // Wrapped in an array, because not every decoder reads a top-level number or string.
    let read = try JSONDecoder().decode([Value].self, from: Data("[\(text)]".utf8))
    #expect(read == [value], sourceLocation: location)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let written = String(decoding: try encoder.encode([value]), as: UTF8.self)
    #expect(written == "[\(text)]", sourceLocation: location)
  }

  @Test func placesPositionsAndPrioritiesOfVersionOne() throws {
    let vienna = Coordinate(latitude: 48.25, longitude: 16.5)
    try stays(VisitPlace.at(vienna), #"{"at":{"latitude":48.25,"longitude":16.5}}"#)
    try stays(VisitPlace.row(3), #"{"row":3}"#)
    try stays(VisitStop.Position.index(2), #"{"index":2}"#)
    try stays(VisitStop.Position.last, #"{"last":{}}"#)
    try stays(VisitStop.Priority.booked, #"{"booked":{}}"#)
    try stays(VisitStop.Priority.mustSee, #"{"mustSee":{}}"#)
    try stays(VisitStop.Priority.optional(score: 2.5), #"{"optional":{"score":2.5}}"#)
    try stays(VisitStop.Lateness.never, "{}")
    try stays(VisitStop.Lateness.allowed(penalty: 2, limit: 600), #"{"limit":600,"penalty":2}"#)
    try stays(VisitStop.Lateness.allowed(penalty: 2), #"{"penalty":2}"#)
    try stays(
      ConnectionEnd(vienna, at: ClockTime(10, 50), utcOffset: 7200),
      #"{"place":{"at":{"latitude":48.25,"longitude":16.5}},"time":"10:50","utcOffset":7200}"#)
  }

  @Test func reasonsOfVersionOne() throws {
    let (nine, ten) = (ClockTime(9, 0), ClockTime(10, 0))
    for (reason, text) in [
      (LeftOutReason.closed, #"{"closed":{}}"#),
      (.isOver, #"{"isOver":{}}"#),
      (.outsideDays(start: nine), #"{"outsideDays":{"start":"09:00"}}"#),
      (.windowsTooShort(longest: 60, visit: 90), #"{"windowsTooShort":{"longest":60,"visit":90}}"#),
      (.noWay, #"{"noWay":{}}"#),
      (
        .closesTooEarly(arrival: ten, latestStart: nine, day: 1),
        #"{"closesTooEarly":{"arrival":"10:00","day":1,"latestStart":"09:00"}}"#
      ),
      (
        .dayTooShort(arrival: ten, latest: nine, day: 0),
        #"{"dayTooShort":{"arrival":"10:00","day":0,"latest":"09:00"}}"#
      ),
      (.noTimeForBreak, #"{"noTimeForBreak":{}}"#),
      (.positionNotReached(visits: 3), #"{"positionNotReached":{"visits":3}}"#),
      (
        .noTimeBesideBooked(arrival: ten, latestStart: nine, day: 2),
        #"{"noTimeBesideBooked":{"arrival":"10:00","day":2,"latestStart":"09:00"}}"#
      ),
      (.onlyBesideOthers, #"{"onlyBesideOthers":{}}"#),
      (.squeezedOut, #"{"squeezedOut":{}}"#),
      (.notTried, #"{"notTried":{}}"#),
    ] {
      try stays(reason, text)
    }
    try stays(LeftOutBreak.Reason.dayEndsBefore, #""dayEndsBefore""#)
    try stays(LeftOutBreak.Reason.dayBeginsAfter, #""dayBeginsAfter""#)
    try stays(LeftOutBreak.Reason.noRoom, #""noRoom""#)
  }

  @Test func wordsOfVersionOne() throws {
    try stays(Itinerary.End.exhausted, #""exhausted""#)
    try stays(Itinerary.End.work, #""work""#)
    try stays(Itinerary.End.deadline, #""deadline""#)
    try stays(Itinerary.End.cancelled, #""cancelled""#)
    try stays(Route.Ending.optimal, #""optimal""#)
    try stays(Route.Ending.effortSpent, #""effortSpent""#)
    try stays(Route.Ending.timeLimit, #""timeLimit""#)
    try stays(Route.Ending.cancelled, #""cancelled""#)
    try stays(Route.Ending.constructed, #""constructed""#)
    try stays(RouteEffort.allCases, #"["quick","normal","thorough"]"#)
    try stays(
      ScheduleObjective.allCases,
      #"["leastTravel","earliestEnd","leastWaiting","balancedDays"]"#)
    try stays(
      [ScheduledBreak.Moment.beforeLeaving, .onTheWay, .onArrival],
      #"["beforeLeaving","onTheWay","onArrival"]"#)
  }

  @Test func stopsAndDaysOfVersionOne() throws {
    try stays(
      VisitStop(
        "Flight", place: .row(1), exit: .row(2), duration: .hours(1), timeBefore: .minutes(1),
        timeAfter: .seconds(30),
        hours: .daily(TimeWindow(ClockTime(9, 0), ClockTime(18, 0))), startsAt: ClockTime(10, 30),
        endsByClosing: false, lateness: .allowed(penalty: 2), priority: .booked, day: 1,
        position: .index(0), utcOffset: 7200, exitUTCOffset: -14400),
      #"{"day":1,"endsByClosing":false,"exit":{"row":2},"exitUTCOffset":-14400,"#
        + #""hours":"09:00-18:00","lateness":{"penalty":2},"name":"Flight","place":{"row":1},"#
        + #""position":{"index":0},"priority":{"booked":{}},"startsAt":"10:30","timeAfter":30,"#
        + #""timeBefore":60,"utcOffset":7200,"visit":3600}"#)
    let lunch = TripBreak(
      "Lunch", between: ClockTime(11, 30), and: ClockTime(14, 0), for: .hours(1))
    let lunchText =
      #"{"duration":3600,"earliestStart":"11:30","latestStart":"14:00","name":"Lunch"}"#
    try stays(lunch, lunchText)
    let date = try #require(CivilDate(2026, 3, 29))
    try stays(
      TripDay(
        date: date, from: ClockTime(9, 0), to: ClockTime(19, 0), startPlace: .row(0),
        endPlace: .at(Coordinate(latitude: 48.25, longitude: 16.5)), breaks: [lunch],
        utcOffset: 3600, endUTCOffset: 7200),
      #"{"breaks":["# + lunchText + #"],"date":"2026-03-29","#
        + #""end":{"at":{"latitude":48.25,"longitude":16.5}},"endUTCOffset":7200,"from":"09:00","#
        + #""start":{"row":0},"to":"19:00","utcOffset":3600,"weekday":7}"#)
  }

  @Test func itinerariesOfVersionOne() throws {
    let visit = Visit(
      stop: 0, name: "Prater", travel: 600, arrival: ClockTime(9, 10), start: ClockTime(10, 0),
      departure: ClockTime(11, 0), lateness: 30, areHoursKnown: false, pause: 60, utcOffset: 3600,
      clockChange: 7200, timeBefore: 10, timeAfter: 20)
    let lunch = ScheduledBreak(
      number: 0, name: "Lunch", start: ClockTime(12, 0), end: ClockTime(13, 0), visitsBefore: 1,
      moment: .onTheWay, utcOffset: 3600)
    let call = LeftOutBreak(number: 1, name: "Call", reason: .noRoom)
    let missed = LeftOutStop(stop: 1, name: "Zoo", reason: .closed)
    let day = DaySchedule(
      day: 0, departure: ClockTime(9, 0), latestDeparture: ClockTime(9, 5), visits: [visit],
      travelToEnd: 120, arrival: ClockTime(13, 2), breaks: [lunch], leftOutBreaks: [call],
      utcOffset: 3600, clockChange: 7200)
    let texts = (
      visit: #"{"areHoursKnown":false,"arrival":"09:10","clockChange":7200,"departure":"11:00","#
        + #""lateness":30,"name":"Prater","pause":60,"start":"10:00","stop":0,"timeAfter":20,"#
        + #""timeBefore":10,"travel":600,"utcOffset":3600}"#,
      lunch: #"{"end":"13:00","moment":"onTheWay","name":"Lunch","number":0,"start":"12:00","#
        + #""utcOffset":3600,"visitsBefore":1}"#,
      call: #"{"name":"Call","number":1,"reason":"noRoom"}"#,
      missed: #"{"name":"Zoo","reason":{"closed":{}},"stop":1}"#
    )
    let dayText =
      #"{"arrival":"13:02","breaks":["# + texts.lunch + #"],"clockChange":7200,"day":0,"#
      + #""departure":"09:00","latestDeparture":"09:05","leftOutBreaks":["# + texts.call
      + #"],"travelToEnd":120,"utcOffset":3600,"visits":["# + texts.visit + "]}"
    try stays(visit, texts.visit)
    try stays(lunch, texts.lunch)
    try stays(call, texts.call)
    try stays(missed, texts.missed)
    try stays(day, dayText)
    try stays(
      Itinerary(days: [day], leftOut: [missed], score: 2.5, isOptimal: true, end: .work),
      #"{"days":["# + dayText + #"],"end":"work","isOptimal":true,"leftOut":["# + texts.missed
        + #"],"score":2.5}"#)
  }

  @Test func routesOfVersionOne() throws {
    try stays(Trip.roundTrip, #"{"isRound":true}"#)
    try stays(Trip.open(from: 0, to: 5), #"{"end":5,"isRound":false,"start":0}"#)
    let legText = #"{"distance":2,"from":0,"initialBearing":90,"to":1}"#
    try stays(Route.Leg(from: 0, to: 1, distance: 2, initialBearing: 90), legText)
    try stays(
      try RoutePlanner().plan([Coordinate(latitude: 48.25, longitude: 16.5)], trip: .open),
      #"{"ending":"optimal","legs":[],"lowerBound":0,"order":[0],"trip":{"isRound":false}}"#)
    let text =
      #"{"ending":"timeLimit","legs":["# + legText
      + #"],"lowerBound":1.5,"order":[0,1],"trip":{"isRound":false}}"#
    let route = try JSONDecoder().decode(Route.self, from: Data(text.utf8))
    #expect(route.length == 2 && route.lowerBound == 1.5 && route.ending == .timeLimit)
    try stays(route, text)
  }

  /// The forms of versions before 1.0, whose keys were those of the compiler.
  @Test func placesAndPositionsBeforeVersionOneAreRead() throws {
    func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
      try JSONDecoder().decode(type, from: Data(text.utf8))
    }
    let vienna = Coordinate(latitude: 48.25, longitude: 16.5)
    let former = #"{"at":{"_0":{"latitude":48.25,"longitude":16.5}}}"#
    #expect(try read(VisitPlace.self, former) == .at(vienna))
    #expect(try read(VisitPlace.self, #"{"row":{"_0":3}}"#) == .row(3))
    #expect(try read(VisitStop.Position.self, #"{"index":{"_0":2}}"#) == .index(2))
    #expect(try read(VisitStop.Position.self, #"{"last":{}}"#) == .last)
    let stop = try read(
      VisitStop.self,
      #"{"endsByClosing":true,"hours":"24/7","lateness":{},"name":"A","place":"# + former
        + #","position":{"index":{"_0":1}},"priority":{"optional":{"score":3}},"visit":60}"#)
    #expect(
      stop
        == VisitStop(
          "A", at: vienna, duration: .minutes(1), priority: .optional(score: 3), position: .index(1)
        ))
  }

  @Test(arguments: [
    "{}", #"{"at":{"latitude":1,"longitude":2},"row":3}"#, #"{"row":{}}"#, #"{"row":"3"}"#,
    #"{"row":{"_0":"3"}}"#, #"{"at":{"_0":3}}"#, #"{"at":[1,2]}"#, "3", #"{"column":3}"#,
    #"{"index":1,"last":{}}"#, #"{"index":{}}"#, "null",
  ])
  func otherPlacesAndPositionsFailToDecode(text: String) {
    let data = Data("[\(text)]".utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([VisitPlace].self, from: data) }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([VisitStop.Position].self, from: data)
    }
  }

  @Test func legsOfARouteHaveUniqueStableIDs() throws {
    let stops = (0..<9).map { (number: Int) -> Coordinate in
      let (latitude, longitude) = (number * 5 % 9, number * 7 % 9)
      return Coordinate(latitude: Double(latitude), longitude: Double(longitude))
    }
    for trip in [Trip.roundTrip, .open] {
      let route = try RoutePlanner().plan(stops, trip: trip)
      #expect(Set(route.legs.map(\.id)).count == route.legs.count)
      let again = try JSONDecoder().decode(Route.self, from: JSONEncoder().encode(route))
      #expect(again.legs.map(\.id) == route.legs.map(\.id))
    }
  }
}
