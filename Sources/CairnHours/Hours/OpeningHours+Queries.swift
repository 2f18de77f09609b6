/// A period in one state.
public struct HoursInterval: Hashable, Sendable {
  /// The start of the period.
  public let from: CivilTime
  /// The end of the period, which is the start of the next one.
  public let to: CivilTime
  /// The state of the place.
  public let state: OpeningHours.State
  /// The comment of the hours, such as `"by appointment"`.
  public let comment: String?
  /// False if the hours refer to holidays that are unknown (``OpeningHours/unknownHolidays(in:)``):
  /// on a holiday the state may differ.
  public let areHolidaysKnown: Bool

  /// Creates an interval.
  ///
  /// - Parameters:
  ///   - from: the start of the period.
  ///   - to: the end of the period.
  ///   - state: the state of the place.
  ///   - comment: the comment of the hours.
  ///   - areHolidaysKnown: false if the hours refer to holidays that are unknown.
  public init(
    from: CivilTime, to: CivilTime, state: OpeningHours.State, comment: String? = nil,
    areHolidaysKnown: Bool = true
  ) {
    self.from = from
    self.to = to
    self.state = state
    self.comment = comment
    self.areHolidaysKnown = areHolidaysKnown
  }
}

extension HoursInterval: Identifiable {
  /// The start of the period, which is unique among the intervals of one place.
  public var id: CivilTime { from }
}

extension HoursInterval: CustomStringConvertible {
  /// The times and the state, such as `2026-11-24 09:00 to 2026-11-24 17:00, open`.
  public var description: String {
    "\(from) to \(to), \(state)" + (comment.map { ", \"\($0)\"" } ?? "")
      + (areHolidaysKnown ? "" : ", holidays not known")
  }
}

extension OpeningHours {
  /// Whether the place is open at a time.
  ///
  /// - Parameters:
  ///   - time: a local date and time.
  ///   - context: the holidays, and the location for the sun.
  /// - Returns: true if the place is open; false if it is closed or its state is unknown.
  /// - Complexity: O(n log n) for n rules and times: microseconds for those of a shop, and
  ///   less than a millisecond for the longest text.
  public func isOpen(at time: CivilTime, in context: HoursContext = HoursContext()) -> Bool {
    state(at: time, in: context) == .open
  }

  /// Returns whether the place is open, closed or in an unknown state at a time.
  ///
  /// The end of a period belongs to the next one: a shop that closes at 18:00 is closed at 18:00.
  ///
  /// - Parameters:
  ///   - time: a local date and time.
  ///   - context: the holidays, and the location for the sun.
  /// - Returns: the state.
  /// - Complexity: O(n log n) for n rules and times.
  public func state(at time: CivilTime, in context: HoursContext = HoursContext()) -> State {
    segment(at: time, in: context)?.state ?? .closed
  }

  /// Returns the comment for a time, such as `"by appointment"`.
  ///
  /// - Parameters:
  ///   - time: a local date and time.
  ///   - context: the holidays, and the location for the sun.
  /// - Returns: the comment of the rule that determines the state; nil if it has none.
  public func comment(at time: CivilTime, in context: HoursContext = HoursContext()) -> String? {
    let day = day(time.date, in: context)
    let rule = day.segments.first { $0.from <= time.time.seconds && time.time.seconds < $0.to }?
      .rule
    return (rule ?? day.closingRule).flatMap { rules[$0].comment }
  }

  /// Returns the next time at which the state changes.
  ///
  /// ```swift
  /// let hours = try OpeningHours("Mo-Fr 08:00-18:00")
  /// hours.nextChange(after: CivilTime("2026-03-27T18:00")!)   // 2026-03-30T08:00
  /// ```
  ///
  /// - Parameters:
  ///   - time: a local date and time.
  ///   - context: the holidays, and the location for the sun.
  /// - Returns: the first later time at which the state differs; nil if nothing changes within 30
  ///   years.
  /// - Complexity: O(n) for each day scanned, for n rules and times, and O(n log n) for each day
  ///   unlike those before; 30 years take some milliseconds, or a quarter of a second for 10,000
  ///   bytes of sun-dependent times.
  public func nextChange(
    after time: CivilTime, in context: HoursContext = HoursContext()
  ) -> CivilTime? {
    let state = state(at: time, in: context)
    var after = time.time.seconds
    var days = HoursDays(self, from: time.date, context)
    for _ in 0...daysUntilNothingChanges(context.localHolidays) {
      guard let day = days.next() else { return nil }
      if let change = day.program.change(from: state, after: after) {
        return CivilTime(day.date, ClockTime(seconds: change))
      }
      after = -1
    }
    return nil
  }

