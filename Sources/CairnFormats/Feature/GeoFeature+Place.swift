public import CairnGeodesy

extension Place {
  /// The place that a feature of one point is.
  ///
  /// What is known about it is taken from the properties that are called as the columns of a table
  /// would be, see ``PlaceColumns``: `name`, `title` …; `country`, `cc`, `iso_country` … where it
  /// is a code of two letters; `category`, `kind`, `type` …; `population`. Of `region`, `locality`,
  /// `code`, `timezone`, `served` and `military` only these names count.
  ///
  /// ```swift
  /// let feature = GeoFeature(
  ///   geometry: .point(.init(Coordinate(latitude: 46.95, longitude: 7.45))),
  ///   properties: ["title": "Bern", "cc": "CH"])
  /// Place(feature)?.name   // "Bern"
  /// ```
  ///
  /// - Returns: nil for a feature that is nowhere or more than a point.
  public init?(_ feature: GeoFeature) {
    guard case .point(let position) = feature.geometry else { return nil }
    let properties = feature.properties
    self.init(
      name: properties.text(for: .name) ?? "", coordinate: position.coordinate,
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
  /// A place as a feature: what is known about it as the properties `name`, `kind`, `country`,
  /// `region`, `locality`, `code`, `population`, `timezone`, `served` and `military`, without those
  /// that are not.
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
  /// The value of the property that is called as a column for a role would be.
  internal func value(for role: PlaceColumns.Role) -> PropertyValue? {
    for name in role.knownNames { if let value = self[name] { return value } }
    // Rarely, the name is written otherwise.
    let plain = names.map(PlaceColumns.plain)
    for name in role.knownNames {
      if let index = plain.firstIndex(of: name) { return members[index].value }
    }
    return nil
  }

  /// The text, or the number as text, of the property for a role.
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
