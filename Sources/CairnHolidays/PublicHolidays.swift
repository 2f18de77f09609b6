public import CairnHours
internal import CairnText

/// A public holiday of a country or a region.
public struct PublicHoliday: Hashable, Sendable {
  /// The date.
  public let date: CivilDate
  /// The English name; the name in the country's language if none is known.
  public let name: String
  /// The name in the language of ``PublicHolidays/language``.
  public let localName: String

  /// Creates a holiday.
  public init(date: CivilDate, name: String, localName: String) {
    self.date = date
    self.name = name
    self.localName = localName
  }
}

extension PublicHoliday: CustomStringConvertible {
  /// The date and the English name.
  public var description: String { "\(date) \(name)" }
}

/// The public holidays of a country, or of one of its regions, from 2000 to 2050.
///
/// ```swift
/// let austria = try PublicHolidays(country: "AT")
/// austria.holidays(on: CivilDate(2026, 10, 26)!).first?.localName   // "Nationalfeiertag"
/// let bavaria = try PublicHolidays(country: "DE", region: "BY")
/// bavaria.isHoliday(CivilDate(2026, 1, 6)!)                         // true, not in Berlin
/// hours.isOpen(at: time, in: HoursContext(holidays: bavaria.calendar))
/// ```
///
/// The holidays are those that the Python package holidays (MIT) lists as public, with the days on
/// which holidays are observed instead; 250 countries and territories and 651 regions. Laws change
/// holidays: those of the years after the release of that package are what the law provided then,
/// and dates that depend on the moon are estimates, as their names state. A holiday of half a day,
/// of banks or of a single town is not included, unless the town is one of the ``regions(of:)``.
public struct PublicHolidays: Sendable {
  /// The code of ISO 3166-1, such as `AT`.
  public let country: String
  /// The code of the region, one of ``regions(of:)``; nil for the holidays of the whole country.
  public let region: String?
  /// The language of local names, as a BCP 47 tag such as `de` or `pt-GW`.
  public let language: String
  /// The years of which the holidays are known: 2000 to 2050, from a later year on in countries
  /// such as Fiji (2016), and until 2026 in Sri Lanka, whose full-moon days the source no longer
  /// has.
  public let years: ClosedRange<Int>
  /// The days as numbers, each with a pair of names, in order.
  private let days: [(day: Int, pair: Int)]

  /// Finds the holidays of a country or a region.
  ///
  /// - Parameters:
  ///   - country: a code of ISO 3166-1 such as `AT`, ignoring case.
  ///   - region: a code of ISO 3166-2 such as `DE-BY` or `BY`, or a name of ``regions(of:)``,
  ///     ignoring case; nil or empty for the holidays of the whole country.
  /// - Throws: ``HolidayError`` if the country or the region is not in the data.
  /// - Complexity: O(*n* log *n*) for *n* holidays, about 1,000.
  public init(country: String, region: String? = nil) throws(HolidayError) {
    let data = HolidayTables.shared
    guard let row = data.row(ofCountry: country) else { throw .unknownCountry(country) }
    var regionRow: Int?
    let code = data.calendars.string(column: 0, row: row)
    if let region, !region.isEmpty {
      regionRow = data.regions(ofCountryAt: row).first { row in
        let name = data.calendars.string(column: 1, row: row).lowercased()
        return name == region.lowercased() || "\(code.lowercased())-\(name)" == region.lowercased()
      }
      guard regionRow != nil else { throw .unknownRegion(region, country: code) }
    }
    self.country = code
    self.region = regionRow.map { data.calendars.string(column: 1, row: $0) }
    language = data.calendars.string(column: 1, row: row)
    var digits = HolidayDigits(data.calendars, column: 2, row: row)
    let first = HolidayRule.firstYear + digits.number(1)
    years = first...max(first, HolidayRule.firstYear + digits.number(1))
    var days: [(day: Int, pair: Int)] = []
    var ownDays: [Int] = []
    for entry in data.entries(ofCountryAt: row, regionAt: regionRow) {
      ownDays.removeAll(keepingCapacity: true)
      let text = HolidayDigits(data.series, column: 0, row: entry.series)
      HolidayRule.appendDays(of: text, tables: data.tables, to: &ownDays)
      // Two rules may give the same day.
      for day in Set(ownDays) { days.append((day, entry.pair)) }
    }
    days.sort { $0 < $1 }
    self.days = days
  }

  /// The codes of the countries, in order.
  public static var countries: [String] { HolidayTables.shared.countries.map(\.code) }

