/// Reading of times as tables contain them.
package enum TimeReading {
  /// The names, in the form of `PlaceColumns.plain`, of properties with a time; the most specific
  /// first.
  private static let names = [
    "time", "timestamp", "datetime", "timeutc", "utctime", "datetimeutc", "utcdatetime", "gpstime",
    "gpsdatetime", "timestamputc", "timestampms", "datetimeoriginal", "recordedat", "unixtime",
    "epoch", "localtime", "localdatetime", "basedatetime", "fixtime", "devicetime", "locationtime",
    "subsecdatetimeoriginal", "subseccreatedate", "createdate", "datetimedigitized",
    "mediacreatedate", "creationdate", "modifydate",
  ]

  /// Those names that cameras use, but other programs as well, such as for the change of a row; the
  /// date of a camera has colons.
  private static let cameraNames: Set = [
    "createdate", "mediacreatedate", "creationdate", "modifydate",
  ]

  /// The names of properties with the offset of a local time from UTC, in the same form.
  private static let offsetNames = [
    "offsettimeoriginal", "offsettime", "offsettimedigitized", "utcoffset", "tzoffset", "gmtoffset",
    "timezoneoffset", "timezone",
  ]

  /// The properties, in the readers' own spelling, with the time at which something begins.
  package static let startNames = ["startTime", "begin"]

  /// The time of a feature in a property other than `time`, such as `timestamp`, or else the time
  /// at which it begins; nil if it has none.
  package static func dateTime(of properties: Properties) -> String? {
    var best: (rank: Int, time: String)?
    for (name, value) in properties.members where mayBeTimeName(name) {
      let plain = plain(name)
      guard let rank = names.firstIndex(of: plain), rank < best?.rank ?? .max,
        !cameraNames.contains(plain) || value.text.map(isOfCamera) == true,
        let time = dateTime(value)
      else { continue }
      best = (rank, time)
    }
    if let best { return zoned(best.time, properties) }
    return startNames.lazy.compactMap { properties[$0].flatMap { dateTime($0) } }.first
  }

  /// The name without the group that exiftool may write before it: `EXIF:CreateDate`.
  private static func plain(_ name: String) -> String {
    let start = name.lastIndex(of: ":").map { name.index(after: $0) } ?? name.startIndex
    return PlaceColumns.plain(String(name[start...]))
  }

  /// Whether a text has the date of a camera: `2026:11:22 09:30:00`.
  private static func isOfCamera(_ text: String) -> Bool {
    let bytes = Array(text.utf8.prefix(8))
    return bytes.count == 8 && bytes[4] == UInt8(ascii: ":") && bytes[7] == UInt8(ascii: ":")
  }

  /// Whether a property name is that of a time.
  package static func isTimeName(_ name: String) -> Bool {
    startNames.contains(name) || mayBeTimeName(name) && names.contains(plain(name))
  }

  /// Whether a property name is that of a time only if its value has the form of cameras.
  package static func isCameraName(_ name: String) -> Bool {
    mayBeTimeName(name) && cameraNames.contains(plain(name))
  }

  /// Whether a name is short, and contains the word "time" or the beginning of "created" or
  /// "modified", begins as another one or has letters beyond ASCII: cheaper than its plain form.
  private static func mayBeTimeName(_ name: String) -> Bool {
    guard name.utf8.count <= 40, let first = name.utf8.first else { return false }
    if [UInt8(ascii: "e"), UInt8(ascii: "r")].contains(first | 0x20) { return true }
    var word = UInt32(0)
    for byte in name.utf8 {
      word = word << 8 | UInt32(byte | 0x20)
      // "time", "crea" and "modi".
      if [0x7469_6D65, 0x6372_6561, 0x6D6F_6469].contains(word) || byte >= 0x80 { return true }
    }
    return false
  }

  // MARK: Offsets

  /// A time without a zone with the offset from UTC in another property, such as
  /// `OffsetTimeOriginal`; unchanged if it has a zone or there is no such property.
  package static func zoned(_ time: String, _ properties: Properties) -> String {
    guard let (_, zone) = parts(time), zone.isEmpty, let offset = offset(in: properties) else {
      return time
    }
    return time + offset
  }

  /// The offset of the local times of a feature from UTC, as `+01:00`; nil if it has none.
  package static func offset(in properties: Properties) -> String? {
    var best: (rank: Int, offset: String)?
    for (name, value) in properties.members where mayBeOffsetName(name) {
      guard let text = value.text, let rank = offsetNames.firstIndex(of: plain(name)),
        rank < best?.rank ?? .max, let offset = offset(text)
      else { continue }
      best = (rank, offset)
    }
    return best?.offset
  }

  /// The offset `+01:00`, `+0100`, `UTC+1` or `Z`; nil for a number without a sign, whose unit is
  /// not known, and for any other text.
  private static func offset(_ text: String) -> String? {
    var rest = text.trimmingBlanks[...]
    for word in ["UTC", "GMT"] where rest.hasPrefix(word) { rest = rest.dropFirst(3) }
    if rest.isEmpty || rest == "Z" { return text.isEmpty ? nil : "Z" }
    guard let sign = rest.first, "+-\u{2212}".contains(sign) else { return nil }
    let parts = rest.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }) else { return nil }
    let isJoined = parts.count == 1 && parts[0].utf8.count == 4
    guard let hours = Int(isJoined ? parts[0].prefix(2) : parts[0]), hours <= 14,
      let minutes = parts.count == 2 ? Int(parts[1]) : isJoined ? Int(parts[0].suffix(2)) : 0,
      minutes < 60
    else { return nil }
    return (sign == "+" ? "+" : "-") + digits(hours, 2) + ":" + digits(minutes, 2)
  }

  /// Whether a name contains "ffse", as in "offset", or "zone".
  private static func mayBeOffsetName(_ name: String) -> Bool {
    guard (8...40).contains(name.utf8.count) else { return false }
    var word = UInt32(0)
    for byte in name.utf8 {
      word = word << 8 | UInt32(byte | 0x20)
      if word == 0x6666_7365 || word == 0x7A6F_6E65 { return true }
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
  /// - Returns: nil for any other value, including a date without a time of day.
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
    guard seconds.magnitude < 1e9, let (start, zone) = parts(text) else { return nil }
    let later = start + seconds
    guard (-6.2e10..<2.5e11).contains(later) else { return nil }
    return Self.text(milliseconds: Int((later * 1000).rounded())) + zone
  }

  /// The seconds since 1970-01-01T00:00 in UTC of a time; one without a zone counts as UTC.
  ///
  /// - Returns: nil for any value that ``dateTime(_:)`` does not read.
  package static func seconds(_ value: PropertyValue) -> Double? {
    guard let text = dateTime(value), let (local, zone) = parts(text) else { return nil }
    let numbers = zone.dropFirst().split(separator: ":").compactMap { Double($0) }
    guard numbers.count == 2 else { return local }
    let ahead = numbers[0] * 3600 + numbers[1] * 60
    return zone.first == "-" ? local + ahead : local - ahead
  }

  /// The seconds since 1970-01-01T00:00 on the clock of an XML Schema `dateTime`, and its zone.
  ///
  /// - Returns: nil if the year has more than four digits.
  private static func parts(_ text: String) -> (seconds: Double, zone: Substring)? {
    guard XMLTime.isDateTime(text), text.utf8.count >= 19, text.first != "-" else { return nil }
    let parts = text.prefix(19).split { "-T:".contains($0) }.compactMap { Int($0) }
    guard parts.count == 6 else { return nil }
    let fraction = text.dropFirst(19).prefix { $0 == "." || $0.isNumber }
    let seconds =
      Double(dayNumber(parts[0], parts[1], parts[2])) * 86_400
      + Double(parts[3] * 3600 + parts[4] * 60 + parts[5]) + (Double("0\(fraction)") ?? 0)
    return (seconds, text.dropFirst(19 + fraction.count))
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
