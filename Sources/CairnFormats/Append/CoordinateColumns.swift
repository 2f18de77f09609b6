/// The columns of a table that contain a coordinate, counted from 0.
package enum CoordinateColumns: Hashable, Sendable {
  /// A column for each number.
  case pair(latitude: Int, longitude: Int)
  /// A column with both numbers, such as "35.68,139.69", with a point in well-known text or
  /// GeoJSON, or with a grid reference, and its notation.
  case both(Int, PlaceNotation?)
  /// Columns of degrees with additional columns for minutes, seconds or hemispheres.
  case angles(AngleColumns)

  /// The maximum column number.
  internal var last: Int {
    switch self {
    case .pair(let latitude, let longitude): max(latitude, longitude)
    case .both(let column, _): column
    case .angles(let angles): (angles.all + (angles.both.map { [$0] } ?? [])).max() ?? 0
    }
  }

  /// The columns in ascending order.
  internal var all: [Int] {
    switch self {
    case .pair(let latitude, let longitude): [latitude, longitude]
    case .both(let column, _): [column]
    case .angles(let angles): angles.all
    }
  }
}

extension CoordinateColumns {
  /// Determines the chosen columns, or those identified by the first row.
  ///
  /// - Parameters:
  ///   - point: the chosen columns.
  ///   - found: the columns of the table, from its first row.
  /// - Throws: ``TableAppenderError`` if neither identifies a coordinate.
  internal init(
    _ point: TableAppender.Options.Point, in found: PlaceColumns
  ) throws(TableAppenderError) {
    let names = found.hasHeader ? found.names : nil
    func position(_ column: String) throws(TableAppenderError) -> Int {
      if let found = names?.firstIndex(of: column) { return found }
      if let number = Int(column) {
        let count = names?.count ?? 100_000
        guard number >= 1, number <= count else {
          throw .missingColumnNumber(number, columnCount: count)
        }
        return number - 1
      }
      guard let names else { throw .nameWithoutHeader(column) }
      let plain = names.map { $0.lowercased() }
      if let found = plain.firstIndex(of: column.lowercased()) { return found }
      throw .missingColumn(column, header: names)
    }
    if let both = point.both {
      let column = try position(both)
      self = .both(column, found[.coordinate] == column ? found.notation : nil)
      return
    }
    if let latitude = try point.latitude.map(position) ?? found[.latitude],
      let longitude = try point.longitude.map(position) ?? found[.longitude]
    {
      let isFound = found[.latitude] == latitude && found[.longitude] == longitude
      let angles =
        isFound
        ? found.angles
        : names.flatMap {
          AngleColumns($0.map(PlaceColumns.plain), latitude: latitude, longitude: longitude)
        }
      self =
        angles.map { .angles($0) } ?? .pair(latitude: latitude, longitude: longitude)
    } else if !point.isGiven, let both = found[.coordinate], !found.hasLongitudeFirst {
      self = .both(both, found.notation)
    } else if !point.isGiven, let geometry = found[.geometry] {
      self = .both(geometry, nil)
    } else if !found.pairNames.isEmpty {
      throw .severalLocations(found.pairNames)
    } else {
      throw .missingLocation(header: names)
    }
  }
}
