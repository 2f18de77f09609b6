import CairnGeodesy
import TestSupport
import Testing

@testable import CairnOSM

@Suite struct PBFTests {
  private static let variants: [MapFixture.Options] = {
    var variants = [MapFixture.Options()]
    func vary(_ change: (inout MapFixture.Options) -> Void) {
      variants += variants.map { options in
        var options = options
        change(&options)
        return options
      }
    }
    vary { $0.isDense = false }
    vary { $0.isPacked = false }
    vary { $0.compression = .raw }
    vary { $0.blockSize = 8_000 }
    vary { $0.isOneBlock = true }
    return variants
  }()

  @Test(arguments: [1, 2, 3] as [UInt64])
  func everyEncodingGivesTheSameElements(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let map = MapFixture.random(&generator, count: 12)
    for options in Self.variants {
      let file = try OSMFile(bytes: map.pbf(options))
      for threads in [1, 3] { #expect(try MapFixture(file, threads: threads) == map) }
    }
  }

  @Test func granularityAndOffsetsAreApplied() throws {
    var map = MapFixture()
    map.nodes = [.init(id: 1, latitude: 412_345_680, longitude: -87_654_320)]
    for (granularity, offset) in [(1000, 0), (1, 5_000_000_000), (500, -7_000), (100, 300)] {
      var options = MapFixture.Options()
      options.granularity = Int64(granularity)
      options.offset = Int64(offset)
      #expect(try MapFixture(OSMFile(bytes: map.pbf(options))) == map)
    }
  }

  @Test func theHeaderIsRead() throws {
    let header = try OSMFile(bytes: MapFixture().pbf()).header
    #expect(header.boundingBox?.south == -4)
    #expect(header.boundingBox?.west == -1)
    #expect(header.boundingBox?.north == 3)
    #expect(header.boundingBox?.east == 2)
    #expect(header.isSorted)
    #expect(!header.hasHistory)
    #expect(header.writingProgram == "fixture")
    #expect(header.replicationTimestamp == 1_700_000_000)
  }

  @Test func onlyTheRequestedKindsAreRead() throws {
    var generator = SeededGenerator(seed: 9)
    let map = MapFixture.random(&generator, count: 10)
    let file = try OSMFile(bytes: map.pbf())
    for kind in OSMElementKind.allCases {
      let found = try MapFixture(file, [kind])
      #expect(found.nodes == (kind == .node ? map.nodes : []))
      #expect(found.ways == (kind == .way ? map.ways : []))
      #expect(found.relations == (kind == .relation ? map.relations : []))
    }
    #expect(try MapFixture(file, []) == MapFixture())
  }

  @Test func resultsOfSeveralThreadsAreInOrder() throws {
    var generator = SeededGenerator(seed: 4)
    let map = MapFixture.random(&generator, count: 100)
    let file = try OSMFile(bytes: map.pbf())
    var ids: [Int64] = []
    var blocks = file.blocks([.node], threads: 4) { $0.nodes.ids }
    while let some = try blocks.next() { ids += some }
    #expect(ids == map.nodes.map(\.id))
  }

  @Test(arguments: [1, 2, 3, 100], [true, false])
  func historyGivesTheLastVersionUnlessItIsDeleted(blockSize: Int, isDense: Bool) throws {
    var map = MapFixture()
    map.nodes = [
      .init(id: 1, latitude: 10, longitude: 10, version: 1),
      .init(id: 1, latitude: 20, longitude: 20, tags: ["name": "second"], version: 2),
      .init(id: 2, latitude: 30, longitude: 30, version: 1),
      .init(id: 2, latitude: 31, longitude: 30, version: 2, isDeleted: true),
      .init(id: 3, latitude: 40, longitude: 40, version: 7),
    ]
    map.ways = [
      .init(id: 5, nodes: [1], version: 3), .init(id: 5, nodes: [1, 3], version: 4),
      .init(id: 6, nodes: [], version: 1, isDeleted: true),
    ]
    var options = MapFixture.Options()
    options.hasHistory = true
    options.blockSize = blockSize
    options.isDense = isDense
    for bytes in [map.pbf(options), Array(map.xml.utf8)] {
      for threads in [1, 4] {
        let found = try MapFixture(OSMFile(bytes: bytes), threads: threads)
        #expect(found.nodes.map(\.id) == [1, 3])
        #expect(found.nodes.map(\.latitude) == [20, 40])
        #expect(found.nodes[0].tags == ["name": "second"])
        #expect(found.ways.map(\.nodes) == [[1, 3]])
      }
    }
  }

  @Test func columnsMayBeReadWithAVocabulary() throws {
    var map = MapFixture()
    map.ways = [
      .init(id: 1, nodes: [1, 2], tags: ["highway": "residential", "name": "A"]),
      .init(id: 2, nodes: [2, 3], tags: ["building": "yes"]),
    ]
    let words = OSMVocabulary(["highway", "residential", "highway"])
    var blocks = try OSMFile(bytes: map.pbf()).blocks()
    let block = try #require(try blocks.next())
    let numbers = words.numbers(of: block.strings)
    let found = (0..<block.ways.count).map { way in
      block.ways.tagRange(of: way).map {
        [numbers[Int(block.tagKeys[$0])], numbers[Int(block.tagValues[$0])]]
      }
    }
    #expect(found == [[[0, 1], [-1, -1]], [[-1, -1]]])
    #expect(words.number(of: "residential") == 1)
    #expect(words.number(of: "") == -1)
    #expect(block.strings.firstIndex(of: "building").map { block.strings[$0] } == "building")
  }

  @Test func aFileIsReadLikeItsBytes() throws {
    var generator = SeededGenerator(seed: 4)
    let map = MapFixture.random(&generator, count: 5)
    #expect(throws: OSMError.self) { try OSMFile(path: "/does/not/exist.osm.pbf") }
    #expect(throws: OSMError.self) { try OSMFile(path: "/") }
    #expect(try MapFixture(OSMFile(bytes: map.pbf())) == map)
  }
}
