/// Parses the rules of a text, in one pass over its bytes.
///
/// The grammar is that of OpenStreetMap's `opening_hours` specification (wiki, version 0.7.3); each
/// method corresponds to a production of it, continued in `OpeningHoursParser+Days`, `+Dates` and
/// `+Times`; `+Bytes` reads words and signs.
struct OpeningHoursParser {
  /// The maximum length of a text, in bytes.
  static let byteLimit = 10_000

  let bytes: [UInt8]
  var index = 0
  /// The text as given; ``bytes`` are those of its half-width form, character by character.
  private let text: String
  /// What words of other languages name; empty in the first attempt (``findNames()``).
  var names: [String: HoursLanguage.Name] = [:]
  /// The periods of the current rule in which the closing time is not known, with the number of the
  /// span that each follows.
  var lateSpans: [(span: Int, late: HoursSpan)] = []
  /// The position of holidays behind weekdays without a comma in the current rule: `Su PH`.
  var holidayBehindDays: Int?
  /// Whether the last times are hours without minutes and words, which may also be days: `24-26`.
  var isBareSpan = false
  /// Whether a time has am or pm, and the position of times without it that are at night if read
  /// literally: `Mo 1-5 PM; Tu 1-5`.
  var hasHalves = false
  var nightSpan: Int?
  /// Whether a rule has the word `off`, after which other days are closed, too, unlike after
  /// `closed Mondays`.
  var hasOff = false
  /// Cached, because every `Di` consults it.
  let isGerman: Bool
  /// The position of years in the current rule that may also be times, as in `Feb 2026-2028`.
  var yearsOrTimes: Int?

  init(_ text: some StringProtocol) {
    self.text = String(text)
    bytes = Array((Self.halfWidth(text) ?? self.text).utf8)
    isGerman = Self.hasGermanDays(bytes)
  }

  /// A rule as written.
  struct WrittenRule {
    var rule = HoursRule()
    var position: Int
    /// Whether the rule has days, but neither times nor a word for the state.
    var hasDaysOnly = false
    /// Whether the rule's days follow its times.
    var endsInDays = false
    /// Whether days are excepted.
    var isExcept = false
    /// Holidays or dates on which the rule's days are closed: `except public holidays`.
    var exception: DaySelector?
  }

  /// Parses the text.
  mutating func readText() throws(OpeningHoursError) -> [HoursRule] {
    let rules = try readRules()
    if hasHalves, let nightSpan { throw error(.ambiguous, at: nightSpan) }
    if hasOff { return rules }
    let areClosings = rules.allSatisfy {
      $0.state == .closed && ($0.days != DaySelector() || !$0.spans.isEmpty && $0.spans != [.day])
    }
    return areClosings ? [HoursRule(state: .unknown)] + rules : Self.withClosingsBehind(rules)
  }

  /// Moves closings such as `closed on public holidays` behind the usual hours, which they limit.
  private static func withClosingsBehind(_ rules: [HoursRule]) -> [HoursRule] {
    var result: [HoursRule] = []
    var closings: [HoursRule] = []
    var areUsual = false
    for rule in rules {
      if rule.clearsDays, rule.days != DaySelector() {
        closings.append(rule)
        areUsual = areUsual || rule.days.areUsual
        continue
      }
      let isUsual = rule.state == .open && rule.link != .fallsBack && rule.days.areUsual
      if !isUsual || areUsual && !rule.days.weekdays.isEmpty {
        result += closings
        (closings, areUsual) = ([], false)
      }
      result.append(rule)
    }
    result += closings
    result[0].link = .replaces
    return result
  }

  /// Parses time_domain: rules and their separators.
  private mutating func readRules() throws(OpeningHoursError) -> [HoursRule] {
    guard bytes.count <= Self.byteLimit else { throw error(.length, at: 0) }
    var rules: [HoursRule] = []
    var before: WrittenRule?
    var link = HoursRule.Link.replaces
    while true {
      skipBlanks()
      var written = try readRule(isFirst: rules.isEmpty)
      written.rule.link = link
      if let before { try check(written, behind: before) }
      before = written
      let rule = written.rule
      rules += split(rule)
      if let days = written.exception { rules.append(HoursRule(days: days, state: .closed)) }
      skipBlanks()
      if index == bytes.count { return rules }
      if skip("||") {
        link = .fallsBack
      } else if skip(";") {
        repeat { skipBlanks() } while skip(";")
        // A trailing separator ends the last rule.
        if index == bytes.count { return rules }
        link = skip("||") ? .fallsBack : .replaces
      } else if skipMark() || skip(",") || isNewLine && isRule {
        if index == bytes.count, bytes.last != UInt8(ascii: ",") { return rules }
        // A list of days that ends here is incomplete.
        if rule.spans.isEmpty, rule.state == .open { throw error(.days) }
        link = .adds
      } else if !rule.spans.isEmpty, rule.state == .open,
        isSelector || skipSlash()
          || skip(HoursPhrase.and, before: { $0.isRule || $0.isAppointment })
      {
        link = .adds
      } else {
        throw error(.unexpected)
      }
      skipBlanks()
      // `Mo-Fr 9-12, by appointment` does not make the times doubtful.
      if isAppointment { link = .fallsBack }
    }
  }

