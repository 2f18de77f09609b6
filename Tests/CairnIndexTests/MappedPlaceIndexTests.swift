import CairnGeodesy
import Testing

@testable import CairnIndex

/// A question to an index, as it is put to one in memory and to one in a file.
private struct Question: Sendable {
  let title: String
  let memory: @Sendable (PlaceIndex<String>) -> [String]
  let file: @Sendable (MappedPlaceIndex<String>) throws(IndexFileError) -> [String]
}

private func text(_ neighbors: [Neighbor<String>]) -> [String] {
  neighbors.map { "\($0.element) \($0.offset) \($0.distance)" }
}

private func isWanted(_ name: String) -> Bool {
  name.utf8.reduce(0) { $0 &+ Int($1) } % 3 == 0
}

/// Every query there is, around a place.
private func questions(at center: Coordinate, radius: Double) -> [Question] {
  let degrees = min(radius / 111_000, 60)
  let box = BoundingBox(
    south: max(center.latitude - degrees, -90), west: center.longitude - degrees,
    north: min(center.latitude + degrees, 90), east: center.longitude + degrees)
  let cap = Cap(center: center, radius: radius)
  let ring = (0..<7).map { center.destination(bearing: Double($0) * 51, distance: radius) }
  let far = (0..<4).map {
    center.destination(bearing: Double($0) * 90 + 20, distance: 2 * radius + 100_000)
  }
  let polygon = GeoPolygon(
    ring, holes: [[0, 2, 4].map { center.midpoint(to: ring[$0]) }], interior: .smallerSide)
  let region = GeoMultiPolygon([polygon, GeoPolygon([far[0], far[1], ring[3]])])
  let path = GeoPath([ring[0], center, far[2], far[3]])
  let width = radius / 3
  return [
    Question(title: "within") {
      text($0.within(radius, of: center))
    } file: { file throws(IndexFileError) in
      text(try file.within(radius, of: center))
    },
    Question(title: "within, limit") {
      text($0.within(radius, of: center, limit: 5))
    } file: { file throws(IndexFileError) in
      text(try file.within(radius, of: center, limit: 5))
    },
    Question(title: "within, where") {
      text($0.within(radius, of: center, where: isWanted))
    } file: { file throws(IndexFileError) in
      text(try file.within(radius, of: center, where: isWanted))
    },
    Question(title: "unsorted") {
      text($0.unsorted(within: radius, of: center))
    } file: { file throws(IndexFileError) in
      text(try file.unsorted(within: radius, of: center))
    },
    Question(title: "unsorted, where") {
      text($0.unsorted(within: radius, of: center, where: isWanted))
    } file: { file throws(IndexFileError) in
      text(try file.unsorted(within: radius, of: center, where: isWanted))
    },
    Question(title: "count") {
      ["\($0.count(within: radius, of: center))"]
    } file: { file throws(IndexFileError) in
      ["\(try file.count(within: radius, of: center))"]
    },
    Question(title: "count, where") {
      ["\($0.count(within: radius, of: center, where: isWanted))"]
    } file: { file throws(IndexFileError) in
      ["\(try file.count(within: radius, of: center, where: isWanted))"]
    },
    Question(title: "containsAny") {
      ["\($0.containsAny(within: radius, of: center))"]
    } file: { file throws(IndexFileError) in
      ["\(try file.containsAny(within: radius, of: center))"]
    },
    Question(title: "containsAny, where") {
      ["\($0.containsAny(within: radius, of: center, where: isWanted))"]
    } file: { file throws(IndexFileError) in
      ["\(try file.containsAny(within: radius, of: center, where: isWanted))"]
    },
    Question(title: "nearest") {
      text($0.nearest(to: center, count: 40))
    } file: { file throws(IndexFileError) in
      text(try file.nearest(to: center, count: 40))
    },
    Question(title: "nearest, within, where") {
      text($0.nearest(to: center, count: 9, within: radius, where: isWanted))
    } file: { file throws(IndexFileError) in
      text(try file.nearest(to: center, count: 9, within: radius, where: isWanted))
    },
    Question(title: "one by one") {
      text(Array($0.nearest(to: center).prefix(60)))
    } file: { file throws(IndexFileError) in
      var cursor = file.nearest(to: center)
      var found: [Neighbor<String>] = []
      while found.count < 60, let next = try cursor.next() { found.append(next) }
      return text(found)
    },
    Question(title: "box") {
      $0.elements(in: box) + ["\($0.count(in: box))"]
    } file: { file throws(IndexFileError) in
      try file.elements(in: box) + ["\(try file.count(in: box))"]
    },
    Question(title: "box, count") {
      ["\($0.count(in: box))"]
    } file: { file throws(IndexFileError) in
      ["\(try file.count(in: box))"]
    },
    Question(title: "cap") {
      $0.elements(in: cap, where: isWanted) + ["\($0.count(in: cap))"]
    } file: { file throws(IndexFileError) in
      try file.elements(in: cap, where: isWanted) + ["\(try file.count(in: cap))"]
    },
    Question(title: "polygon") {
      $0.elements(in: polygon).filter(isWanted)
    } file: { file throws(IndexFileError) in
      try file.elements(in: polygon, where: isWanted)
    },
    Question(title: "polygon, count") {
      ["\($0.count(in: polygon))"]
    } file: { file throws(IndexFileError) in
      ["\(try file.count(in: polygon))"]
    },
    Question(title: "polygons") {
      $0.elements(in: region)
    } file: { file throws(IndexFileError) in
      try file.elements(in: region)
    },
    Question(title: "polygons, count") {
      ["\($0.count(in: region))"]
    } file: { file throws(IndexFileError) in
      ["\(try file.count(in: region))"]
    },
    Question(title: "path") {
      $0.elements(within: width, of: path)
    } file: { file throws(IndexFileError) in
      try file.elements(within: width, of: path)
    },
    Question(title: "path, count") {
      ["\($0.count(within: width, of: path))"]
    } file: { file throws(IndexFileError) in
      ["\(try file.count(within: width, of: path))"]
    },
  ]
}

