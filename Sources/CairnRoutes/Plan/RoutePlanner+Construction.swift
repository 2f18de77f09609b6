internal import CairnGeodesy

extension RoutePlanner {
  /// The maximum number of stops for which the constructions use a cost table.
  private static let tabledConstructionCount = 2_000

  /// Constructs a route with this planner's construction heuristic.
  internal func constructed(_ problem: PlanProblem, _ clock: PlanClock) -> Route {
    var watch = clock.watch()
    var order: [Int]?
    switch (method, problem.source) {
    case (.spaceFillingCurve, .places): break
    case (.greedyEdge, _): order = greedy(problem, until: &watch)
    default: order = nearest(problem, until: &watch)
    }
    if order == nil {
      // The fallback, which is fast whatever the limit is.
      switch problem.source {
      case .places(let places, _): order = alongCurve(SphereCosts(places), problem.trip)
      case .costs: order = nearest(problem.matrix(), trip: problem.trip, until: &watch)
      }
    }
    let route = problem.route(order ?? [], ending: watch.end?.ending ?? .constructed)
    return problem.route(route, bound: lowerBound(problem, of: route, clock))
  }

  /// The order of the stops along the space-filling curve, adapted to a trip.
  ///
  /// The curve is closed. If an end is fixed, the order follows the curve from the start of the
  /// trip, with the end moved last; if both ends are free, the curve is cut at its longest leg.
  internal func alongCurve(_ costs: SphereCosts, _ trip: Trip) -> [Int] {
    let order = SphereCurve.order(of: costs.vectors)
    if trip.isRound { return order }
    var first: Int?
    if let start = trip.start {
      first = order.firstIndex(of: start)
    } else if let end = trip.end {
      first = order.firstIndex(of: end).map { $0 + 1 }
    } else {
      var longest = -1.0
      for (index, stop) in order.enumerated() {
        let next = index + 1 < order.count ? order[index + 1] : order[0]
        let distance = costs.cost(Int32(stop), Int32(next))
        if distance > longest {
          longest = distance
          first = index + 1
        }
      }
    }
    return trip.arranged(first.map { order.rotated(toStartAt: $0) } ?? order)
  }

  /// The nearest-neighbor tour; nil if the time runs out.
  private func nearest(_ problem: PlanProblem, until watch: inout SearchWatch) -> [Int]? {
    let trip = problem.trip
    if case .places(let places, let surface) = problem.source,
      places.count > Self.tabledConstructionCount
    {
      let (first, last, isBackward) = Self.ends(of: trip)
      let way = nearest(places, surface, from: first, last: last, until: &watch)
      return isBackward ? way?.reversed() : way
    }
    return problem.matrix(until: &watch).map { nearest($0, trip: trip, until: &watch) }
  }

  /// The first and last stop of a nearest-neighbor path, which is built backward if only the end of
  /// the trip is fixed.
  private static func ends(of trip: Trip) -> (first: Int, last: Int?, isBackward: Bool) {
    (
      trip.isRound ? trip.start ?? 0 : trip.start ?? trip.end ?? 0,
      trip.start == nil ? nil : trip.end,
      !trip.isRound && trip.start == nil && trip.end != nil
    )
  }

  /// The nearest-neighbor tour from a cost table; when the time runs out, the remaining stops are
  /// appended in input order.
  internal func nearest(
    _ costs: CostMatrix, trip: Trip, until watch: inout SearchWatch
  ) -> [Int] {
    let (first, last, isBackward) = Self.ends(of: trip)
    let count = costs.count
    var isLeft = [Bool](repeating: true, count: count)
    isLeft[first] = false
    if let last { isLeft[last] = false }
    var order = [first]
    while watch.hasTime(after: 3 * count) {
      let here = order[order.count - 1]
      var next = -1
      var least = Double.infinity
      for other in 0..<count where isLeft[other] {
        let cost =
          isBackward ? costs.costs[other * count + here] : costs.costs[here * count + other]
        if cost < least {
          least = cost
          next = other
        }
      }
      if next < 0 { break }
      isLeft[next] = false
      order.append(next)
    }
    order += (0..<count).filter { isLeft[$0] }
    if let last { order.append(last) }
    return isBackward ? order.reversed() : order
  }

