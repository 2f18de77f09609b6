public import CairnCountries
public import CairnCountryFacts
public import CairnGeodesy
public import CairnHours

/// A journey as entries in chronological order: its legs, days, stays and countries, and the map
/// region that shows it.
///
/// ```swift
/// let journal = try Journal(photos, coordinate: \.place, time: \.taken)
/// journal.length                                            // meters
/// for day in journal.days() { print(day.date, day.entries.count, day.length) }
/// journal.stays(within: 150, atLeast: .minutes(20))
/// journal.countries()                                       // in the order of entry
/// journal.boundingBox                                       // the map region
/// ```
///
/// Entries are the app's own types and need no conformance. They are sorted once by time; entries
/// of the same time keep their order. Times are local to each entry; for a journey across time
/// zones pass the UTC offset of each entry, so that the order and durations are correct.
///
/// Lengths are measured on the mean sphere unless a surface is given.
public struct Journal<Entry: Sendable>: Sendable {
  /// The entries in order of time.
  public let entries: [Entry]
  /// The location of each entry.
  public let coordinates: [Coordinate]
  /// The local time of each entry.
  public let times: [CivilTime]
  /// The seconds from the first entry to each, corrected for UTC offsets.
  public let elapsed: [Double]

  /// Creates a journal from entries.
  ///
  /// - Parameters:
  ///   - entries: the entries in any order.
  ///   - coordinate: the location of an entry: a key path or a closure.
  ///   - time: the local time of an entry: a key path or a closure.
  ///   - offset: the number of seconds that the local clock is ahead of UTC.
  /// - Throws: ``JournalError`` for an entry without a valid coordinate, or with an offset that is
  ///   not finite.
  /// - Complexity: O(n log n).
  public init(
    _ entries: some Sequence<Entry>, coordinate: (Entry) -> Coordinate, time: (Entry) -> CivilTime,
    offset: (Entry) -> Double = { _ in 0 }
  ) throws(JournalError) {
    var read: [(moment: Double, number: Int, entry: Entry, place: Coordinate, time: CivilTime)] = []
    for (number, entry) in entries.enumerated() {
      let place = coordinate(entry)
      guard place.isValid else {
        throw .invalidCoordinate(offset: number, coordinate: place)
      }
      let time = time(entry)
      let ahead = offset(entry)
      guard ahead.isFinite else { throw .invalidTimeOffset(offset: number, seconds: ahead) }
      read.append((time.placeNumber - ahead, number, entry, place, time))
    }
    read.sort { ($0.moment, $0.number) < ($1.moment, $1.number) }
    let first = read.first?.moment ?? 0
    self.entries = read.map(\.entry)
    coordinates = read.map(\.place)
    times = read.map(\.time)
    elapsed = read.map { $0.moment - first }
  }

  /// The path through all entries.
  public var path: GeoPath { GeoPath(coordinates) }

  /// The total distance from entry to entry in meters.
  public var length: Double { path.length() }

  /// The number of seconds from the first entry to the last; 0 for fewer than two.
  public var seconds: Double { elapsed.last ?? 0 }

  /// The smallest bounding box of all entries, across the antimeridian if that is smaller: the
  /// region for a map.
  public var boundingBox: BoundingBox { BoundingBox(enclosing: coordinates) }
}

extension Journal: Equatable where Entry: Equatable {}
extension Journal: Hashable where Entry: Hashable {}

extension Journal: CustomStringConvertible {
  /// The number of entries and days, and the length: `5 entries in 3 days, 741 km`.
  public var description: String {
    let days = days().count
    return "\(entries.count) \(entries.count == 1 ? "entry" : "entries") in "
      + "\(days) \(days == 1 ? "day" : "days"), \(DistanceFormat.metric.string(fromMeters: length))"
  }
}

/// Why a journal cannot be created from entries.
public enum JournalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The entry at this offset in the input has an invalid coordinate.
  case invalidCoordinate(offset: Int, coordinate: Coordinate)
  /// The entry at this offset in the input has a UTC offset that is not finite.
  case invalidTimeOffset(offset: Int, seconds: Double)

  /// A one-line description of the error.
  public var description: String {
    switch self {
    case .invalidCoordinate(let offset, let coordinate):
      "entry \(offset) is at \(coordinate.latitude), \(coordinate.longitude), which is invalid: "
        + "latitudes are within -90...90, and both numbers finite"
    case .invalidTimeOffset(let offset, let seconds):
      "entry \(offset) is \(seconds) seconds ahead of UTC; the offset must be finite"
    }
  }
}

