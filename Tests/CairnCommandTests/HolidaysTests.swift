import CairnHours
import Testing

@testable import CairnCommand

/// `cairn holidays`.
@Suite struct HolidaysTests {
  @Test func aYearIsListedWithBothNames() {
    let lines = Run("holidays", "AT", "2026").lines
    #expect(lines[0] == "13 public holidays in Austria in 2026")
    #expect(lines[2] == "date        day       name                   local name")
    #expect(lines[3] == "2026-01-01  thursday  New Year's Day         Neujahr")
    #expect(lines.contains("2026-10-26  monday    National Day           Nationalfeiertag"))
    #expect(
      lines.last { !$0.isEmpty }
        == "9 regions have their own list, such as `cairn holidays AT-1` (Burgenland)")
  }

  @Test(arguments: [
    ("Bavaria", "in Bavaria, Germany"), ("DE-BY", "in Bavaria, Germany"),
    ("Munich", "in Bavaria, Germany"), ("48.137,11.575", "in Bavaria, Germany"),
    ("de-augsburg", "in Augsburg, Germany"), ("scotland", "in Scotland, United Kingdom"),
    ("Edinburgh", "in Scotland, United Kingdom"), ("UK", "in United Kingdom"),
    ("Paris", "in France"), ("Guinea-Bissau", "in Guinea-Bissau"), ("Georgia", "in Georgia"),
    ("Baden-Württemberg", ", Germany"), ("New York", "in New York, United States"),
    // As in `where`, a city precedes a country that is only written alike.
    ("Granada", ", Spain"), ("Grenada", "in Grenada"), ("Deutschland", "in Germany"),
    // Regions whose code is from the boundaries, because places have another name for them.
    ("Basel", "in Basel-Stadt, Switzerland"), ("Uri", "in Uri, Switzerland"),
    ("Buenos Aires", "in Buenos Aires, Argentina"), ("FR-57", "in FR-57, France"),
  ])
  func aCountryRegionOrPlaceIsFound(_ words: String, _ title: String) {
    let run = Run("holidays", words, "2027")
    #expect(run.code == .success && run.lines[0].contains("\(title) in 2027"), "\(run.output)")
    // The words need no quotes.
    #expect(
      Run(["holidays"] + words.split(separator: " ").map(String.init) + ["2027"]).output
        == run.output)
  }

  @Test func aRegionHasMoreThanItsCountry() {
    func dates(_ place: String) -> Set<Substring> {
      Set(Run("holidays", place, "2026", "--format", "csv").lines.map { $0.prefix(10) })
    }
    #expect(dates("DE-BY").isStrictSuperset(of: dates("DE")))
    #expect(dates("DE-BY").contains("2026-01-06") && !dates("Berlin").contains("2026-01-06"))
  }

  @Test func theNextOnesBeginWithTheDate() {
    let run = Run("holidays", "Japan", "--from", "2026-12-20", "--next", "2", "--format", "csv")
    #expect(
      run.output == """
        date,weekday,name,local_name,country,region
        2027-01-01,friday,New Year's Day,元日,JP,
        2027-01-11,monday,Coming of Age Day,成人の日,JP,

        """)
    let today = Run("holidays", "AT", "--from", "2026-12-25", "--next", "1")
    #expect(today.lines[0] == "1 public holiday in Austria from 2026-12-25 on")
    #expect(today.lines[3].hasPrefix("2026-12-25"))
    // Without --next, until the end of the year.
    #expect(Run("holidays", "AT", "--from", "2026-12-10", "--format", "csv").lines.count == 4)
    // The data ends with 2050.
    #expect(Run("holidays", "AT", "--from", "2050-12-26", "--next", "5").lines[0].hasPrefix("1 "))
    let now = Run("holidays", "AT", "--next", "3", "--format", "csv").lines
    #expect(now.count == 5)
    #expect(now[1].prefix(10) < now[2].prefix(10))
  }

  @Test func namesAreThoseOfTheLanguage() {
    let german = Run("holidays", "Tirol", "2027", "--language", "de")
    #expect(german.lines[0] == "13 public holidays in Tirol, Österreich in 2027")
    #expect(german.lines[3] == "2027-01-01  friday     Neujahr")
    // The names of the holidays are known in English and in the country's language only.
    let french = Run("holidays", "AT", "2027", "--language", "fr").lines
    #expect(french[0].contains("Autriche") && french[3].contains("New Year's Day"))
  }

  @Test func otherFormatsHaveTheSameDays() throws {
    let json = Run("holidays", "US-CA", "2026-2027", "--format", "json")
    #expect(
      json.lines[1] == #"{"date":"2026-01-01","weekday":"thursday","name":"New Year's Day","#
        + #""local_name":"New Year's Day","language":"en-US","country":"US","region":"US-CA"},"#)
    let calendar = Run("holidays", "US-CA", "2026-2027", "--format", "ics").output
    let lines = calendar.split(separator: "\r\n").map(String.init)
    #expect(lines.prefix(3) == ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Cairn//Holidays//EN"])
    #expect(lines.last == "END:VCALENDAR")
    let days = lines.filter { $0.hasPrefix("DTSTART;VALUE=DATE:") }
    #expect(days.count == json.lines.count { $0.hasPrefix("{") })
    #expect(days.first == "DTSTART;VALUE=DATE:20260101")
    let names = lines.filter { $0.hasPrefix("UID:") }
    #expect(Set(names).count == days.count && names[0] == "UID:US-CA-2026-01-01-1@cairn.invalid")
    #expect(lines.contains("SUMMARY:New Year's Day"))
  }

  @Test(arguments: [
    (["holidays"], ExitCode.usage), (["holidays", "2027"], .usage),
    (["holidays", "AT-99"], .usage),
    (["holidays", "AT", "1999"], .usage), (["holidays", "AT", "2049-2051"], .usage),
    (["holidays", "AT", "2028-2026"], .usage), (["holidays", "AT", "--next", "0"], .usage),
    (["holidays", "AT", "2026", "--from", "2026-01-01"], .usage), (["holidays", "0,-30"], .data),
    (["holidays", "Nowhereland"], .usage), (["holidays", "LK", "2027"], .usage),
  ])
  func wrongWordsAreErrors(_ words: [String], _ code: ExitCode) {
    let run = Run(words)
    #expect(run.code == code && run.output.isEmpty && !run.errors.isEmpty)
  }

  @Test func wrongYearsAndPlacesAreExplained() {
    let reversed = Run("holidays", "AT", "2028-2026")
    #expect(reversed.code == .usage)
    #expect(reversed.errors.contains("2028-2026 are in the wrong order; write 2026-2028"))
    #expect(Run("holidays", "EU").code == .usage)
    // Regions of several countries have this name, and no place does.
    #expect(Run("holidays", "Central Province").code == .usage)
    let list = Run("holidays", "FR", "2026", "--format", "json")
    #expect(list.errors.contains("regions have their own list"))
    // Why a list is empty or short.
    let empty = Run("holidays", "Kyiv", "2027")
    #expect(
      empty.lines[0].hasPrefix("0 public holidays in") && empty.output.contains("martial law"))
    #expect(Run("holidays", "UA", "--next", "3").output.contains("martial law"))
    #expect(Run("holidays", "MU", "2040", "--format", "csv").errors.contains("Hindu calendar"))
  }
}
