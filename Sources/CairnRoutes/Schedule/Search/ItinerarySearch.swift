// Notation: the team orienteering problem with time windows.
//
// | here               | the papers named below                                              |
// |--------------------|---------------------------------------------------------------------|
// | `worth`, `value`   | Sᵢ, the score of a visit; `value` is scaled for the search          |
// | `absent`           | the absent set A: the removed and the unvisited                     |
// | `latest` − arrival | MaxShift, by how much a visit can be put off                        |
// | `price`            | Shiftᵢ, the time that an insertion consumes, waiting set off        |
// | `rating`           | Sᵢ² / Shiftᵢ, which insertion is best                               |
// | segment, run       | a string of visits; `removeNeighbors` is adjacent string removal    |
// | `blinks`           | blinks: each position is passed over with a probability of 1/8      |
// | `near`             | granular neighbourhood: where a visit is looked for on a long day   |
// | `temperature`      | T of simulated annealing, from `hot` to `cold` in each cycle        |
// | `missedValue`      | the absence counters of must-see stops, which guide the search      |

/// Chooses visits and gives them days and an order: the greatest sum of what they are worth, then
/// the least cost.
///
/// Ruin and recreate: a few visits are removed, near each other in place or order, and those that
/// fit are inserted where they take the least time for what they are worth. Whether a visit fits
/// between two others follows from the departure before and the latest arrival behind (iterated
/// local search of Vansteenwegen, Souffriau, Vanden Berghe and Van Oudheusden, Computers &
/// Operations Research 36, 2009, doi:10.1016/j.cor.2009.03.008). Strings of visits are removed and
/// worse results are accepted for a while as by Christiaens and Vanden Berghe (Slack Induction by
/// String Removals for Vehicle Routing Problems, Transportation Science 54, 2020,
/// doi:10.1287/trsc.2019.0914). On long days a visit is looked for beside the stops that are near
/// it in place and time alone (Toth and Vigo, The Granular Tabu Search, INFORMS Journal on
/// Computing 15, 2003, doi:10.1287/ijoc.15.4.333.24890), and what did not change is not looked at
/// again, so that an iteration costs about the same for hundreds of stops and for thousands.
///
/// Where there are penalties, locked positions or another objective than travel, each position that
/// is looked at costs O(n).
struct ItinerarySearch {
  let model: ScheduleModel
  /// The stops that may be visited.
  let stops: [Int]
  /// The value of a stop in the eyes of the search, by stop.
  let value: [Double]
  /// What a stop counts while it is left out, by stop: its value, and more the oftener one that is
  /// to be visited by all means was left out.
  var missedValue: [Double]
  /// The mean of the values.
  let averageValue: Double
  /// For each stop the others, the nearest first.
  let near: [[Int32]]

  var chains: DayChains
  var random: SplitMix64
  /// How places are compared.
  var comparison = DayChains.Comparison()
  var work = 0
  /// Where a stop is among those that are being inserted, -1 for none.
  var candidateIndex: [Int32]
  /// Whether what was left out often is inserted first.
  ///
  /// Else the same ones may find no place again and again; where not nearly all must-see stops fit
  /// it would only be the turn of each.
  var isGuided = false
  /// Whether much is removed at once, and places are looked for beside few visits: on long days
  /// without windows, and where must-see stops are to be fitted into long ones.
  var isBroad = false
  /// The stops that were removed last.
  var removed: [Int] = []
  /// By stop, how often it found no place while others could have made room; empty before that.
  var failures: [Int] = []

  /// After how many iterations a plan is weighed anew by what was left out often, and after twice
  /// as many days without windows are put in order as tours are.
  private static let reorderInterval = 2_000
  /// After how many iterations room is made for must-see stops on long days with windows.
  private static let roomInterval = 250
  /// After how many steps without a gain that ends where one stop is left out, after half as many
  /// where two are, and so on: where not all fit, many are left out, and no more is to be gained.
  private static let roomSteps = 20_000

  /// Prepares a search without any visit.
  ///
  /// - Parameters:
  ///   - model: the request.
  ///   - stops: the nodes that may be visited.
  ///   - seed: of the random choices.
  ///   - watch: when it is over, the search must be as well.
  init(
    model: ScheduleModel, stops: [Int], seed: UInt64,
    until watch: consuming SearchWatch = SearchWatch()
  ) {
    self.model = model
    self.stops = stops
    chains = DayChains(model, stops: stops)
    random = SplitMix64(seed: seed)

    // A booked stop is seldom missing, and then nothing else matters more than others do.
    let most = model.booked.isEmpty ? nil : model.mandatoryWorth
    let optional = stops.map { stop in most.map { min(model.worth[stop], $0) } ?? model.worth[stop]
    }
    let greatest = Double(optional.max() ?? 1)
    // Must-see stops outweigh all others together in the result; while searching they count as
    // much as four others, so that the search may pass through plans that lack one.
    let common = optional.filter { $0 < (optional.max() ?? 1) }.max().map { Double($0) } ?? greatest
    let scale = 1 / max(1, min(greatest, 4 * common))
    let value = model.worth.map { min(Double($0) * scale, 1) }
    self.value = value
    missedValue = value
    candidateIndex = [Int32](repeating: -1, count: model.stopCount)
    averageValue = stops.isEmpty ? 1 : stops.reduce(0) { $0 + value[$1] } / Double(stops.count)
    near = model.nearest(to: stops, until: &watch)
  }

