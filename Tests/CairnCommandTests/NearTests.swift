import CairnGeodesy
import CairnIndex
import CairnText
import Foundation
import Testing

@testable import CairnCommand
@testable import CairnPlaces

@Suite struct NearTests {
  private func objects(_ run: Run) throws -> [[String: Any]] {
    #expect(run.code == .success)
    #expect(run.errors.isEmpty)
    let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    return try #require(json as? [[String: Any]])
  }

  @Test func jsonIsAnArrayOfPlacesNearestFirst() throws {
    let places = try objects(
      Run("near", "Sydney", "--radius", "100km", "--limit", "10", "--format", "json"))
    #expect(places.count == 10)
    #expect(places[0]["name"] as? String == "Sydney")
    #expect(places[0]["distance_m"] as? Double == 0)
    let distances = try places.map { try #require($0["distance_m"] as? Double) }
    #expect(distances == distances.sorted())
    for place in places {
      let latitude = try #require(place["latitude"] as? Double)
      let longitude = try #require(place["longitude"] as? Double)
      let bearing = try #require(place["bearing_deg"] as? Double)
      #expect((-90...90).contains(latitude) && (-180...180).contains(longitude))
      #expect((0..<360).contains(bearing))
      #expect(place["country"] as? String == "AU")
    }
  }

  @Test(
    arguments: [
      ("-33.86,151.2", "150km", nil), ("-17.8,179.99", "900km", nil),
      ("Reykjavík", "300mi", "airport"),
    ] as [(String, String, String?)])
  func jsonEqualsALinearScan(center: String, radius: String, kind: String?) throws {
    var arguments = ["near", center, "--radius=\(radius)", "--limit", "100000", "--format", "json"]
    if let kind { arguments += ["--kind", kind] }
    let places = try objects(Run(arguments))
    let world = Gazetteer.embedded
    let origin = try Location(center).coordinate
    let meters = try Arguments.length(radius, name: "radius", unit: .kilometers)
    // By distance, but the city whose district is nearer than all cities by that of the district.
    let distances = world.places.indices.map {
      origin.distance(to: world.places.coordinate(at: $0))
    }
    var keys = distances
    if let nearest = world.cities.indices.min(by: { distances[$0] < distances[$1] }) {
      keys[world.cityRow(ofRow: nearest)] = distances[nearest]
    }
    let expected = world.places.indices.filter {
      let found = world.places[$0].kind
      return distances[$0] <= meters
        && (kind == nil ? found != .district : found.rawValue == kind)
    }.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { (distances[$0], world.places[$0]) }
    #expect(!expected.isEmpty)
    #expect(places.map { $0["name"] as? String } == expected.map(\.1.name))
    for (place, wanted) in zip(places, expected) {
      #expect(abs((place["distance_m"] as? Double ?? -1) - wanted.0) <= 0.000_501)
      #expect(place["latitude"] as? Double == wanted.1.coordinate.latitude)
      #expect(place["longitude"] as? Double == wanted.1.coordinate.longitude)
    }
  }

  @Test func geoJSONIsACollectionOfPoints() throws {
    let run = Run("near", "Suva", "--limit=5", "--format=geojson")
    #expect(run.code == .success)
    let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    let collection = try #require(object as? [String: Any])
    #expect(collection["type"] as? String == "FeatureCollection")
    let features = try #require(collection["features"] as? [[String: Any]])
    #expect(features.count == 5)
    for feature in features {
      #expect(feature["type"] as? String == "Feature")
      let geometry = try #require(feature["geometry"] as? [String: Any])
      #expect(geometry["type"] as? String == "Point")
      let position = try #require(geometry["coordinates"] as? [Double])
      // Longitude comes first: Fiji is far to the east.
      #expect(abs(position[0]) > 170 && (-25 ... -10).contains(position[1]))
      let properties = try #require(feature["properties"] as? [String: Any])
      #expect(properties["name"] is String && properties["distance_m"] is Double)
    }
  }

  @Test func csvHasAHeaderAndOneRowForEachPlace() {
    let run = Run("near", "São Paulo", "--kind", "airport", "--limit", "3", "--format", "csv")
    #expect(run.code == .success)
    #expect(run.lines.count == 5 && run.lines.last == "")
    #expect(
      run.lines[0]
        == "name,kind,latitude,longitude,distance_m,bearing_deg,country,region,code,population,time_zone"
    )
    #expect(run.lines[1].contains(",airport,-23."))
    #expect(run.lines.dropFirst().dropLast().allSatisfy { $0.hasSuffix(",America/Sao_Paulo") })
  }

