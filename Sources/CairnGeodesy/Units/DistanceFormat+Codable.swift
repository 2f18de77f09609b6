extension DistanceFormat: CustomStringConvertible {
  /// The choice of unit and the number of digits after the point: `metric`, `miles, 2 digits`.
  public var description: String {
    let name =
      switch choice {
      case .metric: "metric"
      case .imperial: "imperial"
      case .british: "british"
      case .nautical: "nautical"
      case .fixed(let unit): unit.description
      }
    guard let digits = fractionDigits else { return name }
    return "\(name), \(digits) digit\(digits == 1 ? "" : "s")"
  }
}

// Embedded Swift does not support Codable.
#if !hasFeature(Embedded)
  extension DistanceFormat: Codable {
    private enum CodingKeys: String, CodingKey {
      case system
      case unit
      case fractionDigits
    }

    /// Decodes an object with a `system`, which is `metric`, `imperial`, `british` or `nautical`,
    /// or a `unit`, and optionally the `fractionDigits`.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for another system or unit, `keyNotFound` if both
    ///   are missing.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let digits = try container.decodeIfPresent(Int.self, forKey: .fractionDigits)
      if let unit = try container.decodeIfPresent(LengthUnit.self, forKey: .unit) {
        self.init(choice: .fixed(unit), fractionDigits: digits)
        return
      }
      let choice: Choice
      switch try container.decode(String.self, forKey: .system) {
      case "metric": choice = .metric
      case "imperial": choice = .imperial
      case "british": choice = .british
      case "nautical": choice = .nautical
      case let system:
        throw DecodingError.dataCorruptedError(
          forKey: .system, in: container,
          debugDescription: "expected metric, imperial, british or nautical, found \(system)")
      }
      self.init(choice: choice, fractionDigits: digits)
    }

    /// Encodes an object with the `system` or the `unit`, and the `fractionDigits` if they are set.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch choice {
      case .metric: try container.encode("metric", forKey: .system)
      case .imperial: try container.encode("imperial", forKey: .system)
      case .british: try container.encode("british", forKey: .system)
      case .nautical: try container.encode("nautical", forKey: .system)
      case .fixed(let unit): try container.encode(unit, forKey: .unit)
      }
      try container.encodeIfPresent(fractionDigits, forKey: .fractionDigits)
    }
  }
#endif
