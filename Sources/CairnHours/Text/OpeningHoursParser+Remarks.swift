/// Seasons, and text in parentheses.
extension OpeningHoursParser {
  /// The season that follows, and the index after its name.
  private var seasonHere: (season: HoursPhrase.Season, end: Int)? {
    guard HoursPhrase.seasonWords.contains(word) else { return nil }
    for season in HoursPhrase.Season.allCases {
      guard let table = HoursPhrase.seasons[season] else { continue }
      if let end = phraseEnd(table) { return (season, end) }
      var ahead = self
      if ahead.skip(HoursPhrase.inSeason, before: { $0.phraseEnd(table) != nil }) {
        return ahead.phraseEnd(table).map { (season, $0) }
      }
    }
    return nil
  }

  var isSeason: Bool { seasonHere != nil }

  /// Skips a season, which belongs to the current rule; returns false if none follows.
  mutating func readSeason() -> Bool {
    guard mark.season == nil, let (season, end) = seasonHere else { return false }
    mark.season = season
    mark.seasonName = index..<end
    index = end
    return true
  }

  /// Skips words for the rest of the days, or of the year.
  mutating func skipRest() -> Bool {
    guard skip(HoursPhrase.rest) else { return false }
    mark.isRest = true
    skipBlanks()
    if skip(":") || skip(",") { skipBlanks() }
    return true
  }

  /// Skips words before or after times that do not change them, such as `lunch`.
  mutating func skipTimeRemark() -> Bool {
    let start = index
    skipBlanks()
    if !isBreak, !isMeal, skip(HoursPhrase.remarks) || skip(HoursPhrase.only) { return true }
    index = start
    return false
  }

  /// Parses text in parentheses: conditions, exceptions and rules if it is written like these, or
  /// otherwise a comment; returns false if none follows.
  ///
  /// Text that names days, dates, seasons or holidays in another way throws: it may be a condition.
  mutating func readRemark(
    _ written: inout WrittenRule, _ rule: inout HoursRule, isFirst: Bool
  ) throws(OpeningHoursError) -> Bool {
    let start = index
    skipBlanks()
    guard peek == UInt8(ascii: "("), !isTime else {
      index = start
      return false
    }
    let open = index
    guard let close = bytes[index...].firstIndex(of: UInt8(ascii: ")")),
      !bytes[(index + 1)..<close].contains(UInt8(ascii: "("))
    else { throw error(.unexpected) }
    let content = String(decoding: bytes[(index + 1)..<close], as: UTF8.self)
    index = close + 1
    var inner = OpeningHoursParser(content)
    inner.names = names
    inner.isGerman = isGerman
    inner.isInner = true
    inner.skipBlanks()
    if inner.isAppointment || inner.isPlainRemark {
      addComment(content, to: &rule)
      return true
    }
    if let days = inner.readCondition() {
      try add(days, inner.mark.moved(by: open + 1), to: &rule, at: open)
      return true
    }
    if inner.phraseEnd(HoursPhrase.except) != nil || inner.isExceptBehind {
      do throws(OpeningHoursError) {
        try inner.readException(&written, &rule.days, isFirst: isFirst)
        guard inner.isAtEnd else { throw error(.unexpected, at: open) }
      } catch { throw self.error(error.problem, at: open) }
      return true
    }
    guard let rules = try? inner.readRules(behind: rule), rules.count <= 8 else {
      throw error(.unexpected, at: open)
    }
    hasOff = hasOff || inner.hasOff
    for (index, other) in rules.enumerated() {
      let mark = (inner.marks[index] ?? RuleMark()).moved(by: open + 1)
      written.others.append((try limit(other, mark, of: rule, at: open), mark))
    }
    return true
  }

  /// Whether days and a word such as `除外` follow.
  private var isExceptBehind: Bool {
    var ahead = self
    var days = DaySelector()
    return peek ?? 0 >= 0xE3 && isDay && (try? ahead.readDays(&days)) != nil
      && ahead.phraseEnd(HoursPhrase.exceptBehind) != nil
  }

