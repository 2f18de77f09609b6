/// The columns of a dump of GeoNames, as its `readme.txt` lists them.
internal enum GeoNamesTable {
  static let names = [
    "geonameid", "name", "asciiname", "alternatenames", "latitude", "longitude", "feature_class",
    "feature_code", "country", "cc2", "admin1", "admin2", "admin3", "admin4", "population",
    "elevation", "dem", "timezone", "modified",
  ]

  static let dialect = TableDialect(delimiter: TableDialect.tab, quote: nil)

  static let location = PlaceColumns.Location.degrees(latitude: 4, longitude: 5)

  static let columns = PlaceColumns(
    names: names, hasHeader: false,
    roles: [
      .latitude: 4, .longitude: 5, .name: 1, .country: 8, .kind: 7, .population: 14,
      .elevation: 15,
    ])

  static let reader = PlaceRowReader(columns, dialect, location)

  static var plan: TablePlan {
    let uses: [TablePlan.Use] = names.map { name in
      switch name {
      case "geonameid": .identifier
      case "latitude", "longitude", "elevation": .location
      case "population", "dem": .optionalValue
      default: .optionalText
      }
    }
    return TablePlan(reader, names: names, uses: uses)
  }

  /// Whether the first line of a text is one of a dump.
  static func recognises(_ start: [UInt8]) -> Bool {
    start.withWindow { bytes in
      var scanner = dialect.scanner()
      _ = scanner.scan(bytes.prefix(min(bytes.count, TableDialect.sampleSize)), isLast: true)
      guard let row = scanner.rows.first(where: { $0.fieldCount > 0 }),
        row.fieldCount == names.count, (try? reader.coordinate(bytes, scanner, row)) != nil
      else { return false }
      let fields = (0..<names.count).compactMap { scanner.field($0, of: row) }
      let texts = fields.map { bytes.text(of: $0) }
      let hasDate = texts[18].isEmpty || texts[18].utf8.count == 10 && texts[18].contains("-")
      return Int(texts[0]) != nil && texts[6].utf8.count <= 1 && texts[8].utf8.count <= 2
        && hasDate
    }
  }
}
