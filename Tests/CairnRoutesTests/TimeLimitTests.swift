import CairnGeodesy
import CairnHours
import TestSupport
import Testing

@testable import CairnRoutes

/// The amount of work between two checks of the clock or the cancellation, and the results when the
/// time is over: counted, not timed.
@Suite struct TimeLimitTests {
  /// Counts the steps between checks; not thread-safe.
  private final class Steps: @unchecked Sendable {
    private var sinceLook = 0
    private(set) var most = 0
    private(set) var looks = 0
    /// The number of checks after which the search is cancelled.
    var allowed = Int.max

    func step() { sinceLook += 1 }

    func look() -> Bool {
      most = max(most, sinceLook)
      sinceLook = 0
      looks += 1
      return looks > allowed
    }

    /// Includes the steps after the last check.
    func end() { most = max(most, sinceLook) }
  }

  private struct CountedCosts: TourCosts {
    let base: SphereCosts
    let steps: Steps
    var count: Int { base.count }
    func cost(_ a: Int32, _ b: Int32) -> Double {
      steps.step()
      return base.cost(a, b)
    }
    func neighbors(
      among cities: [Int32], width: Int, until watch: inout SearchWatch
    ) -> TourNeighbors? {
      base.neighbors(among: cities, width: width, until: &watch)
    }
  }

  private func watch(_ steps: Steps) -> SearchWatch { SearchWatch(isCancelled: steps.look) }

