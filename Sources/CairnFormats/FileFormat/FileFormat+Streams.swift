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
    case .gpx: GPXReader()
    case .kml: KMLReader()
    case .wkt: WKTReader()
    case .polyline5: PolylineReader(precision: .five)
    case .polyline6: PolylineReader(precision: .six)
    case .geoURI: GeoURIReader()
    }
  }

  /// A writer of this format, with nothing written.
  ///
  /// A dump of GeoNames is not written; it becomes a table with tabs and a header.
  public func writer(_ options: WriterOptions = .init()) -> any FeatureWriter {
    switch self {
    case .csv:
      TableWriter(
        names: options.propertyNames, location: options.tableLocation, nullWord: options.nullWord,
        quoting: options.quoting ?? .exact, fractionDigits: options.fractionDigits)
    case .tsv, .geoNames:
      TableWriter(
        delimiter: UInt8(ascii: "\t"), names: options.propertyNames,
        location: options.tableLocation, nullWord: options.nullWord,
        quoting: options.quoting ?? .least, fractionDigits: options.fractionDigits)
    case .geoJSON: GeoJSONWriter(options.geoJSON)
    case .geoJSONSequence:
      GeoJSONSequenceWriter(separators: options.separatesRecords, options: options.geoJSON)
    case .gpx: GPXWriter(fractionDigits: options.fractionDigits)
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
