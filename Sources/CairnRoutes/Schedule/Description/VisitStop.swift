public import CairnGeodesy
public import CairnHours

/// The place of a stop, or of the start or end of a day.
public enum VisitPlace: Hashable, Sendable {
  /// A coordinate, for travel times by speed.
  case at(Coordinate)
  /// A row of a table of travel times, counted from 0.
  case row(Int)
}

/// A place to visit: its duration, opening hours and priority.
///
/// ```swift
/// let louvre = VisitStop(
///   "Louvre", at: Coordinate(latitude: 48.8606, longitude: 2.3376), duration: .hours(2),
///   hours: .daily(TimeWindow(ClockTime(9, 0), ClockTime(18, 0))).closed(on: .tuesday))
/// let arcade = VisitStop(
///   "Galerie Vivienne", at: Coordinate(latitude: 48.8667, longitude: 2.3397),
///   duration: .minutes(20), priority: .optional(score: 3))
/// ```
public struct VisitStop: Hashable, Sendable, Codable {
  /// The importance of a stop.
  public enum Priority: Hashable, Sendable {
    /// The stop outweighs all must-see stops together, and the rest is planned around it: a flight,
    /// a wedding. If the stop is missed and the day is impossible without it, planning throws
    /// ``ScheduleError/missed(stop:day:_:)``.
    case booked
    /// The stop outweighs all optional stops together.
    case mustSee
    /// The stop is visited if there is time; the plan maximizes the sum of the scores.
    ///
    /// A score is 0 or in ``scores``. Sums of scores are compared exactly, without rounding: 0.1
    /// plus 0.2 is slightly more than 0.3, because of their binary representation. Stops with a
    /// score of 0 are visited if they displace no other stop: among plans with the same sum, the
    /// one with more of them is better.
    case optional(score: Double)

    /// The scores that an optional stop may have besides 0.
    public static var scores: ClosedRange<Double> { 1e-30...1e12 }
  }

  /// Whether a visit may begin after closing time.
  public enum Lateness: Hashable, Sendable {
    /// The visit must begin within the opening hours.
    case never
    /// A visit may begin up to `limit` seconds after the last window of the day. Each second of
    /// lateness counts as `penalty` seconds of the plan's objective. Before the first window and
    /// between windows, the visit still waits for the next opening.
    ///
    /// A window belongs to the date on which it opens. The windows of a day are those that open
    /// between midnight before ``TripDay/from`` and ``TripDay/to``; the last of them must also be
    /// the last one of its date. For example, a bar that is open from 20:00 to 02:00 may be visited
    /// late at 02:10 on a day from 18:00 to 03:00, but not at 09:00 on the next day, and a
    /// restaurant not between lunch and dinner. A window of the previous evening may be used until
    /// it closes, but not later.
    case allowed(penalty: Double, limit: Double = .infinity)

    /// A visit may begin up to a duration after the last window of the day: `.allowed(penalty: 2,
    /// upTo: .minutes(15))`.
    ///
    /// - Parameters:
    ///   - penalty: the seconds of the plan's objective that each second of lateness counts as.
    ///   - limit: the maximum lateness.
    /// - Returns: ``allowed(penalty:limit:)`` with the limit in seconds.
    public static func allowed(penalty: Double, upTo limit: Duration) -> Lateness {
      .allowed(penalty: penalty, limit: limit.inSeconds)
    }
  }

  /// A position in the order of a day.
  public enum Position: Hashable, Sendable {
    /// The number of visits before it on its day: 0 is the first position.
    case index(Int)
    /// The last visit of its day.
    case last

    /// The first visit of its day.
    public static var first: Position { .index(0) }
  }

