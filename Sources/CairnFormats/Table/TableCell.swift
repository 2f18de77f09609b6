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
  func value(of feature: GeoFeature, _ fractionDigits: Int?) -> PropertyValue {
    var position: GeoFeature.Position?
    if case .point(let point) = feature.geometry { position = point }
    switch content {
    case .property: return .null
    case .identifier: return feature.identifier ?? .null
    case .latitude: return position.map { .number($0.coordinate.latitude) } ?? .null
    case .longitude: return position.map { .number($0.coordinate.longitude) } ?? .null
    case .elevation: return position?.elevation.map { .number($0) } ?? .null
    case .otherWKT where position != nil: return .null
    case .wkt, .otherWKT:
      guard let geometry = feature.geometry else { return .null }
      var text: [UInt8] = []
      text.append(wkt: geometry, fractionDigits: fractionDigits)
      return .string(String(decoding: text, as: UTF8.self))
    case .coordinate(let longitudeFirst):
      guard let place = position?.coordinate, position?.isNowhere == false else { return .null }
      var numbers: [[UInt8]] = [[], []]
      for (index, number) in [place.latitude, place.longitude].enumerated() {
        let index = longitudeFirst ? 1 - index : index
        if let fractionDigits {
          numbers[index].append(plain: number, fractionDigits: fractionDigits)
        } else {
          _ = numbers[index].append(shortest: number)
        }
      }
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
    var known: Set<String> = []
    func add(_ name: String, _ content: Content) {
      if known.insert(name).inserted {
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
