#if !hasFeature(Embedded)
  extension Coordinate: Codable {
    private enum CodingKeys: String, CodingKey {
      case latitude
      case longitude
    }

    /// Reads an object with the keys `latitude` and `longitude`, in degrees.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for numbers that are no place: a latitude outside
    ///   -90...90, or one that is not finite.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let latitude = try container.decode(Double.self, forKey: .latitude)
      let longitude = try container.decode(Double.self, forKey: .longitude)
      do throws(CoordinateValidationError) {
        try self.init(validLatitude: latitude, longitude: longitude)
      } catch {
        let key: CodingKeys
        switch error {
        case .notFinite(.longitude, _): key = .longitude
        case .notFinite(.latitude, _), .latitudeOutOfRange: key = .latitude
        }
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: container.codingPath + [key], debugDescription: "\(error)"))
      }
    }

    /// Writes an object with the keys `latitude` and `longitude`, in degrees.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(latitude, forKey: .latitude)
      try container.encode(longitude, forKey: .longitude)
    }
  }
#endif
