import CairnHours
import CairnRoutes
import TestSupport

extension BreakOracle {
  /// The first fault in the times of a plan; nil if none exists.
  func fault(in plan: Itinerary) -> String? {
    plan.days.lazy.compactMap { fault(in: $0) }.first
  }

  private func fault(in schedule: DaySchedule) -> String? {
    let day = days[schedule.day]
    let numbers = (schedule.breaks.map(\.number) + schedule.leftOutBreaks.map(\.number)).sorted()
    guard numbers == Array(day.breaks.indices) else { return "breaks are missing or duplicated" }
    for pause in schedule.breaks {
      let asked = day.breaks[pause.number]
      guard pause.start >= asked.earliestStart, pause.start <= asked.latestStart,
        pause.end - pause.start == asked.seconds, pause.name == asked.name
      else { return "\(pause) does not match the request" }
    }
    for pause in schedule.leftOutBreaks {
      let asked = day.breaks[pause.number]
      let isRight =
        switch pause.reason {
        case .dayEndsBefore: schedule.arrival <= asked.latestStart
        case .dayBeginsAfter: asked.latestStart < day.from
        case .noRoom: !kept(on: schedule.day).contains(pause.number)
        }
      guard isRight else { return "\(pause) has a wrong reason" }
    }
    var time = schedule.departure
    guard time == day.from else { return "wrong departure" }
    var place = day.start
    for (number, visit) in schedule.visits.enumerated() {
      let way = travel(place, stops[visit.stop].place)
      guard visit.travel == way else { return "\(visit) has a wrong travel time" }
      let gap = schedule.breaks.filter { $0.visitsBefore == number }
      if let fault = fault(gap, from: time, way: way, arrival: visit.arrival, by: visit.start) {
        return "\(fault) before \(visit)"
      }
      let after = gap.filter { $0.moment == .onArrival }.reduce(0) { $0 + ($1.end - $1.start) }
      guard visit.pause == after, visit.waiting >= 0 else { return "\(visit) waits wrongly" }
      guard visit.departure - visit.start == stops[visit.stop].visit else { return "\(visit)" }
      time = visit.departure
      place = stops[visit.stop].place
    }
    let way = travel(place, day.end)
    guard schedule.travelToEnd == way else { return "wrong travel time to the end" }
    let gap = schedule.breaks.filter { $0.visitsBefore == schedule.visits.count }
    let rest = gap.filter { $0.moment != .onArrival }.reduce(way) { $0 + ($1.end - $1.start) }
    if let fault = fault(
      gap, from: time, way: way, arrival: time + rest, by: schedule.arrival)
    {
      return "\(fault) before the end"
    }
    return schedule.arrival <= day.to ? latestFault(in: schedule) : "ends too late"
  }

  /// The first fault of the breaks between two visits.
  private func fault(
    _ gap: [ScheduledBreak], from time: ClockTime, way: Double, arrival: ClockTime,
    by start: ClockTime
  ) -> String? {
    var (time, way, isThere) = (time, way, false)
    for pause in gap {
      switch pause.moment {
      case .beforeLeaving: if isThere || pause.start != time { return "\(pause) waits" }
      case .onTheWay:
        let gone = pause.start - time
        if isThere || gone > way || gone < 0 { return "\(pause) is not during the leg" }
        way -= gone
      case .onArrival:
        if !isThere { time = time + way }
        if !isThere, time != arrival { return "\(arrival) is not the arrival" }
        isThere = true
        if pause.start < time { return "\(pause) is before the arrival" }
      }
      time = pause.end
    }
    if !isThere, time + way != arrival { return "\(arrival) is not the arrival" }
    return max(time, arrival) <= start ? nil : "no time for breaks"
  }

