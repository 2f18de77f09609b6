internal import CairnCountries
internal import CairnFormats
internal import CairnGeodesy

extension Command {
  /// `cairn track`: splits and simplifies tracks and finds their stays.
  static let track = Command(
    name: "track",
    summary: "split a track by day, gap or country; simplify it; find its stays",
    operands: "",
    discussion: """
      Reads the tracks of a file in any format, or standard input: lines, such as those of GPX, KML,
      NMEA logs and Google Timeline, or else the points as one track.
      """,
    options: [],
    examples: [
      ("cairn track split year.gpx --by day --out days.gpx", "a track for each day"),
      ("cairn track simplify year.gpx --tolerance 10m", "fewer points, the same line"),
      ("cairn track stays year.gpx --minimum 30min", "where it stopped, and how long"),
    ],
    subcommands: [.trackSplit, .trackSimplify, .trackStays])

  private static let trackInput: [Option] = [.from, .columns, .noHeader, .encoding]

  /// `cairn track split`.
  static let trackSplit = Command(
    name: "track split",
    summary: "split tracks by day, by gap or by country",
    operands: "[<file>]",
    discussion: """
      Writes a feature for each part of each track, with its length in `length_m` and its day,
      country or number. By day, a track is cut at midnight; by country, at the border (a part of
      less than 300 m belongs to its neighbor). The line over a gap is left out. Times and
      elevations at a cut are interpolated. Lines of one track in the same day or country are one
      part. A table has the first and the last time of a part instead of all.
      """,
    options: [
      Option(
        name: "by", value: "WHAT", help: "day (default), gap or country",
        choices: ["day", "gap", "country"]),
      Option(
        name: "gap", value: "TIME", help: "the longest time within a part: 30min (default), 2h"),
      Option(
        name: "jump", value: "LENGTH",
        help: "the longest distance between two points of a part: 1km (default unlimited)"),
      .utcOffset,
    ] + trackInput + .featureOutput("that of the file"),
    examples: [
      ("cairn track split year.gpx --by day --out days.gpx", "a track for each day"),
      ("cairn track split year.gpx --by country --format csv", "the length in each country"),
      ("cairn track split year.gpx --by gap --gap 2h", "a track for each trip"),
    ],
    run: { (arguments, console) throws(Failure) in
      let splitter = TrackSplitter(rule: try arguments.splitRule)
      let input = try TrackInput(arguments)
      switch splitter.rule {
      case .day: try input.requireTimes(for: "--by day")
      case .gap(_?, nil): try input.requireTimes(for: "--by gap")
      default: break
      }
      let output = try FeatureOutput(arguments, preset: input.format)
      var features: [GeoFeature] = []
      for track in input.tracks {
        for part in splitter.parts(of: track.lines) {
          var feature = track.feature.track(part.lines, title: part.title)
          feature.properties[part.property.name] = part.property.value
          let length = part.lines.reduce(0) { $0 + $1.length }
          feature.properties["length_m"] = .number((length * 10).rounded() / 10)
          if output.isTable { feature.replaceTimes(of: part.lines) }
          features.append(feature)
        }
      }
      try output.write(features, members: input.foreignMembers, to: &console)
      try input.reportOthers("track split", to: &console)
    })

  /// `cairn track simplify`.
  static let trackSimplify = Command(
    name: "track simplify",
    summary: "remove points of lines that change them by less than a tolerance",
    operands: "[<file>]",
    discussion: """
      Writes all features, their lines with fewer points: each point that is removed is within the
      tolerance of the new line (Douglas and Peucker). Points that remain keep their positions,
      times and elevations. Points and areas do not change.
      """,
    options: [
      Option(
        name: "tolerance", value: "LENGTH", help: "the largest deviation: 10m (default), 30ft")
    ] + trackInput + .featureOutput("that of the file"),
    examples: [
      ("cairn track simplify year.gpx --out small.gpx", "within 10 m of the track"),
      ("cairn track simplify year.gpx --tolerance 100m", "for a map of a country"),
      ("cairn track simplify year.gpx --format polyline", "for a link or a message"),
    ],
    run: { (arguments, console) throws(Failure) in
      let tolerance = try arguments.length("tolerance", unit: .meters) ?? 10
      let input = try TrackInput(arguments)
      let output = try FeatureOutput(arguments, preset: input.format)
      var (before, after) = (0, 0)
      var features = input.tracks.map { track in
        let lines = track.lines.map { $0.simplified(tolerance: tolerance) }
        before += track.lines.reduce(0) { $0 + $1.positions.count }
        after += lines.reduce(0) { $0 + $1.positions.count }
        guard case .collection(let members)? = track.feature.geometry else {
          return track.feature.track(lines)
        }
        var feature = track.feature
        var rest = lines.map(\.positions)[...]
        feature.replaceGeometry(
          .collection(members.map { $0.replacingLines(with: &rest) }),
          vertices: lines.flatMap(\.sources))
        return feature
      }
      for other in input.others {
        features.insert(other.feature, at: min(other.position, features.count))
      }
      try output.write(features, members: input.foreignMembers, to: &console)
      try FeatureReport("track simplify", of: input.name).write(
        "\(Text.grouped(after)) of \(Text.grouped(before)) points remain", to: &console)
      try FeatureReport("track simplify", of: input.name).write(input.unreadTimes, to: &console)
      try console.errors.flush()
    })

