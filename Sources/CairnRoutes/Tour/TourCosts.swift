/// What it costs to go from one city to another, either way round.
///
/// Cities are the numbers from 0. Costs are the same in both directions, bit for bit, and finite;
/// a cost far below zero makes an edge that is never taken out once it is in.
protocol TourCosts: Sendable {
  /// The number of cities.
  var count: Int { get }
  /// The cost of the edge between two different cities of 0..<count.
  func cost(_ a: Int32, _ b: Int32) -> Double
  /// What counts as the length of an edge when a tour is begun by greedy edges.
  func greedyLength(_ a: Int32, _ b: Int32) -> Double
  /// For each of some cities the likely neighbours among them; numbers are offsets in `cities`.
  ///
  /// Unless costs know better it compares all pairs; nil when the time does not suffice.
  func neighbors(
    among cities: [Int32], width: Int, until watch: inout SearchWatch
  ) -> NeighborLists?
  /// All cities so that those close to each other stand close together, or nil when that is not
  /// known or the time does not suffice.
  func localOrder(until watch: inout SearchWatch) -> [Int32]?
  /// The same costs where city `i` is the one that was `cities[i]`, or nil when there is no need.
  func renumbered(_ cities: [Int32]) -> Self?
}

extension TourCosts {
  @inline(__always)
  func greedyLength(_ a: Int32, _ b: Int32) -> Double { cost(a, b) }

  func neighbors(
    among cities: [Int32], width: Int, until watch: inout SearchWatch
  ) -> NeighborLists? {
    NeighborLists(count: cities.count, width: width, until: &watch) {
      cost(cities[Int($0)], cities[Int($1)])
    }
  }

  func localOrder(until watch: inout SearchWatch) -> [Int32]? { nil }

  func renumbered(_ cities: [Int32]) -> Self? { nil }
}

extension TourCosts {
  /// The length of a closed tour.
  func length(of order: [Int32]) -> Double {
    guard var last = order.last, order.count > 1 else { return 0 }
    var sum = 0.0
    for city in order {
      sum += cost(last, city)
      last = city
    }
    return sum
  }
}
