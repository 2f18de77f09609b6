import CairnCountries
import CairnCountrySearch
import CairnGeodesy
import CairnIndex
import CairnPlaces
import Foundation
import TestSupport
import Testing

@testable import CairnCommand

/// All entry points agree on the country of a place, compared with a loop over the lookup.
@Suite struct CountryEntryPointTests {
  private struct Site: Identifiable {
    let id: Int
    let place: Coordinate
  }

  /// The countries tested: with coasts, islands, a long border, or across 180 degrees.
  private static let countries: [Country] = [
    .japan, .fiji, .norway, .maldives, .italy, .switzerland, .antarctica, .singapore,
  ]

  /// Places on land, off coasts at about the limit of coastal waters, and far from any coast; the
  /// country column of each is wrong.
  private static let places: [Coordinate] = {
    var random = SeededGenerator(seed: 77)
    func number(in range: ClosedRange<Double>) -> Double {
      range.lowerBound + Double(random.next() >> 11) * 0x1p-53
        * (range.upperBound - range.lowerBound)
    }
    let wanted = Set(countries.map(\.alpha2))
    let named = Gazetteer.embedded.places.filter { wanted.contains($0.countryCode ?? "") }
    var places = named.shuffled(using: &random).prefix(rounds(700, inDebug: 40)).map { place in
      place.coordinate.destination(
        bearing: number(in: 0...360), distance: number(in: 0...40_000))
    }
    // Rounded, so that every format preserves them exactly.
    places += [
      Coordinate(latitude: -90, longitude: 0), Coordinate(latitude: -17.5, longitude: 180),
      Coordinate(latitude: -17.5, longitude: -179.9), Coordinate(latitude: -40, longitude: -120),
      Coordinate(latitude: 22.308, longitude: 113.918),
      Coordinate(latitude: -0.0038, longitude: -50.5414),
    ]
    return places.map {
      Coordinate(
        latitude: ($0.latitude * 1e5).rounded() / 1e5,
        longitude: ($0.longitude * 1e5).rounded() / 1e5)
    }
  }()

  /// The places as a table, with a number and a country column.
  private static func table(_ words: (Int) -> String) -> String {
    "name,lat,lon,country\n"
      + places.enumerated().map { number, place in
        "\(number),\(place.latitude),\(place.longitude),\(words(number))\n"
      }.joined()
  }

