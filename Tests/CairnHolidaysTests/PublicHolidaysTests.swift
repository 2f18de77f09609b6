import CairnHolidays
import CairnHours
import TestSupport
import Testing

@Suite struct PublicHolidaysTests {
  /// The number of holidays from 2000 to 2050 of every country and region, and a checksum of their
  /// days and names, by the package from which the data is derived.
  ///
  /// A debug build compares one calendar in 29, which takes a second; a release build compares all.
  @Test func calendarsEqualThePackage() throws {
    let dayZero = try #require(CivilDate(2000, 1, 1)).dayNumber
    for (number, fields) in try VectorFile("holidays.csv").rows.enumerated()
    where number % rounds(1, inDebug: 29) == 0 {
      let region = fields[1].isEmpty ? nil : fields[1]
      let calendar = try PublicHolidays(country: fields[0], region: region)
      #expect(calendar.country == fields[0] && calendar.region == region)
      var (count, checksum) = (0, Checksum())
      for year in 2000...2050 {
        for holiday in calendar.holidays(in: year) {
          count += 1
          checksum.add(
            "\(holiday.date.dayNumber - dayZero)\t\(holiday.localName)\t\(holiday.name)\n".utf8)
        }
      }
      #expect(count == Int(fields[2]), "\(fields)")
      #expect(checksum.value == UInt32(fields[3]), "\(fields)")
    }
  }

  @Test func holidaysThatPeopleKnow() throws {
    func names(_ date: String, _ country: String, _ region: String? = nil) throws -> [String] {
      let date = try #require(CivilDate(date))
      return try PublicHolidays(country: country, region: region).holidays(on: date).map(
        \.localName)
    }
    #expect(try names("2026-10-26", "AT") == ["Nationalfeiertag"])
    #expect(try names("2026-01-06", "DE", "BY") == ["Heilige Drei Könige"])
    #expect(try names("2026-01-06", "DE", "BE") == [])
    #expect(try names("2026-11-26", "US") == ["Thanksgiving Day"])
    #expect(try names("2026-02-17", "CN").count == 1)
    // Orthodox Easter Monday, and the Monday after a holiday on a weekend.
    #expect(try names("2026-04-13", "GR").count == 1)
    #expect(try names("2026-12-28", "GB", "ENG").count == 1)
  }

  @Test func codesAreReadInEveryForm() throws {
    let expected = try PublicHolidays(country: "DE", region: "BY")
    for (country, region) in [("de", "by"), ("DE", "DE-BY"), ("De", "de-by")] {
      let found = try PublicHolidays(country: country, region: region)
      #expect(found.country == "DE" && found.region == "BY")
      #expect(found.holidays(in: 2026) == expected.holidays(in: 2026))
    }
    #expect(try PublicHolidays(country: "DE", region: "").region == nil)
    #expect(try PublicHolidays(country: "de", region: "augsburg").region == "Augsburg")
    #expect(PublicHolidays.countries.count == 250)
    #expect(PublicHolidays.regions(of: "at") == ["1", "2", "3", "4", "5", "6", "7", "8", "9"])
    #expect(PublicHolidays.regions(of: "Atlantis") == [])
  }

