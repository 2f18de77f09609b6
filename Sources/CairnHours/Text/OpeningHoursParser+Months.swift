extension OpeningHoursParser {
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
  mutating func readDayFirst(isLast: Bool = false) -> DatePoint? {
    let start = index
    guard 1...2 ~= digitCount else { return nil }
    let day = readNumber()
    var number = 0
    if skip("."), 1...2 ~= digitCount {
      number = readNumber()
      if !skip(".") { number = 0 }
    } else {
      let isDot = bytes[index - 1] == UInt8(ascii: ".")
      _ = skipOrdinalSuffix()
      let end = index
      // `24.-26. Dezember`
      if isDot, !isLast, skipDash() || skipBlanksAndTo(), let last = readDayFirst(isLast: true),
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

  private mutating func skipBlanksAndTo() -> Bool {
    skipBlanks()
    return skip(HoursPhrase.to) { $0.isDigit }
  }
}
