/// A range of calendar days, in one year or in every year.
struct DateRange: Hashable, Sendable {
  var from: DatePoint
  var to: DatePoint
  /// Whether the range is open-ended: forever if its first day has a year, otherwise to the end of
  /// the year.
  var isOpenEnded = false

  /// The year in which the range ends, if it is known without Easter or a weekday.
  var yearOfEnd: Int? {
    guard to.year == nil, let year = from.year, case .day(let month, let day) = to.kind,
      case .day(let firstMonth, let firstDay) = from.kind
    else { return to.year ?? from.year }
    return (month, day) < (firstMonth, firstDay) ? year + 1 : year
  }

  /// Whether the range has no year and begins and ends within the same calendar year.
  var isWithinYear: Bool {
    guard from.year == nil, to.year == nil, !isOpenEnded else { return false }
    if from == to { return true }
    guard case .day(let month, let day) = from.kind, case .day(let lastMonth, let lastDay) = to.kind
    else { return false }
    return (month, day) <= (lastMonth, lastDay)
  }

  /// Whether the range has several days of one month.
  var isWithinMonth: Bool {
    guard case .day(let month, let day) = from.kind, case .day(month, let last) = to.kind
    else { return false }
    return day < last
  }

  /// The days of a year in the range, as day numbers; some of the results may touch or overlap.
  func days(in year: Int) -> [ClosedRange<Int>] {
    guard let first = CivilDate(year, 1, 1)?.dayNumber,
      let last = CivilDate(year, 12, 31)?.dayNumber
    else { return [] }
    if isOpenEnded {
      guard let start = from.date(in: from.year ?? year, missing: .next)?.dayNumber, start <= last
      else { return [] }
      return [max(start, first)...last]
    }
    var found: [ClosedRange<Int>] = []
    for begin in yearsOfBegin(for: year) {
      guard let (start, end) = days(fromYear: begin), start <= last, end >= first else { continue }
      found.append(max(start, first)...min(end, last))
    }
    return found
  }

  /// The years in which ranges may begin that include days of a given year.
  private func yearsOfBegin(for year: Int) -> ClosedRange<Int> {
    if let year = from.year { return year...year }
    // Includes ranges across the end of a year, as far as the offsets reach.
    let earliest = max(from.offset, to.offset, 0) / 365 + 1
    let latest = max(-from.offset, -to.offset, 0) / 365 + 1
    return year - earliest...year + latest
  }

  /// The first and last day of the range that begins in a year.
  private func days(fromYear year: Int) -> (Int, Int)? {
    if from == to {
      return from.date(in: year, missing: .none).map { ($0.dayNumber, $0.dayNumber) }
    }
    guard let start = from.date(in: year, missing: .next),
      let end = to.date(in: to.year ?? year, missing: .last)
    else { return nil }
    if end >= start { return (start.dayNumber, end.dayNumber) }
    // The range ends in the following year.
    guard to.year == nil, let later = to.date(in: year + 1, missing: .last), later >= start
    else { return nil }
    return (start.dayNumber, later.dayNumber)
  }
}

/// A calendar day whose date may differ from year to year.
struct DatePoint: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A day of a month.
    case day(month: Int, day: Int)
    /// The n-th weekday of a month, such as the second Monday; -1 is the last.
    case weekday(month: Int, Weekday, Int)
    case easter
  }

  /// The substitute for a day that the month does not have.
  enum Missing {
    case none, next, last
  }

  var year: Int?
  var kind: Kind
  /// The weekday to move to: the first on or after the date, or with `goesBack` the last on or
  /// before it.
  var weekday: Weekday?
  var goesBack = false
  /// The number of days to add after all other steps.
  var offset = 0

  /// The date of the day in a year.
  func date(in year: Int, missing: Missing) -> CivilDate? {
    guard -9_990...9_990 ~= year else { return nil }
    var date: CivilDate?
    switch kind {
    case .easter: date = .easter(in: year)
    case .day(let month, let day):
      date = CivilDate(year, month, day)
      if date == nil {
        switch missing {
        case .none: return nil
        case .next: date = CivilDate(year, month + 1, 1)
        case .last: date = CivilDate(year, month, CivilDate.lengthOfMonth(month, in: year))
        }
      }
    case .weekday(let month, let weekday, let number):
      let length = CivilDate.lengthOfMonth(month, in: year)
      guard let first = CivilDate(year, month, 1) else { return nil }
      let start = (weekday.rawValue - first.weekday.rawValue + 7) % 7
      let count = (length - 1 - start) / 7 + 1
      let index = number > 0 ? number - 1 : count + number
      guard 0..<count ~= index else { return nil }
      date = first.adding(days: start + 7 * index)
    }
    guard var date else { return nil }
    if let weekday {
      let ahead = weekday.rawValue - date.weekday.rawValue
      date = date.adding(days: goesBack ? -((7 - ahead) % 7) : (ahead + 7) % 7)
    }
    return date.adding(days: offset)
  }
}