  /// Returns the consecutive states between two times, without gaps.
  ///
  /// Periods in the same state with different comments are separate.
  ///
  /// - Parameters:
  ///   - from: the start of the first period.
  ///   - to: the end of the last period.
  ///   - context: the holidays, and the location for the sun.
  /// - Returns: intervals in order; empty if `to` is not later than `from`.
  /// - Complexity: O(n log n) for each day, for n rules and times.
  public func intervals(
    from: CivilTime, to: CivilTime, in context: HoursContext = HoursContext()
  ) -> [HoursInterval] {
    guard from < to else { return [] }
    let holidays = context.localHolidays
    let references = HolidayReferences(rules)
    var found: [HoursInterval] = []
    var begin = from
    func interval(_ end: CivilTime, _ now: (state: State, comment: String?)) -> HoursInterval {
      HoursInterval(
        from: begin, to: end, state: now.state, comment: now.comment,
        areHolidaysKnown: references.unknown(
          on: begin.date...max(begin.date, end.lastDate), in: holidays
        ).isEmpty)
    }
    var current: (state: State, comment: String?)?
    var days = HoursDays(self, from: from.date, context)
    func change(to next: (state: State, comment: String?), at time: CivilTime) {
      if let now = current {
        if now.state == next.state && now.comment == next.comment { return }
        if begin < time { found.append(interval(time, now)) }
        begin = max(begin, time)
      }
      current = next
    }
    while let day = days.next(), day.date <= to.date {
      var reached = 0.0
      let closed = (State.closed, day.program.closingRule.flatMap { rules[$0].comment })
      func add(_ next: (State, String?), _ seconds: Double) {
        let time = CivilTime(day.date, ClockTime(seconds: seconds))
        if time < to { change(to: next, at: max(time, from)) }
      }
      for segment in day.program.segments where segment.from < segment.to {
        if segment.from > reached { add(closed, reached) }
        add((segment.state, rules[segment.rule].comment), segment.from)
        reached = segment.to
      }
      if reached < 86_400 { add(closed, reached) }
    }
    if let now = current, begin < to {
      found.append(interval(to, now))
    }
    return found
  }

  // MARK: Days

  /// A calendar day from 00:00 to 24:00.
  private func day(_ date: CivilDate, in context: HoursContext) -> DayTimeline {
    var days = HoursDays(self, from: date, context)
    return days.next()?.program ?? DayTimeline()
  }

  private func segment(at time: CivilTime, in context: HoursContext) -> DayTimeline.Segment? {
    let seconds = time.time.seconds
    return day(time.date, in: context).segments.first { $0.from <= seconds && seconds < $0.to }
  }

  /// The number of days to scan to be sure that the state never changes again.
  private func daysUntilNothingChanges(_ calendar: HolidayCalendar) -> Int {
    let isWeekly = rules.allSatisfy { rule in
      !rule.needsDate && rule.days.holidays.allSatisfy { !calendar.knows($0.kind) }
    }
    return isWeekly ? 8 : 30 * 366
  }
}

extension CivilTime {
  /// The date of the moment before this one.
  fileprivate var lastDate: CivilDate { time.seconds <= 0 ? date.adding(days: -1) : date }
}

extension DayTimeline {
  /// The first time after another at which the state differs.
  fileprivate func change(from state: OpeningHours.State, after: Double) -> Double? {
    var reached = 0.0
    for segment in segments where segment.from < segment.to {
      if segment.from > reached, reached > after, state != .closed { return reached }
      if segment.from > after, segment.state != state { return segment.from }
      reached = segment.to
    }
    return reached < 86_400 && reached > after && state != .closed ? reached : nil
  }
}

#if !hasFeature(Embedded)
  extension HoursInterval: Codable {}
#endif
