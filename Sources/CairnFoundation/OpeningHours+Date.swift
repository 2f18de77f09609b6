public import CairnGeodesy
public import CairnHours
public import Foundation

extension OpeningHours {
  /// Whether a place is open at a moment.
  ///
  /// ```swift
  /// let hours = try OpeningHours("Mo-Fr 08:00-18:00")
  /// hours.isOpen(at: .now, in: TimeZone(identifier: "Europe/Lisbon")!)
  /// ```
  ///
  /// On days on which the clocks change, each time of day counts once: a time that the clocks skip
  /// is the moment at which they are set forward, a time that occurs twice is the first occurrence.
  ///
  /// - Parameters:
  ///   - moment: any moment.
  ///   - timeZone: the time zone of the place; `TimeZoneAtlas` of `CairnTimeZones` returns its
  ///     name.
  ///   - place: the location, for times of the sun; without it these times are unknown.
  ///   - holidays: the days that are holidays.
  /// - Returns: true if the place is open; false if it is closed or the state is unknown.
  public func isOpen(
    at moment: Date, in timeZone: TimeZone, place: Coordinate? = nil,
    holidays: HolidayCalendar = .unknown
  ) -> Bool {
    state(at: moment, in: timeZone, place: place, holidays: holidays) == .open
  }

  /// Whether a place is open, closed or in an unknown state at a moment.
  ///
  /// - Parameters:
  ///   - moment: any moment.
  ///   - timeZone: the time zone of the place.
  ///   - place: the location, for times of the sun; without it these times are unknown.
  ///   - holidays: the days that are holidays.
  /// - Returns: the state; at a moment at which it changes, the new one.
  public func state(
    at moment: Date, in timeZone: TimeZone, place: Coordinate? = nil,
    holidays: HolidayCalendar = .unknown
  ) -> State {
    state(
      at: timeZone.onceAt(moment),
      in: HoursContext(timeZone, place: place, holidays: holidays))
  }

  /// The moment at which the state changes next.
  ///
  /// - Parameters:
  ///   - moment: any moment.
  ///   - timeZone: the time zone of the place.
  ///   - place: the location, for times of the sun; without it these times are unknown.
  ///   - holidays: the days that are holidays.
  /// - Returns: a later moment; nil if the state does not change within 30 years.
  public func nextChange(
    after moment: Date, in timeZone: TimeZone, place: Coordinate? = nil,
    holidays: HolidayCalendar = .unknown
  ) -> Date? {
    let context = HoursContext(timeZone, place: place, holidays: holidays)
    let time = timeZone.onceAt(moment)
    let state = state(at: time, in: context)
    var change = nextChange(after: time, in: context)
    // A state that ends before the clocks are set forward over it is not a change.
    while let next = change {
      let date = timeZone.moment(next)
      if date > moment, self.state(at: timeZone.onceAt(date), in: context) != state { return date }
      // All times that the clock skips are over at the same moment.
      change = nextChange(after: max(next, timeZone.onceAt(date)), in: context)
    }
    return nil
  }

  /// The times at which a place is open between two moments, and those at which its state is
  /// unknown.
  ///
  /// - Parameters:
  ///   - moments: the period; intervals are clipped to it.
  ///   - timeZone: the time zone of the place.
  ///   - place: the location, for times of the sun; without it these times are unknown.
  ///   - holidays: the days that are holidays.
  /// - Returns: intervals in order, with their state and the comment of the opening hours.
  public func openIntervals(
    during moments: DateInterval, in timeZone: TimeZone, place: Coordinate? = nil,
    holidays: HolidayCalendar = .unknown
  ) -> [(interval: DateInterval, state: State, comment: String?)] {
    let context = HoursContext(timeZone, place: place, holidays: holidays)
    let found = intervals(
      from: timeZone.onceAt(moments.start), to: CivilTime(moments.end, in: timeZone), in: context)
    var answer: [(interval: DateInterval, state: State, comment: String?)] = []
    for (number, interval) in found.enumerated() where interval.state != .closed {
      let start = number == 0 ? moments.start : timeZone.moment(interval.from)
      let end = number == found.count - 1 ? moments.end : timeZone.moment(interval.to)
      if start < end {
        answer.append((DateInterval(start: start, end: end), interval.state, interval.comment))
      }
    }
    return answer
  }
}

extension HoursContext {
  /// Creates a context with the offsets of a time zone.
  ///
  /// - Parameters:
  ///   - timeZone: the time zone of the place.
  ///   - place: the location, for times of the sun.
  ///   - holidays: the days that are holidays.
  public init(_ timeZone: TimeZone, place: Coordinate? = nil, holidays: HolidayCalendar = .unknown)
  {
    self.init(
      holidays: holidays, place: place,
      utcOffset: { date in
        // At noon, when clocks do not change.
        let noon = Date(timeIntervalSince1970: Double(date.dayNumber) * 86_400 + 43_200)
        let near = Double(timeZone.secondsFromGMT(for: noon))
        return Double(timeZone.secondsFromGMT(for: noon - near))
      })
  }
}
