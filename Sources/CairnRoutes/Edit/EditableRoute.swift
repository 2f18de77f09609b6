public import CairnGeodesy

/// A route that can be edited stop by stop without planning it again.
///
/// ```swift
/// let route = try RoutePlanner().plan(cafés, coordinate: \.location, trip: .open(from: 0))
/// var tour = EditableRoute(cafés, route: route) { $0.location }
/// try tour.insert(another)              // where it lengthens the route least
/// tour.remove(at: 2)
/// tour.lock(0..<3)                      // keep what has been visited
/// try tour.optimize(by: RoutePlanner())
/// ```
///
/// The stops are stored in the order of the visits; a position is an offset into ``stops``.
///
/// ## Cost
/// An edit takes O(n) and no memory beyond the stops. There is no cache, so ``legs`` and ``length``
/// are measured at each call. The planner's limit determines the time of ``optimize(by:)``. With
/// custom costs, or locked runs inside the route, it first builds a table of 8·n² bytes.
///
/// ## When to use something else
/// To plan from scratch use a ``RoutePlanner``, which finds a better route and reports its quality:
/// an edited route has no lower bound. Many successive insertions give a worse route than one plan
/// of all stops, until the route is optimized.
///
/// ## Degenerate input
/// Routes with no stops or a single stop have no legs; the first inserted stop starts the route.
/// ``insert(_:)`` rejects a stop without a valid coordinate, but ``insert(_:at:)`` accepts it, and
/// the length is then NaN.
public struct EditableRoute<Stop> {
  /// The measure of the legs.
  @usableFromInline
  internal enum Measure {
    case surface(Surface, @Sendable (Stop) -> Coordinate)
    case cost(isSymmetric: Bool, @Sendable (Stop, Stop) -> Double)
  }

  /// The stops in the order of the visits.
  public internal(set) var stops: [Stop]
  /// Whether the last leg leads back to the first stop.
  public let isRound: Bool
  /// Whether the first stop stays first, because of the trip or a lock; always true for a round
  /// trip.
  public var isStartFixed: Bool { hasStart || locksStart }
  /// Whether the last stop of an open trip stays last, because of the trip or a lock.
  public var isEndFixed: Bool { hasEnd || locksEnd }
  /// Whether the trip has a start or an end, which pass to the neighbor of a removed stop.
  private var hasStart: Bool
  private var hasEnd: Bool
  /// Whether a locked run includes the first stop, or the last stop of an open trip.
  private var locksStart = false
  private var locksEnd = false
  /// Whether the leg from each stop to the next is locked; one value per stop, the last unused.
  internal var locks: [Bool]
  internal let measure: Measure

  internal init(_ stops: [Stop], trip: Trip, measure: Measure) {
    self.stops = stops
    isRound = trip.isRound
    hasStart = trip.isRound || trip.start != nil
    hasEnd = trip.end != nil
    locks = [Bool](repeating: false, count: stops.count)
    self.measure = measure
  }

  /// Creates an editable route that is measured on the surface of the Earth.
  ///
  /// - Parameters:
  ///   - stops: the stops that the route was planned for, in their original order.
  ///   - route: the route.
  ///   - surface: the surface on which distances are measured, in meters.
  ///   - coordinate: returns the location of a stop.
  /// - Precondition: the route has the same number of stops.
  public init(
    _ stops: [Stop], route: Route, surface: Surface = .sphere,
    coordinate: @escaping @Sendable (Stop) -> Coordinate
  ) {
    self.init(route.ordered(stops), trip: route.trip, measure: .surface(surface, coordinate))
  }

  /// Creates an editable route that is measured with custom costs.
  ///
  /// - Parameters:
  ///   - stops: the stops that the route was planned for, in their original order.
  ///   - route: the route.
  ///   - isSymmetric: true if each cost equals the cost of the opposite direction.
  ///   - cost: the cost from one stop to another: finite, 0 or more.
  /// - Precondition: the route has the same number of stops.
  public init(
    _ stops: [Stop], route: Route, isSymmetric: Bool = false,
    cost: @escaping @Sendable (_ from: Stop, _ to: Stop) -> Double
  ) {
    self.init(
      route.ordered(stops), trip: route.trip, measure: .cost(isSymmetric: isSymmetric, cost))
  }

  /// The length of the route, in meters or the unit of the costs.
  ///
  /// - Complexity: O(n).
  public var length: Double {
    legs.reduce(into: CompensatedSum()) { $0.add($1.distance) }.value
  }

  /// The legs between the stops, by their positions; a round trip has one that leads back.
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

