internal import CairnFormats
internal import CairnGeodesy
internal import CairnHours
internal import CairnMemory
internal import CairnOSM
internal import CairnRoads

/// Reads the networks, profiles, positions and requests of `cairn roads`.
enum RoadsInput {
  static func needsFile(_ command: String) -> Failure {
    .usage("an extract or a file of roads is needed, such as `cairn roads \(command) city.osm.pbf`")
  }

  /// The network of a file: opened, or built from an extract, which `-` reads from the standard
  /// input.
  static func network(_ path: String, _ arguments: Arguments) throws(Failure) -> RoadNetwork {
    let profiles = try profiles(arguments)
    let time = try time(arguments)
    try InputFile.checkIsNotOutput(path)
    // A pipe can be read only once, so it is not tried as a file of roads.
    if path != "-", System.identity(FileName.system(path)) != nil {
      do throws(RoadError) {
        let network = try RoadNetwork(path: path)
        guard profiles != nil || time != nil else { return network }
      } catch {
        guard error == .notARoadFile else { throw failure(error, path) }
        return try network(of: extract(path), profiles, time, path)
      }
      if profiles != nil {
        throw .usage(
          "\(Spelling.quoted(path)) already has its profiles; give --profile with an extract")
      }
      throw .usage(
        "\(Spelling.quoted(path)) already has its rules; give --at with an extract, or when the "
          + "file is built")
    }
    return try network(of: extract(path), profiles, time, path)
  }

  /// The local time of `--at`; nil if it is not given.
  private static func time(_ arguments: Arguments) throws(Failure) -> CivilTime? {
    guard let text = arguments["at"] else { return nil }
    guard let time = CivilTime(text) ?? CivilTime("\(text)T00:00") else {
      throw .usage(
        "--at is a date and a time such as 2026-03-29T12:00, not \(Spelling.quoted(text))")
    }
    return time
  }

  private static func extract(_ path: String) throws(Failure) -> OSMFile {
    do throws(OSMError) {
      return path == "-" ? try OSMFile.standardInput() : try OSMFile(path: path)
    } catch {
      throw failure(.extract(error), path)
    }
  }

  private static func network(
    of extract: OSMFile, _ profiles: [RoadProfile]?, _ time: CivilTime?, _ path: String
  ) throws(Failure) -> RoadNetwork {
    do throws(RoadError) {
      return try RoadNetwork(
        extract: extract, profiles: profiles ?? RoadProfile.standard, at: time)
    } catch {
      throw failure(error, path)
    }
  }

  private static func failure(_ error: RoadError, _ path: String) -> Failure {
    let name = path == "-" ? "the input" : Spelling.quoted(path)
    switch error {
    case .system: return Failure(code: .noInput, message: "\(error)")
    case .extract(let error):
      if case .unreadable(let message) = error.reason {
        return Failure(code: .noInput, message: message)
      }
      return Failure(code: .data, message: "\(name), \(error)")
    default: return Failure(code: .data, message: "\(name): \(error)")
    }
  }

  /// The profile of `--by`, by its name or an everyday name.
  static func profile(_ arguments: Arguments, of network: RoadNetwork) throws(Failure) -> String {
    let profile =
      switch arguments["by"] {
      case nil, "walk", "walking": "foot"
      case "bike", "cycling": "bicycle"
      case "driving": "car"
      case let name?: name
      }
    guard network.profileNames.contains(profile) else {
      throw .usage(
        "--by is \(Spelling.list(network.profileNames)), not \(Spelling.quoted(profile))")
    }
    return profile
  }

  /// The profiles of `--profile`; nil if it is not given.
  private static func profiles(_ arguments: Arguments) throws(Failure) -> [RoadProfile]? {
    guard let paths = arguments["profile"] else { return nil }
    var profiles: [RoadProfile] = []
    for path in paths.split(separator: ",").map(String.init) {
      let bytes: [UInt8]
      do {
        bytes = try System.contents(of: path)
      } catch {
        throw Failure(
          code: .noInput, message: "\(Spelling.quoted(path)) cannot be read: \(error.message)")
      }
      let value: PropertyValue
      do throws(FormatError) {
        value = try PropertyValue(json: bytes)
      } catch {
        throw Failure(code: .data, message: "\(Spelling.quoted(path)): \(error)")
      }
      let profile = try RoadProfileReader(path: path).profile(value)
      guard !profiles.contains(where: { $0.name == profile.name }) else {
        throw Failure(
          code: .data,
          message: "\(Spelling.quoted(path)): another profile is called "
            + "\(Spelling.quoted(profile.name)); give each its own `name`")
      }
      profiles.append(profile)
    }
    return profiles
  }

