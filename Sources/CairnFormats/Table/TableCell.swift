internal import CairnGeodesy

/// A column of a table being written.
internal struct TableCell: Sendable {
  enum Content: Hashable, Sendable {
    case property
    case identifier
    case latitude
    case longitude
    case elevation
    /// The absolute degrees, in a table with a column for the hemisphere.
    case magnitude(isLatitude: Bool)
    case hemisphere(isLatitude: Bool)
    /// Minutes or seconds, which are part of the degrees and left empty.
    case nothing
    /// Latitude and longitude in one field, in either order.
    case coordinate(longitudeFirst: Bool)
    case wkt
    /// Well-known text of geometries other than points.
    case otherWKT
  }

  /// The column name in the header.
  let title: String
  /// The property written in the column; nil for a column that contains only a part of the
  /// location.
  let name: String?
  /// The value if the feature lacks the property.
  let content: Content

  /// The value for a feature without the property.
  func value(of feature: GeoFeature, _ fractionDigits: Int?) -> PropertyValue {
    var position: GeoFeature.Position?
    if case .point(let point) = feature.geometry { position = point }
    switch content {
    case .property: return .null
    case .identifier: return feature.identifier ?? .null
    case .latitude: return position.map { .number($0.coordinate.latitude) } ?? .null
    case .longitude: return position.map { .number(Self.longitude($0.coordinate)) } ?? .null
    case .elevation: return position?.elevation.map { .number($0) } ?? .null
    case .nothing: return .null
    case .magnitude(let isLatitude), .hemisphere(let isLatitude):
      guard let place = position?.coordinate, position?.isNowhere == false else { return .null }
      let degrees = isLatitude ? place.latitude : place.longitude.reducedLongitude
      if case .magnitude = content { return .number(degrees.magnitude) }
      let letters = isLatitude ? ("N", "S") : ("E", "W")
      return .string(degrees < 0 ? letters.1 : letters.0)
    case .otherWKT where position != nil: return .null
    case .wkt, .otherWKT:
      guard let geometry = feature.geometry else { return .null }
      var text: [UInt8] = []
      text.append(wkt: geometry, fractionDigits: fractionDigits)
      return .string(String(decoding: text, as: UTF8.self))
    case .coordinate(let longitudeFirst):
      guard let place = position?.coordinate, position?.isNowhere == false else { return .null }
      var numbers: [[UInt8]] = [[], []]
      for (index, number) in [place.latitude, Self.longitude(place)].enumerated() {
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

  /// A longitude in the range of tables: one beyond 360 degrees, as in GeoJSON, is reduced to
  /// -180...180.
  private static func longitude(_ place: Coordinate) -> Double {
    place.longitude.magnitude > 360 ? place.longitude.reducedLongitude : place.longitude
  }

  /// The columns for a table that was read.
  static func cells(of columns: PlaceColumns) -> [TableCell] {
    var contents = Array(repeating: Content.property, count: columns.names.count)
    if let column = columns[.elevation] { contents[column] = .elevation }
    switch columns.location {
    case .degrees(let latitude, let longitude):
      contents[latitude] = .latitude
      contents[longitude] = .longitude
      if let angles = columns.angles {
        for (axis, isLatitude) in [(angles.latitude, true), (angles.longitude, false)] {
          for column in [axis.minutes, axis.seconds].compactMap(\.self) {
            contents[column] = .nothing
          }
          guard let column = axis.hemisphere else { continue }
          contents[axis.degrees] = .magnitude(isLatitude: isLatitude)
          contents[column] = .hemisphere(isLatitude: isLatitude)
        }
      }
    case .coordinate where columns.notation != nil: break
    case .coordinate(let column):
      contents[column] = .coordinate(longitudeFirst: columns.hasLongitudeFirst)
    case .geometry(let column): contents[column] = .wkt
    case nil: break
    }
    return zip(zip(columns.names, columns.propertyNames), contents).map {
      TableCell(title: $0.0, name: $0.1, content: $1)
    }
  }

  /// The columns for features similar to one, and the properties that are renamed.
  static func cells(
    for feature: GeoFeature, _ names: [String]?, _ location: TableWriter.Location?
  ) -> (cells: [TableCell], renamed: [RenamedProperty]) {
    var position: GeoFeature.Position?
    if case .point(let point) = feature.geometry { position = point }
    let isPoint = position != nil || feature.geometry == nil
    let location = location ?? (isPoint ? .degrees : .wkt)
    var front: [(String, Content)] = []
    var back: [(String, Content)] = []
    if feature.identifier != nil { front.append(("id", .identifier)) }
    if location != .wkt {
      front += [("latitude", .latitude), ("longitude", .longitude)]
      if position?.elevation != nil { front.append(("elevation", .elevation)) }
    }
    switch location {
    case .degrees: break
    case .wkt: back = [("wkt", .wkt)]
    case .degreesAndWKT: back = [("wkt", .otherWKT)]
    }
    var known: Set<String> = []
    let properties = (names ?? feature.properties.names).filter { known.insert($0).inserted }
    if !front.contains(where: { $0.0 == "elevation" }), PlaceNames.haveElevation(properties) {
      // With it a reader does not take the property for the elevation.
      front.append(("elevation", location == .wkt ? .nothing : .elevation))
    }
    let titles = PlaceNames(
      properties, front: front.map(\.0), back: back.map(\.0), placeIsText: location == .wkt)
    func own(_ column: (title: String, content: Content)) -> TableCell {
      TableCell(title: column.title, name: nil, content: column.content)
    }
    let cells =
      front.map(own)
      + properties.map { TableCell(title: titles.title($0), name: $0, content: .property) }
      + back.map(own)
    return (cells, titles.renamed)
  }
}
