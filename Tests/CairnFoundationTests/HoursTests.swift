import CairnFoundation
import CairnGeodesy
import CairnHours
import Foundation
import Testing

@Suite struct HoursTests {
  private func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

  private func date(_ text: String) throws -> Date {
    try #require(ISO8601DateFormatter().date(from: text))
  }

  /// Clock time, zone, and the moment; a question mark if the clock never shows it.
  @Test(arguments: [
    ("2026-03-28T12:00", "Europe/Lisbon", "2026-03-28T12:00:00Z"),
    ("2026-03-29T00:30", "Europe/Lisbon", "2026-03-29T00:30:00Z"),
    ("2026-03-29T01:30", "Europe/Lisbon", "2026-03-29T01:00:00Z?"),
    ("2026-03-29T02:00", "Europe/Lisbon", "2026-03-29T01:00:00Z"),
    ("2026-03-29T12:00", "Europe/Lisbon", "2026-03-29T11:00:00Z"),
    ("2026-10-25T01:30", "Europe/Lisbon", "2026-10-25T00:30:00Z"),
    ("2026-10-25T02:00", "Europe/Lisbon", "2026-10-25T02:00:00Z"),
    // South of the equator, summer time begins in October and ends in April.
    ("2026-10-04T02:30", "Australia/Sydney", "2026-10-03T16:00:00Z?"),
    ("2026-04-05T02:30", "Australia/Sydney", "2026-04-04T15:30:00Z"),
    ("2026-04-05T03:00", "Australia/Sydney", "2026-04-04T17:00:00Z"),
    // Half an hour of summer time.
    ("2026-10-04T02:15", "Australia/Lord_Howe", "2026-10-03T15:30:00Z?"),
    ("2026-04-05T01:45", "Australia/Lord_Howe", "2026-04-04T14:45:00Z"),
    // A day that was skipped, at midnight.
    ("2011-12-30T12:00", "Pacific/Apia", "2011-12-30T10:00:00Z?"),
    ("2026-01-15T23:59", "Asia/Kathmandu", "2026-01-15T18:14:00Z"),
  ])
  func clockTimesConvertToMoments(clock: String, name: String, moment: String) throws {
    let zone = try zone(name)
    let time = try #require(CivilTime(clock))
    let isMissing = moment.hasSuffix("?")
    let expected = try date(isMissing ? String(moment.dropLast()) : moment)
    #expect(Date(time, in: zone) == expected)
    #expect((CivilTime(expected, in: zone) == time) != isMissing)
  }

