/// When a place is open: on which days of the week and of the year, and at which times.
///
/// ```swift
/// let hours = try OpeningHours("Mo-Fr 09:00-12:30,14:00-18:00; Sa 10:00-14:00; PH off")
/// let noon = CivilTime("2026-11-23T12:00")!                             // a Monday
/// hours.isOpen(at: noon)                                                // true
/// hours.nextChange(after: noon)                                         // 2026-11-23T12:30
///
/// var own = OpeningHours.daily(TimeWindow(ClockTime(9, 0), ClockTime(17, 0)))
/// own[.monday] = []                                                     // closed
/// own[.friday] = [TimeWindow(ClockTime(20, 0), ClockTime(26, 0))]       // until two at night
/// ```
///
/// They are read from the text that people and OpenStreetMap write (``init(_:)``), or made of
/// windows by weekday. Three states are told apart: a place is open, closed, or it is not known, as
/// where one has to call. A time belongs to the day on which it begins; what remains of it after
/// midnight counts on the next day too.
///
/// Times are those of clocks on the wall at the place. `CairnFoundation` asks with `Date` and
/// `TimeZone`, also on days when the clocks change. Holidays and the sun are told by a
/// ``HoursContext``.
///
/// Two values are equal where their rules are: hours that mean the same and are written another way
/// are not.
public struct OpeningHours: Hashable, Sendable {
  /// Whether one may go in.
  public enum State: String, CaseIterable, Hashable, Sendable {
    /// Open.
    case open
    /// Closed.
    case closed
    /// It cannot be told from the hours: a word says more, or nobody knows.
    case unknown
  }

  var rules: [HoursRule]

  init(rules: [HoursRule]) {
    self.rules = rules
  }

  /// Open at all times: from 00:00 to 24:00 every day.
  public static let always = OpeningHours(rules: [HoursRule(spans: [.day])])

  /// Never open, until windows are set.
  public static let never = OpeningHours(rules: [HoursRule(state: .closed)])

  /// Nothing is known about them at any time: for text that cannot be read.
  public static let unknown = OpeningHours(rules: [HoursRule(state: .unknown)])

  /// The same windows every day.
  public static func daily(_ windows: TimeWindow...) -> OpeningHours { daily(windows) }

  /// The same windows every day.
  ///
  /// - Parameter windows: any number; one that closes before it opens, or has no finite times, is
  ///   never open.
  /// - Returns: hours that need no date.
  public static func daily(_ windows: [TimeWindow]) -> OpeningHours {
    windows.isEmpty
      ? .never : OpeningHours(rules: [HoursRule(spans: windows.map { HoursSpan($0) })])
  }

  /// The windows that open on a day of the week.
  ///
  /// What depends on the date, as a season, a holiday or the sun, is not among them
  /// (``needsDates``); setting windows takes the place of all that the rules say of that weekday.
  public subscript(day: Weekday) -> [TimeWindow] {
    get { program(on: .weekday(day), in: HoursContext()).windows { $0 == .open } }
    set {
      let only = DaySelector(weekdays: [.init(from: day, to: day)])
      rules.removeAll { $0.days == only && $0.link != .fallsBack }
      var rule = HoursRule(days: only, spans: newValue.map { HoursSpan($0) })
      if newValue.isEmpty { rule.state = .closed }
      rules.append(rule)
    }
  }

  /// The same hours without those that open on some days of the week.
  public func closed(on days: Weekday...) -> OpeningHours {
    var hours = self
    for day in days { hours[day] = [] }
    return hours
  }

  /// True when the hours are the same on every day of the week, and of the year.
  public var areDaily: Bool {
    guard !needsDates else { return false }
    let windows = Weekday.allCases.map { self[$0] }
    return windows.allSatisfy { $0 == windows[0] }
  }

  /// True when the day of the week is not enough to tell the hours.
  ///
  /// They have seasons, dates or times of the sun then. Holidays do not count; where no date is
  /// known, no day is one.
  public var needsDates: Bool { rules.contains { $0.needsDate } }

  /// True where a rule tells that it is not known, or the sun, which may not be known, has a say.
  package var mayBeUnknown: Bool {
    rules.contains { $0.state == .unknown || $0.spans.contains { $0.isSolar } }
  }

  /// All windows that rules have, valid or not, but for those of the sun.
  package var allWindows: [TimeWindow] { rules.flatMap { $0.spans.compactMap({ $0.window }) } }
}

extension HoursSpan {
  init(_ window: TimeWindow) {
    self.init(from: .clock(window.opens.seconds), to: .clock(window.closes.seconds))
  }
}

extension DayProgram {
  /// The times in some states, those that touch each other joined.
  func windows(where isWanted: (OpeningHours.State) -> Bool) -> [TimeWindow] {
    var windows: [TimeWindow] = []
    for segment in segments where isWanted(segment.state) {
      let (from, to) = (ClockTime(seconds: segment.from), ClockTime(seconds: segment.to))
      if let last = windows.last, from <= last.closes {
        windows[windows.count - 1].closes = max(last.closes, to)
      } else {
        windows.append(TimeWindow(from, to))
      }
    }
    return windows
  }
}
