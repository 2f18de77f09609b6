import Foundation
import Testing

@testable import CairnCommand

@Suite struct DoctorTests {
  @Test func aTableIsDescribedWithItsBadRows() throws {
    let file = try OwnFile(
      "id;title;lat;lon\n1;Caf\u{E9};48.2;16.4\n2;B;abc;16\n3;\"C;c\";47;15;more\n")
    let run = Run("doctor", file.path)
    #expect(run.code == .success)
    for text in [
      "delimiter    semicolon", "header       the first row", "encoding     UTF-8",
      "features     2", "bad rows     1", "south, west  47, 15",
      "line 3, field 3 (lat): \"abc\" is not a number", "long rows    1 (line 4)",
      "a field that holds the delimiter needs quotes",
    ] {
      #expect(run.output.contains(text), "\(text)")
    }
    let columns = run.lines.filter { $0.contains("latitude") || $0.contains("title") }
    #expect(columns.count == 2 && columns[0].contains("name") && columns[0].contains("Caf\u{E9}"))
  }

  @Test func theNotationOfAColumnIsNamedAndItsTextKept() throws {
    let file = try OwnFile("id,code\n1,33UXP0201040420\n2,33UVP4797648830\n")
    let run = Run("doctor", file.path)
    #expect(run.lines.contains { $0.contains("coordinate (MGRS)") && $0.contains("33UXP02") })
    let place = "48.20881,16.37308"
    #expect(Run("append", "--country", file.path).lines[1] == "1,33UXP0201040420,AT")
    #expect(Run("append", "--country", file.path).errors.contains("column 2 (code) as MGRS"))
    #expect(
      Run("convert", file.path, "--to", "csv").output
        == "id,code\n1,33UXP0201040420\n2,33UVP4797648830\n")
    #expect(
      Run("convert", file.path, "--to", "geojson").output.contains(#""code":"33UXP0201040420""#))
    #expect(Run("near", place, "--in", file.path, "--radius", "1km").output.contains("1 place"))
    #expect(Run("stats", file.path).output.contains("2  🇦🇹 Austria"))
  }

  @Test func otherKindsOfFilesNameTheirCommand() throws {
    let places = try OwnFile("name,lat,lon\nA,48,16\n")
    let index = places.sibling("places.cairn")
    #expect(Run("index", "build", places.path, index).code == .success)
    #expect(Run("doctor", index).output.contains("cairn index info"))
    let extract = try OwnFile("<?xml version='1.0'?><osm version='0.6'/>", name: "a.osm")
    #expect(Run("doctor", extract.path).output.contains("cairn places"))
    let photo = try OwnFile("", name: "a.jpg")
    try Data(PhotoTests.jpeg).write(to: URL(fileURLWithPath: photo.path))
    #expect(Run("doctor", photo.path).output.contains("position  48.20820, 16.37380"))
    let formats = [index: "index file", extract.path: "OpenStreetMap", photo.path: "photo"]
    for (path, format) in formats {
      let object = try Self.object(Run("doctor", path, "--format", "json"))
      #expect((object["format"] as? String)?.contains(format) == true, "\(path)")
      #expect(object["file"] as? String == path && (object["hints"] as? [String])?.count == 1)
      #expect((object["latitude"] as? Double != nil) == (path == photo.path))
    }
  }

  @Test func whatCannotBeReadIsAnErrorAfterTheFacts() throws {
    let columns = try OwnFile("name,breadth,length\nA,1,2\n")
    let run = Run("doctor", columns.path)
    #expect(run.code == .data && run.errors.contains("--columns latitude=NAME"))
    let markup = try OwnFile("<html/>", name: "a.html")
    #expect(Run("doctor", markup.path).errors.contains("this is a web page"))
    #expect(Run("doctor", columns.sibling("none")).code == .noInput)
    #expect(Run("doctor", columns.path, columns.path).code == .usage)
    let swapped = try OwnFile("name,lat,lon\nA,151.2,-33.9\nB,50,-30\n")
    #expect(Run("doctor", swapped.path).output.contains("seem to be swapped"))
  }

  @Test func declaredEncodingsAreNamed() throws {
    for (name, quote) in [("ISO-8859-2", "\""), ("windows-1250", "'")] {
      let head = "<?xml version=\(quote)1.0\(quote) encoding=\(quote)\(name)\(quote)?>"
      let kml = try OwnFile(
        head + "<kml>"
          + ["16,148", "16,48"].map {
            "<Placemark><Point><coordinates>\($0)</coordinates></Point></Placemark>"
          }.joined() + "</kml>", name: "a.kml")
      let run = Run("doctor", kml.path)
      #expect(run.output.contains("\(name), as the file declares"))
      // There are no columns to name.
      #expect(run.output.contains("seem to be swapped") && !run.output.contains("--columns"))
    }
  }

  @Test func theReportIsValidJSON() throws {
    let file = try OwnFile("48.2,16.4\n47.1,15.4\n")
    let object = try Self.object(Run("doctor", file.path, "--format", "json"))
    #expect(object["header"] as? String == "none")
    #expect((object["columns"] as? [Any])?.count == 2)
    let numbers = ["features": 2, "positions": 2, "bad_rows": 0, "size": 20]
    for (name, number) in numbers { #expect(object[name] as? Int == number, "\(name)") }
    #expect(object["bbox"] as? [Double] == [15.4, 47.1, 16.4, 48.2])
    #expect(object["geometries"] as? [String: Int] == ["Point": 2])
    let times = try OwnFile("time,lat,lon\n11/22/2026 09:30,48,16,x\n11/23/2026 10:30,48,16\n")
    let other = try Self.object(Run("doctor", times.path, "--format", "json"))
    #expect(other["first_time"] as? String == "2026-11-22T09:30:00")
    #expect(other["last_time"] as? String == "2026-11-23T10:30:00")
    #expect(other["long_rows"] as? Int == 1)
  }

  private static func object(_ run: Run) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }
}
