internal import CairnFormats
internal import CairnGeodesy
internal import CairnMemory

/// Writes a table with rows merged into others: each row keeps its fields as they are written, in
/// the columns of the table, with the number of rows that it replaces in a further column `merged`.
struct MergedRows {
  private let file: WholeFile
  private let columns: PlaceColumns
  private let keepers: [Int]
  /// The rows that each row replaces.
  private let members: [Int: [Int]]
  /// The name of the property with the number of rows.
  private let countName: String
  /// The texts of the rows that are merged, and of those that they are merged into.
  private var texts: [Int: GeoFeature] = [:]

  /// Reads the texts of the rows to merge.
  ///
  /// - Throws: a ``Failure`` if the table is damaged.
  init(_ file: WholeFile, _ columns: PlaceColumns, _ groups: DuplicateGroups) throws(Failure) {
    self.file = file
    keepers = groups.keepers
    members = groups.members
    var name = "merged"
    while columns.hasHeader, columns.names.contains(name) { name += "_rows" }
    let number = String(columns.names.count + 1)
    self.columns = columns.appending(columns.hasHeader ? name : number)
    countName = self.columns.propertyNames.last ?? name
    var isMerged: Set<Int> = []
    for (row, others) in members where !others.isEmpty {
      isMerged.insert(row)
      isMerged.formUnion(others)
    }
    var texts: [Int: GeoFeature] = [:]
    try file.forEachText { row, feature throws(Failure) in
      if isMerged.contains(row) { texts[row] = feature }
    }
    self.texts = texts
  }

  /// Writes the rows that remain.
  ///
  /// - Parameters:
  ///   - format: the format of the new table; that of the file keeps the delimiter.
  ///   - target: receives the table.
  ///   - console: receives the table if it is written to standard output.
  /// - Throws: a ``Failure`` if the table cannot be written.
  func write(
    as format: FileFormat, to target: inout ResultFile, _ console: inout Console
  ) throws(Failure) {
    let own = format == file.format ? columns.delimiter : nil
    var writer = TableWriter(
      columns: columns, delimiter: own ?? UInt8(ascii: format == .tsv ? "\t" : ","))
    if own != nil, file.encoding == .utf8 {
      // Such as a line `sep=;`.
      try target.write(file.firstLines(columns.skippedLineCount ?? 0), &console)
    }
    var pieces: [UInt8] = []
    try file.forEachText { row, feature throws(Failure) in
      guard keepers[row] == row, feature.geometry != nil else { return }
      var feature = feature
      let others = members[row] ?? []
      if !others.isEmpty { feature = merged(feature, row, others) }
      feature.properties[countName] = .integer(others.count + 1)
      do throws(FormatError) {
        try writer.write(feature)
      } catch {
        throw Failure(code: .data, message: "\(file.name), \(error)")
      }
      if row & 63 == 0 { pieces += writer.drain() }
    }
    do throws(FormatError) {
      try writer.end()
    } catch {
      throw Failure(code: .data, message: "\(file.name), \(error)")
    }
    try target.write(pieces + writer.drain(), &console)
  }

  /// The row with the mean position of several rows, and their values where its own are empty.
  private func merged(_ feature: GeoFeature, _ row: Int, _ others: [Int]) -> GeoFeature {
    var result = feature
    let names = columns.propertyNames
    let place = Set(
      columns.locationColumns.filter { $0 != columns[.elevation] }.map { names[$0] })
    for other in others {
      for (name, value) in texts[other]?.properties.members ?? [] where !value.isEmptyCell {
        if place.contains(name) { continue }
        if result.properties[name]?.isEmptyCell ?? true { result.properties[name] = value }
      }
    }
    result.geometry =
      file.feature(at: row).mean(with: others.map { file.feature(at: $0) })?.roundedPoint
    // The writer writes the position in the notation of the columns.
    let old = result.properties
    for name in place { result.properties[name] = nil }
    guard case .degrees(let latitude, let longitude)? = columns.location,
      case .point(let position)? = result.geometry, columns.hasPlainDegrees
    else { return result }
    for (column, degrees) in [
      (latitude, position.coordinate.latitude), (longitude, position.coordinate.longitude),
    ] {
      let name = names[column]
      guard old[name]?.text?.contains(",") == true, degrees.magnitude >= 1e-4 || degrees == 0 else {
        continue
      }
      result.properties[name] = .string("\(degrees)".replacing(".", with: ","))
    }
    return result
  }
}

extension GeoFeature.Geometry {
  /// The point rounded to 1e-7 degrees, about a centimeter.
  fileprivate var roundedPoint: GeoFeature.Geometry {
    guard case .point(var position) = self else { return self }
    func rounded(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
    position.coordinate = Coordinate(
      latitude: rounded(position.coordinate.latitude),
      longitude: rounded(position.coordinate.longitude))
    return .point(position)
  }
}
