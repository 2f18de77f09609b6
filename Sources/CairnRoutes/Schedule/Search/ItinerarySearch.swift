// Notation: the team orienteering problem with time windows.
//
// | here               | the papers named below                                              |
// |--------------------|---------------------------------------------------------------------|
// | `worth`, `value`   | Sᵢ, the score of a visit; `value` is scaled for the search          |
// | `absent`           | the absent set A: the removed and the unvisited                     |
// | `latest` − arrival | MaxShift, by how much a visit can be put off                        |
// | `shift`            | Shiftᵢ, the time that an insertion consumes, waiting set off        |
// | `rating`           | Sᵢ² / Shiftᵢ, which insertion is best                               |
// | segment, run       | a string of visits; `removeNeighbors` is adjacent string removal    |
// | `blinks`           | blinks: each position is passed over with a probability of 1/8      |
// | `temperature`      | T of simulated annealing, here from `hot` to `cold` again and again |

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
/// doi:10.1287/trsc.2019.0914).
///
/// An iteration looks at all positions for each absent visit, O(n) each, and O(n²) where there are
/// penalties, locked positions or another objective than travel. For all stops of one day with hard
/// windows ``OrderSearch`` is better.
struct ItinerarySearch {
  /// The measure of a position for one more visit.
  enum Rule {
    /// By how much the visits behind it are put off, before they wait.
    case time
    /// The growth of the cost.
    case cost
  }

  /// A position for one more visit.
  struct Place {
    var day = -1
    var behind = 0
    /// The value for the measure.
    var rating = -Double.infinity
  }

  let model: ScheduleModel
  let isPlain: Bool
  /// The stops that may be visited.
  let stops: [Int]
  /// The value of a stop in the eyes of the search, by stop.
  let value: [Double]
  /// What a tick of cost weighs against value.
  let costWeight: Double
  /// For each stop the others, the nearest first.
  let near: [[Int32]]

  var routes: [DayRoute]
  /// The day of a stop, -1 while it is left out.
  var dayOf: [Int]
  var absent: [Int]
  var random: SplitMix64
  var rule = Rule.time
  /// Whether some positions are passed over at random.
  var blinks = false
  var work = 0

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
    isPlain = model.isPlain
    routes = (0..<model.dayCount).map { DayRoute(model: model, day: $0) }
    dayOf = [Int](repeating: -1, count: model.stopCount)
    absent = stops
    random = SplitMix64(seed: seed)

    let optional = stops.map { model.worth[$0] }
    let greatest = Double(optional.max() ?? 1)
    // Must-see stops outweigh all others together in the result; while searching they count as
    // much as four others, so that the search may pass through plans that lack one.
    let common = optional.filter { $0 < (optional.max() ?? 1) }.max().map { Double($0) } ?? greatest
    let scale = 1 / max(1, min(greatest, 4 * common))
    let value = model.worth.map { min(Double($0) * scale, 1) }
    self.value = value
    let span = (0..<model.dayCount).reduce(1.0) { sum, day in
      let slot = day * model.nodeCount + model.end(of: day)
      return sum + Double(model.closes[slot] - model.opens[slot])
    }
    let average = stops.isEmpty ? 1 : stops.reduce(0) { $0 + value[$1] } / Double(stops.count)
    costWeight = average / span
    near = model.nearest(to: stops, until: &watch)
  }

  /// The sum of the worth of all visits.
  var worth: Int64 {
    stops.reduce(0) { dayOf[$1] >= 0 ? $0 + model.worth[$1] : $0 }
  }

  /// The costs of all days.
  var cost: ScheduleCost { routes.reduce(.zero) { $0 + $1.cost } }

  /// What the search minimises.
  private var energy: Double {
    let cost = cost
    var sum = costWeight * (Double(cost.primary) + 1e-3 * Double(cost.secondary))
    for stop in absent { sum += value[stop] }
    return sum
  }

  /// A plan that can be returned to.
  struct Snapshot {
    var routes: [DayRoute]
    var dayOf: [Int]
    var absent: [Int]
    var worth: Int64
    var cost: ScheduleCost
    var energy: Double

    func isBetter(than other: Snapshot) -> Bool {
      worth != other.worth ? worth > other.worth : cost < other.cost
    }
  }

  var snapshot: Snapshot {
    Snapshot(
      routes: routes, dayOf: dayOf, absent: absent, worth: worth, cost: cost, energy: energy)
  }

  mutating func restore(_ snapshot: Snapshot) {
    routes = snapshot.routes
    dayOf = snapshot.dayOf
    absent = snapshot.absent
  }

  /// Searches until the budget ends or a number of iterations in a row gained nothing.
  mutating func run(patience: Int, until stop: inout SearchStop) {
    recreate(isGreedy: true, until: &stop)
    if stop.isInterrupted(work) { return append() }
    var current = snapshot
    var best = current
    var idle = 0
    let hot = 0.5
    let cold = 0.01
    var temperature = hot
    // Cooled and heated in cycles, since the work that the rest of the time allows is not known.
    let cycle = max(200, min(5000, 20 * stops.count))
    let cooling = Self.root(cold / hot, cycle)
    while idle < patience, !stop.isOver(work) {
      idle += 1
      temperature *= cooling
      if temperature < cold {
        temperature = hot
        if random.below(2) == 0 {
          current = best
          restore(best)
        }
      }
      ruin()
      recreate(isGreedy: false, until: &stop)
      let next = snapshot
      if next.isBetter(than: best) {
        best = next
        idle = 0
      }
      let threshold = temperature * Self.longTailed(&random) * averageValue
      if next.energy < current.energy + threshold {
        current = next
      } else {
        restore(current)
      }
    }
    restore(best)
  }

  private var averageValue: Double {
    stops.isEmpty ? 1 : stops.reduce(0) { $0 + value[$1] } / Double(stops.count)
  }

  /// The factor that, taken a number of times, gives a ratio: by bisection, which needs no
  /// logarithm and so is the same everywhere.
  private static func root(_ ratio: Double, _ times: Int) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      var power = 1.0
      var base = middle
      var exponent = times
      while exponent > 0 {
        if exponent & 1 == 1 { power *= base }
        base *= base
        exponent >>= 1
      }
      if power < ratio { low = middle } else { high = middle }
    }
    return high
  }

  /// A number of 0 or more with a mean of about 1 and a long tail.
  private static func longTailed(_ random: inout SplitMix64) -> Double {
    let u = random.fraction()
    return u < 0.9375 ? u / (1 - u) * 0.5 : 2.7725887 * u
  }
}

