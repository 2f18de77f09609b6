import CairnGeodesy
import CairnIndex
import Foundation
import TestSupport
import Testing

@Suite("Geohash index")
struct GeohashIndexTests {
  private struct Row: Equatable {
    var name: Int
    var key: Geohash52
    var coordinate: Coordinate
  }

  private func places(_ count: Int, _ random: inout SeededGenerator) -> [Coordinate] {
    (0..<count).map { number in
      let place = GeohashSamples.place(number, &random)
      return number % 3 == 0
        ? GeohashSamples.destination(place, .random(in: 0...360, using: &random), 1000) : place
    }
  }

  @Test("Results match a loop over all places", arguments: [1, 2])
  func bruteForce(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let places = places(400, &random)
    let index = try GeohashIndex(places, coordinate: \.self)
    let rows = places.enumerated().compactMap { offset, place in
      Geohash52(place).map { Row(name: offset, key: $0, coordinate: place) }
    }
    let sortedRows = rows.sorted { $0.key < $1.key }
    let column = try GeohashIndex(sorted: sortedRows, key: \.key, coordinate: \.coordinate)
    #expect(index.count == 400 && column.count == 400 && !index.isEmpty)

    for round in 0..<rounds(45, inDebug: 18) {
      let center =
        round % 3 == 0 ? places[round % places.count] : GeohashSamples.place(round, &random)
      // Every other radius is exactly the distance to a place, since radii are inclusive.
      let radius =
        round % 2 == 0
        ? center.distance(to: places[round])
        : GeohashSamples.powerOfTen(.random(in: 0...7.5, using: &random))
      let expected = places.enumerated()
        .map { (offset: $0.offset, distance: center.distance(to: $0.element)) }
        .filter { $0.distance <= radius }
        .sorted { ($0.distance, $0.offset) < ($1.distance, $1.offset) }
      let found = index.within(radius, of: center, maximumRanges: round % 30)
      #expect(found.map(\.offset) == expected.map(\.offset), "\(center) \(radius)")
      #expect(found.map(\.distance) == expected.map(\.distance))
      #expect(index.count(within: radius, of: center) == expected.count)
      #expect(
        column.within(radius, of: center).map(\.element.name).sorted()
          == expected.map(\.offset).sorted())

      let region = GeohashSamples.region(round, &random)
      #expect(index.elements(in: region) == places.filter { region.contains($0) }, "\(region)")
      let names = rows.filter { region.contains($0.coordinate) }.map(\.name)
      #expect(column.elements(in: region).map(\.name).sorted() == names)

      // The same with a query of a custom store.
      let query = GeohashQuery(region, maximumRanges: 5)
      let read = query.matches(of: Geohash52.self, at: \.coordinate) { range in
        sortedRows.filter { $0.key.rawValue >= range.first.rawValue && $0.key <= range.last }
      }
      #expect(read.map(\.name).sorted() == names)
      #expect(query.ranges(of: Geohash52.self).count <= 5)
    }
  }

  @Test("Empty index, one element, and no results")
  func small() throws {
    let place = Coordinate(latitude: 60, longitude: 11)
    let empty = try GeohashIndex([Coordinate](), coordinate: \.self)
    #expect(empty.isEmpty && empty.within(1e9, of: place).isEmpty)
    #expect(empty.elements(in: .world).isEmpty)
    let one = try GeohashIndex([place], coordinate: \.self)
    #expect(one.within(0, of: place).map(\.distance) == [0])
    #expect(one.within(.infinity, of: place).count == 1)
    for bad in [-1.0, .nan] { #expect(one.within(bad, of: place).isEmpty) }
    #expect(one.within(1e9, of: Coordinate(latitude: .nan, longitude: 0)).isEmpty)
    #expect(one.count(within: 1e9, of: Coordinate(latitude: 91, longitude: 0)) == 0)
  }

  @Test("Rejects invalid coordinates, unsorted keys and keys of other places")
  func refusals() throws {
    let good = Coordinate(latitude: 60, longitude: 11)
    let south = Coordinate(latitude: -60, longitude: -11)
    let beyond = Coordinate(latitude: 91, longitude: 0)
    #expect(throws: GeohashError.invalidCoordinate(offset: 1, coordinate: beyond)) {
      try GeohashIndex([good, beyond], coordinate: \.self)
    }
    let keys = try [good, south].map { try #require(Geohash60($0)) }
    typealias Pair = (key: Geohash60, coordinate: Coordinate)
    func index(_ rows: [Pair]) throws -> GeohashIndex<Pair> {
      try GeohashIndex(sorted: rows, key: { $0.key }, coordinate: { $0.coordinate })
    }
    #expect(try index([(keys[1], south), (keys[0], good)]).count == 2)
    #expect(throws: GeohashError.unsortedKey(offset: 1)) {
      try index([(keys[0], good), (keys[1], south)])
    }
    #expect(throws: GeohashError.foreignKey(offset: 0)) { try index([(keys[0], south)]) }
    #expect(throws: GeohashError.invalidCoordinate(offset: 0, coordinate: beyond)) {
      try index([(keys[0], beyond)])
    }
  }
}
