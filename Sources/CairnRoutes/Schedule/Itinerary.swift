public import CairnHours

/// The visits of each day with their times, and the stops that are left out, with reasons.
public struct Itinerary: Hashable, Sendable, Codable {
  /// Why the search ended.
  public enum End: String, Hashable, Sendable, Codable {
    /// There is nothing left to try.
    case exhausted
    /// The amount of work was used up.
    case work
    /// The time limit was reached.
    case deadline
    /// The search was cancelled.
    case cancelled
  }

  /// The days in the order in which they were given, including those without visits.
  public let days: [DaySchedule]
  /// The stops that are not visited, ordered by offset.
  public let leftOut: [LeftOutStop]
  /// The sum of the scores of the visited optional stops, rounded once; a better plan never has a
  /// smaller sum.
  public let score: Double
  /// Whether the plan is proven to be optimal in its choice and order of stops.
  public let isOptimal: Bool
  /// Why the search ended.
  public let end: End

  /// Creates an itinerary.
  ///
  /// - Parameters:
  ///   - days: the days in order, including those without visits.
  ///   - leftOut: the stops that are not visited, ordered by offset.
  ///   - score: the sum of the scores of the visited optional stops.
  ///   - isOptimal: whether the plan is proven to be optimal.
  ///   - end: why the search ended.
  public init(
    days: [DaySchedule], leftOut: [LeftOutStop] = [], score: Double = 0, isOptimal: Bool = false,
    end: End = .exhausted
  ) {
    self.days = days
    self.leftOut = leftOut
    self.score = score
    self.isOptimal = isOptimal
    self.end = end
  }

  /// The number of visits on all days.
  public var visitCount: Int { days.reduce(0) { $0 + $1.visits.count } }
  /// The total travel time of all days, in seconds.
  public var travel: Double { days.reduce(0) { $0 + $1.travel } }
  /// The total waiting time of all days, in seconds.
  public var waiting: Double { days.reduce(0) { $0 + $1.waiting } }
  /// Whether every stop is visited.
  public var isComplete: Bool { leftOut.isEmpty }
}

extension Itinerary {
  /// Decodes an itinerary.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the days are out of order, if a stop is visited
  ///   twice, or both visited and left out, or if the score is negative or not finite.
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
    guard score >= 0, score.isFinite else {
      throw decoder.invalid("the score of an itinerary is 0 or more and finite, not \(score)")
    }
  }
}

/// The times of one day.
public struct DaySchedule: Hashable, Sendable, Codable {
  /// The day, counted from 0.
  public let day: Int
  /// Departure from the start, by the clock of the day (``utcOffset``); if the day has no start,
  /// arrival at the first stop.
  ///
  /// A break before the first leg may begin at this time.
  public let departure: ClockTime
  /// The latest departure that does not delay the end of the day.
  public let latestDeparture: ClockTime
  /// The visits in order.
  public let visits: [Visit]
  /// The travel time from the last visit to the end, in seconds.
  public let travelToEnd: Double
  /// Arrival at the end, by the clock there; if the day has no end, departure from the last stop.
  public let arrival: ClockTime
  /// The breaks in chronological order.
  public let breaks: [ScheduledBreak]
  /// The breaks that are not taken, ordered by offset.
  public let leftOutBreaks: [LeftOutBreak]
  /// The number of seconds that the day's clock is ahead of UTC, if known.
  public internal(set) var utcOffset: Double?
  /// The number of seconds that the clock at the end is ahead of the clock at the start.
  public internal(set) var clockChange: Double

  /// Creates a day.
  ///
  /// - Parameters:
  ///   - day: the day, counted from 0.
  ///   - departure: the departure from the start.
  ///   - latestDeparture: the latest departure that does not delay the end of the day.
  ///   - visits: the visits in order.
  ///   - travelToEnd: the travel time from the last visit to the end, in seconds.
  ///   - arrival: the arrival at the end, by the clock there.
  ///   - breaks: the breaks in chronological order.
  ///   - leftOutBreaks: the breaks that are not taken, ordered by offset.
  ///   - utcOffset: the number of seconds that the day's clock is ahead of UTC.
  ///   - clockChange: the number of seconds that the clock at the end is ahead of the one at the
  ///     start.
  public init(
    day: Int, departure: ClockTime, latestDeparture: ClockTime, visits: [Visit],
    travelToEnd: Double, arrival: ClockTime, breaks: [ScheduledBreak] = [],
    leftOutBreaks: [LeftOutBreak] = [], utcOffset: Double? = nil, clockChange: Double = 0
  ) {
    self.day = day
    self.departure = departure
    self.latestDeparture = latestDeparture
    self.visits = visits
    self.travelToEnd = travelToEnd
    self.arrival = arrival
    self.breaks = breaks
    self.leftOutBreaks = leftOutBreaks
    self.utcOffset = utcOffset
    self.clockChange = clockChange
  }

  /// The breaks between a visit and the one before it, in order.
  ///
  /// - Parameter visit: the position of the visit, or the number of visits for the breaks before
  ///   the end.
  /// - Returns: the breaks; empty if there is no such visit.
  public func breaks(before visit: Int) -> [ScheduledBreak] {
    breaks.filter { $0.visitsBefore == visit }
  }

