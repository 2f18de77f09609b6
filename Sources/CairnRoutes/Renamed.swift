// Former public names, kept for one minor version. See Documentation/Renamed.md.

public import CairnGeodesy

extension EditableRoute {
  /// The former name of `optimize(by:)`.
  @available(*, deprecated, renamed: "optimize(by:)")
  @discardableResult
  public mutating func optimise(by planner: RoutePlanner) throws(RouteError) -> Double {
    try optimize(by: planner)
  }
}

extension CostMatrix {
  /// The former name of `maximumCost`.
  @available(*, deprecated, renamed: "maximumCost")
  public static var greatestCost: Double { maximumCost }
  /// The former name of `maximumCount`.
  @available(*, deprecated, renamed: "maximumCount")
  public static var greatestCount: Int { maximumCount }
}

extension TravelTimes {
  /// The former name of `speed(metersPerSecond:detour:on:)`.
  @available(*, deprecated, renamed: "speed(metersPerSecond:detour:on:)")
  public static func speed(
    metresPerSecond: Double, detour: Double = 1, on surface: Surface = .sphere
  ) -> TravelTimes {
    speed(metersPerSecond: metresPerSecond, detour: detour, on: surface)
  }
}
