import CairnGeodesy
import CairnMemory
import TestSupport
import Testing

@testable import CairnIndex

private func decoded(_ record: RecordBytes) -> String {
  String(decoding: record, as: UTF8.self)
}

/// The distance between damaged pages; the release run damages all pages.
private let pageStep = rounds(1, inDebug: 23)

@Suite struct MappedPlaceIndexTests {
  private typealias Mapped = Sample<MappedPlaceIndex<Pin>>

  /// Returns random places, the bytes of their file, and its layout.
  private func file(
    _ count: Int, seed: UInt64
  ) throws -> (pins: [Pin], bytes: [UInt8], layout: IndexFileLayout) {
    var random = SeededGenerator(seed: seed)
    let pins = (0..<count).map { Pin(id: $0, coordinate: coordinate(&random)) }
    let bytes = try PlaceIndex(pins, coordinate: \.coordinate).encoded(record: IndexTrio.record)
    return (pins, bytes, try PageVerifier(PackedMemory(copying: bytes)).layout)
  }

  private func open(_ bytes: [UInt8], _ pins: [Pin]) throws(IndexFileError) -> Mapped {
    let nowhere = Pin(id: -1, coordinate: Coordinate(latitude: 0, longitude: 0))
    return Mapped(
      try MappedPlaceIndex(bytes: bytes) { pins[safe: IndexTrio.id($0)] ?? nowhere }, pins,
      key: \.id)
  }

  /// Regions, paths and batches around a place.
  private func asked(
    _ pins: [Pin], around center: Coordinate, radius: Double, _ kind: RegionKind
  ) -> Asked {
    let ring = (0..<7).map { center.destination(bearing: Double($0) * 51, distance: radius) }
    var random = SeededGenerator(seed: 37)
    let region: any PlaceRegion =
      kind == .polygons
      ? GeoMultiPolygon([
        GeoPolygon(
          ring, holes: [[0, 2, 4].map { center.midpoint(to: ring[$0]) }], interior: .smallerSide),
        GeoPolygon([ring[0], ring[3], center.destination(bearing: 20, distance: 2 * radius)]),
      ]) : kind.region(.uniform, for: pins.map(\.coordinate), using: &random)
    return Asked(
      pins, center: center, radius: radius, limit: 9, divisor: 3, region: region,
      path: GeoPath([ring[0], center, ring[3]]), width: radius / 3, centers: [center, ring[2]])
  }

  /// An index loaded into memory returns the expected results for every query.
  @Test(arguments: PointClass.allCases)
  func everyQueryOfALoadedFile(_ kind: PointClass) throws {
    var random = SeededGenerator(seed: 31)
    for round in 0..<(rounds(20, inDebug: 1)) {
      let trio = try IndexTrio(kind, using: &random)
      let loaded = try trio.mapped.places.loaded()
      #expect(try trio.mapped.places.skippedOffsets == loaded.skippedOffsets)
      #expect(loaded.skippedOffsets == trio.packed.places.skippedOffsets)
      let sample = Sample(loaded, trio.mapped.pins, key: trio.mapped.key)
      for region in RegionKind.allCases.shuffled(using: &random).prefix(2 + round % 4) {
        let asked = Asked(sample.pins, kind, region, using: &random)
        for question in Sample<PlaceIndex<Pin>>.questions {
          #expect(try question.ask(sample, asked) == question.expected(asked), "\(question.name)")
        }
      }
    }
  }

