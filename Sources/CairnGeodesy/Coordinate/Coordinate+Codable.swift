#if !hasFeature(Embedded)
  extension Coordinate: Codable {
    private enum CodingKeys: String, CodingKey {
      case latitude
      case longitude
    }

    /// Reads an object with the keys `latitude` and `longitude`, in degrees.
    ///
    /// The numbers are taken as they are; ask ``isValid`` when they come from outside.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        latitude: try container.decode(Double.self, forKey: .latitude),
        longitude: try container.decode(Double.self, forKey: .longitude))
    }

    /// Writes an object with the keys `latitude` and `longitude`, in degrees.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(latitude, forKey: .latitude)
      try container.encode(longitude, forKey: .longitude)
    }
  }
#endif
