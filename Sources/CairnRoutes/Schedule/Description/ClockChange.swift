public import CairnHours

/// A change of the local clock during a day, such as the beginning of daylight saving time.
///
/// ```swift
/// // Berlin on March 29, 2026: 02:00 becomes 03:00.
/// ClockChange(at: ClockTime(2, 0), by: 3600)
/// ```
public struct ClockChange: Hashable, Sendable, Codable {
  /// The moment of the change, by the clock before it, counted from midnight of the day's date.
  public var time: ClockTime
  /// The number of seconds by which the clock is set forward; negative if it is set back.
  public var seconds: Double

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - time: the moment of the change, by the clock before it.
  ///   - seconds: the number of seconds by which the clock is set forward; negative if it is set
  ///     back.
  public init(at time: ClockTime, by seconds: Double) {
    self.time = time
    self.seconds = seconds
  }
}

extension ClockChange {
  /// The time by the clock before the change, continued after it.
  ///
  /// A time that the clock skips is the moment of the change; of a time that occurs twice the first
  /// occurrence is used, as in RFC 5545. The result does not decrease as the local time increases.
  func elapsed(_ local: ClockTime) -> ClockTime {
    if local < time { return local }
    return max(time, local - seconds)
  }

  /// The number of seconds that the local clock is ahead of the clock before the change, at a
  /// moment by the latter.
  func ahead(at elapsed: ClockTime) -> Double { elapsed >= time ? seconds : 0 }
}

extension TripDay {
  /// Sets the date, the UTC offset and the clock change of the day from a time zone.
  ///
  /// ```swift
  /// // With Foundation:
  /// let zone = TimeZone(identifier: "Europe/Lisbon")!
  /// day.setClock(on: CivilDate(2026, 3, 29)!) {
  ///   Double(zone.secondsFromGMT(for: Date($0, in: .gmt)))
  /// }
  /// ```
  ///
  /// Set ``from`` and ``to`` before. Only the first change after ``from`` is used.
  ///
  /// - Parameters:
  ///   - date: the date of the day.
  ///   - utcOffset: returns how many seconds the local clock is ahead of UTC at a time in UTC.
  /// - Complexity: a call for each quarter of an hour of the day.
  public mutating func setClock(on date: CivilDate, utcOffset: (_ utc: CivilTime) -> Double) {
    self.date = date
    weekday = date.weekday
    clockChange = nil
    var offset = utcOffset(CivilTime(date, from))
    // The offset at the local time `from`; the second step settles it near a change.
    for _ in 0..<2 { offset = utcOffset(CivilTime(date, from - offset)) }
    self.utcOffset = offset
    func isChanged(at time: Double) -> Bool {
      utcOffset(CivilTime(date, ClockTime(seconds: time - offset))) != offset
    }
    let step = 900.0
    let last = min(to.seconds, from.seconds + 2 * Self.farthest) + 2 * 3600
    var before = from.seconds
    while before < last, !isChanged(at: before + step) { before += step }
    guard before < last else { return }
    // Changes occur at whole seconds.
    var (low, high) = (before, before + step)
    while high - low > 1 {
      let middle = ((low + high) / 2).rounded()
      if middle <= low || middle >= high { break }
      if isChanged(at: middle) { high = middle } else { low = middle }
    }
    let time = high.rounded()
    let after = utcOffset(CivilTime(date, ClockTime(seconds: time - offset)))
    let change = ClockChange(at: ClockTime(seconds: time), by: after - offset)
    if change.elapsed(to) > change.time { clockChange = change }
  }

  /// The latest arrival at the end, by the clock of the start of the day.
  var latest: ClockTime {
    if endUTCOffset != nil { return to - endShift }
    return clockChange.map { $0.elapsed(to) } ?? to
  }

  /// The lead, in seconds, of the clock at the end of the day over the clock at its start, if the
  /// day has an ``endUTCOffset``.
  private var endShift: Double { utcOffset.map { (endUTCOffset ?? $0) - $0 } ?? 0 }

  /// The lead, in seconds, of the clock at the end of the day over the clock at its start.
  ///
  /// - Parameter time: the arrival, by the clock at the start.
  /// - Returns: the seconds; negative if that clock is behind.
  func endShift(at time: ClockTime) -> Double {
    endUTCOffset != nil ? endShift : clockChange?.ahead(at: time) ?? 0
  }

  /// The time by the clock of the start of the day, for a time by the local clock.
  func elapsed(_ local: ClockTime) -> ClockTime {
    clockChange.map { $0.elapsed(local) } ?? local
  }

  /// The same day by a clock that is `seconds` ahead of the day's clock and that, unlike it, does
  /// not change.
  func shifted(by seconds: Double, keepsChange: Bool) -> TripDay {
    var day = self
    day.from = from + seconds
    day.began = began.map { $0 + seconds }
    day.to = latest + seconds
    day.endUTCOffset = nil
    if !keepsChange { day.clockChange = nil }
    return day
  }
}

extension VisitStop {
  /// The lead, in seconds, of the clock at the stop over the clock of the start of a day.
  ///
  /// - Parameters:
  ///   - day: the day.
  ///   - time: the moment, by the clock of the start of the day.
  /// - Returns: the seconds; negative if the clock at the stop is behind.
  func clockShift(on day: TripDay, at time: Ticks) -> Double {
    guard let utcOffset else { return day.clockChange?.ahead(at: ClockTime(time)) ?? 0 }
    return day.utcOffset.map { utcOffset - $0 } ?? 0
  }

  /// The lead, in seconds, of the clock at the end of the visit over the clock of the start of a
  /// day.
  func exitClockShift(on day: TripDay, at time: Ticks) -> Double {
    guard let offset = exitUTCOffset ?? utcOffset else { return clockShift(on: day, at: time) }
    return day.utcOffset.map { offset - $0 } ?? 0
  }
}
