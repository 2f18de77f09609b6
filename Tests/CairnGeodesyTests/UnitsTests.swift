import TestSupport
import Testing

@testable import CairnGeodesy

@Suite struct UnitsTests {
  @Test func factorsAreExact() {
    let meters: [LengthUnit: Double] = [
      .meters: 1, .kilometers: 1000, .miles: 1609.344, .nauticalMiles: 1852, .feet: 0.3048,
      .yards: 0.9144,
    ]
    for unit in LengthUnit.allCases {
      #expect(unit.inMeters == meters[unit] && unit.meters(1) == meters[unit])
      #expect(unit.value(fromMeters: unit.inMeters) == 1)
      for other in LengthUnit.allCases {
        for value in [0, 1, 7, 123.456, -1e-9, 1e12] {
          let back = other.convert(unit.convert(value, to: other), to: unit)
          #expect(abs(back - value) <= 4e-16 * abs(value))
        }
      }
    }
    #expect(
      LengthUnit.allCases.map(\.description)
        == ["meters", "kilometers", "miles", "nautical miles", "feet", "yards"])
    #expect(LengthUnit.feet.convert(5280, to: .miles) == 1)
    #expect(LengthUnit.yards.convert(1760, to: .miles) == 1)
    #expect(LengthUnit.miles.convert(3, to: .feet) == 15840)
    #expect(LengthUnit.yards.convert(0.1, to: .feet) == 0.30000000000000004)
    #expect(LengthUnit.miles.meters(.infinity) == .infinity && LengthUnit.feet.meters(.nan).isNaN)
  }

  @Test(arguments: [
    (0, "0 m"), (0.4, "0 m"), (0.5, "1 m"), (350, "350 m"), (999.4, "999 m"), (999.5, "1.0 km"),
    (9_950, "10.0 km"), (1_050, "1.1 km"), (8_150, "8.2 km"), (-9_950, "-10.0 km"),
    (9_949.999, "9.9 km"), (1000, "1.0 km"), (1234, "1.2 km"), (1250, "1.3 km"),
    (99_949, "99.9 km"),
    (99_950, "100 km"), (384_400_000, "384400 km"), (-350, "-350 m"), (-0.2, "0 m"),
    (.infinity, "inf km"), (.nan, "nan m"),
  ])
  func metricDistances(meters: Double, expected: String) {
    #expect(DistanceFormat.metric.string(fromMeters: meters) == expected)
  }

  @Test func otherDistances() {
    #expect(DistanceFormat.imperial.string(fromMeters: 152.4) == "500 ft")
    #expect(DistanceFormat.imperial.string(fromMeters: 1287.5) == "0.8 mi")
    #expect(DistanceFormat.imperial.string(fromMeters: 304.79) == "1000 ft")
    #expect(DistanceFormat.imperial.string(fromMeters: 804_672) == "500 mi")
    #expect(DistanceFormat.nautical.string(fromMeters: 150) == "150 m")
    #expect(DistanceFormat.nautical.string(fromMeters: 185) == "0.1 NM")
    #expect(DistanceFormat.nautical.string(fromMeters: 18_520) == "10.0 NM")
    #expect(DistanceFormat.metric.fractionDigits(2).string(fromMeters: 1234.56) == "1.23 km")
    #expect(DistanceFormat.metric.fractionDigits(2).string(fromMeters: 999.996) == "1.00 km")
    #expect(DistanceFormat.metric.fractionDigits(1).string(fromMeters: 12.34) == "12.3 m")
    #expect(DistanceFormat.fixed(.yards, fractionDigits: 0).string(fromMeters: 914.4) == "1000 yd")
    #expect(DistanceFormat.fixed(.miles, fractionDigits: 2).string(fromMeters: 1234) == "0.77 mi")
    #expect(DistanceFormat.fixed(.meters, fractionDigits: -3).string(fromMeters: 1e17) == "1e+17 m")
  }

  /// The expected texts are those of ICU 72 for the usage "road", except for its separators and,
  /// beyond half a mile, its digits.
  @Test(arguments: [
    (3, "10 ft", "3 yd"), (9.144, "30 ft", "10 yd"), (30, "100 ft", "30 yd"),
    (91.43, "300 ft", "100 yd"), (91.45, "300 ft", "100 yd"), (150, "500 ft", "150 yd"),
    (299, "1000 ft", "350 yd"), (300, "1000 ft", "350 yd"), (402.336, "1300 ft", "450 yd"),
    (700, "2300 ft", "750 yd"), (800, "2600 ft", "850 yd"), (804.672, "0.5 mi", "0.5 mi"),
    (1609.344, "1.0 mi", "1.0 mi"), (9950, "6.2 mi", "6.2 mi"), (160_934.4, "100 mi", "100 mi"),
    // Half a step below half a mile is written in miles, like every distance that rounds up to it.
    (804, "0.5 mi", "0.5 mi"), (0, "0 ft", "0 yd"), (-150, "-500 ft", "-150 yd"),
    (0.3048, "1 ft", "0 yd"), (2.8956, "10 ft", "3 yd"), (.nan, "nan ft", "nan yd"),
    (.infinity, "inf mi", "inf mi"),
  ])
  func roadDistances(meters: Double, american: String, british: String) {
    #expect(DistanceFormat.imperial.string(fromMeters: meters) == american)
    #expect(DistanceFormat.british.string(fromMeters: meters) == british)
  }

  @Test func digitsReplaceTheStepsOfRoads() {
    #expect(DistanceFormat.british.fractionDigits(0).string(fromMeters: 150) == "164 yd")
    #expect(DistanceFormat.imperial.fractionDigits(1).string(fromMeters: 150) == "492.1 ft")
    #expect(DistanceFormat.british.fractionDigits(2).string(fromMeters: 804.672) == "0.50 mi")
  }

  @Test func decimalTextRoundsDecimalHalvesAwayFromZero() {
    #expect(decimalText(0.125, digits: 2) == "0.13" && decimalText(-0.125, digits: 2) == "-0.13")
    #expect(decimalText(1.005, digits: 2) == "1.01" && decimalText(2.5, digits: 0) == "3")
    #expect(decimalText(0.285, digits: 2) == "0.29" && decimalText(1.115, digits: 2) == "1.12")
    #expect(decimalText(1.005.nextDown, digits: 2) == "1.00")
    #expect(decimalText(0x1p52 + 1, digits: 0) == "4503599627370497")
    var halves = SeededGenerator(seed: 24)
    for _ in 0..<5000 {
      // A number with one additional digit, which is a five.
      let digits = halves.integer(in: 0...6)
      let units = halves.integer(in: 0...1_000_000)
      let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
      let half = Double(10 * units + 5) / Double(10 * scale)
      let above = decimalText(Double(units + 1) / Double(scale), digits: digits)
      let below = decimalText(Double(units) / Double(scale), digits: digits)
      #expect(decimalText(half, digits: digits) == above, "\(half)")
      #expect(decimalText(half.nextDown, digits: digits) == below, "\(half.nextDown)")
    }
    #expect(decimalText(9.999, digits: 2) == "10.00" && decimalText(-0.001, digits: 2) == "0.00")
    #expect(decimalText(1.5, digits: 3, trimsZeros: true) == "1.5")
    #expect(decimalText(2, digits: 3, trimsZeros: true) == "2")
    #expect(decimalText(2.25, digits: 1, minimumWholeDigits: 3) == "002.3")
    #expect(decimalText(0.1, digits: 15) == "0.100000000000000")
    var random = SeededGenerator(seed: 31)
    for _ in 0..<5000 {
      let value = random.double(in: -1000...1000)
      let digits = random.integer(in: 0...9)
      let text = decimalText(value, digits: digits)
      var unit = 1.0
      for _ in 0..<digits { unit /= 10 }
      #expect(abs((Double(text) ?? .nan) - value) <= unit * 0.5000001, "\(value) \(text)")
    }
  }

  @Test func compassPoints() {
    let cases: [(Double, String)] = [
      (0, "N"), (11.24, "N"), (11.25, "NNE"), (20, "NNE"), (45, "NE"), (90, "E"), (179, "S"),
      (270, "W"), (348.74, "NNW"), (348.75, "N"), (359.9, "N"), (-90, "W"), (720, "N"),
      (-1e-20, "N"),
    ]
    for (bearing, name) in cases {
      #expect(CompassPoint(bearing: bearing)?.rawValue == name, "\(bearing)")
    }
    // Each bound belongs to the point farther clockwise, and the number before it does not.
    for (index, point) in CompassPoint.allCases.enumerated() {
      let bound = Double(index) * 22.5 + 11.25
      let next = CompassPoint.allCases[(index + 1) % 16]
      for turn in [0.0, 360, -360] {
        #expect(CompassPoint(bearing: bound + turn) == next)
        #expect(CompassPoint(bearing: (bound + turn).nextUp) == next)
        #expect(CompassPoint(bearing: (bound + turn).nextDown) == point, "\(bound) \(turn)")
      }
      #expect(CompassPoint(bearing: point.bearing.nextDown) == point)
      #expect(CompassPoint(bearing: point.bearing.nextUp) == point)
    }
    #expect(CompassPoint(bearing: .nan) == nil && CompassPoint(bearing: .infinity) == nil)
    for point in CompassPoint.allCases { #expect(CompassPoint(bearing: point.bearing) == point) }
  }
}
