import CairnGeodesy
import TestSupport
import Testing

@testable import CairnRoutes

@Suite struct EditTests {
  private func line(_ latitudes: [Double]) -> [Coordinate] {
    latitudes.map { Coordinate(latitude: $0, longitude: 0) }
  }

  private func places(_ count: Int, seed: UInt64) -> [Coordinate] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      Coordinate(
        latitude: .random(in: 40...50, using: &generator),
        longitude: .random(in: 0...10, using: &generator))
    }
  }

  private func editable(_ stops: [Coordinate], _ trip: Trip) throws -> EditableRoute<Coordinate> {
    EditableRoute(stops, route: try RoutePlanner().plan(stops, trip: trip)) { $0 }
  }

  @Test func insertionIsCheapest() throws {
    for seed in 0..<UInt64(6) {
      let stops = places(9, seed: seed)
      let another = Coordinate(latitude: 45, longitude: Double(seed))
      for trip in BruteForce.trips(2, 5) {
        let before = try editable(stops, trip)
        var best = Double.infinity
        for position in 0...9 {
          if position == 0, trip.isRound || trip.start != nil { continue }
          if position == 9, trip.end != nil { continue }
          var tried = before
          try tried.insert(another, at: position)
          best = min(best, tried.length)
        }
        var route = before
        let position = try route.insert(another)
        #expect(route.stops[position] == another && route.stops.count == 10)
        #expect(abs(route.length - best) < 1e-6, "\(trip)")
        if trip.start != nil { #expect(route.stops[0] == before.stops[0]) }
        if trip.end != nil { #expect(route.stops[9] == before.stops[8]) }
        // Removing it again restores the previous route.
        #expect(route.remove(at: position) == another)
        #expect(route.stops == before.stops && abs(route.length - before.length) < 1e-6)
      }
    }
  }

  @Test func editingAnEmptyRoute() throws {
    for trip in [Trip.roundTrip, .open] {
      var route = try editable([], trip)
      #expect(route.length == 0 && route.legs.isEmpty)
      for (count, latitude) in [0, 2.0, 1].enumerated() {
        try route.insert(Coordinate(latitude: latitude, longitude: 0))
        #expect(route.stops.count == count + 1)
      }
      #expect(route.legs.count == (trip.isRound ? 3 : 2))
      if !trip.isRound { #expect(route.stops.map(\.latitude) == [2, 1, 0]) }
      route.reverse()
      if !trip.isRound { #expect(route.stops.map(\.latitude) == [0, 1, 2]) }
      while !route.stops.isEmpty { route.remove(at: route.stops.count - 1) }
      #expect(try route.optimize(by: RoutePlanner()) == 0)
    }
  }

  @Test func reversingKeepsEndsAndLocks() throws {
    var open = try editable(line([0, 1, 2, 3, 4]), .open(from: 0))
    try open.lock(1..<3)
    open.reverse()
    #expect(open.stops.map(\.latitude) == [4, 3, 2, 1, 0])
    #expect(!open.isStartFixed && open.isEndFixed)
    #expect((0..<5).filter { open.isLocked(at: $0) } == [2])
    var round = try editable(places(7, seed: 3), .roundTrip)
    let before = round
    try round.lock(2..<5)
    round.reverse()
    #expect(round.stops[0] == before.stops[0] && abs(round.length - before.length) < 1e-6)
    #expect((0..<7).filter { round.isLocked(at: $0) } == [3, 4])
    round.reverse()
    #expect(round.stops == before.stops)
    #expect((0..<7).filter { round.isLocked(at: $0) } == [2, 3])
  }

  /// Compared with every order that keeps the locked runs together.
  @Test func lockedRunsStayTogether() throws {
    let runs: [[Range<Int>]] = [
      [], [0..<3], [2..<4], [4..<7], [0..<2, 3..<5], [0..<3, 5..<7], [0..<1, 3..<4], [6..<7],
    ]
    for (number, locked) in runs.enumerated() {
      for trip in BruteForce.trips(0, 6) {
        let stops = places(7, seed: UInt64(number))
        // Start from an order that is not optimal.
        let given = Route(
          order: Array(0..<7), trip: trip,
          legs: [], lowerBound: 0, ending: .constructed)
        var route = EditableRoute(stops, route: given) { $0 }
        for run in locked { try route.lock(run) }
        let before = route.length
        let gain = try route.optimize(by: RoutePlanner())
        #expect(abs(before - gain - route.length) < 1e-6)
        #expect(Set(route.stops) == Set(stops))
        let order = route.stops.compactMap { stops.firstIndex(of: $0) }
        for run in locked {
          let first = try #require(order.firstIndex(of: run.lowerBound))
          #expect(Array(order[first..<first + run.count]) == Array(run))
          #expect((first..<first + run.count - 1).allSatisfy { route.isLocked(at: $0) })
          if run.lowerBound == 0 { #expect(first == 0) }
          if run.upperBound == 7, !trip.isRound { #expect(order.last == 6) }
        }
        if trip.start == 0 || trip.isRound { #expect(order[0] == 0) }
        // The best of all orders that the locks and the ends allow.
        let wanted = BruteForce.shortest(count: 7, trip: trip) { order in
          // A round trip is listed from stop 0 on, so runs are contiguous in it as they are here.
          (!trip.isRound || order[0] == 0)
            && locked.allSatisfy { run in
              let first = order.firstIndex(of: run.lowerBound) ?? 0
              return order[first...].starts(with: run)
            }
        } cost: {
          stops[$0].distance(to: stops[$1])
        }
        let isPinned = locked.contains { $0.lowerBound == 0 || $0.upperBound == 7 }
        if !isPinned || trip.isRound {
          #expect(abs(route.length - wanted) < 1e-6, "\(trip) \(locked)")
        } else {
          #expect(route.length >= wanted - 1e-6)
        }
      }
    }
  }

  /// A single stop at an end is held there by every edit, until it is unlocked.
  @Test func singleStopsAtTheEndsAreLocked() throws {
    func latitudes(_ route: EditableRoute<Coordinate>) -> [Double] { route.stops.map(\.latitude) }
    let shuffled = Route(
      order: Array(0..<4), trip: .open, legs: [], lowerBound: 0, ending: .constructed)
    for isReversed in [false, true] {
      var route = EditableRoute(line([3, 0, 2, 1]), route: shuffled) { $0 }
      if isReversed { route.reverse() }
      try route.lock(isReversed ? 3..<4 : 0..<1)
      #expect(route.isStartFixed == !isReversed && route.isEndFixed == isReversed)
      try route.lock(1..<2)
      try route.optimize(by: RoutePlanner())
      #expect(latitudes(route) == (isReversed ? [0, 1, 2, 3] : [3, 2, 1, 0]))
      #expect(try route.insert(Coordinate(latitude: 3.5, longitude: 0)) == (isReversed ? 3 : 1))
      var copy = route
      try copy.unlock(isReversed ? 4..<5 : 0..<1)
      try copy.optimize(by: RoutePlanner())
      #expect(!copy.isStartFixed && !copy.isEndFixed && abs(copy.length - 389_000) < 1_000)
      // A removed stop, and one that another is put before, are locked no longer.
      copy = route
      copy.remove(at: isReversed ? 4 : 0)
      #expect(!copy.isStartFixed && !copy.isEndFixed)
      copy = route
      try copy.insert(Coordinate(latitude: 9, longitude: 0), at: isReversed ? 5 : 0)
      #expect(!copy.isStartFixed && !copy.isEndFixed)
      // A longer run keeps its end if one of its stops is removed, and new stops follow it.
      try route.lock(0..<5)
      route.remove(at: isReversed ? 4 : 0)
      #expect(route.isStartFixed && route.isEndFixed)
      #expect(try route.insert(Coordinate(latitude: -9, longitude: 0)) == 4)
      #expect(route.isStartFixed && !route.isEndFixed && route.isLocked(at: 2))
    }
  }

  @Test func largerRouteIsImprovedFromCurrentOrder() throws {
    let stops = places(60, seed: 4)
    let planner = RoutePlanner(limit: .work(600))
    for trip in [Trip.roundTrip, .open(from: 0, to: 59)] {
      let given = Route(
        order: Array(0..<60), trip: trip, legs: [], lowerBound: 0, ending: .constructed)
      for locked in [0..<20, 20..<30] {
        var route = EditableRoute(stops, route: given) { $0 }
        try route.lock(locked)
        let before = route.length
        #expect(try route.optimize(by: planner) > 0)
        #expect(route.length < before * 0.8)
        let first = try #require(route.stops.firstIndex(of: stops[locked.lowerBound]))
        #expect(Array(route.stops[first..<first + locked.count]) == Array(stops[locked]))
      }
    }
  }

  @Test func customCosts() throws {
    // Going up costs nothing, going down does.
    let cost: @Sendable (Int, Int) -> Double = { $0 < $1 ? 0 : Double($0 - $1) }
    let stops = [3, 1, 4, 5, 9, 2, 6]
    let route = try RoutePlanner().plan(stops, trip: .open, cost: cost)
    var edited = EditableRoute(stops, route: route, cost: cost)
    #expect(edited.length == 0 && edited.stops == stops.sorted())
    #expect(try edited.insert(7) == 6)
    #expect(edited.legs.allSatisfy { $0.initialBearing == nil })
    edited.reverse()
    #expect(edited.length == 8)
    #expect(try edited.optimize(by: RoutePlanner()) == 8)
  }

  @Test func invalidInputThrows() throws {
    var route = try editable(line([0, 1, 2]), .open)
    #expect(throws: RouteError.noSuchPosition(2..<5, count: 3)) { try route.lock(2..<5) }
    #expect(throws: RouteError.noSuchPosition(-1..<1, count: 3)) { try route.unlock(-1..<1) }
    #expect(throws: RouteError.noSuchPosition(4..<4, count: 3)) {
      try route.insert(Coordinate(latitude: 0, longitude: 0), at: 4)
    }
    #expect(throws: RouteError.self) {
      try route.insert(Coordinate(latitude: .nan, longitude: 0))
    }
    #expect(route.stops.count == 3)
    // With every leg locked and both ends fixed, there is still a position.
    var full = try editable(line([0, 1, 2]), .open(from: 0, to: 2))
    try full.lock(0..<3)
    #expect(try full.insert(Coordinate(latitude: 5, longitude: 5)) == 2)
    #expect(full.stops.count == 4)
  }
}
