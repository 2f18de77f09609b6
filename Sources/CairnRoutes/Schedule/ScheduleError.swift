public import CairnGeodesy
public import CairnHours

/// Why stops cannot be scheduled: the fault, its position, and the valid input.
///
/// Stops and days are counted from 0 in the order in which they were given. A stop that does not
/// fit into its windows is not an error; the plan lists it as left out, with the reason.
///
/// ```swift
/// let open = TimeWindow(ClockTime(17, 0), ClockTime(9, 0))
/// let museum = VisitStop("Museum", at: vienna, hours: .daily(open))
/// let day = TripDay(from: ClockTime(9, 0), to: ClockTime(18, 0))
/// do {
///   _ = try SchedulePlanner().plan(
///     [museum], days: [day], travel: .speed(metersPerSecond: 1.4))
/// } catch {
///   print(error)   // stop 0 opens at 17:00 and closes at 09:00; it has to close at or after…
/// }
/// ```
public enum ScheduleError: Error, Hashable, Sendable {
  /// The quantities that may be invalid.
  public enum Quantity: String, Hashable, Sendable {
    /// The duration of a visit, in seconds.
    case visit
    /// The score of an optional stop.
    case score
    /// The cost of a second of lateness, in seconds of the objective.
    case penalty
    /// The maximum lateness of a visit, in seconds.
    case latenessLimit
    /// The travel time between two places, in seconds.
    case travelTime
    /// The lead time before a visit, in seconds.
    case timeBefore
    /// The time to leave after a visit, in seconds.
    case timeAfter
  }

  /// A duration, score or penalty of a stop is NaN, negative or too large, or a score is too small.
  case invalidQuantity(Quantity, Double, stop: Int)
  /// A speed is not finite and above 0, or a detour not finite and at least 1.
  case invalidSpeed(metersPerSecond: Double, detour: Double)
  /// The surface has a radius that is not finite and positive.
  case invalidSurface(Surface)
  /// A travel time in a table is NaN or negative.
  case invalidTravelTime(Double, from: Int, to: Int)
  /// A row of a travel-time table does not have one time per row.
  case raggedTable(row: Int, count: Int, expected: Int)
  /// A stop's window closes before it opens, or one of its times is not finite.
  case invalidWindow(TimeWindow, stop: Int)
  /// A day ends before it begins, or one of its times is not finite or more than 30 days away.
  case invalidDay(day: Int, from: ClockTime, to: ClockTime)
  /// The latest start of a break is before its earliest one, or one of its times or its duration is
  /// not finite or out of range.
  case invalidBreak(TripBreak, day: Int)
  /// A day has more breaks than can be planned.
  case tooManyBreaks(Int, day: Int, limit: Int)
  /// A stop's place is a row outside the table, an invalid coordinate, or of the wrong kind: a row
  /// for travel by speed, or a coordinate for travel by a table.
  case invalidPlace(VisitPlace, stop: Int)
  /// The start or end of a day is invalid in the same way.
  case invalidDayPlace(VisitPlace, day: Int)
  /// A stop is locked to a day that the trip does not have.
  case noSuchDay(Int, stop: Int, days: Int)
  /// A stop is locked to a position that does not exist.
  case noSuchPosition(Int, stop: Int, stops: Int)
  /// A stop is locked to a position but not to a day, and there are several days.
  case positionWithoutDay(stop: Int)
  /// Two stops are locked to the same position of the same day.
  case conflictingLocks(stop: Int, other: Int)
  /// A stop's hours differ between weekdays, and a day has no weekday.
  case weekdayNeeded(stop: Int, day: Int)
  /// A stop's hours depend on seasons, dates or the sun, and a day has no date.
  case dateNeeded(stop: Int, day: Int)
  /// The UTC offset of a stop is NaN or more than a day.
  case invalidOffset(Double, stop: Int)
  /// The UTC offset of the start or end of a day is NaN or more than a day.
  case invalidDayOffset(Double, day: Int)
  /// The clock change of a day is not finite, more than a day, before the day begins, or without a
  /// UTC offset of the day.
  case invalidClockChange(ClockChange, day: Int)
  /// The clock changes at a stop, and a day on which it may be visited has no UTC offset.
  case offsetNeeded(stop: Int, day: Int)
  /// A connection arrives before it departs: it arrives on a later day, or a UTC offset is missing.
  case arrivesEarly(stop: Int)
  /// A booked stop is missed, and a day is impossible without it.
  case missed(stop: Int, day: Int, LeftOutReason)
  /// A day is impossible even without visits: the travel from its start to its end takes too long.
  case noWayThroughDay(Int)
  /// A trip cannot be replanned from a day that it does not have, or with a different number of
  /// days than it was planned for.
  case otherTrip(day: Int, days: Int, planned: Int)
  /// There are stops but no days.
  case noDays
  /// There are more stops and days than can be planned together.
  case tooMany(stops: Int, days: Int, limit: Int)
}