  /// The value of an option that is a number.
  static func number(
    _ arguments: Arguments, _ name: String, in range: ClosedRange<Double>
  ) throws(Failure) -> Double? {
    guard let text = arguments[name] else { return nil }
    guard let number = Double(plain: text), range.contains(number) else {
      throw .usage(
        "--\(name) is a number from \(Text.plain(range.lowerBound)) to "
          + "\(Text.plain(range.upperBound)), not \(Spelling.quoted(text))")
    }
    return number
  }

  /// Answers each line of the standard input that is not blank.
  static func forEachLine(
    _ console: inout Console, _ answer: (_ line: String, _ number: Int) -> [UInt8]
  ) throws(Failure) {
    var lines = LineReader(file: 0)
    while true {
      var written = console
      let next = try lines.next { () throws(Failure) in try written.output.flush() }
      console = written
      guard let line = next else { break }
      guard line.contains(where: { !$0.isWhitespace }) else { continue }
      try console.output.write(answer(line, lines.count))
    }
  }

  /// A position of the command line: longitude, then latitude.
  static func position(_ text: String) throws(Failure) -> Coordinate {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double(plain: $0) }
    guard parts.count == 2, numbers.count == 2 else {
      throw .usage("a position is LON,LAT, such as -8.62,41.15, not \(Spelling.quoted(text))")
    }
    let coordinate = Coordinate(latitude: numbers[1], longitude: numbers[0])
    guard abs(numbers[0]) <= 180, coordinate.isValid else {
      throw .usage(
        "a position is LON,LAT with a longitude in -180...180 and a latitude in -90...90, not "
          + Spelling.quoted(text))
    }
    return coordinate
  }
}

/// A question about a network.
struct RoadsRequest {
  /// The value of the member `id`, returned with the answer.
  var id: PropertyValue?
  var points: [Coordinate] = []
  var sources: [Coordinate] = []
  var targets: [Coordinate] = []
  var radius: Double
  var heading: Double?
  var seconds: Double?
  /// The times of a list in the member `seconds`.
  var times: [Double]?

  /// A request on one line of JSON.
  ///
  /// - Returns: the request, or the reason why it is invalid.
  static func parse(
    _ line: String, radius: Double
  ) -> (request: RoadsRequest, reason: String?) {
    var request = RoadsRequest(radius: radius)
    let value: PropertyValue
    do {
      value = try PropertyValue(json: Array(line.utf8))
    } catch {
      return (request, "the request is not valid JSON: \(error)")
    }
    guard case .object(let members) = value else {
      return (request, "the request is not a JSON object")
    }
    request.id = members["id"]
    if let snap = members["snap"] {
      guard let meters = snap.number, meters >= 0 else { return (request, "`snap` is in meters") }
      request.radius = meters
    }
    if let seconds = members["seconds"] {
      var values = [seconds]
      if case .array(let elements) = seconds { values = elements }
      let numbers = values.compactMap(\.number).filter { (0...2_000_000).contains($0) }
      guard numbers.count == values.count, let first = numbers.first else {
        return (request, "`seconds` is a number from 0 to 2000000, or a list of such numbers")
      }
      request.seconds = first
      if case .array = seconds { request.times = numbers }
    }
    if let heading = members["heading"] {
      guard let degrees = heading.number, abs(degrees) <= 360 else {
        return (request, "`heading` is an angle in degrees")
      }
      request.heading = degrees
    }
    for name in ["points", "sources", "targets"] {
      guard let value = members[name] else { continue }
      guard let positions = positions(value) else {
        return (request, "`\(name)` is a list of [longitude, latitude]")
      }
      if name == "points" { request.points = positions }
      if name != "targets" { request.sources = positions }
      if name != "sources" { request.targets = positions }
    }
    return (request, nil)
  }

  private static func positions(_ value: PropertyValue) -> [Coordinate]? {
    guard case .array(let elements) = value else { return nil }
    var positions: [Coordinate] = []
    for element in elements {
      guard case .array(let numbers) = element, numbers.count >= 2,
        let longitude = numbers[0].number, let latitude = numbers[1].number
      else { return nil }
      let position = Coordinate(latitude: latitude, longitude: longitude)
      guard position.isValid, abs(longitude) <= 180 else { return nil }
      positions.append(position)
    }
    return positions
  }
}
