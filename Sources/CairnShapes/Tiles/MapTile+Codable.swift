#if !hasFeature(Embedded)
  extension MapTile: Codable {
    /// Decodes the text `zoom/x/y`.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for any other text and for numbers out of range.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      guard let tile = MapTile(text) else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: "a tile is zoom/x/y with x and y below 2^zoom, not \(text)")
      }
      self = tile
    }

    /// Encodes the text `zoom/x/y`.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(description)
    }
  }
#endif
