internal import CairnFormats
internal import CairnGeodesy
internal import CairnHours

/// A time read from a file.
struct FeatureTime: Equatable {
  /// The clock that a time was read from.
  enum Clock: Equatable {
    /// A clock whose offset from UTC in seconds is part of the time.
    case offset(Double)
    /// Coordinated universal time.
    case utc
    /// A local clock of unknown offset.
    case local
  }

  /// Seconds since 1970-01-01T00:00 of the clock's own time for `.local`, otherwise of UTC.
  var seconds: Double
  var clock: Clock

  init(seconds: Double, clock: Clock) {
    self.seconds = seconds
    self.clock = clock
  }

  /// A date and time, or a Unix time.
  ///
  /// - Returns: nil for null, and for a text or number that is not a time.
  init?(_ value: PropertyValue?) {
    switch value {
    case .string(let text)?: self.init(text)
    case .integer(let number)?: self.init(String(number))
    case .number(let number)?: self.init(unix: number)
    default: return nil
    }
  }

  /// A number of seconds, from 10¹¹ on of milliseconds, from 2·10¹⁴ on of microseconds, and from
  /// 2·10¹⁷ on of nanoseconds: in the unit before, it would be after the year 5138 or 8307.
  private init?(unix number: Double) {
    guard number.isFinite, number.magnitude < 1e19, number.magnitude >= 1e6 else { return nil }
    let scale =
      switch number.magnitude {
      case ..<1e11: 1.0
      case ..<2e14: 1e3
      case ..<2e17: 1e6
      default: 1e9
      }
    self.init(seconds: number / scale, clock: .utc)
  }

  /// Parses `2026-11-22T09:30:00.5Z`, with another offset such as `+02:00`, without one, or a date
  /// alone; the date of cameras, `2026:11:22 09:30:00`; a Unix time; or one of the forms of
  /// ``WrittenTime``.
  init?(_ text: String) {
    var rest = text.drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    guard rest.utf8.count <= 40, rest.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    if let time = Self.usual(Array(rest.utf8)) ?? Self.standard(rest)
      ?? WrittenTime(rest).flatMap({ Self.standard($0.text[...]) })
    {
      self = time
    } else if let number = Double(plain: rest) {
      self.init(unix: number)
    } else {
      return nil
    }
  }

  /// Parses `2026-11-22T09:30:00.5Z`, with another offset such as `+02:00` or without one; nil for
  /// any other form.
  private static func usual(_ text: [UInt8]) -> FeatureTime? {
    guard text.count >= 19, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
      let year = number(text[0..<4]), let month = number(text[5..<7]),
      let day = number(text[8..<10]), let date = CivilDate(year, month, day),
      let hour = number(text[11..<13]), let minute = number(text[14..<16]),
      let second = number(text[17..<19]), hour < 24, minute < 60, second < 60
    else { return nil }
    var seconds = Double(date.dayNumber * 86_400 + hour * 3600 + minute * 60 + second)
    var rest = text[19...]
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { $0 &- 48 < 10 }
      guard (1...9).contains(digits.count), let value = number(digits) else { return nil }
      seconds += Double(value) / [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9][digits.count]
      rest = rest.dropFirst(digits.count + 1)
    }
    guard let sign = rest.first else { return FeatureTime(seconds: seconds, clock: .local) }
    if sign == UInt8(ascii: "Z"), rest.count == 1 {
      return FeatureTime(seconds: seconds, clock: .utc)
    }
    let zone = Array(rest)
    guard zone.count == 6, zone[3] == UInt8(ascii: ":"), let hours = number(zone[1..<3]),
      let minutes = number(zone[4..<6]), hours < 24, minutes < 60,
      sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
    else { return nil }
    let ahead = Double(hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
    return FeatureTime(seconds: seconds - ahead, clock: .offset(ahead))
  }

