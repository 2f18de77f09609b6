public import CairnHours

/// A stop that is not visited, with the reason.
public struct LeftOutStop: Hashable, Sendable, Codable {
  /// The stop, as its offset in the input.
  public let stop: Int
  /// The name of the stop.
  public let name: String
  /// Why it is not visited.
  public let reason: LeftOutReason

  /// Creates a stop that is not visited.
  ///
  /// - Parameters:
  ///   - stop: the stop, as its offset in the input.
  ///   - name: the name of the stop.
  ///   - reason: why it is not visited.
  public init(stop: Int, name: String, reason: LeftOutReason) {
    self.stop = stop
    self.name = name
    self.reason = reason
  }
}

/// Why a stop is not visited.
///
/// All but the last six cases hold regardless of which other stops are visited, even for the
/// shortest path through other stops.
public enum LeftOutReason: Hashable, Sendable {
  /// The stop is not open during any day on which it may be visited.
  case closed
  /// The days on which it may be visited are over in a replanned itinerary.
  case isOver
  /// The stop has a fixed time (``VisitStop/startsAt``), and the required arrival time is outside
  /// every day on which it may be visited.
  case outsideDays(start: ClockTime)
  /// The longest opening window on such a day is shorter than the visit; both in seconds.
  case windowsTooShort(longest: Double, visit: Double)
  /// The stop cannot be reached, or cannot be left.
  case noWay
  /// The earliest arrival is after the latest possible start. The values are those of the day that
  /// misses by the least time.
  case closesTooEarly(arrival: ClockTime, latestStart: ClockTime, day: Int)
  /// After the visit the end of the day is reached too late: the earliest arrival at the end and
  /// the latest allowed one, on the day that misses by the least time.
  case dayTooShort(arrival: ClockTime, latest: ClockTime, day: Int)
  /// The visit, even as the only one, leaves no time for a break of the day.
  case noTimeForBreak
  /// The position to which the stop is locked is after the last visit of its day.
  case positionNotReached(visits: Int)
  /// Together with the stops booked on the day (``VisitStop/Priority/booked``), even without other
  /// visits, the earliest arrival is after the latest start that keeps those stops and the opening
  /// hours. The values are those of the day that misses by the least time.
  case noTimeBesideBooked(arrival: ClockTime, latestStart: ClockTime, day: Int)
  /// The stop cannot be visited alone, because other stops must come before it to reach its
  /// position or because the path through them is shorter, and it does not fit in with the other
  /// visits; after a search that ended before all was tried, no place for it was found.
  case onlyBesideOthers
  /// The stop could be visited alone, but does not fit in with the other visits; after a cancelled
  /// or time-limited search, no place for it was found.
  case squeezedOut
  /// The time limit was reached or the plan was cancelled before the travel times to it were known.
  case notTried
}

/// Encoded as an object with the name of the case and an object of its values: `{"noWay":{}}`,
/// `{"outsideDays":{"start":"09:00"}}`. The keys are spelled out because they are stored, so they
/// must stay the same if a case is renamed.
extension LeftOutReason: Codable {
  private enum CodingKeys: String, CodingKey {
    case closed = "closed"
    case isOver = "isOver"
    case outsideDays = "outsideDays"
    case windowsTooShort = "windowsTooShort"
    case noWay = "noWay"
    case closesTooEarly = "closesTooEarly"
    case dayTooShort = "dayTooShort"
    case noTimeForBreak = "noTimeForBreak"
    case positionNotReached = "positionNotReached"
    case noTimeBesideBooked = "noTimeBesideBooked"
    case onlyBesideOthers = "onlyBesideOthers"
    case squeezedOut = "squeezedOut"
    case notTried = "notTried"
  }

  private enum OutsideDaysCodingKeys: String, CodingKey {
    case start = "start"
  }

  private enum WindowsTooShortCodingKeys: String, CodingKey {
    case longest = "longest"
    case visit = "visit"
  }

  private enum ClosesTooEarlyCodingKeys: String, CodingKey {
    case arrival = "arrival"
    case latestStart = "latestStart"
    case day = "day"
  }

  private enum DayTooShortCodingKeys: String, CodingKey {
    case arrival = "arrival"
    case latest = "latest"
    case day = "day"
  }

  private enum PositionNotReachedCodingKeys: String, CodingKey {
    case visits = "visits"
  }

  private enum NoTimeBesideBookedCodingKeys: String, CodingKey {
    case arrival = "arrival"
    case latestStart = "latestStart"
    case day = "day"
  }
}

extension LeftOutReason: CustomStringConvertible {
  /// A short phrase for display, such as `the visit must begin by 17:00, but the earliest arrival
  /// is 17:12`.
  public var description: String {
    switch self {
    case .closed: "not open on any day of the trip on which it may be visited"
    case .windowsTooShort(let longest, let visit):
      "open for \(Int(minutesIn: longest, rounded: .down)) min at most, "
        + "the visit takes \(Int(minutesIn: visit, rounded: .up)) min"
    case .isOver: "the days on which it may be visited are over"
    case .outsideDays(let start):
      "it must be reached by \(start), outside every day on which it may be visited"
    case .noWay: "no route there and back"
    case .closesTooEarly(let arrival, let latest, _):
      "the visit must begin by \(latest), but the earliest arrival is \(arrival)"
    case .dayTooShort(let arrival, let latest, _):
      "the day ends at \(latest), but this visit alone would end it at \(arrival)"
    case .noTimeForBreak: "a visit would leave no time for a break of the day"
    case .positionNotReached(let visits):
      "its position comes after the last of \(visits) visits"
    case .noTimeBesideBooked(let arrival, let latest, _):
      "the visit must begin by \(latest), but with the booked stops the earliest arrival is "
        + "\(arrival)"
    case .onlyBesideOthers:
      "cannot be visited alone, and does not fit in with the other visits"
    case .notTried: "the search ended before it was tried"
    case .squeezedOut: "does not fit in with the other visits"
    }
  }
}
