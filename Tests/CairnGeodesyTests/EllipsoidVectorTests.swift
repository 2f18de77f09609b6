import CairnGeodesy
import TestSupport
import Testing

/// Compares inverse and direct problems with vectors of 50 digits.
@Suite struct EllipsoidVectorTests {
  let wgs84 = Ellipsoid.wgs84

  /// The difference of two directions in degrees, in 0...180.
  private func turn(_ a: Double, _ b: Double) -> Double {
    abs((a - b).remainder(dividingBy: 360))
  }

  @Test func inverseIsAccurateToTenNanometers() throws {
    let rows = try VectorFile("wgs84_inverse_hp.csv").rows
    #expect(rows.count > 300)
    for row in rows {
      let v = try row.dropFirst().map { try #require(Double($0)) }
      let answer = wgs84.inverse(
        from: Coordinate(latitude: v[0], longitude: v[1]),
        to: Coordinate(latitude: v[2], longitude: v[3]))
      #expect(abs(answer.distance - v[4]) <= 1e-8, "\(row)")
      // Between antipodal points there are many shortest lines.
      if row[0] == "antipodal" { continue }
      // One unit in the last place of a coordinate changes the bearing correspondingly: between
      // near places, and between nearly antipodal ones.
      let tolerance =
        (row[0] == "near_antipodal" ? 2e-12 : 1e-12) + 1e-7 / max(1e-4, v[4])
      #expect(turn(answer.initialBearing, v[5]) <= tolerance, "\(row)")
      #expect(turn(answer.finalBearing, v[6]) <= tolerance, "\(row)")
    }
  }

  /// Lines of a millimeter to a hundred meters: the error of the closed formula grows with the
  /// square of the length, and along a meridian the rounding of two arcs remains, a nanometer.
  @Test func shortLinesAreAsAccurateAsTheirEnds() throws {
    let rows = try VectorFile("wgs84_inverse_short_hp.csv").rows
    #expect(rows.count == 96)
    for row in rows {
      let v = try row.dropFirst().map { try #require(Double($0)) }
      let answer = wgs84.inverse(
        from: Coordinate(latitude: v[0], longitude: v[1]),
        to: Coordinate(latitude: v[2], longitude: v[3]))
      #expect(abs(answer.distance - v[4]) <= 2e-9, "\(row)")
      let tolerance = 2e-13 + 4e-15 * v[4] * v[4]
      #expect(turn(answer.initialBearing, v[5]) <= tolerance, "\(row)")
      #expect(turn(answer.finalBearing, v[6]) <= tolerance, "\(row)")
    }
  }

  /// Compares pairs of every kind with the exact solver of GeographicLib 2.1.2 (GeodSolve -i -E),
  /// whose own error is as large as the one allowed for Cairn: the bound is for both together.
  @Test func inverseAgreesWithGeodSolve() throws {
    let rows = try VectorFile("wgs84_inverse_geodsolve.csv").rows
    #expect(rows.count > 1000)
    for row in rows {
      let v = try row.dropFirst().map { try #require(Double($0)) }
      let answer = wgs84.inverse(
        from: Coordinate(latitude: v[0], longitude: v[1]),
        to: Coordinate(latitude: v[2], longitude: v[3]))
      #expect(abs(answer.distance - v[4]) <= 2e-8, "\(row)")
      // The displacement of the end due to the bearing; exactly opposite meridians have two lines.
      if row[0] == "meridional" && v[4] > 20_000_000 { continue }
      let meters = abs(v[7]) * .pi / 180
      #expect(turn(answer.initialBearing, v[5]) * meters <= 2e-8, "\(row)")
      #expect(turn(answer.finalBearing, v[6]) * meters <= 2e-8, "\(row)")
    }
  }

  @Test func directIsAccurateToTenNanometers() throws {
    let rows = try VectorFile("wgs84_direct_hp.csv").rows
    #expect(rows.count >= 250)
    for row in rows {
      let v = try row.dropFirst().map { try #require(Double($0)) }
      let answer = wgs84.direct(
        from: Coordinate(latitude: v[0], longitude: v[1]), bearing: v[2], distance: v[3])
      let metersPerDegree = 6_400_000 * Double.pi / 180
      let cosine = Double.cos(v[4] * .pi / 180)
      #expect(abs(answer.coordinate.latitude - v[4]) * metersPerDegree <= 1e-8, "\(row)")
      #expect(
        turn(answer.coordinate.longitude, v[5]) * metersPerDegree * cosine <= 1e-8, "\(row)")
      #expect(turn(answer.finalBearing, v[6]) <= 1e-12, "\(row)")
    }
  }

  @Test func areaAndPerimeterAgreeWithTheirVectors() throws {
    for row in try VectorFile("polygon_area.csv").rows {
      let numbers = try row[1].split(separator: " ").map { try #require(Double($0)) }
      let ring = stride(from: 0, to: numbers.count, by: 2).map {
        Coordinate(latitude: numbers[$0], longitude: numbers[$0 + 1])
      }
      let area = try #require(Double(row[3]))
      let perimeter = try #require(Double(row[4]))
      let answer = wgs84.measure(ring: ring)
      #expect(abs(answer.perimeter - perimeter) <= 2e-8, "\(row[0])")
      let difference = (answer.area - area).remainder(dividingBy: wgs84.area)
      let tolerance: Double = 0.02 * Double(ring.count)
      let rounding: Double = 1e-15 * abs(area)
      #expect(abs(difference) <= tolerance + rounding, "\(row[0])")
      let back = wgs84.measure(ring: ring.reversed())
      #expect(abs(back.area + answer.area) <= tolerance, "\(row[0])")
    }
  }
}
