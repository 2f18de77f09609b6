public import CairnCountries
public import CairnCountryFacts
public import CairnGeodesy
public import CairnHours

/// A journey as entries in the order of time: its legs and days, its stays and countries, and what
/// a map should show of it.
///
/// ```swift
/// let journal = try Journal(photos, coordinate: \.place, time: \.taken)
/// journal.length                                            // metres
/// for day in journal.days() { print(day.date, day.entries.count, day.length) }
/// journal.stays(within: 150, atLeast: 1_200)                // where one was for twenty minutes
/// journal.countries()                                       // in the order of entering them
/// journal.boundingBox                                       // where to zoom to
/// ```
///
/// Entries are the app's own; nothing needs to conform to anything. They are put in order of time
/// once, those of the same time as they came. Times are those of the clock where the entry was
/// made;
/// where a journey crosses time zones, tell the offset of each from universal time, so that the
/// order and durations are right whatever the clocks said.
///
/// Lengths are those on the mean sphere unless a surface is given.
public struct Journal<Entry: Sendable>: Sendable {
  /// The entries in order of time.
  public let entries: [Entry]
  /// Where each entry is.
  public let coordinates: [Coordinate]
  /// What the clock showed at each entry.
  public let times: [CivilTime]
  /// Seconds from the first entry to each, on one clock.
  public let elapsed: [Double]

  /// Puts entries in order.
  ///
  /// - Parameters:
  ///   - entries: the entries in any order.
  ///   - coordinate: where an entry is: a key path or a closure.
  ///   - time: what the clock showed there: a key path or a closure.
  ///   - offset: by how many seconds that clock was ahead of universal time.
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

  /// The metres from entry to entry in all.
  public var length: Double { path.length() }

  /// The seconds from the first entry to the last; 0 for fewer than two.
  public var duration: Double { elapsed.last ?? 0 }

  /// The smallest box with all entries in it, across the antimeridian where that is smaller: the
  /// region for a map to zoom to.
  public var boundingBox: BoundingBox { BoundingBox(enclosing: coordinates) }
}

extension Journal: Equatable where Entry: Equatable {}
extension Journal: Hashable where Entry: Hashable {}

extension Journal: CustomStringConvertible {
  /// How many entries and days, and how far: `5 entries in 3 days, 741 km`.
  public var description: String {
    let days = days().count
    return "\(entries.count) \(entries.count == 1 ? "entry" : "entries") in "
      + "\(days) \(days == 1 ? "day" : "days"), \(DistanceFormat.metric.string(fromMetres: length))"
  }
}

/// Why entries make no journal.
public enum JournalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The entry at this offset of what was given has a coordinate that is not valid.
  case invalidCoordinate(offset: Int, coordinate: Coordinate)
  /// The entry at this offset has an offset from universal time that is not finite.
  case invalidTimeOffset(offset: Int, seconds: Double)

  /// The error in one line.
  public var description: String {
    switch self {
    case .invalidCoordinate(let offset, let coordinate):
      "entry \(offset) is at \(coordinate.latitude), \(coordinate.longitude), which is no place: "
        + "latitudes are within -90...90, and both numbers finite"
    case .invalidTimeOffset(let offset, let seconds):
      "entry \(offset) is \(seconds) seconds ahead of universal time, which must be finite"
    }
  }
}

// MARK: Parts

extension Journal {
  /// The ways from each entry to the next.
  public func legs(on surface: Surface = .sphere) -> [JournalLeg] {
    coordinates.indices.dropLast().map { start in
      JournalLeg(
        start: start,
        length: coordinates[start].distance(to: coordinates[start + 1], on: surface),
        duration: elapsed[start + 1] - elapsed[start],
        bearing: coordinates[start].initialBearing(to: coordinates[start + 1]))
    }
  }

  /// The days that have entries, in order; clocks that were set back may make one come twice.
  public func days(on surface: Surface = .sphere) -> [JournalDay] {
    runs { times[$0].date == times[$1].date }.map { run in
      var length = 0.0
      for entry in max(1, run.lowerBound)..<max(1, run.upperBound) {
        length += coordinates[entry - 1].distance(to: coordinates[entry], on: surface)
      }
      return JournalDay(date: times[run.lowerBound].date, entries: run, length: length)
    }
  }

  /// Where the journey stayed for a while.
  ///
  /// A stay begins at the first entry of which those that follow, for the least duration, are
  /// within
  /// the radius; it ends before the first that is not, and the next one is looked for behind it.
  /// Source: Q. Li et al., "Mining user similarity based on location history", SIGSPATIAL 2008,
  /// doi:10.1145/1463434.1463477.
  ///
  /// - Parameters:
  ///   - radius: metres from the first entry of a stay.
  ///   - duration: the least duration in seconds.
  /// - Returns: the stays in order; none for a radius or a duration that is not a number.
  /// - Complexity: O(n) for most journeys, O(n²) for one that never leaves the radius and stays for
  ///   less than the duration.
  public func stays(within radius: Double, atLeast duration: Double) -> [JournalStay] {
    guard radius >= 0, duration >= 0 else { return [] }
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
      guard length >= duration, end - start > 1 else {
        start += 1
        continue
      }
      stays.append(
        JournalStay(
          entries: start..<end, center: BoundingBox(enclosing: coordinates[start..<end]).center,
          duration: length))
      start = end
    }
    return stays
  }

  /// The countries in the order in which the entries enter them, each as often as it is entered.
  ///
  /// What lies between two entries is not looked at; for a recorded track ask
  /// `CountryAtlas.countries(along:)`.
  ///
  /// - Parameter atlas: what tells the country of an entry.
  /// - Returns: the visits, each of an entry or more.
  public func visits(by atlas: CountryAtlas = .world) -> [JournalVisit] {
    let found = atlas.countries(at: coordinates)
    return runs { found[$0] == found[$1] }.map {
      JournalVisit(country: found[$0.lowerBound], entries: $0)
    }
  }

  /// The countries in the order in which they were first entered, each once.
  ///
  /// - Parameter atlas: what tells the country of an entry.
  /// - Returns: the countries; entries on the high sea have none.
  public func countries(by atlas: CountryAtlas = .world) -> [Country] {
    var seen: Set<Country> = []
    return visits(by: atlas).compactMap(\.country).filter { seen.insert($0).inserted }
  }

  /// Entries one behind another of which each belongs to the one before.
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