  /// In a file of three levels, each page in turn is damaged: every query either returns the
  /// correct result, if it does not need that page, or throws.
  @Test func queriesDetectDamagedPages() throws {
    var random = SeededGenerator(seed: 32)
    let (pins, bytes, layout) = try file(5000, seed: 32)
    let asked = [
      self.asked(
        pins, around: Coordinate(latitude: 10, longitude: 20), radius: 60_000, .box),
      self.asked(
        pins, around: Coordinate(latitude: -40, longitude: 179.5), radius: 900_000, .polygons),
      self.asked(pins, around: Coordinate(latitude: 88, longitude: 0), radius: 9_000_000, .cap),
    ]
    let questions = asked.flatMap { asked in
      Mapped.questions.map { (question: $0, asked: asked, expected: $0.expected(asked)) }
    }
    var answered = 0
    var refused = 0
    for page in stride(from: 0, to: bytes.count >> IndexFileLayout.pageShift, by: pageStep) {
      let damage = Int.random(in: 0..<(IndexFileLayout.pageBytes * 8), using: &random)
      var broken = bytes
      broken[page << IndexFileLayout.pageShift + damage >> 3] ^= 1 << UInt8(damage & 7)
      for (question, asked, expected) in questions {
        do {
          let found = try question.ask(open(broken, pins), asked)
          #expect(found == expected, "\(question.name), page \(page)")
          answered += 1
        } catch {
          refused += 1
          guard let error = error as? IndexFileError else { throw error }
          if case .damaged(let section, let found) = error, layout.tree.contains(page << 12) {
            #expect(section == .tree && found == page)
          }
        }
      }
      #expect(throws: IndexFileError.self) { try open(broken, pins).places.loaded() }
    }
    #expect(answered > 100 && refused > 100)
  }

