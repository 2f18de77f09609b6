internal import CairnMemory

/// Several good tours whose edges are combined into better ones.
///
/// A search from one tour ends near the best tour similar to it. Tours found from different starts
/// together contain most of the best edges, and their differences can be exchanged cycle by cycle.
///
/// Source: see ``EdgeAssembly``; the paper uses many simple tours, this type uses few tours that
/// are already hard to improve by exchanges of five edges.
struct TourPopulation<Costs: TourCosts>: ~Copyable {
  private let costs: Costs
  private let near: TourNeighbors
  private var tours: [[Int32]] = []
  private var lengths: [Double] = []
  private(set) var best = 0
  /// The number of children created.
  private(set) var children = 0

  /// The minimum number of cities: fewer need only one tour.
  static var leastCount: Int { 12 }
  /// The minimum number of tours: fewer have too few different edges to gain from.
  static var leastSize: Int { 5 }

  /// N_ch of the paper: the number of children of a pair of tours, of which the best one is taken.
  private let childrenOfTwo: Int
  /// The number of rounds without a better tour after which the evolution ends.
  private var patience: Int { 8 }
  /// The cost of a child, in units of work.
  private var childWork: Int { 5 }

  /// - Parameters:
  ///   - costs: the costs.
  ///   - candidates: the likely neighbors of each city, nearest first.
  ///   - children: the number of children of a pair of tours, of which the best one is taken.
  init(_ costs: Costs, candidates: TourNeighbors, children: Int) {
    self.costs = costs
    childrenOfTwo = children
    near = candidates.narrowed(to: 6)
  }

  var count: Int { tours.count }
  var bestTour: [Int32] { tours[best] }
  var bestLength: Double { lengths[best] }

  /// Adds a tour.
  mutating func add(_ tour: [Int32]) {
    tours.append(tour)
    lengths.append(costs.length(of: tour))
    if lengths[count - 1] < lengths[best] { best = count - 1 }
  }

  /// Combines tours until they no longer improve or the budget is used up.
  ///
  /// - Parameters:
  ///   - meter: the budget.
  ///   - share: the fraction of the budget, including earlier use, at which to stop.
  ///   - random: selects the pairs and cycles.
  mutating func evolve(_ meter: inout BudgetMeter, share: Double, _ random: inout SplitMix64) {
    let edges = EdgeCounts(cities: costs.count)
    for tour in tours {
      guard var last = tour.last else { continue }
      for city in tour {
        edges.add(last, city)
        last = city
      }
    }
    let entropy = (0...count + 1).map { number in
      let part = Double(number) / Double(count)
      return number == 0 ? 0 : -part * naturalLogarithm(part)
    }
    var assembly = EdgeAssembly(costs, near: near)
    var sinceBest = 0
    while meter.end == nil, meter.fraction < share, sinceBest < patience {
      let least = bestLength
      var isChanged = false
      let turns = random.shuffled(count)
      for (index, first) in turns.enumerated() {
        let second = turns[index + 1 == count ? 0 : index + 1]
        if improve(first, by: second, &assembly, edges, entropy, &meter, &random) {
          isChanged = true
        }
        if meter.end != nil { break }
      }
      if !isChanged { break }
      sinceBest = bestLength < least ? 0 : sinceBest + 1
    }
  }

