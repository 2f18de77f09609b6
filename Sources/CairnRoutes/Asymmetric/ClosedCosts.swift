/// A trip by asymmetric costs as one closed tour.
///
/// A start that is fixed is reached at no cost, an end that is fixed is left at none; two fixed
/// ends are one city that is reached as the end and left as the start; between two free ends
/// stands a city that costs nothing either way. So a closed tour costs what the trip does.
internal struct ClosedCosts {
  /// How many cities the closed tour has.
  internal let count: Int
  /// The cost from each city to each other, row after row; the diagonal is not used.
  internal let rows: [Double]
  /// The stops of the first cities; a city beyond stands between two free ends.
  private let stops: [Int]
  private let trip: Trip

  internal init(_ costs: CostMatrix, trip: Trip) {
    var watch = SearchWatch()
    self.init(costs, trip: trip, until: &watch)
  }

  /// The same; when the watch is over, the costs are of no use.
  internal init(_ costs: CostMatrix, trip: Trip, until watch: inout SearchWatch) {
    self.trip = trip
    let stops =
      trip.start == nil ? Array(0..<costs.count) : (0..<costs.count).filter { $0 != trip.end }
    self.stops = stops
    let isFree = !trip.isRound && trip.start == nil && trip.end == nil
    count = stops.count + (isFree ? 1 : 0)
    if trip.isRound {
      rows = costs.costs
      return
    }
    var rows = [Double](repeating: 0, count: count * count)
    for (from, stop) in stops.enumerated()
    where (trip.start != nil || stop != trip.end) && watch.goesOn(2 * count) {
      for (to, other) in stops.enumerated() where to != from {
        if other != trip.start {
          rows[from * count + to] = costs[stop, other]
        } else if let end = trip.end {
          rows[from * count + to] = costs[stop, end]
        }
      }
    }
    self.rows = rows
  }

  /// The order of the stops in a closed tour, from the start of the trip on.
  internal func order(of tour: [Int32]) -> [Int] {
    var cities = tour.map { Int($0) }
    let first: Int?
    if let start = trip.isRound ? trip.start ?? 0 : trip.start {
      first = cities.firstIndex { $0 < stops.count && stops[$0] == start }
    } else if let end = trip.end {
      first = cities.firstIndex { $0 < stops.count && stops[$0] == end }.map { $0 + 1 }
    } else {
      first = cities.firstIndex(of: stops.count).map { $0 + 1 }
    }
    if let first { cities = Array(cities[first...] + cities[..<first]) }
    var order = cities.filter { $0 < stops.count }.map { stops[$0] }
    if trip.start != nil, let end = trip.end { order.append(end) }
    return order
  }

  /// The closed tour of an order of the stops.
  internal func tour(of order: [Int]) -> [Int32] {
    var city = [Int: Int32](minimumCapacity: stops.count)
    for (number, stop) in stops.enumerated() { city[stop] = Int32(number) }
    var tour = order.compactMap { city[$0] }
    if count > stops.count { tour.append(Int32(stops.count)) }
    return tour
  }
}
