import CairnGeodesy
import CairnOSM
import CairnRoads
import Testing

@testable import cairn_bench

/// The queries and the tiles of the suite of roads, on a grid of streets.
@Suite struct RoadWorkloadTests {
  /// Eight streets in each direction; every third one leads one way.
  private static func network() throws -> RoadNetwork {
    var lines = ["<osm version=\"0.6\">"]
    for node in 0..<64 {
      let (row, column) = (node / 8, node % 8)
      lines.append(
        "<node id=\"\(node + 1)\" version=\"1\" lat=\"\(48.2 + 0.001 * Double(row))\""
          + " lon=\"\(16.3 + 0.0015 * Double(column))\"/>")
    }
    for street in 0..<16 {
      let nodes = (0..<8).map { street < 8 ? street * 8 + $0 : $0 * 8 + street - 8 }
      let oneway = street % 3 == 1 ? "<tag k=\"oneway\" v=\"yes\"/>" : ""
      lines.append(
        "<way id=\"\(street + 1)\" version=\"1\">"
          + nodes.map { "<nd ref=\"\($0 + 1)\"/>" }.joined()
          + "<tag k=\"highway\" v=\"residential\"/>\(oneway)</way>")
    }
    lines.append("</osm>")
    return try RoadNetwork(extract: OSMFile(bytes: Array(lines.joined().utf8)))
  }

  @Test(arguments: ["foot", "car"])
  func pairsAreConnectedAndTripsHaveRoutes(profile: String) throws {
    let network = try Self.network()
    let questions = try #require(try RoadQuestions(network, profile, seed: 3))
    #expect(questions.pairs.count == 1_000)
    let weights = try questions.graph.hierarchy().customized(questions.graph.weights)
    for pair in questions.pairs {
      #expect(weights.weight(from: pair.start, to: pair.end) != nil)
    }
    for trip in questions.trips {
      _ = try network.route(from: trip.start, to: trip.end, by: profile)
    }
    #expect(questions.tracks.map(\.interval) == [1, 10, 30])
    for (interval, tracks) in questions.tracks {
      for points in tracks {
        #expect(points.count <= 600)
        let times = points.map { $0.seconds ?? -1 }
        #expect(times == points.indices.map { Double(interval * $0) })
      }
    }
  }

  @Test(arguments: [1, 2, 3])
  func tilesAreCopiesThatAreJoined(side: Int) throws {
    let network = try Self.network()
    let roads = try #require(try network.hierarchyGraph("car"))
    let tiles = try TiledRoads(roads, side: side, seed: 5)
    let count = roads.graph.nodeCount
    let seams = 2 * side * (side - 1)
    #expect(tiles.graph.nodeCount == side * side * count)
    #expect(tiles.latitudes.count == side * side * count)
    #expect(tiles.longitudes.count == side * side * count)
    #expect(tiles.graph.arcCount == side * side * roads.graph.arcCount + seams * 80)
    #expect(tiles.weights.count == tiles.graph.arcCount)
    let order = try NodeOrder(
      tiles.graph, latitudes: tiles.latitudes, longitudes: tiles.longitudes)
    let whole = try RoadHierarchy(tiles.graph, order: order).customized(tiles.weights)
    // From any tile every other one can be reached.
    for tile in 0..<(side * side) {
      let reached = whole.weights(from: tile * count).map { $0 < HierarchyWeights.infinity }
      for other in 0..<(side * side) {
        #expect(reached[(other * count)..<((other + 1) * count)].contains(true))
      }
    }
  }
}
