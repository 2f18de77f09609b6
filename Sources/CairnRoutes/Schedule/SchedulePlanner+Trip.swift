extension SchedulePlanner {
  /// Plans a trip from place to place, such as through several cities, with a night between days.
  ///
  /// ```swift
  /// let cities = [VisitStop("Vienna", at: vienna), VisitStop("Prague", at: prague),
  ///               VisitStop("Dresden", at: dresden), VisitStop("Berlin", at: berlin)]
  /// let day = TripDay(from: ClockTime(9, 0), to: ClockTime(18, 0))
  /// let (trip, days) = try SchedulePlanner().planTrip(
  ///   cities, days: [day, day], travel: .speed(metersPerSecond: 22))
  /// let night = trip.nights(of: cities, days: days)[0]  // the offset of Prague
  /// ```
  ///
  /// Each day starts where the day before ended. The stops are ordered as one open route, which is
  /// cut into days of similar length, with the visits; a visit without a duration counts as one
  /// hour. A day ends at its last place, where the next one starts. These starts and ends are
  /// fixed, then the visits are planned as by ``plan(_:days:travel:objective:)``, within their
  /// hours. A stop that has no connection to or from any other is left out.
  ///
  /// The days stay as they were passed, and the travel between them is not planned,
  /// - if there is one day or one stop, or a day has its own start or end;
  /// - if no two stops are connected in both directions;
  /// - if the travel does not fit into the days, as with an overnight flight, so that a stop would
  ///   be left out that is visited otherwise.
  ///
  /// - Parameters:
  ///   - stops: the stops to visit.
  ///   - days: the days of the trip, without starts and ends.
  ///   - travel: the travel times.
  ///   - objective: the quantity to minimize among plans of equal worth; by default
  ///     ``ScheduleObjective/standard(dayCount:)``.
  /// - Returns: the visits of each day, and the days with the places at which they start and end.
  /// - Throws: ``ScheduleError`` as for ``plan(_:days:travel:objective:)``.
  /// - Complexity: O(n²) memory for n stops and days. There are up to three searches: one for the
  ///   order and two for the days. They share a limit of time; another limit holds for each of
  ///   them.
  public func planTrip(
    _ stops: [VisitStop], days: [TripDay], travel: TravelTimes,
    objective: ScheduleObjective? = nil
  ) throws(ScheduleError) -> (itinerary: Itinerary, days: [TripDay]) {
    func plan(_ days: [TripDay], share: Double) throws(ScheduleError) -> Itinerary {
      var planner = self
      planner.limit = limit.share(share)
      return try planner.plan(stops, days: days, travel: travel, objective: objective)
    }
    guard let (connected, isolated) = try connect(days, through: stops, travel, share: 0.1) else {
      return (try plan(days, share: 1), days)
    }
    // The planner throws if a day cannot reach its end: a flight, or a long trip at night.
    let whole = try? plan(connected, share: 0.6)
    if let whole, whole.leftOut.allSatisfy({ isolated.contains($0.stop) }) {
      return (whole, connected)
    }
    let apart = try plan(days, share: 0.3)
    if let whole, whole.leftOut.count <= apart.leftOut.count { return (whole, connected) }
    return (apart, days)
  }

  /// The days with the starts and ends of a trip, and the stops that have no connection to or from
  /// any other; nil if it has none, or a connection is missing.
  private func connect(
    _ days: [TripDay], through stops: [VisitStop], _ travel: TravelTimes, share: Double
  ) throws(ScheduleError) -> (days: [TripDay], isolated: Set<Int>)? {
    guard days.count > 1, stops.count > 1, days.allSatisfy({ $0.start == nil && $0.end == nil })
    else { return nil }
    var watch = SearchWatch.unlimited
    let model = try ScheduleModel(
      stops: stops, days: days, travel: travel, objective: .leastTravel, context: hoursContext,
      until: &watch)
    let (group, isolated) = Self.connectedStops(of: stops.count, model)
    guard group.count > 1 else { return nil }
    let costs = try? CostMatrix(count: group.count) {
      model.travel(from: group[$0], to: group[$1]).seconds
    }
    var planner = RoutePlanner()
    planner.limit = limit.share(share)
    planner.isCancelled = isCancelled
    guard let costs, var order = try? planner.plan(costs, trip: .open).order else { return nil }
    // If both directions are as long, the first place of the list comes early.
    if costs.isSymmetric, let first = order.firstIndex(of: 0), first >= (order.count + 1) / 2 {
      order.reverse()
    }
    order = order.map { group[$0] }
    let ways = zip(order, order.dropFirst()).map { model.travel(from: $0, to: $1) }
    guard ways.allSatisfy({ $0 < .noWay }) else { return nil }
    let lengths = zip(order, [Ticks(0)] + ways).map { stop, way in
      (way + max(0, model.share(of: stop))).seconds
    }
    let lasts = Self.cut(lengths, min(days.count, order.count))
    var days = days
    var start = stops[order[0]].place
    for day in days.indices {
      // Days without their own place are spent at the last one.
      let last = stops[order[day < lasts.count ? lasts[day] : order.count - 1]]
      days[day].start = start
      days[day].end = last.exit ?? last.place
      start = last.exit ?? last.place
    }
    return (days, isolated)
  }

  /// The stops that are connected in both directions with the stop that has the most such
  /// connections, and those without any connection: one place without a road must not separate the
  /// days of all others.
  private static func connectedStops(
    of count: Int, _ model: ScheduleModel
  ) -> (group: [Int], isolated: Set<Int>) {
    func areConnected(_ one: Int, _ other: Int) -> Bool {
      model.travel(from: one, to: other) < .noWay && model.travel(from: other, to: one) < .noWay
    }
    let degrees = (0..<count).map { one in (0..<count).count { areConnected(one, $0) } }
    guard let most = degrees.max(), let hub = degrees.firstIndex(of: most) else { return ([], []) }
    // A stop is connected with itself.
    let isolated = (0..<count).filter { one in
      (0..<count).allSatisfy { other in
        one == other
          || model.travel(from: one, to: other) >= .noWay
            && model.travel(from: other, to: one) >= .noWay
      }
    }
    return ((0..<count).filter { areConnected(hub, $0) }, Set(isolated))
  }

  /// Cuts a list into parts so that the longest part is as short as possible.
  ///
  /// - Parameters:
  ///   - lengths: the lengths of the elements; at least as many as parts.
  ///   - count: the number of parts.
  /// - Returns: the position of the last element of each part.
  /// - Complexity: O(*n* · *k*) for *n* elements and *k* parts.
  static func cut(_ lengths: [Double], _ count: Int) -> [Int] {
    let sums = lengths.reduce(into: [0.0]) { $0.append($0[$0.count - 1] + $1) }
    // The longest part of the first `end` elements, and where the last part starts.
    var longest = sums
    var starts: [[Int]] = [Array(repeating: 0, count: sums.count)]
    for part in 1..<count {
      var next = Array(repeating: Double.infinity, count: sums.count)
      var start = Array(repeating: 0, count: sums.count)
      // The best start of the last part moves on with its end.
      var middle = part
      for end in (part + 1)..<sums.count {
        func value(_ middle: Int) -> Double { max(longest[middle], sums[end] - sums[middle]) }
        while middle + 1 < end, value(middle + 1) <= value(middle) { middle += 1 }
        (next[end], start[end]) = (value(middle), middle)
      }
      longest = next
      starts.append(start)
    }
    var lasts: [Int] = []
    var end = lengths.count
    for part in (0..<count).reversed() {
      lasts.append(end - 1)
      end = starts[part][end]
    }
    return lasts.reversed()
  }
}

