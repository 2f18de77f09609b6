/// Why hours cannot be read: the text, where in it, and what would be right.
///
/// It comes from ``OpeningHours/init(_:)``. One stop must not cost a plan: keep the stop with
/// ``OpeningHours/unknown`` and show the description to who wrote the hours.
///
/// ```swift
/// do {
///   hours = try OpeningHours("Mo-Fr 9am-5")
/// } catch {
///   print(error)   // the hours "Mo-Fr 9am-5" cannot be read at "9am-5" (character 7): it may…
///   hours = .unknown
/// }
/// ```
public struct OpeningHoursError: Error, Hashable, Sendable {
  /// What cannot be read.
  public enum Problem: Hashable, Sendable {
    /// Days or times should stand here, or the text goes on where it should end.
    case unexpected
    /// There is no such time of day, or it is past 48:00.
    case time
    /// A time of opening has no time of closing.
    case closingTime
    /// A list of days does not go on, or there is no such one of a month.
    case days
    /// There is no such date, week or year, or a range of dates does not go on.
    case dates
    /// Times that repeat, such as `10:00-16:00/01:30`.
    case intervals
    /// It may mean two things: `9am-5`, `9-5`, `Sa PH off`, or `Mo-Fr 09:00-17:00 Sa`.
    case ambiguous
    /// The text has more than 10,000 bytes.
    case length
  }

  /// The whole text.
  public let text: String
  /// How many characters of it come before what cannot be read.
  public let offset: Int
  /// What is wrong there.
  public let problem: Problem

  /// The text there, up to the next blank or semicolon; empty at the end and before one of these.
  public var part: String {
    String(text.dropFirst(offset).prefix { !$0.isWhitespace && $0 != ";" }.prefix(40))
  }
}

extension OpeningHoursError: CustomStringConvertible {
  /// One line that says what is wrong, where, and what would be right.
  public var description: String {
    let short = text.count > 120 ? text.prefix(120) + "…" : text[...]
    let place =
      offset >= text.count
      ? "at the end"
      : part.isEmpty
        ? "at character \(offset + 1)" : "at \"\(part)\" (character \(offset + 1))"
    return "the hours \"\(short)\" cannot be read \(place): \(cure)"
  }

  private var cure: String {
    switch problem {
    case .unexpected: "hours are written as Mo-Fr 09:00-12:30,14:00-18:00; Sa off"
    case .time: "a time is written as 09:00, at most 48:00"
    case .closingTime: "times are written as 09:00-17:00, with both ends"
    case .days: "days are written as Mo-Fr,Su or Sa[1]"
    case .dates: "dates are written as Apr-Oct, Dec 24-26, easter +1 day, week 1-20 or 2026"
    case .intervals: "times that repeat are not read; write each as 10:00-11:30"
    case .ambiguous:
      "it may mean two things; write times as 09:00-17:00, days as Sa,PH, dates as Mar 1-Oct 31"
    case .length: "hours have at most 10,000 bytes, also when times are written as 09:00-17:00"
    }
  }
}
