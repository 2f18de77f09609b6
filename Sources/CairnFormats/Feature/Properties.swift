/// Named values in the order in which they stand in a file.
///
/// ```swift
/// var properties: Properties = ["name": "Sydney", "population": 5_312_163]
/// properties["capital"] = false
/// properties.names                 // ["name", "population", "capital"]
/// ```
///
/// Each name occurs once. The first few members are found by comparing names; beyond that a table of
/// names is kept, so that looking up, setting and appending take constant time on average.
public struct Properties: Sendable {
  /// A name and its value.
  public typealias Member = (name: String, value: PropertyValue)

  /// The members in order.
  ///
  /// Other code of the module changes values alone, never names.
  public internal(set) var members: [Member] = []
  /// The position of each name; nil while there are few members.
  private var positions: [String: Int]?

  /// The greatest number of members without a table of names: comparing a few names costs less.
  private static let searchedCount = 16
  /// Readers that know that their names differ append more members without a table.
  private static let appendedCount = 128

  /// Makes a set without members.
  public init() {}

  /// The names in order.
  public var names: [String] { members.map(\.name) }

  /// Whether there is no member.
  public var isEmpty: Bool { members.isEmpty }

  /// The value of a name, nil if there is none.
  ///
  /// A new name goes to the end, a known one keeps its place; setting nil removes it.
  ///
  /// - Complexity: O(1) on average; O(the number of members) to remove one that is not the last.
  public subscript(name: String) -> PropertyValue? {
    get { position(of: name).map { members[$0].value } }
    set {
      if positions == nil, members.count >= Self.searchedCount { makeTable() }
      guard let index = position(of: name) else {
        if let newValue { append(new: name, newValue) }
        return
      }
      if let newValue {
        members[index].value = newValue
      } else {
        remove(at: index)
      }
    }
  }

  /// Adds a member whose name is known to be new.
  ///
  /// - Complexity: O(1).
  internal mutating func append(new name: String, _ value: PropertyValue) {
    if positions == nil, members.count >= Self.appendedCount { makeTable() }
    positions?[name] = members.count
    members.append((name, value))
  }

  /// Reserves capacity for a number of members.
  internal mutating func reserveCapacity(_ count: Int) {
    members.reserveCapacity(count)
  }

  private func position(of name: String) -> Int? {
    if let positions { return positions[name] }
    return members.firstIndex { $0.name == name }
  }

  private mutating func makeTable() {
    var table: [String: Int] = [:]
    table.reserveCapacity(2 * members.count)
    for (index, member) in members.enumerated() { table[member.name] = index }
    positions = table
  }

  private mutating func remove(at index: Int) {
    let name = members.remove(at: index).name
    guard var table = positions else { return }
    positions = nil
    table[name] = nil
    if index < members.count {
      // Cheaper than hashing the names that follow again.
      for place in table.values.indices where table.values[place] > index {
        table.values[place] -= 1
      }
    }
    positions = table
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
