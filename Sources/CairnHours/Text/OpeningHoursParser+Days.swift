extension OpeningHoursParser {
  /// Whether a weekday or a kind of holiday follows.
  var isDay: Bool { isHoliday || weekday != nil }

  private var isHoliday: Bool { word == "ph" || word == "sh" }

  /// The weekday that follows.
  private var weekday: Weekday? {
    let word = word
    if word == "di" { return isGerman ? .tuesday : nil }
    return Weekday(hours: word) ?? (word.hasSuffix("s") ? Weekday(hours: word.dropLast()) : nil)
  }

  /// Whether the text contains weekdays that are not French: `Di` is Sunday in French, where the
  /// others are Lu, Ma, Me, Je, Ve and Sa.
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
      length = isLetter ? length + 1 : 0
    }
    return false
  }

  /// Parses a weekday, including a period after an abbreviation.
  private mutating func readWeekday() throws(OpeningHoursError) -> Weekday {
    guard let day = weekday else { throw error(.days) }
    index += word.utf8.count
    if peek == UInt8(ascii: "."), !isDigit(at: index + 1) { index += 1 }
    return day
  }

  /// Parses weekday_selector: weekdays and holidays.
  mutating func readWeekdays(_ days: inout DaySelector) throws(OpeningHoursError) {
    while true {
      if isHoliday {
        var holiday = DaySelector.HolidaySelector(isSchool: word == "sh")
        index += 2
        holiday.offset = readDayOffset() ?? 0
        days.holidays.append(holiday)
      } else {
        days.weekdays.append(try readWeekdayRange())
      }
      let end = index
      skipBlanks()
      if skip(",") || skip("&") || skipWord(["and", "und"]) {
        skipBlanks()
        if isDay { continue }
      } else if isDay {
        // Days that are also holidays, as in `PH Mo-Fr`; the reverse order is ambiguous.
        if isHoliday { throw error(.ambiguous) }
        if days.weekdays.isEmpty { days.needsBoth = true }
        continue
      }
      index = end
      return
    }
  }

  /// Parses weekday_range: one or several weekdays, optionally with occurrences in the month.
  private mutating func readWeekdayRange() throws(OpeningHoursError) -> DaySelector.WeekdayRange {
    let from = try readWeekday()
    var range = DaySelector.WeekdayRange(from: from, to: from)
    let end = index
    if skipDash() {
      if weekday != nil {
        range.to = try readWeekday()
      } else if isDigit {
        // An offset in days, which is parsed below.
        index = end
      } else {
        throw error(.days)
      }
    }
    if peek == UInt8(ascii: "[") { range.occurrences = try readOccurrences() }
    if let offset = readDayOffset() { range.offset = offset }
    return range
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
  fileprivate init?(hours name: some StringProtocol) {
    let german = [
      "mo": 1, "montag": 1, "dienstag": 2, "mi": 3, "mittwoch": 3, "do": 4, "donnerstag": 4,
      "freitag": 5, "samstag": 6, "sonnabend": 6, "so": 7, "sonntag": 7,
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
