internal import CairnHours

/// A rule that gives the days of a holiday, and its text in `HolidayData.series`.
///
/// | text | days |
/// |---|---|
/// | `F`, day of a leap year (2 digits) | a date; without February 29 in other years |
/// | `W`, weekday (1), day of a leap year (2) | the first such weekday from a date on; 0 is Monday |
/// | `E`, days + 200 (2) | a number of days from Easter in the western churches |
/// | `O`, days + 200 (2) | a number of days from Easter in the Orthodox churches |
/// | `T`, row (1), days + 46 (1) | a number of days from the days of a table |
/// | `X`, year since 2000 (1) and day of a leap year (2), repeated | single days |
///
/// All but `X` may continue with the weekdays on which the rule applies (2, a bit for each from
/// Monday), its first and last year since 2000 (1 each), and years in which it does not apply (1
/// each).
internal struct HolidayRule {
  /// The day from which a rule counts.
  private enum Base {
    case date(Int)
    case weekday(Int, from: Int)
    case easter(offset: Int)
    case orthodoxEaster(offset: Int)
    case table(Int, offset: Int)
  }

  /// The first year of the data.
  static let firstYear = 2000
  /// The last year of the data.
  static let lastYear = 2050
  /// The first day of each year, as a `dayNumber`, and that of the year after the last.
  private static let newYears = (firstYear...lastYear + 1).map {
    CivilDate($0, 1, 1)?.dayNumber ?? 0
  }
  private static let easters = (firstYear...lastYear).map { CivilDate.easter(in: $0).dayNumber }
  private static let orthodoxEasters = (firstYear...lastYear).map(orthodoxEaster)

  private let base: Base
  private var weekdays = 127
  private var years = firstYear...lastYear
  private var excluded: [Int] = []

  /// Adds the day numbers of the rules in a cell to an array.
  static func appendDays(of text: HolidayDigits, tables: [[Int]], to days: inout [Int]) {
    var text = text
    while !text.isAtEnd {
      var part = text.part()
      let kind = part.byte()
      guard kind == UInt8(ascii: "X") else {
        HolidayRule(kind, &part).appendDays(tables, to: &days)
        continue
      }
      while !part.isAtEnd {
        let year = part.number(1)
        if let day = day(part.number(2), inYear: year) { days.append(day) }
      }
    }
  }

  private init(_ kind: UInt8, _ text: inout HolidayDigits) {
    switch kind {
    case UInt8(ascii: "F"): base = .date(text.number(2))
    case UInt8(ascii: "W"): base = .weekday(text.number(1), from: text.number(2))
    case UInt8(ascii: "E"): base = .easter(offset: text.number(2) - 200)
    case UInt8(ascii: "O"): base = .orthodoxEaster(offset: text.number(2) - 200)
    default: base = .table(text.number(1), offset: text.number(1) - 46)
    }
    guard !text.isAtEnd else { return }
    weekdays = text.number(2)
    let first = Self.firstYear + text.number(1)
    years = first...max(first, Self.firstYear + text.number(1))
    while !text.isAtEnd { excluded.append(Self.firstYear + text.number(1)) }
  }

  private func appendDays(_ tables: [[Int]], to days: inout [Int]) {
    if case .table(let row, let offset) = base {
      for day in tables[row] { append(Self.newYears[0] + day + offset, to: &days) }
      return
    }
    for year in 0..<Self.newYears.count - 1 {
      let day: Int? =
        switch base {
        case .date(let number): Self.day(number, inYear: year)
        case .weekday(let weekday, let number):
          // Without February 29 the range begins on March 1.
          (Self.day(number, inYear: year) ?? Self.day(number + 1, inYear: year)).map {
            $0 + (weekday - Self.weekday($0) + 7) % 7
          }
        case .easter(let offset): Self.easters[year] + offset
        case .orthodoxEaster(let offset): Self.orthodoxEasters[year] + offset
        case .table: nil
        }
      if let day { append(day, to: &days) }
    }
  }

  /// Appends a day if the rule applies on it.
  private func append(_ day: Int, to days: inout [Int]) {
    guard let first = Self.newYears.first, let end = Self.newYears.last, first..<end ~= day,
      weekdays >> Self.weekday(day) & 1 != 0
    else { return }
    let year = CivilDate(dayNumber: day).year
    if years.contains(year), !excluded.contains(year) { days.append(day) }
  }

  /// The day number of a day of a leap year in another year, counted from 2000; nil for February
  /// 29.
  private static func day(_ number: Int, inYear year: Int) -> Int? {
    let isLeap = newYears[year + 1] - newYears[year] == 366
    if !isLeap, number == 59 { return nil }
    return newYears[year] + number - (!isLeap && number > 59 ? 1 : 0)
  }

  /// The weekday of a day number of the data, from 0 for Monday.
  private static func weekday(_ day: Int) -> Int { (day - newYears[0] + 5) % 7 }

  /// The day number of Easter in the Orthodox churches, by Meeus's method for the Julian calendar.
  ///
  /// The Julian calendar is 13 days behind in the years of the data.
  private static func orthodoxEaster(in year: Int) -> Int {
    let moon = (19 * (year % 19) + 15) % 30
    let sunday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7
    let days = moon + sunday + 114
    return (CivilDate(year, days / 31, days % 31 + 1)?.dayNumber ?? 0) + 13
  }
}
