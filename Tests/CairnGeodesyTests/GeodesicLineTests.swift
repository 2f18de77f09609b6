import CairnGeodesy
import TestSupport
import Testing

@Suite struct GeodesicLineTests {
  /// After many turns a line is where the rest of its length leads.
  ///
  /// Whole turns are subtracted with twice the digits, so the error is far below that of the length
  /// itself. Along the equator the rest is known from an exact product.
  @Test func manyTurnsKeepTheirRest() {
    var random = SeededGenerator(seed: 81)
    let (twoPi, twoPiRest) = (2 * Double.pi, 2.449293598294706e-16)
    let radius = 6_378_137.0
    for turns in [1.0, 2, 7, 1_000, 123_457, 99_999_989] {
      for _ in 0..<20 {
        let meters = turns * twoPi * radius + random.double(in: -1e7...1e7)
        let whole = turns * radius
        let rest = meters.addingProduct(-whole, twoPi) - whole * twoPiRest
        for sign in [1.0, -1] {
          let place = Coordinate(latitude: 0, longitude: 0)
            .destination(bearing: 90, distance: sign * meters, on: .wgs84)
          let away = place.longitude / 180 * .pi * radius - sign * rest
          #expect(abs(away) < 1e-8 + meters.ulp / 50, "\(turns) turns: \(away) m")
          #expect(abs(place.latitude) < 1e-12)
        }
      }
    }
  }

  @Test(arguments: [Surface.sphere, .wgs84])
  func placesAgreeWithTheDirectProblem(surface: Surface) {
    var generator = SeededGenerator(seed: 21)
    for _ in 0..<500 {
      let start = generator.coordinate()
      let bearing = generator.double(in: -400...400)
      let line = GeodesicLine(from: start, bearing: bearing, on: surface)
      for _ in 0..<4 {
        let meters = generator.double(in: -5e7...5e7)
        let place = line.place(at: meters)
        let direct = start.direct(bearing: bearing, distance: meters, on: surface)
        #expect(place.coordinate.distance(to: direct.coordinate) < 2e-8)
        #expect(line.coordinate(at: meters) == place.coordinate)
        #expect((-180..<180).contains(place.coordinate.longitude))
      }
    }
  }

  @Test(arguments: [Surface.sphere, .wgs84])
  func linePassesThroughBothPlaces(surface: Surface) {
    var generator = SeededGenerator(seed: 22)
    for _ in 0..<1000 {
      let a = generator.coordinate()
      let b = generator.coordinate()
      let line = GeodesicLine(from: a, to: b, on: surface)
      #expect(abs(line.length - a.distance(to: b, on: surface)) < 8e-9)
      #expect(line.coordinate(at: 0).distance(to: a) < 4e-9)
      #expect(line.coordinate(at: line.length).distance(to: b) < 2e-8)
    }
  }

  @Test func interpolationKeepsItsEndsAndItsProportion() {
    var generator = SeededGenerator(seed: 23)
    let wgs84 = Ellipsoid.wgs84
    for _ in 0..<1000 {
      let a = generator.coordinate()
      let b = generator.coordinate()
      #expect(wgs84.interpolated(from: a, to: b, fraction: 0) == a)
      #expect(wgs84.interpolated(from: a, to: b, fraction: 1) == b)
      let whole = wgs84.distance(from: a, to: b)
      let middle = wgs84.midpoint(from: a, to: b)
      #expect(abs(wgs84.distance(from: a, to: middle) - whole / 2) < 2e-8)
      #expect(abs(wgs84.distance(from: middle, to: b) - whole / 2) < 2e-8)
      let third = wgs84.interpolated(from: a, to: b, fraction: 0.3)
      #expect(abs(wgs84.distance(from: a, to: third) - 0.3 * whole) < 2e-8)
    }
    let place = Coordinate(latitude: 3, longitude: 4)
    #expect(wgs84.midpoint(from: place, to: place) == place)
  }

