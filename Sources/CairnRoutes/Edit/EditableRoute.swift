public import CairnGeodesy

/// A route that can be changed stop by stop without starting over.
///
/// ```swift
/// let route = try RoutePlanner().plan(cafés, coordinate: \.location, trip: .open(from: 0))
/// var tour = EditableRoute(cafés, route: route) { $0.location }
/// try tour.insert(another)              // where it lengthens the route least
/// tour.remove(at: 2)
/// tour.lock(0..<3)                      // what has been visited already stays
/// try tour.optimise(by: RoutePlanner())
/// ```
///
/// The stops are kept in the order of the visits; a position is an offset of ``stops``.
///
/// ## What it costs
/// An edit takes O(n) and no memory beyond the stops; nothing is cached, so ``legs`` and ``length``
/// are measured at each call. ``optimise(by:)`` takes what the planner's limit says. With costs of
/// one's own, or locked runs within the route, it makes a table of 8·n² bytes first.
///
/// ## When to take something else
/// To plan from scratch, a ``RoutePlanner`` is better and tells how good the route is: an edited
/// route has no lower bound. Many insertions one after the other give a worse route than one plan
/// through all stops, until it is optimised.
///
/// ## Degenerate input
/// A route without stops and one of a single stop have no legs; the first stop that is inserted
/// makes the route. A stop without a valid coordinate is refused by ``insert(_:)``, but taken by
/// ``insert(_:at:)``; the length is NaN then.
public struct EditableRoute<Stop> {
  /// Says what a way costs.
  @usableFromInline
  internal enum Measure {
    case surface(Surface, @Sendable (Stop) -> Coordinate)
    case cost(isSymmetric: Bool, @Sendable (Stop, Stop) -> Double)
  }

  /// The stops in the order of the visits.
  public internal(set) var stops: [Stop]
  /// Whether the last leg leads back to the first stop.
  public let isRound: Bool
  /// Whether the first stop stays the first; always so in a round trip.
  public internal(set) var isStartFixed: Bool
  /// Whether the last stop of an open trip stays the last.
  public internal(set) var isEndFixed: Bool
  /// Whether the leg from each stop to the next is locked; one for each stop, the last not used.
  internal var locks: [Bool]
  internal let measure: Measure

  internal init(_ stops: [Stop], trip: Trip, measure: Measure) {
    self.stops = stops
    isRound = trip.isRound
    isStartFixed = trip.isRound || trip.start != nil
    isEndFixed = trip.end != nil
    locks = [Bool](repeating: false, count: stops.count)
    self.measure = measure
  }

  /// Makes an editable route over the surface of the Earth.
  ///
  /// - Parameters:
  ///   - stops: what the route was planned for, in the same order as then.
  ///   - route: the route.
  ///   - surface: where distances are measured, in metres.
  ///   - coordinate: says where a stop lies.
  /// - Precondition: the route has as many stops.
  public init(
    _ stops: [Stop], route: Route, surface: Surface = .sphere,
    coordinate: @escaping @Sendable (Stop) -> Coordinate
  ) {
    self.init(route.ordered(stops), trip: route.trip, measure: .surface(surface, coordinate))
  }

  /// Makes an editable route over costs of one's own.
  ///
  /// - Parameters:
  ///   - stops: what the route was planned for, in the same order as then.
  ///   - route: the route.
  ///   - isSymmetric: true when a way costs as much as the way back.
  ///   - cost: the cost from a stop to another: finite, 0 or more.
  /// - Precondition: the route has as many stops.
  public init(
    _ stops: [Stop], route: Route, isSymmetric: Bool = false,
    cost: @escaping @Sendable (_ from: Stop, _ to: Stop) -> Double
  ) {
    self.init(
      route.ordered(stops), trip: route.trip, measure: .cost(isSymmetric: isSymmetric, cost))
  }

  /// How long the route is, in metres or the unit of the costs.
  ///
  /// - Complexity: O(n).
  public var length: Double {
    legs.reduce(into: CompensatedSum()) { $0.add($1.distance) }.value
  }

  /// The ways between the stops, by their positions; a round trip has one that leads back.
  ///
  /// - Complexity: O(n).
  public var legs: [Route.Leg] {
    guard stops.count > 1 else { return [] }
    return (0..<(isRound ? stops.count : stops.count - 1)).map { position in
      let next = position + 1 == stops.count ? 0 : position + 1
      switch measure {
      case .surface(let surface, let coordinate):
        let way = coordinate(stops[position]).inverse(to: coordinate(stops[next]), on: surface)
        return Route.Leg(
          from: position, to: next, distance: way.distance, initialBearing: way.initialBearing)
      case .cost(_, let cost):
        return Route.Leg(
          from: position, to: next, distance: cost(stops[position], stops[next]),
          initialBearing: nil)
      }
    }
  }

  /// What the way between two stops costs.
  internal func cost(_ from: Stop, _ to: Stop) -> Double {
    switch measure {
    case .surface(let surface, let coordinate):
      coordinate(from).distance(to: coordinate(to), on: surface)
    case .cost(_, let cost): cost(from, to)
    }
  }
}

extension EditableRoute: Sendable where Stop: Sendable {}
extension EditableRoute.Measure: Sendable {}

