import TestSupport
import Testing

@testable import CairnGeodesy

/// Compares distances and bearings on the sphere with values computed with 50 digits.
struct SphereInverseTests {
  private struct Row {
    let name: String
    let start: Coordinate
    let end: Coordinate
    let distance: Double
    let bearings: (initial: Double, final: Double)
  }

  private func rows() throws -> [Row] {
    let file = try VectorFile("sphere_inverse_hp.csv")
    return zip(file.rows, file.numbers).map { row, numbers in
      Row(
        name: row.joined(separator: ","),
        start: Coordinate(latitude: numbers[1], longitude: numbers[2]),
        end: Coordinate(latitude: numbers[3], longitude: numbers[4]),
        distance: numbers[6], bearings: (numbers[7], numbers[8]))
    }
  }

  @Test func distances() throws {
    for row in try rows() {
      let error = (row.start.distance(to: row.end) - row.distance).magnitude
      #expect(error <= 5e-9, "\(row.name)")
      if row.distance < 2000, row.distance > 1e-30 {
        #expect(error <= 4e-16 * row.distance, "\(row.name)")
      }
    }
  }

  @Test func bearings() throws {
    for row in try rows() {
      let answer = row.start.inverse(to: row.end)
      #expect(answer.distance == row.start.distance(to: row.end))
      #expect(answer.initialBearing == row.start.initialBearing(to: row.end))
      #expect(answer.finalBearing == row.start.finalBearing(to: row.end))
      for (bearing, truth) in [
        (answer.initialBearing, row.bearings.initial), (answer.finalBearing, row.bearings.final),
      ] {
        #expect((0..<360).contains(bearing) && bearing.sign == .plus, "\(row.name)")
        guard truth.isFinite else { continue }
        let error = ((bearing - truth) - 360 * ((bearing - truth) / 360).rounded()).magnitude
        #expect(error <= 1.2e-13, "\(row.name)")
      }
    }
  }

  /// Numbers that tend to reveal errors: every pair of them is used as coordinates.
  private static let seams: [Coordinate] = {
    let latitudes = [-90, -89.99999999999999, -45, -1e-300, -0.0, 0, 1e-12, 30, 90 - 1e-9, 90]
    let longitudes = [-540, -180, -90, -1e-13, -0.0, 0, 90, 179.99999999999997, 180, 270, 360, 1e6]
    return latitudes.flatMap { latitude in
      longitudes.map { Coordinate(latitude: latitude, longitude: $0) }
    }
  }()

  @Test func symmetryAndRanges() {
    for a in Self.seams {
      #expect(a.distance(to: a) == 0)
      for b in Self.seams {
        let there = a.inverse(to: b)
        #expect(there.distance == b.distance(to: a), "\(a) \(b)")
        #expect(there.distance >= 0 && there.distance <= .pi * Sphere.mean.radius, "\(a) \(b)")
        for bearing in [there.initialBearing, there.finalBearing] {
          #expect((0..<360).contains(bearing) && bearing.sign == .plus, "\(a) \(b)")
        }
      }
    }
  }

  @Test func negativeZeroIsZero() {
    for a in Self.seams {
      for (minus, plus) in [
        (Coordinate(latitude: -0.0, longitude: 10), Coordinate(latitude: 0, longitude: 10)),
        (Coordinate(latitude: 10, longitude: -0.0), Coordinate(latitude: 10, longitude: 0)),
      ] {
        #expect(minus.inverse(to: a) == plus.inverse(to: a), "\(a)")
        #expect(a.inverse(to: minus) == a.inverse(to: plus), "\(a)")
      }
    }
  }

  @Test func equalPlaces() {
    let place = Coordinate(latitude: 52.5, longitude: 13.4)
    let nothing = GeodesicInverse(distance: 0, initialBearing: 0, finalBearing: 0)
    #expect(place.inverse(to: place) == nothing)
    for turns in [-720.0, -360, 360, 3600] {
      let same = Coordinate(latitude: 52.5, longitude: 14 + turns)
      #expect(Coordinate(latitude: 52.5, longitude: 14).inverse(to: same) == nothing)
    }
    for pole in [-90.0, 90] {
      let a = Coordinate(latitude: pole, longitude: 17)
      #expect(a.inverse(to: Coordinate(latitude: pole, longitude: -111)) == nothing)
    }
    let seam = Coordinate(latitude: 1, longitude: 180)
    #expect(seam.inverse(to: Coordinate(latitude: 1, longitude: -180)) == nothing)
  }

