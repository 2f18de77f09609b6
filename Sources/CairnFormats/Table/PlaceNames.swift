/// Assigns names to the properties of features besides the columns or members of the location.
///
/// A property with the same name as a location column, ignoring case, is renamed `NAME_property`,
/// or `NAME_property_2` and so on if that name is taken. Thus the location keeps its columns, and
/// the property its value.
package struct PlaceNames: Sendable {
  /// The properties that are written under another name, in order.
  package private(set) var renamed: [RenamedProperty] = []
  private var titles: [String: String] = [:]
  /// The names in use, in lower case.
  private var taken: Set<String>

  /// - Parameter names: the names of the location columns and of all properties.
  package init(_ names: [String]) {
    taken = Set(names.map { $0.lowercased() })
  }

  /// The name under which a property is written.
  package func title(_ name: String) -> String { titles[name] ?? name }

  /// Renames a property; returns the same name each time.
  package mutating func rename(_ name: String) -> String {
    if let title = titles[name] { return title }
    let base = "\(name)_property"
    var title = base
    var number = 2
    while !taken.insert(title.lowercased()).inserted {
      title = "\(base)_\(number)"
      number += 1
    }
    titles[name] = title
    renamed.append(RenamedProperty(name: name, title: title))
    return title
  }
}

/// A property that a writer has renamed because the location has a column or member with its name.
public struct RenamedProperty: Hashable, Sendable {
  /// The name of the property.
  public let name: String
  /// The name under which it is written.
  public let title: String

  /// Creates a renamed property.
  ///
  /// - Parameters:
  ///   - name: the name of the property.
  ///   - title: the name under which it is written.
  public init(name: String, title: String) {
    self.name = name
    self.title = title
  }
}

extension PlaceNames {
  /// Assigns the names of a table's columns.
  ///
  /// - Parameters:
  ///   - properties: the names of the properties, without repetition.
  ///   - front: the names of the location columns before them.
  ///   - back: the names of the location columns after them.
  ///   - isText: whether the location is well-known text only.
  internal init(
    _ properties: [String], front: [String], back: [String] = [], placeIsText isText: Bool
  ) {
    let own = front + back
    self.init(own + properties)
    let ownPlain = Set(own.filter { $0 != "id" }.map(PlaceColumns.plain))
    let hasIdentifier = own.contains("id")
    let plain = properties.map(PlaceColumns.plain)
    var isNumber = (latitude: false, longitude: false)
    if isText {
      isNumber.latitude = plain.contains { PlaceColumns.Role.latitude.rank($0) != nil }
      isNumber.longitude = plain.contains { PlaceColumns.Role.longitude.rank($0) != nil }
    }
    for (name, plain) in zip(properties, plain) {
      let isPlace =
        // Readers prefer a latitude and a longitude to well-known text.
        isNumber.latitude && isNumber.longitude
        && [PlaceColumns.Role.latitude, .longitude].contains { $0.rank(plain) != nil }
      if ownPlain.contains(plain) || isPlace || hasIdentifier && name.lowercased() == "id" {
        _ = rename(name)
      }
    }
    renameParts(properties, front: front, back: back)
  }

  /// Whether a reader would take a property such as `ele` for the elevation of a place that has
  /// no `elevation` next to it.
  internal static func haveElevation(_ properties: [String]) -> Bool {
    properties.contains { (PlaceColumns.Role.elevation.rank(PlaceColumns.plain($0)) ?? 0) > 0 }
  }

  /// Renames the properties that a reader would take for a part of the place: the letter of a
  /// hemisphere, minutes, seconds, and an elevation where the place has none.
  ///
  /// - Parameters:
  ///   - properties: the names of the properties, without repetition.
  ///   - front: the column names before them.
  ///   - back: the column names after them.
  ///   - takesElevation: whether an elevation is a part of the location.
  /// - Complexity: O(names) for each different word that names a part; there are fewer than a
  ///   hundred.
  package mutating func renameParts(
    _ properties: [String], front: [String], back: [String] = [], takesElevation: Bool = true
  ) {
    let range = front.count..<(front.count + properties.count)
    while true {
      let columns = PlaceColumns(names: front + properties.map(title) + back)
      var parts = columns.angleParts
      if takesElevation, let column = columns[.elevation] { parts.append(column) }
      let words = Set(
        parts.filter(range.contains).map { PlaceColumns.plain(properties[$0 - front.count]) })
      guard !words.isEmpty else { return }
      let count = renamed.count
      for name in properties where words.contains(PlaceColumns.plain(name)) { _ = rename(name) }
      if renamed.count == count { return }
    }
  }
}

extension PlaceColumns {
  /// The additional columns of the location's angles.
  fileprivate var angleParts: [Int] {
    (angles?.others ?? []) + (angles?.both.map { [$0] } ?? [])
  }
}
