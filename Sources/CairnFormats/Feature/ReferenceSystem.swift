/// The reference system named by the `crs` member of GeoJSON 2008 or the `SRID` of PostGIS; only
/// degrees of WGS 84 are read.
internal enum ReferenceSystem {
  /// Degrees of WGS 84.
  case worldwide
  /// Degrees of a continental system that differs from WGS 84 by at most two meters.
  case near
  case other

  /// The system of a name: `EPSG:4326`, `urn:ogc:def:crs:OGC:1.3:CRS84`, a URL with such an ending.
  internal init(name: String) {
    let name = name.lowercased()
    if ["wgs84", "wgs 84", "crs84"].contains(name) {
      self = .worldwide
      return
    }
    let words = name.split { ":/#".contains($0) }
    guard let last = words.last,
      words.count == 1 || words.contains(where: { $0.hasPrefix("epsg") || $0 == "ogc" })
    else {
      self = .other
      return
    }
    switch last {
    case "crs84", "crs84h", "4326", "4979": self = .worldwide
    // ETRS89, NAD83 and its Canadian form, SIRGAS 2000, NZGD2000, GDA94, GDA2020.
    case "4258", "4269", "crs83", "4617", "4674", "4167", "4283", "7844": self = .near
    default: self = .other
    }
  }
}

extension ReferenceSystem {
  /// Whether the number of a system, mostly of EPSG, denotes one near WGS 84.
  ///
  /// - Returns: nil if its coordinates are not degrees of WGS 84. 0, which PostGIS uses for an
  ///   unspecified system, is read as WGS 84.
  internal static func isNear(srid: String) -> Bool? {
    if srid == "0" { return false }
    switch ReferenceSystem(name: "EPSG:" + srid) {
    case .worldwide: return false
    case .near: return true
    case .other: return nil
    }
  }

  /// The reason why a system is rejected, with a remedy.
  internal static func refusal(srid: String) -> FormatError.Reason {
    .expected(
      "SRID=4326, longitude and latitude in degrees (convert with "
        + "ST_Transform(geometry, 4326) or ogr2ogr -t_srs EPSG:4326)", found: "SRID=\(srid)")
  }

  /// The reason why an arc is rejected, with a remedy.
  internal static func curve(_ word: String) -> FormatError.Reason {
    .expected(
      "a geometry of straight edges (convert with ST_CurveToLine(geometry) or "
        + "ogr2ogr -nlt CONVERT_TO_LINEAR)", found: word)
  }
}
