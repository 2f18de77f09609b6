internal import CairnHours

extension Itinerary {
  /// Computes the times of a solution, and the reason for each stop that is left out.
  init(
    stops: [VisitStop], days: [TripDay], model: ScheduleModel, orders: [[Int]],
    isOptimal: Bool, end: End, reach: [DayLowerBounds]?
  ) throws(ScheduleError) {
    var isVisited = [Bool](repeating: false, count: stops.count)
    for order in orders { for stop in order { isVisited[stop] = true } }
    func reason(_ number: Int) -> LeftOutReason {
      reach.map { model.reason(leavingOut: number, stops[number], days, orders, $0) }
        ?? model.reason(untried: number, stops[number], days)
    }
    var schedules: [DaySchedule] = []
    for day in days.indices {
      let order = [model.start(of: day)] + orders[day] + [model.end(of: day)]
      guard let schedule = DaySchedule(stops: stops, model: model, day: day, order: order) else {
        // Report a missed flight rather than the lack of another way across the sea.
        let missed = stops.indices.first {
          stops[$0].priority == .booked && !isVisited[$0] && (stops[$0].day ?? day) == day
        }
        if let missed { throw .missed(stop: missed, day: day, reason(missed)) }
        throw .noWayThroughDay(day)
      }
      schedules.append(schedule)
    }
    self.days = schedules
    self.isOptimal = isOptimal
    self.end = end
    var score = Worth.zero
    var leftOut: [LeftOutStop] = []
    for (number, stop) in stops.enumerated() {
      if !isVisited[number] {
        let reason = reason(number)
        leftOut.append(LeftOutStop(stop: number, name: stop.name, reason: reason))
      } else if case .optional(let points) = stop.priority {
        score += Worth(score: points)
      }
    }
    self.score = score.score
    self.leftOut = leftOut
  }
}

