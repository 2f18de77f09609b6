public import CairnHours

extension SchedulePlanner {
  /// Replans the rest of a trip from a given moment; completed parts stay unchanged.
  ///
  /// ```swift
  /// // At 14:20 of the second day, after a long lunch:
  /// let rest = try planner.replan(
  ///   plan, stops, days: days, travel: travel, day: 1, at: ClockTime(14, 20), from: .at(here))
  /// ```
  ///
  /// Visits that have begun by then are kept, and so are all earlier days; a visit in progress is
  /// completed first. Everything else is planned again, including stops that were left out or
  /// `skipped`. Stops, days and travel times may differ from those of the plan, as long as the
  /// visited stops keep their offsets: append new stops at the end.
  ///
  /// If no place is given, the traveler's position is taken from the plan:
  /// - Before the departure of the day, at its start.
  /// - During a visit, a break or a connection, at its end.
  /// - During a leg, between two places. The leg in progress is kept: its rest comes first,
  ///   followed by the visit it leads to or the leg to another one. It takes no longer than
  ///   planned, so a stop that the plan reaches in time can still be reached.
  /// - After an arrival, at the place of the visit, until the visit begins.
  /// - At the last skipped stop, if no visit has begun since; if the plan has left it by then, on
  ///   the leg to the next one. If the skipped stop ends elsewhere, as a missed flight does, at its
  ///   departure.
  /// - Once the day is completed, at its end.
  ///
  /// The result is no worse than the rest of the plan, if that is still possible. A day that is
  /// completed and over is kept, and the following days are planned. If the traveler is elsewhere
  /// when the day should be over, give it a later ``TripDay/to``.
  ///
  /// - Parameters:
  ///   - plan: the plan.
  ///   - stops: the stops to visit, including those already visited.
  ///   - days: all days of the trip, including past ones.
  ///   - travel: the travel times.
  ///   - day: the current day, counted from 0.
  ///   - time: the current time.
  ///   - utcOffset: the number of seconds that the clock of `time` is ahead of UTC; nil for the
  ///     clock of the day, at its first occurrence if it changes.
  ///   - place: the traveler's place; nil for the place according to the plan.
  ///   - skipped: the offsets of stops whose planned visits did not take place, for example because
  ///     the door was shut.
  ///   - objective: the quantity to minimize among plans of equal worth; by default
  ///     ``ScheduleObjective/standard(dayCount:)`` of all days.
  /// - Returns: the whole trip. ``Itinerary/isOptimal`` refers to the rest of the trip.
  /// - Throws: ``ScheduleError``; ``ScheduleError/noWayThroughDay(_:)`` if it is too late to reach
  ///   the end of the day in time, and ``ScheduleError/invalidDay(day:from:to:)`` if the time is
  ///   not finite or more than 30 days away.
  public func replan(
    _ plan: Itinerary, _ stops: [VisitStop], days: [TripDay], travel: TravelTimes, day: Int,
    at time: ClockTime, utcOffset: Double? = nil, from place: VisitPlace? = nil,
    skipped: Set<Int> = [], objective: ScheduleObjective? = nil
  ) throws(ScheduleError) -> Itinerary {
    let objective = objective ?? .standard(dayCount: days.count)
    try Self.check(plan, days, day: day, time)
    let asPlanned = plan
    let plan = skipped.isEmpty ? plan : plan.without(skipped)
    var today = days[day]
    today.began = today.from
    // Converts all times to the clock of the day.
    func onDay(_ time: ClockTime, _ offset: Double?) -> ClockTime {
      guard let own = today.utcOffset, let offset, offset != own else { return time }
      return time - (offset - own)
    }
    let time = utcOffset == nil ? today.elapsed(time) : onDay(time, utcOffset)
    let isDone = place == nil && plan.days[day].arrival - plan.days[day].clockChange <= time
    if isDone, time > today.latest {
      guard day + 1 < days.count else { return Itinerary(plan, over: stops) }
      return try replan(
        plan, stops, days: days, travel: travel, day: day + 1,
        at: ClockTime(seconds: -TripDay.farthest), objective: objective)
    }
    let begun = plan.days[day].visits.filter { onDay($0.start, $0.utcOffset) <= time }
    let done = plan.days[..<day].flatMap(\.visits) + begun
    let doneStops = Set(done.map(\.stop))
    let (offsets, rest) = Self.rest(of: stops, without: doneStops, from: day, begun: begun.count)
    // Breaks that have begun are kept as well.
    let begunBreaks = plan.days[day].breaks.filter { onDay($0.start, $0.utcOffset) <= time }
    let restBreaks = today.breaks.indices.filter { number in
      !begunBreaks.contains { $0.number == number }
    }
    today.breaks = restBreaks.map { today.breaks[$0] }
    let over = begun.last.map { last in
      onDay(last.departure, last.utcOffset.map { $0 + last.clockChange })
    }
    let rested = begunBreaks.last.map { onDay($0.end, $0.utcOffset) }
    today.from = max(today.from, time, over ?? today.from, rested ?? today.from)
    let position =
      place == nil
      ? TravelerPosition(
        at: time, in: asPlanned.days[day], stops, end: today.end, skipped: skipped) : nil
    let last = begun.last.flatMap { stops.indices.contains($0.stop) ? stops[$0.stop] : nil }
    today.approach = position?.left ?? today.approach
    today.start =
      place ?? position?.place ?? last.map { $0.exit ?? $0.place } ?? today.start
    guard today.from <= today.latest else { throw .noWayThroughDay(day) }
    let found: Itinerary
    do {
      found = try self.plan(
        rest, days: [today] + days[(day + 1)...], travel: travel, objective: objective,
        known: plan.rest(from: day, as: offsets), positions: stops.count)
    } catch {
      throw error.counted(from: day, stops: offsets)
    }
    return Itinerary(
      plan, (begun, begunBreaks), found, (offsets, restBreaks), stops, day, position,
      isDone: isDone)
  }

