import CairnGeodesy
import Testing

@testable import CairnIndex

/// What is in a region, asked in every form, is exactly what the region itself says of each place.
@Suite struct RegionExactnessTests {
  @Test(arguments: PointClass.allCases, RegionKind.allCases)
  func packed(_ points: PointClass, _ region: RegionKind) throws {
    try ask(points, region) { trio, region, limit, divisor in
      trio.checkPacked(region, limit: limit, divisor: divisor, "\(region)")
    }
  }

  @Test(arguments: PointClass.allCases, RegionKind.allCases)
  func dynamic(_ points: PointClass, _ region: RegionKind) throws {
    try ask(points, region) { trio, region, limit, divisor in
      trio.checkDynamic(region, limit: limit, divisor: divisor, "\(region)")
    }
  }

  @Test(arguments: PointClass.allCases, RegionKind.allCases)
  func mapped(_ points: PointClass, _ region: RegionKind) throws {
    try ask(points, region) { trio, region, limit, divisor in
      try shareOfMapped
        * trio.checkMapped(region, limit: limit, divisor: divisor, "\(region)")
    }
  }

  /// Puts random regions of a kind to indexes of random points of a class until there are enough
  /// answers.
  private func ask(
    _ kind: PointClass, _ region: RegionKind,
    _ check: (IndexTrio, any PlaceRegion, _ limit: Int, _ divisor: Int) throws -> Int
  ) throws {
    var random = SeededGenerator(seed: 2)
    var asked = 0
    while asked < kind.queries {
      let trio = try IndexTrio(kind, using: &random)
      for _ in 0..<(queriesPerClass > 1000 ? 24 : 4) {
        let limit = Int.random(in: -1...9, using: &random)
        let divisor = Int.random(in: 1...4, using: &random)
        let points = trio.points
        let shape: any PlaceRegion
        switch region {
        case .box: shape = kind.box(for: points, using: &random)
        case .cap: shape = kind.cap(for: points, using: &random)
        case .polygon: shape = kind.polygon(for: points, using: &random)
        case .polygons:
          shape = GeoMultiPolygon([
            kind.polygon(for: points, using: &random),
            GeoPolygon(ring(for: points, using: &random)),
          ])
        case .corridor:
          let (path, distance) = kind.corridor(for: points, using: &random)
          shape = PathCorridor(within: distance, of: path)
        case .own:
          shape = CutCap(
            cap: kind.cap(for: points, using: &random), box: kind.box(for: points, using: &random))
        }
        asked += try check(trio, shape, max(limit, 0), divisor)
      }
    }
  }

  /// The places along a path come with their distances from it, nearest first.
  @Test(arguments: PointClass.allCases)
  func paths(_ kind: PointClass) throws {
    var random = SeededGenerator(seed: 9)
    var asked = 0
    while asked < kind.queries {
      let trio = try IndexTrio(kind, using: &random)
      for _ in 0..<(queriesPerClass > 1000 ? 24 : 4) {
        let (path, distance) = kind.corridor(for: trio.points, using: &random)
        let limit = Int.random(in: 0...9, using: &random)
        let accepts = { (offset: Int) in offset % 2 == 1 }
        let all = trio.points.enumerated()
          .map {
            BruteForce.Answer(offset: $0.offset, distance: path.distance(to: $0.element))
          }
          .filter { $0.distance <= distance }
          .sorted { ($0.distance, $0.offset) < ($1.distance, $1.offset) }
        let odd = all.filter { accepts($0.offset) }
        #expect(BruteForce.answers(trio.packed.within(distance, of: path)) == all)
        #expect(
          BruteForce.answers(trio.packed.within(distance, of: path, limit: limit, where: accepts))
            == Array(odd.prefix(limit)))
        #expect(
          try BruteForce.answers(trio.mapped.within(distance, of: path, limit: limit))
            == Array(all.prefix(limit)))
        #expect(
          try BruteForce.answers(trio.mapped.within(distance, of: path, where: accepts)) == odd)
        #expect(trio.packed.offsets(within: distance, of: path) == all.map(\.offset).sorted())
        #expect(trio.packed.count(within: distance, of: path, where: accepts) == odd.count)
        #expect(trio.packed.containsAny(within: distance, of: path) == !all.isEmpty)

        let pins = trio.pins
          .map { DynamicModel.Answer(pin: $0, distance: path.distance(to: $0.coordinate)) }
          .filter { $0.distance <= distance }
          .sorted { ($0.distance, $0.pin.id) < ($1.distance, $1.pin.id) }
        #expect(
          answers(trio.dynamic.within(distance, of: path, limit: limit))
            == Array(pins.prefix(limit)))
        #expect(
          answers(trio.dynamic.within(distance, of: path) { accepts($0.id) })
            == pins.filter { accepts($0.pin.id) })
        #expect(
          trio.dynamic.elements(within: distance, of: path)
            == pins.map(\.pin).sorted { $0.id < $1.id })
        asked += 10
      }
    }
  }

  @Test func specialBoxes() throws {
    let points = [
      Coordinate(latitude: 90, longitude: 12), Coordinate(latitude: -90, longitude: -180),
      Coordinate(latitude: 0, longitude: 180), Coordinate(latitude: 0, longitude: -180),
      Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 45, longitude: 540),
    ]
    let index = try PlaceIndex(points, coordinate: { $0 })
    #expect(index.count(in: .world) == 6)
    #expect(index.count(in: .empty) == 0)
    #expect(index.offsets(in: BoundingBox(south: -10, west: 170, north: 10, east: -170)) == [2, 3])
    #expect(index.offsets(in: BoundingBox(south: 80, west: 0, north: 90, east: 1)) == [0])
    #expect(index.offsets(in: BoundingBox(south: -90, west: 50, north: 0, east: 50)) == [1])
    #expect(index.offsets(in: BoundingBox(south: 0, west: 180, north: 60, east: 180)) == [2, 3, 5])
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
      #expect(index.offsets(within: distance, of: path) == offsets)
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
    #expect(index.offsets(in: .world, limit: .max) == [0, 1])
  }

  /// A limit takes the first in input order out of many.
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
      #expect(index.offsets(in: box, limit: limit) == Array(inside.prefix(limit)))
      #expect(dynamic.elements(in: box, limit: limit).map(\.id) == Array(inside.prefix(limit)))
    }
  }
}
