/// A day whose hours are asked for.
package enum HoursDay: Hashable, Sendable {
  case date(CivilDate)
  /// A day of the week of which the date is not known.
  case weekday(Weekday)

  /// The day some days later.
  package func adding(days: Int) -> HoursDay {
    switch self {
    case .date(let date): .date(date.adding(days: days))
    case .weekday(let weekday):
      .weekday(Weekday(rawValue: ((weekday.rawValue - 1 + days) % 7 + 7) % 7 + 1) ?? weekday)
    }
  }
}

extension OpeningHours {
  /// The windows that open on a date.
  ///
  /// - Parameters:
  ///   - date: the day.
  ///   - context: holidays, and where the sun is looked at.
  /// - Returns: windows in order and apart from each other; one may close after midnight.
  /// - Complexity: O(n) for n rules and times.
  public func windows(on date: CivilDate, in context: HoursContext = HoursContext()) -> [TimeWindow]
  {
    program(on: .date(date), in: context).windows { $0 == .open }
  }

  /// The windows of a day in which a place is open, and those in which it is not known to be
  /// closed.
  package func windows(
    on day: HoursDay, in context: HoursContext
  ) -> (open: [TimeWindow], possible: [TimeWindow]) {
    let program = program(on: day, in: context)
    return (program.windows { $0 == .open }, program.windows { $0 != .closed })
  }

  /// What begins on a day, with all rules that are for it.
  func program(on day: HoursDay, in context: HoursContext) -> DayProgram {
    var program = DayProgram()
    for (number, rule) in rules.enumerated() where rule.holds(on: day, context) {
      program.apply(rule, rule.segments(number, on: day, in: context))
    }
    return program
  }

  /// A calendar day as rules have it that take the place of all that others say of it, the night
  /// before with it (``HoursContext/Nights/endAtMidnight``).
  func calendarDay(_ date: CivilDate, in context: HoursContext) -> DayProgram {
    var day = DayProgram()
    let yesterday = date.adding(days: -1)
    for (number, rule) in rules.enumerated() {
      let holds = rule.holds(on: .date(date), context)
      let held = rule.holds(on: .date(yesterday), context)
      guard holds || held else { continue }
      var own = DayProgram()
      if held {
        own.lay(rule.segments(number, on: .date(yesterday), in: context), from: 86_400)
      }
      if holds { own.lay(rule.segments(number, on: .date(date), in: context), from: 0) }
      // A night that goes on does not take the place of a day that another rule is for.
      if !holds, rule.link == .replaces, rule.state != .closed, !day.isSilent(rules) { continue }
      if rule.clearsDays, !holds { continue }
      day.apply(rule, own.segments)
    }
    return day
  }
}

extension DayProgram {
  /// Lays the parts of segments within the day that begins at a number of seconds.
  fileprivate mutating func lay(_ segments: [Segment], from start: Double) {
    for segment in segments {
      var segment = segment
      segment.from = max(segment.from - start, 0)
      segment.to = min(segment.to - start, 86_400)
      lay(segment)
    }
  }
}

extension HoursRule {
  fileprivate func holds(on day: HoursDay, _ context: HoursContext) -> Bool {
    switch day {
    case .date(let date): days.contains(date, context.holidays)
    case .weekday(let weekday): days.contains(weekday)
    }
  }

  fileprivate func segments(
    _ number: Int, on day: HoursDay, in context: HoursContext
  ) -> [DayProgram.Segment] {
    segments(number) { later in
      guard case .date(let date) = day.adding(days: later) else { return nil }
      return context.sun(on: date)
    }
  }
}
