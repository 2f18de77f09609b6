/// Why hours cannot be read: the text, where in it, and what would be right.
///
/// `description` is one line for people: `the hours "Mo-Fr 9-17" cannot be read at "9-17"
/// (character 7): a time is written as 09:00`.
public struct OpeningHoursError: Error, Hashable, Sendable {
  /// What cannot be read.
  public enum Problem: Hashable, Sendable {
    /// Days or times should stand here, or the text goes on where it should end.
    case unexpected
    /// A time is not written as `09:00`, or is past 48:00.
    case time
    /// A time of opening has no time of closing.
    case closingTime
    /// Days are named without times, or a list of days does not go on.
    case days
    /// Times of the sun, such as `sunrise-sunset`: a plan does not know the date.
    case sun
    /// Months, weeks, years, dates, or one of the Mondays of a month: a plan knows days of the
    /// week and no dates.
    case dates
    /// Times that repeat, such as `10:00-16:00/01:30`.
    case intervals
    /// Hours that are said to be unknown, or are told in words alone.
    case unknown
  }

  /// The whole text.
  public let text: String
  /// How many characters of it come before what cannot be read.
  public let offset: Int
  /// What is wrong there.
  public let problem: Problem

  /// What stands there, up to the next blank or semicolon; empty at the end.
  public var part: String {
    String(text.dropFirst(offset).prefix { !$0.isWhitespace && $0 != ";" }.prefix(40))
  }
}

extension OpeningHoursError: CustomStringConvertible {
  /// One line that says what is wrong, where, and what would be right.
  public var description: String {
    let short = text.count > 120 ? text.prefix(120) + "…" : text[...]
    let place = part.isEmpty ? "at the end" : "at \"\(part)\" (character \(offset + 1))"
    return "the hours \"\(short)\" cannot be read \(place): \(cure)"
  }

  private var cure: String {
    switch problem {
    case .unexpected: "hours are written as Mo-Fr 09:00-12:30,14:00-18:00; Sa off"
    case .time: "a time is written as 09:00"
    case .closingTime: "times are written as 09:00-17:00, with both ends"
    case .days: "days need times, as in Mo-Fr,Su 09:00-17:00, or off"
    case .sun: "times of the sun are not known; write a time of day such as 09:00-17:00"
    case .dates: "seasons and dates are not known; write the hours of the days of the trip"
    case .intervals: "times that repeat are not read; write each as 10:00-11:30"
    case .unknown: "hours that are not known cannot be planned with; write times or off"
    }
  }
}
