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

extension HoursRule {
  /// Whether some of the times overlap, as far as the clock tells.
  var hasOverlappingTimes: Bool {
    let windows = spans.compactMap { $0.window }.sorted { $0.opens < $1.opens }
    return zip(windows, windows.dropFirst()).contains { $0.closes > $1.opens }
  }
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

    /// Whether a number is among them; a range may go over the end of a year if it is known after how
    /// many numbers it starts again at 1.
    func contains(_ number: Int, outOf count: Int? = nil) -> Bool {
      if from <= to { return from...to ~= number && (number - from) % step == 0 }
      guard let count else { return false }
      if number >= from { return (number - from) % step == 0 }
      return number <= to && (number + count - from) % step == 0
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

    /// Whether a day is among them, which is the one asked about but for the offset.
    func contains(_ day: DayOfMonth) -> Bool {
      contains(day.weekday)
        && (occurrences.isEmpty || occurrences.contains(day.number)
          || occurrences.contains(-day.numberFromEnd))
    }
  }

  /// Public or school holidays, or days before or after them.
  struct HolidaySelector: Hashable, Sendable {
    var isSchool: Bool
    var offset = 0

    var kind: HolidayKind { isSchool ? .school : .public }
  }

  /// A day of the week and which one of its month it is.
  struct DayOfMonth {
    let weekday: Weekday
    /// 1 for the first such day of the month.
    let number: Int
    /// 1 for the last one.
    let numberFromEnd: Int

    init(_ date: CivilDate) {
      let (year, month, day) = date.parts
      weekday = date.weekday
      number = (day - 1) / 7 + 1
      numberFromEnd = (CivilDate.lengthOfMonth(month, in: year) - day) / 7 + 1
    }
  }

  /// True where the day of the week does not tell whether a day is meant, holidays aside.
  var needsDate: Bool {
    !years.isEmpty || !dates.isEmpty || !weeks.isEmpty
      || weekdays.contains { !$0.occurrences.isEmpty }
  }

  /// Whether other days have nothing of the kind that these have: years and dates, weeks, or days of
  /// the week and holidays.
  func isApart(from other: DaySelector) -> Bool {
    let haveDates = hasDates && other.hasDates
    let haveWeeks = !weeks.isEmpty && !other.weeks.isEmpty
    return !haveDates && !haveWeeks && !(hasDays && other.hasDays)
      && !(self == DaySelector() && other.hasDays)
  }

  /// How many days or ranges of days are named, of all kinds together.
  var partCount: Int {
    years.count + dates.count + weeks.count + weekdays.count + holidays.count
  }

  private var hasDates: Bool { !years.isEmpty || !dates.isEmpty }
  private var hasDays: Bool { !weekdays.isEmpty || !holidays.isEmpty }

  /// Adds days that are apart from these: both have to hold.
  mutating func add(_ other: DaySelector) {
    years += other.years
    dates += other.dates
    weeks += other.weeks
    weekdays += other.weekdays
    holidays += other.holidays
    needsBoth = needsBoth || other.needsBoth
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
