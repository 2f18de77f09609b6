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
    case "ewkt": self = .wkt
    case "polyline5": self = .polyline5
    case "geouri", "uri": self = .geoURI
    default: return nil
    }
  }

  /// The format that the end of a file's name stands for, in any case.
  ///
  /// - Returns: nil for `.txt`, for `.json`, which may hold one GeoJSON or many, and for any other
  ///   end.
  public init?(fileName: String) {
    guard let suffix = Self.suffix(of: fileName), suffix != "json",
      let format = FileFormat(word: suffix)
    else { return nil }
    self = format
  }

  /// What stands behind the last point of a name, in lower case.
  internal static func suffix(of fileName: String) -> String? {
    let name = fileName.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
    guard let point = name.lastIndex(of: ".") else { return nil }
    return name[name.index(after: point)...].lowercased()
  }

  /// What the format is called in a sentence.
  public var title: String {
    switch self {
    case .csv: "CSV"
    case .tsv: "TSV"
    case .geoNames: "GeoNames"
    case .geoJSON: "GeoJSON"
    case .geoJSONSequence: "a GeoJSON sequence"
    case .gpx: "GPX"
    case .kml: "KML"
    case .wkt: "WKT"
    case .polyline5: "encoded polylines"
    case .polyline6: "encoded polylines of 1e-6 degrees"
    case .geoURI: "geo URIs"
    }
  }
}
