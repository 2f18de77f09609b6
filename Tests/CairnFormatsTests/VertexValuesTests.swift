import CairnGeodesy
import TestSupport
import Testing

@testable import CairnFormats

/// Values of the vertices of lines, when vertices are removed, moved to other lines or added.
@Suite struct VertexValuesTests {
  private static func line(_ count: Int, _ random: inout SeededGenerator) -> [GeoFeature.Position] {
    (0..<count).map { _ in
      .init(
        Coordinate(
          latitude: Double(random.next() % 100), longitude: Double(random.next() % 300) - 120))
    }
  }

  /// A property with the number of each vertex.
  private static func numbers(_ geometry: GeoFeature.Geometry, _ next: inout Int) -> PropertyValue {
    switch geometry {
    case .lineString(let line):
      return .array(
        line.map { _ in
          next += 1
          return .integer(next - 1)
        })
    case .multiLineString(let lines):
      return .array(lines.map { numbers(.lineString($0), &next) })
    case .collection(let members): return .array(members.map { numbers($0, &next) })
    default: return .null
    }
  }

  @Test func valuesFollowTheirVertices() {
    var random = SeededGenerator(seed: 71)
    for _ in 0..<200 {
      let count = Int(random.next() % 4)
      let lines = (0...count).map { _ in Self.line(Int(random.next() % 6), &random) }
      let members = lines.map { GeoFeature.Geometry.lineString($0) }
      let point = GeoFeature.Geometry.point(.init(Coordinate(latitude: 1, longitude: 2)))
      let geometries: [GeoFeature.Geometry] = [
        members[0], .multiLineString(lines),
        .collection([point] + members + [.multiLineString(lines)]),
      ]
      for geometry in geometries {
        var all = 0
        let value = Self.numbers(geometry, &all)
        guard all > 0 else { continue }
        #expect(geometry.vertexValues(value) == (0..<all).map { .integer($0) })
        var feature = GeoFeature(
          geometry: geometry,
          properties: [
            "coordTimes": value, "coordinateProperties": .object(["hr": value, "@xmlns:a": "b"]),
            "name": "A",
          ])
        let chosen = (0..<all).filter { _ in random.next() % 2 == 0 }
        let sources = chosen.map { Optional($0) } + [nil]
        feature.replaceGeometry(
          .lineString(Self.line(sources.count, &random)), vertices: sources)
        let known = PropertyValue.array(chosen.map { .integer($0) } + [.null])
        #expect(feature.properties["coordTimes"] == known)
        #expect(
          feature.properties["coordinateProperties"]
            == .object(["hr": known, "@xmlns:a": "b"]))
      }
    }
  }

  /// Numbers of vertices, before and after GeoJSON has cut lines at 180 degrees.
  @Test func valuesFollowTheirVerticesAcrossTheAntimeridian() throws {
    var random = SeededGenerator(seed: 72)
    for _ in 0..<60 {
      var longitude = 150.0 + Double(random.next() % 60)
      let lines = (0...Int(random.next() % 3)).map { _ in
        (0..<2 + Int(random.next() % 8)).map { _ -> GeoFeature.Position in
          longitude += Double(random.next() % 90) - 44.5
          return .init(
            Coordinate(
              latitude: Double(random.next() % 80), longitude: longitude.reducedLongitude))
        }
      }
      let geometry: GeoFeature.Geometry =
        lines.count == 1 ? .lineString(lines[0]) : .multiLineString(lines)
      var all = 0
      let value = Self.numbers(geometry, &all)
      let feature = GeoFeature(geometry: geometry, properties: ["coordTimes": value])
      let read = try #require(
        try RoundTripTests.copied([feature], .geoJSON).features.first)
      let place = try #require(read.geometry)
      let values = try #require(place.vertexValues(read.properties["coordTimes"] ?? .null))
      var positions: [GeoFeature.Position] = []
      place.forEachPosition { positions.append($0) }
      let before = lines.flatMap { $0 }
      var next = 0
      for (position, value) in zip(positions, values) where value != .null {
        #expect(value == .integer(next))
        #expect(position.coordinate.distance(to: before[next].coordinate) < 1e-6)
        next += 1
      }
      #expect(next == all && positions.count == values.count)
    }
  }
}
