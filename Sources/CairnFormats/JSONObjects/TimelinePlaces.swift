internal import CairnGeodesy

/// Reads the objects of Google Timeline: of the phone's export (Android and iOS) and of Takeout.
///
/// | member | geometry |
/// |---|---|
/// | `visit`, `placeVisit` | the point |
/// | `activity`, `activitySegment` | a line from the start over the recorded points to the end |
/// | `timelinePath` | a line through its points, or the point |
/// | `position` | the point |
/// | `latitudeE7` and `longitudeE7` | the point |
///
/// The place of a visit gives the name if it has one. The times of the points of a line become
/// `coordTimes`, as those of a GPX track; a line without recorded times has those at which the
/// activity begins and ends. The times of a `duration` become `startTime` and `endTime`, as in the
/// phone's export, and that of a `position` becomes `time`. All other members stay properties.
internal enum TimelinePlaces {
  /// The place of an object; nil if it has none of these members.
  static func place(of members: Properties) -> ServicePlaces.Found? {
    var rest = members
    if let position = takePosition(&rest) {
      return ServicePlaces.Found(geometry: .point(position), properties: rest)
    }
    for name in ["visit", "placeVisit", "position"] {
      guard case .object(var visit)? = members[name],
        let position = takePosition(withinVisit: &visit)
      else { continue }
      takeDuration(of: &visit, into: &rest)
      if name == "position", rest["time"] == nil, let time = visit["timestamp"],
        TimeReading.dateTime(time) != nil
      {
        rest["time"] = time
        visit["timestamp"] = nil
      }
      rest[name] = visit.isEmpty ? nil : .object(visit)
      if rest["name"] == nil, let title = visit["location"]?.object?["name"] {
        rest["name"] = title
      }
      return ServicePlaces.Found(geometry: .point(position), properties: rest)
    }
    for name in ["activity", "activitySegment"] {
      guard case .object(var activity)? = members[name] else { continue }
      takeDuration(of: &activity, into: &rest)
      let ends = ["startTime", "endTime"].map { rest[$0].flatMap { TimeReading.dateTime($0) } }
      guard let line = takeLine(of: &activity, ends: ends) else { continue }
      rest[name] = activity.isEmpty ? nil : .object(activity)
      return found(line, rest)
    }
    if case .array(var points)? = members["timelinePath"],
      let positions = takePoints(&points), !positions.isEmpty
    {
      let times = takeTimes(of: &points, since: members["startTime"])
      let isEmpty = points.allSatisfy { $0.object?.isEmpty == true }
      rest["timelinePath"] = isEmpty ? nil : .array(points)
      return found(Line(positions: positions, times: times), rest)
    }
    return nil
  }

  /// A line with the times of its positions, null if unknown.
  private struct Line {
    var positions: [GeoFeature.Position] = []
    var times: [PropertyValue] = []
  }

  /// The place of a line, a point if it has one position.
  private static func found(_ line: Line, _ properties: Properties) -> ServicePlaces.Found {
    var properties = properties
    let hasTimes = line.times.contains { $0 != .null }
    guard line.positions.count > 1 else {
      if hasTimes, properties["time"] == nil { properties["time"] = line.times[0] }
      return ServicePlaces.Found(geometry: .point(line.positions[0]), properties: properties)
    }
    if hasTimes { properties["coordTimes"] = .array(line.times) }
    return ServicePlaces.Found(geometry: .lineString(line.positions), properties: properties)
  }

  // MARK: Times

  /// Moves the times at which a visit or an activity of Takeout begins and ends to the names that
  /// they have in the phone's export.
  private static func takeDuration(of members: inout Properties, into properties: inout Properties)
  {
    guard case .object(var duration)? = members["duration"] else { return }
    for (name, old) in [("startTime", "startTimestamp"), ("endTime", "endTimestamp")]
    where properties[name] == nil {
      for old in [old, old + "Ms"] {
        guard let time = duration[old].flatMap({ TimeReading.dateTime($0) }) else { continue }
        properties[name] = .string(time)
        duration[old] = nil
        break
      }
    }
    members["duration"] = duration.isEmpty ? nil : .object(duration)
  }

  /// Removes the times of the points of a path; in the phone's export for iOS they are minutes
  /// since its start.
  private static func takeTimes(
    of points: inout [PropertyValue], since start: PropertyValue?
  ) -> [PropertyValue] {
    let start = start.flatMap { TimeReading.dateTime($0) }
    return points.indices.map { index in
      guard case .object(var members) = points[index] else { return .null }
      var time = members["time"]
      if time != nil {
        members["time"] = nil
      } else if let start, let offset = members["durationMinutesOffsetFromStartTime"],
        let minutes = offset.number ?? offset.text.flatMap({ Double($0) }),
        let later = TimeReading.dateTime(start, plusSeconds: minutes * 60)
      {
        time = .string(later)
        members["durationMinutesOffsetFromStartTime"] = nil
      }
      points[index] = .object(members)
      return time ?? .null
    }
  }