  /// The display name, which need not be unique.
  public var name: String
  /// The place of the stop.
  public var place: VisitPlace
  /// The place where the visit ends if it differs from ``place``, otherwise nil: for a hike from
  /// one valley to another, or a flight.
  ///
  /// The next leg starts here.
  public var exit: VisitPlace?
  /// The number of seconds that the local clock is ahead of UTC; nil for the clock of the day.
  ///
  /// Opening hours and fixed times use this clock. The offset takes effect on days that have a
  /// ``TripDay/utcOffset``; on other days all clocks are the same.
  public var utcOffset: Double?
  /// The UTC offset where the visit ends, in seconds; nil for ``utcOffset``.
  public var exitUTCOffset: Double?
  /// The duration of the visit in seconds.
  public var visit: Double
  /// Required lead time before the visit, in seconds: a check-in, a queue.
  ///
  /// Opening hours and plans treat it as part of the visit, and ``timeAfter`` as well; ``startsAt``
  /// is the time after this lead time.
  public var timeBefore: Double
  /// The time to leave after the visit, in seconds: luggage, passport control.
  public var timeAfter: Double
  /// The opening hours.
  ///
  /// The stop may also be visited at times when the hours are unknown; ``Visit/areHoursKnown`` is
  /// then false. Use ``CairnHours/OpeningHours/unknown`` for text that cannot be parsed.
  public var hours: OpeningHours
  /// The fixed start time, if any: a guided tour, a reservation, a show.
  ///
  /// Early arrivals wait; opening hours are ignored, and ``lateness`` determines whether the visit
  /// may begin late. The stop cannot be visited on a day that does not include this time.
  public var startsAt: ClockTime?
  /// Whether the visit has to end before closing time; if false, it only has to begin by then.
  public var endsByClosing: Bool
  /// Whether the visit may begin late.
  public var lateness: Lateness
  /// The priority.
  public var priority: Priority
  /// The day to which the stop is locked, counted from 0; nil for any day.
  public var day: Int?
  /// The position to which the stop is locked in its day; if it cannot be visited there, it is left
  /// out.
  public var position: Position?

  /// Creates a stop at a place.
  ///
  /// - Parameters:
  ///   - name: the display name, which need not be unique.
  ///   - place: the place of the stop.
  ///   - exit: the place where the visit ends if it is another one.
  ///   - duration: the duration of the visit, such as `.minutes(90)`.
  ///   - timeBefore: the required lead time before the visit.
  ///   - timeAfter: the time to leave after the visit.
  ///   - hours: the opening hours.
  ///   - startsAt: the fixed start time, if any.
  ///   - endsByClosing: whether the visit has to end before closing time.
  ///   - lateness: whether the visit may begin late.
  ///   - priority: the priority.
  ///   - day: the day to which the stop is locked, counted from 0; nil for any day.
  ///   - position: the position to which the stop is locked in its day.
  ///   - utcOffset: the number of seconds that the local clock is ahead of UTC.
  ///   - exitUTCOffset: the UTC offset where the visit ends, in seconds; nil for `utcOffset`.
  public init(
    _ name: String, place: VisitPlace, exit: VisitPlace? = nil, duration: Duration = .zero,
    timeBefore: Duration = .zero, timeAfter: Duration = .zero, hours: OpeningHours = .always,
    startsAt: ClockTime? = nil, endsByClosing: Bool = true, lateness: Lateness = .never,
    priority: Priority = .mustSee, day: Int? = nil, position: Position? = nil,
    utcOffset: Double? = nil, exitUTCOffset: Double? = nil
  ) {
    self.init(
      name: name, place: place, exit: exit, visit: duration.inSeconds,
      timeBefore: timeBefore.inSeconds, timeAfter: timeAfter.inSeconds, hours: hours,
      startsAt: startsAt, endsByClosing: endsByClosing, lateness: lateness, priority: priority,
      day: day, position: position, utcOffset: utcOffset, exitUTCOffset: exitUTCOffset)
  }

