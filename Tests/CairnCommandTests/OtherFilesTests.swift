import CairnFormats
import Foundation
import Testing

@testable import CairnCommand

/// Files that are not text, well-known binary in tables, and numbers with decimal commas.
@Suite struct OtherFilesTests {
  /// Each command that reads features reads an index file like the file that it was built from.
  @Test func indexFilesAreReadLikeOtherFiles() throws {
    let file = try OwnFile(
      """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","properties":{"name":"A","n":1},"geometry":
      {"type":"Point","coordinates":[16.25,48.5,3.5]}},
      {"type":"Feature","properties":{"name":"B","n":2},"geometry":
      {"type":"Point","coordinates":[17.25,48.5]}}]}
      """, name: "a.geojson")
    let index = file.sibling("a.cairn")
    #expect(Run("index", "build", file.path, index).code == .success)
    let table = try OwnFile("name,lat,lon\nT,48.5,16.5\n")
    for words in [
      ["convert", "FILE", "--to", "csv"], ["convert", "FILE", "--to", "kml"], ["route", "FILE"],
      ["route", "--in", "FILE"], ["dedupe", "FILE", "--within", "1m", "--format", "gpx"],
      ["dedupe", "FILE", "--within", "500km", "--keep", "merged", "--format", "csv"],
      ["join", "FILE", table.path, "--nearest", "1"],
      ["join", table.path, "FILE", "--nearest", "2"],
      ["append", "FILE", "--country"], ["append", table.path, "--nearest-of", "FILE"],
      ["near", "--append", table.path, "--nearest-of", "FILE"],
    ] {
      func run(_ path: String) -> Run { Run(words.map { $0 == "FILE" ? path : $0 }) }
      let (wanted, found) = (run(file.path), run(index))
      #expect(wanted.code == .success && found.code == .success, "\(words) \(found.errors)")
      #expect(found.output == wanted.output, "\(words)")
    }
    let stats = Run("stats", index).output.split(whereSeparator: \.isWhitespace)
    #expect(stats.contains("features") && stats.contains("2"))
    let areas = try OwnFile(
      """
      {"type":"Feature","properties":{"name":"Square"},"geometry":{"type":"Polygon",
      "coordinates":[[[15,45],[20,45],[20,50],[15,50],[15,45]]]}}
      """, name: "b.geojson")
    #expect(Run("index", "build", areas.path, areas.sibling("b.cairn")).code == .success)
    let region = Run("country", "48,16", "--regions", areas.sibling("b.cairn"))
    #expect(region.output == "Square\n", "\(region.errors)")
    #expect(Run("index", "build", index, file.sibling("c.cairn")).errors.contains("already"))
  }

  /// Other files are refused with the command that reads them, whatever their name.
  @Test func otherFilesAreRefusedWithARemedy() throws {
    let file = try OwnFile("")
    try file.replace(with: [0, 0, 0, 14, 10, 9] + Array("OSMHeader\u{18}\u{12}".utf8))
    for words in [["convert", "--to", "csv"], ["stats"], ["append", "--country"], ["route"]] {
      let run = Run(words.prefix(1) + [file.path] + words.dropFirst())
      #expect(run.code == .data && run.errors.contains("cairn places FILE"), "\(run.errors)")
    }
    try file.replace(with: [0x89] + Array("CROAD\r\n".utf8))
    #expect(Run("near", "1,2", "--in", file.path).errors.contains("cairn roads near"))
    // The library names the file, and no command.
    for (start, found) in [
      ([0x89] + Array("CROAD".utf8), "a file of roads of Cairn"),
      ([0x89] + Array("CAIRN".utf8), "an index file of Cairn"), ([0xFF, 0xD8, 0xFF], "a photo"),
      (Array("<kml></kml>".utf8), "KML"),
    ] as [([UInt8], String)] {
      do throws(FormatError) {
        _ = try FileFormat.detect(start, fileName: "a.geojson")
        Issue.record("\(found) is not refused")
      } catch {
        #expect(error.description.hasSuffix("found \(found)"))
      }
    }
  }

