import CairnHours
import CairnRoutes

/// An oracle for the best plan of few stops: it tries every choice in every order, and computes
/// times independently, in seconds.
struct ScheduleOracle {
  let stops: [VisitStop]
  private(set) var days: [TripDay]
  /// The travel times from row to row in seconds.
  var table: [[Double]]
  var objective: ScheduleObjective
  /// The windows of each stop near each day, in seconds from the day's midnight.
  private var windows: [[[(Double, Double)]]]

  init(
    stops: [VisitStop], days: [TripDay], table: [[Double]], objective: ScheduleObjective
  ) {
    self.stops = stops
    self.days = days
    self.table = table
    self.objective = objective
    windows = stops.map { stop in days.map { Self.windows(stop, $0) } }
  }

  /// A copy with changed days.
  func with(_ change: (inout [TripDay]) -> Void) -> ScheduleOracle {
    var copy = self
    change(&copy.days)
    // Windows are slow to compute, and depend on the weekdays only.
    if copy.days.map(\.weekday) != days.map(\.weekday) {
      copy.windows = stops.map { stop in copy.days.map { Self.windows(stop, $0) } }
    }
    return copy
  }

  /// The worth of a plan: booked and must-see stops, score, the number of visits with a score of 0,
  /// and two cost values.
  struct Value: Comparable {
    var booked = 0
    var mustSee = 0
    var score = 0.0
    var zeros = 0
    var primary = Double.infinity
    var secondary = Double.infinity

    /// Whether the first plan is worse.
    static func < (a: Value, b: Value) -> Bool {
      if a.booked != b.booked { return a.booked < b.booked }
      if a.mustSee != b.mustSee { return a.mustSee < b.mustSee }
      if a.score != b.score { return a.score < b.score }
      if a.zeros != b.zeros { return a.zeros < b.zeros }
      if a.primary != b.primary { return a.primary > b.primary }
      return a.secondary > b.secondary
    }

    /// Adds a visit; sums of integer scores are exact.
    mutating func add(_ stop: VisitStop) {
      switch stop.priority {
      case .booked: booked += 1
      case .mustSee: mustSee += 1
      case .optional(let points):
        score += points
        zeros += points == 0 ? 1 : 0
      }
    }
  }

  private static func windows(_ stop: VisitStop, _ day: TripDay) -> [(Double, Double)] {
    (-2...3).flatMap { shift in
      let weekday = Weekday.allCases[(((day.weekday ?? .monday).rawValue - 1 + shift) % 7 + 7) % 7]
      return stop.hours[weekday].map {
        ($0.opens.seconds + Double(shift) * 86_400, $0.closes.seconds + Double(shift) * 86_400)
      }
    }
  }

  /// Whether the windows cover the time from `start` to `end` without a gap.
  private func isOpen(_ windows: [(Double, Double)], from start: Double, to end: Double) -> Bool {
    guard var reach = windows.filter({ $0.0 <= start && start <= $0.1 }).map(\.1).max() else {
      return false
    }
    while reach < end {
      guard let more = windows.filter({ $0.0 <= reach && $0.1 > reach }).map(\.1).max() else {
        return false
      }
      reach = more
    }
    return true
  }

  /// The start of a visit and its lateness; nil if it is impossible.
  func begin(_ number: Int, day dayNumber: Int, arrival: Double) -> (start: Double, late: Double)? {
    let (stop, day) = (stops[number], days[dayNumber])
    if let fixed = stop.startsAt?.seconds {
      let midnight = (day.from.seconds / 86_400).rounded(.down) * 86_400
      let earliest = stop.lateness == .never ? day.from.seconds : midnight
      guard fixed >= earliest, fixed <= day.to.seconds else { return nil }
      if arrival <= fixed { return (fixed, 0) }
      guard case .allowed(_, let limit) = stop.lateness, arrival <= fixed + limit else {
        return nil
      }
      return (arrival, arrival - fixed)
    }
    let windows = windows[number][dayNumber]
    let needed = stop.endsByClosing ? stop.visit : 0
    let starts = ([arrival] + windows.map(\.0)).filter { $0 >= arrival && $0 <= day.to.seconds }
    if let start = starts.filter({ isOpen(windows, from: $0, to: $0 + needed) }).min() {
      return (start, 0)
    }
    guard case .allowed(_, let limit) = stop.lateness,
      let last = lastStart(windows, needed, day), arrival > last, arrival <= last + limit
    else { return nil }
    return (arrival, arrival - last)
  }

