internal import CairnCountries
internal import CairnFormats
internal import CairnGeodesy
internal import CairnPictures

/// A list of places to print.
struct PlaceList {
  /// The relation to a center or a path: the distance in meters, and either the initial bearing in
  /// degrees, or the distance along the path in meters and the side.
  struct Way {
    var distance: Double
    var bearing: Double?
    var along: Double?
    var side: PathSide?
  }

  /// The columns that a list has besides the distance.
  enum Ways {
    case bearing, along
  }

  /// A place, with its distance and bearing if the list has them.
  struct Row {
    var place: Place
    var way: Way?
    /// Its further properties in the file.
    var properties = Properties()
    /// Its identifier in the file.
    var identifier: PropertyValue?
    /// Its geometry, unless it is a point.
    var geometry: GeoFeature.Geometry?
    /// Its elevation in the file, in meters.
    var elevation: Double?
    /// The name that a search found.
    var match: Match?
  }

  /// The name by which a search found a place, and how it matches.
  struct Match {
    var name: String
    var kind: String
  }

  /// The number of rows.
  let count: Int
  private let row: (Int) -> Row
  /// The rows, each created on access.
  var rows: LazyMapSequence<Range<Int>, Row> { (0..<count).lazy.map(row) }
  /// The columns besides the distance; `nil` if the rows have no distances.
  var ways: Ways?
  /// The property roles of places from a file; `nil` for the embedded places.
  var roles: PlaceRoles?
  /// Whether the rows have the names that a search found.
  var hasMatches = false
  /// The unit of lengths in tables; the other formats always use meters.
  var unit = LengthUnit.kilometers
  /// The heading above the rows of the table, or instead of them.
  var heading: String

  /// A list of rows.
  init(
    count: Int, row: @escaping (Int) -> Row, ways: Ways?, roles: PlaceRoles? = nil,
    hasMatches: Bool = false, unit: LengthUnit, heading: String
  ) {
    self.count = count
    self.row = row
    self.ways = ways
    self.roles = roles
    self.hasMatches = hasMatches
    self.unit = unit
    self.heading = heading
  }

  /// The noun for places of a kind.
  static func noun(_ kind: Place.Kind?, count: Int) -> String {
    switch kind {
    case .city?: count == 1 ? "city" : "cities"
    case .airport?: count == 1 ? "airport" : "airports"
    case .district?: count == 1 ? "district" : "districts"
    case .aerodrome?: count == 1 ? "aerodrome" : "aerodromes"
    case .town?: count == 1 ? "town" : "towns"
    case .island?: count == 1 ? "island" : "islands"
    case .landmark?: count == 1 ? "landmark" : "landmarks"
    case .region?: count == 1 ? "region" : "regions"
    case .country?: count == 1 ? "country" : "countries"
    case _: count == 1 ? "place" : "places"
    }
  }
}

extension PlaceList {
  /// A column of the list.
  enum Field: Equatable {
    case name, kind, latitude, longitude, elevation, distance, bearing, along, side
    case country, region, code
    case population, timeZone
    case matchedName, match
    /// A property of a file by its name, and the title of its column.
    case property(String, title: String)

    /// The title of its column in a CSV file.
    var title: String {
      switch self {
      case .name: "name"
      case .kind: "kind"
      case .latitude: "latitude"
      case .longitude: "longitude"
      case .elevation: "elevation"
      case .distance: "distance_m"
      case .bearing: "bearing_deg"
      case .along: "along_m"
      case .side: "side"
      case .country: "country"
      case .region: "region"
      case .code: "code"
      case .population: "population"
      case .timeZone: "time_zone"
      case .matchedName: "matched_name"
      case .match: "match"
      case .property(_, let title): title
      }
    }

    /// Its column on the screen.
    var column: TerminalTable.Column {
      switch self {
      case .distance: .init(title: "distance", isAlignedRight: true)
      case .bearing: .init(title: "bearing ", isAlignedRight: true)
      case .along: .init(title: "along", isAlignedRight: true)
      case .name: .init(title: "name", minimum: 16)
      case .kind: .init(title: "kind", minimum: 6, rank: 3)
      case .region: .init(title: "region", minimum: 10, rank: 1)
      case .country: .init(title: "country", minimum: 8)
      case .population: .init(title: "population", isAlignedRight: true, rank: 2)
      default: .init(title: title)
      }
    }
  }

