/// What a member `crs` of GeoJSON 2008 names, or the `SRID` of PostGIS; all that is read is in
/// degrees of WGS 84.
internal enum ReferenceSystem {
  /// Degrees of WGS 84.
  case worldwide
  /// Degrees of a system that is WGS 84 within two metres, as those of whole continents are.
  case near
  case other

  /// The system of a name: `EPSG:4326`, `urn:ogc:def:crs:OGC:1.3:CRS84`, an address that ends so.
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
  /// Whether the number of a system, of EPSG mostly, is that of one near WGS 84.
  ///
  /// - Returns: nil where its numbers are no degrees of WGS 84. 0 is what PostGIS has for a system
  ///   that nobody named, and read as that.
  internal static func isNear(srid: String) -> Bool? {
    if srid == "0" { return false }
    switch ReferenceSystem(name: "EPSG:" + srid) {
    case .worldwide: return false
    case .near: return true
    case .other: return nil
    }
  }

  /// Why a system is not read, and what turns it into one that is.
  internal static func refusal(srid: String) -> FormatError.Reason {
    .expected(
      "SRID=4326, longitude and latitude in degrees (as ST_Transform(geometry, 4326) or "
        + "ogr2ogr -t_srs EPSG:4326 make it)", found: "SRID=\(srid)")
  }

  /// Why an arc is not read, and what turns it into a line that is.
  internal static func curve(_ word: String) -> FormatError.Reason {
    .expected(
      "a geometry of straight edges (as ST_CurveToLine(geometry) or ogr2ogr -nlt CONVERT_TO_LINEAR "
        + "make it)", found: word)
  }
}
