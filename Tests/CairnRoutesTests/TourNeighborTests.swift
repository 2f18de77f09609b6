import CairnGeodesy
import TestSupport
import Testing

@testable import CairnRoutes

@Suite struct TourNeighborTests {
  /// The quadrant of a place as seen from another: 0 to 3.
  private func quadrant(_ a: UnitVector, _ b: UnitVector) -> Int {
    let east = a.x * b.y - a.y * b.x
    let north = (a.x * a.x + a.y * a.y) * b.z - a.z * (a.x * b.x + a.y * b.y)
    return (east >= 0 ? 0 : 1) + (north >= 0 ? 0 : 2)
  }

  @Test(arguments: [12, 40, 300])
  func nearestOverallAndPerQuadrantAreFound(count: Int) {
    for places in [TourCases.anywhere(count, seed: 1), TourCases.clusters(count, seed: 2)] {
      let vectors = places.map { $0.unitVector }
      let lists = TourNeighbors(onSphere: vectors, width: 10, quadrant: 2)
      var misses = 0
      for city in 0..<count {
        let ranked = (0..<count).filter { $0 != city }.sorted {
          vectors[city].squaredChord(to: vectors[$0]) < vectors[city].squaredChord(to: vectors[$1])
        }
        var wanted = Set<Int32>()
        for number in 0..<4 {
          let inside = ranked.filter { quadrant(vectors[city], vectors[$0]) == number }
          wanted.formUnion(inside.prefix(2).map { Int32($0) })
        }
        for other in ranked where wanted.count < min(10, count - 1) { wanted.insert(Int32(other)) }
        let row = lists.ids[city * lists.width..<(city + 1) * lists.width]
        #expect(Set(row).count == lists.width && !row.contains(Int32(city)))
        misses += wanted.subtracting(row).count
      }
      // With floats, two places at equal distances, or on an axis, may be ranked differently.
      #expect(misses <= count / 50)
    }
  }

  @Test func equalPlacesHaveNeighbors() {
    for (_, places) in TourCases.adversarial {
      let lists = TourNeighbors(onSphere: places.map { $0.unitVector })
      #expect(lists.width == 10)
      for city in 0..<places.count {
        let row = lists.ids[city * 10..<(city + 1) * 10]
        #expect(Set(row).count == 10 && !row.contains(Int32(city)))
      }
    }
  }

  @Test func listsByCostsAreTheCheapest() {
    let costs = TourCases.costs(30, seed: 3)
    let lists = TourNeighbors(nearestBy: costs, width: 6)
    for city in 0..<Int32(30) {
      let ranked = (0..<Int32(30)).filter { $0 != city }.sorted {
        (costs.cost(city, $0), $0) < (costs.cost(city, $1), $1)
      }
      #expect(Array(lists.ids[Int(city) * 6..<(Int(city) + 1) * 6]) == Array(ranked.prefix(6)))
    }
    #expect(lists.narrowed(to: 2).ids.prefix(2) == lists.ids.prefix(2))
    #expect(lists.narrowed(to: 9).width == 6)
  }

  /// The neighbors in a table, from the definition: without the cheapest in a first pass, and
  /// without vectors.
  private func neighbors(of city: Int, in rows: [Double], count: Int, width: Int) -> [Int32] {
    func cost(_ a: Int, _ b: Int) -> Double { rows[a * count + b] }
    let ranked = (0..<count).filter { $0 != city }.sorted { cost(city, $0) < cost(city, $1) }
    let share = min(2, width / 4)
    let apart = ranked.filter { other in
      ranked.prefix(5).allSatisfy { cost($0, other) >= cost(city, other) }
    }
    var found = Array(ranked.prefix(width - share))
    for other in apart.prefix(share) + ranked.dropFirst(width - share)
    where found.count < width && !found.contains(other) {
      found.append(other)
    }
    return found.map { Int32($0) }
  }

