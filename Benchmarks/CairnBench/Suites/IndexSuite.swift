internal import CairnGeodesy
internal import CairnIndex
internal import CairnPlaces

extension Suite {
  /// Building a packed index over the set and every kind of query on it.
  static let index = Suite(name: "index", summary: "building an index and querying it") { bench in
    let places = bench.workload.places

    bench.measure("build", calls: 1) {
      let index = try? PlaceIndex(places, coordinate: \.self)
      return Tally(sum: Double(index?.count ?? 0))
    }
    bench.measure("build, threads: 2", calls: 1) {
      let index = try? PlaceIndex(places, coordinate: \.self, threads: 2)
      return Tally(sum: Double(index?.count ?? 0))
    }
    let before = Platform.residentMemory
    guard let index = try? PlaceIndex(places, coordinate: \.self) else {
      bench.report.warn("the set contains an invalid coordinate")
      return
    }
    if let before, let after = Platform.residentMemory {
      let bytes = Double(max(0, after - before))
      bench.report.note("resident memory", bytes / Double(places.count), unit: "bytes a place")
    }

    bench.packedQueries(index)
    bench.elements(index)
    bench.regions(index)
    bench.ties()
    bench.dense()
    bench.fromAfar()
    bench.lazyNearest(index)
    bench.batches(index)
    bench.files(index)
    bench.clusters(index)
    bench.dynamicOperations()
  }
}

extension Bench {
  /// Every kind of query on an index that does not change.
  fileprivate mutating func packedQueries(_ index: PlaceIndex<Coordinate>) {
    for kilometers in [1, 10, 100, 1_000] {
      measureQueries("count \(kilometers) km") { center in
        Tally(hits: index.count(within: Double(kilometers) * 1_000, of: center), sum: 0)
      }
    }
    for kilometers in [10, 100] {
      measureQueries("sorted \(kilometers) km") { center in
        Tally(index.within(Double(kilometers) * 1_000, of: center))
      }
    }
    measureQueries("unsorted 100 km") { center in
      Tally(index.within(100_000, of: center, order: .unspecified))
    }
    measureQueries("any in 10 km") { center in
      Tally(hits: index.containsAny(within: 10_000, of: center) ? 1 : 0, sum: 0)
    }
    for count in [1, 10, 100] {
      measureQueries("nearest \(count)") { center in
        Tally(index.nearest(to: center, count: count))
      }
    }
    measureQueries("nearest 10 of the north") { center in
      Tally(index.nearest(to: center, count: 10) { $0.latitude > 0 })
    }
    for side in [1, 10] {
      measureQueries("box \(side) deg") { center in
        Tally(hits: index.count(in: BoundingBox.around(center, side: Double(side))), sum: 0)
      }
    }
  }

  /// The nearest among a hundred thousand places at one spot: alone, and as a tenth of a set.
  fileprivate mutating func ties() {
    let spot = Coordinate(latitude: 0, longitude: 0)
    let equal = [Coordinate](repeating: spot, count: 100_000)
    let sets = [
      ("100000 equal places: nearest", equal, spot.destination(bearing: 30, distance: 100)),
      ("a tenth at one spot: nearest", workload.places + equal, spot),
    ]
    for (name, places, center) in sets {
      guard includes(anyOf: name + " 1", name + " 10") else { continue }
      guard let index = try? PlaceIndex(places, coordinate: \.self) else { continue }
      for count in [1, 10] {
        measure("\(name) \(count)", calls: 1) { Tally(index.nearest(to: center, count: count)) }
      }
    }
  }

  /// Neighbors from the lazy sequence.
  private mutating func first(_ count: Int, of index: PlaceIndex<Coordinate>) {
    measureQueries("lazily nearest \(count)") { center in
      var sum = 0.0
      for neighbor in index.nearest(to: center).prefix(count) { sum += neighbor.distance }
      return Tally(hits: min(count, index.count), sum: sum)
    }
  }

  fileprivate mutating func lazyNearest(_ index: PlaceIndex<Coordinate>) {
    for count in [1, 10] { first(count, of: index) }
  }

  /// All queries in one call, on one thread and on two.
  fileprivate mutating func batches(_ index: PlaceIndex<Coordinate>) {
    let queries = workload.queries
    for threads in [1, 2] {
      measure("batch: count 10 km, threads: \(threads)", calls: queries.count) {
        let counts = index.counts(within: 10_000, ofEach: queries, threads: threads)
        return Tally(hits: counts.reduce(0, +), sum: 0)
      }
      measure("batch: nearest 10, threads: \(threads)", calls: queries.count) {
        let lists = index.nearest(toEach: queries, count: 10, threads: threads)
        return Tally(sum: Double(lists.count))
      }
      measure("batch: sorted 10 km, threads: \(threads)", calls: queries.count) {
        let lists = index.within(10_000, ofEach: queries, threads: threads)
        return Tally(hits: lists.neighbors.count, sum: 0)
      }
      measure("batch: pairs within 100 m, threads: \(threads)", calls: index.count) {
        let pairs = index.pairs(within: 100, with: index, threads: threads)
        return Tally(hits: pairs.count, sum: 0)
      }
    }
  }