  /// The nearest-neighbor path through many places, using an index from which visited places are
  /// removed.
  private func nearest(
    _ places: [Coordinate], _ surface: Surface, from first: Int, last: Int?,
    until watch: inout SearchWatch
  ) -> [Int]? {
    guard watch.hasTime(after: places.count), let left = RemainingPlaces(places, until: &watch)
    else { return nil }
    left.remove(first)
    if let last { left.remove(last) }
    // The nearest on an ellipsoid is taken to be among the four nearest on the sphere.
    let wanted = surface == .sphere ? 1 : 4
    var order = [first]
    order.reserveCapacity(places.count)
    while order.count < places.count {
      guard watch.hasTime(after: 500) else { return nil }
      let here = order[order.count - 1]
      let next = left.nearest(to: here, wanted: wanted).min {
        (places[here].distance(to: places[Int($0.number)], on: surface), $0.number)
          < (places[here].distance(to: places[Int($1.number)], on: surface), $1.number)
      }
      guard let next else { break }
      left.remove(Int(next.number))
      order.append(Int(next.number))
    }
    return order + (last.map { [$0] } ?? [])
  }

  /// The greedy-edge tour; nil if the time runs out.
  private func greedy(_ problem: PlanProblem, until watch: inout SearchWatch) -> [Int]? {
    switch problem.source {
    case .costs(let costs) where !costs.isSymmetric:
      let closed = ClosedTourCosts(costs.forSearch, trip: problem.trip, until: &watch)
      return closed.greedyTour(until: &watch).map { closed.order(of: $0) }
    case .places(let places, let surface) where places.count > Self.tabledConstructionCount:
      let costs = SphereCosts(places, surface: surface)
      return PreparedCosts(costs, on: surface, until: &watch).flatMap {
        greedyOrder($0, trip: problem.trip, until: &watch)
      }
    default:
      return problem.matrix(until: &watch).flatMap { PreparedCosts($0, until: &watch) }
        .flatMap { greedyOrder($0, trip: problem.trip, until: &watch) }
    }
  }
}

extension ClosedTourCosts {
  /// The greedy tour of directed edges, cheapest first; free edges come last.
  internal func greedyTour(until watch: inout SearchWatch) -> [Int32]? {
    var edges: [(cost: Double, from: Int32, to: Int32)] = []
    edges.reserveCapacity(count * (count - 1))
    for from in 0..<count {
      guard watch.hasTime(after: 5 * count) else { return nil }
      for to in 0..<count where to != from {
        let cost = isFree(from, to) ? .infinity : rows[from * count + to]
        edges.append((cost, Int32(from), Int32(to)))
      }
    }
    edges.sort(until: &watch) { $0 < $1 }
    guard watch.end == nil else { return nil }
    var next = [Int32](repeating: -1, count: count)
    // For each path end, the other end of its path.
    var otherEnd = Array(0..<Int32(count))
    var isReached = [Bool](repeating: false, count: count)
    for edge in edges
    where next[Int(edge.from)] < 0 && !isReached[Int(edge.to)]
      && otherEnd[Int(edge.from)] != edge.to
    {
      next[Int(edge.from)] = edge.to
      isReached[Int(edge.to)] = true
      let first = otherEnd[Int(edge.from)]
      let last = otherEnd[Int(edge.to)]
      otherEnd[Int(first)] = last
      otherEnd[Int(last)] = first
    }
    var tour: [Int32] = []
    var city = Int32(isReached.firstIndex(of: false) ?? 0)
    while city >= 0, tour.count < count {
      tour.append(city)
      city = next[Int(city)]
    }
    return tour
  }
}
