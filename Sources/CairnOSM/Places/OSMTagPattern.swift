/// A condition on the tags of an element: a key with a value, or a key with any value.
///
/// ```swift
/// OSMTagPattern("amenity=cafe")   // amenity=cafe, and amenity=bar;cafe
/// OSMTagPattern("tourism")        // any value except no
/// ```
///
/// A value with semicolons is a list, one of whose items must match.
public struct OSMTagPattern: Hashable, Sendable, CustomStringConvertible {
  /// The key.
  public var key: String
  /// The value; nil for any value except `no`.
  public var value: String?

  /// Creates a condition.
  public init(key: String, value: String?) {
    self.key = key
    self.value = value
  }

  /// Parses `key=value`, `key=*` or `key`.
  ///
  /// - Returns: nil if the key or the value is empty.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let key = parts.first, !key.isEmpty else { return nil }
    self.init(key: String(key), value: nil)
    guard parts.count > 1 else { return }
    if parts[1].isEmpty { return nil }
    if parts[1] != "*" { value = String(parts[1]) }
  }

  /// The condition as `key=value` or `key=*`.
  public var description: String { "\(key)=\(value ?? "*")" }

  /// Whether a value of the key satisfies the condition.
  public func accepts(_ found: some StringProtocol) -> Bool {
    guard let value else { return found != "no" }
    if found == value { return true }
    guard found.utf8.contains(UInt8(ascii: ";")) else { return false }
    return found.split(separator: ";").contains { item in
      var item = item
      while item.first == " " { item.removeFirst() }
      while item.last == " " { item.removeLast() }
      return item == value
    }
  }

  /// Whether tags fulfill the condition.
  public func accepts(_ tags: OSMTags) -> Bool {
    tags.pairs.contains { $0.key == key && accepts($0.value) }
  }
}
