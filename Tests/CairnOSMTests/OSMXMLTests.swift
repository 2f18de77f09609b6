import CairnGeodesy
import TestSupport
import Testing

@testable import CairnOSM

@Suite struct OSMXMLTests {
  private func map(_ body: String) throws(OSMError) -> MapFixture {
    try MapFixture(OSMFile(bytes: Array("<osm version='0.6'>\(body)</osm>".utf8)))
  }

  private func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = Checksum()
    sum.add(bytes)
    return sum.value
  }

  private func expect(
    _ message: String, _ body: String, _ place: SourceLocation = #_sourceLocation
  ) {
    do throws(OSMError) {
      _ = try map(body)
      Issue.record("no error", sourceLocation: place)
    } catch {
      #expect(error.description.contains(message), "\(error)", sourceLocation: place)
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func elementsAreThoseOfThePBFFile(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let map = MapFixture.random(&generator, count: 12)
    let file = try OSMFile(bytes: Array(map.xml.utf8))
    #expect(file.format == .xml)
    #expect(file.header.writingProgram == "fixture")
    #expect(file.header.boundingBox?.south == -4)
    let found = try MapFixture(file)
    #expect(found == map)
    #expect(try MapFixture(file) == found)
    #expect(try MapFixture(file, [.way]).ways == map.ways)
    #expect(try MapFixture(file, [.way]).nodes.isEmpty)
  }

  @Test func gzipIsDecompressed() throws {
    var generator = SeededGenerator(seed: 5)
    let map = MapFixture.random(&generator, count: 12)
    let text = Array(map.xml.utf8)
    let bytes = DeflateWriter.gzip(text, checksum: checksum(text))
    #expect(try MapFixture(OSMFile(bytes: bytes)) == map)
    let error = #expect(throws: OSMError.self) {
      try MapFixture(OSMFile(bytes: bytes.dropLast(20)))
    }
    #expect(error?.reason == .endsWithin("the compressed data"))
    let pbf = DeflateWriter.gzip(map.pbf(), checksum: checksum(map.pbf()))
    #expect(throws: OSMError.self) { try OSMFile(bytes: pbf) }
  }

  @Test func manyElementsBecomeSeveralBlocks() throws {
    var map = MapFixture()
    map.nodes = (1...20_000).map { .init(id: Int64($0), latitude: Int32($0), longitude: 0) }
    var blocks = try OSMFile(bytes: Array(map.xml.utf8)).blocks()
    var counts: [Int] = []
    while let block = try blocks.next() { counts.append(block.nodes.count) }
    #expect(counts == [8_000, 8_000, 4_000])
  }

  @Test(arguments: [
    ("1", 10_000_000), ("-0.00000005", -1), ("0.00000004999", 0), ("12.34567891", 123_456_789),
    ("1.0E-4", 1_000), ("-1.5e1", -150_000_000), ("180.0000000", 1_800_000_000), (".5", 5_000_000),
    ("00000000000000000000001.5", 15_000_000),
  ])
  func degreesAreRoundedToSevenDigits(text: String, value: Int32) {
    #expect(OSMXMLNumbers.degrees(ArraySlice(text.utf8)) == value)
  }

  @Test(arguments: [
    "", "-", ".", "1.2.3", "abc", "1e99", "99999999999", "nan", "0x10", "1,5", "--1",
  ])
  func otherTextIsNoNumberOfDegrees(text: String) {
    #expect(OSMXMLNumbers.degrees(ArraySlice(text.utf8)) == nil)
  }

  @Test func decimalDegreesAgreeWithADouble() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<2_000 {
      let value = Int32(generator.integer(in: -1_800_000_000...1_800_000_000))
      let text = "\(Double(value) / 1e7)"
      #expect(OSMXMLNumbers.degrees(ArraySlice(text.utf8)) == value)
    }
  }

  @Test func unknownElementsAreSkipped() throws {
    let found = try map(
      """
      <note>Data by <b>OpenStreetMap</b></note><meta osm_base="2026-01-01T00:00:00Z"/>
      <changeset id="1"><tag k="a" v="b"/></changeset><remark>fine</remark>
      <way id="7"><center lat="1" lon="2"/><nd ref="1" lat="1" lon="2"/><x><tag k="a" v="b"/></x>
      <tag k="highway" v="path &amp; track"/></way>
      """)
    #expect(found.ways == [.init(id: 7, nodes: [1], tags: ["highway": "path & track"])])
    #expect(found.nodes.isEmpty)
  }

  @Test func deletedElementsOfEditorsAreLeftOut() throws {
    let found = try map(
      """
      <node id="1" lat="1" lon="1" action="delete"/><node id="2" visible="false"/>
      <node id="-3" lat="1" lon="1" action="modify"/>
      """)
    #expect(found.nodes.map(\.id) == [-3])
  }

  @Test func faultsHaveTheirLine() {
    expect("line 1: expected an identifier, found \"x\"", "<node id='x' lat='1' lon='2'/>")
    expect("line 2: expected a latitude in degrees", "\n<node id='1' lat='north' lon='2'/>")
    expect("a node has no identifier", "<node lat='1' lon='2'/>")
    expect("node 1 has no coordinate", "<node id='1' lat='1'/>")
    expect("a tag has no key", "<node id='1' lat='1' lon='2'><tag v='1'/></node>")
    expect("a node of a way has no identifier", "<way id='1'><nd/></way>")
    expect("no kind", "<relation id='1'><member type='area' ref='1'/></relation>")
    expect("expected an identifier", "<way id='99999999999999999999'></way>")
    expect("the server that wrote the file reports", "<remark> runtime error: timed out</remark>")
    expect("expected </way", "<way id='1'>")
    expect("entities", "<node id='1' lat='1' lon='2'><tag k='a' v='&x;'/></node>")
  }
}
