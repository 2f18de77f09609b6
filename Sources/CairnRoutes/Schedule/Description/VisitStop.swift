public import CairnGeodesy
public import CairnHours

/// Where a stop is, or where a day begins or ends.
public enum VisitPlace: Hashable, Sendable, Codable {
  /// A coordinate, for travel times by speed.
  case at(Coordinate)
  /// A row of a table of travel times, counted from 0.
  case row(Int)
}

/// A place to visit: how long, when it is open, and how much it matters.
///
/// ```swift
/// let louvre = VisitStop(
///   "Louvre", at: Coordinate(latitude: 48.8606, longitude: 2.3376), visit: 2 * 3600,
///   hours: .daily(TimeWindow(ClockTime(9, 0), ClockTime(18, 0))).closed(on: .tuesday))
/// let arcade = VisitStop(
///   "Galerie Vivienne", at: Coordinate(latitude: 48.8667, longitude: 2.3397), visit: 20 * 60,
///   priority: .optional(score: 3))
/// ```
public struct VisitStop: Hashable, Sendable, Codable {
  /// How much a stop matters.
  public enum Priority: Hashable, Sendable, Codable {
    /// It outweighs all must-see stops together, and the rest is planned around it: a flight, a
    /// wedding. Where a day cannot be done without it, that it is missed is an error
    /// (``ScheduleError/missed(stop:day:_:)``).
    case booked
    /// It outweighs all optional stops together.
    case mustSee
    /// It is visited where there is time; the plan maximizes the sum of the scores.
    ///
    /// A score is 0 or in ``scores``. Sums of scores are compared exactly, without rounding: 0.1
    /// and 0.2 together are a little more than 0.3, as they are written in binary. Stops with a
    /// score of 0 are visited where they displace no other stop: among plans with the same sum, those
    /// with more of them are better.
    case optional(score: Double)

    /// The scores that an optional stop may have beside 0.
    public static var scores: ClosedRange<Double> { 1e-30...1e12 }
  }

  /// Whether a visit may begin after the hours are over.
  public enum Lateness: Hashable, Sendable {
    /// The hours are kept.
    case never
    /// A visit may begin after the last window of the day, up to `limit` seconds. A second late
    /// counts as much as `penalty` seconds of what the plan minimizes. Before the first window and
    /// between two of them one has to wait all the same.
    ///
    /// A window belongs to the date on which it opens. Windows of the day are those that open from
    /// midnight before ``TripDay/from`` up to ``TripDay/to``; the last of them also has to be the
    /// last one of its date. So a bar that is open from 20:00 to 02:00 may be visited late at 02:10
    /// on a day from 18:00 to 03:00, but not at 09:00 on the next day, or between lunch and dinner.
    /// A window of the evening before may be visited until it closes, and not later.
    case allowed(penalty: Double, limit: Double = .infinity)
  }

  /// A place in the order of a day.
  public enum Position: Hashable, Sendable, Codable {
    /// The number of visits before it on its day: 0 is the first.
    case index(Int)
    /// The last visit of its day.
    case last

    /// The first visit of its day.
    public static var first: Position { .index(0) }
  }

