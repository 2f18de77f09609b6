import CairnFormats
import CairnGeodesy
import TestSupport
import Testing

@testable import CairnCommand

/// The contents of files that commands preserve: geometries, elevations, identifiers, rows; and
/// the kinds of files that they read and write.
@Suite struct TableFilesTests {
  /// Features of all kinds, with elevations and identifiers.
  private static func features() -> [GeoFeature] {
    var random = SeededGenerator(seed: 11)
    func degrees() -> Double { Double(random.next() % 20_000) / 1000 + 20 }
    func position() -> GeoFeature.Position {
      .init(
        Coordinate(latitude: degrees(), longitude: degrees()),
        elevation: random.next() % 3 == 0 ? nil : Double(random.next() % 9_000) / 2)
    }
    func line() -> [GeoFeature.Position] {
      (0..<Int(2 + random.next() % 4)).map { _ in position() }
    }
    func ring() -> [GeoFeature.Position] {
      let corner = position().coordinate
      return [(0, 0), (0, 2), (1, 2), (1, 0), (0, 0)].map {
        .init(
          Coordinate(latitude: corner.latitude + $0.0, longitude: corner.longitude + $0.1),
          elevation: 5)
      }
    }
    return (0..<70).map { number in
      let geometry: GeoFeature.Geometry =
        switch number % 7 {
        case 0: .point(position())
        case 1: .multiPoint(line())
        case 2: .lineString(line())
        case 3: .multiLineString([line(), line(), line()])
        case 4: .polygon([ring()])
        case 5: .multiPolygon([[ring()], [ring()]])
        default: .collection([.point(position()), .lineString(line())])
        }
      return GeoFeature(
        geometry: geometry, properties: ["name": .string("f\(number)")],
        identifier: number % 2 == 0 ? .integer(number) : .string("id \(number)"))
    }
  }

  /// The features of GeoJSON by name.
  private static func read(_ text: String) throws -> [String: GeoFeature] {
    var reader = GeoJSONReader()
    reader.append(Array(text.utf8))
    reader.finish()
    var features: [String: GeoFeature] = [:]
    while let feature = try reader.next() {
      features[feature.properties["name"]?.text ?? ""] = feature
    }
    return features
  }

  private static func coordinates(_ feature: GeoFeature?) -> [Coordinate] {
    var coordinates: [Coordinate] = []
    feature?.geometry?.forEachPosition { coordinates.append($0.coordinate) }
    return coordinates
  }

