public import CairnHours

/// What is visited when: the visits of each day, and what was left out for which reason.
public struct Itinerary: Hashable, Sendable, Codable {
  /// What ended the search.
  public enum End: String, Hashable, Sendable, Codable {
    /// Nothing is left to try.
    case exhausted
    /// The work was done.
    case work
    /// The time was over.
    case deadline
    /// It was cancelled.
    case cancelled
  }

  /// The days, in the order in which they were given; a day without visits is among them.
  public let days: [DaySchedule]
  /// The stops that are not visited, by their offset.
  public let leftOut: [LeftOutStop]
  /// The sum of the scores of the optional stops that are visited, rounded once: a better plan never
  /// has a smaller one.
  public let score: Double
  /// True when no other choice and order is better: proven.
  public let isOptimal: Bool
  /// What ended the search.
  public let end: End

  /// The number of visits on all days.
  public var visitCount: Int { days.reduce(0) { $0 + $1.visits.count } }
  /// Seconds on the way on all days.
  public var travel: Double { days.reduce(0) { $0 + $1.travel } }
  /// Seconds of waiting on all days.
  public var waiting: Double { days.reduce(0) { $0 + $1.waiting } }
  /// True when nothing was left out.
  public var isComplete: Bool { leftOut.isEmpty }
}

extension Itinerary {
  /// Reads an itinerary.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for days out of order, and a stop that is visited twice,
  ///   or visited and left out.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      days: values.decode([DaySchedule].self, forKey: .days),
      leftOut: values.decode([LeftOutStop].self, forKey: .leftOut),
      score: values.decode(Double.self, forKey: .score),
      isOptimal: values.decode(Bool.self, forKey: .isOptimal),
      end: values.decode(End.self, forKey: .end))
    var seen = Set<Int>()
    guard days.map(\.day) == Array(days.indices),
      (days.flatMap { $0.visits.map(\.stop) } + leftOut.map(\.stop)).allSatisfy({
        $0 >= 0 && seen.insert($0).inserted
      })
    else { throw decoder.invalid("an itinerary has its days in order and each stop once") }
  }
}

/// The times of one day.
public struct DaySchedule: Hashable, Sendable, Codable {
  /// The day, counted from 0.
  public let day: Int
  /// Departure from the start, by the clock of the day (``utcOffset``); where there is none, arrival
  /// at the first stop.
  ///
  /// A break that comes before the first way may begin then.
  public let departure: ClockTime
  /// The latest departure with which nothing ends later; between the two one may sleep on.
  public let latestDeparture: ClockTime
  /// The visits in order.
  public let visits: [Visit]
  /// Seconds on the way from the last visit to the end.
  public let travelToEnd: Double
  /// Arrival at the end, by the clock there; where there is none, departure from the last stop.
  public let arrival: ClockTime
  /// The breaks, in the order of time.
  public let breaks: [ScheduledBreak]
  /// The breaks that are not taken, by their offset.
  public let leftOutBreaks: [LeftOutBreak]
  /// By how many seconds the day's clock is ahead of UTC, where that is known.
  public internal(set) var utcOffset: Double?
  /// By how many seconds the clock at the end is ahead of that at the start.
  public internal(set) var clockChange: Double = 0

  /// The breaks that are taken between a visit and the one before it, in order.
  ///
  /// - Parameter visit: the position of the visit; the number of visits for those before the end.
  /// - Returns: the breaks; none where there is no such visit.
  public func breaks(before visit: Int) -> [ScheduledBreak] {
    breaks.filter { $0.visitsBefore == visit }
  }

  /// Seconds on the way.
  public var travel: Double { visits.reduce(travelToEnd) { $0 + $1.travel } }
  /// Seconds of waiting.
  public var waiting: Double { visits.reduce(0) { $0 + $1.waiting } }
  /// Seconds spent on visits.
  public var visiting: Double { visits.reduce(0) { $0 + $1.duration } }
  /// Seconds by which visits begin too late, where that is allowed.
  public var lateness: Double { visits.reduce(0) { $0 + $1.lateness } }
}

