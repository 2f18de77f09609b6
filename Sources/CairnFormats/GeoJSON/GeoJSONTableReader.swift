internal import CairnGeodesy

/// Reads the points of GeoJSON into columns, in pieces of any size.
///
/// Memory is bounded by the table and the feature in progress: a collection may be larger than
/// memory as long as its columns fit.
///
/// ```swift
/// var reader = GeoJSONTableReader()
/// while let piece = nextPiece() { try reader.append(piece) }
/// let table = try reader.finish()
/// table.names[0]
/// ```
///
/// The input is as for ``GeoJSONReader``; each feature is a row. A feature without geometry, or
/// whose geometry is not a point, is a bad row. Elevations are omitted. An identifier becomes a
/// property `id` unless the features have a property of that name.
///
/// For lines and areas use ``GeoJSONReader``. Each distinct property name becomes a column, so a
/// file in which every feature uses different names needs a column per feature.
public struct GeoJSONTableReader: Sendable {
  private var document = GeoJSONDocument()
  private var rows = TableSink()
  private let policy: BadRowPolicy
  private let overrides: [PlaceColumns.Role: String]
  /// Counts the bad rows until the table is created.
  private var bad = PlaceTable(columns: PlaceColumns(names: []))

  /// Creates a reader without input.
  ///
  /// - Parameters:
  ///   - badRows: how a feature without a point is treated; under ``BadRowPolicy/null`` its
  ///     coordinate is NaN and it has no properties.
  ///   - columns: the properties for chosen roles, instead of those recognized by name.
  public init(
    badRows: BadRowPolicy = .skip, columns: [PlaceColumns.Role: String] = [:]
  ) {
    policy = badRows
    overrides = columns
  }

  /// Counts of valid content omitted so far.
  public var leftOut: LeftOut { document.leftOut }

  /// Adds the next piece of the input and reads the complete features.
  ///
  /// - Throws: ``FormatError`` for a bad row under ``BadRowPolicy/fail``, and for invalid JSON.
  public mutating func append(_ piece: [UInt8]) throws(FormatError) {
    document.input.append(piece)
    try read()
  }

  /// Reads the rest of the input and returns the table.
  ///
  /// - Throws: ``FormatError`` as ``append(_:)``, and if the input is truncated.
  public mutating func finish() throws(FormatError) -> PlaceTable {
    document.input.finish()
    try read()
    let properties = rows.finishedProperties()
    var table = PlaceTable(
      properties: properties, coordinates: rows.coordinates, overrides: overrides)
    // If there are no features, a chosen property that does not exist is not an error.
    if !table.coordinates.isEmpty { try table.columns.checkChoices(line: 0) }
    table.badRowCount = bad.badRowCount
    table.badRows = bad.badRows
    table.swappedRowCount = bad.swappedRowCount
    rows = TableSink()
    return table
  }

  private mutating func read() throws(FormatError) {
    // Moved out of self, so that the closure may mutate it.
    var rows = TableSink()
    swap(&rows, &self.rows)
    defer { swap(&rows, &self.rows) }
    while true {
      do throws(FormatError) {
        let row: Void? = try document.next { cursor, isInCollection throws(JSONFault) in
          try rows.readRow(&cursor, isInCollection: isInCollection)
        }
        if row == nil { return }
      } catch {
        if policy == .fail || error.endsInput { throw error }
        bad.count(error)
        if policy == .null { rows.appendNowhere() }
      }
    }
  }
}

/// Stores features as rows of columns.
private struct TableSink: GeoJSONSink {
  var coordinates: [Coordinate] = []
  private var properties = PropertyColumns()
  private var identifiers = PropertyColumn(name: "id")
  private var place: Coordinate?
  private var identifier: JSONString?
  private var identifierKind = PropertyColumn.Kind.text

  /// Reads a feature and appends it as a row; appends nothing if there is a fault.
  @inline(__always)
  mutating func readRow(
    _ cursor: inout JSONCursor, isInCollection: Bool
  ) throws(JSONFault) {
    let start = cursor.position
    place = nil
    identifier = nil
    properties.beginFeature()
    try cursor.feature(isInCollection: isInCollection, into: &self)
    guard let place else { throw JSONFault(.content(.point), at: start) }
    if let identifier {
      cursor.append(identifier, to: &identifiers.values.bytes)
      identifiers.endValue(identifierKind, row: coordinates.count)
    }
    properties.commit(cursor, row: coordinates.count)
    coordinates.append(place)
  }

  mutating func appendNowhere() {
    coordinates.append(Coordinate(latitude: .nan, longitude: .nan))
  }

  @inline(__always)
  mutating func readGeometry(_ cursor: inout JSONCursor) throws(JSONFault) {
    place = try cursor.point().coordinate
  }

  @inline(__always)
  mutating func readProperties(_ cursor: inout JSONCursor) throws(JSONFault) {
    try properties.read(&cursor)
  }

  mutating func readIdentifier(_ cursor: inout JSONCursor) throws(JSONFault) {
    if try cursor.peek() == UInt8(ascii: "\"") {
      identifierKind = .text
      identifier = try cursor.string()
    } else {
      identifierKind = .number
      identifier = JSONString(range: try cursor.number().range, hasEscapes: false)
    }
  }

  func finishedProperties() -> [PropertyColumn] {
    var columns = properties.finished(count: coordinates.count)
    if identifiers.presentCount > 0, !columns.contains(where: { $0.name == "id" }) {
      var identifiers = identifiers
      identifiers.count = coordinates.count
      columns.insert(identifiers, at: 0)
    }
    return columns
  }
}

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
  /// Each feature is a row. A feature without geometry, or whose geometry is not a point, is a bad
  /// row. Names, countries, kinds and populations are taken from the properties whose names
  /// ``PlaceColumns`` recognizes; all properties are also stored in ``properties``. To read an
  /// input in pieces, use ``GeoJSONTableReader``.
  ///
  /// - Parameters:
  ///   - bytes: a feature collection, a feature or a point (RFC 7946).
  ///   - columns: the properties for chosen roles, instead of those recognized by name.
  ///   - badRows: how a feature without a point is treated.
  /// - Throws: ``FormatError`` with line and byte for invalid JSON or GeoJSON, and for a bad row
  ///   under ``BadRowPolicy/fail``.
  /// - Complexity: O(bytes).
  public init(
    geoJSON bytes: [UInt8], columns: [PlaceColumns.Role: String] = [:],
    badRows: BadRowPolicy = .skip
  ) throws(FormatError) {
    var reader = GeoJSONTableReader(badRows: badRows, columns: columns)
    try reader.append(bytes)
    self = try reader.finish()
  }

  /// The property with a name, or nil if no feature has it.
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
