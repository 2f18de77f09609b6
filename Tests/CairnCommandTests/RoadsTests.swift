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
