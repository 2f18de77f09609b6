/// Notations of signs and web pages.
extension OpeningHoursParser {
  /// Whether days follow on which a place is closed, as in `closed Mondays`.
  var isClosedOnDays: Bool {
    if isNewLine { return false }
    var ahead = self
    if ahead.skip(":") { ahead.skipBlanks() }
    ahead.areNumbersDays = true
    if ahead.skip(HoursPhrase.from, before: { $0.isSelector }) { return true }
    if ahead.skip(HoursPhrase.to, before: { $0.isDayFirst }) { return true }
    if ahead.skip(HoursPhrase.forBreak, before: { $0.isTime }) { return true }
    return ahead.isSelector
  }

  /// Whether days or times follow on which a place is closed, as in `closed 12-13`.
  var isClosing: Bool {
    var ahead = self
    return isClosedOnDays
      || !isNewLine && (isClock || ahead.skip(HoursPhrase.from) { $0.isClock })
  }

  /// Whether a word for a break and its times follow.
  var isBreak: Bool {
    var ahead = self
    guard ahead.skip(HoursPhrase.breaks) else { return false }
    ahead.skipBlanks()
    if ahead.skip(":") { ahead.skipBlanks() }
    return ahead.isTime
  }

  /// Whether a word for a meal and its days or times follow.
  var isMeal: Bool {
    var ahead = self
    return ahead.skipMeal()
  }

  /// Skips a word for a meal before its days or times.
  mutating func skipMeal() -> Bool {
    let start = index
    if skip(HoursPhrase.meals) {
      skipBlanks()
      if skip(":") { skipBlanks() }
      if isTime || isSelector || skip(HoursPhrase.from, before: { $0.isSelector }) { return true }
    }
    index = start
    return false
  }

  /// Whether days or times follow a word such as `open`.
  var isOpenAtTimes: Bool {
    var ahead = self
    if ahead.skip(":") { ahead.skipBlanks() }
    if ahead.skip(HoursPhrase.from, before: { $0.isSelector }) { return true }
    return ahead.isSelector || ahead.isTime
  }

  var isAppointment: Bool { phraseEnd(HoursPhrase.appointment) != nil }

  /// Whether the white space before the index contains a line break.
  var isNewLine: Bool {
    bytes[..<index].reversed().prefix { $0 <= 0x20 }.contains(0x0A)
  }

  /// Whether days follow, or a word such as `closed` or `open` before them.
  var isRule: Bool {
    var ahead = self
    return isSelector || isStatedRule || ahead.skip(HoursPhrase.from, before: { $0.isSelector })
      || ahead.skip(HoursPhrase.closed, before: { $0.isClosing })
      || ahead.skip(HoursPhrase.open, before: { $0.isOpenAtTimes })
  }

  /// Whether a word follows that begins a rule: for the rest of the days, a part of the day, or a
  /// closing time.
  var isStatedRule: Bool {
    phraseEnd(HoursPhrase.rest) != nil || isDayPart || isUntil || isBreak || isMeal
  }

  /// Skips a sign between rules on web pages: a bar, a bullet, a dash or a period.
  mutating func skipMark() -> Bool {
    let start = index
    let isApart = index > 0 && bytes[index - 1] <= 0x20
    guard
      skip(".") || skip("|") || skip("\u{2022}") || skip("\u{B7}") || isApart && skipDash()
    else { return false }
    skipBlanks()
    if index == bytes.count || isRule || isAppointment { return true }
    index = start
    return false
  }

  /// Skips a comma such as that of `Tuesday to Sunday, 10am-5pm`, if a condition holds after it.
  mutating func skipComma(before condition: (OpeningHoursParser) -> Bool) {
    let start = index
    skipBlanks()
    if skip(",") {
      skipBlanks()
      if condition(self) { return }
    }
    index = start
  }

  /// Whether a colon and a time follow.
  var isColonBeforeTime: Bool {
    guard peek == UInt8(ascii: ":") else { return false }
    var ahead = self
    ahead.index += 1
    ahead.skipBlanks()
    return ahead.isTime
  }