// MARK: Parts

extension Journal {
  /// The legs from each entry to the next.
  public func legs(on surface: Surface = .sphere) -> [JournalLeg] {
    coordinates.indices.dropLast().map { start in
      JournalLeg(
        start: start,
        length: coordinates[start].distance(to: coordinates[start + 1], on: surface),
        seconds: elapsed[start + 1] - elapsed[start],
        bearing: coordinates[start].initialBearing(to: coordinates[start + 1]))
    }
  }

  /// The days that have entries, in order; a date may occur twice if the local time goes back.
  public func days(on surface: Surface = .sphere) -> [JournalDay] {
    runs { times[$0].date == times[$1].date }.map { run in
      var length = 0.0
      for entry in max(1, run.lowerBound)..<max(1, run.upperBound) {
        length += coordinates[entry - 1].distance(to: coordinates[entry], on: surface)
      }
      return JournalDay(date: times[run.lowerBound].date, entries: run, length: length)
    }
  }

  /// Returns the places where the journey stayed for a while.
  ///
  /// A stay begins at the first entry for which the following entries, over at least the given
  /// duration, are within the radius. It ends before the first entry outside the radius, and the
  /// search continues from there. Source: Q. Li et al., "Mining user similarity based on location
  /// history", SIGSPATIAL 2008, doi:10.1145/1463434.1463477.
  ///
  /// - Parameters:
  ///   - radius: the maximum distance in meters from the first entry of a stay.
  ///   - duration: the minimum duration.
  /// - Returns: the stays in order; empty if the radius or the duration is negative, or the radius
  ///   is NaN.
  /// - Complexity: O(n) for most journeys, O(n²) for one that never leaves the radius and stays for
  ///   less than the duration.
  public func stays(within radius: Double, atLeast duration: Duration) -> [JournalStay] {
    stays(within: radius, atLeastSeconds: duration.inSeconds)
  }

  /// The stays of at least a number of seconds.
  func stays(within radius: Double, atLeastSeconds shortest: Double) -> [JournalStay] {
    guard radius >= 0, shortest >= 0 else { return [] }
    var stays: [JournalStay] = []
    var start = 0
    while start < coordinates.count {
      var end = start + 1
      while end < coordinates.count,
        coordinates[start].distance(to: coordinates[end]) <= radius
      {
        end += 1
      }
      let length = elapsed[end - 1] - elapsed[start]
      guard length >= shortest, end - start > 1 else {
        start += 1
        continue
      }
      stays.append(
        JournalStay(
          entries: start..<end, center: BoundingBox(enclosing: coordinates[start..<end]).center,
          seconds: length))
      start = end
    }
    return stays
  }

  /// Returns the visits to countries in order; a country that is entered several times has several
  /// visits.
  ///
  /// The path between two entries is not considered; for a recorded track use
  /// `CountryAtlas.countries(along:)`.
  ///
  /// - Parameter atlas: determines the country of an entry.
  /// - Returns: the visits, each of at least one entry.
  public func visits(by atlas: CountryAtlas = .world) -> [JournalVisit] {
    let found = atlas.countries(at: coordinates)
    return runs { found[$0] == found[$1] }.map {
      JournalVisit(country: found[$0.lowerBound], entries: $0)
    }
  }

  /// Returns the countries in the order in which they were first entered, each once.
  ///
  /// - Parameter atlas: determines the country of an entry.
  /// - Returns: the countries; entries on the high seas are ignored.
  public func countries(by atlas: CountryAtlas = .world) -> [Country] {
    var seen: Set<Country> = []
    return visits(by: atlas).compactMap(\.country).filter { seen.insert($0).inserted }
  }

  /// Splits the entries into runs in which each consecutive pair satisfies a condition.
  private func runs(_ belongs: (Int, Int) -> Bool) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    for entry in entries.indices {
      let next = entry + 1
      if next == entries.count || !belongs(entry, next) {
        runs.append(start..<next)
        start = next
      }
    }
    return runs
  }
}