extension RouteLimit {
  /// The limit of one of several searches that share a limit of time.
  fileprivate func share(_ share: Double) -> RouteLimit {
    if case .time(let time) = self { .time(time * share) } else { self }
  }
}

extension Itinerary {
  /// The stop at which each night of a trip is spent: the place where a day ends and the next one
  /// starts (``SchedulePlanner/planTrip(_:days:travel:objective:)``).
  ///
  /// - Parameters:
  ///   - stops: the stops of the plan.
  ///   - days: the days of the plan.
  /// - Returns: for each day but the last the offset of a stop; nil if the days do not meet at the
  ///   place of a stop, such as at a hotel that is not visited. Empty if there are no other days,
  ///   or if the number of days is not that of the plan.
  /// - Complexity: O(*n*) for *n* stops and days.
  public func nights(of stops: [VisitStop], days: [TripDay]) -> [Int?] {
    guard days.count == self.days.count else { return [] }
    var offsets: [VisitPlace: Int] = [:]
    for (offset, stop) in stops.enumerated() where offsets[stop.exit ?? stop.place] == nil {
      offsets[stop.exit ?? stop.place] = offset
    }
    return zip(days, days.dropFirst()).map { day, next in
      guard let end = day.end, end == next.start else { return nil }
      return offsets[end]
    }
  }

  /// The stop of the night after each day, if the day leads there after its last visit.
  ///
  /// - Returns: an element per day; nil if the last visit is there, if the day ends where it
  ///   starts, or without a night.
  package func waysToNights(of stops: [VisitStop], days: [TripDay]) -> [Int?] {
    let nights = nights(of: stops, days: days) + [nil]
    return zip(zip(self.days, days), nights).map { both, night in
      let (day, trip) = both
      guard let night, trip.start != trip.end else { return nil }
      let last = day.visits.last.map { stops.indices.contains($0.stop) ? stops[$0.stop] : nil }
      return last.map { $0?.exit ?? $0?.place } == trip.end ? nil : night
    }
  }
}
