internal import CairnGeodesy
internal import CairnIndex
internal import CairnPlaces

extension Suite {
  /// The embedded places; only the queries of the generated set are used.
  ///
  /// The set is uniform, because drawing cities would open the gazetteer before it is timed.
  static let places = Suite(
    name: "places", summary: "opening and searching the embedded places", shape: .uniform
  ) { bench in
    // The first use in the process, which cannot be repeated.
    let clock = ContinuousClock()
    var count = 0
    let opening = clock.measure { count = Gazetteer.embedded.places.count }
    bench.report.note("open, once", opening.seconds * 1e3, unit: "ms")
    let world = Gazetteer.embedded

    bench.measure("read all places", calls: count) {
      Tally(sum: world.places.reduce(0) { $0 + $1.coordinate.latitude })
    }

    let names = ["sydney", "Zürich", "SYD", "Paris, Texas", "springfield, il", "Heathrow"]
    bench.measure("place by name", calls: names.count) {
      var sum = 0.0
      for name in names {
        if let place = try? world.place(named: name) { sum += place.coordinate.longitude }
      }
      return Tally(sum: sum)
    }

    var built: PlaceIndex<Int>?
    let building = clock.measure { built = world.index() }
    bench.report.note("index all, once", building.seconds * 1e3, unit: "ms")
    guard let index = built else { return }
    bench.measureQueries("sorted 100 km") { center in
      let found = index.within(100_000, of: center)
      return Tally(hits: found.count, sum: found.first?.distance ?? 0)
    }
  }
}
