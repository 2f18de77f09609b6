internal import CairnFormats
internal import CairnGeodesy
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
      "points": [[8.62, 41.15], [8.6, 41.16]], "times": [0, 10], "accuracy": 5}, and each is answered
      by a line.
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
    options.radius = try RoadsInput.number(arguments, "snap", in: 0...100_000)
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
    if let path { return try answer(RoadTracks.read(path), path, &console) }
    var lines = LineReader(file: 0)
    while true {
      var written = console
      let next = try lines.next { () throws(Failure) in try written.output.flush() }
      console = written
      guard let line = next else { break }
      guard line.contains(where: { !$0.isWhitespace }) else { continue }
      try console.output.write(answer(line, number: lines.count))
    }
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
    default:
      var json = JSONWriter()
      json.beginObject()
      output.write(to: &json)
      json.endObject()
      try console.output.write(json.bytes + [0x0A])
    }
  }

  /// The answer to a request on one line, with its line break.
  private func answer(_ line: String, number: Int) -> [UInt8] {
    let (id, track, radius, invalid) = RoadTracks.parse(line)
    var reason = invalid.map { "line \(number): \($0)" }
    var output = RoadsMatchOutput()
    if reason == nil {
      var options = options
      if let radius { options.radius = radius }
      do throws(RoadError) {
        output.add(try network.match(track.points, by: profile, options: options), track)
      } catch {
        reason = error.description
      }
    }
    var json = JSONWriter()
    json.beginObject()
    json.key("id")
    json.value(id ?? .null)
    if let reason {
      json.member("found", false)
      json.member("reason", reason)
    } else {
      output.write(to: &json)
    }
    json.endObject()
    return json.bytes + [0x0A]
  }
}

/// The tracks of files and requests.
enum RoadTracks {
  struct Track {
    var name = ""
    var points: [RoadTrackPoint] = []
  }

  /// The tracks of a file: its lines, or else its points as one track.
  static func read(_ path: String) throws(Failure) -> [Track] {
    var input = try FeatureInput.open(path, format: nil, columns: [:], badRows: .fail)
    var tracks: [Track] = []
    var points = Track()
    while let feature = try input.next() {
      let times = feature.properties["coordTimes"]
      var track = Track(name: feature.properties["name"]?.text ?? "")
      switch feature.geometry {
      case .point(let position):
        let time = feature.properties["time"].flatMap(seconds)
        points.points.append(RoadTrackPoint(position.coordinate, time: time))
      case .lineString(let line): append(line, times, to: &track)
      case .multiLineString(let lines):
        for (index, line) in lines.enumerated() {
          var part: PropertyValue?
          if case .array(let parts)? = times, index < parts.count { part = parts[index] }
          append(line, part, to: &track)
        }
      default: break
      }
      if !track.points.isEmpty { tracks.append(track) }
    }
    return tracks.isEmpty && !points.points.isEmpty ? [points] : tracks
  }

  private static func append(
    _ line: [GeoFeature.Position], _ times: PropertyValue?, to track: inout Track
  ) {
    var values: [PropertyValue] = []
    if case .array(let elements)? = times, elements.count == line.count { values = elements }
    for (index, position) in line.enumerated() {
      let time = values.isEmpty ? nil : seconds(values[index])
      track.points.append(RoadTrackPoint(position.coordinate, time: time))
    }
  }

  /// A time in seconds: a number, or a date and time such as `2026-11-22T09:30:00.5Z`.
  private static func seconds(_ value: PropertyValue) -> Double? {
    if let number = value.number { return number }
    guard case .string(let text) = value else { return nil }
    return seconds(text)
  }

  /// The seconds since 1970 of a date and time of ISO 8601; nil if it is invalid.
  static func seconds(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 19, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":")
    else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      var value = 0
      for byte in bytes[range] {
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
      }
      return value
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
      (1...12).contains(month), (1...31).contains(day), hour < 25, minute < 60, second < 62
    else { return nil }
    var end = 19
    while end < bytes.count,
      bytes[end] == UInt8(ascii: ".")
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[end])
    {
      end += 1
    }
    guard
      let fraction = end == 19 ? 0 : Double("0" + String(decoding: bytes[19..<end], as: UTF8.self))
    else { return nil }
    var offset = 0
    if end + 6 == bytes.count, bytes[end + 3] == UInt8(ascii: ":"),
      let hours = number(end + 1..<end + 3), let minutes = number(end + 4..<end + 6)
    {
      offset = (bytes[end] == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes) * 60
    } else if end < bytes.count, bytes[end] != UInt8(ascii: "Z") || end + 1 != bytes.count {
      return nil
    }
    let seconds = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset
    return Double(seconds) + fraction
  }

  /// The days from 1 January 1970 to a date of the Gregorian calendar.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Years begin in March, so that the leap day is the last one.
    let shifted = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
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
        track.points[index].time = time
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
