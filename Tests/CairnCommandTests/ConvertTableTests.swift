import CairnFormats
import CairnInflate
import CairnMemory
import Foundation
import TestSupport
import Testing

@testable import CairnCommand

/// `cairn convert` from tables to tables, to compressed files, and of damaged files.
@Suite struct ConvertTableTests {
  private final class Folder {
    let path = NSTemporaryDirectory() + "cairn-tables-" + UUID().uuidString
    init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String, _ bytes: [UInt8]? = nil) throws -> String {
      let file = path + "/" + name
      if let bytes { try Data(bytes).write(to: URL(fileURLWithPath: file)) }
      return file
    }
  }

  /// A header longer than the start of the file from which its format is detected.
  @Test func veryManyColumnsAreReadAsFewAre() throws {
    let folder = try Folder()
    let names = (0..<9_000).map { "column\($0)" }.joined(separator: ";")
    let rows = (0..<3).map { "p\($0);48,5;16\(String(repeating: ";1", count: 9_000))\n" }
    let text = "title;lat;lon;\(names)\n" + rows.joined()
    #expect(text.utf8.count > 1 << 16)
    let file = try folder.file("wide.csv", Array(text.utf8))
    let converted = Run("convert", file, "--to", "csv", "--to-delimiter", ";")
    #expect(converted.output == text && converted.errors.contains("latitude: column 2 lat"))
    #expect(Run("doctor", file).output.contains("delimiter    semicolon"))
    let kept = Run("dedupe", file, "--within", "1m")
    #expect(kept.code == .success && kept.lines.prefix(2) == text.split(separator: "\n").prefix(2))
    let joined = Run("join", file, file, "--within", "1m", "--take", "title")
    #expect(
      joined.code == .success
        && joined.lines[0].hasSuffix(";right_latitude;right_longitude;distance_m"))
  }

  @Test func namesAndOrderOfColumnsAreKept() throws {
    let folder = try Folder()
    let text = "b,lon,a,lat,ele\n1,16.370,\"007\",48.20,\n2,x,,3,\n"
    let file = try folder.file("a.csv", Array(text.utf8))
    let run = Run("convert", file, "--to", "csv")
    #expect(run.output == "b,lon,a,lat,ele\n1,16.370,\"007\",48.20,\n" && run.code == .success)
    #expect(run.errors.contains("1 of 2 features cannot be read"))
    #expect(Run("convert", file, "--to", "tsv").output.hasPrefix("b\tlon\ta\tlat\tele\n1\t16.370"))
    #expect(
      Run("convert", file, "--to", "csv", "--on-error", "null").output.hasSuffix("\n2,,,,\n"))
    #expect(
      Run("convert", file, "--to", "csv", "--precision", "1").output.hasPrefix(
        "b,lon,a,lat,ele\n1,16.4,007,48.2,\n"))
    #expect(
      Run("convert", file, "--to", "csv", "--country", "AT").output
        == "b,lon,a,lat,ele\n1,16.370,\"007\",48.20,\n")
    #expect(Run("convert", file, "--to", "csv", "--country", "DE").output == "b,lon,a,lat,ele\n")
  }

  @Test func delimitersAreChosen() throws {
    let folder = try Folder()
    let file = try folder.file("a.csv", Array("n^lat^lon\na^48.2^16.37\n".utf8))
    #expect(
      Run("convert", file, "--to", "csv", "--delimiter", "^").output == "n,lat,lon\na,48.2,16.37\n")
    #expect(
      Run("convert", file, "--to", "csv", "--delimiter", "^", "--to-delimiter", ";").output
        == "n;lat;lon\na;48.2;16.37\n")
    #expect(
      Run("convert", file, "--to", "wkt", "--delimiter", "^").output == "POINT (16.37 48.2)\n")
    let points = try folder.file("a.wkt", Array("POINT (1 2)\n".utf8))
    #expect(
      Run("convert", points, "--to", "csv", "--delimiter", "semicolon").output
        == "latitude;longitude\n2;1\n")
    #expect(Run("convert", points, "--to", "kml", "--delimiter", ";").code == .usage)
    #expect(Run("convert", points, "--to", "kml", "--to-delimiter", ";").code == .usage)
    #expect(Run("convert", points, "--to", "csv", "--delimiter", "ab").code == .usage)
  }

  @Test func compressedFilesAreWritten() throws {
    let folder = try Folder()
    var random = SeededGenerator(seed: 4)
    let rows = (0..<3000).map { number in
      "p\(number),\(Double(random.next() % 90_000) / 1000),\(Double(random.next() % 180_000) / 1000)"
    }
    let text = "name,lat,lon\n" + rows.joined(separator: "\n") + "\n"
    let file = try folder.file("a.csv", Array(text.utf8))
    for name in ["b.csv.gz", "b.geojson.gz", "b.kmz", "b.gpx.gz", "b.kml.gz"] {
      let output = try folder.file(name)
      #expect(Run("convert", file, output).code == .success)
      let size = try Data(contentsOf: URL(fileURLWithPath: output)).count
      #expect(size > 1000 && size < text.utf8.count, "\(name) \(size)")
      let back = Run("convert", output, "--to", "csv")
      #expect(back.code == .success)
      let expected = name == "b.csv.gz" ? text : Run("convert", file, "--to", "geojson").output
      let again =
        name == "b.csv.gz" ? back.output : Run("convert", output, "--to", "geojson").output
      #expect(again == expected, "\(name)")
    }
    #expect(Run("convert", file, try folder.file("c.gz")).code == .usage)
    #expect(Run("convert", file, try folder.file("c.png.gz")).code == .usage)
    #expect(Run("convert", file, try folder.file("c.kmz"), "--to", "csv").code == .usage)
  }

  @Test func bytesOfAnyKindAreCompressed() throws {
    var random = SeededGenerator(seed: 9)
    let samples: [[UInt8]] = [
      [], [7], Array(repeating: 65, count: 300_000),
      (0..<200_000).map { _ in UInt8(truncatingIfNeeded: random.next()) },
      (0..<250_000).map { UInt8(truncatingIfNeeded: $0 / 3 % 251) },
      Array(String(repeating: "abcabcabd", count: 30_000).utf8),
    ]
    for sample in samples {
      var output = CompressedOutput(.gzip)
      var file: [UInt8] = []
      for start in stride(from: 0, to: sample.count, by: 77_777) {
        file += output.append(Array(sample[start..<min(start + 77_777, sample.count)]))
      }
      file += output.finish() ?? []
      var decompressor = Decompressor()
      decompressor.append(file)
      decompressor.finish()
      var back: [UInt8] = []
      while let piece = try decompressor.next() { back += piece }
      #expect(back == sample, "\(sample.count)")
    }
  }

  @Test func theCompletePartOfADamagedFileIsWritten() throws {
    let folder = try Folder()
    let feature =
      #"{"type":"Feature","properties":{"n":1},"geometry":{"type":"Point","coordinates":[1,2]}}"#
    let table = "name,lat,lon\na,1,2\n"
    let files = [
      ("a.geojson", #"{"type":"FeatureCollection","features":["# + feature + ",{\"ty"),
      ("a.gpx", "<gpx><wpt lat='2' lon='1'/><wpt lat='1"),
      ("b.gpx", "<gpx><trk><trkseg><trkpt lat='2' lon='1'/><trkpt lat='2' lon='2'/><trkpt la"),
      ("a.kml", "<kml><Placemark><Point><coordinates>1,2</coordinates></Point></Placemark><Plac"),
      ("a.csv", table + "\"b,2"), ("a.json", "[{\"lat\":2,\"lon\":1},{\"la"),
    ]
    for (name, text) in files {
      let file = try folder.file(name, Array(text.utf8))
      #expect(Run("convert", file, "--to", "geojson").code == .data)
      for format in ["geojson", "csv", "kml"] {
        let whole = try folder.file("whole." + format)
        let run = Run("convert", file, whole, "--salvage")
        #expect(run.code == .data)
        #expect(run.errors.contains("the part before it was read: 1 feature\n"), "\(run.errors)")
        let again = Run("convert", whole, "--from", format, "--to", "geojsonseq")
        #expect(again.code == .success, "\(name) \(format) \(again.errors)")
        #expect(again.output.split(separator: "\n").count == 1, "\(name) \(format)")
      }
    }
    let rows = "name,lat,lon\n" + (0..<9000).map { "p\($0),\($0 % 90),\($0 % 180)\n" }.joined()
    var gzip = CompressedOutput(.gzip)
    var bytes = gzip.append(Array(rows.utf8))
    bytes += gzip.finish() ?? []
    let file = try folder.file("a.csv.gz", Array(bytes[..<(bytes.count / 2)]))
    let part = try folder.file("part.csv")
    #expect(Run("convert", file, part, "--salvage").code == .data)
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: part)), as: UTF8.self)
    #expect(rows.hasPrefix(text) && text.utf8.count > 10_000)
    // A whole file is not a failure, and a file without features writes nothing.
    let whole = try folder.file("whole.csv", Array(table.utf8))
    #expect(Run("convert", whole, "--to", "csv", "--salvage").code == .success)
    let none = try folder.file("none.gpx", Array("<gpx><wpt".utf8))
    #expect(Run("convert", none, try folder.file("none.csv"), "--salvage").code == .data)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/none.csv"))
  }

  /// The commands that answer from a file read the part before the damage, and exit with 65.
  @Test func theCompletePartOfADamagedFileIsRead() throws {
    let folder = try Folder()
    let feature =
      #"{"type":"Feature","properties":{"name":"a"},"geometry":{"type":"Point","coordinates":[16,48]}}"#
    let list = #"{"type":"FeatureCollection","features":["# + feature + ",{\"ty"
    let track = "<gpx><wpt lat='48' lon='16'><name>a</name></wpt><wpt l"
    let files = [
      try folder.file("a.geojson", Array(list.utf8)), try folder.file("a.gpx", Array(track.utf8)),
    ]
    for file in files {
      let runs = [
        ["near", "48.1,16.1", "--in", file], ["nearest", "48.1,16.1", "--in", file],
        ["within", "--in", file, "--country", "AT"], ["stats", file], ["map", "--in", file],
      ]
      for arguments in runs {
        let without = Run(arguments)
        #expect(without.code == .data && without.output.isEmpty, "\(arguments)")
        #expect(!without.errors.contains("before it"))
        let run = Run(arguments + ["--salvage"])
        #expect(run.code == .data && !run.output.isEmpty, "\(arguments) \(run.errors)")
        #expect(run.errors.contains("; the part before it was read: 1 feature\n"), "\(run.errors)")
      }
    }
    let found = Run("near", "48.1,16.1", "--in", files[0], "--format", "csv", "--salvage").lines
    let cells = found.dropFirst().flatMap { $0.split(separator: ",") }
    #expect(found.count == 3 && cells.contains("a"), "\(found)")
    // A table of JSON, and the places of --nearest-of.
    let json = Run("append", files[0], "--country", "--salvage")
    #expect(json.code == .data && json.lines.dropFirst().first == "48,16,a,AT", "\(json)")
    let table = try folder.file("t.csv", Array("lat,lon\n48.1,16.1\n".utf8))
    let nearest = Run("append", table, "--nearest-of", files[1], "--salvage")
    #expect(nearest.code == .data && nearest.output.contains("\n48.1,16.1,a,"), "\(nearest)")
    #expect(Run("near", "48.1,16.1", "--salvage").code == .usage)
  }

  /// The complete rows of a compressed table that ends too early get their columns.
  @Test func theCompleteRowsOfADamagedTableAreAppended() throws {
    let folder = try Folder()
    let rows = "name,lat,lon\n" + (0..<9000).map { "p\($0),\($0 % 90),\($0 % 180)\n" }.joined()
    var gzip = CompressedOutput(.gzip)
    var bytes = gzip.append(Array(rows.utf8))
    bytes += gzip.finish() ?? []
    let file = try folder.file("a.csv.gz", Array(bytes[..<(bytes.count / 2)]))
    let out = try folder.file("out.csv")
    #expect(Run("append", file, "--geohash", "5", "--out", out).code == .data)
    #expect(!FileManager.default.fileExists(atPath: out))
    let run = Run("append", file, "--geohash", "5", "--out", out, "--salvage")
    #expect(run.code == .data && run.errors.contains("the rows before it were read"), "\(run)")
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: out)), as: UTF8.self)
    let answered = text.split(separator: "\n")
    #expect(answered.count > 1_000)
    for (answer, row) in zip(answered, rows.split(separator: "\n")) {
      #expect(answer.hasPrefix(row + ",") && answer.count >= row.count + 6)
    }
    // The same on standard output; nothing if not even the first row is complete.
    #expect(Run("append", file, "--geohash", "5", "--salvage").output == text)
    let start = try folder.file("b.csv.gz", Array(bytes[..<20]))
    let none = Run("append", start, "--geohash", "5", "--salvage")
    #expect(none.code == .data && none.output.isEmpty, "\(none)")
  }

  /// `--encoding` of a conversion, of the user's places and of a table that is copied.
  @Test func tablesInAGivenEncoding() throws {
    let file = try OwnFile("", name: "latin2.csv")
    try file.replace(
      with: Array("name,lat,lon\n".utf8) + [0xA3, 0xF3, 0x64, 0xBC]
        + Array(",51.77,19.46\n".utf8))
    let options = ["--encoding", "ISO-8859-2"]
    #expect(
      Run(["convert", file.path, "--to", "csv"] + options).output
        == "name,lat,lon\nŁódź,51.77,19.46\n")
    #expect(
      Run(["append", file.path, "--country"] + options).output
        == "name,lat,lon,country\nŁódź,51.77,19.46,PL\n")
    #expect(
      Run(["nearest", "Warsaw", "--in", file.path, "--format", "json"] + options).output
        .contains("Łódź"))
    #expect(
      Run(["join", file.path, file.path, "--nearest", "1", "--unmatched"] + options)
        .output.contains("Łódź"))
    #expect(Run(["dedupe", file.path, "--within", "1km"] + options).output.contains("Łódź"))
    #expect(Run(["route", file.path, "--format", "csv"] + options).output.contains("Łódź"))
    let doctor = Run(["doctor", file.path] + options).output
    #expect(doctor.contains("ISO-8859-2, as --encoding says") && doctor.contains("Łódź"))
    let stats = ["stats", file.path, "--category", "name"]
    #expect(Run(stats + options).output.contains("Łódź"))
    #expect(Run(stats + ["--encoding", "UTF-8"]).errors.contains("line 2"))
    let track = ["track", "simplify", file.path, "--encoding"]
    #expect(Run(track + ["Shift_JIS"]).errors.contains("line 2: the text is not in the encoding"))
    #expect(Run(["map", "--in", file.path, "--format", "svg"] + options).output.contains("Łódź"))
    let unknown = Run("convert", file.path, "--to", "csv", "--encoding", "klingon")
    #expect(unknown.code == .usage && unknown.errors.contains("no encoding `klingon`"))
    #expect(Run("nearest", "Warsaw", "--encoding", "latin1").code == .usage)
  }
}
