import CairnGeodesy
import TestSupport
import Testing

@Suite struct GeoPathTests {
  private func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  /// A random path with steps of random length, which may cross 180 degrees and come near the
  /// poles.
  private func walk(_ count: Int, using random: inout SeededGenerator) -> GeoPath {
    var places = [random.coordinate()]
    for _ in 1..<max(count, 1) {
      let step = Double.exp(random.double(in: 2...14))
      places.append(
        places[places.count - 1].destination(bearing: random.double(in: 0...360), distance: step))
    }
    return GeoPath(places)
  }

  @Test func emptyAndSinglePaths() {
    let empty = GeoPath([])
    #expect(empty.length() == 0 && empty.coordinate(atDistance: 5) == nil)
    #expect(empty.nearestPoint(to: at(0, 0)) == nil && empty.distance(to: at(0, 0)).isNaN)
    #expect(empty.boundingBox == .empty && empty.sliced(from: 0, to: 9).coordinates.isEmpty)
    #expect(empty.simplified(tolerance: 1) == empty && empty.densified(toEdgesOf: 1) == empty)
    let one = GeoPath([at(10, 20)])
    #expect(one.length() == 0 && one.coordinate(atDistance: 5) == at(10, 20))
    #expect(one.nearestPoint(to: at(10, 20))?.distance == 0)
    #expect(one.sliced(from: 0, to: 9) == one && one.reversed() == one)
    #expect(one.boundingBox == BoundingBox(south: 10, west: 20, north: 10, east: 20))
    let bad = GeoPath([at(0, 0), at(.nan, 0), at(1, 1)])
    #expect(bad.length().isNaN && bad.nearestPoint(to: at(0, 0)) == nil)
    #expect(bad.boundingBox == .empty && bad.distance(to: at(0, 0)).isNaN)
    #expect(bad.simplified(tolerance: 1e9) == bad || bad.simplified(tolerance: 1e9).length().isNaN)
    #expect(one.nearestPoint(to: at(95, 0)) == nil && one.coordinate(atDistance: .nan) == nil)
  }

  @Test func pathFromPoleToPoleIsTheStoredMeridian() throws {
    for (start, end) in [(at(90, 62.9), at(-90, 62.9)), (at(-90, 62.9), at(90, 62.9))] {
      let path = GeoPath([start, end])
      #expect(path.boundingBox == BoundingBox(south: -90, west: 62.9, north: 90, east: 62.9))
      for surface in [Surface.sphere, .wgs84] {
        let middle = start.midpoint(to: end, on: surface)
        #expect(abs(middle.latitude) < 1e-12 && abs(middle.longitude - 62.9) < 1e-12, "\(middle)")
        let length = path.length(on: surface)
        for fraction in [0.1, 0.25, 0.5, 0.9] {
          let point = try #require(path.coordinate(atDistance: length * fraction, on: surface))
          #expect(abs(point.longitude - 62.9) < 1e-12, "\(point)")
          #expect(path.distance(to: point, on: surface) < 1e-6)
        }
        #expect(path.distance(to: at(0, 62.9 - 180), on: surface) > 9.9e6)
        let inverse = start.inverse(to: end, on: surface)
        #expect(inverse.initialBearing == (start.latitude > 0 ? 180 : 0))
        #expect(inverse.finalBearing == (start.latitude > 0 ? 180 : 0))
        let there = start.destination(
          bearing: inverse.initialBearing, distance: inverse.distance / 2, on: surface)
        #expect(there.distance(to: at(0, 62.9)) < 1e-6)
      }
      let bent = GeoPath([start, end, at(0, 70)])
      #expect(bent.boundingBox == BoundingBox(south: -90, west: 62.9, north: 90, east: 70))
    }
  }

  @Test func pointsAtDistancesLieOnThePath() {
    var random = SeededGenerator(seed: 41)
    for round in 0..<30 {
      let path = walk(random.integer(in: 2...15), using: &random)
      let surface: Surface = round % 3 == 0 ? .wgs84 : .sphere
      let length = path.length(on: surface)
      var sum = 0.0
      for (a, b) in zip(path.coordinates, path.coordinates.dropFirst()) {
        sum += a.distance(to: b, on: surface)
      }
      #expect(abs(sum - length) <= 1e-9 * (1 + length / 1e6))
      #expect(path.coordinate(atDistance: 0, on: surface) == path.coordinates[0])
      #expect(path.coordinate(atDistance: -5, on: surface) == path.coordinates[0])
      #expect(path.coordinate(atDistance: length * 2, on: surface) == path.coordinates.last)
      for _ in 0..<3 {
        let distance = length * random.unit()
        guard let point = path.coordinate(atDistance: distance, on: surface) else {
          Issue.record("no point")
          continue
        }
        #expect(path.distance(to: point, on: surface) < 1e-6)
        let head = path.sliced(from: 0, to: distance, on: surface)
        let tail = path.sliced(from: distance, to: length, on: surface)
        #expect(abs(head.length(on: surface) - distance) < 1e-6)
        #expect(abs(tail.length(on: surface) - (length - distance)) < 1e-6)
        #expect(head.coordinates.last == point && tail.coordinates.first == point)
        #expect(path.sliced(from: distance, to: 0, on: surface) == head.reversed())
      }
    }
  }

