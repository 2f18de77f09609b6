import CairnGeodesy
import TestSupport
import Testing

/// Compares the smallest cap around places with all caps that have two or three of them on their
/// rim.
@Suite struct CapEnclosingTests {
  /// The least radius of a cap around places: every smallest cap has two or three places on its
  /// rim, or is the smallest of those beyond a hemisphere.
  private func leastRadius(_ places: [Coordinate]) -> Double {
    let vectors = places.map(\.unitVector)
    var least = Double.infinity
    func consider(_ x: Double, _ y: Double, _ z: Double) {
      guard (x * x + y * y + z * z).squareRoot() > 1e-9 else { return }
      for sign in [1.0, -1] {
        let center = UnitVector(x: sign * x, y: sign * y, z: sign * z).coordinate
        var radius = 0.0
        for place in places {
          radius = max(radius, center.distance(to: place))
          if radius >= least { break }
        }
        least = min(least, radius)
      }
    }
    for i in vectors.indices {
      consider(vectors[i].x, vectors[i].y, vectors[i].z)
      for j in 0..<i {
        let (a, b) = (vectors[i], vectors[j])
        consider(a.x + b.x, a.y + b.y, a.z + b.z)
        consider(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        for k in 0..<j {
          let c = vectors[k]
          let u = UnitVector(x: b.x - a.x, y: b.y - a.y, z: b.z - a.z)
          let v = UnitVector(x: c.x - a.x, y: c.y - a.y, z: c.z - a.z)
          consider(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
        }
      }
    }
    return least
  }

  @Test func noCapIsSmaller() throws {
    var random = SeededGenerator(seed: 91)
    for round in 0..<rounds(400, inDebug: 80) {
      let count = random.integer(in: 1...14)
      let center = random.coordinate()
      let size = [1e-3, 10, 1e4, 1e6, 9e6, 1.4e7, 2e7, 2e7][round % 8]
      var places = (0..<count).map { _ in
        center.destination(
          bearing: random.double(in: 0...360), distance: size * random.double(in: 0...1))
      }
      if round % 5 == 0 { places += places }
      if round % 16 == 7 {
        places = places.map { Coordinate(latitude: 0, longitude: $0.longitude) }
      }
      let cap = try #require(Cap(enclosing: places))
      #expect(places.allSatisfy(cap.contains))
      let least = leastRadius(places)
      #expect(cap.radius <= least + 1e-6, "\(round): \(cap.radius) for \(least)")
    }
  }

  @Test func evenlyAroundTheEarth() throws {
    let poles = [90.0, -90].map { Coordinate(latitude: $0, longitude: 0) }
    let quarter = Sphere.mean.radius * .pi / 2
    let equator = (0..<12).map { Coordinate(latitude: 0, longitude: 30 * Double($0)) }
    #expect(try (#require(Cap(enclosing: poles)).radius - quarter).magnitude < 1e-6)
    #expect(try (#require(Cap(enclosing: equator)).radius - quarter).magnitude < 1e-6)
    #expect(try (#require(Cap(enclosing: equator + [poles[0]])).radius - quarter).magnitude < 1e-6)
    // The eight corners of a cube: one of its faces stays free.
    let cube = [1.0, -1].flatMap { z in
      [45.0, 135, 225, 315].map {
        Coordinate(latitude: z * 35.264389682754654, longitude: $0)
      }
    }
    let cap = try #require(Cap(enclosing: cube))
    #expect(cube.allSatisfy(cap.contains))
    #expect((cap.radius - Sphere.mean.radius * 2.1862760354652844).magnitude < 1)
    let all = try #require(Cap(enclosing: equator + poles + cube))
    #expect((equator + poles + cube).allSatisfy(all.contains))
  }

  @Test func fewAndInvalidPlaces() throws {
    let place = Coordinate(latitude: 12.3, longitude: 45.6)
    let invalid = Coordinate(latitude: .nan, longitude: 0)
    #expect(Cap(enclosing: []) == nil)
    #expect(Cap(enclosing: [invalid]) == nil)
    #expect(Cap(enclosing: [place, invalid, place]) == Cap(center: place, radius: 0))
    let many = (0..<30_000).map { number in
      place.destination(bearing: Double(number) * 77, distance: Double(number))
    }
    let cap = try #require(Cap(enclosing: many))
    #expect(many.allSatisfy(cap.contains))
    #expect(cap.radius <= 30_000)
  }
}
