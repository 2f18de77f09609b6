public import CairnGeodesy

/// The position of the sun in the sky of a place.
///
/// ```swift
/// let vienna = Coordinate(latitude: 48.2082, longitude: 16.3738)
/// let sun = SunPosition(at: vienna, secondsSince1970: 1_782_036_000)   // 2026-06-21 10:00 UTC
/// sun.elevation                                                         // 62.1...
/// sun.azimuth                                                           // 145.6...
/// ```
///
/// Uses the method of NOAA's solar calculator (J. Meeus, *Astronomical Algorithms*, chapter 25, low
/// accuracy), accurate to about 0.015 degrees between 1900 and 2100, and to 0.1 degrees in the
/// years -1000 to 3000. The position is that of the sun's center without the atmosphere; refraction
/// raises it by 0.5 degrees at the horizon, and by 0.02 degrees at an elevation of 45 degrees.
public struct SunPosition: Hashable, Sendable {
  /// The elevation above the horizon in degrees, negative below it.
  public let elevation: Double
  /// The azimuth in degrees clockwise from north, 0 to less than 360.
  public let azimuth: Double

  /// Computes the position at a moment.
  ///
  /// - Parameters:
  ///   - place: the observer's position; an invalid one gives NaN.
  ///   - seconds: UTC seconds since 1970-01-01T00:00, with days of 86,400 seconds.
  /// - Complexity: O(1), some hundred nanoseconds.
  public init(at place: Coordinate, secondsSince1970 seconds: Double) {
    guard place.isValid, seconds.magnitude < 1e12 else {
      elevation = .nan
      azimuth = .nan
      return
    }
    let sun = Ecliptic(secondsSince1970: seconds)
    let solarSeconds = seconds + sun.equationOfTime + place.longitude * 240
    // The hour angle from the meridian, positive to the west.
    let hourAngle = (solarSeconds / 240 - 180).remainder(dividingBy: 360)
    let hour = sineAndCosine(degrees: hourAngle)
    let latitude = sineAndCosine(degrees: place.latitude)
    let up =
      latitude.sine * sun.declination.sine
      + latitude.cosine * sun.declination.cosine * hour.cosine
    let north =
      sun.declination.sine * latitude.cosine
      - sun.declination.cosine * latitude.sine * hour.cosine
    let east = -sun.declination.cosine * hour.sine
    elevation = polarAngle(
      degreesOfX: (north * north + east * east).squareRoot(), y: up)
    let angle = polarAngle(degreesOfX: north, y: east)
    azimuth = angle < 0 ? angle + 360 : angle == 360 ? 0 : angle
  }
}

/// The sun's apparent position on the ecliptic, seen from the center of the Earth.
///
/// | here | Meeus, chapter 25 |
/// |---|---|
/// | `centuries` | T, from 2000-01-01T12:00 |
/// | `mean` | L₀, the mean longitude |
/// | `anomaly` | M, the mean anomaly |
/// | `longitude` | λ, the apparent longitude |
/// | `obliquity` | ε, corrected |
struct Ecliptic {
  /// The sine and cosine of the declination.
  let declination: (sine: Double, cosine: Double)
  /// The number of seconds by which apparent solar time is ahead of mean solar time.
  let equationOfTime: Double

  init(secondsSince1970 seconds: Double) {
    let centuries = (seconds - 946_728_000) / (36_525 * 86_400)
    let mean = (280.46646 + centuries * (36_000.76983 + centuries * 0.0003032))
      .remainder(dividingBy: 360)
    let anomaly = 357.52911 + centuries * (35_999.05029 - centuries * 0.0001537)
    let eccentricity = 0.016708634 - centuries * (0.000042037 + centuries * 0.0000001267)
    let once = sineAndCosine(degrees: anomaly)
    let twice = sineAndCosine(degrees: 2 * anomaly)
    let center =
      once.sine * (1.914602 - centuries * (0.004817 + centuries * 0.000014))
      + twice.sine * (0.019993 - centuries * 0.000101)
      + sineAndCosine(degrees: 3 * anomaly).sine * 0.000289
    let node = sineAndCosine(degrees: 125.04 - 1934.136 * centuries)
    let longitude = sineAndCosine(degrees: mean + center - 0.00569 - 0.00478 * node.sine)
    let obliquity =
      23.43929111
      - centuries * (0.01300417 + centuries * (1.639e-7 - centuries * 5.036e-7))
      + 0.00256 * node.cosine
    let tilt = sineAndCosine(degrees: obliquity)
    let sine = tilt.sine * longitude.sine
    declination = (sine, (1 - sine * sine).squareRoot())

    // Smart's series of the equation of time, whose leading term is the square of the tangent.
    let half = sineAndCosine(degrees: obliquity / 2)
    let tangent = half.sine / half.cosine
    let y = tangent * tangent
    let double = sineAndCosine(degrees: 2 * mean)
    let radians =
      y * double.sine - 2 * eccentricity * once.sine
      + 4 * eccentricity * y * once.sine * double.cosine
      - 0.5 * y * y * sineAndCosine(degrees: 4 * mean).sine
      - 1.25 * eccentricity * eccentricity * twice.sine
    equationOfTime = radians * (43_200 / Double.pi)
  }
}