  @Test func nearestPointsAgreeWithAllSegments() {
    var random = SeededGenerator(seed: 42)
    for round in 0..<100 {
      let path = walk(random.integer(in: 1...40), using: &random)
      let place =
        round % 4 == 0
        ? random.coordinate()
        : path.coordinates[0].destination(
          bearing: random.double(in: 0...360), distance: Double.exp(random.double(in: 0...14)))
      var best = path.coordinates[0].distance(to: place)
      var edge = 0
      for (index, pair) in zip(path.coordinates, path.coordinates.dropFirst()).enumerated() {
        let distance = Sphere.mean.distance(from: place, toSegmentFrom: pair.0, to: pair.1)
        if index == 0 || distance < best { (best, edge) = (distance, index) }
      }
      let nearest = path.nearestPoint(to: place)
      #expect(nearest?.distance == best && nearest?.edge == edge)
      #expect(path.distance(to: place) == best)
      if let nearest {
        #expect(abs(nearest.coordinate.distance(to: place) - best) < 1e-6)
        let again = path.coordinate(atDistance: nearest.distanceAlong)
        #expect((again?.distance(to: nearest.coordinate) ?? .nan) < 1e-6)
      }
      if round % 10 == 0 {
        let ellipsoidal = path.nearestPoint(to: place, on: .wgs84)
        #expect(abs((ellipsoidal?.distance ?? .nan) - best) <= 0.012 * best + 1000)
      }
    }
  }

  /// Places offset to one side of a straight path, including over a pole and across 180 degrees.
  @Test func sidesOfStraightPaths() {
    var random = SeededGenerator(seed: 43)
    for round in 0..<400 {
      let start =
        round % 5 == 0
        ? Coordinate(latitude: 89.5, longitude: random.double(in: -180...180))
        : random.coordinate()
      let bearing = random.double(in: 0...360)
      let line = (0...3).map { start.destination(bearing: bearing, distance: Double($0) * 4e5) }
      // Beside the middle of an edge, beside a vertex, before the start and beyond the end.
      let foot = start.destination(bearing: bearing, distance: random.double(in: 1e3...11e5))
      let away = random.double(in: 0.01...1e5)
      let onward = foot.initialBearing(to: line[3])
      let right = foot.destination(bearing: onward + 90, distance: away)
      let left = foot.destination(bearing: onward - 90, distance: away)
      let path = GeoPath(round % 3 == 0 ? [line[0], line[0], line[3], line[3]] : line)
      for surface in [Surface.sphere, .wgs84] where surface == .sphere || away > 3e4 {
        #expect(path.nearestPoint(to: right, on: surface)?.side == .right)
        #expect(path.nearestPoint(to: left, on: surface)?.side == .left)
        #expect(path.reversed().nearestPoint(to: right, on: surface)?.side == .left)
      }
      #expect(path.nearestPoint(to: line[0])?.side == .on)
      #expect(path.nearestPoint(to: foot)?.side == .on)
    }
  }

  /// The outer side of a corner is the one from which it is the nearest point.
  @Test func sidesOfCorners() {
    let corner = at(47, 8)
    for (turn, inner, outer) in [(100.0, PathSide.right, PathSide.left), (-100, .left, .right)] {
      let path = GeoPath([
        corner.destination(bearing: 200, distance: 5_000), corner, corner,
        corner.destination(bearing: 20 + turn, distance: 5_000),
      ])
      for step in stride(from: 0.0, to: 360, by: 5) {
        let place = corner.destination(bearing: 20 + step, distance: 100)
        guard let point = path.nearestPoint(to: place), point.distance > 1e-3 else { continue }
        // The incoming edge is at 180 degrees, the outgoing edge at the turn.
        let isInside = turn > 0 ? step > turn && step < 180 : step < 360 + turn && step > 180
        #expect(point.side == (isInside ? inner : outer), "turn \(turn), at \(step)")
      }
    }
    // There and back on the same path: the sides are those of the first edge.
    let back = GeoPath([at(0, 0), at(0, 1), at(0, 0)])
    #expect(back.nearestPoint(to: at(0.1, 0.5))?.side == .left)
    #expect(back.nearestPoint(to: at(-0.1, 1.05))?.side == .right)
    #expect(back.nearestPoint(to: at(0, 1.05))?.side == .on)
    #expect(GeoPath([at(1, 1)]).nearestPoint(to: at(2, 2))?.side == .on)
    #expect(GeoPath([at(1, 1), at(1, 1)]).nearestPoint(to: at(2, 2))?.side == .on)
  }

