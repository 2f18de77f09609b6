public import CairnHours
public import Foundation

extension CivilTime {
  /// Creates the date and time shown by calendar and clock at a moment.
  ///
  /// ```swift
  /// let lisbon = TimeZone(identifier: "Europe/Lisbon")!
  /// CivilTime(Date(timeIntervalSince1970: 1_774_746_000), in: lisbon)   // 2026-03-29T02:00
  /// ```
  ///
  /// - Parameters:
  ///   - moment: any moment; one beyond the supported dates is clamped to the last of them.
  ///   - timeZone: the time zone of the clock.
  public init(_ moment: Date, in timeZone: TimeZone) {
    self.init(
      seconds: moment.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: moment)))
  }

  /// Creates a time from a count of seconds on the clock since 1970-01-01T00:00.
  fileprivate init(seconds: Double) {
    self.init(CivilDate(dayNumber: 0), ClockTime(seconds: seconds))
  }

  /// Seconds on the clock since 1970-01-01T00:00.
  fileprivate var seconds: Double { Double(date.dayNumber) * 86_400 + time.seconds }
}

extension CivilDate {
  /// Creates the date of a moment.
  ///
  /// - Parameters:
  ///   - moment: any moment.
  ///   - timeZone: the time zone of the calendar.
  public init(_ moment: Date, in timeZone: TimeZone) {
    self = CivilTime(moment, in: timeZone).date
  }
}

extension Date {
  /// Creates the moment at which calendar and clock show a time.
  ///
  /// ```swift
  /// let lisbon = TimeZone(identifier: "Europe/Lisbon")!
  /// Date(CivilTime("2026-03-29T01:30")!, in: lisbon)    // 01:00 UTC: the clocks went forward then
  /// Date(CivilTime("2026-10-25T01:30")!, in: lisbon)    // 00:30 UTC, the first of two
  /// ```
  ///
  /// - Parameters:
  ///   - time: a date and a time of day. A time that the clocks skip gives the moment at which they
  ///     are set forward; a time that occurs twice gives the first occurrence.
  ///   - timeZone: the time zone of the clock.
  public init(_ time: CivilTime, in timeZone: TimeZone) {
    self = timeZone.moment(time)
  }
}

extension TimeZone {
  /// The first moment at which the clock shows a time, or at which it skips it.
  func moment(_ time: CivilTime) -> Date {
    let clock = time.seconds
    // Offsets are below a day, and clocks do not change twice within three days.
    let before = offset(clock - 86_400)
    let after = offset(clock + 86_400)
    let first = clock - max(before, after)
    let last = clock - min(before, after)
    if offset(first) == clock - first { return Date(timeIntervalSince1970: first) }
    if offset(last) == clock - last { return Date(timeIntervalSince1970: last) }
    return Date(timeIntervalSince1970: change(between: first, and: last))
  }

  /// The clock time at a moment; if the clock shows that time for the second time, the end of the
  /// repeated period instead, as close as possible, since all events at the repeated times are
  /// over.
  func onceAt(_ moment: Date) -> CivilTime {
    let now = moment.timeIntervalSince1970
    let clock = now + offset(now)
    let time = CivilTime(seconds: clock)
    let first = self.moment(time).timeIntervalSince1970
    guard first < now - 1 else { return time }
    let change = change(between: first, and: now)
    return CivilTime(seconds: (change + offset(first)).nextDown)
  }

  private func offset(_ moment: Double) -> Double {
    Double(secondsFromGMT(for: Date(timeIntervalSince1970: moment)))
  }

  /// The moment, to a second, at which the UTC offset changes between two moments.
  private func change(between first: Double, and last: Double) -> Double {
    let before = offset(first)
    var (low, high) = (first.rounded(.down), last.rounded(.up))
    while high - low > 1 {
      let middle = ((low + high) / 2).rounded(.down)
      if offset(middle) == before { low = middle } else { high = middle }
    }
    return high
  }
}
