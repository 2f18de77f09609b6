import CairnFormats
import CairnGeodesy
import CairnShapes
import Foundation
import Testing

@testable import CairnCommand

/// `near`, `nearest`, `within` and `index` with files of lines and areas.
@Suite struct LinesAndAreasTests {
  private static let text = """
    {"type":"FeatureCollection","features":[
    {"type":"Feature","properties":{"name":"park","kind":"green"},"geometry":{"type":"Polygon",
      "coordinates":[[[16.3,48.2],[16.4,48.2],[16.4,48.3],[16.3,48.3],[16.3,48.2]],
        [[16.34,48.24],[16.36,48.24],[16.36,48.26],[16.34,48.26],[16.34,48.24]]]}},
    {"type":"Feature","properties":{"name":"road","lanes":2},"geometry":{"type":"LineString",
      "coordinates":[[16.5,48.0],[16.5,48.4],[17.0,48.4]]}},
    {"type":"Feature","properties":{"name":"stops"},"geometry":{"type":"MultiPoint",
      "coordinates":[[16.6,48.1],[16.7,48.1],[16.45,48.25]]}},
    {"type":"Feature","properties":{"name":"well"},"geometry":{"type":"Point",
      "coordinates":[16.42,48.25]}},
    {"type":"Feature","properties":{"name":"fiji"},"geometry":{"type":"MultiPolygon",
      "coordinates":[[[[177,-19],[180,-19],[180,-16],[177,-16],[177,-19]]],
        [[[-180,-19],[-178,-19],[-178,-16],[-180,-16],[-180,-19]]]]}},
    {"type":"Feature","properties":{"name":"nothing"},"geometry":{"type":"Polygon",
      "coordinates":[[[1,1],[1,1],[1,1],[1,1]]]}},
    {"type":"Feature","properties":{"name":"pole"},"geometry":{"type":"Polygon",
      "coordinates":[[[-180,80],[180,80],[180,90],[-180,90],[-180,80]]]}}]}
    """

