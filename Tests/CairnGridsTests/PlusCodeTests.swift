import CairnGeodesy
import TestSupport
import Testing

@testable import CairnGrids

/// All test data of the public reference, and consequences of the definition.
@Suite struct PlusCodeTests {
  private func place(_ latitude: String, _ longitude: String) -> Coordinate {
    // The reference clips latitudes; here a latitude beyond the poles is not a coordinate.
    Coordinate(
      latitude: min(max(Double(latitude) ?? .nan, -90), 90), longitude: Double(longitude) ?? .nan)
  }

  @Test func encodingAgreesWithTheReference() throws {
    let rows = try VectorFile("plus_code_encoding.csv").rows
    #expect(rows.count == 302)
    for row in rows {
      let place = place(row[0], row[1])
      guard let length = Int(row[4]), !row[5].isEmpty else {
        #expect(throws: GridError.self) { try PlusCode(place, length: Int(row[4]) ?? 0) }
        continue
      }
      // The reference also accepts more than 15 characters.
      let code = try PlusCode(place, length: min(length, 15))
      #expect(code.description == row[5], "\(row)")
      #expect(code.row <= Int64(row[2]) ?? 0 && code.column <= Int64(row[3]) ?? 0)
    }
  }

  @Test func decodingAgreesWithTheReference() throws {
    for row in try VectorFile("plus_code_decoding.csv").rows {
      let code = try PlusCode(parsing: row[0])
      let box = code.boundingBox
      for (edge, text) in zip([box.south, box.west, box.north, box.east], row[2...]) {
        #expect(abs(edge - (Double(text) ?? .nan)) < 1e-10, "\(row) \(edge)")
      }
      #expect(code.length == min(Int(row[1]) ?? 0, 15))
      #expect(box.contains(code.center))
      #expect(try PlusCode(code.center, length: code.length) == code)
    }
  }

  @Test func shortCodesAgreeWithTheReference() throws {
    for row in try VectorFile("plus_code_short.csv").rows {
      let reference = place(row[1], row[2])
      if row[4] != "R" {
        #expect(try PlusCode(parsing: row[0]).shortened(near: reference) == row[3], "\(row)")
      }
      if row[4] != "S" {
        #expect(try PlusCode(parsing: row[3], near: reference).description == row[0], "\(row)")
      }
    }
  }

  @Test func validityAgreesWithTheReference() throws {
    for row in try VectorFile("plus_code_validity.csv").rows {
      #expect(PlusCode.isValid(row[0]) == (row[1] == "true"), "\(row)")
      #expect(PlusCode.isShort(row[0]) == (row[2] == "true"), "\(row)")
      #expect(PlusCode.isFull(row[0]) == (row[3] == "true"), "\(row)")
    }
  }

  @Test func placesSurviveARoundTrip() throws {
    var random = SeededGenerator(seed: 164)
    for round in 0..<rounds(20_000, inDebug: 4_000) {
      var place = random.coordinate()
      if round % 5 == 0 { place.longitude += 360 }
      if round % 3 == 0 {
        // Edges of cells.
        place.latitude = (place.latitude * 8000).rounded() / 8000
        place.longitude = (place.longitude * 8000).rounded() / 8000
      }
      let length = [2, 4, 6, 8, 10, 11, 12, 13, 14, 15][random.integer(in: 0...9)]
      let code = try PlusCode(place, length: length)
      #expect(code.length == length)
      #expect(try PlusCode(parsing: code.description) == code)
      #expect(try PlusCode(parsing: code.description.lowercased()) == code)
      #expect(try GridReference(parsing: code.description) == .plusCode(code))
      #expect(PlusCode.isFull(code.description) && !PlusCode.isShort(code.description))
      let box = code.boundingBox
      #expect(box.contains(place), "\(place) \(code)")
      // A cell of 15 characters is 4e-8 degrees high.
      #expect(abs(code.center.latitude - (box.south + box.north) / 2) < 1e-12, "\(code)")
      #expect(abs(code.center.longitude - (box.west + box.east) / 2) < 1e-12, "\(code)")
      // Shortened near any place nearby, even across 180 degrees, and recovered.
      let near = place.destination(
        bearing: random.double(in: 0...360), distance: random.double(in: 0...40_000))
      let short = code.shortened(near: near)
      #expect(try PlusCode(parsing: short, near: near) == code, "\(place) \(code) \(short) \(near)")
    }
  }