  /// Parses days on which a rule does not apply, as in `daily except Mondays`.
  mutating func readException(
    _ written: inout WrittenRule, _ days: inout DaySelector, isFirst: Bool
  ) throws(OpeningHoursError) {
    let start = index
    var other = DaySelector()
    if skip(HoursPhrase.except, before: { $0.isClosedOnDays }) {
      try readDays(&other)
    } else {
      // `周一除外`
      var ahead = self
      guard peek ?? 0 >= 0xE3, isDay, (try? ahead.readDays(&other)) != nil,
        ahead.skip(HoursPhrase.exceptBehind)
      else { return }
      self = ahead
    }
    written.isExcept = true
    let hasDates = !other.dates.isEmpty || !other.years.isEmpty || !other.weeks.isEmpty
    if !other.weekdays.isEmpty {
      // A single kind of days, and weekdays that the rule has.
      guard !hasDates, days.remove(other.weekdays) else { throw error(.ambiguous, at: start) }
    }
    guard hasDates || !other.holidays.isEmpty else { return }
    // Of other rules the days may be excepted, too.
    guard isFirst, days.isApart(from: other) || !hasDates else {
      throw error(.ambiguous, at: start)
    }
    other.weekdays = []
    written.exception = other
  }

  var isDaily: Bool {
    var ahead = self
    return ahead.skipDaily()
  }

  /// Skips `daily`, `7 days a week` or `7/7`.
  mutating func skipDaily() -> Bool {
    if skip(HoursPhrase.daily) { return true }
    guard peek == UInt8(ascii: "7") || peek == UInt8(ascii: "3") else { return false }
    let texts: [StaticString] = [
      "7/7", "7j/7", "7 j/7", "7j / 7", "7j sur 7", "365 days a year", "365 Tage im Jahr",
      "365 jours par an", "365 días al año", "7 jours sur 7", "7 jours/7", "7 days a week",
      "7 Tage die Woche", "7 Tage in der Woche", "7 giorni su 7", "7 dias por semana",
      "7 días a la semana", "7 dagen per week", "7 dni w tygodniu", "7 dní v týdnu",
    ]
    return texts.contains { skip($0) }
  }

  /// Skips a slash before days, which separates rules just as a missing separator does.
  mutating func skipSlash() -> Bool {
    let start = index
    if skip("/") {
      skipBlanks()
      if isDay || isDate && !isYear { return true }
    }
    index = start
    return false
  }

  /// Skips `24/7`, `24 hours` or `open 24 hours`; returns whether it follows.
  mutating func skipWholeDay() -> Bool {
    let start = index
    let isAlways = skip(HoursPhrase.always)
    if !isAlways, skip(HoursPhrase.open) { skipBlanks() }
    if isAlways || skip(HoursPhrase.always) {
      skipBehindDay()
      return true
    }
    _ = skip(HoursPhrase.from) { $0.peek == UInt8(ascii: "2") }
    if skip("24/7") {
      if !isDigit {
        skipBehindDay()
        return true
      }
    } else if skip("24/24") || skip("24h/24") || skip("24 h/24") {
      _ = skip(HoursPhrase.clockMark)
      skipBlanks()
      _ = skip(",")
      skipBlanks()
      _ = skip(HoursPhrase.and) { $0.isDaily }
      _ = skipDaily()
      if !isDigit { return true }
    } else if skip("24 ore su 24") {
      skipBehindDay()
      return true
    } else if skip("24") {
      skipBlanks()
      if skip(HoursPhrase.dayLength) || skip(HoursPhrase.clockMark), !skipTo(), !isDigit {
        _ = skip(".")
        skipBehindDay()
        return true
      }
    }
    index = start
    return false
  }

  /// Skips words after `24 hours`, such as `a day`, `sur 24` and `7 days a week`.
  private mutating func skipBehindDay() {
    var end = index
    skipBlanks()
    if skip("sur 24") || skip("su 24") || skip(HoursPhrase.behindDayLength) { end = index }
    skipBlanks()
    if skip(",") || skip("/") || skipAnd() { skipBlanks() }
    index = skipDaily() || skip(HoursPhrase.open) ? index : end
  }

  /// Parses a comment at the start of a rule, which names its audience; returns true if it is the
  /// whole rule.
  mutating func readLeadingComment(_ rule: inout HoursRule) throws(OpeningHoursError)
    -> Bool
  {
    rule.comment = try readComment()
    skipBlanks()
    guard skip(":") else {
      rule.state = .unknown
      return true
    }
    skipBlanks()
    return false
  }

  /// Parses a comment in quotation marks, straight or curly.
  mutating func readComment() throws(OpeningHoursError) -> String {
    let start = index
    index += quoteLength
    let first = index
    while index < bytes.count, !isQuote { index += 1 }
    guard isQuote else { throw error(.unexpected, at: start) }
    let comment = String(decoding: bytes[first..<index], as: UTF8.self)
    index += quoteLength
    return comment
  }
}
