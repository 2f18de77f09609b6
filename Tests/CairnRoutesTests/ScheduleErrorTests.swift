import CairnGeodesy
import CairnHours
import CairnRoutes
import Testing

@Suite struct ScheduleErrorTests {
  static let morning = TripDay(from: ClockTime(8, 0), to: ClockTime(12, 0))

  private func error(
    _ stops: [VisitStop], days: [TripDay] = [morning],
    travel: TravelTimes = .table(count: 3) { _, _ in 60 }
  ) -> ScheduleError? {
    do throws(ScheduleError) {
      _ = try SchedulePlanner().plan(stops, days: days, travel: travel)
      return nil
    } catch {
      #expect(!error.description.isEmpty)
      return error
    }
  }

  private func stop(_ change: (inout VisitStop) -> Void) -> [VisitStop] {
    var stop = VisitStop("b", place: .row(1))
    change(&stop)
    return [VisitStop("a", place: .row(0)), stop]
  }

  @Test func invalidStopsThrow() {
    #expect(error(stop { _ in }) == nil)
    #expect(error(stop { $0.visit = -1 }) == .invalidQuantity(.visit, -1, stop: 1))
    #expect(error(stop { $0.visit = .infinity }) == .invalidQuantity(.visit, .infinity, stop: 1))
    if case .invalidQuantity(.visit, let value, stop: 1)? = error(stop { $0.visit = .nan }) {
      #expect(value.isNaN)
    } else {
      Issue.record("a visit of NaN seconds")
    }
    #expect(
      error(stop { $0.priority = .optional(score: -3) }) == .invalidQuantity(.score, -3, stop: 1))
    #expect(
      error(stop { $0.lateness = .allowed(penalty: -1) })
        == .invalidQuantity(.penalty, -1, stop: 1))
    #expect(
      error(stop { $0.lateness = .allowed(penalty: 1, limit: -1) })
        == .invalidQuantity(.latenessLimit, -1, stop: 1))
    let backwards = TimeWindow(ClockTime(12, 0), ClockTime(9, 0))
    #expect(
      error(stop { $0.hours[.friday] = [backwards] }) == .invalidWindow(backwards, stop: 1))
    let endless = TimeWindow(ClockTime(12, 0), ClockTime(seconds: .infinity))
    #expect(error(stop { $0.hours = .daily(endless) }) == .invalidWindow(endless, stop: 1))
    #expect(error(stop { $0.place = .row(3) }) == .invalidPlace(.row(3), stop: 1))
    #expect(error(stop { $0.place = .row(-1) }) == .invalidPlace(.row(-1), stop: 1))
    let oslo = VisitPlace.at(Coordinate(latitude: 59.9139, longitude: 10.7522))
    #expect(error(stop { $0.place = oslo }) == .invalidPlace(oslo, stop: 1))
    #expect(
      error(stop { $0.hours = .always.closed(on: .monday) }) == .weekdayNeeded(stop: 1, day: 0))
  }

  @Test func invalidLocksThrow() {
    let two = [Self.morning, Self.morning]
    #expect(error(stop { $0.day = 1 }) == .noSuchDay(1, stop: 1, days: 1))
    #expect(error(stop { $0.day = -1 }, days: two) == .noSuchDay(-1, stop: 1, days: 2))
    #expect(error(stop { $0.position = .index(2) }) == .noSuchPosition(2, stop: 1, stops: 2))
    #expect(error(stop { $0.position = .index(-1) }) == .noSuchPosition(-1, stop: 1, stops: 2))
    #expect(error(stop { $0.position = .last }, days: two) == .positionWithoutDay(stop: 1))
    var both = stop { $0.position = .first }
    both[0].position = .first
    #expect(error(both) == .conflictingLocks(stop: 0, other: 1))
  }

  @Test func invalidDaysAndTravelTimesThrow() {
    let stops = stop { _ in }
    #expect(error(stops, days: []) == .noDays)
    let back = TripDay(from: ClockTime(9, 0), to: ClockTime(8, 0))
    #expect(
      error(stops, days: [Self.morning, back])
        == .invalidDay(day: 1, from: ClockTime(9, 0), to: ClockTime(8, 0)))
    #expect(
      error(stops, days: [TripDay(from: ClockTime(9, 0), to: ClockTime(seconds: .infinity))])
        == .invalidDay(day: 0, from: ClockTime(9, 0), to: ClockTime(seconds: .infinity)))
    var hotel = Self.morning
    hotel.start = .row(9)
    #expect(error(stops, days: [hotel]) == .invalidDayPlace(.row(9), day: 0))
    #expect(
      error(stops, travel: .table([[0, 1], [2]])) == .raggedTable(row: 1, count: 1, expected: 2))
    #expect(
      error(stops, travel: .table([[0, -1], [2, 0]])) == .invalidTravelTime(-1, from: 0, to: 1))
    for radius in [0, -1, Double.infinity] {
      #expect(
        error([], travel: .speed(metersPerSecond: 1, on: .sphere(radius: radius)))
          == .invalidSurface(.sphere(radius: radius)))
    }
    #expect(
      error([], travel: .speed(metersPerSecond: 0))
        == .invalidSpeed(metersPerSecond: 0, detour: 1))
    if case .invalidSpeed(let speed, _)? = error([], travel: .speed(metersPerSecond: .nan)) {
      #expect(speed.isNaN)
    } else {
      Issue.record("a speed of NaN")
    }
    #expect(
      error([], travel: .speed(metersPerSecond: 1, detour: 0.5))
        == .invalidSpeed(metersPerSecond: 1, detour: 0.5))
    #expect(
      error(stops, travel: .speed(metersPerSecond: 1)) == .invalidPlace(.row(0), stop: 0))
    let pole = VisitPlace.at(Coordinate(latitude: 91, longitude: 0))
    #expect(
      error([VisitStop("x", place: pole)], travel: .speed(metersPerSecond: 1))
        == .invalidPlace(pole, stop: 0))
    // A quarter of an hour for a leg of an hour.
    let short = TripDay(
      from: ClockTime(9, 0), to: ClockTime(9, 15), startPlace: .row(0), endPlace: .row(1))
    #expect(
      error([], days: [short], travel: .table(count: 2) { _, _ in 3600 }) == .noWayThroughDay(0))
  }
}
