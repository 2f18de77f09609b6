/// A time during which a place is open.
public struct TimeWindow: Hashable, Sendable {
  /// When it opens.
  public var opens: ClockTime
  /// When it closes; after midnight it goes on counting, so a bar is open from 20:00 to 26:00.
  public var closes: ClockTime

  /// Makes a window; one that closes before it opens is refused when it is planned with.
  public init(_ opens: ClockTime, _ closes: ClockTime) {
    self.opens = opens
    self.closes = closes
  }

  /// Reads `09:00-12:30`; nil for anything else.
  ///
  /// A window that closes before it opens ends on the next day: `20:00-02:00` is `20:00-26:00`.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let opens = ClockTime(parts[0]), var closes = ClockTime(parts[1])
    else { return nil }
    if closes < opens { closes = closes + 86_400 }
    guard opens <= closes else { return nil }
    self.init(opens, closes)
  }
}

extension TimeWindow: CustomStringConvertible {
  /// `09:00-12:30`.
  public var description: String { "\(opens)-\(closes)" }
}

/// When a place is open: any number of windows on each day of the week.
///
/// ```swift
/// var hours = OpeningHours.daily(TimeWindow(ClockTime(9, 0), ClockTime(12, 30)),
///                                TimeWindow(ClockTime(14, 0), ClockTime(18, 0)))
/// hours[.monday] = []                                                    // closed
/// hours[.friday] = [TimeWindow(ClockTime(20, 0), ClockTime(26, 0))]      // until two at night
/// ```
///
/// A window belongs to the day on which it opens; what remains of it after midnight counts on the
/// next day too. Windows that touch or overlap are one, so `00:00-24:00` every day never closes.
public struct OpeningHours: Hashable, Sendable {
  private var windows: [[TimeWindow]]

  /// Open at all times: from 00:00 to 24:00 every day.
  public static let always = OpeningHours.daily(TimeWindow(ClockTime(0, 0), ClockTime(24, 0)))

  /// Never open, until windows are set.
  public static let never = OpeningHours(windows: [[TimeWindow]](repeating: [], count: 7))

  private init(windows: [[TimeWindow]]) {
    self.windows = windows
  }

  /// The same windows every day.
  public static func daily(_ windows: TimeWindow...) -> OpeningHours { daily(windows) }

  /// The same windows every day.
  public static func daily(_ windows: [TimeWindow]) -> OpeningHours {
    OpeningHours(windows: [[TimeWindow]](repeating: windows, count: 7))
  }

  /// The windows that open on a day of the week.
  public subscript(day: Weekday) -> [TimeWindow] {
    get { windows[day.rawValue - 1] }
    set { windows[day.rawValue - 1] = newValue }
  }

  /// The same hours without those that open on some days of the week.
  public func closed(on days: Weekday...) -> OpeningHours {
    var hours = self
    for day in days { hours[day] = [] }
    return hours
  }

  /// True when the hours are the same every day of the week.
  public var areDaily: Bool { windows.allSatisfy { $0 == windows[0] } }
}

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
    /// Hours that are written as unknown, or only as a comment.
    case unknown
  }

  /// The whole text.
  public let text: String
  /// How many characters of it come before what cannot be read.
  public let offset: Int
  /// What is wrong there.
  public let problem: Problem

  /// The text there, up to the next blank or semicolon; empty at the end.
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
