public import CairnGeodesy

extension PropertyValue: CustomStringConvertible {
  /// The value as text, whatever it is: a string as it is, a number or truth value in JSON's
  /// words, nothing for null, and JSON for arrays and objects.
  ///
  /// ```swift
  /// feature.properties["house_number"]?.description    // 12, or 12a
  /// ```
  ///
  /// A table gives numbers where all that stands in a cell is a plain number; ``text`` of such a
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

  /// A string, or null for none.
  public init(_ text: String?) { self = text.map { .string($0) } ?? .null }

  /// A whole number, or null for none.
  public init(_ number: Int?) { self = number.map { .integer($0) } ?? .null }

  /// A number, or null for none.
  public init(_ number: Double?) { self = number.map { .number($0) } ?? .null }

  /// A truth value, or null for none.
  public init(_ truth: Bool?) { self = truth.map { .bool($0) } ?? .null }
}

extension GeoFeature {
  /// The coordinate of a point; nil for every other geometry, and for a point that is nowhere.
  ///
  /// Of others ask for the shape that you want, such as their bounding box or label.
  public var coordinate: Coordinate? {
    guard case .point(let position)? = geometry, position.coordinate.isValid else { return nil }
    return position.coordinate
  }
}