  /// The last on-time start within the day's own windows, after which a visit may be late; nil if
  /// there is no such start.
  ///
  /// Computed independently of the planner: a time is a last start if the place is open long enough
  /// from then on, and no later start would be.
  private func lastStart(
    _ windows: [(Double, Double)], _ needed: Double, _ day: TripDay
  ) -> Double? {
    func date(_ time: Double) -> Double { (time / 86_400).rounded(.down) }
    let lasts = Set(windows.map { $0.1 - needed }).filter { last in
      isOpen(windows, from: last, to: last + needed)
        && !windows.contains { $0.0 <= last + needed && $0.1 > last + needed }
    }.sorted()
    // The opening times from which the place stays open until a last start.
    func openings(_ last: Double) -> [Double] {
      windows.map(\.0).filter {
        $0 <= last + needed && isOpen(windows, from: min($0, last), to: last + needed)
          && isOpen(windows, from: $0, to: last + needed)
      }
    }
    // Windows that open after the end of the day do not count.
    let known = lasts.filter { last in openings(last).contains { $0 <= day.to.seconds } }
    guard let last = known.last, let opened = openings(last).max(),
      date(opened) >= date(day.from.seconds)
    else { return nil }
    let later = lasts.first { $0 > last }.flatMap { openings($0).min() }
    if let later, date(later) == date(opened) { return nil }
    return last
  }

  private func row(_ place: VisitPlace?) -> Int? {
    if case .row(let row)? = place { row } else { nil }
  }

  private func travel(_ from: VisitPlace?, _ to: VisitPlace?) -> Double {
    guard let a = row(from), let b = row(to), a != b else { return 0 }
    return table[a][b]
  }

  /// The cost of an order of one day; nil if it breaks a rule.
  func cost(_ order: [Int], day number: Int) -> (primary: Double, secondary: Double)? {
    let day = days[number]
    var (time, way, waiting, penalty) = (day.from.seconds, 0.0, 0.0, 0.0)
    let visiting = order.reduce(0) { $0 + (stops[$1].visit == 0 ? 3600 : stops[$1].visit) }
    var place = day.start
    for (index, offset) in order.enumerated() {
      let stop = stops[offset]
      if let locked = stop.day, locked != number { return nil }
      switch stop.position {
      case .index(let position) where position != index: return nil
      case .last where index != order.count - 1: return nil
      default: break
      }
      let leg = place == nil ? 0 : travel(place, stop.place)
      way += leg
      let arrival = time + leg
      guard let (start, late) = begin(offset, day: number, arrival: arrival) else { return nil }
      waiting += start - arrival
      if case .allowed(let rate, _) = stop.lateness { penalty += late * rate }
      time = start + stop.visit
      place = stop.place
    }
    let leg = day.end == nil || place == nil ? 0 : travel(place, day.end)
    way += leg
    time += leg
    guard time <= day.to.seconds else { return nil }
    return switch objective {
    case .leastTravel: (way + penalty, time)
    case .earliestEnd: (time + penalty, way)
    case .leastWaiting: (waiting + penalty, way)
    case .balancedDays: Self.squared(way + visiting + penalty, way)
    }
  }

  private static func squared(_ time: Double, _ way: Double) -> (primary: Double, secondary: Double)
  {
    (time * time / 36_000, way)
  }

  /// The value of a plan; nil if it breaks a rule.
  func value(_ orders: [[Int]]) -> Value? {
    var value = Value(primary: 0, secondary: 0)
    for (day, order) in orders.enumerated() {
      guard let (primary, secondary) = cost(order, day: day) else { return nil }
      value.primary += primary
      value.secondary += secondary
      for stop in order {
        value.add(stops[stop])
      }
    }
    return value
  }

  /// The value of the best plan, found by trying all plans.
  func best() -> Value {
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
    return best ?? Value()
  }

  /// The first fault in the times of a plan; nil if none exists.
  func fault(in plan: Itinerary) -> String? {
    var seen = Set<Int>()
    guard plan.days.map(\.day) == Array(days.indices) else { return "wrong days" }
    for schedule in plan.days {
      let day = days[schedule.day]
      var (time, place) = (schedule.departure.seconds, day.start)
      guard time == day.from.seconds else { return "wrong departure" }
      for visit in schedule.visits {
        guard seen.insert(visit.stop).inserted else { return "stop \(visit.stop) twice" }
        let stop = stops[visit.stop]
        let leg = place == nil ? 0 : travel(place, stop.place)
        guard visit.travel == leg, visit.arrival.seconds == time + leg else {
          return "arrives at stop \(visit.stop) at a wrong time"
        }
        guard let (start, late) = begin(visit.stop, day: schedule.day, arrival: time + leg),
          visit.start.seconds == start, visit.lateness == late,
          visit.waiting == start - (time + leg), visit.departure.seconds == start + stop.visit
        else { return "the visit of stop \(visit.stop) has wrong times" }
        (time, place) = (start + stop.visit, stop.place)
      }
      let leg = day.end == nil || place == nil ? 0 : travel(place, day.end)
      guard schedule.travelToEnd == leg, schedule.arrival.seconds == time + leg,
        schedule.arrival <= day.to
      else { return "wrong end" }
      guard schedule.latestDeparture >= schedule.departure else { return "departure too late" }
    }
    for stop in plan.leftOut where !seen.insert(stop.stop).inserted {
      return "stop \(stop.stop) visited and left out"
    }
    return seen.count == stops.count ? nil : "stops are missing"
  }

  /// The value of a plan from the planner.
  func value(of plan: Itinerary) -> Value? {
    value(plan.days.map { $0.visits.map(\.stop) })
  }
}
