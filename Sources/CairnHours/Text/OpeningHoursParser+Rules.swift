/// A rule: days, times and a state.
extension OpeningHoursParser {
  /// Parses rule_sequence: days, times, the state and a comment.
  mutating func readRule(isFirst: Bool) throws(OpeningHoursError) -> WrittenRule {
    var written = WrittenRule(position: index)
    var rule = HoursRule()
    let start = index
    if word == "off" { hasOff = true }
    yearsOrTimes = nil
    (lateSpans, holidayBehindDays) = ([], nil)
    (mark, half, isUntilOnly, areNumbersDays) = (RuleMark(), nil, false, false)
    if isFirst, skip(HoursPhrase.heading) {
      skipBlanks()
      guard skip(":") else { throw error(.unexpected) }
      skipBlanks()
    }
    if peek == UInt8(ascii: "\""), try readLeadingComment(&rule) {
      written.rule = rule
      return written
    }
    skipWordsBeforeDays(&written)
    _ = skipRest()
    if skipWholeDay() {
      rule.spans = [.day]
      _ = skip(":")
    } else if isBreak && skip(HoursPhrase.breaks)
      || skip(HoursPhrase.closed, before: { $0.isClosing })
    {
      try readClosing(&rule)
      // `closed for lunch 12-13` before the usual hours would be replaced by them.
      if isFirst, !isInner, !rule.spans.isEmpty, rule.days == DaySelector() {
        throw error(.ambiguous, at: start)
      }
      written.rule = rule
      return written
    } else {
      try readOpening(&rule, &written, isFirst: isFirst)
    }
    try readRest(&rule, &written, from: start, isFirst: isFirst)
    written.rule = rule
    return written
  }

  /// Parses the days and times after `closed`.
  private mutating func readClosing(_ rule: inout HoursRule) throws(OpeningHoursError) {
    let start = index
    if skip(":") { skipBlanks() }
    areNumbersDays = true
    try readDays(&rule.days)
    areNumbersDays = false
    mark.part = readDayPart()?.part
    skipBlanks()
    _ = skip(HoursPhrase.forBreak)
    try readTimes(&rule)
    // `Closed Mondays, Tu-Su 9:00-17:00`
    if !rule.spans.isEmpty, rule.days.partCount > 1 || mark.part != nil || isUntilOnly {
      throw error(.ambiguous, at: start)
    }
    rule.state = .closed
  }

  /// Parses the days, part of the day and times of a rule that is not a closing.
  private mutating func readOpening(
    _ rule: inout HoursRule, _ written: inout WrittenRule, isFirst: Bool
  ) throws(OpeningHoursError) {
    let start = index
    let isOpen = skip(HoursPhrase.open, before: { $0.isOpenAtTimes })
    if isOpen, skip(":") { skipBlanks() }
    var part = readDayPart()
    skipBlanks()
    let daysStart = index
    try readDays(&rule.days)
    written.isDaily = index > daysStart && rule.days == DaySelector()
    part = part ?? readDayPart()
    if index > start { skipWordsBehindDays(&written) }
    skipComma { $0.phraseEnd(HoursPhrase.except) != nil }
    try readException(&written, &rule.days, isFirst: isFirst)
    if index > start {
      while try readRemark(&written, &rule, isFirst: isFirst) {}
      skipBlanks()
      if skip(":") { skipBlanks() }
      skipComma { $0.isTime && !$0.isDate && !$0.isDay }
      _ = skip(HoursPhrase.open) { $0.isTime }
      _ = skip(HoursPhrase.remarks) { $0.isTime || $0.isColonBeforeTime }
      if isColonBeforeTime, skip(":") { skipBlanks() }
    }
    try readTimes(&rule)
    // Neither `Open Mondays` nor `daily except Mondays` means day and night.
    let isExcept = written.exception != nil || written.isExcept
    if rule.spans.isEmpty, isOpen || isExcept { throw error(.closingTime) }
    guard let part else { return }
    written.hasPart = true
    if rule.spans.isEmpty {
      mark.part = part.part
      rule.comment = part.name
    }
  }

  /// Skips words before days that do not change them: `only`, a meal, `late night`.
  private mutating func skipWordsBeforeDays(_ written: inout WrittenRule) {
    guard HoursPhrase.wordsBeforeDays.contains(word) else { return }
    _ = skip(HoursPhrase.only) { $0.isRule }
    if skipMeal() { (written.isMeal, written.hasPart, hasMeals) = (true, true, true) }
    _ = skip(HoursPhrase.lateOpening) { $0.isRule || $0.isTime }
  }

  /// Skips words after days that do not change them: `only`, `late night`, a meal, and the end of a
  /// range.
  private mutating func skipWordsBehindDays(_ written: inout WrittenRule) {
    skipBlanks()
    _ = skip(HoursPhrase.behind)
    skipBlanks()
    _ = skip(HoursPhrase.only)
    skipBlanks()
    if peek == UInt8(ascii: ":"), !isColonBeforeTime {
      var ahead = self
      ahead.index += 1
      ahead.skipBlanks()
      if ahead.isMeal { index = ahead.index }
    }
    if skipMeal() { (written.isMeal, written.hasPart, hasMeals) = (true, true, true) }
    _ = skip(HoursPhrase.lateOpening) { $0.isTime }
  }

  /// Closes the part of a day of the last rule, as in `Sunday afternoons and Mondays closed`.
  mutating func closePart(of rules: inout [HoursRule]) throws(OpeningHoursError) {
    let last = rules.count - 1
    guard last >= 0, marks[last] == nil,
      let name = rules[last].comment, let part = OpeningHoursParser(name).dayPart?.part
    else { throw error(.ambiguous) }
    rules[last].state = .closed
    rules[last].spans = []
    rules[last].comment = nil
    marks[last] = RuleMark(part: part)
  }

