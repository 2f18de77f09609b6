internal import CairnGeodesy

extension VisitPlace: Codable {
  private enum CodingKeys: String, CodingKey {
    case at = "at"
    case row = "row"
  }

  /// Decodes `{"at":{"latitude":48.85,"longitude":2.35}}` or `{"row":3}`; the form of versions
  /// before 1.0, such as `{"row":{"_0":3}}`, is also read.
  ///
  /// - Throws: `DecodingError` for anything else.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    switch (values.contains(.at), values.contains(.row)) {
    case (true, false): self = .at(try values.decodeCase(Coordinate.self, forKey: .at))
    case (false, true): self = .row(try values.decodeCase(Int.self, forKey: .row))
    default: throw decoder.invalid("a place is an object with either at or row")
    }
  }

  /// Encodes `{"at":{"latitude":48.85,"longitude":2.35}}` or `{"row":3}`.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .at(let coordinate): try values.encode(coordinate, forKey: .at)
    case .row(let row): try values.encode(row, forKey: .row)
    }
  }
}

extension VisitStop.Position: Codable {
  private enum CodingKeys: String, CodingKey {
    case index = "index"
    case last = "last"
  }

  /// Decodes `{"index":2}` or `{"last":{}}`; the form of versions before 1.0, `{"index":{"_0":2}}`,
  /// is also read.
  ///
  /// - Throws: `DecodingError` for anything else.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    switch (values.contains(.index), values.contains(.last)) {
    case (true, false): self = .index(try values.decodeCase(Int.self, forKey: .index))
    case (false, true): self = .last
    default: throw decoder.invalid("a position is an object with either index or last")
    }
  }

  /// Encodes `{"index":2}` or `{"last":{}}`.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .index(let index): try values.encode(index, forKey: .index)
    case .last: _ = values.nestedContainer(keyedBy: CodingKeys.self, forKey: .last)
    }
  }
}

/// The key that versions before 1.0 wrote between the name of a case and its value.
private enum FormerKey: String, CodingKey {
  case value = "_0"
}

extension KeyedDecodingContainer {
  /// Decodes the value of a case, such as `3` or, from versions before 1.0, `{"_0":3}`.
  fileprivate func decodeCase<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value
  {
    if let former = try? nestedContainer(keyedBy: FormerKey.self, forKey: key),
      former.contains(.value)
    {
      return try former.decode(type, forKey: .value)
    }
    return try decode(type, forKey: key)
  }
}
