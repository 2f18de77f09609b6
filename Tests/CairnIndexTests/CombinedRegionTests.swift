import CairnGeodesy
import TestSupport
import Testing

@testable import CairnIndex

/// Unions, intersections, differences and complements compared with Boolean logic, place by place;
/// queries of an index with them are tested in `QueryTests`.
@Suite struct CombinedRegionTests {
  private let north = Coordinate(latitude: 90, longitude: 0)

  @Test(arguments: PointClass.allCases)
  func randomFormulasMatchBooleanLogic(_ kind: PointClass) throws {
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
      // One expectation per round, since an expectation costs more than the comparison.
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

  @Test func eachOperation() {
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
    // The union of two boxes is the smallest box around both, or exactly the two boxes.
    let other = BoundingBox(south: 60, west: 160, north: 80, east: 165)
    let hull: BoundingBox = box.union(other)
    let both: CombinedRegion = box.union(other)
    let between = Coordinate(latitude: 70, longitude: 167)
    #expect(hull.contains(between))
    #expect(!both.contains(between))
    #expect(both.contains(inBox))
  }

  /// Empty parts, parts that are the whole Earth, and no parts at all.
  @Test func emptyAndWholeEarth() throws {
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

  /// Nodes are included or skipped as a whole: a count in a large union tests few places.
  @Test func wholeNodesAreIncludedOrSkipped() throws {
    var random = SeededGenerator(seed: 7)
    let points = (0..<20_000).map { _ in coordinate(&random) }
    let index = try PlaceIndex(points, coordinate: { $0 })
    let asked = AskedRegion(Cap(center: north, radius: 3_000_000))
    let region = BoundingBox(south: -90, west: -180, north: 0, east: 180).union(asked)
    let expected = points.count { $0.latitude <= 0 || asked.cap.contains($0) }
    #expect(index.count(in: region) == expected)
    #expect(index.count(in: region.complement) == points.count - expected)
    // In the hemisphere that the box contains, few places are tested.
    let judged = index.count(
      in: BoundingBox(south: -90, west: -180, north: -5, east: 180)
        .intersection(region))
    #expect(judged == points.count { $0.latitude <= -5 })
  }

  /// A region after many steps, with the expected results for some places.
  private struct Steps {
    var region: CombinedRegion
    var isInside: [Bool]

    /// Combines the region with another in one of eight ways.
    mutating func step(_ number: Int, _ part: some PlaceRegion, _ places: [Coordinate]) {
      switch number {
      case 0: region = region.union(part)
      case 1: region = region.subtracting(part)
      case 2: region = region.intersection(part)
      case 3: region = part.union(region)
      case 4: region = part.subtracting(region)
      case 5: region = part.intersection(region)
      case 6: region = region.complement
      default: region = CombinedRegion(unionOf: [part, region] as [any PlaceRegion])
      }
      for index in places.indices {
        let isInPart = part.contains(places[index])
        switch number {
        case 0, 3, 7: isInside[index] = isInside[index] || isInPart
        case 1: isInside[index] = isInside[index] && !isInPart
        case 2, 5: isInside[index] = isInside[index] && isInPart
        case 4: isInside[index] = isInPart && !isInside[index]
        default: isInside[index].toggle()
        }
      }
    }
  }

  /// Chains of every operation, far deeper than recursion on a stack of 512 kB allows.
  @Test(arguments: [[0, 1], [0, 1, 2, 3, 4, 5, 6, 7], [4], [4, 3], [6], [3, 5], [2], [7, 6]])
  func longChainsOnASmallStack(_ operations: [Int]) {
    onSmallStack {
      var random = SeededGenerator(seed: UInt64(operations.count))
      let places = (0..<12).map { _ in random.coordinate() }
      let caps = (0..<40).map { _ in
        Cap(center: random.coordinate(), radius: random.double(in: 1e6...1.9e7))
      }
      var steps = Steps(
        region: CombinedRegion(unionOf: [caps[0]]), isInside: places.map(caps[0].contains))
      for number in 0..<rounds(100_000, inDebug: 800) {
        steps.step(
          operations[number % operations.count], caps[random.integer(in: 0...39)], places)
      }
      #expect(places.map(steps.region.contains) == steps.isInside)
      let inside = places.indices.filter { steps.isInside[$0] }
      let index = try? PlaceIndex(places, coordinate: { $0 })
      #expect(index?.keys(in: steps.region) == inside)
      #expect(index?.count(in: steps.region.complement) == places.count - inside.count)
      let spots = places.indices.map { Spot(id: $0, coordinate: places[$0]) }
      let dynamic = try? DynamicPlaceIndex(spots, coordinate: \.coordinate)
      #expect(dynamic?.count(in: steps.region) == inside.count)
      let cover = GeohashCover(steps.region, maximumCells: 4)
      #expect(inside.allSatisfy { cover.contains(places[$0]) })
      #expect(inside.allSatisfy { steps.region.boundingBox.contains(places[$0]) })
    }
  }

  /// Unions, differences and reversed differences of shallow and deep operands in all orders.
  @Test func combinationsOfCombinations() throws {
    var random = SeededGenerator(seed: 77)
    let places = (0..<60).map { _ in random.coordinate() }
    func leaf() -> Steps {
      let cap = Cap(center: random.coordinate(), radius: random.double(in: 1e6...1.5e7))
      return Steps(region: CombinedRegion(unionOf: [cap]), isInside: places.map(cap.contains))
    }
    for _ in 0..<rounds(100, inDebug: 12) {
      var pool = (0..<24).map { _ in leaf() }
      while pool.count > 1 {
        let first = pool.remove(at: random.integer(in: 0...pool.count - 1))
        let other = random.integer(in: 0...pool.count - 1)
        let second = pool[other]
        let pairs = zip(first.isInside, second.isInside)
        switch random.integer(in: 0...3) {
        case 0:
          pool[other].region = first.region.union(second.region)
          pool[other].isInside = pairs.map { $0 || $1 }
        case 1:
          pool[other].region = first.region.subtracting(second.region)
          pool[other].isInside = pairs.map { $0 && !$1 }
        case 2:
          pool[other].region = CombinedRegion(intersectionOf: [
            first.region, second.region.complement,
          ])
          pool[other].isInside = pairs.map { $0 && !$1 }
        default:
          pool[other].region = CombinedRegion(unionOf: [first.region, second.region, first.region])
          pool[other].isInside = pairs.map { $0 || $1 }
        }
      }
      #expect(places.map(pool[0].region.contains) == pool[0].isInside)
      let index = try PlaceIndex(places, coordinate: { $0 })
      #expect(index.keys(in: pool[0].region) == places.indices.filter { pool[0].isInside[$0] })
      let cover = GeohashCover(pool[0].region, maximumCells: 60)
      for (place, isInside) in zip(places, pool[0].isInside) where isInside {
        #expect(cover.contains(place))
      }
    }
  }

  /// Unions with more parts than are tested one by one: small, equal and overlapping ones.
  @Test func unionsOfManyParts() throws {
    var random = SeededGenerator(seed: 78)
    let center = Coordinate(latitude: 89.5, longitude: 0)
    let places = (0..<rounds(2_000, inDebug: 300)).map { _ in
      center.destination(bearing: random.double(in: 0...360), distance: random.double(in: 0...5e5))
    }
    let index = try PlaceIndex(places, coordinate: { $0 })
    for count in [4, 5, 6, 100] {
      let parts = (0..<count).map { number -> any PlaceRegion in
        let cap = Cap(
          center: center.destination(
            bearing: random.double(in: 0...360), distance: random.double(in: 0...4e5)),
          radius: number.isMultiple(of: 7) ? 5e4 : random.double(in: 0...2e5))
        switch number % 5 {
        case 0: return cap.boundingBox
        case 1: return PathCorridor(within: cap.radius, of: GeoPath([cap.center, center]))
        case 2: return AskedRegion(cap)
        case 3: return cap.complement.complement
        default: return cap
        }
      }
      let inside = places.indices.filter { place in parts.contains { $0.contains(places[place]) } }
      let union = CombinedRegion(unionOf: parts)
      #expect(index.keys(in: union) == inside)
      #expect(places.indices.filter { union.contains(places[$0]) } == inside)
      let rest = Cap(center: center, radius: 3e5).subtracting(union)
      #expect(
        index.keys(in: rest)
          == places.indices.filter {
            center.distance(to: places[$0]) <= 3e5 && !union.contains(places[$0])
          })
    }
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

/// A custom region.
private struct AskedRegion: PlaceRegion {
  let cap: Cap
  init(_ cap: Cap) { self.cap = cap }
  var boundingBox: BoundingBox { cap.boundingBox }
  func contains(_ coordinate: Coordinate) -> Bool { cap.contains(coordinate) }
}

private struct Spot: Identifiable, Sendable {
  let id: Int
  let coordinate: Coordinate
}