  /// What it is called; only for people, and need not be unique.
  public var name: String
  /// Where it is.
  public var place: VisitPlace
  /// Where it ends, when that is elsewhere; nil where it ends where it begins.
  ///
  /// A hike from one valley to another, a flight: the way that follows begins there.
  public var exit: VisitPlace?
  /// By how many seconds the clock there is ahead of UTC; nil for the clock of the day.
  ///
  /// Hours and fixed times are by this clock. It counts on days that say theirs
  /// (``TripDay/utcOffset``); on others all clocks are the same.
  public var utcOffset: Double?
  /// The same where it ends; nil for ``utcOffset``.
  public var exitUTCOffset: Double?
  /// How long the visit takes, in seconds.
  public var visit: Double
  /// Seconds that one has to be there before it begins: a check-in, a queue.
  ///
  /// They are a part of the visit as hours and plans see it, as is ``timeAfter``; of what is fixed
  /// it is ``startsAt`` that comes behind them.
  public var timeBefore: Double = 0
  /// Seconds that it takes to get away when it is over: luggage, passports.
  public var timeAfter: Double = 0
  /// When it is open.
  ///
  /// At times at which that is not known it may be visited, and the visit says so
  /// (``Visit/areHoursKnown``): ``CairnHours/OpeningHours/unknown`` is for text that cannot be
  /// read.
  public var hours: OpeningHours
  /// When the visit begins, where that is fixed: a tour, a table, a show.
  ///
  /// Who comes earlier waits. The hours are not asked then; whether one may come late is told by
  /// ``lateness``. On a day that does not have the time it cannot be visited.
  public var startsAt: ClockTime?
  /// True when the visit has to end before it closes, false when it only has to begin until then.
  public var endsByClosing: Bool
  /// Whether it may be late.
  public var lateness: Lateness
  /// How much it matters.
  public var priority: Priority
  /// The day it is locked to, counted from 0; nil for any.
  public var day: Int?
  /// The position in its day which it is locked to: it is visited there or not at all.
  public var position: Position?

  /// Makes a stop at a place.
  public init(
    _ name: String, place: VisitPlace, visit: Double = 0, hours: OpeningHours = .always,
    startsAt: ClockTime? = nil, endsByClosing: Bool = true, lateness: Lateness = .never,
    priority: Priority = .mustSee, day: Int? = nil, position: Position? = nil
  ) {
    self.name = name
    self.place = place
    self.visit = visit
    self.hours = hours
    self.startsAt = startsAt
    self.endsByClosing = endsByClosing
    self.lateness = lateness
    self.priority = priority
    self.day = day
    self.position = position
  }

  /// Makes a stop at a coordinate.
  public init(
    _ name: String, at coordinate: Coordinate, visit: Double = 0, hours: OpeningHours = .always,
    startsAt: ClockTime? = nil, endsByClosing: Bool = true, lateness: Lateness = .never,
    priority: Priority = .mustSee, day: Int? = nil, position: Position? = nil
  ) {
    self.init(
      name, place: .at(coordinate), visit: visit, hours: hours, startsAt: startsAt,
      endsByClosing: endsByClosing, lateness: lateness, priority: priority, day: day,
      position: position)
  }

  /// Reads a stop; one that was stored before there were connections ends where it begins.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for numbers out of range, as seconds or scores below 0.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      values.decode(String.self, forKey: .name),
      place: values.decode(VisitPlace.self, forKey: .place),
      visit: values.decode(Double.self, forKey: .visit),
      hours: values.decode(OpeningHours.self, forKey: .hours),
      startsAt: values.decodeIfPresent(ClockTime.self, forKey: .startsAt),
      endsByClosing: values.decode(Bool.self, forKey: .endsByClosing),
      lateness: values.decode(Lateness.self, forKey: .lateness),
      priority: values.decode(Priority.self, forKey: .priority),
      day: values.decodeIfPresent(Int.self, forKey: .day),
      position: values.decodeIfPresent(Position.self, forKey: .position))
    exit = try values.decodeIfPresent(VisitPlace.self, forKey: .exit)
    utcOffset = try values.decodeIfPresent(Double.self, forKey: .utcOffset)
    exitUTCOffset = try values.decodeIfPresent(Double.self, forKey: .exitUTCOffset)
    timeBefore = try values.decodeIfPresent(Double.self, forKey: .timeBefore) ?? 0
    timeAfter = try values.decodeIfPresent(Double.self, forKey: .timeAfter) ?? 0
    if let fault { throw decoder.invalid(fault) }
  }

  /// How long it takes in all, in seconds.
  var duration: Double { timeBefore + visit + timeAfter }
}

