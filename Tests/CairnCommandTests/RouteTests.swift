import CairnGeodesy
import CairnRoutes
import Foundation
import Testing

@testable import CairnCommand

@Suite struct RouteTests {
  private static let austria = """
    name,lat,lon
    Vienna,48.2082,16.3738
    Graz,47.0707,15.4395
    Linz,48.3069,14.2858
    Salzburg,47.8095,13.0550
    "Sankt ""P"" & <Co>",48.2047,15.6256
    Bregenz,47.5031,9.7471
    Villach,46.6103,13.8558
    Linz,48.3000,14.3000

    """

  /// Runs `cairn route` on a table in a temporary file.
  private func route(_ csv: String, _ options: String...) throws -> Run {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("cairn-route-\(UUID().uuidString).csv")
    try Data(csv.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return Run(["route", url.path] + options)
  }

  private func object(_ run: Run) throws -> [String: Any] {
    #expect(run.code == .success && run.errors.isEmpty)
    let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    return try #require(json as? [String: Any])
  }

  @Test func jsonNamesRowsLegsAndTheProof() throws {
    let object = try object(route(Self.austria, "--start", "Vienna", "--format", "json"))
    let order = try #require(object["order"] as? [Int])
    #expect(order.first == 0 && order.sorted() == Array(0..<8))
    let length = try #require(object["length_m"] as? Double)
    #expect(object["lower_bound_m"] as? Double == length)
    #expect(object["gap"] as? Double == 0 && object["optimal"] as? Bool == true)
    #expect(object["seconds"] as? Double ?? -1 >= 0)
    let legs = try #require(object["legs"] as? [[String: Any]])
    #expect(legs.map { $0["from"] as? Int } == order)
    #expect(legs.last?["to"] as? Int == 0)
    let sum = legs.reduce(0) { $0 + ($1["distance_m"] as? Double ?? .nan) }
    #expect(abs(sum - length) < 0.01)
    #expect(legs.allSatisfy { (0..<360).contains($0["bearing_deg"] as? Double ?? -1) })
  }

  @Test func routesStartAndEndAtTheChosenPlaces() throws {
    let open = try object(
      route(Self.austria, "--open", "--start", "graz", "--end", "2", "--format", "json"))
    let order = try #require(open["order"] as? [Int])
    #expect(order.first == 1 && order.last == 2)
    #expect((open["legs"] as? [Any])?.count == 7)
    let toBregenz = try object(route(Self.austria, "--end", "Bregenz", "--format", "json"))
    #expect((toBregenz["order"] as? [Int])?.last == 5)
    let fromGraz = try object(
      route(Self.austria, "--open", "--start=Graz", "--on=wgs84", "--format=json"))
    #expect((fromGraz["order"] as? [Int])?.first == 1)
  }

  @Test func tableGeoJSONAndGPX() throws {
    let table = try route(Self.austria, "--start", "Vienna")
    #expect(table.lines[0].hasPrefix("round trip through 8 places: "))
    #expect(table.lines[0].hasSuffix("proven to be the shortest"))
    #expect(table.lines.count == 2 + 1 + 9 + 1)
    let collection = try object(route(Self.austria, "--format", "geojson"))
    let features = try #require(collection["features"] as? [[String: Any]])
    #expect(features.count == 9)
    let line = try #require(features[0]["geometry"] as? [String: Any])
    let parts = try #require(line["coordinates"] as? [[[Double]]])
    #expect(parts.count == 1 && parts[0].count == 9 && parts[0].first == parts[0].last)
    let csv = try route(Self.austria, "--open", "--start", "Graz", "--format", "csv")
    let rows = csv.output.split(separator: "\n")
    #expect(rows.count == 1 + Self.austria.split(separator: "\n").dropFirst().count)
    #expect(rows[0] == "latitude,longitude,position,row,name,distance_m,bearing_deg")
    // The last place has no leg.
    #expect(rows[1].contains(",Graz,") && rows.last?.hasSuffix(",,") == true)
    let gpx = try route(Self.austria, "--open", "--format", "gpx")
    #expect(gpx.output.contains("<name>Sankt \"P\" &amp; &lt;Co&gt;</name>"))
    #expect(gpx.output.components(separatedBy: "<rtept ").count == 9)
    #expect(isWellFormed(gpx.output))
  }

  /// Whether every opened element is closed; sufficient for these files.
  private func isWellFormed(_ text: String) -> Bool {
    var open: [Substring] = []
    for piece in text.split(separator: "<").dropFirst() {
      let name = piece.prefix { !" >\n".contains($0) }
      if name.hasPrefix("/") {
        guard open.popLast() == name.dropFirst() else { return false }
      } else {
        open.append(name)
      }
    }
    return open.isEmpty
  }

  @Test func theLineIsCutAtTheAntimeridian() throws {
    let csv = "name,lat,lon\nSuva,-18.14,178.44\nApia,-13.83,-171.77\nFar,-15,185\n"
    let collection = try object(route(csv, "--open", "--start", "Suva", "--format", "geojson"))
    let features = try #require(collection["features"] as? [[String: Any]])
    let line = try #require(features[0]["geometry"] as? [String: Any])
    let parts = try #require(line["coordinates"] as? [[[Double]]])
    #expect(parts.count == 2)
    for part in parts {
      for (a, b) in zip(part, part.dropFirst()) { #expect(abs(a[0] - b[0]) <= 180) }
      for position in part { #expect(abs(position[0]) <= 180 && abs(position[1]) <= 90) }
    }
    #expect(abs(parts[0].last?[0] ?? 0) == 180 && parts[0].last?[1] == parts[1].first?[1])
  }

  @Test func fewPlaces() throws {
    #expect(try route("lat,lon\n").output == "round trip through 0 places: nowhere to go\n")
    let one = try route("lat,lon\n1,2\n")
    #expect(one.lines[0] == "round trip through 1 place: nowhere to go")
    let two = try object(route("lat,lon\n1,2\n1,2\n", "--format", "json"))
    #expect(two["order"] as? [Int] == [0, 1] && two["length_m"] as? Double == 0)
  }

  @Test func errorsAreOneLine() throws {
    let cases: [(Run, ExitCode, String)] = [
      (Run("route"), .usage, "places are needed"),
      (Run("route", "/nowhere/at/all.csv"), .noInput, "cannot be read"),
      (Run("route", "a.csv", "b.csv"), .usage, "one table of places is needed, not 2"),
      (try route(Self.austria, "--start", "Viena"), .usage, "did you mean `Vienna`?"),
      (try route(Self.austria, "--start", "Linz"), .usage, "2 places are called `Linz`"),
      (try route(Self.austria, "--start", "99"), .usage, "it has 8 rows"),
      (try route(Self.austria, "--time-limit", "soon"), .usage, "such as 1s, 500ms or 2min"),
      (try route(Self.austria, "--time-limit", "1s", "--effort", "quick"), .usage, "one of them"),
      (try route(Self.austria, "--open", "--round-trip"), .usage, "two kinds of trip"),
      (try route(Self.austria, "--round-trip", "--end", "Graz"), .usage, "ends where it begins"),
      (try route(Self.austria, "--effort", "some"), .usage, "quick, normal or thorough"),
      (try route("name,lat,lon\nA,1,2\nB,x,3\n"), .data, "line 3, field 2 (lat)"),
      (try route("name,size\nA,1\n"), .data, "no column for the latitude"),
    ]
    for (run, code, text) in cases {
      #expect(run.code == code && run.output.isEmpty)
      #expect(run.errors.contains(text), "\(run.errors)")
      #expect(run.errors.filter { $0 == "\n" }.count == 1)
    }
  }

  @Test func linesAreReported() throws {
    let point = "<wpt lat='48' lon='16'/><wpt lat='47' lon='16'/>"
    let track = "<trk><trkseg><trkpt lat='48' lon='16'/><trkpt lat='47' lon='16'/></trkseg></trk>"
    let only = try OwnFile("<gpx>\(track)</gpx>", name: "a.gpx")
    let mixed = try OwnFile("<gpx>\(point)\(track)\(track)</gpx>", name: "a.gpx")
    let points = try OwnFile("<gpx>\(point)</gpx>", name: "a.gpx")
    for options in [[], ["--days", "2", "--effort", "quick"]] {
      let none = Run(["route", only.path] + options)
      #expect(none.code == .data && none.output.isEmpty)
      #expect(none.errors.contains("has no points, which `cairn route` needs, only lines or areas"))
      let some = Run(["route", mixed.path] + options)
      #expect(some.code == .success)
      #expect(some.errors.contains(": 2 features that are not points, left out"), "\(some.errors)")
      #expect(!Run(["route", points.path] + options).errors.contains("no point"))
    }
  }

  @Test func errorsHaveARemedy() throws {
    let alone = Run("route", "Vienna")
    #expect(
      alone.code == .usage && alone.errors.contains("is one place; a route needs two or more"))
    #expect(Run("route", "no-such-file.csv").errors.contains("cannot be read"))
    let typed = Run("route", "Graz", "Linz", "--start", "Vienna")
    #expect(typed.code == .usage && typed.errors.contains("`Vienna`; type it with the others"))
    let close = Run("route", "Graz", "Linz", "--start", "Gratz")
    #expect(close.errors.contains("`Gratz`; did you mean `Graz`?"))
    for row in ["A,,", "A,91,2", "A"] {
      let run = try route("name,lat,lon\nB,1,2\n\(row)\n")
      #expect(run.code == .data && run.errors.contains("line 3"))
      #expect(run.errors.contains("needs the coordinate of each row: complete or remove it"))
    }
  }

  @Test(arguments: [("1s", 1), ("500ms", 0.5), ("2min", 120), ("3", 3), ("1.5h", 5400)])
  func durations(text: String, seconds: Double) throws {
    #expect(try Arguments.duration(text, name: "time") == .seconds(seconds))
  }
}

@Suite struct RouteInputTests {
  private static let csv =
    "name,lat,lon,open\nHotel,48.2,16.4,\nGraz,47.1,15.4,Mo-Su 09:00-17:00\nLinz,48.3,14.3,\n"
  private static let geoJSON = """
    {"type":"FeatureCollection","features":[
    {"type":"Feature","properties":{"name":"Hotel"},
     "geometry":{"type":"Point","coordinates":[16.4,48.2]}},
    {"type":"Feature","properties":{"name":"Graz","open":"Mo-Su 09:00-17:00"},
     "geometry":{"type":"Point","coordinates":[15.4,47.1]}},
    {"type":"Feature","properties":{},"geometry":null},
    {"type":"Feature","properties":{"name":"Linz"},
     "geometry":{"type":"Point","coordinates":[14.3,48.3]}}]}
    """

  @Test func allFormatsAndBothWordsForTheFileGiveTheSameRoute() throws {
    let csv = try OwnFile(Self.csv)
    let json = try OwnFile(Self.geoJSON, name: "places.geojson")
    let expected = Run("route", csv.path, "--start", "Hotel", "--format", "gpx")
    #expect(expected.code == .success, "\(expected.errors)")
    for arguments in [["--in", csv.path], [json.path], ["--in", json.path, "--from", "geojson"]] {
      let run = Run(["route"] + arguments + ["--start", "Hotel", "--format", "gpx"])
      #expect(run.output == expected.output, "\(run.errors)")
    }
    let days = ["--days", "2", "--start", "Hotel", "--windows", "open", "--speed", "80"]
    let one = Run(["route", csv.path, "--work", "3000"] + days)
    #expect(one.code == .success, "\(one.errors)")
    #expect(one.output.contains("Linz") && one.output.contains("Graz"))
  }

  @Test func aWorkLimitIsDeterministic() throws {
    let csv = try OwnFile(Self.csv)
    for days in [[], ["--days", "1", "--start", "Hotel", "--speed", "90"]] {
      let run = Run(["route", csv.path, "--work", "100"] + days)
      #expect(run.code == .success && !run.output.isEmpty, "\(run.errors)")
      for other in [["--effort", "quick"], ["--time-limit", "1s"]] {
        let both = Run(["route", csv.path, "--work", "100"] + days + other)
        #expect(both.code == .usage && both.errors.contains("both limit the search"))
      }
      #expect(Run(["route", csv.path, "--work=-1"] + days).code == .usage)
    }
    #expect(Run("route", csv.path, "--in", csv.path).code == .usage)
    #expect(Run("route", csv.sibling("none")).code == .noInput)
  }
}