extension DaySchedule {
  /// Computes the times of a day; returns nil if the order is impossible.
  init?(stops: [VisitStop], model: ScheduleModel, day: Int, order: [Int]) {
    let pauses = model.pauses[day]
    // The set of breaks taken by each position of the order; all empty on a day without breaks.
    var sets = [Int](repeating: 0, count: order.count)
    if !pauses.isEmpty {
      guard let found = model.pauseSets(of: order, day: day) else { return nil }
      sets = found.sets
    }
    let trip = model.days[day]
    let departure = model.departure(on: day).time
    var time = departure
    var visits: [Visit] = []
    var starts: [Ticks] = []
    var taken: [PlacedBreaks?] = []
    for index in order.indices.dropFirst() {
      let (from, to) = (order[index - 1], order[index])
      let way = model.travel(from: from, to: to)
      var placed: PlacedBreaks?
      if sets[index] != sets[index - 1] {
        let added = sets[index] & ~sets[index - 1]
        placed = PlacedBreaks(pauses, added, from: time, way: way)
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
        let stop = stops[to]
        let ahead = stop.clockShift(on: trip)
        let exitAhead = stop.exitClockShift(on: trip)
        visits.append(
          Visit(
            stop: to, name: stop.name, travel: way.seconds,
            arrival: ClockTime(placed?.arrival ?? time + way, ahead: ahead),
            start: ClockTime(start, ahead: ahead), departure: ClockTime(end, ahead: exitAhead),
            lateness: max(0, start - model.onTime[day * model.nodeCount + to]).seconds,
            areHoursKnown: stop.areHoursKnown(
              from: ClockTime(start), to: ClockTime(end), on: day, model),
            pause: pause.reduce(0) { $0 + pauses[$1.index].duration }.seconds,
            utcOffset: stop.utcOffset ?? trip.utcOffset, clockChange: exitAhead - ahead,
            timeBefore: stop.timeBefore, timeAfter: stop.timeAfter))
      }
      time = end
    }
    // Going backward, find the latest departure that does not delay the end of the day.
    var latest = time
    for index in stride(from: order.count - 1, to: 0, by: -1) {
      let node = order[index]
      let slot = day * model.nodeCount + node
      let bound = index == order.count - 1 ? latest : latest - model.visit[node]
      // Where lateness is allowed, no visit may become later than it already is.
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
    arrival = ClockTime(time, ahead: trip.clockChange)
    utcOffset = trip.utcOffset
    clockChange = trip.clockChange
    let breaks = trip.breaks
    self.breaks = taken.enumerated().flatMap { leg, placed in
      // By the clock of the place where the break is taken.
      let ahead = leg == 0 ? 0 : stops[order[leg]].exitClockShift(on: trip)
      return (placed?.starts ?? []).map { start in
        let pause = pauses[start.index]
        return ScheduledBreak(
          number: pause.number, name: breaks[pause.number].name,
          start: ClockTime(start.time, ahead: ahead),
          end: ClockTime(start.time + pause.duration, ahead: ahead), visitsBefore: leg,
          moment: start.moment, utcOffset: trip.utcOffset.map { $0 + ahead })
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
  /// The time by a clock that is `ahead` seconds ahead of the day's clock.
  init(_ ticks: Ticks, ahead: Double = 0) {
    self.init(seconds: (ahead == 0 ? ticks : ticks + Ticks(seconds: ahead)).seconds)
  }
}

extension ScheduleModel {
  /// Why a stop is not in a plan.
  func reason(
    leavingOut stop: Int, _ description: VisitStop, _ days: [TripDay], _ orders: [[Int]],
    _ reach: [DayLowerBounds]
  ) -> LeftOutReason {
    var best: (missing: Ticks, reason: LeftOutReason)?
    for day in reach {
      let ahead = description.clockShift(on: days[day.day])
      let found: (Ticks, LeftOutReason)
      switch day.obstacle(stop, self) {
      case nil: return reasonBesideOthers(stop, description, days, orders)
      case .closed: continue
      case .noWay: found = (.never, .noWay)
      case .closesTooEarly(let arrival, let latest):
        found = (
          arrival - latest,
          .closesTooEarly(
            arrival: ClockTime(arrival, ahead: ahead),
            latestStart: ClockTime(latest, ahead: ahead), day: day.day)
        )
      case .dayTooShort(let arrival, let latest):
        found = (
          arrival - latest,
          .dayTooShort(
            arrival: ClockTime(arrival, ahead: days[day.day].clockChange),
            latest: ClockTime(latest, ahead: days[day.day].clockChange), day: day.day)
        )
      }
      if best.map({ found.0 < $0.missing }) ?? true { best = found }
    }
    if let best { return best.reason }
    return closedReason(stop, description, days)
  }

  /// Why a stop is left out of a plan that there was no time to search.
  func reason(untried stop: Int, _ description: VisitStop, _ days: [TripDay]) -> LeftOutReason {
    let isOpen = days.indices.contains { closes[$0 * nodeCount + stop] > -.never }
    return isOpen ? .notTried : closedReason(stop, description, days)
  }

  private func reasonBesideOthers(
    _ stop: Int, _ description: VisitStop, _ days: [TripDay], _ orders: [[Int]]
  ) -> LeftOutReason {
    if case .index(let index) = description.position {
      let visits = orders[description.day ?? 0].count
      if index > visits { return .positionNotReached(visits: visits) }
    }
    if isPossibleAlone(stop) { return .squeezedOut }
    if hasPauses, isPossibleAlone(stop, keepsBreaks: false) { return .noTimeForBreak }
    return reasonBesideBooked(stop, description, days) ?? .onlyBesideOthers
  }

  /// How far a stop misses the booked stops; nil if they are not the reason.
  private func reasonBesideBooked(
    _ stop: Int, _ description: VisitStop, _ days: [TripDay]
  ) -> LeftOutReason? {
    guard description.position == nil else { return nil }
    var best: (missing: Ticks, reason: LeftOutReason)?
    for (number, day) in days.enumerated() where closes[number * nodeCount + stop] > -.never {
      let booked = bookings(on: number)
      if booked.isEmpty { continue }
      let order = [start(of: number)] + booked + [end(of: number)]
      // The latest starts that keep everything that follows.
      var latest = order.map { _ in closes[number * nodeCount + end(of: number)] }
      for index in order.indices.dropFirst().dropLast().reversed() {
        let by = latest[index + 1] - travel(from: order[index], to: order[index + 1])
        latest[index] = latestStartOfVisit(order[index], day: number, by: by - visit[order[index]])
      }
      var time = departure(on: number).time
      for (before, behind) in zip(order.indices, order.indices.dropFirst()) {
        if before > 0 {
          let way = travel(from: order[before - 1], to: order[before])
          let start = startOfVisit(order[before], day: number, arriving: time + way)
          if start >= .never { break }
          time = start + visit[order[before]]
        }
        let arrival = time + travel(from: order[before], to: stop)
        let start = latestStartOfVisit(
          stop, day: number,
          by: latest[behind] - travel(from: stop, to: order[behind]) - visit[stop])
        guard start > -.never, arrival > start, arrival < .noWay else { continue }
        if let best, best.missing <= arrival - start { continue }
        let ahead = description.clockShift(on: day)
        best = (
          arrival - start,
          .noTimeBesideBooked(
            arrival: ClockTime(arrival, ahead: ahead), latestStart: ClockTime(start, ahead: ahead),
            day: number)
        )
      }
    }
    return best?.reason
  }

  /// Whether the stop can be visited on some day together with only the booked stops.
  private func isPossibleAlone(_ stop: Int, keepsBreaks: Bool = true) -> Bool {
    (0..<dayCount).contains { day in
      let booked = bookings(on: day)
      return (0...booked.count).contains { position in
        let order =
          [start(of: day)] + booked[..<position] + [stop] + booked[position...] + [end(of: day)]
        return cost(of: order, day: day, keepsBreaks: keepsBreaks) != nil
      }
    }
  }

  /// The reason for a stop that is never open, or never long enough.
  private func closedReason(
    _ stop: Int, _ description: VisitStop, _ days: [TripDay]
  ) -> LeftOutReason {
    if let time = description.startsAt {
      return .outsideDays(start: time - description.timeBefore)
    }
    var longest = 0.0
    var brief = description
    (brief.visit, brief.timeBefore, brief.timeAfter) = (0, 0, 0)
    for (number, day) in days.enumerated()
    where description.day == nil || description.day == number {
      for (opens, closes) in brief.starts(on: day, in: hoursContext).windows {
        longest = max(longest, (closes - opens).seconds)
      }
    }
    let visit = description.duration
    guard longest > 0 || visit == 0, longest < visit else { return .closed }
    return .windowsTooShort(longest: longest, visit: visit)
  }
}
