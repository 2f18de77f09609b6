internal import CairnHours

extension Itinerary {
  /// Writes down the times of a solution and why the other stops are not in it.
  init(
    stops: [VisitStop], days: [TripDay], model: ScheduleModel, orders: [[Int]],
    isOptimal: Bool, end: End, reach: [DayReach]?
  ) throws(ScheduleError) {
    var schedules: [DaySchedule] = []
    for day in days.indices {
      let order = [model.start(of: day)] + orders[day] + [model.end(of: day)]
      guard let schedule = DaySchedule(stops: stops, model: model, day: day, order: order) else {
        throw .noWayThroughDay(day)
      }
      schedules.append(schedule)
    }
    self.days = schedules
    self.isOptimal = isOptimal
    self.end = end
    var isVisited = [Bool](repeating: false, count: stops.count)
    for order in orders { for stop in order { isVisited[stop] = true } }
    var score = 0.0
    var leftOut: [LeftOutStop] = []
    for (number, stop) in stops.enumerated() {
      if !isVisited[number] {
        let reason =
          reach.map { model.reason(leavingOut: number, stop, days, orders, $0) }
          ?? model.reason(untried: number, stop, days)
        leftOut.append(LeftOutStop(stop: number, name: stop.name, reason: reason))
      } else if case .optional(let points) = stop.priority {
        score += points
      }
    }
    self.score = score
    self.leftOut = leftOut
  }
}

extension DaySchedule {
  /// Computes the times of a day; nil when it cannot be done.
  init?(stops: [VisitStop], model: ScheduleModel, day: Int, order: [Int]) {
    let pauses = model.pauses[day]
    // By position in the order, what has been taken of the breaks; on a day without any, nothing.
    var sets = [Int](repeating: 0, count: order.count)
    if !pauses.isEmpty {
      guard let found = model.pauseSets(of: order, day: day) else { return nil }
      sets = found.sets
    }
    let departure = model.departure(on: day).time
    var time = departure
    var visits: [Visit] = []
    var starts: [Ticks] = []
    var taken: [PlacedPauses?] = []
    for index in order.indices.dropFirst() {
      let (from, to) = (order[index - 1], order[index])
      let way = model.travel(from: from, to: to)
      var placed: PlacedPauses?
      if sets[index] != sets[index - 1] {
        let added = sets[index] & ~sets[index - 1]
        placed = PlacedPauses(pauses, added, from: time, way: way)
        if placed == nil { return nil }
      }
      let start = model.startOfVisit(to, day: day, arriving: placed?.end ?? time + way)
      if start >= .never { return nil }
      placed?.settle(pauses, from: time, way: way, by: start, arrivesFirst: index == 1)
      taken.append(placed)
      starts.append(start)
      let end = start + model.visit[to]
      if to < model.stopCount {
        let pause = placed?.starts.filter { $0.moment == .onArrival } ?? []
        visits.append(
          Visit(
            stop: to, name: stops[to].name, travel: way.seconds,
            arrival: ClockTime(placed?.arrival ?? time + way), start: ClockTime(start),
            departure: ClockTime(end),
            lateness: max(0, start - model.onTime[day * model.nodeCount + to]).seconds,
            areHoursKnown: stops[to].areHoursKnown(
              from: ClockTime(start), to: ClockTime(end), on: day, model),
            pause: pause.reduce(0) { $0 + pauses[$1.index].duration }.seconds))
      }
      time = end
    }
    // Backwards for the latest departure with which the day does not end later.
    var latest = time
    for index in stride(from: order.count - 1, to: 0, by: -1) {
      let node = order[index]
      let slot = day * model.nodeCount + node
      let bound = index == order.count - 1 ? latest : latest - model.visit[node]
      // Where being late is allowed, no visit becomes later than it is.
      let onTime = max(model.onTime[slot], starts[index - 1])
      let start = model.latestStartOfVisit(node, day: day, by: min(bound, onTime))
      let way = model.travel(from: order[index - 1], to: node)
      latest = taken[index - 1]?.latestDeparture(pauses, by: start, way: way) ?? start - way
    }
    self.day = day
    self.departure = ClockTime(departure)
    latestDeparture = ClockTime(max(latest, departure))
    self.visits = visits
    travelToEnd = model.travel(from: order[order.count - 2], to: order[order.count - 1]).seconds
    arrival = ClockTime(time)
    let breaks = model.days[day].breaks
    self.breaks = taken.enumerated().flatMap { leg, placed in
      (placed?.starts ?? []).map { start in
        let pause = pauses[start.index]
        return ScheduledBreak(
          number: pause.number, name: breaks[pause.number].name, start: ClockTime(start.time),
          end: ClockTime(start.time + pause.duration), visitsBefore: leg, moment: start.moment)
      }
    }
    let last = sets[sets.count - 1]
    let notDue = pauses.indices.filter { last & 1 << $0 == 0 }.map { index in
      let number = pauses[index].number
      return LeftOutBreak(number: number, name: breaks[number].name, reason: .dayEndsBefore)
    }
    leftOutBreaks = (model.leftOutBreaks[day] + notDue).sorted { $0.number < $1.number }
  }
}

