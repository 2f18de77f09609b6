// As in the standard library, a number out of range is a programming error: `.seconds(_:)` traps
// for NaN and for 1e300 as well, and a duration that saturated would silently be another one.
extension Duration {
  /// Returns a duration of some minutes: `.minutes(90)`.
  ///
  /// - Parameter minutes: a whole number of minutes.
  /// - Returns: the duration.
  /// - Precondition: the magnitude is less than 2⁶³ seconds, about 1.5 · 10¹⁷ minutes.
  public static func minutes(_ minutes: some BinaryInteger) -> Duration { .seconds(60) * minutes }

  /// Returns a duration of some minutes: `.minutes(2.5)`.
  ///
  /// - Parameter minutes: a number of minutes.
  /// - Returns: the duration.
  /// - Precondition: the magnitude is less than 2⁶³ seconds, about 1.5 · 10¹⁷ minutes; NaN is not
  ///   allowed.
  public static func minutes(_ minutes: Double) -> Duration { .seconds(minutes * 60) }

  /// Returns a duration of some hours: `.hours(2)`.
  ///
  /// - Parameter hours: a whole number of hours.
  /// - Returns: the duration.
  /// - Precondition: the magnitude is less than 2⁶³ seconds, about 2.5 · 10¹⁵ hours.
  public static func hours(_ hours: some BinaryInteger) -> Duration { .seconds(3600) * hours }

  /// Returns a duration of some hours: `.hours(1.5)`.
  ///
  /// - Parameter hours: a number of hours.
  /// - Returns: the duration.
  /// - Precondition: the magnitude is less than 2⁶³ seconds, about 2.5 · 10¹⁵ hours; NaN is not
  ///   allowed.
  public static func hours(_ hours: Double) -> Duration { .seconds(hours * 3600) }

  /// The number of seconds, rounded to the nearest `Double`.
  package var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  /// The number of milliseconds, rounded to the nearest `Int` and clamped to its range.
  package var inMilliseconds: Int {
    let (seconds, attoseconds) = components
    let half: Int64 = attoseconds < 0 ? -500_000_000_000_000 : 500_000_000_000_000
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1000)
    let (sum, isTooLarge) = whole.addingReportingOverflow(
      (attoseconds + half) / 1_000_000_000_000_000)
    guard !overflows, !isTooLarge else { return seconds < 0 ? .min : .max }
    return Int(clamping: sum)
  }
}
