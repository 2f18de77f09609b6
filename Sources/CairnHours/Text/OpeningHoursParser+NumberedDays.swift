/// Weekdays that are numbers, in Portuguese and Vietnamese.
extension OpeningHoursParser {
  /// The weekday of `2ª`, `Thứ 2`, `Thứ hai` or `T2` that follows, all of which are Mondays, and
  /// the index after it.
  var numberedDay: (day: Weekday, end: Int)? {
    guard let peek else { return nil }
    switch peek {
    case 0x32...0x36:
      var ahead = self
      ahead.index += 1
      return ahead.skip("\u{AA}") ? day(bytes[index], ahead.index) : nil
    case 0x43, 0x63, 0x54, 0x74:
      return vietnameseDay
    default:
      return nil
    }
  }

  private static let vietnameseNumbers = ["hai", "ba", "tư", "năm", "sáu", "bảy"]

  private var vietnameseDay: (day: Weekday, end: Int)? {
    var ahead = self
    switch word {
    case "cn":
      return (.sunday, wordEnd)
    case "chủ":
      ahead.index = wordEnd
      ahead.skipBlanks()
      return ahead.word == "nhật" ? (.sunday, ahead.wordEnd) : nil
    case "thứ":
      ahead.index = wordEnd
      ahead.skipBlanks()
      if let number = Self.vietnameseNumbers.firstIndex(of: ahead.word) {
        return day(0x32 + UInt8(number), ahead.wordEnd)
      }
      return ahead.shortNumber.flatMap { day($0, ahead.index + 1) }
    case "t":
      // A single `T2` may be a building.
      ahead.index += 1
      guard let number = ahead.shortNumber else { return nil }
      ahead.index += 1
      return hasShortDays ? day(number, ahead.index) : nil
    default:
      return nil
    }
  }

  private func day(_ digit: UInt8, _ end: Int) -> (day: Weekday, end: Int)? {
    Weekday(rawValue: Int(digit) - 0x31).map { ($0, end) }
  }

  /// The digit of a weekday, if no other digit follows it.
  private var shortNumber: UInt8? {
    guard let peek, 0x32...0x37 ~= peek, digitCount == 1 else { return nil }
    return peek
  }

  /// Whether the text has two short days, or one and `CN`.
  private var hasShortDays: Bool {
    var reader = self
    reader.index = 0
    var count = 0
    while reader.index < bytes.count, count < 2 {
      let (word, end) = (reader.word, reader.wordEnd)
      guard end > reader.index else {
        reader.index += 1
        continue
      }
      reader.index = end
      if word == "cn" || word == "t" && reader.shortNumber != nil { count += 1 }
    }
    return count == 2
  }
}
