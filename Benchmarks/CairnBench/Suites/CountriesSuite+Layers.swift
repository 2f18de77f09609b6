internal import CairnGeodesy
internal import CairnRegions
internal import CairnTimeZones
internal import TestSupport

extension Bench {
  /// Looks up the region and the time zone of places anywhere and near cities.
  mutating func layersByPlace() {
    // The first use in the process, which cannot be repeated.
    let clock = ContinuousClock()
    let paris = Coordinate(latitude: 48.8566, longitude: 2.3522)
    let before = Platform.residentMemory
    var region: AdministrativeArea?
    let openingRegions = clock.measure { region = AdministrativeAtlas.world.area(at: paris) }
    report.note("first region, once", openingRegions.seconds * 1e3, unit: "ms")
    let between = Platform.residentMemory
    var zone: String?
    let openingZones = clock.measure { zone = TimeZoneAtlas.world.timeZone(at: paris) }
    report.note("first time zone, once", openingZones.seconds * 1e3, unit: "ms")
    if region == nil || zone == nil { report.warn("Paris is in no region or time zone") }
    if let before, let between, let after = Platform.residentMemory {
      report.note("memory of regions", Double(max(0, between - before)) / 1e6, unit: "MB")
      report.note("memory of time zones", Double(max(0, after - between)) / 1e6, unit: "MB")
    }

    let count = options.queryCount * 100
    var generator = SeededGenerator(seed: options.seed)
    let sets: [(name: String, points: [Coordinate])] = [
      ("uniform", (0..<count).map { _ in generator.uniformCoordinate() }),
      ("cities", generator.places(count, shape: .cities)),
    ]
    for (name, points) in sets {
      measure("region, \(name)", calls: count) {
        var hits = 0
        for point in points where AdministrativeAtlas.world.area(at: point) != nil { hits += 1 }
        return Tally(hits: hits, sum: Double(hits))
      }
      measure("time zone, \(name)", calls: count) {
        var hits = 0
        for point in points where TimeZoneAtlas.world.timeZone(at: point) != nil { hits += 1 }
        return Tally(hits: hits, sum: Double(hits))
      }
    }
  }
}
