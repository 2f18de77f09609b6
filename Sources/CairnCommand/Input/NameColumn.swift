internal import CairnFormats
internal import CairnGeodesy

/// The names of the places of a file, for a column of names.
struct NameColumn {
  private let roles: PlaceRoles
  private let hasPlaces: Bool
  /// Whether the places have names or identifiers.
  private let hasOwn: Bool
  /// The property with the names otherwise: the first one that has a text.
  private let property: String?

  /// - Parameters:
  ///   - properties: the names of the properties of all places.
  ///   - first: the first of the places.
  init(_ properties: [String], among first: [GeoFeature]) {
    roles = PlaceRoles(properties)
    hasPlaces = !first.isEmpty
    hasOwn = roles[.name] != nil || first.contains { $0.identifier != nil }
    property =
      hasOwn
      ? nil
      : properties.first { name in
        first.contains { $0.properties[name]?.text?.isEmpty == false }
      }
  }

  func name(of feature: GeoFeature) -> String {
    property.map { feature.properties[$0]?.cell ?? "" } ?? roles.row(feature).place.name
  }

  /// Reports a property that was not recognized by its name.
  func report(_ command: String, of path: String, _ console: inout Console) throws(Failure) {
    guard !hasOwn else { return }
    let report = FeatureReport(command, of: path)
    guard let property else {
      guard hasPlaces else { return }
      return try report.write(
        "\(report.name): the places have no names, so `nearest` is empty; "
          + "choose a column of names with --columns name=COLUMN", to: &console)
    }
    try report.write(
      "\(report.name): the names are taken from the column \(Spelling.quoted(property)); "
        + "choose another with --columns name=COLUMN", to: &console)
  }
}
