import Testing

@testable import CairnCommand

@Suite struct RoadsMatchTests {
  private static let extract = """
    <osm><node id="1" lat="48.200" lon="16.400"/><node id="2" lat="48.210" lon="16.400"/>
    <node id="3" lat="48.210" lon="16.410"/>
    <way id="4"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="residential"/>
    <tag k="name" v="Long Street"/></way></osm>
    """
  private static let track = """
    <gpx><trk><name>Drive</name><trkseg>
    <trkpt lat="48.202" lon="16.40005"><time>2026-11-26T10:00:00Z</time></trkpt>
    <trkpt lat="48.205" lon="16.39995"><time>2026-11-26T10:00:20.5Z</time></trkpt>
    <trkpt lat="48.2099" lon="16.405"><time>2026-11-26T12:00:50+01:00</time></trkpt>
    </trkseg></trk></gpx>
    """

  @Test func aTrackIsMatchedInEachFormat() throws {
    let roads = try OwnFile(Self.extract, name: "town.osm")
    let track = try OwnFile(Self.track, name: "track.gpx")
    let words = ["roads", "match", roads.path, track.path, "--by", "car", "--format"]
    let json = Run(words + ["json"])
    #expect(json.code == .success, "\(json.errors)")
    #expect(json.output.contains(#""found":true"#) && json.output.contains("Long Street"))
    // With its UTC offset, the last time is an hour after the previous one.
    #expect(json.output.contains(#""begins":"gap""#))
    let csv = Run(words + ["csv"])
    let rows = csv.lines.filter { !$0.isEmpty }.dropFirst()
    #expect(rows.count == 3 && rows.allSatisfy { $0.hasSuffix(",matched") })
    let geoJSON = Run(words + ["geojson"])
    #expect(geoJSON.output.contains(#""track":"Drive""#))
    let gpx = Run(words + ["gpx"])
    #expect(gpx.output.contains("<name>Drive</name>") && gpx.output.contains("<trkseg>"))
  }

  @Test func pointsOfATableAreATrack() throws {
    let roads = try OwnFile(Self.extract, name: "town.osm")
    let track = try OwnFile("lat,lon\n48.202,16.4\n48.205,16.4\n", name: "track.csv")
    let run = Run(["roads", "match", roads.path, track.path, "--format", "csv"])
    #expect(run.lines.count { $0.hasSuffix(",matched") } == 2, "\(run.errors)")
    let area = try OwnFile(#"{"type":"FeatureCollection","features":[]}"#, name: "empty.geojson")
    let refused = Run(["roads", "match", roads.path, area.path])
    #expect(refused.code == .data && refused.errors.contains("has no track"))
  }

  @Test func whatIsNotMatchedIsReported() throws {
    let roads = try OwnFile(Self.extract, name: "town.osm")
    let place = #"<wpt lat="48.2" lon="16.4"/><trk>"#
    let track = try OwnFile(
      Self.track.replacing("<trk>", with: place).replacing("2026-11-26T10:00:00Z", with: "soon"),
      name: "track.gpx")
    let run = Run(["roads", "match", roads.path, track.path, "--format", "csv"])
    #expect(run.code == .success)
    #expect(run.errors.contains("1 feature without a line, left out"), "\(run.errors)")
    #expect(run.errors.contains("1 time that cannot be read, left out"), "\(run.errors)")
  }

  @Test func timesAreReadAsSeconds() {
    #expect(RoadTracks.seconds("1970-01-01T00:00:00Z") == 0)
    #expect(RoadTracks.seconds("2026-11-26T10:00:20.5Z") == 1_795_687_220.5)
    #expect(RoadTracks.seconds("2024-02-29T12:00:00+01:30") == 1_709_202_600)
    #expect(RoadTracks.seconds("2000-03-01 00:00:00") == 951_868_800)
    for text in [
      "", "2026-11-26", "2026-13-01T00:00:00Z", "2026-11-26T10:00:20x", "noon",
      "2026-02-30T10:00:00Z",
      "2026-11-26T10:00:20+99:00", "2026-11-26T10:00:20.5.5Z",
    ] {
      #expect(RoadTracks.seconds(text) == nil)
    }
  }

  @Test func requestsAreChecked() {
    let valid = #"{"id": 1, "points": [[16.4, 48.2], [16.4, 48.3]], "times": [0, null]"#
    #expect(RoadTracks.parse(valid + "}").reason == nil)
    #expect(RoadTracks.parse(valid + #", "accuracy": [5, 8]}"#).reason == nil)
    for members in [
      #", "accuracy": 0}"#, #", "accuracy": [5]}"#, #", "accuracy": "5"}"#, #", "snap": -1}"#,
    ] {
      #expect(RoadTracks.parse(valid + members).reason != nil, "\(members)")
    }
    #expect(RoadTracks.parse(#"{"points": [[16.4, 48.2]], "times": [1, 2]}"#).reason != nil)
    #expect(RoadTracks.parse(#"{"points": []}"#).reason != nil)
    #expect(RoadTracks.parse("[").reason != nil)
  }

  @Test func areasOfSeveralTimes() throws {
    let roads = try OwnFile(Self.extract, name: "town.osm")
    let words = ["roads", "reach", roads.path, "16.4,48.2"]
    let areas = Run(words + ["--minutes", "2,5", "--polygon", "--format", "geojson"])
    #expect(areas.code == .success, "\(areas.errors)")
    #expect(areas.output.split(separator: "MultiPolygon").count == 3)
    let one = Run(words + ["--minutes", "2", "--polygon"])
    #expect(one.output.contains(#""seconds":120"#) && one.output.contains(#""geometry""#))
    #expect(Run(words + ["--minutes", "2,5"]).code == .usage)
    #expect(Run(words + ["--minutes", "2,", "--polygon"]).code == .usage)
    #expect(Run(words + ["--polygon", "--format", "csv"]).code == .usage)
    #expect(Run(words + ["--minutes", "2"]).output.contains(#""points":["#))
  }
}