  /// The library's distances to the features of the file in meters, by name, nearest first.
  private static func loop(_ center: Coordinate) throws -> [(name: String, distance: Double)] {
    var reader = GeoJSONReader()
    reader.append(Array(text.utf8))
    reader.finish()
    var rows: [(name: String, distance: Double)] = []
    while let feature = try reader.next() {
      let shapes = feature.geometry?.shapes(tolerance: 10) ?? []
      let distances = shapes.map { $0.distance(to: center) }
      guard let least = distances.filter({ !$0.isNaN }).min() else { continue }
      rows.append((feature.properties["name"]?.text ?? "", least))
    }
    return rows.enumerated().sorted {
      ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset)
    }
    .map(\.element)
  }

  @Test func statsReadsAreasAsOtherCommandsDo() throws {
    func stats(_ rings: [[[Double]]], _ options: String...) throws -> Run {
      let file = try OwnFile(
        #"{"type":"Polygon","coordinates":\#(rings)}"#, name: "area.geojson")
      return Run(["stats", file.path] + options)
    }
    // A band on the longer way around the Earth, as `within --polygon` reads it.
    let band = [[[175.0, -8], [-160, -8], [-160, -3], [175, -3], [175, -8]]]
    let wide = try stats(band)
    #expect(wide.output.contains("south, west  -8, -160") && !wide.output.contains("across"))
    let short = try stats([[[175, -8], [200, -8], [200, -3], [175, -3], [175, -8]]])
    #expect(short.output.contains("-8, 175") && short.output.contains("across 180 degrees"))
    // A horseshoe around Liechtenstein: its centroid is outside, and its first corner in Italy.
    let shoe = [
      [
        [9.0, 46.0], [10.2, 46.0], [10.2, 47.4], [9.8, 47.4], [9.8, 46.9], [9.3, 46.9],
        [9.3, 47.4],
        [9.0, 47.4], [9.0, 46.0],
      ]
    ]
    #expect(try stats(shoe).output.contains("Switzerland"))
    // JSON has all countries.
    let places = try OwnFile(
      "lat,lon\n" + (0..<60).map { "\($0 % 2 == 0 ? 15 : 48),\(6 * $0 - 180)\n" }.joined())
    let table = Run("stats", places.path)
    #expect(table.output.contains("and ") && table.output.contains(" more"))
    let json = Run("stats", places.path, "--format", "json").output
    let counts = try #require(
      (JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])?["countries"]
        as? [String: Int])
    #expect(counts.values.reduce(0, +) == 60 && counts.count > 20)
    #expect(Run("stats", "-", "-").code == .usage)
  }

  /// The vertices of many wide areas stay in proportion to the file, and few get as many as before.
  @Test func manyWideAreasHaveFewVertices() throws {
    let ring = [(50, -60), (50, 10), (-10, 40), (20, -60), (50, -60)].map {
      GeoFeature.Position(Coordinate(latitude: Double($0.0), longitude: Double($0.1)))
    }
    let area = GeoFeature.Geometry.polygon([ring])
    func vertexCount(_ tolerance: Double) -> Int {
      area.region(tolerance: tolerance)?.polygons.first?.outer.count ?? 0
    }
    let usual = vertexCount(EdgeTolerance.usual)
    for count in [1, 1_000, 20_000] {
      var tolerance = EdgeTolerance()
      for _ in 0..<count { tolerance.add(.collection([area])) }
      let all = count * vertexCount(tolerance.meters)
      #expect(Double(all) < 1.3 * EdgeTolerance.vertexLimit + 12 * Double(count))
      if 2 * count * usual < Int(EdgeTolerance.vertexLimit) { #expect(tolerance.meters == 10) }
    }
    // Small and invalid areas do not count.
    var tolerance = EdgeTolerance()
    for bad in [Double.nan, .infinity, 1e300, 91] {
      tolerance.add(.polygon([ring + [.init(Coordinate(latitude: bad, longitude: bad))]]))
    }
    #expect(tolerance.meters == 10)
  }

  private static func names(_ run: Run) -> [String] {
    run.lines.dropFirst().filter { !$0.isEmpty }.map { String($0.prefix { $0 != "," }) }
  }

  @Test(arguments: ["48.25,16.31", "48.25,16.35", "48.3,16.6", "-17,179.99", "90,0", "0,-100"])
  func distancesAreExact(center: String) throws {
    let origin = try Coordinate(parsing: center)
    let expected = try Self.loop(origin)
    #expect(expected.count == 6)
    let file = try OwnFile(Self.text, name: "areas.geojson")
    let run = Run("near", center, "--in", file.path, "--format", "csv")
    #expect(run.code == .success, "\(run.errors)")
    #expect(run.errors.contains("1 of 6 lines and areas is not indexed"))
    #expect(!run.errors.contains("no places"))
    #expect(Self.names(run) == expected.map(\.name))
    let fields = run.lines[0].split(separator: ",")
    let column = try #require(fields.firstIndex(of: "distance_m"))
    let latitude = try #require(fields.firstIndex(of: "latitude"))
    for (line, row) in zip(run.lines.dropFirst(), expected) {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      let distance = try #require(Double(cells[column]))
      #expect(abs(distance - row.distance) < 0.001)
      // The listed point is at the same distance.
      let place = Coordinate(
        latitude: try #require(Double(cells[latitude])),
        longitude: try #require(Double(cells[latitude + 1])))
      #expect(abs(origin.distance(to: place) - row.distance) < 0.001, "\(line)")
    }
    let radius = expected[3].distance + 1
    let reached = expected.filter { $0.distance <= radius }.map(\.name)
    let near = ["near", center, "--in", file.path, "--radius", "\(radius)m"]
    #expect(Self.names(Run(near + ["--format", "csv"])) == reached)
    #expect(Run(near + ["--count"]).output == "\(reached.count)\n")
    let within = Run(
      "within", center, "--in", file.path, "--radius", "\(radius)m", "--format", "csv")
    #expect(Self.names(within) == reached)
    let nearest = Run("nearest", center, "--in", file.path, "--format", "csv")
    #expect(Self.names(nearest) == [expected[0].name])

    // An index file gives the same results.
    let index = file.sibling("areas.cairn")
    let built = Run("index", "build", file.path, index)
    #expect(built.output.hasSuffix("areas.cairn: 7 places, lines and areas\n"), "\(built.errors)")
    for words in [near + ["--format", "json"], ["nearest", center, "--in", file.path]] {
      let other = words.map { $0 == file.path ? index : $0 }
      #expect(Run(other).output == Run(words).output)
    }
    let query = Run(["index", "query", index] + ["near", center, "--format", "csv"])
    #expect(query.output == run.output)
  }

  @Test func featuresThatTouchAnAreaAreWithin() throws {
    let file = try OwnFile(Self.text, name: "areas.geojson")
    func names(_ words: String...) -> [String] {
      Self.names(Run(["within", "--in", file.path, "--format", "csv"] + words))
    }
    #expect(names("--box", "48.26,16.39,48.3,16.5") == ["park", "road"])
    #expect(names("--box", "48.24,16.4,48.26,16.46") == ["park", "stops", "well"])
    #expect(names("--box", "48.245,16.345,48.255,16.355").isEmpty)
    #expect(names("--box", "-17,179,-16.5,-179") == ["fiji"])
    #expect(names("--box", "85,-180,90,180") == ["pole"])
    #expect(
      names("--polygon", "POLYGON ((16.49 48, 16.65 48, 16.65 48.15, 16.49 48))") == [
        "road", "stops",
      ])
    #expect(names("--country", "AT") == ["park", "road", "stops", "well"])
    #expect(
      names("--along", "48.25,16.2 48.25,16.44", "--width", "1km") == ["park", "well", "stops"])
    #expect(names("--along", "48.25,16.2 48.25,16.44", "--width", "4.5km").last == "road")
    let count = Run(
      "within", "--in", file.path, "--box", "48.24,16.4,48.26,16.46", "--count")
    #expect(count.output == "3\n")
    #expect(
      Run("within", "--in", file.path, "--kind", "green", "--box", "-90,-180,90,180", "--count")
        .output
        == "1\n")
  }

  @Test func geometriesAreWrittenUnchanged() throws {
    let file = try OwnFile(Self.text, name: "areas.geojson")
    let run = Run("near", "48.3,16.6", "--in", file.path, "--format", "geojson", "--limit", "3")
    #expect(
      run.output.contains(
        "\"type\":\"LineString\",\"coordinates\":[[16.5,48],[16.5,48.4],[17,48.4]]"))
    #expect(run.output.contains("\"lanes\":2"))
    #expect(run.output.contains("\"distance_m\":"))
    let map = Run("map", "--in", file.path, "-o", "-", "--format", "svg")
    #expect(map.code == .success || map.code == .usage)
  }

  @Test func otherFormatsHaveLinesAndAreas() throws {
    let kml = try OwnFile(
      """
      <kml xmlns="http://www.opengis.net/kml/2.2"><Document>
      <Placemark><name>way</name><LineString><coordinates>16,48 17,48</coordinates></LineString></Placemark>
      <Placemark><name>area</name><Polygon><outerBoundaryIs><LinearRing><coordinates>
      10,40 12,40 12,42 10,42 10,40</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
      </Document></kml>
      """, name: "areas.kml")
    #expect(
      Self.names(Run("near", "41,11", "--in", kml.path, "--format", "csv")) == ["area", "way"])
    #expect(Run("nearest", "41,11", "--in", kml.path).lines[3].contains(" 0.0 km "))
    let wkt = try OwnFile(
      "POLYGON ((10 40, 12 40, 12 42, 10 42, 10 40))\nLINESTRING (16 48, 17 48)\n",
      name: "areas.wkt")
    let near = Run("near", "41,11", "--in", wkt.path, "--format", "csv")
    #expect(near.lines[1].contains(",41,11,0.000,"), "\(near.output) \(near.errors)")
    let empty = try OwnFile(
      "{\"type\":\"Polygon\",\"coordinates\":[]}", name: "empty.geojson")
    let none = Run("near", "41,11", "--in", empty.path)
    #expect(none.output == "no places near 41.00000, 11.00000\n", "\(none.output) \(none.errors)")
  }

  @Test func anIndexFileOfAreasIsDescribedAndChecked() throws {
    let file = try OwnFile(Self.text, name: "areas.geojson")
    let index = file.sibling("areas.cairn")
    #expect(Run("index", "build", file.path, index).code == .success)
    let info = Run("index", "info", index, "--check")
    #expect(info.code == .success, "\(info.errors)")
    #expect(info.output.contains("7, lines and areas"))
    #expect(info.output.contains("name, kind, lanes"))
    let json = Run("index", "info", index, "--format", "json")
    #expect(json.output.contains("\"places\":7,\"shapes\":true"))
    var bytes = try Data(contentsOf: URL(fileURLWithPath: index))
    for position in stride(from: 4_096, to: bytes.count, by: 1_021) {
      bytes[position] ^= 0x55
      try bytes.write(to: URL(fileURLWithPath: index))
      #expect(Run("index", "info", index, "--check").code == .data)
      #expect([.data, .success].contains(Run("near", "41,11", "--in", index).code))
      bytes[position] ^= 0x55
    }
  }
}
