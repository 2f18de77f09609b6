internal import CairnHours
internal import CairnRoutes

/// The documented costs of schedules in CairnRoutes.
let scheduleCases: [GrowthCase] = [
  GrowthCase("SchedulePlanner.plan, a fixed limit of work", exponent: 2, size: 100) { count in
    let stops = scheduleStops(count)
    return {
      try SchedulePlanner(limit: .work(0)).plan(
        stops, days: [scheduleDay], travel: scheduleTravel(count)
      ).visitCount
    }
  },
  GrowthCase("SchedulePlanner.plan, booked stops and no room", exponent: 2, size: 100) { count in
    var stops = scheduleStops(count)
    for number in stride(from: 0, to: count, by: 20) { stops[number].priority = .booked }
    return {
      try SchedulePlanner(limit: .work(0)).plan(
        stops, days: [scheduleDay, scheduleDay], travel: scheduleTravel(count)
      ).visitCount
    }
  },
  GrowthCase("SchedulePlanner.replan, on the way", exponent: 2, size: 100) { count in
    let (stops, travel) = (scheduleStops(count), scheduleTravel(count))
    let planner = SchedulePlanner(limit: .work(0))
    let plan = try planner.plan(stops, days: [scheduleDay], travel: travel)
    return {
      try planner.replan(
        plan, stops, days: [scheduleDay], travel: travel, day: 0, at: ClockTime(9, 5)
      ).visitCount
    }
  },
  GrowthCase("Itinerary.iCalendar, long names with escapes", exponent: 1, size: 1_000) { count in
    try calendarWork(String(repeating: "\\,\u{301}", count: count))
  },
  GrowthCase("Itinerary.iCalendar, one character", exponent: 1, size: 1_000) { count in
    try calendarWork("e" + String(repeating: "\u{301}", count: count))
  },
]

private let scheduleDay = TripDay(
  date: CivilDate(dayNumber: 20_000), from: ClockTime(9, 0), to: ClockTime(18, 0),
  startPlace: .row(0))

/// Stops of which about a third fit into a day, with hours that make them wait.
private func scheduleStops(_ count: Int) -> [VisitStop] {
  (0..<count).map { number in
    let opens = ClockTime(9, number * 7 % 300)
    return VisitStop(
      "stop \(number)", place: .row(number), duration: .seconds(Double(90_000 / count)),
      hours: .daily(TimeWindow(opens, opens + 7200)),
      priority: number % 3 == 0 ? .mustSee : .optional(score: Double(1 + number % 9) / 10))
  }
}

private func scheduleTravel(_ count: Int) -> TravelTimes {
  .table(count: count) { a, b in Double((a * 31 + b * 17) % 97) }
}

private func calendarWork(_ name: String) throws -> () throws -> Int {
  let stops = [VisitStop(name, place: .row(0), duration: .minutes(10))]
  let plan = try SchedulePlanner().plan(stops, days: [scheduleDay], travel: .table([[0]]))
  let stamp = CivilTime(CivilDate(dayNumber: 20_000), ClockTime(9, 0))
  return {
    try plan.iCalendar(stops: stops, days: [scheduleDay], stamp: stamp).utf8.count
  }
}
