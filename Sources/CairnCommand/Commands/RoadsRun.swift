internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex
internal import CairnRoads

/// A run of a subcommand of `cairn roads`: requests of the command line or of standard input.
struct RoadsRun {
  let network: RoadNetwork
  let profile: String
  private let command: String
  let format: String
  private let isStream: Bool
  private let words: RoadWords
  /// Whether the answers are areas, for which a request may have several times.
  private let returnsAreas: Bool
  private var request: RoadsRequest

  /// The minimum number of positions of each command.
  private var needed: Int { Self.needed(command) }

  private static func needed(_ command: String) -> Int { command == "route" ? 2 : 1 }

  init(_ arguments: Arguments, _ command: String) throws(Failure) {
    self.command = command
    format = arguments["format"] ?? "json"
    isStream = format == "ndjson"
    words = try RoadsText.words(arguments)
    returnsAreas = arguments.has("polygon")
    let radius = try RoadsInput.number(arguments, "snap", in: 0...100_000) ?? 1000
    request = RoadsRequest(radius: radius)
    request.heading = try RoadsInput.number(arguments, "heading", in: -360...360)
    guard let path = arguments.operands.first else { throw RoadsInput.needsFile(command) }
    var points: [Coordinate] = []
    for word in arguments.operands.dropFirst() { points.append(try RoadsInput.position(word)) }
    request.points = points
    request.sources = points
    request.targets = points
    let missing =
      "positions are needed, such as `cairn roads \(command) city.roads -8.62,41.15"
      + (command == "route" ? " -8.6,41.16`" : "`")
    if isStream {
      guard points.isEmpty else {
        throw .usage("--format ndjson reads positions from standard input; give none here")
      }
    } else {
      guard points.count >= Self.needed(command) else { throw .usage(missing) }
      guard command != "reach" || points.count == 1 else {
        throw .usage("one position is needed, not \(points.count)")
      }
    }
    guard path != "-" || !isStream else {
      throw .usage("--format ndjson reads requests from standard input; give the file by its name")
    }
    network = try RoadsInput.network(path, arguments)
    profile = try RoadsInput.profile(arguments, of: network)
  }

  /// Answers all requests.
  func answer(
    to console: inout Console,
    _ find: (RoadsRun, RoadsRequest) throws(RoadError) -> RoadsAnswer
  ) throws(Failure) {
    guard isStream else {
      let answer: RoadsAnswer
      do throws(RoadError) {
        answer = try find(self, request)
      } catch {
        return try fail(error, &console)
      }
      return try write(answer, to: &console)
    }
    try RoadsInput.forEachLine(&console) { line, number in answer(line, number: number, find) }
  }

  /// The answer to a request on one line, with its line break.
  private func answer(
    _ line: String, number: Int, _ find: (RoadsRun, RoadsRequest) throws(RoadError) -> RoadsAnswer
  ) -> [UInt8] {
    let (request, invalid) = RoadsRequest.parse(line, radius: self.request.radius)
    var reason = invalid
    var answer: RoadsAnswer?
    if reason == nil {
      let count =
        command == "matrix"
        ? min(request.sources.count, request.targets.count)
        : request.points.count
      if count < needed || (command == "reach" && count != 1) {
        let wanted = command == "route" ? "two positions" : "a position"
        reason = "\(command) needs \(command == "reach" ? "one position" : wanted) in `points`"
      } else if request.times != nil, !returnsAreas {
        reason = "a list of `seconds` needs --polygon"
      }
    }
    if reason == nil {
      do throws(RoadError) {
        answer = try find(self, request)
      } catch {
        reason = error.description
      }
    }
    if invalid != nil { reason = reason.map { "line \(number): \($0)" } }
    return RoadsOutput.reply(to: request.id, reason: reason) { answer?.write(to: &$0) }
  }

  private func write(_ answer: RoadsAnswer, to console: inout Console) throws(Failure) {
    switch format {
    case "csv": try console.output.write(answer.csv)
    case "geojson": try console.output.write(answer.geoJSON)
    case "text": try console.output.write(RoadsText.text(answer, words))
    default: try console.output.write(RoadsOutput.line(answer.write))
    }
  }

