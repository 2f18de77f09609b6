/// Parses the rules of a text, in one pass over its bytes.
///
/// The grammar is that of OpenStreetMap's `opening_hours` specification (wiki, version 0.7.3); each
/// method corresponds to a production of it, continued in `OpeningHoursParser+Days`, `+Dates` and
/// `+Times`.
struct OpeningHoursParser {
  /// The maximum length of a text, in bytes.
  static let byteLimit = 10_000

  let bytes: [UInt8]
  var index = 0
  /// Cached, because every `Di` consults it.
  let isGerman: Bool
  /// The position of years in the current rule that may also be times, as in `Feb 2026-2028`.
  var yearsOrTimes: Int?

  init(_ text: some StringProtocol) {
    bytes = Array(text.utf8)
    isGerman = Self.hasGermanDays(bytes)
  }

  /// A rule as written.
  private struct WrittenRule {
    var rule = HoursRule()
    var position: Int
    /// Whether the rule has days, but neither times nor a word for the state.
    var hasDaysOnly = false
    /// Whether the rule's days follow its times.
    var endsInDays = false
  }

  /// Parses time_domain: rules and their separators.
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
        // A trailing separator ends the last rule.
        if index == bytes.count { return rules }
        link = skip("||") ? .fallsBack : .replaces
      } else if skip(",") {
        // A list of days that ends here is incomplete.
        if rule.spans.isEmpty, rule.state == .open { throw error(.days) }
        link = .adds
      } else if !rule.spans.isEmpty, rule.state == .open, isSelector || skipSlash() {
        link = .adds
      } else {
        throw error(.unexpected)
      }
    }
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

  /// Skips a slash before days, which separates rules just as a missing separator does.
  private mutating func skipSlash() -> Bool {
    let start = index
    if skip("/") {
      skipBlanks()
      if isDay || isDate && !isYear { return true }
    }
    index = start
    return false
  }

  /// Parses rule_sequence: days, times, the state and a comment.
  private mutating func readRule(isFirst: Bool) throws(OpeningHoursError) -> WrittenRule {
    var written = WrittenRule(position: index)
    var rule = HoursRule()
    let start = index
    yearsOrTimes = nil
    // A leading comment names the audience of the rule.
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
    let end = index
    skipBlanks()
    if isTime {
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

  /// Whether days of any kind follow.
  private var isSelector: Bool { isDay || isDate || isWeek || isDaily }

  private var isDaily: Bool { word == "daily" || word == "everyday" }

  /// Parses selector_sequence except for the times: its parts in any order.
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

  /// Parses rule_modifier: the state and a comment; returns false if no word names the state.
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

  /// Parses a comment in quotation marks, straight or curly.
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

  /// The number of digits that follow, up to five.
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

  /// Skips a text if it follows.
  mutating func skip(_ text: StaticString) -> Bool {
    guard isAt(text, index) else { return false }
    index += text.utf8CodeUnitCount
    return true
  }

  /// Skips white space, including no-break spaces.
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

  /// Skips a dash of any kind and the blanks around it, if there is one.
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

  /// The ASCII letters from here on in lowercase, at most 12.
  var word: String {
    var end = index
    while end < bytes.count, end - index < 12, bytes[end] | 0x20 >= 0x61, bytes[end] | 0x20 <= 0x7A
    {
      end += 1
    }
    return String(decoding: bytes[index..<end].map { $0 | 0x20 }, as: UTF8.self)
  }

  /// Skips one of several words if it follows.
  mutating func skipWord(_ words: [String]) -> Bool {
    let word = word
    guard words.contains(word) else { return false }
    index += word.utf8.count
    return true
  }

  /// Parses the digits that follow.
  mutating func readNumber() -> Int {
    var number = 0
    while isDigit, number < 100_000 {
      number = number * 10 + Int(bytes[index] - 0x30)
      index += 1
    }
    return number
  }

  /// Skips `24/7` or `24 hours` if it follows.
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

  /// Parses a list of time spans, or the whole day.
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
