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
    for seconds in bench.options.seconds {
      var gaps: [String: [Double]] = [:]
      for instance in instances where bench.includes(instance.name) {
        bench.report.progress("\(instance.name), \(seconds) s")
        guard let length = instance.tourLength(seconds: seconds, seed: bench.options.seed) else {
          bench.report.warn("cannot plan \(instance.name)")
          continue
        }
        let gap = (length / instance.best - 1) * 100
        gaps[instance.family, default: []].append(gap)
        bench.report.note("\(instance.name) in \(seconds) s", gap, unit: "%", digits: 3)
      }
      for (family, gaps) in gaps.sorted(by: { $0.key < $1.key }) {
        let mean = gaps.reduce(0, +) / Double(gaps.count)
        bench.report.note(
          "mean of \(gaps.count) \(family) in \(seconds) s", mean, unit: "%", digits: 3)
      }
    }
  }

  /// Tours through the places of the workload, compared with the expected length of the shortest tour
  /// through uniform places.
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
