internal import CairnGeodesy

/// A column of a table that is written.
internal struct TableCell: Sendable {
  enum Content: Hashable, Sendable {
    case property
    case identifier
    case latitude
    case longitude
    case elevation
    /// Latitude and longitude in one field, or the other way round.
    case coordinate(longitudeFirst: Bool)
    case wkt
    /// Well-known text of all but points.
    case otherWKT
  }

  /// What stands in the header.
  let title: String
  /// The property that is written here if a feature has it.
  let name: String
  /// What is written else.
  let content: Content

  /// What a feature without the property has here.
  func value(of feature: GeoFeature) -> PropertyValue {
    var position: GeoFeature.Position?
    if case .point(let point) = feature.geometry { position = point }
    switch content {
    case .property: return .null
    case .identifier: return feature.identifier ?? .null
    case .latitude: return position.map { .number($0.coordinate.latitude) } ?? .null
    case .longitude: return position.map { .number($0.coordinate.longitude) } ?? .null
    case .elevation: return position?.elevation.map { .number($0) } ?? .null
    case .otherWKT where position != nil: return .null
    case .wkt, .otherWKT: return feature.geometry.map { .string($0.wkt) } ?? .null
    case .coordinate(let longitudeFirst):
      guard let place = position?.coordinate else { return .null }
      var numbers: [[UInt8]] = [[], []]
      _ = numbers[0].append(shortest: longitudeFirst ? place.longitude : place.latitude)
      _ = numbers[1].append(shortest: longitudeFirst ? place.latitude : place.longitude)
      return .string(String(decoding: Array(numbers.joined(separator: [0x2C])), as: UTF8.self))
    }
  }

  /// The columns of a table that was read.
  static func cells(of columns: PlaceColumns) -> [TableCell] {
    var contents = Array(repeating: Content.property, count: columns.names.count)
    if let column = columns[.elevation] { contents[column] = .elevation }
    switch columns.location {
    case .degrees(let latitude, let longitude):
      contents[latitude] = .latitude
      contents[longitude] = .longitude
    case .coordinate(let column):
      contents[column] = .coordinate(longitudeFirst: columns.hasLongitudeFirst)
    case .geometry(let column): contents[column] = .wkt
    case nil: break
    }
    return zip(zip(columns.names, columns.propertyNames), contents).map {
      TableCell(title: $0.0, name: $0.1, content: $1)
    }
  }

  /// The columns for features like one.
  static func cells(
    for feature: GeoFeature, _ names: [String]?, _ location: TableWriter.Location?
  ) -> [TableCell] {
    var position: GeoFeature.Position?
    if case .point(let point) = feature.geometry { position = point }
    let isPoint = position != nil || feature.geometry == nil
    var cells: [TableCell] = []
    func add(_ name: String, _ content: Content) {
      if !cells.contains(where: { $0.name == name }) {
        cells.append(TableCell(title: name, name: name, content: content))
      }
    }
    if feature.identifier != nil { add("id", .identifier) }
    let location = location ?? (isPoint ? .degrees : .wkt)
    if location != .wkt {
      add("latitude", .latitude)
      add("longitude", .longitude)
      if position?.elevation != nil { add("elevation", .elevation) }
    }
    for name in names ?? feature.properties.names { add(name, .property) }
    switch location {
    case .degrees: break
    case .wkt: add("wkt", .wkt)
    case .degreesAndWKT: add("wkt", .otherWKT)
    }
    return cells
  }
}

extension Properties {
  /// The value of a name, which is looked for first where the last one was found.
  internal func value(of name: String, near position: inout Int) -> PropertyValue? {
    if position < members.count, members[position].name == name {
      position += 1
      return members[position - 1].value
    }
    guard let index = members.firstIndex(where: { $0.name == name }) else { return nil }
    position = index + 1
    return members[index].value
  }
}
