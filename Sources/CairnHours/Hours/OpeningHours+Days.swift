/// A day for which hours are looked up.
package enum HoursDay: Hashable, Sendable {
  case date(CivilDate)
  /// A weekday without a known date.
  case weekday(Weekday)

  /// Returns the day some days later.
  package func adding(days: Int) -> HoursDay {
    switch self {
    case .date(let date): .date(date.adding(days: days))
    case .weekday(let weekday):
      .weekday(Weekday(rawValue: ((weekday.rawValue - 1 + days) % 7 + 7) % 7 + 1) ?? weekday)
    }
  }
}

extension OpeningHours {
  /// Returns the windows that open on a date.
  ///
  /// - Parameters:
  ///   - date: the day.
  ///   - context: the holidays, and the location for the sun.
  /// - Returns: disjoint windows in order; one may close after midnight.
  /// - Complexity: O(n log n) for n rules and times.
  public func windows(on date: CivilDate, in context: HoursContext = HoursContext()) -> [TimeWindow]
  {
    program(on: .date(date), in: context).windows { $0 == .open }
  }

  /// Returns the windows of a day in which a place is open, and those in which it may be open.
  package func windows(
    on day: HoursDay, in context: HoursContext
  ) -> (open: [TimeWindow], possible: [TimeWindow]) {
    let program = program(on: day, in: context)
    return (program.windows { $0 == .open }, program.windows { $0 != .closed })
  }

  /// The periods that begin on a day, from all rules that apply to it.
  func program(on day: HoursDay, in context: HoursContext) -> DayTimeline {
    switch day {
    case .date(let date):
      var days = HoursDays(self, from: date, context)
      return days.firstProgram()
    case .weekday(let weekday): return program(of: { rules[$0].days.contains(weekday) })
    }
  }
}
