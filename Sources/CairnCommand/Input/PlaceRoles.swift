internal import CairnCountries
internal import CairnFormats
internal import CairnGeodesy

/// The properties of features that hold a place's name, kind, country and population.
struct PlaceRoles {
  /// The names of all properties, by number.
  let names: [String]
  private let columns: PlaceColumns

  init(_ names: [String]) {
    self.names = names
    columns = PlaceColumns(names: names)
  }

  /// The number of the property for a role.
  subscript(role: PlaceColumns.Role) -> Int? { columns[role] }

  /// The properties that have no role, in order.
  var others: [String] {
    let roles = [PlaceColumns.Role.name, .country, .kind, .population].compactMap { columns[$0] }
    return names.indices.filter { !roles.contains($0) }.map { names[$0] }
  }

  /// A feature as a place, with its properties that have no role.
  func row(_ feature: GeoFeature) -> PlaceList.Row {
    func text(_ role: PlaceColumns.Role) -> String? {
      self[role].flatMap { feature.properties[names[$0]] }.map(\.cell)
    }
    var coordinate = Coordinate(latitude: .nan, longitude: .nan)
    var elevation: Double?
    var geometry = feature.geometry
    if case .point(let position) = geometry {
      coordinate = position.coordinate
      elevation = position.elevation
      geometry = nil
    }
    let population = self[.population].flatMap { feature.properties[names[$0]] }
    var rest = feature.properties
    for role in [PlaceColumns.Role.name, .country, .kind, .population] {
      // A population that is not a number is kept as text.
      if role == .population, let population, population != .null, Self.people(population) == nil {
        continue
      }
      if let number = self[role] { rest[names[number]] = nil }
    }
    return PlaceList.Row(
      place: Place(
        name: text(.name) ?? feature.identifier?.cell ?? "", coordinate: coordinate,
        kind: Place.Kind(text(.kind) ?? ""),
        countryCode: text(.country).flatMap { $0.isEmpty ? nil : $0 },
        population: Self.people(population)),
      properties: rest, identifier: feature.identifier, geometry: geometry, elevation: elevation)
  }

  /// The population that a value holds, rounded to an integer; nil if it is not a number.
  static func people(_ value: PropertyValue?) -> Int? {
    (value?.number ?? value?.text.flatMap { NumberNotation.standard.number($0) })
      .flatMap { Int(exactly: $0.rounded()) }
  }
}

extension PropertyValue {
  /// The value as a table cell: arrays and objects as JSON, empty for null.
  var cell: String {
    switch self {
    case .null: return ""
    case .string(let text): return text
    case .bool, .integer, .number, .array, .object:
      var json = JSONWriter()
      json.value(self)
      return String(decoding: json.bytes, as: UTF8.self)
    }
  }
}
