/// A calendar date without a time zone: a year, a month and a day.
///
/// ```swift
/// let day = CivilDate("2026-03-29")!
/// day.weekday                                     // sunday
/// day.adding(days: 3).description                 // 2026-04-01
/// day.days(to: CivilDate.easter(in: 2026))        // 7
/// for date in day..<day.adding(days: 7) { … }     // a week, day by day
/// stride(from: day, to: .last, by: 7)             // every Sunday from then on
/// ```
///
/// The calendar is the proleptic Gregorian one, with a year 0 as in ISO 8601. A date is stored as a
/// number of days from 1970-01-01, so differences and weekdays are exact. Dates range from
/// `-9999-01-01` to `9999-12-31`; results outside this range are clamped.
///
/// A moment corresponds to a date only in a time zone; `CairnFoundation` converts between them.
public struct CivilDate: Hashable, Comparable, Sendable {
  /// The number of days from 1970-01-01, negative before it.
  public let dayNumber: Int

  /// The first supported date, `-9999-01-01`.
  public static let first = CivilDate(unchecked: -4_371_587)
  /// The last supported date, `9999-12-31`.
  public static let last = CivilDate(unchecked: 2_932_896)

  private init(unchecked dayNumber: Int) {
    self.dayNumber = dayNumber
  }

  /// Creates a date from a number of days, clamped to the first or last date.
  ///
  /// - Parameter dayNumber: the number of days from 1970-01-01.
  public init(dayNumber: Int) {
    self.dayNumber = min(max(dayNumber, Self.first.dayNumber), Self.last.dayNumber)
  }

  /// Creates a date from its parts; returns nil if the day does not exist, such as February 30.
  ///
  /// - Parameters:
  ///   - year: -9999 to 9999.
  ///   - month: 1 to 12.
  ///   - day: 1 to the length of the month.
  public init?(_ year: Int, _ month: Int, _ day: Int) {
    guard -9999...9999 ~= year, 1...12 ~= month,
      1...Self.lengthOfMonth(month, in: year) ~= day
    else { return nil }
    self.init(unchecked: Self.dayNumber(year, month, day))
  }

  /// Parses `2026-03-29`, with a sign before negative years; returns nil for anything else.
  public init?(_ text: some StringProtocol) {
    var bytes = Array(text.utf8.prefix(12))
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { bytes.removeFirst() }
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-")
    else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      var value = 0
      for byte in bytes[range] {
        guard 0x30...0x39 ~= byte else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      return value
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10)
    else { return nil }
    self.init(isNegative ? -year : year, month, day)
  }

  /// Orders dates chronologically.
  public static func < (a: CivilDate, b: CivilDate) -> Bool { a.dayNumber < b.dayNumber }

  // MARK: Parts

  /// The year, the month from 1 and the day from 1.
  ///
  /// - Complexity: O(1).
  public var parts: (year: Int, month: Int, day: Int) {
    // Years counted from March have the leap day at the end; 400 years have 146,097 days.
    let shifted = dayNumber + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    let month = march < 10 ? march + 3 : march - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * march + 2) / 5 + 1)
  }

  private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The year.
  public var year: Int { parts.year }
  /// The month, from 1 to 12.
  public var month: Int { parts.month }
  /// The day of the month, from 1.
  public var day: Int { parts.day }

  /// The day of the week.
  public var weekday: Weekday {
    // 1970-01-01 was a Thursday.
    let fromMonday = (dayNumber + 3) % 7
    return Weekday(rawValue: (fromMonday < 0 ? fromMonday + 7 : fromMonday) + 1) ?? .monday
  }

  /// The ISO 8601 week number, 1 to 53: week 1 contains the first Thursday of the year.
  public var week: Int {
    let thursday = dayNumber + 4 - weekday.rawValue
    let year = CivilDate(unchecked: thursday).parts.year
    return (thursday - Self.dayNumber(year, 1, 1)) / 7 + 1
  }

  // MARK: Arithmetic

  /// Returns the date some days later, or earlier for a negative number.
  ///
  /// - Parameter days: the number of days.
  /// - Returns: the date, clamped to the first or last supported date.
  public func adding(days: Int) -> CivilDate {
    let (sum, overflows) = dayNumber.addingReportingOverflow(days)
    return overflows ? (days > 0 ? .last : .first) : CivilDate(dayNumber: sum)
  }

  /// Returns the number of days from this date to another, negative if that one is earlier.
  public func days(to other: CivilDate) -> Int { other.dayNumber - dayNumber }

  /// Returns the number of days of a month.
  ///
  /// - Parameters:
  ///   - month: 1 to 12.
  ///   - year: any year.
  /// - Returns: 28 to 31, or 0 if there is no such month.
  public static func lengthOfMonth(_ month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    case 1...12: 31
    default: 0
    }
  }

  /// Returns the Easter Sunday of a year in the western churches.
  ///
  /// Uses the anonymous Gregorian computus (J. Meeus, *Astronomical Algorithms*, chapter 8), which
  /// holds for every year of the calendar; years are clamped to -9999...9999.
  public static func easter(in year: Int) -> CivilDate {
    let year = min(max(year, -9999), 9999)
    // The dates of Easter repeat after 5,700,000 years, so only remainders matter.
    let y = year < 0 ? year + 5_700_000 : year
    let golden = y % 19
    let century = y / 100
    let moon = (century - century / 4 - (8 * century + 13) / 25 + 19 * golden + 15) % 30
    let full = moon - moon / 28 * (1 - 29 / (moon + 1) * ((21 - golden) / 11))
    let day = (y + y / 4 + full + 2 - century + century / 4) % 7
    let offset = full - day
    let month = 3 + (offset + 40) / 44
    return CivilDate(
      unchecked: dayNumber(year, month, offset + 28 - 31 * (month / 4)))
  }
}

extension CivilDate: Strideable {
  /// Returns the number of days to another date, negative if that one is earlier.
  public func distance(to other: CivilDate) -> Int { days(to: other) }

  /// Returns the date some days later, like ``adding(days:)``.
  ///
  /// - Parameter days: the number of days, negative for an earlier date.
  /// - Returns: the date, clamped to the first or last supported date.
  public func advanced(by days: Int) -> CivilDate { adding(days: days) }

  // `stride(from:through:by:)` steps past its end before it stops. With the default, which calls
  // `advanced(by:)`, a step past the last date would return that date as if it were on the way.
  // The dates beyond the calendar that this function returns are only compared with the end.
  // swift-format-ignore: NoLeadingUnderscores
  /// Returns the next date of a stride, which may be beyond the calendar.
  public static func _step(
    after current: (index: Int?, value: CivilDate), from start: CivilDate, by distance: Int
  ) -> (index: Int?, value: CivilDate) {
    let (sum, overflows) = current.value.dayNumber.addingReportingOverflow(distance)
    return (nil, CivilDate(unchecked: overflows ? (distance > 0 ? .max : .min) : sum))
  }
}

extension CivilDate: CustomStringConvertible {
  /// The date as `2026-03-29`, with a sign before negative years.
  public var description: String {
    let (year, month, day) = parts
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number.magnitude)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(year < 0 ? "-" : "")\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
  }
}

#if !hasFeature(Embedded)
  extension CivilDate: Codable {
    /// Decodes a text such as `2026-03-29`.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for anything else.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      guard let date = CivilDate(text) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "a date is written as 2026-03-29, not \(text)")
      }
      self = date
    }

    /// Encodes a text such as `2026-03-29`.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(description)
    }
  }
#endif
