internal import CairnGeodesy

extension PlaceTable {
  /// Reads the points of GeoJSON with their properties.
  ///
  /// ```swift
  /// let table = try PlaceTable(geoJSON: bytes)
  /// table.coordinates[0]
  /// table.names[0]                        // the property name or title, if there is one
  /// table.property("elevation")?.number(0)
  /// ```
  ///
  /// Each feature is a row. A feature whose geometry is no point, or is missing, is a bad row.
  /// Names, countries, kinds and populations are those properties whose names
  /// ``PlaceColumns`` knows; all of them stand in ``properties`` as well. An input that
  /// comes in pieces, or is not to be held as a whole, is read by ``GeoJSONTableReader``.
  ///
  /// - Parameters:
  ///   - bytes: a feature collection, a feature or a point (RFC 7946).
  ///   - columns: properties chosen by name, in place of what would be recognised.
  ///   - badRows: what to do with a feature that is no place.
  /// - Throws: ``FormatError`` with line and byte for what is no JSON or no GeoJSON, and for a bad
  ///   row where the policy says so.
  /// - Complexity: O(bytes).
  public init(
    geoJSON bytes: [UInt8], columns overrides: [PlaceColumns.Role: String] = [:],
    badRows policy: BadRowPolicy = .skip
  ) throws(FormatError) {
    var reader = GeoJSONTableReader(badRows: policy, columns: overrides)
    try reader.append(bytes)
    self = try reader.finish()
  }

  /// The property of a name, or nil when no place has it.
  public func property(_ name: String) -> PropertyColumn? {
    properties.first { $0.name == name }
  }

  internal init(
    properties: [PropertyColumn], coordinates: [Coordinate],
    overrides: [PlaceColumns.Role: String]
  ) {
    self.init(columns: PlaceColumns(names: properties.map(\.name), overrides: overrides))
    self.coordinates = coordinates
    self.properties = properties
    func column(_ role: PlaceColumns.Role) -> PropertyColumn? {
      columns[role].map { properties[$0] }
    }
    names = column(.name)?.texts ?? TextColumn(repeating: "", count: coordinates.count)
    if let countries = column(.country) { self.countries = countries.texts }
    if let kinds = column(.kind) { self.kinds = kinds.texts }
    if let populations = column(.population) { self.populations = populations.integers }
  }
}
