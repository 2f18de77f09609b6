/// One rule of opening hours: on which days, at what times, in which state.
struct HoursRule: Hashable, Sendable {
  /// What a rule does to those before it, on the days that it is for.
  enum Link: Hashable, Sendable {
    /// It takes their place: behind a semicolon.
    case replaces
    /// It goes on top of them: behind a comma.
    case adds
    /// It holds where they leave a place closed: behind two bars.
    case fallsBack
  }

  var link = Link.replaces
  var days = DaySelector()
  /// The times; none for the whole day.
  var spans: [HoursSpan] = []
  var state = OpeningHours.State.open
  var comment: String?

  /// True for `off` without times, which clears a day.
  var clearsDays: Bool { state == .closed && spans.isEmpty && link != .fallsBack }

  /// True where the day of the week does not tell what the rule says.
  var needsDate: Bool { days.needsDate || spans.contains { $0.isSolar } }
}

/// A time from an opening to a closing.
struct HoursSpan: Hashable, Sendable {
  /// One end of a span.
  enum End: Hashable, Sendable {
    /// Seconds from midnight.
    case clock(Double)
    /// Seconds after something that the sun does.
    case solar(SolarEvent, Double)
  }

  var from: End
  var to: End

  /// The whole day.
  static let day = HoursSpan(from: .clock(0), to: .clock(86_400))

  /// True when the sun has a say in it.
  var isSolar: Bool {
    if case .clock = from, case .clock = to { false } else { true }
  }

  /// The span as a window, unless the sun has a say in it.
  var window: TimeWindow? {
    guard case .clock(let opens) = from, case .clock(let closes) = to else { return nil }
    return TimeWindow(ClockTime(seconds: opens), ClockTime(seconds: closes))
  }
}

/// On which days a rule holds: those that each of its parts, where it has any, is for.
struct DaySelector: Hashable, Sendable {
  var years: [NumberRange] = []
  var dates: [DateRange] = []
  var weeks: [NumberRange] = []
  var weekdays: [WeekdayRange] = []
  var holidays: [HolidaySelector] = []
  /// Whether a day has to be a holiday and one of the days of the week (`PH Mo-Fr`), not either.
  var needsBoth = false

  /// Numbers of years or weeks, each so many after the one before.
  struct NumberRange: Hashable, Sendable {
    var from: Int
    var to: Int
    var step = 1

    /// The same numbers; of a single one no step is kept.
    var withoutIdleStep: NumberRange {
      from == to ? NumberRange(from: from, to: to) : self
    }

    /// Whether a number is among them; with `wrap` a range may go over the end of a year.
    func contains(_ number: Int, wrap: Int? = nil) -> Bool {
      if from <= to { return from...to ~= number && (number - from) % step == 0 }
      guard let wrap else { return false }
      if number >= from { return (number - from) % step == 0 }
      return number <= to && (number + wrap - from) % step == 0
    }
  }

  /// Days of the week, all or some of a month.
  struct WeekdayRange: Hashable, Sendable {
    var from: Weekday
    var to: Weekday
    /// Which of a month, from 1, or from its end with -1 for the last; none for all.
    var occurrences: [Int] = []
    /// How many days later.
    var offset = 0

    func contains(_ weekday: Weekday) -> Bool {
      from.rawValue <= to.rawValue
        ? from.rawValue...to.rawValue ~= weekday.rawValue
        : weekday.rawValue >= from.rawValue || weekday.rawValue <= to.rawValue
    }

    func contains(_ date: CivilDate) -> Bool {
      let date = date.adding(days: -offset)
      guard contains(date.weekday) else { return false }
      if occurrences.isEmpty { return true }
      let (year, month, day) = date.parts
      let fromEnd = (CivilDate.lengthOfMonth(month, in: year) - day) / 7 + 1
      return occurrences.contains((day - 1) / 7 + 1) || occurrences.contains(-fromEnd)
    }
  }

  /// Public or school holidays, or days before or after them.
  struct HolidaySelector: Hashable, Sendable {
    var isSchool: Bool
    var offset = 0

    func contains(_ date: CivilDate, _ holidays: HolidayCalendar) -> Bool {
      let date = date.adding(days: -offset)
      return isSchool ? holidays.isSchoolHoliday(date) : holidays.isPublicHoliday(date)
    }
  }

  /// True where the day of the week does not tell whether a day is meant, holidays aside.
  var needsDate: Bool {
    !years.isEmpty || !dates.isEmpty || !weeks.isEmpty
      || weekdays.contains { !$0.occurrences.isEmpty }
  }

  /// Whether the rule holds on a date.
  func contains(_ date: CivilDate, _ calendar: HolidayCalendar) -> Bool {
    if !years.isEmpty {
      let year = date.year
      guard years.contains(where: { $0.contains(year) }) else { return false }
    }
    guard dates.isEmpty || dates.contains(where: { $0.contains(date) }) else { return false }
    if !weeks.isEmpty {
      let week = date.week
      guard weeks.contains(where: { $0.contains(week, wrap: 53) }) else { return false }
    }
    if weekdays.isEmpty && holidays.isEmpty { return true }
    let isDay = weekdays.contains { $0.contains(date) }
    if isDay != needsBoth { return isDay }
    return holidays.contains { $0.contains(date, calendar) }
  }

  /// Whether the rule holds on a day of the week of which the date is not known.
  func contains(_ weekday: Weekday) -> Bool {
    if needsDate { return false }
    if weekdays.isEmpty && holidays.isEmpty { return true }
    return !needsBoth
      && weekdays.contains {
        $0.contains(
          Weekday(rawValue: ((weekday.rawValue - 1 - $0.offset) % 7 + 7) % 7 + 1) ?? weekday)
      }
  }
}
