import CairnGeodesy
import TestSupport
import Testing

@testable import CairnGrids

@Suite struct ProjectionTests {
  /// Compared with 70 digits: 5 nm plus the rounding of meters, convergence and scale to 1e-13.
  @Test func transverseMercatorIsAccurateToNanometers() throws {
    var (worst, worstBack, worstAngle, worstScale) = (0.0, 0.0, 0.0, 0.0)
    let rows = try VectorFile("transverse_mercator.csv").rows
    for row in rows {
      let numbers = row.dropFirst().map { Double($0) ?? .nan }
      let (latitude, longitude) = (numbers[0], numbers[1])
      let point = TransverseMercator.wgs84.point(latitude: latitude, longitude: longitude)
      let (east, north) = (point.easting - numbers[2], point.northing - numbers[3])
      worst = max(worst, (east * east + north * north).squareRoot())
      worstAngle = max(worstAngle, abs(point.convergence - numbers[4]))
      worstScale = max(worstScale, abs(point.scale / numbers[5] - 1))
      let place = TransverseMercator.wgs84.place(easting: numbers[2], northing: numbers[3])
      let back = Coordinate(latitude: place.latitude, longitude: place.longitude)
      let distance = Coordinate(latitude: latitude, longitude: longitude)
        .distance(to: back, on: .wgs84)
      worstBack = max(worstBack, distance)
    }
    print(
      "transverse Mercator: \(rows.count) rows, worst", worst, worstBack, worstAngle, worstScale)
    #expect(rows.count > 450 && worst < 5e-9 && worstBack < 6e-9, "\(worst) \(worstBack)")
    #expect(worstAngle < 1e-12 && worstScale < 1e-13, "\(worstAngle) \(worstScale)")
  }

  @Test func polarStereographicIsAccurateToNanometers() throws {
    var (worst, worstBack) = (0.0, 0.0)
    for row in try VectorFile("polar_stereographic.csv").rows {
      let numbers = row.map { Double($0) ?? .nan }
      let point = PolarStereographic.point(latitude: numbers[0], longitude: numbers[1])
      let (east, north) = (point.easting - numbers[2], point.northing - numbers[3])
      worst = max(worst, (east * east + north * north).squareRoot())
      let place = PolarStereographic.place(easting: numbers[2], northing: numbers[3])
      let distance = Coordinate(latitude: numbers[0], longitude: numbers[1]).distance(
        to: Coordinate(latitude: place.latitude, longitude: place.longitude), on: .wgs84)
      worstBack = max(worstBack, distance)
    }
    print("polar stereographic: worst", worst, worstBack)
    #expect(worst < 5e-9 && worstBack < 5e-9, "\(worst) \(worstBack)")
  }

  @Test func gridsAgreeWithGeographicLib() throws {
    let rows = try VectorFile("mgrs.csv").rows
    #expect(rows.count > 1000)
    for row in rows {
      let place = Coordinate(latitude: Double(row[0]) ?? .nan, longitude: Double(row[1]) ?? .nan)
      let parts = row[2].split(separator: " ")
      let (easting, northing) = (Double(parts[1]) ?? .nan, Double(parts[2]) ?? .nan)
      if let zone = Int(parts[0].dropLast()) {
        let utm = try UTMCoordinate(place)
        #expect(utm.zone == zone && utm.hemisphere == (parts[0].last == "n" ? .north : .south))
        #expect(abs(utm.easting - easting) < 8e-9 && abs(utm.northing - northing) < 8e-9, "\(row)")
      } else {
        let ups = try UPSCoordinate(place)
        #expect(ups.hemisphere == (parts[0] == "n" ? .north : .south))
        #expect(abs(ups.easting - easting) < 8e-9 && abs(ups.northing - northing) < 8e-9, "\(row)")
      }
      for (precision, text) in [(0, row[3]), (5, row[4])] {
        #expect(try MGRSSquare(place, precision: precision).description == text, "\(row)")
      }
      // The last of eleven digits is a micrometer, which rounding by nanometers may change.
      let square = try MGRSSquare(parsing: row[5])
      #expect(square.precision == 11 && square.description == row[5])
      #expect(square.center.distance(to: place, on: .wgs84) < 8e-7, "\(row)")
      #expect(try MGRSSquare(place, precision: 11).center.distance(to: place, on: .wgs84) < 8e-7)
    }
  }
}
