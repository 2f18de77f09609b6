public import CairnCountryFacts
public import CairnGeodesy
public import CairnHours

/// From one entry of a journal to the next.
public struct JournalLeg: Hashable, Sendable, Identifiable, CustomStringConvertible {
  /// The position of the entry where it starts; it ends at the next.
  public let start: Int
  /// Metres along the great circle.
  public let length: Double
  /// Seconds.
  public let duration: Double
  /// The direction at the start, in degrees clockwise from north.
  public let bearing: Double
  /// Metres per second; nil for a leg without duration.
  public var speed: Double? { duration > 0 ? length / duration : nil }

  /// The position of the entry where it starts.
  public var id: Int { start }

  /// From where to where, how far and how long: `0 to 1, 143 km in 09:00`.
  public var description: String {
    "\(start) to \(start + 1), \(DistanceFormat.metric.string(fromMetres: length)) in "
      + "\(ClockTime(seconds: duration).rounded())"
  }
}

/// The entries of a journal with one date.
public struct JournalDay: Hashable, Sendable, Identifiable, CustomStringConvertible {
  /// The date on the clock at the entries.
  public let date: CivilDate
  /// The positions of the entries.
  public let entries: Range<Int>
  /// Metres from entry to entry, the way from the last one of the day before included.
  public let length: Double

  /// The position of the first entry.
  public var id: Int { entries.lowerBound }

  /// The date, how many entries and how far: `2026-05-01: 2 entries, 143 km`.
  public var description: String {
    "\(date): \(entries.entryCount), \(DistanceFormat.metric.string(fromMetres: length))"
  }
}

/// Where a journey stayed in one place.
public struct JournalStay: Hashable, Sendable, Identifiable, CustomStringConvertible {
  /// The positions of the entries, the first of which is the place that the others are near to.
  public let entries: Range<Int>
  /// Where it was: the middle of the box around the entries.
  public let center: Coordinate
  /// Seconds from the first of the entries to the last.
  public let duration: Double

  /// The position of the first entry.
  public var id: Int { entries.lowerBound }

  /// Where and how long: `47.07, 15.44 for 14:00`.
  public var description: String {
    "\(center) for \(ClockTime(seconds: duration).rounded())"
  }
}

/// Entries of a journal, one behind another, in one country.
public struct JournalVisit: Hashable, Sendable, Identifiable, CustomStringConvertible {
  /// The country; nil for the high sea.
  public let country: Country?
  /// The positions of the entries.
  public let entries: Range<Int>

  /// The position of the first entry.
  public var id: Int { entries.lowerBound }

  /// The country and how many entries: `Austria: 3 entries`.
  public var description: String { "\(country?.name ?? "high sea"): \(entries.entryCount)" }
}

extension Range<Int> {
  fileprivate var entryCount: String { "\(count) \(count == 1 ? "entry" : "entries")" }
}
