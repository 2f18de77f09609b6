/// Times of a 12-hour clock.
extension OpeningHoursParser {
  /// A time of day as written.
  struct ParsedTime {
    enum Half { case morning, afternoon }

    var end: HoursSpan.End
    /// The index in the text.
    var position: Int
    /// The hour, without the minutes; it may be an afternoon hour if the other time has am or pm.
    var hour = 24
    var half: Half?
    /// Whether the half is written before the hour, as in `午後5時`.
    var isHalfBefore = false
    /// The hour if the half of the day is not determined: without minutes, am or pm.
    var bareHour: Int?
    /// Whether `h` or `Uhr` follows.
    var hasMark = false
    /// Whether the time is written without a colon: 0930.
    var hasFourDigits = false
  }

  /// Skips and records `am`, `pm`, `Uhr` or `h`.
  mutating func readHalf(_ time: inout ParsedTime) {
    let end = index
    skipBlanks()
    if skipHalf(UInt8(ascii: "a")) || skipWord(["am"]) {
      time.half = .morning
    } else if skipHalf(UInt8(ascii: "p")) || skipWord(["pm"]) {
      time.half = .afternoon
    } else if skip(HoursPhrase.clockMark) || skipHourMark(at: end) {
      time.hasMark = true
      // Thai and Russian: `น.`, `ч.`
      if bytes[index - 1] > 0x7F, index < bytes.count, !isDigit(at: index + 1) { _ = skip(".") }
    } else {
      index = end
    }
    guard time.half == nil, let part = readPartBehindHour() else { return }
    if 1...11 ~= time.hour { time.half = part == .morning ? .morning : .afternoon }
  }

  /// Skips the Dutch `u` of `8u` directly after an hour; `u.` means "and" in German.
  private mutating func skipHourMark(at end: Int) -> Bool {
    guard index == end, word == "u", !isGerman else { return false }
    var ahead = self
    ahead.index = wordEnd
    if ahead.peek == UInt8(ascii: ".") { return false }
    self = ahead
    return true
  }

  /// Skips `a.m.` or `a. m.`, in either case.
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

  /// Skips a word for a half of the day before an hour, as in `午後5時`.
  mutating func readHalfBefore() -> ParsedTime.Half? {
    guard let peek, peek >= 0xE3 else { return nil }
    for (half, table) in HoursPhrase.halvesBefore where skip(table) {
      skipBlanks()
      return half
    }
    return nil
  }

  /// Applies a half of the day that is written before the hour.
  func set(
    _ half: ParsedTime.Half, before time: inout ParsedTime
  ) throws(OpeningHoursError) {
    // `午前12時` may be noon or midnight.
    guard time.hour != 12, time.half == nil else { throw error(.ambiguous, at: time.position) }
    guard time.hour < 12 else { return }
    time.isHalfBefore = true
    time.bareHour = nil
    if time.hour > 0 {
      time.half = half
    } else if half == .afternoon {
      throw error(.ambiguous, at: time.position)
    }
  }

  /// Applies the half of the day before an opening time to the closing time: `下午2点-5点`.
  func inheritHalfBefore(_ from: ParsedTime, _ to: inout ParsedTime) {
    guard from.isHalfBefore, to.half == nil, from.hour < to.hour else { return }
    if to.hour < 12 {
      to.half = from.half
    } else if to.hour == 12, from.half == .morning {
      to.half = .afternoon
    }
    if to.half != nil { to.bareHour = nil }
  }

  /// Parses the minutes of `9時30分` or `9時半`; nil if none follow.
  mutating func readMarkedMinutes() -> Int? {
    let start = index
    skipBlanks()
    if skip(HoursPhrase.hourMark) {
      let isApart = peek == 0x20
      skipBlanks()
      if skip(HoursPhrase.halfMinutes) { return 30 }
      if 1...2 ~= digitCount {
        let minute = readNumber()
        if skip(HoursPhrase.minuteMark) || !isApart { return minute }
      }
    }
    index = start
    return nil
  }

  /// Skips blanks if a phrase follows them.
  mutating func skipBlanksBefore(_ table: HoursPhrase.Table) -> Bool {
    var ahead = self
    ahead.skipBlanks()
    guard ahead.phraseEnd(table) != nil else { return false }
    index = ahead.index
    return true
  }

  /// Applies `afternoons` before `1-5` to both hours.
  func applyPart(to from: inout ParsedTime, _ to: inout ParsedTime) {
    guard half == .afternoon || half == .evening, from.half == nil, to.half == nil,
      !from.hasMark, !to.hasMark, 1...12 ~= from.hour, 1...11 ~= to.hour
    else { return }
    (from.half, to.half) = (.afternoon, .afternoon)
    (from.bareHour, to.bareHour) = (nil, nil)
  }

  /// Applies the half of the day of a closing time to an opening time without one.
  ///
  /// `1-5 PM` and `9-11:30 AM` are in one half of the day, `11-5 PM` is from morning to afternoon.
  /// `11-1 AM` may begin at either time, and `10-12 PM` may end at noon or midnight.
  func inheritHalf(_ from: inout ParsedTime, of to: ParsedTime) {
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

  /// Whether hours without am or pm may have that of the hours after them: `1-2, 4-5 PM`.
  func isInSameHalf(
    _ before: (from: ParsedTime, to: ParsedTime), _ from: ParsedTime, _ to: ParsedTime
  ) -> Bool {
    guard from.half == .afternoon, before.from.half == nil, before.to.half == nil,
      1...11 ~= before.from.hour, 1...11 ~= before.to.hour, !before.to.hasMark,
      case .clock(let earlier) = before.to.end, case .clock(let opens) = from.end
    else { return false }
    return earlier <= opens + (from.hour == 12 ? -43_200 : 0)
  }

  /// Whether the hours may be on a 12-hour clock, such as `9-5`, which hardly means until five in
  /// the morning.
  func isOfHalfDays(_ from: ParsedTime, _ to: ParsedTime) -> Bool {
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
  func isOfHalfDays(
    _ from: ParsedTime, _ to: ParsedTime, behind before: (from: ParsedTime, to: ParsedTime)
  ) -> Bool {
    guard let hour = from.bareHour, 1...12 ~= hour, from.half == nil, to.half == nil,
      case .clock(let opens) = from.end, case .clock(let earlier) = before.from.end
    else { return false }
    return opens < earlier && before.to.bareHour ?? before.to.hour <= 12
  }

  /// Applies the half of the day to a time.
  func convert(_ time: inout ParsedTime) throws(OpeningHoursError) {
    guard let half = time.half, case .clock(let seconds) = time.end else { return }
    guard 1...12 ~= time.hour else { throw error(.time, at: time.position) }
    let hour = time.hour % 12 + (half == .afternoon ? 12 : 0)
    time.end = .clock(seconds + Double(hour - time.hour) * 3600)
  }
}
