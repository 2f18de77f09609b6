/// Names for the properties of features beside the columns or members of the place.
///
/// A property that is named like a column of the place, in any letter case, gets the name
/// `NAME_property`, or `NAME_property_2` and so on if there is such a property: so the place keeps
/// its own columns, and the property its value.
package struct PlaceNames: Sendable {
  /// The properties that are written under another name, in order.
  package private(set) var renamed: [RenamedProperty] = []
  private var titles: [String: String] = [:]
  /// The names that are in use, in lower case.
  private var taken: Set<String>

  /// - Parameter names: the names of the place and of all properties.
  package init(_ names: [String]) {
    taken = Set(names.map { $0.lowercased() })
  }

  /// The name that a property is written under.
  package func title(_ name: String) -> String { titles[name] ?? name }

  /// Gives a property another name; the same one each time.
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

/// A property that a writer has given another name, because the place has a column or a member of
/// that name.
public struct RenamedProperty: Hashable, Sendable {
  /// The name of the property.
  public let name: String
  /// The name that it is written under.
  public let title: String
}

extension PlaceNames {
  /// The names of a table's columns.
  ///
  /// - Parameters:
  ///   - properties: the names of the properties, each once.
  ///   - front: the names of the place's own columns in front of them.
  ///   - back: the names of the place's own columns behind them.
  ///   - isText: whether the place is well-known text alone.
  internal init(
    _ properties: [String], front: [String], back: [String] = [], placeIsText isText: Bool
  ) {
    let own = front + back
    self.init(own + properties)
    let ownPlain = Set(own.filter { $0 != "id" }.map(PlaceColumns.plain))
    let hasIdentifier = own.contains("id")
    let plain = properties.map(PlaceColumns.plain)
    var isNumber = (latitude: false, longitude: false)
    let latitudes = Set(PlaceColumns.Role.latitude.knownNames)
    let longitudes = Set(PlaceColumns.Role.longitude.knownNames)
    if isText {
      isNumber.latitude = plain.contains { latitudes.contains($0) }
      isNumber.longitude = plain.contains { longitudes.contains($0) }
    }
    for (name, plain) in zip(properties, plain) {
      let isPlace =
        // A reader would take two such columns for the place, before the text.
        isNumber.latitude && isNumber.longitude
        && (latitudes.contains(plain) || longitudes.contains(plain))
      if ownPlain.contains(plain) || isPlace || hasIdentifier && name.lowercased() == "id" {
        _ = rename(name)
      }
    }
    renameParts(properties, front: front, back: back)
  }

  /// Renames the properties that a reader would take for a part of the place: the letter of a
  /// hemisphere, minutes, seconds, and an elevation where the place has none.
  ///
  /// - Parameters:
  ///   - properties: the names of the properties, each once.
  ///   - front: the titles in front of them.
  ///   - back: the titles behind them.
  ///   - takesElevation: whether an elevation is a part of the place.
  /// - Complexity: O(names) for each different word that names a part, of which there are less than
  ///   a hundred.
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
  /// The columns that say more about the angles of the place.
  fileprivate var angleParts: [Int] {
    (angles?.others ?? []) + (angles?.both.map { [$0] } ?? [])
  }
}
