// Grid coordinates are encoded as their text. Embedded Swift does not support Codable.
#if !hasFeature(Embedded)
  extension Hemisphere: Codable {}

  extension UTMCoordinate: Codable {
    /// Decodes the text of ``init(parsing:)``.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with the description of the ``GridParsingError``.
    public init(from decoder: any Decoder) throws {
      self = try decoder.reference { text throws(GridParsingError) in try Self(parsing: text) }
    }

    /// Encodes `33north 602065.2071 5340353.594`, with all digits of the numbers; values below a
    /// picometer are written as 0.
    public func encode(to encoder: any Encoder) throws {
      try encoder.encode(
        reference: "\(zone)\(hemisphere.rawValue) \(exact(easting)) \(exact(northing))")
    }
  }

  extension UPSCoordinate: Codable {
    /// Decodes the text of ``init(parsing:)``.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with the description of the ``GridParsingError``.
    public init(from decoder: any Decoder) throws {
      self = try decoder.reference { text throws(GridParsingError) in try Self(parsing: text) }
    }

    /// Encodes `north 2277728.6961 1518959.788`, with all digits of the numbers; values below a
    /// picometer are written as 0.
    public func encode(to encoder: any Encoder) throws {
      try encoder.encode(
        reference: "\(hemisphere.rawValue) \(exact(easting)) \(exact(northing))")
    }
  }

  extension MGRSSquare: Codable {
    /// Decodes the text of ``init(parsing:)``.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with the description of the ``GridParsingError``.
    public init(from decoder: any Decoder) throws {
      self = try decoder.reference { text throws(GridParsingError) in try Self(parsing: text) }
    }

    /// Encodes `33UXP0206540353`.
    public func encode(to encoder: any Encoder) throws {
      try encoder.encode(reference: description)
    }
  }

  extension PlusCode: Codable {
    /// Decodes a full code, like ``init(parsing:)``.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with the description of the ``GridParsingError``,
    ///   including for a short code, whose reference place is not encoded.
    public init(from decoder: any Decoder) throws {
      self = try decoder.reference { text throws(GridParsingError) in try Self(parsing: text) }
    }

    /// Encodes `8FWR5992+8F`.
    public func encode(to encoder: any Encoder) throws {
      try encoder.encode(reference: description)
    }
  }

  extension GridReference: Codable {
    /// Decodes the text of any of the grid systems, like ``init(parsing:)``.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with the description of the ``GridParsingError``.
    public init(from decoder: any Decoder) throws {
      self = try decoder.reference { text throws(GridParsingError) in try Self(parsing: text) }
    }

    /// Encodes the text of its grid system.
    public func encode(to encoder: any Encoder) throws {
      switch self {
      case .utm(let place): try place.encode(to: encoder)
      case .ups(let place): try place.encode(to: encoder)
      case .mgrs(let square): try square.encode(to: encoder)
      case .plusCode(let code): try code.encode(to: encoder)
      }
    }
  }

  extension Decoder {
    /// Decodes a string and parses it.
    fileprivate func reference<Reference>(
      _ parse: (String) throws(GridParsingError) -> Reference
    ) throws -> Reference {
      let container = try singleValueContainer()
      let text = try container.decode(String.self)
      do throws(GridParsingError) {
        return try parse(text)
      } catch {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
      }
    }
  }

  extension Encoder {
    fileprivate func encode(reference text: String) throws {
      var container = singleValueContainer()
      try container.encode(text)
    }
  }

  /// The shortest text of a number of meters that parses to the same number, without an exponent.
  private func exact(_ meters: Double) -> String {
    guard meters >= 1e-12 else { return "0" }
    let text = meters.description
    guard let mark = text.firstIndex(of: "e") else { return text }
    // Only small numbers have an exponent: 1.5e-05.
    let zeros = -(Int(text[text.index(after: mark)...]) ?? 0) - 1
    return "0." + String(repeating: "0", count: max(zeros, 0)) + text[..<mark].filter { $0 != "." }
  }
#endif
