import CairnGeodesy
import TestSupport
import Testing

/// A coordinate's results on a surface equal those of the surface's figure, bit by bit.
struct SurfaceTests {
  /// Places whose legs are neither short nor nearly antipodal.
  private static let triples: [(Coordinate, Coordinate, Coordinate)] = {
    var random = SeededGenerator(seed: 54)
    return (0..<20).map { _ in
      let a = Coordinate(
        latitude: random.double(in: -70...70), longitude: random.double(in: -180...180))
      let b = a.destination(
        bearing: random.double(in: 0...360), distance: random.double(in: 1e5...5e6))
      let c = a.destination(
        bearing: random.double(in: 0...360), distance: random.double(in: 1e5...2e6))
      return (a, b, c)
    }
  }()

  /// A destination equals the result of the direct problem without the final bearing.
  @Test(arguments: [Surface.sphere, .wgs84])
  func destinationsAgreeWithTheDirectProblem(on surface: Surface) {
    var random = SeededGenerator(seed: 55)
    let latitudes = [90, -90, 0, 89.999_999, 91, .nan]
    for number in 0..<rounds(20_000, inDebug: 1_000) {
      let start = Coordinate(
        latitude: number % 4 == 0
          ? latitudes[number / 4 % latitudes.count] : random.double(in: -90...90),
        longitude: random.double(in: -360...360))
      let bearing = random.double(in: -400...400)
      let distance =
        number % 97 == 0 ? .infinity : number % 5 == 0 ? 0 : random.double(in: -5e7...5e7)
      let end = start.destination(bearing: bearing, distance: distance, on: surface)
      let direct = start.direct(bearing: bearing, distance: distance, on: surface).coordinate
      if end.latitude.bitPattern != direct.latitude.bitPattern
        || end.longitude.bitPattern != direct.longitude.bitPattern
      {
        Issue.record("\(start), \(bearing), \(distance): \(end), \(direct)")
      }
    }
  }