  /// A query writes a feature of a file as it was read, and of an index file all that it holds.
  @Test func geometriesAreWrittenAsTheyWereRead() throws {
    var writer = GeoJSONWriter()
    let features = Self.features()
    for feature in features { try writer.write(feature) }
    writer.end()
    let file = try OwnFile(String(decoding: writer.bytes, as: UTF8.self), name: "f.geojson")
    let index = file.sibling("f.cairn")
    let build = Run("index", "build", file.path, index)
    #expect(build.code == .success && build.errors.contains("left out: "), "\(build.errors)")
    for query in [
      ["within", "--box", "0,0,60,60"], ["near", "30,30", "--limit", "1000"],
      ["within", "30,30", "--radius", "9000km"],
    ] {
      let found = try Self.read(Run(query + ["--in", file.path, "--format", "geojson"]).output)
      let kept = try Self.read(Run(query + ["--in", index, "--format", "geojson"]).output)
      let wrong = features.filter { feature in
        let name = feature.properties["name"]?.text ?? ""
        return found[name]?.geometry != feature.geometry
          || found[name]?.identifier != feature.identifier
      }
      #expect(
        wrong.isEmpty && found.count == features.count, "\(query) \(wrong.count)")
      #expect(features.allSatisfy { Self.isKept($0, in: kept) }, "\(query)")
    }
    let text = try Self.read(Run("convert", index, "--to", "geojson").output)
    #expect(features.allSatisfy { Self.isKept($0, in: text) })
  }

  /// Whether an index file has kept a feature: points as they are, lines without elevations, and
  /// areas with further positions.
  private static func isKept(_ feature: GeoFeature, in found: [String: GeoFeature]) -> Bool {
    guard let kept = found[feature.properties["name"]?.text ?? ""],
      kept.identifier == feature.identifier, kept.geometry?.name == feature.geometry?.name
    else { return false }
    let (own, other) = (coordinates(feature), coordinates(kept))
    switch feature.geometry {
    case .point: return kept.geometry == feature.geometry
    case .polygon, .multiPolygon: return Set(own).isSubset(of: other)
    default: return own == other
    }
  }

  /// Elevations of points are a column, a member or a third number, from each kind of file.
  @Test func elevationsOfPointsAreWritten() throws {
    let files = [
      ("a.csv", "name,lat,lon,alt,note\nA,48.5,16.5,12.25,x\nB,48.6,16.5,,y\n"),
      ("b.tsv", "name\tlat\tlon\televation_m\nA\t48.5\t16.5\t12.25\nB\t48.6\t16.5\t\n"),
      (
        "c.gpx",
        "<gpx><wpt lat='48.5' lon='16.5'><ele>12.25</ele><name>A</name></wpt>"
          + "<wpt lat='48.6' lon='16.5'><name>B</name></wpt></gpx>"
      ),
      (
        "d.geojson",
        """
        {"type":"Feature","properties":{"name":"A","elevation":"low"},"geometry":
        {"type":"Point","coordinates":[16.5,48.5,12.25]}}
        """
      ),
      ("none.csv", "name,lat,lon\nA,48.5,16.5\nB,48.6,16.5\n"),
    ]
    let left = try OwnFile("name,lat,lon,ele\nL,48.5,16.5,7\n")
    for (name, text) in files {
      let file = try OwnFile(text, name: name)
      let index = file.sibling("i.cairn")
      #expect(Run("index", "build", file.path, index).code == .success)
      let hasOne = !name.hasPrefix("none")
      for path in [file.path, index] {
        for query in [["near", "48.5,16.5"], ["within", "--box", "48,16,49,17"]] {
          func output(_ format: String) -> String {
            Run(query + ["--in", path, "--format", format]).output
          }
          let lines = output("csv").split(separator: "\n")
          #expect(lines[0].contains(",elevation") == hasOne, "\(name) \(lines[0])")
          #expect(lines[1].contains("16.5,12.25") == hasOne, "\(name) \(lines[1])")
          #expect(output("json").contains("\"elevation\":12.25") == hasOne)
          #expect(output("geojson").contains("[16.5,48.5,12.25]") == hasOne)
          #expect(output("csv").contains("low") == name.hasPrefix("d"))
        }
        let joined = Run("join", left.path, path, "--nearest", "1").output
        #expect(joined.contains("12.25") == hasOne, "\(joined)")
      }
    }
    let file = try OwnFile("name,lat,lon,alt\nA,48.5,16.5,3\nB,48.5,16.5,9\n")
    #expect(Run("dedupe", file.path, "--within", "1m", "--by", "alt").output.contains("B,"))
    let taken = Run("join", left.path, file.path, "--nearest", "1", "--take", "alt").output
    #expect(taken.contains("ele,alt,right_latitude") && taken.contains("7,3.0,48.5"), "\(taken)")
  }

  /// The rows of a table whose places are geometries stay as they are, lines and areas too.
  @Test func rowsWithGeometriesAreWrittenAsTheyAre() throws {
    let header = "id,shape,note"
    let rows = [
      "1,POINT (20 50),a", "2,\"LINESTRING (20 50, 21 50)\",b",
      "4,0101000000000000000000344000000000000049C0,d",
      "5,\"POLYGON ((0 0, 1 0, 1 1, 0 0))\",e", "6,POINT (20 95),f",
      "7,\"MULTIPOINT (1 1, 2 2)\",g",
    ]
    let text = ([header] + rows + ["8,POINT (20 50),h", ""]).joined(separator: "\n")
    let file = try OwnFile(text)
    let run = Run("dedupe", file.path, "--within", "5m")
    #expect(run.output == ([header] + rows + [""]).joined(separator: "\n"))
    #expect(run.errors.contains("1 of 7 places removed"))
    let marked = Run("dedupe", file.path, "--within", "5m", "--mark").lines
    #expect(marked[7] == "8,POINT (20 50),h,1,0.000" && marked[2] == rows[1] + ",,")
    for words in [["--format", "geojson"], ["--keep", "merged"]] {
      let other = Run(["dedupe", file.path, "--within", "5m"] + words)
      let hasAll = ["a", "b", "d", "e", "g"].allSatisfy { note in
        ["\"\(note)\"", ",\(note),"].contains { other.output.contains($0) }
      }
      #expect(hasAll && other.output.count { $0.isNewline } == 6 + (words[0] == "--format" ? 1 : 0))
      #expect(other.errors.contains("1 of 7 rows has no valid coordinate, left out"))
    }
    let places = try OwnFile("name,lat,lon\nP,50,20.001\n")
    let joined = Run("join", file.path, places.path, "--within", "1km", "--unmatched").lines
    #expect(joined[1].hasPrefix(rows[0] + ",P,50.0,20.001,") && joined[2] == rows[1] + ",,,,")
    #expect(joined.count == 9, "\(joined)")
  }

  /// Names of tables decide: other formats are refused, `.gz` compresses.
  @Test func tablesAreWrittenUnderNamesOfTables() throws {
    let comma = try OwnFile("name,lat,lon\nA,48.5,16.5\n")
    let tabs = try OwnFile("name\tlat\tlon\nA\t48.5\t16.5\n", name: "t.tsv")
    for (file, words) in [
      (comma, ["append", comma.path, "--country"]), (tabs, ["append", tabs.path, "--country"]),
      (comma, ["join", comma.path, tabs.path, "--nearest", "1"]),
      (tabs, ["join", tabs.path, comma.path, "--nearest", "1"]),
    ] {
      let wanted = Run(words).output
      for name in ["o.json", "o.geojsonl", "o.kmz", "o.wkt", "o.cairn", "o.parquet", "o.gpx.gz"] {
        let run = Run(words + ["--out", file.sibling(name)])
        #expect(
          run.code == .usage && run.errors.contains("convert") || name == "o.parquet", "\(name)")
        #expect(Run("stats", file.sibling(name)).code == .noInput)
      }
      for name in ["o.csv", "o.csv.gz", "o.txt", "o.tsv", "o.tsv.gz"] {
        let run = Run(words + ["--out", file.sibling(name)])
        let isRefused = name.contains("tsv") && file === comma
        #expect(run.code == (isRefused ? .usage : .success), "\(name) \(run.errors)")
        if isRefused { continue }
        // `convert` decompresses, and writes the rows of a table as they are.
        let to = ["--to", "csv", "--to-delimiter", file === comma ? "comma" : "tab"]
        #expect(Run(["convert", file.sibling(name)] + to).output == wanted, "\(name)")
      }
    }
  }
}