private func decoded(_ record: RecordBytes) -> String {
  String(decoding: record, as: UTF8.self)
}

private func index(of points: [Coordinate]) throws -> PlaceIndex<String> {
  let names = points.indices.map { "place \($0 &* 7919 % 1000)" }
  var next = points.makeIterator()
  return try PlaceIndex(names) { _ in next.next() ?? Coordinate(latitude: 0, longitude: 0) }
}

#if DEBUG
  /// Every how manieth page is damaged; the release run damages them all.
  private let pageStep = 5
#else
  private let pageStep = 1
#endif

@Suite struct MappedPlaceIndexTests {
  /// A condition on the places of a region is a filter of them.
  @Test(arguments: [PointClass.uniform, .clustered, .antimeridian, .northPole])
  func conditionsFilterRegions(_ kind: PointClass) throws {
    var random = SeededGenerator(seed: 36)
    for _ in 0..<8 {
      let points = kind.points(using: &random)
      let all = try index(of: points)
      let box = kind.box(for: points, using: &random)
      let center = kind.center(for: points, using: &random)
      let cap = Cap(
        center: center, radius: kind.radius(around: center, for: points, using: &random))
      let ring = (0..<5).map { center.destination(bearing: Double($0) * 72, distance: 500_000) }
      let polygon = GeoPolygon(ring)
      let both = GeoMultiPolygon([polygon, GeoPolygon([ring[0], ring[2], points[0]])])
      let path = GeoPath(ring)
      let answers = [
        (all.elements(in: box), all.elements(in: box, where: isWanted)),
        (all.elements(in: cap), all.elements(in: cap, where: isWanted)),
        (all.elements(in: polygon), all.elements(in: polygon, where: isWanted)),
        (all.elements(in: both), all.elements(in: both, where: isWanted)),
        (
          all.elements(within: 90_000, of: path),
          all.elements(within: 90_000, of: path, where: isWanted)
        ),
      ]
      for (everything, wanted) in answers { #expect(everything.filter(isWanted) == wanted) }
      let counts = [
        all.count(in: box, where: isWanted), all.count(in: cap, where: isWanted),
        all.count(in: polygon, where: isWanted), all.count(in: both, where: isWanted),
        all.count(within: 90_000, of: path, where: isWanted),
      ]
      #expect(counts == answers.map(\.1.count))
    }
  }

  /// Every query to a file, and to one that was read into memory, answers as the index itself.
  @Test(arguments: PointClass.allCases)
  func everyQueryAnswersAsInMemory(_ kind: PointClass) throws {
    var random = SeededGenerator(seed: 31)
    for _ in 0..<(queriesPerClass > 1000 ? 20 : 2) {
      let points = kind.points(using: &random)
      let memory = try index(of: points)
      let file = try MappedPlaceIndex(bytes: memory.encoded { $0.utf8 }, decode: decoded)
      let loaded = try file.loaded()
      for _ in 0..<5 {
        let center = kind.center(for: points, using: &random)
        let radius = kind.radius(around: center, for: points, using: &random)
        for question in questions(at: center, radius: radius) {
          let expected = question.memory(memory)
          #expect(try question.file(file) == expected, "\(question.title)")
          #expect(question.memory(loaded) == expected, "\(question.title)")
        }
      }
    }
  }

  /// In a file of three levels each page in turn is damaged: every query gives the right answer,
  /// which it does where it needs no such page, or an error.
  @Test func noQueryBelievesADamagedPage() throws {
    var random = SeededGenerator(seed: 32)
    let memory = try index(of: (0..<5000).map { _ in coordinate(&random) })
    let bytes = try memory.encoded { $0.utf8 }
    let layout = try PageSentry(PackedMemory(copying: bytes)).layout
    let asked = [(10.0, 20.0, 60_000.0), (-40, 179.5, 900_000), (88, 0, 9_000_000)].flatMap {
      questions(at: Coordinate(latitude: $0, longitude: $1), radius: $2)
    }
    let expected = asked.map { $0.memory(memory) }
    var answered = 0
    var refused = 0
    for page in stride(from: 0, to: bytes.count >> IndexFileLayout.pageShift, by: pageStep) {
      let damage = Int.random(in: 0..<(IndexFileLayout.pageBytes * 8), using: &random)
      var broken = bytes
      broken[page << IndexFileLayout.pageShift + damage >> 3] ^= 1 << UInt8(damage & 7)
      for (question, expected) in zip(asked, expected) {
        do throws(IndexFileError) {
          let file = try MappedPlaceIndex(bytes: broken, decode: decoded)
          let found = try question.file(file)
          #expect(found == expected, "\(question.title), page \(page)")
          answered += 1
        } catch {
          refused += 1
          if case .damaged(let section, let found) = error, layout.tree.contains(page << 12) {
            #expect(section == .tree && found == page)
          }
        }
      }
      #expect(throws: IndexFileError.self) {
        try MappedPlaceIndex(bytes: broken, decode: decoded).loaded()
      }
    }
    #expect(answered > 100 && refused > 100)
  }

