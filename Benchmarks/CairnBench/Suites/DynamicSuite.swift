internal import CairnGeodesy
internal import CairnIndex
internal import TestSupport

extension Suite {
  /// Changing a dynamic index over the set, and querying it after half of the set has been removed
  /// and inserted again, compared with a packed index.
  static let dynamic = Suite(name: "dynamic", summary: "changing an index and querying it") {
    bench in
    let places = bench.workload.places
    guard let packed = try? PlaceIndex(places, coordinate: \.self) else {
      bench.report.warn("the set contains an invalid coordinate")
      return
    }
    var changes = ChangingSet(places, seed: bench.options.seed)
    changes.measureLoad(&bench)
    let loaded = changes.index
    changes.measureChurn(&bench)
    let index = changes.index

    for (name, index) in [("loaded", loaded), ("churned", index)] {
      for kilometers in [1, 10, 100, 1_000] {
        let radius = Double(kilometers) * 1_000
        if name == "loaded" {
          bench.measureQueries("packed count \(kilometers) km") { center in
            Tally(hits: packed.count(within: radius, of: center), sum: 0)
          }
        }
        bench.measureQueries("\(name) count \(kilometers) km") { center in
          Tally(hits: index.count(within: radius, of: center), sum: 0)
        }
      }
      for kilometers in [10, 100] {
        let radius = Double(kilometers) * 1_000
        if name == "loaded" {
          bench.measureQueries("packed sorted \(kilometers) km") { center in
            Tally(packed.within(radius, of: center).map(\.distance))
          }
        }
        bench.measureQueries("\(name) sorted \(kilometers) km") { center in
          Tally(index.within(radius, of: center).map(\.distance))
        }
      }
      for count in [1, 10, 100] {
        if name == "loaded" {
          bench.measureQueries("packed nearest \(count)") { center in
            Tally(packed.nearest(to: center, count: count).map(\.distance))
          }
        }
        bench.measureQueries("\(name) nearest \(count)") { center in
          Tally(index.nearest(to: center, count: count).map(\.distance))
        }
      }
    }
  }
}

/// Places that are removed and inserted in a random order, the same as for the peers.
private struct ChangingSet {
  let places: [Coordinate]
  private let order: [Int]
  var index: DynamicPlaceIndex<Int, Int>

  init(_ places: [Coordinate], seed: UInt64) {
    self.places = places
    var generator = SeededGenerator(seed: seed)
    var order = Array(places.indices)
    for last in order.indices.dropFirst().reversed() {
      order.swapAt(last, generator.below(last + 1))
    }
    self.order = order
    index = DynamicPlaceIndex(id: \.self, coordinate: { places[$0] })
  }

  /// Times bulk loading and insertions into an empty index.
  mutating func measureLoad(_ bench: inout Bench) {
    let places = places
    bench.measure("load", calls: 1) {
      let index = try? DynamicPlaceIndex(
        places.indices, id: \.self, coordinate: { places[$0] })
      return Tally(sum: Double(index?.count ?? 0))
    }
    bench.measure("insert into empty", calls: places.count) {
      var index = DynamicPlaceIndex<Int, Int>(id: \.self, coordinate: { places[$0] })
      for number in order { _ = try? index.insert(number) }
      return Tally(sum: Double(index.count))
    }
    let before = Platform.residentMemory
    index =
      (try? DynamicPlaceIndex(places.indices, id: \.self, coordinate: { places[$0] })) ?? index
    if let before, let after = Platform.residentMemory {
      let bytes = Double(max(0, after - before))
      bench.report.note("memory after load", bytes / Double(places.count), unit: "bytes a place")
    }
  }

  /// Times the removal of one half and its insertion in another order, and moves of that half by
  /// about ten meters, by a hundred, and by up to ten kilometers.
  mutating func measureChurn(_ bench: inout Bench) {
    let half = Array(order.prefix(places.count / 2))
    var times: [String: [Double]] = [:]
    for _ in 0..<bench.options.repetitions {
      // While a copy existed, each change would be measured as one with a copy.
      index = reloaded()
      times["remove", default: []].append(time(half) { index, number in index.remove(number) })
      times["insert", default: []].append(
        time(half.reversed()) { index, number in _ = try? index.insert(number) })
    }
    let places = places
    for (name, step) in [("move near", 1e-4), ("move 100 m", 1e-3), ("move far", 0.1)] {
      index = reloaded()
      for repetition in 1...max(1, bench.options.repetitions) {
        let step = step * Double(repetition)
        let seconds = time(half) { index, number in
          let place = places[number]
          _ = try? index.move(
            number,
            to: Coordinate(latitude: place.latitude, longitude: place.longitude + step))
        }
        times[name, default: []].append(seconds)
      }
    }
    // Half of the places are removed and inserted again, for the queries after this.
    index = reloaded()
    for number in half { index.remove(number) }
    for number in half.reversed() { _ = try? index.insert(number) }
    let churned = index
    let changed = half.prefix(100)
    for number in changed {
      let copy = index
      let place = places[number]
      let seconds = time([number]) { index, number in
        _ = try? index.move(
          number, to: Coordinate(latitude: place.latitude, longitude: place.longitude + 1e-4))
      }
      times["move beside a copy", default: []].append(seconds)
      extendLifetime(copy)
    }
    index = churned
    let rows = [
      ("remove", half.count), ("insert", half.count), ("move near", half.count),
      ("move 100 m", half.count), ("move far", half.count), ("move beside a copy", 1),
    ]
    for (name, calls) in rows where bench.includes(name) {
      let sorted = (times[name] ?? []).map { $0 * 1e9 / Double(max(1, calls)) }.sorted()
      guard !sorted.isEmpty else { continue }
      bench.report.add(
        Timing(
          name: name, calls: calls, repetitions: sorted.count,
          median: sorted[sorted.count / 2], minimum: sorted[0],
          maximum: sorted[sorted.count - 1], tally: Tally(sum: Double(index.count))))
    }
  }

  /// Loads the places into an index that shares nothing with a copy.
  private func reloaded() -> DynamicPlaceIndex<Int, Int> {
    let places = places
    return (try? DynamicPlaceIndex(places.indices, id: \.self, coordinate: { places[$0] })) ?? index
  }

  private mutating func time(
    _ numbers: [Int], _ change: (inout DynamicPlaceIndex<Int, Int>, Int) -> Void
  ) -> Double {
    ContinuousClock().measure {
      for number in numbers { change(&index, number) }
    }.seconds
  }
}

extension Tally {
  fileprivate init(_ distances: [Double]) {
    self.init(hits: distances.count, sum: distances.reduce(0, +))
  }
}
