internal import CairnGeodesy
internal import CairnRoutes

extension Suite {
  /// The length of the tours found within a time limit; times are of the whole call.
  static let routes = Suite(
    name: "routes", summary: "quality of the tours found within a time limit", shape: .uniform
  ) { bench in
    guard let folder = bench.options.instances else {
      tours(of: bench.workload.places, &bench)
      limits(&bench)
      efforts(&bench)
      return
    }
    let instances = RouteInstance.all(in: folder)
    if instances.isEmpty { bench.report.warn("no instances in \(folder)") }
    for seconds in bench.options.seconds { gaps(of: instances, seconds: seconds, &bench) }
  }

  /// The excess of the tours over the best known ones, and over their own lower bounds.
  private static func gaps(of instances: [RouteInstance], seconds: Double, _ bench: inout Bench) {
    var families: [String: [(excess: Double, claimed: Double)]] = [:]
    func note(_ name: String, _ percent: Double) {
      bench.report.note("\(name) in \(seconds) s", percent, unit: "%", digits: 3)
    }
    for instance in instances where bench.includes(instance.name) {
      bench.report.progress("\(instance.name), \(seconds) s")
      do {
        let (route, length) = try instance.tour(seconds: seconds, seed: bench.options.seed)
        let gap = (excess: (length / instance.best - 1) * 100, claimed: route.gap * 100)
        families[instance.family, default: []].append(gap)
        note(instance.name, gap.excess)
        // A gap is infinite if there was no time for a lower bound.
        if gap.claimed.isFinite { note("\(instance.name), claimed gap", gap.claimed) }
      } catch {
        bench.report.warn("cannot plan \(instance.name): \(error)")
      }
    }
    for (family, gaps) in families.sorted(by: { $0.key < $1.key }) {
      let claimed = gaps.map(\.claimed).filter(\.isFinite)
      for (kind, gaps) in [("", gaps.map(\.excess)), (", claimed gap", claimed)] where !gaps.isEmpty
      {
        let mean = gaps.reduce(0, +) / Double(gaps.count)
        note("mean of \(gaps.count) \(family)\(kind)", mean)
        note("worst of \(gaps.count) \(family)\(kind)", gaps.reduce(-.infinity, max))
      }
    }
  }

  /// Tours through the places of the workload, compared with the expected length of the shortest
  /// tour through uniform places.
  ///
  /// Source of the constant: D. S. Johnson, L. A. McGeoch and E. E. Rothberg, "Asymptotic
  /// experimental analysis for the Held–Karp traveling salesman bound" (1996).
  private static func tours(of places: [Coordinate], _ bench: inout Bench) {
    let count = Double(places.count)
    let radius = Sphere.mean.radius
    let expected =
      0.7124 * (count * 4 * Double.pi * radius * radius).squareRoot() * (1 + 0.33 / count)
    for seconds in bench.options.seconds where bench.includes("whole call for \(seconds) s") {
      bench.report.progress("\(places.count) places, \(seconds) s")
      let planner = RoutePlanner(limit: .time(.seconds(seconds)), seed: bench.options.seed)
      let clock = ContinuousClock()
      let began = clock.now
      guard let route = try? planner.plan(places) else {
        bench.report.warn("cannot plan these places")
        return
      }
      let took = (clock.now - began).seconds
      bench.report.note("whole call for \(seconds) s", took, unit: "s", digits: 3)
      bench.report.note("length in \(seconds) s", route.length / 1000, unit: "km", digits: 3)
      bench.report.note(
        "above the expected optimum in \(seconds) s", (route.length / expected - 1) * 100,
        unit: "%", digits: 3)
    }
  }
}
