internal import CairnFormats
internal import CairnHours
internal import CairnRoutes

/// Measures the quality of schedules on published instances with best known values.
///
/// The folder contains `optima_tsptw.csv` (set, name, n, best travel …) with the instances in
/// `tsptw/<set>/<name>`, `best_toptw.csv` (name, days, best score …) with `toptw/<name>`, and
/// `best_oplib.csv` (name, set, n, score) with `oplib/<name>`; the first two are optional.
/// Without a folder only generated instances are solved, made like those of Dumas et al. (An
/// Optimal Algorithm for the Traveling Salesman Problem with Time Windows,
/// doi:10.1287/opre.43.2.367).
struct WindowsSuite {
  /// A problem and its best known value: seconds of travel, or score.
  struct Instance {
    var set: String
    var name: String
    var stops: [VisitStop]
    var days: [TripDay]
    var table: [[Double]]
    var best: Double?
  }

  let folder: String?
  let filter: String?
  /// The seed of the first instance of each generated set.
  let seed: UInt64
  /// The time limits in which each problem is solved.
  let seconds: [Double]

  static let summary = "opening hours: distance from best known values"

  func run() throws(UsageError) {
    say(
      "set                          limit    runs  complete  at best  mean gap     worst   longest")
    for n in [100, 150, 200] {
      try report(
        [20, 60, 100, 200, 400].flatMap { width in
          (0..<2).map { Self.generated(n: n, width: width, seed: seed + $0) }
        })
    }
    try report(
      [100, 300].flatMap { width in
        (0..<4).map {
          Self.generated(n: 1_990, width: width, seed: seed + $0, days: 5, side: 100)
        }
      })
    guard let folder else { return }
    for set in ["Dumas", "Langevin", "SolomonPesant"] {
      try report(Self.orders(folder, set: set))
    }
    for days in [1, 2] { try report(Self.selections(folder, days: days)) }
    for set in ["gen1", "gen2", "gen3", "gen4"] {
      for size in [0..<400, 400..<1_101] { try report(Self.library(folder, set: set, size: size)) }
    }
  }

  private func report(_ instances: [Instance]) throws(UsageError) {
    guard let first = instances.first, filter.map({ first.set.contains($0) }) ?? true else {
      return
    }
    for seconds in self.seconds {
      let limit = Duration.seconds(seconds)
      var (complete, atBest, gaps, worst) = (0, 0, 0.0, -1.0)
      var longest = Duration.zero
      for instance in instances {
        let start = ContinuousClock.now
        guard
          let plan = try? SchedulePlanner(limit: .time(limit)).plan(
            instance.stops, days: instance.days, travel: .table(instance.table))
        else { throw UsageError(message: "\(instance.name) cannot be planned") }
        longest = max(longest, .now - start)
        let isSelection = instance.stops.first?.priority != .mustSee
        if plan.isComplete || isSelection { complete += 1 }
        guard let best = instance.best else { continue }
        var gap = isSelection ? 1 - plan.score / best : plan.travel / best - 1
        if !isSelection, !plan.isComplete { gap = 1 }
        gaps += gap
        worst = max(worst, gap)
        if gap < 1e-6 { atBest += 1 }
      }
      let known = instances.filter { $0.best != nil }.count
      let cells: [(String, Int)] = [
        (first.set, -24), (digits(seconds, 2) + " s", 10), ("\(instances.count)", 8),
        ("\(complete)", 10), (known == 0 ? "" : "\(atBest)", 9),
        (known == 0 ? "" : digits(gaps / Double(known) * 100, 3) + " %", 10),
        (known == 0 ? "" : digits(worst * 100, 2) + " %", 10),
        (digits(longest.seconds, 2) + " s", 10),
      ]
      var line = ""
      for (text, width) in cells {
        let padding = String(repeating: " ", count: max(0, abs(width) - text.count))
        line += width < 0 ? text + padding : padding + text
      }
      say(line)
    }
  }

  private func say(_ line: String) {
    Platform.write(Array("\(line)\n".utf8), to: Platform.standardOutput)
  }

  private func digits(_ number: Double, _ count: Int) -> String {
    var json = JSONWriter()
    json.value(number, fractionDigits: count)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
