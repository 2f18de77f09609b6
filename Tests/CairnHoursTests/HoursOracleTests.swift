import CairnGeodesy
import Foundation
import TestSupport
import Testing

@testable import CairnHours

/// Random opening hours, compared with plain loops that follow the documentation literally.
@Suite struct HoursOracleTests {
  private static let calendar = HolidayCalendar(
    isPublicHoliday: { $0.dayNumber % 11 == 0 }, isSchoolHoliday: { $0.dayNumber % 100 < 20 })

  /// The state at a time of a day, found by applying its rules one after the other.
  private func state(_ layers: [[DayTimeline.Segment]], at time: Double) -> Int? {
    var found: DayTimeline.Segment?
    for layer in layers {
      guard let segment = layer.first(where: { $0.from <= time && time < $0.to }) else { continue }
      if segment.isOpaque || found?.state ?? .closed == .closed { found = segment }
    }
    return found?.rule
  }

  @Test func composedLayersMatchLoop() {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<400 {
      let layers = (0..<Int.random(in: 0...12, using: &random)).map { rule in
        let isFallback = Bool.random(using: &random)
        let bounds = Set((0..<8).map { _ in Int.random(in: 0...60, using: &random) }).sorted()
        let segments = stride(from: 0, to: bounds.count - 1, by: 2).map { index in
          DayTimeline.Segment(
            from: Double(bounds[index]), to: Double(bounds[index + 1]),
            state: OpeningHours.State.allCases.randomElement(using: &random) ?? .open, rule: rule,
            isFallback: isFallback, isOpaque: !isFallback)
        }
        return segments
      }
      let program = DayTimeline(layers: layers, closingRule: nil)
      for (one, next) in zip(program.segments, program.segments.dropFirst()) {
        #expect(one.from < one.to && one.to <= next.from)
      }
      for time in 0...60 {
        let time = Double(time) + 0.5
        let found = program.segments.first { $0.from <= time && time < $0.to }
        #expect(found?.rule == state(layers, at: time), "\(layers) at \(time)")
      }
    }
  }

  @Test func rulesApplyOnSelectedDays() throws {
    var random = SeededGenerator(seed: 22)
    var texts = [
      "Dec 25 -Su", "Nov 1 +Su", "Dec 24-Jan 6", "2026 Dec 20-Jan 5", "Feb 29", "Feb 20-29",
      "easter -400 days", "Jan 1 +500 days-Jan 10 +500 days", "2027 Feb 29", "Mar Su[5]",
      "Feb Mo[-5]", "2026 Mar 5+", "Oct 20+", "easter-Jun 1", "Dec 30-2", "Jan 1-Dec 31",
      "Sep-Feb", "2026 Sep-Feb", "Dec 31 +Su", "Jan 1 -Mo", "Dec 20 +20 days", "Mar 1 -70 days",
      "week 52-4/2", "week 53", "week 50-2/3", "week 1-53/2", "week 10-5", "Mo[1] -40 days",
      "Fr[-1] +5 days", "PH +3 days", "SH Mo", "PH,Mo[2],Su", "2025-2031/3", "2027+", "Su-Tu[5]",
    ]
    let parts = ["Apr-Oct", "Jan 5-Feb 3", "2026", "week 10-30/3", "Mo-We", "PH", "Mo[1],Fr[-1]"]
    for _ in 0..<15 {
      texts.append(
        parts.shuffled(using: &random).prefix(2).joined(separator: " ")
          .replacingOccurrences(of: "PH Mo[", with: "PH,Mo["))
    }
    var read = 0
    for text in texts {
      guard let hours = try? OpeningHours("\(text) 10:00-12:00") else { continue }
      read += 1
      var days = HoursDays(
        hours, from: CivilDate(dayNumber: 20_600), HoursContext(holidays: Self.calendar))
      while let (date, program) = days.next(), date.dayNumber < 21_800 {
        let holds = hours.rules[0].days.plainlyContains(date, Self.calendar)
        #expect(!program.segments.isEmpty == holds, "\(text) on \(date)")
      }
    }
    #expect(read > 40)
  }

