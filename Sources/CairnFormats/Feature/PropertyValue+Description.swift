public import CairnGeodesy

extension PropertyValue: CustomStringConvertible {
  /// The value as text: a string unquoted, numbers and Booleans as in JSON, an empty string for
  /// null, JSON for arrays and objects.
  ///
  /// ```swift
  /// feature.properties["house_number"]?.description    // 12, or 12a
  /// ```
  ///
  /// A table reader returns a number for a cell that contains a plain number; ``text`` of such a
  /// value is nil.
  public var description: String {
    switch self {
    case .null: return ""
    case .string(let text): return text
    case .integer(let number): return "\(number)"
    case .number(let number): return "\(number)"
    case .bool(let truth): return "\(truth)"
    case .array, .object:
      var json = JSONWriter()
      json.value(self)
      return String(decoding: json.drain(), as: UTF8.self)
    }
  }

  /// Creates a string, or null for nil.
  public init(_ text: String?) { self = text.map { .string($0) } ?? .null }

  /// Creates a whole number, or null for nil.
  public init(_ number: Int?) { self = number.map { .integer($0) } ?? .null }

  /// Creates a number, or null for nil.
  public init(_ number: Double?) { self = number.map { .number($0) } ?? .null }

  /// Creates a Boolean, or null for nil.
  public init(_ truth: Bool?) { self = truth.map { .bool($0) } ?? .null }
}

extension GeoFeature {
  /// The coordinate of a point; nil for every other geometry, and if the coordinate is not valid.
  ///
  /// For other geometries choose a representative, such as the bounding box or the label position.
  public var coordinate: Coordinate? {
    guard case .point(let position)? = geometry, position.coordinate.isValid else { return nil }
    return position.coordinate
  }
}
