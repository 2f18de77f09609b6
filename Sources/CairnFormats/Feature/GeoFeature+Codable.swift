extension GeoFeature: Codable {
  /// Decodes a GeoJSON feature (RFC 7946).
  ///
  /// - Throws: `DecodingError.dataCorrupted` for input that ``GeoJSONReader`` rejects.
  public init(from decoder: any Decoder) throws {
    let value = try PropertyValue(from: decoder)
    var json = JSONWriter()
    json.value(value)
    var reader = GeoJSONReader(json.drain())
    var problem = "expected a GeoJSON feature"
    do throws(FormatError) {
      if case .object(let members) = value, members["type"] == "Feature",
        let feature = try reader.next()
      {
        self = feature
        return
      }
    } catch {
      problem = "\(error)"
    }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: decoder.codingPath, debugDescription: problem))
  }

  /// Encodes the feature as GeoJSON without changes: it is not cut at 180 degrees, and its rings
  /// and longitudes are kept.
  ///
  /// - Throws: `EncodingError.invalidValue` for positions that are not valid, and for measures
  ///   without elevations, which GeoJSON cannot represent.
  public func encode(to encoder: any Encoder) throws {
    var options = GeoJSONOptions()
    options.keepsGeometries = true
    var problem = "a measure without an elevation has no place in GeoJSON"
    var value: PropertyValue?
    do throws(FormatError) {
      if geometry?.measureCount(withoutElevation: true) ?? 0 == 0 {
        var json = JSONWriter()
        _ = try json.feature(self, options)
        value = try PropertyValue(json: json.drain())
      }
    } catch {
      problem = "\(error)"
    }
    guard let value else {
      throw EncodingError.invalidValue(
        self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: problem))
    }
    try value.encode(to: encoder)
  }
}

extension PropertyValue: Codable {
  /// Decodes any JSON value, or the equivalent of another coder.
  ///
  /// Whole numbers are decoded as integers, since coders do not distinguish 1 from 1.0. Members of
  /// an object are sorted by name, since coders do not preserve order.
  public init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: MemberName.self) {
      var object = Properties()
      for key in members.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
        object[key.stringValue] = try members.decode(PropertyValue.self, forKey: key)
      }
      self = .object(object)
      return
    }
    if var values = try? decoder.unkeyedContainer() {
      var array: [PropertyValue] = []
      while !values.isAtEnd { array.append(try values.decode(PropertyValue.self)) }
      self = .array(array)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let truth = try? container.decode(Bool.self) {
      self = .bool(truth)
    } else if let number = try? container.decode(Int.self) {
      self = .integer(number)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
      if number >= 0x1p63, number <= 0x1p64, let whole = try? container.decode(UInt64.self) {
        self = PropertyValue(wholeNumber: String(whole), nearest: number)
      }
    } else {
      self = .string(try container.decode(String.self))
    }
  }

  /// Encodes the value; the encoder decides whether to reject a number that is not finite.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let object):
      var members = encoder.container(keyedBy: MemberName.self)
      for (name, value) in object.members {
        try members.encode(value, forKey: MemberName(stringValue: name))
      }
    case .array(let array):
      var values = encoder.unkeyedContainer()
      for value in array { try values.encode(value) }
    default:
      var container = encoder.singleValueContainer()
      switch self {
      case .bool(let truth): try container.encode(truth)
      case .integer(let number): try container.encode(number)
      case .number(let number): try container.encode(number)
      case .string(let text): try container.encode(text)
      case .null, .array, .object: try container.encodeNil()
      }
    }
  }
}

/// The name of a member of an object.
private struct MemberName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
