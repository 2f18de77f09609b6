import CairnCountries
import CairnCountryFacts
import CairnGeodesy
import CairnIndex
import CairnPlaces
import TestSupport
import Testing

@testable import CairnCommand

/// Embedded places have their own country, region and time zone at every entry point, wherever the
/// borders are drawn.
@Suite struct PlaceFactsTests {
  @Test func oneLookUpEqualsTheTableForMany() {
    let world = Gazetteer.embedded
    var coordinates = (0..<12).map {
      Coordinate(latitude: Double($0) * 7 - 40, longitude: Double($0) * 11)
    }
    for places in [world.cities, world.aerodromes] {
      for step in 0..<12 {
        let position = places.indices.lowerBound + step * places.count / 12
        coordinates.append(places.coordinate(at: position))
      }
    }
    for coordinate in coordinates {
      #expect(PlaceFacts.onlyPlace(at: coordinate) == PlaceFacts.place(at: coordinate))
    }
  }

  private let world = Gazetteer.embedded

  private func location(of place: Place) throws -> Location {
    var location = try Location("0,0")
    location.coordinate = place.coordinate
    location.place = place
    return location
  }

  /// All cities, districts, airports and destinations; in debug builds some of them.
  @Test func factsEqualThoseOfTheRow() throws {
    var wrong: [String] = []
    func check(_ place: Place, _ facts: PlaceFacts) {
      if facts.country != place.country || facts.timeZone != place.timeZone
        || place.region != nil && facts.region?.name != place.region
      {
        wrong.append(place.description)
      }
    }
    var seen: Set<Coordinate> = []
    let step = rounds(1, inDebug: 11)
    let aerodromes = world.aerodromes
    let zones = world.timeZoneNames
    for position in stride(from: 0, to: aerodromes.endIndex, by: step) {
      let place = position < aerodromes.startIndex ? world.cities[position] : aerodromes[position]
      try check(place, PlaceFacts(location(of: place)))
      // If two places share a coordinate, the coordinate refers to the first.
      if seen.insert(place.coordinate).inserted {
        let own = PlaceFacts.place(at: place.coordinate)
        check(own ?? place, PlaceFacts(at: place.coordinate))
        if PlaceFacts.ownCountry(at: place.coordinate) != own?.country
          || PlaceFacts.position(at: place.coordinate).flatMap(world.timeZoneNumber(at:))
            .map({ zones[$0] }) != own?.timeZone
        {
          wrong.append(place.description)
        }
      }
    }
    for place in world.destinations { try check(place, PlaceFacts(location(of: place))) }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(10))")
  }

  /// Places at borders, through the commands.
  @Test(arguments: [
    "Columbus, Georgia", "Phenix City", "Gold Coast Airport", "OOL", "Tornio", "Haparanda", "Nuuk",
    "Laughlin", "Bristol, Tennessee", "Texarkana, Texas", "Texarkana, Arkansas",
    "Kansas City, Kansas",
    "Frankfurt (Oder)", "Słubice", "Konstanz", "Kreuzlingen", "Valga", "Valka", "Gorizia",
    "Nova Gorica",
    "Cúcuta", "Rivera", "Chuí", "Foz do Iguaçu", "Johor Bahru", "Brazzaville", "BSL", "GVA",
    "Shibuya",
  ])
  func commandsPrintTheFactsOfTheRow(name: String) throws {
    guard let place = try? world.place(named: name) else { return }
    let (country, zone) = (try #require(place.countryCode), try #require(place.timeZone))
    let json = Run("where", name, "--format", "json").output
    #expect(json.contains("\"country\":\"\(country)\""), "\(name): \(json)")
    #expect(json.contains("\"time_zone\":\"\(zone)\""), "\(name): \(json)")
    if let region = place.region { #expect(json.contains("\"region\":\"\(region)\""), "\(json)") }
    #expect(Run("country", name, "--format", "json").output.contains("\"country\":\"\(country)\""))

    let (latitude, longitude) = (place.coordinate.latitude, place.coordinate.longitude)
    let table = "lat,lon\n\(latitude),\(longitude)\n"
    let row = "\(latitude),\(longitude)"
    let file = try OwnFile(table)
    #expect(
      Run("append", file.path, "--country", "--time-zone").lines.dropFirst().first
        == "\(row),\(country),\(zone)")
    #expect(
      Run("country", "--append", file.path).lines.dropFirst().first == "\(row),\(country)")
    #expect(
      Run("where", "--append", file.path, "--columns", "country,region,time_zone").lines.dropFirst()
        .first == "\(row),\(country),\(place.region ?? ""),\(zone)")
    let near = Run(
      "near", row, "--kind", place.kind.rawValue, "--country", country, "--limit", "1", "--format",
      "json"
    ).output
    #expect(near.contains("\"country\":\"\(country)\""), "\(near)")
    #expect(near.contains(",\"distance_m\":0.000,"), "\(near)")
  }

  /// A table with embedded places among other rows, some without a coordinate.
  @Test(arguments: [[], ["--within", "20km"]])
  func embeddedPlacesMayBeAmongOtherRows(options: [String]) throws {
    var random = SeededGenerator(seed: 32)
    var table = "lat,lon\n"
    var expected: [String] = []
    for row in 0..<600 {
      var coordinate = Coordinate(
        latitude: .random(in: -60...70, using: &random),
        longitude: .random(in: -180...180, using: &random))
      if row % 3 == 0 {
        coordinate =
          world.aerodromes[.random(in: world.aerodromes.indices, using: &random)]
          .coordinate
      }
      if row % 50 == 7 {
        table += ",\n"
        expected.append(",,")
        continue
      }
      let text = "\(coordinate.latitude),\(coordinate.longitude)"
      table += "\(text)\n"
      let atlas = CountryAtlas.world
      let country =
        PlaceFacts.place(at: coordinate)?.countryCode
        ?? (options.isEmpty
        ? atlas.country(at: coordinate) : atlas.country(at: coordinate, within: 20_000))?.alpha2
      expected.append("\(text),\(country ?? "")")
    }
    let file = try OwnFile(table)
    for run in [
      Run(["append", file.path, "--country"] + options),
      Run(["country", "--append", file.path] + options),
    ] {
      #expect(run.lines.dropFirst().filter { !$0.isEmpty }.map(String.init) == expected)
    }
  }

  /// The lookup by coordinate, compared with a linear scan.
  @Test func onlyCoordinatesOfEmbeddedPlacesMatch() {
    var random = SeededGenerator(seed: 7)
    let known = Set(
      (Array(world.cities) + Array(world.aerodromes)).map {
        [$0.coordinate.latitude, $0.coordinate.longitude].map { ($0 * 100_000).rounded() }
      })
    for _ in 0..<300 {
      let place = world.cities[.random(in: world.cities.indices, using: &random)]
      let near = Coordinate(
        latitude: place.coordinate.latitude + .random(in: -0.00003...0.00003, using: &random),
        longitude: place.coordinate.longitude)
      let cell = [near.latitude, near.longitude].map { ($0 * 100_000).rounded() }
      #expect((PlaceFacts.place(at: near) != nil) == known.contains(cell))
    }
  }

  @Test func wherePrintsTheCityAndTheDistrict() throws {
    let eiffelTower = Run("where", "48.8584,2.2945")
    #expect(eiffelTower.output.contains("to Paris, Île-de-France, FR\n"))
    #expect(eiffelTower.output.contains("district   Paris 16 Passy\n"))
    let json = Run("where", "35.6595,139.7005", "--format", "json").output
    #expect(json.contains("\"city\":\"Tokyo\""))
    #expect(json.contains("\"district\":\"Shibuya\""))
    let file = try OwnFile("lat,lon\n52.5163,13.3777\n48.1372,11.5756\n")
    let appended = Run("where", "--append", file.path, "--columns", "city,district").lines
    #expect(appended[1] == "52.5163,13.3777,Berlin,Mitte")
    #expect(appended[2].hasPrefix("48.1372,11.5756,Munich"))
    #expect(!Run("where", "47.56,7.59").output.contains("district"))
  }

  @Test func namesAreInTheLanguage() throws {
    let vienna = Run("where", "48.2,16.37", "--language", "ja").output
    #expect(vienna.contains("to Vienna, ウィーン, AT\n"), "\(vienna)")
    #expect(vienna.contains("region     ウィーン, AT-9\n") && vienna.contains("オーストリア 🇦🇹"))
    #expect(vienna.contains("to スロバキア\n"))
    let json = Run("where", "Linz", "--language", "de-AT", "--format", "json").output
    #expect(json.contains(#""region":"Oberösterreich""#), "\(json)")
    #expect(json.contains(#""country":"AT","country_name":"Österreich""#))
    // Without the option nothing changes.
    #expect(!Run("where", "Linz", "--format", "json").output.contains("country_name"))
    let file = try OwnFile("lat,lon\n48.1372,11.5756\n0,-140\n")
    let rows = Run(
      "where", "--append", file.path, "--columns", "city,region,country,country_name", "--language",
      "fr"
    ).lines
    #expect(rows[0] == "lat,lon,city,region,country,country_name")
    #expect(rows[1] == "48.1372,11.5756,Munich,Bavière,DE,Allemagne")
    #expect(rows[2].hasPrefix("0,-140,") && rows[2].hasSuffix(",,,"))
    let regions = Run("regions", "--country", "Austria", "--language", "it", "--format", "csv")
    #expect(regions.output.contains("AT-7,Tirolo,AT\n"))
    for language in ["xx", "", "klingon"] {
      let run = Run("where", "Linz", "--language", language)
      #expect(run.code == .usage && run.errors.contains("--language is ar, bn"), "\(run.errors)")
    }
  }

  @Test func nearestAirportsAreServed() {
    let london = Run("near", "51.5,-0.12", "--kind", "airport", "--limit", "2", "--format", "json")
    #expect(london.output.contains("\"code\":\"LCY\""))
    #expect(!london.output.contains("\"served\":false"))
    let all = Run("near", "51.5,-0.12", "--kind", "aerodrome", "--limit", "3", "--format", "json")
    #expect(all.output.contains("\"code\":\"NHT\""))
    #expect(all.output.contains("\"served\":false,\"military\":true"))
    let near = Run(
      "near", "51.5,-0.12", "--radius", "25km", "--limit", "100", "--format", "csv"
    ).output
    #expect(near.contains("LHR") && !near.contains("NHT"))
  }
}
