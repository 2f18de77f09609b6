import Foundation
import TestSupport
import Testing

@testable import CairnCommand

/// KMZ archives with several documents, and tables with columns that first occur late in a file.
@Suite struct ArchiveTests {
  private static func kml(_ inner: String) -> String {
    "<kml><Document>\(inner)</Document></kml>"
  }
  private static func place(_ name: String) -> String {
    "<Placemark><name>\(name)</name><Point><coordinates>1,2</coordinates></Point></Placemark>"
  }
  private static func link(_ address: String, _ element: String = "Link") -> String {
    "<NetworkLink><\(element)><href>\(address)</href></\(element)></NetworkLink>"
  }

  private func file(_ bytes: [UInt8], _ name: String) throws -> OwnFile {
    let file = try OwnFile("", name: name)
    try Data(bytes).write(to: URL(fileURLWithPath: file.path))
    return file
  }

  private func names(_ run: Run) -> [String] {
    run.lines.compactMap { line in
      line.components(separatedBy: "\"name\":\"").dropFirst().first?.components(separatedBy: "\"")
        .first
    }
  }

  @Test(
    arguments: [
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0, 4], "an xz file", "unxz it first"),
      (Array("BZh51AY&SY".utf8), "a bzip2 file", "bunzip2 it first"),
      ([0x28, 0xB5, 0x2F, 0xFD, 4], "a Zstandard file", "unzstd it first"),
      ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7z archive", "extract the archive first"),
      (
        [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0], "an old workbook",
        "save it as CSV first"
      ),
      (Array("%PDF-1.4\n".utf8), "PDF", "as CSV from the program that made it"),
      ([14, 16, 0, 8, 1, 0, 0, 0, 0x2E, 0x46, 0x49, 0x54], "a FIT file", "gpsbabel -i garmin_fit"),
      (Array("ARROW1\0\0".utf8), "Arrow or Feather", "pyarrow or pandas"),
      (Array("SQLite format 3\0".utf8), "an SQLite database", "ogr2ogr"),
    ] as [([UInt8], String, String)])
  func filesThatAreNoTextAreNamed(start: [UInt8], kind: String, remedy: String) throws {
    for name in ["a.csv", "a"] {
      let file = try file(start + Array(repeating: 0, count: 40), name)
      for run in [
        Run("append", file.path, "--country"), Run("convert", file.path, "--to", "csv"),
        Run("stats", file.path), Run("route", file.path), Run("doctor", file.path),
        Run("dedupe", file.path, "--within", "1m"), Run("near", "Vienna", "--in", file.path),
      ] {
        #expect(run.code == .data, "\(run.errors)")
        #expect(run.errors.contains(kind) && run.errors.contains(remedy), "\(run.errors)")
        #expect(run.output.split(separator: "\n").count <= 2)
      }
    }
  }

  @Test(arguments: ["[Content_Types].xml", "mimetype"])
  func aWorkbookIsToBeSavedAsCSV(member: String) throws {
    let file = try file(
      ZipWriter.archive([.init(member, "x"), .init("xl/workbook.xml", "x")]), "a.xlsx")
    #expect(Run("stats", file.path).errors.contains("save a workbook as CSV first"))
    #expect(Run("append", file.path, "--country").errors.contains("save a workbook as CSV first"))
    let other = try self.file(ZipWriter.archive([.init("places.csv", "x")]), "a.zip")
    #expect(Run("stats", other.path).errors.contains("unzip others first"))
  }

  @Test func allDocumentsOfAnArchiveAreRead() throws {
    // Circular links, links with escapes, to folders, to a fragment, and to missing documents.
    let file = try file(
      ZipWriter.archive([
        .init("files/b c.kml", Self.kml(Self.place("B") + Self.link("../doc.kml"))),
        .init("other.kml", Self.kml(Self.place("C"))),
        .init("__MACOSX/._doc.kml", "\u{0}\u{5}\u{16}"),
        .init(
          "doc.kml",
          Self.kml(
            Self.place("A") + Self.link("files/b%20c.kml") + Self.link("./other.kml#x", "Url")
              + Self.link("missing.kml") + Self.link("http://example.org/a.kml")
              + Self.link("doc.kml") + Self.link("../other.kml") + Self.link("more.kmz"))),
        .init("more.kmz", "PK"), .init("image.png", "x"),
      ]), "a.kmz")
    let run = Run("convert", file.path, "--to", "ndjson")
    #expect(run.code == .success, "\(run.errors)")
    #expect(names(run) == ["A", "B", "C"])
    // Links to missing documents, remote files, files outside of the archive and archives are
    // counted.
    #expect(run.errors.contains("left out: 4 network links"), "\(run.errors)")
    #expect(Run("stats", file.path).code == .success)
    let near = Run("near", "2,1", "--in", file.path, "--radius", "1km", "--format", "csv")
    #expect(
      ["A", "B", "C"].allSatisfy { near.output.contains($0) }, "\(near.output) \(near.errors)")
    let route = Run("route", file.path)
    #expect(route.output.contains("through 3 places"), "\(route.output) \(route.errors)")
  }

  @Test func aDamagedDocumentIsNamed() throws {
    let file = try file(
      ZipWriter.archive([
        .init("doc.kml", Self.kml(Self.place("A"))), .init("sub/b.kml", "<kml><Document>"),
      ]), "a.kmz")
    let run = Run("convert", file.path, "--to", "ndjson")
    #expect(run.code == .data)
    // The name of a file in a long folder is cut.
    let named = ["a.kmz` (sub/b.kml), ", "…` (sub/b.kml), "]
    #expect(named.contains { run.errors.contains($0) }, "\(run.errors)")
  }

  @Test func overlappingDocumentsAreAnError() throws {
    var second = ZipWriter.Member("b.kml", "")
    let text = Self.kml(Self.place("A")) + String(repeating: " ", count: 1_000)
    second.start = 0
    second.byteCount = UInt64(text.utf8.count)
    second.compressedByteCount = UInt64(text.utf8.count)
    let file = try file(ZipWriter.archive([.init("doc.kml", text), second]), "a.kmz")
    let run = Run("convert", file.path, "--to", "ndjson")
    #expect(run.code == .data)
    #expect(run.errors.contains("more bytes than the archive"), "\(run.errors)")
  }

  /// A property that first occurs after 10,000 features also gets a column.
  @Test func columnsThatFirstOccurLateAreKept() throws {
    func feature(_ number: Int, isLate: Bool) -> String {
      isLate
        ? "{\"type\":\"Feature\",\"id\":\"x\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2,3]},\"properties\":{\"n\":\(number),\"late\":true}}"
        : "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]},\"properties\":{\"n\":\(number)}}"
    }
    let text =
      (0..<10_001).map { feature($0, isLate: false) }.joined(separator: "\n") + "\n"
      + feature(10_001, isLate: true) + "\n"
    let file = try OwnFile(text, name: "a.ndjson")
    let run = Run("convert", file.path, "--to", "csv")
    #expect(run.code == .success && !run.errors.contains("left out"), "\(run.errors)")
    #expect(run.lines.first == "id,latitude,longitude,elevation,n,late")
    #expect(run.lines.dropLast().last == "x,2,1,3,10001,true")
    #expect(run.lines.dropFirst().first == ",2,1,,0,")
    #expect(run.lines.count == 10_004)
    // A measure requires well-known text.
    let measured = try OwnFile(
      text + feature(1, isLate: true).replacingOccurrences(of: "[1,2,3]", with: "[1,2,3,4]"),
      name: "a.ndjson")
    let other = Run("convert", measured.path, "--to", "csv")
    #expect(other.lines.dropLast().last?.contains("POINT ZM (1 2 3 4)") == true)
    #expect(!other.errors.contains("left out"), "\(other.errors)")
  }

  @Test func geoNamesColumnsThatFirstOccurLateAreKept() throws {
    let row = "1\tA\tA\t\t1.5\t2.5\tP\tPPL\tAT\t\t\t\t\t\t\t\t\tEurope/Vienna\t2024-01-01\n"
    let late =
      "2\tB\tB\tBe\t3.5\t4.5\tP\tPPL\tAT\tDE\t09\t\t\t\t7\t300\t\tEurope/Vienna\t2024-01-01\n"
    let file = try OwnFile(String(repeating: row, count: 10_001) + late, name: "AT.txt")
    let run = Run("convert", file.path, "--to", "csv")
    #expect(run.code == .success && !run.errors.contains("left out"), "\(run.errors)")
    let header = run.lines[0].split(separator: ",", omittingEmptySubsequences: false)
    let last = run.lines[run.lines.count - 2].split(
      separator: ",", omittingEmptySubsequences: false)
    #expect(header.count == last.count)
    for (name, value) in [
      ("id", "2"), ("elevation", "300"), ("alternatenames", "Be"), ("cc2", "DE"),
      ("admin1", "09"), ("population", "7"),
    ] {
      #expect(header.firstIndex { $0 == name }.map { String(last[$0]) } == value, "\(name)")
    }
  }

  @Test func lateTextInAnElevationColumnIsKept() throws {
    let rows = String(repeating: "1,2,3\n", count: 10_001)
    let file = try OwnFile("lat,lon,ele\n" + rows + "1,2,high\n", name: "a.csv")
    let run = Run("convert", file.path, "--to", "csv")
    #expect(run.lines.first == "lat,lon,ele" && run.lines.count == 10_004)
    #expect(run.lines.dropLast().last == "1,2,high" && !run.errors.contains("header lacks"))
  }

  @Test func anElevationAfterTheFirstFeatureGetsAColumn() throws {
    let file = try OwnFile(
      "<gpx><wpt lat='1' lon='2'/><wpt lat='3' lon='4'><ele>5</ele></wpt></gpx>", name: "a.gpx")
    #expect(
      Run("convert", file.path, "--to", "csv").output
        == "latitude,longitude,elevation\n1,2,\n3,4,5\n")
  }
}
