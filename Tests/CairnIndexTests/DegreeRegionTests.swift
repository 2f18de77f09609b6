import CairnGeodesy
import CairnMemory
import TestSupport
import Testing

@testable import CairnIndex

/// Regions that classify rectangles of degrees, compared with testing each place.
@Suite struct DegreeRegionTests {
  /// The rectangle of each child, at every level, contains all places below it.
  @Test func rectanglesContainTheirPlaces() throws {
    var random = SeededGenerator(seed: 15)
    for round in 0..<rounds(80, inDebug: 40) {
      let index = try PlaceIndex(DegreePlaces.points(round, &random), coordinate: { $0 })
      let tree = index._core.tree
      guard let root = tree.nearestRoot else { continue }
      check(tree, root.index, root.level)
    }
  }

  @discardableResult
  private func check(_ tree: PackedTree, _ node: Int, _ level: Int) -> [Coordinate] {
    var all: [Coordinate] = []
    for lane in 0..<PackedLayout.fanOut {
      guard let rectangle = tree.rectangle(ofLane: lane, ofNode: node, atLevel: level) else {
        continue
      }
      let weight = tree.weight(ofLane: lane, ofNode: node, atLevel: level)
      let child = tree.child(lane, ofNode: node, atLevel: level)
      let places =
        level > 1
        ? check(tree, child, level - 1)
        : (0..<weight).map { tree.degrees[tree.child($0, ofNode: child, atLevel: 0)] }
      #expect(rectangle.west >= -180 && rectangle.west < 180 && rectangle.width <= 360)
      for place in places {
        #expect(holds(rectangle, place), "\(rectangle), \(place)")
      }
      all += places
    }
    return all
  }

  private func holds(_ rectangle: DegreeRectangle, _ place: Coordinate) -> Bool {
    guard rectangle.south <= place.latitude, rectangle.north >= place.latitude else { return false }
    if rectangle.width == 360 { return true }
    guard abs(place.latitude) < 90 else { return false }
    let west = rectangle.west
    let east = place.longitude.remainder(dividingBy: 360)
    return [east - 360, east, east + 360].contains { $0 >= west && $0 <= west + rectangle.width }
  }

  /// Polygons, one or a few, alone and combined, with corners at places, next to them, or far away;
  /// and boxes with a predicate.
  @Test func polygonsOfEveryKind() throws {
    var random = SeededGenerator(seed: 16)
    var hits = 0
    // A debug build has one round of each of several numbers of places, up to 4,200.
    for round in stride(from: 0, to: 160, by: rounds(1, inDebug: 27)) {
      let spread = DegreePlaces.spread(round)
      let points = DegreePlaces.points(round, &random)
      let index = try PlaceIndex(points, coordinate: { $0 })
      let dynamic = try DynamicPlaceIndex(
        points.enumerated().map { Pin(id: $0.offset, coordinate: $0.element) },
        coordinate: \.coordinate)
      func polygon() -> GeoPolygon {
        let middle = points[.random(in: points.indices, using: &random)]
        let reach = [1e-9, 1e-3, 0.3, 3, 60, 89][Int.random(in: 0..<6, using: &random)]
        let corners = [3, 4, 7, 40, rounds(400, inDebug: 60)][Int.random(in: 0..<5, using: &random)]
        let ring = (0..<corners).map { corner in
          switch Int.random(in: 0..<6, using: &random) {
          case 0 where corners < 10: points[.random(in: points.indices, using: &random)]
          case 1 where corners < 10: Coordinate(latitude: middle.latitude, longitude: 180)
          default:
            middle.destination(
              bearing: 360 * Double(corner) / Double(corners),
              distance: max(spread, 1) * reach * 111_195 * .random(in: 0.3...1, using: &random))
          }
        }
        let holes = corners == 40 ? [ring.map { middle.interpolated(to: $0, fraction: 0.6) }] : []
        return GeoPolygon(
          ring, holes: holes, interior: corners == 4 ? .leftOfRing : .smallerSide)
      }
      func check(_ region: some PlaceRegion) {
        let inside = points.indices.filter { region.contains(points[$0]) }
        hits += inside.count
        #expect(index.keys(in: region) == inside, "\(region)")
        #expect(index.count(in: region) == inside.count)
        #expect(index.containsAny(in: region) == !inside.isEmpty)
        #expect(dynamic.elements(in: region).map(\.id) == inside)
      }
      for _ in 0..<rounds(6, inDebug: 1) {
        let first = polygon()
        check(first)
        check(GeoMultiPolygon([first, polygon(), polygon()]))
        check(GeoMultiPolygon((0..<6).map { _ in polygon() }))
        check(first.subtracting(polygon()))
        check(Sieve(boundingBox: first.boundingBox))
      }
    }
    #expect(hits > rounds(10_000, inDebug: 500))
  }
}

/// The places in a box whose latitude has an even last bit.
private struct Sieve: PlaceRegion {
  let boundingBox: BoundingBox

  func contains(_ coordinate: Coordinate) -> Bool {
    boundingBox.contains(coordinate) && coordinate.latitude.significandBitPattern & 1 == 0
  }
}