extension ScheduleError: CustomStringConvertible {
  /// A one-line description of the fault, its position, and the valid input.
  public var description: String {
    switch self {
    case .invalidQuantity(let quantity, let value, let stop):
      "the \(quantity.words) of stop \(stop) is \(value); " + quantity.rule
    case .invalidSpeed(let speed, let detour):
      "a speed of \(speed) m/s with a detour of \(detour) is invalid; a speed is finite and "
        + "above 0, a detour finite and at least 1"
    case .invalidSurface(let surface): surface.fault
    case .invalidTravelTime(let seconds, let from, let to):
      "the travel time from row \(from) to row \(to) is \(seconds); it is 0 or more, and infinite "
        + "if there is no connection"
    case .raggedTable(let row, let count, let expected):
      "row \(row) of the travel times has \(count) times; each of its \(expected) rows needs "
        + "\(expected)"
    case .invalidWindow(let window, let stop):
      "stop \(stop) opens at \(window.opens) and closes at \(window.closes); it has to close at "
        + "or after it opens, on the next day at a time past 24:00"
    case .invalidDay(let day, let from, let to):
      "day \(day) goes from \(from) to \(to); it has to end at or after it begins, both within "
        + "30 days"
    case .invalidBreak(let pause, let day):
      "a break of day \(day) may start between \(pause.earliestStart) and \(pause.latestStart) and "
        + "takes \(pause.seconds) s; the times have to be in order and within 30 days, and it "
        + "takes 0 or more seconds"
    case .tooManyBreaks(let count, let day, let limit):
      "day \(day) has \(count) breaks; a day has at most \(limit)"
    case .invalidPlace(let place, let stop):
      "the place of stop \(stop) is \(place.words); " + place.rule
    case .invalidDayPlace(let place, let day):
      "the start or end of day \(day) is \(place.words); " + place.rule
    case .noSuchDay(let locked, let stop, let days):
      "stop \(stop) is locked to day \(locked); the days are "
        + (days == 1 ? "only 0" : "0 to \(days - 1)")
    case .noSuchPosition(let position, let stop, let stops):
      "stop \(stop) is locked to position \(position); the positions of \(stops) stops are "
        + "0 to \(stops - 1)"
    case .positionWithoutDay(let stop):
      "stop \(stop) is locked to a position but not to a day; with several days it needs both"
    case .conflictingLocks(let stop, let other):
      "stops \(stop) and \(other) are locked to the same position of the same day"
    case .weekdayNeeded(let stop, let day):
      "the hours of stop \(stop) depend on the day of the week, and day \(day) has "
        + "no weekday"
    case .dateNeeded(let stop, let day):
      "the hours of stop \(stop) depend on the date; day \(day) needs a date"
    case .invalidOffset(let offset, let stop):
      "the clock of stop \(stop) is \(offset) s ahead of UTC; the offset is at most a day"
    case .invalidDayOffset(let offset, let day):
      "the clock of day \(day) is \(offset) s ahead of UTC; the offset is at most a day"
    case .invalidClockChange(let change, let day):
      "the clock of day \(day) changes by \(change.seconds) s at \(change.time); it has to change by "
        + "at most a day, after the day begins, and the day needs a UTC offset"
    case .offsetNeeded(let stop, let day):
      "the clock changes at stop \(stop), so day \(day) needs a UTC offset"
    case .arrivesEarly(let stop):
      "stop \(stop) arrives before it departs; give an arrival on the next day as a time past 24:00, "
        + "and if the clocks differ give both ends a UTC offset"
    case .missed(let stop, let day, let reason):
      "stop \(stop) is missed, and day \(day) is impossible without it: \(reason)"
    case .noWayThroughDay(let day):
      "day \(day) is too short for the way from its start to its end"
    case .otherTrip(let day, let days, let planned):
      "a trip planned for \(planned) days cannot be replanned from day \(day) of \(days); pass the "
        + "same days"
    case .noDays:
      "there are stops but no days to visit them on"
    case .tooMany(let stops, let days, let limit):
      "there are \(stops) stops and \(days) days; together, with a day counted twice, at most "
        + "\(limit) can be planned"
    }
  }
}

extension ScheduleError {
  /// The description of a day's fault without its number.
  var dayWords: String {
    switch self {
    case .invalidDay(_, let from, let to):
      "a day goes from \(from) to \(to); it has to end at or after it begins, both within 30 days"
    case .tooManyBreaks(let count, _, let limit):
      "a day has \(count) breaks; it has at most \(limit)"
    case .invalidDayOffset(let offset, _):
      "the clock of a day is \(offset) s ahead of UTC; the offset is at most a day"
    case .invalidClockChange(let change, _):
      "the clock of a day changes by \(change.seconds) s at \(change.time); it has to change by at "
        + "most a day, after the day begins, and the day needs a UTC offset"
    default: description
    }
  }
}

extension ScheduleError.Quantity {
  var words: String {
    switch self {
    case .visit: "duration of the visit"
    case .score: "score"
    case .penalty: "lateness penalty"
    case .latenessLimit: "lateness limit"
    case .travelTime: "travel time"
    case .timeBefore: "time before the visit"
    case .timeAfter: "time after the visit"
    }
  }

  /// Whether a value is valid.
  func allows(_ value: Double) -> Bool {
    if self == .score { return value == 0 || VisitStop.Priority.scores.contains(value) }
    return value >= 0 && value <= greatest
  }

  /// The valid range, as a phrase.
  var rule: String {
    switch self {
    case .score: "it has to be 0, or from \(VisitStop.Priority.scores.lowerBound) to \(greatest)"
    case .latenessLimit: "it has to be a number of 0 or more"
    default: "it has to be a number of 0 or more and finite, at most \(greatest)"
    }
  }

  /// The maximum valid value.
  var greatest: Double {
    switch self {
    case .visit, .travelTime, .timeBefore, .timeAfter: 1e7
    case .score: VisitStop.Priority.scores.upperBound
    case .penalty: 1e6
    case .latenessLimit: .infinity
    }
  }
}

extension VisitPlace {
  fileprivate var words: String {
    switch self {
    case .at(let coordinate):
      "latitude \(coordinate.latitude), longitude \(coordinate.longitude)"
    case .row(let row): "row \(row)"
    }
  }

  fileprivate var rule: String {
    switch self {
    case .at: "a coordinate is finite, within 90 degrees of latitude, and needs travel by speed"
    case .row: "a row is one of a table of travel times"
    }
  }
}