  // MARK: Positions

  /// Removes the position given by an object's own members.
  private static func takePosition(_ members: inout Properties) -> GeoFeature.Position? {
    for (latitude, longitude) in [("latitudeE7", "longitudeE7"), ("latE7", "lngE7")] {
      guard let north = members[latitude]?.number, let east = members[longitude]?.number else {
        continue
      }
      // Old exports have negative numbers as 32-bit numbers without their sign; those of valid
      // positions are greater than any other.
      func degrees(_ number: Double, _ limit: Double) -> Double {
        (number > limit * 10_000_000 ? number - 0x1p32 : number) / 10_000_000
      }
      guard
        var position = ServicePlaces.position(
          latitude: degrees(north, 90), longitude: degrees(east, 180))
      else { return nil }
      (members[latitude], members[longitude]) = (nil, nil)
      if let altitude = members["altitude"]?.number {
        position.elevation = altitude
        members["altitude"] = nil
      }
      return position
    }
    for name in ["latLng", "LatLng", "point"] {
      guard let text = members[name]?.text, let found = position(text) else { continue }
      members[name] = nil
      var position = found
      if let altitude = members["altitudeMeters"]?.number {
        position.elevation = altitude
        members["altitudeMeters"] = nil
      }
      return position
    }
    return nil
  }

  /// The position in a text: `48.2082°, 16.3738°` or `geo:48.2082,16.3738`.
  private static func position(_ text: String) -> GeoFeature.Position? {
    if text.hasPrefix("geo:") { return (try? GeoURI(text)).map { .init($0.coordinate) } }
    return (try? Coordinate(parsing: text)).map { .init($0) }
  }

  /// Removes the position of a value that is a text or an object.
  private static func takePosition(
    _ name: String, of members: inout Properties
  ) -> GeoFeature.Position? {
    switch members[name] {
    case .string(let text)?:
      guard let found = position(text) else { return nil }
      members[name] = nil
      return found
    case .object(var inner)?:
      guard let found = takePosition(&inner) else { return nil }
      members[name] = inner.isEmpty ? nil : .object(inner)
      return found
    default: return nil
    }
  }

  private static func takePosition(withinVisit visit: inout Properties) -> GeoFeature.Position? {
    if let own = takePosition(&visit) { return own }
    if let place = takePosition("location", of: &visit) { return place }
    if let place = takePosition("placeLocation", of: &visit) { return place }
    guard case .object(var candidate)? = visit["topCandidate"],
      let place = takePosition("placeLocation", of: &candidate)
    else { return nil }
    visit["topCandidate"] = candidate.isEmpty ? nil : .object(candidate)
    return place
  }

  // MARK: Lines

  /// Removes the start and the end of an activity; recorded points in between stay a property.
  ///
  /// - Parameters:
  ///   - activity: the members of the activity.
  ///   - ends: the times at which it begins and ends, nil if unknown.
  /// - Returns: the line; nil if the activity has no position.
  private static func takeLine(of activity: inout Properties, ends: [String?]) -> Line? {
    var line = Line()
    func add(_ position: GeoFeature.Position, _ time: PropertyValue?) {
      line.positions.append(position)
      line.times.append(time ?? .null)
    }
    for name in ["start", "startLocation"] {
      if let start = takePosition(name, of: &activity) {
        add(start, ends[0].map { .string($0) })
      }
    }
    for (path, list) in [("simplifiedRawPath", "points"), ("waypointPath", "waypoints")] {
      guard case .array(let values)? = activity[path]?.object?[list] else { continue }
      var points = values
      guard let positions = takePoints(&points), !positions.isEmpty else { continue }
      for (position, point) in zip(positions, points) {
        let time = point.object.flatMap { TimeReading.dateTime(of: $0) }
        add(position, time.map { .string($0) })
      }
      break
    }
    for name in ["end", "endLocation"] {
      if let end = takePosition(name, of: &activity) { add(end, ends[1].map { .string($0) }) }
    }
    return line.positions.isEmpty ? nil : line
  }

  /// Removes the positions of points; nil, without a change, if one of them has none.
  private static func takePoints(_ values: inout [PropertyValue]) -> [GeoFeature.Position]? {
    var positions: [GeoFeature.Position] = []
    var rest: [PropertyValue] = []
    for value in values {
      guard case .object(var members) = value, let position = takePosition(&members) else {
        return nil
      }
      positions.append(position)
      rest.append(.object(members))
    }
    values = rest
    return positions
  }
}
