public import CairnGeodesy

/// An event of the sun during a day.
public enum SolarEvent: String, CaseIterable, Hashable, Sendable {
  /// The start of civil twilight: the sun is 6 degrees below the horizon.
  case dawn
  /// The sun's upper edge appears.
  case sunrise
  /// The sun's upper edge disappears.
  case sunset
  /// The end of civil twilight.
  case dusk
}

/// The times of sunrise, sunset and twilight on a day.
///
/// ```swift
/// let vienna = Coordinate(latitude: 48.2082, longitude: 16.3738)
/// let sun = SunTimes(on: CivilDate(2026, 6, 21)!, at: vienna, utcOffset: 7200)
/// sun.sunrise        // 04:53:41
/// sun.sunset         // 20:58:35
/// ```
///
/// The sun rises when its upper edge appears over an unobstructed horizon at sea level, with
/// standard refraction: when its center is 0.833 degrees below the horizon (NOAA). Between 1950 and
/// 2050, and below 65 degrees of latitude, times agree with a full ephemeris within 10 seconds;
/// closer to the poles, where the sun moves along the horizon, within 20, except around the days on
/// which it starts or stops rising. Weather, hills and altitude change the times by minutes, so the
/// last digits do not predict an observation.
///
/// Degenerate input: at an invalid place, or with an offset that is not finite, the sun neither
/// rises nor sets and is treated as down.
public struct SunTimes: Hashable, Sendable {
  /// The time of the sun's highest position: on the date itself, between 00:00 and 24:00.
  public let noon: ClockTime
  /// The start of civil twilight; nil if it does not start, or never ends.
  ///
  /// It may be before 00:00 if the local clock differs much from solar time.
  public let dawn: ClockTime?
  /// The time of sunrise; nil if the sun does not rise.
  public let sunrise: ClockTime?
  /// The time of sunset, which may be after 24:00; nil if the sun does not set.
  public let sunset: ClockTime?
  /// The end of civil twilight; nil if it does not end.
  public let dusk: ClockTime?
  /// Whether the sun is up at its highest position, which distinguishes polar day from polar night.
  public let isUpAtNoon: Bool
  private let isLightAtNoon: Bool

  /// The elevation of the sun's center when its edge appears on the horizon, in degrees.
  static let horizon = -0.833
  private static let twilight = -6.0

  /// Computes the times of a day.
  ///
  /// - Parameters:
  ///   - date: the local date.
  ///   - place: the observer's position.
  ///   - utcOffset: the number of seconds that the local clock is ahead of UTC, such as 3600 in
  ///     Vienna in winter.
  /// - Complexity: O(1), some microseconds.
  public init(on date: CivilDate, at place: Coordinate, utcOffset: Double) {
    guard place.isValid, utcOffset.magnitude < 172_800 else {
      self.init(noon: ClockTime(12, 0), isLightAtNoon: false)
      return
    }
    let midnight = Double(date.dayNumber) * 86_400 - utcOffset
    func wall(_ seconds: Double) -> ClockTime { ClockTime(seconds: seconds - midnight) }

    // The sun is highest at 12:00 apparent solar time; find it on this local date.
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
    /// The time when the sun's center is at an elevation, before or after noon.
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

  /// Creates the times of a day from known ones, such as for a preview or a test.
  ///
  /// - Parameters:
  ///   - noon: the time of the sun's highest position.
  ///   - dawn: the start of civil twilight; nil if it does not start, or never ends.
  ///   - sunrise: the time of sunrise; nil if the sun does not rise.
  ///   - sunset: the time of sunset; nil if the sun does not set.
  ///   - dusk: the end of civil twilight; nil if it does not end.
  ///   - isUpAtNoon: whether the sun is up at its highest position.
  public init(
    noon: ClockTime, dawn: ClockTime?, sunrise: ClockTime?, sunset: ClockTime?, dusk: ClockTime?,
    isUpAtNoon: Bool
  ) {
    self.init(
      noon: noon, dawn: dawn, sunrise: sunrise, sunset: sunset, dusk: dusk, isUpAtNoon: isUpAtNoon,
      isLightAtNoon: isUpAtNoon || dawn != nil || dusk != nil)
  }

  private init(
    noon: ClockTime, dawn: ClockTime? = nil, sunrise: ClockTime? = nil, sunset: ClockTime? = nil,
    dusk: ClockTime? = nil, isUpAtNoon: Bool = false, isLightAtNoon: Bool
  ) {
    self.noon = noon
    self.dawn = dawn
    self.sunrise = sunrise
    self.sunset = sunset
    self.dusk = dusk
    self.isUpAtNoon = isUpAtNoon
    self.isLightAtNoon = isLightAtNoon
  }

  /// The time of an event.
  ///
  /// If the sun stays up all day, the day has 24 hours of light; if it stays down, none: both
  /// events are then at noon.
  subscript(event: SolarEvent) -> ClockTime {
    switch event {
    case .dawn: dawn ?? (isLightAtNoon ? ClockTime(0, 0) : noon)
    case .sunrise: sunrise ?? (isUpAtNoon ? ClockTime(0, 0) : noon)
    case .sunset: sunset ?? (isUpAtNoon ? ClockTime(24, 0) : noon)
    case .dusk: dusk ?? (isLightAtNoon ? ClockTime(24, 0) : noon)
    }
  }
}
