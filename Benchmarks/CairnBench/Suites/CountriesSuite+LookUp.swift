internal import CairnCountries
internal import CairnFormats
internal import CairnGeodesy
internal import CairnPlaces
internal import TestSupport

extension Bench {
  /// Looks up the country of places anywhere, near cities and within a kilometer of a border.
  ///
  /// The number of points of each kind is a hundred times that of the queries.
  mutating func countriesByPlace() {
    // The first use in the process, which cannot be repeated.
    let clock = ContinuousClock()
    let before = Platform.residentMemory
    let paris = Coordinate(latitude: 48.8566, longitude: 2.3522)
    var first: Country?
    let opening = clock.measure { first = CountryAtlas.world.country(at: paris) }
    report.note("first answer, once", opening.seconds * 1e3, unit: "ms")
    if first == nil { report.warn("Paris is in no country") }
    if let before, let after = Platform.residentMemory {
      report.note("memory after it", Double(max(0, after - before)) / 1e6, unit: "MB")
    }

    let atlas = CountryAtlas.world
    if atlas.nearestBorder(to: paris) == nil { report.warn("Paris has no border") }
    if let before, let after = Platform.residentMemory {
      report.note("memory with distances", Double(max(0, after - before)) / 1e6, unit: "MB")
    }
    let count = options.queryCount * 100
    var generator = SeededGenerator(seed: options.seed)
    let sets: [(name: String, points: [Coordinate])] = [
      ("uniform", (0..<count).map { _ in generator.uniformCoordinate() }),
      ("cities", generator.places(count, shape: .cities)),
      ("border", (0..<count).map { _ in generator.coordinateNearBorder() }),
    ]
    // The peers use only the land.
    let land = atlas.landOnly
    for (name, points) in sets {
      measure("country, \(name)", calls: count) {
        var hits = 0
        for point in points where land.country(at: point) != nil { hits += 1 }
        return Tally(hits: hits, sum: Double(hits))
      }
      measure("country with its waters, \(name)", calls: count) {
        var hits = 0
        for point in points where atlas.country(at: point) != nil { hits += 1 }
        return Tally(hits: hits, sum: Double(hits))
      }
      // The distance to the nearest border shows how serious a different answer is.
      export("country, \(name)", points) { point in
        (
          land.country(at: point),
          atlas.nearestBorder(to: point, within: 1_000)?.distance ?? .infinity
        )
      }
    }
    let coastal = sets[1].points.filter { land.country(at: $0) == nil }
    measure("nearest within 25 km, off cities", calls: coastal.count) {
      var hits = 0
      for point in coastal where land.country(at: point, within: 25_000) != nil { hits += 1 }
      return Tally(hits: hits, sum: Double(hits))
    }
    let ocean = Array(sets[0].points.lazy.filter { land.country(at: $0) == nil }.prefix(10_000))
    measure("nearest within 25 km, at sea", calls: ocean.count) {
      var hits = 0
      for point in ocean where land.country(at: point, within: 25_000) != nil { hits += 1 }
      return Tally(hits: hits, sum: Double(hits))
    }
    for (name, points) in [("off cities", coastal), ("at sea", ocean)] {
      export("nearest within 25 km, \(name)", points) { point in
        let found = atlas.nearestCountry(to: point, within: 25_000)
        return (found?.country, found?.distance ?? .infinity)
      }
    }
    measure("nearest anywhere, at sea", calls: ocean.count) {
      Tally(
        sum: ocean.reduce(0) { $0 + (atlas.nearestCountry(to: $1)?.distance ?? 0) })
    }
    export("nearest anywhere, at sea", ocean) { point in
      let found = atlas.nearestCountry(to: point)
      return (found?.country, found?.distance ?? .infinity)
    }
    let inland = Array(sets[1].points.prefix(10_000))
    measure("nearest border, cities", calls: inland.count) {
      Tally(
        sum: inland.reduce(0) { $0 + (atlas.nearestBorder(to: $1)?.distance ?? 0) })
    }
    export("nearest border, cities", inland) { point in
      (nil, atlas.nearestBorder(to: point)?.distance ?? .infinity)
    }
    measure("prepare the boundaries", calls: 1) {
      let made = CountryAtlas(
        WorldBoundaries.arcs(), countries: WorldBoundaries.countries(from: .usual))
      return Tally(sum: made.country(at: paris) == first ? 1 : 0)
    }
    exportBoundaries()
  }
}

extension SeededGenerator {
  /// A place within a kilometer of a border or coast, on a disc around one of its vertices.
  fileprivate mutating func coordinateNearBorder() -> Coordinate {
    let arcs = Borders.arcs
    let vertex = below(arcs.x.count)
    let latitude = Double(arcs.y[vertex]) / BoundaryArcs.unitsPerDegree
    let longitude = Double(arcs.x[vertex]) / BoundaryArcs.unitsPerDegree
    let center = Coordinate(latitude: latitude, longitude: longitude)
    return center.destination(bearing: uniform(0, 360), distance: 1_000 * unit().squareRoot())
  }
}

private enum Borders {
  static let arcs = WorldBoundaries.arcs()
}