  /// The codes of the regions that have their own holidays, in order: the second part of a code of
  /// ISO 3166-2, or the name of a town such as Augsburg; empty for an unknown country.
  ///
  /// - Parameter country: a code of ISO 3166-1, ignoring case.
  /// - Returns: the codes.
  public static func regions(of country: String) -> [String] {
    let data = HolidayTables.shared
    guard let row = data.row(ofCountry: country) else { return [] }
    return data.regions(ofCountryAt: row).map { data.calendars.string(column: 1, row: $0) }
  }

  /// Whether a date is a holiday; false outside ``years``.
  ///
  /// - Complexity: O(log *n*) for *n* holidays.
  public func isHoliday(_ date: CivilDate) -> Bool {
    let row = firstRow(from: date.dayNumber)
    return row < days.count && days[row].day == date.dayNumber
  }

  /// The holidays on a date, usually none or one.
  ///
  /// - Complexity: O(log *n*) for *n* holidays.
  public func holidays(on date: CivilDate) -> [PublicHoliday] {
    holidays(from: date.dayNumber, before: date.dayNumber + 1)
  }

  /// The holidays of a year, in order; empty outside ``years``.
  ///
  /// - Complexity: O(log *n* + *k*) for *k* of *n* holidays.
  public func holidays(in year: Int) -> [PublicHoliday] {
    guard years.contains(year), let start = CivilDate(year, 1, 1),
      let end = CivilDate(year + 1, 1, 1)
    else { return [] }
    return holidays(from: start.dayNumber, before: end.dayNumber)
  }

  /// The calendar for opening hours.
  ///
  /// It has the public holidays of ``years`` and no school holidays. For a territory without any
  /// holidays in the data it is empty (``remark(in:)``).
  public var calendar: HolidayCalendar {
    if isUnknown { return .unknown }
    let first = CivilDate(years.lowerBound, 1, 1) ?? .first
    let last = CivilDate(years.upperBound, 12, 31) ?? .last
    return HolidayCalendar(knownPublicDates: first...last) { isHoliday($0) }
  }

  /// Whether the data has no holidays of the country, and none of the law are known.
  var isUnknown: Bool { days.isEmpty }

  private func holidays(from start: Int, before end: Int) -> [PublicHoliday] {
    days[firstRow(from: start)...].prefix { $0.day < end }.map { day, pair in
      let names = HolidayNames.shared[pair]
      return PublicHoliday(
        date: CivilDate(dayNumber: day), name: names.english, localName: names.local)
    }
  }

  /// The number of holidays before a day.
  private func firstRow(from day: Int) -> Int {
    var (low, high) = (0, days.count)
    while low < high {
      let middle = (low + high) / 2
      if days[middle].day < day { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension HolidayCalendar {
  /// Creates the calendar of the public holidays of a country or a region.
  ///
  /// ```swift
  /// let context = HoursContext(holidays: try HolidayCalendar(country: "AT"))
  /// try OpeningHours("Mo-Fr 09:00-17:00; PH off").isOpen(at: time, in: context)
  /// ```
  ///
  /// School holidays remain unknown; `adding(school:)` adds yours.
  ///
  /// - Parameters:
  ///   - country: a code of ISO 3166-1 such as `AT`, ignoring case.
  ///   - region: a code of ISO 3166-2 such as `DE-BY` or `BY`; nil for the whole country.
  /// - Throws: ``HolidayError`` if the country or the region is not in the data.
  public init(country: String, region: String? = nil) throws(HolidayError) {
    self = try PublicHolidays(country: country, region: region).calendar
  }
}

/// The reason for which holidays are not known.
public enum HolidayError: Error, Hashable, Sendable {
  /// The text is not the code of a country in the data.
  case unknownCountry(String)
  /// The text is not the code of a region of the country.
  case unknownRegion(String, country: String)
}

extension HolidayError: CustomStringConvertible {
  /// A sentence with the remedy.
  public var description: String {
    switch self {
    case .unknownCountry(let text):
      return "\"\(text)\" is not the code of a country such as AT or US"
    case .unknownRegion(let text, let country):
      let regions = PublicHolidays.regions(of: country)
      let remedy =
        regions.isEmpty
        ? "no region of \(country) has holidays of its own; leave it out"
        : "the regions of \(country) are \(regions.joined(separator: ", "))"
      return "\"\(text)\" is not a region; \(remedy)"
    }
  }
}
