import CairnHours
import CairnRoutes
import TestSupport

/// Random requests in whole minutes, small enough to try every order.
struct ScheduleCase {
  /// Optional features of a request.
  struct Features: OptionSet {
    var rawValue: Int
    static let severalWindows = Features(rawValue: 1)
    static let weekdays = Features(rawValue: 2)
    static let soft = Features(rawValue: 4)
    static let positions = Features(rawValue: 8)
    static let optional = Features(rawValue: 16)
    static let dayLocks = Features(rawValue: 32)
    static let oneWay = Features(rawValue: 64)
    static let booked = Features(rawValue: 128)
    /// Days that begin at or after midnight or end on the next day, and hours at night.
    static let nights = Features(rawValue: 256)
    static let all: Features = [
      .severalWindows, .weekdays, .soft, .positions, .optional, .dayLocks, .oneWay, .booked,
    ]
  }

  var oracle: ScheduleOracle

  init(
    stops count: Int, days: Int, features: Features, objective: ScheduleObjective,
    using random: inout SeededGenerator
  ) {
    let places = count + 2
    // Points in a square, so that travel times satisfy the triangle inequality, except for one-way
    // detours.
    let points = (0..<places).map { _ in
      (Double.random(in: 0...40, using: &random), Double.random(in: 0...40, using: &random))
    }
    let table = (0..<places).map { a in
      (0..<places).map { b -> Double in
        let (dx, dy) = (points[a].0 - points[b].0, points[a].1 - points[b].1)
        var minutes = (dx * dx + dy * dy).squareRoot().rounded(.up)
        if features.contains(.oneWay) {
          minutes += Double.random(in: 0...15, using: &random).rounded()
        }
        if features.contains(.oneWay), Int.random(in: 0..<40, using: &random) == 0 {
          return .infinity
        }
        return a == b ? 0 : minutes * 60
      }
    }
    func window(_ low: Int, _ high: Int) -> TimeWindow {
      let opens = Int.random(in: low..<high, using: &random)
      return TimeWindow(
        ClockTime(0, opens), ClockTime(0, opens + Int.random(in: 10...180, using: &random)))
    }
    let weekdays = Weekday.allCases
    let first = Int.random(in: 0..<7, using: &random)
    // The offset in minutes of the start of the day from 08:00.
    let shift =
      features.contains(.nights)
      ? ([0, 30, 480, 1080, 1440].randomElement(using: &random) ?? 0) - 480 : 0
    let trip = (0..<days).map { day in
      TripDay(
        features.contains(.weekdays) ? weekdays[(first + day) % 7] : nil,
        from: ClockTime(0, 480 + shift),
        to: ClockTime(0, Int.random(in: 600...960, using: &random) + shift),
        startPlace: Bool.random(using: &random) ? .row(count) : nil,
        endPlace: Bool.random(using: &random) ? .row(count + 1) : nil)
    }
    var positions = Set<Int>()
    let stops = (0..<count).map { number in
      var stop = VisitStop("stop \(number)", place: .row(number))
      stop.visit = Double(Int.random(in: 0...60, using: &random)) * 60
      func windows() -> [TimeWindow] {
        guard features.contains(.severalWindows) else { return [window(420, 780)] }
        return (0..<Int.random(in: 0...3, using: &random)).map { _ in window(420, 900) }
      }
      stop.hours = Int.random(in: 0..<4, using: &random) == 0 ? .always : .daily(windows())
      if features.contains(.weekdays) {
        for day in weekdays { stop.hours[day] = windows() }
        // Until the early morning of the next day.
        stop.hours[weekdays[(first + 6) % 7]].append(TimeWindow(ClockTime(22, 0), ClockTime(33, 0)))
      }
      if features.contains(.nights), Int.random(in: 0..<4, using: &random) > 0 {
        // A bar, and a place that opens for lunch and in the evening.
        let evening = Int.random(in: 1080...1380, using: &random)
        var list = [
          TimeWindow(
            ClockTime(0, evening),
            ClockTime(0, evening + Int.random(in: 30...600, using: &random)))
        ]
        if Bool.random(using: &random) { list.append(window(0, 780)) }
        stop.hours = .daily(list)
      }
      stop.endsByClosing = Bool.random(using: &random)
      if features.contains(.soft), Bool.random(using: &random) {
        stop.lateness = .allowed(
          penalty: Double(Int.random(in: 0...3, using: &random)),
          limit: Bool.random(using: &random) ? .infinity : 3600)
      }
      if features.contains(.optional), Int.random(in: 0..<3, using: &random) > 0 {
        stop.priority = .optional(score: Double(Int.random(in: 0...5, using: &random)))
      }
      if features.contains(.booked), Int.random(in: 0..<3, using: &random) == 0 {
        stop.priority = .booked
        if Int.random(in: 0..<3, using: &random) == 0 { stop.visit = 0 }
        if Int.random(in: 0..<3, using: &random) == 0 {
          stop.startsAt = ClockTime(0, Int.random(in: 480...900, using: &random) + shift)
        }
      }
      if features.contains(.dayLocks), Int.random(in: 0..<3, using: &random) == 0 {
        stop.day = Int.random(in: 0..<days, using: &random)
      }
      if features.contains(.positions), Int.random(in: 0..<3, using: &random) == 0 {
        let index = Int.random(in: -1..<min(3, count), using: &random)
        if positions.insert(index).inserted {
          stop.position = index < 0 ? .last : .index(index)
          stop.day = stop.day ?? 0
        }
      }
      return stop
    }
    oracle = ScheduleOracle(stops: stops, days: trip, table: table, objective: objective)
  }

  /// The planner's result for the request.
  func plan(_ planner: SchedulePlanner = SchedulePlanner()) throws -> Itinerary {
    try planner.plan(
      oracle.stops, days: oracle.days, travel: .table(oracle.table), objective: oracle.objective)
  }
}
