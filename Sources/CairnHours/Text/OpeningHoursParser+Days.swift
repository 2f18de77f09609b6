extension OpeningHoursParser {
  /// Whether a weekday or a kind of holiday follows.
  var isDay: Bool { weekday != nil || isHoliday || isPartOfWeek || isOrdinal }

  /// Whether `weekend` or `weekdays` follows.
  private var isPartOfWeek: Bool {
    phraseEnd(HoursPhrase.weekend) != nil || phraseEnd(HoursPhrase.workdays) != nil
      || phraseEnd(HoursPhrase.workdaysWithSaturday) != nil
  }

  private var isHoliday: Bool {
    phraseEnd(HoursPhrase.publicHoliday) != nil || phraseEnd(HoursPhrase.schoolHoliday) != nil
  }

  /// The weekday that follows.
  private var weekday: Weekday? {
    if let numberedDay { return numberedDay.day }
    let word = dayOfCompound ?? word
    let name = names[word] ?? Self.usualName(word, isGerman: isGerman)
    guard case .weekday(let number)? = name, monthBesideMonth == nil else { return nil }
    return Weekday(rawValue: number)
  }

  /// Whether the text contains weekdays that are not French, or `Uhr`: `Di` is Sunday in French,
  /// where the others are Lu, Ma, Me, Je, Ve and Sa.
  static func hasGermanDays(_ bytes: [UInt8]) -> Bool {
    var length = 0
    for index in 0...bytes.count {
      let isLetter = index < bytes.count && 0x61...0x7A ~= bytes[index] | 0x20
      if !isLetter, length == 2 {
        switch (bytes[index - 2] | 0x20, bytes[index - 1] | 0x20) {
        case (0x6D, 0x6F), (0x6D, 0x69), (0x64, 0x6F), (0x66, 0x72), (0x73, 0x6F): return true
        default: break  // no mo, mi, do, fr, so
        }
      }
      if !isLetter, length == 3, bytes[index - 3] | 0x20 == 0x75, bytes[index - 2] == 0x68,
        bytes[index - 1] == 0x72
      {
        return true
      }
      length = isLetter ? length + 1 : 0
    }
    return false
  }

  /// Parses a weekday, including a period after an abbreviation.
  private mutating func readWeekday() throws(OpeningHoursError) -> Weekday {
    guard let day = weekday else { throw error(.days) }
    if let numberedDay {
      index = numberedDay.end
      skipFeira()
      return day
    }
    let length = dayOfCompound?.utf8.count ?? wordEnd - index
    index += length
    skipFeira()
    // Hebrew: א'.
    if length == 2, bytes[index - 2] == 0xD7 { _ = skipApostrophe() }
    // A period after a full name ends the sentence.
    if length < 6, peek == UInt8(ascii: "."), !isDigit(at: index + 1) { index += 1 }
    return day
  }

  /// Skips the end of the Portuguese `segunda-feira`.
  private mutating func skipFeira() {
    if skip("-feira") || skip(" feira") { _ = skip("s") }
  }

  /// Parses weekday_selector: weekdays and holidays.
  mutating func readWeekdays(_ days: inout DaySelector) throws(OpeningHoursError) {
    while true {
      if isHoliday {
        let isPublic = skip(HoursPhrase.publicHoliday)
        if !isPublic { _ = skip(HoursPhrase.schoolHoliday) }
        var holiday = DaySelector.HolidaySelector(isSchool: !isPublic)
        holiday.offset = readDayOffset() ?? 0
        days.holidays.append(holiday)
        skipColonBeforeWeekday()
      } else {
        days.weekdays.append(try readWeekdayRange())
      }
      let end = index
      skipBlanks()
      if skip(",") || skip("&") || skip("+") || skip("\u{B7}") || skipAnd()
        || skipSlashBeforeDay(behind: days.weekdays.last)
      {
        skipBlanks()
        _ = skip(HoursPhrase.and) { $0.isDay || $0.phraseEnd(HoursPhrase.from) != nil }
        _ = skip(HoursPhrase.from) { $0.isDay }
        if isDay { continue }
      } else if isDay {
        // Days that are also holidays, as in `PH Mo-Fr`; the reverse order means either with times.
        if isHoliday {
          // Japanese lists have neither: `土日祝`.
          if index > end { holidayBehindDays = holidayBehindDays ?? index }
          continue
        }
        if days.weekdays.isEmpty { days.needsBoth = true }
        continue
      }
      index = end
      return
    }
  }

  /// Parses weekday_range: one or several weekdays, optionally with occurrences in the month.
  private mutating func readWeekdayRange() throws(OpeningHoursError) -> DaySelector.WeekdayRange {
    if skip(HoursPhrase.weekend) { return .init(from: .saturday, to: .sunday) }
    if skip(HoursPhrase.workdays) { return .init(from: .monday, to: .friday) }
    if skip(HoursPhrase.workdaysWithSaturday) { return .init(from: .monday, to: .saturday) }
    if let numbers = readOrdinals() {
      let day = try readWeekday()
      let end = index
      skipBlanks()
      if !skip(HoursPhrase.ofMonth) { index = end }
      return .init(from: day, to: day, occurrences: numbers)
    }
    let isCut = word == "sonn"
    let from = try readWeekday()
    // The first half of `Sonn- und Feiertags`.
    if isCut { _ = skip("-") }
    var range = DaySelector.WeekdayRange(from: from, to: from)
    let end = index
    if skipDash() || skipToDay() {
      if weekday != nil {
        range.to = try readWeekday()
      } else if isDigit {
        // An offset in days, which is parsed below.
        index = end
      } else if phraseEnd(HoursPhrase.closed) == nil {
        throw error(.days)
      }
    }
    if peek == UInt8(ascii: "[") { range.occurrences = try readOccurrences() }
    if let offset = readDayOffset() { range.offset = offset }
    return range
  }

  /// Skips the colon of `PH: We`, which are holidays that are Wednesdays.
  private mutating func skipColonBeforeWeekday() {
    let start = index
    if skip(":") {
      skipBlanks()
      if weekday != nil { return }
    }
    index = start
  }

  /// Skips the slash of `Sonn-/Feiertags` and `Sa/So`, but not of `Mo/Fr`, which may be a range.
  private mutating func skipSlashBeforeDay(behind last: DaySelector.WeekdayRange?) -> Bool {
    let start = index
    if skip("/") {
      let days = (weekday?.rawValue ?? 0) - (last?.to.rawValue ?? 0)
      if weekday != nil, bytes[start - 1] > 0x20, days < 4 { return true }
      skipBlanks()
      if isHoliday { return true }
    }
    index = start
    return false
  }

  /// Skips a word such as `bis` or `à` before another weekday.
  private mutating func skipToDay() -> Bool {
    let start = index
    skipBlanks()
    if weekday == nil, skipThrough() || skip(HoursPhrase.to, before: { $0.weekday != nil }) {
      return true
    }
    index = start
    return false
  }

  /// Skips the Dutch `t/m` or the Indonesian `s/d`.
  mutating func skipThrough() -> Bool {
    guard skip("t/m") || skip("s/d") || skip("s.d.") else { return false }
    skipBlanks()
    return true
  }

  private var isOrdinal: Bool {
    guard digitCount == 1 || HoursPhrase.ordinals[word] != nil else { return false }
    var ahead = self
    return ahead.readOrdinals() != nil
  }

  /// Parses words or numbers before one weekday, as in `first and third Saturday of the month`.
  private mutating func readOrdinals() -> [Int]? {
    let start = index
    var numbers: [Int] = []
    while numbers.count < 5, let number = readOrdinal() {
      numbers.append(number)
      skipBlanks()
      if weekday != nil {
        var ahead = self
        _ = try? ahead.readWeekday()
        if ahead.skipDash() || ahead.skipToDay() { break }
        return numbers
      }
      guard skip(",") || skip("&") || skipAnd() else { break }
      skipBlanks()
    }
    index = start
    return nil
  }

  private mutating func readOrdinal() -> Int? {
    if let number = HoursPhrase.ordinals[word] {
      index = wordEnd
      return number
    }
    guard let peek, 0x31...0x35 ~= peek, digitCount == 1 else { return nil }
    let start = index
    index += 1
    if skip(".") || skipOrdinalSuffix() { return Int(peek - 0x30) }
    index = start
    return nil
  }

  /// Skips the end of a number such as `1st`, `1er` or `1º`.
  mutating func skipOrdinalSuffix() -> Bool {
    skip("\u{B0}") || skip("\u{BA}") || skip("\u{AA}")
      || skipWord(["st", "nd", "rd", "th", "er", "re", "e", "ème"])
  }

  /// Parses nth_entry: `[1]`, `[-1]`, `[1-2,4]`.
  mutating func readOccurrences() throws(OpeningHoursError) -> [Int] {
    index += 1
    var numbers: [Int] = []
    repeat {
      skipBlanks()
      let start = index
      let isFromEnd = skip("-")
      guard isDigit else { throw error(.days) }
      let first = readNumber()
      var last = first
      if !isFromEnd, skipDash() { last = readNumber() }
      guard 1...5 ~= first, first...5 ~= last else { throw error(.days, at: start) }
      numbers += isFromEnd ? [-first] : Array(first...last)
      skipBlanks()
      guard numbers.count <= 20 else { throw error(.days, at: start) }
    } while skip(",")
    guard skip("]") else { throw error(.days) }
    return numbers
  }

  /// Parses day_offset: `+1 day`, `-2 days`; returns nil if none exists.
  mutating func readDayOffset() -> Int? {
    let start = index
    skipBlanks()
    let isBack = skip("-")
    if isBack || skip("+") {
      skipBlanks()
      if 1...4 ~= digitCount {
        let number = readNumber()
        skipBlanks()
        if skipWord(["day", "days"]) { return isBack ? -number : number }
      }
    }
    index = start
    return nil
  }
}

extension Weekday {
  /// Parses a lowercase name: at least two letters of the English name, or a German name.
  init?(hours name: some StringProtocol) {
    let german = [
      "mo": 1, "montag": 1, "dienstag": 2, "mi": 3, "mittwoch": 3, "do": 4, "donnerstag": 4,
      "freitag": 5, "samstag": 6, "sonnabend": 6, "so": 7, "sonntag": 7,
      "sonn": 7,
    ]
    if let number = german[String(name)] {
      self.init(rawValue: number)
      return
    }
    guard name.utf8.count >= 2,
      let day = Weekday.allCases.first(where: { "\($0)".hasPrefix(name) })
    else { return nil }
    self = day
  }
}
