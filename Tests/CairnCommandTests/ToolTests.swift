import CairnGeodesy
import CairnText
import Foundation
import Testing

@testable import CairnCommand

@Suite struct ToolTests {
  @Test func helpIsForTheToolAndForEachCommand() {
    let help = Run("--help")
    #expect(help.code == .success)
    #expect(Run("help").output == help.output && Run("-h").output == help.output)
    for line in help.lines { #expect(line.count <= 80, "\(line)") }
    for command in Tool.commands { #expect(help.output.contains("\n  \(command.name) ")) }
    for command in Tool.commands.flatMap(\.all) {
      let words = command.name.split(separator: " ").map(String.init)
      let own = Run(words + ["--help"])
      #expect(own.code == .success && own.errors.isEmpty)
      let start = own.output.split(separator: " ", omittingEmptySubsequences: true)
        .joined(separator: " ").replacing("\n ", with: " ")
      #expect(start.hasPrefix("cairn \(command.name) - \(command.summary)\n"))
      #expect(Run(words + ["-h"]).output == own.output)
      #expect(Run(["help"] + words).output == own.output)
      for option in command.options { #expect(own.output.contains("  --\(option.name)")) }
      #expect(Set(command.options.map(\.name)).count == command.options.count)
      for line in own.lines { #expect(line.count <= 80, "\(line)") }
      #expect(command.run != nil || command.forward != nil || !command.subcommands.isEmpty)
      for below in command.subcommands {
        #expect(below.name == "\(command.name) \(below.word)")
        #expect(own.output.contains("\n  \(below.word) "))
      }
    }
  }

  @Test(arguments: [
    (["help", "nera"], "did you mean `near`?"), (["help", "near", "far"], "no command `far`"),
  ])
  func helpForUnknownCommandsIsAnError(arguments: [String], hint: String) {
    let run = Run(arguments)
    #expect(run.code == .usage && run.output.isEmpty && run.errors.contains(hint))
  }

  @Test func commandsMayHaveSubcommands() throws {
    let leaf = Command(
      name: "tree leaf", summary: "a leaf", operands: "<place>", discussion: "", options: [],
      examples: [], run: { (_, _) in })
    let tree = Command(
      name: "tree", summary: "a tree", operands: "", discussion: "", options: [], examples: [],
      subcommands: [leaf])
    #expect(tree.all.map(\.word) == ["tree", "leaf"])
    #expect(
      tree.help == """
        cairn tree - a tree

        USAGE
          cairn tree leaf <place> ...

        COMMANDS
          leaf  a leaf

        OPTIONS
          --help  this text

        """)
  }

  @Test func longLinesOfTheHelpAreBroken() {
    let word = String(repeating: "x", count: 30)
    #expect(HelpText.wrapped("a b", indent: 2) == "a b\n")
    #expect(
      HelpText.wrapped("  \(word) \(word) \(word) end", indent: 4)
        == "  \(word) \(word)\n    \(word) end\n")
    let endless = String(repeating: "y", count: 100)
    #expect(HelpText.wrapped("a \(endless) b", indent: 1) == "a\n \(endless)\n b\n")
    #expect(HelpText.reflowed("a\nb\n\n  own\nc") == "a b\n\n  own\nc\n")
    #expect(
      HelpText.rows([("--a", "one"), ("--\(word)\(word)", "two"), ("--bc", "three")])
        == "  --a   one\n  --\(word)\(word)\n        two\n  --bc  three\n")
  }

  @Test func theManualPageHasAllCommandsAndOptions() {
    let page = Run("help", "--man")
    #expect(page.code == .success && page.errors.isEmpty)
    #expect(page.output.hasPrefix(".TH CAIRN 1 "))
    for command in Tool.commands.flatMap(\.all) {
      #expect(page.output.contains("\n.SS \"cairn \(command.name)\"\n"))
      for option in command.options {
        let name = option.name.replacing("-", with: "\\-")
        #expect(page.output.contains("\n.B \"\\-\\-\(name)"), "\(option.name)")
      }
    }
    // A line that begins with a period is a macro, and only these macros are used.
    let macros = Set(
      page.lines.filter { $0.hasPrefix(".") || $0.hasPrefix("'") }.compactMap {
        $0.split(separator: " ").first
      })
    let known: Set<Substring> = [
      ".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".I", ".nf", ".fi", ".RS", ".RE", ".br",
    ]
    #expect(macros.isSubset(of: known))
    #expect(Run("help", "--man", "near").errors.contains("takes no command"))
  }

  @Test func everyHelpBeginsWithThreeExamples() {
    for command in Tool.commands.flatMap(\.all) {
      // The scripts for shells are printed by one command each.
      if command.name.hasPrefix("completions ") && command.examples.isEmpty { continue }
      #expect(command.examples.count >= 3, "\(command.name)")
      let lines = command.help.split(separator: "\n", omittingEmptySubsequences: false)
      let title = lines.firstIndex(of: "EXAMPLES")
      #expect(title == lines.firstIndex(of: "").map { $0 + 1 }, "\(command.name)")
    }
  }

  @Test func aWrongWordNamesTheRightCommand() throws {
    let file = try OwnFile("name,lat,lon\nA,48,16\n")
    for (word, hint) in [
      ("dedup", "dedupe"), ("inspect", "doctor"), ("timezone", "where"),
      ("isochrone", "roads reach"),
      ("closest", "nearest"), ("tsp", "route"), ("exif", "photos"), ("sjoin", "join"),
      ("Isochrones", "roads reach"), ("split", "track split"), ("plot", "map"),
    ] {
      let run = Run(word, "x")
      #expect(run.code == .usage && run.errors.contains("did you mean `cairn \(hint)`?"), "\(run)")
    }
    #expect(Run("Vienna").errors.contains("it is a place: `cairn where Vienna`"))
    #expect(Run("new york").errors.contains("`cairn where \"New York City\"`"))
    #expect(Run(file.path).errors.contains("it is a file: `cairn doctor "))
    #expect(Run("nera").errors.contains("did you mean `near`?"))
    #expect(Run("xyzzyqw").errors.contains("see `cairn --help`"))
    for (word, command) in OtherWord.commands {
      let first = command.split(separator: " ").first.map(String.init) ?? ""
      #expect(first == "help" || Tool.commands.contains { $0.name == first }, "\(word)")
      #expect(!Tool.commands.contains { $0.name == word }, "\(word) is a command")
    }
  }

  @Test func shellsAreOfferedPlaces() {
    let run = Run("completions", "places", "Syd")
    #expect(run.lines.first == "Sydney" && run.lines.count > 2)
    #expect(Run("completions", "places", "new y").output.contains("New York City\n"))
    #expect(Run("completions", "places", "").output.isEmpty)
    for name in Run("completions", "places", "Paris").lines where !name.isEmpty {
      #expect(throws: Never.self, "\(name)") { _ = try Location(String(name)) }
    }
    for script in [BashCompletions.script(), ZshCompletions.script(), FishCompletions.script()] {
      #expect(script.contains("completions places"))
    }
  }

  /// The options that say when a search ends.
  private static let limits = ["--effort", "--work", "--time-limit"]

  @Test func theExamplesOfTheHelpRun() throws {
    let places = try OwnFile(
      "name,lat,lon\nHotel,48.2,16.4\nGraz,47.1,15.4\nLinz,48.3,14.3\nVienna,48.1,16.2\n")
    let state = "{\"type\":\"Polygon\",\"coordinates\":[[[14,47],[17,47],[17,49],[14,47]]]}"
    try Data(
      "{\"type\":\"Feature\",\"properties\":{\"name\":\"A\"},\"geometry\":\(state)}".utf8
    ).write(to: URL(fileURLWithPath: places.sibling("states.geojson")))
    try Data(
      """
      <osm><node id="1" lat="41.146" lon="-8.611"><tag k="amenity" v="cafe"/>
      <tag k="cuisine" v="vegan"/></node></osm>
      """.utf8
    ).write(to: URL(fileURLWithPath: places.sibling("porto.osm.pbf")))
    try Data(
      """
      <osm><node id="1" lat="41.15" lon="-8.62"/><node id="2" lat="41.16" lon="-8.6"/>
      <way id="3"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way></osm>
      """.utf8
    ).write(to: URL(fileURLWithPath: places.sibling("city.osm.pbf")))
    try Data("name,lat,lon\nNear,41.155,-8.61\n".utf8).write(
      to: URL(fileURLWithPath: places.sibling("cafes.csv")))
    try Data(
      """
      <gpx><trk><trkseg><trkpt lat="41.15" lon="-8.62"/><trkpt lat="41.151" lon="-8.618"/></trkseg>
      </trk></gpx>
      """.utf8
    ).write(to: URL(fileURLWithPath: places.sibling("track.gpx")))
    try Data(
      """
      <gpx><trk><trkseg><trkpt lat="48.2" lon="16.3"><time>2026-05-01T08:00:00Z</time></trkpt>
      <trkpt lat="48.2001" lon="16.3"><time>2026-05-01T20:00:00Z</time></trkpt>
      <trkpt lat="48.1" lon="17.1"><time>2026-05-02T09:00:00Z</time></trkpt></trkseg></trk></gpx>
      """.utf8
    ).write(to: URL(fileURLWithPath: places.sibling("year.gpx")))
    try Data(PhotoTests.jpeg.map { $0 }).write(
      to: URL(fileURLWithPath: places.sibling("beach.jpg")))
    try Data(
      """
      [{"startTime":"2026-05-01T20:00:00Z","endTime":"2026-05-02T08:00:00Z","visit":{"topCandidate":
      {"placeLocation":"geo:48.2,16.4"}}}]
      """.utf8
    ).write(to: URL(fileURLWithPath: places.sibling("Timeline.json")))
    try Data("name,lat,lon,rating\nHotel,48.2,16.4,3\nInn,48.2,16.4,4\n".utf8).write(
      to: URL(fileURLWithPath: places.sibling("rated.csv")))
    for month in ["may", "june"] {
      #expect(
        Run("index", "build", places.path, places.sibling("\(month).cairn")).code == .success)
    }
    let (city, roads) = (places.sibling("city.osm.pbf"), places.sibling("city.roads"))
    #expect(Run("roads", "build", city, "--out", roads).code == .success)
    let endings = Set([
      "csv", "cairn", "geojson", "gpx", "kml", "roads", "svg", "html", "json", "jpg",
    ])
    let extracts = ["porto.osm.pbf", "city.osm.pbf"]
    for command in Tool.commands.flatMap(\.all) {
      for example in command.examples {
        // The examples quote with double quotes only.
        var words: [String] = []
        for (index, part) in example.line.split(separator: "\"").enumerated() {
          words += index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
        }
        // Files are read and written in a temporary folder.
        words = words.map { word in
          let parts = word.split(separator: ".")
          let isFile = parts.count == 2 && endings.contains(String(parts[1]))
          return isFile || extracts.contains(word) ? places.sibling(word) : word
        }
        // The requests of a pipe are tested with the command.
        if words.contains("<") { continue }
        #if DEBUG
          // Without optimization the outlines of all countries take ten seconds, and the normal
          // effort of a route two.
          if words.dropFirst() == ["countries", "--format", "geojson"] { continue }
          if words[1] == "route", !words.contains(where: Self.limits.contains) {
            words += ["--effort", "quick"]
          }
        #endif
        let run = Run(Array(words.dropFirst()))
        #expect(run.code == .success, "\(example.line): \(run.errors)")
        if let out = words.firstIndex(of: "--out") {
          let written = FileManager.default.contents(atPath: words[out + 1]) ?? Data()
          #expect(!written.isEmpty, "\(example.line)")
        } else {
          #expect(!run.output.isEmpty, "\(example.line)")
        }
      }
    }
  }