  /// Replaces a tour by the best of some children with another, if that is shorter, and repeats
  /// this with the children of the other cycles.
  ///
  /// Tours of many cities differ in many places, and a comparison takes longer than the children.
  private mutating func improve(
    _ first: Int, by second: Int, _ assembly: inout EdgeAssembly<Costs>,
    _ edges: borrowing EdgeCounts, _ entropy: [Double], _ meter: inout BudgetMeter,
    _ random: inout SplitMix64
  ) -> Bool {
    guard meter.spend(1 + costs.count / 128) else { return false }
    assembly.compare(tours[first], tours[second], &random)
    var cycles = random.shuffled(assembly.cycleEnds.count)[...]
    var isChanged = false
    while meter.end == nil, !cycles.isEmpty {
      let tried = cycles.prefix(childrenOfTwo)
      cycles = cycles.dropFirst(childrenOfTwo)
      // The changes so far may have removed an edge of another cycle, or added one.
      let applicable = isChanged ? tried.filter { assembly.isApplicable($0) } : Array(tried)
      guard let best = bestChild(applicable, &assembly, edges, entropy, &meter) else { continue }
      assembly.apply(best)
      lengths[first] -= best.gain
      for edge in best.taken { edges.remove(edge.x, edge.y) }
      for edge in best.put { edges.add(edge.x, edge.y) }
      isChanged = true
    }
    guard isChanged else { return false }
    tours[first] = assembly.order.values
    if lengths[first] < bestLength { best = first }
    meter.reach(bestLength)
    return true
  }

  /// Returns the child with the greatest gain relative to the loss of entropy of the population;
  /// nil if none is shorter than the first tour.
  private mutating func bestChild(
    _ cycles: [Int], _ assembly: inout EdgeAssembly<Costs>, _ edges: borrowing EdgeCounts,
    _ entropy: [Double], _ meter: inout BudgetMeter
  ) -> EdgeAssembly<Costs>.Child? {
    var chosen: EdgeAssembly<Costs>.Child?
    var most = 0.0
    let negligible = 1e-12 * bestLength
    for cycle in cycles {
      guard meter.spend(childWork) else { break }
      children &+= 1
      meter.report(bestLength, children)
      guard assembly.makeChild(cycle), assembly.child.gain > negligible else { continue }
      var variety = 0.0
      for edge in assembly.child.taken {
        let count = edges.count(edge.x, edge.y)
        if count > 0 { variety += entropy[count - 1] - entropy[count] }
      }
      for edge in assembly.child.put {
        let count = edges.count(edge.x, edge.y)
        variety += entropy[min(count, self.count) + 1] - entropy[count]
      }
      let merit = assembly.child.gain / max(-variety, 1e-6)
      if merit > most {
        most = merit
        chosen = assembly.child
      }
    }
    return chosen
  }
}

/// The number of occurrences of each edge in a population of tours.
///
/// Stores up to 16 edges per city, to cities of greater number; further ones are not counted.
struct EdgeCounts: ~Copyable {
  private static var slots: Int { 16 }
  /// For each city, the ends of its edges with greater numbers, or -1.
  private let ends: FixedArray<Int32>
  private let counts: FixedArray<Int32>

  /// - Parameter cities: the number of cities.
  init(cities: Int) {
    ends = FixedArray(repeating: -1, count: cities * Self.slots)
    counts = FixedArray(repeating: 0, count: cities * Self.slots)
  }

  /// The number of tours that contain the edge between two cities.
  @inline(__always)
  func count(_ a: Int32, _ b: Int32) -> Int {
    slot(min(a, b), max(a, b)).map { Int(counts[$0]) } ?? 0
  }

  /// Increments the count of an edge.
  func add(_ a: Int32, _ b: Int32) {
    if a == b { return }
    let end = max(a, b)
    if let slot = slot(min(a, b), end) ?? slot(min(a, b), -1) {
      ends[slot] = end
      counts[slot] &+= 1
    }
  }

  /// Decrements the count of an edge.
  func remove(_ a: Int32, _ b: Int32) {
    guard a != b, let slot = slot(min(a, b), max(a, b)) else { return }
    counts[slot] &-= 1
    if counts[slot] == 0 { ends[slot] = -1 }
  }

  @inline(__always)
  private func slot(_ city: Int32, _ end: Int32) -> Int? {
    let row = Int(city) &* Self.slots
    for slot in row..<row &+ Self.slots where ends[slot] == end { return slot }
    return nil
  }
}
