public import CairnCountryFacts
public import CairnGeodesy
public import CairnHours

/// The leg from one entry of a journal to the next.
public struct JournalLeg: Hashable, Sendable, Identifiable, CustomStringConvertible {
  /// The index of the entry where it starts; it ends at the next entry.
  public let start: Int
  /// The length in meters along the great circle, or on the surface passed to `legs(on:)`.
  public let length: Double
  /// The duration in seconds.
  public let seconds: Double
  /// The initial bearing in degrees, clockwise from north.
  public let bearing: Double

  /// Creates a leg.
  ///
  /// - Parameters:
  ///   - start: the index of the entry where it starts.
  ///   - length: the length in meters along the great circle, or on the surface passed to
  ///     `legs(on:)`.
  ///   - seconds: the duration in seconds.
  ///   - bearing: the initial bearing in degrees, clockwise from north.
  public init(start: Int, length: Double, seconds: Double, bearing: Double) {
    self.start = start
    self.length = length
    self.seconds = seconds
    self.bearing = bearing
  }

  /// The speed in meters per second; nil if the leg has no duration.
  public var speed: Double? { seconds > 0 ? length / seconds : nil }

  /// The index of the entry where it starts.
  public var id: Int { start }

  /// The entries, the length and the duration: `0 to 1, 143 km in 09:00`.
  public var description: String {
    "\(start) to \(start + 1), \(DistanceFormat.metric.string(fromMeters: length)) in "
      + "\(ClockTime(seconds: seconds).rounded())"
  }
}

/// The entries of a journal on one date.
public struct JournalDay: Hashable, Sendable, Identifiable, CustomStringConvertible {
  /// The local date of the entries.
  public let date: CivilDate
  /// The indices of the entries.
  public let entries: Range<Int>
  /// The distance in meters from entry to entry, including the leg from the last entry of the
  /// previous day.
  public let length: Double

  /// Creates a day.
  ///
  /// - Parameters:
  ///   - date: the local date of the entries.
  ///   - entries: the indices of the entries.
  ///   - length: the distance in meters from entry to entry, including the leg from the last entry
  ///     of the previous day.
  public init(date: CivilDate, entries: Range<Int>, length: Double) {
    self.date = date
    self.entries = entries
    self.length = length
  }

  /// The index of the first entry.
  public var id: Int { entries.lowerBound }

  /// The date, the number of entries and the length: `2026-05-01: 2 entries, 143 km`.
  public var description: String {
    "\(date): \(entries.entryCount), \(DistanceFormat.metric.string(fromMeters: length))"
  }
}

/// A stay in one place.
public struct JournalStay: Hashable, Sendable, Identifiable, CustomStringConvertible {
  /// The indices of the entries; all are within the radius of the first one.
  public let entries: Range<Int>
  /// The center of the bounding box of the entries.
  public let center: Coordinate
  /// The duration in seconds from the first entry to the last.
  public let seconds: Double

  /// Creates a stay.
  ///
  /// - Parameters:
  ///   - entries: the indices of the entries.
  ///   - center: the center of the bounding box of the entries.
  ///   - seconds: the duration in seconds from the first entry to the last.
  public init(entries: Range<Int>, center: Coordinate, seconds: Double) {
    self.entries = entries
    self.center = center
    self.seconds = seconds
  }

  /// The index of the first entry.
  public var id: Int { entries.lowerBound }

  /// The center and the duration: `47.07, 15.44 for 14:00`.
  public var description: String {
    "\(center) for \(ClockTime(seconds: seconds).rounded())"
  }
}

/// Consecutive entries of a journal in one country.
public struct JournalVisit: Hashable, Sendable, Identifiable, CustomStringConvertible {
  /// The country; nil on the high seas.
  public let country: Country?
  /// The indices of the entries.
  public let entries: Range<Int>

  /// Creates a visit.
  ///
  /// - Parameters:
  ///   - country: the country.
  ///   - entries: the indices of the entries.
  public init(country: Country? = nil, entries: Range<Int>) {
    self.country = country
    self.entries = entries
  }

  /// The index of the first entry.
  public var id: Int { entries.lowerBound }

  /// The country and the number of entries: `Austria: 3 entries`.
  public var description: String { "\(country?.name ?? "high sea"): \(entries.entryCount)" }
}

extension Range<Int> {
  fileprivate var entryCount: String { "\(count) \(count == 1 ? "entry" : "entries")" }
}
