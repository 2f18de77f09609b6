/// A date and time in a form that is not ISO 8601 but leaves no doubt about day and month:
/// `03.05.2026 08:00`, `3 May 2026 08:00`, `May 3, 2026 8:00 PM`, `03-May-2026`, the dates of mail
/// and of the C library, and `20260503T080000Z` with or without the `T`.
///
/// The day of `03/05/2026` is the first number in some countries and the second in others, so such
/// a date is not read.
package struct WrittenTime {
  /// The date and time as in ISO 8601, with a space between them; the numbers may be out of range.
  package let text: String

  package init?(_ text: Substring) {
    var words = text.split { $0 == " " || $0 == "," }
    if let first = words.first, Self.number(first, in: Self.weekdays) != nil { words.removeFirst() }
    guard let date = Self.compactDate(&words) ?? Self.takeDate(&words) else { return nil }
    guard let clock = Self.takeClock(&words) else { return nil }
    guard words.count < 2 else { return nil }
    let zone = words.first.map { ($0 == "UTC" || $0 == "GMT" ? " " : "") + $0 } ?? ""
    self.text = date + (clock.isEmpty ? "" : " \(clock)") + zone
  }

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  /// The position of a name or of its first three letters or more in a list.
  private static func number(_ word: Substring, in names: [String]) -> Int? {
    guard word.utf8.count >= 3 else { return nil }
    let word = word.lowercased()
    return names.firstIndex { $0.hasPrefix(word.hasSuffix(".") ? String(word.dropLast()) : word) }
  }

  private static func date(_ year: Substring, _ month: Int, _ day: Substring) -> String? {
    guard year.utf8.count == 4, day.utf8.count <= 2, (1...12).contains(month), Int(year) != nil,
      let day = Int(day), (1...31).contains(day)
    else { return nil }
    return "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }

  /// Splits `20260503T080000Z` or `20260503080000` into a date, a time and a zone.
  private static func compactDate(_ words: inout [Substring]) -> String? {
    guard words.count == 1, let word = words.first else { return nil }
    let digits = word.prefix(while: \.isNumber)
    guard digits.utf8.count == 8 || digits.utf8.count == 14, let year = Int(digits.prefix(4)),
      // As seconds or milliseconds, these are times of 1970 or after 2570.
      (1900..<2100).contains(year), let month = Int(digits.dropFirst(4).prefix(2)),
      let date = date(digits.prefix(4), month, digits.dropFirst(6).prefix(2))
    else { return nil }
    var rest = word.dropFirst(8)
    if rest.first == "T" { rest = rest.dropFirst() }
    let clock = rest.prefix(while: \.isNumber)
    guard [0, 4, 6].contains(clock.utf8.count) else { return nil }
    words = []
    if !clock.isEmpty {
      let seconds = clock.utf8.count == 6 ? ":" + clock.suffix(2) : ""
      words.append("\(clock.prefix(2)):\(clock.dropFirst(2).prefix(2))\(seconds)")
    }
    let zone = rest.dropFirst(clock.count)
    if !zone.isEmpty { words.append(zone) }
    return date
  }

  private static func takeDate(_ words: inout [Substring]) -> String? {
    guard let first = words.first else { return nil }
    let parts = first.split { $0 == "." || $0 == "-" || $0 == "/" }
    if parts.count == 3 {
      words.removeFirst()
      if let month = number(parts[1], in: months) { return date(parts[2], month + 1, parts[0]) }
      // Dates with points begin with the day everywhere; ISO dates may have AM or PM after them.
      let isDotted = first.utf8.count { $0 == UInt8(ascii: ".") } == 2
      let isISO = parts[0].utf8.count == 4 && first.utf8.count { $0 == UInt8(ascii: "-") } == 2
      guard isDotted != isISO, let month = Int(parts[1]) else { return nil }
      return isISO ? date(parts[0], month, parts[2]) : date(parts[2], month, parts[0])
    }
    guard words.count >= 3 else { return nil }
    let month: Int
    let day: Substring
    if let name = number(words[0], in: months) {
      (month, day) = (name, words[1])
    } else if let name = number(words[1], in: months) {
      (month, day) = (name, words[0])
    } else {
      return nil
    }
    // The C library writes the year after the time.
    let place = words[2].contains(":") ? words.firstIndex { Int($0) != nil && $0.count == 4 } : 2
    guard let place else { return nil }
    let year = words.remove(at: place)
    words.removeFirst(2)
    return date(year, month + 1, day)
  }

  /// Removes the time of day, with AM or PM; returns an empty text if there is none.
  private static func takeClock(_ words: inout [Substring]) -> String? {
    guard var clock = words.first else { return "" }
    guard clock.contains(":") else { return nil }
    words.removeFirst()
    var half = words.first?.lowercased() ?? ""
    if half == "am" || half == "pm" {
      words.removeFirst()
    } else {
      half = clock.suffix(2).lowercased()
      guard half == "am" || half == "pm" else {
        // `8:00` has an hour of two digits in ISO 8601.
        return clock.firstIndex(of: ":") == clock.index(after: clock.startIndex)
          ? "0" + clock : String(clock)
      }
      clock = clock.dropLast(2)
    }
    guard let end = clock.firstIndex(of: ":"), let hour = Int(clock[..<end]),
      (1...12).contains(hour)
    else { return nil }
    let hours = hour % 12 + (half == "pm" ? 12 : 0)
    return (hours < 10 ? "0" : "") + "\(hours)" + clock[end...]
  }
}
