import TestSupport
import Testing

@testable import CairnGeodesy

/// Compares rhumb lines on the sphere with numbers of 32 digits.
@Suite struct RhumbSphereTests {
  /// The error bound for lengths on the Earth, in meters: half of the last bit of 20,000 km is 1.9
  /// nm.
  private static var bound: Double { 3e-9 }

  /// Equal and nearly equal latitudes, poles and places next to them, lines of 20,000 km, across
  /// 180°, at the nodes and halfway between them, and on both sides of the switch of formulas.
  @Test func inverseAgreesWithItsVectors() throws {
    let rows = try VectorFile("rhumb_inverse_sphere_hp.csv").rows
    #expect(rows.count > 500)
    for row in rows {
      let v = try row[1...4].map { try #require(Double($0)) }
      let a = Coordinate(latitude: v[0], longitude: v[1])
      let b = Coordinate(latitude: v[2], longitude: v[3])
      let result = Sphere.mean.rhumbInverse(from: a, to: b)
      // The last bit of a double exceeds the bound, so the fraction is compared separately.
      let point = row[5].firstIndex(of: ".") ?? row[5].endIndex
      let isDecimal = !row[5].contains("e")
      let whole = isDecimal ? try #require(Double(row[5][..<point])) : 0
      let rest = try #require(Double(isDecimal ? "0" + row[5][point...] : row[5]))
      #expect(abs((result.distance - whole) - rest) <= Self.bound, "\(row) \(result.distance)")
      let azimuth = try #require(Double(row[6]))
      #expect(abs((result.bearing - azimuth).remainder(dividingBy: 360)) <= 1e-12, "\(row)")
      #expect(a.rhumbDistance(to: b) == result.distance && a.rhumbBearing(to: b) == result.bearing)
      #expect(b.rhumbDistance(to: a) == result.distance, "\(row)")
    }
  }

  @Test func lengthsAreAccurateToTheLastBit() {
    var generator = SeededGenerator(seed: 1623)
    var worst = 0.0
    var place: (Coordinate, Coordinate)?
    for round in 0..<rounds(300_000, inDebug: 200) {
      let (a, b) = pair(&generator, kind: round % 6)
      let error = abs(
        (DoubleDouble(a.rhumbDistance(to: b)) - RhumbOracle.length(from: a, to: b)).high)
      if !(error <= worst) { (worst, place) = (error, (a, b)) }
    }
    #expect(worst <= Self.bound, "\(worst) at \(String(describing: place))")
  }

  @Test func endsAreAccurate() {
    var generator = SeededGenerator(seed: 1624)
    var worst = 0.0
    var place: (Coordinate, Double, Double)?
    for round in 0..<rounds(100_000, inDebug: 200) {
      let start = pair(&generator, kind: round % 6).0
      let bearing =
        round % 3 == 0
        ? 90 + generator.double(in: -1...1) * generator.unit()
        : generator.double(in: -180...180)
      let distance = 2e7 * generator.unit() * (round % 2 == 0 ? 1 : generator.unit() * 1e-3)
      let end = start.rhumbDestination(bearing: bearing, distance: distance)
      guard end.latitude.magnitude < 90, start.latitude.magnitude < 90 else { continue }
      let error = RhumbOracle.error(of: end, from: start, bearing: bearing, distance: distance)
      if !(error <= worst) { (worst, place) = (error, (start, bearing, distance)) }
    }
    #expect(worst <= 1.5e-8, "\(worst) at \(String(describing: place))")
  }

  /// Two places: anywhere, near the poles, of nearly equal or equal latitudes, antipodal, or near
  /// the switch of formulas.
  private func pair(
    _ generator: inout SeededGenerator, kind: Int
  ) -> (Coordinate, Coordinate) {
    var a = generator.coordinate()
    var b = generator.coordinate()
    let sign = generator.next() & 1 == 0 ? 1.0 : -1
    func small() -> Double {
      Double(sign: .plus, exponent: -Int(generator.next() % 50), significand: 1)
    }
    switch kind {
    case 1: a.latitude = sign * (90 - small() * generator.unit())
    case 2: b.latitude = max(-90, min(90, a.latitude + sign * 8 * small() * generator.unit()))
    case 3: b.latitude = a.latitude
    case 4:
      b = Coordinate(
        latitude: max(-90, min(90, -a.latitude + sign * small())),
        longitude: a.longitude + 180 - 30 * small())
    case 5:
      let rise = sign * (90 - a.latitude.magnitude) * generator.double(in: 0.2...0.45)
      b = Coordinate(
        latitude: a.latitude + rise, longitude: a.longitude + generator.double(in: 90...180))
    default: break
    }
    return (a, b)
  }

  @Test func nodesAreFoundByTheirAngle() {
    for step in 0...205 {
      let angle = Double(sign: .plus, exponent: step / 32, significand: 1 + Double(step % 32) / 32)
      for place in [angle, angle.nextUp, angle.nextDown, angle * (1 + 1 / 130.0)] {
        guard place >= 1, place <= 90 else { continue }
        let node = IsometricNode(nearest: place)
        #expect(node.toPole == angle)
        let (sine, cosine) = DoubleDouble.sineAndCosine(degrees: DoubleDouble(angle))
        let lost = (sine - DoubleDouble(high: node.sine, low: node.sineLost)).high
        #expect(abs(lost) < 1e-30 && node.cosine == cosine.high)
      }
    }
  }

  @Test func invalidRadius() {
    let a = Coordinate(latitude: 1, longitude: 2)
    let b = Coordinate(latitude: 3, longitude: 4)
    for radius in [0, -1, Double.nan] {
      let surface = Surface.sphere(radius: radius)
      #expect(a.rhumbDistance(to: b, on: surface).isNaN)
      #expect(a.rhumbBearing(to: b, on: surface).isNaN)
      #expect(a.rhumbMidpoint(to: b, on: surface).latitude.isNaN)
      #expect(a.rhumbDestination(bearing: 3, distance: 4, on: surface).latitude.isNaN)
    }
  }
}

/// Rhumb lines on the mean sphere by the textbook formulas in numbers of 32 digits.
private enum RhumbOracle {
  /// The natural logarithm: one step of Newton's method from that of a double.
  private static func logarithm(_ x: DoubleDouble) -> DoubleDouble {
    let guess = DoubleDouble(Double.log(x.high))
    // e to the power of the estimate, from the series of its 1,024th part.
    let part = guess / 1024
    var power = DoubleDouble(1)
    for k in stride(from: 12.0, through: 1, by: -1) { power = DoubleDouble(1) + part * power / k }
    for _ in 0..<10 { power = power * power }
    let rest = (x - power) / (x + power)
    return guess + rest + rest
  }

