internal import CairnFormats
internal import CairnGeodesy
internal import CairnHours
internal import CairnMemory
internal import CairnRoads

extension Command {
  /// `cairn roads match`: the roads of recorded tracks.
  static let roadsMatch = Command(
    name: "roads match",
    summary: "the roads that a recorded track followed",
    operands: "<file> [<track>]",
    discussion: """
      Reads the tracks of a file (the lines of GPX, GeoJSON, KML and the like, with their times, or
      else its points in order) and prints the roads that each one followed, and the road of each
      point with its confidence from 0 to 1. A match is split where the track is interrupted, is not
      near roads, or no road leads on. In JSON, "geometry" is a line, or a list of lines if the match
      is split.

      With --format ndjson, requests are read from standard input, one per line, such as {"id": "1",
      "points": [[-8.62, 41.15], [-8.6, 41.16]], "times": [0, 10], "accuracy": 5}, and each is
      answered by a line.
      """,
    options: [
      .roadsBy,
      Option(
        name: "accuracy", value: "M",
        help: "the standard deviation of the recorded positions in meters (10)"),
      Option(
        name: "snap", value: "M",
        help: "the maximum distance to a road in meters (5 times the accuracy, at least 60)"),
      .roadsAt, .roadProfiles, .format(["json", "geojson", "csv", "gpx", "ndjson"]),
    ],
    examples: [
      ("cairn roads match city.roads track.gpx --by car", "the roads of a track"),
      ("cairn roads match city.roads track.gpx --format gpx", "the track, moved to the roads"),
      ("cairn roads match city.roads track.gpx --accuracy 20", "of an inaccurate receiver"),
    ],
    run: { (arguments, console) throws(Failure) in
      try RoadsMatch(arguments).answer(to: &console)
    })
}

/// A run of `cairn roads match`: tracks of a file, or requests of standard input.
struct RoadsMatch {
  private let network: RoadNetwork
  private let profile: String
  private let format: String
  private let options: RoadMatchOptions
  private let path: String?

  init(_ arguments: Arguments) throws(Failure) {
    format = arguments["format"] ?? "json"
    var options = RoadMatchOptions()
    options.snapRadius = try RoadsInput.number(arguments, "snap", in: 0...100_000)
    options.accuracy = try RoadsInput.number(arguments, "accuracy", in: 0.1...1000) ?? 10
    self.options = options
    let operands = arguments.operands
    guard let file = operands.first else { throw RoadsInput.needsFile("match") }
    if format == "ndjson" {
      guard operands.count == 1 else {
        throw .usage("--format ndjson reads tracks from standard input; give none here")
      }
      guard file != "-" else {
        throw .usage(
          "--format ndjson reads requests from standard input; give the file by its name")
      }
    } else {
      guard operands.count == 2 else {
        throw .usage("a track is needed, such as `cairn roads match city.roads track.gpx`")
      }
      guard file != "-" || operands[1] != "-" else {
        throw .usage("only one of the two files can be standard input")
      }
    }
    path = operands.dropFirst().first
    network = try RoadsInput.network(file, arguments)
    profile = try RoadsInput.profile(arguments, of: network)
  }

  /// Answers all requests.
  func answer(to console: inout Console) throws(Failure) {
    if let path {
      let (tracks, leftOut) = try RoadTracks.read(path)
      try answer(tracks, path, &console)
      for note in leftOut.notes { try console.errors.write("cairn roads match: \(note)\n") }
      return try console.errors.flush()
    }
    try RoadsInput.forEachLine(&console) { line, number in answer(line, number: number) }
  }

  private func answer(
    _ tracks: [RoadTracks.Track], _ path: String, _ console: inout Console
  ) throws(Failure) {
    guard !tracks.isEmpty else {
      let name = path == "-" ? "the input" : Spelling.quoted(path)
      throw Failure(code: .data, message: "\(name) has no track: no line and no points")
    }
    var output = RoadsMatchOutput()
    for track in tracks {
      do throws(RoadError) {
        output.add(try network.match(track.points, by: profile, options: options), track)
      } catch {
        throw Failure(code: .data, message: error.description)
      }
    }
    switch format {
    case "csv": try console.output.write(output.csv)
    case "geojson": try console.output.write(output.geoJSON)
    case "gpx": try console.output.write(FileFormat.gpx.file(of: output.features))
    default: try console.output.write(RoadsOutput.line(output.write))
    }
  }

  /// The answer to a request on one line, with its line break.
  private func answer(_ line: String, number: Int) -> [UInt8] {
    let (id, track, radius, invalid) = RoadTracks.parse(line)
    var reason = invalid.map { "line \(number): \($0)" }
    var output = RoadsMatchOutput()
    if reason == nil {
      var options = options
      if let radius { options.snapRadius = radius }
      do throws(RoadError) {
        output.add(try network.match(track.points, by: profile, options: options), track)
      } catch {
        reason = error.description
      }
    }
    return RoadsOutput.reply(to: id, reason: reason) { output.write(to: &$0) }
  }
}

/// The tracks of files and requests.
enum RoadTracks {
  struct Track {
    var name = ""
    var points: [RoadTrackPoint] = []
  }

  /// The data that a match of a file lacks.
  struct LeftOut {
    /// Areas, and points in a file with lines.
    var features = 0
    /// Times of points that cannot be read.
    var times = 0

    var notes: [String] {
      var notes: [String] = []
      if features > 0 {
        notes.append(
          "\(Text.grouped(features)) \(features == 1 ? "feature" : "features") without a line, "
            + "left out")
      }
      if times > 0 {
        notes.append(
          "\(Text.grouped(times)) \(times == 1 ? "time" : "times") that cannot be read, left out")
      }
      return notes
    }
  }

