// Former public names, kept for one minor version. See Documentation/Renamed.md.

public import CairnGeodesy
public import CairnIndex
public import CairnRoutes

extension RoadNetwork {
  /// The former name of `reach(from:within:by:snapRadius:withLines:)`, with a time in milliseconds.
  @available(
    *, deprecated, renamed: "reach(from:within:by:snapRadius:withLines:)",
    message: "pass a Duration, such as .minutes(15)"
  )
  @_disfavoredOverload
  public func reach(
    from start: Coordinate, within milliseconds: Int, by profile: String, radius: Double = 1000,
    withLines: Bool = false
  ) throws(RoadError) -> RoadReach {
    try reach(
      from: start, within: .milliseconds(milliseconds), by: profile, snapRadius: radius,
      withLines: withLines)
  }

  /// The former name of `isochrones(from:within:by:snapRadius:)`, with times in seconds.
  @available(
    *, deprecated, renamed: "isochrones(from:within:by:snapRadius:)",
    message: "pass durations, such as .minutes(15)"
  )
  @_disfavoredOverload
  public func isochrones(
    from start: Coordinate, within seconds: [Double], by profile: String, radius: Double = 1000
  ) throws(RoadError) -> [GeoMultiPolygon] {
    let times = seconds.map { $0.isNaN ? Duration.zero : .seconds(min(max($0, 0), 1e7)) }
    return try isochrones(from: start, within: times, by: profile, snapRadius: radius)
  }

  /// The former name of `route(from:to:by:snapRadius:)`.
  @available(*, deprecated, renamed: "route(from:to:by:snapRadius:)")
  public func route(
    from start: Coordinate, to end: Coordinate, by profile: String, radius: Double
  ) throws(RoadError) -> RoadRoute {
    try route(from: start, to: end, by: profile, snapRadius: radius)
  }

  /// The former name of `route(through:by:snapRadius:heading:)`.
  @available(*, deprecated, renamed: "route(through:by:snapRadius:heading:)")
  public func route(
    through positions: [Coordinate], by profile: String, radius: Double, heading: Double? = nil
  ) throws(RoadError) -> RoadRoute {
    try route(through: positions, by: profile, snapRadius: radius, heading: heading)
  }

  /// The former name of `milliseconds(from:to:by:snapRadius:)`.
  @available(*, deprecated, renamed: "milliseconds(from:to:by:snapRadius:)")
  public func milliseconds(
    from starts: [Coordinate], to ends: [Coordinate], by profile: String, radius: Double
  ) throws(RoadError) -> [[Int?]] {
    try milliseconds(from: starts, to: ends, by: profile, snapRadius: radius)
  }

  /// The former name of `alternatives(from:to:by:snapRadius:count:limits:)`.
  @available(*, deprecated, renamed: "alternatives(from:to:by:snapRadius:count:limits:)")
  public func alternatives(
    from start: Coordinate, to end: Coordinate, by profile: String, radius: Double,
    count: Int = 2, limits: AlternativeLimits = AlternativeLimits()
  ) throws(RoadError) -> [RoadRoute] {
    try alternatives(
      from: start, to: end, by: profile, snapRadius: radius, count: count, limits: limits)
  }

  /// The former name of `routes(of:through:by:snapRadius:)`.
  @available(*, deprecated, renamed: "routes(of:through:by:snapRadius:)")
  public func routes(
    of legs: [Route.Leg], through coordinates: [Coordinate], by profile: String, radius: Double
  ) throws(RoadError) -> [RoadRoute] {
    try routes(of: legs, through: coordinates, by: profile, snapRadius: radius)
  }
}

extension RoadNetwork {
  /// The former name of `match(_:seconds:accuracy:by:)`.
  @available(*, deprecated, renamed: "match(_:seconds:accuracy:by:)")
  public func match(
    _ path: [Coordinate], times: [Double], accuracy: Double = 10, by profile: String
  ) throws(RoadError) -> RoadMatch {
    try match(path, seconds: times, accuracy: accuracy, by: profile)
  }
}

extension RoadTrackPoint {
  /// The former name of `init(_:seconds:accuracy:)`.
  @available(*, deprecated, renamed: "init(_:seconds:accuracy:)")
  public init(_ coordinate: Coordinate, time: Double?, accuracy: Double? = nil) {
    self.init(coordinate, seconds: time, accuracy: accuracy)
  }

  /// The former name of `seconds`.
  @available(*, deprecated, renamed: "seconds")
  public var time: Double? {
    get { seconds }
    set { seconds = newValue }
  }
}

extension RoadRoute {
  /// The former name of `seconds`.
  @available(*, deprecated, renamed: "seconds")
  public var duration: Double { seconds }
}

extension RoadStep {
  /// The former name of `seconds`.
  @available(*, deprecated, renamed: "seconds")
  public var duration: Double { seconds }
}

extension RoadReach.Point {
  /// The former name of `seconds`.
  @available(*, deprecated, renamed: "seconds")
  public var duration: Double { seconds }
}

extension RoadNeighbor {
  /// The former name of `seconds`.
  @available(*, deprecated, renamed: "seconds")
  public var duration: Double { seconds }
}

extension RoadMatchOptions {
  /// The former name of `snapRadius`.
  @available(*, deprecated, renamed: "snapRadius")
  public var radius: Double? {
    get { snapRadius }
    set { snapRadius = newValue }
  }
}

extension PlaceIndex {
  /// The former name of `nearest(_:to:byTravelTime:by:within:snapRadius:coordinate:)`, with a time
  /// in milliseconds.
  @available(
    *, deprecated, renamed: "nearest(_:to:byTravelTime:by:within:snapRadius:coordinate:)",
    message: "pass a Duration, such as .minutes(15)"
  )
  public func nearest(
    _ count: Int, to start: Coordinate, byTravelTime roads: RoadNetwork, profile: String,
    radius: Double = 1000, within limit: Int = .max, coordinate: (Element) -> Coordinate
  ) throws(RoadError) -> [RoadNeighbor<Element>] {
    try nearest(
      count, to: start, byTravelTime: roads, by: profile, within: .milliseconds(limit),
      snapRadius: radius, coordinate: coordinate)
  }
}

extension CostMatrix {
  /// The former name of `init(roads:by:stops:snapRadius:)`.
  @available(*, deprecated, renamed: "init(roads:by:stops:snapRadius:)")
  public init(
    roads: RoadNetwork, profile: String, stops: [Coordinate], radius: Double = 1000
  ) throws(RoadError) {
    try self.init(roads: roads, by: profile, stops: stops, snapRadius: radius)
  }
}

extension TravelTimes {
  /// The former name of `roads(_:by:snapRadius:)`.
  @available(*, deprecated, renamed: "roads(_:by:snapRadius:)")
  public static func roads(
    _ roads: RoadNetwork, by profile: String, radius: Double
  ) throws(RoadError) -> TravelTimes {
    try .roads(roads, by: profile, snapRadius: radius)
  }
}

extension EditableRoute {
  /// The former name of `init(_:route:roads:by:snapRadius:coordinate:)`.
  @available(*, deprecated, renamed: "init(_:route:roads:by:snapRadius:coordinate:)")
  public init(
    _ stops: [Stop], route: Route, roads: RoadNetwork, by profile: String, radius: Double,
    coordinate: @escaping @Sendable (Stop) -> Coordinate
  ) throws(RoadError) {
    try self.init(
      stops, route: route, roads: roads, by: profile, snapRadius: radius, coordinate: coordinate)
  }
}
