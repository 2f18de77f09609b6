import TestSupport
import Testing

@testable import CairnFormats

/// Times of tables, as GPX and KML contain them.
@Suite struct TimeReadingTests {
  @Test(
    arguments: [
      ("2026-11-22T09:30:00Z", "2026-11-22T09:30:00Z"),
      ("2026-11-22 09:30:00", "2026-11-22T09:30:00"), ("2026-11-22 09:30", "2026-11-22T09:30:00"),
      ("2026-11-22T09:30", "2026-11-22T09:30:00"), ("2026/11/22 9:30:01", "2026-11-22T09:30:01"),
      ("2026:11:22 09:30:01", "2026-11-22T09:30:01"), ("22.11.2026 09:30", "2026-11-22T09:30:00"),
      ("2026-11-22 09:30:00.250", "2026-11-22T09:30:00.250"),
      ("2026-11-22 09:30:00+0100", "2026-11-22T09:30:00+01:00"),
      ("2026-11-22 09:30:00+01", "2026-11-22T09:30:00+01:00"),
      ("2026-11-22 09:30:00 UTC", "2026-11-22T09:30:00Z"),
      ("1700000000", "2023-11-14T22:13:20Z"), ("1700000000123", "2023-11-14T22:13:20.123Z"),
      ("1700000000.5", "2023-11-14T22:13:20.500Z"),
      ("Sun, 22 Nov 2026 09:30:00 GMT", "2026-11-22T09:30:00Z"),
      ("Sun Nov 22 09:30:00 2026", "2026-11-22T09:30:00"),
      ("22-Nov-2026 09:30", "2026-11-22T09:30:00"), ("Nov 22, 2026 9:30 PM", "2026-11-22T21:30:00"),
      ("20261122T093000Z", "2026-11-22T09:30:00Z"), ("20261122093000", "2026-11-22T09:30:00"),
      ("22 November 2026 12:00 am", "2026-11-22T00:00:00"),
    ] as [(String, String)])
  func timesAreRead(text: String, time: String) {
    #expect(TimeReading.dateTime(.string(text)) == time)
  }

  @Test func numbersAreUnixTimes() {
    #expect(TimeReading.dateTime(1_700_000_000) == "2023-11-14T22:13:20Z")
    #expect(TimeReading.dateTime(1_700_000_000_000_000) == "2023-11-14T22:13:20Z")
    #expect(TimeReading.dateTime(951_782_400) == "2000-02-29T00:00:00Z")
    #expect(TimeReading.dateTime(4_107_542_400) == "2100-03-01T00:00:00Z")
    // A date and time in digits, not milliseconds of the year 2612.
    #expect(TimeReading.dateTime(20_261_122_093_000) == "2026-11-22T09:30:00")
    #expect(TimeReading.dateTime(20_261_322_093_000)?.hasPrefix("2612") == true)
  }

  @Test(arguments: [
    "", "noon", "2026-11-22", "22/11/2026 09:30", "11/22/2026 09:30", "2026-13-01 10:00",
    "2026-02-30 10:00", "2026-11-22 25:00", "2026-11-22 9", "12", "7.5", "2026-11/22 10:00",
    "2026-11-22 09:30 in the morning", "1.2.3 10:00", "nan", "inf", "1e300",
    "22 Nov 2026", "20261122", "32 Nov 2026 09:30", "22 Nov 2026 13:30 PM", "Nov 2026 09:30",
  ])
  func otherTextsAreNotTimes(text: String) {
    #expect(TimeReading.dateTime(.string(text)) == nil)
  }

  @Test(arguments: [
    "time", "Time", "TIMESTAMP", "GPS Time", "date_time", "Recorded At", "epoch", "time_utc",
    "BaseDateTime", "local_time", "Fix Time",
  ])
  func namesOfTimes(name: String) {
    #expect(TimeReading.isTimeName(name))
    for other in [name + "s", "last \(name)", "é" + name] {
      #expect(!TimeReading.isTimeName(other), "\(other)")
    }
  }

  @Test func writersUseThem() throws {
    let table = "name,lat,lon,Timestamp\na,1,2,1700000000\n"
    let feature = try #require(Reading(TableReader(), table).features.first)
    for (format, time) in [
      (FileFormat.gpx, "<time>2023-11-14T22:13:20Z</time>"),
      (.kml, "<when>2023-11-14T22:13:20Z</when>"),
    ] {
      var writer = format.writer()
      try writer.write(feature)
      try writer.end()
      let bytes = writer.drain()
      #expect(String(decoding: bytes, as: UTF8.self).contains(time))
      // The property is kept under its name.
      let read = Reading(format.reader(), String(decoding: bytes, as: UTF8.self)).features.first
      #expect(read?.properties["Timestamp"] == 1_700_000_000)
    }
  }

  @Test func secondsAreAddedToTimes() throws {
    var random = SeededGenerator(seed: 73)
    for _ in 0..<300 {
      let start = 1_000_000_000_000 + Int(random.next() % 1_000_000_000_000)
      let change = Int(random.next() % 1_000_000_000) - 500_000_000
      let time = try #require(TimeReading.dateTime(.integer(start)))
      let zoned = time.dropLast() + "+05:30"
      let known = try #require(TimeReading.dateTime(.integer(start + change)))
      let seconds = Double(change) / 1000
      #expect(TimeReading.dateTime(time, plusSeconds: seconds) == known)
      #expect(
        TimeReading.dateTime(String(zoned), plusSeconds: seconds) == known.dropLast() + "+05:30")
    }
    for text in ["2026-01-01", "noon", "-0001-01-01T00:00:00Z", "12026-01-01T00:00:00Z"] {
      #expect(TimeReading.dateTime(text, plusSeconds: 1) == nil, "\(text)")
    }
  }
}
