/// Named values in the order of the file.
///
/// ```swift
/// var properties: Properties = ["name": "Sydney", "population": 5_312_163]
/// properties["capital"] = false
/// properties.names                 // ["name", "population", "capital"]
/// ```
///
/// Names are unique. The first few members are searched linearly; for more, a hash table of names
/// makes lookup, assignment and appending O(1) on average.
public struct Properties: Sendable {
  /// A name and its value.
  public typealias Member = (name: String, value: PropertyValue)

  /// The members in order.
  ///
  /// Other code of the module changes only values, never names.
  public internal(set) var members: [Member] = []
  /// The index of each name; nil while there are few members.
  private var positions: [String: Int]?

  /// The maximum number of members searched linearly, which is faster for a few names.
  private static let searchedCount = 16
  /// The same limit for readers that append members whose names are known to be distinct.
  private static let appendedCount = 128

  /// Creates an empty set of properties.
  public init() {}

  /// The names in order.
  public var names: [String] { members.map(\.name) }

  /// Whether there are no members.
  public var isEmpty: Bool { members.isEmpty }

  /// The value of a name, or nil if it is absent.
  ///
  /// A new name is appended, an existing one keeps its position; assigning nil removes it.
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

  /// Appends a member whose name is known to be absent.
  ///
  /// - Complexity: O(1).
  internal mutating func append(new name: String, _ value: PropertyValue) {
    if positions == nil, members.count >= Self.appendedCount { makeTable() }
    positions?[name] = members.count
    members.append((name, value))
  }

  /// Changes the name of a member to one that is absent.
  internal mutating func rename(_ index: Int, to name: String) {
    members[index].name = name
    if positions != nil { makeTable() }
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
      // Cheaper than rehashing the names that follow.
      for place in table.values.indices where table.values[place] > index {
        table.values[place] -= 1
      }
    }
    positions = table
  }
}

extension Properties: ExpressibleByDictionaryLiteral {
  /// Creates properties from a literal; if a name is repeated, the last value wins.
  public init(dictionaryLiteral elements: (String, PropertyValue)...) {
    for (name, value) in elements { self[name] = value }
  }
}

extension Properties: Hashable {
  /// Whether two sets have the same names and values in the same order.
  public static func == (a: Properties, b: Properties) -> Bool {
    a.members.count == b.members.count
      && zip(a.members, b.members).allSatisfy { $0.name == $1.name && $0.value == $1.value }
  }

  /// Hashes the names and values in order.
  public func hash(into hasher: inout Hasher) {
    for (name, value) in members {
      hasher.combine(name)
      hasher.combine(value)
    }
  }
}

/// The value of a property: a JSON value.
public enum PropertyValue: Hashable, Sendable {
  /// JSON null.
  case null
  /// A Boolean.
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// A number.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([PropertyValue])
  /// An object.
  case object(Properties)

  /// The string; nil for every other value.
  public var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number, whole or not; nil for every other value.
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
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Creates a number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates null.
  public init(nilLiteral: ()) { self = .null }
}