  @Test func theTableIsAligned() {
    let run = Run("near", "Sydney", "--radius", "20km", "--kind", "district", "--limit", "4")
    #expect(
      run.output == """
        4 of 37 districts within 20 km of Sydney, New South Wales, AU (-33.86785, 151.20732)

        distance  bearing   name                              region           country    population
          0.3 km    6° N    Sydney Central Business District  New South Wales  Australia      25,654
          1.8 km  164° SSE  Surry Hills                       New South Wales  Australia      15,828
          4.4 km   43° NE   Mosman                            New South Wales  Australia      27,844
          6.0 km  167° SSE  Kensington                        New South Wales  Australia      15,021

        """)
  }

  @Test(arguments: [30, 44, 50, 60, 66, 80, 100, 200])
  func theTableFitsTheScreen(width: Int) {
    let run = Run("near", "Đà Nẵng", "--limit", "8", width: width, usesStyles: true)
    let least = 46  // distance, bearing, 16 columns of name, 8 of country
    for line in run.lines.dropFirst(3) {
      #expect(DisplayWidth.of(String(line)) <= max(width, least), "\(line)")
    }
    #expect(run.lines[2].hasPrefix("\u{1B}[2mdistance"))
  }

  @Test func unitsAreChosen() {
    #expect(Run("near", "London", "--unit", "mi", "--limit", "2").output.contains(" mi "))
    // A radius without a unit is in the unit of the output.
    let bare = Run("near", "London", "--radius", "30", "--unit", "mi", "--format", "csv")
    let miles = Run("near", "London", "--radius", "30mi", "--format", "csv")
    let meters = Run("near", "London", "--radius=48280.32 m", "--format", "csv")
    #expect(bare.output == miles.output && miles.output == meters.output)
    #expect(bare.lines.count > 3)
  }

  @Test func anEmptyResultIsNotAnError() throws {
    let table = Run("near", "-50,-120", "--radius", "3km")
    #expect(table.code == .success)
    #expect(
      table.output.hasPrefix(
        "no places within 3 km of -50.00000, -120.00000; the nearest is Mataveri"))
    #expect(table.lines.count == 2)
    #expect(try objects(Run("near", "-50,-120", "--radius", "3km", "--format", "json")).isEmpty)
    #expect(Run("near", "-50,-120", "--radius", "3km", "--format", "csv").lines.count == 2)
  }

  @Test(arguments: [
    (["near", "Sydney"], "Sydney, New South Wales, AU"),
    (["near", "New", "York"], "New York City"),
    (["near", "SYD"], "(SYD)"), (["near", "Paris, Texas"], "Paris, Texas, US"),
    (["near", "sao paulo"], "São Paulo, BR"), (["near", "-33.86,151.2"], "-33.86000, 151.20000"),
    (["near", "--limit", "1", "--", "-33.86,151.2"], "-33.86000, 151.20000"),
    (["near", "--limit=1", "-33.86,151.2"], "-33.86000, 151.20000"),
    (["near", "33°51'36\"S 151°12'E"], "-33.86000, 151.20000"),
    (["near", "-3351.6+15112/"], "-33.86000, 151.20000"),
    (["near", "-.5,151.2"], "-0.50000, 151.20000"), (["near", "Munich"], "Munich, Bavaria, DE"),
  ])
  func placesCanBeGivenInManyForms(arguments: [String], title: String) {
    let run = Run(arguments)
    #expect(run.code == .success, "\(run.errors)")
    #expect(run.lines[0].contains(title), "\(run.lines[0])")
  }

  @Test(arguments: [
    (["near", "Sydny"], "did you mean Sydney?"),
    // The name of a country in another language.
    (["near", "Österreih"], "did you mean Österreich?"),
    (["country", "Deutchland"], "did you mean Deutschland?"),
    (["distance", "Wien", "Magyarorszg"], "did you mean Magyarország?"),
    (["near", "Paris, Australia"], "there is Paris"),
    (["near", "Sydney", "--radius", "12 parsecs"], "12km"),
    (["near", "Sydney", "--radius", "-5km"], "0 or more"),
    (["near", "Sydney", "--radius", "nan"], "such as 100km"),
    (["near", "Sydney", "--radius", "inf"], "such as 100km"),
    (["near", "Sydney", "--radius", ""], "such as 100km"),
    (["near", "Sydney", "--radius", "1e3km"], "such as 100km"),
    (["near", "Sydney", "--radius", "0x10km"], "such as 100km"),
    (["near", "0,540"], "longitude in -360...360"),
    (["near", "Sydney", "--radius", "1.2.3km"], "length"),
    (["near", "Sydney", "--radius"], "needs a value"),
    (["near", "Sydney", "--radius", "--limit"], "needs a value"),
    (["near", "Sydney", "--limit", "0"], "from 1 to"),
    (["near", "Sydney", "--limit", "-3"], "from 1 to"),
    (["near", "Sydney", "--limit", "1.5"], "from 1 to"),
    (["near", "Sydney", "--limit", "99999999999999999999"], "from 1 to"),
    (["near", "Sydney", "--format", "xml"], "table, csv, json or geojson"),
    (["near", "Sydney", "--format", "jsn"], "did you mean `json`?"),
    (["near", "Sydney", "--kind", "volcano"], "region or country"),
    (["near", "Sydney", "--unit", "parsec"], "km"),
    (["near", "Sydney", "--radus", "3km"], "did you mean `--radius`?"),
    (["near", "Sydney", "--radiusmeters", "3km"], "did you mean `--radius`?"),
    (["near", "Sydney", "--limit", "3", "--limit", "4"], "more than once"),
    (["near", "Sydney", "--count", "5"], "; --limit 5 limits the number"),
    (["near", "--count", "5", "Sydney"], "; --limit 5 limits the number"),
    (["near", "geo:48,16", "--count", "2"], "--count takes no value, and `2` follows it"),
    (["within", "--country", "FR", "--count", "7"], "--count takes no value"),
    (["near", "Sydney", "-x"], "no option `-x`"),
    (["near", "91,0"], "latitude in -90...90"), (["near", "48.85,"], "is not a coordinate"),
    (["near", "48.85 N, 2.35 Q"], "is not a coordinate"), (["near", "12"], "is not a coordinate"),
    (["near", "1e999,0"], ""), (["near", "nan,0"], ""),
    (["near"], "a place is needed"), (["near", ""], ""), (["near", "   "], ""),
    (["near", "a\nb\u{7}"], ""), (["near", String(repeating: "9", count: 5_000)], ""),
    ([], "a command is needed"), (["nera"], "did you mean `near`?"),
    (["--nope"], "no option"), ([""], "no command"),
  ])
  func wrongCommandLinesAreReportedOnOneLine(arguments: [String], hint: String) {
    let run = Run(arguments)
    #expect(run.code == .usage)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("cairn"))
    #expect(run.errors.hasSuffix("\n"))
    #expect(run.errors.utf8.filter { $0 == UInt8(ascii: "\n") }.count == 1)
    #expect(!run.errors.dropLast().unicodeScalars.contains { $0.value < 32 })
    #expect(hint.isEmpty || run.errors.contains(hint), "\(run.errors)")
    #expect(run.errors.count < 300)
  }
}