  private func names(_ arguments: [String]) throws -> Set<Int> {
    let run = Run(arguments + ["--format", "json"])
    #expect(run.code == .success, "\(arguments) \(run.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    return Set(
      try #require(json as? [[String: Any]]).map { item in
        try #require((item["name"] as? Int) ?? (item["name"] as? String).flatMap { Int($0) })
      })
  }

  @Test(arguments: [false, true])
  func entryPointsAgreeWithTheLookUp(isLandOnly: Bool) throws {
    let places = Self.places
    let atlas = isLandOnly ? CountryAtlas.world.landOnly : .world
    let answers = places.map { atlas.country(at: $0) }
    let rule = isLandOnly ? ["--country-by", "land"] : []
    let counts = Dictionary(answers.compactMap { $0 }.map { ($0, 1) }, uniquingKeysWith: +)

    // The library.
    #expect(atlas.countries(at: places) == answers)
    #expect(atlas.counts(of: places) == counts)
    #expect(atlas.countries(at: places, within: -1) == answers)
    let index = try PlaceIndex(places.indices, coordinate: { places[$0] })
    let mapped = try MappedPlaceIndex(bytes: index.encoded(), decode: { _ in 0 })
    let dynamic = try DynamicPlaceIndex(
      places.enumerated().map { Site(id: $0.offset, place: $0.element) }, coordinate: \.place)
    #expect(index.countsByCountry(of: atlas) == counts)
    #expect(try mapped.countsByCountry(of: atlas) == counts)
    #expect(dynamic.countsByCountry(of: atlas) == counts)

    // The command, with the places as a table and as an index file.
    let file = try OwnFile(Self.table { Self.countries[$0 % 8].alpha2 })
    let indexFile = file.sibling("places.cairn")
    #expect(Run("index", "build", file.path, indexFile).code == .success)
    let appended = Run(["country", "--append", file.path, "--column", "found"] + rule)
    let column = appended.output.split(separator: "\n").dropFirst()
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).last.map(String.init) }
    #expect(column == answers.map { $0?.alpha2 ?? "" })
    let stats = Run(["stats", file.path, "--format", "csv", "--limit", "0"] + rule)
    let statsCounts = stats.output.split(separator: "\n").filter { $0.hasPrefix("country,") }
    #expect(
      Set(statsCounts)
        == Set(
          counts.map { Substring("country,\($0.key.alpha2),\($0.value)") }
            + ["country,,\(answers.count { $0 == nil })"]))

    for country in Self.countries.prefix(rounds(8, inDebug: 2)) {
      let expected = places.indices.filter { answers[$0] == country }
      let odd = expected.filter { $0 % 2 == 1 }
      let region = atlas.region(of: country)
      let center = places[17]
      let sorted = expected.map { (center.distance(to: places[$0]), $0) }
        .sorted { $0 < $1 }.map(\.1)
      #expect(places.indices.filter { region.contains(places[$0]) } == expected)
      #expect(index.elements(in: country, of: atlas) == expected)
      #expect(index.elements(in: country, of: atlas) { $0 % 2 == 1 } == odd)
      #expect(index.count(in: region) == expected.count)
      #expect(index.count(in: region) { $0 % 2 == 1 } == odd.count)
      #expect(index.nearest(to: center, in: country, of: atlas).map(\.element) == sorted)
      #expect(try mapped.count(in: country, of: atlas) == expected.count)
      #expect(try mapped.keys(in: region) == expected)
      #expect(
        try mapped.nearest(to: center, count: 9, in: country, of: atlas).map(\.offset)
          == Array(sorted.prefix(9)))
      #expect(dynamic.elements(in: country, of: atlas).map(\.id) == expected)
      #expect(dynamic.count(in: country, of: atlas) == expected.count)
      #expect(dynamic.nearest(to: center, in: country, of: atlas).map(\.id) == sorted)
      if !isLandOnly {
        #expect(index.count(in: country) == expected.count)
        #expect(index.keys(in: country) == expected)
        #expect(places.indices.filter { country.contains(places[$0]) } == expected)
      }

      let chosen = ["--country", country.alpha2] + rule
      for path in [file.path, indexFile] {
        let own = ["--in", path] + chosen
        #expect(try names(["within"] + own) == Set(expected), "\(country)")
        #expect(Run(["within", "--count"] + own).output == "\(expected.count)\n")
        #expect(try names(["within", "--box=-90,-180,90,180"] + own) == Set(expected))
        #expect(try names(["near", "12,34", "--limit", "100000"] + own) == Set(expected))
        #expect(
          Run(["near", "12,34", "--radius", "30000km", "--count"] + own).output
            == "\(expected.count)\n")
      }
      let query = ["index", "query", indexFile, "within", "--count"] + chosen
      #expect(Run(query).output == "\(expected.count)\n")
      let converted = Run(["convert", file.path, "--to", "csv"] + chosen)
      #expect(converted.lines.count - 2 == expected.count)
      // Maps are slow to draw without optimization.
      guard Self.countries.prefix(rounds(8, inDebug: 1)).contains(country) else { continue }
      let map = Run(
        ["map", "--in", file.path, "--format", "svg", "--clusters"] + chosen
      ).output
      let noun = expected.count == 1 ? "place" : "places"
      if expected.isEmpty {
        #expect(!map.contains(" in \(country.name)"))
      } else {
        #expect(map.contains("\(expected.count) \(noun) in \(country.name)"), "\(country)")
      }
    }
    // Single lookups.
    for offset in stride(from: 0, to: places.count, by: 37) {
      let place = "\(places[offset].latitude),\(places[offset].longitude)"
      let run = Run(["country", place, "--format", "json"] + rule)
      let word = answers[offset].map { "\"\($0.alpha2)\"" } ?? "null"
      #expect(run.output.contains("\"country\":\(word)"), "\(place) \(run.errors)")
    }
  }

  @Test func embeddedPlacesAgreeWithTheirCoordinates() throws {
    let world = Gazetteer.embedded
    for (country, airports) in [(Country.maldives, 15), (.fiji, 17), (.japan, 84)]
      .prefix(rounds(3, inDebug: 1))
    {
      let expected = world.airports.count {
        CountryAtlas.world.country(at: $0.coordinate) == country
      }
      #expect(expected == airports)
      let kind = ["--country", country.alpha2, "--kind", "airport"]
      #expect(Run(["within", "--count"] + kind).output == "\(airports)\n")
      #expect(
        Run(["near", "0,0", "--radius", "30000km", "--count"] + kind).output == "\(airports)\n")
      let near = Run(["near", "0,0", "--limit", "1000", "--format", "csv"] + kind)
      #expect(near.lines.count - 2 == airports)
      let map = Run(["map", "--format", "svg", "--limit", "500"] + kind)
      #expect(map.output.contains("\(airports) airports in \(country.name)"))
      let byCode = Run(["within", "--count", "--country-by", "column"] + kind)
      #expect(byCode.output == "\(airports)\n")
    }
  }

  @Test func aColumnDecidesIfChosen() throws {
    let places = Self.places
    func word(_ number: Int) -> String { ["JP", "Fiji", "", "NOR"][number % 4] }
    let file = try OwnFile(Self.table(word))
    let indexFile = file.sibling("places.cairn")
    #expect(Run("index", "build", file.path, indexFile).code == .success)
    for country in [Country.japan, .italy, .fiji, .norway].prefix(rounds(4, inDebug: 2)) {
      let expected = places.indices.filter { number in
        let own = word(number)
        return (own.isEmpty ? CountryAtlas.world.country(at: places[number]) : Country(own))
          == country
      }
      let chosen = ["--country", country.name, "--country-by", "column"]
      for path in [file.path, indexFile] {
        #expect(try names(["within", "--in", path] + chosen) == Set(expected))
        #expect(
          try names(["near", "1,2", "--limit", "10000", "--in", path] + chosen) == Set(expected))
      }
      #expect(
        Run(["convert", file.path, "--to", "csv"] + chosen).lines.count - 2 == expected.count)
      let map = Run(["map", "--in", file.path, "--format", "svg", "--clusters"] + chosen)
      let noun = expected.count == 1 ? "place" : "places"
      #expect(map.output.contains("\(expected.count) \(noun) in \(country.name)"))
    }
    let bare = try OwnFile("name,lat,lon\na,48,16\n")
    for command in [["within"], ["near", "1,2"], ["map"]] {
      let run = Run(
        command + ["--in", bare.path, "--country", "AT", "--country-by", "column"])
      #expect(run.code == .data && run.errors.contains("no column for the country"))
    }
  }

  @Test(arguments: [
    (["near", "Basel", "--country-by", "land"], "goes with --country"),
    (["within", "--box", "1,2,3,4", "--country-by", "land"], "goes with --country"),
    (["country", "1,2", "--country-by", "column"], "coast or land"),
    (["country", "1,2", "--country-by", "land", "--regions", "x"], "applies to countries"),
    (["near", "--append", "a", "--nearest-of", "b", "--country", "AT"], "leave it out"),
  ])
  func wrongCommandLines(arguments: [String], hint: String) {
    let run = Run(arguments)
    #expect(run.code == .usage)
    #expect(run.errors.contains(hint), "\(run.errors)")
  }
}
