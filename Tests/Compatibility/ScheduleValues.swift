import CairnGeodesy
import CairnHours
import CairnRoutes
import Foundation
import Testing

extension CodableExample {
  private static let vienna = Coordinate(latitude: 48.2082, longitude: 16.3738)
  private static let melk = Coordinate(latitude: 48.2280, longitude: 15.3330)

  static func schedules() throws -> [CodableExample] {
    try routes() + descriptions() + results()
  }

  private static func routes() throws -> [CodableExample] {
    let legs = [
      Route.Leg(from: 0, to: 2, distance: 1000.5, initialBearing: 33.5),
      Route.Leg(from: 2, to: 1, distance: 250, initialBearing: nil),
    ]
    // A route has no public initializer, and the result of a planner may become better.
    let route = """
      {"ending":"effortSpent","legs":[{"distance":1000.5,"from":0,"initialBearing":33.5,"to":2},
      {"distance":250,"from":2,"to":1}],"lowerBound":1200,"order":[0,2,1],
      "trip":{"isRound":false,"start":0}}
      """
    return [
      CodableExample("Route", try JSONDecoder().decode(Route.self, from: Data(route.utf8))),
      CodableExample("Route.Leg", legs[0], legs[1]),
      CodableExample(
        "Route.Ending", Route.Ending.optimal, .effortSpent, .timeLimit, .cancelled, .constructed),
      CodableExample("RouteEffort", RouteEffort.quick, .normal, .thorough),
      CodableExample(
        "Trip", Trip.open, .roundTrip, .open(from: 1), .open(to: 2), .open(from: 0, to: 3),
        .roundTrip(from: 2)),
    ]
  }

  private static func descriptions() throws -> [CodableExample] {
    let date = try #require(CivilDate(2026, 11, 27))
    let pause = TripBreak("Lunch", between: ClockTime(12, 0), and: ClockTime(14, 0), for: .hours(1))
    let train = VisitStop(
      "Train", from: ConnectionEnd(vienna, at: ClockTime(9, 30)),
      to: ConnectionEnd(.row(4), at: ClockTime(10, 35), utcOffset: 3_600), timeBefore: .minutes(10),
      day: 1)
    return [
      CodableExample(
        "VisitStop", VisitStop("Stephansdom", at: vienna, duration: .minutes(30)), train,
        VisitStop(
          "Abbey", at: melk, exit: .row(2), duration: .minutes(90), timeBefore: .minutes(5),
          timeAfter: .minutes(1),
          hours: try OpeningHours("09:00-17:30"), startsAt: ClockTime(11, 0),
          endsByClosing: false, lateness: .allowed(penalty: 2, limit: 900),
          priority: .optional(score: 3.5), day: 0, position: .index(2), utcOffset: 3_600,
          exitUTCOffset: 7_200)),
      CodableExample("VisitStop.Lateness", VisitStop.Lateness.never, .allowed(penalty: 2)),
      CodableExample("VisitStop.Position", VisitStop.Position.index(2), .first, .last),
      CodableExample(
        "VisitStop.Priority", VisitStop.Priority.mustSee, .booked, .optional(score: 3.5)),
      CodableExample("VisitPlace", VisitPlace.at(vienna), .row(3)),
      CodableExample(
        "ConnectionEnd", ConnectionEnd(vienna, at: ClockTime(9, 30), utcOffset: 3_600)),
      CodableExample("TripBreak", pause),
      CodableExample(
        "TripDay", TripDay(.friday, from: ClockTime(8, 0), to: ClockTime(20, 0)),
        TripDay(
          date: date, from: ClockTime(8, 0), to: ClockTime(20, 0), start: vienna, end: melk,
          breaks: [pause], utcOffset: 3_600, endUTCOffset: 7_200)),
      CodableExample("ClockChange", ClockChange(at: ClockTime(3, 0), by: -3_600)),
      CodableExample(
        "ScheduleObjective", ScheduleObjective.leastTravel, .earliestEnd, .leastWaiting,
        .balancedDays),
    ]
  }

  private static func results() throws -> [CodableExample] {
    let visit = Visit(
      stop: 2, name: "Abbey", travel: 3_900, arrival: ClockTime(9, 5), start: ClockTime(9, 30),
      departure: ClockTime(11, 0), lateness: 30, areHoursKnown: false, pause: 600,
      utcOffset: 3_600, clockChange: -3_600, timeBefore: 300, timeAfter: 60)
    let pause = ScheduledBreak(
      number: 0, name: "Lunch", start: ClockTime(12, 0), end: ClockTime(13, 0), visitsBefore: 1,
      moment: .beforeLeaving, utcOffset: 3_600)
    let missed = LeftOutBreak(number: 1, name: "Tea", reason: .noRoom)
    let day = DaySchedule(
      day: 0, departure: ClockTime(8, 0), latestDeparture: ClockTime(8, 25), visits: [visit],
      travelToEnd: 1_200, arrival: ClockTime(14, 0), breaks: [pause], leftOutBreaks: [missed],
      utcOffset: 3_600, clockChange: -3_600)
    let time = ClockTime(17, 5)
    let reasons: [LeftOutReason] = [
      .closed, .closesTooEarly(arrival: time, latestStart: time, day: 1),
      .dayTooShort(arrival: time, latest: time, day: 0), .isOver,
      .noTimeBesideBooked(arrival: time, latestStart: time, day: 2), .noTimeForBreak, .noWay,
      .notTried, .onlyBesideOthers, .outsideDays(start: time), .positionNotReached(visits: 3),
      .squeezedOut, .windowsTooShort(longest: 600, visit: 900),
    ]
    let leftOut = LeftOutStop(stop: 5, name: "Ruin", reason: .closed)
    return [
      CodableExample("Visit", visit),
      CodableExample("ScheduledBreak", pause),
      CodableExample(
        "ScheduledBreak.Moment", ScheduledBreak.Moment.onArrival, .beforeLeaving, .onTheWay),
      CodableExample("LeftOutBreak", missed),
      CodableExample(
        "LeftOutBreak.Reason", LeftOutBreak.Reason.noRoom, .dayBeginsAfter, .dayEndsBefore),
      CodableExample("LeftOutReason", reasons),
      CodableExample("LeftOutStop", leftOut),
      CodableExample("DaySchedule", day),
      CodableExample("Itinerary", Itinerary(days: [day], leftOut: [leftOut], score: 3.5)),
      CodableExample("Itinerary.End", Itinerary.End.exhausted, .work, .deadline, .cancelled),
    ]
  }
}
