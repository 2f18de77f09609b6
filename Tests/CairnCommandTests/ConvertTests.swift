import CairnFormats
import Foundation
import Testing

@testable import CairnCommand

@Suite struct ConvertTests {
  /// A temporary folder with a file, removed when the value is deinitialized.
  private final class Folder {
    let path = NSTemporaryDirectory() + "cairn-convert-" + UUID().uuidString
    init() throws {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String, _ text: String? = nil) throws -> String {
      let file = path + "/" + name
      if let text { try Data(text.utf8).write(to: URL(fileURLWithPath: file)) }
      return file
    }

    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)), as: UTF8.self)
    }

    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }
  }

  private static let table = """
    name,latitude,longitude,population
    Basel,47.55,7.59,180000
    Paris,48.86,2.35,2100000
    Suva,-18.14,178.44,93000

    """

  @Test func everyFormatConvertsToEveryOther() throws {
    let folder = try Folder()
    // From a table to a table the columns keep their order, which is that of the other formats
    // here.
    let points = try folder.file(
      "a.csv",
      """
      latitude,longitude,name,population
      47.55,7.59,Basel,180000
      48.86,2.35,Paris,2100000
      -18.14,178.44,Suva,93000

      """)
    let formats = [
      "csv", "tsv", "geojson", "geojsonseq", "ndjson", "gpx", "kml", "wkt", "geo", "polyline",
      "polyline6",
    ]
    var texts: [String: String] = [:]
    for format in formats {
      let run = Run("convert", points, "--to", format)
      #expect(run.code == .success, "\(format) \(run.errors)")
      texts[format] = run.output
    }
    for from in formats {
      let file = try folder.file("from.txt", texts[from])
      for to in formats {
        let word = from == "ndjson" ? "geojsonseq" : from
        let run = Run("convert", file, "--from", word, "--to", to)
        #expect(run.code == .success, "\(from) \(to) \(run.errors)")
        if ["wkt", "geo"].contains(from) || from.hasPrefix("polyline") { continue }
        // A format that keeps names and numbers gives the same result as the table itself.
        #expect(run.output == texts[to], "\(from) \(to)")
      }
    }
  }

  @Test func fileNamesDetermineFormats() throws {
    let folder = try Folder()
    let table = try folder.file("a.csv", Self.table)
    let target = try folder.file("b.kml")
    let run = Run("convert", table, target)
    #expect(run.code == .success)
    #expect(run.output.isEmpty)
    #expect(try folder.text("b.kml").contains("<name>Basel</name>"))
    #expect(folder.names.sorted() == ["a.csv", "b.kml"])
    #expect(Run("convert", table, folder.path + "/c.xyz").code == .usage)
    #expect(Run("convert", table).code == .usage)
    #expect(Run("convert", folder.path + "/none.csv", "--to", "wkt").code == .noInput)
    #expect(Run("convert", table, folder.path + "/none/x.wkt").code == .inputOutput)
    #expect(Run("convert", table, target, "x").code == .usage)
  }

  @Test func fileNamesAndFormatsMustAgree() throws {
    let folder = try Folder()
    let table = try folder.file("a.csv", Self.table)
    for (name, to, words) in [
      ("b.kml", "gpx", ["kml", "gpx"]), ("b.geojson", "geojsonseq", ["geojson", "geojsonseq"]),
      ("b.json", "csv", ["json", "csv"]), ("b.CSV", "tsv", ["csv", "tsv"]),
      ("b.png.gz", "csv", ["png", "csv, tsv"]), ("b.png", nil, ["png", "csv, tsv"]),
      ("b.svg", "kml", ["svg", "kml"]), ("b.cairn", nil, ["cairn", "writes"]),
      ("b.kmz", "csv", ["kmz", "csv"]), ("b", nil, ["format is not clear"]),
      ("b.bak", nil, ["format is not clear"]), (".csv/b", nil, ["format is not clear"]),
    ] as [(String, String?, [String])] {
      let target = folder.path + "/" + name
      for words in [["convert", table, target], ["convert", table, "--out", target]] {
        let run = Run(words + (to.map { ["--to", $0] } ?? []))
        #expect(run.code == .usage && run.output.isEmpty, "\(name)")
        #expect(run.errors.contains(name.split(separator: "/").last ?? ""), "\(run.errors)")
      }
      let run = Run(["convert", table, target] + (to.map { ["--to", $0] } ?? []))
      for word in words { #expect(run.errors.contains(word), "\(run.errors)") }
    }
    #expect(folder.names == ["a.csv"])
    for (name, to) in [
      ("b.json", "ndjson"), ("c.json", nil), ("d.bak", "kml"), ("e", "csv"), ("f.tsv", "tsv"),
      ("g.txt", "wkt"), ("h.NDJSON", nil),
    ] as [(String, String?)] {
      let words = ["convert", table, "--out", folder.path + "/" + name]
      let run = Run(words + (to.map { ["--to", $0] } ?? []))
      #expect(run.code == .success && run.output.isEmpty, "\(name) \(run.errors)")
      #expect(try folder.text(name).contains("47.55"))
    }
    #expect(Run("convert", table, folder.path + "/x.kml", "--out", table).code == .usage)
    #expect(Run("convert", table, "--out", "-", "--to", "csv").lines.count == 5)
  }

  @Test func theInputIsReplacedOnlyWhenComplete() throws {
    let folder = try Folder()
    let rows = (0..<2_000).map { "place \($0),\(Double($0 % 90)),\(Double($0 % 180))" }
    let table = try folder.file("a.csv", "name,lat,lon\n" + rows.joined(separator: "\n") + "\n")
    let wanted = Run("convert", table, "--to", "csv").output
    #expect(Run("convert", table, table).code == .success)
    #expect(try folder.text("a.csv") == wanted)
    let broken = wanted + "x,y,z\n"
    _ = try folder.file("a.csv", broken)
    #expect(Run("convert", table, "--out", table, "--on-error", "fail").code == .data)
    #expect(try folder.text("a.csv") == broken)
    #expect(folder.names == ["a.csv"])
  }

  @Test func badRowsFollowThePolicy() throws {
    let folder = try Folder()
    let table = try folder.file("a.csv", "name,lat,lon\na,1,2\nb,x,2\nc,3,4\n")
    let skip = Run("convert", table, "--to", "wkt")
    #expect(skip.code == .success)
    #expect(skip.output == "POINT (2 1)\nPOINT (4 3)\n")
    #expect(skip.errors.contains("1 of 3 features cannot be read, left out"))
    #expect(skip.errors.contains("line 3"))
    let null = Run("convert", table, "--to", "wkt", "--on-error", "null")
    #expect(null.output == "POINT (2 1)\nGEOMETRYCOLLECTION EMPTY\nPOINT (4 3)\n")
    let target = try folder.file("b.wkt")
    let fail = Run("convert", table, target, "--on-error", "fail")
    #expect(fail.code == .data)
    #expect(fail.errors.contains("line 3"))
    #expect(folder.names == ["a.csv"])
    let broken = try folder.file("c.gpx", "<gpx><wpt lat='1' lon='2'/>")
    #expect(Run("convert", broken, "--to", "wkt").code == .data)
    let archive = try folder.file("d.kmz", "PK\u{3}\u{4}")
    let run = Run("convert", archive, "--to", "wkt")
    #expect(run.code == .data)
    #expect(run.errors.contains("the input ends within the archive"))
  }

  /// Files written by zlib and by Python's zipfile.
  @Test func compressedFilesAreRead() throws {
    let folder = try Folder()
    func file(_ name: String, _ digits: [String]) throws -> String {
      var bytes: [UInt8] = []
      var rest = digits.joined()[...]
      while let byte = UInt8(rest.prefix(2), radix: 16) {
        bytes.append(byte)
        rest = rest.dropFirst(2)
      }
      let path = folder.path + "/" + name
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      return path
    }
    let gzip = "1f8b0800000000000203cb4bcc4dd5c9492cd1c9c9cfe372d431d431e202006873d48113000000"
    // The format of a compressed file is detected by its name, otherwise by its decompressed start.
    for name in ["a.csv.gz", "a.gz", "a"] {
      let table = try file(name, [gzip])
      #expect(Run("convert", table, "--to", "wkt").output == "POINT (2 1)\n")
      #expect(Run("stats", table).output.contains("CSV"))
      #expect(Run("near", "1,2", "--in", table, "--format", "csv").output.contains("A,"))
      #expect(Run("geohash", "--append", table).output.hasPrefix("name,lat,lon,geohash\nA,1,2,"))
    }
    let short = try file("b.csv.gz", [String(gzip.dropLast(10))])
    let run = Run("convert", short, "--to", "wkt")
    #expect(run.code == .data && run.errors.contains("ends within the checksum"))
    #expect(Run("geohash", "--append", short).code == .data)
    let document = try file(
      "c.kmz",
      [
        "504b03041400000008000000210097051b7c430000005e00000007000000646f632e6b6d6cb3c9cecdb1",
        "b309c8494c4ecd4d2ccab6b3c94bcc4db50bb0d107d33601f99979257636c9f9f9452999798925a9c576",
        "163a26e636fac82236fa5065fa48e6e8830c0600504b010214031400000008000000210097051b7c4300",
        "00005e000000070000000000000000000000800100000000646f632e6b6d6c504b050600000000010001",
        "0035000000680000000000",
      ])
    #expect(Run("convert", document, "--to", "wkt").output == "POINT (8 47)\n")
  }

  /// Foreign members are kept if the other format can hold them.
  @Test func foreignMembersAreKept() throws {
    let folder = try Folder()
    let json = try folder.file(
      "a.geojson",
      """
      {"type":"FeatureCollection","name":"n","features":[{"type":"Feature","title":"t",
      "geometry":{"type":"Point","coordinates":[1,2]},"properties":{}}],"made":2024}
      """)
    let same = Run("convert", json, "--to", "geojson")
    #expect(same.output.contains("\"properties\":{},\"title\":\"t\"}"))
    #expect(same.output.hasSuffix("],\"name\":\"n\",\"made\":2024}\n"))
    #expect(!same.errors.contains("left out"))
    #expect(Run("convert", json, "--to", "csv").errors.contains("left out: 3 foreign members"))
    let gpx = try folder.file(
      "b.gpx", "<gpx><metadata><name>N</name></metadata><wpt lat='1' lon='2'/></gpx>")
    #expect(Run("convert", gpx, "--to", "gpx").output.contains("<metadata><name>N</name>"))
    #expect(Run("convert", gpx, "--to", "kml").output.contains("<Document><name>N</name>"))
    #expect(Run("convert", gpx, "--to", "csv").errors.contains("left out: 1 foreign member"))
  }

  @Test func featuresThatAFormatCannotHoldAreReported() throws {
    let folder = try Folder()
    let areas = try folder.file(
      "a.wkt", "POLYGON ((0 0, 1 0, 1 1, 0 0))\nPOINT (5 6)\nLINESTRING (0 0, 1 1)\n")
    let run = Run("convert", areas, "--to", "gpx")
    #expect(run.code == .success)
    #expect(run.output.contains("<wpt lat=\"6\" lon=\"5\">"))
    #expect(run.errors.contains("1 of 3 features cannot be written as GPX, left out"))
    #expect(run.errors.contains("a Polygon"))
    #expect(Run("convert", areas, "--to", "gpx", "--on-error", "fail").code == .data)
    let table = Run("convert", areas, "--to", "csv")
    #expect(table.lines.first == "wkt")
    #expect(table.lines.count == 5)
  }

  @Test func countriesAndPrecisionAreChosen() throws {
    let folder = try Folder()
    let table = try folder.file("a.csv", Self.table)
    let french = Run("convert", table, "--to", "wkt", "--country", "FR", "--precision", "1")
    #expect(french.output == "POINT (2.4 48.9)\n")
    let lines = try folder.file("b.wkt", "LINESTRING (-30 0, 2.35 48.86)\nPOINT (-30 0)\n")
    #expect(
      Run("convert", lines, "--to", "wkt", "--country", "France").output
        == "LINESTRING (-30 0, 2.35 48.86)\n")
    #expect(Run("convert", table, "--to", "wkt", "--precision", "16").code == .usage)
  }

  @Test func theHeaderHasThePropertiesOfTheFirstFeatures() throws {
    let folder = try Folder()
    let file = try folder.file(
      "a.ndjson",
      """
      {"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"a":1}}
      {"type":"Feature","geometry":{"type":"Point","coordinates":[3,4]},"properties":{"b":"x"}}

      """)
    let run = Run("convert", file, "--to", "csv")
    #expect(run.output == "latitude,longitude,a,b\n2,1,1,\n4,3,,x\n")
  }

  /// GPX and KML show the name of a place, whatever the column or property is called.
  @Test func placesHaveTheirNamesInGPXAndKML() throws {
    let table = try OwnFile("Bezeichnung,lat,lon,height\nZugspitze,47.45,11.03,2962\n")
    let both = try OwnFile("title,name,lat,lon\nA,B,47.45,11.03\n")
    let json = try OwnFile(
      """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","geometry":{"type":"Point","coordinates":[10,47]},\
      "properties":{"ele":1,"title":"First"}},
      {"type":"Feature","geometry":{"type":"Point","coordinates":[11,47]},\
      "properties":{"label":"Second"}},
      {"type":"Feature","geometry":{"type":"Point","coordinates":[12,47]},"properties":{"x":1}}]}
      """, name: "places.geojson")
    for format in ["gpx", "kml"] {
      let rows = Run("convert", table.path, "--to", format)
      #expect(rows.output.contains("<name>Zugspitze</name>") && rows.output.contains("2962"))
      let chosen = Run(
        "convert", table.path, "--to", format, "--columns", "name=height", "--country", "DE")
      #expect(chosen.output.contains("<name>2962</name>"), "\(chosen.output)")
      let named = Run("convert", both.path, "--to", format)
      #expect(named.output.contains("<name>B</name>") && !named.output.contains("<name>A"))
      let other = Run("convert", both.path, "--to", format, "--columns", "name=title")
      #expect(other.output.contains("<name>A</name>") && other.output.contains("name 2"))
      #expect(!other.output.contains("<name>B"))
      let features = Run("convert", json.path, "--to", format)
      #expect(features.output.contains("<name>First</name>"))
      #expect(features.output.contains("<name>Second</name>"))
      #expect(features.output.components(separatedBy: "<name>").count == 3)
    }
    // Other formats keep the names of columns.
    #expect(Run("convert", table.path, "--to", "geojson").output.contains("\"Bezeichnung\""))
  }

  @Test func datesInNumbersAreTimesIfTheirColumnShowsTheDay() throws {
    // The dates, the times in GPX and KML, and the number of times kept as text.
    let cases: [(dates: [String], times: [String], kept: Int)] = [
      (
        ["3/4/2026 9:30", "3/25/2026 11:30 PM"], ["2026-03-04T09:30:00", "2026-03-25T23:30:00"], 0
      ),
      (["3/4/2026 9:30", "25/3/2026 10:00Z"], ["2026-04-03T09:30:00", "2026-03-25T10:00:00Z"], 0),
      (["3/4/2026 9:30", "5/6/2026 9:30"], [], 2), (["25/3/2026 9:30", "3/25/2026 9:30"], [], 2),
      (["soon", "2026-03-04 9:30"], ["2026-03-04T09:30:00"], 1), (["", "3/25/2026"], [], 1),
    ]
    for (dates, times, kept) in cases {
      for name in ["time", "Timestamp"] {
        let file = try OwnFile("\(name),lat,lon\n" + dates.map { "\($0),48,16\n" }.joined())
        for (format, tag) in [("gpx", "<time>"), ("kml", "<when>")] {
          let run = Run("convert", file.path, "--to", format)
          let found = run.output.split(separator: tag).dropFirst().map { $0.prefix { $0 != "<" } }
          #expect(found.map(String.init) == times, "\(dates) \(format)")
          let note = "\(kept) \(kept == 1 ? "time is" : "times are") kept as text"
          #expect(run.errors.contains(note) == (kept > 0), "\(dates) \(run.errors)")
        }
      }
    }
  }

  @Test func filesAreCounted() throws {
    let folder = try Folder()
    let file = try folder.file(
      "a.csv",
      """
      name,lat,lon,kind
      Basel,47.55,7.59,city
      Paris,48.86,2.35,city
      Suva,-18.14,178.44,port
      Apia,-13.83,-171.77,
      sea,20,-140,
      bad,x,1,city

      """)
    let run = Run("stats", file)
    #expect(run.code == .success)
    #expect(run.output.contains("across 180 degrees"))
    #expect(run.output.contains("🇫🇷 France"))
    let json = Run("stats", file, "--format", "json")
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(object["features"] as? Int == 5)
    #expect(object["bbox"] as? [Double] == [178.44, -18.14, 7.59, 48.86])
    #expect(object["countries"] as? [String: Int] == ["CH": 1, "FR": 1, "FJ": 1, "WS": 1, "": 1])
    #expect(object["categories"] as? [String: Int] == ["city": 2, "port": 1, "": 2])
    #expect(object["geometries"] as? [String: Int] == ["Point": 5])
    #expect(object["bad"] as? Int == 1)
    let csv = Run("stats", file, "--format", "csv")
    #expect(csv.lines.first == "what,value,count")
    #expect(csv.lines.contains("category,city,2"))
    #expect(Run("stats", file, "--on-error", "fail").code == .data)
    let empty = try folder.file("e.geojson", "{\"type\":\"FeatureCollection\",\"features\":[]}")
    let none = Run("stats", empty)
    #expect(none.code == .success)
    #expect(none.output.contains("features"))
    // Several files are counted together.
    #expect(Run("stats", file, folder.path + "/b").code == .noInput)
    #expect(Run("stats", folder.path + "/none").code == .noInput)
  }
}
