internal import CairnGeodesy

/// Reads the points of GeoJSON into columns, in pieces of any size.
///
/// What it takes is bounded by the table and the feature in progress: a collection may be larger
/// than the memory as long as its columns are not.
///
/// ```swift
/// var reader = GeoJSONTableReader()
/// while let piece = nextPiece() { try reader.append(piece) }
/// let table = try reader.finish()
/// table.names[0]
/// ```
///
/// It takes what ``GeoJSONReader`` takes, one feature a row. A feature whose geometry is no point
/// has no place in a table and counts as a bad row, and so does one without geometry. Elevations
/// are left out. An identifier is a property `id` where the features have no other of that name.
///
/// Not for lines and areas, which ``GeoJSONReader`` reads. Each name of a property becomes a column
/// of its own, so that a file whose features all name theirs differently takes a column a feature.
public struct GeoJSONTableReader: Sendable {
  private var document = GeoJSONDocument()
  private var rows = TableSink()
  private let policy: BadRowPolicy
  private let overrides: [PlaceColumns.Role: String]
  /// Counts what is wrong until the table is made.
  private var bad = PlaceTable(columns: PlaceColumns(names: []))

  /// Makes a reader without input.
  ///
  /// - Parameters:
  ///   - badRows: what becomes of a feature that is no place; under ``BadRowPolicy/null`` its
  ///     coordinate is NaN and it has no properties.
  ///   - columns: properties chosen by name for the table's own columns, in place of what would be
  ///     recognised.
  public init(
    badRows: BadRowPolicy = .skip, columns: [PlaceColumns.Role: String] = [:]
  ) {
    policy = badRows
    overrides = columns
  }

  /// What was left out so far though nothing is wrong with it.
  public var leftOut: LeftOut { document.leftOut }

  /// Adds the next piece of the input and reads what is whole.
  ///
  /// - Throws: ``FormatError`` for a bad row under ``BadRowPolicy/fail``, and for what is no JSON.
  public mutating func append(_ piece: [UInt8]) throws(FormatError) {
    document.input.append(piece)
    try read()
  }

  /// Reads the rest of the input and gives the table.
  ///
  /// - Throws: ``FormatError``, as ``append(_:)`` does, and when the input ends too early.
  public mutating func finish() throws(FormatError) -> PlaceTable {
    document.input.finish()
    try read()
    let properties = rows.finishedProperties()
    var table = PlaceTable(
      properties: properties, coordinates: rows.coordinates, overrides: overrides)
    // A property that no feature has was not chosen by mistake if there is no feature.
    if !table.coordinates.isEmpty { try table.columns.checkChoices(line: 0) }
    table.badRowCount = bad.badRowCount
    table.badRows = bad.badRows
    table.swappedRowCount = bad.swappedRowCount
    rows = TableSink()
    return table
  }

  private mutating func read() throws(FormatError) {
    // Out of self, so that the body may change it.
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

/// Takes features as rows of columns.
private struct TableSink: GeoJSONSink {
  var coordinates: [Coordinate] = []
  private var properties = PropertyColumns()
  private var identifiers = PropertyColumn(name: "id")
  private var place: Coordinate?
  private var identifier: JSONString?
  private var identifierKind = PropertyColumn.Kind.text

  /// Reads a feature and appends it as a row; nothing is appended when something is wrong.
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
    geoJSON bytes: [UInt8], columns: [PlaceColumns.Role: String] = [:],
    badRows: BadRowPolicy = .skip
  ) throws(FormatError) {
    var reader = GeoJSONTableReader(badRows: badRows, columns: columns)
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