  @Test func theVersionListsTheData() throws {
    let run = Run("--version")
    #expect(run.code == .success)
    #expect(run.output.hasPrefix("cairn \(Version.number)\n"))
    // The data sources and versions are those of NOTICE.
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let notice = try String(contentsOf: root.appending(path: "NOTICE"), encoding: .utf8)
    let words = run.output.split { " ()\n,".contains($0) }.filter { $0.contains(where: \.isNumber) }
    #expect(words.count > 4)
    for word in words.dropFirst() { #expect(notice.contains(word), "\(word)") }
  }

  @Test(arguments: [
    (["distance", "Sydney", "Melbourne"], "713.366 km\n"),
    (["distance", "Sydney", "Sydney"], "0.000 km\n"),
    (["distance", "0,0", "0,1", "--on", "wgs84", "--unit", "m"], "111319.491 m\n"),
    (["distance", "0,0", "0,180", "--unit", "nmi"], "10807.297 NM\n"),
    (["bearing", "0,0", "0,1"], "90.000° E\n"), (["bearing", "0,0", "-1,0"], "180.000° S\n"),
    (["bearing", "10,20", "10,20"], "0.000° N\n"),
    (
      ["destination", "0,0", "--bearing", "E", "--distance", "111319.491m", "--on", "wgs84"],
      "0.000000, 1.000000\n"
    ),
    (
      ["destination", "0,179.9", "--bearing", "90", "--distance", "100km"],
      "0.000000, -179.200680\n"
    ),
  ])
  func geodesyCommandsGiveOneValue(arguments: [String], expected: String) {
    let run = Run(arguments)
    #expect(run.output == expected, "\(run.errors)")
    #expect(run.code == .success)
  }

  @Test func geodesyCommandsGiveJSON() throws {
    let run = Run("distance", "SYD", "LHR", "--on", "wgs84", "--format", "json")
    let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    let way = try #require(object as? [String: Double])
    #expect(Set(way.keys) == ["distance_m", "initial_bearing_deg", "final_bearing_deg"])
    #expect(abs((way["distance_m"] ?? 0) - 17_016_000) < 10_000)
    #expect(Run("bearing", "SYD", "LHR", "--on", "wgs84", "--format", "json").output == run.output)
    let point = Run("destination", "0,0", "--bearing", "0", "--distance", "0", "--format", "json")
    #expect(point.output == "{\"latitude\":0.000000000,\"longitude\":0.000000000}\n")
  }

  @Test(arguments: [
    ["distance", "Sydney"], ["distance", "a", "b", "c"], ["bearing"], ["destination", "Sydney"],
    ["destination", "Sydney", "--bearing", "NNNE", "--distance", "3km"],
    ["destination", "Sydney", "--bearing", "45"],
    ["destination", "--bearing", "45", "--distance", "3km"],
    ["distance", "Sydney", "Melbourne", "--on", "mars"], ["search"], ["search", " "],
  ])
  func wrongCommandLines(arguments: [String]) {
    let run = Run(arguments)
    #expect(run.code == .usage)
    #expect(run.output.isEmpty)
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  /// Regions that are not in the gazetteer, and those that precede a place of their name.
  @Test func searchFindsRegions() {
    for (text, first) in [
      ("glarus", "Glarus"), ("schwyz", "Schwyz"), ("obwal", "Obwalden"),
      ("Hessen", "Hesse (Hessen)"), ("Kanton Uri", "Uri (Kanton Uri)"),
      ("Cataluña", "Catalonia (Cataluña)"),
      ("Oklahoma", "Oklahoma "), ("Provincia di Lecce", "Lecce"), ("vienna", "Vienna"),
    ] {
      let lines = Run("search", text, "--limit", "2").lines
      #expect(lines.count > 3 && lines[3].hasPrefix(first), "\(text): \(lines)")
    }
    let swiss = Run("search", "obwal", "--country", "CH", "--kind", "region", "--format", "csv")
    #expect(swiss.lines.count == 3 && swiss.lines[1].hasPrefix("Obwalden,region,46."))
    #expect(Run("search", "obwal", "--country", "AT").output.hasPrefix("no places"))
    #expect(!Run("search", "obwal", "--kind", "city").output.contains("Obwalden"))
  }

  @Test func searchListsNamesakes() {
    let run = Run("search", "springfield, us", "--limit", "3", "--format", "csv")
    #expect(run.lines.count == 5)
    #expect(run.lines[1].hasPrefix("Springfield,city,37."))
    // Misspelled names are found, and the heading states this.
    let misspelled = Run("search", "Sydny", "--limit", "1")
    #expect(misspelled.lines[0].hasSuffix(" places for \"Sydny\"; similar names"))
    #expect(misspelled.output.contains("\nSydney "))
    #expect(Run("search", "wien", "--limit", "1").output.contains("Vienna (Wien)"))
    #expect(Run("search", "Мюнхен", "--limit", "1").output.contains("Munich (Мюнхен)"))
    #expect(Run("distance", "Мюнхен", "Вена").output == Run("distance", "Munich", "Vienna").output)
    let unknown = Run("search", "paris xyzzy").lines[0]
    #expect(unknown.hasSuffix("; some of the words are unknown: xyzzy"))
    // The name that matched, and how.
    let csv = Run("search", "wien", "--limit", "1", "--format", "csv").output
    #expect(csv.hasSuffix(",Wien,exact\n"))
    let json = Run("search", "Grosvenor, Praha", "--limit", "1", "--format", "json").output
    #expect(json.contains("\"matched_name\":\"Praha\",\"match\":\"partial\""))
    // With --near the nearest place is first, with distance and bearing.
    let near = Run("search", "london", "--near", "Toronto", "--format", "csv", "--limit", "2")
    #expect(near.lines[0].hasPrefix("name,kind,latitude,longitude,distance_m,bearing_deg,country"))
    #expect(near.lines[1].hasPrefix("London,city,42.98") && near.lines[1].contains(",CA,Ontario"))
    #expect(Run("search", "london", "--near", "43.7,-79.4").output.contains("km"))
    #expect(Run("search", "london", "--near", "nowhere at all").code == .usage)
    for rule in ["coast", "land", "column"] {
      let chile = Run(
        "search", "san", "--country", "CL", "--country-by", rule, "--limit", "1000",
        "--format", "csv")
      #expect(chile.lines.count > 10)
      #expect(chile.lines.dropFirst().dropLast().allSatisfy { $0.contains(",CL,") })
    }
    #expect(Run("search", "san", "--country", "Atlantis").code == .usage)
    #expect(Run("search", "qqqq", "--country", "CL").output == "no places of Chile for \"qqqq\"\n")
    // Control sequences for a terminal are not echoed.
    let hostile = Run("search", "qq\u{1B}[31m\nq\u{7F}" + String(repeating: "q", count: 5_000))
    #expect(hostile.output.hasPrefix("no places for \"qq [31m q q"))
    #expect(!hostile.output.dropLast().unicodeScalars.contains { $0.value < 32 || $0.value == 127 })
    #expect(hostile.output.count < 100)
  }

  @Test(arguments: [
    ("abc", 3), ("São", 3), ("Sa\u{303}o", 3), ("東京", 4), ("서울", 4), ("", 0), ("🇦🇺", 2), ("☀️", 2),
    ("👩‍👩‍👧", 2), ("a\u{200B}b", 2), ("ﾄｳｷｮｳ", 5),
  ])
  func displayWidths(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test func truncationKeepsCharactersWhole() {
    #expect(DisplayWidth.truncated("Sydney", to: 6) == "Sydney")
    #expect(DisplayWidth.truncated("Sydney", to: 5) == "Sydn…")
    #expect(DisplayWidth.truncated("東京都", to: 4) == "東…")
    #expect(DisplayWidth.truncated("Sa\u{303}o Paulo", to: 4) == "Sa\u{303}o…")
    #expect(DisplayWidth.truncated("Sydney", to: 0) == "")
    for width in 0...12 {
      #expect(DisplayWidth.of(DisplayWidth.truncated("東a京bc都d", to: width)) <= width)
    }
  }

  @Test func numbersArePrinted() {
    #expect(Text.grouped(0) == "0" && Text.grouped(999) == "999")
    #expect(Text.grouped(1_000) == "1,000" && Text.grouped(-1_234_567) == "-1,234,567")
    #expect(Text.bearing(359.6) == "0° N" && Text.bearing(11.25) == "11° NNE")
    #expect(Text.bearing(.nan) == "")
    #expect(Text.shortLength(100_000, .kilometers) == "100 km")
    #expect(Text.length(1_609.344, .miles) == "1.0 mi")
  }
}
