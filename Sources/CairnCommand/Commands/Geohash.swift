internal import CairnCountries
internal import CairnFeatures
internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex

extension Command {
  /// `cairn geohash`: encodes and decodes geohashes, and appends them to a table.
  static let geohash = Command(
    name: "geohash",
    summary: "append geohashes to a table, or encode, decode and cover with them",
    operands: "--append [<table>]",
    discussion: """
      With --append, reads a table with columns for latitude and longitude (CSV, TSV or another
      delimiter) from a file or standard input and writes the same lines in order with a last column
      `geohash`, empty if a row has no valid coordinate. Such rows are counted on standard error.
      """,
    options: [.precision] + .appending,
    examples: [
      ("cairn geohash --append places.csv --precision 7", "cells of about 150 m"),
      ("cairn geohash encode Paris", "the geohash of a place"),
      ("cairn geohash decode u09tunq", "its coordinate"),
    ],
    subcommands: [.geohashEncode, .geohashDecode, .geohashNeighbors, .geohashCover],
    run: { (arguments, console) throws(Failure) in
      guard arguments.has("append") else {
        let usage = "use encode, decode, neighbors or cover, or --append for a table"
        guard !arguments.operands.isEmpty else { throw .usage(usage) }
        let text = arguments.operands.joined(separator: " ")
        var remedy = usage
        if Geohash(text) != nil {
          remedy = "did you mean `cairn geohash decode \(text)`?"
        } else if (try? Location(text)) != nil {
          remedy = "did you mean `cairn geohash encode \(OtherWord.quoted(text))`?"
        }
        throw .usage("there is no command \(Spelling.quoted(text)); \(remedy)")
      }
      let column = AppendedColumn.geohash(
        precision: try arguments.precision ?? Geohash.maximumPrecision,
        name: arguments["column"] ?? "geohash")
      try TableRun.run(
        [column], TableAppender.Options(arguments), name: "geohash", paths: arguments.operands,
        &console)
    })
}

extension Option {
  /// The option for the length of a geohash.
  static let precision = Option(
    name: "precision", value: "COUNT",
    help: "the length of a geohash, 1 to 12 (default 12): 5 for 5 km, 7 for 150 m, 9 for 5 m")
}

extension Arguments {
  /// The length of the option `--precision`; nil if it is not given.
  var precision: Int? {
    get throws(Failure) {
      guard self["precision"] != nil else { return nil }
      return try count("precision", default: 12, in: 1...12)
    }
  }
}

extension Command {
  /// `cairn geohash encode`.
  static let geohashEncode = Command(
    name: "geohash encode",
    summary: "print the geohashes of places",
    operands: "[<place> ...]",
    discussion: """
      Prints a geohash for each place, or without operands for each line of standard input.
      """,
    options: [.precision],
    examples: [
      ("cairn geohash encode 48.85826,2.2945 --precision 7", "u09tunq"),
      ("cairn geohash encode Paris Tokyo", "for two places"),
      ("cairn geohash encode SYD --precision 5", "a cell of about 5 km"),
    ],
    run: { (arguments, console) throws(Failure) in
      let precision = try arguments.precision ?? Geohash.maximumPrecision
      try arguments.forEachWord(&console) { (word) throws(Failure) in
        let place = try Location(word)
        guard let hash = Geohash(place.coordinate, precision: precision) else {
          throw .usage("\(Spelling.quoted(word)) has no geohash")
        }
        return hash.description + "\n"
      }
    })

  /// `cairn geohash decode`.
  static let geohashDecode = Command(
    name: "geohash decode",
    summary: "print the center and the edges of cells",
    operands: "[<geohash> ...]",
    discussion: """
      Prints the center of each cell, latitude first. Without operands the cells are the lines of
      standard input. The other formats also have the edges.
      """,
    options: [.cellFormat],
    examples: [
      ("cairn geohash decode u09tunq", "48.8582611083984375,2.294540405273437"),
      ("cairn geohash decode u09tunq u2edk", "of two cells"),
      ("cairn geohash decode u09tunq --format csv", "with the box of the cell"),
    ],
    run: { (arguments, console) throws(Failure) in
      let format = arguments["format"] ?? "text"
      if format == "csv" {
        try console.output.write("geohash,latitude,longitude,south,west,north,east\n")
      }
      try arguments.forEachWord(&console) { (word) throws(Failure) in
        let hash = try Geohash(word: word)
        let (center, box) = (hash.center, hash.boundingBox)
        var csv = CSVWriter()
        switch format {
        case "csv":
          csv.field(hash.description)
          csv.fields([center.latitude, center.longitude, box.south, box.west, box.north, box.east])
        case "json":
          var json = JSONWriter()
          json.beginObject()
          json.member("geohash", hash.description)
          json.member("latitude", center.latitude)
          json.member("longitude", center.longitude)
          json.member("south", box.south)
          json.member("west", box.west)
          json.member("north", box.north)
          json.member("east", box.east)
          json.endObject()
          return String(decoding: json.bytes, as: UTF8.self) + "\n"
        default: csv.fields([center.latitude, center.longitude])
        }
        csv.endRow()
        return String(decoding: csv.bytes, as: UTF8.self)
      }
    })

