import CairnGeodesy
import TestSupport
import Testing

/// Compares destinations, interpolation and tracks on the sphere with values computed with 50
/// digits.
///
/// Places are compared by distance: coordinates have a resolution of 1.6 nm.
struct SphereLineTests {
  @Test func destinations() throws {
    for row in try VectorFile("sphere_destination_hp.csv").numbers {
      let start = Coordinate(latitude: row[0], longitude: row[1])
      let end = Coordinate(latitude: row[4], longitude: row[5])
      let place = start.destination(bearing: row[2], distance: row[3])
      #expect(place.distance(to: end) <= 5e-9, "\(row)")
      #expect((-180..<180).contains(place.longitude) && place.latitude.magnitude <= 90)
      // Backward in the opposite direction gives the same place.
      let back = start.destination(bearing: row[2] + 180, distance: -row[3])
      #expect(back.distance(to: end) <= 6e-9, "\(row)")
    }
  }

  @Test func roundTrips() {
    var random = SeededGenerator(seed: 31)
    for _ in 0..<2000 {
      let (a, b) = (random.coordinate(), random.coordinate())
      let way = a.inverse(to: b)
      let there = a.direct(bearing: way.initialBearing, distance: way.distance)
      // A bearing of 360 degrees is rounded to 3e-14 degrees, which is 3 nm after a quarter turn.
      #expect(there.coordinate.distance(to: b) <= 1.2e-8, "\(a) \(b)")
    }
  }

  @Test func beyondHalfTheCircumference() {
    let circumference = 2 * Double.pi * Sphere.mean.radius
    let start = Coordinate(latitude: 20, longitude: 30)
    let direct = start.destination(bearing: 70, distance: 1e6)
    for turns in [-3.0, -1, 1, 2] {
      let round = start.destination(bearing: 70, distance: 1e6 + turns * circumference)
      #expect(round.distance(to: direct) < 3e-8 * turns.magnitude)
    }
    let opposite = start.destination(bearing: 123, distance: circumference / 2)
    #expect(opposite.distance(to: Coordinate(latitude: -20, longitude: -150)) < 5e-9)
  }

  @Test func acrossThePolesAndTheAntimeridian() {
    let meters = Sphere.mean.radius * .pi / 180
    let north = Coordinate(latitude: 80, longitude: 30)
      .direct(bearing: 0, distance: 20 * meters)
    #expect((north.coordinate.latitude - 80).magnitude < 1e-13)
    #expect((north.coordinate.longitude + 150).magnitude < 1e-12)
    #expect((north.finalBearing - 180).magnitude < 1e-12)
    let south = Coordinate(latitude: -80, longitude: 30).destination(
      bearing: 180, distance: 20 * meters)
    #expect((south.longitude + 150).magnitude < 1e-12)
    let east = Coordinate(latitude: 0, longitude: 179).destination(
      bearing: 90, distance: 2 * meters)
    #expect((east.longitude + 179).magnitude < 1e-13 && east.latitude == 0)
    let exact = Coordinate(latitude: 10, longitude: 180).destination(bearing: 5, distance: 0)
    #expect(exact == Coordinate(latitude: 10, longitude: -180))
    let fromPole = Coordinate(latitude: 90, longitude: 20).destination(
      bearing: 150, distance: 90 * meters)
    #expect(fromPole.distance(to: Coordinate(latitude: 0, longitude: 50)) < 5e-9)
  }

  @Test func eastwardLineLeavesTheParallel() {
    let place = Coordinate(latitude: 50, longitude: 0).destination(bearing: 90, distance: 1e6)
    #expect(place.latitude < 49.3)
  }

  @Test func interpolation() throws {
    for row in try VectorFile("sphere_interpolate_hp.csv").numbers {
      let start = Coordinate(latitude: row[1], longitude: row[2])
      let end = Coordinate(latitude: row[3], longitude: row[4])
      let truth = Coordinate(latitude: row[6], longitude: row[7])
      let place = start.interpolated(to: end, fraction: row[5])
      #expect(place.distance(to: truth) <= 5e-9, "\(row)")
      if row[5] == 0.5 {
        #expect(start.midpoint(to: end).distance(to: truth) <= 5e-9, "\(row)")
      }
      #expect(start.interpolated(to: end, fraction: 0) == start)
      #expect(start.interpolated(to: end, fraction: 1) == end)
    }
  }