  /// Whether only blanks follow.
  var isAtEnd: Bool {
    var ahead = self
    ahead.skipBlanks()
    return ahead.index == bytes.count
  }

  private mutating func addComment(_ text: String, to rule: inout HoursRule) {
    rule.comment = rule.comment.map { "\($0): \(text)" } ?? text
  }

  /// Whether a text names neither days, dates, seasons nor holidays, and closes nothing.
  private var isPlainRemark: Bool {
    var reader = self
    let tables = [
      HoursPhrase.publicHoliday, HoursPhrase.schoolHoliday, HoursPhrase.closed, HoursPhrase.except,
      HoursPhrase.weekend, HoursPhrase.workdays, HoursPhrase.rest,
    ]
    guard !bytes.contains(UInt8(ascii: "\"")), !bytes.isEmpty else { return false }
    var hasWord = false
    while reader.index < bytes.count {
      let end = reader.wordEnd
      guard end > reader.index else {
        // Dates in figures, and quotation marks.
        if reader.isQuote || reader.isDayFirst { return false }
        reader.index += 1
        continue
      }
      let word = reader.word
      let isLong = word.utf8.count > 3
      hasWord = hasWord || isLong
      if reader.isSeason || reader.isBreak
        || tables.contains(where: { reader.phraseEnd($0) != nil })
        || isLong && HoursLanguage.everyName[word] != nil
        || word.utf8.count > 2 && names[word] != nil
        || Self.usualName(word, isGerman: false) != nil
      {
        return false
      }
      reader.index = end
    }
    return hasWord
  }

  /// The days or dates that are the whole text, with the season in ``mark``; nil for other text.
  private mutating func readCondition() -> DaySelector? {
    var ahead = self
    var days = DaySelector()
    guard (try? ahead.readDays(&days)) != nil, ahead.isAtEnd,
      days != DaySelector() || ahead.mark.season != nil
    else { return nil }
    self = ahead
    return days
  }

  /// Restricts a rule to days or dates, or to a season.
  private mutating func add(
    _ days: DaySelector, _ condition: RuleMark, to rule: inout HoursRule, at position: Int
  ) throws(OpeningHoursError) {
    let hasDates = !days.dates.isEmpty || !days.years.isEmpty || !days.weeks.isEmpty
    let isSecond = condition.season != nil && mark.season != nil
    // Holidays may be excluded or included.
    guard days == DaySelector() || days.isApart(from: rule.days), days.holidays.isEmpty, !isSecond
    else {
      throw error(.ambiguous, at: position)
    }
    rule.days.add(days)
    // Dates determine the season.
    if hasDates {
      mark.season = nil
    } else if condition.season != nil {
      (mark.season, mark.seasonName) = (condition.season, condition.seasonName)
    }
  }

  /// A rule in parentheses, on the days of the rule before them if it has none.
  private func limit(
    _ other: HoursRule, _ mark: RuleMark, of rule: HoursRule, at position: Int
  ) throws(OpeningHoursError) -> HoursRule {
    var other = other
    let hasDays = other.days != DaySelector()
    guard hasDays || mark.season != nil || other.state == .closed && !other.spans.isEmpty,
      other.state != .unknown || mark.part != nil || hasDays, rule.state == .open
    else { throw error(.ambiguous, at: position) }
    if !hasDays { other.days = rule.days }
    if other.state == .closed {
      other.link = .adds
      return other
    }
    // `9-17 (Fr 9-12)` ends earlier on Fridays; `9-12 (Mi 14-17)` may have two periods.
    let windows = rule.spans.compactMap { $0.window }
    let meets = other.spans.compactMap { $0.window }.contains { window in
      windows.contains { $0.opens < window.closes && window.opens < $0.closes }
    }
    guard meets || mark.season != nil else { throw error(.ambiguous, at: position) }
    other.link = .replaces
    return other
  }
}
