internal import CairnGeodesy

extension Suite {
  /// Distances, bearings and destinations between consecutive places of the set.
  static let geodesy = Suite(
    name: "geodesy", summary: "distances, bearings and areas, on the sphere and on WGS 84"
  ) { bench in
    let places = bench.workload.places
    let pairs = places.count - 1

    bench.measure("sphere distance", calls: pairs) {
      var sum = 0.0
      for number in 0..<pairs {
        sum += places[number].distance(to: places[number + 1])
      }
      return Tally(sum: sum)
    }

    let vectors = places.map(\.unitVector)
    bench.measure("squared chord", calls: places.count) {
      var near = 0
      let center = vectors[0]
      for vector in vectors where vector.squaredChord(to: center) < 0.01 { near += 1 }
      return Tally(sum: Double(near))
    }
  }
}
