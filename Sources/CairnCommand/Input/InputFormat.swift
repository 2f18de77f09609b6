internal import CairnFormats
internal import CairnGeodesy

/// The formats that own places are read from.
enum InputFormat: String, CaseIterable {
  case csv, geojson, geojsonl, wkt, polyline

  /// Finds out by the name of the file, then by its first bytes.
  init(path: String, start: [UInt8]) {
    let name = path.lowercased()
    let endings: [(String, InputFormat)] = [
      (".csv", .csv), (".tsv", .csv), (".txt", .csv), (".geojsonl", .geojsonl),
      (".ndjson", .geojsonl), (".geojsons", .geojsonl), (".geojson", .geojson), (".json", .geojson),
      (".wkt", .wkt), (".polyline", .polyline),
    ]
    if let known = endings.first(where: { name.hasSuffix($0.0) }) {
      self = known.1
      return
    }
    let first = start.first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
    switch first {
    case UInt8(ascii: "{"): self = .geojson
    case 0x1E: self = .geojsonl
    default: self = .csv
    }
  }

  /// A reader of this format.
  func reader(columns: [PlaceColumns.Role: String]) -> any FeatureReader {
    switch self {
    case .csv: RowFeatures(columns)
    case .geojson: GeoJSONReader()
    case .geojsonl: GeoJSONSequenceReader()
    case .wkt: WKTReader()
    case .polyline: PolylineReader()
    }
  }
}

/// The rows of a table as features with all their columns.
private struct RowFeatures: FeatureReader {
  private let overrides: [PlaceColumns.Role: String]
  private var bytes: [UInt8] = []
  private var rows: CSVReader?
  private var columns: PlaceColumns?
  private var isFinished = false

  init(_ overrides: [PlaceColumns.Role: String]) {
    self.overrides = overrides
  }

  mutating func append(_ piece: [UInt8]) { bytes += piece }

  mutating func finish() { isFinished = true }

  mutating func next() throws(FormatError) -> GeoFeature? {
    guard isFinished else { return nil }
    if rows == nil {
      var delimiter = UInt8(ascii: ",")
      let line = bytes.prefix { $0 != 0x0A }
      for other in [",", ";", "\t", "|"].map({ UInt8(ascii: $0) })
      where line.count(where: { $0 == other }) > line.count(where: { $0 == delimiter }) {
        delimiter = other
      }
      var reader = CSVReader(bytes, delimiter: delimiter)
      guard try reader.next() else { throw FormatError(.empty, line: 1) }
      columns = PlaceColumns(
        names: (0..<reader.fieldCount).map { reader.text($0) }, overrides: overrides)
      rows = reader
    }
    guard let columns, try rows?.next() == true, let rows else { return nil }
    guard let latitude = columns[.latitude] else {
      throw FormatError(.missingColumn(.latitude, found: columns.names), line: rows.line)
    }
    guard let longitude = columns[.longitude] else {
      throw FormatError(.missingColumn(.longitude, found: columns.names), line: rows.line)
    }
    guard let north = rows.number(latitude), let east = rows.number(longitude) else {
      let field = rows.number(latitude) == nil ? latitude : longitude
      throw FormatError(
        .notANumber(rows.text(field)), line: rows.line, field: field + 1,
        column: columns.names[field])
    }
    let place = Coordinate(latitude: north, longitude: east)
    guard place.isValid else {
      throw FormatError(
        .outOfRange(north), line: rows.line, field: latitude + 1, column: columns.names[latitude])
    }
    var properties = Properties()
    for index in columns.names.indices where index != latitude && index != longitude {
      let text = rows.text(index)
      if let number = Int(text), String(number) == text {
        properties[columns.names[index]] = .integer(number)
      } else {
        properties[columns.names[index]] = text.isEmpty ? .null : .string(text)
      }
    }
    return GeoFeature(geometry: .point(.init(place)), properties: properties)
  }
}