  /// The number that digits denote; nil if one of the bytes is not a digit.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var number = 0
    for digit in digits {
      guard digit &- 48 < 10 else { return nil }
      number = number * 10 + Int(digit &- 48)
    }
    return number
  }

  /// Parses a date, with a time and a zone if they follow.
  private static func standard(_ text: Substring) -> FeatureTime? {
    var rest = text
    guard rest.utf8.count >= 10 else { return nil }
    var day = Array(rest.prefix(10))
    for place in [4, 7] where [":", "/", "."].contains(day[place]) { day[place] = "-" }
    guard let date = CivilDate(String(day)) else { return nil }
    rest = rest.dropFirst(10)
    let clock = takeClock(&rest)
    var seconds = Double(date.dayNumber) * 86_400
    if !rest.isEmpty {
      guard let time = timeOfDay(rest.dropFirst()), rest.first == "T" || rest.first == " "
      else { return nil }
      seconds += time
    }
    if case .offset(let ahead) = clock { seconds -= ahead }
    return FeatureTime(seconds: seconds, clock: clock)
  }

  /// Removes the zone at the end of a time.
  private static func takeClock(_ rest: inout Substring) -> Clock {
    if rest.last == "Z" || rest.last == "z" {
      rest.removeLast()
      return .utc
    }
    for word in [" UTC", " GMT"] where rest.hasSuffix(word) {
      rest.removeLast(4)
      return .utc
    }
    guard let sign = rest.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return .local }
    let digits = rest[rest.index(after: sign)...].filter { $0 != ":" }
    guard digits.allSatisfy(\.isNumber), digits.count == 2 || digits.count == 4,
      let hours = Double(digits.prefix(2)), let minutes = Double("0" + digits.dropFirst(2)),
      hours <= 24, minutes < 60
    else { return .local }
    let ahead = hours * 3600 + minutes * 60
    let isBehind = rest[sign] == "-"
    rest = rest[..<sign]
    return .offset(isBehind ? -ahead : ahead)
  }

  /// The seconds of `09:30`, `09:30:00` or `09:30:00.5`.
  private static func timeOfDay(_ text: Substring) -> Double? {
    var text = text
    var fraction = 0.0
    if let point = text.firstIndex(where: { $0 == "." || $0 == "," }) {
      guard let value = Double(plain: "0." + text[text.index(after: point)...]) else { return nil }
      fraction = value
      text = text[..<point]
    }
    guard let time = ClockTime(text), (0...86_400).contains(time.seconds) else { return nil }
    return time.seconds + fraction
  }

  /// The time as text: `2026-11-22T09:30:00Z`, with its own offset, or without one.
  var text: String {
    var ahead = 0.0
    var suffix = "Z"
    switch clock {
    case .utc: break
    case .local: suffix = ""
    case .offset(let offset):
      ahead = offset
      let minutes = Int((offset.magnitude / 60).rounded())
      suffix = (offset < 0 ? "-" : "+") + Self.two(minutes / 60) + ":" + Self.two(minutes % 60)
    }
    // Rounded first, so that the fraction is less than a second.
    let local = ((seconds + ahead) * 1000).rounded() / 1000
    let whole = local.rounded(.down)
    let day = (whole / 86_400).rounded(.down)
    let rest = Int(whole - day * 86_400)
    let fraction = local - whole
    let digits = fraction < 0.0005 ? "" : String(decimalText(fraction, digits: 3).dropFirst())
    return CivilDate(dayNumber: Int(day)).description
      + "T\(Self.two(rest / 3600)):\(Self.two(rest / 60 % 60)):\(Self.two(rest % 60))"
      + digits + suffix
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}

extension GeoFeature {
  /// The time of a point or the times at which an activity or a visit begins and ends.
  var timeSpan: (start: FeatureTime, end: FeatureTime)? {
    for (start, end) in [("startTime", "endTime"), ("begin", "end")] {
      if let first = FeatureTime(properties[start]) {
        let last = FeatureTime(properties[end]) ?? first
        return (local(first, start), local(last, end))
      }
    }
    for name in ["placeVisit", "activitySegment", "visit", "activity"] {
      guard let duration = properties[name]?.members?["duration"]?.members else { continue }
      for suffix in ["", "Ms"] {
        if let first = FeatureTime(duration["startTimestamp\(suffix)"]) {
          return (first, FeatureTime(duration["endTimestamp\(suffix)"]) ?? first)
        }
      }
    }
    for name in Self.timeNames {
      guard let value = properties[name] else { continue }
      if let time = (FeatureTime(value) ?? timeOnDate(value)).map(zoned) { return (time, time) }
    }
    // A date alone may have any meaning, such as the date of a founding.
    let text =
      date?.text.flatMap { $0.contains(":") ? $0 : nil } ?? TimeReading.dateTime(of: properties)
    return text.flatMap { FeatureTime($0) }.map(zoned).map { ($0, $0) }
  }

