/// A file format for geographic features.
///
/// ```swift
/// let found = try FileFormat.detect(bytes, fileName: "tour.gpx")
/// print(found.reason)                    // its name ends with .gpx
/// var reader = found.format.reader()
/// ```
public enum FileFormat: String, Hashable, Sendable, CaseIterable {
  /// Values separated by commas, semicolons or bars, with a header.
  case csv
  /// Values separated by tabs, with a header.
  case tsv
  /// The GeoNames dump: 19 tab-separated columns without a header.
  case geoNames = "geonames"
  /// GeoJSON (RFC 7946).
  case geoJSON = "geojson"
  /// A GeoJSON sequence (RFC 8142), or one GeoJSON feature per line.
  case geoJSONSequence = "geojsonseq"
  /// JSON objects with latitude and longitude, in an array or one per line.
  case jsonObjects = "jsonobjects"
  /// GPX 1.0 and 1.1.
  case gpx
  /// KML 2.2.
  case kml
  /// Well-known text, one geometry per line.
  case wkt
  /// Encoded polylines of 1e-5 degrees, one per line.
  case polyline5 = "polyline"
  /// Encoded polylines of 1e-6 degrees, one per line.
  case polyline6
  /// `geo:` URIs (RFC 5870), one per line.
  case geoURI = "geo"
  /// The log of an NMEA 0183 receiver; read only.
  case nmea

  /// The format with a name, ignoring case: a raw value or an alias such as `ndjson`.
  ///
  /// - Returns: nil for any other word.
  public init?(word: String) {
    let word = word.lowercased()
    if let format = FileFormat(rawValue: word) {
      self = format
      return
    }
    switch word {
    case "tab": self = .tsv
    case "json": self = .geoJSON
    case "ndjson", "jsonl", "geojsonl", "geojsons", "geojsonsequence", "geojson-seq":
      self = .geoJSONSequence
    case "objects", "jsonarray", "json-objects": self = .jsonObjects
    case "ewkt": self = .wkt
    case "polyline5": self = .polyline5
    case "geouri", "uri": self = .geoURI
    case "nmea0183", "nmea-0183": self = .nmea
    default: return nil
    }
  }

  /// The format that a file's extension stands for, ignoring case.
  ///
  /// A trailing `.gz` is ignored, and `.kmz` is KML: the extension describes the contents.
  ///
  /// - Returns: nil for `.txt`, for `.json`, which may contain one GeoJSON object or many, and for
  ///   any other extension.
  public init?(fileName: String) {
    guard let suffix = Self.suffix(of: fileName), suffix != "json", suffix != "objects",
      let format = suffix == "kmz" ? .kml : FileFormat(word: suffix)
    else { return nil }
    self = format
  }

  /// The part after the last dot of a name, in lower case.
  internal static func suffix(of fileName: String) -> String? {
    let name = fileName.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
    guard let point = name.lastIndex(of: ".") else { return nil }
    let suffix = name[name.index(after: point)...].lowercased()
    return suffix == "gz" ? self.suffix(of: String(name[..<point])) : suffix
  }

  /// The name of the format for use in a sentence.
  public var title: String {
    switch self {
    case .csv: "CSV"
    case .tsv: "TSV"
    case .geoNames: "GeoNames"
    case .geoJSON: "GeoJSON"
    case .geoJSONSequence: "a GeoJSON sequence"
    case .jsonObjects: "JSON objects"
    case .gpx: "GPX"
    case .kml: "KML"
    case .wkt: "WKT"
    case .polyline5: "encoded polylines"
    case .polyline6: "encoded polylines of 1e-6 degrees"
    case .geoURI: "geo URIs"
    case .nmea: "NMEA 0183"
    }
  }
}

extension FileFormat {
  /// Options for reading a file.
  public struct ReaderOptions: Hashable, Sendable {
    /// The names of a table's columns by role, if its header does not identify them.
    public var columns: [PlaceColumns.Role: String]
    /// Whether the first row of a table is a header; nil to detect it.
    public var hasHeader: Bool?
    /// The byte between the fields of a table; nil to detect it.
    public var delimiter: UInt8?

    /// Creates options.
    public init(
      columns: [PlaceColumns.Role: String] = [:], hasHeader: Bool? = nil, delimiter: UInt8? = nil
    ) {
      self.columns = columns
      self.hasHeader = hasHeader
      self.delimiter = delimiter
    }
  }

  /// Options for writing a file.
  public struct WriterOptions: Hashable, Sendable {
    /// Digits after the decimal point of degrees, 0 to 15; nil for the shortest numbers that read
    /// back as the same bits.
    public var fractionDigits: Int?
    /// Whether each record of a GeoJSON sequence starts with byte 1E, as RFC 8142 requires.
    public var separatesRecords = false
    /// The properties that become columns of a table; nil for those of the first feature.
    public var propertyNames: [String]?
    /// The columns for the location in a table; nil to choose by the first feature.
    public var tableLocation: TableWriter.Location?
    /// Whether a table has a column for elevations, even if the first feature has none.
    public var tableHasElevation = false
    /// Whether a table has a column for identifiers, even if the first feature has none.
    public var tableHasIdentifier = false
    /// The text written for null in a table.
    public var nullText = ""
    /// The fields of a table that are quoted; nil for `.exact` with commas, `.least` with tabs.
    public var quoting: TableWriter.Quoting?
    /// The byte between the fields of a table; nil for a comma in CSV, a tab in TSV.
    public var tableDelimiter: UInt8?

