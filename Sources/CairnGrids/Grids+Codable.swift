// How places of the grids are stored: as the text that they are written as. Embedded Swift has no
// coding.
#if !hasFeature(Embedded)
  extension Hemisphere: Codable {}

  extension UTMCoordinate: Codable {
    /// Reads the text of ``init(parsing:)``.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with what a ``GridParsingError`` says.
    public init(from decoder: any Decoder) throws {
      self = try decoder.reference { text throws(GridParsingError) in try Self(parsing: text) }
    }

    /// Writes `33north 602065.2071 5340353.594`, with as many digits as the metres have; what is
    /// below a picometre is 0.
    public func encode(to encoder: any Encoder) throws {
      try encoder.encode(
        reference: "\(zone)\(hemisphere.rawValue) \(exact(easting)) \(exact(northing))")
    }
  }

  extension UPSCoordinate: Codable {
    /// Reads the text of ``init(parsing:)``.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with what a ``GridParsingError`` says.
    public init(from decoder: any Decoder) throws {
      self = try decoder.reference { text throws(GridParsingError) in try Self(parsing: text) }
    }

    /// Writes `north 2277728.6961 1518959.788`, with as many digits as the metres have; what is
    /// below a picometre is 0.
    public func encode(to encoder: any Encoder) throws {
      try encoder.encode(
        reference: "\(hemisphere.rawValue) \(exact(easting)) \(exact(northing))")
    }
  }

  extension MGRSSquare: Codable {
    /// Reads the text of ``init(parsing:)``.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with what a ``GridParsingError`` says.
    public init(from decoder: any Decoder) throws {
      self = try decoder.reference { text throws(GridParsingError) in try Self(parsing: text) }
    }

    /// Writes `33UXP0206540353`.
    public func encode(to encoder: any Encoder) throws {
      try encoder.encode(reference: description)
    }
  }

  extension PlusCode: Codable {
    /// Reads a full code, as ``init(parsing:)`` does.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with what a ``GridParsingError`` says, also for a
    ///   short code, whose place is lost.
    public init(from decoder: any Decoder) throws {
      self = try decoder.reference { text throws(GridParsingError) in try Self(parsing: text) }
    }

    /// Writes `8FWR5992+8F`.
    public func encode(to encoder: any Encoder) throws {
      try encoder.encode(reference: description)
    }
  }

  extension GridReference: Codable {
    /// Reads the text of any of the grids, as ``init(parsing:)`` does.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with what a ``GridParsingError`` says.
    public init(from decoder: any Decoder) throws {
      self = try decoder.reference { text throws(GridParsingError) in try Self(parsing: text) }
    }

    /// Writes the text that its grid writes.
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
    /// What a text stands for.
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

  /// The shortest text of metres that is read as the same number, without an exponent.
  private func exact(_ metres: Double) -> String {
    guard metres >= 1e-12 else { return "0" }
    let text = metres.description
    guard let mark = text.firstIndex(of: "e") else { return text }
    // Small numbers alone have one: 1.5e-05.
    let zeros = -(Int(text[text.index(after: mark)...]) ?? 0) - 1
    return "0." + String(repeating: "0", count: max(zeros, 0)) + text[..<mark].filter { $0 != "." }
  }
#endif
