extension ScheduleModel {
  /// Sets the worth of the stops, and the positions to which they are locked.
  ///
  /// A plan is worth more than another if it has more booked stops, then more must-see stops, then
  /// a greater sum of scores, then more stops with a score of 0.
  mutating func addWorth(_ stops: [VisitStop]) {
    var optional = Worth.zero
    var mustSee = 0
    for (number, stop) in stops.enumerated() {
      switch stop.position {
      case .index(let index): position[number] = Int32(index)
      case .last: position[number] = Self.last
      case nil: break
      }
      switch stop.priority {
      case .optional(let score):
        worth[number] = score > 0 ? Worth(score: score) : 1
        optional += worth[number]
      case .mustSee: mustSee += 1
      case .booked: break
      }
    }
    guard stops.contains(where: { $0.priority == .mustSee || $0.priority == .booked }) else {
      return
    }
    let mandatory = optional + 1
    let booked = (0..<mustSee).reduce(mandatory) { sum, _ in sum + mandatory }
    mandatoryWorth = mandatory
    for (number, stop) in stops.enumerated() {
      switch stop.priority {
      case .mustSee: worth[number] = mandatory
      case .booked: worth[number] = booked
      case .optional: break
      }
    }
  }

  /// Orders the booked stops of each day, around which the rest is planned.
  ///
  /// These are the stops that are possible only on this day. If the day is impossible without
  /// others, such as a ferry that runs every day, those are added as well.
  mutating func addBooked(_ stops: [VisitStop]) {
    var open = stops.indices.filter {
      stops[$0].priority == .booked && stops[$0].position == nil
    }
    guard !open.isEmpty else { return }
    booked = days.map { _ in [] }
    let choices = stops.indices.map { stop in
      days.indices.count { closes[$0 * nodeCount + stop] > -.never }
    }
    for day in days.indices {
      // Usually few stops are possible on the day; if there are very many, only the first are used.
      let here = open.filter { closes[day * nodeCount + $0] > -.never }
        .sorted { (opens[day * nodeCount + $0], $0) < (opens[day * nodeCount + $1], $1) }
        .prefix(ExactOrder.maximumCount)
      let (start, end) = (start(of: day), end(of: day))
      let nodes = here + [start, end]
      for a in nodes { for b in nodes where a != b { measure(from: a, to: b) } }
      // A stop that is possible on several days is worth less on this one.
      var weighted = self
      for stop in here { weighted.worth[stop] = choices[stop] == 1 ? Worth(here.count + 1) : 1 }
      var exact = ExactOrder(model: weighted, day: day, stops: Array(here))
      var unlimited = ScheduleMeter(SearchBudget())
      let order = exact.solve(until: &unlimited) ?? []
      let bound = order.filter { choices[$0] == 1 }
      let isWay = cost(of: [start] + bound + [end], day: day) != nil
      booked[day] = isWay ? bound : order
      open.removeAll { booked[day].contains($0) }
    }
  }
}
