import CairnHours
import Testing

@Suite struct CalendarTests {
  @Test func datesParseAndFormat() throws {
    for text in [
      "2026-03-29", "2000-02-29", "0000-01-01", "9999-12-31", "-0004-02-29", "-9999-01-01",
    ] {
      #expect(CivilDate(text)?.description == text)
    }
    for text in [
      "", "2026-02-29", "2026-13-01", "2026-00-10", "2026-01-00", "2026-1-01", "26-01-01",
      "1900-02-29",
      "2026-01-01 ", "2026/01/01", "2026-04-31", "+2026-01-01", "--026-01-01",
    ] {
      #expect(CivilDate(text) == nil, "\(text)")
    }
    #expect(CivilDate("1970-01-01")?.dayNumber == 0)
    #expect(CivilDate.first.description == "-9999-01-01")
    #expect(CivilDate.last.description == "9999-12-31")
    #expect(CivilDate(dayNumber: .max) == .last && CivilDate(dayNumber: .min) == .first)
    #expect(
      CivilDate.last.adding(days: .max) == .last && CivilDate.first.adding(days: -1) == .first)
  }

  /// Every day of nine centuries follows the previous one, according to an independent count.
  @Test func daysFollowEachOther() throws {
    var (year, month, day, weekday) = (1600, 1, 1, Weekday.saturday)
    let first = try #require(CivilDate(1600, 1, 1))
    for number in 0..<(900 * 366) {
      let date = first.adding(days: number)
      guard date.parts == (year, month, day), date.weekday == weekday,
        CivilDate(year, month, day) == date
      else {
        Issue.record("\(date) is not \(year)-\(month)-\(day)")
        return
      }
      weekday = weekday.next
      day += 1
      let isLeap = year % 400 == 0 || year % 4 == 0 && year % 100 != 0
      let length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
      if day > length { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
  }

  /// The first and last weeks of years according to ISO 8601.
  @Test(arguments: [
    ("2026-01-01", 1), ("2025-12-29", 1), ("2025-12-28", 52), ("2026-12-31", 53),
    ("2027-01-03", 53),
    ("2027-01-04", 1), ("2021-01-03", 53), ("2024-12-30", 1), ("2024-02-29", 9), ("2000-01-01", 52),
    ("1977-01-02", 53), ("0000-01-03", 1),
  ])
  func weeksFollowISO8601(text: String, week: Int) throws {
    #expect(try #require(CivilDate(text)).week == week)
  }

  /// Dates of Easter from almanacs.
  @Test(arguments: [
    "1818-03-22", "1886-04-25", "1943-04-25", "1954-04-18", "1981-04-19", "2000-04-23",
    "2008-03-23",
    "2024-03-31", "2025-04-20", "2026-04-05", "2038-04-25", "2049-04-18", "2076-04-19",
    "2285-03-22",
  ])
  func easterMatchesAlmanacs(text: String) throws {
    let date = try #require(CivilDate(text))
    #expect(CivilDate.easter(in: date.year) == date)
    #expect(CivilDate.easter(in: -9999).weekday == .sunday)
  }

  @Test func datesFormRangesAndStrides() throws {
    let start = try #require(CivilDate("2026-02-27"))
    let end = try #require(CivilDate("2026-03-02"))
    let days = ["2026-02-27", "2026-02-28", "2026-03-01"]
    #expect((start..<end).map(\.description) == days)
    #expect((start...end).map(\.description) == days + ["2026-03-02"])
    #expect((start..<end).count == 3 && (start...end).count == 4 && (start..<start).isEmpty)
    #expect((start..<end).contains(end.advanced(by: -1)) && !(start..<end).contains(end))
    #expect((start..<end).reversed().first == end.adding(days: -1))
    #expect(start.distance(to: end) == 3 && end.distance(to: start) == -3)
    #expect(start.advanced(by: 3) == end && end.advanced(by: -3) == start)
    let weeks = stride(from: start, through: start.adding(days: 21), by: 7).map { $0 }
    #expect(weeks.count == 4 && weeks.allSatisfy { $0.weekday == .friday })
    #expect(stride(from: end, to: start, by: -1).map { $0 }.count == 3)
    #expect(stride(from: start, to: end, by: -1).map { $0 }.isEmpty)
    #expect(stride(from: start, to: end, by: 2).map { $0 } == [start, start.adding(days: 2)])
  }

  @Test(arguments: [1, 2, 3, 7, 9, 1000, 10_000_000, Int.max])
  func rangesAndStridesEndAtTheEndsOfTheCalendar(step: Int) {
    for length in 0...20 {
      let late = CivilDate.last.adding(days: -length)
      let early = CivilDate.first.adding(days: length)
      // The plain numbers are the reference.
      let numbers = Array(stride(from: 0, through: length, by: step))
      let through = stride(from: late, through: .last, by: step)
      #expect(through.map { late.days(to: $0) } == numbers, "\(length)")
      let back = stride(from: early, through: .first, by: step == .max ? .min : -step)
      #expect(back.map { $0.days(to: early) } == numbers, "\(length)")
      let before = stride(from: late, to: .last, by: step)
      #expect(before.map { late.days(to: $0) } == numbers.filter { $0 < length }, "\(length)")
      #expect((late...CivilDate.last).count == length + 1)
      #expect(Array(late...CivilDate.last).last == .last)
      #expect(Array(CivilDate.first..<early).count == length)
    }
    #expect(CivilDate.last.advanced(by: step) == .last)
    #expect(CivilDate.first.advanced(by: -step) == .first)
    #expect(CivilDate.first.advanced(by: .min) == .first)
    #expect(CivilDate.first.distance(to: .last) == 7_304_483)
  }

  @Test func timesCarryOverToDays() throws {
    let date = try #require(CivilDate("2026-03-29"))
    let late = CivilTime(date, ClockTime(26, 30))
    #expect(late.description == "2026-03-30T02:30" && CivilTime(late.description) == late)
    #expect(CivilTime(date, ClockTime(-1, 0)).description == "2026-03-28T23:00")
    #expect(CivilTime("2026-03-29 12:00:30")?.time == ClockTime(seconds: 43_230))
    #expect(CivilTime(date, ClockTime(0, 0)).seconds(to: late) == 26.5 * 3600)
    #expect(late.adding(seconds: -9000).date == CivilDate("2026-03-30"))
    #expect(CivilTime(date, ClockTime(12, 0)) < late)
    for text in ["", "2026-03-29", "2026-03-29T", "2026-03-29X12:00", "T12:00"] {
      #expect(CivilTime(text) == nil, "\(text)")
    }
    for seconds in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      let time = CivilTime(date, ClockTime(seconds: seconds))
      #expect(time.time.seconds == 0, "\(seconds)")
    }
  }
}
