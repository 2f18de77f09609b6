import CairnGeodesy
import TestSupport
import Testing

struct UnitVectorTests {
  @Test func axes() {
    let exact: [(Double, Double, UnitVector)] = [
      (0, 0, UnitVector(x: 1, y: 0, z: 0)), (0, 90, UnitVector(x: 0, y: 1, z: 0)),
      (0, 180, UnitVector(x: -1, y: 0, z: 0)), (0, -180, UnitVector(x: -1, y: 0, z: 0)),
      (90, 33, UnitVector(x: 0, y: 0, z: 1)), (-90, -7, UnitVector(x: 0, y: 0, z: -1)),
      (0, 360e6, UnitVector(x: 1, y: 0, z: 0)),
    ]
    for (latitude, longitude, vector) in exact {
      #expect(Coordinate(latitude: latitude, longitude: longitude).unitVector == vector)
    }
  }

  @Test func roundTrip() {
    var random = SeededGenerator(seed: 41)
    for _ in 0..<2000 {
      let place = random.coordinate()
      let vector = place.unitVector
      let length = vector.x * vector.x + vector.y * vector.y + vector.z * vector.z
      #expect((length - 1).magnitude < 8e-16)
      #expect(vector.coordinate.distance(to: place) < 4e-9, "\(place)")
      let scaled = UnitVector(x: 1e40 * vector.x, y: 1e40 * vector.y, z: 1e40 * vector.z)
      #expect(scaled.coordinate.distance(to: place) < 5e-9, "\(place)")
    }
  }

  @Test func noDirection() {
    for bad in [
      UnitVector(x: 0, y: 0, z: 0), UnitVector(x: .nan, y: 0, z: 1),
      UnitVector(x: .infinity, y: 0, z: 1),
    ] {
      #expect(bad.coordinate.latitude.isNaN && bad.coordinate.longitude.isNaN)
    }
  }

  @Test func chordsAndDistances() {
    var random = SeededGenerator(seed: 42)
    let sphere = Sphere.mean
    for _ in 0..<2000 {
      let (a, b) = (random.coordinate(), random.coordinate())
      let distance = a.distance(to: b)
      let chord = a.unitVector.squaredChord(to: b.unitVector)
      // The chord hardly grows near the antipode.
      let tolerance = 8e-9 / max(Double.cos(distance / sphere.radius / 2), 1e-3)
      #expect((sphere.distance(ofSquaredChord: chord) - distance).magnitude <= tolerance)
      #expect((sphere.squaredChord(ofDistance: distance) - chord).magnitude < 4e-15)
    }
    #expect(sphere.squaredChord(ofDistance: 0) == 0)
    #expect(sphere.squaredChord(ofDistance: .infinity) == 4)
    #expect(sphere.squaredChord(ofDistance: -1) < 0)
    #expect(sphere.squaredChord(ofDistance: .nan).isNaN)
    #expect(sphere.distance(ofSquaredChord: 5) == .pi * sphere.radius)
    #expect(sphere.distance(ofSquaredChord: -1).isNaN)
  }
}
