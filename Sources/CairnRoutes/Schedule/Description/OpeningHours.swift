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
