import CairnGeodesy
import CairnIndex
import Testing

/// Polygons and paths give exactly what they say themselves about each element.
@Suite struct DynamicPlaceIndexRegionTests {
  /// An index of points that has lost a third of them and has moved another third.
  private func churned(
    _ points: [Coordinate], _ kind: PointClass, using random: inout SeededGenerator
  ) throws -> DynamicPlaceIndex<Int, Pin> {
    var index = DynamicPlaceIndex<Int, Pin>(coordinate: \.coordinate)
    try index.insert(
      contentsOf: points.enumerated().map { Pin(id: $0.offset, coordinate: $0.element) })
    for id in points.indices where id % 3 == 0 { index.remove(id) }
    for id in points.indices where id % 3 == 1 {
      let place = kind.center(for: points, using: &random)
      try index.insert(Pin(id: id, coordinate: place))
    }
    return index
  }

  @Test(arguments: PointClass.allCases)
  func polygons(_ kind: PointClass) throws {
    var random = SeededGenerator(seed: 10)
    var asked = 0
    while asked < max(4, queriesPerClass / 40) {
      let points = kind.points(using: &random)
      let index = try churned(points, kind, using: &random)
      let elements = index.elements
      for _ in 0..<5 {
        let polygon = GeoPolygon(
          ring(for: points, using: &random), holes: [ring(for: points, using: &random)],
          interior: Bool.random(using: &random) ? .smallerSide : .leftOfRing)
        let inside = elements.filter { polygon.contains($0.coordinate) }
        #expect(index.elements(in: polygon) == inside)
        #expect(index.count(in: polygon) == inside.count)
        let both = GeoMultiPolygon([polygon, GeoPolygon(ring(for: points, using: &random))])
        let inBoth = elements.filter { both.contains($0.coordinate) }
        #expect(index.elements(in: both) == inBoth)
        #expect(index.count(in: both) == inBoth.count)
        asked += 4
      }
    }
  }

  @Test(arguments: PointClass.allCases)
  func paths(_ kind: PointClass) throws {
    var random = SeededGenerator(seed: 11)
    var asked = 0
    while asked < max(4, queriesPerClass / 40) {
      let points = kind.points(using: &random)
      let index = try churned(points, kind, using: &random)
      let elements = index.elements
      for _ in 0..<5 {
        let path = GeoPath(
          Array(ring(for: points, using: &random).prefix(.random(in: 1...6, using: &random))))
        let distance = kind.radius(around: path.coordinates[0], for: points, using: &random)
        let near = elements.filter { path.distance(to: $0.coordinate) <= distance }
        #expect(index.elements(within: distance, of: path) == near)
        #expect(index.count(within: distance, of: path) == near.count)
        asked += 2
      }
    }
  }

  @Test func degenerate() throws {
    let points = [Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 90, longitude: 0)]
    let pins = points.enumerated().map { Pin(id: $0.offset, coordinate: $0.element) }
    let index = try DynamicPlaceIndex(pins, coordinate: \.coordinate)
    #expect(index.elements(within: .infinity, of: GeoPath([])).isEmpty)
    #expect(index.elements(within: .infinity, of: GeoPath(points)) == pins)
    #expect(index.elements(within: -1, of: GeoPath(points)).isEmpty)
    #expect(index.count(within: .nan, of: GeoPath(points)) == 0)
    #expect(index.elements(in: GeoPolygon([])).isEmpty)
    #expect(index.count(in: GeoMultiPolygon([])) == 0)
    let invalid = Coordinate(latitude: .nan, longitude: 0)
    #expect(index.elements(within: 5, of: GeoPath([points[0], invalid])).isEmpty)
    let empty = DynamicPlaceIndex<Int, Pin>(coordinate: \.coordinate)
    #expect(empty.count(within: .infinity, of: GeoPath(points)) == 0)
  }
}
