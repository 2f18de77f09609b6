import CairnColumns
import CairnGeodesy
import CairnIndex
import TestSupport
import Testing

@Suite("Cells around places, over columns")
struct CoverColumnsTests {
  private struct Pair: Hashable {
    let row: Int
    let cell: UInt64
  }

  /// Calls the function until all rows are processed, and grows the capacity if a row needs more.
  private func cells(
    _ places: [Coordinate], radius: Double, precision: Int, nulls: Set<Int> = [],
    capacity: Int = 4_096
  ) -> [Pair] {
    var capacity = capacity
    var pairs: [Pair] = []
    var first = 0
    let (found, answered, needed) = (
      Memory<Int64>(1, of: -1), Memory<Int64>(1, of: -1), Memory<Int64>(1, of: -1)
    )
    while first < places.count {
      let part = Array(places[first...])
      let hidden = Set(nulls.filter { $0 >= first }.map { $0 - first })
      let south = Column(part.map(\.latitude), nulls: hidden, offset: 3)
      let rows = Memory<Int64>(capacity, of: -9)
      let cells = Memory<UInt64>(capacity, of: .max)
      let status = unsafe cairnGeohashCover(
        Int64(part.count), south.description, longitudes(part).description, radius,
        Int32(precision), Int64(capacity), rows.start, cells.start, found.start, answered.start,
        needed.start)
      #expect(rows.isIntact && cells.isIntact)
      #expect(status == 0 || status == 2 && answered[0] == 0)
      #expect((needed[0] == 0) == (Int(answered[0]) == part.count))
      for place in 0..<Int(found[0]) {
        pairs.append(Pair(row: first + Int(rows[place]), cell: cells[place]))
      }
      first += Int(answered[0])
      if status == 2 { capacity = Int(needed[0]) }
      guard status == 0 || status == 2 else { break }
    }
    return pairs
  }

  @Test(
    "The cells are those of a cover",
    arguments: [(0, 6), (300, 6), (5_000, 5), (5_000, 4), (600_000, 2), (.infinity, 1), (-1, 5)]
      as [(Double, Int)])
  func covers(_ radius: Double, _ precision: Int) throws {
    let places = places(rounds(1_200, inDebug: 10), seed: 21)
    let nulls: Set<Int> = [0, 5, 17]
    var expected: [Pair] = []
    for (row, place) in places.enumerated() where place.isValid && !nulls.contains(row) {
      let circle = Cap(center: place, radius: min(radius, 25_000_000))
      let cover = try GeohashCover(circle, precision: precision, maximumCells: 1 << 20)
      for cell in cover.cells {
        // The cells have the numbers of `cairn_geohash_integer`.
        let bits = Geohash64(cell.center).map { $0.rawValue >> UInt64(64 - 5 * precision) }
        expected.append(Pair(row: row, cell: try #require(bits)))
      }
    }
    let found = cells(
      places, radius: radius, precision: precision, nulls: nulls, capacity: 100_000)
    #expect(found == expected)
    let few = cells(
      Array(places.prefix(20)), radius: radius, precision: precision, nulls: nulls, capacity: 1)
    #expect(few == expected.filter { $0.row < 20 })
  }

  @Test("Invalid arguments")
  func faults() {
    let column = Column([1, 2])
    let rows = Memory<Int64>(4, of: 0)
    let cells = Memory<UInt64>(4, of: 0)
    func status(radius: Double = 1, precision: Int32 = 5, capacity: Int64 = 4) -> Int32 {
      unsafe cairnGeohashCover(
        2, column.description, column.description, radius, precision, capacity, rows.start,
        cells.start, rows.start, rows.start, nil)
    }
    #expect(status(radius: .nan) == 1 && lastError().hasPrefix("radius"))
    for precision in [0, 13, -1, .max, .min] as [Int32] {
      #expect(status(precision: precision) == 1 && lastError().hasPrefix("precision"))
    }
    for capacity in [-1, .max] as [Int64] {
      #expect(status(capacity: capacity) == 1 && lastError().hasPrefix("capacity"))
    }
    #expect(status(capacity: 0) == 2 && lastError().hasPrefix("capacity"))
    #expect(
      unsafe cairnGeohashCover(
        0, column.description, column.description, 1, 5, 0, nil, nil, rows.start, rows.start, nil)
        == 0)
    #expect(
      unsafe cairnGeohashCover(
        2, column.description, column.description, 1, 5, 4, rows.start, cells.start, nil,
        rows.start, nil) == 1)
    #expect(lastError().hasPrefix("found"))
  }
}
