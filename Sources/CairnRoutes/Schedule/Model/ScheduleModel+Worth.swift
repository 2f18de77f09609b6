extension ScheduleModel {
  /// Sets what stops are worth, and positions they are locked to.
  mutating func addWorth(_ stops: [VisitStop]) {
    var greatest = 0.0
    for (number, stop) in stops.enumerated() {
      if case .optional(let score) = stop.priority { greatest = max(greatest, score) }
      switch stop.position {
      case .index(let index): position[number] = Int32(index)
      case .last: position[number] = Self.last
      case nil: break
      }
    }
    // Scaled by a power of two, so that scores with few digits stay exact. One is added, so that
    // even a stop with a score of 0 is visited where no other is displaced.
    let digits = Self.digits(stops)
    let scale =
      greatest > 0
      ? Double(sign: .plus, exponent: min(digits - greatest.exponent, 1_000), significand: 1) : 1
    let factor = Int64(stops.count + 1)
    var sum: Int64 = 0
    for (number, stop) in stops.enumerated() {
      guard case .optional(let score) = stop.priority else { continue }
      worth[number] = Int64((score * scale).rounded()) * factor + 1
      sum += worth[number]
    }
    for (number, stop) in stops.enumerated() where stop.priority == .mustSee {
      worth[number] = sum + 1
      mandatoryWorth = sum + 1
    }
    guard stops.contains(where: { $0.priority == .booked }) else { return }
    let mandatory = Int64(stops.count { $0.priority == .mustSee })
    mandatoryWorth = sum + 1
    for (number, stop) in stops.enumerated() where stop.priority == .booked {
      worth[number] = sum + mandatory * (sum + 1) + 1
    }
  }

  /// How many binary digits of the scores count: 24, but for sums that would be too great.
  private static func digits(_ stops: [VisitStop]) -> Int {
    func bits(_ count: Int) -> Int { Int.bitWidth - count.leadingZeroBitCount }
    let booked = stops.count { $0.priority == .booked }
    guard booked > 0 else { return 24 }
    let mandatory = stops.count { $0.priority == .mustSee }
    let optional = stops.count - booked - mandatory
    return min(
      24, 60 - bits(booked) - bits(mandatory + 1) - bits(optional + 1) - bits(stops.count + 1))
  }

  /// Orders the booked stops of each day, around which the rest is planned.
  ///
  /// They are those that can only be on the day, and where there is no way through it without more
  /// of them, such as a ferry that goes every day, these as well.
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
      // Few are known to be possible on the day; of very many the first are taken.
      let here = open.filter { closes[day * nodeCount + $0] > -.never }
        .sorted { (opens[day * nodeCount + $0], $0) < (opens[day * nodeCount + $1], $1) }
        .prefix(ExactOrder.greatestCount)
      let (start, end) = (start(of: day), end(of: day))
      let nodes = here + [start, end]
      for a in nodes { for b in nodes where a != b { measure(from: a, to: b) } }
      // What may be on another day is worth less on this one.
      var weighted = self
      for stop in here { weighted.worth[stop] = choices[stop] == 1 ? Int64(here.count + 1) : 1 }
      var exact = ExactOrder(model: weighted, day: day, stops: Array(here))
      var unlimited = SearchStop(SearchBudget())
      let order = exact.solve(until: &unlimited) ?? []
      let bound = order.filter { choices[$0] == 1 }
      let isWay = cost(of: [start] + bound + [end], day: day) != nil
      booked[day] = isWay ? bound : order
      open.removeAll { booked[day].contains($0) }
    }
  }
}