  /// The travel time in seconds.
  public var travel: Double { visits.reduce(travelToEnd) { $0 + $1.travel } }
  /// The waiting time in seconds.
  public var waiting: Double { visits.reduce(0) { $0 + $1.waiting } }
  /// The time spent on visits, in seconds.
  public var visiting: Double { visits.reduce(0) { $0 + $1.seconds } }
  /// The total lateness of visits that may begin late, in seconds.
  public var lateness: Double { visits.reduce(0) { $0 + $1.lateness } }
}

extension DaySchedule {
  /// Decodes a day; data stored before breaks were supported has none.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if a travel time or another duration is negative, not
  ///   finite or too large, or if a break is not between two visits of the day.
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
    if let fault { throw decoder.invalid(fault) }
  }
}

extension Visit {
  /// Decodes a visit; data stored before breaks were supported has none before it.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if a travel time or another duration is negative, not
  ///   finite or too large.
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
      timeAfter: values.decodeIfPresent(Double.self, forKey: .timeAfter) ?? 0,
      areHolidaysKnown: values.decodeIfPresent(Bool.self, forKey: .areHolidaysUnknown) != true)
    if let fault { throw decoder.invalid(fault) }
  }
}

/// A visit and its times, by the local clock; the departure from a connection is by the clock where
/// it ends.
public struct Visit: Hashable, Sendable, Codable {
  /// The stop, as its offset in the input.
  public let stop: Int
  /// The name of the stop.
  public let name: String
  /// The travel time from the previous stop or from the start of the day, in seconds.
  public let travel: Double
  /// The arrival time.
  public let arrival: ClockTime
  /// The start of the visit.
  public let start: ClockTime
  /// The end of the visit, and the departure from the stop.
  public let departure: ClockTime
  /// The number of seconds by which the visit begins late, if that is allowed.
  public let lateness: Double

  /// Whether the place is known to be open during the visit; if false, call before you go.
  public let areHoursKnown: Bool
  /// False if the hours refer to holidays that are unknown on the date of the visit: on a holiday
  /// the place may be closed.
  public var areHolidaysKnown: Bool { areHolidaysUnknown != true }
  /// True if holidays are unknown, otherwise nil, which is not written.
  private let areHolidaysUnknown: Bool?

  /// The duration of breaks between the arrival and the start, in seconds.
  public let pause: Double

  /// The number of seconds that the clock at the stop is ahead of UTC, if known.
  public internal(set) var utcOffset: Double?
  /// The number of seconds that the clock where the visit ends is ahead of the clock where it
  /// begins.
  public internal(set) var clockChange: Double
  /// The lead time at the start of the visit, in seconds (``VisitStop/timeBefore``).
  public internal(set) var timeBefore: Double
  /// The time to leave at the end of the visit, in seconds (``VisitStop/timeAfter``).
  public internal(set) var timeAfter: Double

  /// Creates a visit.
  ///
  /// - Parameters:
  ///   - stop: the stop, as its offset in the input.
  ///   - name: the name of the stop.
  ///   - travel: the travel time from the previous stop or the start of the day, in seconds.
  ///   - arrival: the arrival time.
  ///   - start: the start of the visit.
  ///   - departure: the end of the visit.
  ///   - lateness: the number of seconds by which the visit begins late.
  ///   - areHoursKnown: whether the place is known to be open.
  ///   - pause: the duration of breaks between the arrival and the start, in seconds.
  ///   - utcOffset: the number of seconds that the clock at the stop is ahead of UTC.
  ///   - clockChange: the number of seconds that the clock at the end of the visit is ahead of the
  ///     one at its start.
  ///   - timeBefore: the lead time at the start of the visit, in seconds.
  ///   - timeAfter: the time to leave at the end of the visit, in seconds.
  ///   - areHolidaysKnown: false if the hours refer to holidays that are unknown.
  public init(
    stop: Int, name: String, travel: Double, arrival: ClockTime, start: ClockTime,
    departure: ClockTime, lateness: Double = 0, areHoursKnown: Bool = true, pause: Double = 0,
    utcOffset: Double? = nil, clockChange: Double = 0, timeBefore: Double = 0,
    timeAfter: Double = 0, areHolidaysKnown: Bool = true
  ) {
    areHolidaysUnknown = areHolidaysKnown ? nil : true
    self.stop = stop
    self.name = name
    self.travel = travel
    self.arrival = arrival
    self.start = start
    self.departure = departure
    self.lateness = lateness
    self.areHoursKnown = areHoursKnown
    self.pause = pause
    self.utcOffset = utcOffset
    self.clockChange = clockChange
    self.timeBefore = timeBefore
    self.timeAfter = timeAfter
  }

  /// The start of the visit proper, after the lead time: the departure of a flight.
  public var begins: ClockTime { start + timeBefore }
  /// The end of the visit proper, before the time to leave: the arrival of a flight, by the clock
  /// there.
  public var ends: ClockTime { departure - timeAfter }
  /// The number of seconds from the start to the departure.
  public var seconds: Double {
    clockChange == 0 ? departure - start : departure - start - clockChange
  }

  /// The waiting time for the stop to open, in seconds, not counting breaks.
  public var waiting: Double { start - arrival - pause }
}
