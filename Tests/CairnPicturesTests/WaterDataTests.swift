import CairnCountries
import CairnGeodesy
import CairnWaterData
import TestSupport
import Testing

@testable import CairnPictures

/// The embedded lakes and rivers, compared with known places.
@Suite("Lakes and rivers")
struct WaterDataTests {
  static let waters = WaterShapes()
  static let lakes = shapes(ofLakes: true)
  static let rivers = shapes(ofLakes: false)

  /// All shapes of a kind with their rank.
  private static func shapes(ofLakes isLakes: Bool) -> [(rank: Int, lines: [[Coordinate]])] {
    waters.blocks.filter { $0.isLakes == isLakes }.flatMap { block in
      waters.shapes(of: block).map { (block.rank, $0) }
    }
  }

  /// Whether a place is in a lake and on none of its islands.
  static func isInLake(_ place: Coordinate) -> Bool {
    lakes.contains { Insides.holds($0.lines, place) }
  }

  @Test func theTextIsWithinItsBudget() {
    #expect(WaterData.waters.utf8CodeUnitCount <= 256_000)
  }

  @Test func theDecoderFindsWhatWasEncoded() {
    var checksum = Checksum()
    var count = 0
    func units(_ degrees: Double) -> Int { Int((degrees * WaterData.unitsPerDegree).rounded()) }
    for block in Self.waters.blocks {
      for line in Self.waters.shapes(of: block).joined() {
        count += line.count
        let corners = line.map { "\(units($0.longitude)),\(units($0.latitude))" }
        let text = "\(block.isLakes ? 0 : 1) \(block.rank) \(corners.joined(separator: " "))\n"
        checksum.add(text.utf8)
      }
    }
    #expect(count == WaterData.vertexCount)
    #expect(checksum.value == WaterData.checksum)
  }

  @Test func eachShapeHasOneNameOrNone() {
    let names = WaterNames()
    #expect(names.blockCount == Self.waters.blocks.count)
    var named = 0
    for (number, block) in Self.waters.blocks.enumerated() {
      let found = names.names(ofBlock: number)
      #expect(found.count == Self.waters.shapes(of: block).count)
      named += found.count { !$0.isEmpty }
      let isClean = found.allSatisfy { name in
        name.allSatisfy { $0.isLetter || $0.isNumber || " .,-'’‘()".contains($0) }
      }
      #expect(isClean, "\(found)")
    }
    #expect(named > 2_000)
  }

  @Test(arguments: [
    ("Lake Victoria", true, -1.0, 33.0), ("Lake Superior", true, 47.5, -88.0),
    ("Lake Garda", true, 45.6, 10.65), ("Lake Geneva", true, 46.43, 6.5),
    ("Danube", false, 47.50, 19.05), ("Rhine", false, 50.94, 6.96), ("Nile", false, 30.04, 31.23),
    ("Yangtze", false, 32.09, 118.73), ("Euphrates", false, 35.95, 39.02),
    ("Amazon", false, -1.92, -55.52), ("Glomma", false, 60.89, 11.56),
  ])
  func waterIsCalled(
    _ water: (name: String, isLake: Bool, latitude: Double, longitude: Double)
  ) {
    let place = Coordinate(latitude: water.latitude, longitude: water.longitude)
    let names = WaterNames()
    var found: (name: String, distance: Double)?
    for (number, block) in Self.waters.blocks.enumerated()
    where block.isLakes == water.isLake && block.box.expanded(byMeters: 20_000).contains(place) {
      for (name, lines) in zip(names.names(ofBlock: number), Self.waters.shapes(of: block)) {
        let distance =
          water.isLake
          ? (Insides.holds(lines, place) ? 0 : .infinity)
          : lines.map { GeoPath($0).distance(to: place) }.min() ?? .infinity
        if distance < found?.distance ?? 15_000 { found = (name, distance) }
      }
    }
    #expect(found?.name == water.name)
  }

