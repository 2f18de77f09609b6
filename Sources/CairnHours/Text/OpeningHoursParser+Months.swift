extension OpeningHoursParser {
  var isMonthOrEaster: Bool {
    month != nil || word == "easter" || isDayFirst || namedDate != nil
  }

  /// The date whose name follows, such as Christmas Day, and the index after its name.
  var namedDate: (point: DatePoint, end: Int)? {
    guard HoursPhrase.dateWords.contains(word) else { return nil }
    for (table, date, offset) in HoursPhrase.dates {
      if let end = phraseEnd(table) {
        return (DatePoint(year: nil, kind: date, offset: offset), end)
      }
    }
    return nil
  }

  /// The number of the month that follows.
  var month: Int? { monthBesideMonth ?? plainMonth }

  /// The number of the month that follows, unless its name is also a weekday's.
  private var plainMonth: Int? {
    let word = word
    guard let name = names[word] else { return Self.month(named: word) }
    if case .month(let number) = name { return number }
    return nil
  }

  /// The month that follows if its name is also a weekday's (`mar` in Italian and Spanish) and a
  /// dash connects it to another month, as in `Gen-Mar` and `Mar-Apr`.
  var monthBesideMonth: Int? {
    let word = word
    guard case .weekday? = names[word], let number = HoursLanguage.monthsLikeDays[word]
    else { return nil }
    var other = self
    other.index = wordEnd
    _ = other.skip(".")
    if other.skipDash(), other.plainMonth != nil { return number }
    for start in max(0, index - 40)..<index {
      other.index = start
      guard other.plainMonth != nil else { continue }
      other.index = other.wordEnd
      _ = other.skip(".")
      if other.skipDash(), other.index == index { return number }
    }
    return nil
  }

  /// The number of an English or German month, at least the first three letters.
  static func month(named word: String) -> Int? {
    guard word.utf8.count >= 3 else { return nil }
    let names = [
      "january", "february", "march", "april", "may", "june", "july", "august", "september",
      "october", "november", "december",
    ]
    let german = [
      "januar", "februar", "mrz", "april", "mai", "juni", "juli", "august", "september",
      "oktober", "november", "dezember",
    ]
    return
      (names.firstIndex { $0.hasPrefix(word) } ?? german.firstIndex { $0.hasPrefix(word) }
      ?? (word == "sept" ? 8 : nil)).map { $0 + 1 }
  }

  var isDayFirst: Bool {
    var ahead = self
    return isDigit && ahead.readDayFirst() != nil
  }

  /// Parses a date whose day precedes the month: `1. April`, `1er avril`, `1.4.`, `24.12.2026`.
  ///
  /// - Parameters:
  ///   - isLast: whether no other day may come before the month.
  ///   - before: the day before it in a list, which is smaller.
  /// - Returns: the date; nil if none follows.
  mutating func readDayFirst(isLast: Bool = false, behind before: Int = 0) -> DatePoint? {
    let start = index
    guard 1...2 ~= digitCount else { return nil }
    let day = readNumber()
    guard day > before else {
      index = start
      return nil
    }
    var number = 0
    if skip("."), 1...2 ~= digitCount {
      number = readNumber()
      if !skip(".") { number = 0 }
    } else {
      let isDot = bytes[index - 1] == UInt8(ascii: ".") || skipOrdinalSuffix()
      let end = index
      // `24.-26. Dezember`, `24. und 31. Dezember`
      if !isLast, day < 31, let last = readLastDay(of: day, isDot: isDot || areNumbersDays),
        case .day(let month, let lastDay) = last.kind, 1..<lastDay ~= day
      {
        index = end
        return DatePoint(year: last.year, kind: .day(month: month, day: day))
      }
      index = end
      skipBlanks()
      _ = skip(HoursPhrase.from) { $0.month != nil }
      number = month ?? 0
      index = number > 0 ? wordEnd : index
      if peek == UInt8(ascii: "."), !isDigit(at: index + 1) { index += 1 }
    }
    guard 1...12 ~= number, 1...CivilDate.lengthOfMonth(number, in: 2000) ~= day else {
      index = start
      return nil
    }
    let end = index
    skipBlanks()
    guard isYear, fourDigitRange == nil else {
      index = end
      return DatePoint(year: nil, kind: .day(month: number, day: day))
    }
    return DatePoint(year: readNumber(), kind: .day(month: number, day: day))
  }

  /// Parses the last of several days before their month; `isDot` is whether the first one is
  /// certainly not a time.
  private mutating func readLastDay(of day: Int, isDot: Bool) -> DatePoint? {
    if skipDash() || skipBlanksAndTo() {
      let first = index
      guard let last = readDayFirst(isLast: true) else { return nil }
      return isDot || isRangeOfDays(from: first) ? last : nil
    }
    skipBlanks()
    guard skip(",") || skipAnd() else { return nil }
    skipBlanks()
    _ = skip(HoursPhrase.from) { $0.isDigit }
    return isDigit ? readDayFirst(behind: day) : nil
  }

  /// Whether two numbers before a month are days: no place opens at 24:00, and `10-17 April` is
  /// followed by times or `closed` if the numbers are not times.
  private func isRangeOfDays(from last: Int) -> Bool {
    var ahead = self
    ahead.index = last
    if ahead.readNumber() > 24 { return true }
    ahead = self
    ahead.skipBlanks()
    if ahead.skip(":") || ahead.skip(",") { ahead.skipBlanks() }
    return ahead.phraseEnd(HoursPhrase.closed) != nil || ahead.isClock && !ahead.isDayFirst
  }

  private mutating func skipBlanksAndTo() -> Bool {
    skipBlanks()
    return skipThrough() || skip(HoursPhrase.to) { $0.isDigit }
  }
}