  /// Checks that a day and a time belong to a plan.
  private static func check(
    _ plan: Itinerary, _ days: [TripDay], day: Int, _ time: ClockTime
  ) throws(ScheduleError) {
    guard days.indices.contains(day), plan.days.count == days.count else {
      throw .otherTrip(day: day, days: days.count, planned: plan.days.count)
    }
    guard time.seconds.magnitude <= TripDay.farthest else {
      throw .invalidDay(day: day, from: time, to: days[day].to)
    }
  }

  /// The stops that are still possible, with days counted from the current one, and their offsets.
  private static func rest(
    of stops: [VisitStop], without done: Set<Int>, from day: Int, begun: Int
  ) -> (offsets: [Int], stops: [VisitStop]) {
    var (offsets, rest): ([Int], [VisitStop]) = ([], [])
    for (offset, stop) in stops.enumerated() where !done.contains(offset) {
      var stop = stop
      if let locked = stop.day {
        guard locked >= day else { continue }
        stop.day = locked - day
        if locked == day, case .index(let index)? = stop.position {
          guard index >= begun else { continue }
          stop.position = .index(index - begun)
        }
      }
      offsets.append(offset)
      rest.append(stop)
    }
    return (offsets, rest)
  }
}

extension Itinerary {
  /// Joins the completed part of a plan with a new plan that has its own numbering of days and
  /// stops.
  fileprivate init(
    _ plan: Itinerary, _ done: (visits: [Visit], breaks: [ScheduledBreak]), _ rest: Itinerary,
    _ numbers: (stops: [Int], breaks: [Int]), _ stops: [VisitStop], _ day: Int,
    _ position: TravelerPosition? = nil, isDone: Bool = false
  ) {
    var schedules = Array(plan.days[..<day])
    for (index, schedule) in rest.days.enumerated() {
      schedules.append(
        index == 0
          ? DaySchedule(plan.days[day], day, done, schedule, numbers, position, isDone: isDone)
          : schedule.counted(day: day + index, stops: numbers.stops))
    }
    let offsets = numbers.stops
    var leftOut = rest.leftOut.map { stop in
      LeftOutStop(
        stop: offsets[stop.stop], name: stop.name, reason: stop.reason.counted(from: day))
    }
    let visited = Set(schedules.flatMap { $0.visits.map(\.stop) })
    let known = visited.union(leftOut.map(\.stop))
    for (offset, stop) in stops.enumerated() where !known.contains(offset) {
      // The stop's day is over, or its position is taken.
      let isPast = (stop.day ?? plan.days.count - 1) < day
      leftOut.append(
        LeftOutStop(stop: offset, name: stop.name, reason: isPast ? .isOver : .squeezedOut))
    }
    leftOut.sort { $0.stop < $1.stop }
    var score = Worth.zero
    for stop in visited where stops.indices.contains(stop) {
      if case .optional(let points) = stops[stop].priority { score += Worth(score: points) }
    }
    self.init(
      days: schedules, leftOut: leftOut, score: score.score, isOptimal: rest.isOptimal,
      end: rest.end)
  }
}

