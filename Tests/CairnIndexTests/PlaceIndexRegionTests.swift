import CairnGeodesy
import CairnIndex
import Testing

/// Polygons and paths give exactly what they say themselves about each place.
@Suite struct PlaceIndexRegionTests {
  @Test(arguments: PointClass.allCases)
  func polygons(_ kind: PointClass) throws {
    var random = SeededGenerator(seed: 8)
    var asked = 0
    while asked < max(10, queriesPerClass / 40) {
      let points = kind.points(using: &random)
      let index = try PlaceIndex(points, coordinate: { $0 })
      for _ in 0..<5 {
        let polygon = GeoPolygon(
          ring(for: points, using: &random), holes: [ring(for: points, using: &random)],
          interior: Bool.random(using: &random) ? .smallerSide : .leftOfRing)
        let inside = points.indices.filter { polygon.contains(points[$0]) }
        #expect(index.offsets(in: polygon) == inside)
        #expect(index.count(in: polygon) == inside.count)
        let both = GeoMultiPolygon([polygon, GeoPolygon(ring(for: points, using: &random))])
        let inBoth = points.indices.filter { both.contains(points[$0]) }
        #expect(index.offsets(in: both) == inBoth)
        asked += 3
      }
    }
  }

  @Test(arguments: PointClass.allCases)
  func paths(_ kind: PointClass) throws {
    var random = SeededGenerator(seed: 9)
    var asked = 0
    while asked < max(10, queriesPerClass / 40) {
      let points = kind.points(using: &random)
      let index = try PlaceIndex(points, coordinate: { $0 })
      for _ in 0..<5 {
        let path = GeoPath(
          Array(ring(for: points, using: &random).prefix(.random(in: 1...6, using: &random))))
        let start = path.coordinates[0]
        let distance = kind.radius(around: start, for: points, using: &random)
        let inside = points.indices.filter { path.distance(to: points[$0]) <= distance }
        #expect(index.offsets(within: distance, of: path) == inside)
        #expect(index.count(within: distance, of: path) == inside.count)
        asked += 2
      }
    }
  }

  @Test func degenerate() throws {
    let points = [Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 90, longitude: 0)]
    let index = try PlaceIndex(points, coordinate: { $0 })
    #expect(index.offsets(within: .infinity, of: GeoPath([])).isEmpty)
    #expect(index.offsets(within: .infinity, of: GeoPath(points)) == [0, 1])
    #expect(index.offsets(within: -1, of: GeoPath(points)).isEmpty)
    #expect(index.offsets(within: .nan, of: GeoPath(points)).isEmpty)
    #expect(index.elements(in: GeoPolygon([])).isEmpty)
    #expect(index.elements(in: GeoMultiPolygon([])).isEmpty)
    let invalid = Coordinate(latitude: .nan, longitude: 0)
    #expect(index.offsets(within: 5, of: GeoPath([points[0], invalid])).isEmpty)
  }
}
