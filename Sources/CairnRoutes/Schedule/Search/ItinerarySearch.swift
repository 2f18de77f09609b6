// Notation: the team orienteering problem with time windows.
//
// | here               | the papers cited below                                              |
// |--------------------|---------------------------------------------------------------------|
// | `worth`, `value`   | Sᵢ, the score of a visit; `value` is scaled for the search          |
// | `absent`           | the absent set A: the removed and the unvisited                     |
// | `latest` − arrival | MaxShift, the greatest delay a visit allows                         |
// | `price`            | Shiftᵢ, the time that an insertion consumes, net of waiting         |
// | `rating`           | Sᵢ² / Shiftᵢ, which ranks the insertions                            |
// | segment, run       | a string of visits; `removeNeighbors` is adjacent string removal    |
// | `blinks`           | blinks: each position is skipped with a probability of 1/8          |
// | `near`             | granular neighborhood: the positions tried on a long day            |
// | `temperature`      | T of simulated annealing, from `hot` to `cold` in each cycle        |
// | `missedValue`      | the absence counters of must-see stops, which guide the search      |

/// Selects visits and assigns them to days and positions: the greatest total worth, then the least
/// cost.
///
/// The method is ruin and recreate: a few visits that are close in space or order are removed, and
/// stops that fit are inserted where they take the least time for their worth. Whether a visit fits
/// between two others follows from the departure before it and the latest arrival after it
/// (iterated local search of Vansteenwegen, Souffriau, Vanden Berghe and Van Oudheusden, Computers
/// & Operations Research 36, 2009, doi:10.1016/j.cor.2009.03.008). Removing strings of visits and
/// accepting worse results for a while follow Christiaens and Vanden Berghe (Slack Induction by
/// String Removals for Vehicle Routing Problems, Transportation Science 54, 2020,
/// doi:10.1287/trsc.2019.0914). On long days a visit is tried only beside stops that are near it in
/// space and time (Toth and Vigo, The Granular Tabu Search, INFORMS Journal on Computing 15, 2003,
/// doi:10.1287/ijoc.15.4.333.24890), and unchanged positions are not evaluated again, so an
/// iteration costs about the same for hundreds of stops and for thousands.
///
/// With penalties, locked positions or an objective other than travel, each position costs O(n).
struct ItinerarySearch {
  let model: ScheduleModel
  /// The stops that may be visited.
  let stops: [Int]
  /// The worth of each stop as scaled for the search.
  let value: [Double]
  /// The weight of each stop while it is left out: its value, plus a penalty that grows each time a
  /// must-see stop is left out.
  var missedValue: [Double]
  /// The mean of the values.
  let averageValue: Double
  /// The neighbors of each stop, nearest first.
  let near: [[Int32]]

  var chains: DayChains
  var random: SplitMix64
  /// How positions are compared.
  var comparison = DayChains.Comparison()
  var work = 0
  /// The index of each stop among the candidates for insertion, -1 for none.
  var candidateIndex: [Int32]
  /// Whether stops that were often left out are inserted first.
  ///
  /// Otherwise the same stops could be left out again and again. It is off if many must-see stops
  /// do not fit, because it would merely rotate among them.
  var isGuided = false
  /// Whether many visits are removed at once and few positions are tried: on long days without
  /// windows, and when fitting must-see stops into long days.
  var isBroad = false
  /// The stops removed last.
  var removed: [Int] = []
  /// For each stop, the number of failed insertions in `makeRoom`; empty before its first call.
  var failures: [Int] = []

  /// The number of iterations after which the plan is re-evaluated with the current penalties; days
  /// without windows are reordered as tours after twice as many.
  private static let reorderInterval = 2_000
  /// The number of iterations after which room is made for must-see stops on long days with
  /// windows.
  private static let roomInterval = 250
  /// The number of steps without improvement after which `makeRoom` ends if one stop is left out.
  ///
  /// Divided by the number of stops left out: if many are, not all stops fit, and there is little to
  /// gain.
  private static let roomSteps = 20_000

