/// Reads the rules of a text, in one pass over its bytes.
///
/// The grammar is that of the specification of OpenStreetMap's `opening_hours` (wiki, version
/// 0.7.3); a method is a rule of it, and `HoursReader+Days`, `+Dates` and `+Times` go on.
struct HoursReader {
  /// The longest text, in bytes.
  static let byteLimit = 10_000

  let bytes: [UInt8]
  var index = 0
  /// Asked at each `Di`, so told once.
  let isGerman: Bool

  init(_ text: some StringProtocol) {
    bytes = Array(text.utf8)
    isGerman = Self.hasGermanDays(bytes)
  }

  /// time_domain: rules and what stands between them.
  mutating func readRules() throws(OpeningHoursError) -> [HoursRule] {
    guard bytes.count <= Self.byteLimit else { throw error(.length, at: 0) }
    var rules: [HoursRule] = []
    var link = HoursRule.Link.replaces
    while true {
      skipBlanks()
      var rule = try readRule()
      rule.link = link
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
      } else if !rule.spans.isEmpty, rule.state == .open, isDay || isDate || skipSlash() {
        link = .adds
      } else {
        throw error(.unexpected)
      }
    }
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
  private mutating func readRule() throws(OpeningHoursError) -> HoursRule {
    var rule = HoursRule()
    let start = index
    // What a comment stands before is for whom it is.
    if peek == UInt8(ascii: "\"") {
      let comment = try readComment()
      skipBlanks()
      if skip(":") {
        rule.comment = comment
        skipBlanks()
      } else {
        rule.comment = comment
        rule.state = .unknown
        return rule
      }
    }
    if isWholeDay {
      rule.spans = [.day]
    } else {
      try readDays(&rule.days)
      try readTimes(&rule)
    }
    try readState(&rule)
    if index == start { throw error(.unexpected) }
    return rule
  }

  /// selector_sequence, but for the times: its parts in any order.
  private mutating func readDays(_ days: inout DaySelector) throws(OpeningHoursError) {
    while true {
      skipBlanks()
      let start = index
      if days.years.isEmpty, days.dates.isEmpty, days.weekdays.isEmpty || !isYear, isDate {
        try readDates(&days)
      } else if days.weeks.isEmpty, isWeek {
        try readWeeks(&days)
      } else if days.weekdays.isEmpty, days.holidays.isEmpty, isDay {
        try readWeekdays(&days)
      } else if skipWord(["daily", "everyday"]) {
      } else {
        return
      }
      skipBlanks()
      if index > start, peek == UInt8(ascii: ":") { index += 1 }
    }
  }

  /// rule_modifier: what is then, and a comment.
  private mutating func readState(_ rule: inout HoursRule) throws(OpeningHoursError) {
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
    guard isQuote else { return }
    let comment = try readComment()
    rule.comment = rule.comment.map { "\($0): \(comment)" } ?? comment
    if !isSaid, rule.spans.isEmpty { rule.state = .unknown }
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
