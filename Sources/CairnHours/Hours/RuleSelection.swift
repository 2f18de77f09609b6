/// Determines which rules apply on which dates, optimized for consecutive dates.
///
/// Results that apply to a whole year or week are computed once for it: for rules with n parts, a
/// date costs O(n) integer comparisons, and each new year the calendar arithmetic of n dates.
struct RuleSelection {
  /// A set of rules.
  struct RuleSet: Hashable {
    private var words: [UInt64]

    init(count: Int) {
      words = Array(repeating: 0, count: (count + 63) / 64)
    }

    mutating func insert(_ rule: Int) { words[rule / 64] |= 1 << UInt64(rule % 64) }

    func contains(_ rule: Int) -> Bool { words[rule / 64] >> UInt64(rule % 64) & 1 != 0 }
  }

  private let rules: [HoursRule]
  private let holidays: HolidayCalendar
  private let hasYears: Bool
  private let hasWeeks: Bool

  private var year: Int?
  /// Whether each rule may apply in the year.
  private var isInYear: [Bool] = []
  /// The days of each rule's dates in the year, as disjoint ranges in order.
  private var dates: [[ClosedRange<Int>]] = []
  /// The Thursday of the week.
  private var thursday: CivilDate?
  /// Whether each rule may apply in the week.
  private var isInWeek: [Bool] = []
  /// A cache of holidays by day number; calendars may be slow.
  private var publicHolidays: [Int: Bool] = [:]
  private var schoolHolidays: [Int: Bool] = [:]

  init(_ rules: [HoursRule], _ holidays: HolidayCalendar) {
    self.rules = rules
    self.holidays = holidays
    hasYears = rules.contains { !$0.days.years.isEmpty || !$0.days.dates.isEmpty }
    hasWeeks = rules.contains { !$0.days.weeks.isEmpty }
  }

  /// The rules that apply on a date.
  mutating func rules(on date: CivilDate) -> RuleSet {
    if hasYears { resolveYear(of: date) }
    if hasWeeks { resolveWeek(of: date) }
    let day = DaySelector.DayOfMonth(date)
    var found = RuleSet(count: rules.count)
    for number in rules.indices where holds(number, on: date, day) { found.insert(number) }
    return found
  }

  private mutating func holds(
    _ number: Int, on date: CivilDate, _ day: DaySelector.DayOfMonth
  ) -> Bool {
    if hasYears {
      guard isInYear[number] else { return false }
      if !rules[number].days.dates.isEmpty, !dates[number].hasElement(date.dayNumber) {
        return false
      }
    }
    if hasWeeks, !isInWeek[number] { return false }
    let (weekdays, holidays) = (rules[number].days.weekdays, rules[number].days.holidays)
    if weekdays.isEmpty && holidays.isEmpty { return true }
    let isDay = weekdays.contains {
      $0.contains($0.offset == 0 ? day : DaySelector.DayOfMonth(date.adding(days: -$0.offset)))
    }
    if isDay != rules[number].days.needsBoth { return isDay }
    for holiday in holidays
    where isHoliday(holiday.kind, date.adding(days: -holiday.offset)) {
      return true
    }
    return false
  }

  private mutating func isHoliday(_ kind: HolidayKind, _ date: CivilDate) -> Bool {
    switch kind {
    case .public:
      if let known = publicHolidays[date.dayNumber] { return known }
      let isHoliday = holidays.isPublicHoliday(date)
      publicHolidays[date.dayNumber] = isHoliday
      return isHoliday
    case .school:
      if let known = schoolHolidays[date.dayNumber] { return known }
      let isHoliday = holidays.isSchoolHoliday(date)
      schoolHolidays[date.dayNumber] = isHoliday
      return isHoliday
    }
  }

  private mutating func resolveYear(of date: CivilDate) {
    let year = date.year
    guard year != self.year else { return }
    self.year = year
    isInYear = rules.map { rule in
      rule.days.years.isEmpty || rule.days.years.contains { $0.contains(year) }
    }
    dates = rules.indices.map { number in
      isInYear[number] ? rules[number].days.dates.flatMap { $0.days(in: year) }.united : []
    }
  }

  private mutating func resolveWeek(of date: CivilDate) {
    let thursday = date.adding(days: 4 - date.weekday.rawValue)
    guard thursday != self.thursday else { return }
    self.thursday = thursday
    let week = date.week
    // December 28 is always in the last week of its year.
    let weeksBefore = CivilDate(thursday.year - 1, 12, 28)?.week
    isInWeek = rules.map { rule in
      rule.days.weeks.isEmpty
        || rule.days.weeks.contains { $0.contains(week, outOf: weeksBefore ?? 52) }
    }
  }
}

extension [ClosedRange<Int>] {
  /// The union as disjoint ranges in order.
  fileprivate var united: [ClosedRange<Int>] {
    guard count > 1 else { return self }
    var united: [ClosedRange<Int>] = []
    for range in sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = united.last, range.lowerBound <= last.upperBound + 1 {
        united[united.count - 1] = last.lowerBound...Swift.max(last.upperBound, range.upperBound)
      } else {
        united.append(range)
      }
    }
    return united
  }

  /// Whether a number is in one of the ranges, which are disjoint and in order.
  fileprivate func hasElement(_ number: Int) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].upperBound < number { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].lowerBound <= number
  }
}
