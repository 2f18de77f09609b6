/// Several good tours, of which better ones are put together.
///
/// A search from one tour ends near the best tour that looks much like it. Tours found from
/// different starts have most of the best edges among them, and what differs can be exchanged
/// cycle by cycle.
///
/// Source: as ``EdgeAssembly``; there the tours are many and simple, here they are few and already
/// hard to improve by exchanges of five edges.
struct TourPopulation<Costs: TourCosts>: ~Copyable {
  private let costs: Costs
  private let near: NeighborLists
  private var tours: [[Int32]] = []
  private var lengths: [Double] = []
  private(set) var best = 0
  /// How many tours were put together from two.
  private(set) var children = 0

  /// More cities than that differ in so many places that exchanging one at a time takes too long.
  static var greatestCount: Int { 40_000 }
  /// So few cities need no more than one tour.
  static var leastCount: Int { 12 }
  /// So few tours are not worth it.
  static var leastSize: Int { 5 }

  private var childrenOfTwo: Int { 30 }
  private var patience: Int { 8 }
  /// What a child costs, in units of work.
  private var childWork: Int { 8 }

  /// - Parameter candidates: the likely neighbours of each city, the nearest first.
  init(_ costs: Costs, candidates: NeighborLists) {
    self.costs = costs
    near = candidates.narrowed(to: 6)
  }

  var count: Int { tours.count }
  var bestTour: [Int32] { tours[best] }
  var bestLength: Double { lengths[best] }

  /// Takes in a tour.
  mutating func add(_ tour: [Int32]) {
    tours.append(tour)
    lengths.append(costs.length(of: tour))
    if lengths[count - 1] < lengths[best] { best = count - 1 }
  }

  /// Puts tours together until they no longer become better or the budget is used up.
  ///
  /// - Parameters:
  ///   - share: of the budget, the part that is used up at most, whoever has used it.
  ///   - random: chooses who meets whom.
  mutating func evolve(_ meter: inout BudgetMeter, share: Double, _ random: inout TourRandom) {
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
      return number == 0 ? 0 : -part * naturalLog(part)
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

  /// Replaces a tour by the best of its children with another, if that is shorter.
  ///
  /// The best is the one that gains most for what it takes from the variety of all tours.
  private mutating func improve(
    _ first: Int, by second: Int, _ assembly: inout EdgeAssembly<Costs>,
    _ edges: borrowing EdgeCounts, _ entropy: [Double], _ meter: inout BudgetMeter,
    _ random: inout TourRandom
  ) -> Bool {
    guard meter.spend(1 + costs.count / 128) else { return false }
    assembly.compare(tours[first], tours[second], &random)
    var cycles = Array(assembly.cycleEnds.indices)
    var chosen: EdgeAssembly<Costs>.Child?
    var most = 0.0
    let negligible = 1e-12 * bestLength
    for trial in 0..<min(childrenOfTwo, cycles.count) {
      let rest = UInt32(truncatingIfNeeded: cycles.count - trial)
      cycles.swapAt(trial, trial + Int(random.next(below: rest)))
      guard meter.spend(childWork) else { break }
      children &+= 1
      meter.report(bestLength, children)
      guard assembly.makeChild(cycles[trial]), assembly.child.gain > negligible else { continue }
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
    guard let chosen else { return false }
    tours[first] = assembly.tour(of: chosen)
    lengths[first] -= chosen.gain
    for edge in chosen.taken { edges.remove(edge.x, edge.y) }
    for edge in chosen.put { edges.add(edge.x, edge.y) }
    if lengths[first] < bestLength { best = first }
    return true
  }
}
