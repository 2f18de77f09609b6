/// Chooses visits and gives them days and an order: as much as possible of what they are worth,
/// then at the least cost.
///
/// Ruin and recreate: a few visits are taken out, near each other in place or order, and what
/// fits in is put back where it takes the least time for what it is worth. Whether a visit fits
/// between two others is known from the departure before and the latest arrival behind (iterated
/// local search of Vansteenwegen, Souffriau, Vanden Berghe and Van Oudheusden, Computers &
/// Operations Research 36, 2009, doi:10.1016/j.cor.2009.03.008). Strings of visits are taken out
/// and worse results are kept for a while as by Christiaens and Vanden Berghe (Slack Induction by
/// String Removals for Vehicle Routing Problems, Transportation Science 54, 2020,
/// doi:10.1287/trsc.2019.0914).
struct ItinerarySearch {
  /// What a place for one more visit is measured by.
  enum Rule {
    /// By how much what comes behind it is put off before it waits.
    case time
    /// What it adds to the cost.
    case cost
  }

  /// A place for one more visit.
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
  /// Whether some places are passed over at random.
  var blinks = false
  var work = 0

  /// - Parameter watch: when it is over, the search must be as well.
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
    // Must-see stops outweigh all others together in what is kept; while searching they count as
    // much as several, so that the search may pass through plans that lack one.
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

  /// What the visits are worth together.
  var worth: Int64 {
    stops.reduce(0) { dayOf[$1] >= 0 ? $0 + model.worth[$1] : $0 }
  }

  /// The costs of all days.
  var cost: ScheduleCost { routes.reduce(.zero) { $0 + $1.cost } }

  /// What the search makes small.
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

  /// Searches until the budget ends or a number of attempts brought nothing.
  mutating func run(patience: Int, until stop: inout SearchStop) {
    recreate(isGreedy: true, until: &stop)
    if stop.isInterrupted(work) { return append() }
    var current = snapshot
    var best = current
    var idle = 0
    let hot = 0.5
    let cold = 0.01
    var temperature = hot
    // Warm again and again, as the time that is left is not known in work.
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