  /// The tracks of a file: its lines, or else its points as one track.
  static func read(_ path: String) throws(Failure) -> ([Track], LeftOut) {
    var input = try FeatureInput.open(path, format: nil, columns: [:], badRows: .fail)
    var tracks: [Track] = []
    var points = Track()
    var leftOut = LeftOut()
    while let feature = try input.next() {
      let times = feature.properties["coordTimes"]
      var track = Track(name: feature.properties["name"]?.text ?? "")
      switch feature.geometry {
      case .point(let position):
        let time = feature.properties["time"].flatMap { seconds($0, &leftOut) }
        points.points.append(RoadTrackPoint(position.coordinate, seconds: time))
      case .lineString(let line): append(line, times, to: &track, &leftOut)
      case .multiLineString(let lines):
        for (index, line) in lines.enumerated() {
          var part: PropertyValue?
          if case .array(let parts)? = times, index < parts.count { part = parts[index] }
          append(line, part, to: &track, &leftOut)
        }
      case nil: break
      default: leftOut.features += 1
      }
      if !track.points.isEmpty { tracks.append(track) }
    }
    if tracks.isEmpty, !points.points.isEmpty { return ([points], leftOut) }
    leftOut.features += points.points.count
    return (tracks, leftOut)
  }

  private static func append(
    _ line: [GeoFeature.Position], _ times: PropertyValue?, to track: inout Track,
    _ leftOut: inout LeftOut
  ) {
    var values: [PropertyValue] = []
    if case .array(let elements)? = times, elements.count == line.count { values = elements }
    for (index, position) in line.enumerated() {
      let time = values.isEmpty ? nil : seconds(values[index], &leftOut)
      track.points.append(RoadTrackPoint(position.coordinate, seconds: time))
    }
  }

  /// A time in seconds, counted if it cannot be read.
  private static func seconds(_ value: PropertyValue, _ leftOut: inout LeftOut) -> Double? {
    let time = seconds(value)
    if time == nil, value != .null { leftOut.times += 1 }
    return time
  }

  /// A time in seconds: a number, or a date and time such as `2026-11-22T09:30:00.5Z`.
  private static func seconds(_ value: PropertyValue) -> Double? {
    if let number = value.number { return number }
    guard case .string(let text) = value else { return nil }
    return seconds(text)
  }

  /// The seconds since 1970 of a date and time such as `2026-11-22T09:30:00.5Z`, with another
  /// offset such as `+02:00`, or without one, which counts as UTC; nil if it is invalid.
  static func seconds(_ text: String) -> Double? {
    var rest = Substring(text)
    var offset = 0.0
    if rest.last == "Z" {
      rest.removeLast()
    } else if let sign = rest.suffix(6).first, sign == "+" || sign == "-",
      let shift = ClockTime(rest.suffix(5))
    {
      offset = sign == "-" ? -shift.seconds : shift.seconds
      rest.removeLast(6)
    }
    var fraction = 0.0
    if let point = rest.lastIndex(of: ".") {
      guard let value = Double(plain: "0" + rest[point...]) else { return nil }
      fraction = value
      rest = rest[..<point]
    }
    guard let time = CivilTime(rest) else { return nil }
    return Double(time.date.dayNumber) * 86_400 + time.time.seconds - offset + fraction
  }

  /// The track of a request on one line of JSON, its radius, or the reason why it is invalid.
  static func parse(
    _ line: String
  ) -> (id: PropertyValue?, track: Track, radius: Double?, reason: String?) {
    let value: PropertyValue
    do {
      value = try PropertyValue(json: Array(line.utf8))
    } catch {
      return (nil, Track(), nil, "the request is not valid JSON: \(error)")
    }
    guard case .object(let members) = value else {
      return (nil, Track(), nil, "the request is not a JSON object")
    }
    let id = members["id"]
    let (base, reason) = RoadsRequest.parse(line, radius: 0)
    if let reason { return (id, Track(), nil, reason) }
    guard !base.points.isEmpty else {
      return (id, Track(), nil, "match needs a position in `points`")
    }
    var track = Track(points: base.points.map { RoadTrackPoint($0) })
    if let times = members["times"], times != .null {
      guard case .array(let elements) = times, elements.count == track.points.count else {
        return (id, Track(), nil, "`times` is a list with a time per point")
      }
      for (index, element) in elements.enumerated() where element != .null {
        guard let time = seconds(element) else {
          return (id, Track(), nil, "`times` has seconds, or dates such as 2026-11-22T09:30:00Z")
        }
        track.points[index].seconds = time
      }
    }
    if let accuracy = members["accuracy"], accuracy != .null,
      let reason = set(accuracy, of: &track)
    {
      return (id, Track(), nil, reason)
    }
    return (id, track, members["snap"] == nil ? nil : base.radius, nil)
  }

  /// Sets the accuracy of the points: a number, or a list with a number per point.
  ///
  /// - Returns: the reason if it is invalid.
  private static func set(_ accuracy: PropertyValue, of track: inout Track) -> String? {
    let reason = "`accuracy` is a number of meters from 0.1 to 1000, or a list with one per point"
    var values = [accuracy]
    if case .array(let elements) = accuracy {
      guard elements.count == track.points.count else { return reason }
      values = elements
    }
    for index in track.points.indices {
      let value = values.count == 1 ? values[0] : values[index]
      if value == .null { continue }
      guard let meters = value.number, (0.1...1000).contains(meters) else { return reason }
      track.points[index].accuracy = meters
    }
    return nil
  }
}
