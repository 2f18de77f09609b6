internal import CairnFormats
internal import CairnGeodesy

extension FileFormat {
  /// A reader for a file by what the command line says of it, else by its name and beginning.
  static func reader(
    of path: String, start: [UInt8], from format: FileFormat? = nil,
    columns: [PlaceColumns.Role: String] = [:]
  ) throws(Failure) -> any FeatureReader {
    do throws(FormatError) {
      let name = path == "-" ? nil : path
      let known = if let format { format } else { try detect(start, fileName: name).format }
      return known.reader(ReaderOptions(columns: columns)) ?? RowFeatures(columns)
    } catch {
      throw Failure(code: .data, message: "\(Spelling.quoted(path)), \(error)")
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