  @Test func unknownCodesThrow() {
    for code in ["", "A", "XX", "AUT", "Österreich", "AT ", "🇦🇹"] {
      #expect(throws: HolidayError.unknownCountry(code)) { try PublicHolidays(country: code) }
    }
    #expect(throws: HolidayError.unknownRegion("BY", country: "AT")) {
      try HolidayCalendar(country: "at", region: "BY")
    }
    #expect("\(HolidayError.unknownRegion("X", country: "AT"))".contains("1, 2, 3, 4"))
    #expect("\(HolidayError.unknownRegion("X", country: "JP"))".contains("leave it out"))
  }

  @Test func emptyAndShortListsAreExplained() throws {
    let cases: [(String, ClosedRange<Int>, String?)] = [
      ("UA", 2024...2024, "martial law"), ("UA", 2020...2022, "martial law"),
      ("UA", 2015...2021, nil), ("MU", 2034...2036, "Hindu"), ("NP", 2036...2036, "Hindu"),
      ("NP", 2030...2035, nil), ("HM", 2026...2026, "nobody lives"), ("SG", 2040...2040, nil),
    ]
    for (country, years, words) in cases {
      let remark = try PublicHolidays(country: country).remark(in: years)
      #expect(words.map { remark?.contains($0) == true } ?? (remark == nil), "\(country) \(years)")
    }
    // Every empty list of a known year has a reason.
    for country in PublicHolidays.countries {
      let list = try PublicHolidays(country: country)
      for year in list.years where list.holidays(in: year).isEmpty {
        #expect(list.remark(in: year...year) != nil, "\(country) \(year)")
      }
    }
    let none = try PublicHolidays(country: "BV").calendar
    let suspended = try PublicHolidays(country: "UA").calendar
    #expect(!none.knows(.public) && suspended.knows(.public))
  }

  @Test func datesOutsideTheYearsAreUnknown() throws {
    let fiji = try PublicHolidays(country: "FJ")
    #expect(fiji.years == 2016...2050)
    #expect(fiji.holidays(in: 2015).isEmpty && !fiji.holidays(in: 2016).isEmpty)
    #expect(fiji.holidays(in: .max).isEmpty && fiji.holidays(in: .min).isEmpty)
    #expect(!fiji.isHoliday(.first) && !fiji.isHoliday(.last))
    let calendar = fiji.calendar
    #expect(calendar.knows(.public) && !calendar.knows(.school))
    #expect(!calendar.knows(.public, on: try #require(CivilDate(2015, 12, 31))))
    #expect(calendar.knows(.public, on: try #require(CivilDate(2050, 12, 31))))
    #expect(!calendar.knows(.public, on: try #require(CivilDate(2051, 1, 1))))
  }

  /// The documentation of `PublicHolidays.years` names the countries with fewer years.
  @Test func onlySriLankaEndsBefore2050() throws {
    var ends: [String: Int] = [:]
    for country in PublicHolidays.countries {
      let years = try PublicHolidays(country: country).years
      #expect(years.contains(2026))
      if years.upperBound < 2050 { ends[country] = years.upperBound }
    }
    #expect(ends == ["LK": 2026])
    let last = try #require(CivilDate(2026, 12, 31))
    let calendar = try HolidayCalendar(country: "LK")
    #expect(calendar.knows(.public, on: last) && !calendar.knows(.public, on: last.advanced(by: 1)))
    // The state is uncertain, not "open".
    let hours = try OpeningHours("Mo-Fr 09:00-17:00; PH off")
    let next = last.advanced(by: 1)
    #expect(hours.unknownHolidays(on: last...last, in: calendar).isEmpty)
    #expect(!hours.unknownHolidays(on: next...next, in: calendar).isEmpty)
  }

  @Test func openingHoursUseTheHolidays() throws {
    let hours = try OpeningHours("Mo-Fr 09:00-17:00; PH off")
    let noon = try #require(CivilTime("2026-10-26T12:00"))
    #expect(hours.isOpen(at: noon))
    let austria = HoursContext(holidays: try HolidayCalendar(country: "AT"))
    #expect(!hours.isOpen(at: noon, in: austria))
    #expect(hours.nextChange(after: noon, in: austria) == CivilTime("2026-10-27T09:00"))
    #expect(hours.unknownHolidays(in: austria.holidays).isEmpty)
  }

  /// Intervals state for which dates the holidays are known.
  @Test func intervalsOutsideTheYearsSayThatHolidaysAreNotKnown() throws {
    let hours = try OpeningHours("Mo-Su 09:00-17:00; PH off")
    let austria = HoursContext(holidays: try HolidayCalendar(country: "AT"))
    let intervals = hours.intervals(
      from: try #require(CivilTime("2050-12-30T00:00")),
      to: try #require(CivilTime("2051-01-03T00:00")), in: austria)
    for interval in intervals {
      #expect(interval.areHolidaysKnown == (interval.to <= CivilTime("2051-01-01T00:00")!))
    }
    #expect(Set(intervals.map(\.areHolidaysKnown)) == [true, false])
    let last = try #require(CivilDate(2050, 12, 31))
    let before = try OpeningHours("PH -1 day 09:00-12:00")
    #expect(before.unknownHolidays(on: last...last, in: austria.holidays) == [.public])
    #expect(hours.unknownHolidays(on: last...last, in: austria.holidays) == [])
  }

  @Test func schoolHolidaysCanBeAdded() throws {
    let date = try #require(CivilDate(2026, 7, 6))
    let calendar = try HolidayCalendar(country: "AT").adding(school: [date])
    #expect(calendar.knows(.school) && calendar.knows(.public))
    #expect(calendar.isSchoolHoliday(date) && !calendar.isPublicHoliday(date))
    #expect(calendar.isPublicHoliday(try #require(CivilDate(2026, 10, 26))))
  }
}
