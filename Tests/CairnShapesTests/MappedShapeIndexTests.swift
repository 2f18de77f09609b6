import CairnGeodesy
import CairnIndex
import Foundation
import TestSupport
import Testing

@testable import CairnShapes

@Suite("An index of shapes in a file")
struct MappedShapeIndexTests {
  private static func open(_ bytes: [UInt8]) throws(IndexFileError) -> MappedShapeIndex<Int> {
    try MappedShapeIndex(bytes: bytes) { record in
      record.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
  }

  private static func encoded(_ shapes: [GeoShape]) throws -> [UInt8] {
    try ShapeIndex(shapes.indices) { shapes[$0] }
      .encoded { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  @Test(
    "Every query matches the index in memory", arguments: ShapeIndexTests.sets.indices
  )
  func answers(set: Int) throws {
    let shapes = ShapeIndexTests.sets[set]
    let memory = ShapeIndex(shapes.indices) { shapes[$0] }
    let index = try Self.open(Self.encoded(shapes))
    #expect(index.elementCount == shapes.count && index.count == memory.count)
    #expect(index.emptyOffsets == memory.emptyOffsets)
    let prepared = shapes.enumerated().map { (key: $0.offset, shape: PreparedShape($0.element)) }
    var generator = SeededGenerator(seed: UInt64(300 + set))
    for place in ShapeIndexTests.places(shapes, &generator).prefix(rounds(200, inDebug: 10)) {
      try ShapeIndexTests.check(index, prepared, at: place, &generator)
    }
    for other in ShapeSets.random(count: rounds(60, inDebug: 4), seed: 13, sizes: 3...6) {
      #expect(try index.keys(touching: other) == memory.keys(touching: other))
    }
    try index.checkEverything()
    for offset in shapes.indices {
      // Compared by description, since some shapes contain NaN.
      #expect(
        try ShapeRecord.bytes(of: index.shape(at: offset)) == ShapeRecord.bytes(of: shapes[offset]))
    }
    let loaded = try index.loaded()
    #expect(loaded.elements == Array(shapes.indices) && loaded.emptyOffsets == memory.emptyOffsets)
    for place in ShapeIndexTests.places(shapes, &generator).prefix(8) {
      #expect(loaded.nearest(to: place, count: 5) == memory.nearest(to: place, count: 5))
    }
  }

  @Test("A file without records, and an index file of places")
  func file() throws {
    let shapes = ShapeSets.special
    let path = NSTemporaryDirectory() + "cairn-regions-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    try ShapeIndex(shapes).write(to: path)
    let index = try MappedShapeIndex(opening: path) { $0.count }
    let center = Coordinate(latitude: 3, longitude: 4)
    #expect(try index.keys(containing: center) == ShapeIndex(shapes).keys(containing: center))
    #expect(try index.elements(containing: center).allSatisfy { $0 == 0 })
    let places = try PlaceIndex(
      [center, Coordinate(latitude: 60, longitude: 0)], coordinate: \.self)
    let pairs = try index.pairs(with: places)
    #expect(pairs == ShapeIndex(shapes).pairs(with: places))
    let mapped = try MappedPlaceIndex(bytes: places.encoded()) { $0.count }
    #expect(try index.pairs(with: mapped) == pairs)
    #expect(try ShapeIndex(shapes).pairs(with: mapped) == pairs)
    // It is not an empty index of places.
    let refusal = IndexFileError.malformed(
      section: .records, reason: "an index of shapes, not of places; MappedShapeIndex opens it")
    #expect(throws: refusal) { try MappedPlaceIndex(opening: path) }
    #expect(throws: refusal) { try MappedPlaceIndex(bytes: ShapeIndex(shapes).encoded()) { $0 } }
    // An index that has the replaced file open keeps the old contents.
    try ShapeIndex(shapes.prefix(3)).write(to: path)
    try index.checkEverything()
    #expect(index.elementCount == shapes.count)
    #expect(try ShapeIndex(contentsOf: path) { $0.count }.elements.count == 3)
    #expect(throws: IndexFileError.self) { try MappedShapeIndex(opening: path + "x") { $0.count } }
  }

  @Test("Every changed byte and every truncation is an error or the same result")
  func damage() throws {
    let shapes = Array(ShapeSets.special.prefix(40))
    let bytes = try Self.encoded(shapes)
    let place = Coordinate(latitude: 5, longitude: 5)
    let expected = ShapeIndex(shapes).nearest(to: place, count: 50).map(\.distance)
    var generator = SeededGenerator(seed: 17)
    for position in stride(from: 0, to: bytes.count, by: rounds(1, inDebug: 61)) {
      var changed = bytes
      changed[position] ^= UInt8(generator.integer(in: 1...255))
      #expect(throws: IndexFileError.self) { try Self.open(changed).checkEverything() }
      do throws(IndexFileError) {
        let index = try Self.open(changed)
        #expect(try index.nearest(to: place, count: 50).map(\.distance) == expected)
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    for length in stride(from: 0, to: bytes.count, by: rounds(1, inDebug: 61)) {
      #expect(throws: IndexFileError.self) { try Self.open(Array(bytes[..<length])) }
    }
    #expect(throws: IndexFileError.self) { try Self.open(bytes + [0]) }
    try Self.open(bytes).checkEverything()
  }

  /// Returns a file with correct checksums and the given records.
  private static func file(_ records: [[UInt8]]) throws -> [UInt8] {
    try ShapeFile.places(records.count).encoded { records[$0] }
  }

  @Test("Malformed files are errors")
  func malformed() throws {
    let place = GeoShape.point(Coordinate(latitude: 5, longitude: 5))
    let prepared = [
      PreparedShape(place),
      PreparedShape(.cap(Cap(center: Coordinate(latitude: 0, longitude: 0), radius: 9e5))),
    ]
    let records = prepared.map { ShapeRecord.bytes(of: $0.shape) }
    let boxes = ShapeFile.boxes(prepared)
    let legend = ShapeFile.legend(count: 2, hasRecords: false)
    try Self.open(Self.file(records + [boxes, legend])).checkEverything()
    func fails(_ records: [[UInt8]], _ reason: String, later: Bool = false) throws {
      let bytes = try Self.file(records)
      let error = #expect(throws: IndexFileError.self) {
        let index = try Self.open(bytes)
        #expect(later)
        _ = try index.nearest(to: Coordinate(latitude: 0, longitude: 0), count: 9)
        try index.checkEverything()
      }
      #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }
    var newer = legend
    newer[legend.count - 9] = 2
    try fails(records + [boxes, newer], "version 2")
    try fails(records + [boxes, Array(legend.dropLast())], "does not match")
    try fails(records + [boxes, ShapeFile.legend(count: 3, hasRecords: false)], "does not match")
    try fails(
      records + [boxes, ShapeFile.legend(count: 1, hasRecords: true)], "more boxes than shapes")
    try fails(records + [Array(boxes.dropLast()), legend], "more boxes than shapes")
    try fails(records + [boxes + boxes, legend], "more boxes than shapes")
    try fails(
      records + [Array(boxes.prefix(28) + boxes.prefix(28)), legend], "two boxes", later: true)
    try fails(records + [Array(boxes.prefix(28)), legend], "is wrong", later: true)
    var elsewhere = boxes
    elsewhere[40] ^= 0x7F
    try fails(records + [elsewhere, legend], "is wrong", later: true)
    let one = ShapeFile.legend(count: 1, hasRecords: false)
    try fails([records[0], Array(boxes.suffix(28)), one], "a box without a shape")
    try fails(
      [records[0], Array(records[1].dropLast()), boxes, legend], "not a shape", later: true)
    try fails([records[0], [], boxes, legend], "not a shape", later: true)
    try fails([[legend[0]]], "of places, not of shapes")
    try fails([legend, legend], "does not match")
    #expect(throws: IndexFileError.self) {
      try Self.open(
        PlaceIndex([Coordinate(latitude: 0, longitude: 0)], coordinate: \.self).encoded { _ in [1] }
      )
    }
  }

  @Test("Records with a changed byte and correct checksums are errors or results")
  func hostile() throws {
    let shapes = ShapeSets.special.map(PreparedShape.init)
    let good =
      shapes.map { ShapeRecord.bytes(of: $0.shape) }
      + [ShapeFile.boxes(shapes), ShapeFile.legend(count: shapes.count, hasRecords: false)]
    var generator = SeededGenerator(seed: 20)
    for round in 0..<rounds(10_000, inDebug: 60) {
      var records = good
      let record = round % 3 == 0 ? good.count - 1 - round % 2 : round % shapes.count
      let position = generator.integer(in: 0...records[record].count - 1)
      records[record][position] = UInt8(generator.integer(in: 0...255))
      guard let index = try? Self.open(Self.file(records)) else { continue }
      let place = Coordinate(latitude: 5, longitude: 5)
      #expect(((try? index.nearest(to: place, count: 5)) ?? []).count <= 5)
      let box = BoundingBox(south: -60, west: 150, north: 80, east: -100)
      #expect(((try? index.keys(touching: box)) ?? []).allSatisfy { $0 < shapes.count })
      _ = try? index.loaded()
    }
  }

  @Test("Truncated and changed bytes of shapes are a shape or nil")
  func records() {
    var generator = SeededGenerator(seed: 18)
    for shape in ShapeSets.special + ShapeSets.random(count: rounds(2_000, inDebug: 40), seed: 19) {
      let bytes = ShapeRecord.bytes(of: shape)
      #expect(ShapeRecord.shape(bytes).map(ShapeRecord.bytes(of:)) == bytes)
      #expect(ShapeRecord.shape(bytes + [0]) == nil)
      for length in [0, 1, bytes.count / 2, bytes.count - 1] {
        #expect(ShapeRecord.shape(Array(bytes.prefix(length))) == nil)
      }
      for _ in 0..<8 {
        var changed = bytes
        changed[generator.integer(in: 0...min(bytes.count - 1, 40))] = UInt8(
          generator.integer(in: 0...255))
        // Any decoded shape can be prepared and queried.
        if let shape = ShapeRecord.shape(changed) {
          _ = PreparedShape(shape).distance(to: Coordinate(latitude: 1, longitude: 2))
        }
      }
    }
  }
}
