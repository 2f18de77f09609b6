internal import CairnGeodesy
internal import CairnIndex
internal import TestSupport

extension Bench {
  /// 200,000 places within one meter, searched from 4,260 km away, compared with a loop over them.
  mutating func fromAfar() {
    let queries = ["loop, nearest 1", "nearest 1", "nearest 10", "nearest 100", "first of nearest"]
      .map { "all within 1 m, from afar: " + $0 }
    guard queries.contains(where: includes) else { return }
    var random = SeededGenerator(seed: 8)
    let center = Coordinate(latitude: 40, longitude: -40)
    let house = center.destination(bearing: 70, distance: 4_260_000)
    let places = (0..<200_000).map { _ in
      house.destination(
        bearing: random.double(in: 0...360), distance: random.double(in: 0...1).squareRoot())
    }
    guard let index = try? PlaceIndex(places, coordinate: \.self),
      let dynamic = try? DynamicPlaceIndex(
        places.enumerated().map { ($0.offset, $0.element) }, id: { $0.0 }, coordinate: { $0.1 })
    else { return }
    measure(queries[0], calls: 1) {
      Tally(sum: places.reduce(.infinity) { min($0, center.distance(to: $1)) })
    }
    measure(queries[1], calls: 1) {
      Tally(sum: index.nearest(to: center, count: 1).first?.distance ?? 0)
    }
    measure(queries[2], calls: 1) {
      Tally(sum: index.nearest(to: center, count: 10).last?.distance ?? 0)
    }
    measure(queries[3], calls: 1) {
      Tally(sum: index.nearest(to: center, count: 100).last?.distance ?? 0)
    }
    measure(queries[4], calls: 1) {
      Tally(sum: index.nearest(to: center).first { _ in true }?.distance ?? 0)
    }
    for (query, count) in [(queries[1], 1), (queries[2], 10), (queries[3], 100)] {
      measure("dynamic, " + query, calls: 1) {
        Tally(sum: dynamic.nearest(to: center, count: count).last?.distance ?? 0)
      }
    }
  }

  /// The same number of places as in the set, in a village and in a house: much closer to each
  /// other than the resolution of single-precision unit vectors.
  ///
  /// Queries are among them.
  mutating func dense() {
    for meters in [300.0, 20] {
      let name = "all within \(Int(meters)) m: "
      let queries = ["nearest 1", "nearest 10", "box of a tenth", "sorted a tenth"].map {
        name + $0
      }
      guard includes("dynamic, " + queries[1]) || queries.contains(where: includes) else {
        continue
      }
      var random = SeededGenerator(seed: 16)
      let middle = Coordinate(latitude: 48.2, longitude: 16.4)
      let places = (0..<workload.places.count).map { _ in
        middle.destination(
          bearing: random.double(in: 0...360),
          distance: meters * random.double(in: 0...1).squareRoot())
      }
      guard let index = try? PlaceIndex(places, coordinate: \.self) else { continue }
      let centers = places.prefix(300).map {
        $0.destination(bearing: 45, distance: meters / 1_000)
      }
      measure(queries[0], calls: centers.count) {
        Tally(
          sum: centers.reduce(0) { $0 + (index.nearest(to: $1, count: 1).first?.distance ?? 0) })
      }
      measure(queries[1], calls: centers.count) {
        Tally(
          sum: centers.reduce(0) { $0 + (index.nearest(to: $1, count: 10).last?.distance ?? 0) })
      }
      // In the village, 55 m wide.
      let boxes = centers.map {
        Cap(center: $0, radius: meters * 27.5 / 300).boundingBox
      }
      measure(queries[2], calls: boxes.count) {
        Tally(hits: boxes.reduce(0) { $0 + index.count(in: $1) }, sum: 0)
      }
      measure(queries[3], calls: centers.count) {
        Tally(
          hits: centers.reduce(0) { $0 + index.within(meters * 27.5 / 300, of: $1).count }, sum: 0)
      }
      denseDynamic("dynamic, " + name, places, centers)
    }
  }

  /// The nearest of places within meters of each other, in a dynamic index.
  private mutating func denseDynamic(
    _ name: String, _ places: [Coordinate], _ centers: [Coordinate]
  ) {
    let queries = [1, 10].map { (name: "\(name)nearest \($0)", count: $0) }
    guard queries.contains(where: { includes($0.name) }),
      let index = try? DynamicPlaceIndex(
        places.indices, id: \.self, coordinate: { places[$0] })
    else { return }
    for query in queries {
      measure(query.name, calls: centers.count) {
        Tally(
          sum: centers.reduce(0) {
            $0 + (index.nearest(to: $1, count: query.count).last?.distance ?? 0)
          })
      }
    }
  }
}
