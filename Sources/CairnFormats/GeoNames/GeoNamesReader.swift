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
  public static func recognises(_ start: [UInt8]) -> Bool {
    GeoNamesTable.recognises(start)
  }
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
    geoNames: [UInt8], badRows policy: BadRowPolicy = .skip
  ) throws(FormatError) {
    self.init(columns: GeoNamesTable.columns)
    let reader = GeoNamesTable.reader
    let (text, encoding) = try TextDecoder.decoded(geoNames)
    self = try text.withWindow { [self] bytes throws(FormatError) in
      var table = self
      table.encoding = encoding
      try table.read(bytes, reader, policy)
      return table
    }
  }
}
