import CairnGeodesy
import TestSupport
import Testing

@testable import CairnIndex

/// Unions, intersections, differences and complements against the meaning of the words, place by
/// place; what an index says of them is asked in `QuestionTests`.
@Suite struct CombinedRegionTests {
  private let north = Coordinate(latitude: 90, longitude: 0)

  @Test(arguments: PointClass.allCases)
  func aFormulaMeansWhatItSays(_ kind: PointClass) throws {
    var random = SeededGenerator(seed: 501)
    var inside = 0
    for round in 0..<rounds(60, inDebug: 4) {
      let points = Array(kind.points(using: &random).prefix(400))
      let formula = RegionFormula.random(depth: round % 11, using: &random) { random in
        let kinds = RegionKind.allCases.filter { $0 != .combined }
        return kinds[random.integer(in: 0...kinds.count - 1)].region(
          kind, for: points, using: &random)
      }
      let region = formula.combined
      let places = points + (0..<100).map { _ in random.coordinate() }
      // Told once a round: an expectation costs more than what it looks at.
      let wrong = places.filter { place in
        guard place.isValid else { return false }
        let isInside = formula.contains(place)
        inside += isInside ? 1 : 0
        return region.contains(place) != isInside
          || isInside && !region.boundingBox.contains(place)
      }
      #expect(wrong.isEmpty)
    }
    #expect(inside > 0)
  }

  @Test func oneOfEach() {
    let cap = Cap(center: north, radius: 2_000_000)
    let box = BoundingBox(south: 60, west: 170, north: 80, east: -170)
    let inBoth = Coordinate(latitude: 75, longitude: 180)
    let inCap = Coordinate(latitude: 75, longitude: 0)
    let inBox = Coordinate(latitude: 61, longitude: -175)
    let outside = Coordinate(latitude: -30, longitude: 50)
    func which(_ region: some PlaceRegion) -> [Bool] {
      [inBoth, inCap, inBox, outside].map(region.contains)
    }
    #expect(which(cap.union(box)) == [true, true, true, false])
    #expect(which(cap.intersection(box)) == [true, false, false, false])
    #expect(which(cap.subtracting(box)) == [false, true, false, false])
    #expect(which(box.subtracting(cap)) == [false, false, true, false])
    #expect(which(cap.complement) == [false, false, true, true])
    #expect(which(cap.complement.complement) == which(cap))
    #expect(which(cap.union(cap.complement)) == [true, true, true, true])
    #expect(which(cap.intersection(cap.complement)) == [false, false, false, false])
    // Of two boxes the smallest box around both, or the two alone.
    let other = BoundingBox(south: 60, west: 160, north: 80, east: 165)
    let hull: BoundingBox = box.union(other)
    let both: CombinedRegion = box.union(other)
    let between = Coordinate(latitude: 70, longitude: 167)
    #expect(hull.contains(between))
    #expect(!both.contains(between))
    #expect(both.contains(inBox))
  }

  /// Parts with nothing in them, with everything, and no parts at all.
  @Test func emptyAndWhole() throws {
    let points = [
      north, Coordinate(latitude: -90, longitude: 0), Coordinate(latitude: 0, longitude: 180),
      Coordinate(latitude: 0, longitude: -180), Coordinate(latitude: 12, longitude: 34),
    ]
    let index = try PlaceIndex(points, coordinate: { $0 })
    let nothing: [any PlaceRegion] = [
      BoundingBox.empty, Cap(center: north, radius: -1), GeoMultiPolygon([]),
      PathCorridor(within: 5, of: GeoPath([])), CombinedRegion(unionOf: []),
      CombinedRegion(intersectionOf: []), BoundingBox.world.complement,
    ]
    for region in nothing {
      let empty = CombinedRegion(unionOf: [region])
      #expect(index.count(in: empty) == 0)
      #expect(index.keys(in: empty.complement) == [0, 1, 2, 3, 4])
      #expect(index.count(in: BoundingBox.world.intersection(empty)) == 0)
      #expect(index.count(in: BoundingBox.world.subtracting(empty)) == 5)
      #expect(index.count(in: empty.subtracting(BoundingBox.world)) == 0)
      #expect(GeohashCover(empty, maximumCells: 9).cells.isEmpty)
      #expect(index.nearest(to: north, count: 2, in: empty.complement).map(\.offset) == [0, 4])
      #expect(index.nearest(to: north, count: 2, in: empty).isEmpty)
    }
    let invalid = Coordinate(latitude: .nan, longitude: 0)
    #expect(!CombinedRegion(unionOf: []).complement.contains(invalid))
    #expect(!Cap(center: north, radius: 1).complement.contains(invalid))
  }

  /// Whole nodes are taken and left: a count in a large union costs a few questions to the parts.
  @Test func nodesAreTakenAsAWhole() throws {
    var random = SeededGenerator(seed: 7)
    let points = (0..<20_000).map { _ in coordinate(&random) }
    let index = try PlaceIndex(points, coordinate: { $0 })
    let asked = AskedRegion(Cap(center: north, radius: 3_000_000))
    let region = BoundingBox(south: -90, west: -180, north: 0, east: 180).union(asked)
    let expected = points.count { $0.latitude <= 0 || asked.cap.contains($0) }
    #expect(index.count(in: region) == expected)
    #expect(index.count(in: region.complement) == points.count - expected)
    // Of the half of the Earth that the box has as a whole, few places are looked at.
    let judged = index.count(
      in: BoundingBox(south: -90, west: -180, north: -5, east: 180)
        .intersection(region))
    #expect(judged == points.count { $0.latitude <= -5 })
  }

  @Test func corridorsAreSearchedNodeByNode() throws {
    var random = SeededGenerator(seed: 8)
    let points = (0..<rounds(5_000, inDebug: 200)).map { _ in random.coordinate() }
    let index = try PlaceIndex(points, coordinate: { $0 })
    for distance in [0.0, 1_000, 300_000, 4_000_000, 12_000_000, 30_000_000] {
      let path = GeoPath(
        (0..<40).map { step in
          Coordinate(latitude: 85 - Double(step), longitude: 17 * Double(step))
        })
      let corridor = PathCorridor(within: distance, of: path)
      let inside = points.indices.filter { path.distance(to: points[$0]) <= distance }
      #expect(index.keys(in: CombinedRegion(unionOf: [corridor])) == inside)
      #expect(
        index.keys(in: corridor.complement)
          == Set(points.indices).subtracting(inside).sorted())
      let center = Coordinate(latitude: -40, longitude: 100)
      let nearest = inside.sorted {
        (center.distance(to: points[$0]), $0) < (center.distance(to: points[$1]), $1)
      }
      #expect(
        index.nearest(to: center, count: 7, in: corridor).map(\.offset)
          == Array(nearest.prefix(7)))
      #expect(inside.allSatisfy { corridor.boundingBox.contains(points[$0]) })
    }
  }
}

/// A region of one's own.
private struct AskedRegion: PlaceRegion {
  let cap: Cap
  init(_ cap: Cap) { self.cap = cap }
  var boundingBox: BoundingBox { cap.boundingBox }
  func contains(_ coordinate: Coordinate) -> Bool { cap.contains(coordinate) }
}
