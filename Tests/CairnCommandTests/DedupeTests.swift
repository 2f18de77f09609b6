import CairnFormats
import CairnGeodesy
import TestSupport
import Testing

@testable import CairnCommand

@Suite struct DedupeTests {
  private static let table = """
    id;title;lat;lon;rating
    1;Cafe;48.2082;16.3738;3
    2;"Cafe; A";48.2083;16.3739;5
    3;Hotel;;;
    4;Bratislava;48.1486;17.1077;x

    5;Cafe;48.2082;16.3738;

    """

  @Test func theFirstOfEachGroupIsKeptAsItIs() throws {
    let file = try OwnFile(Self.table)
    let run = Run("dedupe", file.path, "--within", "50m")
    #expect(
      run.output == """
        id;title;lat;lon;rating
        1;Cafe;48.2082;16.3738;3
        3;Hotel;;;
        4;Bratislava;48.1486;17.1077;x

        """)
    #expect(run.errors.contains("2 of 5 places removed: within 50 m of a place that is kept"))
    #expect(run.errors.contains("1 of 5 rows has no valid coordinate, kept"))
  }

  /// Lines above the header that have at least as many fields are not rows.
  @Test(
    arguments: [
      "# a,b,c,d,e\n", "#,,,,\n# p,q\n", "## Made 2024-01-01, by tool X, version 2, and, more\n",
      "\n# a,b,c,d\n\n", "\u{FEFF}# a,b,c\r\n", "sep=,\n# 1,2,3,4\n", "Places, all\n",
    ], [",", ";"])
  func commentsAboveTheHeaderAreKept(_ lines: String, _ delimiter: String) throws {
    let rows = "name,lat,lon\nA,48.5,16.25\nB,48.5001,16.25\nC,49.5,16.25\n"
    let text = (lines + rows).split(separator: ",", omittingEmptySubsequences: false)
    let file = try OwnFile(text.joined(separator: delimiter))
    let run = Run("dedupe", file.path, "--within", "50m")
    let left = lines + rows.split(separator: "B,48.5001,16.25\n").joined()
    let expected = left.split(separator: ",", omittingEmptySubsequences: false)
      .joined(separator: delimiter)
    #expect(run.code == .success)
    #expect(run.output == expected, "\(run.errors)")
    // Columns that are chosen by number do not make a comment the header.
    let near = Run("near", "48,16", "--in", file.path, "--columns", "latitude=2,longitude=3")
    #expect(near.output.contains("A") && !near.errors.contains("no valid"), "\(near.errors)")
    let pairs = Run("join", file.path, file.path, "--nearest", "1")
    #expect(
      pairs.output.contains("A,48.5,16.25,B,".split(separator: ",").joined(separator: delimiter)))
    #expect(!pairs.errors.contains("without a match"), "\(pairs.errors)")
  }

  @Test func theBestByAColumnIsKept() throws {
    let file = try OwnFile(Self.table)
    let best = Run("dedupe", file.path, "--within", "50m", "--by", "rating")
    #expect(best.output.contains("\"Cafe; A\"") && !best.output.contains("1;Cafe"))
    let least = Run("dedupe", file.path, "--within", "50m", "--by", "rating", "--least")
    #expect(least.output.contains("1;Cafe") && !least.output.contains("Cafe; A"))
    let none = Run("dedupe", file.path, "--within", "50m", "--by", "title")
    #expect(none.code == .data && none.errors.contains("the column `title` has no number"))
    #expect(Run("dedupe", file.path, "--within", "50m", "--by", "stars").code == .data)
  }

  @Test func aMergedPlaceHasTheMeanPositionAndFillsEmptyValues() throws {
    let file = try OwnFile("name,lat,lon,url\nA,48,16,\nB,48,16.0002,b.at\nC,10,10,\n")
    let run = Run("dedupe", file.path, "--within", "50m", "--keep", "merged", "--format", "ndjson")
    let lines = run.lines
    #expect(lines.count == 3)
    #expect(lines[0].contains("\"name\":\"A\"") && lines[0].contains("\"url\":\"b.at\""))
    #expect(lines[0].contains("\"merged\":2") && lines[0].contains("16.0001"))
    #expect(lines[1].contains("\"merged\":1"))
  }

  @Test func onlyEqualValuesOfAColumnAreDuplicates() throws {
    let file = try OwnFile(Self.table)
    let run = Run("dedupe", file.path, "--within", "50m", "--same", "title")
    #expect(run.output.contains("Cafe; A") && !run.output.contains("\n5;Cafe"))
  }

  @Test func markingKeepsAllRows() throws {
    let file = try OwnFile(Self.table)
    let run = Run("dedupe", file.path, "--within", "50m", "--mark")
    #expect(run.lines[0].hasSuffix(";duplicate_of;distance_m"))
    #expect(run.lines[2].hasSuffix("39;5;1;13.362"))
    #expect(run.lines[3] == "3;Hotel;;;;;")
    #expect(run.lines.count == 7)
  }

  @Test func otherFormatsAreWrittenInTheirFormat() throws {
    let file = try OwnFile(
      "POINT (16 48)\nLINESTRING (1 2, 3 4)\nPOINT (16 48)\n", name: "places.wkt")
    let run = Run("dedupe", file.path, "--within", "0")
    #expect(run.output == "POINT (16 48)\nLINESTRING (1 2, 3 4)\n")
  }

  @Test func wrongOptionsAreRejected() throws {
    let file = try OwnFile(Self.table)
    for words in [
      [], ["--within", "5m", "--keep", "best"], ["--within", "5m", "--least"],
      ["--within", "5m", "--keep", "first", "--by", "id"],
      ["--within", "5m", "--mark", "--keep", "merged"],
      ["--within", "5m", "--mark", "--format", "geojson"], ["b", "--within", "5m"],
    ] {
      #expect(Run(["dedupe", file.path] + words).code == .usage, "\(words)")
    }
  }

  /// The groups by two loops over all places.
  private func expected(
    _ places: [Coordinate], _ radius: Double, order: [Int], keys: [String]
  ) -> [Int] {
    var kept: [Int] = []
    func isSame(_ a: Int, _ b: Int) -> Bool {
      (keys.isEmpty || keys[a] == keys[b]) && places[a].distance(to: places[b]) <= radius
    }
    for place in order where !kept.contains(where: { isSame($0, place) }) { kept.append(place) }
    return places.indices.map { place in
      if kept.contains(place) { return place }
      // min returns the first of equal distances.
      return kept.filter { isSame($0, place) }.min {
        places[$0].distance(to: places[place]) < places[$1].distance(to: places[place])
      } ?? place
    }
  }

  @Test func groupsEqualThoseOfTwoLoops() throws {
    var random = SeededGenerator(seed: 7)
    for round in 0..<60 {
      let count = 1 + Int(random.next() % 120)
      let spread = [0.002, 0.02, 0.2][round % 3]
      let center = [(0.0, 0.0), (89.99, 20), (48, 179.999), (-33, 151)][round % 4]
      let places = (0..<count).map { _ in
        let steps = (Double(random.next() % 40), Double(random.next() % 40))
        return Coordinate(
          latitude: min(center.0 + spread * (steps.0 / 20 - 1), 90),
          longitude: (center.1 + spread * (steps.1 / 20 - 1)).reducedLongitude)
      }
      let order = Array(places.indices).shuffled(using: &random)
      let keys = round % 5 == 0 ? places.indices.map { "\($0 % 3)" } : []
      let radius = Double(random.next() % 3000)
      let groups = try DuplicateGroups(places, within: radius, order: order, keys: keys)
      #expect(groups.keepers == expected(places, radius, order: order, keys: keys), "\(round)")
    }
  }
}
