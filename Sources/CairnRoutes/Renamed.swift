// Former public names, kept for one minor version. See Documentation/Renamed.md.

public import CairnGeodesy
public import CairnHours

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

extension VisitStop {
  /// The former form of `init(_:place:exit:duration:…)`, with times in seconds.
  @available(*, deprecated, message: "pass durations, such as duration: .minutes(90)")
  @_disfavoredOverload
  public init(
    _ name: String, place: VisitPlace, exit: VisitPlace? = nil, visit: Double = 0,
    timeBefore: Double = 0, timeAfter: Double = 0, hours: OpeningHours = .always,
    startsAt: ClockTime? = nil, endsByClosing: Bool = true, lateness: Lateness = .never,
    priority: Priority = .mustSee, day: Int? = nil, position: Position? = nil,
    utcOffset: Double? = nil, exitUTCOffset: Double? = nil
  ) {
    self.init(
      name: name, place: place, exit: exit, visit: visit, timeBefore: timeBefore,
      timeAfter: timeAfter, hours: hours, startsAt: startsAt, endsByClosing: endsByClosing,
      lateness: lateness, priority: priority, day: day, position: position, utcOffset: utcOffset,
      exitUTCOffset: exitUTCOffset)
  }

  /// The former form of `init(_:at:exit:duration:…)`, with times in seconds.
  @available(*, deprecated, message: "pass durations, such as duration: .minutes(90)")
  @_disfavoredOverload
  public init(
    _ name: String, at coordinate: Coordinate, exit: VisitPlace? = nil, visit: Double = 0,
    timeBefore: Double = 0, timeAfter: Double = 0, hours: OpeningHours = .always,
    startsAt: ClockTime? = nil, endsByClosing: Bool = true, lateness: Lateness = .never,
    priority: Priority = .mustSee, day: Int? = nil, position: Position? = nil,
    utcOffset: Double? = nil, exitUTCOffset: Double? = nil
  ) {
    self.init(
      name: name, place: .at(coordinate), exit: exit, visit: visit, timeBefore: timeBefore,
      timeAfter: timeAfter, hours: hours, startsAt: startsAt, endsByClosing: endsByClosing,
      lateness: lateness, priority: priority, day: day, position: position, utcOffset: utcOffset,
      exitUTCOffset: exitUTCOffset)
  }

  /// The former form of `init(_:from:to:timeBefore:timeAfter:priority:day:)`, with seconds.
  @available(*, deprecated, message: "pass durations, such as timeBefore: .hours(2)")
  @_disfavoredOverload
  public init(
    _ name: String, from departure: ConnectionEnd, to arrival: ConnectionEnd,
    timeBefore: Double = 0, timeAfter: Double = 0, priority: Priority = .booked, day: Int? = nil
  ) {
    self.init(
      name, from: departure, to: arrival, secondsAround: (timeBefore, timeAfter),
      priority: priority, day: day)
  }
}

extension TripBreak {
  /// The former form of `init(_:between:and:for:)`, with a duration in seconds.
  @available(*, deprecated, message: "pass a Duration, such as for: .minutes(45)")
  @_disfavoredOverload
  public init(
    _ name: String = "Break", between earliest: ClockTime, and latest: ClockTime,
    for duration: Double
  ) {
    self.init(name: name, earliestStart: earliest, latestStart: latest, seconds: duration)
  }

  /// The former name of `seconds`.
  @available(*, deprecated, renamed: "seconds")
  public var duration: Double {
    get { seconds }
    set { seconds = newValue }
  }
}

extension Visit {
  /// The former name of `seconds`.
  @available(*, deprecated, renamed: "seconds")
  public var duration: Double { seconds }
}