/// A day of a trip: when it may begin, when it has to be over, and where.
///
/// ```swift
/// let hotel = Coordinate(latitude: 48.8530, longitude: 2.3499)
/// let day = TripDay(
///   date: CivilDate(2026, 3, 29)!, from: ClockTime(9, 0), to: ClockTime(19, 0), start: hotel,
///   end: hotel)
/// ```
///
/// Times are those of clocks on the wall, and a day has 24 hours. On a night when the clocks
/// change, a way of an hour is an hour longer or shorter by the clock; the days between have none
/// of it.
public struct TripDay: Hashable, Sendable, Codable {
  /// The date, by the day's clock; needed where a stop's hours have seasons, dates or times of the
  /// sun, and where holidays count.
  public var date: CivilDate?
  /// The day of the week, where the date is not known; needed where a stop's hours are not the same
  /// every day.
  public var weekday: Weekday?
  /// The earliest departure from the start.
  public var from: ClockTime
  /// The latest arrival at the end, by the clock there.
  public var to: ClockTime
  /// By how many seconds the day's clock, that of ``from``, ``date`` and ``breaks``, is ahead of UTC;
  /// needed where clocks change on the way, as on a flight.
  public var utcOffset: Double?
  /// The same where the day ends; nil for ``utcOffset``.
  public var endUTCOffset: Double?
  /// Where it starts; nil to start at its first stop.
  public var start: VisitPlace?
  /// Where it ends; nil to end at its last stop.
  public var end: VisitPlace?
  /// The breaks of the day, four at most, in any order; where not all can be kept, the first ones
  /// are.
  public var breaks: [TripBreak] = []

  /// When the day began, where it is planned anew from a moment on; nil for ``from``.
  var began: ClockTime?
  /// How much is left of the leg to ``start`` that is in progress then.
  var approach: Ticks = 0

  private enum CodingKeys: String, CodingKey {
    case date, weekday, from, to, utcOffset, endUTCOffset, start, end, breaks
  }

  /// Makes a day between two places.
  public init(
    _ weekday: Weekday? = nil, from: ClockTime, to: ClockTime, startPlace: VisitPlace? = nil,
    endPlace: VisitPlace? = nil
  ) {
    self.weekday = weekday
    self.from = from
    self.to = to
    start = startPlace
    end = endPlace
  }

  /// Makes a day between two coordinates, such as those of hotels.
  public init(
    _ weekday: Weekday? = nil, from: ClockTime, to: ClockTime, start: Coordinate?,
    end: Coordinate?
  ) {
    self.init(
      weekday, from: from, to: to, startPlace: start.map { .at($0) },
      endPlace: end.map { .at($0) })
  }

  /// Makes a day of which the date is known, between two places.
  public init(
    date: CivilDate, from: ClockTime, to: ClockTime, startPlace: VisitPlace? = nil,
    endPlace: VisitPlace? = nil
  ) {
    self.init(date.weekday, from: from, to: to, startPlace: startPlace, endPlace: endPlace)
    self.date = date
  }

  /// Makes a day of which the date is known, between two coordinates.
  public init(
    date: CivilDate, from: ClockTime, to: ClockTime, start: Coordinate?, end: Coordinate?
  ) {
    self.init(date.weekday, from: from, to: to, start: start, end: end)
    self.date = date
  }

  /// Reads a day; one that was stored before there were breaks has none.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a day that ends before it begins, and what else no
  ///   day of a plan may be.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    date = try values.decodeIfPresent(CivilDate.self, forKey: .date)
    weekday = try values.decodeIfPresent(Weekday.self, forKey: .weekday)
    from = try values.decode(ClockTime.self, forKey: .from)
    to = try values.decode(ClockTime.self, forKey: .to)
    start = try values.decodeIfPresent(VisitPlace.self, forKey: .start)
    end = try values.decodeIfPresent(VisitPlace.self, forKey: .end)
    breaks = try values.decodeIfPresent([TripBreak].self, forKey: .breaks) ?? []
    utcOffset = try values.decodeIfPresent(Double.self, forKey: .utcOffset)
    endUTCOffset = try values.decodeIfPresent(Double.self, forKey: .endUTCOffset)
    if let fault = fault(0) { throw decoder.invalid(fault.dayWords) }
  }

  /// What is known of the day; hours that are the same every day need nothing.
  var hoursDay: HoursDay { date.map { .date($0) } ?? .weekday(weekday ?? .monday) }
}
