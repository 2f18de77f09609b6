/// One rule of opening hours: days, times and a state.
struct HoursRule: Hashable, Sendable {
  /// The effect of a rule on earlier ones, on the days to which it applies.
  enum Link: Hashable, Sendable {
    /// Replaces them: after a semicolon.
    case replaces
    /// Adds to them: after a comma.
    case adds
    /// Applies where they leave the place closed: after two bars.
    case fallsBack
  }

  var link = Link.replaces
  var days = DaySelector()
  /// The times; empty for the whole day.
  var spans: [HoursSpan] = []
  var state = OpeningHours.State.open
  var comment: String?

  /// Whether the rule is `off` without times, which clears a day.
  var clearsDays: Bool { state == .closed && spans.isEmpty && link != .fallsBack }

  /// Whether the weekday alone does not determine the rule's effect.
  var needsDate: Bool { days.needsDate || spans.contains { $0.isSolar } }
}

extension HoursRule {
  /// Whether some of the clock times overlap.
  var hasOverlappingTimes: Bool {
    let windows = spans.compactMap { $0.window }.sorted { $0.opens < $1.opens }
    return zip(windows, windows.dropFirst()).contains { $0.closes > $1.opens }
  }
}

/// A period from an opening to a closing.
struct HoursSpan: Hashable, Sendable {
  /// One end of a span.
  enum End: Hashable, Sendable {
    /// Seconds from midnight.
    case clock(Double)
    /// Seconds after an event of the sun.
    case solar(SolarEvent, Double)
  }

  var from: End
  var to: End

  /// The whole day.
  static let day = HoursSpan(from: .clock(0), to: .clock(86_400))

  /// Whether either end depends on the sun.
  var isSolar: Bool {
    if case .clock = from, case .clock = to { false } else { true }
  }

  /// The span as a window; nil if it depends on the sun.
  var window: TimeWindow? {
    guard case .clock(let opens) = from, case .clock(let closes) = to else { return nil }
    return TimeWindow(ClockTime(seconds: opens), ClockTime(seconds: closes))
  }
}

/// The days on which a rule applies: those that match each of its parts that is not empty.
struct DaySelector: Hashable, Sendable {
  var years: [NumberRange] = []
  var dates: [DateRange] = []
  var weeks: [NumberRange] = []
  var weekdays: [WeekdayRange] = []
  var holidays: [HolidaySelector] = []
  /// Whether a day must be both a holiday and one of the weekdays (`PH Mo-Fr`), rather than either.
  var needsBoth = false

  /// A range of years or weeks, with a step.
  struct NumberRange: Hashable, Sendable {
    var from: Int
    var to: Int
    var step = 1

    /// The range without the step if it is a single number.
    var withoutIdleStep: NumberRange {
      from == to ? NumberRange(from: from, to: to) : self
    }

    /// Whether the range contains a number.
    ///
    /// With `count`, the numbers wrap around, so that a range may cross the end of a year.
    func contains(_ number: Int, outOf count: Int? = nil) -> Bool {
      if from <= to { return from...to ~= number && (number - from) % step == 0 }
      guard let count else { return false }
      if number >= from { return (number - from) % step == 0 }
      return number <= to && (number + count - from) % step == 0
    }
  }

  /// A range of weekdays, all or some of a month.
  struct WeekdayRange: Hashable, Sendable {
    var from: Weekday
    var to: Weekday
    /// The occurrences in a month, from 1, or from its end with -1 for the last; empty for all.
    var occurrences: [Int] = []
    /// The number of days to add.
    var offset = 0

    /// The fewest ranges of weekdays in order.
    static func ranges(of days: [Weekday]) -> [WeekdayRange] {
      var ranges: [WeekdayRange] = []
      for day in days {
        if let last = ranges.last, last.to.rawValue + 1 == day.rawValue {
          ranges[ranges.count - 1].to = day
        } else {
          ranges.append(WeekdayRange(from: day, to: day))
        }
      }
      return ranges
    }

    func contains(_ weekday: Weekday) -> Bool {
      from.rawValue <= to.rawValue
        ? from.rawValue...to.rawValue ~= weekday.rawValue
        : weekday.rawValue >= from.rawValue || weekday.rawValue <= to.rawValue
    }

    /// Whether the range contains a day, with the offset already subtracted.
    func contains(_ day: DayOfMonth) -> Bool {
      contains(day.weekday)
        && (occurrences.isEmpty || occurrences.contains(day.number)
          || occurrences.contains(-day.numberFromEnd))
    }
  }

  /// Public or school holidays, or days relative to them.
  struct HolidaySelector: Hashable, Sendable {
    var isSchool: Bool
    var offset = 0

    var kind: HolidayKind { isSchool ? .school : .public }
  }

  /// A weekday with its occurrence in the month.
  struct DayOfMonth {
    let weekday: Weekday
    /// The occurrence from the start of the month, from 1.
    let number: Int
    /// The occurrence from the end of the month, from 1.
    let numberFromEnd: Int

    init(_ date: CivilDate) {
      let (year, month, day) = date.parts
      weekday = date.weekday
      number = (day - 1) / 7 + 1
      numberFromEnd = (CivilDate.lengthOfMonth(month, in: year) - day) / 7 + 1
    }
  }

  /// Whether the weekday alone does not determine if a day matches, ignoring holidays.
  var needsDate: Bool {
    !years.isEmpty || !dates.isEmpty || !weeks.isEmpty
      || weekdays.contains { !$0.occurrences.isEmpty }
  }

  /// Whether two selectors use disjoint kinds of parts: years and dates, weeks, or weekdays and
  /// holidays.
  func isApart(from other: DaySelector) -> Bool {
    let haveDates = hasDates && other.hasDates
    let haveWeeks = !weeks.isEmpty && !other.weeks.isEmpty
    return !haveDates && !haveWeeks && !(hasDays && other.hasDays)
      && !(self == DaySelector() && other.hasDays)
  }

  /// Whether the days are weekdays of every week, or all days.
  var areUsual: Bool { !needsDate && holidays.isEmpty }

  /// The total number of parts of all kinds.
  var partCount: Int {
    years.count + dates.count + weeks.count + weekdays.count + holidays.count
  }

  private var hasDates: Bool { !years.isEmpty || !dates.isEmpty }
  private var hasDays: Bool { !weekdays.isEmpty || !holidays.isEmpty }

  /// Adds the parts of a selector with disjoint kinds: both must match.
  mutating func add(_ other: DaySelector) {
    years += other.years
    dates += other.dates
    weeks += other.weeks
    weekdays += other.weekdays
    holidays += other.holidays
    needsBoth = needsBoth || other.needsBoth
  }

  /// Removes weekdays; returns false if they are not, or not clearly, among the days.
  mutating func remove(_ others: [WeekdayRange]) -> Bool {
    guard holidays.isEmpty,
      (weekdays + others).allSatisfy({ $0.occurrences.isEmpty && $0.offset == 0 })
    else { return false }
    let all = Weekday.allCases
    let had = all.filter { day in weekdays.isEmpty || weekdays.contains { $0.contains(day) } }
    let gone = all.filter { day in others.contains { $0.contains(day) } }
    let left = had.filter { !gone.contains($0) }
    guard !left.isEmpty, left.count + gone.count == had.count else { return false }
    weekdays = WeekdayRange.ranges(of: left)
    return true
  }

  /// Whether the rule applies on a weekday without a known date.
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
