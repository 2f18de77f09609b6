import CairnGeodesy
import TestSupport
import Testing

@testable import CairnCountries

/// Shapes that make a grid of cut cells large: each is compared with counting all of its lines.
@Suite("Hostile shapes of regions")
struct TerritoryAtlasHostileTests {
  typealias Ring = [Coordinate]

  static let pointCount = rounds(5_000, inDebug: 60)

  /// The lines of a region's rings in units of 2e-7 degrees, to which the atlas also rounds.
  ///
  /// Rings must not come near the antimeridian.
  private struct Lines {
    private var lines: [(x0: Int64, y0: Int64, x1: Int64, y1: Int64)] = []

    init(_ rings: [Ring]) {
      for ring in rings {
        let corners = ring.map { (x: Self.units($0.longitude), y: Self.units($0.latitude)) }
        for (index, start) in corners.enumerated() {
          let end = corners[index + 1 < corners.count ? index + 1 : 0]
          if start.x != end.x { lines.append((start.x, start.y, end.x, end.y)) }
        }
      }
    }

    private static func units(_ degrees: Double) -> Int64 { Int64((degrees * 5e6).rounded()) }

    /// Whether the number of lines south of a point is odd, in integer arithmetic.
    func hold(_ point: Coordinate) -> Bool {
      let scale = ExactInteger(1 << 60)
      let x = ExactInteger(point.longitude * 0x1p60) * 5_000_000
      let y = ExactInteger(point.latitude * 0x1p60) * 5_000_000
      let wholeX = (x >> 60).lowBits
      var isInside = false
      for line in lines where (line.x0 <= wholeX) != (line.x1 <= wholeX) {
        let rise = ExactInteger(line.x1 - line.x0) * (y - ExactInteger(line.y0) * scale)
        let run = ExactInteger(line.y1 - line.y0) * (x - ExactInteger(line.x0) * scale)
        if line.x0 < line.x1 ? rise >= run : rise <= run { isInside.toggle() }
      }
      return isInside
    }
  }

  /// Compares an atlas with counting lines, at random places, at corners and very close to them.
  private func check(
    _ regions: [[Ring]], points count: Int = pointCount, seed: UInt64 = 1,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let atlas = try TerritoryAtlas(regions.enumerated().map { (id: $0.offset, rings: $0.element) })
    let lines = regions.map(Lines.init)
    let corners = regions.joined().joined()
    var generator = SeededGenerator(seed: seed)
    let latitudes = corners.map(\.latitude)
    let longitudes = corners.map(\.longitude)
    let south = try #require(latitudes.min())
    let north = try #require(latitudes.max())
    let west = try #require(longitudes.min())
    let east = try #require(longitudes.max())
    var wrong = 0
    for number in 0..<count {
      let corner = generator.integer(in: 0...latitudes.count - 1)
      let near = [0, 0, 1e-6, 1e-3][generator.integer(in: 0...3)]
      let point =
        number.isMultiple(of: 2)
        ? Coordinate(
          latitude: generator.double(in: south...north),
          longitude: generator.double(in: west...east))
        : Coordinate(
          latitude: min(latitudes[corner] + generator.double(in: -1...1) * near, 89),
          longitude: longitudes[corner] + generator.double(in: -1...1) * near)
      let expected = lines.indices.filter { lines[$0].hold(point) }
      let found = atlas.territories(at: point)
      if found != expected || atlas.territory(at: point) != expected.first { wrong += 1 }
      if wrong == 1 {
        Issue.record("\(point): \(found), not \(expected)", sourceLocation: location)
      }
      if wrong > 0 { return }
    }
  }

  private func ring(_ count: Int, _ corner: (Int) -> (Double, Double)) -> Ring {
    (0..<count).map { number in
      let (latitude, longitude) = corner(number)
      return Coordinate(latitude: latitude, longitude: longitude)
    }
  }

  /// A corner at a distance in degrees from a center; turns count from the east.
  private func polar(
    _ latitude: Double, _ longitude: Double, _ radius: Double, _ turns: Double
  ) -> (Double, Double) {
    let direction = sineAndCosine(turns)
    return (latitude + radius * direction.sine, longitude + radius * direction.cosine)
  }

  /// The direction of a fraction of a turn, computed with the geodesy module.
  private func sineAndCosine(_ turns: Double) -> (sine: Double, cosine: Double) {
    let vector = Coordinate(latitude: 0, longitude: 360 * turns).unitVector
    return (vector.y, vector.x)
  }