  /// Prepares a search without any visits.
  ///
  /// - Parameters:
  ///   - model: the request.
  ///   - stops: the nodes that may be visited.
  ///   - seed: the seed of the random numbers.
  ///   - watch: if it ends, the search must end as well.
  init(
    model: ScheduleModel, stops: [Int], seed: UInt64,
    until watch: consuming SearchWatch = SearchWatch()
  ) {
    self.model = model
    self.stops = stops
    chains = DayChains(model, stops: stops)
    random = SplitMix64(seed: seed)

    // Booked stops are seldom missing; count them like must-see stops here.
    let most = model.booked.isEmpty ? nil : model.mandatoryWorth
    let optional = stops.map { stop in most.map { min(model.worth[stop], $0) } ?? model.worth[stop]
    }
    let greatest = Double(optional.max() ?? 1)
    // Must-see stops outweigh all others together in the result. During the search they count at
    // most as much as four others, so that it can pass through plans that lack one.
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

  /// The total worth of all visits.
  var worth: Worth {
    stops.reduce(.zero) { chains.day(of: $1) >= 0 ? $0 + model.worth[$1] : $0 }
  }

  /// The costs of all days.
  var cost: ScheduleCost { chains.cost }

  /// The quality of a plan.
  private struct Rank {
    /// The worth of the stops left out; less is better.
    var missed = Worth.zero
    var cost = ScheduleCost.zero
    /// The weight of the stops left out, as scaled for the search.
    var missedValue = 0.0
    /// The quantity that the search minimizes.
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

  /// The rank after uncommitted changes, computed from the rank before: if many stops are left out,
  /// most of them stay so.
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

  /// The weight of a tick of cost relative to value: a fraction of the worth of a visit's time.
  private var costWeight: Double {
    let span = (0..<model.dayCount).reduce(1.0) { sum, day in
      let slot = day * model.nodeCount + model.end(of: day)
      return sum + Double(model.closes[slot] - model.opens[slot])
    }
    let visits = stops.count - chains.absent.count
    return averageValue * 0.3 * Double(max(1, visits)) / span
  }

  /// Searches until the budget ends or `patience` iterations in a row find no improvement.
  mutating func run(patience: Int, until stop: inout ScheduleMeter) {
    recreate(isGreedy: true, until: &stop)
    chains.commit()
    if stop.isInterrupted(work) { return append() }
    if chains.isLoose.contains(false), !chains.absent.isEmpty { restartByClosingTime(until: &stop) }
    // If every stop is pinned there is nothing to search, and no work would end the loop.
    guard patience > 0, chains.pinnedCount < stops.count else { return }
    let tours = Self.reorderable(chains, stops)
    for day in tours { planFromTour(day, until: &stop) }
    for day in tours { reorder(day, until: &stop) }
    recreate(isGreedy: true, until: &stop)
    chains.commit()
    // If all stops are worth the same, there are no must-see stops to favor.
    let mandatory = model.mandatoryWorth ?? -1
    let isCrowded =
      mandatory > 0 && chains.isPlain && hasLongDays && chains.isLoose.contains(false)
    let reorderInterval =
      isCrowded
      ? Self.roomInterval : tours.isEmpty ? Self.reorderInterval : 2 * Self.reorderInterval
    var nextReorder = isCrowded ? 1 : reorderInterval
    // Making room takes at most half of the total work.
    var roomWork = 0
    let weight = costWeight
    var current = rank(costWeight: weight)
    var best = current
    var bestOrders = orders
    var idle = 0
    // If many stops compete and no window binds, runs of visits change places.
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

  /// Starts again with the visits inserted in the order of closing times, and keeps the better
  /// plan: with narrow windows, chronological order matters more than worth.
  private mutating func restartByClosingTime(until stop: inout ScheduleMeter) {
    let (first, firstRank) = (orders, rank(costWeight: 0))
    for day in first.indices { chains.clear(day) }
    let closing = stops.map { visit in
      (0..<model.dayCount).reduce(-Ticks.never) {
        max($0, model.closes[$1 * model.nodeCount + visit])
      }
    }
    let order = stops.indices.sorted { (closing[$0], $0) < (closing[$1], $1) }
    // Booked stops keep their positions when days are cleared.
    for index in order where chains.day(of: stops[index]) < 0 {
      if stop.isInterrupted(work) { break }
      insert(stops[index])
    }
    recreate(isGreedy: true, until: &stop)
    chains.commit()
    if firstRank.isBetter(than: rank(costWeight: 0)) { restore(first) }
  }

  /// Starts from a known plan, if it is feasible and has the booked stops in their positions.
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

  /// A random number of 0 or more with a mean of about 1 and a long tail.
  private static func longTailed(_ random: inout SplitMix64) -> Double {
    let u = random.fraction()
    return u < 0.9375 ? u / (1 - u) * 0.5 : 2.7725887 * u
  }
}

/// The temperature of simulated annealing, which falls from hot to cold in as many cycles as the
/// budget allows.
struct Cooling {
  /// The final temperature, in mean values of a stop: longer legs are then hardly ever accepted.
  private static let cold = 0.01

  private(set) var temperature: Double
  private let cycle: Double
  private let levels: [Double]
  private var iterations = 0
  private var start = 0.0
  private var end = 0.01

  /// - Parameters:
  ///   - stops: the number of stops.
  ///   - hot: the initial temperature, in mean values of a stop: the typical worth of additional
  ///     left-out stops that is accepted.
  init(stops: Int, hot: Double) {
    temperature = hot
    cycle = Double(max(5_000, 100 * stops))
    // Computed by multiplication alone, which gives the same result on every platform.
    let factor = Self.root(Self.cold / hot, 128)
    var levels = [hot]
    for _ in 0..<128 { levels.append(levels[levels.count - 1] * factor) }
    self.levels = levels
  }

  /// Advances by one iteration; returns whether a new cycle begins.
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

  /// The factor whose power `times` is `ratio`, by bisection, which needs no logarithm and so gives
  /// the same result on every platform.
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