extension DaySchedule {
  /// Reads a day; one that was stored before there were breaks has none.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      day: values.decode(Int.self, forKey: .day),
      departure: values.decode(ClockTime.self, forKey: .departure),
      latestDeparture: values.decode(ClockTime.self, forKey: .latestDeparture),
      visits: values.decode([Visit].self, forKey: .visits),
      travelToEnd: values.decode(Double.self, forKey: .travelToEnd),
      arrival: values.decode(ClockTime.self, forKey: .arrival),
      breaks: values.decodeIfPresent([ScheduledBreak].self, forKey: .breaks) ?? [],
      leftOutBreaks: values.decodeIfPresent([LeftOutBreak].self, forKey: .leftOutBreaks) ?? [],
      utcOffset: values.decodeIfPresent(Double.self, forKey: .utcOffset),
      clockChange: values.decodeIfPresent(Double.self, forKey: .clockChange) ?? 0)
  }
}

extension Visit {
  /// Reads a visit; one that was stored before there were breaks has none before it.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      stop: values.decode(Int.self, forKey: .stop),
      name: values.decode(String.self, forKey: .name),
      travel: values.decode(Double.self, forKey: .travel),
      arrival: values.decode(ClockTime.self, forKey: .arrival),
      start: values.decode(ClockTime.self, forKey: .start),
      departure: values.decode(ClockTime.self, forKey: .departure),
      lateness: values.decode(Double.self, forKey: .lateness),
      areHoursKnown: values.decode(Bool.self, forKey: .areHoursKnown),
      pause: values.decodeIfPresent(Double.self, forKey: .pause) ?? 0,
      utcOffset: values.decodeIfPresent(Double.self, forKey: .utcOffset),
      clockChange: values.decodeIfPresent(Double.self, forKey: .clockChange) ?? 0,
      timeBefore: values.decodeIfPresent(Double.self, forKey: .timeBefore) ?? 0,
      timeAfter: values.decodeIfPresent(Double.self, forKey: .timeAfter) ?? 0)
  }
}

/// A visit and its times, by the clocks of where it is: the departure from a connection by the
/// clock of where it ends.
public struct Visit: Hashable, Sendable, Codable {
  /// The stop, by its offset among those that were given.
  public let stop: Int
  /// The name of the stop.
  public let name: String
  /// Seconds on the way from the stop before, or from the start of the day.
  public let travel: Double
  /// When one arrives.
  public let arrival: ClockTime
  /// When the visit begins.
  public let start: ClockTime
  /// When the visit ends and one leaves.
  public let departure: ClockTime
  /// Seconds by which the visit begins too late, where that is allowed.
  public let lateness: Double

  /// False where the place is not known to be open during the visit; call before you go.
  public let areHoursKnown: Bool

  /// Seconds of breaks between the arrival and the start.
  public let pause: Double

  /// By how many seconds the clock at the stop is ahead of UTC, where that is known.
  public internal(set) var utcOffset: Double?
  /// By how many seconds the clock where it ends is ahead of that where it begins.
  public internal(set) var clockChange: Double = 0
  /// Seconds of the visit before it is what one came for (``VisitStop/timeBefore``).
  public internal(set) var timeBefore: Double = 0
  /// Seconds of the visit after that.
  public internal(set) var timeAfter: Double = 0

  /// When what one came for begins: the departure of a flight.
  public var begins: ClockTime { start + timeBefore }
  /// When that is over: the arrival of a flight, by the clock there.
  public var ends: ClockTime { departure - timeAfter }
  /// Seconds from the start to the departure.
  public var duration: Double {
    clockChange == 0 ? departure - start : departure - start - clockChange
  }

