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
  /// The meaning of each foreign word; empty in the first attempt (``findNames()``).
  var names: [String: HoursLanguage.Name] = [:]
  /// The periods of the current rule in which the closing time is not known, with the number of the
  /// span that each follows.
  var lateSpans: [(span: Int, late: HoursSpan)] = []
  /// The position of holidays after weekdays without a comma in the current rule: `Su PH`.
  var holidayBehindDays: Int?
  /// Whether the last times are hours without minutes and words, which may also be days: `24-26`.
  var isBareSpan = false
  /// Whether a time has am or pm, and the position of times without it that are at night if read
  /// literally: `Mo 1-5 PM; Tu 1-5`.
  var hasHalves = false
  var nightSpan: Int?
  /// Whether a rule has the times of a meal.
  var hasMeals = false
  /// Whether a rule has the word `off`, after which other days are closed, too, unlike after
  /// `closed Mondays`.
  var hasOff = false
  /// Cached, because every `Di` consults it.
  var isGerman: Bool
  /// The position of four-digit numbers in the current rule that may be years or times, as in `Feb
  /// 2026-2028`.
  var yearsOrTimes: Int?
  /// The season of the current rule, and other marks of it.
  var mark = RuleMark()
  /// The marks of rules that have any, by their number.
  var marks: [Int: RuleMark] = [:]
  /// The part of the day that was read last in the current rule.
  var half: HoursPhrase.DayPart?
  /// Whether the current rule has a closing time without an opening time.
  var isUntilOnly = false
  /// Whether numbers before a month are days rather than times, as after `closed`.
  var areNumbersDays = false
  /// Whether the text is in parentheses after a rule.
  var isInner = false
  /// Whether a time is not written as in the specification, and whether a word is not
  /// (``isSign()``).
  var hasSignTimes = false
  var hasSignWords: Bool?
  /// Whether a part of a day and `and` precede the rule, as in `Sunday afternoons and Mondays`.
  var isBehindPart = false
  /// Closing times without an opening time so far, by the number of their rule.
  var untilRules: [(number: Int, rule: HoursRule, position: Int)] = []

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
    /// Whether the rule begins with a part of the day.
    var hasPart = false
    /// Whether the rule has the times of a meal.
    var isMeal = false
    /// Whether the rule has a word for every day.
    var isDaily = false
    /// Whether the rule is a weekday and a word such as `closed`.
    var isClosedDay = false
    /// The rules in parentheses.
    var others: [(rule: HoursRule, mark: RuleMark)] = []
  }

  /// Parses the text.
  mutating func readText() throws(OpeningHoursError) -> [HoursRule] {
    var rules = try readRules()
    let hasSeasons = marks.values.contains { $0.season != nil }
    if !marks.isEmpty { rules = try resolved(rules) } else { try setLaterOpenings(&rules) }
    if hasHalves, let nightSpan { throw error(.ambiguous, at: nightSpan) }
    let isSign =
      2...Self.signLimit ~= rules.count && !hasSeasons && !hasMeals && isSign()
    if hasOff { return isSign ? Self.withHolidaysLast(rules) : rules }
    let areClosings = rules.allSatisfy {
      $0.state == .closed && ($0.days != DaySelector() || !$0.spans.isEmpty && $0.spans != [.day])
    }
    if areClosings { return [HoursRule(state: .unknown)] + rules }
    rules = Self.withClosingsBehind(rules)
    return isSign ? Self.withHolidaysLast(rules) : rules
  }

  /// Moves closings such as `closed on public holidays` after the usual hours, which they limit.
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
  ///
  /// - Parameter outer: the rule before the parentheses in which the text is.
  /// - Returns: the rules, with their ``marks`` unresolved.
  /// - Throws: the error of the first rule that cannot be read.
  mutating func readRules(
    behind outer: HoursRule? = nil
  ) throws(OpeningHoursError) -> [HoursRule] {
    guard bytes.count <= Self.byteLimit else { throw error(.length, at: 0) }
    var rules: [HoursRule] = []
    var before: WrittenRule?
    var link = HoursRule.Link.replaces
    while true {
      skipBlanks()
      let lastMark = mark
      var written = try readRule(isFirst: rules.isEmpty)
      written.rule.link = link
      if let before {
        continueSeason(lastMark, of: before, &written)
        try check(written, behind: before)
        try setSignMeaning(of: &written, behind: before, rules)
      }
      if isBehindPart, written.rule.state == .closed { try closePart(of: &rules) }
      if isUntilOnly {
        if let outer, written.rule.days == DaySelector() { written.rule.days = outer.days }
        let earlier = (outer.map { [$0] } ?? []) + rules
        let rule = written.rule
        try setOpening(of: &written.rule, behind: earlier, at: written.position)
        if written.rule.state == .unknown {
          untilRules.append((rules.count, rule, written.position))
        }
      }
      before = written
      add(written, to: &rules)
      skipBlanks()
      if index == bytes.count { return rules }
      guard let next = try readSeparator(behind: written) else { return rules }
      link = next
      skipBlanks()
      // `Mo-Fr 9-12, by appointment` does not make the times doubtful.
      if isAppointment { link = .fallsBack }
    }
  }

  /// Parses what separates a rule from the next one; nil at the end of the text.
  private mutating func readSeparator(
    behind written: WrittenRule
  ) throws(OpeningHoursError) -> HoursRule.Link? {
    let rule = written.rule
    isBehindPart = false
    if skip("||") { return .fallsBack }
    if skip(";") {
      repeat { skipBlanks() } while skip(";")
      // A trailing separator ends the last rule.
      if index == bytes.count { return nil }
      return skip("||") ? .fallsBack : .replaces
    }
    if skipMark() || skip(",") || isNewLine && isRule {
      if index == bytes.count, bytes.last != UInt8(ascii: ",") { return nil }
      // A list of days that ends here is incomplete.
      if written.hasDaysOnly { throw error(.days) }
      return .adds
    }
    // `Wed closed Thu 9-20`
    if written.isClosedDay, isDay { return .adds }
    guard !rule.spans.isEmpty else { throw error(.unexpected) }
    if rule.state == .open,
      isSelector || isStatedRule || skipSlash()
        || skip(HoursPhrase.and, before: { $0.isRule || $0.isAppointment })
    {
      return .adds
    }
    guard rule.state == .unknown, skip(HoursPhrase.and, before: { $0.isRule }) else {
      throw error(.unexpected)
    }
    isBehindPart = true
    return .adds
  }

  /// Adds a rule, its exceptions and those in parentheses.
  private mutating func add(_ written: WrittenRule, to rules: inout [HoursRule]) {
    for rule in split(written.rule) {
      if mark != RuleMark() { marks[rules.count] = mark }
      rules.append(rule)
    }
    if let days = written.exception { rules.append(HoursRule(days: days, state: .closed)) }
    for (rule, mark) in written.others {
      if mark != RuleMark() { marks[rules.count] = mark }
      rules.append(rule)
    }
  }

  /// Applies the season, or the days, of the rule before a comma to a rule that continues it.
  private mutating func continueSeason(
    _ last: RuleMark, of before: WrittenRule, _ written: inout WrittenRule
  ) {
    let rule = written.rule
    if written.isMeal, before.isMeal, rule.days != DaySelector(), rule.link == .replaces {
      // `Lunch Tu-Fr 12-14; dinner Tu-Sa 18-22`
      written.rule.link = .adds
    }
    if written.hasPart, before.hasPart, rule.days == DaySelector(), !written.isDaily,
      !rule.spans.isEmpty
    {
      // `Mo-Fr mornings: 9-12; afternoons: 14-18`
      written.rule.days = before.rule.days
      written.rule.link = .adds
      if mark.season == nil, !mark.isRest { mark = last }
      return
    }
    // `Summer: Mo-Fr 9-18, Sa 9-14`
    guard last.season != nil, mark.season == nil, !mark.isRest, rule.link == .adds,
      rule.days.areUsual, rule.days != DaySelector(), before.rule.days.areUsual,
      !Weekday.allCases.contains(where: { rule.days.contains($0) && before.rule.days.contains($0) })
    else { return }
    (mark.season, mark.seasonName) = (last.season, last.seasonName)
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

  /// Whether days of any kind follow.
  var isSelector: Bool {
    isDay || isDate || isWeek || isDaily || isSeason || phraseEnd(HoursPhrase.allYear) != nil
  }

  /// Whether a season follows that belongs to the times before it.
  var isSeasonBehind: Bool {
    var ahead = self
    ahead.skipBlanks()
    guard ahead.readSeason() else { return false }
    ahead.skipBlanks()
    return ahead.peek != UInt8(ascii: ":") && !ahead.isTime && !ahead.isSelector
      && ahead.phraseEnd(HoursPhrase.closed) == nil
  }

  /// Parses selector_sequence except for the times: its parts in any order.
  mutating func readDays(_ days: inout DaySelector) throws(OpeningHoursError) {
    var dates = index
    while true {
      skipBlanks()
      let start = index
      _ = skip(HoursPhrase.from) { $0.isDay || $0.isDate && !$0.isYear || $0.isDaily }
      // Dutch: 's maandags. Portuguese: encerra a 25 de dezembro.
      if skipApostrophe(), skip("s") { skipBlanks() }
      if areNumbersDays { _ = skip(HoursPhrase.to) { $0.isDayFirst } }
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
      } else if skip(HoursPhrase.allYear) {
        skipComma { $0.isDay || $0.isDaily }
      } else if readSeason() {
        // The season is in `mark`.
      } else {
        index = start
        return
      }
      skipBlanks()
      if index > start, peek == UInt8(ascii: ":") { index += 1 }
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
