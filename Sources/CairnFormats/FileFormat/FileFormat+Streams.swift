extension FileFormat {
  /// How a file is read.
  public struct ReaderOptions: Hashable, Sendable {
    /// The columns of a table by what they hold, where its header does not say it.
    public var columns: [PlaceColumns.Role: String]

    /// Makes options.
    public init(columns: [PlaceColumns.Role: String] = [:]) {
      self.columns = columns
    }
  }

  /// How a file is written.
  public struct WriterOptions: Hashable, Sendable {
    /// Digits behind the point of degrees, 0 to 15; nil for the shortest numbers that read back as
    /// the same bits.
    public var fractionDigits: Int?

    /// Makes options.
    public init(fractionDigits: Int? = nil) {
      self.fractionDigits = fractionDigits
    }
  }

  /// A reader of this format, without input.
  public func reader(_ options: ReaderOptions = .init()) -> (any FeatureReader)? {
    switch self {
    case .csv, .tsv, .geoNames: nil
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
  public func writer(_ options: WriterOptions = .init()) -> (any FeatureWriter)? {
    switch self {
    case .csv, .tsv, .geoNames: nil
    case .geoJSON, .geoJSONSequence: nil
    case .gpx: GPXWriter(fractionDigits: options.fractionDigits)
    case .kml: KMLWriter(fractionDigits: options.fractionDigits)
    case .wkt: WKTWriter(fractionDigits: options.fractionDigits)
    case .polyline5: PolylineWriter(precision: .five)
    case .polyline6: PolylineWriter(precision: .six)
    case .geoURI: GeoURIWriter(fractionDigits: options.fractionDigits)
    }
  }
}