  /// `cairn track stays`.
  static let trackStays = Command(
    name: "track stays",
    summary: "list the places where a track stays, with the times",
    operands: "[<file>]",
    discussion: """
      Writes a point for each stay: the mean position of points in a row that are within a distance
      of it for a minimum time. A stray position does not end a stay, and a stay may last from the
      end of one track to the start of the next. The columns are the country, the arrival, the
      departure, the minutes between them and the number of points.
      """,
    options: [
      Option(
        name: "within", value: "LENGTH", help: "the distance from the mean: 100m (default), 500ft"),
      Option(
        name: "minimum", value: "TIME", help: "the shortest stay: 10min (default), 2h, 45s"),
    ] + trackInput + .featureOutput("csv"),
    examples: [
      ("cairn track stays year.gpx", "stops of ten minutes and more"),
      ("cairn track stays year.gpx --minimum 4h --within 300m", "where the nights were"),
      ("cairn track stays year.gpx --out stays.geojson", "for a map"),
    ],
    run: { (arguments, console) throws(Failure) in
      let radius = try arguments.length("within", unit: .meters) ?? 100
      let shortest = try arguments.seconds("minimum", default: 600)
      let output = try FeatureOutput(arguments, preset: .csv)
      let input = try TrackInput(arguments)
      try input.requireTimes(for: "`cairn track stays`")
      let found = TrackStays(
        input.tracks.flatMap(\.lines), within: radius, shortest: shortest
      ).stays
      let features = found.enumerated().map { number, stay in
        var properties = Properties()
        properties["name"] = .string("stay \(number + 1)")
        let country = CountryAtlas.world.country(at: stay.place)
        properties["country"] = country.map { .string($0.alpha2) } ?? .null
        properties["arrival"] = .string(stay.arrival.text)
        properties["departure"] = .string(stay.departure.text)
        properties["minutes"] = .integer(Int((stay.duration / 60).rounded()))
        properties["points"] = .integer(stay.count)
        return GeoFeature(geometry: .point(.init(stay.place)), properties: properties)
      }
      try output.write(features, to: &console)
      if features.isEmpty {
        try FeatureReport("track stays", of: input.name).write("no stay found", to: &console)
      }
      try input.reportOthers("track stays", to: &console)
    })
}

extension GeoFeature {
  /// Replaces the times of all vertices by the first and the last.
  fileprivate mutating func replaceTimes(of lines: [TimedLine]) {
    let times = lines.flatMap { $0.times.compactMap(\.self) }
    guard let first = times.first, let last = times.last else { return }
    properties["coordTimes"] = nil
    properties["start"] = .string(first.text)
    properties["end"] = .string(last.text)
  }
}

extension GeoFeature.Geometry {
  /// The geometry with other lines in place of those that have vertices, in order.
  fileprivate func replacingLines(
    with lines: inout ArraySlice<[GeoFeature.Position]>
  ) -> GeoFeature.Geometry {
    func next(_ line: [GeoFeature.Position]) -> [GeoFeature.Position] {
      line.isEmpty ? line : lines.popFirst() ?? line
    }
    switch self {
    case .lineString(let line): return .lineString(next(line))
    case .multiLineString(let lines): return .multiLineString(lines.map(next))
    case .collection(let members):
      return .collection(members.map { $0.replacingLines(with: &lines) })
    case .point, .multiPoint, .polygon, .multiPolygon: return self
    }
  }
}

extension TimedLine {
  /// The line with fewer vertices, which keep their times and elevations.
  fileprivate func simplified(tolerance: Double) -> TimedLine {
    let kept = GeoPath(positions.map(\.coordinate)).simplified(tolerance: tolerance).coordinates
    guard kept.count < positions.count else { return self }
    var line = TimedLine(positions: [], times: [])
    var vertex = 0
    for (number, place) in kept.enumerated() {
      while vertex < positions.count - 1, positions[vertex].coordinate != place { vertex += 1 }
      if number == kept.count - 1 { vertex = positions.count - 1 }
      line.append(vertex, of: self)
      vertex += 1
    }
    return line
  }
}

extension Arguments {
  /// The rule of `cairn track split`.
  fileprivate var splitRule: TrackSplitter.Rule {
    get throws(Failure) {
      let by = self["by"] ?? (has("gap") || has("jump") ? "gap" : "day")
      for name in ["gap", "jump"] where has(name) && by != "gap" {
        throw .usage("--\(name) goes with --by gap")
      }
      if has("utc-offset"), by != "day" { throw .usage("--utc-offset goes with --by day") }
      switch by {
      case "country": return .country(.world)
      case "gap":
        let jump = try length("jump", unit: .meters)
        let gap = has("gap") || jump == nil ? try seconds("gap", default: 1800) : nil
        return .gap(seconds: gap, meters: jump)
      default: return .day(offset: try utcOffset)
      }
    }
  }

  /// The value of an option that is a duration, in seconds.
  func seconds(_ name: String, default preset: Double) throws(Failure) -> Double {
    guard let text = self[name] else { return preset }
    return try Self.duration(text, name: "--\(name)") / .seconds(1)
  }
}
