import CairnGeodesy
import TestSupport
import Testing

@testable import CairnIndex

/// Borders, limits and empty regions.
@Suite struct RegionEdgeTests {
  @Test func specialBoxes() throws {
    let points = [
      Coordinate(latitude: 90, longitude: 12), Coordinate(latitude: -90, longitude: -180),
      Coordinate(latitude: 0, longitude: 180), Coordinate(latitude: 0, longitude: -180),
      Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 45, longitude: 540),
    ]
    let index = try PlaceIndex(points, coordinate: { $0 })
    #expect(index.count(in: .world) == 6)
    #expect(index.count(in: .empty) == 0)
    #expect(index.keys(in: BoundingBox(south: -10, west: 170, north: 10, east: -170)) == [2, 3])
    #expect(index.keys(in: BoundingBox(south: 80, west: 0, north: 90, east: 1)) == [0])
    #expect(index.keys(in: BoundingBox(south: -90, west: 50, north: 0, east: 50)) == [1])
    #expect(index.keys(in: BoundingBox(south: 0, west: 180, north: 60, east: 180)) == [2, 3, 5])
  }

  /// Boxes of degrees with bounds at places, tenths, quarter turns, or next to them.
  @Test func boxesOfEveryKind() throws {
    var random = SeededGenerator(seed: 14)
    for round in 0..<rounds(60, inDebug: 12) {
      let spread = DegreePlaces.spread(round)
      let points = DegreePlaces.points(round, &random)
      let index = try PlaceIndex(points, coordinate: { $0 })
      func bound(_ value: Double) -> Double {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: value
        case 1: value.nextUp
        case 2: value.nextDown
        case 3: value + spread * .random(in: -1...1, using: &random)
        default: (value * 10).rounded() / 10
        }
      }
      for _ in 0..<60 {
        let (first, second) = (
          points[.random(in: points.indices, using: &random)],
          points[.random(in: points.indices, using: &random)]
        )
        let latitudes = [bound(first.latitude), bound(second.latitude)].sorted()
        var meridians = [bound(first.longitude), bound(second.longitude)]
        switch Int.random(in: 0..<8, using: &random) {
        case 0: meridians = [-180, meridians[1]]
        case 1: meridians = [meridians[0], 180]
        case 2: meridians = [0, -1e-20]
        case 3: meridians = [-1e-25, -1e-20]
        case 4: meridians = [-180, 180]
        default: break
        }
        let box = BoundingBox(
          south: latitudes[0], west: meridians[0], north: latitudes[1], east: meridians[1])
        let inside = points.indices.filter { box.contains(points[$0]) }
        #expect(index.keys(in: box) == inside, "\(box)")
        #expect(index.count(in: box) == inside.count)
        #expect(index.containsAny(in: box) == !inside.isEmpty)
      }
    }
  }

  @Test func degenerate() throws {
    let points = [Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 90, longitude: 0)]
    let invalid = Coordinate(latitude: .nan, longitude: 0)
    let index = try PlaceIndex(points, coordinate: { $0 })
    let pins = points.enumerated().map { Pin(id: $0.offset, coordinate: $0.element) }
    let dynamic = try DynamicPlaceIndex(pins, coordinate: \.coordinate)
    let empty = DynamicPlaceIndex<Int, Pin>(coordinate: \.coordinate)
    for (distance, path, offsets) in [
      (Double.infinity, GeoPath([]), []), (.infinity, GeoPath(points), [0, 1]),
      (-1, GeoPath(points), []), (.nan, GeoPath(points), []),
      (5, GeoPath([points[0], invalid]), []),
    ] {
      #expect(index.keys(within: distance, of: path) == offsets)
      #expect(index.within(distance, of: path).map(\.offset).sorted() == offsets)
      #expect(dynamic.elements(within: distance, of: path).map(\.id) == offsets)
      #expect(dynamic.count(within: distance, of: path) == offsets.count)
      #expect(empty.count(within: distance, of: path) == 0)
    }
    #expect(index.elements(in: GeoPolygon([])).isEmpty)
    #expect(index.elements(in: GeoMultiPolygon([])).isEmpty)
    #expect(dynamic.count(in: GeoMultiPolygon([])) == 0)
    #expect(index.elements(in: .world, limit: 0).isEmpty)
    #expect(index.elements(in: .world, limit: -1).isEmpty)
    #expect(index.elements(in: .world, limit: -1) { _ in true }.isEmpty)
    #expect(index.keys(in: .world, limit: .max) == [0, 1])
  }

  /// A limit returns the first of many places in input order.
  @Test func limitsOfLargeRegions() throws {
    var random = SeededGenerator(seed: 12)
    let points = (0..<20_000).map { _ in coordinate(&random) }
    let index = try PlaceIndex(points, coordinate: { $0 })
    let dynamic = try DynamicPlaceIndex(
      points.enumerated().map { Pin(id: $0.offset, coordinate: $0.element) },
      coordinate: \.coordinate)
    let box = BoundingBox(south: -80, west: 100, north: 70, east: 20)
    let inside = points.indices.filter { box.contains(points[$0]) }
    for limit in [1, 2, 63, 64, 65, 1000, 9_999, 19_999, 20_000, 20_001] {
      #expect(index.keys(in: box, limit: limit) == Array(inside.prefix(limit)))
      #expect(dynamic.elements(in: box, limit: limit).map(\.id) == Array(inside.prefix(limit)))
    }
  }
}