  /// Saving with a name for each place, opening, and queries from the mapped file.
  fileprivate mutating func files(_ index: PlaceIndex<Coordinate>) {
    guard includes(anyOf: "file: save", "file: open", "file: sorted 100 km", "file: from memory")
    else { return }
    let path = "cairn-bench-\(workload.places.count).index"
    defer { Platform.removeFile(path) }
    let names = Gazetteer.embedded.cities.map(\.name)
    func write() -> Bool {
      var number = 0
      let isWritten: Void? = try? index.write(to: path) { _ in
        number += 1
        return names[number % names.count].utf8
      }
      return isWritten != nil
    }
    measure("file: save", calls: 1) { Tally(sum: write() ? 1 : 0) }
    guard write(), let size = Platform.contents(ofFile: path)?.count else {
      report.warn("cannot write \(path)")
      return
    }
    report.note("file: size", Double(size) / 1e6, unit: "MB")
    measure("file: open", calls: 1) {
      let index = try? MappedPlaceIndex(opening: path)
      return Tally(sum: Double(index?.count ?? 0))
    }
    guard let mapped = try? MappedPlaceIndex(opening: path) else { return }
    measureQueries("file: sorted 100 km") { center in
      let found = (try? mapped.within(100_000, of: center)) ?? []
      return Tally(hits: found.count, sum: found.reduce(0) { $0 + $1.distance })
    }
    // The same places with the same names, but in memory.
    let named = workload.places.enumerated().map { number, place in
      Named(name: names[(number + 1) % names.count], coordinate: place)
    }
    guard let memory = try? PlaceIndex(named, coordinate: \.coordinate) else { return }
    measureQueries("file: from memory") { center in
      let found = memory.within(100_000, of: center)
      return Tally(hits: found.count, sum: found.reduce(0) { $0 + $1.distance })
    }
  }

  /// Bubbles for a map of the first 100,000 places.
  fileprivate mutating func clusters(_ index: PlaceIndex<Coordinate>) {
    let pins = workload.places.prefix(100_000)
    let building = "clusters: build, \(pins.count) pins"
    guard includes(anyOf: building, "clusters: viewport of 10 deg") else { return }
    guard let index = try? PlaceIndex(pins, coordinate: \.self) else { return }
    measure(building, calls: 1) {
      Tally(sum: Double(MapClusters(index).clusters(in: .world, zoom: 3).count))
    }
    let clusters = MapClusters(index)
    measureQueries("clusters: viewport of 10 deg") { center in
      let found = clusters.clusters(in: .around(center, side: 10), zoom: 7)
      return Tally(hits: found.count, sum: found.reduce(0) { $0 + Double($1.count) })
    }
  }

  /// Insertions, removals, and queries of the changed index.
  fileprivate mutating func dynamicOperations() {
    typealias Index = DynamicPlaceIndex<Int, Tracked>
    let tracked = workload.places.enumerated().map { Tracked(id: $0, coordinate: $1) }

    measure("insert", calls: tracked.count) {
      Index(id: \.id, coordinate: \.coordinate)
    } _: { index in
      for place in tracked { _ = try? index.insert(place) }
      return Tally(sum: Double(index.count))
    }
    measure("remove", calls: tracked.count) {
      try? Index(tracked, id: \.id, coordinate: \.coordinate)
    } _: { index in
      for place in tracked { index?.remove(place.id) }
      return Tally(sum: Double(index?.count ?? -1))
    }

    guard includes(anyOf: "churned count 10 km", "churned sorted 10 km", "churned nearest 10")
    else {
      return
    }
    // Every other place is removed and inserted again: the same set, in a changed tree.
    guard var index = try? Index(tracked, id: \.id, coordinate: \.coordinate) else { return }
    for place in tracked where place.id.isMultiple(of: 2) { index.remove(place.id) }
    for place in tracked where place.id.isMultiple(of: 2) { _ = try? index.insert(place) }
    let churned = index
    measureQueries("churned count 10 km") { center in
      Tally(hits: churned.count(within: 10_000, of: center), sum: 0)
    }
    measureQueries("churned sorted 10 km") { center in
      let found = churned.within(10_000, of: center)
      return Tally(hits: found.count, sum: found.reduce(0) { $0 + $1.distance })
    }
    measureQueries("churned nearest 10") { center in
      let found = churned.nearest(to: center, count: 10)
      return Tally(hits: found.count, sum: found.reduce(0) { $0 + $1.distance })
    }
  }
}

/// A place with an ID, for a dynamic index.
private struct Tracked: Sendable {
  var id: Int
  var coordinate: Coordinate
}

extension BoundingBox {
  /// A box of `side` degrees in each direction, limited at the poles.
  static func around(_ center: Coordinate, side: Double) -> BoundingBox {
    let south = max(-90, center.latitude - side / 2)
    let north = min(90, center.latitude + side / 2)
    let west = (center.longitude - side / 2).wrapped
    let east = (center.longitude + side / 2).wrapped
    return BoundingBox(south: south, west: west, north: north, east: east)
  }
}

extension Double {
  /// A longitude shifted by 360 degrees if it is beyond the antimeridian.
  fileprivate var wrapped: Double { self < -180 ? self + 360 : self > 180 ? self - 360 : self }
}

extension Tally {
  /// The number of neighbors and the sum of their distances.
  fileprivate init(_ neighbors: [Neighbor<Coordinate>]) {
    var sum = 0.0
    for neighbor in neighbors { sum += neighbor.distance }
    self.init(hits: neighbors.count, sum: sum)
  }
}