  @Test func antipodalPlaces() {
    let half = Double.pi * Sphere.mean.radius
    for (latitude, longitude) in [(0.0, 0.0), (45, 30), (-30, 100), (12.5, -77.25), (0, -180)] {
      let a = Coordinate(latitude: latitude, longitude: longitude)
      let b = Coordinate(latitude: -latitude, longitude: longitude + 180)
      #expect(
        a.inverse(to: b)
          == GeodesicInverse(distance: half, initialBearing: 0, finalBearing: 180))
    }
    let north = Coordinate(latitude: 90, longitude: 20)
    let south = Coordinate(latitude: -90, longitude: 50)
    #expect(
      north.inverse(to: south)
        == GeodesicInverse(distance: half, initialBearing: 180, finalBearing: 150))
    #expect(
      south.inverse(to: north)
        == GeodesicInverse(distance: half, initialBearing: 0, finalBearing: 330))
  }

  @Test func bearingsAtAPoleFollowTheStoredLongitude() {
    let equator = Coordinate(latitude: 0, longitude: 50)
    let cases: [(Double, Double, Double)] = [
      (90, 20, 150), (90, 50, 180), (90, -130, 0), (-90, 20, 30), (-90, 50, 0), (-90, 80, 330),
    ]
    for (pole, longitude, bearing) in cases {
      let start = Coordinate(latitude: pole, longitude: longitude)
      #expect(start.initialBearing(to: equator) == bearing)
      #expect(equator.initialBearing(to: start) == (pole > 0 ? 0 : 180))
      #expect(
        equator.finalBearing(to: start) == (bearing + 180).truncatingRemainder(dividingBy: 360))
    }
  }

  @Test func invalidNumbersGiveNaN() {
    let good = Coordinate(latitude: 1, longitude: 2)
    let bad = [
      Coordinate(latitude: .nan, longitude: 0), Coordinate(latitude: 0, longitude: .nan),
      Coordinate(latitude: .infinity, longitude: 0), Coordinate(latitude: 0, longitude: -.infinity),
      Coordinate(latitude: 90.00000000000001, longitude: 0),
      Coordinate(latitude: -91, longitude: 0), Coordinate(latitude: 1e300, longitude: 1e300),
    ]
    for place in bad {
      for (a, b) in [(good, place), (place, good), (place, place)] {
        #expect(a.distance(to: b).isNaN, "\(place)")
        let answer = a.inverse(to: b)
        #expect(answer.distance.isNaN && answer.initialBearing.isNaN, "\(place)")
        #expect(answer.finalBearing.isNaN, "\(place)")
      }
    }
    #expect(Coordinate(latitude: 1, longitude: 1e300).distance(to: good).isFinite)
  }

  @Test func longitudesCountModulo360() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<500 {
      // Longitudes in steps of 2⁻²⁰ degrees, so that the turns add without rounding.
      let west = (random.double(in: -180...180) * 0x1p20).rounded() * 0x1p-20
      let east = (random.double(in: -180...180) * 0x1p20).rounded() * 0x1p-20
      let a = random.double(in: -90...90)
      let b = random.double(in: -90...90)
      let answer = Coordinate(latitude: a, longitude: west).inverse(
        to: Coordinate(latitude: b, longitude: east))
      for (turn, shift) in [(360.0, 0.0), (-360, 0), (360e6, 0), (0, 0x1.8p7), (720, -33)] {
        let moved = Coordinate(latitude: a, longitude: west + shift).inverse(
          to: Coordinate(latitude: b, longitude: east + shift + turn))
        #expect(moved == answer)
      }
    }
  }

  /// Places within five degrees use a separate formula: at its limit both formulas must agree.
  @Test func formulasAgreeAtTheirLimit() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<2000 {
      let start = Coordinate(
        latitude: random.double(in: -84...84), longitude: random.double(in: -180...180))
      let turn = random.double(in: 0...360)
      let (sine, cosine) = sineAndCosine(degrees: turn)
      func place(_ degrees: Double) -> Coordinate {
        Coordinate(
          latitude: start.latitude + degrees * sine, longitude: start.longitude + degrees * cosine)
      }
      let inside = start.distance(to: place(5 - 1e-9))
      let outside = start.distance(to: place(5 + 1e-9))
      let slope = outside - inside
      let degree = (start.distance(to: place(5.25)) - start.distance(to: place(4.75))) * 2
      #expect((slope - 2e-9 * degree).magnitude < 1e-7, "\(start) \(turn)")
    }
  }

  @Test func triangleInequality() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<2000 {
      let (a, b, c) = (random.coordinate(), random.coordinate(), random.coordinate())
      #expect(a.distance(to: c) <= a.distance(to: b) + b.distance(to: c) + 1e-8)
    }
  }

  @Test func anotherRadius() {
    let a = Coordinate(latitude: 10, longitude: 20)
    let b = Coordinate(latitude: -40, longitude: 120)
    let unit = Sphere(radius: 1).distance(from: a, to: b)
    #expect((a.distance(to: b, on: .sphere(radius: 6_371_008.8)) == a.distance(to: b)))
    #expect((a.distance(to: b) - 6_371_008.8 * unit).magnitude < 1e-8)
    #expect(a.initialBearing(to: b, on: .sphere(radius: 1)) == a.initialBearing(to: b))
  }
}
