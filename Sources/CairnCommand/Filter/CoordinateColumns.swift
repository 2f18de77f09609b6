internal import CairnFormats

/// Which columns of a table hold a coordinate.
enum CoordinateColumns: Equatable {
  /// A column for each number.
  case pair(latitude: Int, longitude: Int)
  /// A column with both, as "35.68,139.69".
  case both(Int)

  /// The last of the columns.
  var last: Int {
    switch self {
    case .pair(let latitude, let longitude): max(latitude, longitude)
    case .both(let column): column
    }
  }
}

extension CoordinateColumns {
  /// Finds the columns that the command line or else the first row tells.
  ///
  /// - Parameters:
  ///   - point: what the command line says.
  ///   - found: the columns of the table by its first row.
  init(_ point: FilterSettings.Point, in found: PlaceColumns) throws(Failure) {
    let names = found.hasHeader ? found.names : nil
    func position(_ column: String) throws(Failure) -> Int {
      if let found = names?.firstIndex(of: column) { return found }
      if let number = Int(column) {
        guard number >= 1, number <= names?.count ?? 100_000 else {
          let count = names?.count ?? 100_000
          throw .usage("columns are numbered from 1 to \(count); there is none of number \(number)")
        }
        return number - 1
      }
      guard let names else {
        throw .usage(
          "without a header columns have numbers, not names such as \(Spelling.quoted(column))")
      }
      let plain = names.map { $0.lowercased() }
      if let found = plain.firstIndex(of: column.lowercased()) { return found }
      let hint = Spelling.suggestion(for: column, among: names)
      throw Failure(
        code: .data,
        message: "the table has no column \(Spelling.quoted(column))"
          + (hint.isEmpty ? ", only \(Spelling.quoted(names.joined(separator: ", ")))" : hint))
    }
    if let both = point.both {
      self = .both(try position(both))
      return
    }
    if let latitude = try point.latitude.map(position) ?? found[.latitude],
      let longitude = try point.longitude.map(position) ?? found[.longitude]
    {
      self = .pair(latitude: latitude, longitude: longitude)
    } else if !point.isGiven, let both = found[.coordinate], !found.hasLongitudeFirst {
      self = .both(both)
    } else if !found.pairNames.isEmpty {
      throw Failure(
        code: .data,
        message: "each of several pairs of columns may say where: "
          + "\(found.pairNames.joined(separator: "; ")); name one with --lat and --lon")
    } else if names == nil {
      throw Failure(
        code: .data,
        message: "the first row does not tell the columns for latitude and longitude; "
          + "say their numbers with --lat and --lon")
    } else {
      let header = Spelling.quoted((names ?? []).joined(separator: ", "))
      throw Failure(
        code: .data,
        message: "the header names no columns for latitude and longitude: \(header); "
          + "name them with --lat and --lon, and say --no-header where there is none")
    }
  }

  /// "latitude is column 3 (lat), longitude column 4 (lon)".
  func description(_ names: [String]?) -> String {
    func column(_ index: Int) -> String {
      "column \(index + 1)" + (names.map { " (\(Text.line($0[index])))" } ?? "")
    }
    switch self {
    case .pair(let latitude, let longitude):
      return "latitude is \(column(latitude)), longitude \(column(longitude))"
    case .both(let both): return "the coordinate is \(column(both))"
    }
  }
}
