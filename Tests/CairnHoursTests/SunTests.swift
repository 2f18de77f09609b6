import CairnGeodesy
import CairnHours
import TestSupport
import Testing

@Suite struct SunTests {
  /// Times from a full ephemeris, at locations of all latitudes, from 1950 to 2050.
  @Test func timesMatchAnEphemeris() throws {
    var (worst, worstNearPoles) = (0.0, 0.0)
    var (missing, changed, count) = (0, 0, 0)
    for fields in try VectorFile("sun.csv").rows {
      let place = Coordinate(
        latitude: try #require(Double(fields[0])), longitude: try #require(Double(fields[1])))
      let sun = SunTimes(
        on: try #require(CivilDate(fields[3])), at: place,
        utcOffset: try #require(Double(fields[2])))
      let copy = SunTimes(
        noon: sun.noon, dawn: sun.dawn, sunrise: sun.sunrise, sunset: sun.sunset, dusk: sun.dusk,
        isUpAtNoon: sun.isUpAtNoon)
      if copy != sun { changed += 1 }
      let times = [sun.dawn, sun.sunrise, sun.noon, sun.sunset, sun.dusk]
      for (time, text) in zip(times, fields[4...]) {
        count += 1
        guard let time, let expected = Double(text) else {
          if (time == nil) != text.isEmpty { missing += 1 }
          continue
        }
        // Where clocks differ greatly from solar time, noon may fall on the day before or after.
        let error = (time.seconds - expected).remainder(dividingBy: 86_400).magnitude
        if place.latitude.magnitude <= 65 {
          worst = max(worst, error)
        } else {
          worstNearPoles = max(worstNearPoles, error)
        }
      }
    }
    #expect(count == 2_000)
    #expect(worst < 10, "\(worst) s")
    #expect(worstNearPoles < 20, "\(worstNearPoles) s")
    #expect(missing == 0 && changed == 0, "\(missing), \(changed)")
  }

  @Test func polarDaysAndNights() throws {
    let tromso = Coordinate(latitude: 69.65, longitude: 18.96)
    let summer = SunTimes(on: try #require(CivilDate("2026-06-21")), at: tromso, utcOffset: 7200)
    #expect(summer.sunrise == nil && summer.sunset == nil && summer.isUpAtNoon)
    let winter = SunTimes(on: try #require(CivilDate("2026-12-21")), at: tromso, utcOffset: 3600)
    #expect(winter.sunrise == nil && !winter.isUpAtNoon && winter.dawn != nil)
    let pole = SunTimes(
      on: try #require(CivilDate("2026-06-21")), at: Coordinate(latitude: 90, longitude: 0),
      utcOffset: 0)
    #expect(pole.sunrise == nil && pole.isUpAtNoon)
  }

  @Test func elevationsMatchAnEphemeris() {
    // From PyEphem 4.2.1 without atmosphere: seconds since 1970, location, elevation, azimuth.
    let rows: [(Double, Double, Double, Double, Double)] = [
      (2075342405, -29.28, -50.93, -53.4100, 159.5096),
      (2365446622, 62.24, 86.36, -44.4624, 47.6599),
      (1676503845, -70.39, -12.38, -5.5760, 202.7379),
      (469673014, 17.33, 144.32, 47.7605, 149.6360),
      (-113784074, -14.86, 132.64, 45.6139, 37.1277),
      (1035342798, 5.02, 26.62, -11.9008, 100.5269),
      (-543674983, 27.54, -33.07, 36.9150, 123.1871),
      (182009009, 56.38, 95.66, -25.7932, 301.6453),
      (85494878, 31.59, -154.1, -41.8294, 51.7718),
      (2053972764, 13.59, -134.39, 54.6829, 149.3918),
      (-592377040, 70.85, -178.09, 5.7586, 101.4704),
      (325484569, 66.96, -120.29, -0.7443, 307.9651),
    ]
    for (seconds, latitude, longitude, elevation, azimuth) in rows {
      let sun = SunPosition(
        at: Coordinate(latitude: latitude, longitude: longitude), secondsSince1970: seconds)
      #expect(abs(sun.elevation - elevation) < 0.015, "\(seconds) \(sun)")
      let turn = (sun.azimuth - azimuth).remainder(dividingBy: 360)
      #expect(abs(turn) < 0.02, "\(seconds) \(sun)")
    }
  }

  @Test func invalidInputIsHandled() throws {
    let date = try #require(CivilDate("2026-06-21"))
    let nowhere = Coordinate(latitude: .nan, longitude: 0)
    #expect(SunTimes(on: date, at: nowhere, utcOffset: 0).sunrise == nil)
    let vienna = Coordinate(latitude: 48.2082, longitude: 16.3738)
    for offset in [Double.nan, .infinity, 1e9] {
      #expect(SunTimes(on: date, at: vienna, utcOffset: offset).sunrise == nil)
    }
    #expect(SunPosition(at: nowhere, secondsSince1970: 0).elevation.isNaN)
    #expect(SunPosition(at: vienna, secondsSince1970: .infinity).azimuth.isNaN)
    for date in [CivilDate.first, .last] {
      let noon = SunTimes(on: date, at: vienna, utcOffset: 3600).noon.seconds
      #expect(0..<86_400 ~= noon)
    }
  }
}