  /// The cost from one stop to another.
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
  /// Inserts a stop where it lengthens the route least (cheapest insertion): not before a fixed
  /// start, after a fixed end, or inside a locked leg.
  ///
  /// - Returns: the position of the stop; the first of equally good ones.
  /// - Throws: ``RouteError/invalidCost(_:from:to:)`` if a cost to or from the stop is NaN,
  ///   negative or too large; the error names the new stop by the position it would have had. The
  ///   cost is NaN if the stop has no valid coordinate. The route is then unchanged.
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
    // Every leg is locked and both ends are fixed: insert after a locked end, or else before the
    // end of the trip, into a locked leg.
    if best < 0 { best = hasEnd ? stops.count - 1 : stops.count }
    place(stop, at: best)
    return best
  }

  /// Inserts a stop at a position; a locked leg that it splits becomes unlocked.
  ///
  /// A stop inserted before the start of the trip becomes the start; one inserted after its end
  /// becomes the end. A locked run that is then no longer at the start or the end may move.
  ///
  /// - Throws: ``RouteError/noSuchPosition(_:count:)``.
  public mutating func insert(_ stop: Stop, at position: Int) throws(RouteError) {
    guard (0...stops.count).contains(position) else {
      throw .noSuchPosition(position..<position, count: stops.count)
    }
    place(stop, at: position)
  }

  private mutating func place(_ stop: Stop, at position: Int) {
    if position > 0 { locks[position - 1] = false } else { locksStart = false }
    if position == stops.count { locksEnd = false }
    stops.insert(stop, at: position)
    locks.insert(false, at: position)
  }

  private func canInsert(at position: Int) -> Bool {
    if stops.isEmpty { return true }
    if position == 0 { return !isStartFixed }
    if position == stops.count { return isRound || !isEndFixed }
    return !locks[position - 1]
  }

  /// The increase of the length if a stop is inserted at a position.
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

  /// Removes a stop and joins its neighbors; the new leg is locked if both removed legs were.
  ///
  /// If the start or end of the trip is removed, its neighbor takes its place.
  ///
  /// - Returns: the stop.
  /// - Precondition: the position exists.
  @discardableResult
  public mutating func remove(at position: Int) -> Stop {
    precondition(stops.indices.contains(position), "There is no such position.")
    if position == 0 { locksStart = locksStart && locks[0] }
    if position == stops.count - 1 { locksEnd = locksEnd && position > 0 && locks[position - 1] }
    if position > 0 { locks[position - 1] = locks[position - 1] && locks[position] }
    locks.remove(at: position)
    return stops.remove(at: position)
  }

  /// Reverses the route, so that the last stop becomes the first; a round trip keeps its first
  /// stop.
  ///
  /// Fixed ends and locked legs move with their stops, except for the first leg of a round trip,
  /// which becomes the leg that leads back and is no longer locked.
  public mutating func reverse() {
    guard stops.count > 1 else { return }
    // A lock is stored with the stop that its leg leaves; after the reversal that is the stop it
    // reached.
    let legs = Array(locks.dropLast())
    if isRound {
      stops[1...].reverse()
      locks = [false] + legs.dropFirst().reversed() + [false]
    } else {
      stops.reverse()
      locks = legs.reversed() + [false]
      swap(&hasStart, &hasEnd)
      swap(&locksStart, &locksEnd)
    }
  }

  /// Keeps the stops at some positions together, in this order and direction.
  ///
  /// A run that includes the first stop stays at the start, and one that includes the last stop of
  /// an open trip stays at the end, even if it is a single stop; other runs may move as a whole, so
  /// locking a single stop between others has no effect.
  ///
  /// - Throws: ``RouteError/noSuchPosition(_:count:)``.
  public mutating func lock(_ positions: Range<Int>) throws(RouteError) {
    guard positions.lowerBound >= 0, positions.upperBound <= stops.count else {
      throw .noSuchPosition(positions, count: stops.count)
    }
    for position in positions.dropLast() { locks[position] = true }
    if positions.contains(0) { locksStart = true }
    if positions.contains(stops.count - 1) { locksEnd = !isRound }
  }

  /// Unlocks the legs between the stops at some positions, and the first or last stop among them.
  ///
  /// Legs before and after the positions stay locked. A locked run of several stops at the start or
  /// the end stays there.
  ///
  /// - Throws: ``RouteError/noSuchPosition(_:count:)``.
  public mutating func unlock(_ positions: Range<Int>) throws(RouteError) {
    guard positions.lowerBound >= 0, positions.upperBound <= stops.count else {
      throw .noSuchPosition(positions, count: stops.count)
    }
    for position in positions.dropLast() { locks[position] = false }
    if positions.contains(0) { locksStart = false }
    if positions.contains(stops.count - 1) { locksEnd = false }
  }

  /// Whether the leg from a position to the next is locked; see ``isStartFixed`` and ``isEndFixed``
  /// for the first and the last stop.
  public func isLocked(at position: Int) -> Bool {
    locks.indices.contains(position) && locks[position]
  }
}
