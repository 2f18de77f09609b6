/// Parts of a day, and closing times without an opening time.
extension OpeningHoursParser {
  /// The weekday of `Mittwochnachmittag`, in lowercase; nil for other words.
  var dayOfCompound: String? {
    guard wordEnd - index > 9 else { return nil }
    let word = word
    guard let end = HoursPhrase.dayPartEnds.first(where: word.hasSuffix)
    else { return nil }
    let day = String(word.dropLast(end.count))
    let isDay = HoursLanguage.everyName[day]?.contains {
      if case .weekday = $0 { true } else { false }
    }
    return isDay == true ? day : nil
  }

  /// The part of a day that follows, and the index after its name.
  var dayPart: (part: HoursPhrase.DayPart, end: Int)? {
    // Letters and apostrophes.
    guard let peek, peek > 0x40 || peek == 0x27,
      peek == 0x27 || peek == 0xE2 || HoursPhrase.dayPartWords.contains(word)
    else { return nil }
    var ahead = self
    // Dutch: 's ochtends.
    if ahead.skipApostrophe(), ahead.skip("s") { ahead.skipBlanks() }
    guard HoursPhrase.dayPartWords.contains(ahead.word) else { return nil }
    // The longest name: `de la mañana` and `mañana`.
    let found = HoursPhrase.DayPart.allCases.compactMap { part in
      HoursPhrase.dayParts[part].flatMap { ahead.phraseEnd($0) }.map { (part, $0) }
    }
    return found.max { $0.1 < $1.1 }
  }

  var isDayPart: Bool { dayPart != nil }

  /// Skips a part of a day and a colon after it; returns it with its name.
  mutating func readDayPart() -> (part: HoursPhrase.DayPart, name: String)? {
    skipBlanks()
    guard let (part, end) = dayPart else { return nil }
    let name = String(decoding: bytes[index..<end], as: UTF8.self)
    index = end
    skipBlanks()
    if skip(":") { skipBlanks() }
    half = part
    return (part, name)
  }

  /// Skips a part of a day before a time: `9-12, afternoons 1-5`.
  mutating func skipDayPartBeforeTime() {
    guard isDayPart else { return }
    var ahead = self
    if ahead.readDayPart() != nil, ahead.isTime, !ahead.isDate, !ahead.isDay { self = ahead }
  }

  /// Skips a part of a day after an hour of a 12-hour clock, such as `de la mañana`.
  mutating func readPartBehindHour() -> HoursPhrase.DayPart? {
    var ahead = self
    ahead.skipBlanks()
    guard let (part, end) = ahead.dayPart else { return nil }
    ahead.index = end
    ahead.skipBlanks()
    // `9-12, afternoon: closed`
    if ahead.peek == UInt8(ascii: ":") { return nil }
    index = end
    return part
  }

  /// Whether a closing time without an opening time follows.
  var isUntil: Bool {
    if isDigit { return false }
    var ahead = self
    return ahead.skip(HoursPhrase.until) { $0.isClock }
  }

  /// Sets the times of rules that only have a closing time from a later rule: `Th until 21, daily
  /// 10-18`.
  mutating func setLaterOpenings(_ rules: inout [HoursRule]) throws(OpeningHoursError) {
    guard rules.count <= Self.signLimit else { return }
    for (number, rule, position) in untilRules.reversed() where number + 1 < rules.count {
      var rule = rule
      let later = Array(rules[(number + 1)...])
      try setOpening(of: &rule, behind: later, at: position)
      guard rule.state == .open, let last = later.lastIndex(where: { $0.covers(rule.days) })
      else { continue }
      rules.remove(at: number)
      rules.insert(rule, at: number + last + 1)
      rules[0].link = .replaces
    }
  }

  /// Sets the times of a rule that only has a closing time.
  ///
  /// If an earlier rule has times on all of its days, these end at the other time; otherwise the
  /// state before it is unknown.
  func setOpening(
    of rule: inout HoursRule, behind rules: [HoursRule], at position: Int
  ) throws(OpeningHoursError) {
    guard rule.spans.count == 1, case .clock(var closes) = rule.spans[0].to else {
      throw error(.ambiguous, at: position)
    }
    let days = rule.days
    let usual = rules.last { $0.state == .open && $0.covers(days) && !$0.spans.isEmpty }
    guard let usual, rule.state == .open else {
      // `until 2` may be at night.
      guard closes > 6 * 3600, rule.state == .open else { throw error(.ambiguous, at: position) }
      rule.state = .unknown
      return
    }
    let windows = usual.spans.compactMap { $0.window }
    guard windows.count == usual.spans.count, let last = windows.map({ $0.opens.seconds }).max()
    else { throw error(.ambiguous, at: position) }
    if closes <= last, closes <= 6 * 3600 { closes += 86_400 }
    rule.spans = windows.filter { $0.opens.seconds < closes }.map { window in
      let to = window.opens.seconds == windows.map { $0.opens.seconds }.filter { $0 < closes }.max()
      return HoursSpan(
        from: .clock(window.opens.seconds),
        to: .clock(to ? closes : min(window.closes.seconds, closes)))
    }
    guard !rule.spans.isEmpty else { throw error(.ambiguous, at: position) }
    rule.link = .replaces
  }
}

extension HoursRule {
  /// Whether the rule applies, on weekdays of every week, to all days of a selector that has no
  /// dates.
  func covers(_ other: DaySelector) -> Bool {
    guard days.areUsual, !other.needsDate, link != .fallsBack else { return false }
    if days.weekdays.isEmpty { return true }
    guard other.holidays.isEmpty, !other.weekdays.isEmpty else { return false }
    return Weekday.allCases.allSatisfy { !other.contains($0) || days.contains($0) }
  }
}
