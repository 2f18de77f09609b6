internal import CairnGeodesy
internal import CairnMemory

/// Finds the location of a JSON object by the names of its members.
///
/// A location consists of two members such as `lat` and `lng`; of one member such as `location`
/// with a text, an object that contains the two, or a GeoJSON geometry; or of such members in a
/// nested object; or, failing that, of a reference such as `mgrs`, which stays a property. The
/// other members of the location do not become properties; all others do.
///
/// - If an object has no location but several nested objects do, each of these becomes a feature,
///   which also gets the other members of the enclosing object.
/// - If an object has no location but an array of objects that have one, as responses of services
///   do, each object of the array becomes a feature; see ``ServicePlaces`` for those that need more
///   than member names. An object of the array without a location becomes a feature without
///   geometry, so that nothing is lost. The other members of the response are counted as foreign
///   members.
/// - The key of a nested object with a location becomes the feature's name if it has none;
///   otherwise its identifier or a property `key`. A generic key such as `location` or `pos` is
///   ignored.
internal struct ObjectPlaces: Sendable {
  private let overrides: [PlaceColumns.Role: String]
  /// The member names of the previous object, with the roles recognized.
  private var names: [String] = []
  private var columns = PlaceColumns(names: [])

  private static let placeRoles = [
    PlaceColumns.Role.latitude, .longitude, .coordinate, .geometry,
  ]

  /// The number of members of responses besides their places.
  internal private(set) var foreignCount = 0

  /// The number of positions of timelines that visits and activities replace.
  internal private(set) var replacedCount = 0

  /// The kind of the last object if it is a segment of Google Timeline.
  internal private(set) var segmentKind: TimelineSegments.Kind?

  /// The maximum nesting depth that is searched.
  internal static let depthLimit = 3

  /// The maximum number of members of the enclosing object that each of several places gets.
  private static let sharedMembers = 100

  /// Keys that only indicate a location and are not names.
  private static let placeKeys = Set(
    PlaceColumns.Role.coordinate.knownNames + PlaceColumns.Role.geometry.knownNames
      + ["pos", "center", "centre", "centroid", "place", "gpslocation", "gpsposition"])

  /// A location with the other members that belong to it.
  internal struct Found {
    var geometry: GeoFeature.Geometry
    var properties: Properties
    var key: String?
    /// Whether the place is given by a reference such as `plus_code`.
    var isReference = false
  }

  internal init(_ overrides: [PlaceColumns.Role: String] = [:]) { self.overrides = overrides }