  @Test func spheres() {
    for sphere in [Sphere.mean, Sphere(radius: 6_378_137)] {
      let surface = Surface.sphere(radius: sphere.radius)
      for (a, b, c) in Self.triples {
        #expect(a.distance(to: b, on: surface) == sphere.distance(from: a, to: b))
        let inverse = sphere.inverse(from: a, to: b)
        #expect(a.inverse(to: b, on: surface) == inverse)
        #expect(a.initialBearing(to: b, on: surface) == inverse.initialBearing)
        #expect(a.finalBearing(to: b, on: surface) == inverse.finalBearing)
        let direct = sphere.direct(from: a, bearing: 250, distance: 3e6)
        #expect(a.direct(bearing: 250, distance: 3e6, on: surface) == direct)
        #expect(a.destination(bearing: 250, distance: 3e6, on: surface) == direct.coordinate)
        #expect(a.midpoint(to: b, on: surface) == sphere.midpoint(from: a, to: b))
        #expect(
          a.interpolated(to: b, fraction: 0.3, on: surface)
            == sphere.interpolated(from: a, to: b, fraction: 0.3))
        #expect(
          c.crossTrackDistance(fromLineThrough: a, and: b, on: surface)
            == sphere.crossTrackDistance(of: c, fromLineThrough: a, and: b))
        #expect(
          c.alongTrackDistance(onLineThrough: a, and: b, on: surface)
            == sphere.alongTrackDistance(of: c, onLineThrough: a, and: b))
        #expect(
          c.distance(toSegmentFrom: a, to: b, on: surface)
            == sphere.distance(from: c, toSegmentFrom: a, to: b))
        #expect(
          c.nearestPoint(onSegmentFrom: a, to: b, on: surface)
            == sphere.nearestPoint(to: c, onSegmentFrom: a, to: b))
        let rhumb = sphere.rhumbInverse(from: a, to: b)
        #expect(a.rhumbDistance(to: b, on: surface) == rhumb.distance)
        #expect(a.rhumbBearing(to: b, on: surface) == rhumb.bearing)
        #expect(
          a.rhumbDestination(bearing: 250, distance: 3e6, on: surface)
            == sphere.rhumbDirect(from: a, bearing: 250, distance: 3e6))
        #expect(a.rhumbMidpoint(to: b, on: surface) == sphere.rhumbMidpoint(from: a, to: b))
        #expect(
          a.distances(to: [b, c], on: surface) == [b, c].map { sphere.distance(from: a, to: $0) })
        let path = GeoPath([a, b, c])
        let lengths = [sphere.distance(from: a, to: b), sphere.distance(from: b, to: c)]
        #expect(abs(path.length(on: surface) - (lengths[0] + lengths[1])) < 1e-8)
        #expect(path.distance(to: b, on: surface) < 1e-6)
        #expect(path.nearestPoint(to: b, on: surface)?.distance ?? 1 < 1e-6)
        let perimeter = GeoPolygon([a, b, c]).perimeter(on: surface)
        #expect(abs(perimeter - (lengths[0] + lengths[1] + sphere.distance(from: c, to: a))) < 1e-8)
      }
    }
    let (a, b, _) = Self.triples[0]
    #expect(a.distance(to: b) == Sphere.mean.distance(from: a, to: b))
    #expect(Surface.sphere == .sphere(radius: 6_371_008.8))
  }

  @Test func ellipsoids() {
    let others = [Ellipsoid.wgs84, Ellipsoid(equatorialRadius: 6_400_000, flattening: -1.0 / 150)]
    for ellipsoid in others {
      let surface = Surface.ellipsoid(ellipsoid)
      for (a, b, c) in Self.triples {
        #expect(a.distance(to: b, on: surface) == ellipsoid.distance(from: a, to: b))
        let inverse = ellipsoid.inverse(from: a, to: b)
        #expect(a.inverse(to: b, on: surface) == inverse)
        #expect(a.initialBearing(to: b, on: surface) == inverse.initialBearing)
        #expect(a.finalBearing(to: b, on: surface) == inverse.finalBearing)
        let direct = ellipsoid.direct(from: a, bearing: 250, distance: 3e6)
        #expect(a.direct(bearing: 250, distance: 3e6, on: surface) == direct)
        #expect(a.destination(bearing: 250, distance: 3e6, on: surface) == direct.coordinate)
        #expect(a.midpoint(to: b, on: surface) == ellipsoid.midpoint(from: a, to: b))
        #expect(
          a.interpolated(to: b, fraction: 0.3, on: surface)
            == ellipsoid.interpolated(from: a, to: b, fraction: 0.3))
        #expect(
          c.crossTrackDistance(fromLineThrough: a, and: b, on: surface)
            == ellipsoid.crossTrackDistance(of: c, fromLineThrough: a, and: b))
        #expect(
          c.alongTrackDistance(onLineThrough: a, and: b, on: surface)
            == ellipsoid.alongTrackDistance(of: c, onLineThrough: a, and: b))
        #expect(
          c.distance(toSegmentFrom: a, to: b, on: surface)
            == ellipsoid.distance(from: c, toSegmentFrom: a, to: b))
        #expect(
          c.nearestPoint(onSegmentFrom: a, to: b, on: surface)
            == ellipsoid.nearestPoint(to: c, onSegmentFrom: a, to: b))
        let rhumb = ellipsoid.rhumbInverse(from: a, to: b)
        #expect(a.rhumbDistance(to: b, on: surface) == rhumb.distance)
        #expect(a.rhumbBearing(to: b, on: surface) == rhumb.bearing)
        #expect(
          a.rhumbDestination(bearing: 250, distance: 3e6, on: surface)
            == ellipsoid.rhumbDirect(from: a, bearing: 250, distance: 3e6))
        #expect(a.rhumbMidpoint(to: b, on: surface) == ellipsoid.rhumbMidpoint(from: a, to: b))
        #expect(
          a.distances(to: [b, c], on: surface)
            == [b, c].map { ellipsoid.distance(from: a, to: $0) })
        let path = GeoPath([a, b, c])
        let lengths = [ellipsoid.distance(from: a, to: b), ellipsoid.distance(from: b, to: c)]
        #expect(abs(path.length(on: surface) - (lengths[0] + lengths[1])) < 1e-8)
        #expect(path.distance(to: b, on: surface) < 1e-6)
        #expect(path.nearestPoint(to: b, on: surface)?.distance ?? 1 < 1e-6)
        let perimeter = GeoPolygon([a, b, c]).perimeter(on: surface)
        #expect(
          abs(perimeter - (lengths[0] + lengths[1] + ellipsoid.distance(from: c, to: a))) < 1e-8)
      }
    }
    #expect(Surface.wgs84 == .ellipsoid(.wgs84))
  }
}
