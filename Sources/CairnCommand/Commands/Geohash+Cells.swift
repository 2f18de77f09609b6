internal import CairnCountries
internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex

extension Command {
  /// `cairn geohash encode`.
  static let geohashEncode = Command(
    name: "geohash encode",
    summary: "the geohash of places",
    operands: "[<place> ...]",
    discussion: """
      Prints a geohash for each place, or for each line of the standard input when none is named.
      """,
    options: [.precision],
    examples: [
      ("cairn geohash encode 48.85826,2.2945 --precision 7", "u09tunq"),
      ("cairn geohash encode Paris Tokyo", "for each of two places"),
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
    summary: "the middle and the edges of cells",
    operands: "[<geohash> ...]",
    discussion: """
      Prints the middle of each cell, latitude first, or of each line of the standard input when
      none is named. The other formats have the edges too.
      """,
    options: [.cellFormat],
    examples: [("cairn geohash decode u09tunq", "48.8582611083984375,2.294540405273437")],
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
    summary: "the cells around cells",
    operands: "[<geohash> ...]",
    discussion: """
      Prints the cells around each cell clockwise from the north, one a line: eight, or five where
      a pole is. Without operands the cells are the lines of the standard input. The other formats
      name the cell and the direction.
      """,
    options: [.cellFormat],
    examples: [("cairn geohash neighbors u09tunq", "eight cells, the northern one first")],
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
  /// The form in which cells are told.
  fileprivate static let cellFormat = Option(
    name: "format", value: "FORMAT", help: "text (default), csv or json (an object a line)",
    choices: ["text", "csv", "json"])
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
  /// Reads a word of the command line or a line of the input.
  fileprivate init(word: String) throws(Failure) {
    do {
      try self.init(parsing: word)
    } catch {
      throw .usage("\(Spelling.quoted(word)) is no geohash: \(error)")
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
  /// Answers each operand, or each line of the standard input when there is none, as it arrives.
  ///
  /// What is wrong with a line is told with its number, and is the data's fault.
  fileprivate func forEachWord(
    _ console: inout Console, _ answer: (String) throws(Failure) -> String
  ) throws(Failure) {
    for word in operands { try console.output.write(answer(word)) }
    guard operands.isEmpty else { return }
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
