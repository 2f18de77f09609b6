import CairnGeodesy
import Foundation
import TestSupport
import Testing

@testable import CairnCommand

@Suite struct MapBaseTests {
  /// An extract around a bay: the land is in the south, the sea in the north.
  private static let bay: String = {
    var nodes: [(Double, Double)] = []
    var ways: [(nodes: [Int], tags: [String: String])] = []
    func way(_ line: [(Double, Double)], _ tags: [String: String], isClosed: Bool = false) -> Int {
      let first = nodes.count + 1
      nodes += line
      ways.append((Array(first...nodes.count) + (isClosed ? [first] : []), tags))
      return ways.count
    }
    func square(_ south: Double, _ west: Double, _ side: Double) -> [(Double, Double)] {
      [(south, west), (south, west + side), (south + side, west + side), (south + side, west)]
    }
    // The sea is on the right of a coast that leads west.
    _ = way([(0.06, 0.2), (0.05, 0.06), (0.06, 0.04), (0.06, -0.2)], ["natural": "coastline"])
    _ = way(square(0.08, 0.03, 0.005), ["natural": "coastline"], isClosed: true)
    _ = way([(0.01, 0.01), (0.02, 0.09)], ["highway": "motorway", "ref": "A 1"])
    _ = way([(0.02, 0.01), (0.03, 0.09)], ["highway": "residential", "name": "High Street"])
    _ = way([(0.03, 0.01), (0.04, 0.09)], ["waterway": "river", "name": "Brook", "tunnel": "no"])
    _ = way([(0.03, 0.02), (0.04, 0.03)], ["waterway": "river", "tunnel": "culvert"])
    let outer = way(square(0.01, 0.05, 0.02), [:], isClosed: true)
    let inner = way(square(0.015, 0.055, 0.005), [:], isClosed: true)
    _ = way(square(0.03, 0.02, 0.01), ["landuse": "residential"], isClosed: true)
    var text =
      "<osm version=\"0.6\"><bounds minlat=\"0\" minlon=\"0\" maxlat=\"0.1\" maxlon=\"0.1\"/>"
    for (number, node) in nodes.enumerated() {
      text += "<node id=\"\(number + 1)\" lat=\"\(node.0)\" lon=\"\(node.1)\"/>"
    }
    text +=
      "<node id=\"9000\" lat=\"0.02\" lon=\"0.03\"><tag k=\"place\" v=\"town\"/>"
      + "<tag k=\"name\" v=\"Baytown\"/></node>"
    for (number, way) in ways.enumerated() {
      text += "<way id=\"\(number + 1)\">"
      for node in way.nodes { text += "<nd ref=\"\(node)\"/>" }
      for (key, value) in way.tags { text += "<tag k=\"\(key)\" v=\"\(value)\"/>" }
      text += "</way>"
    }
    text +=
      "<relation id=\"1\"><member type=\"way\" ref=\"\(outer)\" role=\"outer\"/>"
      + "<member type=\"way\" ref=\"\(inner)\" role=\"inner\"/><tag k=\"type\" v=\"multipolygon\"/>"
      + "<tag k=\"landuse\" v=\"forest\"/></relation>"
    text +=
      "<relation id=\"2\"><member type=\"way\" ref=\"77\" role=\"outer\"/>"
      + "<tag k=\"type\" v=\"multipolygon\"/><tag k=\"natural\" v=\"water\"/></relation>"
    return text + "</osm>"
  }()

