/// The formats of files with places.
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
  /// The dump of GeoNames: 19 columns separated by tabs, without a header.
  case geoNames = "geonames"
  /// GeoJSON (RFC 7946).
  case geoJSON = "geojson"
  /// GeoJSON features one after the other (RFC 8142), or one a line.
  case geoJSONSequence = "geojsonseq"
  /// Objects of JSON with latitude and longitude, in an array or one a line.
  case jsonObjects = "jsonobjects"
  /// GPX 1.0 and 1.1.
  case gpx
  /// KML 2.2.
  case kml
  /// Well-known text, a geometry a line.
  case wkt
  /// Encoded polylines of 1e-5 degrees, one a line.
  case polyline5 = "polyline"
  /// Encoded polylines of 1e-6 degrees, one a line.
  case polyline6
  /// `geo:` URIs (RFC 5870), one a line.
  case geoURI = "geo"
  /// The log of a receiver in NMEA 0183, which is read and not written.
  case nmea

  /// The format of a word in any case: the raw value or another name, as `ndjson`.
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

  /// The format that the end of a file's name stands for, in any case.
  ///
  /// A `.gz` behind it is passed over, and `.kmz` is KML: the name says what is in the file.
  ///
  /// - Returns: nil for `.txt`, for `.json`, which may hold one GeoJSON or many, and for any other
  ///   end.
  public init?(fileName: String) {
    guard let suffix = Self.suffix(of: fileName), suffix != "json", suffix != "objects",
      let format = suffix == "kmz" ? .kml : FileFormat(word: suffix)
    else { return nil }
    self = format
  }

  /// What stands behind the last point of a name, in lower case.
  internal static func suffix(of fileName: String) -> String? {
    let name = fileName.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
    guard let point = name.lastIndex(of: ".") else { return nil }
    let suffix = name[name.index(after: point)...].lowercased()
    return suffix == "gz" ? self.suffix(of: String(name[..<point])) : suffix
  }

  /// What the format is called in a sentence.
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
  /// How a file is read.
  public struct ReaderOptions: Hashable, Sendable {
    /// The columns of a table by what they hold, where its header does not say it.
    public var columns: [PlaceColumns.Role: String]
    /// Whether the first row of a table names the columns; nil to find out.
    public var hasHeader: Bool?

    /// Makes options.
    public init(columns: [PlaceColumns.Role: String] = [:], hasHeader: Bool? = nil) {
      self.columns = columns
      self.hasHeader = hasHeader
    }
  }

  /// How a file is written.
  public struct WriterOptions: Hashable, Sendable {
    /// Digits behind the point of degrees, 0 to 15; nil for the shortest numbers that read back as
    /// the same bits.
    public var fractionDigits: Int?
    /// Whether byte 1E stands before each record of a GeoJSON sequence, as RFC 8142 has it.
    public var separatesRecords = false
    /// The properties that a table has columns for; nil for those of the first feature.
    public var propertyNames: [String]?
    /// How a table says where a feature is; nil for what suits the first feature.
    public var tableLocation: TableWriter.Location?
    /// Whether a table has columns of elevations and of identifiers, even if its first feature has
    /// none.
    public var tableHasElevation = false, tableHasIdentifier = false
    /// What stands for null in a table.
    public var nullWord = ""
    /// Which texts of a table stand in quotes; nil for `.exact` with commas, `.least` with tabs.
    public var quoting: TableWriter.Quoting?

    /// Makes options.
    public init(fractionDigits: Int? = nil) {
      self.fractionDigits = fractionDigits
    }
  }

  /// A reader of this format, without input.
  public func reader(_ options: ReaderOptions = .init()) -> any FeatureReader {
    switch self {
    case .csv: TableReader(hasHeader: options.hasHeader, columns: options.columns)
    case .tsv:
      TableReader(
        delimiter: UInt8(ascii: "\t"), hasHeader: options.hasHeader, columns: options.columns)
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

  /// A writer of this format, with nothing written.
  ///
  /// A dump of GeoNames is not written; it becomes a table with tabs and a header. Nor is NMEA; it
  /// becomes GPX.
  public func writer(_ options: WriterOptions = .init()) -> any FeatureWriter {
    switch self {
    case .csv:
      TableWriter(
        names: options.propertyNames, location: options.tableLocation, nullWord: options.nullWord,
        quoting: options.quoting ?? .exact, fractionDigits: options.fractionDigits,
        hasElevation: options.tableHasElevation, hasIdentifier: options.tableHasIdentifier)
    case .tsv, .geoNames:
      TableWriter(
        delimiter: UInt8(ascii: "\t"), names: options.propertyNames,
        location: options.tableLocation, nullWord: options.nullWord,
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
