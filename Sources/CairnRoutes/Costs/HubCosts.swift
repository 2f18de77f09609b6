/// The costs of an open trip as those of a closed tour: with one more city, the hub, between its
/// two ends.
///
/// To go to the hub costs the same from every stop that is no fixed end, so that the shortest tour
/// through it leaves the shortest path without it. The way from the hub to an end that is fixed
/// costs far less than nothing, so that it is in every tour worth a look.
internal struct HubCosts<Base: TourCosts>: TourCosts {
  internal private(set) var base: Base
  private let hub: Int32
  private var start: Int32
  private var end: Int32
  private let prize: Double
  private let free: Double
  private let greatest: Double

  /// Adds a hub.
  ///
  /// - Parameters:
  ///   - greatest: no cost of `base` is above it.
  ///   - free: the cost of the way to an end that is not fixed.
  internal init(_ base: Base, trip: Trip, greatest: Double, free: Double) {
    self.base = base
    hub = Int32(base.count)
    start = trip.start.map { Int32($0) } ?? -1
    end = trip.end.map { Int32($0) } ?? -1
    self.free = free
    self.greatest = greatest
    // More than the edges of any one move can cost together.
    prize = -64 * max(greatest, .leastNormalMagnitude)
  }

  internal var count: Int { base.count + 1 }

  @inline(__always)
  internal func cost(_ a: Int32, _ b: Int32) -> Double {
    if a == hub { return toHub(b) }
    if b == hub { return toHub(a) }
    return base.cost(a, b)
  }

  /// The way to an end that is free is the last to be taken.
  internal func greedyLength(_ a: Int32, _ b: Int32) -> Double {
    let cost = cost(a, b)
    return (a == hub || b == hub) && cost >= 0 ? 2 * greatest : cost
  }

  /// The hub, as the last city, is a neighbour of all.
  internal func neighbors(
    among cities: [Int32], width: Int, until watch: inout SearchWatch
  ) -> NeighborLists? {
    if cities.last != hub { return base.neighbors(among: cities, width: width, until: &watch) }
    return base.neighbors(among: cities.dropLast(), width: max(0, width - 1), until: &watch)?
      .addingHub()
  }

  /// The hub stays the last city.
  internal func localOrder(until watch: inout SearchWatch) -> [Int32]? {
    base.localOrder(until: &watch).map { $0 + [hub] }
  }

  internal func renumbered(_ cities: [Int32]) -> HubCosts? {
    guard cities.last == hub, let local = base.renumbered(Array(cities.dropLast())) else {
      return nil
    }
    var costs = self
    costs.base = local
    costs.start = cities.firstIndex(of: start).map { Int32($0) } ?? -1
    costs.end = cities.firstIndex(of: end).map { Int32($0) } ?? -1
    return costs
  }

  /// What a tour through the hub is longer than the path that is left without it.
  internal var offset: Double {
    (start < 0 ? free : prize) + (end < 0 ? free : prize)
  }

  @inline(__always)
  private func toHub(_ city: Int32) -> Double {
    city == start || city == end ? prize : free
  }

  /// The path of a tour: what is left when the hub is taken out, from the start on.
  internal func path(of tour: [Int32]) -> [Int] {
    guard let split = tour.firstIndex(of: hub) else { return tour.map { Int($0) } }
    var path = (tour[(split + 1)...] + tour[..<split]).map { Int($0) }
    if (start >= 0 && path.first != Int(start)) || (end >= 0 && path.last != Int(end)) {
      path.reverse()
    }
    return path
  }

  /// The tour of a path: with the hub behind it.
  internal func tour(of path: [Int]) -> [Int32] {
    path.map { Int32($0) } + [hub]
  }
}