  @Test(arguments: 1...41)
  func listsOfTablesAreTheCheapestAndThoseApart(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let places = TourCases.clusters(count, seed: UInt64(count))
    for isMetric in [true, false] {
      var rows = [Double](repeating: 0, count: count * count)
      for a in 0..<count {
        for b in 0..<a {
          let cost =
            isMetric ? places[a].distance(to: places[b]) : .random(in: 1..<100, using: &generator)
          rows[a * count + b] = cost
          rows[b * count + a] = cost
        }
      }
      for width in [3, 10] {
        var watch = SearchWatch()
        let lists = TourNeighbors(table: rows, count: count, width: width, until: &watch)
        #expect(lists?.width == min(width, count - 1))
        for city in 0..<count where lists?.width ?? 0 > 0 {
          let width = min(width, count - 1)
          let row = lists?.ids[city * width..<(city + 1) * width]
          #expect(
            row.map(Array.init) == neighbors(of: city, in: rows, count: count, width: width))
        }
      }
    }
  }

  @Test func listsOfTablesJoinClusters() throws {
    // Two squares of 36 places, a degree wide and ten degrees apart.
    let places = (0..<72).map { number -> Coordinate in
      let (row, column) = (number % 6, number / 6 % 6)
      let west = number < 36 ? 0.0 : 10.0
      return Coordinate(latitude: 0.2 * Double(row), longitude: west + 0.2 * Double(column))
    }
    let costs = try CostMatrix(count: 72, isSymmetric: true) {
      places[$0].distance(to: places[$1])
    }
    var watch = SearchWatch()
    let made = TourNeighbors(table: costs.costs, count: 72, width: 10, until: &watch)
    let lists = try #require(made)
    let joined = (0..<36).filter { city in
      lists.ids[city * 10..<(city + 1) * 10].contains { $0 >= 36 }
    }
    #expect(joined.count >= 2)
    #expect(joined.allSatisfy { $0 / 6 == 5 }, "Only those at the gap.")
  }

  @Test func hubIsNeighborOfAllCities() {
    let lists = TourNeighbors(nearestBy: TourCases.costs(9, seed: 1), width: 4).addingHub()
    #expect(lists.count == 10 && lists.width == 5)
    for city in 0..<9 { #expect(lists.ids[city * 5] == 9) }
    #expect(!lists.ids[45...].contains(9))
  }

  @Test func hubNeighborsAreTheRemotest() {
    let costs = TourCases.costs(30, seed: 6)
    let lists = TourNeighbors(nearestBy: costs, width: 4)
    let second = (0..<Int32(30)).map { city in
      (0..<Int32(30)).filter { $0 != city }.map { costs.cost(city, $0) }.sorted()[1]
    }
    let ranked = (0..<Int32(30)).sorted { second[Int($0)] > second[Int($1)] }
    #expect(lists.remotest(costs) == ranked.prefix(5).map { $0 })
    #expect(lists.addingHub(beside: ranked).ids.suffix(5) == ranked.prefix(5))
  }

  @Test func renumberedListsAreEquivalent() {
    var generator = SeededGenerator(seed: 2)
    let lists = TourNeighbors(nearestBy: TourCases.costs(20, seed: 5), width: 5)
    let cities = (0..<Int32(20)).shuffled(using: &generator)
    let moved = lists.renumbered(cities)
    for (number, city) in cities.enumerated() {
      let row = moved.ids[number * 5..<(number + 1) * 5].map { cities[Int($0)] }
      #expect(row == Array(lists.ids[Int(city) * 5..<(Int(city) + 1) * 5]))
    }
  }

  @Test func arcsAreDistances() {
    var generator = SeededGenerator(seed: 8)
    for exponent in stride(from: -7.0, through: 0, by: 0.25) {
      var angle = 1.0
      for _ in 0..<Int(-exponent * 4) { angle *= 0.5 }
      let from = TourCases.anywhere(1, seed: generator.next())[0]
      let to = from.destination(
        bearing: .random(in: 0..<360, using: &generator),
        distance: angle * 3 * Sphere.mean.radius)
      let costs = SphereCosts([from, to])
      let exact = from.distance(to: to)
      #expect(abs(costs.cost(0, 1) - exact) <= 1e-10 * exact + 1e-8)
    }
    let antipodes = SphereCosts([
      Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0, longitude: 180),
    ])
    #expect(abs(antipodes.cost(0, 1) - .pi * Sphere.mean.radius) < 0.3)
  }
}

