/// A time of day: seconds from the midnight with which a day begins.
///
/// ```swift
/// ClockTime(9, 30).seconds                // 34200
/// ClockTime(9, 30) + 45 * 60              // 10:15
/// ClockTime("17:45")?.description         // 17:45
/// ClockTime(26, 00) - ClockTime(22, 00)   // 14400: until two o'clock in the next morning
/// ```
///
/// A time may lie after the next midnight (`ClockTime(26, 00)`) or before the first one. It is what
/// a clock on the wall shows: there are no time zones and no leap seconds, and a day has 24 hours,
/// also when the clocks change. `CairnFoundation` converts it to moments, with a date and a zone.
public struct ClockTime: Hashable, Comparable, Sendable {
  /// Seconds from midnight.
  public var seconds: Double

  /// Makes a time from seconds after midnight.
  public init(seconds: Double) {
    self.seconds = seconds
  }

  /// Makes a time from hours and minutes after midnight, without a limit for either.
  public init(_ hour: Int, _ minute: Int) {
    seconds = Double(hour) * 3600 + Double(minute) * 60
  }

  /// Reads `9:30`, `09:30` or `09:30:15`; nil for anything else.
  ///
  /// Hours go from 0 to 47, so that `26:00` is two o'clock in the next morning.
  public init?(_ text: some StringProtocol) {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 else { return nil }
    var seconds = 0
    for (index, part) in parts.enumerated() {
      guard index == 0 ? 1...2 ~= part.count : part.count == 2 else { return nil }
      var number = 0
      for byte in part {
        guard 0x30...0x39 ~= byte else { return nil }
        number = number * 10 + Int(byte - 0x30)
      }
      guard number < (index == 0 ? 48 : 60) else { return nil }
      seconds = seconds * 60 + number
    }
    self.seconds = Double(parts.count == 2 ? seconds * 60 : seconds)
  }

  /// The nearest multiple of a number of seconds, of a minute unless said otherwise.
  public func rounded(to seconds: Double = 60) -> ClockTime {
    guard seconds > 0 else { return self }
    return ClockTime(seconds: (self.seconds / seconds).rounded() * seconds)
  }

  /// Orders by time.
  public static func < (a: ClockTime, b: ClockTime) -> Bool { a.seconds < b.seconds }

  /// The time some seconds later.
  public static func + (time: ClockTime, seconds: Double) -> ClockTime {
    ClockTime(seconds: time.seconds + seconds)
  }

  /// The time some seconds earlier.
  public static func - (time: ClockTime, seconds: Double) -> ClockTime {
    ClockTime(seconds: time.seconds - seconds)
  }

  /// The seconds from one time to another.
  public static func - (later: ClockTime, earlier: ClockTime) -> Double {
    later.seconds - earlier.seconds
  }
}

extension ClockTime: CustomStringConvertible {
  /// Hours and minutes, `09:30`, and seconds where there are any, `09:30:15`; rounded to seconds.
  ///
  /// Hours go on counting after midnight. A time before midnight has a sign; a time not finite or
  /// beyond ten thousand million seconds is written as a number of seconds.
  public var description: String {
    guard seconds.magnitude < 1e10 else { return "\(seconds) s" }
    let total = Int64(seconds.magnitude.rounded())
    func digits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let sign = seconds < 0 && total > 0 ? "-" : ""
    let text = sign + digits(total / 3600) + ":" + digits(total / 60 % 60)
    return total % 60 == 0 ? text : text + ":" + digits(total % 60)
  }
}