  /// Whether an object is not GeoJSON and its member names indicate a location.
  internal static func recognizes(_ members: Properties) -> Bool {
    if isGeoJSON(members) || members["type"]?.text == "Topology" { return false }
    let columns = PlaceColumns(names: members.names)
    let isNamed = columns.location != nil && columns.notation == nil
    if isNamed || ServicePlaces.place(of: members)?.geometry != nil { return true }
    if response(of: members) != nil { return true }
    return (try? places(of: members, columns, 0, depth: 0))?.isEmpty == false
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

  /// Reads the features of the object at the cursor, at least one.
  ///
  /// - Throws: a fault for an object without a location, or with one that is out of range.
  internal mutating func features(_ cursor: inout JSONCursor) throws(JSONFault) -> [GeoFeature] {
    let start = cursor.position
    segmentKind = nil
    guard try cursor.peek() == UInt8(ascii: "{") else {
      throw JSONFault(.content(.place), at: start)
    }
    let members = try cursor.object()
    if Self.isGeoJSON(members) {
      return try cursor.reading(at: start) { cursor throws(JSONFault) in
        var sink = FeatureSink()
        try cursor.feature(isInCollection: false, into: &sink)
        return [sink.feature]
      }
    }
    if !Self.placeRoles.contains(where: { overrides[$0] != nil }) {
      if let place = ServicePlaces.place(of: members) {
        segmentKind = TimelineSegments.kind(of: members)
        return [GeoFeature(geometry: place.geometry, properties: place.properties)]
      }
      if let response = Self.response(of: members) {
        foreignCount += response.foreignCount
        replacedCount += response.replacedCount
        return response.features
      }
    }
    let plain = ServicePlaces.plain(members)
    return try features(of: plain, start)
  }

  private mutating func features(
    of members: Properties, _ start: Int
  ) throws(JSONFault) -> [GeoFeature] {
    let names = members.names
    if names != self.names {
      self.names = names
      columns = PlaceColumns(names: names, overrides: overrides)
    }
    let isChosen = Self.placeRoles.contains {
      columns.missingChoices[$0] != nil
    }
    let found = isChosen ? [] : try Self.places(of: members, columns, start, depth: 0)
    guard !found.isEmpty else { throw JSONFault(.content(.place), at: start) }
    return found.map(Self.featureOfKey)
  }

  /// The feature of a place; the key of its object becomes its name or identifier.
  internal static func featureOfKey(_ found: Found) -> GeoFeature {
    var feature = GeoFeature(geometry: found.geometry, properties: found.properties)
    guard let key = found.key else { return feature }
    if PlaceColumns(names: feature.properties.names)[.name] == nil {
      feature.properties = ["name": .string(key)]
      for (name, value) in found.properties.members { feature.properties[name] = value }
    } else if feature.properties["id"] == nil {
      feature.identifier = .string(key)
    } else {
      feature.properties[feature.properties.freeName("key")] = .string(key)
    }
    return feature
  }

  // MARK: Places

  /// The places of an object; empty if it has no location.
  internal static func places(
    of members: Properties, _ columns: PlaceColumns, _ start: Int, depth: Int
  ) throws(JSONFault) -> [Found] {
    if isGeoJSON(members), let geometry = geometry(ofGeoJSON: members) {
      var rest = members
      for name in ["type", "coordinates", "geometries", "bbox", "crs"] { rest[name] = nil }
      return [Found(geometry: geometry, properties: rest)]
    }
    // A reference such as `plus_code` is used if nothing but other references states the location.
    let nested =
      columns.notation == nil || depth >= depthLimit
      ? [] : try placesWithin(members, start, depth: depth)
    if !nested.isEmpty, !nested.contains(where: \.isReference) { return nested }
    if var found = try ownPlace(of: members, columns, start, depth: depth) {
      if case .point(var position) = found.geometry, position.elevation == nil,
        let column = columns[.elevation],
        let meters = found.properties[columns.names[column]]?.number
      {
        position.elevation = meters
        found.properties[columns.names[column]] = nil
        found.geometry = .point(position)
      } else if case .point = found.geometry, found.properties["elevation"] == .null {
        found.properties["elevation"] = nil
      }
      return [found]
    }
    guard depth < depthLimit else { return [] }
    return try placesWithin(members, start, depth: depth)
  }

  /// The place given by an object's own members.
  private static func ownPlace(
    of members: Properties, _ columns: PlaceColumns, _ start: Int, depth: Int
  ) throws(JSONFault) -> Found? {
    let names = columns.names
    switch columns.location {
    case .degrees(let latitude, let longitude):
      guard let place = try point(members, columns, latitude, longitude, start) else { return nil }
      var rest = members
      for column in [latitude, longitude] + (columns.angles?.others ?? []) {
        rest[names[column]] = nil
      }
      return Found(geometry: place, properties: rest)
    case .coordinate where columns.notation != nil: return reference(members)
    case .coordinate(let column), .geometry(let column):
      let value = members.members[column].value
      var rest = members
      if case .object(let inner) = value {
        guard depth < depthLimit else { return nil }
        let found = try places(
          of: inner, PlaceColumns(names: inner.names), start, depth: depth + 1)
        guard found.count == 1 else { return nil }
        rest[names[column]] = found[0].properties.isEmpty ? nil : .object(found[0].properties)
        return Found(
          geometry: found[0].geometry, properties: rest, key: found[0].key,
          isReference: found[0].isReference)
      }
      guard
        let geometry = try geometry(value, isLongitudeFirst: columns.hasLongitudeFirst, start)
      else { return reference(members) }
      rest[names[column]] = nil
      return Found(geometry: geometry, properties: rest)
    case nil: return nil
    }
  }

  /// The place given by the most exact valid reference such as `plus_code`.
  private static func reference(_ members: Properties) -> Found? {
    let found = members.members.map { PlaceNotation(columnName: PlaceColumns.plain($0.name)) }
    for notation in PlaceNotation.allCases {
      for (index, member) in members.members.enumerated() where found[index] == notation {
        guard let text = member.value.text,
          let place = try? PlaceNotation.coordinate(text, notation)
        else { continue }
        return Found(geometry: .point(.init(place)), properties: members, isReference: true)
      }
    }
    return nil
  }

  /// The places of nested objects, for an object without its own location.
  private static func placesWithin(
    _ members: Properties, _ start: Int, depth: Int
  ) throws(JSONFault) -> [Found] {
    var found: [(key: String, places: [Found])] = []
    var fault: JSONFault?
    for (name, value) in members.members {
      guard case .object(let inner) = value else { continue }
      do throws(JSONFault) {
        let places = try places(
          of: inner, PlaceColumns(names: inner.names), start, depth: depth + 1)
        if !places.isEmpty { found.append((name, places)) }
      } catch {
        fault = fault ?? error
      }
    }
    if found.isEmpty, let fault { throw fault }
    // If there is a member such as `pos`, other nested places are attributes.
    let telling = found.filter { placeKeys.contains(PlaceColumns.plain($0.key)) }
    if telling.count == 1, telling[0].places.count == 1 { found = telling }
    let keys = Set(found.map { $0.key })
    var others = Properties()
    for (name, value) in members.members where !keys.contains(name) { others[name] = value }
    if found.count == 1, found[0].places.count == 1, !others.isEmpty {
      // The location belongs to the enclosing object.
      let (key, place) = (found[0].key, found[0].places[0])
      var rest = members
      rest[key] = place.properties.isEmpty ? nil : .object(place.properties)
      let isKept = place.properties.isEmpty && !placeKeys.contains(PlaceColumns.plain(key))
      return [
        Found(
          geometry: place.geometry, properties: rest, key: place.key ?? (isKept ? key : nil),
          isReference: place.isReference)
      ]
    }
    // If there are very many other members, only the first place gets them, so that the features do
    // not become much larger than the object.
    var isFirst = true
    return found.flatMap { key, places in
      places.map { place in
        var place = place
        if isFirst || others.members.count <= sharedMembers {
          for (name, value) in others.members {
            place.properties[place.properties.freeName(name)] = value
          }
        }
        isFirst = false
        let isTelling = found.count == 1 && placeKeys.contains(PlaceColumns.plain(key))
        place.key = place.key ?? (isTelling ? nil : key)
        return place
      }
    }
  }

  // MARK: Values

  /// The point given by two members; nil if they are not angles.
  private static func point(
    _ members: Properties, _ columns: PlaceColumns, _ latitude: Int, _ longitude: Int, _ start: Int
  ) throws(JSONFault) -> GeoFeature.Geometry? {
    if let angles = columns.angles {
      do throws(AngleError) {
        let place = try angles.coordinate(commaIsPoint: true) { column in
          switch members.members[column].value {
          case .string(let text): text.trimmingBlanks
          case .integer(let number): String(number)
          case .number(let number): "\(number)"
          case .null, .bool, .array, .object: nil
          }
        }
        return .point(.init(place))
      } catch {
        if case .missingField = error.reason { return nil }
        throw fault(error.reason, at: start)
      }
    }
    let (first, second) = (members.members[latitude].value, members.members[longitude].value)
    if let north = number(first), let east = number(second) {
      if let reason = FormatError.Reason(latitude: north, longitude: east) {
        throw fault(reason, at: start)
      }
      return .point(.init(Coordinate(latitude: north, longitude: east)))
    }
    guard let north = first.text, let east = second.text else { return nil }
    return CoordinateField.coordinate(latitude: north, longitude: east).map { .point(.init($0)) }
  }

  private static func number(_ value: PropertyValue) -> Double? {
    if let number = value.number { return number }
    guard let text = value.text?.trimmingBlanks else { return nil }
    let bytes = Array(text.utf8)
    return DecimalNumber.parse(bytes, in: bytes.indices, commaIsPoint: true)
  }

  /// The geometry given by an array or a text.
  private static func geometry(
    _ value: PropertyValue, isLongitudeFirst: Bool, _ start: Int
  ) throws(JSONFault) -> GeoFeature.Geometry? {
    func point(_ position: GeoFeature.Position) throws(JSONFault) -> GeoFeature.Geometry {
      let place = position.coordinate
      if let reason = FormatError.Reason(latitude: place.latitude, longitude: place.longitude) {
        throw fault(reason, at: start)
      }
      return .point(position)
    }
    switch value {
    case .array(let values):
      // As in GeoJSON and most databases, the longitude comes first.
      guard values.count == 2 || values.count == 3, let east = values[0].number,
        let north = values[1].number
      else { return nil }
      return try point(
        .init(
          Coordinate(latitude: north, longitude: east),
          elevation: values.count == 3 ? values[2].number : nil))
    case .string(let text):
      let bytes = Array(text.utf8)
      let numbers = bytes.withUnsafeSpan { CoordinateField.numbers($0, in: bytes.indices) }
      if let numbers, numbers.isPosition {
        return try point(numbers.position(isLongitudeFirst: isLongitudeFirst))
      }
      if let place = isLongitudeFirst ? nil : try? GeodeticPosition(parsing: text) {
        return .point(.init(place.coordinate, elevation: place.height))
      }
      if let numbers { return try point(numbers.position(isLongitudeFirst: isLongitudeFirst)) }
      if let place = try? PlaceNotation.coordinate(text, nil) { return .point(.init(place)) }
      return try? GeoFeature.Geometry(wkt: text)
    case .null, .bool, .integer, .number, .object: return nil
    }
  }

  /// The geometry given by a GeoJSON object; nil for a feature, and for an invalid geometry.
  private static func geometry(ofGeoJSON members: Properties) -> GeoFeature.Geometry? {
    var json = JSONWriter()
    json.value(.object(members))
    let bytes = json.bytes
    let geometry = try? bytes.withUnsafeSpan { span throws(JSONFault) in
      var cursor = JSONCursor(span)
      return try cursor.geometry()
    }
    return geometry ?? nil
  }

  private static func fault(_ reason: FormatError.Reason, at place: Int) -> JSONFault {
    switch reason {
    case .swapped(let degrees): JSONFault(.swapped(degrees), at: place)
    case .outOfRange(let degrees): JSONFault(.outOfRange(degrees), at: place)
    default: JSONFault(.content(.place), at: place)
    }
  }
}

extension Properties {
  /// A name that no member has: the given name, or with a number appended.
  internal func freeName(_ name: String) -> String {
    guard self[name] != nil else { return name }
    var number = 2
    while self["\(name) \(number)"] != nil { number += 1 }
    return "\(name) \(number)"
  }
}