  /// The visits of each day in order.
  var orders: [[Int]] { (0..<model.dayCount).map { chains.visits(on: $0) } }

  /// The sum of the worth of all visits.
  var worth: Worth {
    stops.reduce(.zero) { chains.day(of: $1) >= 0 ? $0 + model.worth[$1] : $0 }
  }

  /// The costs of all days.
  var cost: ScheduleCost { chains.cost }

  /// How good a plan is.
  private struct Rank {
    /// What is left out: the less it is worth the better.
    var missed = Worth.zero
    var cost = ScheduleCost.zero
    /// What is left out in the eyes of the search.
    var missedValue = 0.0
    /// What the search minimises.
    var energy = 0.0

    func isBetter(than other: Rank) -> Bool {
      missed != other.missed ? missed < other.missed : cost < other.cost
    }
  }

  private func rank(costWeight: Double) -> Rank {
    var rank = Rank()
    for stop in chains.absent {
      rank.missed += model.worth[Int(stop)]
      rank.missedValue += missedValue[Int(stop)]
    }
    return weighed(rank, costWeight)
  }

  /// The rank after changes that are not kept yet, from that before: where much is left out, most
  /// of it stays so.
  private func rank(after current: Rank, costWeight: Double) -> Rank {
    var rank = current
    chains.changes { stop, isAbsent in
      if isAbsent {
        rank.missed += model.worth[stop]
      } else {
        rank.missed -= model.worth[stop]
      }
      rank.missedValue += isAbsent ? missedValue[stop] : -missedValue[stop]
    }
    return weighed(rank, costWeight)
  }

  private func weighed(_ rank: Rank, _ costWeight: Double) -> Rank {
    var rank = rank
    rank.cost = chains.cost
    rank.energy =
      rank.missedValue
      + costWeight * (Double(rank.cost.primary) + 1e-3 * Double(rank.cost.secondary))
    return rank
  }

  /// What a tick of cost weighs against value: the time that a visit takes is worth a part of it.
  private var costWeight: Double {
    let span = (0..<model.dayCount).reduce(1.0) { sum, day in
      let slot = day * model.nodeCount + model.end(of: day)
      return sum + Double(model.closes[slot] - model.opens[slot])
    }
    let visits = stops.count - chains.absent.count
    return averageValue * 0.3 * Double(max(1, visits)) / span
  }

  /// Searches until the budget ends or a number of iterations in a row gained nothing.
  mutating func run(patience: Int, until stop: inout SearchStop) {
    recreate(isGreedy: true, until: &stop)
    chains.commit()
    if stop.isInterrupted(work) { return append() }
    if chains.isLoose.contains(false), !chains.absent.isEmpty { tryInOrderOfClosing(until: &stop) }
    // Where all stay where they are, nothing is left to try, and no work would end the search.
    guard patience > 0, chains.pinnedCount < stops.count else { return }
    let tours = Self.reorderable(chains, stops)
    for day in tours { dropFromTour(day, until: &stop) }
    for day in tours { reorder(day, until: &stop) }
    recreate(isGreedy: true, until: &stop)
    chains.commit()
    // Where all are worth the same, what is left out is no less wanted than what is not.
    let mandatory = model.mandatoryWorth ?? -1
    let isCrowded =
      mandatory > 0 && chains.isPlain && hasLongDays && chains.isLoose.contains(false)
    let reorderInterval =
      isCrowded
      ? Self.roomInterval : tours.isEmpty ? Self.reorderInterval : 2 * Self.reorderInterval
    var nextReorder = isCrowded ? 1 : reorderInterval
    // Making room takes no more of the work than all the rest.
    var roomWork = 0
    let weight = costWeight
    var current = rank(costWeight: weight)
    var best = current
    var bestOrders = orders
    var idle = 0
    // Where much is chosen from and no window binds, runs of visits change places.
    let isWide = hasLongDays && !chains.isLoose.contains(false)
    var cooling = Cooling(stops: stops.count, hot: isWide ? 3 : 1)
    while idle < patience, !stop.isOver(work) {
      idle += 1
      isGuided =
        mandatory > 0 && current.missed >= mandatory && chains.absent.count * 4 < stops.count
      if cooling.step({ stop.fraction(work) }), random.below(2) == 0 {
        restore(bestOrders)
        current = best
      }
      nextReorder -= 1
      if nextReorder == 0 {
        for day in tours { reorder(day, until: &stop) }
        if isCrowded, isGuided, roomWork <= work / 2 {
          let before = work
          makeRoom(mandatory, steps: Self.roomSteps, until: &stop)
          roomWork &+= work &- before
        }
        current = rank(costWeight: weight)
        if isCrowded, current.isBetter(than: best) {
          best = current
          bestOrders = orders
          idle = 0
        }
        nextReorder = reorderInterval
      }
      isBroad = isWide || isGuided && hasLongDays
      ruin()
      recreate(isGreedy: false, until: &stop)
      var next: Rank
      if mandatory < 0 {
        next = rank(after: current, costWeight: weight)
      } else {
        for stop in chains.absent where model.worth[Int(stop)] == mandatory {
          missedValue[Int(stop)] += 0.01 * averageValue
        }
        next = rank(costWeight: weight)
      }
      if next.isBetter(than: best) {
        best = next
        bestOrders = orders
        idle = 0
      }
      let threshold = cooling.temperature * Self.longTailed(&random) * averageValue
      if next.energy < current.energy + threshold {
        chains.commit()
        current = next
      } else {
        chains.rollBack()
      }
    }
    restore(bestOrders)
  }

