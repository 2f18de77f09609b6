import Testing

@testable import CairnCommand

@Suite struct PlacesTests {
  private static let extract = """
    <osm>
    <node id="1" lat="48.2000" lon="16.4000"><tag k="amenity" v="cafe"/><tag k="name" v="Nah"/>
      <tag k="name:en" v="Near"/><tag k="opening_hours" v="Mo-Fr 08:00-18:00"/></node>
    <node id="2" lat="48.2100" lon="16.4000"><tag k="amenity" v="cafe"/><tag k="name" v="Far, far"/>
      <tag k="opening_hours" v="Mo-Su 00:00-24:00"/><tag k="addr:city" v="Wien"/></node>
    <node id="3" lat="48.2001" lon="16.4000"><tag k="amenity" v="drinking_water"/></node>
    <way id="4"><nd ref="77"/><tag k="tourism" v="museum"/></way>
    </osm>
    """

  @Test func placesOfACategoryNearAPlace() throws {
    let file = try OwnFile(Self.extract, name: "extract.osm")
    let run = Run([
      "places", file.path, "--category", "Café", "--near", "48.2,16.4", "--format", "csv",
    ])
    #expect(run.code == .success, "\(run.errors)")
    #expect(run.lines[0].hasPrefix("name,kind,latitude,longitude,distance_m,bearing_deg,street"))
    #expect(run.lines[1].hasPrefix("Nah,cafe,48.2,16.4,0.000,"))
    #expect(run.lines[2].hasPrefix("\"Far, far\",cafe,48.21,16.4,1111.951,0.000,"), "\(run.lines)")
    #expect(run.lines.count == 4)
    let close = Run([
      "places", file.path, "--category", "cafe,drinking water", "--near", "48.2,16.4", "--within",
      "500m", "--count",
    ])
    #expect(close.output == "2\n")
  }

  @Test func openPlacesAndLanguages() throws {
    let file = try OwnFile(Self.extract, name: "extract.osm")
    let words = ["places", file.path, "--category", "cafe", "--format", "csv", "--open-at"]
    let sunday = Run(words + ["2026-11-29T12:00"])
    #expect(sunday.lines.count == 3 && sunday.lines[1].hasPrefix("\"Far, far\""))
    let monday = Run(words + ["2026-11-30T12:00", "--language", "en"])
    #expect(monday.lines.count == 4 && monday.lines[1].hasPrefix("Near,"))
  }

  @Test func tagsAndAllCategories() throws {
    let file = try OwnFile(Self.extract, name: "extract.osm")
    let all = Run(["places", file.path, "--count"])
    #expect(all.output == "3\n")
    #expect(all.errors.contains("1 place without a location in the extract, left out"))
    #expect(Run(["places", file.path, "--tag", "addr:city=Wien", "--count"]).output == "1\n")
    let json = Run(["places", file.path, "--tag", "amenity=drinking_water", "--format", "json"])
    #expect(json.output.contains("\"name\":\"drinking water\""), "\(json.output)")
    #expect(json.output.contains("\"osm\":\"node/3\""))
  }

  @Test(arguments: ["csv", "geojson", "cairn", "kml"])
  func filesCanBeReadByOtherCommands(ending: String) throws {
    let file = try OwnFile(Self.extract, name: "extract.osm")
    let path = file.path + "." + ending
    let written = Run(["places", file.path, "--category", "cafe", "--out", path])
    #expect(
      written.code == .success && written.output.hasSuffix(": 2 places\n"), "\(written.errors)")
    let near = Run(["nearest", "48.211,16.4", "--in", path, "--format", "csv"])
    #expect(near.output.contains("Far, far"), "\(near.errors)")
  }
}
