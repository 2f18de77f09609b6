internal import CairnFormats
internal import CairnGeodesy

/// A line with a time for some of its vertices.
struct TimedLine {
  var positions: [GeoFeature.Position]
  /// A time per vertex; nil for a vertex without one.
  var times: [FeatureTime?]
  /// The number of each vertex among those of all lines of its feature, or empty.
  ///
  /// Nil for a vertex that is between two vertices of the feature; empty for a line of no feature.
  var sources: [Int?] = []
  /// Whether the times are those at which the whole feature begins and ends.
  var isSpan = false
  /// The values that cannot be read as a time.
  var unreadTimes: [String] = []

  /// Whether any vertex has a time.
  var hasTimes: Bool { times.contains { $0 != nil } }

  /// The length in meters.
  var length: Double { GeoPath(positions.map(\.coordinate)).length() }

  mutating func append(_ position: GeoFeature.Position, _ time: FeatureTime?) {
    positions.append(position)
    times.append(time)
    sources.append(nil)
  }

  /// Appends a vertex of another line of the same feature.
  mutating func append(_ vertex: Int, of line: TimedLine) {
    positions.append(line.positions[vertex])
    times.append(line.times[vertex])
    sources.append(line.sources.isEmpty ? nil : line.sources[vertex])
  }

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
  /// The lines of the feature with the times of their vertices, as the readers of GPX, KML, NMEA
  /// and Google Timeline keep them.
  ///
  /// An activity with a start and an end, but without times of its vertices, has times at the ends.
  var timedLines: [TimedLine] {
    guard let geometry else { return [] }
    let lines = Self.lines(of: geometry)
    guard !lines.isEmpty else { return [] }
    let values = vertexTimes.flatMap { geometry.vertexValues($0) }
    var first = 0
    var timed = lines.map { line in
      let vertices = first..<first + line.count
      first += line.count
      var result = TimedLine(
        positions: line, times: line.map { _ in nil }, sources: vertices.map { $0 })
      guard let own = values?[vertices] else { return result }
      result.times = own.map { FeatureTime($0) }
      for (value, time) in zip(own, result.times)
      where time == nil && value != .null && value != .string("") {
        result.unreadTimes.append(value.cell)
      }
      return result
    }
    guard timed.count == 1, !timed[0].hasTimes, let span = timeSpan else { return timed }
    timed[0].times[0] = span.start
    if timed[0].times.count > 1 { timed[0].times[timed[0].times.count - 1] = span.end }
    timed[0].isSpan = true
    return timed
  }

  private static func lines(of geometry: Geometry) -> [[Position]] {
    switch geometry {
    case .lineString(let line): line.isEmpty ? [] : [line]
    case .multiLineString(let lines): lines.filter { !$0.isEmpty }
    case .collection(let members): members.flatMap { lines(of: $0) }
    case .point, .multiPoint, .polygon, .multiPolygon: []
    }
  }

  /// The times of the vertices: one per vertex, or a list per line.
  private var vertexTimes: PropertyValue? {
    Self.vertexTimeNames.lazy.compactMap { self.properties[$0] }.first { $0 != .null }
      ?? properties["coordinateProperties"]?.members?["times"]
  }

  /// A track of some lines, with the properties of this feature and the times and other values of
  /// the vertices.
  ///
  /// - Parameters:
  ///   - lines: lines made of vertices of the feature, at least one.
  ///   - title: a text to add to the name, or an empty one.
  /// - Returns: a line, or several lines as one feature.
  func track(_ lines: [TimedLine], title: String = "") -> GeoFeature {
    var track = self
    track.identifier = title.isEmpty ? identifier : nil
    let starts = lines.compactMap(\.positions.first)
    let isPoint = !title.isEmpty && lines.allSatisfy { $0.positions.count < 2 } && !starts.isEmpty
    if isPoint {
      // A part of a track without a second position is not a line; its values are those of the
      // point.
      track.replaceGeometry(.lineString(starts), vertices: lines.compactMap(\.sources.first))
      let columns = track.properties["coordinateProperties"]?.members?.members ?? []
      track.geometry = starts.count == 1 ? .point(starts[0]) : .multiPoint(starts)
      for name in ["coordinateProperties", "timelinePath"] { track.properties[name] = nil }
      for (name, value) in columns where name != "times" && track.properties[name] == nil {
        if case .array(let values) = value, let first = values.first, first != .null {
          track.properties[name] = first
        }
      }
    } else {
      track.replaceGeometry(
        lines.count == 1
          ? .lineString(lines[0].positions) : .multiLineString(lines.map(\.positions)),
        vertices: lines.flatMap(\.sources))
    }
    for name in Self.vertexTimeNames { track.properties[name] = nil }
    if !title.isEmpty {
      let name = properties["name"]?.text ?? ""
      track.properties["name"] = .string(name.isEmpty ? title : "\(name) \(title)")
    }
    guard lines.contains(where: \.hasTimes) else { return track }
    if isPoint {
      let time = lines.flatMap(\.times).lazy.compactMap(\.self).first
      track.properties["time"] = time.map { .string($0.text) }
      return track
    }
    let times = lines.map { line in
      PropertyValue.array(line.times.map { $0.map { .string($0.text) } ?? .null })
    }
    track.properties["coordTimes"] = times.count == 1 ? times[0] : .array(times)
    return track
  }
}
