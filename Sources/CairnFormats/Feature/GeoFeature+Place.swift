public import CairnGeodesy

extension Place {
  /// Creates a place from a point feature.
  ///
  /// The attributes are read from properties with the names of table columns, see ``PlaceColumns``:
  /// `name`, `title` …; `country`, `cc`, `iso_country` … if the value is a two-letter code;
  /// `category`, `kind`, `type` …; `population`. `region`, `locality`, `code`, `timezone`, `served`
  /// and `military` are read by exactly these names. Without a name of its own, a place has that of
  /// its property `location`, as in Google's list of saved places.
  ///
  /// ```swift
  /// let feature = GeoFeature(
  ///   geometry: .point(.init(Coordinate(latitude: 46.95, longitude: 7.45))),
  ///   properties: ["title": "Bern", "cc": "CH"])
  /// Place(feature)?.name   // "Bern"
  /// ```
  ///
  /// - Returns: nil if the geometry is not a point, or an empty point.
  public init?(_ feature: GeoFeature) {
    guard case .point(let position) = feature.geometry, !position.isNowhere else { return nil }
    let properties = feature.properties
    self.init(
      name: properties.text(for: .name) ?? properties["location"]?.object?.text(for: .name) ?? "",
      coordinate: position.coordinate,
      kind: Kind(properties.text(for: .kind) ?? ""),
      countryCode: properties.text(for: .country).flatMap(Place.countryCode),
      region: properties["region"]?.text, locality: properties["locality"]?.text,
      code: properties["code"]?.text,
      population: properties.value(for: .population)?.number.flatMap { Int(exactly: $0.rounded()) },
      timeZone: properties["timezone"]?.text, isServed: properties["served"]?.isTrue,
      isMilitary: properties["military"]?.isTrue)
  }
}

extension GeoFeature {
  /// Creates a feature from a place, with its known attributes as the properties `name`, `kind`,
  /// `country`, `region`, `locality`, `code`, `population`, `timezone`, `served` and `military`.
  public init(_ place: Place) {
    self.init(geometry: .point(Position(place.coordinate)))
    properties["name"] = .string(place.name)
    if place.kind != .unspecified { properties["kind"] = .string(place.kind.rawValue) }
    let texts = [
      ("country", place.countryCode), ("region", place.region), ("locality", place.locality),
      ("code", place.code),
    ]
    for (name, text) in texts { properties[name] = text.map { .string($0) } }
    properties["population"] = place.population.map { .integer($0) }
    properties["timezone"] = place.timeZone.map { .string($0) }
    properties["served"] = place.isServed.map { .bool($0) }
    properties["military"] = place.isMilitary.map { .bool($0) }
  }
}

extension Properties {
  /// The value of the property with the most specific name for a column role.
  internal func value(for role: PlaceColumns.Role) -> PropertyValue? {
    if let name = role.knownNames.first, let value = self[name] { return value }
    return PlaceColumns.column(for: role, names.map(PlaceColumns.plain)).map { members[$0].value }
  }

  /// The string, or the integer as a string, of the property for a role.
  internal func text(for role: PlaceColumns.Role) -> String? {
    switch value(for: role) {
    case .string(let text): text
    case .integer(let number): String(number)
    default: nil
    }
  }
}

extension PropertyValue {
  /// The value of a Boolean; nil for every other value.
  fileprivate var isTrue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }
}
