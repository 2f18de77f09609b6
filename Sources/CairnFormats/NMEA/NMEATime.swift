/// Conversion of dates and times of day between NMEA and ISO 8601.
internal enum NMEATime {
  /// The milliseconds of a time of day `hhmmss.sss`; nil if it is malformed.
  static func time(_ text: String) -> Int? {
    let digits = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = digits.first, whole.utf8.count == 6, let number = Int(whole) else {
      return nil
    }
    let (hour, minute, second) = (number / 10_000, number / 100 % 100, number % 100)
    guard hour < 24, minute < 60, second <= 60 else { return nil }
    let fraction = digits.count > 1 ? Int((digits[1] + "000").prefix(3)) ?? 0 : 0
    return (hour * 3600 + minute * 60 + second) * 1000 + fraction
  }

  /// The days since 1970 of a Gregorian date; nil if it is not a date.
  static func day(_ year: Int?, _ month: Int?, _ day: Int?) -> Int? {
    guard let year, let month, let day, 1...9999 ~= year, 1...12 ~= month, 1...31 ~= day else {
      return nil
    }
    // If years begin in March, the leap day is at their end.
    let shifted = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }

  /// The date of a day since 1970, such as `1994-03-23`.
  static func date(_ day: Int) -> String {
    var year = (day + 719_468) * 400 / 146_097
    func start(_ year: Int) -> Int { 365 * year + year / 4 - year / 100 + year / 400 - 719_468 }
    while start(year) > day { year -= 1 }
    while start(year + 1) <= day { year += 1 }
    let dayOfYear = day - start(year)
    let number = (5 * dayOfYear + 2) / 153
    let month = number < 10 ? number + 3 : number - 9
    let years = "\(10_000 + (month <= 2 ? year + 1 : year))".dropFirst()
    return "\(years)-\(padded(month))-\(padded(dayOfYear - (153 * number + 2) / 5 + 1))"
  }

  static func clock(_ time: Int) -> String {
    let seconds = time / 1000
    let clock =
      "\(padded(seconds / 3600)):\(padded(seconds / 60 % 60)):\(padded(seconds % 60))"
    return time % 1000 == 0 ? clock : clock + "." + "\(1000 + time % 1000)".dropFirst()
  }

  private static func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
