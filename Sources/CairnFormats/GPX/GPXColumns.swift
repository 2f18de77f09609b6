/// The per-point columns of a line, extracted from the line's properties.
internal struct GPXColumns {
  /// The name and values of each column, for each line.
  private var lines: [[(name: String, values: [PropertyValue])]]
  /// The namespaces of the prefixes.
  internal private(set) var declarations: [String: String] = [:]

  /// Removes `coordTimes` and `coordinateProperties` from the properties if they have a value for
  /// each position.
  internal init(taking properties: inout Properties, _ counts: [Int], _ isMultiple: Bool) {
    lines = counts.map { _ in [] }
    if let times = properties["coordTimes"], add("time", times, counts, isMultiple) {
      properties["coordTimes"] = nil
    }
    guard case .object(let columns)? = properties["coordinateProperties"] else { return }
    var rest = columns
    for (name, value) in columns.members where name.hasPrefix("@xmlns:") {
      guard let namespace = value.text, !namespace.isEmpty,
        GPXProperties.isName(name.dropFirst(7)), !name.dropFirst(7).contains(":"),
        !["xml", "xmlns"].contains(name.dropFirst(7))
      else { continue }
      declarations[String(name.dropFirst(7))] = namespace
      rest[name] = nil
    }
    for (name, values) in columns.members where name != "time" && rest[name] != nil {
      if add(name, values, counts, isMultiple) { rest[name] = nil }
    }
    properties["coordinateProperties"] = rest.isEmpty ? nil : .object(rest)
  }

  private mutating func add(
    _ name: String, _ value: PropertyValue, _ counts: [Int], _ isMultiple: Bool
  ) -> Bool {
    guard case .array(let values) = value else { return false }
    let columns: [[PropertyValue]]
    if isMultiple {
      columns = values.map { if case .array(let values) = $0 { values } else { [] } }
    } else {
      columns = [values]
    }
    guard columns.map(\.count) == counts else { return false }
    for (line, values) in columns.enumerated() { lines[line].append((name, values)) }
    return true
  }

  /// The values of a point of a line.
  internal func values(_ line: Int, _ index: Int) -> Properties {
    var properties = Properties()
    for (name, values) in lines[line] where values[index] != .null {
      properties.append(new: name, values[index])
    }
    return properties
  }
}
