public import CairnGeodesy
internal import CairnMemory

/// A position on a road.
public struct RoadSnap: Hashable, Sendable {
  /// The position on the road.
  public var coordinate: Coordinate
  /// The distance from the requested position, in meters.
  public var distance: Double
  /// The name of the road, or its reference such as "A 12"; empty if it has neither.
  public var name: String

  /// Creates a position on a road.
  ///
  /// - Parameters:
  ///   - coordinate: the position on the road.
  ///   - distance: the distance from the requested position, in meters.
  ///   - name: the name of the road, or its reference; empty if it has neither.
  public init(coordinate: Coordinate, distance: Double, name: String) {
    self.coordinate = coordinate
    self.distance = distance
    self.name = name
  }
}

/// A position that has been snapped to roads: all roads at the least distance.
struct SnappedPosition {
  var positions: [EdgePosition] = []
  var ends: [RoadEnd] = []

  /// The distance in meters from the requested position.
  var distance: Double { (positions.first?.squaredDistance ?? 0).squareRoot() }
}

/// The graph and a profile, for the searches of one request.
struct RoadContext {
  let network: RoadNetwork
  let graph: RoadGraphView
  let profile: RoadProfileView
  /// The hierarchy of the profile, once it pays off.
  let hierarchy: ProfileHierarchy?

  /// Roads that are this close to the nearest one, in meters, count as equally near: at a junction
  /// all its roads.
  static let tolerance = 0.05

  /// - Parameters:
  ///   - network: the network.
  ///   - name: the name of the profile.
  ///   - searches: the number of searches of the whole network that the request needs.
  /// - Throws: ``RoadError`` if the profile is unknown or the file is damaged.
  init(
    _ network: RoadNetwork, _ name: String, searches: Double = 0
  ) throws(RoadError) {
    self.network = network
    graph = try network.graph()
    let index = try network.profileIndex(name)
    profile = try network.profile(index)
    hierarchy = try network.hierarchies.hierarchy(network, index, expected: searches)
  }

  /// The boxes of the edges, computed at the first use if the file lacks them.
  var edgeBoxes: EdgeBoxes { network.pool.edgeBoxes { EdgeBoxes(graph) } }

  /// Calls `body` with a search in the smallest space that represents the profile's rules.
  func search<Result>(
    isWide: Bool = false, _ body: (any AnyRoadSearch) -> Result
  ) -> Result {
    if profile.isPlain {
      let space = NodeSpace(graph: graph, profile: profile)
      return network.pool.withScratch(stateCount: space.stateCount) {
        body(
          RoadSearch(
            space: space, graph: graph, profile: profile, scratch: $0, isWide: isWide))
      }
    }
    let space = TurnSpace(graph: graph, profile: profile)
    return network.pool.withScratch(stateCount: space.stateCount) {
      body(
        RoadSearch(space: space, graph: graph, profile: profile, scratch: $0, isWide: isWide))
    }
  }

  /// Whether the profile can use an edge.
  func isUsable(_ edge: Int) -> Bool {
    let index = 2 * (Int(graph.edgeClasses[edge]) * graph.profileCount + profile.index)
    return graph.classSpeeds[index] > 0 || graph.classSpeeds[index + 1] > 0
  }

  /// Whether the profile can use an edge only at the ends of a route.
  func isPrivate(_ edge: Int) -> Bool {
    (0...1).allSatisfy { direction in
      let arc = Int(graph.edgeArcs[2 * edge + direction])
      return graph.speed(arc, profile.index) == 0 || graph.isPrivate(arc, profile.index)
    }
  }

  /// The roads nearest to a coordinate; no position if none is within the radius.
  func snapped(_ coordinate: Coordinate, radius: Double) -> SnappedPosition {
    var edges = NearestEdges(
      graph, edgeBoxes, coordinate, profile: profile, radius: radius, slack: Self.tolerance)
    let positions = edges.positions()
    return positions.isEmpty ? SnappedPosition() : group(positions)
  }