  /// The columns of a CSV file, in order.
  ///
  /// Embedded places always have the same columns. Places of a file have the columns of the file;
  /// columns with a known role get a standard title.
  ///
  /// - Parameter hasElevations: whether a place has an elevation.
  /// - Returns: the columns.
  func fields(hasElevations: Bool) -> [Field] {
    var fields: [Field] = [.name]
    if roles.map({ $0[.kind] != nil }) ?? true { fields.append(.kind) }
    fields += [.latitude, .longitude] + (hasElevations ? [.elevation] : [])
    switch ways {
    case .bearing: fields += [.distance, .bearing]
    case .along: fields += [.along, .distance, .side]
    case nil: break
    }
    guard let roles else {
      return fields + [.country, .region, .code, .population, .timeZone]
        + (hasMatches ? [.matchedName, .match] : [])
    }
    if roles[.country] != nil { fields.append(.country) }
    if roles[.population] != nil { fields.append(.population) }
    // A property with the name of one of these columns gets another title.
    let taken = Set(fields.map { $0.title.lowercased() })
    let others = roles.others
    var names = PlaceNames(fields.map(\.title) + others)
    for name in others where taken.contains(name.lowercased()) { _ = names.rename(name) }
    names.renameParts(others, front: fields.map(\.title), takesElevation: false)
    return fields + others.map { .property($0, title: names.title($0)) }
  }

  /// The columns of the screen, in order.
  var screenFields: [Field] {
    let order: [Field] = [
      .along, .distance, .side, .bearing, .name, .kind, .region, .country, .population,
    ]
    let fields = fields(hasElevations: false)
    // The kinds of embedded places are evident from their names.
    return order.filter { fields.contains($0) && !($0 == .kind && roles == nil) }
  }
}

/// The output formats of a list of places.
enum PlaceFormat: String, CaseIterable, Sendable {
  case table, csv, json, geojson

  /// The decimals of lengths in meters: millimeters.
  private static let meterDigits = 3
  /// The decimals of bearings: thousandths of a degree.
  private static let bearingDigits = 3

  /// Writes a list in this format.
  func write(_ list: PlaceList, to console: inout Console) throws(Failure) {
    switch self {
    case .table: try table(list, &console)
    case .csv: try csv(list, &console)
    case .json: try json(list, &console)
    case .geojson: try geoJSON(list, &console)
    }
  }

  /// Writes the number of places.
  func write(count: Int, to console: inout Console) throws(Failure) {
    switch self {
    case .table: try console.output.write("\(count)\n")
    case .csv: try console.output.write("count\n\(count)\n")
    case .json, .geojson: try console.output.write("{\"count\":\(count)}\n")
    }
  }

  private func csv(_ list: PlaceList, _ console: inout Console) throws(Failure) {
    var csv = CSVWriter()
    let fields = list.fields(
      hasElevations: list.roles != nil && list.rows.contains { $0.elevation != nil })
    for field in fields { csv.field(field.title) }
    csv.endRow()
    for row in list.rows {
      let place = row.place
      for field in fields {
        switch field {
        case .name: csv.field(place.name)
        case .kind: csv.field(place.kind.rawValue)
        case .latitude: csv.field(place.coordinate.latitude)
        case .longitude: csv.field(place.coordinate.longitude)
        case .elevation:
          if let elevation = row.elevation { csv.field(elevation) } else { csv.field("") }
        case .distance: csv.field(row.way?.distance ?? .nan, fractionDigits: Self.meterDigits)
        case .bearing:
          let bearing = Self.printed(bearing: row.way?.bearing ?? .nan)
          csv.field(bearing, fractionDigits: Self.bearingDigits)
        case .along: csv.field(row.way?.along ?? .nan, fractionDigits: Self.meterDigits)
        case .side: csv.field(row.way?.side?.rawValue)
        case .country: csv.field(place.countryCode)
        case .region: csv.field(place.region)
        case .code: csv.field(place.code)
        case .population:
          if let population = place.population { csv.field(population) } else { csv.field("") }
        case .timeZone: csv.field(place.timeZone)
        case .matchedName: csv.field(row.match?.name)
        case .match: csv.field(row.match?.kind)
        case .property(let name, _): csv.field(row.properties[name]?.cell ?? "")
        }
      }
      csv.endRow()
      try console.output.write(csv.drain())
    }
    try console.output.write(csv.drain())
  }

  private func json(_ list: PlaceList, _ console: inout Console) throws(Failure) {
    var json = JSONWriter()
    json.beginArray(onLines: true)
    for row in list.rows {
      json.beginObject()
      json.member("name", row.place.name)
      json.member("latitude", row.place.coordinate.latitude)
      json.member("longitude", row.place.coordinate.longitude)
      if let elevation = row.elevation { json.member("elevation", elevation) }
      Self.members(row, hasElevation: row.elevation != nil, &json)
      json.endObject()
      try console.output.write(json.drain())
    }
    json.endArray()
    try console.output.write(json.drain())
    try console.output.write("\n")
  }

  private func geoJSON(_ list: PlaceList, _ console: inout Console) throws(Failure) {
    var collection = GeoJSONWriter()
    for row in list.rows {
      try console.output.write(collection.drain())
      if let geometry = row.geometry {
        // The geometry was read from a file, so it can normally be written.
        let feature = GeoFeature(
          geometry: geometry, properties: Self.properties(row), identifier: row.identifier)
        if (try? collection.write(feature)) != nil { continue }
      }
      let position = GeoFeature.Position(row.place.coordinate, elevation: row.elevation)
      collection.point(position, identifier: row.identifier) { properties in
        properties.member("name", row.place.name)
        Self.members(row, &properties)
        Self.style(row, &properties)
      }
    }
    collection.end()
    try console.output.write(collection.drain())
  }

