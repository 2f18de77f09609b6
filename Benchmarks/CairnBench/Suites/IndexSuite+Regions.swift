internal import CairnGeodesy
internal import CairnIndex
internal import TestSupport

extension Bench {
  /// Polygons around the queries and winding paths from them, each compared with a hand-written
  /// search by the box and a test of the shape.
  mutating func regions(_ index: PlaceIndex<Coordinate>) {
    for (corners, radius) in [(3, 0.02), (50, 0.02), (1_000, 0.02), (1_000, 0.5), (20_000, 5)] {
      let name = "polygon \(corners) corners \(radius) deg"
      guard includes(anyOf: name, name + ", by hand") else { continue }
      var random = SeededGenerator(seed: 14)
      let polygons = workload.queries.prefix(200).map { center in
        winding(corners, radius: radius, around: center, &random)
      }
      write(polygons.flatMap(\.outer), to: "polygons-\(corners)-\(radius).corners")
      measure(name, each: polygons) { Tally(hits: index.count(in: $0), sum: 0) }
      measure(name + ", by hand", calls: polygons.count) {
        var hits = 0
        for polygon in polygons {
          for place in index.elements(in: polygon.boundingBox) where polygon.contains(place) {
            hits += 1
          }
        }
        return Tally(hits: hits, sum: 0)
      }
    }
    for pieces in [300, 3_000] {
      let name = "\(pieces) polygons of 12 corners"
      guard includes(anyOf: name, name + ", by hand") else { continue }
      var random = SeededGenerator(seed: 15)
      let archipelago = GeoMultiPolygon(
        workload.queries.prefix(pieces).map { winding(12, radius: 0.1, around: $0, &random) })
      measure(name, calls: 1) { Tally(hits: index.count(in: archipelago), sum: 0) }
      measure(name + ", by hand", calls: 1) {
        var found: Set<Int> = []
        for polygon in archipelago.polygons {
          for key in index.keys(in: polygon.boundingBox)
          where polygon.contains(index.elements[key]) {
            found.insert(key)
          }
        }
        return Tally(hits: found.count, sum: 0)
      }
    }
    for edges in [1_000, 3_000] {
      let name = "path \(edges) edges 2 km"
      guard
        includes(
          anyOf: name, name + ", edge by edge", name + ", nearest point",
          name + ", nearest point, prepared")
      else { continue }
      var random = SeededGenerator(seed: 14)
      let paths = workload.queries.prefix(5).map { track(edges, from: $0, &random) }
      measure(name, calls: paths.count) {
        var tally = Tally(hits: 0, sum: 0)
        for path in paths {
          let found = index.within(2_000, of: path)
          tally = Tally(
            hits: (tally.hits ?? 0) + found.count,
            sum: tally.sum + found.reduce(0) { $0 + $1.distance })
        }
        return tally
      }
      let prepared = paths.map { PathIndex($0) }
      let near = zip(paths, 0...).flatMap { path, number in
        path.coordinates.prefix(100).map { (number, $0.destination(bearing: 45, distance: 500)) }
      }
      measure(name + ", nearest point, prepared", calls: near.count) {
        Tally(sum: near.reduce(0) { $0 + (prepared[$1.0].nearestPoint(to: $1.1)?.distance ?? 0) })
      }
      measure(name + ", nearest point", calls: near.count) {
        Tally(sum: near.reduce(0) { $0 + (paths[$1.0].nearestPoint(to: $1.1)?.distance ?? 0) })
      }
      measure(name + ", edge by edge", calls: paths.count) {
        var found = 0
        for path in paths {
          var nearest: [Coordinate: Double] = [:]
          for (start, end) in zip(path.coordinates, path.coordinates.dropFirst()) {
            let box = GeoPath([start, end]).boundingBox.expanded(byMeters: 2_001)
            for place in index.elements(in: box) {
              let distance = place.distance(toSegmentFrom: start, to: end)
              if distance <= 2_000 { nearest[place] = min(distance, nearest[place] ?? distance) }
            }
          }
          found += nearest.count
        }
        return Tally(sum: Double(found))
      }
    }
  }

  /// A polygon around a place whose ring alternates between near and far.
  private func winding(
    _ corners: Int, radius: Double, around center: Coordinate, _ random: inout SeededGenerator
  ) -> GeoPolygon {
    GeoPolygon(
      (0..<corners).map { corner in
        let turn = Double(corner) / Double(corners)
        let wave = 1 + 0.1 * (8 * turn - (8 * turn).rounded())
        return center.destination(
          bearing: 360 * turn,
          distance: radius * 111_195 * wave * random.double(in: 0.95...1))
      })
  }

  /// A path that turns slightly at every vertex, with edges of about two kilometers.
  private func track(
    _ edges: Int, from start: Coordinate, _ random: inout SeededGenerator
  ) -> GeoPath {
    var bearing = random.double(in: 0...360)
    var place = start
    return GeoPath(
      [start]
        + (0..<edges).map { _ in
          bearing += random.double(in: -12...12)
          place = place.destination(bearing: bearing, distance: 2_000)
          return place
        })
  }
}
