public import CairnGeodesy
public import CairnHours

/// One end of a flight, a train or a ferry: where, when, and by which clock.
public struct ConnectionEnd: Hashable, Sendable, Codable {
  /// Where it departs or arrives.
  public var place: VisitPlace
  /// When, by the clock there, counted from midnight of the day's date; on the next day it is past
  /// 24:00.
  public var time: ClockTime
  /// By how many seconds the clock there is ahead of UTC; nil for the clock of the other end.
  public var utcOffset: Double?

  /// Makes an end at a place.
  public init(_ place: VisitPlace, at time: ClockTime, utcOffset: Double? = nil) {
    self.place = place
    self.time = time
    self.utcOffset = utcOffset
  }

  /// Makes an end at a place, at a date and time as a ticket has them.
  ///
  /// With Foundation, `CivilTime(moment, in: timeZone)` and `timeZone.secondsFromGMT(for: moment)` tell
  /// time and offset.
  ///
  /// - Parameters:
  ///   - place: where.
  ///   - time: when, by the clock there.
  ///   - date: the date of the day of the trip.
  ///   - utcOffset: by how many seconds the clock there is ahead of UTC.
  public init(
    _ place: VisitPlace, at time: CivilTime, on date: CivilDate, utcOffset: Double? = nil
  ) {
    self.init(
      place, at: time.time + Double(date.days(to: time.date)) * 86_400, utcOffset: utcOffset)
  }

  /// Makes an end at a coordinate.
  public init(_ coordinate: Coordinate, at time: ClockTime, utcOffset: Double? = nil) {
    self.init(.at(coordinate), at: time, utcOffset: utcOffset)
  }

  /// Makes an end at a coordinate, at a date and time as a ticket has them.
  public init(
    _ coordinate: Coordinate, at time: CivilTime, on date: CivilDate, utcOffset: Double? = nil
  ) {
    self.init(.at(coordinate), at: time, on: date, utcOffset: utcOffset)
  }
}

extension VisitStop {
  /// Makes a connection with a timetable: a flight, a train, a ferry.
  ///
  /// ```swift
  /// let flight = VisitStop(
  ///   "LH 400",
  ///   from: ConnectionEnd(frankfurt, at: ClockTime(10, 50), utcOffset: 2 * 3600),
  ///   to: ConnectionEnd(newYork, at: ClockTime(13, 30), utcOffset: -4 * 3600),
  ///   timeBefore: 2 * 3600, timeAfter: 3600, day: 0)
  /// var day = TripDay(
  ///   date: CivilDate(2026, 5, 4)!, from: ClockTime(7, 0), to: ClockTime(22, 0), start: home,
  ///   end: hotel)
  /// day.utcOffset = 2 * 3600
  /// day.endUTCOffset = -4 * 3600
  /// ```
  ///
  /// It is a visit like others that begins at one place at a fixed time and ends at another one;
  /// before it one has to go to the first, and after it one goes on from the second. It outweighs
  /// everything else (``Priority/booked``). Stops behind it have the offset of their own clock
  /// (``utcOffset``).
  ///
  /// Where it arrives before it departs by the clocks, across the date line, that is as it should
  /// be. Without a day it goes every day at that time. For a ferry that goes several times a day,
  /// give a stop with an ``exit``, `endsByClosing: false`, and hours that are windows from each
  /// departure to the same time.
  ///
  /// - Parameters:
  ///   - name: what it is called.
  ///   - departure: where and when it departs.
  ///   - arrival: where and when it arrives.
  ///   - timeBefore: the seconds that one has to be there before.
  ///   - timeAfter: the seconds that it takes to get away from there.
  ///   - priority: how much it matters.
  ///   - day: the day on which it goes, counted from 0; nil for any.
  public init(
    _ name: String, from departure: ConnectionEnd, to arrival: ConnectionEnd,
    timeBefore: Double = 0, timeAfter: Double = 0, priority: Priority = .booked, day: Int? = nil
  ) {
    let departs = departure.utcOffset ?? arrival.utcOffset ?? 0
    let arrives = arrival.utcOffset ?? departure.utcOffset ?? 0
    self.init(
      name, place: departure.place,
      visit: (arrival.time.seconds - arrives) - (departure.time.seconds - departs),
      startsAt: departure.time, priority: priority, day: day)
    exit = arrival.place
    utcOffset = departure.utcOffset ?? arrival.utcOffset
    exitUTCOffset = arrival.utcOffset ?? departure.utcOffset
    self.timeBefore = timeBefore
    self.timeAfter = timeAfter
  }

  /// Whether the clock where it ends is another one.
  var changesClock: Bool { exitUTCOffset != nil && exitUTCOffset != utcOffset }

  /// By how much the clock at the stop is ahead of that of a day.
  func clockShift(on day: TripDay) -> Double {
    day.utcOffset.map { (utcOffset ?? $0) - $0 } ?? 0
  }

  /// By how much the clock where the stop ends is ahead of that of a day.
  func exitClockShift(on day: TripDay) -> Double {
    day.utcOffset.map { (exitUTCOffset ?? utcOffset ?? $0) - $0 } ?? 0
  }
}

extension TripDay {
  /// By how much the clock at the end of the day is ahead of that at its start.
  var clockChange: Double { utcOffset.map { (endUTCOffset ?? $0) - $0 } ?? 0 }

  /// The day by a clock that is ahead of its own.
  func shifted(by seconds: Double) -> TripDay {
    var day = self
    day.from = from + seconds
    day.began = began.map { $0 + seconds }
    day.to = to + (seconds - clockChange)
    day.endUTCOffset = nil
    return day
  }
}
