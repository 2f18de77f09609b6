import CairnCountries
import CairnFormats
import CairnGeodesy
import TestSupport
import Testing

@testable import CairnCommand

/// Times and other values of the points of tracks: days, wrong times, and copies in other formats.
@Suite struct TrackTimesTests {
  /// A track of points at one latitude.
  private static func line(_ points: [(longitude: Double, seconds: Double)]) -> TimedLine {
    var line = TimedLine(positions: [], times: [])
    for point in points {
      line.append(
        .init(Coordinate(latitude: 50, longitude: point.longitude)),
        FeatureTime(seconds: point.seconds, clock: .utc))
    }
    return line
  }

  /// 2026-05-01T00:00:00Z.
  private static let may = 1_777_593_600.0

  /// Points around the edges of nautical zones, at the hour at which their days differ.
  @Test func aTrackNearTheEdgeOfAZoneHasOneClock() {
    var random = SeededGenerator(seed: 61)
    for edge in [-172.5, -97.5, -7.5, 7.5, 22.5, 127.5, 172.5, 180] {
      let points = (0..<60).map { number in
        let jitter = Double(random.next() % 1000) / 2000 - 0.25
        return (
          (edge + jitter).reducedLongitude,
          Self.may + 86_400 - (edge / 15).rounded(.down) * 3600 - 3599 + Double(number) * 60
        )
      }
      let parts = TrackSplitter(rule: .day(offset: nil)).parts(of: [Self.line(points)])
      #expect(parts.count <= 2, "\(edge): \(parts.map(\.title))")
      var counts = FeatureCounts(category: nil, atlas: .world)
      for point in points {
        counts.add(
          GeoFeature(
            geometry: .point(.init(Coordinate(latitude: 50, longitude: point.0))),
            properties: ["time": .number(point.1)]))
      }
      #expect(counts.days.count == parts.count, "\(edge)")
    }
  }

  @Test func partsOfDaysFollowEachOtherInTime() {
    var random = SeededGenerator(seed: 62)
    for _ in 0..<rounds(100, inDebug: 20) {
      var seconds = Self.may
      var longitude = Double(random.next() % 360) - 180
      let step = Double(random.next() % 60) - 30
      let points = (0..<40).map { _ in
        seconds += Double(random.next() % 7200)
        longitude = (longitude + step * Double(random.next() % 100) / 100).reducedLongitude
        return (longitude, seconds)
      }
      let parts = TrackSplitter(rule: .day(offset: nil)).parts(of: [Self.line(points)])
      var last = -Double.infinity
      for time in parts.flatMap({ $0.lines.flatMap(\.times) }) {
        #expect((time?.seconds ?? .nan) >= last)
        last = time?.seconds ?? .nan
      }
      #expect(parts.allSatisfy { $0.lines.allSatisfy { !$0.positions.isEmpty } })
    }
  }

  /// The clock changes well inside the next zone, and not at the date line.
  @Test func theClockFollowsATravelerThroughAllZones() {
    for direction in [1.0, -1.0] {
      var clock = DayClock(offset: nil)
      for degree in 0...720 {
        let longitude = (Double(degree) * direction / 2).reducedLongitude
        let local = clock.localSeconds(
          FeatureTime(seconds: 0, clock: .utc), longitude: longitude)
        let away = (local / 3600 - longitude / 15).remainder(dividingBy: 24).magnitude
        #expect(away <= 0.75, "\(longitude): \(local / 3600)")
      }
    }
  }