  /// Creates a stop at a coordinate.
  ///
  /// - Parameters:
  ///   - name: the display name, which need not be unique.
  ///   - coordinate: the place of the stop.
  ///   - exit: the place where the visit ends if it is another one.
  ///   - duration: the duration of the visit, such as `.minutes(90)`.
  ///   - timeBefore: the required lead time before the visit.
  ///   - timeAfter: the time to leave after the visit.
  ///   - hours: the opening hours.
  ///   - startsAt: the fixed start time, if any.
  ///   - endsByClosing: whether the visit has to end before closing time.
  ///   - lateness: whether the visit may begin late.
  ///   - priority: the priority.
  ///   - day: the day to which the stop is locked, counted from 0; nil for any day.
  ///   - position: the position to which the stop is locked in its day.
  ///   - utcOffset: the number of seconds that the local clock is ahead of UTC.
  ///   - exitUTCOffset: the UTC offset where the visit ends, in seconds; nil for `utcOffset`.
  public init(
    _ name: String, at coordinate: Coordinate, exit: VisitPlace? = nil, duration: Duration = .zero,
    timeBefore: Duration = .zero, timeAfter: Duration = .zero, hours: OpeningHours = .always,
    startsAt: ClockTime? = nil, endsByClosing: Bool = true, lateness: Lateness = .never,
    priority: Priority = .mustSee, day: Int? = nil, position: Position? = nil,
    utcOffset: Double? = nil, exitUTCOffset: Double? = nil
  ) {
    self.init(
      name: name, place: .at(coordinate), exit: exit, visit: duration.inSeconds,
      timeBefore: timeBefore.inSeconds, timeAfter: timeAfter.inSeconds, hours: hours,
      startsAt: startsAt, endsByClosing: endsByClosing, lateness: lateness, priority: priority,
      day: day, position: position, utcOffset: utcOffset, exitUTCOffset: exitUTCOffset)
  }

  /// Creates a stop from its properties, with times in seconds.
  init(
    name: String, place: VisitPlace, exit: VisitPlace?, visit: Double, timeBefore: Double,
    timeAfter: Double, hours: OpeningHours, startsAt: ClockTime?, endsByClosing: Bool,
    lateness: Lateness, priority: Priority, day: Int?, position: Position?, utcOffset: Double?,
    exitUTCOffset: Double?
  ) {
    self.name = name
    self.place = place
    self.exit = exit
    self.visit = visit
    self.timeBefore = timeBefore
    self.timeAfter = timeAfter
    self.hours = hours
    self.startsAt = startsAt
    self.endsByClosing = endsByClosing
    self.lateness = lateness
    self.priority = priority
    self.day = day
    self.position = position
    self.utcOffset = utcOffset
    self.exitUTCOffset = exitUTCOffset
  }

  /// Decodes a stop; data stored before connections were supported ends where it begins.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if a number is out of range, such as a negative
  ///   duration or score.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      name: values.decode(String.self, forKey: .name),
      place: values.decode(VisitPlace.self, forKey: .place),
      exit: values.decodeIfPresent(VisitPlace.self, forKey: .exit),
      visit: values.decode(Double.self, forKey: .visit),
      timeBefore: values.decodeIfPresent(Double.self, forKey: .timeBefore) ?? 0,
      timeAfter: values.decodeIfPresent(Double.self, forKey: .timeAfter) ?? 0,
      hours: values.decode(OpeningHours.self, forKey: .hours),
      startsAt: values.decodeIfPresent(ClockTime.self, forKey: .startsAt),
      endsByClosing: values.decode(Bool.self, forKey: .endsByClosing),
      lateness: values.decode(Lateness.self, forKey: .lateness),
      priority: values.decode(Priority.self, forKey: .priority),
      day: values.decodeIfPresent(Int.self, forKey: .day),
      position: values.decodeIfPresent(Position.self, forKey: .position),
      utcOffset: values.decodeIfPresent(Double.self, forKey: .utcOffset),
      exitUTCOffset: values.decodeIfPresent(Double.self, forKey: .exitUTCOffset))
    if let fault { throw decoder.invalid(fault) }
  }

  /// The total duration in seconds.
  var duration: Double { timeBefore + visit + timeAfter }
}

/// Encoded as `{"booked":{}}`, `{"mustSee":{}}` or `{"optional":{"score":3}}`. The keys are spelled
/// out because they are stored, so they must stay the same if a case is renamed.
extension VisitStop.Priority: Codable {
  private enum CodingKeys: String, CodingKey {
    case booked = "booked"
    case mustSee = "mustSee"
    case optional = "optional"
  }

  private enum OptionalCodingKeys: String, CodingKey {
    case score = "score"
  }
}