  /// Zero bytes in the first line, or many, are binary data; single ones after it are not.
  @Test func zeroBytesHaveOneRule() throws {
    for (text, isText) in [
      ("name,lat,lon\nA\0B,1,2\nC,3,4\n" + String(repeating: "D,5,6\n", count: 40), true),
      ("na\0me,lat,lon\nA,1,2\n", false), ("name,lat,lon\nA,1,2\n\0\0\0\0\0\0\0\0\0", false),
    ] {
      for name in ["a.csv", "b.data", "c.geojson"] {
        #expect(
          ((try? FileFormat.detect(Array(text.utf8), fileName: name)) != nil) == isText, "\(name)")
      }
      #expect(((try? FileFormat.detect(Array(text.utf8))) != nil) == isText)
      let file = try OwnFile(text)
      let code: ExitCode = isText ? .success : .data
      #expect(Run("stats", file.path).code == code && Run("doctor", file.path).code == code)
      #expect(Run("append", file.path, "--geohash", "4").code == code)
      #expect(Run("doctor", file.path).output.contains("in 1 value") == isText)
    }
    // UTF-16 has zero bytes and is a text.
    let wide = Array("name,lat,lon\nA,1,2\n".utf16).flatMap { [UInt8($0), 0 as UInt8] }
    #expect(try FileFormat.detect([0xFF, 0xFE] + wide, fileName: "a.csv").format == .csv)
  }

  /// GeoNames cannot be written.
  @Test func geoNamesAreReadOnly() throws {
    let file = try OwnFile("name,lat,lon\nA,48.5,16.5\n")
    for words in [
      ["convert", file.path, "--to", "geonames"],
      ["convert", file.path, file.sibling("o.geonames")],
      ["dedupe", file.path, "--within", "1m", "--format", "geonames"],
      ["dedupe", file.path, "--within", "1m", "--out", file.sibling("o.geonames")],
    ] {
      let run = Run(words)
      #expect(run.code == .usage && run.errors.contains("csv, tsv, geojson"), "\(run.errors)")
    }
    let fields =
      ["1", "A", "A", "", "48.5", "16.5"] + Array(repeating: "", count: 12) + ["2024-01-01"]
    let dump = try OwnFile(fields.joined(separator: "\t") + "\n", name: "dump.txt")
    let run = Run("dedupe", dump.path, "--within", "1m")
    #expect(run.output.hasPrefix("id\tlatitude\tlongitude\tname"), "\(run.output) \(run.errors)")
  }

  /// Points in well-known binary are coordinates of rows, in either byte order, with an SRID or a
  /// third number, with and without a header.
  @Test func rowsMayHaveWellKnownBinary() throws {
    let points = [
      "010100000000000000000030400000000000004840", "000000000140300000000000004048000000000000",
      "0101000020E610000000000000000030400000000000004840",
      "01E90300000000000000003040000000000000484000000000000014C0",
      "0101000000000000000000304000000000", "010200000000000000",
    ]
    for (header, cells) in [("id,geom\n", points), ("", points.filter { $0.count > 40 })] {
      let rows = cells.enumerated().map { "\($0),\($1)\n" }.joined()
      let file = try OwnFile(header + rows)
      for words in [["append", file.path, "--geohash", "5"], ["where", "--append", file.path]] {
        let run = Run(words)
        let lines = run.lines.dropFirst(header.isEmpty ? 0 : 1)
        #expect(lines.prefix(4).allSatisfy { !$0.hasSuffix(",") }, "\(run.output) \(run.errors)")
        #expect(lines.dropFirst(4).allSatisfy { $0.isEmpty || $0.hasSuffix(",") }, "\(run.output)")
      }
    }
  }

  /// Appended numbers have the decimal mark of the table, and columns of numbers may have either.
  @Test func decimalCommasAreReadAndWritten() throws {
    for (delimiter, mark) in [(";", ","), (";", "."), ("\t", ","), ("|", ","), (",", ".")] {
      func row(_ fields: String...) -> String {
        fields.joined(separator: delimiter).replacingOccurrences(of: ".", with: mark) + "\n"
      }
      let head = ["name", "lat", "lon", "visit", "score"].joined(separator: delimiter) + "\n"
      let text =
        head + row("A", "48", "16", "30.5", "1.5") + row("B", "48.5", "16.25", "20", "2.25")
      let file = try OwnFile(text)
      let far = Run("append", file.path, "--nearest-of", file.path).lines[1]
      let distance = far.split(separator: Character(delimiter)).last ?? ""
      #expect(distance.contains(mark) && distance.hasPrefix("58"), "\(far)")
      let joined = Run("join", file.path, file.path, "--nearest", "1").lines[1]
      #expect(joined.contains("48\(mark)5\(delimiter)16\(mark)25\(delimiter)"), "\(joined)")
      let marked = Run("dedupe", file.path, "--within", "100km", "--mark").lines[2]
      #expect(marked.contains("\(delimiter)1\(delimiter)58") && marked.contains(mark), "\(marked)")
      let route = Run("route", file.path, "--days", "1", "--visit", "visit", "--score", "score")
      #expect(route.output.contains("score 3.75"), "\(route.output) \(route.errors)")
    }
  }
}