  /// The fault of the latest departure: it must not change the end of the day.
  private func latestFault(in schedule: DaySchedule) -> String? {
    guard schedule.latestDeparture >= schedule.departure else { return "departure too late" }
    var late = self
    late.days[schedule.day].from = schedule.latestDeparture
    let order = schedule.visits.map(\.stop)
    let ending = { (oracle: BreakOracle) in
      BreakOracle(
        stops: oracle.stops, days: oracle.days, table: oracle.table, objective: .earliestEnd
      ).cost(order, day: schedule.day)?.primary
    }
    // A break whose window has passed is no longer required.
    let isPast = days[schedule.day].breaks.contains { $0.latestStart < schedule.latestDeparture }
    let soft = stops.contains { $0.lateness != .never }
    return isPast || soft || ending(late) == ending(self) ? nil : "latest departure too late"
  }

  private func travel(_ from: VisitPlace?, _ to: VisitPlace?) -> Double {
    guard case .row(let a)? = from, case .row(let b)? = to, a != b else { return 0 }
    return table[a][b]
  }

  /// A random request in multiples of a quarter hour.
  static func random(
    stops count: Int, days: Int, breaks: Int, soft: Bool = false, locks: Bool = false,
    objective: ScheduleObjective, using random: inout SeededGenerator
  ) -> BreakOracle {
    func clock(_ quarters: Int) -> ClockTime { ClockTime(seconds: Double(quarters) * quarter) }
    let places = (0..<count + 2).map { _ in
      (Int.random(in: 0...3, using: &random), Int.random(in: 0...3, using: &random))
    }
    let table = places.map { a in
      places.map { b in Double(abs(a.0 - b.0) + abs(a.1 - b.1)) * quarter }
    }
    let trip = (0..<days).map { _ -> TripDay in
      var day = TripDay(
        from: clock(Int.random(in: 30...36, using: &random)),
        to: clock(Int.random(in: 50...72, using: &random)),
        startPlace: Bool.random(using: &random) ? .row(count) : nil,
        endPlace: Bool.random(using: &random) ? .row(count + 1) : nil)
      for number in 0..<breaks {
        var first = Int.random(in: 30...58, using: &random)
        // Breaks that touch.
        if let last = day.breaks.last, Int.random(in: 0..<4, using: &random) == 0 {
          first = quarters(last.latestStart.seconds + last.seconds)
        }
        let width = Int.random(in: 0..<3, using: &random) * Int.random(in: 0...4, using: &random)
        day.breaks.append(
          TripBreak(
            "break \(number)", between: clock(first), and: clock(first + width),
            for: .seconds(Double(Int.random(in: 1...6, using: &random)) * quarter)))
      }
      return day
    }
    let stops = (0..<count).map { number -> VisitStop in
      var stop = VisitStop("stop \(number)", place: .row(number))
      stop.visit = Double(Int.random(in: 0...6, using: &random)) * quarter
      if Int.random(in: 0..<3, using: &random) > 0 {
        stop.hours = .daily(
          (0..<Int.random(in: 1...2, using: &random)).map { _ in
            let opens = Int.random(in: 28...60, using: &random)
            return TimeWindow(clock(opens), clock(opens + Int.random(in: 1...14, using: &random)))
          })
      }
      stop.endsByClosing = Bool.random(using: &random)
      if soft, Bool.random(using: &random) {
        stop.lateness = .allowed(penalty: Double(Int.random(in: 0...3, using: &random)))
      }
      if Bool.random(using: &random) {
        stop.priority = .optional(score: Double(Int.random(in: 0...5, using: &random)))
      }
      if locks, number == 0 {
        stop.day = 0
        stop.position = Bool.random(using: &random) ? .last : .index(min(1, count - 1))
      }
      return stop
    }
    return BreakOracle(stops: stops, days: trip, table: table, objective: objective)
  }

  private static func quarters(_ seconds: Double) -> Int { Int((seconds / quarter).rounded()) }

  /// The planner's result for the request.
  func plan(_ planner: SchedulePlanner = SchedulePlanner()) throws -> Itinerary {
    try planner.plan(stops, days: days, travel: .table(table), objective: objective)
  }
}
