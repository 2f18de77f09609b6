internal import CairnFormats
internal import CairnGeodesy

/// The tracks of a file: its features with lines, or else its points as one track.
struct TrackInput {
  /// A feature and its lines with times.
  struct Track {
    var feature: GeoFeature
    var lines: [TimedLine]
  }

  let format: FileFormat
  /// The name of the file in messages.
  let name: String
  private(set) var tracks: [Track] = []
  /// The features that are no lines, with their positions among the features of the file.
  private(set) var others: [(position: Int, feature: GeoFeature)] = []

  /// The number of points whose time cannot be read, and the first of these times.
  private var unreadTimes = UnreadTimes()

  /// The number of collections with other parts than lines.
  private(set) var mixedCount = 0

  /// Reads a file, or the standard input for `-`.
  init(_ arguments: Arguments) throws(Failure) {
    guard arguments.operands.count < 2 else {
      throw .usage("one file is expected; a name with a space needs quotes")
    }
    var input = try FeatureInput.open(
      arguments.operands.first ?? "-", format: arguments.inputFormat,
      columns: try PlaceInput.columns(arguments["columns"] ?? ""),
      hasHeader: arguments.tableHasHeader, encoding: arguments.encoding, badRows: .fail)
    format = input.format
    name = input.name
    var points = TimedLine(positions: [], times: [])
    var position = 0
    while let feature = try input.next() {
      defer { position += 1 }
      let lines = feature.timedLines
      if !lines.isEmpty {
        if feature.geometry?.hasOtherParts == true { mixedCount += 1 }
        tracks.append(Track(feature: feature, lines: lines))
        continue
      }
      others.append((position, feature))
      if case .point(let place)? = feature.geometry {
        points.positions.append(place)
        points.times.append(feature.timeSpan?.start)
        unreadTimes.add(feature)
      }
    }
    if tracks.isEmpty, !points.positions.isEmpty {
      tracks = [Track(feature: GeoFeature(geometry: nil), lines: [points])]
      others = []
    }
    guard !tracks.isEmpty else {
      throw Failure(code: .data, message: "\(name) has no track: no line and no points")
    }
  }

  /// Throws if no vertex has a time.
  func requireTimes(for option: String) throws(Failure) {
    guard tracks.contains(where: { $0.lines.contains(where: \.hasTimes) }) else {
      let cure =
        unreadTimes.example.map { "; \($0)" }
        ?? (format == .csv || format == .tsv
          ? "; a column of times is called time, timestamp or datetime" : "")
      throw Failure(code: .data, message: "\(name) has no times, which \(option) needs\(cure)")
    }
  }

  /// Reports the features that are no lines and are left out, and times that cannot be read.
  func reportOthers(_ command: String, to console: inout Console) throws(Failure) {
    let report = FeatureReport(command, of: name)
    for (count, what) in [
      (others.count, "without a line"), (mixedCount, "with other parts than lines"),
    ]
    where count > 0 {
      let noun = count == 1 ? "feature" : "features"
      try report.write("\(Text.grouped(count)) \(noun) \(what), left out", to: &console)
    }
    // If the file has lines, its points are left out.
    if others.isEmpty { try report.write(unreadTimes, to: &console) }
    try console.errors.flush()
  }
}

/// The values that are called like a time but cannot be read as one.
struct UnreadTimes {
  private(set) var count = 0
  private var first: (name: String, value: String)?

  mutating func add(_ feature: GeoFeature) {
    guard let unread = feature.unreadTime else { return }
    count += 1
    first = first ?? unread
  }

  /// The first of them, and how to write it.
  var example: String? {
    first.map {
      "\(Spelling.quoted($0.value)) in \(Spelling.quoted($0.name)) cannot be read; "
        + "write 2026-11-22T09:30:00"
    }
  }
}

extension FeatureReport {
  /// Reports how many times cannot be read, and the first.
  func write(_ times: UnreadTimes, to console: inout Console) throws(Failure) {
    guard let example = times.example else { return }
    let noun = times.count == 1 ? "time" : "times"
    try write(
      "\(name): \(Text.grouped(times.count)) \(noun) left out: \(Text.line(example))", to: &console)
    try console.errors.flush()
  }
}

extension TimedLine {
  /// The part of the line from one vertex to another.
  subscript(range: Range<Int>) -> TimedLine {
    TimedLine(positions: Array(positions[range]), times: Array(times[range]))
  }

  mutating func append(_ position: GeoFeature.Position, _ time: FeatureTime?) {
    positions.append(position)
    times.append(time)
  }

  /// The length in meters.
  var length: Double { GeoPath(positions.map(\.coordinate)).length() }

  /// A position and a time between two neighboring vertices.
  func interpolated(
    edge: Int, fraction: Double
  ) -> (position: GeoFeature.Position, time: FeatureTime?) {
    let (start, end) = (positions[edge], positions[edge + 1])
    var position = GeoFeature.Position(
      start.coordinate.interpolated(to: end.coordinate, fraction: fraction))
    if let low = start.elevation, let high = end.elevation {
      position.elevation = low + fraction * (high - low)
    }
    guard var time = times[edge], let next = times[edge + 1] else { return (position, nil) }
    time.seconds += fraction * (next.seconds - time.seconds)
    return (position, time)
  }
}

extension GeoFeature {
  /// A track of some lines, with the properties of this feature and the times of the vertices.
  ///
  /// - Parameters:
  ///   - lines: the lines, at least one.
  ///   - title: a text to add to the name, or an empty one.
  /// - Returns: a line, or several lines as one feature.
  func track(_ lines: [TimedLine], title: String = "") -> GeoFeature {
    var track = self
    track.identifier = title.isEmpty ? identifier : nil
    for name in ["coordTimes", "times", "timelinePath"] { track.properties[name] = nil }
    if !title.isEmpty {
      let name = properties["name"]?.text ?? ""
      track.properties["name"] = .string(name.isEmpty ? title : "\(name) \(title)")
    }
    track.geometry =
      lines.count == 1
      ? .lineString(lines[0].positions) : .multiLineString(lines.map(\.positions))
    guard lines.contains(where: \.hasTimes) else { return track }
    let times = lines.map { line in
      PropertyValue.array(line.times.map { $0.map { .string($0.text) } ?? .null })
    }
    track.properties["coordTimes"] = times.count == 1 ? times[0] : .array(times)
    return track
  }
}

extension GeoFeature.Geometry {
  /// Whether it is a collection with other parts than lines.
  var hasOtherParts: Bool {
    guard case .collection(let members) = self else { return false }
    return members.contains { member in
      switch member {
      case .lineString, .multiLineString: false
      case .collection: member.hasOtherParts
      case .point, .multiPoint, .polygon, .multiPolygon: true
      }
    }
  }
}
