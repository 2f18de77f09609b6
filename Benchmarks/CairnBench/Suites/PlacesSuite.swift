internal import CairnGeodesy
internal import CairnIndex
internal import CairnPlaces
internal import TestSupport

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

    measureTyping(&bench, world)

    var built: PlaceIndex<Int>?
    let building = clock.measure { built = world.index() }
    bench.report.note("index all, once", building.seconds * 1e3, unit: "ms")
    guard let index = built else { return }
    bench.measureQueries("sorted 100 km") { center in
      let found = index.within(100_000, of: center)
      return Tally(hits: found.count, sum: found.first?.distance ?? 0)
    }
  }

  /// The texts of a field while a user types, and words that no name has.
  private static func measureTyping(_ bench: inout Bench, _ world: Gazetteer) {
    var generator = SeededGenerator(seed: bench.options.seed)
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    let typed = (0..<200).map { _ in
      let name = world.cities[generator.below(world.cities.count)].name
      return String(name.prefix(1 + generator.below(6)))
    }
    let unknown = (0..<200).map { _ in
      String((0..<(4 + generator.below(8))).map { _ in letters[generator.below(26)] })
    }
    // A letter of a name is missing; two words that no name has.
    let misspelled = (0..<200).map { _ in
      var name = Array(world.cities[generator.below(world.cities.count)].name)
      if name.count > 4 { name.remove(at: 1 + generator.below(name.count - 1)) }
      return String(name)
    }
    let unknownWords = zip(unknown, unknown.reversed()).map { $0 + " " + $1 }
    // Each text on the way to names with common words.
    let typing = [
      "saint petersburg", "mont saint-michel", "san juan airport", "lake of the ozarks",
    ]
    .flatMap { name in name.indices.map { String(name[...$0]) } }
    let sets = [
      ("a name", typed), ("an unknown word", unknown), ("a misspelled name", misspelled),
      ("two unknown words", unknownWords), ("words as typed", typing),
    ]
    for (name, texts) in sets {
      bench.measure("complete " + name, calls: texts.count) {
        var hits = 0
        for text in texts {
          var autocomplete = Autocomplete(world)
          hits += autocomplete.update(text)?.count ?? 0
        }
        return Tally(hits: hits, sum: Double(hits))
      }
      bench.measure("search " + name, calls: texts.count) {
        let hits = texts.reduce(0) { $0 + world.matches($1).count }
        return Tally(hits: hits, sum: Double(hits))
      }
    }
  }
}