  /// Whether a point has a time at which a stay begins and one at which it ends, and is not a visit
  /// within another one.
  var isVisit: Bool {
    let level = properties["visit"]?.members?["hierarchyLevel"]?.number ?? 0
    return level <= 0
      && [("startTime", "endTime"), ("begin", "end")].contains { start, end in
        FeatureTime(properties[start]) != nil && FeatureTime(properties[end]) != nil
      }
  }

  /// A time in UTC on the local clock, whose offset in minutes Google Timeline stores in another
  /// property.
  private func local(_ time: FeatureTime, _ name: String) -> FeatureTime {
    guard time.clock == .utc, let minutes = properties[name + "TimezoneUtcOffsetMinutes"]?.number,
      minutes.magnitude <= 24 * 60
    else { return time }
    return FeatureTime(seconds: time.seconds, clock: .offset(minutes * 60))
  }

  /// A time on a local clock with the offset from UTC in another property, if there is one.
  private func zoned(_ time: FeatureTime) -> FeatureTime {
    guard time.clock == .local, let offset = TimeReading.offset(in: properties) else { return time }
    return FeatureTime(time.text + offset) ?? time
  }

  /// A time of day, with the date in another property.
  private func timeOnDate(_ value: PropertyValue) -> FeatureTime? {
    guard let clock = value.text, clock.contains(":"), let date = date?.text else { return nil }
    return FeatureTime(date + " " + clock)
  }

  private var date: PropertyValue? {
    for name in Self.dateNames {
      if let value = properties[name] { return value }
    }
    return nil
  }

  /// The property of a feature without a time that has the name of a time or a date but another
  /// value, or a time of day with the date in another property.
  var unreadTime: (name: String, value: String)? {
    guard timeSpan == nil else { return nil }
    var found: (name: String, value: String)?
    for name in properties.names
    where Self.isTimeName(name) && !TimeReading.isCameraName(name) {
      guard let value = properties[name], value != .null, value != .string(""),
        value.members == nil
      else { continue }
      let text = value.text ?? value.cell
      let isDate = Self.dateNames.contains(name)
      if isDate, let clock = found?.value, ClockTime(clock) != nil {
        return (name, "\(text) \(clock)")
      }
      if !isDate, ClockTime(text) != nil, let date = found?.value {
        return (found?.name ?? name, "\(date) \(text)")
      }
      if found == nil || !isDate { found = (name, text) }
    }
    return found
  }

  /// Whether a property may hold a date alone.
  static func isDateName(_ name: String) -> Bool { dateNames.contains(name) }

  /// The names of properties that hold the time of a point, the most specific first.
  static let timeNames = [
    "time", "timestamp", "timestampMs", "datetime", "DateTimeOriginal", "SubSecDateTimeOriginal",
    "taken", "date_time", "Time", "Timestamp", "when", "DateTime", "TIME",
  ]

  /// The names of properties that hold the date of a time of day, or a date and time.
  private static let dateNames = ["date", "Date", "DATE"]

  /// Whether ``timeSpan`` reads a property of this name.
  static func isTimeName(_ name: String) -> Bool {
    allTimeNames.contains(name) || TimeReading.isTimeName(name)
  }

  private static let allTimeNames = Set(
    timeNames + dateNames + [
      "startTime", "endTime", "begin", "end", "placeVisit", "activitySegment", "visit", "activity",
    ])
}

extension Arguments {
  /// The offset of the option `--utc-offset` in seconds; nil if it is not given.
  var utcOffset: Double? {
    get throws(Failure) {
      guard let text = self["utc-offset"] else { return nil }
      guard let offset = Double(plain: text), offset.magnitude <= 24 else {
        throw .usage("--utc-offset is a number of hours such as 1 or -3.5")
      }
      return offset * 3600
    }
  }
}

extension Option {
  /// The option for the clock that days are counted by.
  static let utcOffset = Option(
    name: "utc-offset", value: "HOURS",
    help: "hours by which the days' clock is ahead of UTC (default: the offset of each time, or an "
      + "hour per 15 degrees of longitude)")
}

extension PropertyValue {
  /// The members of an object; nil for any other value.
  var members: Properties? {
    if case .object(let members) = self { members } else { nil }
  }
}