extension EditableRoute {
  /// Puts a stop where it lengthens the route least (cheapest insertion): not before a fixed start,
  /// not behind a fixed end, and into no locked leg.
  ///
  /// - Returns: its position; of equally good ones the first.
  /// - Throws: ``RouteError/invalidCost(_:from:to:)`` when a way to or from it costs NaN, less than
  ///   0 or too much; the new stop is named by the position it would have had. Where it has no
  ///   valid coordinate, the cost is NaN. The route is then unchanged.
  /// - Complexity: O(n).
  @discardableResult
  public mutating func insert(_ stop: Stop) throws(RouteError) -> Int {
    var best = stops.isEmpty ? 0 : -1
    var least = Double.infinity
    for position in (isStartFixed && !stops.isEmpty ? 1 : 0)...stops.count {
      guard canInsert(at: position) else { continue }
      let growth = try self.growth(by: stop, at: position)
      if growth < least {
        least = growth
        best = position
      }
    }
    // Every leg is locked and both ends are fixed: before the end, into a locked leg.
    if best < 0 { best = isEndFixed ? stops.count - 1 : stops.count }
    place(stop, at: best)
    return best
  }

  /// Puts a stop at a position; a locked leg that it divides is no longer locked.
  ///
  /// A stop put before a fixed start becomes the start, one put behind a fixed end the end.
  ///
  /// - Throws: ``RouteError/noSuchPosition(_:count:)``.
  public mutating func insert(_ stop: Stop, at position: Int) throws(RouteError) {
    guard (0...stops.count).contains(position) else {
      throw .noSuchPosition(position..<position, count: stops.count)
    }
    place(stop, at: position)
  }

  private mutating func place(_ stop: Stop, at position: Int) {
    if position > 0 { locks[position - 1] = false }
    stops.insert(stop, at: position)
    locks.insert(false, at: position)
  }

  private func canInsert(at position: Int) -> Bool {
    if stops.isEmpty { return true }
    if position == 0 { return !isStartFixed }
    if position == stops.count { return isRound || !isEndFixed }
    return !locks[position - 1]
  }

  /// How much longer a stop makes the route.
  private func growth(by stop: Stop, at position: Int) throws(RouteError) -> Double {
    let before = position > 0 ? position - 1 : isRound ? stops.count - 1 : nil
    let after = position < stops.count ? position : isRound ? 0 : nil
    var growth = 0.0
    if let before, stops.indices.contains(before) {
      growth += try CostMatrix.checked(cost(stops[before], stop), from: before, to: position)
    }
    if let after, stops.indices.contains(after) {
      growth += try CostMatrix.checked(cost(stop, stops[after]), from: position, to: after)
    }
    if let before, let after, before != after, stops.indices.contains(before),
      stops.indices.contains(after)
    {
      growth -= cost(stops[before], stops[after])
    }
    return growth
  }

  /// Takes a stop out; its neighbours are joined, and their leg is locked if both of its were.
  ///
  /// When a fixed start or end is removed, its neighbour takes its place.
  ///
  /// - Returns: the stop.
  /// - Precondition: there is such a position.
  @discardableResult
  public mutating func remove(at position: Int) -> Stop {
    precondition(stops.indices.contains(position), "There is no such position.")
    if position > 0 { locks[position - 1] = locks[position - 1] && locks[position] }
    locks.remove(at: position)
    return stops.remove(at: position)
  }

  /// Reverses the route: the last stop becomes the first; a round trip keeps its first.
  ///
  /// Fixed ends and locked legs stay so at their new places, but for the first leg of a round trip,
  /// which becomes the one that leads back and is no longer locked.
  public mutating func reverse() {
    guard stops.count > 1 else { return }
    // A lock belongs to the stop that its leg leaves, which is now the one that it reached.
    let legs = Array(locks.dropLast())
    if isRound {
      stops[1...].reverse()
      locks = [false] + legs.dropFirst().reversed() + [false]
    } else {
      stops.reverse()
      locks = legs.reversed() + [false]
      swap(&isStartFixed, &isEndFixed)
    }
  }

  /// Keeps the stops at some positions together, in this order and direction.
  ///
  /// A run that includes the first stop stays at the beginning, one that includes the last stop of
  /// an open trip at the end; others may move as a whole.
  ///
  /// - Throws: ``RouteError/noSuchPosition(_:count:)``.
  public mutating func lock(_ positions: Range<Int>) throws(RouteError) {
    guard positions.lowerBound >= 0, positions.upperBound <= stops.count else {
      throw .noSuchPosition(positions, count: stops.count)
    }
    for position in positions.dropLast() { locks[position] = true }
  }

  /// Unlocks the legs between the stops at some positions.
  ///
  /// - Throws: ``RouteError/noSuchPosition(_:count:)``.
  public mutating func unlock(_ positions: Range<Int>) throws(RouteError) {
    guard positions.lowerBound >= 0, positions.upperBound <= stops.count else {
      throw .noSuchPosition(positions, count: stops.count)
    }
    for position in positions.dropLast() { locks[position] = false }
  }

  /// Whether the way from a position to the next is locked.
  public func isLocked(at position: Int) -> Bool {
    locks.indices.contains(position) && locks[position]
  }
}