  /// `cairn geohash neighbors`.
  static let geohashNeighbors = Command(
    name: "geohash neighbors",
    summary: "print the cells around cells",
    operands: "[<geohash> ...]",
    discussion: """
      Prints the cells around each cell clockwise from north, one on each line: eight, or five at a
      pole. Without operands the cells are the lines of standard input. The other formats also have
      the cell and the direction.
      """,
    options: [.cellFormat],
    examples: [
      ("cairn geohash neighbors u09tunq", "eight cells, the northern one first"),
      ("cairn geohash neighbors u09tunq --format csv", "with the directions"),
      ("cairn geohash neighbors u09tunq --format json", "for another program"),
    ],
    run: { (arguments, console) throws(Failure) in
      let format = arguments["format"] ?? "text"
      if format == "csv" { try console.output.write("geohash,direction,neighbor\n") }
      try arguments.forEachWord(&console) { (word) throws(Failure) in
        let hash = try Geohash(word: word)
        var text = ""
        for direction in GeohashDirection.allCases {
          guard let neighbor = hash.neighbor(direction) else { continue }
          switch format {
          case "csv": text += "\(hash),\(direction.word),\(neighbor)\n"
          case "json":
            text +=
              "{\"geohash\":\"\(hash)\",\"direction\":\"\(direction.word)\","
              + "\"neighbor\":\"\(neighbor)\"}\n"
          default: text += "\(neighbor)\n"
          }
        }
        return text
      }
    })
}

extension Option {
  /// The option for the format of cells.
  fileprivate static let cellFormat = Option.format(
    ["text", "csv", "json"], remark: " (one object per line)")
}

extension GeohashDirection {
  /// The direction in letters: N, NE, E.
  fileprivate var word: String {
    switch self {
    case .north: "N"
    case .northEast: "NE"
    case .east: "E"
    case .southEast: "SE"
    case .south: "S"
    case .southWest: "SW"
    case .west: "W"
    case .northWest: "NW"
    }
  }
}

extension Geohash {
  /// Parses a word of the command line or a line of the input.
  fileprivate init(word: String) throws(Failure) {
    do {
      try self.init(parsing: word)
    } catch {
      throw .usage("\(Spelling.quoted(word)) is not a geohash: \(error)")
    }
  }
}

extension CSVWriter {
  /// Writes a field for each number.
  fileprivate mutating func fields(_ numbers: [Double]) {
    for number in numbers { field(number) }
  }
}

extension Arguments {
  /// Calls a closure with each operand, or without operands with each line of standard input as it
  /// arrives, and writes the results.
  ///
  /// An error in a line is reported with its number, as a data error.
  fileprivate func forEachWord(
    _ console: inout Console, _ answer: (String) throws(Failure) -> String
  ) throws(Failure) {
    for word in operands { try console.output.write(answer(word)) }
    guard operands.isEmpty else { return }
    Waiting.tell()
    var lines = LineReader(file: 0)
    while let line = try lines.next({ () throws(Failure) in try console.output.flush() }) {
      guard !line.isEmpty else {
        try console.output.write("\n")
        continue
      }
      do throws(Failure) {
        try console.output.write(answer(line))
      } catch {
        try console.output.flush()
        throw Failure(code: .data, message: "line \(lines.count): \(error.message)")
      }
    }
  }
}

