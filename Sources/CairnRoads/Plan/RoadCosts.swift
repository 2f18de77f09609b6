public import CairnGeodesy
internal import CairnMemory
public import CairnRoutes

extension CostMatrix {
  /// Creates a matrix of travel times along roads, in seconds.
  ///
  /// ```swift
  /// let costs = try CostMatrix(roads: roads, by: "foot", stops: cafés.map(\.location))
  /// let route = try RoutePlanner().plan(costs, trip: .open(from: 0))
  /// ```
  ///
  /// Each cost is that of ``RoadNetwork/route(from:to:by:snapRadius:)`` exactly: its milliseconds
  /// divided by 1000.
  ///
  /// - Parameters:
  ///   - roads: a road network.
  ///   - profile: the name of a profile.
  ///   - stops: the stops.
  ///   - radius: the maximum distance in meters between a stop and its road.
  /// - Throws: ``RoadError/noRoad(position:radius:)`` for a stop without a road,
  ///   ``RoadError/noRoute(from:to:)`` for a stop that cannot be reached from the others or cannot
  ///   be left, and ``RoadError/tooLarge(_:)`` for more than ``CostMatrix/maximumCount`` stops.
  /// - Complexity: as for ``RoadNetwork/milliseconds(from:to:by:snapRadius:)``.
  public init(
    roads: RoadNetwork, by profile: String, stops: [Coordinate],
    snapRadius radius: Double = 1000
  ) throws(RoadError) {
    guard stops.count <= Self.maximumCount else {
      throw .tooLarge("\(stops.count) stops; a matrix has at most \(Self.maximumCount)")
    }
    let times = try roads.milliseconds(from: stops, to: stops, by: profile, snapRadius: radius)
    if let (from, to) = Self.missing(times) {
      for (position, stop) in stops.enumerated()
      where try roads.snap(stop, by: profile, radius: radius) == nil {
        throw .noRoad(position: position, radius: radius)
      }
      throw .noRoute(from: from, to: to)
    }
    do throws(RouteError) {
      try self.init(count: stops.count) { Double(times[$0][$1] ?? 0) / 1000 }
    } catch {
      // Times are finite and not negative, and the number of stops has been checked.
      throw .tooLarge("\(error)")
    }
  }

  /// A pair of stops that are not connected, of which one has the most such pairs; nil if all are.
  private static func missing(_ times: [[Int?]]) -> (from: Int, to: Int)? {
    var counts = [Int](repeating: 0, count: times.count)
    var pairs: [(from: Int, to: Int)] = []
    for (from, row) in times.enumerated() {
      for (to, time) in row.enumerated() where time == nil && from != to {
        counts[from] += 1
        counts[to] += 1
        pairs.append((from, to))
      }
    }
    let most = counts.max() ?? 0
    return pairs.first { counts[$0.from] == most || counts[$0.to] == most }
  }
}

extension TravelTimes {
  /// Travel times along roads; the places are coordinates.
  ///
  /// ```swift
  /// let plan = try SchedulePlanner().plan(
  ///   stops, days: days, travel: .roads(roads, by: "foot"))
  /// ```
  ///
  /// A stop without a road, or that cannot be reached, is left out of a plan with the reason
  /// ``LeftOutReason/noWay``.
  ///
  /// - Parameters:
  ///   - roads: a road network.
  ///   - profile: the name of a profile.
  ///   - radius: the maximum distance in meters between a place and its road.
  /// - Returns: the travel times, which are computed for all places of a plan at once.
  /// - Throws: ``RoadError`` if the profile is unknown or the file is damaged.
  public static func roads(
    _ roads: RoadNetwork, by profile: String, snapRadius radius: Double = 1000
  ) throws(RoadError) -> TravelTimes {
    // Verifies everything that the closure needs.
    try roads.prepare(profile)
    return .measured { coordinates in
      let times = try? roads.milliseconds(
        from: coordinates, to: coordinates, by: profile, snapRadius: radius)
      return coordinates.indices.map { from in
        coordinates.indices.map { to in
          from == to ? 0 : times?[from][to].map { Double($0) / 1000 } ?? .infinity
        }
      }
    }
  }
}

extension EditableRoute {
  /// Creates an editable route that is measured in seconds along roads.
  ///
  /// Inserting a stop that is not connected with the others throws
  /// ``RouteError/invalidCost(_:from:to:)`` with an infinite cost.
  ///
  /// - Parameters:
  ///   - stops: the stops that the route was planned for, in their original order.
  ///   - route: the route.
  ///   - roads: a road network.
  ///   - profile: the name of a profile.
  ///   - radius: the maximum distance in meters between a stop and its road.
  ///   - coordinate: returns the location of a stop.
  /// - Throws: ``RoadError`` if the profile is unknown or the file is damaged.
  /// - Precondition: the route has the same number of stops.
  /// - Complexity: as for ``RoadNetwork/milliseconds(from:to:by:snapRadius:)``. The times between
  ///   these stops are kept; a cost to or from another stop takes a search.
  public init(
    _ stops: [Stop], route: Route, roads: RoadNetwork, by profile: String,
    snapRadius radius: Double = 1000, coordinate: @escaping @Sendable (Stop) -> Coordinate
  ) throws(RoadError) {
    try roads.prepare(profile)
    let coordinates = stops.map(coordinate)
    let times = try roads.milliseconds(
      from: coordinates, to: coordinates, by: profile, snapRadius: radius)
    let rows = Dictionary(
      coordinates.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    self.init(stops, route: route) { from, to in
      let (start, end) = (coordinate(from), coordinate(to))
      let milliseconds: Int?
      if let row = rows[start], let column = rows[end] {
        milliseconds = times[row][column]
      } else {
        let found = try? roads.milliseconds(
          from: [start], to: [end], by: profile, snapRadius: radius)
        milliseconds = found?[0][0]
      }
      return milliseconds.map { Double($0) / 1000 } ?? .infinity
    }
  }
}

extension RoadNetwork {
  /// The routes along roads of the legs of a planned or edited route.
  ///
  /// ```swift
  /// let route = try RoutePlanner().plan(costs)
  /// for leg in try roads.routes(of: route.legs, through: stops, by: "foot") { draw(leg.path) }
  /// ```
  ///
  /// - Parameters:
  ///   - legs: the legs, such as `Route.legs` or `EditableRoute.legs`.
  ///   - coordinates: the coordinates of the stops by the numbers in the legs.
  ///   - profile: the name of a profile.
  ///   - radius: the maximum distance in meters between a stop and its road.
  /// - Returns: a route per leg.
  /// - Throws: ``RoadError/noRoad(position:radius:)`` and ``RoadError/noRoute(from:to:)`` with the
  ///   numbers of the stops, and other cases as for ``route(from:to:by:snapRadius:)``.
  /// - Precondition: all stops of the legs have a coordinate.
  public func routes(
    of legs: [Route.Leg], through coordinates: [Coordinate], by profile: String,
    snapRadius radius: Double = 1000
  ) throws(RoadError) -> [RoadRoute] {
    var routes: [RoadRoute] = []
    routes.reserveCapacity(legs.count)
    for leg in legs {
      do throws(RoadError) {
        routes.append(
          try route(
            from: coordinates[leg.from], to: coordinates[leg.to], by: profile,
            snapRadius: radius))
      } catch {
        switch error {
        case .noRoad(let position, let radius):
          throw .noRoad(position: position == 0 ? leg.from : leg.to, radius: radius)
        case .noRoute: throw .noRoute(from: leg.from, to: leg.to)
        default: throw error
        }
      }
    }
    return routes
  }
}
