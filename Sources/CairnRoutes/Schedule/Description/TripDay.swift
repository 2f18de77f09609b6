public import CairnGeodesy
public import CairnHours

/// A day of a trip: its earliest start, its latest end, and its places.
///
/// ```swift
/// let hotel = Coordinate(latitude: 48.8530, longitude: 2.3499)
/// let day = TripDay(
///   date: CivilDate(2026, 3, 29)!, from: ClockTime(9, 0), to: ClockTime(19, 0), start: hotel,
///   end: hotel)
/// ```
///
/// Times are wall-clock times. A day that is planned through a night in which the clock changes
/// needs its ``clockChange``, which `setClock(on:utcOffset:)` finds: opening hours and fixed times
/// are then those of the changing clock, and visits take as long as they do. Without it, the clock
/// is assumed not to change.
public struct TripDay: Hashable, Sendable, Codable {
  /// The date by the day's clock; required if a stop's hours depend on seasons, dates or the sun,
  /// and for holidays.
  public var date: CivilDate?
  /// The day of the week, if the date is unknown; required if a stop's hours depend on the weekday.
  public var weekday: Weekday?
  /// The earliest departure from the start.
  public var from: ClockTime
  /// The latest arrival at the end, by the local clock there.
  public var to: ClockTime
  /// The number of seconds that the day's clock (of ``from``, ``date`` and ``breaks``) is ahead of
  /// UTC; required if the time zone changes during the day, as on a flight.
  public var utcOffset: Double?
  /// The UTC offset where the day ends, in seconds; nil for ``utcOffset``, after a ``clockChange``
  /// changed by it.
  public var endUTCOffset: Double?
  /// The change of the day's clock for daylight saving time, if it occurs after ``from``; it needs
  /// a ``utcOffset``, which is that before the change.
  ///
  /// Stops with their own UTC offset are not affected. Of times that occur twice the first
  /// occurrence is used, and a time that the clock skips is the moment of the change.
  public var clockChange: ClockChange?
  /// The place where the day starts; nil to start at its first stop.
  public var start: VisitPlace?
  /// The place where the day ends; nil to end at its last stop.
  public var end: VisitPlace?
  /// The breaks of the day, at most four, in any order; if not all of them fit, the first ones take
  /// precedence.
  public var breaks: [TripBreak]

  /// The original start of the day in a replanned day; nil for ``from``.
  var began: ClockTime?
  /// The remaining time of the leg to ``start`` that is in progress at that moment.
  var approach: Ticks = 0

  private enum CodingKeys: String, CodingKey {
    case date, weekday, from, to, utcOffset, endUTCOffset, clockChange, start, end, breaks
  }

  /// Creates a day between two places.
  ///
  /// - Parameters:
  ///   - weekday: the day of the week; nil if unknown.
  ///   - from: the earliest departure from the start.
  ///   - to: the latest arrival at the end, by the local clock there.
  ///   - startPlace: the place where the day starts; nil to start at its first stop.
  ///   - endPlace: the place where the day ends; nil to end at its last stop.
  ///   - breaks: the breaks of the day, at most four.
  ///   - utcOffset: the number of seconds that the day's clock is ahead of UTC.
  ///   - endUTCOffset: the UTC offset where the day ends, in seconds; nil for `utcOffset`.
  public init(
    _ weekday: Weekday? = nil, from: ClockTime, to: ClockTime, startPlace: VisitPlace? = nil,
    endPlace: VisitPlace? = nil,
    breaks: [TripBreak] = [], utcOffset: Double? = nil, endUTCOffset: Double? = nil
  ) {
    self.weekday = weekday
    self.from = from
    self.to = to
    start = startPlace
    end = endPlace
    self.breaks = breaks
    self.utcOffset = utcOffset
    self.endUTCOffset = endUTCOffset
  }

  /// Creates a day between two coordinates, such as those of hotels.
  ///
  /// - Parameters:
  ///   - weekday: the day of the week; nil if unknown.
  ///   - from: the earliest departure from the start.
  ///   - to: the latest arrival at the end, by the local clock there.
  ///   - start: the place where the day starts; nil to start at its first stop.
  ///   - end: the place where the day ends; nil to end at its last stop.
  ///   - breaks: the breaks of the day, at most four.
  ///   - utcOffset: the number of seconds that the day's clock is ahead of UTC.
  ///   - endUTCOffset: the UTC offset where the day ends, in seconds; nil for `utcOffset`.
  public init(
    _ weekday: Weekday? = nil, from: ClockTime, to: ClockTime, start: Coordinate?,
    end: Coordinate?,
    breaks: [TripBreak] = [], utcOffset: Double? = nil, endUTCOffset: Double? = nil
  ) {
    self.init(
      weekday, from: from, to: to, startPlace: start.map { .at($0) },
      endPlace: end.map { .at($0) }, breaks: breaks, utcOffset: utcOffset,
      endUTCOffset: endUTCOffset)
  }

  /// Creates a day with a known date, between two places.
  ///
  /// - Parameters:
  ///   - date: the date by the day's clock.
  ///   - from: the earliest departure from the start.
  ///   - to: the latest arrival at the end, by the local clock there.
  ///   - startPlace: the place where the day starts; nil to start at its first stop.
  ///   - endPlace: the place where the day ends; nil to end at its last stop.
  ///   - breaks: the breaks of the day, at most four.
  ///   - utcOffset: the number of seconds that the day's clock is ahead of UTC.
  ///   - endUTCOffset: the UTC offset where the day ends, in seconds; nil for `utcOffset`.
  public init(
    date: CivilDate, from: ClockTime, to: ClockTime, startPlace: VisitPlace? = nil,
    endPlace: VisitPlace? = nil,
    breaks: [TripBreak] = [], utcOffset: Double? = nil, endUTCOffset: Double? = nil
  ) {
    self.init(
      date.weekday, from: from, to: to, startPlace: startPlace, endPlace: endPlace,
      breaks: breaks, utcOffset: utcOffset, endUTCOffset: endUTCOffset)
    self.date = date
  }

  /// Creates a day with a known date, between two coordinates.
  ///
  /// - Parameters:
  ///   - date: the date by the day's clock.
  ///   - from: the earliest departure from the start.
  ///   - to: the latest arrival at the end, by the local clock there.
  ///   - start: the place where the day starts; nil to start at its first stop.
  ///   - end: the place where the day ends; nil to end at its last stop.
  ///   - breaks: the breaks of the day, at most four.
  ///   - utcOffset: the number of seconds that the day's clock is ahead of UTC.
  ///   - endUTCOffset: the UTC offset where the day ends, in seconds; nil for `utcOffset`.
  public init(
    date: CivilDate, from: ClockTime, to: ClockTime, start: Coordinate?, end: Coordinate?,
    breaks: [TripBreak] = [], utcOffset: Double? = nil, endUTCOffset: Double? = nil
  ) {
    self.init(
      date.weekday, from: from, to: to, start: start, end: end, breaks: breaks,
      utcOffset: utcOffset, endUTCOffset: endUTCOffset)
    self.date = date
  }

  /// Decodes a day; data stored before breaks were supported has none.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the day ends before it begins or is otherwise
  ///   invalid.
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
    clockChange = try values.decodeIfPresent(ClockChange.self, forKey: .clockChange)
    if let fault = fault(0) { throw decoder.invalid(fault.dayWords) }
  }

  /// The date or weekday for looking up hours; the default, Monday, only occurs if all hours are
  /// the same every day.
  var hoursDay: HoursDay { date.map { .date($0) } ?? .weekday(weekday ?? .monday) }
}
