import CairnGeodesy
import CairnIndex
import TestSupport
import Testing

@Suite("Geohash relations")
struct GeohashRelationTests {
  @Test("Neighbors match the vectors, none beyond a pole")
  func vectors() throws {
    let rows = try VectorFile("geohash_neighbours.csv").rows
    #expect(rows.count == 186)
    for row in rows {
      let neighbors = try Geohash(parsing: row[0]).neighbors
      let expected = row[1...8].map { $0.isEmpty ? nil : $0 }
      let found = GeohashDirection.allCases.map { neighbors[$0]?.description }
      #expect(found == expected, "\(row)")
      #expect(neighbors.map(\.description) == expected.compactMap { $0 })
      #expect(neighbors.east.description == expected[2])
      #expect(neighbors.west.description == expected[6])
    }
  }

  @Test("Neighbors touch, are distinct and symmetric")
  func symmetry() throws {
    var random = SeededGenerator(seed: 4)
    let back: [GeohashDirection] = [
      .south, .southWest, .west, .northWest, .north, .northEast, .east, .southEast,
    ]
    for round in 0..<3000 {
      let latitude = round % 10 == 0 ? 90.0 : .random(in: -90...90, using: &random)
      let longitude = round % 7 == 0 ? 180.0 : .random(in: -180...180, using: &random)
      let hash = try #require(
        Geohash(
          Coordinate(latitude: round % 20 == 0 ? -latitude : latitude, longitude: longitude),
          precision: round % 12 + 1))
      let box = hash.boundingBox
      var seen: Set<Geohash> = [hash]
      for direction in GeohashDirection.allCases {
        guard let neighbor = hash.neighbor(direction) else {
          #expect(direction != .east && direction != .west)
          #expect(box.north == 90 || box.south == -90)
          continue
        }
        #expect(neighbor.precision == hash.precision)
        #expect(neighbor.neighbor(back[direction.rawValue]) == hash)
        #expect(neighbor.boundingBox.intersects(box))
        #expect(seen.insert(neighbor).inserted)
      }
      #expect(seen.count == (box.north == 90 || box.south == -90 ? 6 : 9))
    }
  }

  @Test("Parents, children and prefixes")
  func hierarchy() throws {
    let hash = try #require(Geohash("u09tunq"))
    #expect(hash.parent == Geohash("u09tun"))
    #expect(Geohash("u")?.parent == nil)
    #expect(hash.prefix(3) == Geohash("u09"))
    #expect(hash.prefix(7) == hash)
    for bad in [0, -1, 8, 13] { #expect(hash.prefix(bad) == nil) }
    #expect(hash.children.count == 32)
    #expect(hash.children.first == Geohash("u09tunq0"))
    #expect(hash.children.last == Geohash("u09tunqz"))
    #expect(hash.children.allSatisfy { $0.parent == hash && hash.contains($0) })
    #expect(Array(hash.children) == hash.children.sorted())
    #expect(Geohash("u09tunqzzzzz")?.children.isEmpty == true)
    let other = try #require(Geohash("u09tz"))
    #expect(hash.commonPrefix(with: other) == Geohash("u09t"))
    #expect(hash.commonPrefix(with: hash) == hash)
    #expect(try hash.commonPrefix(with: #require(Geohash("0"))) == nil)
    #expect(try #require(Geohash("u09")).isPrefix(of: hash))
    #expect(try !hash.isPrefix(of: #require(Geohash("u09"))))
    #expect(try !#require(Geohash("u0b")).isPrefix(of: hash))
  }

  @Test("Integers convert to strings of matching precision and to fewer bits")
  func integers() throws {
    let place = Coordinate(latitude: 57.64911, longitude: 10.40744)
    let full = try #require(Geohash64(place))
    let sixty = try #require(Geohash60(place))
    let fiftyTwo = try #require(Geohash52(place))
    #expect(full.rawValue == 15_072_278_539_098_579_594)
    #expect(full.geohash(precision: 12)?.description == "u4pruydqqvj8")
    #expect(Geohash(sixty).description == "u4pruydqqvj8")
    #expect(try Geohash60(#require(Geohash("u4pruydqqvj8"))) == sixty)
    #expect(try Geohash60(#require(Geohash("u4pruydqqvj"))) == nil)
    #expect(fiftyTwo.geohash(precision: 10)?.description == "u4pruydqqv")
    #expect(fiftyTwo.geohash(precision: 11) == nil)
    #expect(sixty.geohash(precision: 13) == nil && sixty.geohash(precision: 0) == nil)
    #expect(full.ancestor(Geohash60.self) == sixty)
    #expect(full.ancestor(Geohash52.self) == fiftyTwo)
    #expect(sixty.ancestor(Geohash52.self) == fiftyTwo)
    #expect(fiftyTwo.ancestor(Geohash60.self) == nil)
    #expect(full.contains(place) && fiftyTwo.contains(place))
    #expect(Geohash52(rawValue: 1 << 52) == nil && Geohash60(rawValue: 1 << 60) == nil)
    #expect(Geohash52(rawValue: (1 << 52) - 1)?.geohash(precision: 3)?.description == "zzz")
    #expect(Geohash64(Coordinate(latitude: 91, longitude: 0)) == nil)
    #expect(Geohash64(full.center) == full)
    #expect(Geohash52(fiftyTwo.center) == fiftyTwo)
  }

  @Test("Redis scores and positions are bit-identical")
  func redis() throws {
    let palermo = try #require(
      RedisGeohash(Coordinate(latitude: 38.115556, longitude: 13.361389)))
    let catania = try #require(
      RedisGeohash(Coordinate(latitude: 37.502669, longitude: 15.087269)))
    #expect(palermo.score == 3_479_099_956_230_698)
    #expect(catania.score == 3_479_447_370_796_909)
    #expect(palermo.center.longitude == 13.36138933897018433)
    #expect(palermo.center.latitude == 38.11555639549629859)
    #expect(catania.center.longitude == 15.08726745843887329)
    #expect(catania.center.latitude == 37.50266842333162032)
    #expect(RedisGeohash(score: palermo.score) == palermo)
    #expect(RedisGeohash(Coordinate(latitude: 85.06, longitude: 0)) == nil)
    #expect(RedisGeohash(Coordinate(latitude: 0, longitude: 180.5)) == nil)
    #expect(RedisGeohash(Coordinate(latitude: .nan, longitude: 0)) == nil)
    #expect(RedisGeohash(score: 0.5) == nil && RedisGeohash(score: -1) == nil)
    #expect(RedisGeohash(score: .nan) == nil && RedisGeohash(score: 0x1p52) == nil)
    let corner = try #require(RedisGeohash(Coordinate(latitude: 85.05112878, longitude: 180)))
    #expect(corner.rawValue == (1 << 52) - 1)
  }
}
