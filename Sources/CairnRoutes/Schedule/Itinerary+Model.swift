internal import CairnHours

extension Itinerary {
  /// Computes the times of a solution, and the reason for each stop that is left out.
  init(
    stops: [VisitStop], days: [TripDay], model: ScheduleModel, orders: [[Int]],
    isOptimal: Bool, end: End, reach: [DayLowerBounds]?
  ) throws(ScheduleError) {
    var isVisited = [Bool](repeating: false, count: stops.count)
    for order in orders { for stop in order { isVisited[stop] = true } }
    // The plan may have other booked stops than those around which the search began.
    let booked = orders.map { order in
      order.filter { stops[$0].priority == .booked && stops[$0].position == nil }
    }
    func reason(_ number: Int) -> LeftOutReason {
      reach.map { model.reason(leavingOut: number, stops[number], days, orders, booked, $0) }
        ?? model.reason(untried: number, stops[number], days)
    }
    var schedules: [DaySchedule] = []
    for day in days.indices {
      let order = [model.start(of: day)] + orders[day] + [model.end(of: day)]
      guard let schedule = DaySchedule(stops: stops, model: model, day: day, order: order) else {
        // Report a missed flight rather than the lack of another connection across the sea.
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
    _ booked: [[Int]], _ reach: [DayLowerBounds]
  ) -> LeftOutReason {
    var best: (missing: Ticks, reason: LeftOutReason)?
    for day in reach {
      func clock(_ time: Ticks) -> ClockTime {
        ClockTime(time, ahead: description.clockShift(on: days[day.day], at: time))
      }
      func endClock(_ time: Ticks) -> ClockTime {
        ClockTime(time, ahead: days[day.day].endShift(at: ClockTime(time)))
      }
      let found: (Ticks, LeftOutReason)
      switch day.obstacle(stop, self) {
      case nil: return reasonBesideOthers(stop, description, days, orders, booked)
      case .closed: continue
      case .noWay: found = (.never, .noWay)
      case .closesTooEarly(let arrival, let latest):
        found = (
          arrival - latest,
          .closesTooEarly(
            arrival: clock(arrival), latestStart: clock(latest), day: day.day)
        )
      case .dayTooShort(let arrival, let latest):
        found = (
          arrival - latest,
          .dayTooShort(
            arrival: endClock(arrival), latest: endClock(latest), day: day.day)
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
    _ stop: Int, _ description: VisitStop, _ days: [TripDay], _ orders: [[Int]], _ booked: [[Int]]
  ) -> LeftOutReason {
    if case .index(let index) = description.position {
      let visits = orders[description.day ?? 0].count
      if index > visits { return .positionNotReached(visits: visits) }
    }
    if isPossible(stop, beside: booked) { return .squeezedOut }
    if hasPauses, isPossible(stop, beside: booked, keepsBreaks: false) { return .noTimeForBreak }
    if let reason = reasonBesideBooked(stop, description, days, booked) { return reason }
    // A flight that excludes the planned one could be taken alone.
    return isPossible(stop, beside: days.map { _ in [] }) ? .squeezedOut : .onlyBesideOthers
  }

  /// The reason if the booked stops leave a stop out, with the least lateness; nil if they are not
  /// the reason.
  private func reasonBesideBooked(
    _ stop: Int, _ description: VisitStop, _ days: [TripDay], _ booked: [[Int]]
  ) -> LeftOutReason? {
    guard description.position == nil else { return nil }
    var best: (missing: Ticks, reason: LeftOutReason)?
    for (number, day) in days.enumerated() where closes[number * nodeCount + stop] > -.never {
      if booked[number].isEmpty { continue }
      let order = [start(of: number)] + booked[number] + [end(of: number)]
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
        func clock(_ time: Ticks) -> ClockTime {
          ClockTime(time, ahead: description.clockShift(on: day, at: time))
        }
        best = (
          arrival - start,
          .noTimeBesideBooked(
            arrival: clock(arrival), latestStart: clock(start), day: number)
        )
      }
    }
    return best?.reason
  }

  /// Whether the stop can be visited on some day together with only the booked stops of each day.
  private func isPossible(
    _ stop: Int, beside booked: [[Int]], keepsBreaks: Bool = true
  ) -> Bool {
    (0..<dayCount).contains { day in
      let (order, here) = (booked[day], [start(of: day)])
      return (0...order.count).contains { position in
        let order: [Int] = here + order[..<position] + [stop] + order[position...] + [end(of: day)]
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
    var longest: Double?
    var brief = description
    (brief.visit, brief.timeBefore, brief.timeAfter) = (0, 0, 0)
    for (number, day) in days.enumerated()
    where description.day == nil || description.day == number {
      for (opens, closes) in brief.starts(on: day, in: hoursContext).windows {
        longest = max(longest ?? 0, (closes - opens).seconds)
      }
    }
    // A window of zero width is too short for a visit, which is not the same as no window.
    let visit = description.duration
    guard let longest, longest < visit else { return .closed }
    return .windowsTooShort(longest: longest, visit: visit)
  }
}
