import CairnCountries
import CairnFeatures
import CairnFormats
import CairnGeodesy
import Testing

@testable import CairnCommand

@Suite struct CountryCommandTests {
  @Test func printsTheCountryOfAPlace() {
    let run = Run("country", "35.68,139.69")
    #expect(run.code == .success)
    #expect(run.lines.first == "🇯🇵 Japan")
    #expect(run.output.contains("JP, JPN, 392"))
    #expect(run.output.contains("km to the coast"))
    let basel = Run("country", "47.56,7.59", "--format", "json")
    #expect(basel.output.contains("\"country\":\"CH\""))
    #expect(basel.output.contains("\"border_m\":"))
    #expect(basel.output.contains("\"border_with\":[\"FR\"]"))
  }

  @Test func namesTheStateThatATerritoryBelongsTo() {
    let nuuk = Run("country", "64.18,-51.72")
    #expect(nuuk.lines.contains("part of    Denmark"))
    #expect(!Run("country", "48.2,16.37").output.contains("part of"))
    let json = Run("country", "64.18,-51.72", "--format", "json")
    #expect(json.output.contains(#""sovereign":"DK""#) && !json.output.contains("united_nations"))
    let vienna = Run("country", "48.2,16.37", "--format", "json")
    #expect(vienna.output.contains(#""sovereign":"AT","united_nations":"member""#))
    let listed = Run("countries", "--search", "VA", "--format", "json")
    #expect(listed.output.contains(#""sovereign":"VA","united_nations":"observer""#))
  }

  @Test func namesTheNearestCountryAtSea() {
    let run = Run("country", "0,-30")
    #expect(run.code == .success)
    #expect(run.lines.first?.hasPrefix("no country at 0") == true)
    #expect(run.output.contains("the nearest is Brazil 🇧🇷, "))
    let json = Run("country", "0,-30", "--format=json")
    #expect(json.output.contains("\"country\":null"))
    #expect(json.output.contains("\"nearest_country\":\"BR\""))
    // A pier is in the waters of its country, unless only the land counts, or its surroundings.
    let pier = Run("country", "51.5165,0.7223")
    #expect(pier.lines.first == "🇬🇧 United Kingdom")
    #expect(pier.output.contains("km to its coast"))
    for (words, hasCountry) in [
      ([], false), (["--within", "500m"], false), (["--within", "3km"], true),
    ] {
      let run = Run(["country", "51.5165,0.7223", "--country-by", "land"] + words)
      #expect(run.lines.first?.hasPrefix("no country at 51.5165") == !hasCountry)
    }
    #expect(Run("country", "0,-30", "--within", "200km").lines.first == "🇧🇷 Brazil")
  }

  @Test func errorsAreOneLine() {
    for words in [
      ["country"], ["country", "--append", "a", "b"], ["countries", "jap"],
      ["near", "Basel", "--country", "Frankreichs"], ["country", "x", "--within", "25 parsecs"],
    ] {
      let run = Run(words)
      #expect(run.code == .usage, "\(words)")
      #expect(run.output.isEmpty)
      #expect(run.errors.split(separator: "\n").count == 1)
    }
  }

  @Test func listsCountries() {
    let all = Run("countries", "--format", "csv")
    #expect(all.lines.count == Country.all.count + 2)
    let title = "country,alpha3,numeric,name,continent,capital,dial_code,currency,flag,sovereign"
    #expect(all.output.hasPrefix(title + ",united_nations\n"))
    #expect(all.lines.filter { $0.hasSuffix(",member") || $0.hasSuffix(",observer") }.count == 195)
    let found = Run("countries", "--search", "jap")
    #expect(found.output.contains("🇯🇵"))
    #expect(found.output.contains("JP JPN 392"))
    let dialed = Run("countries", "--search", "+81", "--format", "json")
    #expect(dialed.output.contains("\"country\":\"JP\""))
    #expect(Run("countries", "--search", "swizerland", "--format", "csv").lines.count == 3)
    #expect(Run("countries", "--search", "CHF", "--format", "csv").lines[1].hasPrefix("CH,"))
    // Fiji is on both sides of 180 degrees, and its outline is cut there.
    let fiji = Run("countries", "--search", "FJI", "--format", "geojson")
    #expect(fiji.output.contains(#""country":"FJ""#) && fiji.output.contains("[180,-1"))
    #expect(fiji.output.contains("[-180,-1"))
    // An empty result is not an error, as for `cairn search`.
    for format in ["table", "csv", "json"] {
      let none = Run("countries", "--search", "qqqq", "--format", format)
      let places = Run("search", "qqqq", "--format", format)
      #expect(none.code == places.code && none.code == .success)
      #expect(none.errors == places.errors && none.lines.count == places.lines.count)
    }
    #expect(Run("countries", "--search", "qqqq").output == "no countries for \"qqqq\"\n")
  }

