internal import CairnGeodesy

extension Suite {
  /// Operations between consecutive places of the set.
  static let geodesy = Suite(
    name: "geodesy", summary: "distances, bearings and areas, on the sphere and on WGS 84"
  ) { bench in
    let places = bench.workload.places
    bench.pairs("sphere distance") { $0.distance(to: $1) }

    let vectors = places.map(\.unitVector)
    if let center = vectors.first {
      bench.measure("squared chord", calls: vectors.count) {
        var near = 0
        for vector in vectors where vector.squaredChord(to: center) < 0.01 { near &+= 1 }
        return Tally(sum: Double(near))
      }
    }

    let ellipsoid = Ellipsoid.wgs84
    bench.pairs("WGS 84 distance") { ellipsoid.distance(from: $0, to: $1) }
    bench.pairs("WGS 84 inverse") {
      let answer = ellipsoid.inverse(from: $0, to: $1)
      return answer.distance + answer.initialBearing + answer.finalBearing
    }
    bench.pairs("WGS 84 direct") { start, end in
      // Bearing and distance need only vary from pair to pair: the other place's degrees do.
      let answer = ellipsoid.direct(
        from: start, bearing: end.longitude, distance: 50_000 * (end.latitude + 90))
      return answer.coordinate.latitude + answer.coordinate.longitude + answer.finalBearing
    }
    bench.measure("WGS 84 ring area", calls: places.count) {
      let measure = ellipsoid.measure(ring: places)
      return Tally(sum: measure.area + measure.perimeter)
    }
  }
}

extension Bench {
  /// Times an operation on each two places that follow one another, and sums its results.
  fileprivate mutating func pairs(
    _ name: String, _ operation: (Coordinate, Coordinate) -> Double
  ) {
    let places = workload.places
    measure(name, calls: places.count - 1) {
      var sum = 0.0
      for number in 1..<max(1, places.count) {
        sum += operation(places[number - 1], places[number])
      }
      return Tally(sum: sum)
    }
  }
}
