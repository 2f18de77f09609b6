public import CairnHours

/// A break of a day that has no place: lunch, a rest, a call.
///
/// ```swift
/// var day = TripDay(
///   .saturday, from: ClockTime(9, 0), to: ClockTime(18, 0), start: hotel, end: hotel)
/// day.breaks = [
///   TripBreak("Lunch", between: ClockTime(11, 30), and: ClockTime(14, 0), for: 60 * 60)
/// ]
/// ```
///
/// It is taken between visits: behind one before leaving, on the way, or on arrival before the next
/// one begins, so that one may eat while a museum is shut. A visit is not interrupted. A break is
/// as hard as a window: what leaves no time for it is not visited, must-see or not
/// (``LeftOutReason/noTimeForBreak``).
///
/// ## When it is due
/// A break has to be taken on a day that lasts past its latest start. A day that is over by then
/// leaves time for it afterwards, so that it is taken only where it costs nothing, such as while
/// waiting; and what has to begin before the day does is not asked for. Breaks of a day may be
/// taken in any order. Each is in ``DaySchedule/breaks`` or, with the reason, in
/// ``DaySchedule/leftOutBreaks``.
public struct TripBreak: Hashable, Sendable, Codable {
  /// What it is called; only for people, and need not be unique.
  public var name: String
  /// The earliest start, by the clock of the day.
  public var earliestStart: ClockTime
  /// The latest start, which is at or after the earliest one.
  public var latestStart: ClockTime
  /// How long it takes, in seconds: 0 to ten million.
  public var duration: Double

  /// Makes a break.
  ///
  /// - Parameters:
  ///   - name: what it is called.
  ///   - earliest: the earliest start.
  ///   - latest: the latest start.
  ///   - duration: how long it takes, in seconds.
  public init(
    _ name: String = "Break", between earliest: ClockTime, and latest: ClockTime,
    for duration: Double
  ) {
    self.name = name
    earliestStart = earliest
    latestStart = latest
    self.duration = duration
  }

  /// Reads a break.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for one that may start at no time, and for times and a
  ///   duration that are out of range.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      values.decode(String.self, forKey: .name),
      between: values.decode(ClockTime.self, forKey: .earliestStart),
      and: values.decode(ClockTime.self, forKey: .latestStart),
      for: values.decode(Double.self, forKey: .duration))
    guard isValid else {
      throw decoder.invalid(
        "a break starts between two times in order and takes 0 or more seconds, not \(self)")
    }
  }
}

/// A break in a plan, and when it is.
public struct ScheduledBreak: Hashable, Sendable, Codable {
  /// Where between two visits a break is taken.
  public enum Moment: String, Hashable, Sendable, Codable {
    /// Before one leaves for the next visit.
    case beforeLeaving
    /// On the way to the next visit, which it interrupts.
    case onTheWay
    /// On arrival, before the next visit begins.
    case onArrival
  }

  /// The break, by its offset among ``TripDay/breaks``.
  public let number: Int
  /// The name of the break.
  public let name: String
  /// When it begins.
  public let start: ClockTime
  /// When it is over.
  public let end: ClockTime
  /// How many visits of the day come before it.
  public let visitsBefore: Int
  /// Where between the visits it is taken.
  public let moment: Moment
  /// By how many seconds the clock of its times, that of where one is then, is ahead of UTC, where
  /// that is known.
  public internal(set) var utcOffset: Double?
}

/// A break that is not taken, and why.
public struct LeftOutBreak: Hashable, Sendable, Codable {
  /// Why a break is not taken.
  public enum Reason: String, Hashable, Sendable, Codable {
    /// The day is over before the break has to begin; it may be taken afterwards.
    case dayEndsBefore
    /// The break has to begin before the day does.
    case dayBeginsAfter
    /// There is no time for it beside the way from the start of the day to its end, what is booked,
    /// and the breaks that were given before it.
    case noRoom
  }

  /// The break, by its offset among ``TripDay/breaks``.
  public let number: Int
  /// The name of the break.
  public let name: String
  /// Why it is not taken.
  public let reason: Reason
}

extension LeftOutBreak.Reason: CustomStringConvertible {
  /// A few words for people.
  public var description: String {
    switch self {
    case .dayEndsBefore: "the day is over before it has to begin"
    case .dayBeginsAfter: "it has to begin before the day does"
    case .noRoom:
      "no time for it beside the way of the day, what is booked and the breaks before it"
    }
  }
}

extension TripBreak: CustomStringConvertible {
  /// The name, the window of the start and the duration: `Lunch between 11:30 and 14:00 for 01:00`.
  public var description: String {
    "\(name) between \(earliestStart) and \(latestStart) for \(ClockTime(seconds: duration))"
  }
}

extension ScheduledBreak: CustomStringConvertible, Identifiable {
  /// The name and the times: `Lunch 12:10-13:10`.
  public var description: String { "\(name) \(start)-\(end)" }

  /// The break, which a day has once.
  public var id: Int { number }
}

extension LeftOutBreak: CustomStringConvertible, Identifiable {
  /// The name and the reason.
  public var description: String { "\(name): \(reason)" }

  /// The break, which a day has once.
  public var id: Int { number }
}
