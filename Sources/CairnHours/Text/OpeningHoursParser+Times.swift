extension OpeningHoursParser {
  /// The latest time of day: midnight at the end of the next day, in seconds.
  private static let latest = 172_800.0

  /// Whether a time of day follows.
  var isTime: Bool {
    isClock || isSolarOffset || word == "daylight" || isUntil
      || phraseEnd(HoursPhrase.from) != nil && isTimeBehindWord(HoursPhrase.from)
      || phraseEnd(HoursPhrase.since) != nil && isTimeBehindWord(HoursPhrase.since)
  }

  /// Whether a time of the sun in parentheses follows.
  private var isSolarOffset: Bool {
    guard peek == UInt8(ascii: "(") else { return false }
    var ahead = self
    ahead.index += 1
    ahead.skipBlanks()
    return ahead.sunEvent != nil
  }

  private func isTimeBehindWord(_ words: HoursPhrase.Table) -> Bool {
    var ahead = self
    return ahead.skip(words) { $0.isClock }
  }

  /// Whether a time follows without a word before it.
  var isClock: Bool {
    if isDigit { return true }
    var ahead = self
    return sunEvent != nil || phraseEnd(HoursPhrase.noon) != nil
      || phraseEnd(HoursPhrase.midnight) != nil
      || ahead.skip(HoursPhrase.clock) { $0.isDigit || $0.peek == UInt8(ascii: ".") }
      || ahead.readHalfBefore() != nil && ahead.isDigit
  }

  /// The event of the sun that follows, and the index after its name.
  private var sunEvent: (event: SolarEvent, end: Int)? {
    if let event = SolarEvent(rawValue: word) { return (event, wordEnd) }
    if let end = phraseEnd(HoursPhrase.sunrise) { return (.sunrise, end) }
    return phraseEnd(HoursPhrase.sunset).map { (.sunset, $0) }
  }

  /// Skips a word such as `and`, or `u.`.
  mutating func skipAnd() -> Bool {
    let isShort = word == "u"
    guard skip(HoursPhrase.and) else { return false }
    if isShort { _ = skip(".") }
    return true
  }

  /// Parses time_selector: spans separated by commas, slashes or nothing.
  mutating func readSpans(_ spans: inout [HoursSpan]) throws(OpeningHoursError) {
    var before: (from: ParsedTime, to: ParsedTime)?
    while true {
      if skipDaylight() {
        spans.append(HoursSpan(from: .solar(.sunrise, 0), to: .solar(.sunset, 0)))
        return
      }
      let (span, written) = try readSpan(before, spans.count)
      spans.append(span)
      before = written
      let end = index
      skipBlanks()
      if peek == UInt8(ascii: "/") {
        if try readSlash() { continue }
        return
      }
      while skipTimeRemark() {}
      skipBlanks()
      let isList = skip(",") || skip("&") || skipAnd()
      skipBlanks()
      if isList, skipAnd() { skipBlanks() }
      skipDayPartBeforeTime()
      // A comma is followed by a time, or otherwise by another rule.
      var continues = isTime && !isDate && !isDay
      if isYear, written.from.hasFourDigits { continues = try areFourDigitTimes() }
      guard continues else {
        if isList, index == bytes.count { throw error(.unexpected) }
        index = end
        return
      }
    }
  }

  /// Skips a slash before another span; returns false before days, which belong to another rule.
  ///
  /// A slash before a time without an end is a repetition interval, which throws.
  private mutating func readSlash() throws(OpeningHoursError) -> Bool {
    let start = index
    index += 1
    skipBlanks()
    var ahead = self
    if isTime, !isDate, !isDay, (try? ahead.readTime(isEnd: false)) != nil, ahead.skipTo() {
      return true
    }
    let isRule = isDay || isDate && !isYear
    index = start
    guard isRule else { throw error(.intervals) }
    return false
  }

  /// Parses timespan: from one time to another, or with an open end.
  ///
  /// The previous span in the list shows which half of the day may be meant.
  private mutating func readSpan(
    _ before: (from: ParsedTime, to: ParsedTime)?, _ number: Int
  ) throws(OpeningHoursError) -> (HoursSpan, (from: ParsedTime, to: ParsedTime)) {
    if let span = try readClosingTime(number) { return span }
    let isSince = skip(HoursPhrase.since) { $0.isTime }
    if !isSince { _ = skip(HoursPhrase.from) { $0.isTime } }
    var from = try readTime(isEnd: false)
    let end = index
    let isLate = skipLate()
    if isLate || !skipTo() {
      if !isLate {
        guard skip("+") || isSince else { throw error(.closingTime) }
        if isSince { index = end }
      }
      try convert(&from)
      let late = try lateSpan(from: from)
      lateSpans.append((number, late))
      return (late, (from, from))
    }
    guard isTime else { throw error(.closingTime) }
    var to = try readTime(isEnd: true)
    applyPart(to: &from, &to)
    inheritHalfBefore(from, &to)
    inheritHalf(&from, of: to)
    // If only one end has am or pm, the other must be an hour that has no such half.
    if (from.half == nil) != (to.half == nil), 1...12 ~= (from.half == nil ? from : to).hour {
      throw error(.ambiguous, at: from.position)
    }
    if skipBlanksBefore(HoursPhrase.behind) { _ = skip(HoursPhrase.behind) }
    if let before, isInSameHalf(before, from, to) {
      throw error(.ambiguous, at: before.from.position)
    }
    if isOfHalfDays(from, to) || before.map({ isOfHalfDays(from, to, behind: $0) }) ?? false {
      throw error(.ambiguous, at: from.position)
    }
    hasHalves = hasHalves || to.half != nil
    if from.half == nil, let hour = from.bareHour, 1...6 ~= hour { nightSpan = from.position }
    isBareSpan = from.bareHour != nil && to.bareHour != nil && !from.hasMark && !to.hasMark
    try convert(&from)
    try convert(&to)
    let behind = index
    skipBlanks()
    // A plus means that the closing time may be later.
    let mayBeLater = skip("+")
    if !mayBeLater { index = behind }
    if case .clock(let opens) = from.end, case .clock(let closes) = to.end, closes <= opens {
      guard opens < closes + 86_400, closes + 86_400 <= Self.latest else {
        throw error(.time, at: to.position)
      }
      to.end = .clock(closes + 86_400)
    }
    if mayBeLater, let late = try? lateSpan(from: to) { lateSpans.append((number, late)) }
    return (HoursSpan(from: from.end, to: to.end), (from, to))
  }

  /// Parses a closing time without an opening time, as in `bis 16 Uhr`; nil if none follows.
  private mutating func readClosingTime(
    _ number: Int
  ) throws(OpeningHoursError) -> (HoursSpan, (from: ParsedTime, to: ParsedTime))? {
    let start = index
    guard isUntil, skip(HoursPhrase.until) else { return nil }
    skipBlanks()
    var to = try readTime(isEnd: true)
    // `until 9` may be in the evening.
    let isPlain = to.half != nil || to.hasMark || to.bareHour.map { $0 > 12 } ?? true
    guard number == 0, isPlain, to.end != .clock(0) || to.hasMark else {
      throw error(.ambiguous, at: start)
    }
    try convert(&to)
    if to.end == .clock(0) { to.end = .clock(86_400) }
    isUntilOnly = true
    return (HoursSpan(from: .clock(0), to: to.end), (to, to))
  }

  /// The period after a time in which the place may be open: until midnight or, from 17:00 on, 10
  /// hours, and from 22:00 on 8 hours, as in opening_hours.js.
  private func lateSpan(from time: ParsedTime) throws(OpeningHoursError) -> HoursSpan {
    switch time.end {
    case .clock(let seconds):
      guard seconds < Self.latest else { throw error(.time, at: time.position) }
      let hour = seconds / 3_600
      let end = hour >= 22 ? seconds + 28_800 : hour >= 17 ? seconds + 36_000 : 86_400
      return HoursSpan(from: time.end, to: .clock(min(end, Self.latest)))
    case .solar(let event, let offset) where event == .sunset || event == .dusk:
      return HoursSpan(from: time.end, to: .solar(event, min(offset + 36_000, 86_340)))
    case .solar:
      return HoursSpan(from: time.end, to: .clock(86_400))
    }
  }

  /// Skips words for an unknown closing time, such as those of `17:00-late`.
  private mutating func skipLate() -> Bool {
    let start = index
    if !skipDash() {
      skipBlanks()
      _ = skip(HoursPhrase.to) { $0.phraseEnd(HoursPhrase.late) != nil }
    }
    if skip(HoursPhrase.late) { return true }
    index = start
    return false
  }

  /// Skips `daylight` or `daylight hours`.
  private mutating func skipDaylight() -> Bool {
    guard skipWord(["daylight"]) else { return false }
    let end = index
    skipBlanks()
    if !skipWord(["hours", "only"]) { index = end }
    return true
  }

  /// Skips a dash or a word for it.
  mutating func skipTo() -> Bool {
    if skipDash() { return true }
    skipBlanks()
    return skip(HoursPhrase.to) { $0.isTime }
  }

  /// Parses time and extended_time: of the clock or of the sun.
  private mutating func readTime(isEnd: Bool) throws(OpeningHoursError) -> ParsedTime {
    let start = index
    if peek == UInt8(ascii: "(") || sunEvent != nil {
      return ParsedTime(end: try readSolarTime(), position: start)
    }
    if skip(HoursPhrase.noon) {
      return ParsedTime(end: .clock(43_200), position: start, bareHour: 12)
    }
    if skip(HoursPhrase.midnight) {
      return ParsedTime(end: .clock(isEnd ? 86_400 : 0), position: start)
    }
    if skip(HoursPhrase.clock) {
      _ = skip(".")
      skipBlanks()
    }
    let half = readHalfBefore()
    let count = digitCount
    guard 1...2 ~= count || count == 4 else { throw error(.time) }
    var hour = readNumber()
    var minute = 0
    var second = 0
    var isBare = false
    if count == 4 {
      (hour, minute) = (hour / 100, hour % 100)
    } else if let spaced = readSpacedMinutes() ?? readMarkedMinutes() {
      minute = spaced
    } else if !hasMinutes {
      isBare = true
    } else {
      let isPeriod = skip(".")
      if !isPeriod { index += 1 }
      minute = readNumber()
      // `01.04 - 31.10`
      if isPeriod, 25...31 ~= hour, 1...12 ~= minute { throw error(.ambiguous, at: start) }
      if peek == UInt8(ascii: ":"), isDigit(at: index + 1), isDigit(at: index + 2) {
        // Seconds are usually written by programs.
        index += 1
        second = readNumber()
      }
    }
    let seconds = hour * 3600 + minute * 60 + second
    guard minute < 60, second < 60, Double(seconds) <= Self.latest, !isDigit else {
      throw error(.time, at: start)
    }
    var time = ParsedTime(end: .clock(Double(seconds)), position: start, hour: hour)
    time.hasFourDigits = count == 4
    readHalf(&time)
    if let half { try set(half, before: &time) }
    hasSignTimes = hasSignTimes || isBare || time.half != nil || time.hasMark
    if isBare, time.half == nil { time.bareHour = hour }
    return time
  }

  /// Whether a colon, a period or an `h` and exactly two digits follow.
  private var hasMinutes: Bool {
    guard let peek, isDigit(at: index + 1), isDigit(at: index + 2), !isDigit(at: index + 3)
    else { return false }
    return peek == UInt8(ascii: ":") || peek == UInt8(ascii: ".")
      || peek | 0x20 == UInt8(ascii: "h") || peek == UInt8(ascii: "u")
  }

  /// Parses the minutes of `9 h 30`.
  private mutating func readSpacedMinutes() -> Int? {
    let start = index
    skipBlanks()
    if index > start, skip("h") {
      skipBlanks()
      if digitCount == 2 {
        let minute = readNumber()
        if minute % 5 == 0, peek != UInt8(ascii: ":"), peek != UInt8(ascii: "h") { return minute }
      }
    }
    index = start
    return nil
  }

  /// Parses variable_time: `sunset`, `(sunset-00:30)`.
  private mutating func readSolarTime() throws(OpeningHoursError) -> HoursSpan.End {
    let isOffset = skip("(")
    skipBlanks()
    guard let (event, end) = sunEvent else { throw error(.time) }
    index = end
    guard isOffset else { return .solar(event, 0) }
    skipBlanks()
    let isBack = skip("-")
    guard isBack || skip("+") else { throw error(.time) }
    skipBlanks()
    let start = index
    guard 1...2 ~= digitCount else { throw error(.time) }
    let hour = readNumber()
    guard hasMinutes else { throw error(.time, at: start) }
    index += 1
    let minute = readNumber()
    guard hour < 24, minute < 60 else { throw error(.time, at: start) }
    skipBlanks()
    guard skip(")") else { throw error(.time) }
    let seconds = Double(hour * 3600 + minute * 60)
    return .solar(event, isBack ? -seconds : seconds)
  }
}
