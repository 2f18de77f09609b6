internal import CairnFormats
internal import CairnGeodesy

/// Selects the points of a file that a query can match, by their coordinates and properties, while
/// the file is read.
struct PointSelection {
  private var area: QueryArea
  private let filter: PlaceCriteria
  /// The names of the properties of a table; once all of them have been seen, no further property
  /// can hold the kind or the country.
  private let tableNames: Set<String>?
  /// The properties for the kind and the country, once they are known.
  private var deciding: (kind: String?, country: String?)?
  private let hasPointsOnly: Bool
  private let needsProperties: Bool

  /// Creates the selection for a file, whose properties are renamed to their roles.
  init(_ query: PlaceRequest, _ names: RoleNames, _ source: borrowing FeatureInput) {
    area = QueryArea(query)
    filter = query.filter
    hasPointsOnly = source.hasPointsOnly
    let isDecidedByWords = filter.kind != nil || filter.country?.rule == .column
    needsProperties = !query.countsOnly || isDecidedByWords
    tableNames = isDecidedByWords ? source.propertyNames.map { Set($0.map(names.name(of:))) } : nil
    if !isDecidedByWords { deciding = (nil, nil) }
  }

  /// Whether the selection has narrowed since it was last passed to the reader.
  var isNarrower: Bool { area.hasNews }

  /// Passes the needed rows and properties to the reader.
  mutating func narrow(_ source: inout FeatureInput) {
    var request = RowRequest()
    request.area = area.nextFilter()
    if !needsProperties, hasPointsOnly { request.properties = [] }
    source.request(request)
  }

  /// Decides whether a point is kept.
  ///
  /// - Parameters:
  ///   - feature: the point, with its properties renamed.
  ///   - place: its coordinate.
  ///   - names: the names of all properties so far.
  /// - Returns: the result, and the distance as ``QueryArea/judge(_:passes:isExact:)`` returns it.
  mutating func judge(
    _ feature: GeoFeature, at place: Coordinate, names: @autoclosure () -> [String]
  ) -> (fate: QueryArea.Fate, distance: Double) {
    let passes = passes(feature, at: place, names())
    return area.judge(place, passes: passes, isExact: hasPointsOnly)
  }

  /// Whether a point kept at a distance can still match.
  func keeps(_ distance: Double) -> Bool { area.keeps(distance) }

  /// Whether a point's properties match the wanted kind and country; nil while it is not known
  /// which properties hold them.
  private mutating func passes(
    _ feature: GeoFeature, at place: Coordinate, _ names: @autoclosure () -> [String]
  ) -> Bool? {
    if deciding == nil, let tableNames {
      let names = names()
      if tableNames.isSubset(of: names) {
        let roles = PlaceRoles(names)
        deciding = (roles[.kind].map { names[$0] }, roles[.country].map { names[$0] })
      }
    }
    guard let deciding else { return nil }
    if let kind = filter.kind {
      guard let word = deciding.kind.flatMap({ feature.properties[$0] }),
        word.cell.lowercased() == kind.lowercased()
      else { return false }
    }
    guard let country = filter.country, country.rule == .column else { return true }
    return country.accepts(
      word: deciding.country.flatMap { feature.properties[$0] }?.cell, at: place)
  }
}

/// The properties that the command line chose for the name, country, kind and population, which
/// are renamed to these words.
struct RoleNames {
  private var renames: [(property: String, role: String)] = []

  init(_ chosen: [PlaceColumns.Role: String], _ source: borrowing FeatureInput) {
    for role in [PlaceColumns.Role.name, .country, .kind, .population] {
      if let property = source.property(role, chosen: chosen), property != role.rawValue {
        renames.append((property, role.rawValue))
      }
    }
  }

  /// Whether no property is renamed.
  var isEmpty: Bool { renames.isEmpty }

  /// The new name of a property.
  func name(of property: String) -> String {
    renames.first { $0.property == property }?.role ?? property
  }

  /// Renames the properties of a feature.
  func renamed(_ feature: GeoFeature) -> GeoFeature {
    var feature = feature
    for (property, role) in renames {
      let value = feature.properties[property]
      if value != nil { feature.properties[property] = nil }
      // Another property already has that name.
      if let other = feature.properties[role] {
        var names = PlaceNames(feature.properties.names)
        feature.properties[role] = nil
        feature.properties[names.rename(role)] = other
      }
      if let value { feature.properties[role] = value }
    }
    return feature
  }
}
