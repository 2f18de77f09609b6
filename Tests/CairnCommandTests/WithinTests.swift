import CairnCountries
import CairnGeodesy
import CairnIndex
import CairnPlaces
import Foundation
import TestSupport
import Testing

@testable import CairnCommand

@Suite struct WithinTests {
  private let places = OwnPlaces(count: 600, seed: 5)

  /// The property `id` of each printed object.
  private func numbers(_ run: Run) throws -> [Int] {
    #expect(run.code == .success, "\(run.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    return try #require(json as? [[String: Any]]).map { try #require($0["id"] as? Int) }
  }

  private func indices(where isIn: (OwnPlaces.Item) -> Bool) -> [Int] {
    places.items.indices.filter { isIn(places.items[$0]) }
  }

  @Test(arguments: [
    "-20,177,16,-178", "-90,-180,90,180", "47,5.8,55.1,15.1", "48.2,16.4,48.2,16.4",
  ])
  func aBoxAgreesWithALoop(text: String) throws {
    let file = try OwnFile(places.csv())
    let box = try BoundingBox(option: text)
    let expected = indices { box.contains($0.coordinate) }
    #expect(!expected.isEmpty)
    let run = ["within", "--in", file.path, "--box", text]
    #expect(try numbers(Run(run + ["--format", "json"])) == expected)
    #expect(Run(run + ["--count"]).output == "\(expected.count)\n")
    #expect(
      try numbers(Run(run + ["--format", "json", "--limit", "3"])) == Array(expected.prefix(3)))
  }

  @Test(arguments: [
    ("((-170 -80,170 -80,170 80,-170 80,-170 -80))", "-80,-170,80,170"),
    ("((-180 -90,180 -90,180 90,-180 90,-180 -90))", "-90,-180,90,180"),
    ("((170 -40,190 -40,190 40,170 40,170 -40))", "-40,170,40,-170"),
    ("((530 -40,530 40,510 40,510 -40,530 -40))", "-40,150,40,170"),
  ])
  func aRectangleIsTheBoxOfItsCorners(rings: String, box: String) throws {
    let file = try OwnFile(places.csv())
    let expected = Run("within", "--in", file.path, "--box", box, "--count")
    let run = Run("within", "--in", file.path, "--polygon", "POLYGON" + rings, "--count")
    #expect(run.code == .success && run.output == expected.output, "\(run.errors)")
    #expect(expected.output != "0\n")
  }

  @Test func columnsOfTheFileDecideKindsAndCountries() throws {
    let file = try OwnFile(places.csv())
    let atlas = CountryAtlas.world
    for (text, country) in [("France", Country.france), ("DEU", .germany), ("at", .austria)] {
      let expected = indices {
        (Country($0.country) ?? atlas.country(at: $0.coordinate)) == country
      }
      #expect(!expected.isEmpty)
      let run = ["within", "--country", text, "--country-by", "column", "--in", file.path]
      #expect(try numbers(Run(run + ["--format", "json"])) == expected)
      let inns = expected.filter { places.items[$0].kind == "Inn" }
      #expect(try numbers(Run(run + ["--kind", "inn", "--format", "json"])) == inns)
      #expect(Run(run + ["--kind", "inn", "--count"]).output == "\(inns.count)\n")
    }
  }

  @Test func boundariesDecideTheCountry() throws {
    let file = try OwnFile(places.csv(withCountry: false))
    let expected = indices { CountryAtlas.world.country(at: $0.coordinate) == .germany }
    #expect(!expected.isEmpty)
    let run = ["within", "--country", "de", "--in", file.path]
    #expect(try numbers(Run(run + ["--format", "json"])) == expected)
    let box = indices { $0.coordinate.longitude > 10 && $0.coordinate.longitude < 12 }
    let both = try numbers(Run(run + ["--box=-90,10,90,12", "--format", "json"]))
    #expect(both == expected.filter { box.contains($0) })
  }

  @Test func aCircleIsInOrderOfDistance() throws {
    let file = try OwnFile(places.csv())
    let center = Coordinate(latitude: 89, longitude: 20)
    let distances = places.items.map { center.distance(to: $0.coordinate) }
    let expected = indices { center.distance(to: $0.coordinate) <= 1_500_000 }
      .sorted { (distances[$0], $0) < (distances[$1], $1) }
    #expect(!expected.isEmpty)
    let run = ["within", "89,20", "--radius", "1500km", "--in", file.path, "--format", "json"]
    #expect(try numbers(Run(run)) == expected)
    #expect(Run(run + ["--count"]).output == "{\"count\":\(expected.count)}\n")
  }

  @Test func aPolygonOfAFileOrOfTheCommandLine() throws {
    let file = try OwnFile(places.csv())
    let wkt = "POLYGON ((170 -40, 190 -40, 190 70, 170 70, 170 -40))"
    // The edges are parallels and meridians, so it is a box.
    let box = BoundingBox(south: -40, west: 170, north: 70, east: -170)
    let expected = indices { box.contains($0.coordinate) }
    #expect(expected.count > 10)
    let run = ["within", "--in", file.path, "--format", "json", "--polygon"]
    #expect(try numbers(Run(run + [wkt])) == expected)
    let text = try OwnFile(wkt + "\n", name: "area.wkt")
    #expect(try numbers(Run(run + [text.path])) == expected)
    let json = try OwnFile(
      """
      {"type":"Feature","properties":{},"geometry":{"type":"MultiPolygon","coordinates":[
      [[[170,-40],[180,-40],[180,70],[170,70],[170,-40]]],
      [[[-180,-40],[-170,-40],[-170,70],[-180,70],[-180,-40]]]]}}
      """, name: "area.geojson")
    #expect(try numbers(Run(run + [json.path])) == expected)
  }

  @Test func placesAlongAPathAreInOrder() throws {
    let file = try OwnFile(places.csv())
    let path = GeoPath([
      Coordinate(latitude: 47.4, longitude: 8.5), Coordinate(latitude: 48.2, longitude: 16.4),
      Coordinate(latitude: 49, longitude: 24),
    ])
    let along = places.items.map { path.nearestPoint(to: $0.coordinate)?.distanceAlong ?? 0 }
    let expected = indices { path.distance(to: $0.coordinate) <= 50_000 }
    #expect(expected.count > 10)
    let run = [
      "within", "--in", file.path, "--width", "50km", "--format", "json", "--along",
    ]
    let found = try numbers(Run(run + ["47.4,8.5 48.2,16.4  49,24"]))
    #expect(Set(found) == Set(expected) && found.count == expected.count)
    #expect(found.map { along[$0] } == found.map { along[$0] }.sorted())
    for other in ["47.4,8.5; 48.2,16.4; 49,24", "LINESTRING (8.5 47.4, 16.4 48.2, 24 49)"] {
      #expect(try numbers(Run(run + [other])) == found)
    }
    let points = try OwnFile("lat,lon\n47.4,8.5\n48.2,16.4\n49,24\n")
    #expect(try numbers(Run(run + [points.path])) == found)
    let table = Run("within", "--in", file.path, "--along", "47.4,8.5 49,24", "--width", "30mi")
    #expect(table.output.contains("within 30 mi of the path"))
    #expect(table.lines[2].hasPrefix("   along  distance  side   name"))
    let way = "47.4,8.5 49,24"
    let csv = Run("within", "--in", file.path, "--along", way, "--width", "30mi", "--format", "csv")
    #expect(csv.lines[0].contains("along_m,distance_m,side"))
    #expect(csv.lines.dropFirst().contains { $0.contains(",left") })
    #expect(csv.lines.dropFirst().contains { $0.contains(",right") })
  }

  @Test func embeddedPlacesAreSortedByPopulation() {
    let run = Run("within", "--country", "Italy", "--limit", "3")
    #expect(run.lines[0].hasPrefix("3 of "))
    #expect(run.lines[3].hasPrefix("Rome ") && run.lines[4].hasPrefix("Milan "))
    let world = Gazetteer.embedded
    let airports = world.airports.filter {
      CountryAtlas.world.country(at: $0.coordinate) == .switzerland
    }
    let counted = Run("within", "--country", "CH", "--kind", "airport", "--count")
    #expect(counted.output == "\(airports.count)\n")
    #expect(Run("within", "--box", "0,0,0,0").output == "no places in the box\n")
    #expect(
      Run("within", "--country", "CH", "--kind", "airport").lines[0]
        == "\(airports.count) airports in Switzerland")
  }

  /// Tornio is in Finland, but its coordinate is in Sweden as the border is drawn.
  @Test(arguments: ["FI", "GE", "SE"].prefix(rounds(3, inDebug: 2)))
  func embeddedPlacesAreInTheirOwnCountry(code: String) throws {
    let world = Gazetteer.embedded
    let run = Run("within", "--country", code, "--format", "json")
    let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    let found = try #require(json as? [[String: Any]])
    let expected = world.places.filter { $0.kind != .district && $0.countryCode == code }
    #expect(found.compactMap { $0["name"] as? String }.sorted() == expected.map(\.name).sorted())
    #expect(Run("within", "--country", code, "--count").output == "\(expected.count)\n")
    let names = found.compactMap { $0["name"] as? String }
    #expect(names.contains("Tornio") == (code == "FI"))

    let byCoast = Run("within", "--country", code, "--country-by", "coast", "--count")
    #expect(byCoast.output == "\(Self.drawnCounts[code] ?? 0)\n")
  }

  /// The number of embedded places in each country as its border is drawn.
  private static let drawnCounts = Gazetteer.embedded.places.reduce(into: [String: Int]()) {
    guard $1.kind != .district,
      let code = CountryAtlas.world.country(at: $1.coordinate)?.alpha2
    else { return }
    $0[code, default: 0] += 1
  }

  /// Each place is listed under exactly one country.
  @Test func everyEmbeddedPlaceHasAKnownCountry() {
    let world = Gazetteer.embedded
    let codes = Set((Array(world.cities) + Array(world.aerodromes)).map { $0.countryCode ?? "" })
    for code in codes { #expect(Country(code)?.alpha2 == code) }
  }

  @Test(arguments: [
    (["within"], "an area is needed"), (["within", "Sydney"], "needs --radius"),
    (["within", "--radius", "3km"], "a place is needed"),
    (["within", "-3,170,1.5,-179", "--in", "x.csv"], "`cairn within --box -3,170,1.5,-179`"),
    (["within", "--box", "1,2,3"], "south,west,north,east"),
    (["within", "--box", "1,2,3,x"], "south,west,north,east"),
    (["within", "--box", "3,2,1,4"], "greater than its north"),
    (["within", "--box=-91,2,1,4"], "-90...90"), (["within", "--box=0,nan,1,4"], "south,west"),
    (["within", "--box", "1,2,3,4", "--polygon", "x"], "two areas"),
    (["within", "--along", "1,2 3,4"], "go together"), (["within", "--width", "3km"], "area"),
    (["within", "--width", "3km", "--box", "1,2,3,4"], "go together"),
    (["within", "--box", "1,2,3,4", "Sydney"], "needs --radius"),
    (["within", "--country", "Atlantis"], "no country"),
    (["within", "--along", "Sydny; Bern", "--width", "3km"], "did you mean Sydney"),
    (["within", "--box", "1,2,3,4", "--columns", "name=x"], "goes with --in"),
  ])
  func wrongCommandLines(arguments: [String], hint: String) {
    let run = Run(arguments)
    #expect(run.code == .usage && run.output.isEmpty)
    #expect(run.errors.contains(hint), "\(run.errors)")
  }

  @Test func invalidShapesAreReported() throws {
    let points = try OwnFile("lat,lon\n1,2\n")
    let run = Run("within", "--polygon", points.path)
    #expect(run.code == .data && run.errors.contains("has no polygon"))
    let lines = try OwnFile(
      "LINESTRING (1 2, 3 4)\nLINESTRING (1 2, 3 4)\n", name: "lines.wkt")
    let two = Run("within", "--along", lines.path, "--width", "1km")
    #expect(two.code == .data && two.errors.contains("2 lines"))
    let broken = try OwnFile("{\"type\":", name: "area.geojson")
    let json = Run("within", "--polygon", broken.path)
    #expect(json.code == .data && json.output.isEmpty)
    #expect(Run("within", "--polygon", points.sibling("none")).code == .noInput)
    #expect(Run("within", "--along", points.sibling("none"), "--width", "1km").code == .noInput)
  }
}
