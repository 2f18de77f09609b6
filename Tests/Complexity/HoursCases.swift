internal import CairnGeodesy
internal import CairnHours

/// The documented costs of CairnHours: O(n) to read a text, O(n log n) for a day and for the days
/// until a change, whose number does not depend on the text.
let hoursCases: [GrowthCase] = HoursText.allCases.flatMap { text in
  [
    GrowthCase("OpeningHours.init, \(text.name)", exponent: 1, size: text.size) { size in
      let text = text.of(size)
      return { try OpeningHours(text).needsDates ? 1 : 0 }
    },
    GrowthCase("OpeningHours.isOpen, \(text.name)", exponent: 1, size: text.size) { size in
      let hours = try OpeningHours(text.of(size))
      return { hours.isOpen(at: noon, in: vienna) ? 1 : 0 }
    },
    GrowthCase("OpeningHours.isOpen by the letter, \(text.name)", exponent: 1, size: text.size) {
      size in
      let hours = try OpeningHours(text.of(size))
      var context = vienna
      context.nights = .endAtMidnight
      return { [context] in hours.isOpen(at: noon, in: context) ? 1 : 0 }
    },
    GrowthCase("OpeningHours.intervals, \(text.name)", exponent: 1, size: text.size) { size in
      let hours = try OpeningHours(text.of(size))
      let end = noon.adding(seconds: 7 * 86_400)
      return { hours.intervals(from: noon, to: end, in: vienna).count }
    },
    GrowthCase("OpeningHours.nextChange, \(text.name)", exponent: 1, size: text.size) { size in
      let hours = try OpeningHours(text.of(size))
      return { hours.nextChange(after: noon, in: vienna)?.date.dayNumber ?? 0 }
    },
  ]
}

private let noon = CivilTime(CivilDate(dayNumber: 20_600), ClockTime(12, 0))
private let vienna = HoursContext(
  holidays: HolidayCalendar { $0.dayNumber % 11 == 0 },
  place: Coordinate(latitude: 48.21, longitude: 16.37), utcOffset: { _ in 3600 })

/// Texts of n parts for which the cost of a rule or a time once grew with n.
private enum HoursText: CaseIterable {
  case fallbacks, closedFallbacks, additions, spans, nights, closings, easters, holidays
  case dates, weeks, weekdays, suns, comments
  /// Hours that never change, so that all days of 30 years are evaluated.
  case past, pastWithTimes

  var name: String { "\(self)" }

  /// The smallest size; four times as much is still within the length limit of a text.
  var size: Int {
    switch self {
    case .spans, .easters: 100
    case .past, .pastWithTimes: 25
    default: 50
    }
  }

  func of(_ count: Int) -> String {
    func joined(_ separator: String, _ part: (Int) -> String) -> String {
      (0..<count).map(part).joined(separator: separator)
    }
    func clock(_ minute: Int) -> String {
      let (hour, minute) = (minute / 60 % 24, minute % 60)
      return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
    func span(_ number: Int) -> String { "\(clock(5 * number))-\(clock(5 * number + 3))" }
    switch self {
    case .fallbacks: return joined(",", span) + joined("") { _ in "||00:00-24:00" }
    case .closedFallbacks: return joined(",", span) + joined("") { _ in "||0-24 off" }
    case .additions: return joined(", ") { "Mo-Su " + span($0 * 7919 % count) }
    case .spans: return joined(",", span)
    case .nights: return joined(", ") { "Mo-Su \(clock(1200 + $0 % 200))-\(clock($0 % 300))" }
    case .closings: return "Jan-Dec 00:00-24:00 open, " + joined(", ") { "\(span($0)) off" }
    case .easters: return joined("; ") { _ in "easter off" }
    case .holidays: return joined("; ") { "PH +\($0) days off" } + "; SH off; 10-12"
    case .dates: return joined("; ") { "Jan \($0 % 31 + 1)-Dec \($0 % 29 + 1) off" }
    case .weeks: return joined("; ") { "week \($0 % 50 + 1)-53/2 10-12" }
    case .weekdays: return joined("; ") { "Mo[\($0 % 5 + 1)] -\($0) days 10-12" }
    case .suns: return joined(",") { "(sunrise+00:\($0 % 50 + 10))-(sunset-00:\($0 % 50 + 10))" }
    case .past: return joined("; ") { "2020 easter +\($0) days 10-12" }
    case .pastWithTimes: return "24/7 open, 2020 Jan 1 off, " + joined(",", span)
    case .comments: return joined("; ") { "Mo \"\($0) \(String(repeating: "x", count: 12))\"" }
    }
  }
}