  /// Turns a part of a day without times into times that are unknown, unless it is closed.
  private mutating func setPart(_ rule: inout HoursRule) {
    guard let part = mark.part else { return }
    if rule.state == .closed {
      rule.comment = nil
      return
    }
    mark.part = nil
    rule.spans = [part.span]
    rule.state = .unknown
  }

  /// Parses the state, and days and exceptions that follow the times.
  private mutating func readRest(
    _ rule: inout HoursRule, _ written: inout WrittenRule, from start: Int, isFirst: Bool
  ) throws(OpeningHoursError) {
    if !rule.spans.isEmpty { while skipTimeRemark() {} }
    var hasState = try readState(&rule)
    if index == start { throw error(.unexpected) }
    setPart(&rule)
    if !rule.spans.isEmpty, isSeasonBehind, readSeason() {
      hasState = try readState(&rule) || hasState
    }
    if !rule.spans.isEmpty, rule.state == .open, try readDaysBehind(&rule, isFirst: isFirst) {
      written.endsInDays = true
      hasState = try readState(&rule) || hasState
    }
    if !rule.spans.isEmpty, rule.state == .open, !written.isExcept {
      skipBlanks()
      skipComma { $0.phraseEnd(HoursPhrase.except) != nil }
      try readException(&written, &rule.days, isFirst: isFirst)
    }
    while try readRemark(&written, &rule, isFirst: isFirst) {}
    written.isClosedDay = hasState && rule.clearsDays && !rule.days.weekdays.isEmpty
    written.hasDaysOnly =
      rule.spans.isEmpty && rule.state == .open && rule.comment == nil && !hasState
    if written.hasDaysOnly, let yearsOrTimes { throw error(.ambiguous, at: yearsOrTimes) }
    // `Sa PH off` may mean Saturdays that are holidays.
    if let holidayBehindDays, rule.spans.isEmpty || rule.state == .closed {
      throw error(.ambiguous, at: holidayBehindDays)
    }
  }

  /// Parses days that follow their times, as in `10:00-17:00 Mo-Fr` or `Mo-Fr 09:00-17:00 Apr-Oct`;
  /// returns false if they belong to another rule, which has times or a state.
  private mutating func readDaysBehind(
    _ rule: inout HoursRule, isFirst: Bool
  ) throws(OpeningHoursError) -> Bool {
    let start = index
    skipBlanks()
    let position = index
    guard isSelector else {
      index = start
      return false
    }
    var first = DaySelector()
    if isDay {
      first.weekdays = [.init(from: .monday, to: .monday)]
    } else if isWeek {
      first.weeks = [.init(from: 1, to: 1)]
    } else if isDate {
      first.years = [.init(from: 1, to: 1)]
    }
    var days = DaySelector()
    try readDays(&days)
    // `24-26 December`
    if isBareSpan, !first.years.isEmpty, rule.days == DaySelector(), days.dates.count == 1,
      days.dates[0].isWithinMonth
    {
      throw error(.ambiguous, at: position)
    }
    let end = index
    skipBlanks()
    if isTime || skipWholeDay() {
      // `Mo-Fr 09:00-17:00 Apr-Oct 10:00-12:00`: the days may belong to either time.
      if first.isApart(from: rule.days) { throw error(.ambiguous, at: position) }
      index = start
      return false
    }
    // `10:00-17:00 Mo-Fr, Sa off`: some of the days may belong to the times, and only the rest to
    // off. `Mo-Fr 09:00-17:00; 12:00-13:00 Mo-Fr off`: the times may be those that are off.
    let mayBeBoth =
      first.isApart(from: rule.days) && days.partCount > 1
      || rule.days == DaySelector() && !isFirst || rule.hasOverlappingTimes
    let isApart = days.isApart(from: rule.days)
    if phraseEnd(HoursPhrase.closed) != nil || word == "unknown" || isQuote && !isApart {
      if mayBeBoth { throw error(.ambiguous, at: position) }
      index = start
      return false
    }
    guard isApart, !rule.hasOverlappingTimes else { throw error(.ambiguous, at: position) }
    rule.days.add(days)
    index = end
    return true
  }

  /// Parses rule_modifier: the state and a comment; returns false if no word names the state.
  private mutating func readState(_ rule: inout HoursRule) throws(OpeningHoursError) -> Bool {
    skipBlanks()
    if isNewLine, isRule { return false }
    if word == "off" { hasOff = true }
    var isSaid = true
    if skip(HoursPhrase.closed) {
      // A period before a blank ends the rule.
      if peek == UInt8(ascii: "."), index + 1 < bytes.count, bytes[index + 1] > 0x20 { index += 1 }
      rule.state = .closed
    } else if skipWord(["unknown"]) {
      rule.state = .unknown
    } else {
      isSaid = skip(HoursPhrase.open)
    }
    skipBlanks()
    var ahead = self
    if ahead.skip(":") {
      ahead.skipBlanks()
      if ahead.isQuote { index = ahead.index }
    }
    let comment: String
    if isQuote {
      comment = try readComment()
    } else if let end = phraseEnd(HoursPhrase.appointment) {
      comment = String(decoding: bytes[index..<end], as: UTF8.self)
      index = end
    } else {
      return isSaid
    }
    rule.comment = rule.comment.map { "\($0): \(comment)" } ?? comment
    if !isSaid, rule.spans.isEmpty { rule.state = .unknown }
    return isSaid
  }

  /// Parses a list of time spans, or the whole day.
  private mutating func readTimes(_ rule: inout HoursRule) throws(OpeningHoursError) {
    skipBlanks()
    if skipWholeDay() {
      rule.spans = [.day]
    } else if isTime {
      try readSpans(&rule.spans)
    }
  }
}
