import CairnFoundation
import CairnGeodesy
import Foundation
import Testing

@Suite struct MeasurementTests {
  private let paris = Coordinate(latitude: 48.8566, longitude: 2.3522)
  private let tokyo = Coordinate(latitude: 35.6812, longitude: 139.7671)

  @Test(arguments: LengthUnit.allCases)
  func unitsCorrespond(unit: LengthUnit) {
    #expect(LengthUnit(unit.unitLength) == unit)
    let foundation = Measurement(value: 3, unit: unit.unitLength).converted(to: .meters).value
    // Foundation's own factors are rounded: a yard of 0.9144, a mile of 1609.34.
    #expect(abs(foundation - unit.meters(3)) <= 4e-6 * foundation)
    let length = Measurement(meters: 1234.5, in: unit)
    #expect(length.unit == unit.unitLength && abs(length.meters - 1234.5) < 1e-12)
  }

  @Test(arguments: [
    ("en_US", "1.1 mi"), ("en_GB", "1.1 mi"), ("de_AT", "1.9 km"), ("fr_CA", "1.9 km"),
  ])
  func localesHaveTheirUnits(_ identifier: String, _ text: String) {
    #expect(DistanceFormat(Locale(identifier: identifier)).string(fromMeters: 1_850) == text)
  }

  @Test(arguments: [("en_US", "500 ft"), ("en_GB", "150 yd"), ("de_AT", "150 m")])
  func localesHaveTheirShortUnits(_ identifier: String, _ text: String) {
    #expect(DistanceFormat(Locale(identifier: identifier)).string(fromMeters: 150) == text)
  }

  @Test func otherUnitsUseFoundation() {
    #expect(LengthUnit(.furlongs) == nil)
    #expect(abs(Measurement(value: 1, unit: UnitLength.furlongs).meters - 201.168) < 1e-3)
  }

  @Test func distancesAreMeasured() {
    let distance = paris.measuredDistance(to: tokyo)
    #expect(distance.value == paris.distance(to: tokyo) && distance.unit == .meters)
    #expect(
      paris.measuredDistance(to: tokyo, on: .wgs84).meters
        == paris.distance(to: tokyo, on: .wgs84))
    let path = GeoPath([paris, tokyo, paris])
    #expect(path.measuredLength().meters == path.length())
    let there = paris.destination(bearing: 90, distance: Measurement(value: 2, unit: .miles))
    #expect(abs(there.distance(to: paris) - 3218.688) < 1e-6)
    let cap = Cap(center: paris, radius: Measurement(value: 1, unit: .kilometers))
    #expect(cap.radius == 1000)
    let polygon = GeoPolygon([paris, tokyo, Coordinate(latitude: 0, longitude: 60)])
    #expect(polygon.measuredArea().value == polygon.area())
    #expect(polygon.measuredArea().unit == .squareMeters)
  }
}
