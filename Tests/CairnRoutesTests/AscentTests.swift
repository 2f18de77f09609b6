import CairnGeodesy
import TestSupport
import Testing

@testable import CairnRoutes

/// The bounds of many stops: steps along the slopes of stops and of clusters.
@Suite struct AscentTests {
  /// Places in nested clusters, some of them within a meter and some twice, in the order of a
  /// route.
  private func places(_ count: Int, seed: UInt64) throws -> [Coordinate] {
    var random = SeededGenerator(seed: seed)
    var places: [Coordinate] = []
    for number in 0..<count {
      if number > 0, random.double(in: 0...1) < 0.1 {
        places.append(places[Int.random(in: 0..<number, using: &random)])
        continue
      }
      let center = [(10.0, 20.0), (10.01, 20.0), (40.0, -60.0)][number % 3]
      let spread = [1e-5, 1e-3, 1.0][Int.random(in: 0..<3, using: &random)]
      places.append(
        Coordinate(
          latitude: center.0 + random.double(in: -spread...spread),
          longitude: center.1 + random.double(in: -spread...spread)))
    }
    let order = try RoutePlanner().plan(places).order
    return order.map { places[$0] }
  }

  private func bound(
    _ places: [Coordinate], _ surface: Surface, _ trip: Trip, width: Int = 3, limit: Duration? = nil
  ) throws -> Double {
    var watch = SearchWatch()
    let costs = SphereCosts(places, surface: surface)
    let near = try #require(TourNeighbors(onSphere: costs.vectors, width: width, until: &watch))
    let tree = try #require(PlaceTree(costs, near, on: surface, until: &watch))
    let graph = CandidateTree(near, order: Array(0..<Int32(places.count)), tree.cost)
    var bound = SpanningTreeBound(tree, trip: trip)
    bound.ascend(among: graph, steps: 150, limit: limit, until: &watch)
    return bound.value - tree.error
  }