  /// Begins anew with the visits inserted one after the other, those that close first first, and
  /// keeps what is worth more: where windows are narrow, an order in time goes before the worth.
  private mutating func tryInOrderOfClosing(until stop: inout SearchStop) {
    let (first, firstRank) = (orders, rank(costWeight: 0))
    for day in first.indices { chains.clear(day) }
    let closing = stops.map { visit in
      (0..<model.dayCount).reduce(-Ticks.never) {
        max($0, model.closes[$1 * model.nodeCount + visit])
      }
    }
    let order = stops.indices.sorted { (closing[$0], $0) < (closing[$1], $1) }
    // Booked stops stay where they are when days are cleared.
    for index in order where chains.day(of: stops[index]) < 0 {
      if stop.isInterrupted(work) { break }
      insert(stops[index])
    }
    recreate(isGreedy: true, until: &stop)
    chains.commit()
    if firstRank.isBetter(than: rank(costWeight: 0)) { restore(first) }
  }

  /// Begins from a plan that is known, if it can be done and has the booked stops where they are.
  mutating func begin(from known: [[Int]]) {
    guard !known.isEmpty, model.value(of: known) != nil else { return }
    let booked = Set(model.booked.joined())
    let isAsBooked = known.indices.allSatisfy { day in
      known[day].filter { booked.contains($0) } == model.bookings(on: day)
    }
    if isAsBooked, Set(known.joined()).isSubset(of: stops) { restore(known) }
  }

  mutating func restore(_ orders: [[Int]]) {
    for day in orders.indices { chains.clear(day) }
    for (day, order) in orders.enumerated() { chains.replace(day, order) }
    chains.commit()
  }

  /// A number of 0 or more with a mean of about 1 and a long tail.
  private static func longTailed(_ random: inout SplitMix64) -> Double {
    let u = random.fraction()
    return u < 0.9375 ? u / (1 - u) * 0.5 : 2.7725887 * u
  }
}

/// The temperature of simulated annealing: it falls from hot to cold in cycles, as many of them as
/// the budget allows.
struct Cooling {
  /// In mean values of a stop: hardly a leg that is longer is accepted in the end.
  private static let cold = 0.01

  private(set) var temperature: Double
  private let cycle: Double
  private let levels: [Double]
  private var iterations = 0
  private var start = 0.0
  private var end = 0.01

  /// - Parameters:
  ///   - stops: how many there are.
  ///   - hot: the first temperature, in mean values of a stop: so many more that are left out are
  ///     accepted now and then.
  init(stops: Int, hot: Double) {
    temperature = hot
    cycle = Double(max(5_000, 100 * stops))
    // By multiplication alone, which is the same everywhere.
    let factor = Self.root(Self.cold / hot, 128)
    var levels = [hot]
    for _ in 0..<128 { levels.append(levels[levels.count - 1] * factor) }
    self.levels = levels
  }

  /// Goes on by an iteration; true when a cycle begins.
  mutating func step(_ fraction: () -> Double) -> Bool {
    iterations += 1
    guard iterations & 15 == 0 else { return false }
    let now = fraction()
    let isNew = now >= end
    if isNew {
      let left = Double(iterations) / max(now, 1e-9) * (1 - now)
      start = now
      end = now + max(1e-9, (1 - now) / max(1, (left / cycle).rounded()))
    }
    let part = min(max((now - start) / (end - start), 0), 1)
    temperature = levels[Int(part * 128)]
    return isNew
  }

  /// The factor that, taken a number of times, gives a ratio: by bisection, which needs no
  /// logarithm and so is the same everywhere.
  private static func root(_ ratio: Double, _ times: Int) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      var power = 1.0
      for _ in 0..<times { power *= middle }
      if power < ratio { low = middle } else { high = middle }
    }
    return high
  }
}