  /// The next roads by distance that are equally near; public roads only, if there are any.
  func nextGroup(
    _ snapper: inout RoadSnapper, where isWanted: (Int) -> Bool = { _ in true }
  ) -> SnappedPosition? {
    guard let first = snapper.next(where: { isUsable($0) && isWanted($0) }) else { return nil }
    var positions = [first]
    let bound = first.squaredDistance.squareRoot() + Self.tolerance
    while let next = snapper.peek(where: { isUsable($0) && isWanted($0) }),
      next.squaredDistance.squareRoot() <= bound
    {
      positions.append(next)
      snapper.skip()
    }
    return group(positions)
  }

  /// Roads that are equally near, as a position: public roads only, if there are any.
  private func group(_ positions: [EdgePosition]) -> SnappedPosition {
    let open = positions.filter { !isPrivate($0.edge) }
    let used = open.isEmpty ? positions : open
    return SnappedPosition(
      positions: used, ends: used.flatMap { graph.ends(at: $0, profile.index) })
  }

  /// The coordinate of a position on an edge.
  func coordinate(of position: EdgePosition) -> Coordinate { graph.coordinate(of: position) }

  static func coordinate(
    _ first: (latitude: Int32, longitude: Int32), _ second: (latitude: Int32, longitude: Int32),
    _ fraction: Double
  ) -> Coordinate {
    var east = Double(second.longitude) - Double(first.longitude)
    if east > 1.8e9 { east -= 3.6e9 } else if east < -1.8e9 { east += 3.6e9 }
    var longitude =
      fraction == 1 ? Double(second.longitude) : Double(first.longitude) + fraction * east
    if longitude > 1.8e9 { longitude -= 3.6e9 } else if longitude < -1.8e9 { longitude += 3.6e9 }
    let latitude =
      fraction == 1
      ? Double(second.latitude)
      : Double(first.latitude) + fraction * (Double(second.latitude) - Double(first.latitude))
    return Coordinate(latitude: latitude / 1e7, longitude: longitude / 1e7)
  }
}

extension RoadGraphView {
  /// The coordinate of a position on an edge.
  func coordinate(of position: EdgePosition) -> Coordinate {
    var points = EdgePoints(self, position.edge)
    var last = points.next() ?? (0, 0)
    for _ in 0..<position.segment { last = points.next() ?? last }
    let next = points.next() ?? last
    return RoadContext.coordinate(last, next, position.fraction)
  }
}

/// A search in any space, so that the space is chosen once per request.
protocol AnyRoadSearch {
  func path(from starts: [RoadEnd], to goals: [RoadEnd]) -> RoadPath?
  func costs(from starts: [RoadEnd], to goals: [[RoadEnd]]) -> [UInt32?]
  func nodes(from starts: [RoadEnd], within limit: UInt32) -> ReachedNodes
  var scratch: SearchScratch { get }
}

extension RoadNetwork {
  /// The nearest road that a profile can use.
  ///
  /// - Parameters:
  ///   - coordinate: a valid coordinate.
  ///   - profile: the name of a profile.
  ///   - radius: the maximum distance in meters.
  /// - Returns: the position on the road; nil if no usable road is within the radius.
  /// - Throws: ``RoadError`` if the profile is unknown or the file is damaged.
  /// - Complexity: O(log *n*) for *n* roads that are not much longer than their neighbors.
  public func snap(
    _ coordinate: Coordinate, by profile: String, radius: Double = 1000
  ) throws(RoadError) -> RoadSnap? {
    guard coordinate.isValid else { return nil }
    let graph = try graph()
    let view = try self.profile(profileIndex(profile))
    let names = try self.names()
    var edges = NearestEdges(
      graph, pool.edgeBoxes { EdgeBoxes(graph) }, coordinate, profile: view, radius: radius,
      slack: 0)
    guard let position = edges.first() else { return nil }
    return RoadSnap(
      coordinate: graph.coordinate(of: position),
      distance: position.squaredDistance.squareRoot(), name: names.name(ofEdge: position.edge))
  }
}