  @Test func listsRegions() {
    let austria = Run("regions", "--country", "AUT", "--format", "csv")
    #expect(austria.lines.first == "region_code,name,country")
    #expect(austria.lines.contains("AT-7,Tyrol,AT") && austria.lines.count == 9 + 2)
    #expect(Run("regions", "--country", "austria").lines.contains { $0.hasPrefix("AT-9 ") })
    let all = Run("regions", "--format", "json")
    #expect(all.lines.count > 3_000)
    #expect(all.output.contains(#"{"region_code":"AT-7","name":"Tyrol","country":"AT"}"#))
    // One of the regions of Fiji is on both sides of 180 degrees, and its outline is cut there.
    let fiji = Run("regions", "--country", "FJ", "--format", "geojson")
    #expect(fiji.output.contains("[180,-1") && fiji.output.contains("[-180,-1"))
    #expect(fiji.lines.filter { $0.contains(#""country":"FJ""#) }.count > 3)
    // A country without subdivisions has no regions, which is not an error.
    #expect(Run("regions", "--country", "MC").output == "no regions: Monaco is not divided\n")
    for format in ["csv", "json", "geojson"] {
      let none = Run("regions", "--country", "MC", "--format", format)
      #expect(none.code == .success && none.lines.count == 2, "\(format): \(none.output)")
    }
    #expect(Run("regions", "austria").code == .usage)
    #expect(Run("regions", "--country", "Oesterreych").code == .usage)
  }

  @Test func listsPlacesOfOneCountry() {
    let run = Run("near", "Basel", "--country", "france", "--limit", "3", "--format", "csv")
    #expect(run.code == .success)
    #expect(run.lines.dropFirst().prefix(3).allSatisfy { $0.contains(",FR,") })
    #expect(run.lines.count == 5)
    let none = Run("near", "Basel", "--country", "JP", "--radius", "100km")
    #expect(none.output.contains("no places of Japan within 100 km of Basel"))
    #expect(none.output.contains("the nearest is"))
  }

  /// Passes a table to the filter in chunks of equal size.
  private func filter(
    _ table: String, pieces size: Int = .max, within distance: Double? = nil
  ) throws -> Filtered {
    let answers = AppendedColumn.country(within: distance)
    return try filtered(table, answers, pieces: size)
  }

  @Test(arguments: [1, 2, 3, 7, 64, Int.max])
  func appendsAColumnAndKeepsTheRest(_ size: Int) throws {
    let table = """
      \u{FEFF}name,latitude,longitude,note\r
      Tokyo,35.68,139.69,"a ""note"",
      in two lines"\r
      sea,0,-30,\r
      \r
      bad,north,1,x\r
      "Paris", 48.86 ,"2.35",y
      beyond,91,0,z
      short,1
      Sydney,-33.87,151.21,
      """
    let expected = """
      \u{FEFF}name,latitude,longitude,note,country\r
      Tokyo,35.68,139.69,"a ""note"",
      in two lines",JP\r
      sea,0,-30,,\r
      \r
      bad,north,1,x,\r
      "Paris", 48.86 ,"2.35",y,FR
      beyond,91,0,z,
      short,1,,,
      Sydney,-33.87,151.21,,AU
      """
    let found = try filter(table, pieces: size)
    #expect(found.text == expected)
    #expect(found.report.badCount == 3)
  }

  @Test func acceptsOtherDelimitersAndTheNearestCountry() throws {
    #expect(try filter("lat\tlon\n47.5\t7.6\n").text == "lat\tlon\tcountry\n47.5\t7.6\tCH\n")
    #expect(try filter("x;y\n7.6;47.5\n").text == "x;y;country\n7.6;47.5;CH\n")
    let pier = "lat,lon\n51.5165,0.7223\n"
    #expect(try filter(pier).text == "lat,lon,country\n51.5165,0.7223,GB\n")
    #expect(try filter(pier, within: 500).text == "lat,lon,country\n51.5165,0.7223,GB\n")
    let sea = "lat,lon\n0,-30\n"
    #expect(try filter(sea, within: 500).text == "lat,lon,country\n0,-30,\n")
    #expect(try filter(sea, within: 200_000).text == "lat,lon,country\n0,-30,BR\n")
    #expect(try filter("").text == "")
    #expect(try filter("\n\n").text == "\n\n")
  }

  @Test func invalidTablesAreErrors() {
    #expect(throws: Failure.self) { try filter("name,place\nTokyo,here\n") }
    #expect(throws: Failure.self) { try filter("lat,lon\n\"1,2\n") }
  }
}
