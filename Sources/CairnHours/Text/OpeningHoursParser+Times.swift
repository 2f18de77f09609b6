extension OpeningHoursParser {
  /// A time of day as written.
  private struct WrittenTime {
    enum Half { case morning, afternoon }

    var end: HoursSpan.End
    /// The index in the text.
    var position: Int
    /// The hour, without the minutes; it may be an afternoon hour if the other time has am or pm.
    var hour = 24
    var half: Half?
    /// The hour if the half of the day is not determined: without minutes, am or pm.
    var bareHour: Int?
    /// Whether `h` or `Uhr` follows.
    var hasMark = false
    /// Whether the time is written without a colon: 0930.
    var hasFourDigits = false
  }

  /// The latest time of day: midnight at the end of the next day, in seconds.
  private static let latest = 172_800.0

  /// Whether a time of day follows.
  var isTime: Bool {
    isClock || peek == UInt8(ascii: "(") || word == "daylight"
      || phraseEnd(HoursPhrase.from) != nil && isTimeBehindWord(HoursPhrase.from)
      || phraseEnd(HoursPhrase.since) != nil && isTimeBehindWord(HoursPhrase.since)
  }

  private func isTimeBehindWord(_ words: HoursPhrase.Table) -> Bool {
    var ahead = self
    return ahead.skip(words) { $0.isClock }
  }

  /// Whether a time follows without a word before it.
  private var isClock: Bool {
    if isDigit { return true }
    var ahead = self
    return sunEvent != nil || phraseEnd(HoursPhrase.noon) != nil
      || phraseEnd(HoursPhrase.midnight) != nil
      || ahead.skip(HoursPhrase.clock) { $0.isDigit || $0.peek == UInt8(ascii: ".") }
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
    var before: (from: WrittenTime, to: WrittenTime)?
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
      let isList = skip(",") || skip("&") || skipAnd()
      skipBlanks()
      if isList, skipAnd() { skipBlanks() }
      // A comma is followed by a time, or otherwise by another rule.
      var goesOn = isTime && !isDate && !isDay
      if isYear, written.from.hasFourDigits { goesOn = try areFourDigitTimes() }
      guard goesOn else {
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
    _ before: (from: WrittenTime, to: WrittenTime)?, _ number: Int
  ) throws(OpeningHoursError) -> (HoursSpan, (from: WrittenTime, to: WrittenTime)) {
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
    inheritHalf(&from, of: to)
    // If only one end has am or pm, the other must be an hour that has no such half.
    if (from.half == nil) != (to.half == nil), 1...12 ~= (from.half == nil ? from : to).hour {
      throw error(.ambiguous, at: from.position)
    }
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

  /// Applies the half of the day of a closing time to an opening time without one.
  ///
  /// `1-5 PM` and `9-11:30 AM` are in one half of the day, `11-5 PM` is from morning to afternoon.
  /// `11-1 AM` may begin at either time, and `10-12 PM` may end at noon or midnight.
  private func inheritHalf(_ from: inout WrittenTime, of to: WrittenTime) {
    guard let half = to.half, from.half == nil, 1...12 ~= from.hour, 1...12 ~= to.hour,
      !from.hasMark, !from.hasFourDigits,
      case .clock(let opens) = from.end, case .clock(let closes) = to.end
    else { return }
    let noon = 43_200.0
    if opens.truncatingRemainder(dividingBy: noon) < closes.truncatingRemainder(dividingBy: noon) {
      from.half = half
    } else if half == .afternoon, from.hour < 12, to.hour < 12 {
      from.half = .morning
    }
    if from.half != nil { from.bareHour = nil }
  }

  /// Whether hours without am or pm may have that of the hours behind them: `1-2, 4-5 PM`.
  private func isInSameHalf(
    _ before: (from: WrittenTime, to: WrittenTime), _ from: WrittenTime, _ to: WrittenTime
  ) -> Bool {
    guard from.half == .afternoon, before.from.half == nil, before.to.half == nil,
      1...11 ~= before.from.hour, 1...11 ~= before.to.hour, !before.to.hasMark,
      case .clock(let earlier) = before.to.end, case .clock(let opens) = from.end
    else { return false }
    return earlier <= opens + (from.hour == 12 ? -43_200 : 0)
  }

  /// The period after a time in which the place may be open: until midnight or, from 17:00 on, 10
  /// hours, and from 22:00 on 8 hours, as in opening_hours.js.
  private func lateSpan(from time: WrittenTime) throws(OpeningHoursError) -> HoursSpan {
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

  /// Whether the hours may be on a 12-hour clock, such as `9-5`, which hardly means until five in
  /// the morning.
  private func isOfHalfDays(_ from: WrittenTime, _ to: WrittenTime) -> Bool {
    guard from.half == nil, to.half == nil, case .clock(let closes) = to.end else { return false }
    guard case .clock(let opens) = from.end else {
      // For example `sunrise-5` and `sunset-10`.
      return to.bareHour.map { 1...12 ~= $0 } ?? false && !to.hasMark && closes <= from.end.usual
    }
    let (first, last) = (from.bareHour ?? from.hour, to.bareHour ?? to.hour)
    let areSmall = 1...12 ~= first && 1...12 ~= last
    guard from.bareHour != nil, to.bareHour != nil else {
      // For example `9:00-5`, `noon-5` and `9-5:30`; if both hours are written in full they are
      // taken literally.
      return (from.bareHour ?? to.bareHour) != nil && areSmall && closes <= opens
    }
    if first == last { return areSmall }
    // A 12-hour clock has neither `22-6 Uhr` nor `25-24`.
    return last < first && first <= 24 && (areSmall || !from.hasMark && !to.hasMark)
  }

  /// Whether the hours return to the morning after earlier morning hours: `9-12,1-5`.
  private func isOfHalfDays(
    _ from: WrittenTime, _ to: WrittenTime, behind before: (from: WrittenTime, to: WrittenTime)
  ) -> Bool {
    guard let hour = from.bareHour, 1...12 ~= hour, from.half == nil, to.half == nil,
      case .clock(let opens) = from.end, case .clock(let earlier) = before.from.end
    else { return false }
    return opens < earlier && before.to.bareHour ?? before.to.hour <= 12
  }

  /// Skips a dash or a word for it.
  mutating func skipTo() -> Bool {
    if skipDash() { return true }
    skipBlanks()
    return skip(HoursPhrase.to) { $0.isTime }
  }

  /// Applies the half of the day to a time.
  private func convert(_ time: inout WrittenTime) throws(OpeningHoursError) {
    guard let half = time.half, case .clock(let seconds) = time.end else { return }
    guard 1...12 ~= time.hour else { throw error(.time, at: time.position) }
    let hour = time.hour % 12 + (half == .afternoon ? 12 : 0)
    time.end = .clock(seconds + Double(hour - time.hour) * 3600)
  }

  /// Parses time and extended_time: of the clock or of the sun.
  private mutating func readTime(isEnd: Bool) throws(OpeningHoursError) -> WrittenTime {
    let start = index
    if peek == UInt8(ascii: "(") || sunEvent != nil {
      return WrittenTime(end: try readSolarTime(), position: start)
    }
    if skip(HoursPhrase.noon) {
      return WrittenTime(end: .clock(43_200), position: start, bareHour: 12)
    }
    if skip(HoursPhrase.midnight) {
      return WrittenTime(end: .clock(isEnd ? 86_400 : 0), position: start)
    }
    if skip(HoursPhrase.clock) {
      _ = skip(".")
      skipBlanks()
    }
    let count = digitCount
    guard 1...2 ~= count || count == 4 else { throw error(.time) }
    var hour = readNumber()
    var minute = 0
    var second = 0
    var isBare = false
    if count == 4 {
      (hour, minute) = (hour / 100, hour % 100)
    } else if let spaced = readSpacedMinutes() {
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
    var time = WrittenTime(end: .clock(Double(seconds)), position: start, hour: hour)
    time.hasFourDigits = count == 4
    readHalf(&time)
    if isBare, time.half == nil { time.bareHour = hour }
    return time
  }

  /// Whether a colon, a period or an `h` and exactly two digits follow.
  private var hasMinutes: Bool {
    guard let peek, isDigit(at: index + 1), isDigit(at: index + 2), !isDigit(at: index + 3)
    else { return false }
    return peek == UInt8(ascii: ":") || peek == UInt8(ascii: ".")
      || peek | 0x20 == UInt8(ascii: "h")
  }

  /// Skips and records `am`, `pm`, `Uhr` or `h`.
  private mutating func readHalf(_ time: inout WrittenTime) {
    let end = index
    skipBlanks()
    if skipHalf(UInt8(ascii: "a")) || skipWord(["am"]) {
      time.half = .morning
    } else if skipHalf(UInt8(ascii: "p")) || skipWord(["pm"]) {
      time.half = .afternoon
    } else if skip(HoursPhrase.clockMark) {
      time.hasMark = true
    } else {
      index = end
    }
  }

  /// Skips `a.m.` or `a. m.`, also in capitals.
  private mutating func skipHalf(_ letter: UInt8) -> Bool {
    let start = index
    if let peek, peek | 0x20 == letter {
      index += 1
      if skip(".") {
        skipBlanks()
        if skip("m.") || skip("M.") { return true }
      }
    }
    index = start
    return false
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
