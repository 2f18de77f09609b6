extension OpeningHoursParser {
  /// Whether a year, a month or Easter follows.
  var isDate: Bool { isYear || isMonthOrEaster }

  /// Whether the next four digits are a year, or may be one, rather than a time.
  ///
  /// Opening hours contain no years before 2000, so `1900-2100` are times.
  var isYear: Bool {
    guard digitCount == 4, bytes[index] != UInt8(ascii: "0") else { return false }
    if bytes[index] == UInt8(ascii: "1"), bytes[index + 1] != UInt8(ascii: "9") { return false }
    let next = index + 4 < bytes.count ? bytes[index + 4] : 0
    if next == UInt8(ascii: ":") || next == UInt8(ascii: ".") { return false }
    guard let range = fourDigitRange else {
      return next != UInt8(ascii: "+") || bytes[index] != UInt8(ascii: "1")
        || !Self.isTimeOfDay(number(at: index))
    }
    return range.from >= 2000 && range.to >= 2000 || !Self.isTimeOfDay(range.from)
      || !Self.isTimeOfDay(range.to)
  }

  /// Whether the next numbers, which may be years, are times because the times before them are
  /// written without a colon; years before a month are not.
  func areFourDigitTimes() throws(OpeningHoursError) -> Bool {
    guard let range = fourDigitRange, Self.isTimeOfDay(range.from), Self.isTimeOfDay(range.to)
    else { return false }
    var ahead = self
    ahead.index = range.end
    ahead.skipBlanks()
    if ahead.isMonthOrEaster { return false }
    // `0900-1700 2026-2028`
    if range.to < 2100 { throw error(.ambiguous) }
    return true
  }

  /// Two four-digit numbers with a dash between them, and the index after them.
  var fourDigitRange: (from: Int, to: Int, end: Int)? {
    guard digitCount == 4 else { return nil }
    var ahead = self
    let from = ahead.readNumber()
    guard ahead.skipDash(), ahead.digitCount == 4 else { return nil }
    return (from, ahead.readNumber(), ahead.index)
  }

  private func number(at position: Int) -> Int {
    var ahead = self
    ahead.index = position
    return ahead.readNumber()
  }

  /// Whether a number such as 1730 may be a time without a colon.
  private static func isTimeOfDay(_ number: Int) -> Bool { number % 100 < 60 && number <= 4800 }

  var isWeek: Bool {
    word == "week" || word == "weeks"
  }

  /// Parses year_selector and monthday_selector: years, months and dates.
  mutating func readDates(_ days: inout DaySelector) throws(OpeningHoursError) {
    while isYear {
      let start = index
      days.years.append(try readYears(from: readNumber(), at: start))
      let end = index
      skipBlanks()
      if isMonthOrEaster { break }
      let isList = skip(",")
      skipBlanks()
      guard isList, isYear else {
        // A date after a comma may belong to one of these years or to every year.
        if isList, isMonthOrEaster { throw error(.ambiguous) }
        index = end
        return
      }
    }
    // A single year belongs to the date.
    var year: Int?
    if days.years.count == 1, days.years[0].from == days.years[0].to {
      year = days.years.removeLast().from
    }
    while true {
      let mayGoOn = try readDateRange(year, &days.dates)
      // `1 Jan 2026, 25 Dec` may mean one year or every year.
      let hasYear = days.dates.last?.from.year != nil
      if hasYear ? !days.years.isEmpty : days.dates.dropLast().last?.from.year != nil {
        throw error(.ambiguous)
      }
      if mayGoOn { while try readFurtherDay(&days.dates) {} }
      let end = index
      skipBlanks()
      let isList = skip(",") || skipAnd()
      skipBlanks()
      if isList {
        _ = skip(HoursPhrase.from) { $0.isMonthOrEaster }
        if areNumbersDays { _ = skip(HoursPhrase.to) { $0.isDayFirst } }
      }
      guard isList, isDate else {
        index = end
        return
      }
      if isYear {
        let start = index
        year = readNumber()
        skipBlanks()
        guard isMonthOrEaster else { throw error(.dates, at: start) }
      }
    }
  }

  /// Parses a comma followed by another day, or range of days, in the month of the last date;
  /// returns false if none exists.
  private mutating func readFurtherDay(
    _ dates: inout [DateRange]
  ) throws(OpeningHoursError) -> Bool {
    guard let last = dates.last, case .day(let month, _) = last.to.kind else { return false }
    let year = last.yearOfEnd
    let end = index
    skipBlanks()
    guard skip(",") else {
      index = end
      return false
    }
    skipBlanks()
    guard isDayOfMonth else {
      index = end
      return false
    }
    let first = DatePoint(year: year, kind: .day(month: month, day: try readDayOfMonth(month)))
    var range = DateRange(from: first, to: first)
    if skipDash() {
      guard isDayOfMonth else { throw error(.dates) }
      range.to.kind = .day(month: month, day: try readDayOfMonth(month))
    }
    dates.append(range)
    return true
  }

  /// Parses years after dates; `dates` is the index where these begin: `Feb 2026`, `Feb 1-14
  /// 2026-2028`.
  mutating func readYears(
    behind dates: Int, _ days: inout DaySelector
  ) throws(OpeningHoursError) {
    let start = index
    // `Dec 24-Jan 6 2026` may begin or end in that year.
    guard days.dates.count == 1, days.dates[0].isWithinYear else {
      throw error(.ambiguous, at: start)
    }
    let years = try readYears(from: readNumber(), at: start)
    guard years.from == years.to else {
      days.years = [years]
      return
    }
    // A single year belongs to the date.
    let end = index
    index = dates
    days.dates = []
    _ = try readDateRange(years.from, &days.dates)
    index = end
  }

  /// Parses year_range: `2026`, `2026-2028`, `2026-2036/2`, `2026+`.
  private mutating func readYears(
    from first: Int, at start: Int
  ) throws(OpeningHoursError) -> DaySelector.NumberRange {
    var range = DaySelector.NumberRange(from: first, to: first)
    if skip("+") {
      range.to = 9999
      try noteYears(first, first, at: start)
    } else if skipDash() {
      guard isYear || digitCount == 4 else { throw error(.dates) }
      range.to = readNumber()
      guard range.to >= first else { throw error(.dates, at: start) }
      if skip("/") {
        range.step = try readStep()
      } else {
        try noteYears(first, range.to, at: start)
      }
    }
    return range.withoutIdleStep
  }

  /// Records years that may be times, and throws if they more likely are: `2000-2200`.
  private mutating func noteYears(
    _ first: Int, _ last: Int, at start: Int
  ) throws(OpeningHoursError) {
    guard Self.isTimeOfDay(first), Self.isTimeOfDay(last) else { return }
    guard last < 2100 else { throw error(.ambiguous, at: start) }
    yearsOrTimes = yearsOrTimes ?? start
  }

  /// Parses week_selector: `week 1-53/2,7`.
  mutating func readWeeks(_ days: inout DaySelector) throws(OpeningHoursError) {
    index = wordEnd
    while true {
      skipBlanks()
      let start = index
      guard 1...2 ~= digitCount else { throw error(.dates) }
      let first = readNumber()
      var range = DaySelector.NumberRange(from: first, to: first)
      if skipDash() {
        range.to = readNumber()
        if skip("/") { range.step = try readStep() }
      }
      guard 1...53 ~= range.from, 1...53 ~= range.to else { throw error(.dates, at: start) }
      days.weeks.append(range.withoutIdleStep)
      let end = index
      skipBlanks()
      guard skip(",") else { return }
      skipBlanks()
      if isWeek {
        index = wordEnd
      } else if !isDayOfMonth {
        index = end
        return
      }
    }
  }

  private mutating func readStep() throws(OpeningHoursError) -> Int {
    let start = index
    let step = readNumber()
    guard 1...1_000 ~= step else { throw error(.dates, at: start) }
    return step
  }

  /// Parses monthday_range: from one date or month to another; returns whether further days of the
  /// last month may follow.
  private mutating func readDateRange(
    _ year: Int?, _ dates: inout [DateRange]
  ) throws(OpeningHoursError) -> Bool {
    let start = index
    var isDayLast = !isDayFirst
    let (from, isMonth) = try readDatePoint(year, isMonth: false)
    var range = DateRange(from: from, to: from)
    if isMonth { range.to.kind = lastDay(of: from) }
    if skip("+") {
      range.isOpenEnded = true
    } else if skipDash() || skipToDate() {
      var other: Int?
      if isYear {
        // An end year without a start year is ambiguous.
        guard year != nil else { throw error(.ambiguous, at: start) }
        other = readNumber()
        skipBlanks()
      }
      if other != nil || isMonthOrEaster {
        isDayLast = isDayLast && !isDayFirst
        let (to, isWholeMonth) = try readDatePoint(other, isMonth: isMonth)
        // `Jan 5-Mar` may end on the first or the last day of March.
        guard isWholeMonth == isMonth, to.year == nil || from.year != nil else {
          throw error(.ambiguous, at: start)
        }
        range.to = to
        if isWholeMonth { range.to.kind = lastDay(of: to) }
      } else if !isMonth, isDayOfMonth, let (month, first) = monthAndDay(of: from) {
        // Days of one month, or into the next one if the number decreases.
        let day = readNumber()
        let last = day < first ? month % 12 + 1 : month
        guard 1...31 ~= day else { throw error(.dates) }
        range.to = DatePoint(
          year: day < first && month == 12 ? year.map { $0 + 1 } : year,
          kind: .day(month: last, day: day))
        if let offset = readDayOffset() { range.to.offset = offset }
      } else {
        throw error(.dates)
      }
    }
    dates.append(range)
    return isDayLast && !isMonth
  }

  /// Skips a word such as `bis` or `à` before another date.
  private mutating func skipToDate() -> Bool {
    let start = index
    skipBlanks()
    if skipThrough() || skip(HoursPhrase.to, before: { $0.isMonthOrEaster }) { return true }
    index = start
    return false
  }

  private func monthAndDay(of point: DatePoint) -> (Int, Int)? {
    switch point.kind {
    case .day(let month, let day): (month, day)
    case .weekday(let month, _, _): (month, 1)
    case .easter: nil
    }
  }

  private func lastDay(of point: DatePoint) -> DatePoint.Kind {
    // 31 is clamped to the last day of shorter months.
    monthAndDay(of: point).map { .day(month: $0.0, day: 31) } ?? point.kind
  }

  /// Parses date_from and date_to: a month, a day of it, one of its weekdays, or Easter.
  ///
  /// After a range of months a weekday does not refer to the last month only.
  private mutating func readDatePoint(
    _ year: Int?, isMonth isMonthBefore: Bool
  ) throws(OpeningHoursError) -> (point: DatePoint, isMonth: Bool) {
    var point = DatePoint(year: year, kind: .easter)
    var isMonth = false
    if isDigit, var day = readDayFirst() {
      day.year = day.year ?? year
      point = day
    } else if let (date, end) = namedDate {
      point = date
      point.year = year
      index = end
    } else if !skipWord(["easter"]) {
      guard let month else { throw error(.dates) }
      index = wordEnd
      if peek == UInt8(ascii: "."), !isDigit(at: index + 1) { index += 1 }
      let end = index
      skipBlanks()
      if isDayOfMonth {
        point.kind = .day(month: month, day: try readDayOfMonth(month))
      } else if !isMonthBefore, let (weekday, number) = try readWeekdayOfMonth() {
        point.kind = .weekday(month: month, weekday, number)
      } else {
        point.kind = .day(month: month, day: 1)
        isMonth = true
        index = end
      }
    }
    if !isMonth { readDateOffset(&point) }
    return (point, isMonth)
  }

  /// Whether a number of one or two digits follows that does not begin a time.
  private var isDayOfMonth: Bool {
    let count = digitCount
    guard 1...2 ~= count, number(at: index) > 0 else { return false }
    let next = index + count < bytes.count ? bytes[index + count] : 0
    var ahead = self
    ahead.index += count
    // `Oktober 10-18 Uhr`
    if ahead.skipDash(), 1...2 ~= ahead.digitCount {
      ahead.index += ahead.digitCount
      ahead.skipBlanks()
      if ahead.phraseEnd(HoursPhrase.clockMark) != nil { return false }
    }
    switch next {
    case UInt8(ascii: "h"): return false
    // A colon may separate the day from the times, as in `Dec 24: 10:00-12:00`.
    case UInt8(ascii: ":"), UInt8(ascii: "."): return !isDigit(at: index + count + 1)
    case UInt8(ascii: "a"), UInt8(ascii: "p"): return false
    default: return true
    }
  }

  private mutating func readDayOfMonth(_ month: Int) throws(OpeningHoursError) -> Int {
    let start = index
    let day = readNumber()
    guard 1...CivilDate.lengthOfMonth(month, in: 2000) ~= day else {
      throw error(.dates, at: start)
    }
    if peek == UInt8(ascii: "."), !isDigit(at: index + 1) { index += 1 }
    return day
  }

  /// Parses `Su[-1]`, one of a month's weekdays; returns nil for a weekday that does not belong to
  /// the month.
  private mutating func readWeekdayOfMonth() throws(OpeningHoursError) -> (Weekday, Int)? {
    let start = index
    let name = word
    guard name.utf8.count >= 2, let weekday = Weekday(name) else { return nil }
    index = wordEnd
    if peek == UInt8(ascii: "[") {
      let numbers = try readOccurrences()
      let end = index
      skipBlanks()
      // A list applies to weekdays of the whole month.
      let isList = skip(",")
      skipBlanks()
      if numbers.count == 1, !isList || !isDay {
        index = end
        return (weekday, numbers[0])
      }
    }
    index = start
    return nil
  }

  /// Parses date_offset: the next Sunday (`+Su`), the previous one (`-Su`), or a number of days.
  private mutating func readDateOffset(_ point: inout DatePoint) {
    let start = index
    skipBlanks()
    let isBack = skip("-")
    if isBack || skip("+"), word.utf8.count == 2, let weekday = Weekday(word) {
      index += 2
      point.weekday = weekday
      point.goesBack = isBack
    } else {
      index = start
    }
    if let offset = readDayOffset() { point.offset = offset }
  }
}