extension DaySchedule {
  /// The same day with other numbers of the day and the stops.
  fileprivate func counted(day: Int, stops offsets: [Int]) -> DaySchedule {
    DaySchedule(
      day: day, departure: departure, latestDeparture: latestDeparture,
      visits: visits.map { Visit($0, stop: offsets[$0.stop]) }, travelToEnd: travelToEnd,
      arrival: arrival, breaks: breaks, leftOutBreaks: leftOutBreaks, utcOffset: utcOffset,
      clockChange: clockChange)
  }

  /// Joins the completed part of the current day with the plan of its rest.
  fileprivate init(
    _ planned: DaySchedule, _ day: Int, _ done: (visits: [Visit], breaks: [ScheduledBreak]),
    _ rest: DaySchedule, _ numbers: (stops: [Int], breaks: [Int]),
    _ position: TravelerPosition?, isDone: Bool
  ) {
    let begun = done.visits
    let way = position?.done.seconds ?? 0
    var visits = rest.visits.map { Visit($0, stop: numbers.stops[$0.stop]) }
    let isBegun = !(begun.isEmpty && done.breaks.isEmpty && position == nil && !isDone)
    // A traveler at the end without further visits arrived at the planned time.
    let isOver = isDone && visits.isEmpty && rest.breaks.isEmpty && rest.travelToEnd == 0
    if way > 0, let next = visits.first { visits[0] = next.after(way: way) }
    if let awaited = position?.awaited, let next = visits.first, next.stop == awaited.stop {
      let pauses = done.breaks.filter {
        $0.visitsBefore == begun.count && $0.moment == .onArrival
      }
      visits[0] = next.arriving(awaited.arrival, pauses.reduce(0) { $0 + ($1.end - $1.start) })
    }
    let departure = isBegun ? planned.departure : rest.departure
    self.init(
      day: day, departure: departure,
      latestDeparture: isBegun ? departure : rest.latestDeparture, visits: begun + visits,
      travelToEnd: rest.travelToEnd + (visits.isEmpty ? way : 0),
      arrival: isOver ? planned.arrival : rest.arrival,
      breaks: done.breaks + rest.breaks.map { $0.counted(numbers.breaks, after: begun.count) },
      leftOutBreaks: rest.leftOutBreaks.map { $0.counted(numbers.breaks) },
      utcOffset: rest.utcOffset, clockChange: rest.clockChange)
  }
}

extension Itinerary {
  /// A trip whose days are all over.
  fileprivate init(_ plan: Itinerary, over stops: [VisitStop]) {
    let nothing = Itinerary(days: [], leftOut: [], score: 0, isOptimal: true, end: .exhausted)
    self.init(plan, ([], []), nothing, ([], []), stops, plan.days.count)
  }

  /// The visits from a day on that are still to be planned, as indices into `offsets`; others, and
  /// further visits of the same stop, are omitted.
  fileprivate func rest(from day: Int, as offsets: [Int]) -> [[Int]] {
    var numbers = Dictionary(
      offsets.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return days[day...].map { $0.visits.compactMap { numbers.removeValue(forKey: $0.stop) } }
  }

  /// A copy without visits that did not take place; the travel to them is dropped.
  fileprivate func without(_ skipped: Set<Int>) -> Itinerary {
    Itinerary(
      days: days.map { $0.without(skipped) }, leftOut: leftOut, score: score, isOptimal: isOptimal,
      end: end)
  }
}

extension DaySchedule {
  fileprivate func without(_ skipped: Set<Int>) -> DaySchedule {
    let isKept = visits.map { !skipped.contains($0.stop) }
    return DaySchedule(
      day: day, departure: departure, latestDeparture: latestDeparture,
      visits: visits.filter { !skipped.contains($0.stop) }, travelToEnd: travelToEnd,
      arrival: arrival,
      breaks: breaks.map { pause in
        ScheduledBreak(
          number: pause.number, name: pause.name, start: pause.start, end: pause.end,
          visitsBefore: isKept.prefix(max(0, pause.visitsBefore)).count { $0 },
          moment: pause.moment, utcOffset: pause.utcOffset)
      }, leftOutBreaks: leftOutBreaks, utcOffset: utcOffset, clockChange: clockChange)
  }
}

extension Visit {
  fileprivate init(_ visit: Visit, stop: Int) {
    self.init(
      stop: stop, name: visit.name, travel: visit.travel, arrival: visit.arrival,
      start: visit.start, departure: visit.departure, lateness: visit.lateness,
      areHoursKnown: visit.areHoursKnown, pause: visit.pause, utcOffset: visit.utcOffset,
      clockChange: visit.clockChange, timeBefore: visit.timeBefore, timeAfter: visit.timeAfter,
      areHolidaysKnown: visit.areHolidaysKnown)
  }
}

extension Visit {
  /// A copy that includes the part of its leg traveled before.
  fileprivate func after(way: Double) -> Visit {
    copy(travel: travel + way, arrival: arrival, pause: pause)
  }

