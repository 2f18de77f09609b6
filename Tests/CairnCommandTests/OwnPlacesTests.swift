import CairnGeodesy
import Foundation
import Testing

@testable import CairnCommand

@Suite struct OwnPlacesTests {
  private let places = OwnPlaces(count: 500, seed: 6)

  @Test(arguments: ["48.2,16.4", "90,0", "-17,179.99"])
  func nearAgreesWithALoop(center: String) throws {
    let file = try OwnFile(places.csv())
    let origin = try Coordinate(parsing: center)
    let all = places.items.enumerated().map { (origin.distance(to: $1.coordinate), $0) }
      .sorted(by: <)
    let near = ["near", center, "--in", file.path, "--format", "csv"]
    let radius = all.filter { $0.0 <= 900_000 }
    let run = Run(near + ["--radius", "900km", "--limit", "1000"])
    #expect(run.code == .success)
    #expect(
      run.errors == "cairn near: \(file.path): latitude: column 3 lat; longitude: column 4 lon; "
        + "name: column 2 title; country: column 6 cc; kind: column 5 category\n")
    #expect(
      run.lines[0] == "name,kind,latitude,longitude,distance_m,bearing_deg,country,id")
    #expect(
      run.lines.dropFirst().dropLast().map { $0.split(separator: ",").last }
        == radius.map { (_, number) -> Substring? in "\(number)" })
    let counted = Run("near", center, "--in", file.path, "--radius", "900km", "--count")
    #expect(counted.output == "\(radius.count)\n")
    let first = Run("nearest", center, "--in", file.path, "--format", "csv", "--limit", "9")
    #expect(
      first.lines.dropFirst().dropLast().map { $0.split(separator: ",").last }
        == all.prefix(9).map { (_, number) -> Substring? in "\(number)" })
  }

  @Test func nearestLeavesOutThePlaceItself() throws {
    #expect(Run("nearest", "Sydney").lines[3].contains("Kingsford Smith"))
    #expect(
      Run("nearest", "Sydney", "--kind", "district").lines[3].contains("Central Business District"))
    #expect(Run("nearest", "-33.86785,151.20732").lines[3].contains("Sydney  "))
    let file = try OwnFile("name,lat,lon\nA,48.2,16.3\nB,48.2,16.3\n")
    #expect(
      Run("nearest", "48.2,16.3", "--in", file.path, "--limit", "5").lines[0].hasPrefix("2 places"))
    #expect(Run("nearest", "Sydney", "--limit", "4", "--format", "csv").lines.count == 6)
  }

  @Test func theUnitOfTheRadiusIsUsedForTheOutput() {
    let run = Run("near", "Sydney", "--radius", "100mi", "--limit", "2")
    #expect(run.lines[0].contains("places within 100 mi of Sydney"))
    #expect(run.lines[4].hasPrefix("  5.7 mi "))
    let km = Run("near", "Sydney", "--radius", "100mi", "--limit", "2", "--unit", "km")
    #expect(km.lines[0].contains("within 160.934 km of"))
    let near = Run("near", "Sydney", "--radius", "500m", "--kind", "district")
    #expect(near.lines[3].hasPrefix(" 339.0 m"))
  }

  @Test func badRowsAreCountedAndReported() throws {
    let file = try OwnFile("name,lat,lon\nA,48,16\nB,x,16\nC,95,16\nD,48,16\n")
    let run = Run("near", "48,16", "--in", file.path, "--format", "csv")
    #expect(run.code == .success)
    #expect(run.lines.count == 4)
    #expect(
      run.errors.contains(
        "\ncairn near: \(file.path): 2 of 4 rows have no valid coordinate, left out\n"))
    #expect(run.errors.contains("line 3, field 2 (lat): \"x\" is not a number"))
    #expect(run.errors.contains("line 4"))
    let failing = Run("near", "48,16", "--in", file.path, "--on-error", "fail")
    #expect(failing.code == .data && failing.output.isEmpty)
    #expect(failing.errors.contains("line 3, field 2 (lat)"))
    #expect(failing.errors.split(separator: "\n").count == 1)
    let null = Run("near", "48,16", "--in", file.path, "--on-error", "null", "--format", "csv")
    #expect(null.output == run.output)
  }

  @Test func propertiesOfAnyKindAreKept() throws {
    let file = try OwnFile(
      """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[16.4,48.2,300]},
       "properties":{"name":"A","open":true,"rank":1.5,"tags":["x","y"],"more":{"k":null}}},
      {"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]},
       "properties":{}},
      {"type":"Feature","geometry":null,"properties":{"name":"nowhere"}}]}
      """, name: "places.geojson")
    let json = Run("near", "48,16", "--in", file.path, "--format", "json")
    #expect(
      json.lines[1].hasSuffix(
        ",\"open\":true,\"rank\":1.5,\"tags\":[\"x\",\"y\"],\"more\":{\"k\":null}},"))
    // The line is also listed.
    #expect(json.lines.count == 5 && json.errors.isEmpty)
    let csv = Run("near", "48,16", "--in", file.path, "--format", "csv")
    #expect(csv.lines[1].hasSuffix(",true,1.5,\"[\"\"x\"\",\"\"y\"\"]\",\"{\"\"k\"\":null}\""))
  }

  @Test func columnsAreChosen() throws {
    let file = try OwnFile("a,b,c,name,sort\n48.2,16.4,Best,Worst,inn\n")
    let run = Run(
      "near", "48,16", "--in", file.path, "--columns", "lat=a,longitude=b,name=c,kind=sort",
      "--kind", "INN", "--format", "csv")
    #expect(run.code == .success, "\(run.errors)")
    #expect(run.lines[1].hasPrefix("Best,inn,48.2,16.4,"))
    let numbers = Run(
      "near", "48,16", "--in", file.path, "--columns", "lat=1,lon=2,name=3,kind=5", "--format",
      "csv")
    #expect(numbers.output == run.output)
    let without = Run("near", "48,16", "--in", file.path)
    #expect(without.code == .data && without.errors.contains("no column for the latitude"))
  }

  @Test(arguments: [
    (["--columns", "lattitude=a"], "there is no `lattitude`; did you mean `latitude`?"),
    (["--columns", "latitude"], "--columns is a list"),
    (["--columns", "latitude="], "--columns is a list"),
    (["--on-error", "stop"], "null, skip or fail"), (["--from", "exe"], "--from is"),
    (["--kind"], "needs a value"),
  ])
  func wrongCommandLines(arguments: [String], hint: String) throws {
    let file = try OwnFile("lat,lon\n1,2\n")
    let run = Run(["near", "48,16", "--in", file.path] + arguments)
    #expect(run.code == .usage && run.output.isEmpty)
    #expect(run.errors.contains(hint), "\(run.errors)")
  }

  @Test func unreadableFilesAreReported() throws {
    let file = try OwnFile("lat,lon\n1,2\n")
    #expect(Run("near", "1,2", "--in", file.sibling("none.csv")).code == .noInput)
    #expect(Run("near", "1,2", "--in", file.sibling("")).code == .noInput)
    let empty = try OwnFile("")
    #expect(Run("near", "1,2", "--in", empty.path).code == .data)
    let header = try OwnFile("name,lat,lon\n")
    #expect(Run("near", "1,2", "--in", header.path).output == "no places near 1.00000, 2.00000\n")
    let quote = try OwnFile("name,lat,lon\n\"A,1,2\n")
    #expect(Run("near", "1,2", "--in", quote.path).code == .data)
  }
}
