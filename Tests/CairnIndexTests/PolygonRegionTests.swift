import CairnGeodesy
import TestSupport
import Testing

@testable import CairnIndex

/// Regions of many polygons compared with testing each polygon with each place.
@Suite struct PolygonRegionTests {
  private static let corners = [
    Coordinate(latitude: 0, longitude: 180), Coordinate(latitude: -17, longitude: -179.9),
    Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: -90, longitude: 50),
    Coordinate(latitude: 47, longitude: 8),
  ]

  /// A place near one of a few corners of the Earth, or anywhere.
  private func place(_ random: inout SeededGenerator) -> Coordinate {
    let corner = Self.corners[random.integer(in: 0...Self.corners.count - 1)]
    return random.integer(in: 0...2) == 0
      ? Coordinate(
        latitude: random.double(in: -90...90), longitude: random.double(in: -180...180))
      : corner.destination(
        bearing: random.double(in: 0...360), distance: random.double(in: 0...2e6))
  }

  /// Polygons with a few corners and of any size, which may overlap.
  private func polygons(_ count: Int, _ random: inout SeededGenerator) -> GeoMultiPolygon {
    GeoMultiPolygon(
      (0..<count).map { number in
        let center = number % 40 == 39 ? Self.corners[number % 5] : place(&random)
        let reach = [3e3, 3e4, 2e5, 1.5e6][random.integer(in: 0...3)]
        let sides = random.integer(in: 3...9)
        return GeoPolygon(
          (0..<sides).map { side in
            center.destination(
              bearing: 360 * Double(side) / Double(sides),
              distance: reach * random.double(in: 0.3...1))
          })
      })
  }

  @Test(arguments: [1, 4, 5, 9, 60, 300])
  func manyPolygonsMatchEachPolygon(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let shape = polygons(count, &random)
    let places =
      (0..<3_000).map { _ in place(&random) } + Self.corners
      + [Coordinate(latitude: 0, longitude: -180), Coordinate(latitude: -90, longitude: -120)]
      + shape.polygons.flatMap { polygon in
        polygon.outer.prefix(3).flatMap { corner in
          [corner, corner.destination(bearing: random.double(in: 0...360), distance: 1e3)]
        } + [polygon.boundingBox.center]
      }
    let inside = places.indices.filter { shape.contains(places[$0]) }
    #expect(inside.count >= (count + 1) / 2 && inside.count < places.count)
    let index = try PlaceIndex(places, coordinate: \.self)
    #expect(index.keys(in: shape) == inside)
    #expect(index.count(in: shape) == inside.count)
    for center in Self.corners {
      let nearest = inside.map { (center.distance(to: places[$0]), $0) }.sorted { $0 < $1 }
      #expect(
        index.nearest(to: center, count: 9, in: shape).map(\.offset)
          == nearest.prefix(9).map(\.1))
    }
  }

  @Test(arguments: [0, 1, 8, 9, 64, 65, 700])
  func boundsTreeFindsBoxes(count: Int) {
    var random = SeededGenerator(seed: UInt64(count) + 1)
    let boxes = (0..<count).map { _ in
      let (a, b) = (random.double(in: -90...90), random.double(in: -90...90))
      let width = [0, 0.1, 3, 200][random.integer(in: 0...3)]
      let west = random.double(in: -180...180)
      return BoundingBox(south: min(a, b), west: west, north: max(a, b), east: west + width)
    }
    let tree = BoundsTree(zip(0..., boxes).map { (tag: $0, box: VectorBox($1)) })
    for round in 0..<60 {
      // Also sides and corners, and points where an axis meets the sphere.
      var place = place(&random)
      if let box = boxes.randomElement(using: &random), round % 3 == 0 {
        place = Coordinate(
          latitude: [box.south, box.north, 0][random.integer(in: 0...2)],
          longitude: [box.west, box.east, box.center.longitude, 0, 90][random.integer(in: 0...4)])
      }
      let vector = place.unitVector
      let rounded = SIMD3(Float(vector.x), Float(vector.y), Float(vector.z))
      var found: [Int] = []
      tree.forEach(where: { $0.lanes(holding: rounded) }) { number in
        found.append(Int(number))
        return true
      }
      // The box around a box of degrees is larger.
      #expect(
        found.filter { boxes[$0].contains(place) }.sorted()
          == boxes.indices.filter { boxes[$0].contains(place) })
      #expect(found.count <= boxes.count && Set(found).count == found.count)
      var first: [Int] = []
      tree.forEach(where: { $0.lanes(holding: rounded) }) { number in
        first.append(Int(number))
        return false
      }
      #expect(first == Array(found.prefix(1)))
    }
  }
}
