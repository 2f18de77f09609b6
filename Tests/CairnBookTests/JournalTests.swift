import CairnBook
import CairnCountryFacts
import CairnGeodesy
import CairnHours
import TestSupport
import Testing

/// `Journal` and its parts.
struct JournalTests {
  struct Entry: Hashable, Sendable {
    var place: Coordinate
    var time: CivilTime
    var ahead = 0.0

    init(_ latitude: Double, _ longitude: Double, _ time: String, ahead: Double = 0) throws {
      place = Coordinate(latitude: latitude, longitude: longitude)
      self.time = try #require(CivilTime(time))
      self.ahead = ahead
    }
  }

  private func journal(_ entries: [Entry]) throws(JournalError) -> Journal<Entry> {
    try Journal(entries, coordinate: \.place, time: \.time, offset: \.ahead)
  }

  private func metric(_ meters: Double) -> String {
    DistanceFormat.metric.string(fromMeters: meters)
  }

  @Test func partsOfAJourney() throws {
    let vienna = try Entry(48.2, 16.37, "2026-05-01T09:00")
    let graz = try Entry(47.07, 15.44, "2026-05-01T18:00")
    let grazAgain = try Entry(47.0701, 15.4401, "2026-05-02T08:00")
    let ljubljana = try Entry(46.05, 14.5, "2026-05-02T12:00")
    let home = try Entry(48.2, 16.37, "2026-05-03T20:00")
    let journal = try journal([ljubljana, graz, vienna, home, grazAgain])
    #expect(journal.entries == [vienna, graz, grazAgain, ljubljana, home])
    #expect(journal.elapsed == [0, 32_400, 82_800, 97_200, 212_400])
    #expect(journal.seconds == 212_400)
    let legs = journal.legs()
    #expect(legs.map(\.start) == [0, 1, 2, 3])
    #expect(legs[0].length == vienna.place.distance(to: graz.place))
    #expect(legs[0].bearing == vienna.place.initialBearing(to: graz.place))
    #expect(legs[0].speed == legs[0].length / 32_400)
    #expect(abs(legs.reduce(0) { $0 + $1.length } - journal.length) < 1e-6)
    let days = journal.days()
    #expect(days.map(\.date.description) == ["2026-05-01", "2026-05-02", "2026-05-03"])
    #expect(days.map(\.entries) == [0..<2, 2..<4, 4..<5])
    #expect(abs(days.reduce(0) { $0 + $1.length } - journal.length) < 1e-6)
    #expect(journal.visits().map(\.country) == [.austria, .slovenia, .austria])
    #expect(journal.visits().map(\.entries) == [0..<3, 3..<4, 4..<5])
    #expect(journal.countries() == [.austria, .slovenia])
    let stays = journal.stays(within: 200, atLeast: .minutes(60))
    #expect(stays.map(\.entries) == [1..<3])
    #expect(stays[0].seconds == 50_400)
    #expect(stays[0].center.distance(to: graz.place) < 20)
    #expect(journal.boundingBox == BoundingBox(south: 46.05, west: 14.5, north: 48.2, east: 16.37))
    #expect("\(journal)" == "5 entries in 3 days, \(metric(journal.length))")
    #expect("\(legs[0])" == "0 to 1, \(metric(legs[0].length)) in 09:00")
    #expect("\(days[0])" == "2026-05-01: 2 entries, \(metric(days[0].length))")
    #expect("\(stays[0])" == "\(stays[0].center) for 14:00")
    #expect(
      journal.visits().map { "\($0)" }.prefix(2) == ["Austria: 3 entries", "Slovenia: 1 entry"])
    #expect(legs.map(\.id) == [0, 1, 2, 3] && days.map(\.id) == [0, 2, 4])
    #expect(stays.map(\.id) == [1] && journal.visits().map(\.id) == [0, 3, 4])
    #expect(Set([journal, try self.journal(journal.entries)]).count == 1)
    for entry in journal.coordinates { #expect(journal.boundingBox.contains(entry)) }
  }

