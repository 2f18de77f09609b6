extension HoursReader {
  /// A time of day as it is written.
  private struct WrittenTime {
    enum Half { case morning, afternoon }

    var end: HoursSpan.End
    /// Where it stands.
    var position: Int
    /// The hour, without the minutes: it may be one of the afternoon where the other time has am or
    /// pm.
    var hour = 24
    var half: Half?
    /// The hour if nothing tells the half of the day that it is in: no minutes, no am or pm.
    var bareHour: Int?
    /// Whether `h` or `Uhr` follows it.
    var hasMark = false
    /// Whether it is written without a colon: 0930.
    var hasFourDigits = false
  }

  /// The latest time of day that can be written: midnight of the day after, in seconds.
  private static let latest = 172_800.0

  /// Whether a time of day stands here.
  var isTime: Bool {
    isDigit || peek == UInt8(ascii: "(") || SolarEvent(rawValue: word) != nil
      || word == "noon" || word == "midnight"
  }

  /// time_selector: spans, with commas or slashes between them or nothing.
  mutating func readSpans(_ spans: inout [HoursSpan]) throws(OpeningHoursError) {
    var before: (from: WrittenTime, to: WrittenTime)?
    while true {
      let (span, written) = try readSpan(before)
      spans.append(span)
      before = written
      let end = index
      skipBlanks()
      if peek == UInt8(ascii: "/") {
        if try readSlash() { continue }
        return
      }
      let isList = skip(",") || skip("&") || skipWord(["and", "und"])
      skipBlanks()
      // After a comma comes a time, or else another rule.
      var goesOn = isTime && !isYear
      if isYear, written.from.hasFourDigits { goesOn = try areFourDigitTimes() }
      guard goesOn else {
        if isList, index == bytes.count { throw error(.unexpected) }
        index = end
        return
      }
    }
  }

  /// Goes past a slash before another span; false before days, which are of another rule.
  ///
  /// Before a time without an end it tells how often times repeat.
  private mutating func readSlash() throws(OpeningHoursError) -> Bool {
    let start = index
    index += 1
    skipBlanks()
    var ahead = self
    if isTime, !isYear, (try? ahead.readTime(isEnd: false)) != nil, ahead.skipTo() { return true }
    let isRule = isDay || isDate && !isYear
    index = start
    guard isRule else { throw error(.intervals) }
    return false
  }

  /// timespan: from a time to a time, or with an open end; the times of the span before it in the
  /// list tell which half of the day they may be in.
  private mutating func readSpan(
    _ before: (from: WrittenTime, to: WrittenTime)?
  ) throws(OpeningHoursError) -> (HoursSpan, (from: WrittenTime, to: WrittenTime)) {
    var from = try readTime(isEnd: false)
    let end = index
    guard skipTo() else {
      index = end
      skipBlanks()
      guard skip("+") else { throw error(.closingTime) }
      try convert(&from)
      if case .clock(let seconds) = from.end, seconds >= 86_400 {
        guard seconds < Self.latest else { throw error(.time, at: from.position) }
        return (HoursSpan(from: from.end, to: .clock(Self.latest)), (from, from))
      }
      return (HoursSpan(from: from.end, to: .clock(86_400)), (from, from))
    }
    guard isTime else { throw error(.closingTime) }
    var to = try readTime(isEnd: true)
    // With am or pm at one end only, the other has to be an hour that has no half.
    if (from.half == nil) != (to.half == nil), 1...12 ~= (from.half == nil ? from : to).hour {
      throw error(.ambiguous, at: from.position)
    }
    if isOfHalfDays(from, to) || before.map({ isOfHalfDays(from, to, behind: $0) }) ?? false {
      throw error(.ambiguous, at: from.position)
    }
    try convert(&from)
    try convert(&to)
    skipBlanks()
    // What is open beyond its end is not known to be.
    _ = skip("+")
    if case .clock(let opens) = from.end, case .clock(let closes) = to.end, closes <= opens {
      guard opens < closes + 86_400, closes + 86_400 <= Self.latest else {
        throw error(.time, at: to.position)
      }
      to.end = .clock(closes + 86_400)
    }
    return (HoursSpan(from: from.end, to: to.end), (from, to))
  }

  /// Whether hours may be those of a clock with twelve: `9-5`, which is hardly until five o'clock at
  /// night.
  private func isOfHalfDays(_ from: WrittenTime, _ to: WrittenTime) -> Bool {
    guard from.half == nil, to.half == nil, case .clock(let closes) = to.end else { return false }
    guard case .clock(let opens) = from.end else {
      // `sunrise-5` and `sunset-10`.
      return to.bareHour.map { 1...12 ~= $0 } ?? false && !to.hasMark && closes <= from.end.usual
    }
    let (first, last) = (from.bareHour ?? from.hour, to.bareHour ?? to.hour)
    let areSmall = 1...12 ~= first && 1...12 ~= last
    guard from.bareHour != nil, to.bareHour != nil else {
      // `9:00-5`, `noon-5` and `9-5:30`; both hours written in full are taken by the letter.
      return (from.bareHour ?? to.bareHour) != nil && areSmall && closes <= opens
    }
    if first == last { return areSmall }
    // A clock with twelve hours has neither `22-6 Uhr` nor `25-24`.
    return last < first && first <= 24 && (areSmall || !from.hasMark && !to.hasMark)
  }

  /// Whether hours go back to the morning behind others of it: `9-12,1-5`.
  private func isOfHalfDays(
    _ from: WrittenTime, _ to: WrittenTime, behind before: (from: WrittenTime, to: WrittenTime)
  ) -> Bool {
    guard let hour = from.bareHour, 1...12 ~= hour, from.half == nil, to.half == nil,
      case .clock(let opens) = from.end, case .clock(let earlier) = before.from.end
    else { return false }
    return opens < earlier && before.to.bareHour ?? before.to.hour <= 12
  }

  /// Goes past a dash or a word for it.
  private mutating func skipTo() -> Bool {
    if skipDash() { return true }
    skipBlanks()
    guard skipWord(["to", "bis", "until", "till"]) else { return false }
    skipBlanks()
    return true
  }

  /// Moves a time by its half of the day.
  private func convert(_ time: inout WrittenTime) throws(OpeningHoursError) {
    guard let half = time.half, case .clock(let seconds) = time.end else { return }
    guard 1...12 ~= time.hour else { throw error(.time, at: time.position) }
    let hour = time.hour % 12 + (half == .afternoon ? 12 : 0)
    time.end = .clock(seconds + Double(hour - time.hour) * 3600)
  }

  /// time and extended_time: of the clock or of the sun.
  private mutating func readTime(isEnd: Bool) throws(OpeningHoursError) -> WrittenTime {
    let start = index
    if peek == UInt8(ascii: "(") || SolarEvent(rawValue: word) != nil {
      return WrittenTime(end: try readSolarTime(), position: start)
    }
    if skipWord(["noon"]) {
      return WrittenTime(end: .clock(43_200), position: start, bareHour: 12)
    }
    if skipWord(["midnight"]) {
      return WrittenTime(end: .clock(isEnd ? 86_400 : 0), position: start)
    }
    let count = digitCount
    guard 1...2 ~= count || count == 4 else { throw error(.time) }
    var hour = readNumber()
    var minute = 0
    var second = 0
    var isBare = false
    if count == 4 {
      (hour, minute) = (hour / 100, hour % 100)
    } else if !hasMinutes {
      isBare = true
    } else {
      index += 1
      minute = readNumber()
      if peek == UInt8(ascii: ":"), isDigit(at: index + 1), isDigit(at: index + 2) {
        // Written by machines.
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

  /// Whether a colon, a full stop or an `h` and two digits stand here.
  private var hasMinutes: Bool {
    guard let peek, isDigit(at: index + 1), isDigit(at: index + 2), !isDigit(at: index + 3)
    else { return false }
    return peek == UInt8(ascii: ":") || peek == UInt8(ascii: ".")
      || peek | 0x20 == UInt8(ascii: "h")
  }

  /// Goes past `am`, `pm`, `Uhr` or `h`.
  private mutating func readHalf(_ time: inout WrittenTime) {
    let end = index
    skipBlanks()
    if skip("a.m.") || skipWord(["am"]) {
      time.half = .morning
    } else if skip("p.m.") || skipWord(["pm"]) {
      time.half = .afternoon
    } else if skipWord(["uhr", "h"]) {
      time.hasMark = true
    } else {
      index = end
    }
  }

  /// variable_time: `sunset`, `(sunset-00:30)`.
  private mutating func readSolarTime() throws(OpeningHoursError) -> HoursSpan.End {
    let isOffset = skip("(")
    skipBlanks()
    guard let event = SolarEvent(rawValue: word) else { throw error(.time) }
    index += word.utf8.count
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
