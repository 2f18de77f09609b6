/// Why hours cannot be parsed: the text, the position, and the valid syntax.
///
/// Thrown by ``OpeningHours/init(_:)``. An unparsable text need not prevent a plan: use
/// ``OpeningHours/unknown`` for the stop and show the error's description to the author of the
/// hours.
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
  /// The kind of error.
  public enum Problem: Hashable, Sendable {
    /// Days or times are missing here, or the text continues where it should end.
    case unexpected
    /// A time of day is invalid, or past 48:00.
    case time
    /// An opening time has no closing time.
    case closingTime
    /// A list of days is incomplete, or an occurrence in a month is invalid.
    case days
    /// A date, week or year is invalid, or a range of dates is incomplete.
    case dates
    /// Repeating times, such as `10:00-16:00/01:30`.
    case intervals
    /// An ambiguous text: `9am-5`, `9-5`, `Sa PH off`, or `Mo-Fr 09:00-17:00 Sa`.
    case ambiguous
    /// The text has more than 10,000 bytes.
    case length
  }

  /// The whole text.
  public let text: String
  /// The number of characters before the error.
  public let offset: Int
  /// The kind of error.
  public let problem: Problem

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - text: the whole text.
  ///   - offset: the number of characters before the error.
  ///   - problem: the kind of error.
  public init(text: String, offset: Int, problem: Problem) {
    self.text = text
    self.offset = offset
    self.problem = problem
  }

  /// The text at the error, up to the next blank or semicolon and at most 40 characters; empty at
  /// the end and before one of these.
  public var part: String {
    String(text.dropFirst(offset).prefix { !$0.isWhitespace && $0 != ";" }.prefix(40))
  }
}

extension OpeningHoursError: CustomStringConvertible {
  /// A one-line description of the error, its position, and the valid syntax.
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
    case .intervals: "repeating times are not supported; write each as 10:00-11:30"
    case .ambiguous:
      "it may mean two things; write times as 09:00-17:00, days as Sa,PH, dates as Mar 1-Oct 31"
    case .length: "hours have at most 10,000 bytes, even with times written as 09:00-17:00"
    }
  }
}