  /// Clusters need the whole file, so they are not computed if any page is damaged, even one of
  /// the header or of the checksums; the same in a set of files.
  @Test func clustersOfADamagedFileThrow() throws {
    let (pins, bytes, _) = try file(5000, seed: 34)
    for page in 0..<bytes.count >> IndexFileLayout.pageShift {
      var broken = bytes
      broken[page << IndexFileLayout.pageShift + 17] ^= 4
      #expect(throws: IndexFileError.self, "page \(page)") {
        try MapClusters(open(broken, pins).places)
      }
      #expect(throws: IndexFileError.self, "page \(page)") {
        try MapClusters(PlaceIndexSet([("a", open(broken, pins).places)]))
      }
    }
    let clusters = try MapClusters(open(bytes, pins).places)
    #expect(clusters.clusters(in: .world, zoom: 0).reduce(0) { $0 + $1.count } == pins.count)
  }

  /// The same for pages with correct checksums and invalid contents.
  @Test func queriesDetectForgedBlocks() throws {
    var random = SeededGenerator(seed: 33)
    let (pins, bytes, layout) = try file(5000, seed: 33)
    let tree = PackedLayout(count: 5000)
    let asked = asked(
      pins, around: Coordinate(latitude: 10, longitude: 20), radius: 2_000_000, .polygons)
    let questions = Mapped.questions.map { (question: $0, expected: $0.expected(asked)) }
    // Boxes, points and coordinates; any distinct offsets would be valid.
    for start in [tree.nodesOffset, tree.pointsOffset, tree.degreesOffset] {
      for block in stride(from: 0, to: 20, by: pageStep) {
        let size = start == tree.nodesOffset ? 512 : start == tree.pointsOffset ? 3072 : 4096
        let first = start == tree.nodesOffset ? tree.nodes(atLevel: 1).first * 512 : 0
        var forged = bytes
        let position = layout.tree.lowerBound + start + first + block * size
        // The upper bits of a number, in floats and in doubles.
        forged[position + 8 * .random(in: 0..<(size / 8), using: &random) + 6] ^= 0x15
        forged = RechecksummedFile.bytes(forged, layout)
        for (question, expected) in questions {
          let found = try? question.ask(open(forged, pins), asked)
          #expect(found == nil || found == expected, "\(question.name), block \(block)")
        }
        #expect(throws: IndexFileError.self) { try open(forged, pins).places.checkEverything() }
      }
    }
  }

  /// The same for nodes above level 2.
  ///
  /// Opening a file does not read them. The first query that reads one compares it with its
  /// children, so that a box that is too small hides no place.
  @Test func queriesDetectForgedUpperNodes() throws {
    var random = SeededGenerator(seed: 36)
    let (pins, bytes, layout) = try file(70_000, seed: 36)
    let tree = PackedLayout(count: 70_000)
    #expect(tree.rootLevel == 4)
    let center = Coordinate(latitude: 10, longitude: 20)
    let expected = pins.count { $0.coordinate.distance(to: center) <= 3_000_000 }
    let ends = [3, 4].map { (level: $0, node: tree.nodes(atLevel: $0).count - 1) }
    for (level, node) in ends {
      let children = tree.nodes(atLevel: level - 1).count - node << PackedLayout.fanOutShift
      for round in 0..<rounds(60, inDebug: 2) {
        let lane = Int.random(in: 0..<children, using: &random)
        let row = PackedLayout.fanOut * (round % PackedLayout.boxRows)
        var forged = bytes
        let start = tree.bytes(ofNodes: node..<(node + 1), atLevel: level).lowerBound
        // The upper bits of a float.
        forged[layout.tree.lowerBound + start + 4 * (row + lane) + 2] ^= 0x15
        forged = RechecksummedFile.bytes(forged, layout)
        let places = try open(forged, pins).places
        let found = try? places.count(within: 3_000_000, of: center)
        #expect(found == nil || found == expected, "lane \(lane) of level \(level)")
        // Every query reads the root.
        if level == tree.rootLevel { #expect(found == nil) }
        #expect(throws: IndexFileError.self) { try open(forged, pins).places.checkEverything() }
      }
    }
  }

  /// The same for every byte of the degrees of nodes.
  ///
  /// Above level 1, the steps may differ from those of the builder as long as they contain all
  /// bounds; and the bounds that a node of level 2 stores for its children are verified when the
  /// children are read.
  @Test func boxQueriesDetectForgedDegrees() throws {
    var random = SeededGenerator(seed: 35)
    let (pins, bytes, layout) = try file(5000, seed: 35)
    let tree = PackedLayout(count: 5000)
    let boxes = (0..<30).map { _ in
      let (center, side) = (pins[.random(in: 0..<5000, using: &random)].coordinate, 20.0)
      return BoundingBox(
        south: center.latitude - side, west: center.longitude - side,
        north: center.latitude + side, east: center.longitude + side)
    }
    let expected = boxes.map { box in pins.count { box.contains($0.coordinate) } }
    let lowest = tree.nodes(atLevel: 1).first + 3
    for node in [0, tree.nodes(atLevel: 2).first, lowest] {
      for byte in stride(from: 416, to: 512, by: rounds(1, inDebug: 3)) {
        var forged = bytes
        let position = layout.tree.lowerBound + tree.nodesOffset + 512 * node + byte
        forged[position] ^= [1, 0x80, 0x40][byte % 3]
        forged = RechecksummedFile.bytes(forged, layout)
        guard let places = try? open(forged, pins).places else { continue }
        let isRefused = (try? places.checkEverything()) == nil
        if node == lowest { #expect(isRefused, "byte \(byte)") }
        if node != 0, node != lowest, isRefused { continue }
        for (box, count) in zip(boxes, expected) {
          if let found = try? places.count(in: box) {
            #expect(found == count, "byte \(byte) of node \(node)")
          }
        }
      }
    }
  }

  @Test func duplicateOffsetsAreDetected() throws {
    let (_, original, layout) = try file(40, seed: 34)
    var bytes = original
    let offsets = layout.tree.lowerBound + PackedLayout(count: 40).offsetsOffset
    bytes[offsets + 4 * 7] = bytes[offsets + 4 * 31]
    bytes = RechecksummedFile.bytes(bytes, layout)
    let file = try MappedPlaceIndex(bytes: bytes, decode: decoded)
    let error = #expect(throws: IndexFileError.self) { try file.checkEverything() }
    guard case .malformed(.tree, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func filesAreLoadedIntoMemory() throws {
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

  /// Short records are stored inline, longer ones refer to the mapped file; both outlive the index.
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
