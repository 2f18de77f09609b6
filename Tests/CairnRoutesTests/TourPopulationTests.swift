import CairnGeodesy
import CairnMemory
import TestSupport
import Testing

@testable import CairnRoutes

@Suite struct TourPopulationTests {
  /// The edges of a tour, each with its smaller end first.
  private func edges(_ tour: [Int32]) -> Set<SIMD2<Int32>> {
    Set(zip(tour, tour.dropFirst() + tour.prefix(1)).map { SIMD2(min($0, $1), max($0, $1)) })
  }

  private func edge(_ a: Int32, _ b: Int32) -> SIMD2<Int32> { SIMD2(min(a, b), max(a, b)) }

  /// Cycles alternate between edges of both tours, and contain every edge in which they differ
  /// once.
  @Test(arguments: [5, 6, 9, 40, 300])
  func cyclesContainAllDifferences(count: Int) {
    let costs = SphereCosts(TourCases.anywhere(count, seed: 1))
    var assembly = EdgeAssembly(costs, near: TourNeighbors(onSphere: costs.vectors, width: 6))
    var generator = SeededGenerator(seed: UInt64(count))
    var random = SplitMix64(seed: 1)
    for _ in 0..<40 {
      let first = (0..<Int32(count)).shuffled(using: &generator)
      var second = first
      if Bool.random(using: &generator) {
        second.shuffle(using: &generator)
      } else {
        second[(count / 3)..<(count - 1)].reverse()
      }
      assembly.compare(first, second, &random)
      var own: [SIMD2<Int32>] = []
      var other: [SIMD2<Int32>] = []
      var from = 0
      for end in assembly.cycleEnds {
        let cities = Array(assembly.cities[from..<end])
        #expect(cities.count.isMultiple(of: 2) && cities.count >= 4)
        for index in cities.indices {
          let next = cities[index + 1 == cities.count ? 0 : index + 1]
          if index.isMultiple(of: 2) {
            own.append(edge(cities[index], next))
          } else {
            other.append(edge(cities[index], next))
          }
        }
        from = end
      }
      #expect(Set(own).count == own.count && Set(other).count == other.count)
      #expect(Set(own) == edges(first).subtracting(edges(second)))
      #expect(Set(other) == edges(second).subtracting(edges(first)))
    }
  }

  /// A child is a tour that has the stated gain and the stated edges.
  @Test func childrenAreShorterTours() {
    for (name, places) in TourCases.adversarial + [("anywhere", TourCases.anywhere(120, seed: 4))] {
      let count = places.count
      let costs = SphereCosts(places)
      var assembly = EdgeAssembly(costs, near: TourNeighbors(onSphere: costs.vectors, width: 6))
      var generator = SeededGenerator(seed: 9)
      var random = SplitMix64(seed: 2)
      var made = 0
      for start in greedyStarts(
        12, costs, TourNeighbors(onSphere: costs.vectors), noise: 1, &random)
      {
        let first = (0..<Int32(count)).shuffled(using: &generator)
        var second = start
        if Bool.random(using: &generator) { second.swapAt(1, count / 2) }
        assembly.compare(first, second, &random)
        for cycle in assembly.cycleEnds.indices where assembly.makeChild(cycle) {
          assembly.apply(assembly.child)
          let tour = assembly.order.values
          for (index, city) in first.enumerated() {
            assembly.order[index] = city
            assembly.place[city] = Int32(index)
          }
          #expect(tour.sorted() == Array(0..<Int32(count)), "\(name)")
          let gain = costs.length(of: first) - costs.length(of: tour)
          #expect(abs(gain - assembly.child.gain) < 1e-2, "\(name)")
          var changed = edges(first)
          for edge in assembly.child.taken { changed.remove(self.edge(edge.x, edge.y)) }
          for edge in assembly.child.put { changed.insert(self.edge(edge.x, edge.y)) }
          #expect(changed.isSuperset(of: edges(tour)), "\(name)")
          made += 1
        }
      }
      #expect(made > 0 || costs.length(of: (0..<Int32(count)).map { $0 }) < 1, "\(name)")
    }
  }

