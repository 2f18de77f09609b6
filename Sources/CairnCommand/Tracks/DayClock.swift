internal import CairnFormats
internal import CairnGeodesy

/// The clock by which the days of a track are counted.
///
/// A time in UTC is moved by an hour per 15 degrees of longitude, the nautical time zone, because
/// the legal offset is not known. The zone changes only when a track is well inside the next one,
/// so that the days of somebody who stays near the edge of a zone do not alternate.
struct DayClock {
  /// The offset of the clock from UTC in seconds; nil for the offset of each time, or that of the
  /// nautical time zone.
  let offset: Double?
  /// The nautical zone in use, in hours ahead of UTC.
  private var zone: Double?

  /// The distance from the middle of a zone, in zones, at which the clock changes; the edge is at
  /// 0.5.
  private static let reach = 0.75

  init(offset: Double?) { self.offset = offset }

  /// The seconds since 1970-01-01T00:00 on the clock at the next position of a track.
  mutating func localSeconds(_ time: FeatureTime, longitude: Double) -> Double {
    switch time.clock {
    case .local: return time.seconds
    case .offset(let own): return time.seconds + (offset ?? own)
    case .utc:
      if let offset { return time.seconds + offset }
      let hours = longitude.reducedLongitude / 15
      if hours.isFinite {
        let known = zone.map { (hours - $0).remainder(dividingBy: 24).magnitude <= Self.reach }
        if known != true { zone = hours.rounded() }
      }
      return time.seconds + (zone ?? 0) * 3600
    }
  }

  /// The number of the day on the clock at the next position of a track: days since 1970-01-01.
  mutating func day(_ time: FeatureTime, longitude: Double) -> Int {
    Self.day(ofLocalSeconds: localSeconds(time, longitude: longitude))
  }

  /// The number of the day of a time on a clock.
  static func day(ofLocalSeconds seconds: Double) -> Int {
    Int((seconds / 86_400).rounded(.down))
  }
}