  @Test func midpointOfAntipodesIsToTheNorth() {
    let start = Coordinate(latitude: 0, longitude: 10)
    let middle = start.midpoint(to: Coordinate(latitude: 0, longitude: -170))
    #expect((middle.latitude - 90).magnitude < 1e-13)
    let same = Coordinate(latitude: 5, longitude: 6)
    #expect(same.midpoint(to: same) == same)
    #expect(same.interpolated(to: same, fraction: 7) == same)
  }

  @Test func tracks() throws {
    for row in try VectorFile("sphere_crosstrack_hp.csv").numbers {
      let start = Coordinate(latitude: row[0], longitude: row[1])
      let end = Coordinate(latitude: row[2], longitude: row[3])
      let place = Coordinate(latitude: row[4], longitude: row[5])
      let across = place.crossTrackDistance(fromLineThrough: start, and: end)
      #expect((across - row[6]).magnitude <= 5e-9, "\(row)")
      let along = place.alongTrackDistance(onLineThrough: start, and: end)
      // Near the pole of the line the nearest point is ill-conditioned.
      let condition = 1 / Double.cos(row[6] / Sphere.mean.radius)
      #expect((along - row[7]).magnitude <= 5e-9 * condition, "\(row)")
      let distance = place.distance(toSegmentFrom: start, to: end)
      #expect((distance - row[8]).magnitude <= 5e-9, "\(row)")
      let nearest = place.nearestPoint(onSegmentFrom: start, to: end)
      #expect((nearest.distance(to: place) - distance).magnitude <= 8e-9, "\(row)")
      #expect(end.distance(toSegmentFrom: start, to: end) == 0)
      #expect(start.distance(toSegmentFrom: start, to: end) == 0)
      #expect(place.crossTrackDistance(fromLineThrough: end, and: start).sign != across.sign)
    }
  }

  @Test func rightOfALineIsPositive() {
    let west = Coordinate(latitude: 0, longitude: 0)
    let east = Coordinate(latitude: 0, longitude: 10)
    let south = Coordinate(latitude: -1, longitude: 50)
    let degree = Sphere.mean.radius * .pi / 180
    #expect((south.crossTrackDistance(fromLineThrough: west, and: east) - degree).magnitude < 1e-8)
    #expect(
      (south.alongTrackDistance(onLineThrough: west, and: east) - 50 * degree).magnitude < 1e-8)
    // The line is infinite, the segment is not.
    #expect(south.distance(toSegmentFrom: west, to: east) == south.distance(to: east))
    #expect(south.nearestPoint(onSegmentFrom: west, to: east) == east)
  }

  @Test func segmentWithoutLengthIsASinglePoint() {
    let end = Coordinate(latitude: 10, longitude: 20)
    let place = Coordinate(latitude: 12, longitude: 21)
    #expect(place.distance(toSegmentFrom: end, to: end) == place.distance(to: end))
    #expect(place.nearestPoint(onSegmentFrom: end, to: end) == end)
    // Its line is the meridian, northward.
    #expect(place.crossTrackDistance(fromLineThrough: end, and: end) > 0)
    #expect(end.crossTrackDistance(fromLineThrough: end, and: end) == 0)
  }

  @Test func invalidNumbersGiveNaN() {
    let good = Coordinate(latitude: 1, longitude: 2)
    let other = Coordinate(latitude: 3, longitude: 4)
    #expect(good.destination(bearing: .nan, distance: 1).latitude.isNaN)
    #expect(good.destination(bearing: 1, distance: .infinity).longitude.isNaN)
    #expect(good.interpolated(to: other, fraction: .nan).latitude.isNaN)
    for bad in [
      Coordinate(latitude: 90.5, longitude: 0), Coordinate(latitude: .nan, longitude: 0),
      Coordinate(latitude: 0, longitude: .infinity),
    ] {
      #expect(bad.destination(bearing: 1, distance: 1).latitude.isNaN)
      #expect(bad.midpoint(to: good).latitude.isNaN && good.midpoint(to: bad).latitude.isNaN)
      for (a, b, c) in [(bad, good, other), (good, bad, other), (good, other, bad)] {
        #expect(a.crossTrackDistance(fromLineThrough: b, and: c).isNaN)
        #expect(a.alongTrackDistance(onLineThrough: b, and: c).isNaN)
        #expect(a.distance(toSegmentFrom: b, to: c).isNaN)
        #expect(a.nearestPoint(onSegmentFrom: b, to: c).latitude.isNaN)
      }
      #expect(bad.unitVector.x.isNaN && bad.unitVector.z.isNaN)
    }
  }
}
