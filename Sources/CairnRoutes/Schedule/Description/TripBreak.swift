public import CairnHours

/// A break of a day that has no place: lunch, a rest, a call.
///
/// ```swift
/// var day = TripDay(
///   .saturday, from: ClockTime(9, 0), to: ClockTime(18, 0), start: hotel, end: hotel)
/// day.breaks = [
///   TripBreak("Lunch", between: ClockTime(11, 30), and: ClockTime(14, 0), for: .hours(1))
/// ]
/// ```
///
/// A break is taken between visits: after one visit before leaving, during travel, or on arrival
/// before the next visit begins, so lunch can be taken while a museum is closed. A visit is never
/// interrupted. A break is a hard constraint: a stop that leaves no time for it is not visited, not
/// even a must-see (``LeftOutReason/noTimeForBreak``).
///
/// ## Which breaks are required
/// A break is required if the day lasts past its latest start. If the day ends earlier, there is
/// time for the break afterward, so it is taken only if it costs nothing, such as while waiting. A
/// break that would have to begin before the day is dropped. The breaks of a day may be taken in
/// any order. Each break is listed in ``DaySchedule/breaks`` or, with the reason, in
/// ``DaySchedule/leftOutBreaks``.
public struct TripBreak: Hashable, Sendable, Codable {
  /// The display name, which need not be unique.
  public var name: String
  /// The earliest start, by the clock of the day.
  public var earliestStart: ClockTime
  /// The latest start, not before the earliest start.
  public var latestStart: ClockTime
  /// The duration in seconds: 0 to ten million.
  public var seconds: Double

  private enum CodingKeys: String, CodingKey {
    case name, earliestStart, latestStart
    case seconds = "duration"
  }

  /// Creates a break.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - earliest: the earliest start.
  ///   - latest: the latest start.
  ///   - duration: the duration, such as `.minutes(45)`.
  public init(
    _ name: String = "Break", between earliest: ClockTime, and latest: ClockTime,
    for duration: Duration
  ) {
    self.init(
      name: name, earliestStart: earliest, latestStart: latest, seconds: duration.inSeconds)
  }

  /// Creates a break from its properties.
  init(name: String, earliestStart: ClockTime, latestStart: ClockTime, seconds: Double) {
    self.name = name
    self.earliestStart = earliestStart
    self.latestStart = latestStart
    self.seconds = seconds
  }

  /// Decodes a break.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the latest start is before the earliest, or if a
  ///   time or the duration is out of range.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      name: values.decode(String.self, forKey: .name),
      earliestStart: values.decode(ClockTime.self, forKey: .earliestStart),
      latestStart: values.decode(ClockTime.self, forKey: .latestStart),
      seconds: values.decode(Double.self, forKey: .seconds))
    guard isValid else {
      throw decoder.invalid(
        "a break starts between two times in order and takes 0 or more seconds, not \(self)")
    }
  }
}

/// A break in a plan, with its times.
public struct ScheduledBreak: Hashable, Sendable, Codable {
  /// The position of a break between two visits.
  public enum Moment: String, Hashable, Sendable, Codable {
    /// Before leaving for the next visit.
    case beforeLeaving
    /// During the travel to the next visit, which it interrupts.
    case onTheWay
    /// On arrival, before the next visit begins.
    case onArrival
  }

  /// The break, by its offset among ``TripDay/breaks``.
  public let number: Int
  /// The name of the break.
  public let name: String
  /// The start time.
  public let start: ClockTime
  /// The end time.
  public let end: ClockTime
  /// The number of visits of the day that come before it.
  public let visitsBefore: Int
  /// The position between the two visits.
  public let moment: Moment
  /// The number of seconds that the local clock during the break is ahead of UTC, if known.
  public internal(set) var utcOffset: Double?

  /// Creates a break of a plan.
  ///
  /// - Parameters:
  ///   - number: the break, by its offset among the breaks of its day.
  ///   - name: the name of the break.
  ///   - start: the start time.
  ///   - end: the end time.
  ///   - visitsBefore: the number of visits of the day that come before it.
  ///   - moment: the position between the two visits.
  ///   - utcOffset: the number of seconds that the local clock is ahead of UTC.
  public init(
    number: Int, name: String, start: ClockTime, end: ClockTime, visitsBefore: Int, moment: Moment,
    utcOffset: Double? = nil
  ) {
    self.number = number
    self.name = name
    self.start = start
    self.end = end
    self.visitsBefore = visitsBefore
    self.moment = moment
    self.utcOffset = utcOffset
  }
}

/// A break that is not taken, with the reason.
public struct LeftOutBreak: Hashable, Sendable, Codable {
  /// Why a break is not taken.
  public enum Reason: String, Hashable, Sendable, Codable {
    /// The day ends before the break has to begin; it may be taken afterward.
    case dayEndsBefore
    /// The break has to begin before the day does.
    case dayBeginsAfter
    /// The travel from the start to the end of the day, the booked stops and the breaks listed
    /// before it leave no time for it.
    case noRoom
  }

  /// The break, by its offset among ``TripDay/breaks``.
  public let number: Int
  /// The name of the break.
  public let name: String
  /// Why it is not taken.
  public let reason: Reason

  /// Creates a break that is not taken.
  ///
  /// - Parameters:
  ///   - number: the break, by its offset among the breaks of its day.
  ///   - name: the name of the break.
  ///   - reason: why it is not taken.
  public init(number: Int, name: String, reason: Reason) {
    self.number = number
    self.name = name
    self.reason = reason
  }
}

extension LeftOutBreak.Reason: CustomStringConvertible {
  /// A short phrase for display.
  public var description: String {
    switch self {
    case .dayEndsBefore: "the day is over before it has to begin"
    case .dayBeginsAfter: "it has to begin before the day does"
    case .noRoom:
      "the day's travel, booked stops and earlier breaks leave no time for it"
    }
  }
}

extension TripBreak: CustomStringConvertible {
  /// The name, the range of start times and the duration: `Lunch between 11:30 and 14:00 for
  /// 01:00`.
  public var description: String {
    "\(name) between \(earliestStart) and \(latestStart) for \(ClockTime(seconds: seconds))"
  }
}

extension ScheduledBreak: CustomStringConvertible, Identifiable {
  /// The name and the times: `Lunch 12:10-13:10`.
  public var description: String { "\(name) \(start)-\(end)" }

  /// The offset of the break, unique within a day.
  public var id: Int { number }
}

extension LeftOutBreak: CustomStringConvertible, Identifiable {
  /// The name and the reason.
  public var description: String { "\(name): \(reason)" }

  /// The offset of the break, unique within a day.
  public var id: Int { number }
}