extension Command {
  /// `cairn geohash cover`.
  static let geohashCover = Command(
    name: "geohash cover",
    summary: "print cells that together cover a region",
    operands: "<region> | --explode [<table>]",
    discussion: """
      Prints cells that together cover a region, one on each line in order: all cells of one
      precision that touch it, or, with --cells, at most that many cells of different precisions.
      The region is a --box, a --country, the --polygon of a file, the circle of --radius around a
      place, or the corridor of --width along a path.

      With --explode, reads a table of centers from a file or standard input and writes each row
      once for each cell of one precision that touches the circle of --radius around it, with the
      cell appended. A join on equal cells finds all points within the radius, and some beyond it;
      filter by exact distance afterward.
      """,
    options: [
      Option(name: "box", value: "S,W,N,E", help: "a box in degrees; west > east crosses 180"),
      Option(name: "country", value: "COUNTRY", help: "a country: FR, FRA or France"),
      Option(name: "polygon", value: "FILE", help: "the areas of a file, or well-known text"),
      Option(
        name: "along", value: "PATH", help: "a path: coordinates, places separated by ;, or a file"),
      Option(name: "width", value: "LENGTH", help: "the distance from the path: 10km"),
      Option(name: "radius", value: "LENGTH", help: "the radius of the circle: 25km, 10mi"),
      .precision,
      Option(
        name: "cells", value: "COUNT", help: "at most this many cells of different precisions"),
      Option(
        name: "limit", value: "COUNT",
        help: "the maximum number of cells of one precision, for one circle (default 10000)"),
      Option(name: "explode", help: "write each row of a table once for each of its cells"),
    ] + [Option].appending.filter { $0.name != "append" },
    examples: [
      ("cairn geohash cover --box -18,179,-17,-179 --precision 3", "2hb and ruz"),
      ("cairn geohash cover --country FR --cells 50", "for a query by prefixes"),
      (
        "cairn geohash cover --explode --radius 25km --precision 4 places.csv",
        "one line for each row and cell"
      ),
    ],
    run: { (arguments, console) throws(Failure) in
      let limit = try arguments.count("limit", default: 10_000, in: 1...10_000_000)
      let radius = try arguments.length("radius", unit: .kilometers)
      if arguments.has("explode") {
        guard let radius, let precision = try arguments.precision else {
          throw .usage("--explode needs --radius and --precision: --radius 25km --precision 4")
        }
        let column = AppendedColumn.geohashCover(
          radius: radius, precision: precision, limit: limit,
          name: arguments["column"] ?? "geohash")
        return try TableRun.run(
          [column], TableAppender.Options(arguments), name: "geohash cover",
          paths: arguments.operands, &console)
      }
      let region = try region(arguments, radius: radius, &console)
      let cells: [Geohash]
      if arguments["cells"] != nil {
        let count = try arguments.count("cells", default: 8, in: 1...1_000_000)
        cells =
          GeohashCover(
            region, maximumCells: count, maximumPrecision: try arguments.precision ?? 12
          ).cells
      } else {
        guard let precision = try arguments.precision else {
          throw .usage("--precision is needed, such as --precision 5, or --cells for a few cells")
        }
        do {
          cells = try GeohashCover(region, precision: precision, maximumCells: limit).cells
        } catch {
          throw .usage("\(error); take a smaller --precision or a larger --limit")
        }
      }
      for cell in cells { try console.output.write("\(cell)\n") }
    })

  /// The region that the command line names.
  private static func region(
    _ arguments: Arguments, radius: Double?, _ console: inout Console
  ) throws(Failure) -> any PlaceRegion {
    let place = arguments.operands.joined(separator: " ")
    let given = ["box", "country", "polygon", "along"].filter { arguments.has($0) }
    guard given.count + (place.isEmpty ? 0 : 1) == 1 else {
      throw .usage(
        "one region is needed: --box, --country, --polygon, --along, or a place with --radius")
    }
    if let box = arguments["box"] { return try BoundingBox(option: box) }
    if let country = try arguments.country {
      return CountryAtlas.world.outline(of: country)
    }
    if let path = arguments["polygon"] {
      return try ShapeInput(path, option: "--polygon", &console).polygons()
    }
    if let path = arguments["along"] {
      guard let width = try arguments.length("width", unit: .kilometers) else {
        throw .usage("--width is needed, such as --width 10km")
      }
      return PathCorridor(within: width, of: try GeoPath(option: path, &console))
    }
    guard let radius else { throw .usage("--radius is needed, such as --radius 25km") }
    return Cap(center: try Location(place).coordinate, radius: radius)
  }
}
