internal import CairnGeodesy
internal import CairnMemory

/// Finds where an object of JSON is, whose members are named as people name them.
///
/// A place is two members such as `lat` and `lng`, one such as `location` with a text, with an
/// object that has the two or with a geometry of GeoJSON, or such two in an object further within.
/// The members that say it are no properties then.
internal struct ObjectPlaces: Sendable {
  private let overrides: [PlaceColumns.Role: String]
  /// What the members of the object before were named, and which of them say what.
  private var names: [String] = []
  private var columns = PlaceColumns(names: [])

  /// How far within objects the two are looked for.
  private static let depthLimit = 3

  internal init(_ overrides: [PlaceColumns.Role: String] = [:]) { self.overrides = overrides }

  /// Whether an object is no GeoJSON and its names say where it is.
  internal static func recognises(_ members: Properties) -> Bool {
    if isGeoJSON(members) || members["type"]?.text == "Topology" { return false }
    var places = ObjectPlaces()
    var rest = members
    if (try? places.takePlace(of: &rest)) != nil { return true }
    return PlaceColumns(names: members.names).location != nil
  }

  private static func isGeoJSON(_ members: Properties) -> Bool {
    switch members["type"]?.text {
    case "Feature": members["geometry"] != nil || members["properties"] != nil
    case "FeatureCollection": members["features"] != nil
    case "GeometryCollection": members["geometries"] != nil
    case "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon":
      members["coordinates"] != nil
    default: false
    }
  }

  /// The feature of the object at the cursor.
  ///
  /// - Throws: a fault for an object that says no place, or one that is out of range.
  internal mutating func feature(_ cursor: inout JSONCursor) throws(JSONFault) -> GeoFeature {
    let start = cursor.position
    guard try cursor.peek() == UInt8(ascii: "{") else {
      throw JSONFault(.content(.place), at: start)
    }
    var properties = try cursor.object()
    if Self.isGeoJSON(properties) {
      return try cursor.reading(at: start) { cursor throws(JSONFault) in
        var sink = FeatureSink()
        try cursor.feature(isInCollection: false, into: &sink)
        return sink.feature
      }
    }
    guard var geometry = try takePlace(of: &properties, at: start) else {
      throw JSONFault(.content(.place), at: start)
    }
    if case .point(var position) = geometry, position.elevation == nil,
      let column = columns[.elevation], let metres = properties[names[column]]?.number
    {
      position.elevation = metres
      properties[names[column]] = nil
      geometry = .point(position)
    }
    return GeoFeature(geometry: geometry, properties: properties)
  }

  /// Takes the members away that say the place; nil where none do.
  private mutating func takePlace(
    of properties: inout Properties, at start: Int = 0
  ) throws(JSONFault) -> GeoFeature.Geometry? {
    let names = properties.names
    if names != self.names {
      self.names = names
      columns = PlaceColumns(names: names, overrides: overrides)
    }
    switch columns.location {
    case .degrees(let latitude, let longitude):
      let (north, east) = (properties.members[latitude], properties.members[longitude])
      guard let geometry = try Self.point(north, east, start) else { break }
      properties[names[latitude]] = nil
      properties[names[longitude]] = nil
      return geometry
    case .coordinate(let column), .geometry(let column):
      let isLongitudeFirst = columns.hasLongitudeFirst
      guard
        let geometry = try Self.geometry(
          properties.members[column].value, isLongitudeFirst: isLongitudeFirst, start, depth: 0)
      else { break }
      properties[names[column]] = nil
      return geometry
    case nil: break
    }
    for (name, value) in properties.members {
      guard case .object(let members) = value,
        let geometry = try Self.geometry(of: members, start, depth: 1)
      else { continue }
      properties[name] = nil
      return geometry
    }
    return nil
  }

  /// The point of two members; nil where they are no numbers.
  private static func point(
    _ latitude: Properties.Member, _ longitude: Properties.Member, _ start: Int
  ) throws(JSONFault) -> GeoFeature.Geometry? {
    if let north = number(latitude.value), let east = number(longitude.value) {
      if let reason = FormatError.Reason(latitude: north, longitude: east) {
        throw fault(reason, at: start)
      }
      return .point(.init(Coordinate(latitude: north, longitude: east)))
    }
    guard let north = latitude.value.text, let east = longitude.value.text else { return nil }
    return CoordinateText.coordinate(latitude: north, longitude: east).map { .point(.init($0)) }
  }

  private static func number(_ value: PropertyValue) -> Double? {
    if let number = value.number { return number }
    guard let text = value.text?.trimmingBlanks else { return nil }
    let bytes = Array(text.utf8)
    return DecimalNumber.parse(bytes, in: bytes.indices, commaIsPoint: true)
  }

  /// The geometry that one member says.
  private static func geometry(
    _ value: PropertyValue, isLongitudeFirst: Bool, _ start: Int, depth: Int
  ) throws(JSONFault) -> GeoFeature.Geometry? {
    switch value {
    case .object(let members): return try geometry(of: members, start, depth: depth + 1)
    case .array(let values):
      // As GeoJSON and most databases have it, the longitude first.
      guard values.count == 2 || values.count == 3, let east = values[0].number,
        let north = values[1].number
      else { return nil }
      if let reason = FormatError.Reason(latitude: north, longitude: east) {
        throw fault(reason, at: start)
      }
      let place = Coordinate(latitude: north, longitude: east)
      return .point(.init(place, elevation: values.count == 3 ? values[2].number : nil))
    case .string(let text):
      if let coordinate = isLongitudeFirst ? nil : try? Coordinate(parsing: text) {
        return .point(.init(coordinate))
      }
      let bytes = Array(text.utf8)
      let numbers = bytes.withWindow { CoordinateText.numbers($0, in: bytes.indices) }
      if let (first, second) = numbers {
        let (north, east) = isLongitudeFirst ? (second, first) : (first, second)
        if let reason = FormatError.Reason(latitude: north, longitude: east) {
          throw fault(reason, at: start)
        }
        return .point(.init(Coordinate(latitude: north, longitude: east)))
      }
      return try? GeoFeature.Geometry(wkt: text)
    case .null, .bool, .integer, .number: return nil
    }
  }

  /// The geometry of an object within: GeoJSON, or two members, or further within.
  private static func geometry(
    of members: Properties, _ start: Int, depth: Int
  ) throws(JSONFault) -> GeoFeature.Geometry? {
    if isGeoJSON(members) {
      var json = JSONWriter()
      json.value(.object(members))
      let bytes = json.bytes
      let geometry = try? bytes.withWindow { window throws(JSONFault) in
        var cursor = JSONCursor(window)
        return try cursor.geometry()
      }
      return geometry ?? nil
    }
    let columns = PlaceColumns(names: members.names)
    if case .degrees(let latitude, let longitude)? = columns.location {
      return try point(members.members[latitude], members.members[longitude], start)
    }
    guard depth < depthLimit else { return nil }
    for (_, value) in members.members {
      guard case .object(let inner) = value else { continue }
      if let geometry = try geometry(of: inner, start, depth: depth + 1) { return geometry }
    }
    return nil
  }

  private static func fault(_ reason: FormatError.Reason, at place: Int) -> JSONFault {
    switch reason {
    case .swapped(let degrees): JSONFault(.swapped(degrees), at: place)
    case .outOfRange(let degrees): JSONFault(.outOfRange(degrees), at: place)
    default: JSONFault(.content(.place), at: place)
    }
  }
}
