internal import CairnFeatures
internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex
internal import CairnMemory

extension Command {
  /// `cairn index`: index files, for many places and many queries.
  static let index = Command(
    name: "index",
    summary: "build, describe and query index files: millions of places, opened instantly",
    operands: "",
    discussion: """
      An index file holds places with their elevations and all their properties, ready to be
      searched; opening it reads only a few pages, whatever its size. Every command that reads
      places can read it. An index file with lines and areas is searched by near, nearest and
      within, by true distance; it does not hold their elevations, and their edges have further
      positions, so that great circles follow the edges within 10 m.
      """,
    options: [],
    examples: [
      ("cairn index build places.csv places.cairn", "build an index file"),
      ("cairn index query places.cairn near Vienna", "search it"),
      ("cairn index info places.cairn", "what it contains"),
    ],
    subcommands: [indexBuild, indexInfo, indexQuery])

  private static let indexBuild = Command(
    name: "index build",
    summary: "build an index file from the places, lines and areas of a file",
    operands: "<file> <out>",
    discussion: """
      Reads a table, GeoJSON or another file of places, lines and areas (`-` for standard input) and
      writes <out> (`-` for standard output), which is replaced when the new file is complete. With
      --on-error null, rows without a valid coordinate are kept too, so that all rows keep their
      numbers.

      Places are spilled to temporary files next to <out>, so building takes at most 1.5 GB of
      memory for any number of places. If a line or an area is among them, all are kept in memory:
      about 0.7 GB for each million places.
      """,
    options: [.from, .columns, .noHeader, .onError],
    examples: [
      ("cairn index build places.csv places.cairn", "the places of a table"),
      ("cairn index build places.csv places.cairn --columns kind=name", "with chosen columns"),
      ("cairn index build states.geojson states.cairn", "the areas of a file"),
    ],
    run: { (arguments, console) throws(Failure) in
      guard arguments.operands.count == 2 else {
        throw .usage(
          "a file and the index file to build are needed: "
            + "`cairn index build places.csv places.cairn`")
      }
      let out = arguments.operands[1]
      guard let input = try PlaceInput(arguments, path: arguments.operands[0]) else { return }
      try checkIndexFile(toMake: out, console)
      var file = try ResultFile(out, console)
      let spilled = SpilledFeatures(
        beside: file.isStream ? System.temporaryFolder + "/index.cairn" : out,
        isForIndexFile: true)
      let reading = try input.features(shapes: .features, spilledTo: spilled, &console)
      let features = reading.features
      var progress = Progress(console)
      progress.say(now: "building the index of \(Text.grouped(features.count)) places")
      defer { progress.end() }
      var line = "\(Text.line(out)): "
      if let shapes = reading.linesAndAreas {
        try file.write(indexOf: shapes, &console)
        let noun = features.count == 1 ? "place, line or area" : "places, lines and areas"
        line += "\(Text.grouped(features.count)) \(noun)\n"
      } else {
        let count =
          if let spilled = features.spilled { try file.write(indexOf: spilled, &console) } else {
            try file.write(indexOf: features.inMemory, &console)
          }
        line += "\(Text.grouped(count)) \(PlaceList.noun(nil, count: count))\n"
      }
      try file.close(&console)
      progress.end()
      // If the index file is on the standard output, nothing else may be written there.
      guard file.isStream else { return try console.output.write(line) }
      try console.errors.write(line)
      try console.errors.flush()
    })

  /// Throws if the output is a terminal, or an existing file that is not an index file.
  private static func checkIndexFile(
    toMake path: String, _ console: Console
  ) throws(Failure) {
    if path == "-", console.width != nil {
      throw .usage(
        "an index file cannot be written to a terminal; name a file, or redirect the output")
    }
    let name = OutputName(path)
    guard name.isFile else { return }
    // If the file cannot be opened, it does not exist yet, or writing reports the error.
    if var old = try? InputFile(path), let start = try? old.next(atMost: 64), !start.isEmpty,
      !IndexFileStart.isOne(start)
    {
      throw .usage(
        "\(Spelling.quoted(path)) exists and is not an index file; remove it first, or name another "
          + "file")
    }
    _ = try name.format(
      nil as (word: String, format: String)?, option: nil, command: "index build",
      words: ["index files, such as places.cairn"]
    ) { $0 == "cairn" ? [$0] : [] }
  }

  private static let indexInfo = Command(
    name: "index info",
    summary: "print the number of places in an index file, their extent, and whether it is intact",
    operands: "<file>",
    discussion: """
      Prints the contents of the file's header. Every page of an index file has a checksum, which is
      verified when the page is first read; --check verifies all pages.
      """,
    options: [
      Option(name: "check", help: "read the whole file and verify every page"),
      .format(["table", "json"]),
    ],
    examples: [
      ("cairn index info places.cairn", "what it contains"),
      ("cairn index info places.cairn --check", "with all checksums"),
      ("cairn index info places.cairn --format json", "for another program"),
    ],
    run: { (arguments, console) throws(Failure) in
      guard arguments.operands.count == 1, let path = arguments.operands.first else {
        throw .usage("one index file is needed, such as `cairn index info places.cairn`")
      }
      let description = try IndexDescription(path, checksAll: arguments.has("check"))
      try console.output.write(
        arguments["format"] == "json" ? description.json : description.text)
    })

