import CairnGeodesy
import CairnIndex
import Foundation
import TestSupport
import Testing

@Suite("Geohash")
struct GeohashTests {
  @Test("Encoding and decoding match the exact vectors")
  func vectors() throws {
    let rows = try VectorFile("geohash_encode.csv").rows
    #expect(rows.count == 1703)
    for row in rows {
      let coordinate = try Coordinate(
        latitude: #require(Double(row[0])), longitude: #require(Double(row[1])))
      let precision = try #require(Int(row[2]))
      let hash = try #require(Geohash(coordinate, precision: precision))
      #expect(hash.description == row[3], "\(row)")
      #expect(Geohash(row[3]) == hash)
      #expect(Geohash(row[3].uppercased()) == hash)
      #expect(hash.precision == precision)
      #expect(hash.contains(coordinate))

      let bits = try #require(UInt64(row[4]))
      #expect(Geohash64(coordinate)?.rawValue == bits)
      #expect(Geohash60(coordinate)?.rawValue == bits >> 4)
      #expect(Geohash52(coordinate)?.rawValue == bits >> 12)

      let box = hash.boundingBox
      let edges = row[5...8].map { Double($0) ?? .nan }
      #expect(box.west == edges[0] && box.south == edges[1], "\(row)")
      #expect(box.east == edges[2] && box.north == edges[3], "\(row)")
      #expect(hash.center.longitude == (edges[0] + edges[2]) / 2)
      #expect(hash.center.latitude == (edges[1] + edges[3]) / 2)
      #expect(hash.longitudeError * 2 == edges[2] - edges[0])
      #expect(hash.latitudeError * 2 == edges[3] - edges[1])
    }
  }

  @Test("Batches match single coordinates, including across blocks and on edges")
  func batch() throws {
    let rows = try VectorFile("geohash_encode.csv").rows
    var coordinates = try rows.map { row in
      try Coordinate(latitude: #require(Double(row[0])), longitude: #require(Double(row[1])))
    }
    var random = SeededGenerator(seed: 1)
    for _ in 0..<5000 {
      coordinates.append(
        Coordinate(
          latitude: .random(in: -90...90, using: &random),
          longitude: .random(in: -600...600, using: &random)))
    }
    for count in [0, 1, 127, 128, 129, 300, coordinates.count] {
      let part = Array(coordinates[..<count])
      #expect(try Geohash64.cells(of: part) == part.compactMap { Geohash64($0) })
    }
    for (offset, bad) in [(5, Double.nan), (130, .infinity), (6700, 90.0.nextUp), (64, -1e300)] {
      var broken = coordinates
      broken[offset].latitude = bad
      let error = #expect(throws: GeohashError.self) { try Geohash64.cells(of: broken) }
      guard case .invalidCoordinate(offset, let coordinate)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      // NaN is not equal to itself.
      #expect(coordinate.latitude.bitPattern == bad.bitPattern)
    }
  }

  @Test("The cell is the exact floor near every kind of edge")
  func edges() throws {
    // Edges of all depths, one unit in the last place around each: compare with the cell's edges.
    var random = SeededGenerator(seed: 2)
    for depth in 1...32 {
      for _ in 0..<40 {
        let step = 1 << UInt64(32 - depth)
        let row = Double(Int64.random(in: 0..<(1 << Int64(depth)), using: &random) * Int64(step))
        let column = Double(Int64.random(in: 0..<(1 << Int64(depth)), using: &random) * Int64(step))
        let latitude = (row - 0x1p31) * (90 * 0x1p-31)
        let longitude = (column - 0x1p31) * (180 * 0x1p-31)
        for (y, x) in [(0, 0), (-1, 1), (1, -1), (-1, -1), (1, 1)] {
          func moved(_ value: Double, _ way: Int) -> Double {
            way == 0 ? value : way < 0 ? value.nextDown : value.nextUp
          }
          let coordinate = Coordinate(
            latitude: max(moved(latitude, y), -90), longitude: max(moved(longitude, x), -180))
          let box = try #require(Geohash64(coordinate)).boundingBox
          #expect(box.south <= coordinate.latitude && coordinate.latitude < box.north)
          #expect(box.west <= coordinate.longitude && coordinate.longitude < box.east)
        }
      }
    }
  }

  @Test("Poles, 180 degrees, full turns and negative zero")
  func seams() {
    func text(_ latitude: Double, _ longitude: Double, _ precision: Int = 4) -> String? {
      Geohash(Coordinate(latitude: latitude, longitude: longitude), precision: precision)?
        .description
    }
    #expect(text(90, 180) == "zzzz")
    #expect(text(-90, -180) == "0000")
    #expect(text(0, 0) == "s000")
    #expect(text(-0.0, -0.0) == "s000")
    #expect(text(0, 180) == "xbpb")
    #expect(text(0, -180) == "8000")
    #expect(text(0, 540) == "8000")
    #expect(text(0, -540) == "8000")
    #expect(text(0, 360) == "s000")
    #expect(text(10, 190) == text(10, -170))
    #expect(text(10, -170 + 360e6) == text(10, -170))
    #expect(text(-Double.leastNonzeroMagnitude, -.leastNonzeroMagnitude) == "7zzz")
    #expect(text(.leastNonzeroMagnitude, .leastNonzeroMagnitude) == "s000")
    for bad in [Double.nan, .infinity, -.infinity, 90.0.nextUp, (-90.0).nextDown, 1e308] {
      #expect(text(bad, 0) == nil)
    }
    for bad in [Double.nan, .infinity, -.infinity] { #expect(text(0, bad) == nil) }
    for bad in [0, -1, 13, .max, .min] { #expect(text(1, 1, bad) == nil) }
  }

  @Test("Rejects invalid text with its position")
  func parsing() {
    for bad in ["", "a", "u0i", "l", "o", "u 0", "u-0", "é", "0123456789bcd", "u09tunq\u{0}"] {
      #expect(Geohash(bad) == nil, "\(bad)")
    }
    #expect(throws: GeohashError.empty) { try Geohash(parsing: "") }
    #expect(throws: GeohashError.invalidCharacter(position: 2)) { try Geohash(parsing: "u0a4") }
    #expect(throws: GeohashError.invalidCharacter(position: 1)) { try Geohash(parsing: "uü") }
    #expect(throws: GeohashError.tooLong) { try Geohash(parsing: "0123456789bcd") }
    #expect(Geohash("EZS42") == Geohash("ezs42"))
    #expect(Geohash("ezs42e44yx96xyz".prefix(12).description)?.description == "ezs42e44yx96")
  }

  @Test("Text round-trips at each precision, in string order")
  func text() throws {
    var random = SeededGenerator(seed: 3)
    let letters = Array("0123456789bcdefghjkmnpqrstuvwxyz")
    var texts: [String] = []
    for _ in 0..<3000 {
      let count = Int.random(in: 1...12, using: &random)
      texts.append(String((0..<count).map { _ in letters.randomElement(using: &random) ?? "0" }))
    }
    for character in letters { texts.append(String(repeating: character, count: 12)) }
    let hashes = try texts.map { try Geohash(parsing: $0) }
    for (text, hash) in zip(texts, hashes) {
      #expect(hash.description == text)
      #expect(Geohash(hash.center, precision: hash.precision) == hash)
      #expect(hash.contains(hash.center))
    }
    #expect(hashes.sorted().map(\.description) == texts.sorted())
    let decoded = try JSONDecoder().decode([Geohash].self, from: JSONEncoder().encode(hashes))
    #expect(decoded == hashes)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Geohash].self, from: Data(#"["ai"]"#.utf8))
    }
  }

  @Test("A tower, as in the documentation")
  func example() throws {
    let tower = Coordinate(latitude: 48.85826, longitude: 2.2945)
    let hash = try #require(Geohash(tower, precision: 7))
    #expect(hash.description == "u09tunq")
    #expect(hash.neighbors.north?.description == "u09tunw")
    #expect(hash.parent?.description == "u09tun")
    #expect(Geohash("80")?.neighbors.west.description == "xb")
  }

  @Test("Characters are written to a buffer of 12 bytes")
  func bytes() throws {
    let hash = try #require(Geohash("u09tunq"))
    var bytes = [UInt8](repeating: 1, count: 14)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe hash.writeASCII(to: $0) }
    #expect(bytes == Array("u09tunq00000".utf8) + [1, 1])
    #expect(count == 7)
  }

  @Test("Characters are written to a shorter buffer only if all of them fit")
  func fewBytes() throws {
    let whole = "u09tunquc2xg"
    for precision in 1...12 {
      let hash = try #require(Geohash(String(whole.prefix(precision))))
      for capacity in 0...14 {
        var bytes = [UInt8](repeating: 1, count: capacity)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe hash.writeASCII(to: $0) }
        #expect(count == (capacity < precision ? 0 : precision))
        let text = Array(whole.utf8.prefix(precision)) + [UInt8](repeating: 0x30, count: 12)
        let expected = capacity < precision ? [] : Array(text.prefix(min(capacity, 12)))
        #expect(bytes == expected + [UInt8](repeating: 1, count: capacity - expected.count))
      }
      #expect(
        unsafe hash.writeASCII(to: UnsafeMutableRawBufferPointer(start: nil, count: 0)) == 0)
    }
  }
}
