internal import CairnGeodesy
internal import CairnIndex

extension Suite {
  /// Building a packed index over the set and every kind of query on it.
  static let index = Suite(name: "index", summary: "building an index and querying it") { bench in
    let places = bench.workload.places

    bench.measure("build", calls: 1) {
      let index = try? PlaceIndex(places, coordinate: \.self)
      return Tally(sum: Double(index?.count ?? 0))
    }
    let before = Platform.residentMemory
    guard let index = try? PlaceIndex(places, coordinate: \.self) else {
      bench.report.warn("the set holds a coordinate that is not valid")
      return
    }
    if let before, let after = Platform.residentMemory {
      let bytes = Double(max(0, after - before))
      bench.report.note("resident memory", bytes / Double(places.count), unit: "bytes a place")
    }

    for kilometers in [1, 10, 100, 1_000] {
      bench.measureQueries("count \(kilometers) km") { center in
        Tally(hits: index.count(within: Double(kilometers) * 1_000, of: center), sum: 0)
      }
    }
    for kilometers in [10, 100] {
      bench.measureQueries("sorted \(kilometers) km") { center in
        Tally(index.within(Double(kilometers) * 1_000, of: center))
      }
    }
    for count in [1, 10, 100] {
      bench.measureQueries("nearest \(count)") { center in
        Tally(index.nearest(to: center, count: count))
      }
    }
  }
}

extension Tally {
  /// How many neighbours there are and how far away they are together.
  fileprivate init(_ neighbors: [Neighbor<Coordinate>]) {
    var sum = 0.0
    for neighbor in neighbors { sum += neighbor.distance }
    self.init(hits: neighbors.count, sum: sum)
  }
}
