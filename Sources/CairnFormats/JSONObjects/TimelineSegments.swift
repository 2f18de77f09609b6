internal import CairnGeodesy

/// The segments of a Google Timeline, joined so that each movement is stated once.
///
/// The phone writes a trip twice: as an `activity` with its two ends, and as points of a
/// `timelinePath`, usually in windows of two hours. The points recorded during an activity become
/// vertices of its line. Those recorded during a visit are left out, since the visit states where
/// the person was; points at other times remain a path.
internal struct TimelineSegments: Sendable {
  /// The kind of a segment.
  enum Kind { case visit, activity, path }

  /// A point of a path.
  private struct PathPoint {
    var time: Double
    var text: PropertyValue
    var position: GeoFeature.Position
  }

  private var features: [GeoFeature?] = []
  private var kinds: [Kind?] = []
  /// The number of recorded positions that are left out.
  private(set) var leftOutCount = 0

  /// Whether there is no segment.
  var isEmpty: Bool { features.isEmpty }

  /// The kind of an object; nil if it is not a segment with a time.
  static func kind(of members: Properties) -> Kind? {
    guard members["startTime"].flatMap({ TimeReading.dateTime($0) }) != nil else { return nil }
    if members["visit"]?.object != nil { return .visit }
    if members["activity"]?.object != nil { return .activity }
    guard case .array? = members["timelinePath"] else { return nil }
    return .path
  }

  /// Adds the feature of a segment, or any other feature with nil for the kind.
  mutating func append(_ feature: GeoFeature, _ kind: Kind?) {
    features.append(feature)
    kinds.append(kind)
  }

  /// Joins the segments.
  ///
  /// - Returns: the features in their order.
  /// - Complexity: O(*n* log *n*) for *n* segments and points.
  mutating func joined() -> [GeoFeature] {
    defer { (features, kinds) = ([], []) }
    guard kinds.contains(.path) else { return features.compactMap(\.self) }
    let visits = spans(of: .visit).map { (start: $0.start, end: $0.end) }
    let activities = spans(of: .activity)
    let stays = Self.union(visits)
    var vertices: [Int: [PathPoint]] = [:]
    for index in kinds.indices where kinds[index] == .path {
      guard let points = Self.points(of: features[index]) else { continue }
      var runs: [[PathPoint]] = [[]]
      for point in points {
        let before = activities.sortedIndex { $0.start > point.time }
        let activity = activities[..<before].suffix(2).last { $0.end >= point.time }
        let stay = stays[..<stays.sortedIndex { $0.start > point.time }].last
        if let activity {
          if activity.start < point.time, point.time < activity.end {
            vertices[activity.index, default: []].append(point)
          }
        } else if let stay, stay.end >= point.time {
          leftOutCount += 1
        } else {
          runs[runs.count - 1].append(point)
          continue
        }
        if runs.last?.isEmpty == false { runs.append([]) }
      }
      if runs.reduce(0, { $0 + $1.count }) < points.count { replace(index, with: runs) }
    }
    for (index, points) in vertices { insert(points.sorted { $0.time < $1.time }, into: index) }
    return features.compactMap(\.self)
  }

  /// The times at which segments of a kind begin and end, in order.
  private func spans(of kind: Kind) -> [(start: Double, end: Double, index: Int)] {
    kinds.indices.compactMap { index in
      guard kinds[index] == kind, let properties = features[index]?.properties,
        features[index]?.geometry != nil,
        let start = properties["startTime"].flatMap({ TimeReading.seconds($0) }),
        let end = properties["endTime"].flatMap({ TimeReading.seconds($0) }), start <= end
      else { return nil }
      return (start, end, index)
    }.sorted { ($0.start, $0.index) < ($1.start, $1.index) }
  }

  /// The union of sorted intervals, without overlaps.
  private static func union(
    _ spans: [(start: Double, end: Double)]
  ) -> [(start: Double, end: Double)] {
    var union: [(start: Double, end: Double)] = []
    for span in spans {
      if let last = union.last, span.start <= last.end {
        union[union.count - 1].end = max(last.end, span.end)
      } else {
        union.append(span)
      }
    }
    return union
  }

  /// The points of a path; nil if one of them has no time.
  private static func points(of feature: GeoFeature?) -> [PathPoint]? {
    guard let feature else { return nil }
    let positions: [GeoFeature.Position]
    let times: [PropertyValue]
    switch (feature.geometry, feature.properties["coordTimes"]) {
    case (.lineString(let line)?, .array(let values)?): (positions, times) = (line, values)
    case (.point(let position)?, _):
      (positions, times) = ([position], [feature.properties["time"] ?? .null])
    default: return nil
    }
    guard positions.count == times.count else { return nil }
    let points = zip(positions, times).compactMap { position, text in
      TimeReading.seconds(text).map { PathPoint(time: $0, text: text, position: position) }
    }
    return points.count == positions.count ? points : nil
  }

  /// Replaces the line of a path by the parts that remain; removes the path if none does.
  private mutating func replace(_ index: Int, with runs: [[PathPoint]]) {
    let lines = runs.filter { $0.count > 1 }
    let points = runs.filter { $0.count == 1 }
    guard var feature = features[index], !lines.isEmpty || !points.isEmpty else {
      features[index] = nil
      return
    }
    // Other values belong to the points that are no longer there.
    for name in ["timelinePath", "coordTimes", "time"] { feature.properties[name] = nil }
    leftOutCount += lines.isEmpty ? points.count - 1 : points.count
    if lines.isEmpty {
      feature.geometry = .point(points[0][0].position)
      feature.properties["time"] = points[0][0].text
    } else if lines.count == 1 {
      feature.geometry = .lineString(lines[0].map(\.position))
      feature.properties["coordTimes"] = .array(lines[0].map(\.text))
    } else {
      feature.geometry = .multiLineString(lines.map { $0.map(\.position) })
      feature.properties["coordTimes"] = .array(lines.map { .array($0.map(\.text)) })
    }
    features[index] = feature
  }

  /// Adds points, in the order of their times, to the line of an activity that has only its ends.
  private mutating func insert(_ points: [PathPoint], into index: Int) {
    guard var feature = features[index] else { return }
    let ends: [GeoFeature.Position]
    switch feature.geometry {
    case .point(let position)?: ends = [position]
    case .lineString(let line)? where line.count == 2: ends = line
    default: return
    }
    var times = [feature.properties["startTime"], feature.properties["endTime"]].map { $0 ?? .null }
    if case .array(let values)? = feature.properties["coordTimes"], values.count == 2 {
      times = values
    }
    let last = ends.dropFirst()
    feature.geometry = .lineString([ends[0]] + points.map(\.position) + last)
    feature.properties["coordTimes"] = .array(
      [times[0]] + points.map(\.text) + (last.isEmpty ? [] : [times[1]]))
    features[index] = feature
  }
}
