public import CairnGeodesy
public import CairnHours

/// One end of a flight, train or ferry: its place, time and clock.
public struct ConnectionEnd: Hashable, Sendable, Codable {
  /// The place of departure or arrival.
  public var place: VisitPlace
  /// The local time, counted from midnight of the day's date; past 24:00 on the next day.
  public var time: ClockTime
  /// The number of seconds that the local clock is ahead of UTC; nil for the clock of the other
  /// end.
  public var utcOffset: Double?

  /// Creates an end at a place.
  public init(_ place: VisitPlace, at time: ClockTime, utcOffset: Double? = nil) {
    self.place = place
    self.time = time
    self.utcOffset = utcOffset
  }

  /// Creates an end at a place, with the date and time from a ticket.
  ///
  /// With Foundation, get the time from `CivilTime(moment, in: timeZone)` and the offset from
  /// `timeZone.secondsFromGMT(for: moment)`.
  ///
  /// - Parameters:
  ///   - place: the place.
  ///   - time: the local date and time.
  ///   - date: the date of the day of the trip.
  ///   - utcOffset: the number of seconds that the local clock is ahead of UTC.
  public init(
    _ place: VisitPlace, at time: CivilTime, on date: CivilDate, utcOffset: Double? = nil
  ) {
    self.init(
      place, at: time.time + Double(date.days(to: time.date)) * 86_400, utcOffset: utcOffset)
  }

  /// Creates an end at a coordinate.
  public init(_ coordinate: Coordinate, at time: ClockTime, utcOffset: Double? = nil) {
    self.init(.at(coordinate), at: time, utcOffset: utcOffset)
  }

  /// Creates an end at a coordinate, with the date and time from a ticket.
  public init(
    _ coordinate: Coordinate, at time: CivilTime, on date: CivilDate, utcOffset: Double? = nil
  ) {
    self.init(.at(coordinate), at: time, on: date, utcOffset: utcOffset)
  }
}

extension VisitStop {
  /// Creates a connection with a timetable: a flight, a train, a ferry.
  ///
  /// ```swift
  /// let flight = VisitStop(
  ///   "LH 400",
  ///   from: ConnectionEnd(frankfurt, at: ClockTime(10, 50), utcOffset: 2 * 3600),
  ///   to: ConnectionEnd(newYork, at: ClockTime(13, 30), utcOffset: -4 * 3600),
  ///   timeBefore: .hours(2), timeAfter: .hours(1), day: 0)
  /// var day = TripDay(
  ///   date: CivilDate(2026, 5, 4)!, from: ClockTime(7, 0), to: ClockTime(22, 0), start: home,
  ///   end: hotel)
  /// day.utcOffset = 2 * 3600
  /// day.endUTCOffset = -4 * 3600
  /// ```
  ///
  /// A connection is a visit that begins at one place at a fixed time and ends at another place:
  /// the plan travels to the first and continues from the second. By default it outweighs all other
  /// stops (``Priority/booked``). Later stops use their own ``utcOffset``.
  ///
  /// The local arrival time may be before the local departure time, as when crossing the date line.
  /// A connection without a day runs every day at that time. For a ferry that runs several times a
  /// day, use a stop with an ``exit``, `endsByClosing: false`, and one empty time window per
  /// departure, from the departure to the same time.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - departure: the place and time of departure.
  ///   - arrival: the place and time of arrival.
  ///   - timeBefore: the required lead time before departure.
  ///   - timeAfter: the time to leave the place of arrival.
  ///   - priority: the priority.
  ///   - day: the day on which it runs, counted from 0; nil for any day.
  public init(
    _ name: String, from departure: ConnectionEnd, to arrival: ConnectionEnd,
    timeBefore: Duration = .zero, timeAfter: Duration = .zero, priority: Priority = .booked,
    day: Int? = nil
  ) {
    self.init(
      name, from: departure, to: arrival,
      secondsAround: (timeBefore.inSeconds, timeAfter.inSeconds), priority: priority, day: day)
  }

  /// Creates a connection with the seconds before and after it.
  init(
    _ name: String, from departure: ConnectionEnd, to arrival: ConnectionEnd,
    secondsAround: (before: Double, after: Double), priority: Priority, day: Int?
  ) {
    let departs = departure.utcOffset ?? arrival.utcOffset ?? 0
    let arrives = arrival.utcOffset ?? departure.utcOffset ?? 0
    self.init(
      name: name, place: departure.place, exit: arrival.place,
      visit: (arrival.time.seconds - arrives) - (departure.time.seconds - departs),
      timeBefore: secondsAround.before, timeAfter: secondsAround.after, hours: .always,
      startsAt: departure.time, endsByClosing: true, lateness: .never, priority: priority,
      day: day, position: nil, utcOffset: departure.utcOffset ?? arrival.utcOffset,
      exitUTCOffset: arrival.utcOffset ?? departure.utcOffset)
  }

  /// Whether the clock is a different one at the end of the visit.
  var changesClock: Bool { exitUTCOffset != nil && exitUTCOffset != utcOffset }
}