  /// The rules for the times that are certain and for those after an unknown closing time.
  private func split(_ rule: HoursRule) -> [HoursRule] {
    guard !lateSpans.isEmpty, rule.state == .open else { return [rule] }
    var (sure, late) = (rule, rule)
    late.state = .unknown
    // The next certain time ends the time that is not.
    let starts = rule.spans.compactMap { $0.window?.opens.seconds }
    late.spans = lateSpans.map { _, late in
      guard case .clock(let from) = late.from, case .clock(let to) = late.to else { return late }
      let end = starts.filter { $0 > from }.reduce(to, min)
      return HoursSpan(from: late.from, to: .clock(end))
    }
    let onlyLate = Set(lateSpans.filter { rule.spans[$0.span] == $0.late }.map { $0.span })
    sure.spans = rule.spans.indices.filter { !onlyLate.contains($0) }.map { rule.spans[$0] }
    if sure.spans.isEmpty { return [late] }
    if rule.link == .fallsBack { return [sure, late] }
    // Times that are certain cover the others.
    sure.link = .adds
    return [late, sure]
  }

  /// Throws an error if the days may belong to the times of another rule.
  ///
  /// `Mo-Fr 09:00-17:00; Apr-Oct` would be open day and night in summer; with a comma it would be
  /// open day and night on all of these days.
  private func check(
    _ rule: WrittenRule, behind before: WrittenRule
  ) throws(OpeningHoursError) {
    let (days, times) = (rule.rule.days, rule.rule.spans)
    let isDoubtful =
      if rule.hasDaysOnly {
        rule.rule.link == .adds
          || !before.rule.spans.isEmpty && days.isApart(from: before.rule.days)
      } else if days == DaySelector(), !times.isEmpty {
        // `Mo-Fr; 09:00-17:00`, or `09:00-12:00 Mo-Fr, 14:00-17:00`.
        before.hasDaysOnly || before.endsInDays && rule.rule.link == .adds
      } else {
        false
      }
    if isDoubtful { throw error(.ambiguous, at: rule.position) }
  }

  /// Parses rule_sequence: days, times, the state and a comment.
  private mutating func readRule(isFirst: Bool) throws(OpeningHoursError) -> WrittenRule {
    var written = WrittenRule(position: index)
    var rule = HoursRule()
    let start = index
    if word == "off" { hasOff = true }
    yearsOrTimes = nil
    (lateSpans, holidayBehindDays) = ([], nil)
    if isFirst, skip(HoursPhrase.heading) {
      skipBlanks()
      guard skip(":") else { throw error(.unexpected) }
      skipBlanks()
    }
    if peek == UInt8(ascii: "\""), try readLeadingComment(&rule) {
      written.rule = rule
      return written
    }
    if skipWholeDay() {
      rule.spans = [.day]
      _ = skip(":")
    } else if skip(HoursPhrase.closed, before: { $0.isClosedOnDays }) {
      if skip(":") { skipBlanks() }
      try readDays(&rule.days)
      try readTimes(&rule)
      // `Closed Mondays, Tu-Su 9:00-17:00`
      if !rule.spans.isEmpty, rule.days.partCount > 1 { throw error(.ambiguous, at: start) }
      rule.state = .closed
      written.rule = rule
      return written
    } else {
      let isOpen = skip(HoursPhrase.open, before: { $0.isOpenAtTimes })
      if isOpen, skip(":") { skipBlanks() }
      try readDays(&rule.days)
      try readException(&written, &rule.days, isFirst: isFirst)
      if index > start { skipCommaBeforeTimes() }
      try readTimes(&rule)
      // Neither `Open Mondays` nor `daily except Mondays` means day and night.
      let isExcept = written.exception != nil || written.isExcept
      if rule.spans.isEmpty, isOpen || isExcept { throw error(.closingTime) }
    }
    try readRest(&rule, &written, from: start, isFirst: isFirst)
    written.rule = rule
    return written
  }

  /// Parses the state, and days and exceptions that follow the times.
  private mutating func readRest(
    _ rule: inout HoursRule, _ written: inout WrittenRule, from start: Int, isFirst: Bool
  ) throws(OpeningHoursError) {
    var hasState = try readState(&rule)
    if index == start { throw error(.unexpected) }
    if !rule.spans.isEmpty, rule.state == .open, try readDaysBehind(&rule, isFirst: isFirst) {
      written.endsInDays = true
      hasState = try readState(&rule) || hasState
    }
    if !rule.spans.isEmpty, rule.state == .open, !written.isExcept {
      skipBlanks()
      try readException(&written, &rule.days, isFirst: isFirst)
    }
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

  /// Whether days of any kind follow.
  var isSelector: Bool { isDay || isDate || isWeek || isDaily }

  /// Parses selector_sequence except for the times: its parts in any order.
  mutating func readDays(_ days: inout DaySelector) throws(OpeningHoursError) {
    var dates = index
    while true {
      skipBlanks()
      let start = index
      _ = skip(HoursPhrase.from) { $0.isDay || $0.isDate && !$0.isYear || $0.isDaily }
      if days.years.isEmpty, days.dates.isEmpty, isDate {
        dates = index
        try readDates(&days)
      } else if days.years.isEmpty, isYear {
        try readYears(behind: dates, &days)
      } else if days.weeks.isEmpty, isWeek {
        try readWeeks(&days)
      } else if days.weekdays.isEmpty, days.holidays.isEmpty, isDay {
        try readWeekdays(&days)
      } else if skipDaily() {
        if peek == UInt8(ascii: ".") { index += 1 }
      } else {
        index = start
        return
      }
      skipBlanks()
      if index > start, peek == UInt8(ascii: ":") { index += 1 }
    }
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

  func error(
    _ problem: OpeningHoursError.Problem, at position: Int? = nil
  ) -> OpeningHoursError {
    let before = String(decoding: bytes[..<min(position ?? index, bytes.count)], as: UTF8.self)
    return OpeningHoursError(
      text: text, offset: before.count, problem: problem)
  }
}
