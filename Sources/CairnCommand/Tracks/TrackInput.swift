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
  /// The features that are not lines, with their positions among the features of the file.
  private(set) var others: [(position: Int, feature: GeoFeature)] = []

  /// The members of the file besides its features.
  private(set) var foreignMembers = Properties()

  /// The times that cannot be read, and those that run backward.
  private(set) var unreadTimes = UnreadTimes()

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
    var pointsWithoutTime = UnreadTimes()
    var columnTimes = ColumnTimes<Int>()
    var position = 0
    while let feature = try input.next() {
      defer { position += 1 }
      let lines = feature.timedLines
      if !lines.isEmpty {
        for line in lines { unreadTimes.add(line) }
        if feature.geometry?.hasOtherParts == true { mixedCount += 1 }
        tracks.append(Track(feature: feature, lines: lines))
        continue
      }
      others.append((position, feature))
      if case .point(let place)? = feature.geometry {
        columnTimes.add(feature, at: points.positions.count, &pointsWithoutTime)
        points.append(place, feature.timeSpan?.start)
      }
    }
    foreignMembers = input.foreignMembers
    if tracks.isEmpty, !points.positions.isEmpty {
      for (time, vertex) in columnTimes.resolved(&pointsWithoutTime) {
        points.times[vertex] = time
      }
      tracks = [Track(feature: GeoFeature(geometry: nil), lines: [points])]
      others.removeAll { if case .point? = $0.feature.geometry { true } else { false } }
      // If the file has lines, its points are left out.
      unreadTimes = pointsWithoutTime
      unreadTimes.add(points)
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

  /// Reports the features that are left out because they are not lines, and times that cannot be
  /// read.
  func reportOthers(_ command: String, to console: inout Console) throws(Failure) {
    let report = FeatureReport(command, of: name)
    for (count, what) in [
      (others.count, "without a line"), (mixedCount, "with other parts than lines"),
    ]
    where count > 0 {
      let noun = count == 1 ? "feature" : "features"
      try report.write("\(Text.grouped(count)) \(noun) \(what), left out", to: &console)
    }
    try report.write(unreadTimes, to: &console)
    try console.errors.flush()
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