  private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).osm")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file.path)
  }

  @Test func drawsTheFeaturesOfAnExtract() throws {
    try withFile(Self.bay) { path in
      let run = Run("map", "--base", path, "--format", "svg")
      #expect(run.code == .success)
      for name in ["ground", "water", "built", "wood", "stream", "motorway", "casing"] {
        #expect(run.output.contains("class=\"\(name)\""), "\(name)")
      }
      for text in ["A 1", "Brook", "Baytown", "© OpenStreetMap contributors"] {
        #expect(
          run.output.contains(">\(text)<") || run.output.contains("\(text)</text>"), "\(text)")
      }
      #expect(run.errors.hasSuffix("1 area is incomplete in `\(path)` and not drawn\n"))
      // The hole of the wood is a second ring.
      let wood = run.output.split(separator: "\n").first { $0.contains("class=\"wood\"") }
      #expect(wood?.count { $0 == "z" } == 2)
      let page = Run("map", "--base", path, "--format", "html")
      #expect(page.output.contains(">Baytown</text>"))
      let text = Run("map", "--base", path)
      #expect(text.output.contains("© OpenStreetMap contributors"))
    }
  }

  @Test func smallRoadsAppearAtLargeScalesOnly() throws {
    try withFile(Self.bay) { path in
      let far = Run("map", "--base", path, "--box=-3,-3,3,3", "--format", "svg").output
      #expect(far.contains("class=\"motorway\"") && !far.contains("class=\"built\""))
      let near = Run("map", "0.025,0.05", "--base", path, "--format", "svg").output
      #expect(near.contains(">High Street<"))
      // The wood has no corner on the map.
      #expect(near.contains("class=\"wood\""))
    }
  }

  @Test func reportsExtractsThatAreElsewhereOrDamaged() throws {
    try withFile(Self.bay) { path in
      let far = Run("map", "Paris", "--base", path)
      #expect(far.code == .data && far.errors.hasSuffix("covers 0,0,0.1,0.1, nothing of the map\n"))
    }
    try withFile("<osm><way id=\"x\"/></osm>") { path in
      let run = Run("map", "--base", path)
      #expect(run.code == .data && run.errors.contains(path) && run.output.isEmpty)
    }
    try withFile("<osm version=\"0.6\"></osm>") { path in
      let run = Run("map", "--base", path)
      #expect(run.code == .data && run.errors.contains("covers no area"))
    }
    #expect(Run("map", "--base", "/nowhere.osm.pbf").code == .noInput)
    #expect(Run("map", "--base", "-", "--in", "-").code == .usage)
  }

  // MARK: Coastlines

  /// The number of times that rings go around a point.
  private func winding(_ rings: [[Coordinate]], _ point: Coordinate) -> Int {
    var sum = 0
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
        let side =
          (b.longitude - a.longitude) * (point.latitude - a.latitude)
          - (point.longitude - a.longitude) * (b.latitude - a.latitude)
        if a.latitude <= point.latitude, b.latitude > point.latitude, side > 0 { sum += 1 }
        if a.latitude > point.latitude, b.latitude <= point.latitude, side < 0 { sum -= 1 }
      }
    }
    return sum
  }

  @Test func seaIsTheComplementOfIslands() throws {
    var random = SeededGenerator(seed: 11)
    for round in 0..<200 {
      // Islands around points of a grid, so that they do not overlap; cut into ways at random.
      var islands: [[Coordinate]] = []
      var ways: [CoastLines.Way] = []
      var node: Int64 = 1
      for cell in 0..<4 where cell == 0 || Bool.random(using: &random) {
        let count = Int.random(in: 3...12, using: &random)
        let ring = (0..<count).map { number in
          let angle = Double(number) / Double(count) * 2 * .pi
          let radius = Double.random(in: 0.2...0.95, using: &random)
          return Coordinate(
            latitude: Double(cell / 2) * 2 + radius * sin(angle),
            longitude: Double(cell % 2) * 2 + radius * cos(angle))
        }
        islands.append(ring)
        var start = 0
        while start < count {
          let end = min(start + Int.random(in: 1...count, using: &random), count)
          let line = (start...end).map { ring[$0 % count] }
          ways.append(
            .init(
              first: node + Int64(start), last: node + Int64(end % count), line: line))
          start = end
        }
        node += Int64(count)
      }
      ways.shuffle(using: &random)
      let south = Double.random(in: -1...1, using: &random)
      let west = Double.random(in: -1...1, using: &random)
      let box = BoundingBox(
        south: south, west: west, north: south + .random(in: 0.3...3, using: &random),
        east: west + .random(in: 0.3...3, using: &random))
      let sea = try #require(CoastLines(ways, in: box).sea)
      for _ in 0..<40 {
        let point = Coordinate(
          latitude: .random(in: box.south...box.north, using: &random),
          longitude: .random(in: box.west...box.east, using: &random))
        let isLand = islands.contains { winding([$0], point) != 0 }
        // Without a coast in the box, the lines do not separate land from sea.
        if sea.isEmpty { continue }
        #expect((winding(sea, point) == 0) == isLand, "round \(round)")
      }
    }
  }

  @Test func aCoastThatEndsWithinTheBoxTellsNothing() {
    let box = BoundingBox(south: 0, west: 0, north: 1, east: 1)
    func way(_ line: (Double, Double)...) -> CoastLines.Way {
      let line = line.map { Coordinate(latitude: $0.0, longitude: $0.1) }
      return .init(first: 1, last: 2, line: line)
    }
    #expect(CoastLines([way((0.5, 2), (0.5, 0.5))], in: box).sea == nil)
    #expect(CoastLines([way((0.5, 2), (0.5, -1))], in: box).sea?.count == 1)
    #expect(CoastLines([way((3, 3), (3, 4))], in: box).sea == [])
    // A peninsula: the coast enters and leaves at the same side.
    let bay = CoastLines([way((0.6, 2), (0.6, 0.5), (0.4, 0.5), (0.4, 2))], in: box).sea
    #expect(bay?.count == 1)
  }

  @Test func coastsAcross180DegreesAreCut() throws {
    let box = BoundingBox(south: -17, west: 179.5, north: -16, east: -179.5)
    let line = [(-16.5, -179.0), (-16.4, 180.0), (-16.5, 179.0)]
      .map { Coordinate(latitude: $0.0, longitude: $0.1) }
    let sea = try #require(CoastLines([.init(first: 1, last: 2, line: line)], in: box).sea)
    #expect(sea.count == 1)
    #expect(sea.joined().allSatisfy { $0.isValid && $0.longitude.magnitude >= 179.5 })
    #expect(sea[0].contains { $0.latitude == -16 } && !sea[0].contains { $0.latitude == -17 })
  }
}