  /// ψ of an angle to the pole.
  private static func isometric(toPole angle: DoubleDouble) -> DoubleDouble {
    let (sine, cosine) = DoubleDouble.sineAndCosine(degrees: angle / 2)
    return logarithm(cosine / sine)
  }

  /// ψ₁₂ / φ₁₂ of a latitude and one the given number of degrees farther north, and the end's angle
  /// to the pole.
  static func stretch(
    from latitude: Double, rise: DoubleDouble
  ) -> (stretch: DoubleDouble, toPole: DoubleDouble) {
    let end = DoubleDouble(latitude) + rise
    let middle = DoubleDouble(latitude) + rise / 2
    let toPole = DoubleDouble(90) - middle.magnitude
    let secant = DoubleDouble(1) / DoubleDouble.sineAndCosine(degrees: toPole).sine
    let endToPole = DoubleDouble(90) - end.magnitude
    if rise.high == 0 { return (secant, endToPole) }
    let radians = rise * .radian
    let t = DoubleDouble.sineAndCosine(degrees: rise / 2).sine * secant
    if t.high.magnitude < 0.125 {
      let square = t * t
      var sum = DoubleDouble(0)
      for k in stride(from: 37.0, through: 1, by: -2) { sum = sum * square + DoubleDouble(1) / k }
      return ((t * sum + t * sum) / radians, endToPole)
    }
    let first = isometric(toPole: DoubleDouble(90) - DoubleDouble(latitude.magnitude))
    let last = isometric(toPole: endToPole)
    let difference = (end.high < 0 ? -last : last) - (latitude < 0 ? -first : first)
    return (difference / radians, endToPole)
  }

  /// The length of the line between two places, in meters.
  static func length(from a: Coordinate, to b: Coordinate) -> DoubleDouble {
    let radius = DoubleDouble(Sphere.mean.radius)
    let rise = DoubleDouble(sum: b.latitude, -a.latitude)
    let north = rise * .radian * radius
    if a.latitude.magnitude == 90 || b.latitude.magnitude == 90 { return north.magnitude }
    var turn = DoubleDouble(sum: b.longitude, -a.longitude)
    turn = turn + DoubleDouble(-360 * (turn.high / 360).rounded())
    let east = turn * .radian * radius / stretch(from: a.latitude, rise: rise).stretch
    let square = north * north + east * east
    return square.high == 0 ? square : square.squareRoot
  }

  /// The distance of a place from the end of a line, in meters; for a line that circles a pole,
  /// from the end in any turn.
  static func error(
    of end: Coordinate, from start: Coordinate, bearing: Double, distance: Double
  ) -> Double {
    let degrees = DoubleDouble(distance) / (DoubleDouble(Sphere.mean.radius) * .radian)
    let way = DoubleDouble.sineAndCosine(degrees: DoubleDouble(bearing))
    let rise = degrees * way.cosine
    let (stretch, toPole) = stretch(from: start.latitude, rise: rise)
    let turn = degrees * way.sine * stretch
    let north = (DoubleDouble(end.latitude) - DoubleDouble(start.latitude) - rise).high
    let whole = (turn.high / 360).rounded()
    let off =
      DoubleDouble(end.longitude) - DoubleDouble(start.longitude) - turn
      + DoubleDouble(360) * DoubleDouble(whole)
    let turns = max(1, turn.high.magnitude / 360)
    let east =
      off.high.remainder(dividingBy: 360)
      * DoubleDouble.sineAndCosine(degrees: toPole).sine.high / turns
    return Sphere.mean.radius * (.pi / 180) * (north * north + east * east).squareRoot()
  }
}