  private func star(_ count: Int, radius: Double) -> Ring {
    ring(count) { polar(5, 10, radius, Double($0) * Double(count / 2) / Double(count)) }
  }

  private func spikes(_ count: Int, radius: Double, inner: Double) -> Ring {
    ring(count) { polar(5, 10, $0.isMultiple(of: 2) ? radius : inner, Double($0) / Double(count)) }
  }

  /// A large region with teeth along a short part of its side.
  private func teeth(_ count: Int, height: Double, pitch: Double) -> Ring {
    let teeth = ring(count) {
      (40 + ($0.isMultiple(of: 2) ? 0 : height), 10 - Double($0) * pitch)
    }
    return ring(3) { [(-50, -100), (-50, 0), (-50, 100)][$0] } + teeth + ring(1) { _ in (40, -100) }
  }

  private func circles(
    _ count: Int, corners: Int, size: Double, radii: ClosedRange<Double>
  ) -> [[Ring]] {
    var generator = SeededGenerator(seed: 5)
    return (0..<count).map { _ in
      let latitude = 48 + generator.double(in: -size...size)
      let longitude = 16 + generator.double(in: -size...size)
      let radius = generator.double(in: radii)
      return [ring(corners) { polar(latitude, longitude, radius, Double($0) / Double(corners)) }]
    }
  }

  @Test("stars whose lines all meet in the middle")
  func stars() throws {
    try check([[star(801, radius: 5)]])
    try check([[star(801, radius: 80)]])
    try check([[star(301, radius: 0.001)]])
    try check([[spikes(2_000, radius: 5, inner: 0.01)], [spikes(500, radius: 60, inner: 0)]])
    try check([[star(rounds(8_001, inDebug: 2_001), radius: 5)]], points: 30)
  }

  @Test("teeth and combs in one cell of a large region")
  func teeth() throws {
    try check([[teeth(4_000, height: 1e-4, pitch: 1e-6)]])
    try check([[teeth(4_000, height: 0.05, pitch: 1e-6)]])
    try check([[teeth(4_000, height: 30, pitch: 0.001)]])
    try check([[teeth(4_000, height: 4e-7, pitch: 2e-7)]])
    try check(
      [[teeth(rounds(40_000, inDebug: 8_000), height: 1e-4, pitch: 1e-6)]], points: 20)
  }

  @Test("overlapping circles, and the same ones a hundred times")
  func overlaps() throws {
    try check(circles(100, corners: 24, size: 0.2, radii: 0.02...0.2))
    try check(circles(200, corners: 8, size: 20, radii: 1...20))
    try check(circles(60, corners: 64, size: 1e-5, radii: 0.2...0.2))
    try check(Array(repeating: [star(31, radius: 3)], count: 100))
  }

  @Test("nested squares, some as large as most of the world")
  func nested() throws {
    let nested = (0..<rounds(150, inDebug: 60)).map { number in
      let size = Double(number + 1) * 0.5
      return [
        ring(8) {
          ([-1, -1, -1, 0, 1, 1, 1, 0][$0] * size, [-1, 0, 1, 1, 1, 0, -1, -1][$0] * 2 * size)
        }
      ]
    }
    try check(nested)
    try check([nested.flatMap { $0 }])
    try check(nested.reversed() + circles(30, corners: 12, size: 20, radii: 0.1...20))
  }

  @Test("slivers through one place, and tiny triangles everywhere")
  func slivers() throws {
    var generator = SeededGenerator(seed: 6)
    let slivers = (0..<200).map { _ in
      let turns = generator.unit()
      return [ring(3) { polar(5, 10, 60, [turns, turns + 0.5, turns + 1e-6][$0]) }]
    }
    try check(slivers)
    let tiny = (0..<300).map { _ in
      let latitude = generator.double(in: -60...60)
      let longitude = generator.double(in: -170...170)
      return [ring(3) { polar(latitude, longitude, 1e-6, Double($0) / 3) }]
    }
    try check(tiny)
    try check(slivers + tiny + circles(20, corners: 24, size: 20, radii: 1...20))
  }

