/// Named values in the order in which they stand in a file.
///
/// ```swift
/// var properties: Properties = ["name": "Sydney", "population": 5_312_163]
/// properties["capital"] = false
/// properties.names                 // ["name", "population", "capital"]
/// ```
///
/// A name stands once. Values are found by a linear search, since features have few: setting *n*
/// names one by one takes O(*n*²). Use a dictionary for thousands of names.
public struct Properties: Sendable {
  /// A name and its value.
  public typealias Member = (name: String, value: PropertyValue)

  /// The members in order.
  public internal(set) var members: [Member] = []

  /// Makes a set without members.
  public init() {}

  /// The names in order.
  public var names: [String] { members.map(\.name) }

  /// Whether there is no member.
  public var isEmpty: Bool { members.isEmpty }

  /// The value of a name, nil where there is none.
  ///
  /// A new name goes to the end, a known one keeps its place; setting nil removes it.
  ///
  /// - Complexity: O(the number of members).
  public subscript(name: String) -> PropertyValue? {
    get { members.first { $0.name == name }?.value }
    set {
      guard let index = members.firstIndex(where: { $0.name == name }) else {
        if let newValue { members.append((name, newValue)) }
        return
      }
      if let newValue {
        members[index].value = newValue
      } else {
        members.remove(at: index)
      }
    }
  }

  /// Adds a member whose name is known to be new.
  ///
  /// - Complexity: O(1).
  internal mutating func append(new name: String, _ value: PropertyValue) {
    members.append((name, value))
  }

  /// Replaces the value of the member at an index.
  internal mutating func replaceValue(at index: Int, with value: PropertyValue) {
    members[index].value = value
  }

  /// Makes room for a number of members.
  internal mutating func reserveCapacity(_ count: Int) {
    members.reserveCapacity(count)
  }
}

extension Properties: ExpressibleByDictionaryLiteral {
  /// Makes a set of the members of a literal; of two with the same name the last one stays.
  public init(dictionaryLiteral elements: (String, PropertyValue)...) {
    for (name, value) in elements { self[name] = value }
  }
}

extension Properties: Hashable {
  /// Equal when the same names have the same values in the same order.
  public static func == (a: Properties, b: Properties) -> Bool {
    a.members.count == b.members.count
      && zip(a.members, b.members).allSatisfy { $0.name == $1.name && $0.value == $1.value }
  }

  /// Hashes names and values in order.
  public func hash(into hasher: inout Hasher) {
    for (name, value) in members {
      hasher.combine(name)
      hasher.combine(value)
    }
  }
}

/// What a property of a feature holds: the values of JSON.
public enum PropertyValue: Hashable, Sendable {
  /// No value: the null of JSON.
  case null
  /// A truth value.
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// A number.
  case number(Double)
  /// A text.
  case string(String)
  /// Values in order.
  case array([PropertyValue])
  /// Named values in order.
  case object(Properties)

  /// The text of a string; nil for every other value.
  public var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value of a number, whole or not; nil for every other value.
  public var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }
}

extension PropertyValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  /// Makes a text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Makes a whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Makes a number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Makes a truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Makes null.
  public init(nilLiteral: ()) { self = .null }
}