  /// Reports a missing road or route as an answer, and a damaged file as an error.
  private func fail(_ error: RoadError, _ console: inout Console) throws(Failure) {
    switch error {
    case .noRoad, .noRoute: break
    default: throw Failure(code: .data, message: error.description)
    }
    guard format == "json" else { throw Failure(code: .data, message: error.description) }
    try console.output.write(
      RoadsOutput.line { json in
        json.member("found", false)
        json.member("reason", error.description)
      })
  }
}

/// A run of `cairn roads near`.
struct RoadsNear {
  private let network: RoadNetwork
  private let start: Coordinate
  private let profile: String
  private let radius: Double
  private let limit: Int
  private let format: String
  private let source: PlaceSource

  init(_ arguments: Arguments, _ console: inout Console) throws(Failure) {
    format = arguments["format"] ?? "json"
    limit = try arguments.count("limit", default: 10, in: NearQuery.limits)
    radius = try RoadsInput.number(arguments, "snap", in: 0...100_000) ?? 1000
    guard arguments.operands.count == 2 else {
      throw .usage(
        "a file and a position are needed, such as "
          + "`cairn roads near city.roads -8.62,41.15 --in places.csv`")
    }
    start = try RoadsInput.position(arguments.operands[1])
    guard let input = try PlaceInput(arguments) else {
      throw .usage("--in is needed, such as --in places.csv")
    }
    let filter = try arguments.filter(hasOwnPlaces: true)
    source = try input.source(
      for: PlaceRequest(area: .region(BoundingBox.world), filter: filter, countsOnly: false),
      &console)
    places = try source.places(in: .region(BoundingBox.world), filter)
    network = try RoadsInput.network(arguments.operands[0], arguments)
    profile = try RoadsInput.profile(arguments, of: network)
  }

  private let places: [PlaceSource.Found]

  func answer(to console: inout Console) throws(Failure) {
    let rows = places.map { source.row($0).place }
    let times: [Int?]
    do throws(RoadError) {
      times =
        try network.milliseconds(
          from: [start], to: rows.map(\.coordinate), by: profile, snapRadius: radius
        ).first ?? []
    } catch {
      throw Failure(code: .data, message: error.description)
    }
    var found: [(time: Int, row: Int)] = []
    for (row, time) in times.enumerated() { if let time { found.append((time, row)) } }
    found.sort { ($0.time, $0.row) < ($1.time, $1.row) }
    let missing = rows.count - found.count
    if missing > 0 {
      try console.errors.write(
        "cairn roads near: \(Text.grouped(missing)) \(missing == 1 ? "place" : "places") without a "
          + "route, left out\n")
      try console.errors.flush()
    }
    let nearest = found.prefix(limit).map { (rows[$0.row], Double($0.time) / 1000) }
    switch format {
    case "csv":
      var csv = CSVWriter()
      csv.row(["name", "lon", "lat", "duration_s"])
      for (place, time) in nearest {
        csv.field(place.name)
        csv.position(place.coordinate)
        csv.field(time, fractionDigits: 3)
        csv.endRow()
      }
      try console.output.write(csv.drain())
    default: try console.output.write(json(nearest) + [0x0A])
    }
  }

  private func json(_ nearest: [(Place, Double)]) -> [UInt8] {
    let isGeoJSON = format == "geojson"
    var json = JSONWriter()
    json.beginObject()
    if isGeoJSON { json.member("type", "FeatureCollection") }
    json.key(isGeoJSON ? "features" : "places")
    json.beginArray(onLines: isGeoJSON)
    for (place, time) in nearest {
      if isGeoJSON {
        RoadsOutput.feature("Point", to: &json) { json in
          json.beginArray()
          RoadsOutput.writeNumbers(place.coordinate, to: &json)
          json.endArray()
        } properties: { json in
          json.member("name", place.name)
          json.member("duration_s", time, fractionDigits: 3)
        }
      } else {
        json.beginObject()
        json.member("name", place.name)
        json.key("position")
        json.beginArray()
        RoadsOutput.writeNumbers(place.coordinate, to: &json)
        json.endArray()
        json.member("duration_s", time, fractionDigits: 3)
        json.endObject()
      }
    }
    json.endArray()
    json.endObject()
    return json.bytes
  }
}
