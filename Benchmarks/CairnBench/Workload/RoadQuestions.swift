internal import CairnGeodesy
internal import CairnRoads
internal import TestSupport

/// The questions to a profile of a road network: equal for equal seeds, and written for peers.
struct RoadQuestions {
  let profile: String
  let graph: HierarchyGraph
  let hierarchy: RoadHierarchy
  /// Nodes of the graph that lead to each other.
  private(set) var pairs: [(start: Int, end: Int)] = []
  /// Positions within some meters of roads.
  private(set) var positions: [Coordinate] = []
  private(set) var trips: [(start: Coordinate, end: Coordinate)] = []
  /// Recorded tracks, with an error of 10 meters, by the seconds between their points.
  private(set) var tracks: [(interval: Int, tracks: [[RoadTrackPoint]])] = []

  /// Draws 1,000 pairs and positions, 300 trips and 40 tracks; nil if the profile has few roads.
  init?(_ network: RoadNetwork, _ profile: String, seed: UInt64) throws {
    guard let graph = try network.hierarchyGraph(profile) else { return nil }
    self.profile = profile
    self.graph = graph
    hierarchy = try graph.hierarchy()
    var random = SeededGenerator(seed: seed)
    let nodes = Self.connectedNodes(try hierarchy.customized(graph.weights))
    guard nodes.count > 1 else { return nil }
    for _ in 0..<1_000 {
      let start = nodes[random.integer(in: 0...nodes.count - 1)]
      let end = nodes[random.integer(in: 0...nodes.count - 1)]
      pairs.append((start, end))
      positions.append(Self.position(graph, start, &random))
    }
    trips = pairs.prefix(300).enumerated().map { index, pair in
      (positions[index], Self.position(graph, pair.end, &random))
    }
    let routes = trips.prefix(40).compactMap {
      try? network.route(from: $0.start, to: $0.end, by: profile)
    }
    tracks = [1, 10, 30].map { interval in
      (interval, routes.map { Self.track(along: $0, every: Double(interval), &random) })
    }
  }

  /// Nodes that a random one leads to, and that lead to it: most of a network.
  private static func connectedNodes(_ weights: HierarchyWeights) -> [Int] {
    let count = weights.hierarchy.nodeCount
    var most: [Int] = []
    for start in stride(from: 0, to: count, by: max(1, count / 8)) {
      let away = weights.weights(from: start)
      let back = weights.weights(from: start, reversed: true)
      let nodes = (0..<count).filter {
        away[$0] < HierarchyWeights.infinity && back[$0] < HierarchyWeights.infinity
      }
      if nodes.count > most.count { most = nodes }
      if 2 * most.count > count { break }
    }
    return most
  }

  private static func position(
    _ graph: HierarchyGraph, _ node: Int, _ random: inout SeededGenerator
  ) -> Coordinate {
    let junction = Coordinate(
      latitude: Double(graph.latitudes[node]), longitude: Double(graph.longitudes[node]))
    return junction.destination(
      bearing: random.double(in: 0...360), distance: random.double(in: 0...20))
  }

  /// At most 600 points along a route at its mean speed, each displaced by a normal error.
  private static func track(
    along route: RoadRoute, every interval: Double, _ random: inout SeededGenerator
  ) -> [RoadTrackPoint] {
    let speed = route.distance / max(route.seconds, 1)
    var points: [RoadTrackPoint] = []
    var covered = 0.0
    for (from, to) in zip(route.path, route.path.dropFirst()) {
      let length = from.distance(to: to)
      let bearing = from.initialBearing(to: to)
      while points.count < 600, speed * interval * Double(points.count) < covered + length {
        let along = speed * interval * Double(points.count) - covered
        let error = 10 * (-2 * Platform.logarithm(1 - random.unit())).squareRoot()
        let position = from.destination(bearing: bearing, distance: along)
          .destination(bearing: random.double(in: 0...360), distance: error)
        points.append(
          RoadTrackPoint(position, seconds: interval * Double(points.count), accuracy: 10))
      }
      covered += length
    }
    return points
  }
}
