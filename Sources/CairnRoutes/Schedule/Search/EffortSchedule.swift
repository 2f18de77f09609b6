/// The schedule of effort: the temperature of the acceptance rule, and the iterations in which the
/// occasional neighborhoods are due.
struct EffortSchedule {
  /// The neighborhoods that are tried only from time to time, because each takes long.
  let occasional: [Neighborhood]
  private let isWide: Bool
  private let interval: Int
  private var untilDue: Int
  private var cooling: Cooling
  /// The work of `Neighborhood.ejections` so far.
  private var ejectionWork = 0

  /// The number of iterations after which the plan is evaluated again with the current penalties;
  /// days without windows are ordered as tours after twice as many.
  private static let evaluationInterval = 2_000
  /// The number of iterations after which room is made for must-see stops.
  private static let ejectionInterval = 250

  /// Creates a schedule.
  ///
  /// - Parameters:
  ///   - stops: the number of stops.
  ///   - tours: the days that can be ordered as tours.
  ///   - ejects: whether room is made for must-see stops, from the first iteration on.
  ///   - isWide: whether many stops compete for long days without windows. Runs of visits then
  ///     replace each other, so worse plans are accepted more often.
  init(stops: Int, tours: [Int], ejects: Bool, isWide: Bool) {
    occasional = (tours.isEmpty ? [] : [.tours(days: tours)]) + (ejects ? [.ejections] : [])
    interval =
      ejects
      ? Self.ejectionInterval
      : tours.isEmpty ? Self.evaluationInterval : 2 * Self.evaluationInterval
    self.isWide = isWide
    untilDue = ejects ? 1 : interval
    cooling = Cooling(stops: stops, hot: isWide ? 3 : 1)
  }

  /// The temperature of the acceptance rule, in mean values of a stop.
  var temperature: Double { cooling.temperature }

  /// Advances by one iteration; returns whether a new cycle of the temperature begins.
  mutating func beginsCycle(_ fraction: () -> Double) -> Bool { cooling.step(fraction) }

  /// Whether the occasional neighborhoods are due in this iteration.
  mutating func isDue() -> Bool {
    untilDue -= 1
    guard untilDue == 0 else { return false }
    untilDue = interval
    return true
  }

  /// Whether an occasional neighborhood is tried: room is made only if must-see stops that are left
  /// out are favored, and in at most half of the total work.
  func allows(_ neighborhood: Neighborhood, favorsMissed: Bool, work: Int) -> Bool {
    if case .ejections = neighborhood { favorsMissed && ejectionWork <= work / 2 } else { true }
  }

  /// The size of the next change by ruin and recreate.
  func breadth(favorsMissed: Bool, hasLongDays: Bool) -> Breadth {
    isWide || favorsMissed && hasLongDays ? .broad : .narrow
  }

  /// Charges the work of a neighborhood.
  mutating func charge(_ neighborhood: Neighborhood, _ work: Int) {
    if case .ejections = neighborhood { ejectionWork &+= work }
  }
}

/// The temperature of simulated annealing, which falls from hot to cold in the number of cycles
/// that the budget allows.
private struct Cooling {
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
