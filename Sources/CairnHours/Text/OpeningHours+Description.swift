extension OpeningHours: CustomStringConvertible {
  /// The hours in the syntax of OpenStreetMap's `opening_hours`, regardless of how they were
  /// written or created: `Mo-Fr 09:00-12:30,14:00-18:00; PH off`.
  ///
  /// Parsing the description gives equal hours, except for times with fractions of seconds.
  public var description: String {
    var text = ""
    for (number, rule) in rules.enumerated() {
      if number > 0 { text += rule.link.text }
      text += rule.text
      // Times after a comma would continue the previous list of times.
      if rule.endsInTimes, number + 1 < rules.count, rules[number + 1].addsTimesOnly {
        text += " open"
      }
    }
    return text
  }
}

extension HoursRule.Link {
  fileprivate var text: String {
    switch self {
    case .replaces: "; "
    case .adds: ", "
    case .fallsBack: " || "
    }
  }
}

extension HoursRule {
  fileprivate var endsInTimes: Bool { !spans.isEmpty && state == .open && comment == nil }

  fileprivate var addsTimesOnly: Bool { link == .adds && days == DaySelector() && !spans.isEmpty }

  /// The rule in the syntax of OpenStreetMap, without its separator.
  var text: String {
    if days == DaySelector(), spans == [.day], state == .open, comment == nil { return "24/7" }
    var parts: [String] = days.parts
    if !spans.isEmpty { parts.append(spans.map { $0.text }.joined(separator: ",")) }
    switch state {
    // Without times, a comment alone would mean the state unknown.
    case .open: if spans.isEmpty { parts.append("open") }
    case .closed: parts.append("off")
    case .unknown: parts.append("unknown")
    }
    if let comment { parts.append("\"\(comment)\"") }
    return parts.joined(separator: " ")
  }
}

extension HoursSpan {
  fileprivate var text: String { "\(from.text)-\(to.text)" }
}

extension HoursSpan.End {
  fileprivate var text: String {
    switch self {
    case .clock(let seconds): "\(ClockTime(seconds: seconds))"
    case .solar(let event, 0): event.rawValue
    case .solar(let event, let seconds):
      "(\(event.rawValue)\(seconds < 0 ? "-" : "+")\(ClockTime(seconds: seconds.magnitude)))"
    }
  }
}

extension DaySelector {
  fileprivate var parts: [String] {
    var parts: [String] = []
    if !years.isEmpty { parts.append(years.map { $0.yearText }.joined(separator: ",")) }
    if !dates.isEmpty {
      // `Aug Mo[1]` is one date, `Aug: Mo[1]` the Mondays in August.
      let isApart = weekdays.contains { !$0.occurrences.isEmpty }
      parts.append(dates.map { $0.text }.joined(separator: ",") + (isApart ? ":" : ""))
    }
    if !weeks.isEmpty { parts.append("week " + weeks.map { $0.text }.joined(separator: ",")) }
    let holidays = self.holidays.map { $0.text }.joined(separator: ",")
    let weekdays = self.weekdays.map { $0.text }.joined(separator: ",")
    let days = needsBoth ? [holidays, weekdays] : [weekdays, holidays]
    let named = days.filter { !$0.isEmpty }.joined(separator: needsBoth ? " " : ",")
    return named.isEmpty ? parts : parts + [named]
  }
}

extension DaySelector.NumberRange {
  fileprivate var text: String {
    from == to ? "\(from)" : "\(from)-\(to)" + (step == 1 ? "" : "/\(step)")
  }

  fileprivate var yearText: String { to == 9999 && step == 1 ? "\(from)+" : text }
}

extension DaySelector.WeekdayRange {
  fileprivate var text: String {
    var text = from.shortName + (from == to ? "" : "-\(to.shortName)")
    if !occurrences.isEmpty { text += "[\(occurrences.map(String.init).joined(separator: ","))]" }
    return text + offsetText(offset)
  }
}

extension DaySelector.HolidaySelector {
  fileprivate var text: String { (isSchool ? "SH" : "PH") + offsetText(offset) }
}

extension DateRange {
  fileprivate var text: String {
    let end = isOpenEnded ? "+" : ""
    // Whole months end on day 31, even if they are shorter.
    if let first = from.month(startingOn: 1), let last = to.month(startingOn: 31) {
      return first == last && from.year == to.year
        ? from.yearText + first + end : "\(from.yearText)\(first)-\(to.yearText)\(last)"
    }
    return from == to ? from.text + end : "\(from.text)-\(to.text)"
  }
}

extension DatePoint {
  fileprivate var yearText: String { year.map { "\($0) " } ?? "" }

  /// The name of the month if this is the given day of it, without a weekday or offset.
  fileprivate func month(startingOn day: Int) -> String? {
    guard case .day(let month, day) = kind, weekday == nil, offset == 0 else { return nil }
    return monthNames[month - 1]
  }

  fileprivate var text: String {
    var text = yearText
    switch kind {
    case .easter: text += "easter"
    case .day(let month, let day): text += "\(monthNames[month - 1]) \(day)"
    case .weekday(let month, let weekday, let number):
      text += "\(monthNames[month - 1]) \(weekday.shortName)[\(number)]"
    }
    if let weekday { text += " \(goesBack ? "-" : "+")\(weekday.shortName)" }
    return text + offsetText(offset)
  }
}

extension Weekday {
  fileprivate var shortName: String { ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"][rawValue - 1] }
}

private let monthNames = [
  "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
]

private func offsetText(_ days: Int) -> String {
  if days == 0 { return "" }
  return " \(days < 0 ? "-" : "+")\(days.magnitude) day\(days.magnitude == 1 ? "" : "s")"
}
