/// Reading of times as tables contain them.
package enum TimeReading {
  /// The names, in the form of `PlaceColumns.plain`, of properties with a time; the most specific
  /// first.
  private static let names = [
    "time", "timestamp", "datetime", "timeutc", "utctime", "datetimeutc", "utcdatetime", "gpstime",
    "gpsdatetime", "timestamputc", "timestampms", "datetimeoriginal", "recordedat", "unixtime",
    "epoch", "localtime", "localdatetime", "basedatetime", "fixtime", "devicetime", "locationtime",
  ]

  /// The properties, in the readers' own spelling, with the time at which something begins.
  package static let startNames = ["startTime", "begin"]

  /// The time of a feature in a property other than `time`, such as `timestamp`, or else the time at
  /// which it begins; nil if it has none.
  package static func dateTime(of properties: Properties) -> String? {
    var best: (rank: Int, time: String)?
    for (name, value) in properties.members where mayBeTimeName(name) {
      guard let rank = names.firstIndex(of: PlaceColumns.plain(name)), rank < best?.rank ?? .max,
        let time = dateTime(value)
      else { continue }
      best = (rank, time)
    }
    if let best { return best.time }
    return startNames.lazy.compactMap { properties[$0].flatMap { dateTime($0) } }.first
  }

  /// Whether a property name is that of a time.
  package static func isTimeName(_ name: String) -> Bool {
    startNames.contains(name) || mayBeTimeName(name) && names.contains(PlaceColumns.plain(name))
  }

  /// Whether a name is short, and contains the word "time", begins as another one or has letters
  /// beyond ASCII: cheaper than its plain form.
  private static func mayBeTimeName(_ name: String) -> Bool {
    guard name.utf8.count <= 20, let first = name.utf8.first else { return false }
    if [UInt8(ascii: "e"), UInt8(ascii: "r")].contains(first | 0x20) { return true }
    var word = UInt32(0)
    for byte in name.utf8 {
      word = word << 8 | UInt32(byte | 0x20)
      if word == 0x7469_6D65 || byte >= 0x80 { return true }
    }
    return false
  }

  /// A time as an XML Schema `dateTime`.
  ///
  /// Accepted are `2026-11-22T09:30:00Z`, with a space instead of the T, without seconds, with `/`,
  /// `:` or `.` between the parts of the date, also day first with dots (`22.11.2026 09:30`); the
  /// forms of ``WrittenTime``; and seconds, milliseconds, microseconds or nanoseconds since 1970 in
  /// UTC. A time without a zone gets none.
  ///
  /// - Returns: nil for any other value, also for a date without a time of day.
  package static func dateTime(_ value: PropertyValue) -> String? {
    switch value {
    case .integer(let number): return dateTime(.string(String(number)))
    case .number(let number): return dateTime(since1970: number)
    case .string(let text):
      if XMLTime.isDateTime(text) { return text }
      guard text.utf8.count <= 40 else { return nil }
      if let time = spelled(text) ?? WrittenTime(text[...]).flatMap({ spelled($0.text) }) {
        return time
      }
      return Double(text).flatMap { dateTime(since1970: $0) }
    case .null, .bool, .array, .object: return nil
    }
  }

  /// A time in seconds, or in 1/1000, 1/10⁶ or 1/10⁹ of a second, since 1970, as the size of the
  /// number implies; nil for numbers before 1973.
  private static func dateTime(since1970 number: Double) -> String? {
    guard number >= 1e8, number < 1e20 else { return nil }
    // The number of milliseconds is exact unless there are more digits.
    let total =
      number < 1e11 ? number * 1000 : number < 1e14 ? number : number / (number < 1e17 ? 1e3 : 1e6)
    return text(milliseconds: Int(total.rounded())) + "Z"
  }

  /// The date and time of a number of milliseconds since 1970-01-01T00:00, without a zone.
  private static func text(milliseconds total: Int) -> String {
    let milliseconds = (total % 1000 + 1000) % 1000
    let whole = (total - milliseconds) / 1000
    let time = (whole % 86_400 + 86_400) % 86_400
    let days = (whole - time) / 86_400
    let date = civilDate(ofDay: days)
    var text =
      "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))T"
      + "\(digits(time / 3600, 2)):\(digits(time / 60 % 60, 2)):\(digits(time % 60, 2))"
    if milliseconds > 0 { text += ".\(digits(milliseconds, 3))" }
    return text
  }

  /// The time of an XML Schema `dateTime` some seconds later, with the same zone.
  ///
  /// - Returns: nil if the year of either has more than four digits.
  package static func dateTime(_ text: String, plusSeconds seconds: Double) -> String? {
    guard XMLTime.isDateTime(text), text.utf8.count >= 19, seconds.magnitude < 1e9 else {
      return nil
    }
    let parts = text.prefix(19).split { "-T:".contains($0) }.compactMap { Int($0) }
    guard parts.count == 6, text.first != "-" else { return nil }
    let fraction = text.dropFirst(19).prefix { $0 == "." || $0.isNumber }
    let start =
      Double(dayNumber(parts[0], parts[1], parts[2])) * 86_400
      + Double(parts[3] * 3600 + parts[4] * 60 + parts[5]) + (Double("0\(fraction)") ?? 0)
    let zone = text.dropFirst(19 + fraction.count)
    let later = start + seconds
    guard (-6.2e10..<2.5e11).contains(later) else { return nil }
    return Self.text(milliseconds: Int((later * 1000).rounded())) + zone
  }

  /// The number of days since 1970-01-01 of a date, the inverse of ``civilDate(ofDay:)``.
  private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Years begin on March 1.
    let year = month > 2 ? year : year - 1
    let century = year / 100
    return year * 365 + year / 4 - century + century / 4
      + (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1 - 719_468
  }

  /// The date of a number of days since 1970-01-01.
  private static func civilDate(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
    // Counts from March 1 of the year 0, so that the leap day is the last day of a year.
    let shifted = day + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let year = yearOfEra + era * 400 + (month < 10 ? 0 : 1)
    return (year, month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1)
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }

  /// A date and a time of day in another spelling.
  private static func spelled(_ text: String) -> String? {
    var parts = text.trimmingBlanks.split(separator: " ")
    if let first = parts.first, let mark = first.firstIndex(where: { $0 == "T" || $0 == "t" }) {
      parts[0...0] = [first[..<mark], first[first.index(after: mark)...]]
    }
    guard parts.count == 2 || parts.count == 3 else { return nil }
    let words = parts[0].split(omittingEmptySubsequences: false) { "-/:.".contains($0) }
    let separators = Set(parts[0].filter { !$0.isNumber })
    guard words.count == 3, separators.count == 1,
      words.allSatisfy({ $0.utf8.allSatisfy { $0.isDigit } })
    else { return nil }
    let isDayFirst = words[2].utf8.count == 4 && separators.first == "."
    guard isDayFirst || words[0].utf8.count == 4,
      let year = Int(isDayFirst ? words[2] : words[0]), let month = Int(words[1]),
      let day = Int(isDayFirst ? words[0] : words[2])
    else { return nil }
    var time = String(parts[1])
    if parts.count == 3 {
      // A zone after a space.
      time += parts[2] == "UTC" || parts[2] == "GMT" ? "Z" : String(parts[2])
    }
    let clock = time.prefix { $0.isNumber || $0 == ":" || $0 == "." }
    var zone = time.dropFirst(clock.count).uppercased()
    if zone.utf8.count == 5, !zone.contains(":") {
      // +0100
      zone.insert(":", at: zone.index(zone.startIndex, offsetBy: 3))
    } else if zone.utf8.count == 3 {
      zone += ":00"
    }
    let hours = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard hours.count == 2 || hours.count == 3, let hour = Int(hours[0]) else { return nil }
    let minutes = hours.dropFirst().joined(separator: ":") + (hours.count == 2 ? ":00" : "")
    let date = "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    let whole = "\(date)T\(digits(hour, 2)):\(minutes)\(zone)"
    return XMLTime.isDateTime(whole) ? whole : nil
  }
}
