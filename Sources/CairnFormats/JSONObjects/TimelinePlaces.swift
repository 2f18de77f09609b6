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
/// The place of a visit gives the name if it has one. All other members stay properties; the points
/// of a path keep their times in a property of the path's name.
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
      rest[name] = visit.isEmpty ? nil : .object(visit)
      if rest["name"] == nil, let title = visit["location"]?.object?["name"] {
        rest["name"] = title
      }
      return ServicePlaces.Found(geometry: .point(position), properties: rest)
    }
    for name in ["activity", "activitySegment"] {
      guard case .object(var activity)? = members[name], let line = takeLine(of: &activity) else {
        continue
      }
      rest[name] = activity.isEmpty ? nil : .object(activity)
      return ServicePlaces.Found(
        geometry: line.count == 1 ? .point(line[0]) : .lineString(line), properties: rest)
    }
    if case .array(var points)? = members["timelinePath"],
      let line = takePoints(&points), !line.isEmpty
    {
      rest["timelinePath"] = .array(points)
      return ServicePlaces.Found(
        geometry: line.count == 1 ? .point(line[0]) : .lineString(line), properties: rest)
    }
    return nil
  }

  // MARK: Positions

  /// Removes the position given by an object's own members.
  private static func takePosition(_ members: inout Properties) -> GeoFeature.Position? {
    for (latitude, longitude) in [("latitudeE7", "longitudeE7"), ("latE7", "lngE7")] {
      guard let north = members[latitude]?.number, let east = members[longitude]?.number else {
        continue
      }
      // Old exports have longitudes beyond 180 degrees as 32-bit numbers without their sign.
      let signed = east > 1.8e9 ? east - 0x1p32 : east
      guard
        var position = ServicePlaces.position(
          latitude: north / 10_000_000, longitude: signed / 10_000_000)
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

  /// Removes the start and the end of an activity; recorded points in between stay a property, which
  /// has their times.
  private static func takeLine(of activity: inout Properties) -> [GeoFeature.Position]? {
    var line: [GeoFeature.Position] = []
    for name in ["start", "startLocation"] {
      if let start = takePosition(name, of: &activity) { line.append(start) }
    }
    for (path, list) in [("simplifiedRawPath", "points"), ("waypointPath", "waypoints")] {
      guard case .array(var points)? = activity[path]?.object?[list],
        let inner = takePoints(&points), !inner.isEmpty
      else { continue }
      line += inner
      break
    }
    for name in ["end", "endLocation"] {
      if let end = takePosition(name, of: &activity) { line.append(end) }
    }
    return line.isEmpty ? nil : line
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
