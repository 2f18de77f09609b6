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
  /// On days when the clocks change each time of day is taken once: one that does not come stands
  /// for the moment at which the clocks go forward, one that comes twice for the first of both.
  ///
  /// - Parameters:
  ///   - moment: any moment.
  ///   - timeZone: that of the place; `TimeZoneAtlas` of `CairnTimeZones` tells its name.
  ///   - place: where the place is, for times of the sun; without it they are not known.
  ///   - holidays: which days are holidays.
  /// - Returns: false also where it is not known.
  public func isOpen(
    at moment: Date, in timeZone: TimeZone, place: Coordinate? = nil,
    holidays: HolidayCalendar = .unknown
  ) -> Bool {
    state(at: moment, in: timeZone, place: place, holidays: holidays) == .open
  }

  /// Whether a place is open or closed at a moment, or that is not known.
  ///
  /// - Parameters:
  ///   - moment: any moment.
  ///   - timeZone: that of the place.
  ///   - place: where the place is, for times of the sun; without it they are not known.
  ///   - holidays: which days are holidays.
  /// - Returns: the state; at a moment at which it changes, the new one.
  public func state(
    at moment: Date, in timeZone: TimeZone, place: Coordinate? = nil,
    holidays: HolidayCalendar = .unknown
  ) -> State {
    state(
      at: timeZone.onceAt(moment),
      in: HoursContext(timeZone, place: place, holidays: holidays))
  }

  /// When the state changes next.
  ///
  /// - Parameters:
  ///   - moment: any moment.
  ///   - timeZone: that of the place.
  ///   - place: where the place is, for times of the sun; without it they are not known.
  ///   - holidays: which days are holidays.
  /// - Returns: a later moment; nil where nothing changes within 30 years.
  public func nextChange(
    after moment: Date, in timeZone: TimeZone, place: Coordinate? = nil,
    holidays: HolidayCalendar = .unknown
  ) -> Date? {
    let context = HoursContext(timeZone, place: place, holidays: holidays)
    let time = timeZone.onceAt(moment)
    let state = state(at: time, in: context)
    var change = nextChange(after: time, in: context)
    // What is over before the clocks have gone forward is no change.
    while let next = change {
      let date = timeZone.moment(next)
      if date > moment, self.state(at: timeZone.onceAt(date), in: context) != state { return date }
      // All times that the clock goes past are over at once.
      change = nextChange(after: max(next, timeZone.onceAt(date)), in: context)
    }
    return nil
  }

  /// The times at which a place is open between two moments, and those at which it is not known.
  ///
  /// - Parameters:
  ///   - moments: from when to when; of what begins before or ends later, the part between.
  ///   - timeZone: that of the place.
  ///   - place: where the place is, for times of the sun; without it they are not known.
  ///   - holidays: which days are holidays.
  /// - Returns: intervals in order, with their state and what the hours say about them in words.
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
  /// A context with the offsets of a time zone.
  ///
  /// - Parameters:
  ///   - timeZone: that of the place.
  ///   - place: where the place is, for times of the sun.
  ///   - holidays: which days are holidays.
  public init(_ timeZone: TimeZone, place: Coordinate? = nil, holidays: HolidayCalendar = .unknown)
  {
    self.init(
      holidays: holidays, place: place,
      utcOffset: { date in
        // At noon, which clocks do not change at.
        let noon = Date(timeIntervalSince1970: Double(date.dayNumber) * 86_400 + 43_200)
        let near = Double(timeZone.secondsFromGMT(for: noon))
        return Double(timeZone.secondsFromGMT(for: noon - near))
      })
  }
}
