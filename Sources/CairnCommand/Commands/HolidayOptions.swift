internal import CairnCountries
internal import CairnGeodesy
internal import CairnHolidays
internal import CairnHours
internal import CairnRegions

extension Option {
  /// `--country`: the public holidays of a country or region.
  static let holidayCountry = Option(
    name: "country", value: "CODE",
    help: "with the public holidays of a country or a region, such as AT or DE-BY")
}

extension HolidayCalendar {
  /// The public holidays at a place: those of its region or, if the data does not have the region,
  /// of its country; unknown in no country.
  init(at place: Coordinate) {
    guard let country = CountryAtlas.world.country(at: place)?.alpha2 else {
      self = .unknown
      return
    }
    let region = AdministrativeAtlas.world.area(at: place)?.code
    let calendar =
      (try? HolidayCalendar(country: country, region: region))
      ?? (try? HolidayCalendar(country: country))
    self = calendar ?? .unknown
  }
}

/// The holiday calendars of places, which are created once for each region.
struct LocalHolidays {
  private var calendars: [String: HolidayCalendar] = [:]

  /// The public holidays at a place.
  mutating func calendar(at place: Coordinate) -> HolidayCalendar {
    let key =
      AdministrativeAtlas.world.area(at: place)?.code
      ?? CountryAtlas.world.country(at: place)?.alpha2 ?? ""
    if let known = calendars[key] { return known }
    let calendar = HolidayCalendar(at: place)
    calendars[key] = calendar
    return calendar
  }
}

extension Arguments {
  /// Whether the command line gives public holidays.
  var hasPublicHolidays: Bool { has("holidays") || has("country") }

  /// The calendar of the options `--holidays`, `--country` and `--school`.
  var holidayCalendar: HolidayCalendar {
    get throws(Failure) {
      let school = try dates("school")
      if let country = self["country"] {
        if has("holidays") {
          throw .usage("--country and --holidays are two calendars; give one of them")
        }
        let calendar = try Self.calendar(ofCountry: country)
        return school.map { calendar.adding(school: $0) } ?? calendar
      }
      return switch (try dates("holidays"), school) {
      case (nil, nil): .unknown
      case (let dates?, nil): HolidayCalendar(public: dates)
      case (nil, let school?): HolidayCalendar(school: school)
      case (let dates?, let school?): HolidayCalendar(public: dates, school: school)
      }
    }
  }

  /// The public holidays of a code such as `AT` or `DE-BY`.
  private static func calendar(ofCountry code: String) throws(Failure) -> HolidayCalendar {
    let parts = code.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    do throws(HolidayError) {
      return try HolidayCalendar(
        country: String(parts[0]), region: parts.count > 1 ? String(parts[1]) : nil)
    } catch {
      switch error {
      case .unknownCountry:
        throw .usage("--country is a code such as AT or DE-BY, not \(Spelling.quoted(code))")
      case .unknownRegion:
        throw .usage("--country: \(error)")
      }
    }
  }

  /// The dates of an option; nil if it is not given.
  private func dates(_ name: String) throws(Failure) -> [CivilDate]? {
    guard let list = self[name] else { return nil }
    var dates: [CivilDate] = []
    for word in list.split(separator: ",") {
      guard let date = CivilDate(word) else {
        throw .usage("--\(name) has dates such as 2026-12-25, not \(Spelling.quoted(String(word)))")
      }
      dates.append(date)
    }
    return dates
  }
}