    /// Creates options.
    ///
    /// - Parameters:
    ///   - fractionDigits: digits after the decimal point of degrees; nil for the shortest numbers.
    ///   - separatesRecords: whether each record of a GeoJSON sequence starts with byte 1E.
    ///   - propertyNames: the properties that become columns of a table; nil for those of the first
    ///     feature.
    ///   - tableLocation: how a table stores the location; nil to choose by the first feature.
    ///   - tableHasElevation: whether a table has a column for elevations.
    ///   - tableHasIdentifier: whether a table has a column for identifiers.
    ///   - nullText: the text written for null in a table.
    ///   - quoting: which fields of a table are quoted; nil to choose by the delimiter.
    ///   - tableDelimiter: the byte between the fields of a table; nil for a comma in CSV, a tab in
    ///     TSV.
    public init(
      fractionDigits: Int? = nil, separatesRecords: Bool = false, propertyNames: [String]? = nil,
      tableLocation: TableWriter.Location? = nil, tableHasElevation: Bool = false,
      tableHasIdentifier: Bool = false, nullText: String = "",
      quoting: TableWriter.Quoting? = nil, tableDelimiter: UInt8? = nil
    ) {
      self.fractionDigits = fractionDigits
      self.separatesRecords = separatesRecords
      self.propertyNames = propertyNames
      self.tableLocation = tableLocation
      self.tableHasElevation = tableHasElevation
      self.tableHasIdentifier = tableHasIdentifier
      self.nullText = nullText
      self.quoting = quoting
      self.tableDelimiter = tableDelimiter
    }
  }

  /// Creates a reader of this format, without input.
  public func reader(_ options: ReaderOptions = .init()) -> any FeatureReader {
    switch self {
    case .csv:
      TableReader(
        delimiter: options.delimiter, hasHeader: options.hasHeader, columns: options.columns)
    case .tsv:
      TableReader(
        delimiter: options.delimiter ?? UInt8(ascii: "\t"), hasHeader: options.hasHeader,
        columns: options.columns)
    case .geoNames: GeoNamesReader()
    case .geoJSON: GeoJSONReader()
    case .geoJSONSequence: GeoJSONSequenceReader()
    case .jsonObjects: JSONObjectsReader(columns: options.columns)
    case .gpx: GPXReader()
    case .kml: KMLReader()
    case .wkt: WKTReader()
    case .polyline5: PolylineReader(precision: .five)
    case .polyline6: PolylineReader(precision: .six)
    case .geoURI: GeoURIReader()
    case .nmea: NMEAReader()
    }
  }

  /// Creates a writer of this format.
  ///
  /// GeoNames and NMEA cannot be written: they become a tab-separated table with a header and GPX.
  public func writer(_ options: WriterOptions = .init()) -> any FeatureWriter {
    switch self {
    case .csv:
      TableWriter(
        delimiter: options.tableDelimiter ?? UInt8(ascii: ","), names: options.propertyNames,
        location: options.tableLocation, nullText: options.nullText,
        quoting: options.quoting ?? .exact, fractionDigits: options.fractionDigits,
        hasElevation: options.tableHasElevation, hasIdentifier: options.tableHasIdentifier)
    case .tsv, .geoNames:
      TableWriter(
        delimiter: options.tableDelimiter ?? UInt8(ascii: "\t"), names: options.propertyNames,
        location: options.tableLocation, nullText: options.nullText,
        quoting: options.quoting ?? .least, fractionDigits: options.fractionDigits,
        hasElevation: options.tableHasElevation, hasIdentifier: options.tableHasIdentifier)
    case .geoJSON: GeoJSONWriter(options.geoJSON)
    case .geoJSONSequence:
      GeoJSONSequenceWriter(separators: options.separatesRecords, options: options.geoJSON)
    case .jsonObjects: JSONObjectsWriter(fractionDigits: options.fractionDigits)
    case .gpx, .nmea: GPXWriter(fractionDigits: options.fractionDigits)
    case .kml: KMLWriter(fractionDigits: options.fractionDigits)
    case .wkt: WKTWriter(fractionDigits: options.fractionDigits)
    case .polyline5: PolylineWriter(precision: .five)
    case .polyline6: PolylineWriter(precision: .six)
    case .geoURI: GeoURIWriter(fractionDigits: options.fractionDigits)
    }
  }
}

extension FileFormat.WriterOptions {
  fileprivate var geoJSON: GeoJSONOptions {
    var options = GeoJSONOptions()
    options.fractionDigits = fractionDigits
    return options
  }
}
