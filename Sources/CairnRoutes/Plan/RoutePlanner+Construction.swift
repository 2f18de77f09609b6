internal import CairnGeodesy
internal import CairnIndex

extension RoutePlanner {
  /// The most stops whose costs are looked up in a table by the constructions.
  private static let tabledConstructionCount = 2_000

  /// Makes a route by the construction that is this planner's method.
  internal func constructed(_ problem: PlanProblem, _ clock: PlanClock) -> Route {
    let trip = problem.trip
    let order: [Int]
    switch (method, problem.source) {
    case (.spaceFillingCurve, .places(let places, _)):
      order = along(SphereCurve.order(of: places.map { $0.unitVector }), problem)
    case (.greedyEdge, _): order = greedy(problem)
    default:
      // The way is made backwards where only its end is known.
      let first = trip.isRound ? trip.start ?? 0 : trip.start ?? trip.end ?? 0
      let last = trip.start == nil ? nil : trip.end
      let isBackward = !trip.isRound && trip.start == nil && trip.end != nil
      let way = nearest(problem, from: first, last: last, isBackward: isBackward)
      order = isBackward ? way.reversed() : way
    }
    let route = problem.route(order, ending: .constructed)
    let bound = lowerBound(problem, length: route.length, clock)
    return problem.route(order, lowerBound: bound, ending: .constructed)
  }

  /// A closed order as one of the trip: from its start on, and with its end put last; where both
  /// are free, cut at the longest leg.
  private func along(_ closed: [Int], _ problem: PlanProblem) -> [Int] {
    let trip = problem.trip
    var order = closed
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
        let distance = problem.distance(from: stop, to: next)
        if distance > longest {
          longest = distance
          first = index + 1
        }
      }
    }
    if let first { order = Array(order[first...] + order[..<first]) }
    if let end = trip.end, let place = order.firstIndex(of: end) {
      order.append(order.remove(at: place))
    }
    return order
  }

  /// Goes on to the nearest stop that is left, again and again.
  private func nearest(
    _ problem: PlanProblem, from first: Int, last: Int?, isBackward: Bool
  ) -> [Int] {
    let count = problem.count
    if case .places(let places, let surface) = problem.source, count > Self.tabledConstructionCount
    {
      return nearest(places, surface, from: first, last: last)
    }
    let costs = problem.matrix()
    var isLeft = [Bool](repeating: true, count: count)
    isLeft[first] = false
    if let last { isLeft[last] = false }
    var order = [first]
    while true {
      let here = order[order.count - 1]
      var next = -1
      var least = Double.infinity
      for other in 0..<count where isLeft[other] {
        let cost = isBackward ? costs[other, here] : costs[here, other]
        if cost < least {
          least = cost
          next = other
        }
      }
      if next < 0 { break }
      isLeft[next] = false
      order.append(next)
    }
    return order + (last.map { [$0] } ?? [])
  }

  /// The same for many places, by an index that the visited ones are taken out of.
  private func nearest(
    _ places: [Coordinate], _ surface: Surface, from first: Int, last: Int?
  ) -> [Int] {
    guard
      var left = try? DynamicPlaceIndex<Int, Int>(
        Array(places.indices), id: { $0 }, coordinate: { places[$0] })
    else { return Array(places.indices) }
    left.remove(first)
    if let last { left.remove(last) }
    // Of those that are nearest on the sphere, one is nearest on an ellipsoid.
    let looked = surface == .sphere ? 1 : 4
    var order = [first]
    order.reserveCapacity(places.count)
    while true {
      let here = places[order[order.count - 1]]
      let found = left.nearest(to: here, count: looked).map(\.element)
      let next = found.min {
        (here.distance(to: places[$0], on: surface), $0)
          < (here.distance(to: places[$1], on: surface), $1)
      }
      guard let next else { break }
      left.remove(next)
      order.append(next)
    }
    return order + (last.map { [$0] } ?? [])
  }

  /// Takes the shortest leg that fits, again and again.
  private func greedy(_ problem: PlanProblem) -> [Int] {
    switch problem.source {
    case .costs(let costs) where !costs.isSymmetric:
      let closed = ClosedCosts(costs, trip: problem.trip)
      return closed.order(of: closed.greedyTour())
    case .places(let places, let surface) where places.count > Self.tabledConstructionCount:
      let vectors = places.map { $0.surfaceVector(surface) }
      let costs = SphereCosts(vectors, on: Sphere(radius: surface.radii.equatorial))
      return greedyOrder(
        costs, candidates: NeighborLists(onSphere: vectors), trip: problem.trip,
        greatest: 4 * surface.radii.equatorial)
    default:
      let table = problem.matrix()
      let costs = MatrixCosts(count: table.count, rows: table.costs)
      return greedyOrder(
        costs, candidates: NeighborLists(nearestBy: costs, width: 10), trip: problem.trip,
        greatest: table.costs.max() ?? 0)
    }
  }

  /// The order of the greedy tour of a trip.
  internal func greedyOrder<Costs: TourCosts>(
    _ costs: Costs, candidates: NeighborLists, trip: Trip, greatest: Double
  ) -> [Int] {
    // What is left when no edge fits any more is a path, which an open trip is.
    if trip.isRound || (trip.start == nil && trip.end == nil) {
      return greedyTour(costs, candidates).map { Int($0) }
    }
    // The way between two free ends is the last to be taken.
    let open = HubCosts(costs, trip: trip, greatest: greatest, free: 2 * greatest)
    return open.path(of: greedyTour(open, candidates.addingHub()))
  }
}

extension ClosedCosts {
  /// The tour of the cheapest edges that fit, each taken in its direction.
  internal func greedyTour() -> [Int32] {
    var edges: [(cost: Double, from: Int32, to: Int32)] = []
    edges.reserveCapacity(count * (count - 1))
    for from in 0..<count {
      for to in 0..<count where to != from {
        edges.append((rows[from * count + to], Int32(from), Int32(to)))
      }
    }
    edges.sort { $0 < $1 }
    var next = [Int32](repeating: -1, count: count)
    // The other end of the path that begins or ends in a city.
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