  @Test(arguments: [50, 700, rounds(3_000, inDebug: 1_300)])
  func tourSearchChecksRegularly(count: Int) throws {
    for allowed in [0, 1, 5, 40, 200] {
      let steps = Steps()
      let places = TourCases.clusters(count, seed: 3)
      let costs = CountedCosts(base: SphereCosts(places), steps: steps)
      let lists = TourNeighbors(onSphere: costs.base.vectors)
      var budget = SearchBudget(isCancelled: steps.look)
      steps.allowed = allowed
      budget.work = 10 * count
      let found = TourSearch.optimize(costs, candidates: lists, budget: budget)
      #expect(found.order.sorted() == Array(0..<Int32(count)))
      steps.end()
      // The length of a tour is computed in a few places, each of which takes one step per city.
      #expect(steps.most <= 40_000 + 6 * count, "\(allowed): \(steps.most)")
      if steps.looks > allowed { #expect(found.end == .cancelled) }
    }
  }

  /// A cost closure is called only a few times between two checks, and after the last one only for
  /// the legs of the route.
  @Test(arguments: [20, 300], [true, false])
  func readingCostsChecksRegularly(count: Int, isSymmetric: Bool) throws {
    for trip in BruteForce.trips(1, count - 1) {
      for allowed in [0, 3, 10] {
        let steps = Steps()
        steps.allowed = allowed
        let planner = RoutePlanner(isCancelled: steps.look)
        let route = try planner.plan(Array(0..<count), trip: trip, isSymmetric: isSymmetric) {
          steps.step()
          return Double(1 + ($0 * 7 + $1 * 7) % 31)
        }
        steps.end()
        #expect(steps.most <= 64 + count, "\(steps.most)")
        #expect(route.order.sorted() == Array(0..<count))
        #expect(route.ending == (count < 100 && allowed > 6 ? route.ending : .cancelled))
        #expect(trip.start.map { $0 == route.order.first } ?? true)
        #expect(trip.isRound || trip.end.map { $0 == route.order.last } ?? true)
      }
    }
  }

  /// Whenever the time ends there is a valid route of the same trip.
  @Test(arguments: [60, rounds(2_100, inDebug: 450)])
  func routeIsValidWheneverTimeEnds(count: Int) throws {
    let places = TourCases.clusters(count, seed: 8)
    let costs = try SampleCosts.matrix(count: min(count, 400), isSymmetric: false, seed: 8)
    let symmetric = try SampleCosts.matrix(count: min(count, 400), isSymmetric: true, seed: 8)
    for allowed in [0, 1, 3, 10, 100] {
      for trip in [Trip.roundTrip, .open(from: 3, to: 1)] {
        for method in RoutePlanner.Method.allCases where method != .exact {
          let steps = Steps()
          steps.allowed = allowed
          let planner = RoutePlanner(
            method: method, limit: .work(3 * count), isCancelled: steps.look)
          let route = try planner.plan(places, trip: trip)
          #expect(route.order.sorted() == Array(0..<count))
          #expect(route.lowerBound <= route.length)
          for table in [costs, symmetric] where method == .best {
            let route = try planner.plan(table, trip: trip)
            #expect(route.order.sorted() == Array(0..<table.count))
            #expect(route.lowerBound <= route.length)
            if let start = trip.start { #expect(route.order.first == start) }
            if let end = trip.end { #expect(route.order.last == end) }
          }
        }
      }
    }
  }

  @Test func scheduleIsValidWheneverTimeEnds() throws {
    let places = TourCases.clusters(300, seed: 2)
    let stops = places.enumerated().map { number, place in
      VisitStop(
        "\(number)",
        at: Coordinate(latitude: place.latitude / 900, longitude: place.longitude / 900),
        duration: .minutes(10), hours: number % 40 == 0 ? .never : .always,
        priority: .optional(score: Double(number % 7)),
        day: number == 5 ? 0 : nil, position: number == 5 ? .last : nil)
    }
    let home = Coordinate(latitude: 0, longitude: 0)
    let day = TripDay(from: ClockTime(8, 0), to: ClockTime(18, 0), start: home, end: home)
    for allowed in [0, 1, 2, 5, 20, 60, 200] {
      let steps = Steps()
      steps.allowed = allowed
      let planner = SchedulePlanner(limit: .effort(.quick), isCancelled: steps.look)
      let plan = try planner.plan(
        stops, days: [day, day], travel: .speed(metersPerSecond: 5))
      #expect(plan.end == .cancelled || steps.looks <= allowed)
      #expect(plan.visitCount + plan.leftOut.count == stops.count)
      #expect(plan.visitCount > 0)
      for visit in plan.days.flatMap(\.visits) { #expect(visit.stop % 40 != 0) }
      for stop in plan.leftOut where stop.stop % 40 == 0 { #expect(stop.reason == .closed) }
      for stop in plan.leftOut where stop.stop % 40 != 0 && allowed == 0 {
        #expect(stop.reason == .notTried)
      }
    }
    // A time limit longer than the clock can represent.
    #expect(
      try SchedulePlanner(limit: .time(.seconds(Int64.max))).plan(
        Array(stops.prefix(4)), days: [day], travel: .speed(metersPerSecond: 5)
      ).isComplete == false)
  }

  @Test func sortingInRunsSorts() {
    var generator = SeededGenerator(seed: 3)
    for count in [0, 1, 2, 1_024, 1_025, 2_048, 5_000, 9_999] {
      var numbers = (0..<count).map { _ in Int.random(in: 0..<3_000, using: &generator) }
      let sorted = numbers.sorted()
      var watch = SearchWatch()
      numbers.sort(until: &watch) { $0 < $1 }
      #expect(numbers == sorted)
      var other = Array(sorted.reversed())
      let steps = Steps()
      steps.allowed = 1
      var over = SearchWatch(isCancelled: steps.look)
      other.sort(until: &over) { $0 < $1 }
      #expect(other.sorted() == sorted)
    }
  }
}

/// Several stops at the same place.
@Suite struct DistinctPlaceTests {
  @Test(arguments: [1, 2, 7, 30]) func duplicateStopsDoNotLengthenRoute(places: Int) throws {
    let distinct = TourCases.anywhere(places, seed: 5)
    let stops = (0..<(5 * places + 20)).map { distinct[$0 * 11 % places] }
    let count = stops.count
    let planner = RoutePlanner(limit: .effort(.quick))
    for trip in BruteForce.trips(0, places) + BruteForce.trips(1, count - 1) {
      let route = try planner.plan(stops, trip: trip)
      #expect(route.order.sorted() == Array(0..<count))
      if let start = trip.start { #expect(route.order.first == start) }
      if let end = trip.end { #expect(route.order.last == end) }
      #expect(route.legs.count == trip.legCount(stops: count))
      let start = trip.start.map { $0 * 11 % places }
      let end = trip.end.map { $0 * 11 % places }
      let plain: Trip =
        trip.isRound
        ? .roundTrip
        : start.map { s in end.map { .open(from: s, to: $0) } ?? .open(from: s) }
          ?? end.map { .open(to: $0) } ?? .open
      let best = try planner.plan(distinct, trip: plain)
      #expect(abs(route.length - best.length) <= 1e-6, "\(trip)")
      #expect(route.isOptimal == best.isOptimal, "\(trip)")
      var edited = EditableRoute(
        stops, route: try RoutePlanner(limit: .work(0)).plan(stops, trip: trip)
      ) { $0 }
      try edited.optimize(by: planner)
      #expect(edited.length <= best.length * (1 + 1e-3) + 1e-6)
    }
  }

  /// Duplicate points have others at the same place as neighbors, and their neighbor graph is
  /// balanced.
  @Test func neighborsOfEqualPointsAreBalanced() {
    for vectors in [
      [UnitVector](repeating: UnitVector(x: 1, y: 0, z: 0), count: 500),
      (0..<500).map { UnitVector(x: 0, y: $0 < 250 ? 1 : -1, z: 0) },
    ] {
      let lists = TourNeighbors(onSphere: vectors)
      var counts = [Int](repeating: 0, count: 500)
      for id in lists.ids { counts[Int(id)] += 1 }
      #expect((counts.max() ?? 0) <= 100, "\(counts.max() ?? 0)")
    }
  }
}