@Suite struct GreedyTourTests {
  /// The length of the greedy tour by its definition: all edges in order of cost.
  private func greedy(_ costs: some TourCosts) -> Double {
    let count = Int32(costs.count)
    var edges: [(Double, Int32, Int32)] = []
    for b in 0..<count {
      for a in 0..<b { edges.append((costs.cost(a, b), a, b)) }
    }
    edges.sort(by: <)
    var part = (0..<Int(count)).map { $0 }
    var degree = [Int](repeating: 0, count: Int(count))
    var length = 0.0
    var taken = 0
    for (cost, a, b) in edges where degree[Int(a)] < 2 && degree[Int(b)] < 2 {
      let isLast = taken == Int(count) - 1
      guard part[Int(a)] != part[Int(b)] || isLast else { continue }
      let old = part[Int(a)]
      for city in part.indices where part[city] == old { part[city] = part[Int(b)] }
      degree[Int(a)] += 1
      degree[Int(b)] += 1
      length += cost
      taken += 1
    }
    return length
  }

  @Test(arguments: [3, 4, 10, 60, 200])
  func shortestFittingEdgeIsTaken(count: Int) {
    let costs = SphereCosts(TourCases.anywhere(count, seed: UInt64(count)))
    let order = greedyTour(costs, TourNeighbors(nearestBy: costs, width: 10))
    #expect(order.sorted() == Array(0..<Int32(count)))
    // Ends without a free neighbor on their lists are joined among themselves, so the order of long
    // edges may differ slightly.
    let ratio = costs.length(of: order) / greedy(costs)
    #expect(ratio > 0.93 && ratio < 1.07)
  }

  @Test func adversarialSetsGiveTours() {
    for (name, places) in TourCases.adversarial {
      let costs = SphereCosts(places)
      let order = greedyTour(costs, TourNeighbors(onSphere: costs.vectors))
      #expect(order.sorted() == Array(0..<Int32(places.count)), "\(name)")
    }
  }

  /// Tours with noise have every city once; without noise they are about as long as the greedy
  /// tour, and with noise they differ.
  @Test func startsDiffer() throws {
    for (name, places) in TourCases.adversarial + [("anywhere", TourCases.anywhere(200, seed: 3))] {
      let costs = SphereCosts(places)
      let lists = TourNeighbors(onSphere: costs.vectors)
      var random = SplitMix64(seed: 4)
      let plain = greedyStarts(1, costs, lists, noise: 0, &random)
      let noisy = greedyStarts(3, costs, lists, noise: 1, &random)
      #expect(plain.count == 1 && noisy.count == 3)
      for order in plain + noisy {
        #expect(order.sorted() == Array(0..<Int32(places.count)), "\(name)")
      }
      guard name == "anywhere" else { continue }
      let ratio = costs.length(of: plain[0]) / costs.length(of: greedyTour(costs, lists))
      #expect(ratio > 0.93 && ratio < 1.07)
      #expect(Set(noisy.map { costs.length(of: $0) }).count == 3)
      #expect(noisy.allSatisfy { costs.length(of: $0) < 1.5 * costs.length(of: plain[0]) })
    }
  }

  /// Lengths are sorted as by `sort`, and equal ones by their number.
  @Test func lengthsAreSorted() {
    var generator = SeededGenerator(seed: 11)
    var order = LengthOrder()
    for count in [0, 1, 2, 300, 3_000, 30, 3_000] {
      let kinds = [0, -0.0, 1, -1, 3.5e9, -3.5e9, 1e-30, .infinity, -.infinity, 1e300, -1e300]
      let lengths = (0..<count).map { _ in
        Bool.random(using: &generator)
          ? kinds.randomElement(using: &generator) ?? 0
          : Double.random(in: -1e6...1e6, using: &generator)
      }
      order.sort(count) { lengths[$0] }
      let keys = lengths.map { Float($0) }
      let expected = (0..<count).sorted { (keys[$0], $0) < (keys[$1], $1) }
      let found = Array(order.numbers)
      #expect(found.map { keys[$0] } == expected.map { keys[$0] })
      #expect(found.sorted() == Array(0..<count))
    }
  }
}