  @Test func dayOfClockChangeIsNotOffByAnHour() throws {
    let lisbon = try zone("Europe/Lisbon")
    let hours = try OpeningHours("09:00-18:00")
    #expect(try !hours.isOpen(at: date("2026-03-29T07:59:59Z"), in: lisbon))
    #expect(try hours.isOpen(at: date("2026-03-29T08:00:00Z"), in: lisbon))
    #expect(
      try hours.nextChange(after: date("2026-03-28T18:00:00Z"), in: lisbon)
        == date("2026-03-29T08:00:00Z"))
    #expect(try CivilDate(date("2026-03-29T23:30:00Z"), in: lisbon) == CivilDate(2026, 3, 30))
    let day = try DateInterval(
      start: date("2026-03-29T00:00:00Z"), end: date("2026-03-30T23:00:00Z"))
    let open = hours.openIntervals(during: day, in: lisbon)
    let durations: [TimeInterval] = [9 * 3600, 9 * 3600]
    #expect(open.map(\.interval.duration) == durations)
    #expect(try open[0].interval.start == date("2026-03-29T08:00:00Z"))
  }

  @Test func nightsAreAnHourShorterOrLonger() throws {
    let lisbon = try zone("Europe/Lisbon")
    let bar = try OpeningHours("22:00-04:00")
    for (from, hours) in [("2026-03-28T22:00:00Z", 5), ("2026-10-24T21:00:00Z", 7)] {
      let start = try date(from)
      #expect(bar.isOpen(at: start, in: lisbon))
      #expect(bar.nextChange(after: start, in: lisbon) == start + Double(hours) * 3600)
    }
  }

  /// Times that occur twice count once, at the first occurrence; skipped times count when the
  /// clocks pass them.
  @Test func repeatedTimesCountOnce() throws {
    let lisbon = try zone("Europe/Lisbon")
    let early = try OpeningHours("00:30-01:30")
    #expect(try early.isOpen(at: date("2026-10-25T00:15:00Z"), in: lisbon))
    #expect(try !early.isOpen(at: date("2026-10-25T00:45:00Z"), in: lisbon))
    #expect(try !early.isOpen(at: date("2026-10-25T01:15:00Z"), in: lisbon))
    #expect(
      try early.nextChange(after: date("2026-10-25T01:15:00Z"), in: lisbon)
        == date("2026-10-26T00:30:00Z"))
    let late = try OpeningHours("01:30-03:00")
    #expect(try late.isOpen(at: date("2026-10-25T01:15:00Z"), in: lisbon))
    #expect(
      try late.nextChange(after: date("2026-10-25T01:15:00Z"), in: lisbon)
        == date("2026-10-25T03:00:00Z"))
    // In the skipped hour: open from the moment at which the clocks pass it; or not at all.
    #expect(try late.isOpen(at: date("2026-03-29T01:00:00Z"), in: lisbon))
    #expect(
      try late.nextChange(after: date("2026-03-29T00:45:00Z"), in: lisbon)
        == date("2026-03-29T01:00:00Z"))
    let missing = try OpeningHours("01:15-01:45")
    #expect(
      try missing.nextChange(after: date("2026-03-29T00:00:00Z"), in: lisbon)
        == date("2026-03-30T00:15:00Z"))
  }

  /// State and changes agree at every quarter of an hour of both nights, in three zones.
  @Test(arguments: ["Europe/Lisbon", "Australia/Sydney", "Australia/Lord_Howe"])
  func statesAndChangesAgree(name: String) throws {
    let zone = try zone(name)
    for text in ["00:30-01:45", "01:30-02:30", "22:00-02:15", "02:00-03:00"] {
      let hours = try OpeningHours(text)
      for start in [
        "2026-03-28T10:00:00Z", "2026-10-24T10:00:00Z", "2026-04-04T10:00:00Z",
        "2026-10-03T10:00:00Z",
      ] {
        var moment = try date(start)
        var change = try #require(hours.nextChange(after: moment, in: zone))
        var isOpen = hours.isOpen(at: moment, in: zone)
        for _ in 0..<100 {
          moment += 900
          if moment >= change {
            isOpen.toggle()
            change = try #require(hours.nextChange(after: change, in: zone))
          }
          #expect(hours.isOpen(at: moment, in: zone) == isOpen, "\(text) \(moment)")
        }
      }
    }
  }

  @Test func sunTimesDependOnThePlace() throws {
    let vienna = try zone("Europe/Vienna")
    let place = Coordinate(latitude: 48.2082, longitude: 16.3738)
    let hours = try OpeningHours("sunrise-sunset")
    let noon = try date("2026-06-21T10:00:00Z")
    #expect(hours.state(at: noon, in: vienna) == .unknown)
    #expect(hours.isOpen(at: noon, in: vienna, place: place))
    let sunset = try #require(hours.nextChange(after: noon, in: vienna, place: place))
    #expect(try abs(sunset.timeIntervalSince(date("2026-06-21T18:58:30Z"))) < 60)
    let holidays = HolidayCalendar(public: [try #require(CivilDate("2026-06-21"))])
    let closed = try OpeningHours("24/7; PH off")
    #expect(!closed.isOpen(at: noon, in: vienna, holidays: holidays))
  }
}
