import CairnFeatures
import CairnFormats
import Foundation
import Testing

@testable import CairnCommand

/// Unusual tables and files, through the commands.
@Suite struct FormatsCommandTests {
  private func file(_ bytes: [UInt8], name: String = "places.csv") throws -> OwnFile {
    let file = try OwnFile("", name: name)
    try Data(bytes).write(to: URL(fileURLWithPath: file.path))
    return file
  }

  private static let headerless = "Wien,48.2082,16.3738\nLinz,48.3,14.29\nGraz,47.07,15.44\n"

  @Test func everyCommandReadsTablesWithoutAHeader() throws {
    let file = try OwnFile(Self.headerless)
    for extra in [[], ["--no-header"]] {
      let converted = Run(["convert", file.path, "--to", "geojsonseq"] + extra)
      #expect(converted.code == .success, "\(converted.errors)")
      #expect(converted.lines.count { $0.contains("Feature") } == 3)
      #expect(converted.errors.contains("no header; latitude: column 2; longitude: column 3"))
      #expect(Run(["stats", file.path, "--format", "json"] + extra).output.contains("\"AT\""))
      let route = Run(["route", file.path, "--start", "Wien"] + extra)
      #expect(route.code == .success && route.output.contains("Linz"), "\(route.errors)")
      let map = Run(["map", "--in", file.path] + extra)
      #expect(map.code == .success, "\(map.errors)")
      let near = Run(["near", "Vienna", "--in", file.path, "--limit", "1"] + extra)
      #expect(near.code == .success && near.output.contains("Wien"), "\(near.errors)")
      let nearest = Run(["nearest", "Vienna", "--in", file.path] + extra)
      #expect(nearest.code == .success, "\(nearest.errors)")
      let within = Run(["within", "--box", "47,9,49,17", "--in", file.path, "--count"] + extra)
      #expect(within.output == "3\n", "\(within.errors)")
      let appended = Run(["country", "--append", file.path] + extra)
      #expect(
        appended.output
          == "Wien,48.2082,16.3738,AT\nLinz,48.3,14.29,AT\nGraz,47.07,15.44,AT\n")
    }
    #expect(Run("near", "Vienna", "--no-header").code == .usage)
    let days = Run(
      "route", file.path, "--days", "1", "--no-header", "--columns",
      "latitude=2,longitude=3,name=1")
    #expect(days.code == .success, "\(days.errors)")
  }

  @Test func theOnlyPairIsUsedAndSeveralAreAnError() throws {
    let one = try OwnFile("id,GPSLatitude,GPSLongitude\n1,48.2,16.4\n")
    #expect(Run("convert", one.path, "--to", "wkt").output == "POINT (16.4 48.2)\n")
    #expect(Run("country", "--append", one.path).output.contains("1,48.2,16.4,AT"))
    let two = try OwnFile("start_lat,start_lng,end_lat,end_lng\n48.2,16.4,47.1,15.4\n")
    for words in [
      ["convert", two.path, "--to", "wkt"], ["stats", two.path], ["route", two.path],
      ["near", "Vienna", "--in", two.path], ["map", "--in", two.path],
    ] {
      let run = Run(words)
      #expect(run.code == .data)
      #expect(
        run.errors.contains("start_lat and start_lng; end_lat and end_lng")
          && run.errors.contains("--columns latitude="), "\(words) \(run.errors)")
    }
    let appended = Run("country", "--append", two.path)
    #expect(appended.code == .data && appended.errors.contains("--lat and --lon"))
    #expect(
      Run("convert", two.path, "--to", "wkt", "--columns", "latitude=end_lat,longitude=end_lng")
        .output == "POINT (15.4 47.1)\n")
    #expect(
      Run("country", "--append", two.path, "--lat", "end_lat", "--lon", "end_lng").code == .success)
  }

  @Test func tablesInOtherEncodingsComeOutAsUTF8() throws {
    let text = "name;lat;lon\nKöln;50,9;6,9\nZürich;47,4;8,5\n"
    let western = text.unicodeScalars.map { UInt8($0.value) }
    let wide: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for (bytes, word) in [(western, "Windows-1252"), (wide, "UTF-16")] {
      let file = try file(bytes)
      let converted = Run("convert", file.path, "--to", "geojson")
      #expect(converted.output.contains("Köln") && converted.output.contains("Zürich"))
      #expect(converted.errors.contains("read as \(word)"))
      let appended = Run("country", "--append", file.path)
      #expect(
        appended.output == "name;lat;lon;country\nKöln;50,9;6,9;DE\nZürich;47,4;8,5;CH\n")
      #expect(appended.errors.contains("read as \(word)"))
      #expect(Run("near", "Cologne", "--in", file.path, "--limit", "1").output.contains("Köln"))
      #expect(Run("route", file.path, "--start", "Köln").output.contains("Zürich"))
    }
    let other = try file(
      Array("name,lat,lon\n".utf8) + [0xCC, 0xEE, 0xF1, 0xEA] + Array(",1,2\n".utf8))
    for words in [
      ["convert", other.path, "--to", "kml"], ["country", "--append", other.path],
      ["route", other.path],
    ] {
      let run = Run(words)
      #expect(run.code == .data, "\(words)")
      #expect(
        run.errors.contains("byte 16: expected a text in UTF-8, UTF-16 or Windows-1252"),
        "\(run.errors)")
    }
  }

  @Test func aFilterConvertsPiecesOfAnySize() throws {
    let text = "name,lat,lon\nplain,1,2\nKöln,50.9,6.9\n🗼,35.7,139.7\nend,3,4"
    let answers = AppendedColumn.geohash(precision: 1)
    let expected = try filtered(text, answers).text
    let wide: [UInt8] = [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let western = text.replacing("🗼", with: "x").unicodeScalars.map { UInt8($0.value) }
    for size in [1, 2, 3, 7, Int.max] {
      #expect(try filtered(wide, answers, pieces: size, room: 16).text == expected)
      #expect(
        try filtered(western, answers, pieces: size, room: 16).text
          == expected.replacing("🗼", with: "x"))
      #expect(try filtered(text, answers, pieces: size, room: 16).text == expected)
    }
  }

  @Test func contentLeftOutIsReportedOnOneLine() throws {
    let kml = try OwnFile(
      "<kml><Document><NetworkLink/><GroundOverlay/><Placemark><name>A</name><Point/></Placemark></Document></kml>",
      name: "a.kml")
    let converted = Run("convert", kml.path, "--to", "geojson")
    #expect(converted.code == .success && converted.output.contains("\"name\":\"A\""))
    #expect(
      converted.errors.contains(
        "left out: 1 overlay, 1 network link, 1 point without coordinates\n"))
    #expect(Run("stats", kml.path).errors.contains("left out: 1 overlay"))
    let points = (0..<9).map { "<trkpt lat='\($0)' lon='2'/>" }
    let gpx = try OwnFile(
      "<gpx><trk><trkseg>\(points[0])</trkseg><trkseg>\(points.joined())</trkseg></trk></gpx>",
      name: "a.gpx")
    let track = Run("convert", gpx.path, "--to", "geojson")
    #expect(track.code == .success && track.output.contains("[2,8]"))
    #expect(track.errors.contains("left out: 1 line of a single point\n"))
  }

  @Test func nothingReadableIsAnError() throws {
    let rows = try OwnFile("name,lat,lon\na,x,y\nb,,\n")
    let links = try OwnFile("<kml><NetworkLink/></kml>", name: "links.kml")
    for path in [rows.path, links.path] {
      for words in [
        ["convert", path, "--to", "geojson"], ["stats", path], ["near", "Vienna", "--in", path],
        ["within", "--box", "1,1,2,2", "--in", path], ["map", "--in", path],
      ] {
        let run = Run(words)
        #expect(run.code == .data, "\(words)")
        #expect(run.errors.contains("no feature of"), "\(words) \(run.errors)")
      }
    }
    let out = rows.sibling("out.gpx")
    #expect(Run("convert", rows.path, out).code == .data)
    #expect(!FileManager.default.fileExists(atPath: out))
    let empty = try OwnFile("name,lat,lon\n")
    #expect(Run("convert", empty.path, "--to", "geojson").code == .success)
  }

  @Test func tablesFollowTheOptions() throws {
    let file = try OwnFile(
      "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[16.3738123,48.2082456]},\"properties\":{\"a\":\"say \\\"hi\\\"\",\"b\":null,\"zip\":\"8001\"}}",
      name: "a.geojson")
    #expect(
      Run("convert", file.path, "--to", "tsv", "--precision", "3").output
        == "latitude\tlongitude\ta\tb\tzip\n48.208\t16.374\tsay \"hi\"\t\t8001\n")
    #expect(
      Run("convert", file.path, "--to", "csv", "--precision", "3").output
        == "latitude,longitude,a,b,zip\n48.208,16.374,\"say \"\"hi\"\"\",,\"8001\"\n")
    #expect(
      Run("convert", file.path, "--to", "tsv", "--null", "\\N", "--quotes", "exact").output
        .contains("\t\\N\t\"8001\"\n"))
  }

  @Test func namesOfFilesKeepTheirBytes() throws {
    for bytes: [UInt8] in [
      Array("plain é 🗼".utf8), [0x61, 0xE9, 0x62], [0xFF, 0xFE], [0xC3], Array("\u{10FFE9}".utf8),
      [0xF4, 0x8F, 0xBF, 0xA9, 0xE9], [],
    ] {
      #expect(FileName.bytes(FileName.text(bytes)) == bytes)
    }
    #expect(Text.line(FileName.text([0x61, 0xE9])) == "a\\xE9")
    #if os(Linux)
      let file = try OwnFile("name,lat,lon\na,48.2,16.4\n")
      let name = Array(file.sibling("x").utf8.dropLast()) + [0xE9, 0x2E, 0x63, 0x73, 0x76]
      let made = name.map { CChar(bitPattern: $0) } + [0]
      let source = file.path
      _ = unsafe source.withCString { old in
        unsafe made.withUnsafeBufferPointer { unsafe link(old, $0.baseAddress.unsafelyUnwrapped) }
      }
      let path = FileName.text(name)
      #expect(Run("convert", path, "--to", "wkt").output == "POINT (16.4 48.2)\n")
      #expect(Run("country", "--append", path).output.contains("a,48.2,16.4,AT"))
      #expect(Run("route", path).code == .success)
      #expect(Run("convert", path + "x", "--to", "wkt").errors.contains("\\xE9"))
    #endif
  }
}