  /// The sun of the day decides whether a span crosses midnight, even where the sun does not rise.
  @Test func sunSpansFollowTheSunOfTheDay() throws {
    var random = SeededGenerator(seed: 23)
    let mean: [SolarEvent: Double] = [
      .dawn: 19_800, .sunrise: 21_600, .sunset: 64_800, .dusk: 66_600,
    ]
    func end() -> (text: String, mean: Double, time: (SunTimes) -> Double) {
      if Int.random(in: 0..<3, using: &random) == 0 {
        let minutes = Int.random(in: 0..<48, using: &random) * 30
        let time = ClockTime(seconds: Double(minutes) * 60)
        return (time.description, time.seconds, { _ in time.seconds })
      }
      let event = SolarEvent.allCases.randomElement(using: &random) ?? .dawn
      let offset = Int.random(in: -4...4, using: &random) * 1800
      let text =
        offset == 0
        ? event.rawValue
        : "(\(event)\(offset < 0 ? "-" : "+")\(ClockTime(seconds: Double(offset.magnitude))))"
      return (text, (mean[event] ?? 0) + Double(offset), { $0[event].seconds + Double(offset) })
    }
    for _ in 0..<300 {
      let (from, to) = (end(), end())
      let place = Coordinate(latitude: Double.random(in: -80...80, using: &random), longitude: 15)
      let date = CivilDate(dayNumber: Int.random(in: 20_454..<20_819, using: &random))
      let context = HoursContext(place: place, utcOffset: { _ in 3600 })
      guard let hours = try? OpeningHours("\(from.text)-\(to.text)") else { continue }
      let sun = SunTimes(on: date, at: place, utcOffset: 3600)
      let tomorrow = SunTimes(on: date.adding(days: 1), at: place, utcOffset: 3600)
      guard hours.rules[0].spans[0].isSolar else { continue }
      var (opens, closes) = (from.time(sun), to.time(sun))
      if closes <= opens { closes = to.mean <= from.mean ? to.time(tomorrow) + 86_400 : opens }
      closes = min(closes, 172_800)
      let windows = hours.windows(on: date, in: context)
      let expected =
        opens < closes
        ? [TimeWindow(ClockTime(seconds: opens), ClockTime(seconds: closes))] : []
      #expect(windows == expected, "\(hours) on \(date) at \(place)")
    }
  }
}

// What `RuleSelection` finds, computed date by date and selector by selector.
extension DaySelector {
  fileprivate func plainlyContains(_ date: CivilDate, _ calendar: HolidayCalendar) -> Bool {
    let year = date.year
    if !years.isEmpty {
      guard
        years.contains(where: {
          year >= $0.from && year <= $0.to && (year - $0.from) % $0.step == 0
        })
      else { return false }
    }
    if !dates.isEmpty {
      guard dates.contains(where: { $0.plainlyContains(date) }) else { return false }
    }
    if !weeks.isEmpty {
      guard weeks.contains(where: { $0.plainlyContains(weekOf: date) }) else { return false }
    }
    if weekdays.isEmpty && holidays.isEmpty { return true }
    let isDay = weekdays.contains { range in
      let date = date.adding(days: -range.offset)
      var weekday = range.from
      while weekday != date.weekday {
        if weekday == range.to { return false }
        weekday = weekday.next
      }
      guard !range.occurrences.isEmpty else { return true }
      let (month, first) = (date.month, date.adding(days: 1 - date.day))
      let same = (0..<31).map { first.adding(days: $0) }
        .filter { $0.month == month && $0.weekday == date.weekday }
      return range.occurrences.contains { number in
        let index = number > 0 ? number - 1 : same.count + number
        return same.indices.contains(index) && same[index] == date
      }
    }
    let isHoliday = holidays.contains {
      let date = date.adding(days: -$0.offset)
      return $0.isSchool ? calendar.isSchoolHoliday(date) : calendar.isPublicHoliday(date)
    }
    return needsBoth ? isDay && isHoliday : isDay || isHoliday
  }
}

extension DaySelector.NumberRange {
  /// Steps week by week from the first Monday of the range.
  fileprivate func plainlyContains(weekOf date: CivilDate) -> Bool {
    for year in date.year - 2...date.year + 1 {
      guard var day = CivilDate(year, 1, 4) else { continue }
      day = day.adding(days: 1 - day.weekday.rawValue)
      let isLong = day.adding(days: 52 * 7).week == 53
      guard from <= (isLong ? 53 : 52) else { continue }
      day = day.adding(days: 7 * (from - 1))
      var (hasWrapped, last) = (false, 0)
      for week in 0..<60 {
        if day.week <= last { hasWrapped = true }
        last = day.week
        if hasWrapped ? from <= to || day.week > to : from <= to && day.week > to { break }
        if week % step == 0, 0..<7 ~= day.days(to: date) { return true }
        day = day.adding(days: 7)
      }
    }
    return false
  }
}

extension DateRange {
  /// Tries all years in which the range may begin.
  fileprivate func plainlyContains(_ date: CivilDate) -> Bool {
    let year = date.year
    if isOpenEnded {
      guard let start = from.date(in: from.year ?? year, missing: .next) else { return false }
      return date >= start
    }
    for first in from.year.map({ $0...$0 }) ?? year - 4...year + 4 {
      if from == to {
        if from.date(in: first, missing: .none) == date { return true }
        continue
      }
      guard let start = from.date(in: first, missing: .next),
        var end = to.date(in: to.year ?? first, missing: .last)
      else { continue }
      if end < start, to.year == nil, let later = to.date(in: first + 1, missing: .last) {
        end = later
      }
      if start <= date, date <= end { return true }
    }
    return false
  }
}
