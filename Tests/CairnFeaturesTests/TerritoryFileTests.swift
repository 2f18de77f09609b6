import CairnCountries
import CairnFeatures
import CairnFormats
import CairnGeodesy
import Testing

@Suite struct TerritoryFileTests {
  private let zones = """
    {"type":"FeatureCollection","features":[
    {"type":"Feature","properties":{"NAME":"west","id":1},"geometry":{"type":"Polygon","coordinates":
     [[[170,-10],[180,-10],[180,10],[170,10],[170,-10]],[[172,-2],[174,-2],[174,2],[172,2],[172,-2]]]}},
    {"type":"Feature","properties":{"NAME":"both","id":2.5},"geometry":{"type":"MultiPolygon","coordinates":
     [[[[178,-5],[180,-5],[180,5],[178,5],[178,-5]]],[[[-180,-5],[-178,-5],[-178,5],[-180,5],[-180,-5]]]]}},
    {"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[0,0]}},
    {"type":"Feature","id":"c","properties":{"NAME":"south","id":"x"},"geometry":{"type":"GeometryCollection",
     "geometries":[{"type":"Polygon","coordinates":
     [[[-180,-90],[180,-90],[180,-60],[90,-62],[0,-65],[-90,-62],[-180,-60],[-180,-90]]]}]}}
    ]}
    """

  @Test func regionsOfGeoJSONAreFoundByPlace() throws {
    let atlas = try TerritoryAtlas(geoJSON: Array(zones.utf8))
    #expect(atlas.ids == ["west", "both", "south"])
    func regions(_ latitude: Double, _ longitude: Double) -> [String] {
      atlas.territories(at: Coordinate(latitude: latitude, longitude: longitude))
    }
    #expect(regions(0, 171) == ["west"] && regions(0, 173).isEmpty)
    #expect(regions(0, 179) == ["west", "both"] && regions(0, -179) == ["both"])
    #expect(regions(0, -177).isEmpty && regions(0, 0).isEmpty)
    #expect(
      regions(-89, 12) == ["south"] && regions(-64, 0).isEmpty && regions(-61, 179) == ["south"])
    let numbered = try TerritoryAtlas(geoJSON: Array(zones.utf8), name: "id")
    #expect(numbered.ids == ["1", "2.5", "x"])
    let identified = try TerritoryAtlas(
      geoJSON: Array(zones.replacing("\"NAME\":\"south\"", with: "\"N\":1").utf8))
    #expect(identified.ids == ["west", "both", "c"])
  }

  @Test func aZoneAcross180DegreesIsFoundAndWrittenInTwoParts() throws {
    let zones = """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"zone":"Taveuni"},
      "geometry":{"type":"Polygon","coordinates":[[[179.5,-17],[180.5,-17],[180.5,-16],[179.5,-17]]]}}]}
      """
    let atlas = try TerritoryAtlas(geoJSON: Array(zones.utf8), name: "zone")
    #expect(atlas.territory(at: Coordinate(latitude: -16.8, longitude: -179.8)) == "Taveuni")
    #expect(atlas.territory(at: Coordinate(latitude: -16.8, longitude: 179.6)) == nil)
    var reader = GeoJSONReader(Array(zones.utf8))
    var lines = GeoJSONSequenceWriter(separators: false)
    while let feature = try reader.next() { try lines.write(feature) }
    #expect(
      String(decoding: lines.bytes, as: UTF8.self) == """
        {"type":"Feature","geometry":{"type":"MultiPolygon","coordinates":\
        [[[[180,-16.5],[179.5,-17],[180,-17],[180,-16.5]]],\
        [[[-180,-17],[-179.5,-17],[-179.5,-16],[-180,-16.5],[-180,-17]]]]},\
        "properties":{"zone":"Taveuni"}}

        """)
  }

  @Test func cuttingAt180DegreesKeepsTheRegions() throws {
    let corners = [(170.0, -10.0), (185, -12), (190, 10), (172, 14)].map {
      GeoFeature.Position(Coordinate(latitude: $0.1, longitude: $0.0))
    }
    let coast = [(0.0, -70.0), (100, -68), (200, -72), (290, -71), (360, -70)]
    let cap = (coast + [(360, -90), (0, -90)]).map {
      GeoFeature.Position(Coordinate(latitude: $0.1, longitude: $0.0))
    }
    let shapes = [GeoFeature.Geometry.polygon([corners]), .polygon([cap])]
    func atlas(_ shapes: [GeoFeature.Geometry]) throws -> TerritoryAtlas<String> {
      try TerritoryAtlas(
        features: shapes.enumerated().map { number, shape in
          GeoFeature(geometry: shape, identifier: .integer(number))
        })
    }
    let whole = try atlas(shapes)
    let cut = try atlas(shapes.map { $0.cutAtAntimeridian() })
    for latitude in stride(from: -89.75, to: 20, by: 1.5) {
      for longitude in stride(from: -179.9, to: 180, by: 1.7) {
        let place = Coordinate(latitude: latitude, longitude: longitude)
        #expect(whole.territories(at: place) == cut.territories(at: place), "\(place)")
      }
    }
    #expect(whole.territory(at: Coordinate(latitude: -85, longitude: 3)) == "1")
  }

  @Test func errorsAreReported() {
    func message(_ text: String, name: String = "name") -> String {
      do {
        return "\(try TerritoryAtlas(geoJSON: Array(text.utf8), name: name).ids)"
      } catch {
        return "\(error)"
      }
    }
    #expect(message("{") == "line 1, byte 1: the input ends within a GeoJSON object")
    #expect(message(#"{"type":"Point","coordinates":[0,0]}"#) == "no feature is a polygon")
    #expect(message(zones, name: "zone") == "feature 1 has no property \"zone\"; it has NAME, id")
    #expect(message(zones.replacing("[180,-60]", with: "[180,-160]")).hasPrefix("line 9, byte "))
    let flat =
      #"{"type":"Feature","id":"f","geometry":{"type":"Polygon","coordinates":[[[0,0],[0,0],[1,1],[0,0]]]}}"#
    #expect(
      message(flat) == "\"f\": territory 0, ring 0: fewer than three different corners")
  }
}
