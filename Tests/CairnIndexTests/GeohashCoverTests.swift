import CairnGeodesy
import CairnIndex
import Foundation
import TestSupport
import Testing

@Suite("Geohash covers")
struct GeohashCoverTests {
  @Test("Covers of one precision match the vectors")
  func vectors() throws {
    let rows = try VectorFile("geohash_cover.csv").rows
    #expect(rows.count == 63)
    for row in rows {
      let numbers = row[1...7].map { Double($0) ?? .nan }
      let region: SampleRegion =
        row[0] == "circle"
        ? .cap(
          Cap(
            center: Coordinate(latitude: numbers[0], longitude: numbers[1]), radius: numbers[2]))
        : .box(
          BoundingBox(
            south: numbers[4], west: numbers[3], north: numbers[6], east: numbers[5]))
      let precision = try #require(Int(row[8]))
      let expected = row[10].split(separator: " ").map(String.init)
      let cover = try GeohashCover(region, precision: precision)
      #expect(cover.cells.map(\.description) == expected, "\(row.prefix(10))")
      #expect(cover.cells.count == Int(row[9]))
      #expect(throws: GeohashError.tooManyCells(limit: expected.count - 1)) {
        try GeohashCover(region, precision: precision, maximumCells: expected.count - 1)
      }
    }
  }

  @Test("No point of a region is missed", arguments: [1, 2, 3, 4])
  func everyPointIsCovered(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(30, inDebug: 4) {
      let region = GeohashSamples.region(round + Int(seed) * 7, &random)
      let limit = [1, 4, 8, 20, 100, 35, 2][round % 7]
      let mixed = GeohashCover(region, maximumCells: limit)
      #expect(mixed.cells.count <= max(limit, 32))
      #expect(mixed.cells == mixed.cells.sorted())
      for (cell, next) in zip(mixed.cells, mixed.cells.dropFirst()) {
        #expect(!cell.isPrefix(of: next))
      }
      // The greatest precision with at most a few hundred cells.
      var uniform: GeohashCover?
      for precision in 1...12 {
        guard let cover = try? GeohashCover(region, precision: precision, maximumCells: 300)
        else { break }
        uniform = cover
      }
      let query = GeohashQuery(region, maximumRanges: limit)
      let ranges = query.ranges(of: Geohash60.self)
      let strings = mixed.stringRanges(keyLength: 8)
      for point in GeohashSamples.points(near: region, &random) where region.contains(point) {
        #expect(mixed.contains(point), "\(region) \(point)")
        if let uniform { #expect(uniform.contains(point), "\(region) \(point)") }
        let key = try #require(Geohash60(point))
        #expect(ranges.contains { $0.contains(key) }, "\(region) \(point)")
        let text = try #require(Geohash(point, precision: 8)).description
        #expect(strings.contains { $0.contains(text) }, "\(region) \(point)")
      }
    }
  }

  @Test("A cell of a cap's cover touches the cap")
  func everyCellTouchesTheCap() throws {
    // An independent computation: the least distance to a cell by ternary search along each of its
    // edges.
    var random = SeededGenerator(seed: 9)
    for round in 0..<24 {
      let center = GeohashSamples.place(round, &random)
      let radius = GeohashSamples.powerOfTen(.random(in: 2...7.2, using: &random))
      let cap = Cap(center: center, radius: radius)
      let precision = max(1, Int(5.5 - log10(radius / 1000) * 1.2))
      guard let cover = try? GeohashCover(cap, precision: min(precision, 8)) else { continue }
      for cell in cover.cells.shuffled(using: &random).prefix(6) {
        let least = GeohashSamples.distance(from: center, to: cell.boundingBox)
        #expect(least <= radius * (1 + 1e-9) + 0.01, "\(cap) \(cell)")
      }
    }
  }

  @Test("A box across 180 degrees, as in the documentation")
  func example() throws {
    let fiji = BoundingBox(south: -18, west: 179, north: -17, east: -179)
    let cover = try GeohashCover(fiji, precision: 3)
    #expect(cover.cells.map(\.description) == ["2hb", "ruz"])
  }

  @Test("The cover of a circle of two meters near a pole has only cells that it touches")
  func smallCircleNearAPole() throws {
    let center = Coordinate(latitude: 89.9999787543583, longitude: 8.27440509109337)
    let cap = Cap(center: center, radius: 2.0698641328820697)
    let cover = try GeohashCover(cap, precision: 3)
    let far = try #require(Geohash("fzc"))
    #expect(GeohashSamples.distance(from: center, to: far.boundingBox) > cap.radius + 0.01)
    #expect(!cover.cells.contains(far))
  }

  @Test("The whole Earth, empty regions and limits")
  func limits() throws {
    let world = SampleRegion.box(.world)
    #expect(try GeohashCover(world, precision: 1).cells.count == 32)
    #expect(try GeohashCover(world, precision: 3, maximumCells: 32768).cells.count == 32768)
    #expect(throws: GeohashError.tooManyCells(limit: 10_000)) {
      try GeohashCover(world, precision: 12)
    }
    #expect(GeohashCover(world, maximumCells: 1).cells.count == 32)
    #expect(GeohashCover(world, maximumCells: 1000).cells.count == 32)
    for bad in [0, 13, -5, .max] {
      #expect(throws: GeohashError.invalidPrecision(bad)) {
        try GeohashCover(world, precision: bad)
      }
    }
    let place = Coordinate(latitude: 1, longitude: 2)
    let empties: [SampleRegion] = [
      .box(.empty), .cap(Cap(center: place, radius: -1)), .cap(Cap(center: place, radius: .nan)),
      .cap(Cap(center: Coordinate(latitude: .nan, longitude: 0), radius: 5)),
      .corridor(GeoPath([]), distance: 5), .corridor(GeoPath([place]), distance: -1),
      .corridor(GeoPath([place, Coordinate(latitude: 91, longitude: 0)]), distance: 5),
      .polygon(GeoPolygon([place])), .multiPolygon(GeoMultiPolygon([])),
      .polygon(GeoPolygon([place, place, Coordinate(latitude: 1, longitude: .nan)])),
    ]
    for region in empties {
      #expect(try GeohashCover(region, precision: 5).cells.isEmpty)
      #expect(GeohashCover(region, maximumCells: 5).cells.isEmpty)
      #expect(GeohashQuery(region).stringRanges().isEmpty)
    }
    let everything = SampleRegion.cap(Cap(center: place, radius: .infinity))
    #expect(try GeohashCover(everything, precision: 1).cells.count == 32)
    #expect(GeohashQuery(everything).stringRanges() == ["0"..<"{"])
    #expect(GeohashQuery(everything).ranges(of: Geohash64.self).map(\.upperBound) == [nil])
    #expect(GeohashQuery(everything).ranges(of: Geohash52.self).map(\.upperBound) == [1 << 52])
  }

  @Test("Both longitudes of the antimeridian and all longitudes of a pole are covered")
  func seams() throws {
    let boxes = [
      BoundingBox(south: -1, west: 170, north: 1, east: 180),
      BoundingBox(south: -1, west: -180, north: 1, east: -170),
      BoundingBox(south: -1, west: 180, north: 1, east: 180),
      BoundingBox(south: -1, west: 179, north: 1, east: -179),
    ]
    for box in boxes {
      let cover = try GeohashCover(box, precision: 4)
      for longitude in [180, -180, 540, -540.0] {
        let point = Coordinate(latitude: 0.5, longitude: longitude)
        #expect(box.contains(point) && cover.contains(point), "\(box) \(longitude)")
      }
    }
    for sign in [1.0, -1] {
      let cap = Cap(center: Coordinate(latitude: 89.999 * sign, longitude: 10), radius: 200)
      let box = BoundingBox(
        south: sign > 0 ? 89 : -90, west: 3, north: sign > 0 ? 90 : -89, east: 4)
      for region in [SampleRegion.cap(cap), .box(box)] {
        let cover = GeohashCover(region, maximumCells: 50, maximumPrecision: 6)
        for longitude in stride(from: -180.0, through: 180, by: 7.5) {
          let pole = Coordinate(latitude: 90 * sign, longitude: longitude)
          #expect(region.contains(pole) && cover.contains(pole), "\(region) \(longitude)")
        }
      }
    }
  }

  @Test("Ranges are ascending, disjoint, and correct by bytes")
  func ranges() throws {
    var random = SeededGenerator(seed: 5)
    for round in 0..<30 {
      let region = GeohashSamples.region(round, &random)
      let cover = GeohashCover(region, maximumCells: 60)
      let ranges = cover.ranges(of: Geohash64.self)
      for (range, next) in zip(ranges, ranges.dropFirst()) {
        let end = try #require(range.upperBound)
        #expect(range.first <= range.last && end < next.lowerBound)
      }
      var total = 0.0
      for range in ranges { total += Double(range.last.rawValue - range.first.rawValue) + 1 }
      for cell in cover.cells {
        total -= Double(sign: .plus, exponent: 64 - 5 * cell.precision, significand: 1)
      }
      #expect(abs(total) < 0x1p34)

      let strings = cover.stringRanges()
      for (range, next) in zip(strings, strings.dropFirst()) {
        #expect(Array(range.upperBound.utf8).lexicographicallyPrecedes(Array(next.lowerBound.utf8)))
      }
      for cell in cover.cells {
        // Keys may continue with anything, even with bytes above `~`.
        for suffix in ["", ":42", "~~", "\u{7F}", "zzz"] {
          let key = Array((cell.description + suffix).utf8)
          let hits = strings.filter { range in
            !key.lexicographicallyPrecedes(Array(range.lowerBound.utf8))
              && key.lexicographicallyPrecedes(Array(range.upperBound.utf8))
          }
          #expect(hits.count == 1, "\(cell) \(suffix)")
        }
      }
    }
    let cover = try GeohashCover(
      Cap(center: Coordinate(latitude: 48.8566, longitude: 2.3522), radius: 1000),
      precision: 6)
    #expect(
      cover.stringRanges() == ["u09tvj"..<"u09tvl", "u09tvm"..<"u09tvo", "u09tvq"..<"u09tv{"]
        || cover.stringRanges() == ["u09tvj"..<"u09tvo", "u09tvq"..<"u09tv{"])
    #expect(cover.stringRanges(keyLength: 3) == ["u09"..<"u0:"])
  }
}