  /// No bound is above the optimal route, whose length is computed by dynamic programming.
  @Test(arguments: [Surface.sphere, .wgs84]) func boundsAreBelowTheBest(surface: Surface) throws {
    for seed in 0..<UInt64(rounds(40, inDebug: 3)) {
      let places = try places(4 + Int(seed) % 8, seed: seed)
      for trip in BruteForce.trips(0, 2) {
        let best = try RoutePlanner(surface: surface, method: .exact).plan(places, trip: trip)
        for width in [1, 3] {
          let bound = try bound(places, surface, trip, width: width)
          #expect(bound <= best.length, "\(seed) \(trip)")
          // Twice a minimum spanning tree is longer than some route.
          if trip.isRound { #expect(bound >= 0.499 * best.length - 0.01, "\(seed)") }
        }
      }
    }
  }

  /// Remote clusters, which a minimum spanning tree enters by a single edge, weaken the bound
  /// little.
  @Test func boundsOfClustersAreClose() throws {
    var random = SeededGenerator(seed: 5)
    var places: [Coordinate] = []
    for cluster in 0..<4 {
      for _ in 0..<12 {
        places.append(
          Coordinate(
            latitude: random.double(in: 0...0.1),
            longitude: Double(cluster) * 5 + random.double(in: 0...0.1)))
      }
    }
    let route = try RoutePlanner().plan(places)
    let ordered = route.order.map { places[$0] }
    let bound = try bound(ordered, .sphere, .roundTrip)
    #expect(bound <= route.length * (1 + 1e-12))
    #expect(bound > 0.99 * route.length)
    // A limit that has passed leaves the tree without weights.
    let hurried = try self.bound(ordered, .sphere, .roundTrip, limit: .zero)
    #expect(hurried > 0.4 * route.length && hurried <= bound)
  }

  /// The quick effort claims small gaps for few stops in remote clusters, too: places on the sphere
  /// and on the ellipsoid, and a table of costs.
  @Test(arguments: [60, rounds(230, inDebug: 100)], [0.3, 0.05])
  func quickBoundsOfFewStopsAreClose(count: Int, radius: Double) throws {
    var random = SeededGenerator(seed: 17)
    let centers = (0..<6).map { _ in
      (random.double(in: 36...60), random.double(in: -10...30))
    }
    let places = (0..<count).map { number in
      let center = centers[number % centers.count]
      return Coordinate(
        latitude: center.0 + random.double(in: -radius...radius),
        longitude: center.1 + random.double(in: -radius...radius))
    }
    let planner = RoutePlanner(limit: .effort(.quick))
    let costs = try CostMatrix(count: count, isSymmetric: true) {
      places[$0].distance(to: places[$1], on: .sphere)
    }
    // From 200 stops on, most trees have edges between neighbors only; debug tests one trip there.
    let trips = [Trip.roundTrip, .open(from: 3), .open]
    for trip in trips.prefix(count < 200 ? 3 : rounds(3, inDebug: 1)) {
      let route = try planner.plan(places, trip: trip)
      #expect(route.lowerBound <= route.length * (1 + 1e-12))
      #expect(route.lowerBound > 0.99 * route.length, "\(trip)")
      let byCosts = try planner.plan(costs, trip: trip)
      #expect(byCosts.lowerBound <= byCosts.length * (1 + 1e-12))
      #expect(byCosts.lowerBound > 0.99 * byCosts.length, "\(trip)")
    }
    let ellipsoid = try RoutePlanner(surface: .wgs84, limit: .effort(.quick)).plan(places)
    #expect(ellipsoid.lowerBound <= ellipsoid.length * (1 + 1e-12))
    #expect(ellipsoid.lowerBound > 0.99 * ellipsoid.length)
  }

  /// The directions are those of groups found by brute force, one threshold after another.
  @Test func directionsAreThoseOfAllGroups() throws {
    for seed in 0..<UInt64(rounds(60, inDebug: 6)) {
      let places = try places(3 + Int(seed) % 12, seed: seed + 100)
      let count = places.count
      func cost(_ a: Int, _ b: Int) -> Double { places[a].distance(to: places[b], on: .sphere) }
      var watch = SearchWatch()
      let dense = try #require(SpanningTree(count: count, until: &watch, cost))
      let edges = dense.shortest(weights: places.map { _ in 0 }, excluded: nil).edges
      let clusters = NestedClusters(count: count, edges: edges, cost)
      let groups = groups(count, cost)
      let legs = (0..<count).map { cost($0, ($0 + 1) % count) }
      let mean = legs.reduce(0, +) / Double(count)
      for stop in 0..<count {
        let near = max(min(legs[stop], legs[(stop + count - 1) % count]), 1e-4 * mean)
        let found = clusters.direction((0..<count).map { $0 == stop ? 1 : 0 })
        // No slope counts for more than 2.
        let steep = clusters.direction((0..<count).map { $0 == stop ? 40 : 0 })
        for other in 0..<count {
          // The distance of each group to the stops outside.
          let shared = groups.filter { $0.contains(stop) && $0.contains(other) }.map { group in
            group.flatMap { a in
              (0..<count).filter { !group.contains($0) }.map { cost(a, $0) }
            }.min() ?? 0
          }
          let expected =
            0.1 * shared.reduce(0, +) + (stop == other ? near : 0)
          #expect(abs(found[other] - expected) <= 1e-9 * mean, "\(seed) \(stop) \(other)")
          #expect(abs(steep[other] - 2 * expected) <= 1e-9 * mean, "\(seed) \(stop) \(other)")
        }
      }
    }
  }

  /// The sets of two and more stops, but not of all, whose distance to the others is at least 1.5
  /// times the longest step within: the components of all thresholds.
  private func groups(_ count: Int, _ cost: (Int, Int) -> Double) -> Set<Set<Int>> {
    var groups: Set<Set<Int>> = []
    let thresholds = Set((0..<count).flatMap { a in (0..<a).map { cost(a, $0) } })
    for threshold in thresholds {
      for start in 0..<count {
        var component: Set = [start]
        var open = [start]
        while let stop = open.popLast() {
          for other in 0..<count where !component.contains(other) && cost(stop, other) <= threshold
          {
            component.insert(other)
            open.append(other)
          }
        }
        let others = (0..<count).filter { !component.contains($0) }
        let gap = component.flatMap { a in others.map { cost(a, $0) } }.min()
        guard component.count > 1, let gap, let inner = inner(component, cost) else { continue }
        if gap > 0, gap >= 1.5 * inner { groups.insert(component) }
      }
    }
    return groups
  }

  /// The least threshold at which a set is connected.
  private func inner(_ set: Set<Int>, _ cost: (Int, Int) -> Double) -> Double? {
    let stops = set.sorted()
    guard let first = stops.first else { return nil }
    var (joined, longest): (Set<Int>, Double) = ([first], 0)
    while joined.count < stops.count {
      let next = stops.filter { !joined.contains($0) }.map { stop in
        (joined.map { cost(stop, $0) }.min() ?? 0, stop)
      }.min { $0 < $1 }
      guard let next else { return nil }
      longest = max(longest, next.0)
      joined.insert(next.1)
    }
    return longest
  }
}
