extension Place: Hashable {
  /// Whether all fields are equal.
  public static func == (a: Place, b: Place) -> Bool {
    if a.coordinate != b.coordinate { return false }
    if a.details === b.details { return true }
    return a.name == b.name && a.kind == b.kind && a.countryCode == b.countryCode
      && a.region == b.region && a.locality == b.locality && a.code == b.code
      && a.population == b.population && a.timeZone == b.timeZone && a.isServed == b.isServed
      && a.isMilitary == b.isMilitary
  }

  /// Hashes the name and the coordinate, which distinguish nearly all places.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(coordinate)
    hasher.combine(name)
  }
}

#if !hasFeature(Embedded)
  extension Place.Kind: Codable {
    /// Decodes a kind from a single string.
    public init(from decoder: any Decoder) throws {
      self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes a kind as a single string.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(rawValue)
    }
  }

  extension Place: Codable {
    private enum CodingKeys: String, CodingKey {
      case name, latitude, longitude, kind, countryCode, region, locality, code, population
      case timeZone, isServed, isMilitary
    }

    /// Decodes a place from a flat object; only `name`, `latitude` and `longitude` are required.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        name: try values.decode(String.self, forKey: .name),
        coordinate: Coordinate(
          latitude: try values.decode(Double.self, forKey: .latitude),
          longitude: try values.decode(Double.self, forKey: .longitude)),
        kind: try values.decodeIfPresent(Kind.self, forKey: .kind) ?? .unspecified,
        countryCode: try values.decodeIfPresent(String.self, forKey: .countryCode),
        region: try values.decodeIfPresent(String.self, forKey: .region),
        locality: try values.decodeIfPresent(String.self, forKey: .locality),
        code: try values.decodeIfPresent(String.self, forKey: .code),
        population: try values.decodeIfPresent(Int.self, forKey: .population),
        timeZone: try values.decodeIfPresent(String.self, forKey: .timeZone),
        isServed: try values.decodeIfPresent(Bool.self, forKey: .isServed),
        isMilitary: try values.decodeIfPresent(Bool.self, forKey: .isMilitary))
    }

    /// Encodes a place as a flat object without the fields that are `nil`.
    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(name, forKey: .name)
      try values.encode(coordinate.latitude, forKey: .latitude)
      try values.encode(coordinate.longitude, forKey: .longitude)
      if kind != .unspecified { try values.encode(kind, forKey: .kind) }
      try values.encodeIfPresent(countryCode, forKey: .countryCode)
      try values.encodeIfPresent(region, forKey: .region)
      try values.encodeIfPresent(locality, forKey: .locality)
      try values.encodeIfPresent(code, forKey: .code)
      try values.encodeIfPresent(population, forKey: .population)
      try values.encodeIfPresent(timeZone, forKey: .timeZone)
      try values.encodeIfPresent(isServed, forKey: .isServed)
      try values.encodeIfPresent(isMilitary, forKey: .isMilitary)
    }
  }
#endif