  /// Writes the style of a marker (simplestyle) unless the place has one: cities and airports get
  /// the colors of `cairn map`.
  private static func style(_ row: PlaceList.Row, _ json: inout JSONWriter) {
    let kinds = [[Place.Kind.city, .district], [.airport, .aerodrome]]
    guard let number = kinds.firstIndex(where: { $0.contains(row.place.kind) }),
      row.properties["marker-color"] == nil, row.properties["marker-symbol"] == nil
    else { return }
    json.member("marker-color", PicturePalette.category(number))
    json.member("marker-symbol", kinds[number][0].rawValue)
  }

  /// Writes the JSON members besides the name and the position; unknown values are left out.
  ///
  /// - Parameters:
  ///   - row: the place.
  ///   - hasElevation: whether a member `elevation` has been written.
  ///   - json: the writer.
  private static func members(
    _ row: PlaceList.Row, hasElevation: Bool = false, _ json: inout JSONWriter
  ) {
    let place = row.place
    if let way = row.way {
      json.member("distance_m", way.distance, fractionDigits: meterDigits)
      if let bearing = way.bearing {
        json.member("bearing_deg", printed(bearing: bearing), fractionDigits: bearingDigits)
      }
      if let along = way.along { json.member("along_m", along, fractionDigits: meterDigits) }
      if let side = way.side { json.member("side", side.rawValue) }
    }
    if let match = row.match {
      json.member("matched_name", match.name)
      json.member("match", match.kind)
    }
    if place.kind != .unspecified { json.member("kind", place.kind.rawValue) }
    if let code = place.code { json.member("code", code) }
    if let locality = place.locality { json.member("locality", locality) }
    if let region = place.region { json.member("region", region) }
    if let country = place.countryCode { json.member("country", country) }
    if let population = place.population { json.member("population", population) }
    if let timeZone = place.timeZone { json.member("time_zone", timeZone) }
    if let isServed = place.isServed { json.member("served", isServed) }
    if let isMilitary = place.isMilitary { json.member("military", isMilitary) }
    var names: PlaceNames?
    for (name, value) in row.properties.members {
      let word = name.lowercased()
      if reserved.contains(word) || hasElevation && word == "elevation" {
        var titles = names ?? PlaceNames(Array(reserved) + row.properties.names)
        json.key(titles.rename(name))
        names = titles
      } else {
        json.key(name)
      }
      json.value(value)
    }
  }

  /// The properties of a line or an area.
  private static func properties(_ row: PlaceList.Row) -> Properties {
    var json = JSONWriter()
    json.beginObject()
    json.member("name", row.place.name)
    members(row, &json)
    json.endObject()
    guard case .object(let properties)? = try? PropertyValue(json: json.bytes) else {
      return ["name": .string(row.place.name)]
    }
    return properties
  }

  /// The names of members that have a fixed meaning; properties of the same name are renamed.
  private static let reserved: Set = [
    "name", "latitude", "longitude", "distance_m", "bearing_deg", "along_m", "side", "kind",
    "country", "population",
  ]

  /// The bearing, or 0 if it would be rounded to 360.
  private static func printed(bearing: Double) -> Double {
    bearing >= 359.9995 ? 0 : bearing
  }

  private func table(_ list: PlaceList, _ console: inout Console) throws(Failure) {
    try console.output.write(list.heading + "\n")
    if list.count == 0 { return }
    let fields = list.screenFields
    var table = TerminalTable(fields.map(\.column))
    for row in list.rows { table.append(fields.map { Self.cell($0, row, list.unit) }) }
    try console.output.write("\n")
    try console.output.write(table.text(width: console.width, usesStyles: console.usesStyles))
  }

  private static func cell(
    _ field: PlaceList.Field, _ row: PlaceList.Row, _ unit: LengthUnit
  ) -> String {
    let place = row.place
    switch field {
    case .distance: return row.way.map { Text.length($0.distance, unit) } ?? ""
    case .along: return row.way?.along.map { Text.length($0, unit) } ?? ""
    case .side: return row.way?.side?.rawValue ?? ""
    case .bearing:
      guard let way = row.way, let bearing = way.bearing, way.distance > 0 else { return "" }
      return Text.paddedBearing(bearing)
    case .name: return Text.line(place.code.map { "\(place.name) (\($0))" } ?? place.name)
    case .kind: return Text.line(place.kind.rawValue)
    case .region: return place.region ?? ""
    case .country:
      return place.country?.name ?? Text.line(place.countryCode ?? "")
    case .population: return place.population.map(Text.grouped) ?? ""
    case .latitude, .longitude, .elevation, .code, .timeZone, .matchedName, .match, .property:
      return ""
    }
  }
}
