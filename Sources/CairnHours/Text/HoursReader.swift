/// Reads the rules of a text, in one pass over its bytes.
///
/// The grammar is that of the specification of OpenStreetMap's `opening_hours` (wiki, version
/// 0.7.3); a method is a rule of it, and `HoursReader+Days`, `+Dates` and `+Times` go on.
struct HoursReader {
  /// The longest text, in bytes.
  static let byteLimit = 10_000

  let bytes: [UInt8]
  var index = 0
  /// Cached, because every `Di` consults it.
  let isGerman: Bool
  /// The position of years of the rule that may be times as well, as in `Feb 2026-2028`.
  var yearsOrTimes: Int?

  init(_ text: some StringProtocol) {
    bytes = Array(text.utf8)
    isGerman = Self.hasGermanDays(bytes)
  }

  /// A rule as written.
  private struct WrittenRule {
    var rule = HoursRule()
    var position: Int
    /// Whether it has days, but neither times nor a word for the state.
    var hasDaysOnly = false
    /// Whether its days follow its times.
    var endsInDays = false
  }

  /// time_domain: rules and what stands between them.
  mutating func readRules() throws(OpeningHoursError) -> [HoursRule] {
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
      rules.append(rule)
      skipBlanks()
      if index == bytes.count { return rules }
      if skip("||") {
        link = .fallsBack
      } else if skip(";") {
        repeat { skipBlanks() } while skip(";")
        // At the end it ends the last rule.
        if index == bytes.count { return rules }
        link = skip("||") ? .fallsBack : .replaces
      } else if skip(",") {
        // A list of days that ends here has lost something.
        if rule.spans.isEmpty, rule.state == .open { throw error(.days) }
        link = .adds
      } else if !rule.spans.isEmpty, rule.state == .open, isSelector || skipSlash() {
        link = .adds
      } else {
        throw error(.unexpected)
      }
    }
  }

  /// Refuses days that may be those of the times of another rule.
  ///
  /// `Mo-Fr 09:00-17:00; Apr-Oct` would be open day and night in summer, and with a comma it would
  /// be open day and night on all of these days.
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

  /// Goes past a slash before days, if it stands here: it parts rules as nothing at all does.
  private mutating func skipSlash() -> Bool {
    let start = index
    if skip("/") {
      skipBlanks()
      if isDay || isDate && !isYear { return true }
    }
    index = start
    return false
  }

  /// rule_sequence: days, times, the state and a comment.
  private mutating func readRule(isFirst: Bool) throws(OpeningHoursError) -> WrittenRule {
    var written = WrittenRule(position: index)
    var rule = HoursRule()
    let start = index
    yearsOrTimes = nil
    // What a comment stands before is for whom it is.
    if peek == UInt8(ascii: "\"") {
      let comment = try readComment()
      skipBlanks()
      if skip(":") {
        rule.comment = comment
        skipBlanks()
      } else {
        written.rule.comment = comment
        written.rule.state = .unknown
        return written
      }
    }
    if isWholeDay {
      rule.spans = [.day]
    } else {
      try readDays(&rule.days)
      try readTimes(&rule)
    }
    var isStateSaid = try readState(&rule)
    if index == start { throw error(.unexpected) }
    if !rule.spans.isEmpty, rule.state == .open, try readDaysBehind(&rule, isFirst: isFirst) {
      written.endsInDays = true
      isStateSaid = try readState(&rule) || isStateSaid
    }
    written.hasDaysOnly =
      rule.spans.isEmpty && rule.state == .open && rule.comment == nil && !isStateSaid
    if written.hasDaysOnly, let yearsOrTimes { throw error(.ambiguous, at: yearsOrTimes) }
    written.rule = rule
    return written
  }

  /// Reads days that follow their times, as in `10:00-17:00 Mo-Fr` or
  /// `Mo-Fr 09:00-17:00 Apr-Oct`; false for those of another rule, which has times or a state.
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
    let end = index
    skipBlanks()
    if isTime {
      // `Mo-Fr 09:00-17:00 Apr-Oct 10:00-12:00`: of which times are these days?
      if first.isApart(from: rule.days) { throw error(.ambiguous, at: position) }
      index = start
      return false
    }
    // `10:00-17:00 Mo-Fr, Sa off`: some of these days may be of the times, and only the rest closed.
    // `Mo-Fr 09:00-17:00; 12:00-13:00 Mo-Fr off`: these may be the times that are closed.
    let mayBeBoth =
      first.isApart(from: rule.days) && days.partCount > 1
      || rule.days == DaySelector() && !isFirst || rule.hasOverlappingTimes
    let isApart = days.isApart(from: rule.days)
    if ["off", "closed", "geschlossen", "unknown"].contains(word) || isQuote && !isApart {
      if mayBeBoth { throw error(.ambiguous, at: position) }
      index = start
      return false
    }
    guard isApart, !rule.hasOverlappingTimes else { throw error(.ambiguous, at: position) }
    rule.days.add(days)
    index = end
    return true
  }

  /// Whether days of any kind come next.
  private var isSelector: Bool { isDay || isDate || isWeek || isDaily }

  private var isDaily: Bool { word == "daily" || word == "everyday" }

  /// selector_sequence, but for the times: its parts in any order.
  private mutating func readDays(_ days: inout DaySelector) throws(OpeningHoursError) {
    var dates = index
    while true {
      skipBlanks()
      let start = index
      if days.years.isEmpty, days.dates.isEmpty, isDate {
        dates = index
        try readDates(&days)
      } else if days.years.isEmpty, isYear {
        try readYears(behind: dates, &days)
      } else if days.weeks.isEmpty, isWeek {
        try readWeeks(&days)
      } else if days.weekdays.isEmpty, days.holidays.isEmpty, isDay {
        try readWeekdays(&days)
      } else if isDaily {
        index += word.utf8.count
      } else {
        return
      }
      skipBlanks()
      if index > start, peek == UInt8(ascii: ":") { index += 1 }
    }
  }

  /// rule_modifier: what is then, and a comment; false where no word tells it.
  private mutating func readState(_ rule: inout HoursRule) throws(OpeningHoursError) -> Bool {
    skipBlanks()
    var isSaid = true
    if skipWord(["off", "closed", "geschlossen"]) {
      rule.state = .closed
    } else if skipWord(["unknown"]) {
      rule.state = .unknown
    } else {
      isSaid = skipWord(["open"])
    }
    skipBlanks()
    guard isQuote else { return isSaid }
    let comment = try readComment()
    rule.comment = rule.comment.map { "\($0): \(comment)" } ?? comment
    if !isSaid, rule.spans.isEmpty { rule.state = .unknown }
    return isSaid
  }

  /// A comment in quotation marks, straight or curly.
  private mutating func readComment() throws(OpeningHoursError) -> String {
    let start = index
    index += quoteLength
    let first = index
    while index < bytes.count, !isQuote { index += 1 }
    guard isQuote else { throw error(.unexpected, at: start) }
    let comment = String(decoding: bytes[first..<index], as: UTF8.self)
    index += quoteLength
    return comment
  }

  // MARK: Bytes

  var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  var isDigit: Bool { isDigit(at: index) }

  func isDigit(at index: Int) -> Bool {
    index < bytes.count && 0x30...0x39 ~= bytes[index]
  }

  /// How many digits stand here, up to five.
  var digitCount: Int {
    var count = 0
    while count < 5, isDigit(at: index + count) { count += 1 }
    return count
  }

  private func isAt(_ text: StaticString, _ index: Int) -> Bool {
    var index = index
    for scalar in "\(text)".utf8 {
      guard index < bytes.count, bytes[index] == scalar else { return false }
      index += 1
    }
    return true
  }

  /// Goes past a text, if it stands here.
  mutating func skip(_ text: StaticString) -> Bool {
    guard isAt(text, index) else { return false }
    index += text.utf8CodeUnitCount
    return true
  }

  /// Goes past white space, also such as does not break lines.
  mutating func skipBlanks() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x09, 0x0A, 0x0D, 0x20: index += 1
      case 0xC2 where isAt("\u{A0}", index): index += 2
      case 0xE2 where isAt("\u{2009}", index) || isAt("\u{202F}", index): index += 3
      default: return
      }
    }
  }

  /// Goes past a dash of any kind and the blanks around it, if there is one.
  mutating func skipDash() -> Bool {
    let start = index
    skipBlanks()
    if peek == UInt8(ascii: "-") {
      index += 1
    } else if ["\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2212}"].contains(
      where: {
        isAt($0, index)
      })
    {
      index += 3
    } else {
      index = start
      return false
    }
    skipBlanks()
    return true
  }

  private var quoteLength: Int {
    if peek == UInt8(ascii: "\"") { return 1 }
    let quotes: [StaticString] = ["\u{201C}", "\u{201D}", "\u{201E}"]
    return quotes.contains { isAt($0, index) } ? 3 : 0
  }

  private var isQuote: Bool { quoteLength > 0 }

  /// The ASCII letters from here on in lower case, at most 12.
  var word: String {
    var end = index
    while end < bytes.count, end - index < 12, bytes[end] | 0x20 >= 0x61, bytes[end] | 0x20 <= 0x7A
    {
      end += 1
    }
    return String(decoding: bytes[index..<end].map { $0 | 0x20 }, as: UTF8.self)
  }

  /// Goes past one of some words, if it stands here.
  mutating func skipWord(_ words: [String]) -> Bool {
    let word = word
    guard words.contains(word) else { return false }
    index += word.utf8.count
    return true
  }

  /// Reads the digits that stand here.
  mutating func readNumber() -> Int {
    var number = 0
    while isDigit, number < 100_000 {
      number = number * 10 + Int(bytes[index] - 0x30)
      index += 1
    }
    return number
  }

  /// Goes past `24/7` or `24 hours`, if it stands here.
  private var isWholeDay: Bool {
    mutating get {
      let start = index
      if skip("24/7") {
        if !isDigit { return true }
      } else if skip("24") {
        skipBlanks()
        if skipWord(["h", "hours", "hrs", "stunden"]), !skipDash(), !isDigit { return true }
      }
      index = start
      return false
    }
  }

  /// timespan lists, or the whole day.
  private mutating func readTimes(_ rule: inout HoursRule) throws(OpeningHoursError) {
    skipBlanks()
    if isWholeDay {
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
      text: String(decoding: bytes, as: UTF8.self), offset: before.count, problem: problem)
  }
}
