internal import CairnGeodesy

extension EditableRoute {
  /// Improves the order; locked runs stay together.
  ///
  /// The route never becomes longer. Locked runs inside the route keep their direction, which
  /// requires a table of costs between all runs and stops.
  ///
  /// - Parameter planner: sets the limit of the search; its surface and method are ignored.
  /// - Returns: the reduction of the length, 0 or more.
  /// - Throws: the errors of `RoutePlanner.plan(_:trip:)`, with stops named by their positions.
  ///   Routes with custom costs or inner locked runs throw if they have more than
  ///   ``CostMatrix/maximumCount`` stops.
  @discardableResult
  public mutating func optimize(by planner: RoutePlanner) throws(RouteError) -> Double {
    let began = Moment.now
    let runs = self.runs
    guard runs.count > 1 else { return 0 }
    let before = length
    let order = try improved(runs, by: planner, since: began)
    let positions = order.flatMap { Array(runs[$0]) }
    var changed = self
    changed.stops = positions.map { stops[$0] }
    changed.locks = positions.map { locks[$0] }
    let gain = before - changed.length
    guard gain > 0 else { return 0 }
    self = changed
    return gain
  }

  /// The runs of positions that stay together.
  private var runs: [Range<Int>] {
    var runs: [Range<Int>] = []
    var first = 0
    for position in stops.indices where position + 1 == stops.count || !locks[position] {
      runs.append(first..<position + 1)
      first = position + 1
    }
    return runs
  }

  /// A better order of the runs.
  private func improved(
    _ runs: [Range<Int>], by planner: RoutePlanner, since began: Moment
  ) throws(RouteError) -> [Int] {
    let count = runs.count
    var planner = planner
    planner.method = .best
    let hasFirst = isStartFixed || runs[0].count > 1
    let hasLast = !isRound && (isEndFixed || runs[count - 1].count > 1)
    // Only the inner end of a locked run at either end of the route matters.
    let inner = runs[(hasFirst ? 1 : 0)..<(hasLast ? count - 1 : count)]
    if inner.allSatisfy({ $0.count == 1 }), isSymmetric {
      // A round trip that starts with a locked run leads from the run's last stop back to its
      // first.
      let closes = isRound && runs[0].count > 1
      var nodes = runs.map { $0.lowerBound }
      if hasFirst { nodes[0] = runs[0].upperBound - 1 }
      if closes { nodes.append(runs[0].lowerBound) }
      let trip = Trip.inOrder(
        count: nodes.count, isRound: isRound && !closes, keepsFirst: hasFirst || closes,
        keepsLast: hasLast || closes)
      let order = try plan(nodes.map { stops[$0] }, trip: trip, by: planner, since: began)
      return order.filter { $0 < count }
    }
    var watch = planner.watch(since: began)
    let table = try CostMatrix(count: count, isSymmetric: false, until: &watch) { from, to in
      cost(stops[runs[from].upperBound - 1], stops[runs[to].lowerBound])
    }
    guard let costs = table else { return Array(0..<count) }
    let trip = Trip.inOrder(
      count: count, isRound: isRound, keepsFirst: hasFirst, keepsLast: hasLast)
    let problem = try PlanProblem(costs, trip: trip)
    return try planner.plan(problem, from: Array(0..<count), began: began).order
  }

  private var isSymmetric: Bool {
    switch measure {
    case .surface: true
    case .cost(let isSymmetric, _): isSymmetric
    }
  }

  private func plan(
    _ nodes: [Stop], trip: Trip, by planner: RoutePlanner, since began: Moment
  ) throws(RouteError) -> [Int] {
    let problem: PlanProblem
    switch measure {
    case .surface(let surface, let coordinate):
      problem = try PlanProblem(nodes.map(coordinate), on: surface, trip: trip)
    case .cost(_, let cost):
      var watch = planner.watch(since: began)
      let table = try CostMatrix(count: nodes.count, isSymmetric: true, until: &watch) {
        cost(nodes[$0], nodes[$1])
      }
      guard let costs = table else { return Array(nodes.indices) }
      problem = try PlanProblem(costs, trip: trip)
    }
    return try planner.plan(problem, from: Array(nodes.indices), began: began).order
  }
}
