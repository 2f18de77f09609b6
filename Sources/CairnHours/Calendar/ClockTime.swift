/// A time of day, in seconds from the midnight at the start of the day.
///
/// ```swift
/// ClockTime(9, 30).seconds                // 34200
/// ClockTime(9, 30) + 45 * 60              // 10:15
/// ClockTime("17:45")?.description         // 17:45
/// ClockTime(26, 00) - ClockTime(22, 00)   // 14400: until two o'clock on the next morning
/// ```
///
/// A time may be after the next midnight (`ClockTime(26, 00)`) or before the first one. It is a
/// wall-clock time: there are no time zones and no leap seconds, and every day has 24 hours, even
/// if the clocks change. `CairnFoundation` converts it to moments, with a date and a time zone.
public struct ClockTime: Hashable, Comparable, Sendable {
  /// The seconds from midnight.
  public var seconds: Double

  /// Creates a time from seconds after midnight.
  public init(seconds: Double) {
    self.seconds = seconds
  }

  /// Creates a time from hours and minutes after midnight; both may be any number.
  public init(_ hour: Int, _ minute: Int) {
    seconds = Double(hour) * 3600 + Double(minute) * 60
  }

  /// Parses `9:30`, `09:30` or `09:30:15`; returns nil for anything else.
  ///
  /// Hours range from 0 to 47, so `26:00` is two o'clock on the next morning.
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

  /// Returns the nearest multiple of a number of seconds, by default a minute.
  public func rounded(to seconds: Double = 60) -> ClockTime {
    guard seconds > 0 else { return self }
    return ClockTime(seconds: (self.seconds / seconds).rounded() * seconds)
  }

  /// Orders times chronologically.
  public static func < (a: ClockTime, b: ClockTime) -> Bool { a.seconds < b.seconds }

  /// Returns the time some seconds later.
  public static func + (time: ClockTime, seconds: Double) -> ClockTime {
    ClockTime(seconds: time.seconds + seconds)
  }

  /// Returns the time some seconds earlier.
  public static func - (time: ClockTime, seconds: Double) -> ClockTime {
    ClockTime(seconds: time.seconds - seconds)
  }

  /// Returns the seconds from one time to another.
  public static func - (later: ClockTime, earlier: ClockTime) -> Double {
    later.seconds - earlier.seconds
  }
}

extension ClockTime: CustomStringConvertible {
  /// Hours and minutes, `09:30`, with seconds if they are not 0, `09:30:15`; rounded to seconds.
  ///
  /// Hours exceed 23 after the next midnight. A time before midnight has a sign; a time that is not
  /// finite or has a magnitude of 10¹⁰ seconds or more is written as a number of seconds.
  public var description: String {
    guard seconds.magnitude < 1e10 else { return "\(seconds) s" }
    let total = Int64(seconds.magnitude.rounded())
    func digits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let sign = seconds < 0 && total > 0 ? "-" : ""
    let text = sign + digits(total / 3600) + ":" + digits(total / 60 % 60)
    return total % 60 == 0 ? text : text + ":" + digits(total % 60)
  }
}
