internal import CairnGeodesy

/// A problem in which stops at one place are one stop.
///
/// No route gets shorter by coming to a place twice, and many stops at one place would hide all
/// others from a search that looks at the nearest.
internal struct DistinctPlaces {
  /// The problem of the places, each once.
  internal let problem: PlanProblem
  private let trip: Trip
  /// The stops at each place.
  private let stops: [[Int]]
  /// The place of each stop.
  private let places: [Int32]

  /// Nil when no two stops lie at one place, and for costs, which know of no places.
  ///
  /// - Complexity: O(n).
  internal init?(_ problem: PlanProblem) {
    guard case .places(let coordinates, let surface) = problem.source else { return nil }
    var places = [Int32](repeating: -1, count: coordinates.count)
    var firsts: [Int] = []
    let vectors = coordinates.map { $0.unitVector }
    // An open hash table of places by the bits of their vectors.
    let size = 2 << (Int.bitWidth - max(1, vectors.count).leadingZeroBitCount)
    var table = [Int32](repeating: -1, count: size)
    for (stop, vector) in vectors.enumerated() {
      var hash = (vector.x + 0).bitPattern &* 0x9E37_79B9_7F4A_7C15
      hash = (hash ^ (hash &>> 29) ^ (vector.y + 0).bitPattern) &* 0xBF58_476D_1CE4_E5B9
      hash = (hash ^ (hash &>> 32) ^ (vector.z + 0).bitPattern) &* 0x94D0_49BB_1331_11EB
      var slot = Int(truncatingIfNeeded: hash &>> 20) & (size - 1)
      while table[slot] >= 0, vectors[firsts[Int(table[slot])]] != vector {
        slot = (slot + 1) & (size - 1)
      }
      if table[slot] < 0 {
        table[slot] = Int32(firsts.count)
        firsts.append(stop)
      }
      places[stop] = table[slot]
    }
    guard firsts.count < coordinates.count else { return nil }
    var stops = [[Int]](repeating: [], count: firsts.count)
    for (stop, place) in places.enumerated() { stops[Int(place)].append(stop) }
    self.stops = stops
    self.places = places
    trip = problem.trip
    let start = trip.start.map { Int(places[$0]) }
    let end = trip.end.map { Int(places[$0]) }
    let reduced: Trip =
      switch (start, end) {
      case _ where trip.isRound: start.map { .roundTrip(from: $0) } ?? .roundTrip
      case (let start?, let end?): .open(from: start, to: end)
      case (let start?, nil): .open(from: start)
      case (nil, let end?): .open(to: end)
      case (nil, nil): .open
      }
    self.problem = PlanProblem(
      source: .places(firsts.map { coordinates[$0] }, surface), trip: reduced)
  }

  /// The order of the places in which an order of the stops comes to them first, but to the end
  /// last.
  internal func order(ofStops order: [Int]) -> [Int] {
    let end = problem.trip.end
    var isSeen = [Bool](repeating: false, count: stops.count)
    if let end { isSeen[end] = true }
    var reduced: [Int] = []
    for stop in order where !isSeen[Int(places[stop])] {
      isSeen[Int(places[stop])] = true
      reduced.append(Int(places[stop]))
    }
    return reduced + (end.map { [$0] } ?? [])
  }

  /// The order of the stops for an order of the places.
  internal func order(ofPlaces order: [Int]) -> [Int] {
    var all = order.flatMap { stops[$0] }
    if let start = trip.start, let index = all.firstIndex(of: start) {
      all.remove(at: index)
      all.insert(start, at: 0)
    }
    if let end = trip.end, let index = all.firstIndex(of: end) {
      all.remove(at: index)
      all.append(end)
    }
    return all
  }
}
