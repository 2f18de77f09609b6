internal import CairnMemory

/// Reads a GeoNames dump such as `allCountries.txt` or `cities500.txt`: 19 tab-separated columns
/// without header or quoting.
///
/// ```swift
/// var reader = GeoNamesReader()
/// reader.append(bytes)
/// reader.finish()
/// while let feature = try reader.next() {
///   print(feature.properties["name"]?.text ?? "", feature.properties["country"]?.text ?? "")
/// }
/// ```
///
/// The GeoNames identifier of a place becomes the feature's identifier, its elevation that of the
/// position. The other columns become properties if they are not empty: `name`, `asciiname`,
/// `alternatenames` (separated by commas), `feature_class`, `feature_code`, `country`, `cc2`,
/// `admin1` to `admin4`, `population`, `dem`, `timezone` and `modified`. Codes are strings even if
/// they consist of digits.
public struct GeoNamesReader: FeatureReader {
  private var table = TableReader(
    GeoNamesTable.columns, GeoNamesTable.dialect, GeoNamesTable.plan)

  /// Creates a reader without input.
  public init() {}

  /// The text encoding detected so far.
  public var encoding: TextEncoding { table.encoding }

  /// Adds the next piece of the input.
  public mutating func append(_ piece: [UInt8]) { table.append(piece) }

  /// Marks the end of the input; the last line needs no line break.
  public mutating func finish() { table.finish() }

  /// Returns the feature of the next line, or nil if the input so far contains no further complete
  /// one.
  ///
  /// - Throws: ``FormatError`` for a line without a valid coordinate; only that line is lost.
  public mutating func next() throws(FormatError) -> GeoFeature? { try table.next() }

  /// Whether the bytes start like a GeoNames dump: the first line has 19 columns with a number, a
  /// latitude, a longitude and a date in the expected positions.
  ///
  /// - Parameter start: the beginning of a file, or all of it.
  /// - Returns: false for an empty input as well.
  public static func recognizes(_ start: [UInt8]) -> Bool {
    GeoNamesTable.recognizes(start)
  }
}

extension GeoNamesReader {
  /// The names of all properties that a place can have.
  package static var propertyNames: [String] {
    zip(GeoNamesTable.names, GeoNamesTable.uses).filter { $0.1 != .location && $0.1 != .identifier }
      .map(\.0)
  }

  /// Not public API: the table of the dump.
  public var _table: TableReader? { table }

  /// Not public API: changes the table of the dump in place.
  public mutating func _withTable<Result>(_ body: (inout TableReader) -> Result) -> Result? {
    body(&table)
  }
}

extension PlaceTable {
  /// Reads a whole GeoNames dump; see ``GeoNamesReader`` for the format.
  ///
  /// The kind of a place is its feature code, such as `PPLC` for a capital.
  ///
  /// - Parameters:
  ///   - geoNames: the bytes of the dump.
  ///   - badRows: how a line without a valid coordinate is treated.
  /// - Throws: ``FormatError`` for a bad line under ``BadRowPolicy/fail``, and for an unsupported
  ///   encoding.
  /// - Complexity: O(bytes).
  public init(
    geoNames: [UInt8], badRows: BadRowPolicy = .skip
  ) throws(FormatError) {
    self.init(columns: GeoNamesTable.columns)
    let reader = GeoNamesTable.reader
    let (text, encoding) = try TextDecoder.decoded(geoNames)
    self = try text.withUnsafeSpan { [self] bytes throws(FormatError) in
      var table = self
      table.encoding = encoding
      try table.read(bytes, reader, badRows)
      return table
    }
  }
}

/// The columns of a GeoNames dump, as listed in its `readme.txt`.
internal enum GeoNamesTable {
  static let names = [
    "geonameid", "name", "asciiname", "alternatenames", "latitude", "longitude", "feature_class",
    "feature_code", "country", "cc2", "admin1", "admin2", "admin3", "admin4", "population",
    "elevation", "dem", "timezone", "modified",
  ]

  static let dialect = TableDialect.tsv

  static let location = PlaceColumns.Location.degrees(latitude: 4, longitude: 5)

  static let columns = PlaceColumns(
    names: names, hasHeader: false,
    roles: [
      .latitude: 4, .longitude: 5, .name: 1, .country: 8, .kind: 7, .population: 14,
      .elevation: 15,
    ])

  static let reader = PlaceRowReader(columns, dialect, location)

  static let uses: [TablePlan.Use] = names.map { name in
    switch name {
    case "geonameid": .identifier
    case "latitude", "longitude", "elevation": .location
    case "population", "dem": .optionalValue
    default: .optionalText
    }
  }

  static var plan: TablePlan { TablePlan(reader, names: names, uses: uses) }

  /// Whether the first line of a text is one of a GeoNames dump.
  static func recognizes(_ start: [UInt8]) -> Bool {
    start.withUnsafeSpan { bytes in
      var scanner = dialect.scanner()
      let bytes = bytes.prefix(min(bytes.count, TableDialect.sampleSize))
      _ = scanner.scan(bytes, isLast: true)
      guard let row = scanner.rows(in: bytes).first(where: { $0.fieldCount > 0 }),
        row.fieldCount == names.count, (try? reader.coordinate(bytes, scanner, row)) != nil
      else { return false }
      let fields = (0..<names.count).compactMap { scanner.field($0, of: row, in: bytes) }
      let texts = fields.map { bytes.text(of: $0) }
      let hasDate = texts[18].isEmpty || texts[18].utf8.count == 10 && texts[18].contains("-")
      return Int(texts[0]) != nil && texts[6].utf8.count <= 1 && texts[8].utf8.count <= 2
        && hasDate
    }
  }
}
