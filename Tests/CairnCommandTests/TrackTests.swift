import CairnCountries
import CairnFormats
import CairnGeodesy
import TestSupport
import Testing

@testable import CairnCommand

@Suite struct TrackTests {
  /// From Vienna over Bratislava to Gyor, on two days, in two segments.
  private static let gpx = """
    <gpx version="1.1"><wpt lat="1" lon="2"/><trk><name>Trip</name><trkseg>
    <trkpt lat="48.20" lon="16.37"><time>2026-05-01T08:00:00Z</time></trkpt>
    <trkpt lat="48.15" lon="17.10"><time>2026-05-01T18:00:00Z</time></trkpt>
    </trkseg><trkseg>
    <trkpt lat="48.15" lon="17.10"><time>2026-05-02T08:00:00Z</time></trkpt>
    <trkpt lat="47.68" lon="17.63"><time>2026-05-02T11:00:00Z</time></trkpt>
    </trkseg></trk></gpx>
    """

  @Test func kilometersAndDaysOfEachCountryAreCounted() throws {
    let file = try OwnFile(Self.gpx, name: "year.gpx")
    let run = Run("stats", file.path, "--format", "csv")
    let rows = Set(run.lines.map(String.init))
    #expect(
      rows.isSuperset(of: [
        "country,AT,1", "country,HU,1", "country,SK,1", "country_length_m,AT,47185",
        "country_length_m,SK,27350", "country_length_m,HU,45389", "length_m,,119924",
        "country_days,AT,1", "country_days,SK,2", "country_days,HU,1", "days,,2",
      ]), "\(run.output)")
    let table = Run("stats", file.path, "--unit", "mi").output
    #expect(table.contains("74.5 mi") && table.contains("days"))
    let json = Run("stats", file.path, "--format", "json").output
    #expect(json.contains(#""country_days":{"AT":1,"SK":2,"HU":1"#) || json.contains("\"SK\":2"))
  }

  @Test func theLengthsOfCountriesAddUpToTheWhole() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<rounds(6, inDebug: 1) {
      let points = (0..<12).map { _ in
        "\(Double(random.next() % 600) / 10 - 10) \(Double(random.next() % 300) / 10 + 35)"
      }
      let file = try OwnFile("LINESTRING (\(points.joined(separator: ", ")))\n", name: "a.wkt")
      let lines = Run("stats", file.path, "--format", "csv", "--limit", "0").lines
      var sum = 0
      for line in lines where line.hasPrefix("country_length_m,") {
        sum += Int(line.split(separator: ",").last ?? "") ?? 0
      }
      let all = lines.first { $0.hasPrefix("length_m,,") }.flatMap { Int($0.dropFirst(10)) } ?? 0
      #expect(abs(sum - all) < 50, "\(sum) \(all)")
    }
  }

  @Test func severalFilesAreCountedTogether() throws {
    let file = try OwnFile(Self.gpx, name: "year.gpx")
    let other = try OwnFile("name,lat,lon\nA,48,16\n")
    let run = Run("stats", file.path, other.path, "--format", "json")
    #expect(run.output.contains("\"format\":\"gpx,csv\"") && run.output.contains("\"AT\":2"))
  }

  @Test func visitsAndDaysOfATimeline() throws {
    // The phone's export, and that of Takeout.
    let phone = try OwnFile(
      """
      {"semanticSegments":[{"startTime":"2026-05-01T22:00:00.000+02:00",\
      "endTime":"2026-05-03T10:00:00.000+02:00","visit":{"topCandidate":{"placeLocation":\
      {"latLng":"48.2082°, 16.3738°"}}}},{"startTime":"2026-05-03T10:00:00.000+02:00",\
      "endTime":"2026-05-03T12:00:00.000+02:00","timelinePath":[{"point":"48.2°, 16.4°",\
      "time":"2026-05-03T10:10:00.000+02:00"},{"point":"48.15°, 17.1°",\
      "time":"2026-05-03T11:10:00.000+02:00"}]}]}
      """, name: "Timeline.json")
    let run = Run("stats", phone.path, "--format", "csv")
    #expect(run.lines.contains("country_days,AT,3") && run.lines.contains("country_days,SK,1"))
    let takeout = try OwnFile(
      """
      {"timelineObjects":[{"placeVisit":{"location":{"latitudeE7":482082000,"longitudeE7":163738000,\
      "name":"Cafe"},"duration":{"startTimestamp":"2026-05-01T20:00:00Z",\
      "endTimestamp":"2026-05-02T06:00:00Z"}}}]}
      """, name: "2026_MAY.json")
    #expect(Run("stats", takeout.path, "--format", "csv").lines.contains("country_days,AT,2"))
  }

  @Test func aTrackIsSplitByDayCountryAndGap() throws {
    let file = try OwnFile(Self.gpx, name: "year.gpx")
    func names(_ options: String...) -> [String] {
      let run = Run(["track", "split", file.path, "--format", "csv"] + options)
      let column = run.lines.first?.split(separator: ",").firstIndex(of: "name") ?? 0
      return run.lines.dropFirst().dropLast().map { String($0.split(separator: ",")[column]) }
    }
    #expect(names("--by", "day") == ["Trip 2026-05-01", "Trip 2026-05-02"])
    #expect(names("--by", "country") == ["Trip Austria", "Trip Slovakia", "Trip Hungary"])
    #expect(names("--by", "gap", "--gap", "4h").count == 3)
    #expect(names("--gap", "20h") == ["Trip part 1"])
    #expect(names("--jump", "1km").count == 3)
    let gpx = Run("track", "split", file.path).output
    #expect(gpx.contains("<name>Trip 2026-05-02</name>") && gpx.contains("<time>2026-05-02T08:00"))
    #expect(Run("track", "split", file.path).errors.contains("1 feature without a line, left out"))
    #expect(Run("track", "split", file.path, "--by", "day", "--gap", "1h").code == .usage)
    let points = try OwnFile("name,lat,lon\nA,48,16\n")
    #expect(Run("track", "split", points.path).errors.contains("has no times"))
  }

  @Test func aDayIsCutAtMidnightOfTheChosenClock() {
    let line = TimedLine(
      positions: [(48.0, 16.0), (48.0, 16.5), (48.0, 17.0)].map {
        .init(Coordinate(latitude: $0.0, longitude: $0.1))
      },
      times: ["2026-05-01T20:00:00Z", "2026-05-02T00:00:00Z", "2026-05-02T04:00:00Z"].map {
        FeatureTime($0)
      })
    for (offset, time) in [(nil, "23"), (0.0, "00"), (7200.0, "22")] as [(Double?, String)] {
      let parts = TrackSplitter(rule: .day(offset: offset)).parts(of: [line])
      #expect(parts.map(\.title) == ["2026-05-01", "2026-05-02"])
      let cut = parts[0].lines[0].times.last??.text ?? ""
      #expect(cut.contains("T\(time):00:00Z"), "\(cut)")
      #expect(parts[1].lines[0].times.first??.text == cut)
      let sum = parts.reduce(0) { $0 + $1.lines.reduce(0) { $0 + $1.length } }
      #expect(abs(sum - line.length) < 0.01)
    }
  }

  @Test func splittingKeepsTheLengthOfRandomTracks() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<rounds(20, inDebug: 2) {
      var time = 1_770_000_000.0
      var line = TimedLine(positions: [], times: [])
      for _ in 0..<(1 + Int(random.next() % 30)) {
        time += Double(random.next() % 200_000) - 20_000
        line.append(
          .init(
            Coordinate(
              latitude: 45 + Double(random.next() % 500) / 100,
              longitude: 5 + Double(random.next() % 1500) / 100)),
          random.next() % 5 == 0 ? nil : FeatureTime(seconds: time, clock: .utc))
      }
      for rule in [TrackSplitter.Rule.day(offset: nil), .country(.world)] {
        let parts = TrackSplitter(rule: rule).parts(of: [line])
        let sum = parts.reduce(0) { $0 + $1.lines.reduce(0) { $0 + $1.length } }
        #expect(abs(sum - line.length) <= 1e-6 * max(line.length, 1), "\(sum) \(line.length)")
      }
    }
  }

  @Test func simplifyingKeepsTimesAndOtherFeatures() throws {
    let file = try OwnFile(
      """
      <gpx version="1.1"><wpt lat="1" lon="2"><name>W</name></wpt><trk><trkseg>
      <trkpt lat="48" lon="16"><time>2026-05-01T08:00:00Z</time></trkpt>
      <trkpt lat="48.00001" lon="16.1"><time>2026-05-01T08:01:00Z</time></trkpt>
      <trkpt lat="48" lon="16.2"><ele>300</ele><time>2026-05-01T08:02:00Z</time></trkpt>
      </trkseg></trk></gpx>
      """, name: "a.gpx")
    let run = Run("track", "simplify", file.path, "--tolerance", "100m")
    #expect(run.errors.contains("2 of 3 points remain"))
    #expect(run.output.contains("08:02:00Z") && !run.output.contains("08:01:00Z"))
    #expect(run.output.contains("<name>W</name>") && run.output.contains("<ele>300</ele>"))
  }

  @Test func collectionsKeepTheirOtherParts() throws {
    let text = "GEOMETRYCOLLECTION (POINT (16 48), LINESTRING (16 48, 16.5 48.0001, 17 48))\n"
    let file = try OwnFile(text, name: "a.wkt")
    let run = Run("track", "simplify", file.path, "--tolerance", "1km")
    #expect(run.output == "GEOMETRYCOLLECTION (POINT (16 48), LINESTRING (16 48, 17 48))\n")
    let split = Run("track", "split", file.path, "--by", "country")
    #expect(split.errors.contains("1 feature with other parts than lines, left out"))
    let points = try OwnFile("MULTIPOINT ((16.4 48.2), (2.35 48.85), (16 48))\n", name: "b.wkt")
    let counts = Run("stats", points.path, "--format", "csv").lines
    #expect(counts.contains("country,AT,1") && counts.contains("country,FR,1"))
  }

  @Test func staysAreFoundAcrossTracksAndDespiteAStrayPosition() throws {
    var random = SeededGenerator(seed: 2)
    func noise() -> Double { Double(random.next() % 100) / 100_000 }
    var lines: [TimedLine] = []
    var time = 1_770_000_000.0
    // Two hours at home, a trip of an hour, a night at the hotel between two tracks, a trip.
    var line = TimedLine(positions: [], times: [])
    func add(_ latitude: Double, _ longitude: Double) {
      line.append(
        .init(Coordinate(latitude: latitude, longitude: longitude)),
        FeatureTime(seconds: time, clock: .utc))
      time += 60
    }
    for minute in 0..<120 { add(minute == 50 ? 48.21 : 48.2 + noise(), 16.37 + noise()) }
    for minute in 1...60 {
      add(48.2 - 0.05 * Double(minute) / 60, 16.37 + 0.7 * Double(minute) / 60)
    }
    for _ in 0..<3 { add(48.15 + noise() / 10, 17.07 + noise() / 10) }
    lines.append(line)
    line = TimedLine(positions: [], times: [])
    time += 36_000
    for _ in 0..<3 { add(48.15 + noise() / 10, 17.07 + noise() / 10) }
    for minute in 1...60 { add(48.15, 17.07 + 0.7 * Double(minute) / 60) }
    lines.append(line)
    let stays = TrackStays(lines.reversed(), within: 150, shortest: 900).stays
    #expect(stays.count == 2)
    let first: Double = stays.first?.duration ?? 0
    #expect(abs(first - 119 * 60) < 121)
    #expect((stays.last?.duration ?? 0) > 36_000)
    let place = Coordinate(latitude: 48.15, longitude: 17.07)
    #expect((stays.last?.place.distance(to: place) ?? .infinity) < 150)
  }

  @Test func timesOfAllKindsAreRead() {
    let known: [(String, Double, FeatureTime.Clock)] = [
      ("2026-05-01T08:00:00Z", 1_777_622_400, .utc), ("2026-05-01", 1_777_593_600, .local),
      ("2026-05-01T10:00:00.500+02:00", 1_777_622_400.5, .offset(7200)),
      ("2026:05:01 08:00:00", 1_777_622_400, .local), ("2026-05-01 08:00", 1_777_622_400, .local),
      ("2026-05-01T03:30-0430", 1_777_622_400, .offset(-16_200)),
      ("1777622400", 1_777_622_400, .utc), ("1777622400000", 1_777_622_400, .utc),
      ("2026-05-01 08:00:00 UTC", 1_777_622_400, .utc),
      ("01.05.2026 08:00", 1_777_622_400, .local), ("1.5.2026, 8:00:00", 1_777_622_400, .local),
      ("Fri, 01 May 2026 08:00:00 GMT", 1_777_622_400, .utc),
      ("Fri, 1 May 2026 10:00:00 +0200", 1_777_622_400, .offset(7200)),
      ("01-May-2026 08:00:00", 1_777_622_400, .local),
      ("May 1, 2026 8:00 AM", 1_777_622_400, .local),
      ("Fri May  1 08:00:00 2026", 1_777_622_400, .local), ("1 May 2026", 1_777_593_600, .local),
      ("2026-05-01 12:30:00 AM", 1_777_595_400, .local),
      ("2026-05-01 12:30PM", 1_777_638_600, .local),
      ("20260501T080000Z", 1_777_622_400, .utc), ("20260501080000", 1_777_622_400, .local),
      ("20260501", 1_777_593_600, .local), ("1777622400000000", 1_777_622_400, .utc),
      ("1777622400000000000", 1_777_622_400, .utc),
    ]
    for (text, seconds, clock) in known {
      let time = FeatureTime(text)
      #expect(time?.seconds == seconds && time?.clock == clock, "\(text)")
      if let time { #expect(FeatureTime(time.text) == time, "\(time.text)") }
    }
    for text in [
      "", "noon", "2026-13-01", "2026-05-01T25:00", "2026-05-01T08:00+99:99", "12", "é",
      "05/01/2026 08:00", "05-01-2026", "31.02.2026", "01.05.26", "2026-05-01 13:00 PM",
      "1 May", "May 2026 08:00", "Fri", ":", "01 May 2026 08:00 EST", "2026-05-01 0:00 AM",
    ] {
      #expect(FeatureTime(text) == nil, "\(text)")
    }
  }

  @Test func timesThatCannotBeReadAreReported() throws {
    let american = try OwnFile(
      "time,lat,lon\n05/01/2026 08:00,48.2,16.4\n05/01/2026 09:00,48.2,16.4\n")
    let split = Run("track", "split", american.path, "--by", "day")
    #expect(split.code == .data)
    #expect(split.errors.contains("`05/01/2026 08:00` in `time` cannot be read; write 2026-"))
    let stats = Run("stats", american.path)
    #expect(stats.code == .success)
    #expect(stats.errors.contains("2 times left out: `05/01/2026 08:00` in `time` cannot be read"))
    let some = try OwnFile(
      "time,lat,lon\n2026-05-01 08:00,48.2,16.4\n05/01/2026 09:00,48.2,16.4\n,48.2,16.5\n")
    let days = Run("track", "split", some.path, "--by", "day", "--format", "csv")
    #expect(days.code == .success && days.errors.contains("1 time left out: `05/01/2026 09:00`"))
    let timeless = try OwnFile("day,lat,lon\n1,48.2,16.4\n")
    let none = Run("track", "stays", timeless.path)
    #expect(none.errors.contains("needs; a column of times is called time, timestamp or datetime"))
  }

  @Test(arguments: ["2026-05-01", "01.05.2026", "1 May 2026"])
  func aDateAndATimeOfDayMayBeTwoColumns(date: String) throws {
    let table = try OwnFile("date,time,lat,lon\n\(date),23:59,48.2,16.4\n\(date),24:00,48.2,16.5\n")
    let stats = Run("stats", table.path, "--format", "json")
    #expect(stats.output.contains("2026-05-01T23:59:00"))
    #expect(stats.output.contains("2026-05-02T00:00:00"))
    // Other dates may be those of anything.
    let founded = try OwnFile("founded,lat,lon\n\(date),48.2,16.4\n")
    #expect(!Run("stats", founded.path, "--format", "json").output.contains("2026"))
    for name in ["GPS Time", "Recorded_At", "DATETIME", "Timestamp (UTC)"] {
      let named = try OwnFile("\(name),lat,lon\n\(date) 08:00,48.2,16.4\n")
      let output = Run("stats", named.path, "--format", "json").output
      #expect(output.contains("2026-05-01T08:00:00"), "\(name)")
    }
    let dated = try OwnFile("Date,lat,lon\n\(date) 08:00,48.2,16.4\n")
    #expect(Run("stats", dated.path, "--format", "json").output.contains("2026-05-01T08:00:00"))
  }

  @Test func typedPlacesAreARoute() {
    let run = Run("route", "Vienna", "Prague", "New York", "--format", "csv")
    #expect(run.lines.count == 5 && run.output.contains("New York City"))
    let open = Run("route", "Vienna", "Prague", "48,17", "--open", "--start", "prague")
    #expect(open.output.contains("48,17") && open.lines.contains { $0.hasSuffix("0.0 km  Prague") })
    #expect(Run("route", "Vienna", "New York", "--start", "New York").code == .success)
    let trip = Run("route", "Vienna", "Graz", "Linz", "--days", "2", "--effort", "quick")
    #expect(trip.output.contains("day 2"))
    #expect(Run("route", "Vienna", "Xyzzyx").errors.contains("no place is called"))
    #expect(Run("route", "Vienna", "a.csv").code == .usage)
  }
}