  /// Children of one comparison can be taken one after another; each is a tour with the stated
  /// gain.
  @Test(arguments: [40, 300]) func childrenAreTakenInTurn(count: Int) throws {
    let costs = SphereCosts(TourCases.clusters(count, seed: 8))
    let candidates = TourNeighbors(onSphere: costs.vectors)
    var assembly = EdgeAssembly(costs, near: candidates.narrowed(to: 6))
    var random = SplitMix64(seed: 3)
    var (taken, skipped) = (0, 0)
    let tours = greedyStarts(rounds(40, inDebug: 8), costs, candidates, noise: 2, &random)
    for (first, second) in zip(tours, tours.dropFirst()) {
      assembly.compare(first, second, &random)
      for cycle in assembly.cycleEnds.indices {
        let before = assembly.order.values
        let from = cycle == 0 ? 0 : assembly.cycleEnds[cycle - 1]
        let cities = assembly.cities[from..<assembly.cycleEnds[cycle]]
        let steps = zip(cities, cities.dropFirst() + cities.prefix(1)).map { edge($0, $1) }
        let here = edges(before)
        let isApplicable = steps.enumerated().allSatisfy { index, step in
          here.contains(step) == index.isMultiple(of: 2)
        }
        #expect(assembly.isApplicable(cycle) == isApplicable)
        guard isApplicable else {
          skipped += 1
          continue
        }
        guard assembly.makeChild(cycle) else { continue }
        assembly.apply(assembly.child)
        let after = assembly.order.values
        #expect(after.sorted() == Array(0..<Int32(count)))
        #expect(after.indices.allSatisfy { Int(assembly.place[after[$0]]) == $0 })
        let gain = costs.length(of: before) - costs.length(of: after)
        #expect(abs(gain - assembly.child.gain) < 1e-2)
        taken += 1
      }
    }
    #expect(taken > 10)
    #expect(skipped > 0)
  }

  @Test func edgesAreCounted() {
    let counts = EdgeCounts(cities: 50)
    for end in 1..<Int32(12) {
      counts.add(0, end)
      counts.add(end, 0)
    }
    #expect(counts.count(5, 0) == 2 && counts.count(0, 20) == 0)
    counts.remove(0, 5)
    counts.remove(5, 0)
    counts.remove(0, 40)
    #expect(counts.count(0, 5) == 0 && counts.count(0, 6) == 2)
    counts.add(0, 30)
    #expect(counts.count(30, 0) == 1)
    // Ends beyond the capacity are not counted.
    for end in 1..<Int32(50) { counts.add(0, end) }
    #expect(counts.count(0, 6) == 3 && counts.count(0, 49) == 0)
  }

  @Test func populationImproves() {
    let costs = SphereCosts(TourCases.clusters(150, seed: 6))
    let candidates = TourNeighbors(onSphere: costs.vectors)
    var budget = SearchBudget()
    budget.work = 20_000
    var meter = BudgetMeter(budget)
    var random = SplitMix64(seed: 5)
    var population = TourPopulation(costs, candidates: candidates, children: 30)
    for start in greedyStarts(8, costs, candidates, noise: 0.3, &random) { population.add(start) }
    let before = population.bestLength
    population.evolve(&meter, share: 1, &random)
    #expect(population.bestLength < before)
    #expect(abs(population.bestLength - costs.length(of: population.bestTour)) < 1e-2)
    #expect(population.bestTour.sorted() == Array(0..<150))
    #expect(population.children > 0)
  }

  /// Tours of many cities take several children for one comparison.
  @Test func manyCitiesImprove() throws {
    let count = rounds(6_000, inDebug: 1_600)
    let costs = SphereCosts(TourCases.clusters(count, seed: 7))
    let candidates = TourNeighbors(onSphere: costs.vectors)
    var random = SplitMix64(seed: 6)
    let starts = greedyStarts(5, costs, candidates, noise: 1, &random)
    var population = TourPopulation(costs, candidates: candidates, children: 10)
    for start in starts { population.add(start) }
    var meter = BudgetMeter(SearchBudget(work: 40_000))
    population.evolve(&meter, share: 1, &random)
    let best = try #require(starts.map { costs.length(of: $0) }.min())
    #expect(population.bestLength < 0.99 * best)
    #expect(abs(population.bestLength - costs.length(of: population.bestTour)) < 1)
    #expect(population.bestTour.sorted() == Array(0..<Int32(count)))
  }
}
