internal import CairnHours

extension DaySchedule {
  /// Computes the times of a day; returns nil if the order is impossible.
  init?(stops: [VisitStop], model: ScheduleModel, day: Int, order: [Int]) {
    guard let walk = DayWalk(model, day: day, order: order) else { return nil }
    let trip = model.days[day]
    let departure = model.departure(on: day).time
    self.day = day
    self.departure = ClockTime(departure)
    latestDeparture = ClockTime(max(walk.latestDeparture, departure))
    visits = walk.legs.filter { $0.to < model.stopCount }.map {
      Visit($0, stops[$0.to], model, day: day)
    }
    travelToEnd = model.travel(from: order[order.count - 2], to: order[order.count - 1]).seconds
    utcOffset = trip.utcOffset
    clockChange = trip.endShift(at: ClockTime(walk.arrival))
    arrival = ClockTime(walk.arrival, ahead: clockChange)
    breaks = walk.legs.enumerated().flatMap { number, leg in
      (leg.breaks?.starts ?? []).map { start in
        // By the clock of the place where the break is taken.
        let ahead =
          number == 0
          ? trip.clockChange?.ahead(at: ClockTime(start.time)) ?? 0
          : stops[leg.from].exitClockShift(on: trip, at: start.time)
        let pause = walk.pauses[start.index]
        return ScheduledBreak(
          number: pause.number, name: trip.breaks[pause.number].name,
          start: ClockTime(start.time, ahead: ahead),
          end: ClockTime(start.time + pause.duration, ahead: ahead), visitsBefore: number,
          moment: start.moment, utcOffset: trip.utcOffset.map { $0 + ahead })
      }
    }
    let notDue = walk.breaksNotTaken.map { number in
      LeftOutBreak(number: number, name: trip.breaks[number].name, reason: .dayEndsBefore)
    }
    leftOutBreaks = (model.leftOutBreaks[day] + notDue).sorted { $0.number < $1.number }
  }
}

extension Visit {
  /// The visit at the end of a leg.
  fileprivate init(_ leg: DayWalk.Leg, _ stop: VisitStop, _ model: ScheduleModel, day: Int) {
    let trip = model.days[day]
    let onArrival = leg.breaks?.starts.filter { $0.moment == .onArrival } ?? []
    let ahead = stop.clockShift(on: trip, at: leg.start)
    let exitAhead = stop.exitClockShift(on: trip, at: leg.end)
    self.init(
      stop: leg.to, name: stop.name, travel: leg.way.seconds,
      arrival: ClockTime(leg.breaks?.arrival ?? leg.departs + leg.way, ahead: ahead),
      start: ClockTime(leg.start, ahead: ahead), departure: ClockTime(leg.end, ahead: exitAhead),
      lateness: max(0, leg.start - model.onTime[day * model.nodeCount + leg.to]).seconds,
      areHoursKnown: stop.areHoursKnown(
        from: ClockTime(leg.start), to: ClockTime(leg.end), on: day, model),
      pause: onArrival.reduce(0) { $0 + model.pauses[day][$1.index].duration }.seconds,
      utcOffset: stop.utcOffset ?? trip.utcOffset.map { $0 + ahead },
      clockChange: exitAhead - ahead,
      timeBefore: stop.timeBefore, timeAfter: stop.timeAfter,
      areHolidaysKnown: stop.areHolidaysKnown(
        from: ClockTime(leg.start), to: ClockTime(leg.end), on: trip, model.hoursContext))
  }
}

/// The times along an order of nodes of one day.
private struct DayWalk {
  /// A leg and the visit at its end.
  struct Leg {
    var from: Int
    var to: Int
    var departs: Ticks
    /// The travel time.
    var way: Ticks
    /// The breaks taken on the leg.
    var breaks: PlacedBreaks?
    /// The start and the end of the visit.
    var start: Ticks
    var end: Ticks
  }

  let pauses: DayBreaks
  private(set) var legs: [Leg] = []
  /// The latest departure that does not delay the end of the day.
  private(set) var latestDeparture: Ticks
  /// The numbers of the breaks that are not due before the day ends.
  let breaksNotTaken: [Int]

  /// The arrival at the end of the day.
  var arrival: Ticks { legs.last?.end ?? latestDeparture }

  /// Computes the earliest times; returns nil if the order is impossible.
  init?(_ model: ScheduleModel, day: Int, order: [Int]) {
    let pauses = model.pauses[day]
    self.pauses = pauses
    // The set of breaks taken by each position of the order; all empty on a day without breaks.
    var sets = [Int](repeating: 0, count: order.count)
    if !pauses.isEmpty {
      guard let found = model.pauseSets(of: order, day: day) else { return nil }
      sets = found.sets
    }
    let taken = sets[sets.count - 1]
    breaksNotTaken = pauses.indices.filter { taken & 1 << $0 == 0 }.map { pauses[$0].number }
    var time = model.departure(on: day).time
    latestDeparture = time
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
      let end = start + model.visit[to]
      legs.append(
        Leg(from: from, to: to, departs: time, way: way, breaks: placed, start: start, end: end))
      time = end
    }
    latestDeparture = findLatestDeparture(model, day: day)
  }

  /// Goes backward from the end of the day.
  private func findLatestDeparture(_ model: ScheduleModel, day: Int) -> Ticks {
    var latest = arrival
    for (index, leg) in legs.enumerated().reversed() {
      let bound = index == legs.count - 1 ? latest : latest - model.visit[leg.to]
      // Where lateness is allowed, no visit may become later than it already is.
      let onTime = max(model.onTime[day * model.nodeCount + leg.to], leg.start)
      let start = model.latestStartOfVisit(leg.to, day: day, by: min(bound, onTime))
      latest = leg.breaks?.latestDeparture(pauses, by: start, way: leg.way) ?? start - leg.way
    }
    return latest
  }
}
