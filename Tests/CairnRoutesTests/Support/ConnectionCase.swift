import CairnHours
import CairnRoutes
import TestSupport

/// Random trips between two shores with connections, small enough to try every order.
struct ConnectionCase {
  var oracle: ConnectionOracle
  private static let offsets = [-10.0, -8, -3.5, 0, 1, 5.75, 9, 12, 14].map { $0 * 3600 }

  /// Creates a trip.
  ///
  /// - Parameters:
  ///   - count: the number of stops besides connections.
  ///   - connections: the number of connections per day.
  ///   - days: the number of days.
  ///   - objective: the quantity to minimize.
  ///   - random: the random numbers.
  init(
    stops count: Int, connections: Int, days: Int, objective: ScheduleObjective,
    using random: inout SeededGenerator
  ) {
    let zones = [Self.pick(using: &random), Self.pick(using: &random)]
    // The rows: stops, then both ends of each connection, then the starts and ends of days.
    let ends = count + 2 * connections * days
    let places = ends + days + 1
    var shore = (0..<places).map { _ in Int.random(in: 0...1, using: &random) }
    var (stops, trip): ([VisitStop], [TripDay]) = ([], [])
    var here = 0
    shore[ends] = here
    for day in 0..<days {
      let from = ClockTime(0, Int.random(in: 360...600, using: &random))
      let departsFrom = here
      for number in 0..<connections {
        let row = count + 2 * (day * connections + number)
        // Occasionally a connection runs in the wrong direction.
        if Int.random(in: 0..<8, using: &random) > 0 { shore[row] = here }
        if Int.random(in: 0..<8, using: &random) > 0 { shore[row + 1] = 1 - shore[row] }
        let (begins, ends) = (zones[shore[row]], zones[shore[row + 1]])
        let departs = Double(Int.random(in: 480...960, using: &random) * 60 + number * 14_400)
        let flight = Double(Int.random(in: 30...300, using: &random) * 60)
        stops.append(
          VisitStop(
            "connection \(number)",
            from: ConnectionEnd(.row(row), at: ClockTime(seconds: departs), utcOffset: begins),
            to: ConnectionEnd(
              .row(row + 1), at: ClockTime(seconds: departs - begins + flight + ends),
              utcOffset: ends),
            timeBefore: .seconds(Double(Int.random(in: 0...90, using: &random) * 60)),
            timeAfter: .seconds(Double(Int.random(in: 0...40, using: &random) * 60)),
            priority: Int.random(in: 0..<4, using: &random) > 0 ? .booked : .mustSee,
            day: days > 1 || Bool.random(using: &random) ? day : nil))
        here = shore[row + 1]
      }
      shore[ends + day + 1] = here
      let length = Double(Int.random(in: 480...900, using: &random) * 60)
      var plan = TripDay(
        from: from, to: from + (length + zones[here] - zones[departsFrom]),
        startPlace: Int.random(in: 0..<4, using: &random) > 0 ? .row(ends + day) : nil,
        endPlace: Int.random(in: 0..<4, using: &random) > 0 ? .row(ends + day + 1) : nil)
      plan.utcOffset = zones[departsFrom]
      plan.endUTCOffset = zones[here]
      trip.append(plan)
    }
    for number in 0..<count {
      var stop = VisitStop("stop \(number)", place: .row(number))
      stop.visit = Double(Int.random(in: 0...60, using: &random)) * 60
      stop.utcOffset = zones[shore[number]]
      if Int.random(in: 0..<3, using: &random) > 0 {
        let opens = Int.random(in: 360...1200, using: &random)
        stop.hours = .daily(
          TimeWindow(
            ClockTime(0, opens), ClockTime(0, opens + Int.random(in: 30...400, using: &random))))
      }
      stop.endsByClosing = Bool.random(using: &random)
      if Bool.random(using: &random) {
        stop.priority = .optional(score: Double(Int.random(in: 0...5, using: &random)))
      }
      // A stop with an exit along its shore, or, if the exact method applies, possibly across.
      let next = (number + 1) % count
      if Int.random(in: 0..<4, using: &random) == 0,
        shore[next] == shore[number] || days == 1 && count < 5
      {
        stop.exit = .row(next)
        stop.exitUTCOffset = zones[shore[next]]
      }
      stops.append(stop)
    }
    let points = (0..<places).map { _ in
      (Double.random(in: 0...40, using: &random), Double.random(in: 0...40, using: &random))
    }
    let table = (0..<places).map { a in
      (0..<places).map { b -> Double in
        if shore[a] != shore[b] { return .infinity }
        let (dx, dy) = (points[a].0 - points[b].0, points[a].1 - points[b].1)
        return a == b
          ? 0
          : ((dx * dx + dy * dy).squareRoot().rounded(.up)
            + Double.random(in: 0...9, using: &random).rounded()) * 60
      }
    }
    oracle = ConnectionOracle(stops: stops, days: trip, table: table, objective: objective)
  }

  private static func pick(using random: inout SeededGenerator) -> Double {
    offsets[Int.random(in: offsets.indices, using: &random)]
  }

  /// The planner's result for the trip.
  func plan(_ planner: SchedulePlanner = SchedulePlanner()) throws(ScheduleError) -> Itinerary {
    try planner.plan(
      oracle.stops, days: oracle.days, travel: .table(oracle.table), objective: oracle.objective)
  }
}
