internal import CairnGeodesy
internal import CairnHours
internal import CairnRoutes

extension Suite {
  /// The time that planners take with a time limit, by size and planner: the median of some calls,
  /// in milliseconds of the whole call.
  static func limits(_ bench: inout Bench) {
    for count in [100, 1_000, 1_500, 3_000, 20_000, 100_000] {
      let places = LimitedCase.places(count)
      for planner in LimitedCase.allCases where count <= planner.maximumCount {
        for asked in [3, 10, 100] {
          let name = "\(planner.rawValue), \(count) stops, limit of \(asked) ms"
          guard bench.includes(name), let call = planner.call(places) else { continue }
          bench.report.progress(name)
          let clock = ContinuousClock()
          let taken = (0..<5).map { _ in
            clock.measure { call(.time(.milliseconds(asked)), nil) }.seconds * 1e3
          }.sorted()
          bench.report.note(name, taken[2], unit: "ms", digits: 1)
        }
        let name = "\(planner.rawValue), \(count) stops, cancelled after 20 ms"
        guard bench.includes(name), let call = planner.call(places) else { continue }
        let clock = ContinuousClock()
        let taken = (0..<5).map { _ in
          let end = clock.now + .milliseconds(20)
          return clock.measure { call(.effort(.thorough)) { ContinuousClock.now >= end } }.seconds
            * 1e3
        }.sorted()
        bench.report.note(name, taken[2], unit: "ms", digits: 1)
      }
    }
  }
}

/// A planner with a time limit.
private enum LimitedCase: String, CaseIterable {
  case roundTrip = "round trip"
  case openTrip = "open trip"
  case ellipsoid = "round trip on WGS 84"
  case table = "table of costs"
  case oneWay = "asymmetric table"
  case closure = "closure for costs"
  case editable = "editable route"
  case schedule = "three days with hours"

  /// Larger tables take gigabytes, or are rejected.
  var maximumCount: Int {
    switch self {
    case .roundTrip, .openTrip, .ellipsoid, .editable: .max
    case .table, .oneWay, .closure: 3_000
    case .schedule: 1_500
    }
  }

  static func places(_ count: Int) -> [Coordinate] {
    (0..<count).map { number in
      // Uniform over the Earth, in random order.
      let part = (Double(number * 7_919 % count) + 0.5) / Double(count)
      let z = 1 - 2 * part
      let vector = UnitVector(x: (1 - z * z).squareRoot(), y: 0, z: z)
      return Coordinate(
        latitude: vector.coordinate.latitude,
        longitude: (part * Double(count) * 137.507_764).remainder(dividingBy: 360))
    }
  }

  /// Returns the call to be timed; its input is prepared before.
  func call(_ places: [Coordinate]) -> ((RouteLimit, (@Sendable () -> Bool)?) -> Void)? {
    let costs: CostMatrix?
    switch self {
    case .table, .oneWay:
      let way = self == .oneWay ? 1.0 : 0.0
      costs = try? CostMatrix(count: places.count) { from, to in
        (1 + way * Double((from * 31 + to * 17) % 64) / 64)
          * places[from].unitVector.squaredChord(to: places[to].unitVector).squareRoot()
      }
    default: costs = nil
    }
    let given = self == .editable ? try? RoutePlanner(limit: .work(0)).plan(places) : nil
    return { limit, isCancelled in
      var planner = RoutePlanner(limit: limit, isCancelled: isCancelled)
      switch self {
      case .roundTrip: _ = try? planner.plan(places)
      case .openTrip: _ = try? planner.plan(places, trip: .open(from: 0))
      case .ellipsoid:
        planner.surface = .wgs84
        _ = try? planner.plan(places)
      case .table, .oneWay: if let costs { _ = try? planner.plan(costs) }
      case .closure: _ = try? planner.plan(places) { $0.distance(to: $1) }
      case .editable:
        guard let given else { return }
        var route = EditableRoute(places, route: given) { $0 }
        _ = try? route.optimize(by: planner)
      case .schedule:
        let home = Coordinate(latitude: 48.2, longitude: 16.4)
        let stops = places.enumerated().map { number, place in
          VisitStop(
            "",
            at: Coordinate(
              latitude: 48.2 + place.latitude / 900, longitude: 16.4 + place.longitude / 900),
            duration: .minutes(15),
            hours: .daily(TimeWindow(ClockTime(7 + number % 5, 0), ClockTime(17, 0))),
            priority: .optional(score: Double(number % 10)))
        }
        let day = TripDay(from: ClockTime(8, 0), to: ClockTime(20, 0), start: home, end: home)
        _ = try? SchedulePlanner(limit: limit, isCancelled: isCancelled).plan(
          stops, days: [day, day, day], travel: .speed(metersPerSecond: 5))
      }
    }
  }
}
