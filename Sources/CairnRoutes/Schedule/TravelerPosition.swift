internal import CairnHours

/// The traveler's position in a plan at a moment of a day.
struct TravelerPosition {
  /// The destination of the leg in progress, or the current place.
  var place: VisitPlace
  /// The remaining travel time of that leg, without breaks.
  var left: Ticks = 0
  /// The elapsed travel time of that leg.
  var done: Ticks = 0
  /// The visit that the traveler has arrived for but that has not begun.
  var awaited: Visit?
}

extension TravelerPosition {
  /// Finds the position; returns nil before the departure, and if the plan has no place there.
  ///
  /// - Parameters:
  ///   - time: the moment, by the clock of the day.
  ///   - schedule: the planned day.
  ///   - stops: the stops of the plan.
  ///   - end: the place where the day ends.
  ///   - skipped: the stops whose visits did not take place; the traveler is then at such a stop.
  init?(
    at time: ClockTime, in schedule: DaySchedule, _ stops: [VisitStop], end: VisitPlace?,
    skipped: Set<Int>
  ) {
    let own = schedule.utcOffset
    let now = Ticks(seconds: time.seconds)
    func ticks(_ time: ClockTime, _ offset: Double?) -> Ticks {
      guard let own, let offset else { return Ticks(seconds: time.seconds) }
      return Ticks(seconds: time.seconds) - Ticks(seconds: offset - own)
    }
    guard now > ticks(schedule.departure, own) else { return nil }
    let visits = schedule.visits
    // Stops after the last one visited may have changed since.
    func stop(_ visit: Int) -> VisitStop? {
      stops.indices.contains(visits[visit].stop) ? stops[visits[visit].stop] : nil
    }
    // A traveler who missed a flight is not at its destination.
    let begun = visits.indices.filter { ticks(visits[$0].start, visits[$0].utcOffset) <= now }
    let made = begun.last { !skipped.contains(visits[$0].stop) } ?? -1
    let missed = begun.lazy.filter { $0 > made }.compactMap(stop).first { $0.exit != nil }
    if let missed {
      self.init(place: missed.place)
      return
    }
    var position: TravelerPosition?
    var leaves = ticks(schedule.departure, own)
    for leg in 0...visits.count {
      let isLast = leg == visits.count
      let visit = isLast ? nil : visits[leg]
      let arrival =
        visit.map { ticks($0.arrival, $0.utcOffset) }
        ?? ticks(schedule.arrival, own.map { $0 + schedule.clockChange })
      let way = Ticks(seconds: visit?.travel ?? schedule.travelToEnd)
      let target = isLast ? end : stop(leg)?.place
      if now < arrival {
        let done = Self.progress(
          by: now, on: schedule.breaks(before: leg), leaving: leaves, way: way, ticks)
        if done > 0, let target {
          position = TravelerPosition(place: target, left: way - done, done: done)
        }
        break
      }
      guard let target else { break }
      position = TravelerPosition(place: target, left: 0, done: way)
      guard let visit, let stop = stop(leg) else { break }
      if now < ticks(visit.start, visit.utcOffset) {
        position?.awaited = visit
        break
      }
      leaves = ticks(visit.departure, visit.utcOffset.map { $0 + visit.clockChange })
      position = TravelerPosition(place: stop.exit ?? stop.place)
      if now < leaves { break }
    }
    guard let position else { return nil }
    self = position
  }

  /// The time traveled on a leg by a moment; breaks during the leg make no progress on it.
  private static func progress(
    by now: Ticks, on breaks: some Sequence<ScheduledBreak>, leaving: Ticks, way: Ticks,
    _ ticks: (ClockTime, Double?) -> Ticks
  ) -> Ticks {
    var departs = leaving
    var (paused, moved): (Ticks, Ticks?) = (0, nil)
    for pause in breaks {
      let from = ticks(pause.start, pause.utcOffset)
      let to = ticks(pause.end, pause.utcOffset)
      switch pause.moment {
      case .beforeLeaving: departs = max(departs, to)
      case .onTheWay where to <= now: paused += to - from
      case .onTheWay where from <= now: moved = from
      case .onTheWay, .onArrival: break
      }
    }
    return min(max(0, (moved ?? now) - departs - paused), way)
  }
}