  /// Seconds of waiting for it to open, breaks aside.
  public var waiting: Double { start - arrival - pause }
}

/// A stop that is not visited, and why.
public struct LeftOutStop: Hashable, Sendable, Codable {
  /// The stop, by its offset among those that were given.
  public let stop: Int
  /// The name of the stop.
  public let name: String
  /// Why it is not visited.
  public let reason: LeftOutReason
}

/// Why a stop is not visited.
///
/// Each but the last six holds whatever else is visited, even by the shortest way past other
/// stops.
public enum LeftOutReason: Hashable, Sendable, Codable {
  /// It is not open during any day on which it may be visited.
  case closed
  /// The days on which it may be visited are over, where a plan was made anew.
  case isOver
  /// Its time is fixed (``VisitStop/startsAt``), and no day on which it may be visited has the time
  /// at which one has to be there.
  case outsideDays(start: ClockTime)
  /// The longest time it is open on such a day is shorter than the visit, both in seconds.
  case windowsTooShort(longest: Double, visit: Double)
  /// There is no way to it, or none back.
  case noWay
  /// One cannot be there before it is too late to begin the visit: the earliest arrival on the
  /// day on which the least time is missing, and the latest start then.
  case closesTooEarly(arrival: ClockTime, latestStart: ClockTime, day: Int)
  /// After the visit one cannot be at the end in time: the earliest arrival there on the day on
  /// which the least time is missing, and the latest one that is allowed.
  case dayTooShort(arrival: ClockTime, latest: ClockTime, day: Int)
  /// A visit of it, even as the only one, leaves no time for a break of the day.
  case noTimeForBreak
  /// The position it is locked to comes behind the last visit of its day.
  case positionNotReached(visits: Int)
  /// Beside what is booked on the day (``VisitStop/Priority/booked``) one arrives after the latest
  /// start with which that is kept, and the hours: the earliest arrival, with no other visit, and
  /// that start, on the day on which the least time is missing.
  case noTimeBesideBooked(arrival: ClockTime, latestStart: ClockTime, day: Int)
  /// Alone it could not be visited, as others have to come before it for its position, or the way
  /// past them is the shorter one; and with the other visits it does not fit in.
  case onlyBesideOthers
  /// Alone it could be visited, but it does not fit in with the other visits; after a search that
  /// was cancelled or short of time, no place for it has been found.
  case squeezedOut
  /// The time was over, or the plan was cancelled, before the ways to it were known.
  case notTried
}

extension LeftOutReason: CustomStringConvertible {
  /// A few words for people, such as `closes at 17:00, arrival is at 17:12 at the earliest`.
  public var description: String {
    switch self {
    case .closed: "not open on any day of the trip on which it may be visited"
    case .windowsTooShort(let longest, let visit):
      "open for \(Int(longest / 60)) min at most, "
        + "the visit takes \(Int((visit / 60).rounded(.up))) min"
    case .isOver: "the days on which it may be visited are over"
    case .outsideDays(let start):
      "one has to be there at \(start), which no day has on which it may be visited"
    case .noWay: "no way there and back"
    case .closesTooEarly(let arrival, let latest, _):
      "a visit has to begin by \(latest), arrival is at \(arrival) at the earliest"
    case .dayTooShort(let arrival, let latest, _):
      "the day ends at \(latest), after this visit alone it would be \(arrival)"
    case .noTimeForBreak: "a visit leaves no time for a break of the day"
    case .positionNotReached(let visits):
      "its position comes after the last of \(visits) visits"
    case .noTimeBesideBooked(let arrival, let latest, _):
      "a visit has to begin by \(latest), beside what is booked arrival is at \(arrival) at the "
        + "earliest"
    case .onlyBesideOthers:
      "cannot be visited alone, and does not fit in with the other visits"
    case .notTried: "there was no time to look for a place for it"
    case .squeezedOut: "does not fit in with the other visits"
    }
  }
}