  @Test func simplifiedPathsStayWithinTheTolerance() {
    var random = SeededGenerator(seed: 43)
    for _ in 0..<40 {
      let path = walk(random.integer(in: 3...60), using: &random)
      let tolerance = Double.exp(random.double(in: 0...13))
      let simple = path.simplified(tolerance: tolerance)
      #expect(simple.coordinates.first == path.coordinates.first)
      #expect(simple.coordinates.last == path.coordinates.last)
      for vertex in path.coordinates {
        #expect(simple.distance(to: vertex) <= tolerance + 1e-3, "\(tolerance)")
      }
      #expect(path.simplified(tolerance: 0) == path && path.simplified(tolerance: .nan) == path)
      #expect(simple.simplified(tolerance: tolerance * 1e-6).coordinates.count > 1)
    }
    let straight = GeoPath((0...1000).map { at(0, Double($0) / 10) })
    #expect(straight.simplified(tolerance: 0.001).coordinates == [at(0, 0), at(0, 100)])
    // The worst case of recursion: every split removes one vertex.
    let comb = GeoPath((0..<800).map { at($0 % 2 == 0 ? 0 : 1, Double($0) / 20) })
    #expect(comb.simplified(tolerance: 1).coordinates.count == 800)
    let there = GeoPath([at(0, 0), at(0, 5), at(0, 0)])
    #expect(there.simplified(tolerance: 1000) == there)
  }

  /// After 64 passes the parts are halved; the removed vertices are still within the tolerance.
  @Test func longZigzagsAreSimplifiedWithinTheTolerance() {
    var teeth: [Coordinate] = []
    for number in 0..<6000 {
      let latitude: Double = number % 2 == 0 ? 0 : number % 5 == 0 ? 0.001 : 1
      teeth.append(at(latitude, Double(number) / 100))
    }
    let kept = GeoPath(teeth).simplified(tolerance: 500).coordinates
    #expect(kept.count < 6000 && kept.count > 4000)
    let places = Set(kept)
    for number in teeth.indices {
      let near = teeth[max(0, number - 6)...min(5999, number + 6)].filter { places.contains($0) }
      #expect(GeoPath(Array(near)).distance(to: teeth[number]) <= 500.001, "\(number)")
    }
  }

  @Test func densifiedPathsKeepLengthAndVertices() {
    var random = SeededGenerator(seed: 44)
    for round in 0..<20 {
      let path = walk(6, using: &random)
      let surface: Surface = round % 2 == 0 ? .sphere : .wgs84
      let maximum = path.length(on: surface) / random.double(in: 3...60)
      let dense = path.densified(toEdgesOf: maximum, on: surface)
      for (a, b) in zip(dense.coordinates, dense.coordinates.dropFirst()) {
        #expect(a.distance(to: b, on: surface) <= maximum * (1 + 1e-9))
      }
      #expect(abs(dense.length(on: surface) - path.length(on: surface)) < 1e-5)
      #expect(path.coordinates.allSatisfy(dense.coordinates.contains))
      #expect(path.densified(toEdgesOf: 0) == path && path.densified(toEdgesOf: .nan) == path)
    }
  }

  @Test func boxesContainTheBulgeOfThePath() {
    var random = SeededGenerator(seed: 45)
    for _ in 0..<120 {
      let path = walk(random.integer(in: 2...12), using: &random)
      let box = path.boundingBox
      let dense = path.densified(toEdgesOf: max(path.length() / 200, 1))
      for point in dense.coordinates {
        let grown = box.expanded(byMeters: 1e-6)
        #expect(grown.contains(point), "\(path.coordinates) \(point)")
      }
      #expect(path.coordinates.allSatisfy(box.contains))
    }
    let around = GeoPath([at(10, 0), at(10, 120), at(10, -120), at(10, 0)])
    #expect(around.boundingBox.spansAllLongitudes)
    let back = GeoPath([at(10, 170), at(10, -170), at(12, 175)])
    #expect(back.boundingBox.west == 170 && back.boundingBox.east == -170)
  }
}