  /// A copy with an earlier arrival and the breaks taken before.
  fileprivate func arriving(_ arrival: ClockTime, _ pause: Double) -> Visit {
    copy(travel: travel, arrival: arrival, pause: self.pause + pause)
  }

  private func copy(travel: Double, arrival: ClockTime, pause: Double) -> Visit {
    Visit(
      stop: stop, name: name, travel: travel, arrival: arrival, start: start,
      departure: departure, lateness: lateness, areHoursKnown: areHoursKnown, pause: pause,
      utcOffset: utcOffset, clockChange: clockChange, timeBefore: timeBefore, timeAfter: timeAfter,
      areHolidaysKnown: areHolidaysKnown)
  }
}

extension ScheduledBreak {
  /// A copy numbered by its offset among all breaks, after the visits made before.
  fileprivate func counted(_ numbers: [Int], after visits: Int) -> ScheduledBreak {
    ScheduledBreak(
      number: numbers[number], name: name, start: start, end: end,
      visitsBefore: visitsBefore + visits, moment: moment, utcOffset: utcOffset)
  }
}

extension LeftOutBreak {
  /// A copy numbered by its offset among all breaks.
  fileprivate func counted(_ numbers: [Int]) -> LeftOutBreak {
    LeftOutBreak(number: numbers[number], name: name, reason: reason)
  }
}

extension LeftOutReason {
  /// A copy with days counted from another one.
  fileprivate func counted(from first: Int) -> LeftOutReason {
    switch self {
    case .closesTooEarly(let arrival, let latest, let day):
      .closesTooEarly(arrival: arrival, latestStart: latest, day: day + first)
    case .dayTooShort(let arrival, let latest, let day):
      .dayTooShort(arrival: arrival, latest: latest, day: day + first)
    case .noTimeBesideBooked(let arrival, let latest, let day):
      .noTimeBesideBooked(arrival: arrival, latestStart: latest, day: day + first)
    default: self
    }
  }
}

extension ScheduleError {
  /// A copy with days counted from another one, and stops by their original offsets.
  fileprivate func counted(from first: Int, stops: [Int]) -> ScheduleError {
    func offset(_ stop: Int) -> Int { stops.indices.contains(stop) ? stops[stop] : stop }
    return switch self {
    case .invalidQuantity(let quantity, let value, let stop):
      .invalidQuantity(quantity, value, stop: offset(stop))
    case .invalidWindow(let window, let stop): .invalidWindow(window, stop: offset(stop))
    case .invalidDay(let day, let from, let to): .invalidDay(day: day + first, from: from, to: to)
    case .invalidBreak(let pause, let day): .invalidBreak(pause, day: day + first)
    case .tooManyBreaks(let count, let day, let limit):
      .tooManyBreaks(count, day: day + first, limit: limit)
    case .invalidPlace(let place, let stop): .invalidPlace(place, stop: offset(stop))
    case .invalidDayPlace(let place, let day): .invalidDayPlace(place, day: day + first)
    case .noSuchDay(let day, let stop, let days):
      .noSuchDay(day + first, stop: offset(stop), days: days + first)
    case .noSuchPosition(let position, let stop, let stops):
      .noSuchPosition(position, stop: offset(stop), stops: stops)
    case .positionWithoutDay(let stop): .positionWithoutDay(stop: offset(stop))
    case .conflictingLocks(let stop, let other):
      .conflictingLocks(stop: offset(stop), other: offset(other))
    case .weekdayNeeded(let stop, let day):
      .weekdayNeeded(stop: offset(stop), day: day + first)
    case .dateNeeded(let stop, let day): .dateNeeded(stop: offset(stop), day: day + first)
    case .noWayThroughDay(let day): .noWayThroughDay(day + first)
    case .invalidOffset(let value, let stop): .invalidOffset(value, stop: offset(stop))
    case .invalidDayOffset(let offset, let day): .invalidDayOffset(offset, day: day + first)
    case .invalidClockChange(let change, let day): .invalidClockChange(change, day: day + first)
    case .offsetNeeded(let stop, let day): .offsetNeeded(stop: offset(stop), day: day + first)
    case .arrivesEarly(let stop): .arrivesEarly(stop: offset(stop))
    case .missed(let stop, let day, let reason):
      .missed(stop: offset(stop), day: day + first, reason.counted(from: first))
    case .invalidSpeed, .invalidSurface, .invalidTravelTime, .raggedTable, .noDays, .otherTrip,
      .tooMany:
      self
    }
  }
}
