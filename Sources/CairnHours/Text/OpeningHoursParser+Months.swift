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
}
