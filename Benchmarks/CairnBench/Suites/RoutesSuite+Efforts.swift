internal import CairnGeodesy
internal import CairnHours
internal import CairnRoutes
internal import TestSupport

extension Suite {
  /// The processor time of each effort, by the number of stops: the table in the documentation of
  /// `RouteEffort`, which is copied from here.
  static func efforts(_ bench: inout Bench) {
    for count in [20, 50, 100, 200, 500, 1_000] {
      for effort in [RouteEffort.quick, .normal] {
        for kind in EffortCase.allCases {
          let name = "\(kind.rawValue), \(effort.rawValue), \(count) stops"
          guard bench.includes(name) else { continue }
          bench.report.progress(name)
          // Several sets, as some end earlier than others.
          let taken = (0..<3).map { set in
            let places = EffortCase.places(count, set: set)
            let began = Platform.processorSeconds
            kind.plan(places, effort)
            return (Platform.processorSeconds - began) * 1e3
          }
          bench.report.note(
            name, taken.reduce(0, +) / Double(taken.count), unit: "ms", digits: 1)
        }
      }
    }
  }
}

/// A planner with an effort.
private enum EffortCase: String, CaseIterable {
  case route
  case schedule

  /// Places in clusters, like the cities of a continent.
  static func places(_ count: Int, set: Int) -> [Coordinate] {
    var random = SeededGenerator(seed: UInt64(count * 10 + set))
    let centers = (0..<max(3, count / 20)).map { _ in
      Coordinate(latitude: random.double(in: 36...60), longitude: random.double(in: -10...30))
    }
    return (0..<count).map { number in
      let center = centers[number % centers.count]
      return Coordinate(
        latitude: center.latitude + random.double(in: -1...1),
        longitude: center.longitude + random.double(in: -1...1))
    }
  }

  func plan(_ places: [Coordinate], _ effort: RouteEffort) {
    switch self {
    case .route:
      _ = try? RoutePlanner(limit: .effort(effort)).plan(places)
    case .schedule:
      // A city, with opening hours, on the number of days that the visits need.
      let home = Coordinate(latitude: 48.2, longitude: 16.4)
      let stops = places.enumerated().map { number, place in
        VisitStop(
          "",
          at: Coordinate(
            latitude: 48.2 + (place.latitude - 48) / 300,
            longitude: 16.4 + (place.longitude - 10) / 300), duration: .minutes(15),
          hours: .daily(TimeWindow(ClockTime(7 + number % 5, 0), ClockTime(17, 0))))
      }
      let day = TripDay(from: ClockTime(8, 0), to: ClockTime(20, 0), start: home, end: home)
      let days = [TripDay](repeating: day, count: max(2, places.count / 15))
      _ = try? SchedulePlanner(limit: .effort(effort)).plan(
        stops, days: days, travel: .speed(metersPerSecond: 5))
    }
  }
}