/// The visits of one day, with the tables that say at once whether one more fits.
struct DayRoute: Sendable {
  let day: Int
  /// The nodes in order, from the start of the day to its end.
  private(set) var order: [Int]
  /// Departure by position, as early as possible.
  private(set) var departs: [Ticks]
  /// The latest arrival by position from which the rest of the day can be kept, penalties aside.
  private(set) var latest: [Ticks]
  private(set) var cost: ScheduleCost

  init(model: ScheduleModel, day: Int, stops: [Int] = []) {
    self.day = day
    order = [model.start(of: day)] + stops + [model.end(of: day)]
    departs = []
    latest = []
    cost = .zero
    refresh(model)
  }

  /// False when the order cannot be done: there is no way, or it takes too long.
  var isFeasible: Bool { departs[departs.count - 1] < .never }

  /// The number of visits.
  var count: Int { order.count - 2 }

  /// The visits in order.
  var stops: ArraySlice<Int> { order[1..<(order.count - 1)] }

  mutating func insert(_ stop: Int, behind position: Int, _ model: ScheduleModel) {
    order.insert(stop, at: position + 1)
    refresh(model)
  }

  mutating func replace(_ stops: some Collection<Int>, _ model: ScheduleModel) {
    order.replaceSubrange(1..<(order.count - 1), with: stops)
    refresh(model)
  }

  /// Removes the visits of a range of positions; those locked to a position that they lose go
  /// too.
  ///
  /// - Returns: what was removed.
  mutating func remove(_ range: Range<Int>, _ model: ScheduleModel) -> [Int] {
    var removed = Array(order[range])
    order.removeSubrange(range)
    var index = 1
    while index < order.count - 1 {
      let lock = model.position[order[index]]
      if lock >= 0, Int(lock) != index - 1 {
        removed.append(order.remove(at: index))
      } else {
        index += 1
      }
    }
    refresh(model)
    return removed
  }

  private mutating func refresh(_ model: ScheduleModel) {
    let last = order.count - 1
    var progress = model.departure(on: day)
    if departs.count != order.count {
      departs = [Ticks](repeating: 0, count: order.count)
      latest = departs
    }
    departs[0] = progress.time
    for position in 1...last {
      let (from, to) = (order[position - 1], order[position])
      // Once it is impossible it stays so: no window is open at `.never`.
      progress =
        model.step(progress, from: from, to: to, day: day) ?? ScheduleProgress(time: .never)
      departs[position] = progress.time
    }
    cost = isFeasible ? model.cost(progress) : ScheduleCost(primary: .noWay, secondary: 0)
    latest[last] = model.latestStartOfVisit(order[last], day: day, by: .never)
    for position in stride(from: last - 1, through: 0, by: -1) {
      let (node, next) = (order[position], order[position + 1])
      latest[position] = model.latestStartOfVisit(
        node, day: day,
        by: latest[position + 1] &- model.travel(from: node, to: next) &- model.visit[node])
    }
  }
}
