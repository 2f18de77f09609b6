import CairnGeodesy
import CairnPictures
import Foundation
import TestSupport
import Testing

@testable import CairnCommand

@Suite struct MapTests {
  /// Calls a closure with a temporary file, which is removed afterward.
  private func withFile(
    _ name: String, _ text: String, _ body: (String) throws -> Void
  ) throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString)-\(name)")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file.path)
  }

  private let table = """
    name,lat,lon,what
    Hotel <Post>,48.2,16.4,sleep
    Graz,47.1,15.4,see
    Linz,48.3,14.3,see
    """

  @Test func drawsPlacesNearAPlace() {
    let run = Run("map", "--near", "Sydney", "--kind", "airport", "--radius", "60km")
    #expect(run.code == .success)
    #expect(run.lines[0].hasSuffix("airports within 60 km of Sydney"))
    #expect(run.output.contains("├") && run.output.contains("airportsdata"))
    #expect(!run.output.contains("\u{1B}"))
    let wide = Run(["map", "--near", "Sydney"], width: 120, usesStyles: true)
    #expect(wide.output.contains("\u{1B}[38;5;"))
  }

  @Test func lakesAndRiversMayBeLeftOut() {
    let geneva = ["map", "--near", "46.4,6.5", "--radius", "60km", "--format", "svg"]
    let with = Run(geneva).output
    let without = Run(geneva + ["--no-waters"]).output
    #expect(with.contains("class=\"lake\"") && with.contains("class=\"river\""))
    #expect(!without.contains("class=\"lake\"") && !without.contains("class=\"river\""))
    #expect(with.contains("class=\"land\"") && without.contains("class=\"land\""))
  }

  @Test func drawsFilesOfAnyFormat() throws {
    try withFile("places.csv", table) { path in
      let run = Run("map", "--in", path, "--category", "what", "--format", "svg")
      #expect(run.code == .success)
      #expect(run.output.hasPrefix("<svg "))
      #expect(run.output.contains("Hotel &lt;Post&gt;"))
      #expect(run.output.contains(">sleep<") && run.output.contains(">see<"))
      let one = Run("map", "--in", path, "--near", "Linz", "--radius", "20km")
      #expect(one.lines[0] == "1 place within 20 km of Linz")
      let route = Run("map", "--in", path, "--route", "--format", "html", "--size", "600x400")
      #expect(route.output.hasPrefix("<!doctype html>"))
      #expect(route.output.contains("A route through 3 places, "))
    }
    let shapes = """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","properties":{"name":"a"},"geometry":{"type":"Point","coordinates":[9,47]}},
      {"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[9,47],[8,46]]}},
      {"type":"Feature","properties":{},
       "geometry":{"type":"Polygon","coordinates":[[[7,46],[8,46],[8,47],[7,46]]]}}]}
      """
    try withFile("shapes.geojson", shapes) { path in
      let run = Run("map", "--in", path, "--format", "svg")
      #expect(run.code == .success, "\(run.errors)")
      #expect(run.output.contains("class=\"area\"") && run.output.contains("class=\"track\""))
      #expect(run.output.contains("A map with 1 place, 1 track, 1 area."))
    }
  }

  /// Spilled places are drawn like those in memory, except for a category that no place has.
  @Test func spilledPlacesAreDrawnLikeThoseInMemory() throws {
    var rows = "name,lat,lon,kind,population,what\n"
    for number in 0...MapInput.limit {
      let (latitude, longitude) = (number * 37 % 14_000, number * 101 % 36_000)
      rows +=
        "P\(number),\(Double(latitude) / 100 - 70),\(Double(longitude) / 100 - 180),"
        + "\(["city", "hut"][number % 2]),\(number * 7 % 1000),w\(number % 3)\n"
    }
    rows += "nowhere,,,city,1,w0\n"
    let few = rows.split(separator: "\n").prefix(5).joined(separator: "\n")
    try withFile("many.csv", rows) { path in
      let all = Run("map", "--in", path, "--format", "svg")
      #expect(all.code == .success && all.output.contains("A map with 10001 places."))
      #expect(all.output.contains("10,001 places<") && all.output.contains("class=\"rims\""))
      #expect(all.errors.contains("1 of 10,002 rows has no valid coordinate, left out"))
      let kinds = Run("map", "--in", path, "--kind", "hut", "--box", "-3,-3,3,3", "--format", "svg")
      #expect(kinds.output.contains(" (hut)</title>") && !kinds.output.contains("(city)"))
      #expect(kinds.output.contains("5,000 places<"))
      if rounds(1, inDebug: 0) > 0 {
        let words = Run("map", "--in", path, "--category", "what", "--size", "60x20")
        #expect(words.output.contains("w0") && words.output.contains("w2"))
      }
      let wrong = Run("map", "--in", path, "--category", "nothing")
      #expect(wrong.code == .data && wrong.errors.contains("has no column"))
      let near = try picture(ofMap: ["--in", path, "--near", "0,0", "--radius", "500km"])
      #expect(near.title.contains(" places within 500 km of"))
      let page = Run("map", "--in", path, "0,0", "--box", "-3,-3,3,3", "--format", "html")
      #expect(page.output.contains("\"what\"") && page.output.contains("\"w1\""))
    }
    try withFile("few.csv", few) { path in
      #expect(Run("map", "--in", path, "--format", "svg").output.contains("A map with 4 places."))
    }
  }

  @Test func theExtensionDeterminesTheFormat() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("maps-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, start) in [("a.svg", "<svg "), ("b.html", "<!doctype"), ("c.txt", "Fiji")] {
      let path = folder.appendingPathComponent(name).path
      let run = Run("map", "--country", "FJ", "--out", path)
      #expect(run.code == .success && run.output.isEmpty)
      let written = try String(contentsOfFile: path, encoding: .utf8)
      #expect(written.hasPrefix(start))
    }
    for (name, format, words) in [
      ("d.gif", nil, ["gif", "text, svg, html, png or pdf"]), ("d.PDF", "svg", ["pdf", "svg"]),
      ("d.html", "svg", ["html", "svg", "must agree"]), ("d.svg", "text", ["svg", "text"]),
      ("d.csv", nil, ["csv"]), ("d", nil, ["not clear"]), ("d.bak", nil, ["not clear"]),
    ] as [(String, String?, [String])] {
      let path = folder.appendingPathComponent(name).path
      let run = Run(["map", "--world", "--out", path] + (format.map { ["--format", $0] } ?? []))
      #expect(run.code == .usage && run.output.isEmpty, "\(name)")
      for word in words { #expect(run.errors.contains(word), "\(run.errors)") }
      #expect(!FileManager.default.fileExists(atPath: path))
    }
    for (name, format) in [("e.bak", "svg"), ("e.htm", "html")].prefix(rounds(2, inDebug: 1)) {
      let path = folder.appendingPathComponent(name).path
      #expect(Run("map", "--country", "FJ", "--out", path, "--format", format).code == .success)
      #expect(FileManager.default.fileExists(atPath: path))
    }
    #expect(Run("map", "--country", "FJ", "--out", "-").output.hasPrefix("Fiji"))
    let missing = folder.appendingPathComponent("no/such/a.txt").path
    #expect(Run("map", "--country", "FJ", "--out", missing).code == .inputOutput)
  }

  @Test func errorsAreOneLine() throws {
    for words in [
      ["--size", "12"], ["--size", "0x5"], ["--size", "1200xhigh"], ["--box", "1,2,3"],
      ["--box", "50,0,40,1"], ["--world", "--box", "1,2,3,4"], ["--radius", "5km"], ["--open"],
      ["--route"], ["--route", "Rome"], ["--category", "x"], ["--near", "Qqqqqq"], ["Qqqqqq"],
      ["--country", "Qqqqqq"], ["--format", "gif"], ["--kind", "hill"],
      ["--scale", "2"], ["--scale", "0", "--format", "png"], ["--scale", "x", "--format", "png"],
      ["--scale", "2", "--format", "svg"], ["--scale", "2", "--format", "pdf"],
      ["--scale", "8", "--size", "9000x100", "--format", "png"], ["--size-by", "x"],
      ["--unit", "parsec"],
    ] {
      let run = Run(["map"] + words)
      #expect(run.code == .usage, "\(words)")
      #expect(run.output.isEmpty)
      #expect(run.errors.split(separator: "\n").count == 1)
    }
    #expect(Run("map", "--in", "/no/such/file.csv").code == .noInput)
    try withFile("places.csv", table) { path in
      let run = Run("map", "--in", path, "--category", "whta")
      #expect(run.code == .data)
      #expect(run.errors.contains("`what`"))
    }
  }

  @Test func labelsCitiesBeforeTheirSuburbs() {
    /// The names on a map.
    func names(_ words: String...) -> Set<String> {
      let svg = Run(["map", "--format", "svg"] + words).output
      let texts = svg.components(separatedBy: "<text class=\"name\"").dropFirst().compactMap {
        $0.components(separatedBy: ">").dropFirst().first?.components(separatedBy: "<").first
      }
      return Set(texts)
    }
    let japan = names("--country", "JP")
    for name in ["Tokyo", "Osaka", "Nagoya", "Kyoto", "Yokohama", "Sapporo", "Fukuoka"] {
      #expect(japan.contains(name), "\(name) of \(japan)")
    }
    let swiss = names("--country", "CH")
    #expect(swiss.isSuperset(of: ["Zürich", "Geneva", "Basel", "Bern", "Lausanne"]), "\(swiss)")
    #expect(!swiss.contains { $0.contains("Kreis") })
    if rounds(1, inDebug: 0) > 0 {
      let american = names("--country", "US")
      #expect(american.isSuperset(of: ["New York City", "Los Angeles", "Chicago", "Washington"]))
      #expect(american.isDisjoint(with: ["Brooklyn", "South Boston", "The Bronx"]))
    }
    let near = names("--near", "Zürich", "--radius", "50km")
    #expect(near.contains("Zürich") && near.contains("Winterthur"))
    #expect(!near.contains { $0.contains("Kreis") })
    // If all cities are requested, all are drawn.
    #expect(
      names("--near", "Zürich", "--radius", "50km", "--kind", "city").contains {
        $0.contains("Kreis")
      })
  }

  @Test func columnsDecideSizesAndBecomeDetails() throws {
    let table = "name,lat,lon,visitors,opened\nA,48.2,16.4,8000,1990\nB,47.1,15.4,2000,2001\n"
    try withFile("sized.csv", table) { path in
      let svg = Run("map", "--in", path, "--size-by", "visitors", "--format", "svg")
      #expect(svg.code == .success, "\(svg.errors)")
      #expect(svg.output.contains("r=\"18\"") && svg.output.contains(">5,000 visitors<"))
      #expect(!svg.output.contains("1990"))
      let page = Run("map", "--in", path, "--format", "html").output
      #expect(page.contains("\"1990\"") && page.contains("\"opened\""))
      let wrong = Run("map", "--in", path, "--size-by", "visitor", "--format", "svg")
      #expect(wrong.code == .data && wrong.errors.contains("visitors"))
    }
    let unsized = table + "C,46,14,,1999\nD,45,13,-3,1999\nE,44,12,many,1999\n"
    try withFile("unsized.csv", unsized) { path in
      let run = Run("map", "--in", path, "--size-by", "visitors", "--format", "svg")
      #expect(run.code == .success)
      #expect(
        run.errors.hasSuffix(
          "3 of 5 places have no number of 0 or more in `visitors`; "
            + "drawn with the smallest dot\n"))
    }
  }

  @Test func aColumnOfNumbersDecidesColors() throws {
    var rows = "name,lat,lon,price\n"
    for number in 0..<50 {
      let price = number % 10 == 0 ? "n/a" : String(number * 10)
      rows += "P\(number),\(46 + Double(number) / 20),\(10 + Double(number % 7)),\(price)\n"
    }
    try withFile("prices.csv", rows) { path in
      for format in ["svg", "html", "text"] {
        let run = Run("map", "--in", path, "--color-by", "price", "--format", format)
        #expect(run.code == .success, "\(run.errors)")
        for label in ["under 100", "100 to 200", "400 or more", "no number (5)"] {
          #expect(run.output.contains(label), "\(label) in \(format)")
        }
        #expect(
          run.errors.contains("5 of 50 places have no number in `price`; drawn gray"))
      }
      let words = Run("map", "--in", path, "--color-by", "name", "--format", "svg")
      #expect(words.code == .data && words.errors.contains("--category"))
      #expect(words.output.isEmpty)
      let both = Run("map", "--in", path, "--color-by", "price", "--category", "name")
      #expect(both.code == .usage)
      #expect(Run("map", "--in", path, "--color-by", "prce").code == .data)
      // With sizes, of places near a point: the classes are those of the places on the map.
      let near = Run(
        "map", "--in", path, "--color-by", "price", "--size-by", "price", "--near", "46,10",
        "--radius", "60km", "--format", "svg")
      #expect(near.code == .success && near.output.contains("symbol q"))
      #expect(!near.output.contains("400 or more"))
    }
    // Too many places for memory.
    var many = "name,lat,lon,price\n"
    for number in 0..<10_500 {
      let (row, column) = (number / 105, number % 105)
      many +=
        "P,\(46 + Double(row) / 50),\(10 + Double(column) / 30),\(number % 7 == 0 ? "" : "\(number)")\n"
    }
    try withFile("many.csv", many) { path in
      let run = Run("map", "--in", path, "--color-by", "price", "--format", "svg")
      #expect(run.code == .success && run.output.contains("class=\"dots q4\""))
      #expect(run.output.contains("no number (1,500)") && run.output.contains(">under 2,"))
      #expect(run.errors.contains("1,500 of 10,500 places have no number in `price`"))
      #expect(run.errors.hasSuffix("no room for 10,500 of 10,500 names\n"))
    }
  }

  @Test func namesWithoutRoomAreReported() throws {
    var rows = "name,lat,lon\n"
    for number in 0..<300 {
      rows +=
        "Place \(number),\(48 + Double(number / 20) / 100),\(16 + Double(number % 20) / 100)\n"
    }
    try withFile("crowd.csv", rows) { path in
      for (format, size) in [("svg", "640x400"), ("text", "80x24")] {
        let run = Run("map", "--in", path, "--format", format, "--size", size)
        let words =
          run.errors.split(separator: "\n").last?.split(separator: " ").map(String.init) ?? []
        #expect(words.prefix(5) == ["cairn", "map:", "no", "room", "for"] && words[7] == "300")
        let omitted = try #require(Int(words[5]))
        #expect(omitted > 0 && omitted < 300)
        if format == "svg" {
          #expect(run.output.contains(">\(300 - omitted) of 300 names shown<"))
          let names = run.output.components(separatedBy: "<text class=\"name\"").count - 1
          #expect(names == 300 - omitted)
        }
      }
      #expect(!Run("map", "--in", path, "--format", "html").errors.contains("no room"))
    }
    try withFile("few.csv", table) { path in
      #expect(!Run("map", "--in", path, "--format", "svg").errors.contains("no room"))
    }
  }

  @Test func aTrackHasAProfileAndItsUnits() throws {
    let gpx = """
      <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Rigi</name><trkseg>
      <trkpt lat="47.03" lon="8.45"><ele>436</ele></trkpt>
      <trkpt lat="47.05" lon="8.48"><ele>1797</ele></trkpt></trkseg></trk></gpx>
      """
    try withFile("walk.gpx", gpx) { path in
      let svg = Run("map", "--in", path, "--format", "svg").output
      for text in [">Start<", ">End, 3.2 km<", ">1,797 m<", ">436 m<"] {
        #expect(svg.contains(text), "\(text)")
      }
      let miles = Run("map", "--in", path, "--format", "svg", "--unit", "mi").output
      for text in [">End, 2.0 mi<", ">5,896 ft<"] { #expect(miles.contains(text), "\(text)") }
      #expect(!miles.contains(" km<"))
    }
    let near = Run("map", "--near", "Boston", "--radius", "60mi", "--format", "svg").output
    #expect(
      near.contains("within 60 mi of Boston") && near.contains(" mi<") && !near.contains(" km<"))
  }

  @Test func aCountryShowsTheBordersOfItsRegions() {
    #expect(Run("map", "--country", "CH", "--format", "svg").output.contains("class=\"inner\""))
    #expect(!Run("map", "--world", "--format", "svg").output.contains("class=\"inner\""))
  }

  @Test func drawsTheWorldAndBoxes() {
    #expect(Run("map").lines.count > 18)
    let box = Run("map", "--box", "-20,177,-16,-178", "--size", "40x12")
    #expect(box.code == .success)
    #expect(box.lines.allSatisfy { $0.count <= 40 })
    let clusters = Run("map", "--clusters", "--kind", "airport", "--world")
    #expect(clusters.lines[0] == "4,102 airports")
  }

  @Test func titlesHaveTheNumberOfPlaces() throws {
    func count(_ words: String...) -> String {
      Run(words + ["--count"]).output.trimmingCharacters(in: .newlines)
    }
    func title(_ words: String...) throws -> String { try picture(ofMap: words).title }
    let near = ["--near", "Paris", "--radius", "400km", "--kind", "city"]
    let all = try #require(Int(count("near", "Paris", "--radius", "400km", "--kind", "city")))
    #expect(all > 1_000)
    let grouped = Text.grouped(all)
    // All are drawn, unless a limit is given.
    let svg = Run(["map", "--format", "svg"] + near).output
    #expect(svg.contains(">\(grouped) cities within 400 km of Paris<"))
    #expect(svg.contains("A map with \(all) places, 1 circle."))
    let limited = try picture(ofMap: ["--limit", "500"] + near)
    #expect(limited.title == "500 nearest of \(grouped) cities within 400 km of Paris")
    #expect(limited.markers.count == 500)
    if rounds(1, inDebug: 0) > 0 {
      #expect(
        Run(["map", "--clusters"] + near).lines.first
          == "\(grouped) cities within 400 km of Paris")
    }
    // For a country the largest cities are drawn.
    let chile = try #require(Int(count("within", "--country", "CL", "--kind", "city")))
    #expect(chile > 40)
    #expect(Run("map", "--country", "CL").lines.first == "Chile")
    let cities = ["--country", "CL", "--kind", "city"]
    let largest = try picture(ofMap: cities)
    #expect(largest.title == "40 largest of \(chile) cities in Chile")
    #expect(largest.markers.count == 40)
    let unlimited = try picture(ofMap: cities + ["--limit", "9999"])
    #expect(unlimited.title == "\(chile) cities in Chile" && unlimited.markers.count == chile)
    let airports = try title("--country", "CL", "--kind", "airport", "--limit", "3")
    #expect(airports.hasPrefix("3 of ") && airports.hasSuffix(" airports in Chile"))
    #expect(try title("--world", "--kind", "airport", "--limit", "10") == "10 of 4,102 airports")
  }

  @Test func aNamedPlaceIsInItsOwnCountryBesideAFile() throws {
    // Tornio is at the border between Finland and Sweden.
    try withFile("rows.csv", "name,lat,lon\nKemi,65.7364,24.5637\n") { path in
      func count(_ words: String...) -> Substring {
        Run(["map", "--in", path, "--format", "text"] + words).lines.first ?? ""
      }
      #expect(count("Tornio", "--country", "FI").hasPrefix("2 places"))
      #expect(count("65.84811,24.14662", "--country", "FI").hasPrefix("2 places"))
      #expect(count("Tornio", "--country", "FI", "--country-by", "coast").hasPrefix("2 places"))
      #expect(count("Tornio", "--country", "SE").hasPrefix("Sweden"))
    }
  }

  @Test func searchHasTheNumberOfPlaces() {
    let all = Run("search", "springfield", "--limit", "100000").lines.first
    let some = Run("search", "springfield", "--limit", "2").lines.first
    #expect(some == all.map { "2 of " + $0 })
    #expect(all?.hasSuffix(" places for \"springfield\"") == true)
  }

  @Test func geoJSONHasStyles() throws {
    let near = Run("near", "Suva", "--kind", "airport", "--limit", "1", "--format", "geojson")
    #expect(near.output.contains("\"marker-color\":\"#d55e00\",\"marker-symbol\":\"airport\""))
    try withFile("places.csv", table) { path in
      let route = Run("route", path, "--format", "geojson")
      #expect(route.output.contains("\"stroke\":\"#d55e00\",\"stroke-width\":3"))
      #expect(route.output.contains("\"marker-symbol\":\"3\""))
    }
  }

  @Test func mapsOfLinesHaveATitle() throws {
    let line = """
      {"type":"Feature","properties":{"name":"Ridge"},"geometry":{"type":"LineString",
      "coordinates":[[13,47],[14,47.5]]}}
      """
    try withFile("line.geojson", line) { path in
      #expect(Run("map", "--in", path).lines[0].hasPrefix("Ridge, 9"))
    }
    try withFile("long.wkt", "LINESTRING (0 0, 90 0)") { path in
      #expect(Run("map", "--in", path).lines[0] == "1 line, 10,008 km")
    }
  }

  @Test func ownPlacesAreShownBetweenTowns() throws {
    // A hotel in the middle of a town does not replace the name of the town.
    try withFile("hotel.csv", "name,lat,lon\nHotel,47.7994,13.0440\n") { path in
      let run = Run("map", "--in", path, "--format", "svg")
      #expect(run.output.contains(">Hotel<") && run.output.contains(">Salzburg<"))
    }
    try withFile("hut.csv", "name,lat,lon\nHut,47.7,13.0\n") { path in
      let run = Run("map", "--in", path, "--format", "svg")
      #expect(run.output.contains(">Salzburg<") && run.output.contains("Places: GeoNames"))
      #expect(run.output.contains(">Germany<") && run.output.contains(">Austria<"))
      let world = Run("map", "--in", path, "--world", "--format", "svg")
      #expect(!world.output.contains(">Salzburg<") && !world.output.contains("GeoNames"))
    }
  }

  @Test func sheetsOfPaperHaveTheirSize() {
    let a4 = Run("map", "--country", "FJ", "--paper", "a4", "--format", "svg")
    #expect(a4.output.contains("width=\"794\" height=\"1123\""))
    let wide = Run("map", "--country", "FJ", "--paper", "Letter", "--landscape", "--format", "svg")
    #expect(wide.output.contains("width=\"1056\" height=\"816\""))
    #expect(wide.output.contains("class=\"north\""))
    let dark = Run("map", "--country", "FJ", "--theme", "dark", "--format", "svg")
    #expect(!dark.output.contains("prefers-color-scheme"))
    for words in [
      ["--paper", "a4"], ["--landscape", "--format", "svg"], ["--theme", "x"],
      ["--paper", "a9", "--format", "svg"], ["--paper", "a4", "--size", "9x9", "--format", "svg"],
    ] {
      #expect(Run(["map"] + words).code == .usage, "\(words)")
    }
  }
}