  @Test("neighbors that share winding lines, in either direction, and fifty around one place")
  func neighbors() throws {
    var generator = SeededGenerator(seed: 5)
    let count = 10
    let corners = (0...count).map { row in
      (0...count).map { column in
        Coordinate(
          latitude: Double(row) + generator.double(in: -0.3...0.3),
          longitude: Double(column) + generator.double(in: -0.3...0.3))
      }
    }
    // From each corner, the path to the next one without its end.
    func way(_ start: Coordinate, _ end: Coordinate) -> Ring {
      [start]
        + (1..<12).map { step in
          let share = Double(step) / 12
          return Coordinate(
            latitude: start.latitude + share * (end.latitude - start.latitude)
              + generator.double(in: -0.05...0.05),
            longitude: start.longitude + share * (end.longitude - start.longitude)
              + generator.double(in: -0.05...0.05))
        }
    }
    let east = (0...count).map { row in
      (0..<count).map { way(corners[row][$0], corners[row][$0 + 1]) }
    }
    let north = (0..<count).map { row in
      (0...count).map { way(corners[row][$0], corners[row + 1][$0]) }
    }
    // The ring around some cells, with exactly the same numbers as its neighbors' rings.
    func outline(rows: Range<Int>, columns: Range<Int>) -> Ring {
      var southern: Ring = []
      var eastern: Ring = []
      var northern: Ring = []
      var western: Ring = []
      for column in columns {
        southern += east[rows.lowerBound][column]
        northern += east[rows.upperBound][column]
      }
      for row in rows {
        eastern += north[row][columns.upperBound]
        western += north[row][columns.lowerBound]
      }
      northern.append(corners[rows.upperBound][columns.upperBound])
      western.append(corners[rows.upperBound][columns.lowerBound])
      return southern + eastern + northern.dropFirst().reversed() + western.dropFirst().reversed()
    }
    var regions: [[Ring]] = []
    for row in 0..<count {
      for column in 0..<count {
        let ring = outline(rows: row..<row + 1, columns: column..<column + 1)
        regions.append([(row + column).isMultiple(of: 2) ? ring : ring.reversed()])
      }
    }
    try check(regions)
    // Larger ones with lines of the small ones, one region twice, and one whose rings share lines.
    regions.append([outline(rows: 2..<6, columns: 1..<7)])
    regions.append([outline(rows: 2..<6, columns: 1..<7).reversed()])
    regions.append([
      outline(rows: 0..<1, columns: 0..<1), outline(rows: 0..<1, columns: 1..<2),
      outline(rows: 0..<2, columns: 0..<2),
    ])
    try check(regions.shuffled(using: &generator))

    let rim = (0..<50).map { number in
      let (sine, cosine) = sineAndCosine(Double(number) / 50)
      return Coordinate(latitude: 10 + sine, longitude: 20 + cosine)
    }
    let middle = Coordinate(latitude: 10, longitude: 20)
    var pie = rim.indices.map { [[middle, rim[$0], rim[($0 + 1) % 50]]] }
    try check(pie)
    pie.insert([rim], at: 17)
    try check(pie)
  }

  @Test("bow ties, spikes without width, and repeated corners")
  func degenerate() throws {
    let tie = ring(4) { [(0, 0), (10, 10), (10, 0), (0, 10)][$0] }
    let spike = ring(5) { [(0, 0), (0, 10), (20, 10), (0, 10), (10, 0)][$0] }
    let line = ring(3) { [(0, 0), (5, 5), (10, 10)][$0] }
    let upright = ring(4) { [(0, 3), (5, 3), (10, 3), (7, 3)][$0] }
    let again = ring(400) { [(0, 0), (0, 10), (10, 10)][$0 / 3 % 3] }
    let back = ring(800) { number in
      let step = number < 400 ? number : 799 - number
      return (Double(step) / 40, 5 + Double(step % 7) / 8)
    }
    try check([[tie], [spike], [line], [upright], [again], [back], [tie, spike, again, tie]])
  }

  @Test("input beyond the limits is rejected before memory is allocated for it")
  func limits() throws {
    let ring = star(8_224, radius: 5)
    let many = (0..<7_056).map { (id: $0, rings: [ring]) }
    // 33,554,432 corners are a little more than 4,080 times the ring.
    #expect(throws: TerritoryError.tooManyCorners(territory: 4_080)) { try TerritoryAtlas(many) }
    #expect(TerritoryError.tooManyCorners(territory: 4).description.contains("33554432"))

    let regions = circles(50, corners: 64, size: 0.2, radii: 0.02...0.2)
      .enumerated().map { (id: $0.offset, rings: $0.element) }
    _ = try TerritoryAtlas(regions, mostWords: 1 << 20)
    do {
      _ = try TerritoryAtlas(regions, mostWords: 1 << 13)
      Issue.record("no error")
    } catch {
      guard case .tooLarge(let region, let latitude, let longitude) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(regions.indices.contains(region))
      #expect((47.5...48.5).contains(latitude) && (15.5...16.5).contains(longitude))
      #expect(error.description.hasPrefix("territory \(region): near latitude 4"))
    }
  }
}