  /// Compares the nearest place on a line with a ternary search, which uses no geometry.
  @Test func nearestPlaceOnASegmentAgreesWithASearch() {
    var generator = SeededGenerator(seed: 24)
    let wgs84 = Ellipsoid.wgs84
    for _ in 0..<150 {
      let a = generator.coordinate()
      let b = generator.coordinate()
      let place = generator.coordinate()
      let line = GeodesicLine(from: a, to: b, on: .wgs84)
      func away(_ meters: Double) -> Double {
        wgs84.distance(from: line.coordinate(at: meters), to: place)
      }
      // The best of a coarse scan, then a ternary search around it.
      let step = line.length / 64
      let best = (0...64).min { away(Double($0) * step) < away(Double($1) * step) } ?? 0
      var low = max(0, Double(best - 1) * step)
      var high = min(line.length, Double(best + 1) * step)
      for _ in 0..<100 {
        let left = low + (high - low) / 3
        let right = high - (high - low) / 3
        if away(left) < away(right) { high = right } else { low = left }
      }
      let brute = away((low + high) / 2)
      let found = wgs84.distance(from: place, toSegmentFrom: a, to: b)
      #expect(abs(found - brute) < 2e-8, "\(a) \(b) \(place)")
      let nearest = wgs84.nearestPoint(to: place, onSegmentFrom: a, to: b)
      #expect(abs(wgs84.distance(from: nearest, to: place) - found) < 1e-8)
    }
  }

  /// Places offset to the side of a line at a right angle have the same offsets.
  @Test func crossTrackAndAlongTrackRoundTrip() {
    var generator = SeededGenerator(seed: 25)
    let wgs84 = Ellipsoid.wgs84
    for _ in 0..<1000 {
      let a = generator.coordinate()
      let bearing = generator.double(in: 0...360)
      let b = wgs84.direct(from: a, bearing: bearing, distance: 1_000_000).coordinate
      let line = GeodesicLine(from: a, to: b, on: .wgs84)
      let along = generator.double(in: -9e6...9e6)
      let across = generator.double(in: -5e6...5e6)
      let foot = line.place(at: along)
      let place = wgs84.direct(
        from: foot.coordinate, bearing: foot.finalBearing + 90, distance: across
      ).coordinate
      let x = wgs84.crossTrackDistance(of: place, fromLineThrough: a, and: b)
      let s = wgs84.alongTrackDistance(of: place, onLineThrough: a, and: b)
      #expect(abs(x - across) < 2e-8)
      #expect(abs(s - along) < 1e-7)
    }
  }

  @Test func cornerCasesOfATrack() {
    let wgs84 = Ellipsoid.wgs84
    let a = Coordinate(latitude: 10, longitude: 20)
    let b = Coordinate(latitude: 10, longitude: 30)
    // The ends, exactly as stored.
    let beyond = Coordinate(latitude: 12, longitude: 50)
    #expect(wgs84.nearestPoint(to: beyond, onSegmentFrom: a, to: b) == b)
    #expect(
      wgs84.distance(from: beyond, toSegmentFrom: a, to: b) == wgs84.distance(from: beyond, to: b))
    // On the line.
    #expect(wgs84.distance(from: a, toSegmentFrom: a, to: b) == 0)
    #expect(abs(wgs84.crossTrackDistance(of: a, fromLineThrough: a, and: b)) == 0)
    // A line through equal places runs north: places to the east are to the right.
    let east = Coordinate(latitude: 10, longitude: 21)
    #expect(wgs84.crossTrackDistance(of: east, fromLineThrough: a, and: a) > 0)
    #expect(wgs84.nearestPoint(to: east, onSegmentFrom: a, to: a) == a)
    // A place north of an eastward line is to the left.
    let north = Coordinate(latitude: 20, longitude: 25)
    #expect(wgs84.crossTrackDistance(of: north, fromLineThrough: a, and: b) < 0)
    #expect(wgs84.crossTrackDistance(of: north, fromLineThrough: b, and: a) > 0)
  }
}
