import CairnHours
import CairnRoutes

/// An oracle for the best plan of few stops, some of which end at another place with another clock:
/// it tries every choice in every order, in UTC seconds from midnight of the date.
struct ConnectionOracle {
  var stops: [VisitStop]
  var days: [TripDay]
  /// The travel times from row to row in seconds.
  var table: [[Double]]
  var objective: ScheduleObjective

  /// The worth and cost of a plan; greater is better.
  struct Value: Comparable {
    var booked = 0
    var mustSee = 0
    var score = 0.0
    var zeros = 0
    var primary = 0.0
    var secondary = 0.0

    static func < (a: Value, b: Value) -> Bool {
      if a.booked != b.booked { return a.booked < b.booked }
      if a.mustSee != b.mustSee { return a.mustSee < b.mustSee }
      if a.score != b.score { return a.score < b.score }
      if a.zeros != b.zeros { return a.zeros < b.zeros }
      return a.primary != b.primary ? a.primary > b.primary : a.secondary > b.secondary
    }
  }

  private func row(_ place: VisitPlace?) -> Int? {
    if case .row(let row)? = place { row } else { nil }
  }

  private func travel(_ from: VisitPlace?, _ to: VisitPlace?) -> Double {
    guard let a = row(from), let b = row(to), a != b else { return 0 }
    return table[a][b]
  }

  /// The UTC offsets where a stop begins and ends.
  private func clocks(_ stop: VisitStop, _ day: TripDay) -> (Double, Double) {
    guard let own = day.utcOffset else { return (0, 0) }
    let begins = stop.utcOffset ?? own
    return (begins, stop.exitUTCOffset ?? begins)
  }

  private func ends(_ day: TripDay) -> Double {
    day.utcOffset.map { day.endUTCOffset ?? $0 } ?? 0
  }

  /// The start of a visit in UTC; nil if it is too late.
  func begin(_ stop: VisitStop, _ day: TripDay, arrival: Double) -> Double? {
    let ahead = clocks(stop, day).0
    let length = stop.timeBefore + stop.visit + stop.timeAfter
    if let fixed = stop.startsAt {
      let start = fixed.seconds - stop.timeBefore - ahead
      return start >= arrival ? start : nil
    }
    let needed = stop.endsByClosing ? length : 0
    var best: Double?
    for shift in -3...4 {
      for window in stop.hours[.monday] {
        let opens = window.opens.seconds + Double(shift) * 86_400 - ahead
        let closes = window.closes.seconds + Double(shift) * 86_400 - ahead
        let start = max(arrival, opens)
        if start + needed <= closes { best = min(best ?? start, start) }
      }
    }
    return best
  }

  /// The times of an order of one day in UTC; nil if it breaks a rule.
  func times(_ order: [Int], day number: Int) -> (
    visits: [(arrival: Double, start: Double, end: Double)], end: Double, way: Double
  )? {
    let day = days[number]
    var (time, way) = (day.from.seconds - (day.utcOffset ?? 0), 0.0)
    var place = day.start
    var visits: [(Double, Double, Double)] = []
    for offset in order {
      let stop = stops[offset]
      if let locked = stop.day, locked != number { return nil }
      let leg = place == nil ? 0 : travel(place, stop.place)
      guard leg < .infinity, let start = begin(stop, day, arrival: time + leg) else { return nil }
      let end = start + stop.timeBefore + stop.visit + stop.timeAfter
      visits.append((time + leg, start, end))
      way += leg
      time = end
      place = stop.exit ?? stop.place
    }
    let leg = place == nil || day.end == nil ? 0 : travel(place, day.end)
    guard time + leg <= day.to.seconds - ends(day) else { return nil }
    return (visits, time + leg, way + leg)
  }

  /// The value of a plan; nil if it breaks a rule.
  func value(_ orders: [[Int]]) -> Value? {
    var value = Value()
    for (day, order) in orders.enumerated() {
      guard let found = times(order, day: day) else { return nil }
      let waiting = found.visits.reduce(0) { $0 + $1.start - $1.arrival }
      let visiting = found.visits.reduce(0) { $0 + ($1.end == $1.start ? 3600 : $1.end - $1.start) }
      // By the clock of the day, so that sums over days with different clocks are comparable.
      let end = found.end + (days[day].utcOffset ?? 0)
      switch objective {
      case .leastTravel:
        value.primary += found.way
        value.secondary += end
      case .earliestEnd:
        value.primary += end
        value.secondary += found.way
      case .leastWaiting:
        value.primary += waiting
        value.secondary += found.way
      case .balancedDays:
        value.primary += (found.way + visiting) * (found.way + visiting) / 36_000
        value.secondary += found.way
      }
      for stop in order {
        switch stops[stop].priority {
        case .booked: value.booked += 1
        case .mustSee: value.mustSee += 1
        case .optional(let score):
          value.score += score
          value.zeros += score == 0 ? 1 : 0
        }
      }
    }
    return value
  }

  /// The value of the best plan, found by trying all plans; nil if none exists.
  func best() -> Value? {
    var best: Value?
    var orders = [[Int]](repeating: [], count: days.count)
    func search(_ left: [Int], _ day: Int) {
      if day == days.count {
        if let value = value(orders), best.map({ $0 < value }) ?? true { best = value }
        return
      }
      search(left, day + 1)
      for (index, stop) in left.enumerated() {
        orders[day].append(stop)
        var rest = left
        rest.remove(at: index)
        search(rest, day)
        orders[day].removeLast()
      }
    }
    search(Array(stops.indices), 0)
    return best
  }

  /// The value of a plan from the planner.
  func value(of plan: Itinerary) -> Value? { value(plan.days.map { $0.visits.map(\.stop) }) }

  /// The first fault in the times of a plan, each by its local clock; nil if none exists.
  func fault(in plan: Itinerary) -> String? {
    var seen = Set<Int>()
    for schedule in plan.days {
      let day = days[schedule.day]
      guard let found = times(schedule.visits.map(\.stop), day: schedule.day) else {
        return "day \(schedule.day) is infeasible"
      }
      for (visit, times) in zip(schedule.visits, found.visits) {
        guard seen.insert(visit.stop).inserted else { return "stop \(visit.stop) twice" }
        let stop = stops[visit.stop]
        let (begins, ends) = clocks(stop, day)
        guard visit.arrival.seconds == times.arrival + begins,
          visit.start.seconds == times.start + begins, visit.departure.seconds == times.end + ends,
          visit.seconds == times.end - times.start, visit.clockChange == ends - begins,
          visit.waiting == times.start - times.arrival,
          visit.begins.seconds == times.start + begins + stop.timeBefore,
          visit.ends.seconds == times.end + ends - stop.timeAfter,
          visit.utcOffset == stop.utcOffset ?? day.utcOffset
        else { return "stop \(visit.stop) has wrong times" }
        if let fixed = stop.startsAt, visit.begins != fixed { return "a fixed time is missed" }
      }
      guard schedule.arrival.seconds == found.end + ends(day), schedule.arrival <= day.to,
        schedule.departure == day.from, schedule.latestDeparture >= day.from
      else { return "day \(schedule.day) has wrong times" }
    }
    for stop in plan.leftOut where !seen.insert(stop.stop).inserted {
      return "visited and left out"
    }
    return seen.count == stops.count ? nil : "stops are missing"
  }
}