  @Test func timeZonesAreReconciled() throws {
    // Across the date line: the local time at arrival is earlier than at departure.
    let auckland = try Entry(-37, 174.8, "2026-05-02T20:00", ahead: 12 * 3_600)
    let honolulu = try Entry(21.3, -157.9, "2026-05-02T06:30", ahead: -10 * 3_600)
    let journal = try journal([honolulu, auckland])
    #expect(journal.entries == [auckland, honolulu])
    #expect(journal.seconds == 8.5 * 3_600)
    #expect(journal.boundingBox.crossesAntimeridian)
    #expect(journal.days().count == 1)
  }

  @Test func degenerateJournals() throws {
    let empty = try journal([])
    #expect(empty.seconds == 0 && empty.length == 0 && empty.boundingBox.isEmpty)
    #expect(empty.legs().isEmpty && empty.days().isEmpty && empty.countries().isEmpty)
    #expect(empty.stays(within: 1, atLeast: .zero).isEmpty)
    let one = try journal([try Entry(1, 2, "2026-05-02T20:00")])
    #expect(one.legs().isEmpty && one.days().count == 1)
    #expect(one.stays(within: 100, atLeast: .zero).isEmpty)
    let same = try journal(
      (0..<3).map { _ in try Entry(1, 2, "2026-05-02T20:00") })
    #expect(same.legs().allSatisfy { $0.speed == nil && $0.length == 0 })
    #expect(same.stays(within: 0, atLeast: .zero).map(\.entries) == [0..<3])
    #expect(same.stays(within: .nan, atLeast: .zero).isEmpty)
    #expect {
      try journal([try Entry(1, 2, "2026-05-02T20:00"), try Entry(.nan, 2, "2026-05-02T20:00")])
    } throws: { error in
      guard case JournalError.invalidCoordinate(1, _) = error else { return false }
      return true
    }
    #expect(throws: JournalError.invalidTimeOffset(offset: 0, seconds: .infinity)) {
      try journal([try Entry(1, 2, "2026-05-02T20:00", ahead: .infinity)])
    }
  }

  /// On a slow walk no two stays share an entry: the next stay begins after the last entry of the
  /// previous one, even though that entry is near the following ones.
  @Test func staysDoNotShareEntries() throws {
    let start = try #require(CivilTime("2026-05-02T20:00"))
    var entries: [Entry] = []
    for number in 0..<9 {
      // 111 meters each.
      var entry = try Entry(47 + Double(number) * 1e-3, 12, "2026-05-02T20:00")
      entry.time = start.adding(seconds: Double(number) * 600)
      entries.append(entry)
    }
    let stays = try journal(entries).stays(within: 230, atLeast: .minutes(10))
    #expect(stays.map(\.entries) == [0..<3, 3..<6, 6..<9])
    #expect(stays.map(\.seconds) == [1_200, 1_200, 1_200])
  }

  @Test func staysMatchTheDefinition() throws {
    var random = SeededGenerator(seed: 6)
    var place = Coordinate(latitude: 47, longitude: 12)
    let start = try #require(CivilTime("2026-05-02T20:00"))
    var entries: [Entry] = []
    for minute in 0..<600 {
      if minute / 30 % 2 == 0 { place.longitude += random.double(in: 0...0.004) }
      var entry = try Entry(0, 0, "2026-05-02T20:00")
      entry.place = Coordinate(
        latitude: place.latitude + random.double(in: -5e-4...5e-4), longitude: place.longitude)
      entry.time = start.adding(seconds: Double(minute) * 60)
      entries.append(entry)
    }
    let journal = try journal(entries)
    let stays = journal.stays(within: 150, atLeast: .minutes(10))
    #expect(stays.count > 5)
    var next = 0
    for stay in stays {
      let first = journal.coordinates[stay.entries.lowerBound]
      #expect(stay.entries.lowerBound >= next && stay.seconds >= 600)
      for entry in stay.entries { #expect(first.distance(to: journal.coordinates[entry]) <= 150) }
      if stay.entries.upperBound < entries.count {
        #expect(first.distance(to: journal.coordinates[stay.entries.upperBound]) > 150)
      }
      // No earlier entry starts a stay.
      for missed in next..<stay.entries.lowerBound {
        let end = (missed..<entries.count).first {
          journal.coordinates[missed].distance(to: journal.coordinates[$0]) > 150
        }
        #expect(journal.elapsed[(end ?? entries.count) - 1] - journal.elapsed[missed] < 600)
      }
      next = stay.entries.upperBound
    }
  }
}
