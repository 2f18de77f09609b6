/// The opening hours of a place: on which days of the week and year, and at what times.
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
/// Hours are parsed from the text used by people and OpenStreetMap (``init(_:)``), or created from
/// windows by weekday. There are three states: open, closed, and unknown, for example by
/// appointment. A period belongs to the day on which it begins; the part after midnight also counts
/// on the next day.
///
/// Times are local wall-clock times. `CairnFoundation` adds queries by `Date` and `TimeZone`,
/// including on days when the clocks change. A ``HoursContext`` provides holidays and the times of
/// the sun.
///
/// Two values are equal if their rules are equal; equivalent hours written in different ways are
/// not.
public struct OpeningHours: Hashable, Sendable {
  /// The state of a place.
  public enum State: String, CaseIterable, Hashable, Sendable {
    /// Open.
    case open
    /// Closed.
    case closed
    /// The hours do not determine it: there is a comment, or the state is unknown.
    case unknown
  }

  var rules: [HoursRule]

  init(rules: [HoursRule]) {
    self.rules = rules
  }

  /// Always open: from 00:00 to 24:00 every day.
  public static let always = OpeningHours(rules: [HoursRule(spans: [.day])])

  /// Never open, unless windows are set.
  public static let never = OpeningHours(rules: [HoursRule(state: .closed)])

  /// Unknown at all times: for text that cannot be parsed.
  public static let unknown = OpeningHours(rules: [HoursRule(state: .unknown)])

  /// Creates hours with the same windows every day.
  public static func daily(_ windows: TimeWindow...) -> OpeningHours { daily(windows) }

  /// Creates hours with the same windows every day.
  ///
  /// - Parameter windows: any number of windows; one that closes before it opens, or whose times
  ///   are not finite, is never open.
  /// - Returns: hours that need no date.
  public static func daily(_ windows: [TimeWindow]) -> OpeningHours {
    windows.isEmpty
      ? .never : OpeningHours(rules: [HoursRule(spans: windows.map { HoursSpan($0) })])
  }

  /// The windows that open on a weekday.
  ///
  /// Date-dependent rules, such as those for a season, a holiday or the sun, are not included
  /// (``needsDates``). Setting windows replaces everything that the rules define for that weekday.
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

  /// Returns a copy that is closed on some weekdays.
  public func closed(on days: Weekday...) -> OpeningHours {
    var hours = self
    for day in days { hours[day] = [] }
    return hours
  }

  /// Whether the hours are the same on every day of the week and of the year.
  public var areDaily: Bool {
    guard !needsDates else { return false }
    let windows = Weekday.allCases.map { self[$0] }
    return windows.allSatisfy { $0 == windows[0] }
  }

  /// Whether the weekday alone does not determine the hours.
  ///
  /// It is true for hours with seasons, dates or times of the sun. Holidays do not count; without a
  /// known date no day is a holiday.
  public var needsDates: Bool { rules.contains { $0.needsDate } }

  /// Whether the hours refer to sunrise, sunset, dawn or dusk.
  ///
  /// Without a place and a UTC offset in the ``HoursContext`` the state is unknown during such
  /// hours.
  public var refersToSun: Bool { rules.contains { $0.spans.contains { $0.isSolar } } }

  /// Whether a rule has the state unknown, or depends on the sun, whose times may be unknown.
  package var mayBeUnknown: Bool {
    refersToSun || rules.contains { $0.state == .unknown }
  }

  /// All clock-time windows in the rules, valid or not.
  package var allWindows: [TimeWindow] { rules.flatMap { $0.spans.compactMap({ $0.window }) } }
}

extension HoursSpan {
  init(_ window: TimeWindow) {
    self.init(from: .clock(window.opens.seconds), to: .clock(window.closes.seconds))
  }
}

extension DayTimeline {
  /// The periods in some states, with adjacent ones joined.
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