  @Test func blocksAreInTheirBoxesAndSortedBySize() {
    for block in Self.waters.blocks {
      #expect(
        Self.waters.shapes(of: block).joined().joined().allSatisfy { block.box.contains($0) })
    }
    for isLakes in [true, false] {
      let ranks = Self.waters.blocks.filter { $0.isLakes == isLakes }.map(\.rank)
      #expect(ranks == ranks.sorted())
    }
    #expect(Self.lakes.count > 1_200 && Self.rivers.count > 1_500)
  }

  @Test func shoresAndIslandsAreRingsThatDoNotCross() {
    var small = 0
    var crossing = 0
    // The largest lakes take seconds in debug builds.
    let limit = rounds(10_000, inDebug: 120)
    for lake in Self.lakes {
      small += lake.lines.count { $0.count < 3 || $0.first == $0.last }
      let edges = lake.lines.flatMap { ring in
        zip(ring, ring.dropFirst() + ring.prefix(1)).map { ($0, $1) }
      }
      guard edges.count <= limit else { continue }
      for (number, first) in edges.enumerated() {
        for second in edges[..<number] where Self.cross(first, second) { crossing += 1 }
      }
    }
    #expect(small == 0)
    #expect(crossing == 0)
  }

  /// Whether two edges cross, each between the ends of the other.
  private static func cross(
    _ first: (Coordinate, Coordinate), _ second: (Coordinate, Coordinate)
  ) -> Bool {
    // In integer units, so that a corner on an edge is exactly on it.
    func turn(_ a: Coordinate, _ b: Coordinate, _ c: Coordinate) -> Double {
      func unit(_ degrees: Double) -> Double { (degrees * WaterData.unitsPerDegree).rounded() }
      let (x, y) = (unit(a.longitude), unit(a.latitude))
      return (unit(b.longitude) - x) * (unit(c.latitude) - y)
        - (unit(b.latitude) - y) * (unit(c.longitude) - x)
    }
    return turn(first.0, first.1, second.0) * turn(first.0, first.1, second.1) < 0
      && turn(second.0, second.1, first.0) * turn(second.0, second.1, first.1) < 0
  }

  @Test func shoresAndIslandsHaveOppositeOrientations() {
    var wrong = 0
    for lake in Self.lakes {
      for (number, ring) in lake.lines.enumerated() {
        let points = ring.map { PlanePoint(x: $0.longitude, y: -$0.latitude) }
        if (area(of: points) > 0) != (number == 0) { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test(arguments: [
    ("Victoria", -1.0, 33.0), ("Superior", 47.7, -87.5), ("Huron", 44.8, -82.4),
    ("Ladoga", 60.8, 31.5), ("Balaton", 46.87, 17.78), ("Garda", 45.6, 10.68),
    ("Titicaca", -15.8, -69.4), ("Vänern", 58.9, 13.3), ("Geneva", 46.45, 6.55),
    ("Constance", 47.6, 9.4), ("Baikal", 53.5, 108), ("Great Salt Lake", 41.1, -112.5),
    ("Tanganyika", -6, 29.5), ("Great Bear Lake", 66, -121), ("Nicaragua", 11.5, -85.4),
  ])
  func aLakeIsThere(_ lake: (name: String, latitude: Double, longitude: Double)) {
    #expect(Self.isInLake(Coordinate(latitude: lake.latitude, longitude: lake.longitude)))
  }

  @Test(arguments: [
    ("Vienna", 48.21, 16.37), ("Isle Royale", 48.0, -88.9), ("Manitoulin", 45.75, -82.2),
    ("the Caspian Sea, which the countries leave out", 42, 51), ("the Atlantic", 0, -30),
    ("Chicago", 41.85, -87.75), ("Entebbe", 0.1, 32.4), ("the North Pole", 90, 0),
  ])
  func noLakeIsThere(_ place: (name: String, latitude: Double, longitude: Double)) {
    #expect(!Self.isInLake(Coordinate(latitude: place.latitude, longitude: place.longitude)))
  }

  @Test(arguments: [
    ("the Nile, Cairo", 30.04, 31.23, 3.0), ("the Danube, Vienna", 48.22, 16.40, 3),
    ("the Danube, Budapest", 47.50, 19.05, 3), ("the Rhine, Cologne", 50.94, 6.96, 3),
    ("the Volga, Volgograd", 48.71, 44.52, 5), ("the Seine, Paris", 48.86, 2.34, 3),
    ("the Mississippi, Memphis", 35.14, -90.07, 5), ("the Yangtze, Wuhan", 30.57, 114.29, 5),
    ("the Ganges, Varanasi", 25.30, 83.01, 5), ("the Amazon, Santarém", -2.42, -54.73, 12),
  ])
  func aRiverPasses(
    _ river: (name: String, latitude: Double, longitude: Double, kilometers: Double)
  ) {
    let place = Coordinate(latitude: river.latitude, longitude: river.longitude)
    let around = BoundingBox(center: place, radius: 60_000)
    let lines = Self.rivers.flatMap(\.lines).filter { $0.contains { around.contains($0) } }
    let distance = lines.map { GeoPath($0).distance(to: place) }.min() ?? .infinity
    #expect(distance <= river.kilometers * 1000)
  }

  @Test func lakesAreOnTheLandOfTheCountries() {
    let atlas = CountryAtlas.world.landOnly
    var wet: [Coordinate] = []
    for lake in Self.lakes {
      let shore = lake.lines[0]
      let places = stride(from: 0, to: shore.count, by: max(1, shore.count / 8)).map { shore[$0] }
      // The shore of a lagoon may be the coast.
      if places.count(where: { atlas.country(at: $0) == nil }) * 4 > places.count * 3 {
        wet.append(shore[0])
      }
    }
    #expect(wet.isEmpty)
  }
}
