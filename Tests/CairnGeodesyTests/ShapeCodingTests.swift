import CairnGeodesy
import Foundation
import TestSupport
import Testing

@Suite struct ShapeCodingTests {
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func read<Value: Decodable>(_ text: String, as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  private let square = [(0.0, 170.0), (0, -170), (10, -170), (10, 170)].map {
    Coordinate(latitude: $0.0, longitude: $0.1)
  }

  @Test func shapesAreEncodedAsGeoJSON() throws {
    let box = BoundingBox(south: -20, west: 175, north: -15.5, east: -178)
    #expect(try json(box) == "[175,-20,-178,-15.5]")
    let hole = [(2.0, 178.0), (2, 179), (3, 179)].map {
      Coordinate(latitude: $0.0, longitude: $0.1)
    }
    let polygon = GeoPolygon(square, holes: [hole])
    #expect(
      try json(polygon)
        == #"{"coordinates":[[[170,0],[-170,0],[-170,10],[170,10],[170,0]],[[178,2],[179,2],[179,3],[178,2]]],"type":"Polygon"}"#
    )
    #expect(
      try json(GeoPath(Array(square.prefix(2))))
        == #"{"coordinates":[[170,0],[-170,0]],"type":"LineString"}"#)
    #expect(
      try json(Cap(center: square[0], radius: 500))
        == #"{"center":{"latitude":0,"longitude":170},"radius":500}"#)
    #expect(
      try json(GeodeticPosition(square[0], height: 12))
        == #"{"height":12,"latitude":0,"longitude":170}"#)
    #expect(try json([LengthUnit.nauticalMiles]) == #"["NM"]"#)
  }

  @Test func shapesSurviveARoundTrip() throws {
    var random = SeededGenerator(seed: 17)
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    func place() -> Coordinate {
      Coordinate(latitude: number(-90...90), longitude: number(-180...180))
    }
    for _ in 0..<200 {
      let south = number(-90...90)
      let box = BoundingBox(
        south: south, west: number(-180...180), north: number(south...90), east: number(-180...180))
      #expect(try read(json(box), as: BoundingBox.self) == box)
      let path = GeoPath((0..<Int.random(in: 0...4, using: &random)).map { _ in place() })
      #expect(try read(json(path), as: GeoPath.self) == path)
      let ring = (0..<5).map { _ in place() }
      let polygon = GeoPolygon(
        ring, holes: Bool.random(using: &random) ? [[place(), place(), place()]] : [],
        interior: Bool.random(using: &random) ? .leftOfRing : .smallerSide)
      #expect(try read(json(polygon), as: GeoPolygon.self) == polygon)
      let both = GeoMultiPolygon([polygon, GeoPolygon(square)])
      #expect(try read(json(both), as: GeoMultiPolygon.self) == both)
      let position = GeodeticPosition(place(), height: Bool.random(using: &random) ? 8.5 : nil)
      #expect(try read(json(position), as: GeodeticPosition.self) == position)
    }
    for box in [BoundingBox.empty, .world] {
      #expect(try read(json(box), as: BoundingBox.self) == box)
    }
    let straight = GeoPolygon(straightInDegrees: square, tolerance: 1_000)
    #expect(try read(json(straight), as: GeoPolygon.self) == straight)
    // A closed ring is the same region, and is decoded as an open one.
    let closed = GeoPolygon(square + square.prefix(1))
    #expect(try read(json(closed), as: GeoPolygon.self) == GeoPolygon(square))
  }

  @Test func invalidInputIsRejected() {
    func refuses<Value: Decodable>(_ text: String, as type: Value.Type) -> Bool {
      do {
        _ = try read(text, as: type)
        return false
      } catch {
        return error is DecodingError
      }
    }
    for text in ["[1,2,3]", "[0,91,1,92]", "[0,5,1,4]", "[-181,0,1,1]", "[]", #"{"west":1}"#] {
      #expect(refuses(text, as: BoundingBox.self), "\(text)")
    }
    #expect(refuses(#"{"center":{"latitude":91,"longitude":0},"radius":1}"#, as: Cap.self))
    for text in [
      #"{"type":"Point","coordinates":[0,0]}"#, #"{"coordinates":[[0,0],[1,1]]}"#,
      #"{"type":"LineString","coordinates":[[0]]}"#,
      #"{"type":"LineString","coordinates":[[0,95]]}"#,
    ] { #expect(refuses(text, as: GeoPath.self), "\(text)") }
    for text in [
      #"{"type":"Polygon","coordinates":[]}"#,
      #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1]]]}"#,
      #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[0,0]]],"interiors":["inside"]}"#,
    ] { #expect(refuses(text, as: GeoPolygon.self), "\(text)") }
  }
}
