public import CairnGeodesy

/// What the sun does in the course of a day.
public enum SolarEvent: String, CaseIterable, Hashable, Sendable {
  /// Civil twilight begins: the sun is 6 degrees below the horizon.
  case dawn
  /// The sun's upper edge comes up.
  case sunrise
  /// The sun's upper edge goes down.
  case sunset
  /// Civil twilight is over.
  case dusk
}

/// When the sun rises and sets on a day.
///
/// ```swift
/// let vienna = Coordinate(latitude: 48.2082, longitude: 16.3738)
/// let sun = SunTimes(on: CivilDate(2026, 6, 21)!, at: vienna, utcOffset: 7200)
/// sun.sunrise        // 04:53:41
/// sun.sunset         // 20:58:35
/// ```
///
/// The sun rises when its upper edge does as one sees it over a free horizon at sea level, with the
/// refraction of usual air: when its centre is 0.833 degrees below the horizon (NOAA). Between 1950
/// and 2050, and below 65 degrees of latitude, times are those of a full ephemeris to 10 seconds;
/// nearer to the poles, where the sun goes along the horizon, to 20, but for the days on which it
/// begins or ceases to rise at all. Real air, hills and the height of the place make minutes of
/// difference: do not take the last digits for an observation.
///
/// Degenerate input: on a place that is not valid, or with an offset that is not finite, the sun
/// neither rises nor sets and counts as down.
public struct SunTimes: Hashable, Sendable {
  /// When the sun stands highest: on the date itself, between 00:00 and 24:00.
  public let noon: ClockTime
  /// When civil twilight begins; nil where it does not, or never ends.
  ///
  /// It may be before 00:00 where clocks are far from the sun.
  public let dawn: ClockTime?
  /// When the sun rises; nil where it does not.
  public let sunrise: ClockTime?
  /// When the sun sets, which may be after 24:00; nil where it does not.
  public let sunset: ClockTime?
  /// When civil twilight is over; nil where it is not.
  public let dusk: ClockTime?
  /// Whether the sun is up at its highest, so that where it neither rises nor sets it is day.
  public let isUpAtNoon: Bool
  private let isLightAtNoon: Bool

  /// The elevation of the sun's centre when its edge is seen on the horizon, in degrees.
  static let horizon = -0.833
  private static let twilight = -6.0

  /// Computes the times of a day.
  ///
  /// - Parameters:
  ///   - date: the day by the clock of the place.
  ///   - place: where one stands.
  ///   - utcOffset: seconds by which that clock is ahead of UTC, as 3600 in Vienna in winter.
  /// - Complexity: O(1), some microseconds.
  public init(on date: CivilDate, at place: Coordinate, utcOffset: Double) {
    guard place.isValid, utcOffset.magnitude < 172_800 else {
      self.init(noon: ClockTime(12, 0))
      return
    }
    let midnight = Double(date.dayNumber) * 86_400 - utcOffset
    func wall(_ seconds: Double) -> ClockTime { ClockTime(seconds: seconds - midnight) }

    // The sun is highest when a sundial shows noon; on this date by the clock.
    var noon = 43_200 - place.longitude * 240 + utcOffset
    noon -= (noon / 86_400).rounded(.down) * 86_400
    noon += midnight
    for _ in 0..<2 {
      let dial = noon + Ecliptic(secondsSince1970: noon).equationOfTime + place.longitude * 240
      noon -= (dial - 43_200).remainder(dividingBy: 86_400)
    }
    if noon < midnight { noon += 86_400 }
    if noon >= midnight + 86_400 { noon -= 86_400 }

    let latitude = sineAndCosine(degrees: place.latitude)
    /// Where the sun's centre is at an elevation, before or after noon.
    func crossing(_ elevation: Double, isMorning: Bool) -> Double? {
      var time = noon
      for _ in 0..<6 {
        let sun = Ecliptic(secondsSince1970: time)
        let cosine =
          (sineAndCosine(degrees: elevation).sine - latitude.sine * sun.declination.sine)
          / (latitude.cosine * sun.declination.cosine)
        guard cosine.magnitude <= 1 else { return nil }
        let hourAngle = polarAngle(degreesOfX: cosine, y: (1 - cosine * cosine).squareRoot())
        let drift = sun.equationOfTime - Ecliptic(secondsSince1970: noon).equationOfTime
        let next = noon + (isMorning ? -hourAngle : hourAngle) * 240 - drift
        if (next - time).magnitude < 0.01 { return next }
        time = next
      }
      return time
    }
    let height = SunPosition(at: place, secondsSince1970: noon).elevation
    self.init(
      noon: wall(noon),
      dawn: crossing(Self.twilight, isMorning: true).map(wall),
      sunrise: crossing(Self.horizon, isMorning: true).map(wall),
      sunset: crossing(Self.horizon, isMorning: false).map(wall),
      dusk: crossing(Self.twilight, isMorning: false).map(wall),
      isUpAtNoon: height > Self.horizon, isLightAtNoon: height > Self.twilight)
  }

  private init(
    noon: ClockTime, dawn: ClockTime? = nil, sunrise: ClockTime? = nil, sunset: ClockTime? = nil,
    dusk: ClockTime? = nil, isUpAtNoon: Bool = false, isLightAtNoon: Bool = false
  ) {
    self.noon = noon
    self.dawn = dawn
    self.sunrise = sunrise
    self.sunset = sunset
    self.dusk = dusk
    self.isUpAtNoon = isUpAtNoon
    self.isLightAtNoon = isLightAtNoon
  }

  /// The time of an event; where the sun stays up or down all day a day has the light of 24 hours
  /// or of none, at noon.
  subscript(event: SolarEvent) -> ClockTime {
    switch event {
    case .dawn: dawn ?? (isLightAtNoon ? ClockTime(0, 0) : noon)
    case .sunrise: sunrise ?? (isUpAtNoon ? ClockTime(0, 0) : noon)
    case .sunset: sunset ?? (isUpAtNoon ? ClockTime(24, 0) : noon)
    case .dusk: dusk ?? (isLightAtNoon ? ClockTime(24, 0) : noon)
    }
  }
}