  /// The double before the edge of a cell is in the preceding cell.
  @Test func edgesBelongToTheFollowingCell() throws {
    var random = SeededGenerator(seed: 170)
    for _ in 0..<2_000 {
      let row = Int64(random.integer(in: -2_000_000_000...2_000_000_000))
      let column = Int64(random.integer(in: -1_400_000_000...1_400_000_000))
      let edge = Coordinate(
        latitude: Double(row) / Double(PlusCode.rowsPerDegree),
        longitude: Double(column) / Double(PlusCode.columnsPerDegree))
      let before = Coordinate(
        latitude: edge.latitude.nextDown, longitude: edge.longitude.nextDown)
      let (code, other) = try (PlusCode(edge, length: 15), PlusCode(before, length: 15))
      #expect(code.row == row + 90 * PlusCode.rowsPerDegree && other.row == code.row - 1)
      #expect(
        code.column == column + 180 * PlusCode.columnsPerDegree && other.column == code.column - 1)
    }
  }

  /// Near its own center a code keeps at least its last two characters.
  @Test func codesAreShortenedNearTheirCenter() throws {
    var random = SeededGenerator(seed: 167)
    for _ in 0..<100 {
      for (length, removed) in [(2, 0), (4, 0), (6, 0), (8, 6), (10, 8), (11, 8), (15, 8)] {
        let code = try PlusCode(random.coordinate(), length: length)
        let short = code.shortened(near: code.center)
        #expect(short == code.description.dropFirst(removed), "\(code)")
        #expect(try PlusCode(parsing: short, near: code.center) == code, "\(code)")
      }
    }
  }

  /// A short code near a pole is the nearest of the cells that are on the Earth.
  @Test func shortCodesNearThePolesAreTheNearestOnEarth() throws {
    var random = SeededGenerator(seed: 168)
    for _ in 0..<300 {
      let pole = random.integer(in: 0...1) == 0 ? -1.0 : 1
      let reference = Coordinate(
        latitude: pole * random.double(in: 70...90), longitude: random.double(in: -180...180))
      let other = Coordinate(
        latitude: pole * random.double(in: 50...90), longitude: random.double(in: -180...180))
      let full = try PlusCode(other).description
      for missing in [2, 4] {
        let short = String(full.dropFirst(missing))
        let found = try PlusCode(parsing: short, near: reference)
        #expect(found.description.dropFirst(missing) == short)
        // All rows of such cells.
        let period = missing == 2 ? 20.0 : 1
        let first = (found.center.latitude + 90).truncatingRemainder(dividingBy: period) - 90
        let all = stride(from: first, to: 90, by: period)
        let nearest = all.map { abs($0 - reference.latitude) }.min() ?? .nan
        #expect(
          abs(abs(found.center.latitude - reference.latitude) - nearest) < 1e-9,
          "\(short) \(reference) \(found)")
      }
    }
  }

  @Test func polesAndTheAntimeridian() throws {
    func text(_ latitude: Double, _ longitude: Double, _ length: Int = 10) throws -> String {
      try PlusCode(Coordinate(latitude: latitude, longitude: longitude), length: length).description
    }
    #expect(try text(90, 0) == "CFX2X2X2+X2" && text(90, 0, 4) == "CFX20000+")
    #expect(try text(-90, -180) == "22222222+22" && text(-90, 180) == "22222222+22")
    #expect(try text(0, 180) == text(0, -180) && text(0, 540) == text(0, -180))
    #expect(try text(0, -1e-20) == text(0, -1e-10))
    let east = Coordinate(latitude: 10, longitude: 179.999)
    let code = try PlusCode(Coordinate(latitude: 10, longitude: -179.999))
    #expect(code.shortened(near: east).count < code.description.count)
    #expect(try PlusCode(parsing: code.shortened(near: east), near: east) == code)
  }

  @Test func mistakesAreNamed() {
    let place = Coordinate(latitude: 48.8, longitude: 2.3)
    for text in [
      "", "+", "8FW4V75V", "8FW4V75V+9", "8FW4V75V+9Q+", "8FW4V75+9Q", "8FW4V75VV+9Q", "8FW40V00+",
      "8FW4000+", "00000000+", "8AW4V75V+9Q", "8FW40000+9Q", "0000+", "8FW4 V75V+9Q", "F0000000+",
      "8FW4V75VVV+9Q", "8FW4V75VVVVV+",
    ] {
      #expect(throws: GridParsingError.self) { try PlusCode(parsing: text) }
      #expect(throws: GridParsingError.self) { try PlusCode(parsing: text, near: place) }
      #expect(!PlusCode.isFull(text))
    }
    #expect {
      try PlusCode(parsing: "V75V+9Q")
    } throws: { ($0 as? GridParsingError)?.kind == .needsReference }
    #expect {
      try PlusCode(parsing: "X2222222+22")
    } throws: { ($0 as? GridParsingError)?.kind == .outOfRange }
    // At 180 degrees east and beyond.
    for text in ["2W222222+22", "2X222222+22", "CW000000+"] {
      #expect {
        try PlusCode(parsing: text)
      } throws: { ($0 as? GridParsingError)?.kind == .outOfRange }
      #expect(!PlusCode.isFull(text))
    }
    for length in [-1, 0, 1, 3, 5, 7, 9, 16] {
      #expect(throws: GridError.self) { try PlusCode(place, length: length) }
    }
    #expect(throws: GridError.self) { try PlusCode(Coordinate(latitude: 91, longitude: 0)) }
  }

  /// Random text of the grids' letters is parsed or rejected, and is valid in one grid only.
  @Test func anyTextIsParsedOrRejected() {
    var random = SeededGenerator(seed: 165)
    let alphabet = Array("0123456789ABCDEFGHJKLMNPQRSTUVWXYZ+ .,nsé")
    let seeds = [
      "33UXP0500444996", "8FW4V75V+9Q", "33north 602074 5340391", "north 2277698 1519014",
    ]
    var good = 0
    for round in 0..<rounds(40_000, inDebug: 6_000) {
      var text: [Character]
      if round % 2 == 0 {
        text = Array(seeds[round / 2 % seeds.count])
        for _ in 0..<random.integer(in: 1...3) {
          text[random.integer(in: 0...(text.count - 1))] =
            alphabet[random.integer(in: 0...(alphabet.count - 1))]
        }
      } else {
        text = (0..<random.integer(in: 0...14)).map { _ in
          alphabet[random.integer(in: 0...(alphabet.count - 1))]
        }
      }
      let string = String(text)
      do {
        let reference = try GridReference(parsing: string)
        good += 1
        #expect(reference.coordinate.isValid, "\(string)")
        let readers = [
          (try? UTMCoordinate(parsing: string)) != nil, (try? MGRSSquare(parsing: string)) != nil,
          (try? PlusCode(parsing: string)) != nil, (try? UPSCoordinate(parsing: string)) != nil,
          (try? Coordinate(parsing: string)) != nil,
        ]
        #expect(readers.count { $0 } == 1, "\(string) \(readers)")
      } catch {
        #expect(0...string.unicodeScalars.count ~= error.position, "\(string) \(error)")
      }
    }
    #expect(good > rounds(500, inDebug: 60))
    #expect(throws: GridParsingError.self) {
      try GridReference(parsing: String(repeating: "9", count: 100_000))
    }
  }
}