  @Test func wrongTimesAreReportedAndAddNoDays() throws {
    let times = [
      "2026-05-01T10:00:00Z", "2026-05-01T10:10:00Z", "1999-01-01T00:00:00Z", "soon",
      "2026-05-01T10:30:00Z", "", "2026-05-01T10:20:00Z", "2026-05-01T10:50:00Z",
    ]
    let points = times.enumerated().map {
      "<trkpt lat='48.2' lon='16.3\($0.offset)'><time>\($0.element)</time></trkpt>"
    }
    let gpx = try OwnFile(
      "<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>", name: "a.gpx")
    let rows = times.enumerated().map { "\($0.element),48.2,16.3\($0.offset)\n" }
    let csv = try OwnFile("time,lat,lon\n" + rows.joined())
    let stats = Run("stats", gpx.path, "--format", "csv")
    #expect(stats.lines.contains("country_days,AT,2") && stats.lines.contains("days,,2"))
    let runs = [
      stats, Run("track", "stays", gpx.path), Run("track", "split", gpx.path),
      Run("track", "simplify", gpx.path), Run("track", "split", csv.path),
    ]
    for run in runs {
      #expect(run.errors.contains("1 time left out: `soon` in `"))
      #expect(
        run.errors.contains("2 times are earlier than the previous one; the first is 1999-01-01T"))
    }
    let doctor = Run("doctor", gpx.path).output
    #expect(doctor.contains("bad times") && doctor.contains("`soon`") && doctor.contains("1999"))
    #expect(Run("doctor", csv.path).output.contains("1 time left out: `soon` in `time`"))
    // A visit that ends before it begins has the days of its ends.
    let visit = try OwnFile(
      #"[{"startTime":"2026-05-09T10:00:00Z","endTime":"2026-05-01T10:00:00Z","lat":48,"lon":16}]"#,
      name: "a.json")
    let visits = Run("stats", visit.path, "--format", "csv")
    #expect(visits.lines.contains("days,,2") && visits.errors.contains("1 time is earlier"))
  }

  @Test func aGapIsAJumpInEitherDirection() {
    func parts(_ hours: [Double]) -> Int {
      let points = hours.map { (16.0, Self.may + $0 * 3600) }
      return TrackSplitter(rule: .gap(seconds: 3600, meters: nil)).parts(of: [Self.line(points)])
        .count
    }
    #expect(parts([0, 0.5, 1, 0.2]) == 1)
    #expect(parts([9, 9.5, 2, 2.5, 5]) == 3)
  }

  /// A track with values at its points, a route with names, and a place with a link.
  private static let gpx = """
    <gpx version="1.1" xmlns:g="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
    <metadata><name>Tour</name></metadata>
    <wpt lat="47" lon="15"><name>P</name><link href="https://a.example/"><text>A</text></link></wpt>
    <rte><name>R</name><rtept lat="47" lon="15"><name>Start</name></rtept>
    <rtept lat="47.5" lon="15.5"/><rtept lat="48" lon="16"><name>End</name></rtept></rte>
    <trk><name>T</name>
    <trkseg><trkpt lat="47" lon="15"><time>2026-05-01T10:00:00Z</time><extensions>
    <g:TrackPointExtension><g:hr>101</g:hr></g:TrackPointExtension></extensions></trkpt>
    <trkpt lat="47" lon="15.1"><time>2026-05-01T10:10:00Z</time><extensions>
    <g:TrackPointExtension><g:hr>102</g:hr></g:TrackPointExtension></extensions></trkpt>
    <trkpt lat="47" lon="15.2"><time>2026-05-01T10:20:00Z</time><extensions>
    <g:TrackPointExtension><g:hr>103</g:hr></g:TrackPointExtension></extensions></trkpt></trkseg>
    <trkseg><trkpt lat="47" lon="15.3"><time>2026-05-03T10:00:00Z</time><extensions>
    <g:TrackPointExtension><g:hr>104</g:hr></g:TrackPointExtension></extensions></trkpt>
    <trkpt lat="47" lon="15.4"><time>2026-05-03T11:00:00Z</time><cmt>last</cmt></trkpt></trkseg>
    </trk></gpx>
    """

  @Test func tablesKeepTheValuesOfPoints() throws {
    let file = try OwnFile(Self.gpx, name: "a.gpx")
    let direct = Run("convert", file.path, "--to", "gpx").output
    let words = [
      "<time>2026-05-03T11:00:00Z</time><cmt>last</cmt>", ">101<", ">104<", "<name>Start</name>",
      "<name>End</name>", "<link href=\"https://a.example/\"><text>A</text></link>", "<rte>",
    ]
    for ending in ["csv", "tsv", "csv.gz"] {
      let table = file.sibling("a.\(ending)")
      #expect(Run("convert", file.path, table).code == .success)
      let gpx = Run("convert", table, "--to", "gpx").output
      for word in words {
        #expect(gpx.contains(word) && direct.contains(word), "\(ending): \(word)")
      }
      #expect(Run("convert", table, "--to", "kml").output.contains("<when>2026-05-03T11:00:00Z"))
      #expect(Run("convert", table, "--to", "geojson").output.contains(#""hr":[[101,102,103],["#))
      #expect(Run("track", "split", table, "--by", "day").lines.count == 5)
      #expect(Run("stats", table, "--format", "csv").lines.contains("days,,2"))
    }
    // A text that is not JSON, and a table of points, are unchanged.
    let plain = try OwnFile("lat,lon,links\n1,2,[a]\n3,4,x\n")
    let json = Run("convert", plain.path, "--to", "geojson").output
    #expect(json.contains(#""links":"[a]""#) && json.contains(#""links":"x""#))
  }

  @Test func valuesFollowThePointsThatRemain() throws {
    let file = try OwnFile(Self.gpx, name: "a.gpx")
    let simplified = Run("track", "simplify", file.path, "--tolerance", "1km").output
    for (number, isKept) in [(101, true), (102, false), (103, true), (104, true)] {
      #expect(simplified.contains("<gpxtpx:hr>\(number)</gpxtpx:hr>") == isKept, "\(number)")
    }
    #expect(simplified.contains("<metadata><name>Tour</name></metadata>"))
    #expect(!simplified.contains("coordinateProperties"))
    for by in ["day", "gap", "country"] {
      let split = Run("track", "split", file.path, "--by", by).output
      for word in [">101<", ">102<", ">103<", ">104<", "<cmt>last</cmt>"] {
        #expect(split.contains(word), "\(by): \(word)")
      }
      #expect(!split.contains("coordinateProperties"))
    }
    // The tracks of a collection that also has a point.
    let kml = try OwnFile(
      """
      <kml><Placemark><MultiGeometry><Point><coordinates>15,47</coordinates></Point><Track>
      <when>2026-05-01T10:00:00Z</when><when>2026-05-01T11:00:00Z</when>
      <when>2026-05-01T12:00:00Z</when><coord>15 47</coord><coord>15.1 47</coord>
      <coord>15.2 47</coord></Track></MultiGeometry></Placemark></kml>
      """, name: "a.kml")
    let thin = Run(
      "track", "simplify", kml.path, "--tolerance", "1km", "--format", "geojson")
    #expect(thin.output.contains(#"[null,["2026-05-01T10:00:00Z","2026-05-01T12:00:00Z"]]"#))
    #expect(Run("stats", kml.path, "--format", "json").output.contains("2026-05-01T12:00:00Z"))
  }

  @Test func timelinesKeepTheirTimesInOtherFormats() throws {
    let file = try OwnFile(
      """
      {"timelineObjects":[{"placeVisit":{"location":{"latitudeE7":482082000,"longitudeE7":163738000},\
      "duration":{"startTimestamp":"2026-05-01T20:00:00Z","endTimestamp":"2026-05-02T06:00:00Z"}}},\
      {"activitySegment":{"startLocation":{"latitudeE7":482082000,"longitudeE7":163738000},\
      "endLocation":{"latitudeE7":483000000,"longitudeE7":164000000},\
      "duration":{"startTimestamp":"2026-05-02T06:00:00Z","endTimestamp":"2026-05-02T07:00:00Z"}}}]}
      """, name: "Timeline.json")
    let gpx = Run("convert", file.path, "--to", "gpx").output
    let kml = Run("convert", file.path, "--to", "kml").output
    #expect(gpx.contains("<wpt lat=\"48.2082\" lon=\"16.3738\"><time>2026-05-01T20:00:00Z</time>"))
    #expect(gpx.contains("<time>2026-05-02T06:00:00Z</time></trkpt>"))
    #expect(gpx.contains("<time>2026-05-02T07:00:00Z</time></trkpt>"))
    #expect(kml.contains("<begin>2026-05-01T20:00:00Z</begin><end>2026-05-02T06:00:00Z</end>"))
    #expect(kml.contains("<when>2026-05-02T07:00:00Z</when>"))
    for format in ["gpx", "kml", "csv", "geojson"] {
      let copy = file.sibling("copy.\(format)")
      #expect(Run("convert", file.path, copy).code == .success)
      #expect(Run("stats", copy, "--format", "csv").lines.contains("days,,2"), "\(format)")
    }
  }

  @Test func timesAreRoundedToMilliseconds() {
    for (seconds, text) in [
      (0.9996, "1970-01-01T00:00:01Z"), (0.0004, "1970-01-01T00:00:00Z"),
      (1.25, "1970-01-01T00:00:01.250Z"), (-0.0001, "1970-01-01T00:00:00Z"),
      (86_399.9999, "1970-01-02T00:00:00Z"),
    ] {
      #expect(FeatureTime(seconds: seconds, clock: .utc).text == text)
    }
  }
}
