import CairnGeodesy
import Foundation
import TestSupport
import Testing

@testable import CairnCountries

/// Atlas files: the embedded atlas written as a file answers as before; damaged files are refused.
@Suite("Atlas files")
struct AtlasFileTests {
  /// A file with areas and arcs, as `Data/build-boundaries` writes it.
  static func file(_ arcs: BoundaryArcs, countries: [Country?], isWater: [Bool]) -> [UInt8] {
    var body = words([arcs.areaCount, arcs.count, arcs.x.count, 0])
    for (country, isWater) in zip(countries, isWater) {
      body += Array((country?.alpha2 ?? "\0\0").utf8) + [isWater ? 1 : 0, 0]
    }
    body += words(arcs.starts.map { Int($0) })
    body += words(zip(arcs.left, arcs.right).map { Int($0) | Int($1) << 16 })
    body += words(arcs.x.map { Int($0) }) + words(arcs.y.map { Int($0) })
    return sealed(body)
  }

  /// Little-endian words.
  static func words(_ values: [Int]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * values.count)
    for value in values {
      let word = UInt32(truncatingIfNeeded: value)
      for shift in [0, 8, 16, 24] as [UInt32] {
        bytes.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    return bytes
  }

  /// The bytes after the checksum, with the header of the file before them.
  static func sealed(_ body: [UInt8], version: Int = 1) -> [UInt8] {
    let table = (0..<256).map { (value: UInt32) -> UInt32 in
      (0..<8).reduce(value) { rest, _ in rest & 1 == 1 ? 0xEDB8_8320 ^ (rest >> 1) : rest >> 1 }
    }
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in body { crc = table[Int((crc ^ UInt32(byte)) & 0xFF)] ^ (crc >> 8) }
    return Array("CAIRNATL".utf8) + words([version, Int(crc ^ 0xFFFF_FFFF)]) + body
  }

  /// Two squares side by side: Austria on land and waters of Japan.
  static let squares: [UInt8] = {
    let arcs = BoundaryArcs(
      starts: [0, 2, 6, 10],
      x: [10_000, 10_000, 10_000, 0, 0, 10_000, 10_000, 20_000, 20_000, 10_000],
      y: [0, 10_000, 10_000, 10_000, 0, 0, 0, 0, 10_000, 10_000],
      left: [1, 1, 2], right: [2, 0, 0], areaCount: 3)
    return file(arcs, countries: [nil, .austria, .japan], isWater: [false, false, true])
  }()

  @Test("an atlas file of the embedded boundaries has the same countries and distances")
  func world() throws {
    let bytes = Self.file(
      WorldBoundaries.sharedArcs, countries: WorldBoundaries.countries(from: .usual),
      isWater: WorldBoundaries.isWater)
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "atlas-\(UInt64.random(in: 0 ... .max)).atlas")
    defer { try? FileManager.default.removeItem(at: path) }
    try Data(bytes).write(to: path)
    let atlas = try CountryAtlas(file: path.path)
    var random = SeededGenerator(seed: 36)
    for _ in 0..<rounds(20_000, inDebug: 500) {
      let place = Coordinate(
        latitude: .random(in: -90...90, using: &random),
        longitude: .random(in: -180...180, using: &random))
      #expect(atlas.country(at: place) == CountryAtlas.world.country(at: place))
      #expect(
        atlas.landOnly.country(at: place) == CountryAtlas.world.landOnly.country(at: place))
    }
    let vienna = Coordinate(latitude: 48.2, longitude: 16.37)
    #expect(
      atlas.nearestBorder(to: vienna)?.distance
        == CountryAtlas.world.nearestBorder(to: vienna)?.distance)
  }

  @Test("areas of a file are land or waters of their country")
  func areas() throws {
    let atlas = try CountryAtlas(bytes: Self.squares)
    let land = Coordinate(latitude: 0.5, longitude: 0.5)
    let waters = Coordinate(latitude: 0.5, longitude: 1.5)
    #expect(atlas.country(at: land) == .austria && atlas.landOnly.country(at: land) == .austria)
    #expect(atlas.country(at: waters) == .japan && atlas.landOnly.country(at: waters) == nil)
    #expect(atlas.country(at: Coordinate(latitude: 0.5, longitude: 2.5)) == nil)
  }

  @Test("a damaged or foreign file is refused with its cause")
  func damages() {
    let intact = Self.squares
    #expect(throws: AtlasFileError.notAnAtlasFile) { try CountryAtlas(bytes: []) }
    #expect(throws: AtlasFileError.notAnAtlasFile) {
      try CountryAtlas(bytes: [UInt8](repeating: 65, count: 100))
    }
    #expect(throws: AtlasFileError.unsupportedVersion(found: 2, supported: 1)) {
      try CountryAtlas(bytes: Self.sealed(Array(intact[16...]), version: 2))
    }
    for count in 1..<intact.count {
      #expect(throws: AtlasFileError.self) { try CountryAtlas(bytes: Array(intact[..<count])) }
    }
    #expect(throws: AtlasFileError.self) { try CountryAtlas(bytes: intact + [0]) }
    #expect(throws: AtlasFileError.self) { try CountryAtlas(file: "/nowhere/world.atlas") }
    for at in intact.indices {
      var bytes = intact
      bytes[at] ^= 1
      #expect(throws: AtlasFileError.self) { try CountryAtlas(bytes: bytes) }
    }
  }

  @Test("a changed file with a correct checksum is refused, or gives answers")
  func hostile() {
    var random = SeededGenerator(seed: 40)
    let body = Array(Self.squares[16...])
    var accepted = 0
    for _ in 0..<rounds(20_000, inDebug: 500) {
      var changed = body
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        changed[Int.random(in: 0..<body.count, using: &random)] = .random(
          in: 0 ... .max, using: &random)
      }
      guard let atlas = try? CountryAtlas(bytes: Self.sealed(changed)) else { continue }
      accepted += 1
      for latitude in [-90, -45, 0.5, 0.9999, 90] {
        for longitude in [-180, 0, 0.5, 1.5, 179.99] {
          let place = Coordinate(latitude: latitude, longitude: longitude)
          _ = atlas.country(at: place)
          _ = atlas.nearestBorder(to: place)
        }
      }
    }
    #expect(accepted > 0)
  }

  @Test("the reasons name the part of the file and the remedy")
  func reasons() {
    var body = Array(Self.squares[16...])
    // The left area of the first arc, after the counts, three areas and four starts.
    body[16 + 12 + 16] = 9
    let error = #expect(throws: AtlasFileError.self) {
      try CountryAtlas(bytes: Self.sealed(body))
    }
    #expect(error?.description.contains("arc 0") == true)
    #expect(error?.description.contains("build it again") == true)
  }
}
