internal import CairnMemory

/// Reads a dump of GeoNames: `allCountries.txt`, `cities500.txt` and their like, nineteen columns
/// between tabs without a header and without quotes.
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
/// The number of a place is the feature's identifier, its elevation that of the position. The
/// other columns are properties where they are not empty: `name`, `asciiname`, `alternatenames`
/// (with commas between them), `feature_class`, `feature_code`, `country`, `cc2`, `admin1` to
/// `admin4`, `population`, `dem`, `timezone` and `modified`. Codes are texts even where they are
/// digits.
public struct GeoNamesReader: FeatureReader {
  private var table = TableReader(
    GeoNamesTable.columns, GeoNamesTable.dialect, GeoNamesTable.plan)

  /// Makes a reader without input.
  public init() {}

  /// How the input is written, as far as it has come.
  public var encoding: TextEncoding { table.encoding }

  /// Adds the next piece of the input.
  public mutating func append(_ piece: [UInt8]) { table.append(piece) }

  /// Says that no more input comes, so that a last line needs no line break.
  public mutating func finish() { table.finish() }

  /// The feature of the next line, or nil when the input so far holds no further whole one.
  ///
  /// - Throws: ``FormatError`` for a line without a valid place, which costs that line alone.
  public mutating func next() throws(FormatError) -> GeoFeature? { try table.next() }

  /// Whether bytes begin as a dump of GeoNames does: the first line has nineteen columns with a
  /// number, a latitude, a longitude and a date where they belong.
  ///
  /// - Parameter start: the start of a file, or all of it.
  /// - Returns: false also for an empty input.
  public static func recognises(_ start: [UInt8]) -> Bool {
    GeoNamesTable.recognises(start)
  }
}

extension GeoNamesReader: WishingReader {
  /// The names of all properties that a place may have.
  package static var propertyNames: [String] {
    zip(GeoNamesTable.names, GeoNamesTable.uses).filter { $0.1 != .location && $0.1 != .identifier }
      .map(\.0)
  }

  internal var wish: RowWish {
    get { table.wish }
    set { table.wish = newValue }
  }

  internal var passedCount: Int { table.passedCount }
}

extension PlaceTable {
  /// Reads a whole dump of GeoNames; see ``GeoNamesReader`` for what it is.
  ///
  /// The kind of a place is its feature code, such as `PPLC` for a capital.
  ///
  /// - Parameters:
  ///   - geoNames: the bytes of the dump.
  ///   - badRows: what to do with a line that has no valid coordinate.
  /// - Throws: ``FormatError`` for a bad line where the policy says so, and for an encoding that is
  ///   not read.
  /// - Complexity: O(bytes).
  public init(
    geoNames: [UInt8], badRows: BadRowPolicy = .skip
  ) throws(FormatError) {
    self.init(columns: GeoNamesTable.columns)
    let reader = GeoNamesTable.reader
    let (text, encoding) = try TextDecoder.decoded(geoNames)
    self = try text.withWindow { [self] bytes throws(FormatError) in
      var table = self
      table.encoding = encoding
      try table.read(bytes, reader, badRows)
      return table
    }
  }
}

/// The columns of a dump of GeoNames, as its `readme.txt` lists them.
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

  /// Whether the first line of a text is one of a dump.
  static func recognises(_ start: [UInt8]) -> Bool {
    start.withWindow { bytes in
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
