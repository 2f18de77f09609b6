internal import CairnGeodesy
internal import CairnHours
internal import CairnMemory
internal import CairnTimeZones

/// The clocks of places at one instant, by the time zone data of the system.
struct LocalClock {
  /// The number of seconds since 1970-01-01T00:00 in UTC.
  let instant: Int
  /// The UTC offsets of the time zones so far, since places share few of them.
  private var offsets: [String: Int?] = [:]

  init(instant: Int) {
    self.instant = instant
  }

  /// Seconds by which clocks at a place are ahead of UTC; nil if the system has no such data.
  mutating func offset(at place: Coordinate) -> Int? {
    guard let zone = Self.zone(at: place) else { return nil }
    if let known = offsets[zone] { return known }
    let offset = System.utcOffset(ofTimeZone: zone, at: instant)
    offsets[zone] = .some(offset)
    return offset
  }

  /// The time zone of a place; at sea, the nautical one.
  static func zone(at place: Coordinate) -> String? {
    TimeZoneAtlas.world.timeZone(at: place) ?? TimeZoneAtlas.nauticalTimeZone(at: place)
  }

  /// Returns the UTC offsets of places at noon, for the times of the sun.
  ///
  /// - Parameters:
  ///   - places: places whose clocks agree.
  ///   - dates: the dates for which the clocks must agree. For these and the days before and after
  ///     the offsets are computed once; for others, at each call.
  /// - Returns: a function of the date; nil if the clocks differ or if the system has no data of a
  ///   time zone.
  static func noonOffsets(
    at places: [Coordinate], on dates: ClosedRange<CivilDate>
  ) -> (@Sendable (CivilDate) -> Double)? {
    let days = dates.lowerBound.dayNumber - 1...dates.upperBound.dayNumber + 1
    let zones = Set(places.map { zone(at: $0) })
    let tables = Set(
      zones.map { zone in
        zone.map { zone in days.compactMap { noonOffset(ofTimeZone: zone, onDay: $0) } } ?? []
      })
    guard tables.count == 1, let offsets = tables.first, offsets.count == days.count,
      let zone = zones.first ?? nil
    else { return nil }
    return { date in
      let day = date.dayNumber
      if days.contains(day) { return offsets[day - days.lowerBound] }
      return noonOffset(ofTimeZone: zone, onDay: day) ?? offsets[0]
    }
  }

  /// The UTC offset of a time zone at its own noon, when clocks do not change.
  private static func noonOffset(ofTimeZone zone: String, onDay day: Int) -> Double? {
    let noon = day * 86_400 + 43_200
    return System.utcOffset(ofTimeZone: zone, at: noon).flatMap { near in
      System.utcOffset(ofTimeZone: zone, at: noon - near).map(Double.init)
    }
  }
}

extension CivilTime {
  /// The time on clocks that show UTC.
  init(secondsSince1970 seconds: Int) {
    self.init(CivilDate(dayNumber: 0), ClockTime(seconds: Double(seconds)))
  }
}