extension ClockTime {
  init(_ ticks: Ticks) {
    self.init(seconds: ticks.seconds)
  }
}

extension ScheduleModel {
  /// Why a stop is not in a plan.
  func reason(
    leavingOut stop: Int, _ description: VisitStop, _ days: [TripDay], _ orders: [[Int]],
    _ reach: [DayReach]
  ) -> LeftOutReason {
    var best: (missing: Ticks, reason: LeftOutReason)?
    for day in reach {
      let found: (Ticks, LeftOutReason)
      switch day.obstacle(stop, self) {
      case nil: return reasonBesideOthers(stop, description, orders)
      case .closed: continue
      case .noWay: found = (.never, .noWay)
      case .closesTooEarly(let arrival, let latest):
        found = (
          arrival - latest,
          .closesTooEarly(
            arrival: ClockTime(arrival), latestStart: ClockTime(latest), day: day.day)
        )
      case .dayTooShort(let arrival, let latest):
        found = (
          arrival - latest,
          .dayTooShort(arrival: ClockTime(arrival), latest: ClockTime(latest), day: day.day)
        )
      }
      if best.map({ found.0 < $0.missing }) ?? true { best = found }
    }
    if let best { return best.reason }
    return closedReason(stop, description, days)
  }

  /// Why a stop is not in a plan that there was no time to search.
  func reason(untried stop: Int, _ description: VisitStop, _ days: [TripDay]) -> LeftOutReason {
    let isOpen = days.indices.contains { closes[$0 * nodeCount + stop] > -.never }
    return isOpen ? .notTried : closedReason(stop, description, days)
  }

  private func reasonBesideOthers(
    _ stop: Int, _ description: VisitStop, _ orders: [[Int]]
  ) -> LeftOutReason {
    if case .index(let index) = description.position {
      let visits = orders[description.day ?? 0].count
      if index > visits { return .positionNotReached(visits: visits) }
    }
    if isPossibleAlone(stop) { return .squeezedOut }
    return hasPauses && isPossibleAlone(stop, keepsBreaks: false)
      ? .noTimeForBreak : .onlyBesideOthers
  }

  /// Whether there is a day that can be done with a visit of this stop and no other.
  private func isPossibleAlone(_ stop: Int, keepsBreaks: Bool = true) -> Bool {
    (0..<dayCount).contains {
      cost(of: [start(of: $0), stop, end(of: $0)], day: $0, keepsBreaks: keepsBreaks) != nil
    }
  }

  /// The stop is never open, or never for long enough.
  private func closedReason(
    _ stop: Int, _ description: VisitStop, _ days: [TripDay]
  ) -> LeftOutReason {
    var longest = 0.0
    var brief = description
    brief.visit = 0
    for (number, day) in days.enumerated()
    where description.day == nil || description.day == number {
      for (opens, closes) in brief.starts(on: day, in: hoursContext) {
        longest = max(longest, (closes - opens).seconds)
      }
    }
    guard longest > 0 || description.visit == 0, longest < description.visit else { return .closed }
    return .windowsTooShort(longest: longest, visit: description.visit)
  }
}
