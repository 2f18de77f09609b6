import Testing

@testable import CairnCommand

@Suite struct RoadsTests {
  private static let extract = """
    <osm><node id="1" lat="48.200" lon="16.400"/><node id="2" lat="48.210" lon="16.400"/>
    <node id="3" lat="48.210" lon="16.410"/>
    <way id="4"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="residential"/></way></osm>
    """

  @Test func anExtractAndItsFileOfRoadsGiveTheSameRoute() throws {
    let file = try OwnFile(Self.extract, name: "town.osm")
    let roads = file.sibling("town.roads")
    let built = Run(["roads", "build", file.path, "--out", roads])
    #expect(
      built.code == .success && built.output.contains("1 road, 2 junctions"), "\(built.output)")
    let words = ["16.4,48.2", "16.41,48.21", "--by", "foot"]
    let direct = Run(["roads", "route", file.path] + words)
    #expect(direct.code == .success && direct.output.contains("\"found\":true"))
    #expect(Run(["roads", "route", roads] + words).output == direct.output)
    let other = Run(["roads", "route", file.path, "16.4,48.2", "16.4,50", "--format", "json"])
    #expect(other.code == .success && other.output.contains("\"found\":false"))
  }

  @Test func theExtractIsNotReplacedByItsRoads() throws {
    let file = try OwnFile(Self.extract, name: "town.osm")
    let run = Run(["roads", "build", file.path, "--out", file.path])
    #expect(run.code == .usage && run.errors.contains("--out is the input itself"))
    #expect(Run(["roads", "snap", file.path, "16.4,48.2"]).output.contains("\"found\":true"))
    let empty = try OwnFile("<osm></osm>", name: "empty.osm")
    let built = Run(["roads", "build", empty.path, "--out", empty.sibling("empty.roads")])
    #expect(built.code == .success && built.errors.contains("no usable road"))
  }

  @Test func profilesNeedDifferentNames() throws {
    let file = try OwnFile(Self.extract, name: "town.osm")
    let slow = try OwnFile(#"{"base": "car"}"#, name: "slow.json")
    let fast = try OwnFile(#"{"base": "car", "usesMaxspeed": true}"#, name: "fast.json")
    let words = ["snap", file.path, "16.4,48.2", "--by", "car", "--profile"]
    #expect(Run(["roads"] + words + [slow.path]).code == .success)
    let run = Run(["roads"] + words + ["\(slow.path),\(fast.path)"])
    #expect(run.code == .data && run.errors.contains("another profile is called `car`"))
  }

  @Test func aPositionWithoutARoadIsAFeatureWithoutAGeometry() throws {
    let file = try OwnFile(Self.extract, name: "town.osm")
    let words = ["snap", file.path, "16.4,50", "16.4,48.21", "--format", "geojson"]
    let lines = Run(["roads"] + words).output.split(separator: "\n")
    #expect(lines.count == 4, "\(lines)")
    #expect(lines[1].contains(#""properties":{},"geometry":null}"#), "\(lines)")
    #expect(lines[2].contains("[16.4000000,48.2100000]"), "\(lines)")
  }

  @Test func aMatrixIsALinePerPairInGeoJSON() throws {
    let file = try OwnFile(Self.extract, name: "town.osm")
    let words = ["matrix", file.path, "16.4,48.2", "16.4,48.21", "16.4,50", "--format"]
    let times = Run(["roads"] + words + ["csv"]).output.split(separator: "\n")
    let second = try #require(times.first?.split(separator: ",").last)
    let lines = Run(["roads"] + words + ["geojson"]).output.split(separator: "\n")
    // There is no road at the third position.
    #expect(lines.count == 4)
    #expect(lines[1].contains(#""from":0,"to":1,"duration_s":\#(second)}"#), "\(lines)")
    #expect(lines[1].contains("[[16.4000000,48.2000000],[16.4000000,48.2100000]]"), "\(lines)")
    #expect(lines[2].contains(#""from":1,"to":0"#))
  }

  @Test func profilesOfAFileOfRoadsAreNotReplaced() throws {
    let file = try OwnFile(Self.extract, name: "town.osm")
    let roads = file.sibling("town.roads")
    let profile = try OwnFile(#"{"base": "foot", "name": "wheels"}"#, name: "wheels.json")
    _ = Run(["roads", "build", file.path, "--out", roads])
    let words = ["16.4,48.2", "--profile", profile.path, "--by", "wheels"]
    #expect(Run(["roads", "snap", file.path] + words).code == .success)
    let refused = Run(["roads", "snap", roads] + words)
    #expect(refused.code == .usage && refused.errors.contains("give --profile with an extract"))
  }

  @Test func directionsAreInTheLanguageAndUnitsOfTheLocale() throws {
    let file = try OwnFile(Self.extract, name: "town.osm")
    let words = ["roads", "route", file.path, "16.4,48.2", "16.41,48.21", "--format", "text"]
    let english = Run(words)
    #expect(english.lines.first == "1.9 km, 22 min", "\(english.output)")
    #expect(english.lines.contains("1. Start, 1.9 km") || english.lines.count == 4)
    let american = Run(words + ["--language", "en-US"])
    #expect(american.lines.first == "1.2 mi, 22 min", "\(american.output)")
    let german = Run(words + ["--language", "de"])
    #expect(german.lines.first == "1,9 km, 22 min")
    #expect(german.output.contains(". Sie haben Ihr Ziel erreicht\n"))
    #expect(Run(words + ["--language", "pt"]).errors.contains("en, de, fr or es"))
    let json = Run(words.dropLast() + ["json", "--language", "de"])
    #expect(json.code == .usage && json.errors.contains("--language needs --format text"))
  }

  @Test func conditionalTagsAreInForceWithATime() throws {
    let tag = #"<tag k="access:conditional" v="no @ (Mo-Fr 07:00-09:00)"/></way>"#
    let file = try OwnFile(
      Self.extract.split(separator: "</way>").joined(separator: tag), name: "town.osm")
    let words = ["roads", "route", file.path, "16.4,48.2", "16.41,48.21", "--by", "car"]
    #expect(Run(words).output.contains("\"found\":true"))
    let closed = Run(words + ["--at", "2026-11-23T08:00"])
    #expect(closed.output.contains("\"found\":false"), "\(closed.output)\(closed.errors)")
    #expect(Run(words + ["--at", "2026-11-23T10:00"]).output.contains("\"found\":true"))
    #expect(Run(words + ["--at", "noon"]).errors.contains("2026-03-29T12:00, not `noon`"))
    let roads = file.sibling("town.roads")
    _ = Run(["roads", "build", file.path, "--out", roads, "--at", "2026-11-23T08:00"])
    let built = ["roads", "route", roads, "16.4,48.2", "16.41,48.21", "--by", "car"]
    #expect(Run(built).output.contains("\"found\":false"))
    let refused = Run(built + ["--at", "2026-11-23"])
    #expect(refused.code == .usage && refused.errors.contains("give --at with an extract"))
  }

  @Test func alternativesFollowTheFastestRoute() throws {
    let file = try OwnFile(
      """
      <osm><node id="1" lat="48.2" lon="16.40"/><node id="2" lat="48.2" lon="16.41"/>
      <node id="3" lat="48.202" lon="16.405"/>
      <way id="4"><nd ref="1"/><nd ref="2"/><tag k="highway" v="path"/></way>
      <way id="5"><nd ref="1"/><nd ref="3"/><nd ref="2"/><tag k="highway" v="path"/></way></osm>
      """, name: "town.osm")
    let words = ["roads", "route", file.path, "16.4,48.2", "16.41,48.2"]
    let run = Run(words + ["--alternatives", "2"])
    #expect(run.code == .success && run.output.contains("\"alternatives\":["), "\(run.errors)")
    #expect(Run(words + ["--alternatives", "9"]).code == .usage)
    let lines = Run(words + ["--alternatives", "2", "--format", "geojson"]).output
    #expect(lines.contains("LineString"))
    // One table for all routes, with the number of each.
    let table = Run(words + ["--alternatives", "2", "--format", "csv"]).lines.filter { !$0.isEmpty }
    #expect(table[0].hasPrefix("route,kind,") && table.count { $0.hasPrefix("route,") } == 1)
    #expect(table.dropFirst().allSatisfy { "012".contains($0.first ?? "-") }, "\(table)")
    for more in [["16.405,48.202"], ["--heading", "90"]] {
      let refused = Run(words + more + ["--alternatives", "1"])
      #expect(refused.code == .usage && refused.errors.contains("without --heading"))
    }
  }

  @Test func placesWithoutARouteAreCounted() throws {
    let file = try OwnFile(Self.extract, name: "town.osm")
    let places = try OwnFile("name,lat,lon\nNear,48.205,16.4\nFar,50,16\nFarther,51,16\n")
    let words = ["roads", "near", file.path, "16.4,48.2", "--in", places.path, "--format", "csv"]
    let run = Run(words)
    #expect(run.lines.count == 3 && run.lines[1].hasPrefix("Near,16.4000000,48.2050000,"))
    #expect(run.errors.contains("2 places without a route, left out"))
    let unknown = Run(words + ["--by", "boat"])
    #expect(unknown.code == .usage && unknown.errors.contains("foot, bicycle or car"))
  }
}
