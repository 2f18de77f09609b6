import CairnCountries
import CairnFormats
import CairnGeodesy
import Foundation
import TestSupport
import Testing

@testable import CairnCommand

/// Times, duplicates, parts of tracks, photos and damaged files as they occur in everyday tables.
@Suite struct EverydayFilesTests {
  private func days(_ header: String, _ rows: [String]) throws -> (days: String, errors: String) {
    let file = try OwnFile("\(header),lat,lon\n" + rows.map { "\($0),48.2,16.4\n" }.joined())
    let run = Run("stats", file.path, "--format", "csv")
    let line = run.lines.first { $0.hasPrefix("days,") } ?? "days,,0"
    return (String(line.dropFirst("days,,".count)), run.errors)
  }

  /// The order of day and month is that of the whole column.
  @Test func aColumnDecidesTheOrderOfDayAndMonth() throws {
    for (rows, count) in [
      (["5/1/2026 8:00 AM", "5/31/2026 9:15 PM", "6/2/2026 1:00 AM"], 3),
      (["1/5/2026 08:00", "31/5/2026 21:15"], 2), (["05-01-2026 08:00:30", "05-14-2026 08:00"], 2),
      (["5/1/2026", "5/1/2026", "5/20/2026"], 2), (["5/14/2026 8:00 PM"], 1),
    ] {
      for name in ["time", "Date", "timestamp"] {
        let found = try days(name, rows)
        #expect(found.days == "\(count)" && !found.errors.contains("left out"), "\(rows) \(found)")
        let file = try OwnFile("\(name),lat,lon\n" + rows.map { "\($0),48.2,16.4\n" }.joined())
        let doctor = Run("doctor", file.path)
        #expect(doctor.output.contains("times") && !doctor.output.contains("bad times"))
        #expect(Run("track", "split", file.path, "--by", "day").code == .success, "\(rows)")
      }
    }
    for rows in [["5/1/2026 8:00", "6/2/2026 9:00"], ["5/14/2026 8:00", "14/5/2026 8:00"]] {
      for name in ["time", "date"] {
        let found = try days(name, rows)
        #expect(found.days == "0")
        #expect(
          found.errors.contains(
            "2 times left out: `\(rows[0])` in `\(name)` cannot be read; write "))
        #expect(found.errors.contains("(its day may be either number)"))
      }
    }
    let two = try days("date,time", ["5/1/2026,23:59", "5/13/2026,00:10"])
    #expect(two.days == "2", "\(two)")
  }

  @Test func datesAloneAreDaysIfTheWholeColumnIsOne() throws {
    for rows in [
      ["20260501", "20260503", "20260503"], ["2026-05-01", "2026-05-03"],
      ["1 May 2026", "3 May 2026"],
    ] {
      #expect(try days("date", rows).days == "2")
      #expect(try days("founded", rows).days == "0")
    }
    let numbers = try days("date", ["20260501", "20261399", "12"])
    #expect(
      numbers.days == "0" && numbers.errors.contains("3 times left out: `20261399` in `date`"))
    let words = try days("date", ["2026-05-01", "last week"])
    #expect(words.days == "1" && words.errors.contains("`last week` in `date` cannot be read"))
  }

  /// The offset of a camera or a log, in another property than the local time.
  @Test func offsetsInAnotherColumnAreUsed() throws {
    for (header, row, time) in [
      ("DateTimeOriginal,OffsetTimeOriginal", "2026:05:01 10:00:00,+11:00", "10:00:00+11:00"),
      ("EXIF:DateTimeOriginal,EXIF:OffsetTime", "2026:05:01 10:00:00,-03:30", "10:00:00-03:30"),
      ("CreateDate,OffsetTimeDigitized", "2026:05:01 10:00:00,Z", "10:00:00Z"),
      ("time,utc_offset", "2026-05-01 10:00:00,UTC+2", "10:00:00+02:00"),
      ("timestamp,tz_offset", "2026-05-01T10:00:00,+0530", "10:00:00+05:30"),
      ("time,utc_offset", "2026-05-01 10:00:00,2", "10:00:00"),
      ("time,timezone", "2026-05-01T10:00:00Z,+05:00", "10:00:00Z"),
      ("GPSDateTime,CreateDate", ",2026:05:01 10:00:00", "10:00:00"),
      ("GPSDateTime,CreateDate", "2026:05:01 08:00:00Z,2026:05:01 10:00:00", "08:00:00Z"),
      ("time,ModifyDate", ",2026:05:01 10:00:00", "10:00:00"),
    ] {
      let file = try OwnFile("\(header),lat,lon\n\(row),48.2,16.4\n")
      let gpx = Run("convert", file.path, "--to", "gpx").output
      #expect(gpx.contains("<time>2026-05-01T\(time)</time>"), "\(header): \(gpx)")
      let kml = Run("convert", file.path, "--to", "kml").output
      #expect(kml.contains("<when>2026-05-01T\(time)</when>"), "\(header)")
      let stats = Run("stats", file.path, "--format", "json").output
      #expect(stats.contains("2026-05-01T\(time)\""), "\(header): \(stats)")
    }
    // In a table of other things, these are not times.
    let other = try days("created_at", ["2026-05-01 10:00"])
    #expect(other.days == "0" && !other.errors.contains("left out"))
    #expect(try days("CreationDate", ["2026-05-01 10:00"]).days == "0")
    let phone = try OwnFile(
      """
      {"semanticSegments":[{"startTime":"2026-05-01T23:30:00Z","endTime":"2026-05-01T23:50:00Z",
      "startTimeTimezoneUtcOffsetMinutes":120,"endTimeTimezoneUtcOffsetMinutes":120,
      "visit":{"topCandidate":{"placeLocation":{"latLng":"48.2°, 16.4°"}}}}]}
      """, name: "Timeline.json")
    #expect(
      Run("stats", phone.path, "--format", "json").output.contains("2026-05-02T01:30:00+02:00"))
  }

  @Test func aTimelineStatesEachTripOnce() throws {
    let times = (0...6).map { "2026-05-01T0\(8 + $0 / 6):\($0 % 6)0:00Z" }
    let path = times.enumerated().map {
      #"{"point":"48.0°, \#(16 + Double($0.offset) / 10)°","time":"\#($0.element)"}"#
    }
    let signals = (0..<9).map {
      #"{"position":{"LatLng":"48.0°, 16.0°","timestamp":"2026-05-01T07:0\#($0):00Z"}}"#
    }
    let file = try OwnFile(
      """
      {"semanticSegments":[
      {"startTime":"2026-05-01T08:00:00Z","endTime":"2026-05-01T10:00:00Z",
       "timelinePath":[\(path.joined(separator: ","))]},
      {"startTime":"2026-05-01T08:00:00Z","endTime":"2026-05-01T09:00:00Z",
       "activity":{"start":{"latLng":"48.0°, 16.0°"},"end":{"latLng":"48.0°, 16.6°"}}}],
      "rawSignals":[\(signals.joined(separator: ","))]}
      """, name: "Timeline.json")
    let run = Run("stats", file.path, "--format", "csv")
    let known = Coordinate(latitude: 48, longitude: 16)
      .distance(to: Coordinate(latitude: 48, longitude: 16.6))
    #expect(run.lines.contains("features,,1"))
    let length =
      run.lines.first { $0.hasPrefix("length_m,") || $0.hasPrefix("length,") }
      .flatMap { Double($0.split(separator: ",").last ?? "") } ?? 0
    #expect(
      abs(length - known) < known / 1000 || abs(length * 1000 - known) < known / 1000,
      "\(run.output)")
    #expect(run.errors.contains("9 positions of a timeline besides its visits and activities"))
    let split = Run("track", "split", file.path, "--by", "day", "--format", "csv")
    #expect(split.lines.count == 3, "\(split.output)")
  }

  /// A part without a second position is a point, in all formats.
  @Test func aPartOfOnePositionIsAPoint() throws {
    let points = [(0, "08:00"), (1, "08:05"), (2, "12:00"), (3, "16:00"), (4, "16:05")].map {
      "<trkpt lat='48' lon='16.\($0.0)'><ele>\($0.0)</ele><time>2026-05-01T\($0.1):00Z</time></trkpt>"
    }
    let file = try OwnFile(
      "<gpx><trk><name>T</name><trkseg>\(points.joined())</trkseg></trk></gpx>", name: "a.gpx")
    for format in ["geojson", "wkt", "csv", "gpx", "kml", "ndjson"] {
      let run = Run("track", "split", file.path, "--by", "gap", "--format", format)
      #expect(run.code == .success, "\(format): \(run.errors)")
      let copy = file.sibling("copy.\(format)")
      #expect(Run("track", "split", file.path, "--by", "gap", "--out", copy).code == .success)
      let stats = Run("stats", copy, "--format", "csv")
      #expect(stats.lines.contains("geometry,Point,1"), "\(format): \(stats.output)")
      #expect(stats.lines.contains("geometry,LineString,2"), "\(format): \(stats.output)")
    }
    let json = Run("track", "split", file.path, "--by", "gap", "--format", "ndjson").lines[1]
    #expect(json.contains("[16.2,48,2]") && json.contains("2026-05-01T12:00:00Z"))
  }

  @Test func aMergedTableKeepsItsForm() throws {
    for (text, expected) in [
      (
        "n;lat;lon;r;u\nA;48,2;16,3702;4,5;\n\"B;\";48,2;16,3704;4,9;b.at\nC;10;10;0,1;\n",
        "n;lat;lon;r;u;merged\nA;48,2;16,3703;4,5;b.at;2\nC;10;10;0,1;;1\n"
      ),
      (
        "sep=|\nlon|x|lat\n16.3702|\"007\"|48.2\n16.3704||48.2\n",
        "sep=|\nlon|x|lat|merged\n16.3703|007|48.2|2\n"
      ),
      (
        "n,location\nA,\"48.5, 16.5\"\nB,\"48.5, 16.5\"\n", "n,location,merged\nA,\"48.5,16.5\",2\n"
      ),
      (
        "n\tlat\tNS\tlon\tEW\tmerged\nA\t48.5\tS\t16.5\tW\t7\nB\t48.5\tS\t16.5\tW\t\n",
        "n\tlat\tNS\tlon\tEW\tmerged\tmerged_rows\nA\t48.5\tS\t16.5\tW\t7\t2\n"
      ),
      ("A,48.5,16.5,x\nB,48.5,16.5,\n", "A,48.5,16.5,x,2\n"),
    ] {
      let file = try OwnFile(text, name: text.contains("\t") ? "a.tsv" : "a.csv")
      let run = Run("dedupe", file.path, "--within", "50m", "--keep", "merged")
      #expect(run.output == expected, "\(run.errors)")
    }
    // Without duplicates only the column is added.
    let text = OwnPlaces(count: 200, seed: 5).csv()
    let file = try OwnFile(text)
    let run = Run("dedupe", file.path, "--within", "0", "--keep", "merged")
    let rows = Set(text.split(separator: "\n").map { $0.filter { $0 != "\"" } })
    for line in run.lines where line.hasSuffix(",1") {
      #expect(rows.contains(line.dropLast(2).filter { $0 != "\"" }), "\(line)")
    }
  }

  @Test func filesAreCompressedByTheirName() throws {
    let file = try OwnFile(
      "n,lat,lon,time\nA,48,16,2026-05-01T08:00:00Z\nB,48,17,2026-05-01T09:00:00Z\n")
    let photo = file.sibling("p.jpg")
    try Data(PhotoTests.jpeg).write(to: URL(fileURLWithPath: photo))
    for words in [
      ["dedupe", file.path, "--within", "1m"], ["track", "split", file.path],
      ["dedupe", file.path, "--within", "1m", "--keep", "merged"], ["photos", photo],
      ["track", "simplify", file.path],
    ] {
      for ending in ["csv.gz", "kmz", "gpx.gz", "geojson.gz", "KML.GZ"] {
        let out = file.sibling("out.\(ending)")
        let run = Run(words + ["--out", out])
        #expect(run.code == .success, "\(words) \(ending): \(run.errors)")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: out)).prefix(2)
        #expect(Array(bytes) == (ending == "kmz" ? [0x50, 0x4B] : [0x1F, 0x8B]), "\(words)")
        #expect(Run("stats", out).code == .success)
      }
    }
  }

  @Test func foldersOfPhotosAndPhotosAsInput() throws {
    let file = try OwnFile("text", name: "notes.txt")
    let folder = URL(fileURLWithPath: file.path).deletingLastPathComponent()
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("b/c"), withIntermediateDirectories: true)
    for name in ["z.jpg", "a.JPG", "b/c/deep.jpg", ".hidden.jpg"] {
      try Data(PhotoTests.jpeg).write(to: folder.appendingPathComponent(name))
    }
    let run = Run("photos", folder.path)
    #expect(run.code == .success && run.lines.count == 5, "\(run.output)")
    let order = ["a.JPG", "deep.jpg", "z.jpg"].map { run.output.range(of: $0)?.lowerBound }
    #expect(order.compactMap(\.self) == order.compactMap(\.self).sorted() && !order.contains(nil))
    #expect(Run("stats", folder.path, "--format", "csv").lines.contains("features,,3"))
    let empty = folder.appendingPathComponent("empty")
    try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
    #expect(Run("photos", empty.path).errors.contains("there is no photo in"))
    let photo = file.sibling("z.jpg")
    for words in [
      ["convert", photo, "--to", "csv"], ["near", "Vienna", "--in", photo],
      ["dedupe", photo, "--within", "1m"],
    ] {
      let run = Run(words)
      #expect(run.code == .success && run.output.contains("z.jpg"), "\(words): \(run.errors)")
    }
    _ = try picture(ofMap: ["--in", photo])
  }

  @Test func thePartBeforeTheDamageIsKept() throws {
    let place = #"{"name":"P","lat":48.2,"lon":16.4}"#
    let kml =
      "<kml><Document>"
      + String(
        repeating: "<Placemark><Point><coordinates>16,48</coordinates></Point></Placemark>",
        count: 3) + "</Document></kml>"
    for (name, text) in [
      ("a.json", #"{"items":[\#(place),\#(place),{"name":"#),
      ("b.json", "{\n\"stations\": [\n\(place),\n\(place),\n{\"lat\": 4"),
      ("c.ndjson", "\(place)\n\(place)\n{\"lat\": 4"), ("d.json", "[\(place),\(place),{"),
      (
        "e.json",
        #"[{"startTime":"2026-05-01T08:00:00Z","endTime":"2026-05-01T09:00:00Z","#
          + #""visit":{"topCandidate":{"placeLocation":"geo:1,2"}}},"#
          + #"{"startTime":"2026-05-01T09:00:00Z","endTime":"2026-05-01T10:00:00Z","#
          + #""activity":{"start":"geo:1,2","end":"geo:3,4"}},{"startTime":"#
      ),
      (
        "f.geojsonl",
        #"{"type":"Point","coordinates":[1,2]}"# + "\n"
          + #"{"type":"Point","coordinates":[1,2]}"# + "\n" + #"{"type":"Poi"#
      ),
    ] {
      let file = try OwnFile(text, name: name)
      let part = file.sibling("part.geojsonl")
      let run = Run("convert", file.path, part, "--salvage")
      #expect(run.code == .data, "\(name): \(run.errors)")
      #expect(Run("convert", part, "--to", "csv").lines.count == 4, "\(name): \(run.errors)")
      #expect(run.errors.contains("the part before it was read: 2 features"), "\(run.errors)")
      #expect(Run("stats", file.path, "--salvage").code == .data)
    }
    let whole = try OwnFile("\(place)\n\(place)\n", name: "g.ndjson")
    #expect(Run("convert", whole.path, "--to", "csv", "--salvage").code == .success)
    let archive = ZipWriter.archive([.init("files/x.png", "pic"), .init("doc.kml", kml)])
    let kmz = try OwnFile("", name: "a.kmz")
    let start = archive.firstRange(of: Array("<kml>".utf8))?.lowerBound ?? 0
    for (cut, count) in [(start + 100, 1), (start + kml.utf8.count, 3), (archive.count - 5, 3)] {
      try kmz.replace(with: Array(archive[..<cut]))
      let part = kmz.sibling("part.geojsonl")
      let run = Run("convert", kmz.path, part, "--salvage")
      #expect(run.code == .data, "\(cut): \(run.errors)")
      let lines = Run("convert", part, "--to", "csv").lines
      #expect(lines.count == count + 2, "\(cut): \(run.errors)")
      #expect(Run("convert", kmz.path, "--to", "ndjson").code == .data)
    }
    try kmz.replace(with: Array(archive[..<20]))
    #expect(Run("convert", kmz.path, "--to", "ndjson", "--salvage").code == .data)
  }

  @Test func aWebPageIsNamed() throws {
    for (name, text, words) in [
      ("a.csv", "\n<!DOCTYPE html>\n<html lang=\"de\"><body>", "a web page"),
      ("a.tsv", "<HTML>", "a web page"), ("a.geojson", "<!doctype HTML>", "a web page"),
      ("a.ndjson", "<html >", "a web page"),
      ("a.wkt", "<html>", "a web page"),
      ("a.geojson", "<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code></Error>", "<Error>"),
      ("a.geojson", "<gpx version=\"1.1\"></gpx>", "GPX; read it with --from gpx"),
    ] {
      let file = try OwnFile(text, name: name)
      for run in [
        Run("convert", file.path, "--to", "csv"), Run("stats", file.path),
        Run("near", "Vienna", "--in", file.path), Run("dedupe", file.path, "--within", "1m"),
      ] {
        #expect(
          run.code == .data && run.errors.contains("found \(words)"), "\(name): \(run.errors)")
      }
    }
    let table = try OwnFile("<name>,lat,lon\nA,1,2\n")
    #expect(Run("convert", table.path, "--to", "wkt").code == .success)
  }
}