  private static let indexQuery = Command(
    name: "index query",
    summary: "search one or several index files",
    operands: "<file>... near|nearest|within ...",
    discussion: """
      Runs `cairn near`, `nearest` or `within` on index files; see their help for the arguments.
      Equivalent to `cairn near Vienna --in places.cairn`, with an --in for each file.
      """,
    options: [],
    examples: [
      ("cairn index query places.cairn near Vienna --radius 50km", "the places around Vienna"),
      ("cairn index query places.cairn nearest Graz", "the nearest place"),
      ("cairn index query may.cairn june.cairn nearest Graz", "of several files"),
      ("cairn index query places.cairn within --country AT --count", "the number in Austria"),
    ],
    forward: { words throws(Failure) in
      let questions = ["near", "nearest", "within"]
      // The words before the query are files, such as those of `*.cairn`.
      let place = words.dropFirst().firstIndex { questions.contains($0) }
      let paths = words.prefix(place ?? 1)
      guard let first = paths.first, !first.hasPrefix("-"), words.count > paths.count else {
        throw .usage(
          "an index file and a query are needed: "
            + "`cairn index query places.cairn near Vienna`")
      }
      let question = words[paths.count]
      guard place != nil else {
        throw .usage(
          "the query is \(Spelling.list(questions)), not \(Spelling.quoted(question))"
            + Spelling.suggestion(for: question, among: questions))
      }
      for path in paths {
        var file = try InputFile(path)
        guard try !IndexFileStart.isOne(file.next(atMost: 64)) else {
          try IndexFileStart.checkIsFile(path, isRepeatable: file.isRepeatable)
          continue
        }
        throw Failure(
          code: .data,
          message: "\(Spelling.quoted(path)) is not an index file; "
            + "`cairn index build` builds one, and `cairn \(question) --in` reads other files")
      }
      return [question] + paths.flatMap { ["--in", $0] } + words.dropFirst(paths.count + 1)
    })
}

/// The output of `cairn index info`.
struct IndexDescription {
  private let count: Int
  private let elementCount: Int
  private let byteCount: Int
  private let version: Int
  private let isChecked: Bool
  private let properties: [String]?
  private let extent: BoundingBox?
  /// Whether lines and areas are among the places.
  private let isOfShapes: Bool

  init(_ path: String, checksAll: Bool) throws(Failure) {
    var head = try InputFile(path)
    let start = try head.next(atMost: 4096)
    guard IndexFileStart.isOne(start), start.count >= 24 else {
      throw Failure(code: .data, message: "\(Spelling.quoted(path)) is not an index file")
    }
    try IndexFileStart.checkIsFile(path, isRepeatable: head.isRepeatable)
    func number(at bytes: Range<Int>) -> Int {
      start[bytes].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let (file, features, shapes) = try reading(path) {
      () throws(IndexFileError)
        -> (MappedPlaceIndex<RecordBytes>, FeatureRecords?, ShapeSource?) in
      let file = try MappedPlaceIndex(recordsIn: path)
      let shapes = try ShapeSource(indexFile: path)
      if checksAll {
        try file.checkEverything()
        try shapes?.checkEverything()
      }
      return (file, try FeatureRecords(file), shapes)
    }
    version = number(at: 8..<12)
    // Opening the file has checked this length against the header.
    byteCount = number(at: 16..<24)
    isOfShapes = shapes != nil
    count = shapes?.featureCount ?? file.count
    elementCount = shapes?.featureCount ?? features?.count ?? file.elementCount
    properties = shapes?.propertyNames ?? features?.propertyNames
    extent = shapes?.extent ?? features?.extent
    isChecked = checksAll
  }

  private var bytesPerPlace: Int { count == 0 ? 0 : byteCount / count }

  var text: String {
    var rows = [
      isOfShapes
        ? ("features", Text.grouped(count) + ", lines and areas among them")
        : ("places", Text.grouped(count))
    ]
    if elementCount > count {
      rows.append(("elements", "\(Text.grouped(elementCount)), some without a place"))
    }
    rows.append(
      (
        "properties",
        properties.map { $0.isEmpty ? "none" : Text.line($0.joined(separator: ", ")) }
          ?? "records of an unknown kind"
      ))
    if let extent {
      let bounds = [extent.south, extent.west, extent.north, extent.east]
        .map { decimalText($0, digits: 5, trimsZeros: true) }
      let across = extent.crossesAntimeridian ? ", across 180 degrees" : ""
      rows.append(("extent", extent.isEmpty ? "none" : bounds.joined(separator: ",") + across))
    }
    let megabytes = decimalText(Double(byteCount) / 1e6, digits: 2)
    rows.append(("size", "\(megabytes) MB, \(bytesPerPlace) bytes a place"))
    rows.append(("memory", "mapped: only the pages that a query reads"))
    rows.append(("version", "\(version)"))
    rows.append(
      (
        "checksums",
        isChecked
          ? "all \(Text.grouped(byteCount >> 12)) pages are intact"
          : "the header is intact; --check verifies all pages"
      ))
    return rows.map { "\($0.0.padding(to: 12))\($0.1)\n" }.joined()
  }

  var json: String {
    var json = JSONWriter()
    json.beginObject()
    json.member("places", count)
    if isOfShapes { json.member("shapes", true) }
    json.member("elements", elementCount)
    if let properties {
      json.member("properties", properties) { $0.value($1) }
    }
    if let extent, !extent.isEmpty {
      json.key("extent")
      json.beginArray()
      // In the order of `--box`.
      for bound in [extent.south, extent.west, extent.north, extent.east] { json.value(bound) }
      json.endArray()
    }
    json.member("bytes", byteCount)
    json.member("bytes_per_place", bytesPerPlace)
    json.member("version", version)
    json.member("checked", isChecked ? "all" : "head")
    json.endObject()
    return String(decoding: json.bytes, as: UTF8.self) + "\n"
  }
}