  /// The same for pages whose checksums are right and whose contents no builder makes.
  @Test func noQueryBelievesAForgedBlock() throws {
    var random = SeededGenerator(seed: 33)
    let memory = try index(of: (0..<5000).map { _ in coordinate(&random) })
    let bytes = try memory.encoded { $0.utf8 }
    let layout = try PageSentry(PackedMemory(copying: bytes)).layout
    let tree = PackedLayout(count: 5000)
    let asked = questions(at: Coordinate(latitude: 10, longitude: 20), radius: 2_000_000)
    let expected = asked.map { $0.memory(memory) }
    // Boxes, points and coordinates; an offset may be any, and no two can be the same.
    for start in [tree.groupsOffset, tree.pointsOffset, tree.degreesOffset] {
      for block in stride(from: 0, to: 20, by: pageStep) {
        let size = start == tree.groupsOffset ? 384 : start == tree.pointsOffset ? 3072 : 4096
        let first = start == tree.groupsOffset ? tree.groups(atHeight: 1).first * 384 : 0
        var forged = bytes
        let position = layout.tree.lowerBound + start + first + block * size
        // The upper bits of a number, in floats and in doubles.
        forged[position + 8 * .random(in: 0..<(size / 8), using: &random) + 6] ^= 0x15
        forged = ResealedFile.bytes(forged, layout)
        for (question, expected) in zip(asked, expected) {
          let found = try? question.file(MappedPlaceIndex(bytes: forged, decode: decoded))
          #expect(found == nil || found == expected, "\(question.title), block \(block)")
        }
        #expect(throws: IndexFileError.self) {
          try MappedPlaceIndex(bytes: forged, decode: decoded).checkEverything()
        }
      }
    }
  }

  @Test func noTwoPlacesAreTheSameElement() throws {
    var random = SeededGenerator(seed: 34)
    let memory = try index(of: (0..<40).map { _ in coordinate(&random) })
    var bytes = try memory.encoded { $0.utf8 }
    let layout = try PageSentry(PackedMemory(copying: bytes)).layout
    let offsets = layout.tree.lowerBound + PackedLayout(count: 40).offsetsOffset
    bytes[offsets + 4 * 7] = bytes[offsets + 4 * 31]
    let file = try MappedPlaceIndex(bytes: ResealedFile.bytes(bytes, layout), decode: decoded)
    let error = #expect(throws: IndexFileError.self) { try file.checkEverything() }
    guard case .malformed(.tree, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func aFileIsReadIntoMemory() throws {
    let nowhere = Coordinate(latitude: .nan, longitude: 0)
    var random = SeededGenerator(seed: 35)
    let places = (0..<3000).map { $0 % 10 == 9 || $0 < 2 ? nowhere : coordinate(&random) }
    let index = try PlaceIndex(skippingInvalid: places.indices, coordinate: { places[$0] })
    let bytes = try index.encoded { "\($0)".utf8 }
    let loaded = try MappedPlaceIndex(bytes: bytes) { Int(decoded($0)) ?? -1 }.loaded()
    #expect(loaded.elements == Array(places.indices))
    #expect(loaded.skippedOffsets == index.skippedOffsets)
    #expect(loaded.skippedOffsets.count == 302)
    #expect(try loaded.encoded { "\($0)".utf8 } == bytes)
    let empty = try PlaceIndex([Int](), coordinate: { _ in nowhere })
    #expect(try MappedPlaceIndex(bytes: empty.encoded()) { _ in 0 }.loaded().isEmpty)
  }

  /// Short records are held by value, longer ones where they are mapped; both outlive the index.
  @Test func recordsOfEveryLength() throws {
    let places = (0..<60).map { Coordinate(latitude: Double($0) / 10, longitude: 7) }
    func expected(_ offset: Int) -> [UInt8] {
      (0..<offset).map { UInt8(truncatingIfNeeded: 200 - $0 + offset) }
    }
    for repeats in [false, true] {
      let length: (Int) -> Int = { repeats ? $0 / 20 * 20 : $0 }
      let index = try PlaceIndex(places.indices, coordinate: { places[$0] })
      let bytes = try index.encoded { expected(length($0)) }
      var found: [Neighbor<RecordBytes>] = []
      do {
        let mapped = try MappedPlaceIndex(bytes: bytes) { $0 }
        found = try mapped.within(1e7, of: places[0])
      }
      #expect(found.map(\.offset) == Array(places.indices))
      for neighbor in found {
        let record = neighbor.element
        let wanted = expected(length(neighbor.offset))
        #expect(record.count == wanted.count)
        #expect(Array(record) == wanted)
        #expect(record.indices.map { record[$0] } == wanted)
        let copied = unsafe record.withContiguousStorageIfAvailable { unsafe Array($0) }
        #expect(copied == wanted)
        #expect(record.reversed() == wanted.reversed())
      }
    }
  }
}
